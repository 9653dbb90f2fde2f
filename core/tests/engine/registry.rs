//! The registries used by all parts: channels, boat classes, kinds, errors, options, columns.

use std::collections::BTreeSet;

use leebow_engine::analyze;
use leebow_engine::api::{InConditions, Options, SEGMENT_METRICS, Summary, to_json};
use leebow_engine::channel::{self, CHANNELS};
use leebow_engine::config::{BOAT_CLASSES, OTHER, boat_class, limits};
use leebow_engine::error::{Error, ErrorKind};
use leebow_engine::segment::{SegmentKind, TackSide};
use leebow_engine::track::Columns;
use leebow_engine::units::MPS_PER_KNOT;

/// The classes of the specification, as its lists spell them.
const SPECIFIED: &str = "29er, 470, 49er, 49erFX, C420, CFJ, Formula Kite, i420, J70, Laser, Melges 24, Moth, \
     Nacra 17, Viper 640, Other, Foil Pumping, Kite Flying";

fn kinds() -> [SegmentKind; 11] {
    use SegmentKind::{
        Acceleration, BearAway, Douse, FailedTack, Fall, Gybe, Penalty, Stop, Straight, Tack, Turn,
    };
    [Straight, Tack, Gybe, BearAway, Douse, Acceleration, Penalty, Fall, Stop, FailedTack, Turn]
}

fn is_snake_case(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

#[test]
fn every_channel_has_one_id_one_name_and_a_sentence() {
    let ids: BTreeSet<&str> = CHANNELS.iter().map(|c| c.id).collect();
    let names: BTreeSet<&str> = CHANNELS.iter().map(|c| c.name).collect();
    assert_eq!((ids.len(), names.len()), (CHANNELS.len(), CHANNELS.len()));
    for c in CHANNELS {
        assert!(is_snake_case(c.id), "{}", c.id);
        assert!(c.description.ends_with('.') && !c.description.contains('!'), "{}", c.description);
        assert_eq!(channel::find(c.id).map(|found| found.name), Some(c.name));
    }
    assert_eq!(channel::find("SOG"), None);
    assert_eq!(channel::find(""), None);
}

#[test]
fn speeds_are_stored_in_metres_per_second_and_read_in_knots() {
    let speeds: Vec<_> = CHANNELS.iter().filter(|c| c.unit == "m/s").collect();
    let ids: Vec<&str> = speeds.iter().map(|c| c.id).collect();
    assert_eq!(ids, ["sog", "vmg", "lvg", "tws", "vmg_twd", "stw", "aws", "sog_accuracy"]);
    for c in speeds {
        assert_eq!(c.display_unit, "kn");
        assert!((c.display_factor * MPS_PER_KNOT - 1.0).abs() < 1e-12);
        assert!(!c.circular);
    }
}

#[test]
fn directions_are_circular_and_hull_angles_are_not() {
    for id in ["cog", "hdg", "ewd", "twd", "etwa", "twa", "awa"] {
        assert!(channel::find(id).unwrap().circular, "{id}");
    }
    for id in ["etab", "heel", "pitch", "ewd_sd", "turn_rate"] {
        assert!(!channel::find(id).unwrap().circular, "{id}");
    }
    assert!(CHANNELS.iter().filter(|c| c.circular).all(|c| c.unit == "deg" && c.display_factor == 1.0));
}

#[test]
fn every_class_of_the_specification_is_there_and_no_other() {
    let specified: BTreeSet<&str> = SPECIFIED.split(", ").map(str::trim).collect();
    let known: BTreeSet<&str> = BOAT_CLASSES.iter().map(|c| c.name).collect();
    assert_eq!(known, specified);
    assert_eq!(known.len(), BOAT_CLASSES.len());
}

#[test]
fn class_parameters_are_plausible() {
    for c in BOAT_CLASSES {
        assert!((40.0..=55.0).contains(&c.upwind_deg), "{} upwind", c.name);
        assert!((130.0..=175.0).contains(&c.downwind_deg), "{} downwind", c.name);
        assert!((1.0..=1.5).contains(&c.speed_ratio), "{} is faster upwind than down", c.name);
        assert!(c.downwind_kappa > 0.0 && c.jerk > 0.0);
        assert!((25.0..=60.0).contains(&c.top_speed_kn), "{} at {} kn", c.name, c.top_speed_kn);
        assert!(c.foil_speed_kn.is_none_or(|v| v > 5.0 && v < c.top_speed_kn / 2.0));
    }
}

#[test]
fn keelboats_have_longer_recovery_and_foils_a_foiling_speed() {
    let names = |holds: fn(&leebow_engine::config::BoatClass) -> bool| {
        BOAT_CLASSES.iter().filter(|c| holds(c)).map(|c| c.name).collect::<Vec<_>>()
    };
    assert_eq!(names(|c| c.keelboat), ["J70", "Melges 24"]);
    let flying = names(|c| c.foil_speed_kn.is_some());
    assert_eq!(flying, ["Formula Kite", "Moth", "Nacra 17", "Foil Pumping", "Kite Flying"]);
}

#[test]
fn a_class_is_found_in_any_spelling_and_nothing_else_is() {
    assert_eq!(boat_class("LASER").map(|c| c.name), Some("Laser"));
    assert_eq!(boat_class("formula kite").map(|c| c.name), Some("Formula Kite"));
    assert_eq!(boat_class(" Formula-Kite").map(|c| c.name), Some("Formula Kite"));
    assert_eq!((boat_class("Lase"), boat_class(""), boat_class(" ")), (None, None, None));
    assert_eq!(OTHER.name, "Other");
}

#[test]
fn kinds_have_permanent_numbers_letters_and_names() {
    let numbers: Vec<u8> = kinds().iter().map(|k| *k as u8).collect();
    assert_eq!(numbers, (0..11).collect::<Vec<u8>>());
    let letters: String = kinds().iter().map(|k| k.letter()).collect();
    assert_eq!(letters, "STGBDACFHXU");
    let distinct: BTreeSet<char> = letters.chars().collect();
    assert_eq!(distinct.len(), letters.len(), "two kinds share a letter");
    let spelt: Vec<String> = kinds().iter().map(to_json).collect();
    assert_eq!(spelt[3], "\"bear_away\"");
    assert_eq!(spelt[9], "\"failed_tack\"");
    assert_eq!(to_json(&[TackSide::Port, TackSide::Starboard]), r#"["port","starboard"]"#);
}

#[test]
fn every_error_has_its_own_id_and_a_full_sentence() {
    let said = |s: &str| s.to_string();
    let all = [
        ErrorKind::Empty,
        ErrorKind::UnknownFormat { found: said("It begins like a picture.") },
        ErrorKind::NotATrack { what: said("settings") },
        ErrorKind::NoPositions,
        ErrorKind::NoTimes,
        ErrorKind::TooLarge { limit: said("100 MB is the most") },
        ErrorKind::Unreadable { reason: said("it ends early") },
        ErrorKind::BadOptions { reason: said("correction 1 has no time.") },
    ];
    let ids: BTreeSet<&str> = all.iter().map(ErrorKind::id).collect();
    assert_eq!(ids.len(), all.len());
    for kind in all {
        let error = Error::from(kind);
        let sentence = error.to_string();
        assert!(is_snake_case(error.kind.id()) && error.at.is_none());
        assert!(sentence.ends_with('.') && !sentence.contains('!') && !sentence.contains(".."), "{sentence}");
        let json: serde_json::Value = serde_json::from_str(&error.to_json()).unwrap();
        assert_eq!(json["message"], sentence);
        assert!(json["at"].is_null());
    }
}

#[test]
fn options_are_refused_for_what_is_wrong_with_them() {
    let wrong = [r#"{"boat_class":7}"#, r#"{"wind_hint_deg":"south"}"#, "7", "{", r#"{"wind":90}"#, "null"];
    for json in wrong {
        let error = Options::from_json(json).unwrap_err();
        assert_eq!(error.kind.id(), "bad_options", "{json}");
        assert!(error.to_string().ends_with('.'), "{error}");
    }
    let none = Options::from_json(r#"{"boat_class":null,"wind_hint_deg":null}"#);
    assert_eq!(none, Ok(Options::default()));
    assert_eq!(Options::from_json("{}"), Ok(Options::default()));
}

#[test]
fn options_survive_serialisation() {
    let options =
        Options { boat_class: Some("49er".into()), wind_hint_deg: Some(359.5), ..Options::default() };
    assert_eq!(Options::from_json(&to_json(&options)), Ok(options));
}

#[test]
fn an_unknown_class_is_no_reason_to_refuse_a_file() {
    let refused = |class: &str| {
        let options = Options { boat_class: Some(class.into()), ..Options::default() };
        analyze("noise.bin", b"\x00\x01\x02", None, &options).unwrap_err().to_string()
    };
    assert_eq!(refused("Ark"), refused("Laser"));
    let path = format!("{}/../../fixtures/ilca-weymouth.gpx", env!("CARGO_MANIFEST_DIR"));
    let options = Options { boat_class: Some("Ark".into()), ..Options::default() };
    let analysis = analyze("a.gpx", &std::fs::read(path).unwrap(), None, &options).unwrap().report;
    assert_eq!(analysis.boat_class, "Other");
    assert!(
        analysis.notes[0].starts_with("\"Ark\" is not a boat class Leebow knows"),
        "{:?}",
        analysis.notes
    );
    let error = analyze("nothing", b"", None, &Options::default()).unwrap_err();
    assert_eq!(error.kind.id(), "empty_file");
}

#[test]
fn values_that_are_not_finite_are_serialised_as_null() {
    let summary = Summary {
        distance_m: f64::NAN,
        duration_s: f64::INFINITY,
        water_time_s: 0.0,
        under_engine: None,
        max_speed_kn: None,
        max_speed_error_kn: Some(0.25),
        sample_rate_hz: None,
        tacks: 1,
        gybes: 2,
        sets: 3,
        douses: 4,
        turns: 0,
        straights: 5,
        accelerations: 6,
        conditions: InConditions::default(),
    };
    let json: serde_json::Value = serde_json::from_str(&to_json(&summary)).unwrap();
    assert!(json["distance_m"].is_null() && json["duration_s"].is_null() && json["max_speed_kn"].is_null());
    assert_eq!((&json["max_speed_error_kn"], &json["douses"]), (&0.25.into(), &4.into()));
}

#[test]
fn segment_metrics_have_unique_names_with_units() {
    let ids: BTreeSet<&&str> = SEGMENT_METRICS.iter().collect();
    assert_eq!(ids.len(), SEGMENT_METRICS.len());
    for id in SEGMENT_METRICS {
        let unit = ["_m", "_deg", "_kn", "_dps", "_s"].iter().any(|u| id.ends_with(u));
        assert!(is_snake_case(id) && (unit || *id == "quality"), "{id}");
    }
}

#[test]
fn limits_allow_a_long_day_and_no_archive_bomb() {
    // Eight hours at 25 Hz, and an archive with at least one file of the largest size.
    const { assert!(limits::POINTS > 8 * 3600 * 25) };
    const { assert!(limits::ARCHIVE_BYTES >= limits::FILE_BYTES) };
    const { assert!(limits::ARCHIVE_BYTES < limits::FILE_BYTES * limits::ARCHIVE_RATIO) };
}

fn three_rows() -> Columns {
    Columns::new(vec![0.0, 1000.0, 2000.0], vec![54.0, 54.1, 54.2], vec![10.0, 10.1, 10.2]).unwrap()
}

#[test]
fn columns_of_unequal_length_are_refused() {
    let short = Columns::new(vec![0.0, 1.0], vec![54.0], vec![10.0, 10.0]);
    assert_eq!(short.unwrap_err().kind.id(), "unreadable");
    assert!(Columns::new(vec![], vec![], vec![]).unwrap().is_empty());
}

#[test]
fn a_channel_without_values_has_no_column() {
    let mut columns = three_rows();
    columns.set("heel", vec![f32::NAN; 3]);
    columns.set("pitch", vec![1.0, 2.0]);
    assert_eq!((columns.get("heel"), columns.get("pitch")), (None, None));
    columns.set("heel", vec![f32::NAN, 0.0, f32::NAN]);
    assert_eq!(columns.get("heel").unwrap()[1], 0.0);
}

#[test]
fn setting_a_channel_again_replaces_it() {
    let mut columns = three_rows();
    columns.set("heel", vec![1.0; 3]);
    columns.set("Herzfrequenz", vec![120.0; 3]);
    columns.set("heel", vec![2.0; 3]);
    let ids: Vec<&str> = columns.channels().iter().map(|c| c.id.as_ref()).collect();
    assert_eq!(ids, ["Herzfrequenz", "heel"]);
    assert_eq!(columns.get("heel"), Some(&[2.0_f32; 3][..]));
}

#[test]
fn chosen_rows_keep_every_column_in_step() {
    let mut columns = three_rows();
    columns.set("heel", vec![5.0, 6.0, 7.0]);
    let chosen = columns.clone().into_selected(&[2, 0, 99]);
    assert_eq!((chosen.len(), chosen.time_ms.clone()), (2, vec![2000.0, 0.0]));
    assert_eq!((chosen.lat_deg, chosen.lon_deg), (vec![54.2, 54.0], vec![10.2, 10.0]));
    assert_eq!(columns.clone().into_selected(&[2, 0]).get("heel"), Some(&[7.0_f32, 5.0][..]));
    assert!(columns.clone().into_selected(&[]).is_empty());
}
