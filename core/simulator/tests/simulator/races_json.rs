//! The settings of races in JSON: ranges, what is written, and the truth of a race in its file.

use crate::races::spec;
use leebow_simulator::{Finish, RaceSettings, Scenario, Spec, simulate, write};

/// The sentence with which settings of a race are refused.
fn refusal(settings: &str) -> String {
    let json = format!(r#"{{"scenario":"race","race":{settings}}}"#);
    match Spec::from_json(&json) {
        Ok(_) => format!("{settings} was accepted"),
        Err(error) => error.to_string(),
    }
}

fn truth(json: &str) -> String {
    String::from_utf8(write(json, "truth").unwrap()).unwrap()
}

#[test]
fn each_setting_out_of_its_range_is_refused_by_its_name() {
    let wrong = [
        (r#"{"races":0}"#, "races is 0; it must be between 1 and 20."),
        (r#"{"races":21}"#, "races is 21; it must be between 1 and 20."),
        (r#"{"laps":0}"#, "laps is 0; it must be between 1 and 6."),
        (r#"{"leg_m":100}"#, "leg_m is 100; it must be between 200 and 6000."),
        (r#"{"first_gun_min":0.5}"#, "first_gun_min is 0.5; it must be between 1 and 600."),
        (r#"{"gun_second_s":60}"#, "gun_second_s is 60; it must be between 0 and 59.999."),
        (r#"{"line_m":5}"#, "line_m is 5; it must be between 20 and 1000."),
        (r#"{"line_bias_deg":-31}"#, "line_bias_deg is -31; it must be between -30 and 30."),
        (r#"{"arrival_s":-1}"#, "arrival_s is -1; it must be between 0 and 20."),
        (r#"{"offset_m":301}"#, "offset_m is 301; it must be between 0 and 300."),
        (r#"{"practice_starts":7}"#, "practice_starts and general_recalls is 7"),
        (r#"{"general_recalls":7}"#, "practice_starts and general_recalls is 7"),
        (r#"{"late_s":-5}"#, "late_s is -5; it must be between 0 and 3600."),
        (r#"{"overstand_deg":31}"#, "overstand_deg is 31; it must be between 0 and 30."),
        (r#"{"clock_offset_s":4000}"#, "clock_offset_s is 4000; it must be between -3600 and 3600."),
    ];
    for (settings, sentence) in wrong {
        let refused = refusal(settings);
        assert!(refused.contains(sentence), "{settings}: {refused}");
    }
}

#[test]
fn settings_that_no_race_has_are_refused_with_a_sentence() {
    for (settings, what) in [
        (r#"{"lap":2}"#, "unknown field `lap`"),
        (r#"{"finish":"sideways"}"#, "unknown variant `sideways`"),
        (r#"{"laps":-1}"#, "invalid value"),
        (r#"{"gate":1}"#, "invalid type"),
        (r#"{"covers_seed":-3}"#, "invalid value"),
    ] {
        let refused = refusal(settings);
        assert!(refused.contains("The simulation options cannot be read"), "{refused}");
        assert!(refused.contains(what), "{settings}: {refused}");
    }
}

#[test]
fn values_that_are_no_numbers_are_refused() {
    let race = RaceSettings { leg_m: Some(f64::NAN), ..RaceSettings::default() };
    assert!(simulate(&spec("49er", 5.0, race)).is_err());
    let race = RaceSettings { clock_offset_s: f64::INFINITY, ..RaceSettings::default() };
    assert!(simulate(&spec("49er", 5.0, race)).is_err());
}

#[test]
fn the_ends_of_the_ranges_are_sailed() {
    let least = RaceSettings {
        leg_m: Some(200.0),
        line_m: Some(20.0),
        line_bias_deg: Some(-30.0),
        first_gun_min: 1.0,
        laps: 1,
        ..RaceSettings::default()
    };
    let most = RaceSettings {
        races: 20,
        laps: 6,
        leg_m: Some(6000.0),
        line_m: Some(1000.0),
        line_bias_deg: Some(30.0),
        gun_second_s: 59.999,
        offset_m: 300.0,
        overstand_deg: 30.0,
        practice_starts: 6,
        general_recalls: 6,
        ..RaceSettings::default()
    };
    for race in [least, most] {
        let boat = simulate(&spec("49er", 12.0, race)).unwrap();
        assert!(boat.path.iter().all(|m| m.east_m.is_finite() && m.north_m.is_finite()));
    }
}

#[test]
fn settings_are_read_back_as_they_were_written() {
    let race = RaceSettings {
        races: 3,
        laps: 3,
        leg_m: Some(1234.5),
        first_gun_min: 9.0,
        gun_second_s: 15.0,
        line_m: Some(80.0),
        line_bias_deg: Some(-4.0),
        start_at_speed: true,
        arrival_s: 2.0,
        gate: true,
        offset_m: 70.0,
        triangle: true,
        starboard_rounding: true,
        finish: Finish::Reach,
        practice_starts: 1,
        general_recalls: 2,
        individual_recall: true,
        retires_after: Some(4),
        late_s: 30.0,
        spectator: true,
        overstand_deg: 8.0,
        covers_seed: Some(9),
        stops_after_finish: true,
        clock_offset_s: -1.5,
    };
    let written = serde_json::to_string(&spec("49er", 30.0, race)).unwrap();
    assert_eq!(Spec::from_json(&written).unwrap().race, Some(race));
    let written = serde_json::to_string(&RaceSettings::default()).unwrap();
    assert_eq!(serde_json::from_str::<RaceSettings>(&written).unwrap(), RaceSettings::default());
}

#[test]
fn settings_that_are_absent_are_not_written() {
    let written = serde_json::to_string(&RaceSettings::default()).unwrap();
    for absent in ["offset_m", "late_s", "overstand_deg", "clock_offset_s"] {
        assert!(!written.contains(absent), "{absent} in {written}");
    }
    let written = serde_json::to_string(&RaceSettings { offset_m: 80.0, ..RaceSettings::default() }).unwrap();
    assert!(written.contains("\"offset_m\":80.0"), "{written}");
    assert!(!serde_json::to_string(&Spec::default()).unwrap().contains("\"race\""));
}

#[test]
fn a_race_without_settings_is_the_default_one() {
    let named = Spec { race: Some(RaceSettings::default()), ..spec("49er", 8.0, RaceSettings::default()) };
    let unnamed = Spec { race: None, ..named.clone() };
    assert_eq!(simulate(&unnamed).unwrap().truth, simulate(&named).unwrap().truth);
}

#[test]
fn settings_of_races_change_nothing_in_another_scenario() {
    let plain = Spec { minutes: 4.0, scenario: Scenario::ReachOnly, ..Spec::default() };
    let with = Spec { race: Some(RaceSettings { laps: 3, ..RaceSettings::default() }), ..plain.clone() };
    let (plain, with) = (simulate(&plain).unwrap(), simulate(&with).unwrap());
    assert_eq!(plain.path, with.path);
    assert!(with.truth.races.is_empty());
}

#[test]
fn the_truth_in_its_file_has_null_for_a_mark_that_was_not_passed() {
    let text = truth(r#"{"scenario":"race","minutes":7,"race":{"laps":1,"leg_m":600,"first_gun_min":5}}"#);
    let truth: serde_json::Value = serde_json::from_str(&text).unwrap();
    let race = &truth["races"][0];
    assert_eq!(race["passings_s"].as_array().unwrap().len(), 2);
    assert!(race["passings_s"][1].is_null() && race["rounded"][1].is_null());
    assert_eq!(race["waypoints"][0]["kind"], "mark");
    assert_eq!(race["waypoints"][0]["side"], "port");
    assert_eq!(race["waypoints"][1]["kind"], "finish");
    assert!(race["waypoints"][1]["side"].is_null());
    for field in ["pin", "committee", "length_m", "bearing_deg", "bias_deg"] {
        assert!(!race["line"][field].is_null(), "{field}");
    }
    assert!(!text.contains("NaN"));
}
