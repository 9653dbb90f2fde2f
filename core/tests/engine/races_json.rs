//! The JSON of races: its fields, null for what is not known, and options that are refused with a sentence.

use std::collections::BTreeSet;

use crate::races_corrected::{corrected, fleet};
use leebow_engine::api;
use leebow_engine::error::ErrorKind;
use leebow_engine::race::{RaceOptions, RaceTrack, RaceTrackFacts};
use serde_json::Value;

fn fields(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn has(value: &Value, names: &str) {
    assert_eq!(fields(value), names.split(' ').collect(), "{value}");
}

/// The sentence with which options are refused.
fn refusal(options: &str) -> String {
    match api::races("[]", Vec::new(), options).map_err(|error| error.kind) {
        Err(ErrorKind::BadOptions { reason }) => reason,
        other => format!("{options}: {other:?}"),
    }
}

#[test]
fn a_race_in_json_has_the_fields_that_the_screens_read() {
    let analysis = corrected(fleet(), &[]);
    let day = serde_json::to_value(&analysis.day).unwrap();
    has(&day, "races practice_starts notes");
    let race = &day["races"][0];
    has(
        race,
        "start_time end_time gun_basis gun_sd_s gun_candidates recalls tracks wind_source twd_deg twd_sd_deg line \
         waypoints legs boats handicap notes",
    );
    has(&race["waypoints"][1], "id kind side marks moved");
    has(&race["waypoints"][1]["marks"][0], "lat_deg lon_deg sd_m basis passings");
    has(&race["legs"][0], "from to kind length_m axis_deg twd_deg twd_sd_deg");
    let boat = &race["boats"][0];
    has(boat, "track state place place_sure elapsed_s sailed_m start passings legs");
    has(&boat["passings"][0], "waypoint time sd_s place place_sure behind_s");
    has(
        &boat["legs"][0],
        "time_s sailed_m sailed_over_shortest_pct vmg_kn sog_kn tacks gybes places_gained gain_s gain_sd_s",
    );
    let words = [&race["waypoints"][1]["kind"], &race["legs"][0]["kind"], &race["legs"][1]["kind"]];
    assert_eq!(words, ["mark", "up", "down"]);
    assert_eq!((&race["wind_source"], &boat["state"]), (&Value::from("measured"), &Value::from("finished")));
}

#[test]
fn a_line_and_a_start_in_json_have_their_fields() {
    let truth = fleet().truth(0);
    let at = leebow_engine::calendar::iso_utc(fleet().ms(truth.gun_s));
    let end = |end: &str, place: &leebow_simulator::TruePlace| {
        let (lat, lon) = (place.lat_deg, place.lon_deg);
        format!(r#"{{"action":"place_line_end","at":"{at}","end":"{end}","lat_deg":{lat},"lon_deg":{lon}}}"#)
    };
    let gun = format!(r#"{{"action":"set_gun","at":"{at}","gun_time":"{at}"}}"#);
    let corrections = [gun, end("pin", &truth.line.pin), end("committee", &truth.line.committee)];
    let day = serde_json::to_value(corrected(fleet(), &corrections).day).unwrap();
    let race = &day["races"][0];
    has(
        &race["line"],
        "pin committee length_m bearing_deg bearing_sd_deg bias_deg bias_sd_deg bias_m bias_sd_m favoured",
    );
    has(&race["line"]["pin"], "lat_deg lon_deg sd_m basis");
    has(
        &race["boats"][0]["start"],
        "to_line_m to_line_sd_m speed_at_gun_kn crossed_after_s crossed_sd_s returned line_position over \
         places_after_60_s",
    );
    assert_eq!((&race["gun_basis"], &race["line"]["pin"]["basis"]), (&"typed".into(), &"hand".into()));
}

#[test]
fn what_is_not_known_is_null_and_never_a_number_that_is_none() {
    // Without a wind, and one boat whose receiver knew neither speed nor course.
    let mut tracks = fleet().tracks.clone();
    for track in &mut tracks {
        (track.ewd_deg, track.ewd_sd_deg) = (Vec::new(), Vec::new());
    }
    tracks[0].sog_mps.fill(f32::NAN);
    tracks[0].cog_deg.fill(f32::NAN);
    let facts: Vec<&RaceTrackFacts> = tracks.iter().map(|t| &t.facts).collect();
    let facts = serde_json::to_string(&facts).unwrap();
    let gun = leebow_engine::calendar::iso_utc(fleet().ms(fleet().truth(0).gun_s));
    let options = format!(r#"{{"corrections":[{{"action":"set_gun","at":"{gun}","gun_time":"{gun}"}}]}}"#);
    let analysis = api::races(&facts, tracks, &options).unwrap();
    let text = serde_json::to_string(&analysis.day).unwrap();
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    let day: Value = serde_json::from_str(&text).unwrap();
    let race = &day["races"][0];
    assert!(race["twd_deg"].is_null() && race["twd_sd_deg"].is_null());
    assert!(race["legs"].as_array().unwrap().iter().all(|leg| leg["twd_deg"].is_null()));
    assert!(text.contains("no_wind"), "{}", race["notes"]);
}

#[test]
fn corrections_with_values_that_no_race_has_are_refused_by_their_number() {
    let with = |correction: &str| format!(r#"{{"corrections":[{correction}]}}"#);
    let at = "2026-10-07T10:00:00Z";
    for (correction, sentence) in [
        (r#"{"action":"set_gun","at":"soon","gun_time":"soon"}"#.to_string(), "\"soon\" is not a time."),
        (format!(r#"{{"action":"set_gun","at":"{at}","gun_time":"25:00"}}"#), "\"25:00\" is not a time."),
        (
            r#"{"action":"set_clock","track":"1","ahead_s":90000}"#.to_string(),
            "a clock can be set by a day at most.",
        ),
        (
            format!(
                r#"{{"action":"place_mark","at":"{at}","waypoint":1,"mark":0,"lat_deg":91,"lon_deg":10}}"#
            ),
            "91, 10 is not a place.",
        ),
        (
            format!(r#"{{"action":"set_finish","at":"{at}","end":"pin","lat_deg":54,"lon_deg":181}}"#),
            "54, 181 is not a place.",
        ),
        (r#"{"action":"merge_race","at":""}"#.to_string(), "\"\" is not a time."),
        (r#"{"action":"exclude_boat","at":"x","track":"1"}"#.to_string(), "\"x\" is not a time."),
    ] {
        let refused = refusal(&with(&correction));
        assert!(refused.starts_with("Correction 1 cannot be used: "), "{refused}");
        assert!(refused.ends_with(sentence), "{refused}");
    }
    let second = format!(r#"{{"action":"merge_race","at":"{at}"}},{{"action":"split_race","at":"never"}}"#);
    assert!(refusal(&with(&second)).starts_with("Correction 2 "));
}

#[test]
fn options_of_another_form_are_refused() {
    for (options, what) in [
        ("[]", "they must be a JSON object."),
        ("null", "they must be a JSON object."),
        ("{", "EOF"),
        (r#"{"corrections":{}}"#, "expected a sequence"),
        (r#"{"corrections":[{"action":"sink_boat"}]}"#, "unknown variant `sink_boat`"),
        (r#"{"corrections":[{"at":"2026-10-07T10:00:00Z"}]}"#, "missing field `action`"),
        (r#"{"wind":{"source":"fleet"}}"#, "missing field `time_ms`"),
        (
            r#"{"wind":{"source":"guess","time_ms":[],"twd_deg":[],"sd_deg":[],"flip_probability":0}}"#,
            "guess",
        ),
    ] {
        let refused = refusal(options);
        assert!(refused.starts_with("These options cannot be used: "), "{refused}");
        assert!(refused.contains(what), "{options}: {refused}");
    }
}

#[test]
fn facts_of_another_form_are_refused() {
    let refused = |facts: &str| match api::races(facts, vec![RaceTrack::default()], "") {
        Err(error) => error.to_string(),
        Ok(_) => "accepted".to_string(),
    };
    for (facts, what) in [
        ("{}", "expected a sequence"),
        (r#"[{"name":1}]"#, "expected a string"),
        (r#"[{"nom":"1"}]"#, "unknown field `nom`"),
        (r#"[{"name":"1"}] []"#, "trailing characters"),
        (r#"[{"name":"1"},{"name":"2"}]"#, "not as many facts as tracks"),
        (r#"[{"events":[{"kind":"sunk","time_ms":0,"lat_deg":null,"lon_deg":null}]}]"#, "unknown variant"),
    ] {
        let sentence = refused(facts);
        assert!(sentence.contains("These races cannot be analysed: "), "{sentence}");
        assert!(sentence.contains(what), "{facts}: {sentence}");
    }
}

#[test]
fn options_are_read_back_as_they_were_written() {
    let json = r#"{"wind":{"source":"measured","time_ms":[0.0,1000.0],"twd_deg":[230.0,231.0],"sd_deg":[4.0,4.0],"flip_probability":0.0},"corrections":[{"action":"place_mark","at":"2026-10-07T10:00:00Z","waypoint":2,"mark":1,"lat_deg":54.5,"lon_deg":10.25},{"action":"exclude_boat","at":"2026-10-07T10:00:00Z","track":"3"}]}"#;
    let options = RaceOptions::from_json(json).unwrap();
    assert_eq!(serde_json::to_string(&options).unwrap(), json);
    assert_eq!(RaceOptions::from_json("").unwrap(), RaceOptions::default());
    assert_eq!(RaceOptions::from_json(" {} ").unwrap(), RaceOptions::default());
}
