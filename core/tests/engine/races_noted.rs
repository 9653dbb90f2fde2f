//! What is said of boats that did not sail the race as the others did.

use std::sync::OnceLock;

use crate::races::Fleet;
use crate::races_corrected::corrected;
use leebow_engine::race::answer::{BoatState, RaceNote, RaceNoteCode, RaceReport};
use leebow_engine::race::{RaceAnalysis, RaceTrack};
use leebow_simulator::RaceSettings;

const LATE: usize = 5;
const RETIRES: usize = 6;
const WATCHES: usize = 7;

/// Eight 49ers: five sail the race, one is late, one stops after the bottom mark, one watches under engine.
fn fleet() -> &'static Fleet {
    static FLEET: OnceLock<Fleet> = OnceLock::new();
    FLEET.get_or_init(|| {
        Fleet::of(8, 36.0, RaceSettings::default(), |i, race| match i {
            LATE => RaceSettings { late_s: 400.0, ..race },
            RETIRES => RaceSettings { retires_after: Some(2), ..race },
            WATCHES => RaceSettings { spectator: true, ..race },
            _ => race,
        })
    })
}

fn analysis() -> &'static RaceAnalysis {
    static ANALYSIS: OnceLock<RaceAnalysis> = OnceLock::new();
    ANALYSIS.get_or_init(|| corrected(fleet(), &[]))
}

fn race() -> &'static RaceReport {
    assert_eq!(analysis().day.races.len(), 1, "{:?}", analysis().day.notes);
    &analysis().day.races[0]
}

fn name(which: usize) -> &'static str {
    &fleet().tracks[which].facts.name
}

/// The remarks on a boat.
fn notes_on(which: usize) -> Vec<&'static RaceNote> {
    race().notes.iter().filter(|n| n.track.as_deref() == Some(name(which))).collect()
}

#[test]
fn the_boats_that_sailed_the_whole_course_have_a_place_and_no_remark() {
    for which in 0..5 {
        let boat = race().boats.iter().find(|b| b.track == name(which)).unwrap();
        assert_eq!(boat.state, BoatState::Finished, "boat {which}");
        assert!(boat.place.is_some_and(|p| (1..=5).contains(&p)));
        assert!(notes_on(which).is_empty(), "{:?}", notes_on(which));
    }
}

#[test]
fn a_boat_that_stops_before_the_finish_has_no_place_and_that_is_said() {
    let boat = race().boats.iter().find(|b| b.track == name(RETIRES)).unwrap();
    assert_eq!((boat.state, boat.place, boat.elapsed_s), (BoatState::Retired, None, None));
    assert!(boat.passings[0].is_some() && boat.passings.last().unwrap().is_none());
    assert!(boat.legs[0].is_some(), "what she sailed is in the tables");
    let notes = notes_on(RETIRES);
    let note = notes.iter().find(|n| n.code == RaceNoteCode::StoppedEarly).unwrap();
    assert!(note.text.starts_with(name(RETIRES)) && note.text.ends_with('.'), "{}", note.text);
}

#[test]
fn a_boat_that_watches_has_neither_place_nor_passings_and_is_named() {
    let boat = race().boats.iter().find(|b| b.track == name(WATCHES));
    let is_empty = boat.is_none_or(|b| b.place.is_none() && b.passings.iter().all(Option::is_none));
    assert!(is_empty, "{boat:?}");
    let codes: Vec<RaceNoteCode> = notes_on(WATCHES).iter().map(|n| n.code).collect();
    assert!(
        matches!(codes[..], [RaceNoteCode::Spectator | RaceNoteCode::JoinedLate]),
        "she is not named once: {codes:?}"
    );
}

#[test]
fn a_boat_that_lies_at_the_line_during_the_race_is_in_no_table_and_that_is_said() {
    let mut tracks = fleet().tracks.clone();
    let line = fleet().truth(0).line;
    // Recorded all the time: of one that watches, what is no sailing is left out.
    tracks[WATCHES] = RaceTrack { facts: tracks[WATCHES].facts.clone(), ..tracks[0].clone() };
    let track = &mut tracks[WATCHES];
    track.lat_deg.fill(line.committee.lat_deg);
    track.lon_deg.fill(line.committee.lon_deg);
    track.sog_mps.fill(0.0);
    track.facts.turns.clear();
    let analysis = corrected(&Fleet { boats: fleet().boats.clone(), tracks }, &[]);
    let race = &analysis.day.races[0];
    assert!(race.boats.iter().all(|b| b.track != name(WATCHES)));
    let note = race.notes.iter().find(|n| n.track.as_deref() == Some(name(WATCHES))).unwrap();
    assert_eq!(note.code, RaceNoteCode::Spectator);
    assert!(note.text.contains("did not sail the course"), "{}", note.text);
}

#[test]
fn a_late_boat_has_no_place_before_the_others_and_is_not_over() {
    let boat = race().boats.iter().find(|b| b.track == name(LATE));
    let place = boat.and_then(|b| b.place);
    assert!(place.is_none_or(|p| p == 6), "{place:?}");
    let said = !notes_on(LATE).is_empty();
    let is_last = place == Some(6);
    assert!(said || is_last, "neither last nor named: {:?}", race().notes);
}

#[test]
fn a_boat_whose_recording_begins_in_the_race_joined_late() {
    let mut tracks = fleet().tracks.clone();
    let from_ms = fleet().ms(fleet().truth(0).gun_s + 240.0);
    let cut = tracks[1].time_ms.iter().position(|t| *t >= from_ms).unwrap();
    let track = &mut tracks[1];
    for column in [&mut track.time_ms, &mut track.lat_deg, &mut track.lon_deg] {
        column.drain(..cut);
    }
    for column in [&mut track.sog_mps, &mut track.cog_deg, &mut track.ewd_deg, &mut track.ewd_sd_deg] {
        column.drain(..cut.min(column.len()));
    }
    track.facts.turns.retain(|t| t.start_ms >= from_ms);
    let analysis = corrected(&Fleet { boats: fleet().boats.clone(), tracks }, &[]);
    let race = &analysis.day.races[0];
    let late = race.notes.iter().find(|n| n.code == RaceNoteCode::JoinedLate).unwrap();
    assert_eq!(late.track.as_deref(), Some(name(1)));
    assert!(late.text.contains("was not with the fleet at the gun"), "{}", late.text);
    let boat = race.boats.iter().find(|b| b.track == name(1)).unwrap();
    assert_eq!((boat.state, boat.place), (BoatState::Late, None));
}

#[test]
fn boats_of_two_classes_are_placed_together_and_that_is_said() {
    let mut tracks = fleet().tracks.clone();
    for track in &mut tracks[..2] {
        track.facts.boat_class = Some("470".into());
    }
    let analysis = corrected(&Fleet { boats: fleet().boats.clone(), tracks }, &[]);
    let notes = &analysis.day.races[0].notes;
    let mixed = notes.iter().find(|n| n.code == RaceNoteCode::MixedClasses).unwrap();
    assert!(mixed.text.contains("470") && mixed.text.contains("49er"), "{}", mixed.text);
    assert!(race().notes.iter().all(|n| n.code != RaceNoteCode::MixedClasses));
}

#[test]
fn every_remark_is_a_sentence() {
    let of_races = analysis().day.races.iter().flat_map(|r| &r.notes);
    let all: Vec<&RaceNote> = analysis().day.notes.iter().chain(of_races).collect();
    assert!(!all.is_empty());
    for note in all {
        assert!(note.text.ends_with('.') && !note.text.contains('{'), "{}", note.text);
    }
}
