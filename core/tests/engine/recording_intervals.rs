//! Every interval between fixes from 0.04 s (25 Hz receivers) to 4 h (trackers of offshore races), on every point of
//! sail, with all that may be known of the wind: the analysis returns, and its numbers keep the contract.

use leebow_engine::Analysis;
use leebow_engine::angle::{to_rad, wrap_360};
use leebow_engine::api::{Action, Correction, to_json};
use leebow_engine::calendar::{iso_utc, ms_from_iso};
use leebow_engine::config::{BoatClass, boat_class};
use leebow_engine::corrections;
use leebow_engine::geo::Plane;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::segment::SegmentKind;
use leebow_engine::track::{Columns, Format, Recording, SPARSE_INTERVAL_S};
use leebow_engine::wind::{WindSeries, WindSource};
use serde_json::Value;

use crate::passage::Passage;
use crate::processor_time;
use crate::random::Random;
use crate::sparse_invariants::{assert_counts_agree, assert_invents_nothing, is_sparse};

/// From 25 Hz to six fixes a day, s.
const INTERVALS_S: [f64; 20] = [
    0.04, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 24.0, 30.0, 60.0, 120.0, 181.0, 300.0, 600.0, 1800.0,
    3600.0, 7200.0, 14_400.0,
];
const START_MS: f64 = 1_781_359_200_000.0;
const WIND_DEG: f64 = 270.0;
/// Shortest leg between two turns, s and fixes.
const LEG_S: f64 = 15.0;
const LEG_FIXES: f64 = 12.0;

#[derive(Debug, Clone, Copy)]
enum Sailing {
    Beat,
    Run,
    Reach,
    Stationary,
    /// Any course at any speed, at uneven intervals with gaps, with a device's own speed, course and heel.
    Erratic,
}

/// A random number about zero, at most 1.5 in size.
fn about_zero(random: &mut Random) -> f64 {
    random.unit() + random.unit() + random.unit() - 1.5
}

/// A recording with about this interval, s.
fn recording(sailing: Sailing, dt_s: f64) -> Recording {
    let fixes = (400.0 / dt_s).clamp(100.0, 600.0) as usize;
    let leg_s = LEG_S.max(LEG_FIXES * dt_s);
    let mut noise = Random::of((dt_s * 1000.0) as u64 + sailing as u64);
    let plane = Plane::at(20.0, -40.0);
    let (mut t_s, mut east_m, mut north_m) = (0.0, 0.0, 0.0);
    let (mut time_ms, mut places) = (Vec::new(), Vec::new());
    let (mut sog, mut cog, mut heel) = (Vec::new(), Vec::new(), Vec::new());
    for fix in 0..fixes {
        let side = if ((t_s / leg_s) as u64).is_multiple_of(2) { 1.0 } else { -1.0 };
        let sway_deg = 4.0 * about_zero(&mut noise);
        let (course_deg, sog_mps) = match sailing {
            Sailing::Beat => (WIND_DEG + 44.0 * side + sway_deg, 4.0),
            Sailing::Run => (WIND_DEG + 180.0 + 25.0 * side + sway_deg, 5.0),
            Sailing::Reach => (WIND_DEG + 90.0 * side + sway_deg, 6.0),
            Sailing::Stationary => (0.0, 0.0),
            Sailing::Erratic => (360.0 * noise.unit(), 12.0 * noise.unit()),
        };
        let step_s = match sailing {
            Sailing::Erratic if noise.unit() < 0.02 => 9.0 * dt_s,
            Sailing::Erratic => dt_s * (0.6 + 0.8 * noise.unit()),
            _ => dt_s,
        };
        let (sin, cos) = libm::sincos(to_rad(course_deg));
        if fix > 0 {
            t_s += step_s;
            east_m += sin * sog_mps * step_s;
            north_m += cos * sog_mps * step_s;
        }
        time_ms.push(START_MS + libm::round(t_s * 1000.0));
        places.push(plane.to_deg(east_m + about_zero(&mut noise), north_m + about_zero(&mut noise)));
        sog.push(sog_mps as f32);
        cog.push(wrap_360(course_deg) as f32);
        heel.push((15.0 * side + 5.0 * about_zero(&mut noise)) as f32);
    }
    let (lat_deg, lon_deg) = places.into_iter().unzip();
    let mut columns = Columns::new(time_ms, lat_deg, lon_deg).unwrap();
    if matches!(sailing, Sailing::Erratic) {
        columns.set("sog", sog);
        columns.set("cog", cog);
        columns.set("heel", heel);
    }
    Recording::of(Format::Gpx, columns)
}

/// Everything that may be known beside a recording, one way at a time.
fn all_inputs(recording: &Recording) -> Vec<(&'static str, AnalysisInputs)> {
    let time_ms = &recording.columns.time_ms;
    let (first_ms, last_ms) = (time_ms[0], time_ms[time_ms.len() - 1]);
    let at = |share: f64| first_ms + share * (last_ms - first_ms);
    let series = |source: WindSource, tws_mps: f64| WindSeries {
        source,
        time_ms: time_ms.clone(),
        twd_deg: vec![WIND_DEG; time_ms.len()],
        sd_deg: vec![5.0; time_ms.len()],
        tws_mps: vec![tws_mps; time_ms.len()],
        flip_probability: 0.0,
    };
    let pin = |from: Option<f64>, to: Option<f64>| Correction {
        twd_deg: Some(WIND_DEG),
        ..correction(Action::PinWind, None, from, to)
    };
    let add = |kind, from, to| correction(Action::Add, Some(kind), Some(at(from)), Some(at(to)));
    let edits = vec![
        add(SegmentKind::Tack, 0.1, 0.15),
        add(SegmentKind::Gybe, 0.2, 0.2001),
        add(SegmentKind::BearAway, 0.3, 0.4),
        add(SegmentKind::Straight, 0.5, 0.7),
        add(SegmentKind::Fall, 0.8, 1.5),
        Correction {
            to_kind: Some(SegmentKind::Penalty),
            ..correction(Action::ChangeKind, Some(SegmentKind::Gybe), Some(at(0.2)), Some(at(0.2001)))
        },
        Correction {
            new_start_time: Some(iso_utc(at(-0.5))),
            new_end_time: Some(iso_utc(at(0.05))),
            ..correction(Action::Move, Some(SegmentKind::Tack), Some(at(0.1)), Some(at(0.15)))
        },
        pin(Some(at(0.0)), Some(at(0.6))),
    ];
    let read = |edits: &[Correction]| corrections::read(edits).unwrap();
    vec![
        ("nothing", AnalysisInputs::default()),
        ("hint", AnalysisInputs { hint_deg: Some(WIND_DEG), ..AnalysisInputs::default() }),
        ("contrary hint", AnalysisInputs { hint_deg: Some(WIND_DEG - 180.0), ..AnalysisInputs::default() }),
        ("pin", AnalysisInputs { corrections: read(&[pin(None, None)]), ..AnalysisInputs::default() }),
        (
            "pin of a part",
            AnalysisInputs {
                corrections: read(&[pin(Some(at(0.3)), Some(at(0.7)))]),
                ..AnalysisInputs::default()
            },
        ),
        (
            "corrections",
            AnalysisInputs {
                corrections: read(&edits),
                hint_deg: Some(WIND_DEG),
                ..AnalysisInputs::default()
            },
        ),
        (
            "measured",
            AnalysisInputs { measured: Some(series(WindSource::Measured, 6.0)), ..AnalysisInputs::default() },
        ),
        (
            "pinned series",
            AnalysisInputs {
                pinned: Some(series(WindSource::Pinned, f64::NAN)),
                ..AnalysisInputs::default()
            },
        ),
    ]
}

fn correction(
    action: Action,
    kind: Option<SegmentKind>,
    from_ms: Option<f64>,
    to_ms: Option<f64>,
) -> Correction {
    Correction {
        action,
        kind,
        start_time: from_ms.map(iso_utc),
        end_time: to_ms.map(iso_utc),
        to_kind: None,
        new_start_time: None,
        new_end_time: None,
        twd_deg: None,
        shift_s: None,
        calibration: None,
        instrument: None,
    }
}

/// Analyses one shape of sailing at every interval: with a hint for one class of each kind, and with all that may be
/// known for one of them in turn.
fn analyse_all(sailing: Sailing) {
    let classes = ["Other", "J70", "Moth", "Laser", "49er", "Foil Pumping"].map(|n| boat_class(n).unwrap());
    let mut failed = Vec::new();
    for dt_s in INTERVALS_S {
        let recording = recording(sailing, dt_s);
        for (number, (what, inputs)) in all_inputs(&recording).into_iter().enumerate() {
            let one = [classes[number % classes.len()]];
            let chosen: &[&BoatClass] = if what == "hint" { &classes } else { &one };
            for class in chosen {
                let case = format!("{sailing:?} every {dt_s} s, {}, {what}", class.name);
                let run = || {
                    let analysis = analyze_recording(&case, "", recording.clone(), class, inputs.clone());
                    let analysis = analysis.unwrap();
                    assert_keeps_contract(&case, &analysis, dt_s);
                    if dt_s > SPARSE_INTERVAL_S {
                        assert!(is_sparse(&analysis), "{case}: not taken for sparse");
                        assert_invents_nothing(&case, &recording.columns, &analysis);
                    }
                };
                if std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err() {
                    failed.push(case);
                }
            }
        }
    }
    assert!(failed.is_empty(), "{} cases failed:\n{}", failed.len(), failed.join("\n"));
}

/// Lengths, order, ranges and numbers of one analysis.
fn assert_keeps_contract(case: &str, analysis: &Analysis, dt_s: f64) {
    let n = analysis.columns.len();
    let report = &analysis.report;
    assert_eq!((report.points as usize, analysis.fix_flags.len()), (n, n), "{case}");
    for column in analysis.columns.channels() {
        assert_eq!(column.values.len(), n, "{case}: {}", column.id);
        assert!(column.values.iter().all(|v| !v.is_infinite()), "{case}: {} is infinite", column.id);
    }
    let segments = &analysis.segments;
    assert_eq!(segments.kind.len(), report.maneuvers.len() + report.straights.len(), "{case}");
    let mut last = 0;
    for (&start, &end) in segments.start.iter().zip(&segments.end) {
        assert!(start >= last && start < end && end as usize <= n, "{case}: fixes {start}..{end} of {n}");
        last = start;
    }
    assert!(report.maneuvers.is_sorted_by(|a, b| a.time <= b.time), "{case}: maneuvers are not in order");
    assert!(report.straights.is_sorted_by(|a, b| a.end_time <= b.start_time), "{case}: straights overlap");
    let spans = report.maneuvers.iter().map(|m| (&m.name, &m.start_time, &m.end_time));
    let spans = spans.chain(report.straights.iter().map(|s| (&s.name, &s.start_time, &s.end_time)));
    for (name, start, end) in spans {
        assert!(start <= end, "{case}: {name} from {start} to {end}");
    }
    assert_counts_agree(case, analysis);
    if let Some(rate_hz) = report.summary.sample_rate_hz {
        assert!((0.5..2.0).contains(&(rate_hz * dt_s)), "{case}: {rate_hz} Hz");
    }
    assert_numbers(case, "", &serde_json::from_str(&to_json(report)).unwrap());
}

/// Numbers that the contract does not let be null; one that is not finite becomes null in JSON.
const REQUIRED: [&str; 16] = [
    "dt_s",
    "distance_m",
    "duration_s",
    "water_time_s",
    "error_kn",
    "error_m",
    "flip_probability",
    "quality",
    "sd_deg",
    "sog_kn",
    "cog_deg",
    "speed_kn",
    "take_off_kn",
    "twd_deg",
    "x_m",
    "y_m",
];

fn assert_numbers(case: &str, name: &str, value: &Value) {
    match value {
        Value::Null => assert!(!REQUIRED.contains(&name), "{case}: {name} is not a number"),
        Value::Array(all) => all.iter().for_each(|value| assert_numbers(case, name, value)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| assert_numbers(case, name, value)),
        _ => {}
    }
}

#[test]
fn a_beat_is_analysed_at_every_interval() {
    analyse_all(Sailing::Beat);
}

#[test]
fn a_run_is_analysed_at_every_interval() {
    analyse_all(Sailing::Run);
}

#[test]
fn a_reach_is_analysed_at_every_interval() {
    analyse_all(Sailing::Reach);
}

#[test]
fn a_moored_boat_is_analysed_at_every_interval() {
    analyse_all(Sailing::Stationary);
}

#[test]
fn erratic_courses_with_gaps_are_analysed_at_every_interval() {
    analyse_all(Sailing::Erratic);
}

/// Seconds of the moments of the gybes of a run that is recorded every ten minutes, by its courses beside dead downwind.
fn gybes_every_ten_minutes(beside_deg: impl Fn(usize) -> f64) -> Vec<f64> {
    const STEP_S: f64 = 600.0;
    const FIXES: usize = 144;
    let plane = Plane::at(20.0, -40.0);
    let (mut east_m, mut north_m) = (0.0, 0.0);
    let (mut time_ms, mut lat_deg, mut lon_deg) = (Vec::new(), Vec::new(), Vec::new());
    for fix in 0..FIXES {
        let (lat, lon) = plane.to_deg(east_m, north_m);
        time_ms.push(START_MS + 1000.0 * STEP_S * fix as f64);
        lat_deg.push(lat);
        lon_deg.push(lon);
        let (sin, cos) = libm::sincos(to_rad(WIND_DEG + 180.0 + beside_deg(fix)));
        east_m += 5.0 * sin * STEP_S;
        north_m += 5.0 * cos * STEP_S;
    }
    let columns = Columns::new(time_ms.clone(), lat_deg, lon_deg).unwrap();
    let recording = Recording { columns, ..recording(Sailing::Run, 600.0) };
    let wind = WindSeries {
        source: WindSource::Pinned,
        twd_deg: vec![WIND_DEG; FIXES],
        sd_deg: vec![3.0; FIXES],
        tws_mps: vec![f64::NAN; FIXES],
        time_ms,
        flip_probability: 0.0,
    };
    let inputs = AnalysisInputs { pinned: Some(wind), ..AnalysisInputs::default() };
    let report =
        analyze_recording("run", "", recording, boat_class("Laser").unwrap(), inputs).unwrap().report;
    let gybes = report.maneuvers.iter().filter(|m| m.kind == SegmentKind::Gybe);
    gybes.map(|m| (ms_from_iso(&m.time).unwrap() - START_MS) / 1000.0).collect()
}

#[test]
fn a_run_recorded_every_ten_minutes_has_its_gybes_and_no_others() {
    // Three hours on either tack, 20° beside dead downwind.
    let gybes = gybes_every_ten_minutes(|fix| if fix / 18 % 2 == 0 { 20.0 } else { -20.0 });
    assert_eq!(gybes.len(), 7, "{gybes:?}");
    for (number, at_s) in gybes.iter().enumerate() {
        let leg_ends_s = 10_800.0 * (number + 1) as f64;
        assert!((at_s - leg_ends_s).abs() <= 600.0, "gybe {number} at {at_s} s");
    }
    // A wandering course about dead downwind.
    let mut noise = Random::of(3);
    let sway: Vec<f64> = (0..144).map(|_| 8.0 * about_zero(&mut noise)).collect();
    assert_eq!(gybes_every_ten_minutes(|fix| sway[fix]), Vec::<f64>::new());
}

#[test]
fn the_wind_of_two_boats_is_estimated_at_every_interval() {
    use leebow_engine::fleet::estimate_fleet_winds;
    use leebow_engine::pipeline::recording_wind_evidence;

    let class = boat_class("Other").unwrap();
    for dt_s in INTERVALS_S {
        for sailing in [Sailing::Beat, Sailing::Run, Sailing::Reach, Sailing::Stationary, Sailing::Erratic] {
            let (one, other) = (recording(sailing, dt_s), recording(Sailing::Beat, dt_s));
            let evidence: Vec<_> = [&one, &other]
                .map(|r| {
                    recording_wind_evidence("boat", r.clone(), class, &AnalysisInputs::default()).unwrap()
                })
                .into_iter()
                .collect();
            for fleet in estimate_fleet_winds(&evidence) {
                for boat in fleet.answer().boats {
                    let Some(wind) = boat.wind else { continue };
                    let inputs = AnalysisInputs { fleet: Some(wind.estimate()), ..AnalysisInputs::default() };
                    let own = [&one, &other][boat.row as usize].clone();
                    let case = format!("{sailing:?} every {dt_s} s, boat {} of a fleet", boat.row);
                    let columns = own.columns.clone();
                    let analysis = analyze_recording(&case, "", own, class, inputs).unwrap();
                    assert_keeps_contract(&case, &analysis, dt_s);
                    if is_sparse(&analysis) {
                        assert_invents_nothing(&case, &columns, &analysis);
                    }
                }
            }
        }
    }
}

/// Processor time of analysing this many rows a microsecond apart, s.
fn dense_analysis_s(rows: usize) -> f64 {
    let mut dense = Passage::from(54.4, 10.2, 90.0, 5.0).leg(60.0, 5.0).recorded(1.0);
    let at_s = |row: usize| row as f64 * 1e-6;
    let start_ms = dense.columns.time_ms[0];
    dense.columns = Columns::new(
        (0..rows).map(|row| start_ms + 1000.0 * at_s(row)).collect(),
        vec![54.4; rows],
        (0..rows).map(|row| 10.2 + 7.7e-5 * at_s(row)).collect(),
    )
    .unwrap();
    let start = processor_time::now();
    let analysis =
        analyze_recording("a.csv", "", dense, boat_class("49er").unwrap(), AnalysisInputs::default())
            .unwrap();
    assert_eq!(analysis.columns.len(), rows);
    (processor_time::now() - start).as_secs_f64()
}

#[test]
fn rows_a_microsecond_apart_take_a_time_in_proportion_to_their_number() {
    // Compared in pairs, all rows within the reach of the smoothing would take 64 times as long. The least of three, because
    // memory that the system gives beside other tests takes processor time of its own.
    let ratio = (0..3).map(|_| dense_analysis_s(400_000) / dense_analysis_s(50_000)).fold(f64::MAX, f64::min);
    assert!(ratio < 20.0, "8 times as many rows take {ratio} times as long");
}
