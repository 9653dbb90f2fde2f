//! Results by corrected time: ratings, starts of classes, courses and scores as the user gives them.

use crate::races_corrected::{corrected, fleet};
use leebow_engine::api;
use leebow_engine::calendar::iso_utc;
use leebow_engine::race::answer::{CourseBasis, HandicapResult, RaceReport};
use leebow_engine::race::input::RatingSystem;

/// A moment of the race, two minutes after its gun.
fn at() -> String {
    iso_utc(fleet().ms(fleet().truth(0).gun_s + 120.0))
}

fn rating(track: &str, rating: f64) -> String {
    format!(r#"{{"action":"set_rating","track":"{track}","rating":{rating}}}"#)
}

fn score(track: &str, score: &str) -> String {
    format!(r#"{{"action":"set_score","at":"{}","track":"{track}","score":"{score}"}}"#, at())
}

const ON_DISTANCE: &str = r#"{"action":"set_handicap","system":"time_on_distance"}"#;

/// The race with these corrections, and its result by corrected time.
fn race(corrections: &[String]) -> (RaceReport, HandicapResult) {
    let race = corrected(fleet(), corrections).day.races.remove(0);
    let result = race.handicap.clone().unwrap();
    (race, result)
}

/// Names of the boats in the order in which they finished.
fn finishers() -> Vec<String> {
    let race = corrected(fleet(), &[]).day.races.remove(0);
    assert_eq!(race.handicap, None);
    race.boats.iter().filter(|b| b.elapsed_s.is_some()).map(|b| b.track.clone()).collect()
}

fn near(a: Option<f64>, b: f64) {
    assert!((a.unwrap() - b).abs() < 1e-9, "{a:?} {b}");
}

#[test]
fn by_time_on_time_the_last_boat_wins_when_her_factor_is_small_enough() {
    let names = finishers();
    let last = names.last().unwrap();
    let all: Vec<String> = names.iter().map(|n| rating(n, if n == last { 0.85 } else { 1.02 })).collect();
    let (race, result) = race(&all);
    assert_eq!((result.system, result.course_nm), (Some(RatingSystem::TimeOnTime), None));
    let winner = &result.boats[0];
    assert_eq!((&winner.track, winner.place, winner.place_sure), (last, Some(1), true));
    for boat in &result.boats {
        let sailed = race.boats.iter().find(|b| b.track == boat.track).unwrap();
        near(boat.corrected_s, sailed.elapsed_s.unwrap() * boat.rating.unwrap());
        near(boat.behind_s, boat.corrected_s.unwrap() - winner.corrected_s.unwrap());
    }
    assert_eq!(race.boats[0].track, names[0], "places by the finish stay");
}

#[test]
fn by_time_on_distance_the_course_is_the_stated_one_or_that_along_the_marks() {
    let names = finishers();
    let mut all: Vec<String> = names.iter().enumerate().map(|(i, n)| rating(n, 10.0 * i as f64)).collect();
    all.push(ON_DISTANCE.into());
    let (race_by_marks, by_marks) = race(&all);
    let nm = race_by_marks.legs.iter().map(|l| l.length_m).sum::<f64>() / 1852.0;
    assert_eq!(by_marks.course_basis, Some(CourseBasis::Marks));
    near(by_marks.course_nm, nm);
    all.push(format!(r#"{{"action":"set_course_length","at":"{}","length_nm":4.5}}"#, at()));
    let (race, stated) = race(&all);
    assert_eq!((stated.course_basis, stated.course_nm), (Some(CourseBasis::Stated), Some(4.5)));
    for boat in &stated.boats {
        let elapsed_s = race.boats.iter().find(|b| b.track == boat.track).unwrap().elapsed_s.unwrap();
        near(boat.corrected_s, elapsed_s - boat.rating.unwrap() * 4.5);
    }
}

#[test]
fn a_class_that_started_five_minutes_later_has_its_own_elapsed_time() {
    let names = finishers();
    let own = &names[1];
    let later = format!(r#"{{"action":"set_rating","track":"{own}","rating":1,"start_after_s":300}}"#);
    let (race, result) = race(&[rating(&names[0], 1.0), later]);
    assert_eq!(&result.boats[0].track, own);
    let elapsed_s = race.boats.iter().find(|b| &b.track == own).unwrap().elapsed_s.unwrap();
    near(result.boats[0].elapsed_s, elapsed_s - 300.0);
    let unrated = result.boats.iter().filter(|b| b.rating.is_none());
    assert!(unrated.clone().count() > 0);
    for boat in unrated {
        assert_eq!((boat.corrected_s, boat.place), (None, None), "no rating, no corrected time");
    }
}

#[test]
fn a_boat_scored_ocs_has_no_place_and_those_behind_her_move_up() {
    let names = finishers();
    let (_, result) = race(&[score(&names[0], "ocs"), score(&names[2], "dsq"), score(&names[2], "dnf")]);
    assert_eq!(result.system, None);
    let placed: Vec<&String> = result.boats.iter().filter(|b| b.place.is_some()).map(|b| &b.track).collect();
    let expected: Vec<&String> =
        names.iter().enumerate().filter(|(i, _)| *i != 0 && *i != 2).map(|(_, n)| n).collect();
    assert_eq!(placed, expected);
    let scored = serde_json::to_value(result.boats.iter().find(|b| b.track == names[2])).unwrap();
    assert_eq!(scored["score"], "dnf", "the last score holds");
}

#[test]
fn corrected_times_closer_than_the_finishes_are_known_have_no_sure_place() {
    let names = finishers();
    let elapsed_s = |name: &String| {
        let race = corrected(fleet(), &[]).day.races.remove(0);
        race.boats.iter().find(|b| &b.track == name).unwrap().elapsed_s.unwrap()
    };
    let ratio = elapsed_s(&names[0]) / elapsed_s(&names[1]);
    let (_, result) = race(&[rating(&names[0], 1.0), rating(&names[1], ratio * 1.000_01)]);
    let sure: Vec<bool> = result.boats.iter().filter(|b| b.place.is_some()).map(|b| b.place_sure).collect();
    assert_eq!(sure, [false, false]);
}

#[test]
fn ratings_of_another_system_are_refused() {
    let refused = |corrections: &str| {
        let options = format!(r#"{{"corrections":[{corrections}]}}"#);
        api::races("[]", Vec::new(), &options).unwrap_err().to_string()
    };
    assert!(refused(&rating("a", 1100.0)).contains("a time correction factor is between 0.1 and 10"));
    assert!(
        api::races("[]", Vec::new(), &format!(r#"{{"corrections":[{},{ON_DISTANCE}]}}"#, rating("a", 650.0)))
            .is_ok()
    );
    let course = r#"{"action":"set_course_length","at":"2026-06-13T10:20:00Z","length_nm":0}"#;
    assert!(refused(course).contains("nautical miles long"));
    let gun = r#"{"action":"set_rating","track":"a","rating":1,"start_after_s":1e9}"#;
    assert!(refused(gun).contains("classes start within a day"));
}
