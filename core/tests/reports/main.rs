//! The reports on several recordings, on inputs made from random bytes and from those that fuzzers found; and what they must
//! not depend on. A binary of its own, which compiles in a tenth of the time of the others.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cost;
#[path = "../../engine/tests/mutated/memory.rs"]
mod memory;
#[path = "../processor_time.rs"]
mod processor_time;
#[path = "../../engine/tests/mutated/random.rs"]
mod random;
#[path = "../../engine/tests/reports/mod.rs"]
mod reports;
mod same;

use std::path::Path;

use leebow_engine::api::{races, to_json};
use leebow_engine::calendar::{iso_utc, ms_from_iso};
use leebow_engine::dashboard::{Session, UserStats, user_stats};
use leebow_engine::debrief::{DebriefFacts, DebriefOptions, DebriefTrack, SessionSummary, debrief, summary};
use leebow_engine::fleet::{TrackEvidence, estimate_fleet_winds};
use leebow_engine::geo::Plane;
use leebow_engine::polar::{self, PolarOptions, SessionPolar};
use leebow_engine::race::{RaceAnalysis, RaceTrack};

use crate::random::Random;
use crate::reports::{Choices, REPORTS, Water, evidence, sailed};

/// Counts the memory of a report.
#[global_allocator]
static MEMORY: memory::CountingAllocator = memory::CountingAllocator;

/// Random inputs of each report, without the environment variable `LEEBOW_MUTATIONS`.
const INPUTS: u64 = 400;

fn random_bytes(seed: u64) -> Vec<u8> {
    let mut random = Random::of(seed);
    (0..20 + random.below(500)).map(|_| random.bits_48() as u8).collect()
}

#[test]
fn a_report_on_any_input_is_refused_or_has_what_every_report_has() {
    let inputs = std::env::var("LEEBOW_MUTATIONS").map_or(INPUTS, |text| text.parse().unwrap());
    let mut violations = Vec::new();
    for (name, check) in REPORTS {
        for seed in 0..inputs {
            let violation = check(&random_bytes(seed));
            violations.extend(violation.map(|violation| format!("{name}, seed {seed}: {violation:.600}")));
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn every_corpus_input_of_a_report_is_refused_or_has_what_every_report_has() {
    for (name, check) in REPORTS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
        let files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(files.len() > 20, "{name}: {} files", files.len());
        for path in files {
            assert_eq!(check(&std::fs::read(&path).unwrap()), None, "{}", path.display());
        }
    }
}

/// Boats in one race, without anything changed at random.
fn fleet(water: &Water) -> (Vec<RaceTrack>, Vec<DebriefFacts>) {
    let bytes = random_bytes(3);
    let choices = &mut Choices::of(&bytes);
    (0..6).map(|boat| sailed(choices, water, boat)).unzip()
}

fn water() -> Water {
    Water { changed: false, laps: 2, interval_s: 1.0, ..Water::of(&mut Choices::of(&[])) }
}

fn races_of(tracks: &[RaceTrack]) -> RaceAnalysis {
    let facts: Vec<_> = tracks.iter().map(|track| &track.facts).collect();
    let found = races(&to_json(&facts), tracks.to_vec(), "").unwrap();
    assert_eq!(found.day.races.len(), 1, "{:?}", found.day.notes);
    found
}

/// Name, place and times at the marks, s from the gun, of each boat, by name.
fn results(found: &RaceAnalysis) -> Vec<(String, Option<u32>, Vec<Option<i64>>)> {
    let race = &found.day.races[0];
    let after_gun = |time: &str| ms_from_iso(time).unwrap() - ms_from_iso(&race.start_time).unwrap();
    let rounded = |ms: f64| (ms / 100.0).round() as i64;
    let mut boats: Vec<_> = race
        .boats
        .iter()
        .map(|boat| {
            let passings = boat.passings.iter();
            let times = passings.map(|p| p.as_ref().map(|p| rounded(after_gun(&p.time)))).collect();
            (boat.track.clone(), boat.place, times)
        })
        .collect();
    boats.sort();
    boats
}

#[test]
fn the_order_of_the_tracks_does_not_change_a_race() {
    let (mut tracks, _) = fleet(&water());
    let before = results(&races_of(&tracks));
    assert!(before.iter().filter(|boat| boat.2.iter().flatten().count() > 2).count() > 3, "{before:?}");
    tracks.reverse();
    assert_eq!(results(&races_of(&tracks)), before);
    tracks.swap(1, 4);
    assert_eq!(results(&races_of(&tracks)), before);
}

#[test]
fn a_race_is_the_same_at_another_place_and_on_another_day() {
    let here = water();
    let before = results(&races_of(&fleet(&here).0));
    for (lat_deg, lon_deg) in [(0.0, 0.0), (-17.0, 179.999), (-33.9, 151.3), (71.0, -170.0)] {
        let there =
            Water { plane: Plane::at(lat_deg, lon_deg), gun_ms: here.gun_ms + 86_400_000.0 * 200.0, ..here };
        assert_eq!(results(&races_of(&fleet(&there).0)), before, "{lat_deg}, {lon_deg}");
    }
}

/// Sessions of some days, each in water of its own.
fn sessions() -> Vec<DebriefTrack> {
    let of_day = |day: u32| {
        let bytes = random_bytes(u64::from(day) + 40);
        let gun_ms = water().gun_ms + 86_400_000.0 * f64::from(day);
        let (track, facts) = sailed(&mut Choices::of(&bytes), &Water { gun_ms, leg_s: 120.0, ..water() }, 0);
        let RaceTrack { time_ms, lat_deg, lon_deg, sog_mps, cog_deg, .. } = track;
        let facts = DebriefFacts { boat_class: Some("49er".into()), ..facts };
        DebriefTrack { facts, time_ms, lat_deg, lon_deg, sog_mps, cog_deg }
    };
    (0..7).map(of_day).collect()
}

#[test]
fn the_order_of_earlier_sessions_does_not_change_a_debrief() {
    let sessions = sessions();
    let (today, earlier) = sessions.split_last().unwrap();
    let mut earlier: Vec<SessionSummary> = earlier.iter().map(summary).collect();
    assert!(earlier.iter().any(|session| !session.quantities.is_empty()));
    let of = |earlier: &[SessionSummary]| {
        let options = DebriefOptions { earlier: earlier.to_vec(), ..DebriefOptions::default() };
        to_json(&debrief(today, &[], &options))
    };
    let before = of(&earlier);
    earlier.reverse();
    assert_eq!(of(&earlier), before);
}

#[test]
fn the_order_of_sessions_does_not_change_a_polar_and_one_twice_counts_once() {
    let mut stored: Vec<SessionPolar> = sessions().iter().map(polar::summary).collect();
    assert!(stored.iter().any(|session| !session.cells.n.is_empty()));
    let of = |stored: &[SessionPolar]| polar::polar(stored, &PolarOptions::default()).unwrap();
    let mut before = of(&stored);
    assert!(before.straight_s > 0.0);
    stored.reverse();
    let mut after = of(&stored);
    // Points of the season name their session by its index.
    for found in [&mut before, &mut after] {
        let trends = [&mut found.season.upwind, &mut found.season.downwind];
        trends.into_iter().flat_map(|trend| &mut trend.points).for_each(|point| point.session = 0);
    }
    assert_eq!(after, before);
    stored.push(stored[2].clone());
    assert_eq!((of(&stored).sessions, of(&stored).straight_s), (before.sessions, before.straight_s));
}

#[test]
fn the_sums_of_a_dashboard_are_those_of_its_parts() {
    let session =
        |i: u32| Session { tacks: 3 + i, gybes: i, water_time_s: 512.0 * f64::from(i), ..Session::default() };
    let all: Vec<Session> = (0..9).map(session).collect();
    for at in 0..all.len() {
        let (a, b) = (user_stats(&all[..at]), user_stats(&all[at..]));
        let sum = UserStats {
            sessions: a.sessions + b.sessions,
            water_time_s: a.water_time_s + b.water_time_s,
            tacks: a.tacks + b.tacks,
            gybes: a.gybes + b.gybes,
            ..user_stats(&[])
        };
        assert_eq!(user_stats(&all), sum);
    }
}

#[test]
fn turning_the_wind_of_every_boat_turns_that_of_the_fleet() {
    let turned_by = |deg: f64| {
        let bytes = [0; 40];
        let all: Vec<TrackEvidence> =
            (0..4).map(|boat| evidence(&mut Choices::of(&bytes), boat, 20.0 + deg)).collect();
        estimate_fleet_winds(&all)[0].answer().wind.unwrap()
    };
    let before = turned_by(0.0);
    for deg in [45.0, 180.0, -90.0] {
        let after = turned_by(deg);
        assert_eq!(after.time_ms, before.time_ms);
        for (a, b) in after.twd_deg.iter().zip(&before.twd_deg) {
            let off = leebow_engine::angle::wrap_180(a - b - deg);
            assert!(off.abs() < 1e-6, "{a} {b} {deg}");
        }
        assert!((after.mean_sd_deg - before.mean_sd_deg).abs() < 1e-6);
    }
    assert_eq!(iso_utc(before.time_ms[0]), before.start_time);
}
