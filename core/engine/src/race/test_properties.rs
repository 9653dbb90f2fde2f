//! What must not change the races of a day: later stamps, the order of the boats, the side of the earth.

use super::answer::RaceReport;
use super::tests::fleet;
use super::{RaceOptions, RaceTrack, analyze};
use crate::calendar::ms_from_iso;

/// The races without names of boats, with times from a moment: gun, end, passings of each boat in the order of the places.
fn races(tracks: &[RaceTrack], from_ms: f64) -> Vec<(f64, Vec<Vec<Option<f64>>>)> {
    let ms = |time: &str| ms_from_iso(time).unwrap() - from_ms;
    let race = |race: &RaceReport| {
        let passings = |boat: &super::answer::RaceBoat| {
            boat.passings.iter().map(|p| p.as_ref().map(|p| ms(&p.time))).collect()
        };
        (ms(&race.start_time), race.boats.iter().map(passings).collect())
    };
    analyze(tracks, &RaceOptions::default()).day.races.iter().map(race).collect()
}

fn assert_same(tracks: &[RaceTrack], from_ms: f64, within_ms: f64, what: &str) {
    let (before, after) = (races(&fleet(), 0.0), races(tracks, from_ms));
    assert_eq!(before.len(), after.len(), "{what}");
    for ((gun_a, boats_a), (gun_b, boats_b)) in before.iter().zip(&after) {
        assert!((gun_a - gun_b).abs() <= within_ms, "{what}: gun {gun_a} and {gun_b}");
        assert_eq!(boats_a.len(), boats_b.len(), "{what}");
        for (a, b) in boats_a.iter().flatten().zip(boats_b.iter().flatten()) {
            let same = match (a, b) {
                (Some(a), Some(b)) => (a - b).abs() <= within_ms,
                (None, None) => true,
                _ => false,
            };
            assert!(same, "{what}: passing {a:?} and {b:?}");
        }
    }
}

fn changed(change: impl Fn(&mut RaceTrack)) -> Vec<RaceTrack> {
    let mut tracks = fleet();
    tracks.iter_mut().for_each(change);
    tracks
}

fn later(by_ms: f64) -> Vec<RaceTrack> {
    changed(|track| {
        track.time_ms.iter_mut().for_each(|t| *t += by_ms);
        for turn in &mut track.facts.turns {
            for t in [&mut turn.start_ms, &mut turn.time_ms, &mut turn.end_ms, &mut turn.recovered_ms] {
                *t += by_ms;
            }
        }
    })
}

#[test]
fn stamps_that_are_a_millisecond_later_change_nothing() {
    assert_same(&later(1.0), 0.0, 1500.0, "+ 1 ms");
}

#[test]
fn the_same_day_37_days_later_is_the_same() {
    let days_ms = 37.0 * 86_400_000.0;
    assert_same(&later(days_ms), days_ms, 1.0, "+ 37 days");
}

#[test]
fn boats_in_another_order_are_the_same_races() {
    let mut tracks = fleet();
    tracks.reverse();
    assert_same(&tracks, 0.0, 1.0, "reversed");
    tracks.rotate_left(3);
    assert_same(&tracks, 0.0, 1.0, "rotated");
}

#[test]
fn a_mirrored_course_has_the_same_races() {
    let tracks = changed(|track| {
        let middle = 2.0 * fleet()[0].lon_deg[0];
        track.lon_deg.iter_mut().for_each(|lon| *lon = middle - *lon);
        for column in [&mut track.cog_deg, &mut track.ewd_deg] {
            column.iter_mut().for_each(|deg| *deg = (360.0 - *deg) % 360.0);
        }
    });
    assert_same(&tracks, 0.0, 1500.0, "mirrored");
}

#[test]
fn the_other_hemisphere_has_the_same_races() {
    let tracks = changed(|track| {
        track.lat_deg.iter_mut().for_each(|lat| *lat = -*lat);
        for column in [&mut track.cog_deg, &mut track.ewd_deg] {
            column.iter_mut().for_each(|deg| *deg = (540.0 - *deg) % 360.0);
        }
    });
    assert_same(&tracks, 0.0, 1500.0, "other hemisphere");
}
