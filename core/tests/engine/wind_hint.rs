//! The wind direction that the user gives, as a hint or a pin: it decides the end and the quarter; the track refines it.

use std::path::PathBuf;

use leebow_engine::angle::{wrap_180, wrap_360};
use leebow_engine::api::{Action, Correction, FileAnalysis};
use leebow_engine::wind::WindSource;
use leebow_engine::{Options, analyze};
use leebow_simulator::{Scenario, Spec, simulate, write_simulation};

fn sailed(fixture: &str, wind_hint_deg: Option<f64>) -> FileAnalysis {
    let laser = Some("Laser".to_string());
    analyzed(fixture, Options { boat_class: laser, wind_hint_deg, ..Options::default() })
}

fn analyzed(fixture: &str, options: Options) -> FileAnalysis {
    let path = format!("{}/../../fixtures/{fixture}", env!("CARGO_MANIFEST_DIR"));
    analyze(fixture, &std::fs::read(path).unwrap(), None, &options).unwrap().report
}

#[test]
fn a_track_of_reaches_uses_the_given_wind() {
    let reach = "ilca-reach-only.fit";
    let unknown = sailed(reach, None);
    assert!(unknown.wind.is_none());
    assert!(unknown.notes.iter().any(|note| note.contains("set the direction")));
    let given = sailed(reach, Some(90.0));
    let wind = given.wind.unwrap();
    assert_eq!(wind.source, WindSource::Pinned);
    assert!((wind.twd_deg - 90.0).abs() < 25.0 && wind.sd_deg > 5.0, "{} ± {}", wind.twd_deg, wind.sd_deg);
    assert!(given.straights.iter().any(|straight| straight.side.is_some()));
    assert_eq!(given.notes.iter().filter(|note| note.contains("set the direction")).count(), 0);
}

#[test]
fn a_hint_against_the_evidence_of_the_track_is_used_and_a_note_gives_the_track_s_wind() {
    let known = sailed("ilca-weymouth.gpx", None).wind.unwrap().twd_deg;
    for off in [90.0, 180.0, -90.0] {
        let hint = wrap_360(known + off);
        let against = sailed("ilca-weymouth.gpx", Some(hint));
        let wind = against.wind.unwrap();
        assert!(wrap_180(wind.twd_deg - hint).abs() < 45.0, "{off}: {}", wind.twd_deg);
        assert_eq!(wind.flip_probability, 0.0);
        let track = wind.track_estimate.unwrap();
        assert!(wrap_180(track.twd_deg - known).abs() < 10.0, "{off}: {}", track.twd_deg);
        assert!(track.probability > 0.9);
        assert!(against.notes.iter().any(|note| note.starts_with("The track itself suggests wind from ")));
    }
}

#[test]
fn a_hint_near_the_wind_of_the_track_is_refined_by_it() {
    let known = sailed("ilca-weymouth.gpx", None).wind.unwrap().twd_deg;
    let near = sailed("ilca-weymouth.gpx", Some(wrap_360(known + 20.0)));
    let wind = near.wind.unwrap();
    assert!(wrap_180(wind.twd_deg - known).abs() < 6.0, "{}", wind.twd_deg);
    assert!(wind.track_estimate.is_none());
    assert!(!near.notes.iter().any(|note| note.contains("suggests")));
}

#[test]
fn a_wind_pinned_over_the_track_is_used_and_a_note_gives_the_track_s_wind() {
    let known = sailed("ilca-weymouth.gpx", None).wind.unwrap().twd_deg;
    let given = wrap_360(known + 180.0);
    let pin = Correction {
        action: Action::PinWind,
        kind: None,
        start_time: None,
        end_time: None,
        to_kind: None,
        new_start_time: None,
        new_end_time: None,
        twd_deg: Some(given),
        shift_s: None,
        calibration: None,
        instrument: None,
    };
    let pinned = analyzed(
        "ilca-weymouth.gpx",
        Options { boat_class: Some("Laser".to_string()), corrections: vec![pin], ..Options::default() },
    );
    let wind = pinned.wind.unwrap();
    assert!(wrap_180(wind.twd_deg - given).abs() < 1.0 && wind.source == WindSource::Pinned);
    assert!(wrap_180(wind.track_estimate.unwrap().twd_deg - known).abs() < 10.0);
    assert!(pinned.notes.iter().any(|note| note.starts_with("The track itself suggests wind from ")));
}

#[test]
fn a_hint_decides_against_a_measured_wind_from_the_opposite_direction() {
    let measured = sailed("j70-biscayne-bay.nmea", None).wind.unwrap().twd_deg;
    let near = sailed("j70-biscayne-bay.nmea", Some(wrap_360(measured + 20.0)));
    assert!(wrap_180(near.wind.unwrap().twd_deg - measured).abs() < 8.0);
    let opposite = sailed("j70-biscayne-bay.nmea", Some(wrap_360(measured + 180.0)));
    assert!(wrap_180(opposite.wind.unwrap().twd_deg - measured).abs() > 135.0);
    assert!(opposite.notes.iter().any(|note| note.contains("which is used")));
}

/// Board sessions of the recordings and the wind of their day (examples/wind_eval/known.rs), deg.
const BOARDS: [(&str, f64); 10] = [
    ("gpx/wingfoil-puerto-rico-twd90.gpx", 90.0),
    ("gpx/wingfoil-hood-river-angles.gpx", 265.0),
    ("gpx/wingfoil-hood-river-session.gpx", 255.0),
    ("fit/wingfoil-2026-06-13-1558_rheinstetten-windsurfen_native.fit", 250.0),
    ("fit/wingfoil-2026-07-31-1451_nago-torbole-windsurfen_native.fit", 205.0),
    ("fit/wingfoil-2026-08-01-0804_nago-torbole-windsurfen_native.fit", 35.0),
    ("fit/wingfoil-2026-08-03-0741_nago-torbole-windsurfen_native.fit", 25.0),
    ("fit/wingfoil-2026-08-04-1411_nago-torbole-windsurfen_native.fit", 200.0),
    ("fit/wingfoil-2026-08-05-1356_nago-torbole-foilmotion_foilmotion.fit", 190.0),
    ("fit/wingfoil-2026-08-06-0757_nago-torbole-wingfoiling_wingfoiling.fit", 30.0),
];

#[test]
fn every_board_session_keeps_the_end_of_the_wind_that_its_rider_gives() {
    let named = std::env::var_os("LEEBOW_RECORDINGS").map(PathBuf::from);
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/recordings");
    let Some(folder) = named.into_iter().chain([beside]).find(|folder| folder.is_dir()) else {
        eprintln!("skipped: no recordings here; set LEEBOW_RECORDINGS to their folder");
        return;
    };
    for (file, twd_deg) in BOARDS {
        let bytes = std::fs::read(folder.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        for off in [0.0, 20.0, -20.0, 180.0] {
            let hint = wrap_360(twd_deg + off);
            let options = Options { wind_hint_deg: Some(hint), ..Options::default() };
            let report = analyze(file, &bytes, None, &options).unwrap().report;
            let wind = report.wind.unwrap();
            let from_hint = wrap_180(wind.twd_deg - hint).abs();
            assert!(from_hint <= 45.0, "{file}, hint {hint}: {} ± {}", wind.twd_deg, wind.sd_deg);
            let note = report.notes.iter().any(|note| note.contains("which is used"));
            assert_eq!(wind.track_estimate.is_some(), note, "{file}, hint {hint}: {:?}", report.notes);
            if off != 180.0 {
                assert!(!note, "{file}, hint {hint}: {:?}", report.notes);
                let off_deg = wrap_180(wind.twd_deg - twd_deg).abs();
                assert!(off_deg < 30.0, "{file}, hint {hint}: {} ± {}", wind.twd_deg, wind.sd_deg);
            }
        }
    }
}

#[test]
fn a_simulated_session_keeps_the_quarter_of_the_wind_that_its_sailor_gives() {
    for (class, scenario, seed) in [
        ("49er", Scenario::WindwardLeeward, 61),
        ("J70", Scenario::FreeRide, 62),
        ("Foil Pumping", Scenario::ToAndFro, 63),
        ("Laser", Scenario::ToAndFro, 64),
    ] {
        let twd_deg = 40.0 * (seed % 9) as f64;
        let spec =
            Spec { class: class.to_string(), seed, scenario, twd_deg, minutes: 30.0, ..Spec::default() };
        let file = write_simulation(&simulate(&spec).unwrap(), "gpx").unwrap();
        for off in [0.0, 20.0, -20.0, 90.0, 180.0, 270.0] {
            let hint = wrap_360(twd_deg + off);
            let options = Options { wind_hint_deg: Some(hint), ..Options::default() };
            let wind = analyze("session.gpx", &file, None, &options).unwrap().report.wind.unwrap();
            let from_hint = wrap_180(wind.twd_deg - hint).abs();
            assert!(from_hint <= 45.0, "{class} {scenario:?}, hint {off} off: {}", wind.twd_deg);
            let near = off.abs() <= 20.0;
            let error = wrap_180(wind.twd_deg - twd_deg).abs();
            assert!(!near || error < 25.0, "{class} {scenario:?}, hint {off} off: {error}");
        }
    }
}
