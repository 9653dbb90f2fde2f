//! Corrected times of races that are made up: what ratings do, and what is not known.

use super::answer::{
    BoatState, CourseBasis, GunBasis, HandicapResult, LegKind, Passing, RaceBoat, RaceLeg, RaceReport,
};
use super::handicap::{Scoring, handicap};
use super::input::{RaceScore, RaceWindSource, RatingSystem};
use crate::random::Random;

/// A boat that finished after these seconds, known to a second.
fn boat(name: &str, elapsed_s: Option<f64>) -> RaceBoat {
    let time = "2026-06-13T11:00:00.000Z".to_string();
    let finish = |behind_s| Passing { waypoint: 1, time, sd_s: 1.0, place: 1, place_sure: true, behind_s };
    RaceBoat {
        track: name.into(),
        state: if elapsed_s.is_some() { BoatState::Finished } else { BoatState::Retired },
        place: None,
        place_sure: false,
        elapsed_s,
        sailed_m: None,
        start: None,
        passings: vec![elapsed_s.map(finish)],
        legs: Vec::new(),
    }
}

fn race(elapsed_s: &[Option<f64>], legs_m: &[f64], gun_sd_s: f64) -> RaceReport {
    let leg = |&length_m: &f64| RaceLeg {
        from: 0,
        to: 1,
        kind: LegKind::Up,
        length_m,
        axis_deg: 0.0,
        twd_deg: None,
        twd_sd_deg: None,
    };
    let boats: Vec<RaceBoat> =
        elapsed_s.iter().enumerate().map(|(i, &s)| boat(&format!("boat {i}"), s)).collect();
    RaceReport {
        start_time: "2026-06-13T10:00:00.000Z".into(),
        end_time: "2026-06-13T11:30:00.000Z".into(),
        gun_basis: GunBasis::Estimated,
        gun_sd_s,
        gun_candidates: Vec::new(),
        recalls: Vec::new(),
        tracks: boats.iter().map(|b| b.track.clone()).collect(),
        wind_source: RaceWindSource::Boats,
        twd_deg: None,
        twd_sd_deg: None,
        line: None,
        waypoints: Vec::new(),
        legs: legs_m.iter().map(leg).collect(),
        boats,
        handicap: None,
        notes: Vec::new(),
    }
}

fn rated(system: RatingSystem, ratings: &[f64]) -> Scoring {
    let of = |(i, &rating): (usize, &f64)| (format!("boat {i}"), rating, 0.0);
    Scoring { system, ratings: ratings.iter().enumerate().map(of).collect(), ..Scoring::default() }
}

fn sure(result: &HandicapResult) -> Vec<bool> {
    result.boats.iter().map(|b| b.place_sure).collect()
}

#[test]
fn an_allowance_needs_a_course_and_is_taken_along_the_marks_when_none_is_stated() {
    let scoring = rated(RatingSystem::TimeOnDistance, &[0.0, 120.0]);
    let without = handicap(&race(&[Some(3000.0), Some(3200.0)], &[], 0.0), &scoring).unwrap();
    assert_eq!((without.course_nm, without.course_basis), (None, None));
    assert!(without.boats.iter().all(|b| b.corrected_s.is_none() && b.place.is_none()));
    let along = handicap(&race(&[Some(3000.0), Some(3200.0)], &[1852.0, 1852.0], 0.0), &scoring).unwrap();
    assert_eq!(along.course_basis, Some(CourseBasis::Marks));
    assert_eq!((&*along.boats[0].track, along.boats[0].corrected_s), ("boat 1", Some(2960.0)));
}

#[test]
fn the_error_of_the_gun_counts_by_how_much_the_factors_differ() {
    let apart_6_s = |ratings: &[f64], gun_sd_s| {
        let first_s = (3000.0 * ratings[1] - 6.0) / ratings[0];
        let scoring = rated(RatingSystem::TimeOnTime, ratings);
        handicap(&race(&[Some(first_s), Some(3000.0)], &[], gun_sd_s), &scoring).unwrap()
    };
    assert_eq!(sure(&apart_6_s(&[1.0, 1.0], 60.0)), [true, true], "the same for both");
    assert_eq!(sure(&apart_6_s(&[1.0, 1.1], 0.0)), sure(&apart_6_s(&[1.0, 1.1], 0.1)));
    assert_eq!(sure(&apart_6_s(&[1.0, 1.1], 600.0)), [false, false]);
}

#[test]
fn a_boat_that_did_not_finish_or_started_after_her_finish_has_no_corrected_time() {
    let mut scoring = rated(RatingSystem::TimeOnTime, &[1.0, 1.0, 1.0]);
    scoring.ratings[2].2 = 4000.0;
    let result = handicap(&race(&[Some(3000.0), None, Some(3100.0)], &[], 0.0), &scoring).unwrap();
    let times: Vec<Option<f64>> = result.boats.iter().map(|b| b.corrected_s).collect();
    assert_eq!(times, [Some(3000.0), None, None]);
    assert_eq!(result.boats.iter().filter_map(|b| b.place).collect::<Vec<_>>(), [1]);
}

#[test]
fn ratings_and_scores_of_boats_that_did_not_sail_make_no_result() {
    let mut scoring = rated(RatingSystem::TimeOnTime, &[]);
    scoring.ratings.push(("another".into(), 1.0, 0.0));
    scoring.scores.push(("another".into(), RaceScore::Dns));
    assert_eq!(handicap(&race(&[Some(3000.0)], &[], 0.0), &scoring), None);
}

#[test]
fn places_follow_corrected_times_and_every_boat_is_named_once() {
    for seed in 0..200 {
        let mut random = Random::of(seed);
        let mut next = || random.unit();
        let count = 1 + (11.0 * next()) as usize;
        let elapsed_s: Vec<Option<f64>> = (0..count).map(|_| Some(1000.0 + 8000.0 * next())).collect();
        let ratings: Vec<f64> = (0..count).map(|_| 0.6 + 0.8 * next()).collect();
        let mut scoring = rated(RatingSystem::TimeOnTime, &ratings);
        let scored: Vec<usize> = (0..count).filter(|_| next() < 0.3).collect();
        scoring.scores = scored.iter().map(|i| (format!("boat {i}"), RaceScore::Ocs)).collect();
        let race = race(&elapsed_s, &[], 1.0);
        let result = handicap(&race, &scoring).unwrap();
        let placed: Vec<_> = result.boats.iter().filter(|b| b.place.is_some()).collect();
        assert_eq!(placed.len(), count - scored.len(), "seed {seed}");
        for (i, boat) in placed.iter().enumerate() {
            assert_eq!(boat.place, Some(i as u32 + 1), "seed {seed}");
            assert!(boat.behind_s.unwrap() >= 0.0, "seed {seed}");
        }
        assert!(placed.is_sorted_by(|a, b| a.corrected_s <= b.corrected_s), "seed {seed}");
        let mut names: Vec<&String> = result.boats.iter().map(|b| &b.track).collect();
        names.sort();
        let mut all: Vec<&String> = race.tracks.iter().collect();
        all.sort();
        assert_eq!(names, all, "seed {seed}");
    }
}
