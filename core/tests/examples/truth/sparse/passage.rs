//! One simulated passage as a tracker sends it, and the errors of its analysis.

use leebow_engine::Analysis;
use leebow_engine::api::{Maneuver, SpeedRecord};
use leebow_engine::calendar::ms_from_iso;
use leebow_engine::config::{BoatClass, boat_class};
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::segment::SegmentKind;
use leebow_engine::track::Recording;
use leebow_simulator::{DeviceColumns, Noise, Scenario, Simulation, Spec, simulate};

use crate::evaluation::{Deviation, Z_90, wind_deviations};
use crate::sessions::true_wind_series;
use crate::table::DataSet;

/// Interval of the fixes of which the tracker sends some, s.
const FIX_S: f64 = 10.0;
/// Fixes that the tracker misses, and what it deviates from its interval, shares.
const MISSED_SHARE: f64 = 0.03;
const JITTER_SHARE: f64 = 0.2;
/// A true tack or gybe is between long legs when no other turn is within this many intervals.
const LONG_LEG_INTERVALS: f64 = 3.0;
/// Least course change of the true tacks and gybes that are looked for, deg: a gybe through less, of a boat that runs dead
/// before the wind, changes the course by what waves do.
const MIN_CHANGE_DEG: f64 = 30.0;

/// A tracker and the passages it records.
#[derive(Clone, Copy)]
pub struct Tracker {
    pub name: &'static str,
    pub interval_s: f64,
    /// Duration of a passage, and mean duration of its legs, min.
    pub minutes: f64,
    pub leg_min: f64,
}

#[derive(Clone, Copy)]
pub struct Passage {
    pub tracker: Tracker,
    pub class: &'static BoatClass,
    pub seed: u64,
    pub data_set: DataSet,
    pub scenario: Scenario,
}

/// Errors of the analysis of one passage.
pub struct Errors {
    pub passage: Passage,
    pub distance_pct: f64,
    pub leg_kn: Vec<f64>,
    pub records: Vec<Deviation>,
    pub wind: Option<Vec<Deviation>>,
    /// Tacks and gybes between long legs: found in the true wind, and all.
    pub found: (usize, usize),
    /// Counted tacks and gybes: right, and all, in the estimated wind and in the true wind.
    pub right: (usize, usize),
    pub right_in_true_wind: (usize, usize),
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

    /// Simulates and analyses the passage.
    pub fn evaluate(&self) -> Option<Errors> {
        let simulation = simulate(&self.spec()).ok()?;
        let recording = self.sent(&simulation);
        // Every second boat's class is not known.
        let class = if self.seed.is_multiple_of(2) { self.class } else { boat_class("Other")? };
        let analyze =
            |inputs: AnalysisInputs| analyze_recording("sparse", "", recording.clone(), class, inputs).ok();
        let own = analyze(AnalysisInputs::default())?;
        let true_wind =
            AnalysisInputs { pinned: Some(true_wind_series(&simulation)), ..AnalysisInputs::default() };
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
