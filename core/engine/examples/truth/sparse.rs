//! Trackers that send every half minute to every half hour: simulated passages, of which every interval of the tracker has
//! legs of many intervals.

use leebow_engine::Analysis;
use leebow_engine::api::{Maneuver, SpeedRecord};
use leebow_engine::calendar::ms_from_iso;
use leebow_engine::config::{BoatClass, boat_class};
use leebow_engine::pipeline::{Known, analyze_recording};
use leebow_engine::segment::SegmentKind;
use leebow_engine::track::Recording;
use leebow_simulator::{DeviceColumns, Noise, Scenario, Simulation, Spec, simulate};

use crate::evaluation::{Deviation, Z_90, is_reversed, share_in_interval, wind_deviations};
use crate::parallel::map_parallel;
use crate::sessions::true_wind_series;
use crate::table::Limit::{AtLeast, AtMost, Between, Unset};
use crate::table::{DATA_SETS, DataSet, Measured, Row, row};

/// A tracker and the passages it records.
#[derive(Clone, Copy)]
struct Tracker {
    name: &'static str,
    interval_s: f64,
    /// Duration of a passage, and mean duration of its legs, min.
    minutes: f64,
    leg_min: f64,
}

const TRACKERS: [Tracker; 4] = [
    Tracker { name: "30 s", interval_s: 30.0, minutes: 240.0, leg_min: 20.0 },
    Tracker { name: "2 min", interval_s: 120.0, minutes: 480.0, leg_min: 30.0 },
    Tracker { name: "5 min", interval_s: 300.0, minutes: 720.0, leg_min: 60.0 },
    Tracker { name: "30 min", interval_s: 1800.0, minutes: 1440.0, leg_min: 180.0 },
];
const CLASSES: [&str; 4] = ["J70", "Melges 24", "Viper 640", "Laser"];
const SEEDS: u64 = 4;
/// Interval of the fixes of which the tracker sends some, s.
const FIX_S: f64 = 10.0;
/// Fixes that the tracker misses, and what it deviates from its interval, shares.
const MISSED_SHARE: f64 = 0.03;
const JITTER_SHARE: f64 = 0.2;
/// A true tack or gybe is between long legs when no other turn is within this many intervals.
const LONG_LEG_INTERVALS: f64 = 3.0;

#[derive(Clone, Copy)]
struct Passage {
    tracker: Tracker,
    class: &'static BoatClass,
    seed: u64,
    data_set: DataSet,
    scenario: Scenario,
}

/// Least course change of the true tacks and gybes that are looked for, deg: a gybe through less, of a boat that runs dead
/// before the wind, changes the course by what waves do.
const MIN_CHANGE_DEG: f64 = 30.0;

/// Errors of the analysis of one passage.
struct Errors {
    passage: Passage,
    distance_pct: f64,
    leg_kn: Vec<f64>,
    records: Vec<Deviation>,
    wind: Option<Vec<Deviation>>,
    /// Tacks and gybes between long legs: found in the true wind, and all.
    found: (usize, usize),
    /// Counted tacks and gybes: right, and all, in the estimated wind and in the true wind.
    right: (usize, usize),
    right_in_true_wind: (usize, usize),
}

/// The rows of sparse trackers.
pub fn rows(max_seeds: u64) -> Vec<Row> {
    let mut passages = Vec::new();
    for data_set in DATA_SETS {
        let first = if data_set == DataSet::Tuning { 1 } else { 100 };
        for scenario in [Scenario::Passage, Scenario::WindwardLeeward, Scenario::FreeRide] {
            for tracker in TRACKERS {
                for class in CLASSES.iter().filter_map(|name| boat_class(name)) {
                    let seeds = first..first + SEEDS.min(max_seeds);
                    passages.extend(seeds.map(|seed| Passage { tracker, class, seed, data_set, scenario }));
                }
            }
        }
    }
    let all: Vec<Errors> =
        map_parallel("sparse", &passages, |p| p.evaluate()).into_iter().flatten().collect();
    let mut rows = Vec::new();
    for tracker in TRACKERS {
        rows.extend(tracker_rows(&all, &tracker));
    }
    let reversed = |data_set| {
        let of = all.iter().filter(|e| e.passage.data_set == data_set);
        let winds: Vec<&Vec<Deviation>> = of.filter_map(|e| e.wind.as_ref()).collect();
        let wrong = winds.iter().filter(|w| is_reversed(w)).count();
        Measured::new(wrong as f64, format!("of {}, races and free rides too", winds.len()))
    };
    rows.push(row(
        ("sparse trackers: published tracks with the wind reversed", "", 0),
        [AtMost(0.0), AtMost(0.0)],
        DATA_SETS.map(reversed),
    ));
    let aside = |data_set| {
        let of = all.iter().filter(|e| e.passage.data_set == data_set);
        let winds: Vec<&Vec<Deviation>> = of.filter_map(|e| e.wind.as_ref()).collect();
        let far = |w: &&&Vec<Deviation>| 2 * w.iter().filter(|d| d.error.abs() > 45.0).count() > w.len();
        Measured::new(winds.iter().filter(far).count() as f64, format!("of {}", winds.len()))
    };
    rows.push(row(
        ("sparse trackers: published tracks with the wind more than 45° off", "", 0),
        [AtMost(0.0), AtMost(0.0)],
        DATA_SETS.map(aside),
    ));
    rows
}

fn tracker_rows(all: &[Errors], tracker: &Tracker) -> Vec<Row> {
    let of = |data_set: DataSet| -> Vec<&Errors> {
        let own = |e: &&Errors| {
            let p = &e.passage;
            p.data_set == data_set && p.tracker.name == tracker.name && p.scenario == Scenario::Passage
        };
        all.iter().filter(own).collect()
    };
    let name = |what: &str| format!("tracker every {}: {what}", tracker.name);
    let both = |measure: &dyn Fn(Vec<&Errors>) -> Measured| DATA_SETS.map(|set| measure(of(set)));
    let none = [Unset, Unset];
    vec![
        row(
            (&name("distance, median error"), " %", 1),
            none,
            both(&|e| {
                median_of(e.iter().map(|e| e.distance_pct).collect(), &format!("of {} passages", e.len()))
            }),
        ),
        row(
            (&name("mean speed of a leg, 95th percentile of the error"), " kn", 2),
            [AtMost(0.5), AtMost(0.2)],
            both(&|e| p95(e.iter().flat_map(|e| &e.leg_kn).map(|v| v.abs()).collect())),
        ),
        row(
            (&name("records of a half hour, an hour and a day, in the 90 % interval"), " %", 0),
            [Between(80.0, 100.0), AtLeast(86.0)],
            both(&|e| share_in_interval(&e.iter().flat_map(|e| e.records.clone()).collect::<Vec<_>>())),
        ),
        row(
            (&name("passages with a wind"), " %", 0),
            none,
            both(&|e| {
                let published = e.iter().filter(|e| e.wind.is_some()).count();
                Measured::new(100.0 * published as f64 / e.len() as f64, format!("of {}", e.len()))
            }),
        ),
        row(
            (&name("wind, in the 90 % interval"), " %", 0),
            [Between(80.0, 97.0), Between(86.0, 94.0)],
            both(&|e| {
                let all: Vec<Deviation> = e.iter().filter_map(|e| e.wind.clone()).flatten().collect();
                let mut sizes: Vec<f64> = all.iter().map(|d| d.error.abs()).collect();
                sizes.sort_by(f64::total_cmp);
                let middle = sizes.get(sizes.len() / 2).copied().unwrap_or(f64::NAN);
                let share = share_in_interval(&all);
                Measured { note: format!("{}, median {middle:.1}°", share.note), ..share }
            }),
        ),
        row(
            (&name("tacks and gybes between long legs found, wind known"), " %", 0),
            [AtLeast(80.0), AtLeast(90.0)],
            both(&|e| share(e.iter().map(|e| e.found))),
        ),
        row(
            (&name("counted tacks and gybes that are right, wind known"), " %", 0),
            [AtLeast(97.0), AtLeast(99.0)],
            both(&|e| share(e.iter().map(|e| e.right_in_true_wind))),
        ),
        row(
            (&name("counted tacks and gybes that are right"), " %", 0),
            [AtLeast(97.0), AtLeast(99.0)],
            both(&|e| share(e.iter().map(|e| e.right))),
        ),
    ]
}

fn share(counts: impl Iterator<Item = (usize, usize)>) -> Measured {
    let (right, all) = counts.fold((0, 0), |sum, c| (sum.0 + c.0, sum.1 + c.1));
    Measured::new(100.0 * right as f64 / all as f64, format!("of {all}"))
}

fn median_of(mut values: Vec<f64>, note: &str) -> Measured {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).map_or(Measured::absent(note), |v| Measured::new(*v, note))
}

fn p95(mut values: Vec<f64>) -> Measured {
    values.sort_by(f64::total_cmp);
    let at = (0.95 * values.len() as f64) as usize;
    let note = format!("of {}", values.len());
    values.get(at).map_or(Measured::absent(note.clone()), |v| Measured::new(*v, note))
}

impl Passage {
    fn spec(&self) -> Spec {
        let seed = self.seed;
        let minutes = self.tracker.minutes;
        // Races last for a day of laps at most.
        let minutes = if self.scenario == Scenario::Passage { minutes } else { minutes.min(360.0) };
        Spec {
            class: self.class.name.to_string(),
            seed,
            scenario: self.scenario,
            minutes,
            rate_hz: 1.0 / FIX_S,
            tws_kn: 7.0 + (seed % 5) as f64 * 2.5,
            twd_deg: (seed * 67 % 360) as f64,
            trend_deg_per_h: Some((seed % 3) as f64 * 2.0 - 2.0),
            mistakes: if self.scenario == Scenario::Passage { 0.0 } else { 1.0 },
            leg_min: Some(self.tracker.leg_min),
            noise: Noise { drift_m: 2.0, white_m: 1.0, ..Noise::LOGGER },
            heart_rate: false,
            ..Spec::default()
        }
    }

    fn evaluate(&self) -> Option<Errors> {
        let simulation = simulate(&self.spec()).ok()?;
        let recording = self.sent(&simulation);
        // Every second boat's class is not known.
        let class = if self.seed.is_multiple_of(2) { self.class } else { boat_class("Other")? };
        let analyze = |known: Known| analyze_recording("sparse", "", recording.clone(), class, known).ok();
        let own = analyze(Known::default())?;
        let true_wind = Known { pinned: Some(true_wind_series(&simulation)), ..Known::default() };
        let known = analyze(true_wind)?;
        let counted: Vec<&Maneuver> = turns(&own).filter(|m| m.counted).collect();
        let counted_known: Vec<&Maneuver> = turns(&known).filter(|m| m.counted).collect();
        let at_hand: Vec<&Maneuver> = turns(&known).collect();
        let long = self.between_long_legs(&simulation);
        let found = long.iter().filter(|&&i| at_hand.iter().any(|m| self.is_of(m, &simulation, i))).count();
        let is_right =
            |m: &&&Maneuver| (0..simulation.truth.maneuvers.len()).any(|i| self.is_of(m, &simulation, i));
        let right = counted.iter().filter(is_right).count();
        let right_known = counted_known.iter().filter(is_right).count();
        Some(Errors {
            passage: *self,
            distance_pct: distance_pct(&simulation, &own)?,
            leg_kn: leg_errors_kn(&simulation, &own),
            records: record_errors(&simulation, &own),
            wind: wind_deviations(&simulation, &own.report),
            found: (found, long.len()),
            right: (right, counted.len()),
            right_in_true_wind: (right_known, counted_known.len()),
        })
    }

    /// The fixes that the tracker sends: about every interval, and some are missed.
    fn sent(&self, simulation: &Simulation) -> Recording {
        let mut recording = simulation.recording(DeviceColumns::PositionsAlone);
        let time_ms = &recording.columns.time_ms;
        let mut state = self.seed.wrapping_mul(2_654_435_761).wrapping_add(self.tracker.interval_s as u64);
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as f64 / (1_u64 << 31) as f64
        };
        let (mut rows, mut due_ms) = (Vec::new(), time_ms.first().copied().unwrap_or(0.0));
        for (row, &t) in time_ms.iter().enumerate() {
            if t >= due_ms {
                if random() >= MISSED_SHARE {
                    rows.push(row);
                }
                let interval_s = self.tracker.interval_s * (1.0 + JITTER_SHARE * (2.0 * random() - 1.0));
                due_ms = t + 1000.0 * interval_s - 500.0 * FIX_S;
            }
        }
        recording.columns = std::mem::take(&mut recording.columns).into_selected(&rows);
        recording
    }

    /// Indices of the true tacks and gybes without another turn within [`LONG_LEG_INTERVALS`] and the ends as far away.
    fn between_long_legs(&self, simulation: &Simulation) -> Vec<usize> {
        let far_s = LONG_LEG_INTERVALS * (1.0 + JITTER_SHARE) * self.tracker.interval_s;
        let all = &simulation.truth.maneuvers;
        let ends_s = simulation.spec.minutes * 60.0;
        let is_long = |i: &usize| {
            let at_s = second_of(simulation, &all[*i].time);
            let near =
                |m: &leebow_simulator::TrueManeuver| (second_of(simulation, &m.time) - at_s).abs() < far_s;
            let others = all.iter().enumerate().any(|(k, m)| k != *i && near(m));
            let through = matches!(all[*i].kind, SegmentKind::Tack | SegmentKind::Gybe);
            through
                && course_change_deg(&all[*i]) >= MIN_CHANGE_DEG
                && !others
                && at_s > far_s
                && at_s < ends_s - far_s
        };
        (0..all.len()).filter(is_long).collect()
    }

    /// True when a found maneuver is this true one: of its kind, and its moment within its span and half an interval.
    fn is_of(&self, m: &Maneuver, simulation: &Simulation, i: usize) -> bool {
        let truth = &simulation.truth.maneuvers[i];
        let at_s = second_of(simulation, &truth.time);
        let slack_s = 0.5 * self.tracker.interval_s;
        let (from, to) = (second_of(simulation, &m.start_time), second_of(simulation, &m.end_time));
        m.kind == truth.kind && from - slack_s <= at_s && at_s <= to + slack_s
    }
}

/// Change of course of a true tack or gybe, deg.
fn course_change_deg(m: &leebow_simulator::TrueManeuver) -> f64 {
    let sum_deg = m.wind_angle_in_deg.abs() + m.wind_angle_out_deg.abs();
    if m.kind == SegmentKind::Tack { sum_deg } else { 360.0 - sum_deg }
}

/// The tacks and gybes of an analysis.
fn turns(analysis: &Analysis) -> impl Iterator<Item = &Maneuver> {
    let through = |m: &&Maneuver| matches!(m.kind, SegmentKind::Tack | SegmentKind::Gybe);
    analysis.report.maneuvers.iter().filter(through)
}

/// Seconds from the start of a simulation.
fn second_of(simulation: &Simulation, iso: &str) -> f64 {
    (ms_from_iso(iso).unwrap_or(f64::NAN) - simulation.spec.start_time_ms) / 1000.0
}

/// True way between two instants, m; the path has 20 moments a second.
fn true_way_m(simulation: &Simulation, from_s: f64, to_s: f64) -> Option<f64> {
    let at = |t: f64| (t * 20.0).round().max(0.0) as usize;
    let path = simulation.path.get(at(from_s)..at(to_s))?;
    Some(path.iter().map(|m| libm::hypot(m.east_mps, m.north_mps)).sum::<f64>() / 20.0)
}

fn distance_pct(simulation: &Simulation, analysis: &Analysis) -> Option<f64> {
    let report = &analysis.report;
    let (from, to) = (second_of(simulation, &report.start_time), second_of(simulation, &report.end_time));
    let truth = true_way_m(simulation, from, to)?;
    Some(100.0 * (report.summary.distance_m - truth) / truth)
}

fn leg_errors_kn(simulation: &Simulation, analysis: &Analysis) -> Vec<f64> {
    let error = |s: &leebow_engine::api::Straight| {
        let (from, to) = (second_of(simulation, &s.start_time), second_of(simulation, &s.end_time));
        let truth = true_way_m(simulation, from, to)? / (to - from);
        Some(s.sog_kn - leebow_engine::units::kn_from_mps(truth))
    };
    analysis.report.straights.iter().filter_map(error).collect()
}

fn record_errors(simulation: &Simulation, analysis: &Analysis) -> Vec<Deviation> {
    let records = &analysis.report.records;
    let mean = |r: &SpeedRecord| {
        let (from, to) = (second_of(simulation, &r.start_time), second_of(simulation, &r.end_time));
        let truth = leebow_engine::units::kn_from_mps(true_way_m(simulation, from, to)? / (to - from));
        let error = r.speed_kn - truth;
        Some(Deviation { error, in_interval: error.abs() <= Z_90 * r.error_kn })
    };
    let long = [&records.best_half_hour, &records.best_hour];
    let mut all: Vec<Deviation> = long.into_iter().flatten().filter_map(mean).collect();
    // A day counts where the boat made 5 kn from fix to fix: the truth is known where that was all the time.
    let day = records.best_day.as_ref().and_then(|d| {
        let (from, to) = (second_of(simulation, &d.start_time), second_of(simulation, &d.end_time));
        let is_whole = (to - from - d.duration_s).abs() < 1.0;
        let error = d.distance_m - true_way_m(simulation, from, to).filter(|_| is_whole)?;
        Some(Deviation { error, in_interval: error.abs() <= Z_90 * d.error_m })
    });
    all.extend(day);
    all
}
