//! Wind logs that cover another time than the track.

use leebow_engine::Analysis;
use leebow_engine::angle::wrap_180;
use leebow_engine::config::boat_class;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::read::read;
use leebow_engine::track::Recording;
use leebow_engine::wind::{WindSeries, WindSource, measured_by};

const HOUR_MS: f64 = 3_600_000.0;

fn recording(name: &str) -> Recording {
    let path = format!("{}/../../fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    read(name, &std::fs::read(path).unwrap()).unwrap()
}

fn analyzed(name: &str, class: &str, log: Option<WindSeries>) -> Analysis {
    let inputs = AnalysisInputs { measured: log, ..AnalysisInputs::default() };
    analyze_recording(name, "", recording(name), boat_class(class).unwrap(), inputs).unwrap()
}

/// A wind from one direction, a sample a minute.
fn steady(from_ms: f64, hours: f64, twd_deg: f64, tws_mps: f64) -> WindSeries {
    let samples = (60.0 * hours) as usize;
    WindSeries {
        source: WindSource::Measured,
        time_ms: (0..samples).map(|k| from_ms + 60_000.0 * k as f64).collect(),
        twd_deg: vec![twd_deg; samples],
        sd_deg: vec![4.0; samples],
        tws_mps: vec![tws_mps; samples],
        flip_probability: 0.0,
    }
}

#[test]
fn a_wind_log_of_another_day_changes_nothing_and_a_note_says_so() {
    for (name, class) in [("49er-kiel.fit", "49er"), ("ilca-reach-only.fit", "Laser")] {
        let start_ms = recording(name).columns.time_ms[0];
        let alone = analyzed(name, class, None);
        for days in [-2.0, 2.0] {
            let log = steady(start_ms + days * 24.0 * HOUR_MS, 3.0, 77.0, 6.0);
            let mut beside = analyzed(name, class, Some(log));
            let note = "The measured wind covers no time of this track, so it is not used.";
            assert!(beside.report.notes.iter().any(|n| n == note), "{name}: {:?}", beside.report.notes);
            beside.report.notes.retain(|n| n != note);
            let json = |analysis: &Analysis| serde_json::to_string(&analysis.report).unwrap();
            assert_eq!(json(&beside), json(&alone), "{name}");
        }
    }
}

#[test]
fn the_wind_of_a_track_is_averaged_over_the_track_and_not_over_the_log() {
    let name = "j70-with-wind-log.gpx";
    let log = measured_by(&recording("j70-with-wind-log.wind.nmea")).unwrap().0;
    let right = analyzed(name, "J70", Some(log.clone())).report.wind.unwrap();
    // The log began ten hours before the track, in another wind.
    let mut long = steady(log.time_ms[0] - 10.0 * HOUR_MS, 9.5, right.twd_deg + 120.0, 20.0);
    long.time_ms.extend(&log.time_ms);
    long.twd_deg.extend(&log.twd_deg);
    long.sd_deg.extend(&log.sd_deg);
    long.tws_mps.extend(&log.tws_mps);
    let wind = analyzed(name, "J70", Some(long)).report.wind.unwrap();
    assert!(wrap_180(wind.twd_deg - right.twd_deg).abs() < 1.0, "{} {}", wind.twd_deg, right.twd_deg);
    assert!((wind.tws_kn.unwrap() - right.tws_kn.unwrap()).abs() < 0.2, "{:?}", wind.tws_kn);
    assert!((wind.twd_std_deg.unwrap() - right.twd_std_deg.unwrap()).abs() < 1.0);
}
