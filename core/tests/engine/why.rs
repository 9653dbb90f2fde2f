//! Why nothing was found at a moment: the engine names the test that failed, with what it found and what it asks.

use leebow_engine::api::Why;
use leebow_engine::config::boat_class;
use leebow_engine::pipeline::{AnalysisInputs, why_recording};
use leebow_engine::track::Recording;

use crate::drawn::{START_MS, steady_wind};
use crate::passage::Passage;

const WIND_DEG: f64 = 200.0;
const SPEED: f64 = 5.0;

/// Two minutes of sailing about a turn (or several), which begins after one of them.
fn turning(from_deg: f64, by_deg: &[f64]) -> Passage {
    let steady = Passage::from(54.4, 10.2, WIND_DEG - from_deg, SPEED).leg(60.0, SPEED);
    by_deg.iter().fold(steady, |p, by| p.turn(*by, 20.0, SPEED)).leg(60.0, SPEED)
}

fn asked(recording: Recording, wind: bool, t_s: f64) -> Why {
    let pinned = wind.then(|| steady_wind(WIND_DEG, 2.0, 1200.0));
    let inputs = AnalysisInputs { pinned, ..AnalysisInputs::default() };
    let time_ms = START_MS + t_s * 1000.0;
    why_recording(recording, boat_class("49er").unwrap(), inputs, time_ms).unwrap()
}

fn why(passage: &Passage, t_s: f64) -> Why {
    asked(passage.recorded(2.0), true, t_s)
}

fn tests(why: &Why) -> Vec<&str> {
    why.reasons.iter().map(|r| r.test.as_str()).collect()
}

/// What a test found and what it asks.
fn numbers(why: &Why, test: &str) -> (f64, f64) {
    let reason = why.reasons.iter().find(|r| r.test == test).unwrap();
    (reason.value.unwrap(), reason.limit.unwrap())
}

#[test]
fn a_moment_in_a_tack_belongs_to_it() {
    let told = why(&turning(43.0, &[86.0]), 64.0);
    assert_eq!((told.found.as_deref(), tests(&told)), (Some("Tack 1"), vec!["found"]));
    assert!(told.answer.ends_with("This moment belongs to Tack 1."), "{}", told.answer);
    assert!((told.turned_deg.unwrap() - 86.0).abs() < 3.0 && told.speed_kn.unwrap() > 8.0);
}

#[test]
fn a_boat_that_sails_straight_ahead_did_not_turn() {
    let told = why(&turning(43.0, &[86.0]), 25.0);
    assert_eq!((told.found.as_deref(), tests(&told)), (Some("Straight 1"), vec!["no_turn"]));
    let (rate, opening) = numbers(&told, "no_turn");
    assert!(rate < 1.0 && opening == 3.0);
    assert!(told.answer.starts_with("The boat sailed straight ahead at 9.7 kn, 43° from the wind."));
}

#[test]
fn a_turn_of_eighteen_degrees_is_steering() {
    let told = why(&turning(43.0, &[-18.0]), 61.0);
    assert_eq!(tests(&told), ["turn_too_small"]);
    let (turned, limit) = numbers(&told, "turn_too_small");
    assert!((turned - 18.0).abs() < 2.0 && limit == 25.0);
    assert!(told.answer.contains("its course turned 18° to port"), "{}", told.answer);
}

#[test]
fn a_small_turn_downwind_is_explained_by_the_limit_of_a_gybe() {
    let told = why(&turning(150.0, &[15.0]), 61.0);
    assert_eq!(tests(&told), ["turn_too_small", "quarter_not_changed"]);
    assert!(told.answer.contains("gybe may be as small as 12°"), "{}", told.answer);
}

#[test]
fn bearing_off_to_a_reach_ends_in_no_band() {
    let told = why(&turning(43.0, &[-45.0]), 62.0);
    assert_eq!(tests(&told), ["no_axis_passed", "ended_in_no_band"]);
    let (ended, limit) = numbers(&told, "ended_in_no_band");
    assert!((ended - 88.0).abs() < 2.0 && limit == 100.0);
    assert!(told.answer.contains("a bear-away ends farther off than 100°"), "{}", told.answer);
}

#[test]
fn heading_up_from_a_reach_began_in_no_band() {
    let told = why(&turning(90.0, &[45.0]), 62.0);
    assert_eq!(tests(&told), ["no_axis_passed", "began_in_no_band"]);
    let (began, limit) = numbers(&told, "began_in_no_band");
    assert!((began - 90.0).abs() < 2.0 && limit == 100.0);
}

#[test]
fn a_dip_behind_another_boat_was_not_held() {
    let steady = Passage::from(54.4, 10.2, WIND_DEG - 43.0, SPEED).leg(60.0, SPEED);
    let dip = steady.turn(-80.0, 40.0, SPEED).leg(3.0, SPEED).turn(80.0, 40.0, SPEED).leg(60.0, SPEED);
    let told = why(&dip, 62.0);
    assert_eq!(tests(&told), ["no_axis_passed", "held_too_short"]);
    let (held, limit) = numbers(&told, "held_too_short");
    assert!((1.0..6.0).contains(&held) && limit == 8.0, "{held}");
    let back = why(&dip, 70.5);
    assert!(tests(&back).contains(&"held_too_short_before"), "{}", back.answer);
}

#[test]
fn a_turn_of_a_drifting_boat_is_explained_by_its_speed() {
    let drifting = Passage::from(54.4, 10.2, WIND_DEG - 43.0, SPEED).leg(60.0, SPEED).leg(25.0, 0.55);
    let passage = drifting.turn(86.0, 20.0, 0.55).leg(20.0, 0.55).leg(60.0, SPEED);
    let told = why(&passage, 89.0);
    assert_eq!(tests(&told), ["boat_too_slow"]);
    let (entry_kn, least_kn) = numbers(&told, "boat_too_slow");
    assert!(entry_kn < least_kn && (least_kn - 1.94).abs() < 0.01, "{entry_kn} {least_kn}");
}

#[test]
fn a_boat_at_rest_is_explained_by_the_stop() {
    let stopped = Passage::from(54.4, 10.2, WIND_DEG - 43.0, SPEED).leg(60.0, SPEED).leg(60.0, 0.0);
    let told = why(&stopped.leg(60.0, SPEED), 110.0);
    assert_eq!((told.found.as_deref(), tests(&told)), (Some("Stop 1"), vec!["boat_stopped"]));
}

#[test]
fn without_a_wind_no_turn_can_be_named() {
    let told = asked(turning(43.0, &[86.0]).recorded(2.0), false, 64.0);
    assert_eq!((told.found.as_deref(), told.wind_deg), (Some("Turn 1"), None));
    assert_eq!(told.reasons[0].test, "wind_unknown");
}

#[test]
fn gaps_and_moments_outside_the_recording_are_reported() {
    let mut recording = turning(43.0, &[86.0]).recorded(2.0);
    let columns = &mut recording.columns;
    for i in 160..columns.time_ms.len() {
        columns.time_ms[i] += 50_300.0;
    }
    let told = asked(recording.clone(), true, 100.0);
    assert_eq!(tests(&told), ["gap"]);
    assert_eq!(told.answer, "The recording has a gap of 51 s here; nothing is interpolated across a gap.");
    let before = asked(recording, true, -30.0);
    assert_eq!(tests(&before), ["outside"]);
    assert_eq!(before.answer, "This moment lies 30 s before the recording begins.");
}

#[test]
fn beside_a_tack_the_neighbour_is_named() {
    let told = why(&turning(43.0, &[86.0]), 55.0);
    assert_eq!(tests(&told), ["neighbour"]);
    assert!(told.answer.contains("The nearest turn is a tack"), "{}", told.answer);
}

#[test]
fn every_sentence_is_complete_and_every_number_has_a_unit() {
    let passages = [turning(43.0, &[86.0]), turning(43.0, &[-45.0]), turning(150.0, &[15.0, -15.0])];
    for passage in &passages {
        for k in 0..26 {
            let told = why(passage, 5.0 * f64::from(k));
            assert!(told.answer.ends_with('.') && !told.answer.contains("NaN"), "{}", told.answer);
            assert!(!told.reasons.is_empty(), "{}", told.answer);
            for reason in &told.reasons {
                assert!(reason.sentence.ends_with('.'), "{}", reason.sentence);
                assert!(reason.limit.is_none() || reason.value.is_some());
            }
        }
    }
}

#[test]
fn a_turn_in_which_the_recording_begins_is_reported() {
    let begun = Passage::from(54.4, 10.2, WIND_DEG - 43.0, SPEED).leg(0.5, SPEED).turn(86.0, 20.0, SPEED);
    let told = why(&begun.leg(60.0, SPEED), 4.0);
    assert_eq!((told.found.as_deref(), tests(&told)), (None, vec!["begins_unseen"]));
    assert!(told.answer.ends_with("so its beginning is not known."), "{}", told.answer);
}
