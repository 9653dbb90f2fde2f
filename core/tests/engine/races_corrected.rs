//! Corrections by the user, as the bindings give them: in JSON, to a fleet whose race is known.

use std::sync::OnceLock;

use crate::races::Fleet;
use leebow_engine::api;
use leebow_engine::calendar::{iso_utc, ms_from_iso};
use leebow_engine::geo::distance_m;
use leebow_engine::race::RaceAnalysis;
use leebow_engine::race::answer::{
    GunBasis, PlaceBasis, RaceBoat, RaceNoteCode, RaceReport, RaceWaypoint, WaypointKind,
};
use leebow_engine::race::input::LineEnd;
use leebow_simulator::{RaceSettings, TruePlace};

/// Six 49ers in one race of two laps, with a line of 100 m whose committee end is 8 degrees ahead.
pub fn fleet() -> &'static Fleet {
    static FLEET: OnceLock<Fleet> = OnceLock::new();
    let race = RaceSettings { line_m: Some(100.0), line_bias_deg: Some(8.0), ..RaceSettings::default() };
    FLEET.get_or_init(|| Fleet::alike(34.0, race))
}

/// The races of a fleet with the true wind and these corrections, JSON objects.
pub fn corrected(fleet: &Fleet, corrections: &[String]) -> RaceAnalysis {
    let facts: Vec<_> = fleet.tracks.iter().map(|t| &t.facts).collect();
    let facts = serde_json::to_string(&facts).unwrap();
    let wind = serde_json::to_string(&fleet.wind(0.0, 0.0)).unwrap();
    let options = format!(r#"{{"wind":{wind},"corrections":[{}]}}"#, corrections.join(","));
    api::races(&facts, fleet.tracks.clone(), &options).unwrap()
}

fn untouched() -> &'static RaceAnalysis {
    static ANALYSIS: OnceLock<RaceAnalysis> = OnceLock::new();
    ANALYSIS.get_or_init(|| corrected(fleet(), &[]))
}

/// A moment of the race: so many seconds after its gun.
fn after_gun(s: f64) -> String {
    iso_utc(fleet().ms(fleet().truth(0).gun_s + s))
}

fn set_gun(gun: &str) -> String {
    format!(r#"{{"action":"set_gun","at":"{}","gun_time":"{gun}"}}"#, after_gun(60.0))
}

fn place(action: &str, more: &str, at: &TruePlace) -> String {
    let (lat_deg, lon_deg) = (at.lat_deg, at.lon_deg);
    let when = after_gun(60.0);
    format!(r#"{{"action":"{action}","at":"{when}",{more},"lat_deg":{lat_deg},"lon_deg":{lon_deg}}}"#)
}

fn true_line() -> Vec<String> {
    let line = fleet().truth(0).line;
    vec![
        place("place_line_end", r#""end":"pin""#, &line.pin),
        place("place_line_end", r#""end":"committee""#, &line.committee),
    ]
}

fn only(analysis: &RaceAnalysis) -> &RaceReport {
    assert_eq!(analysis.day.races.len(), 1, "{:?}", analysis.day.notes);
    &analysis.day.races[0]
}

fn codes(analysis: &RaceAnalysis) -> Vec<RaceNoteCode> {
    analysis.day.notes.iter().map(|n| n.code).collect()
}

fn boat(race: &RaceReport, which: usize) -> &RaceBoat {
    let name = &fleet().tracks[which].facts.name;
    race.boats.iter().find(|b| &b.track == name).unwrap()
}

/// When a boat passed a waypoint, UTC ms.
fn passed_ms(race: &RaceReport, which: usize, waypoint: usize) -> f64 {
    ms_from_iso(&boat(race, which).passings[waypoint - 1].as_ref().unwrap().time).unwrap()
}

fn finish(race: &RaceReport) -> &RaceWaypoint {
    race.waypoints.iter().find(|w| w.kind == WaypointKind::Finish).unwrap()
}

#[test]
fn the_race_of_the_fleet_is_found_without_corrections() {
    let race = only(untouched());
    let off_s = (ms_from_iso(&race.start_time).unwrap() - fleet().ms(fleet().truth(0).gun_s)) / 1000.0;
    assert!(off_s.abs() < 20.0, "{off_s}");
    assert_eq!(race.boats.len(), 6);
    assert_ne!(race.gun_basis, GunBasis::Typed);
}

#[test]
fn a_gun_that_is_typed_is_the_start_of_the_race() {
    let gun = after_gun(1.5);
    let analysis = corrected(fleet(), &[set_gun(&gun)]);
    let race = only(&analysis);
    assert_eq!((race.start_time.as_str(), race.gun_basis), (gun.as_str(), GunBasis::Typed));
    // The boats take as much less time to the finish as the gun is later.
    let earlier = corrected(fleet(), &[set_gun(&after_gun(-3.5))]);
    let elapsed = |race: &RaceReport| boat(race, 0).elapsed_s.unwrap();
    let less_s = elapsed(only(&earlier)) - elapsed(race);
    assert!((less_s - 5.0).abs() < 0.2, "{less_s}");
}

#[test]
fn the_last_of_two_guns_is_the_gun() {
    let guns = [set_gun(&after_gun(4.0)), set_gun(&after_gun(-2.0))];
    assert_eq!(only(&corrected(fleet(), &guns)).start_time, after_gun(-2.0));
}

#[test]
fn a_line_that_is_placed_has_its_length_and_its_bias() {
    let mut corrections = true_line();
    corrections.push(set_gun(&after_gun(0.0)));
    let analysis = corrected(fleet(), &corrections);
    let (line, truth) = (only(&analysis).line.as_ref().unwrap(), fleet().truth(0).line);
    assert_eq!((line.pin.basis, line.committee.basis), (PlaceBasis::Hand, PlaceBasis::Hand));
    assert!((line.length_m - truth.length_m).abs() < 0.5, "{}", line.length_m);
    assert!((line.bearing_deg - truth.bearing_deg).abs() < 0.5, "{}", line.bearing_deg);
    let (bias_deg, sd_deg) = (line.bias_deg.unwrap(), line.bias_sd_deg.unwrap());
    assert!((bias_deg - truth.bias_deg).abs() < 3.0 * sd_deg.max(1.0), "{bias_deg} {sd_deg} {truth:?}");
    assert!(line.bias_m.unwrap() > 5.0);
    assert!(matches!(line.favoured, Some(LineEnd::Committee) | None), "{:?}", line.favoured);
}

#[test]
fn a_pin_that_is_placed_farther_to_windward_takes_the_bias_away() {
    let line = fleet().truth(0).line;
    let at_pin_end = |share: f64| TruePlace {
        lat_deg: line.pin.lat_deg + share * (line.committee.lat_deg - line.pin.lat_deg),
        lon_deg: line.pin.lon_deg + share * (line.committee.lon_deg - line.pin.lon_deg),
    };
    // On the line itself, so that the line is shorter and its bearing the same.
    let mut corrections = true_line();
    corrections.push(set_gun(&after_gun(0.0)));
    let whole = corrected(fleet(), &corrections);
    corrections.push(place("place_line_end", r#""end":"pin""#, &at_pin_end(0.5)));
    let half = corrected(fleet(), &corrections);
    let (whole, half) = (only(&whole).line.as_ref().unwrap(), only(&half).line.as_ref().unwrap());
    assert!((half.length_m - 0.5 * whole.length_m).abs() < 0.5, "{}", half.length_m);
    assert!((half.bias_deg.unwrap() - whole.bias_deg.unwrap()).abs() < 0.5);
    assert!((half.bias_m.unwrap() - 0.5 * whole.bias_m.unwrap()).abs() < 0.5);
}

#[test]
fn boats_at_a_placed_line_have_a_distance_to_it_at_the_gun() {
    let mut corrections = true_line();
    corrections.push(set_gun(&after_gun(0.0)));
    let analysis = corrected(fleet(), &corrections);
    for (i, sailed) in fleet().boats.iter().enumerate() {
        let start = boat(only(&analysis), i).start.as_ref().unwrap();
        let crossed_s = start.crossed_after_s.unwrap();
        let true_s = sailed.truth.races[0].crossed_after_s.unwrap();
        assert!((crossed_s - true_s).abs() < 3.0, "boat {i}: {crossed_s} {true_s}");
        assert!((-0.2..1.2).contains(&start.line_position.unwrap()), "boat {i}");
    }
}

#[test]
fn a_mark_that_is_placed_lies_there_and_is_passed_at_another_time() {
    let before = only(untouched());
    let mark = &before.waypoints[1].marks[0].place;
    // To windward of where the fleet turned: boats pass abeam of it later or not at all.
    let moved = TruePlace { lat_deg: mark.lat_deg - 0.0002, lon_deg: mark.lon_deg };
    let analysis = corrected(fleet(), &[place("place_mark", r#""waypoint":1,"mark":0"#, &moved)]);
    let race = only(&analysis);
    let placed = &race.waypoints[1].marks[0].place;
    assert_eq!(placed.basis, PlaceBasis::Hand);
    assert!(distance_m(placed.lat_deg, placed.lon_deg, moved.lat_deg, moved.lon_deg) < 0.1);
    let changed = (0..6).filter(|&i| {
        let time = |race: &RaceReport| boat(race, i).passings[0].as_ref().map(|p| p.time.clone());
        time(race) != time(before)
    });
    assert!(changed.count() >= 4);
    assert_eq!(before.waypoints[1].marks[0].place.basis, PlaceBasis::Estimated);
}

#[test]
fn a_mark_that_is_placed_where_it_lay_is_passed_when_it_was() {
    let truth = fleet().truth(0);
    let top = &truth.waypoints[0].marks[0];
    let analysis = corrected(fleet(), &[place("place_mark", r#""waypoint":1,"mark":0"#, top)]);
    for (i, sailed) in fleet().boats.iter().enumerate() {
        let true_ms = fleet().ms(sailed.truth.races[0].passings_s[0].unwrap());
        let off_s = (passed_ms(only(&analysis), i, 1) - true_ms) / 1000.0;
        assert!(off_s.abs() < 3.0, "boat {i}: {off_s}");
    }
}

#[test]
fn a_finish_that_is_placed_where_no_boat_came_is_said() {
    let far = |lat_deg| TruePlace { lat_deg, lon_deg: 10.5 };
    let analysis = corrected(
        fleet(),
        &[
            place("set_finish", r#""end":"pin""#, &far(54.6)),
            place("set_finish", r#""end":"committee""#, &far(54.601)),
        ],
    );
    let note = only(&analysis).notes.iter().find(|n| n.code == RaceNoteCode::NoFinish).unwrap();
    assert!(
        note.text.starts_with("Fewer than half of the boats crossed the finishing line"),
        "{}",
        note.text
    );
}

#[test]
fn a_finish_that_is_placed_is_crossed_when_it_was() {
    let ends = &fleet().truth(0).waypoints.last().unwrap().marks;
    let corrections = [
        place("set_finish", r#""end":"pin""#, &ends[0]),
        place("set_finish", r#""end":"committee""#, &ends[1]),
    ];
    let analysis = corrected(fleet(), &corrections);
    let race = only(&analysis);
    assert!(finish(race).marks.iter().all(|m| m.place.basis == PlaceBasis::Hand));
    let finish_id = finish(race).id as usize;
    for (i, sailed) in fleet().boats.iter().enumerate() {
        let Some(true_s) = sailed.truth.races[0].passings_s.last().copied().flatten() else { continue };
        let off_s = (passed_ms(race, i, finish_id) - fleet().ms(true_s)) / 1000.0;
        assert!(off_s.abs() < 2.0, "boat {i}: {off_s}");
    }
}

#[test]
fn a_race_that_is_split_and_merged_again_is_the_race_that_it_was() {
    let half = after_gun(700.0);
    let split = format!(r#"{{"action":"split_race","at":"{half}"}}"#);
    let two = corrected(fleet(), std::slice::from_ref(&split));
    assert_eq!(two.day.races.len(), 2, "{:?}", two.day.notes);
    let second_ms = ms_from_iso(&two.day.races[1].start_time).unwrap();
    assert!((second_ms - ms_from_iso(&half).unwrap()).abs() < 120_000.0);
    assert!(two.day.races[0].end_time < two.day.races[1].start_time);
    let merge = format!(r#"{{"action":"merge_race","at":"{}"}}"#, after_gun(60.0));
    let one = corrected(fleet(), &[split, merge]);
    assert_eq!(only(&one), only(untouched()));
}

#[test]
fn a_boat_that_is_left_out_is_in_no_table_and_the_places_close_up() {
    let name = &fleet().tracks[2].facts.name;
    let leave_out =
        |track: &str| format!(r#"{{"action":"exclude_boat","at":"{}","track":"{track}"}}"#, after_gun(60.0));
    let analysis = corrected(fleet(), &[leave_out(name)]);
    let race = only(&analysis);
    assert!(!race.tracks.contains(name) && race.boats.iter().all(|b| &b.track != name));
    assert!(analysis.columns[0].iter().all(|c| &c.track != name));
    let mut places: Vec<u32> = race.boats.iter().filter_map(|b| b.place).collect();
    places.sort_unstable();
    assert_eq!(places, (1..=places.len() as u32).collect::<Vec<_>>());
    // A name that no track has excludes no boat.
    assert_eq!(only(&corrected(fleet(), &[leave_out("nobody")])), only(untouched()));
}

#[test]
fn a_clock_that_was_ahead_is_set_back_and_the_passings_with_it() {
    let name = &fleet().tracks[1].facts.name;
    let clock = |ahead_s: f64| format!(r#"{{"action":"set_clock","track":"{name}","ahead_s":{ahead_s}}}"#);
    let analysis = corrected(fleet(), &[clock(9.0), clock(4.0)]);
    let (set, before) = (only(&analysis), only(untouched()));
    for waypoint in [1, 2, 3] {
        let earlier_s = (passed_ms(before, 1, waypoint) - passed_ms(set, 1, waypoint)) / 1000.0;
        assert!((earlier_s - 4.0).abs() < 1.0, "{waypoint}: {earlier_s}");
        let other_s = (passed_ms(before, 0, waypoint) - passed_ms(set, 0, waypoint)) / 1000.0;
        assert!(other_s.abs() < 1.0, "{waypoint}: {other_s}");
    }
}

#[test]
fn a_correction_of_another_day_is_not_applied_and_that_is_said() {
    let later = "2027-01-01T10:00:00.000Z";
    for correction in [
        format!(r#"{{"action":"set_gun","at":"{later}","gun_time":"{later}"}}"#),
        format!(r#"{{"action":"merge_race","at":"{later}"}}"#),
        format!(r#"{{"action":"split_race","at":"{later}"}}"#),
    ] {
        let analysis = corrected(fleet(), std::slice::from_ref(&correction));
        assert!(codes(&analysis).contains(&RaceNoteCode::CorrectionNotApplied), "{correction}");
        assert_eq!(only(&analysis), only(untouched()));
    }
}
