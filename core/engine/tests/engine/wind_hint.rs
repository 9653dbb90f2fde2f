//! The user's wind hint: it decides where the track is ambiguous, and is used where the track has no evidence.

use leebow_engine::api::FileAnalysis;
use leebow_engine::wind::WindSource;
use leebow_engine::{Options, analyze};

fn sailed(fixture: &str, wind_hint_deg: Option<f64>) -> FileAnalysis {
    let path = format!("{}/../../fixtures/{fixture}", env!("CARGO_MANIFEST_DIR"));
    let options = Options { boat_class: Some("Laser".to_string()), wind_hint_deg, ..Options::default() };
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
fn a_track_with_evidence_against_the_hint_overrides_it_with_a_note() {
    let known = sailed("ilca-weymouth.gpx", None).wind.unwrap().twd_deg;
    let opposite = sailed("ilca-weymouth.gpx", Some((known + 180.0) % 360.0));
    assert!((opposite.wind.unwrap().twd_deg - known).abs() < 10.0);
    assert!(opposite.notes.iter().any(|note| note.contains("tell another wind than the one you gave")));
    let near = sailed("ilca-weymouth.gpx", Some((known + 20.0) % 360.0));
    assert!(!near.notes.iter().any(|note| note.contains("another wind")));
}
