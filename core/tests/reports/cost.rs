//! What a report costs: a gap in a track costs nothing, and twice the input at most about twice as much.

use leebow_engine::dashboard::{WindLog, wind_report};
use leebow_engine::debrief::{DebriefOptions, DebriefTrack, debrief, summary};
use leebow_engine::fleet::{TrackEvidence, estimate_fleet_winds};
use leebow_engine::pipeline::race_track;
use leebow_engine::polar::{self, PolarOptions};
use leebow_engine::race::{RaceOptions, RaceTrack, analyze};
use leebow_engine::read::{Outline, related};
use leebow_engine::{Columns, Options, analyze as analyze_track};
use leebow_simulator::{RaceSettings, Scenario, Spec, simulate, write_simulation};

use super::{fleet, sessions, water};
use crate::memory::peak_bytes_during;
use crate::processor_time;
use crate::reports::{Choices, evidence};

const YEAR_MS: f64 = 365.0 * 86_400_000.0;
/// What a gap may cost, bytes and s (docs/limits.md).
const GAP_BYTES: usize = 20_000_000;
const GAP_S: f64 = 0.1;

/// Peak of the memory, bytes, and the least processor time of three, s.
fn cost<T>(work: impl Fn() -> T) -> (usize, f64) {
    let once = |_| {
        let start = processor_time::now();
        let bytes = peak_bytes_during(&work).1;
        (bytes, (processor_time::now() - start).as_secs_f64())
    };
    (0..3).map(once).reduce(|a, b| (a.0.max(b.0), a.1.min(b.1))).unwrap()
}

fn assert_as_cheap(what: &str, (bytes, s): (usize, f64), before: (usize, f64)) {
    assert!(bytes <= before.0 + GAP_BYTES, "{what}: {bytes} bytes, {} without", before.0);
    assert!(s <= before.1 + GAP_S, "{what}: {s} s, {} s without", before.1);
}

fn races(tracks: &[RaceTrack]) -> (usize, f64) {
    cost(|| analyze(tracks, &RaceOptions::default()))
}

/// The times from the middle on are a year later.
fn a_year_later(time_ms: &mut [f64]) {
    let middle = time_ms.len() / 2;
    time_ms.iter_mut().skip(middle).for_each(|ms| *ms += YEAR_MS);
}

/// A fix or more, so many seconds apart, at each of these moments after the end of a track, at its last place.
fn report_later(track: &mut RaceTrack, moments_ms: impl Iterator<Item = f64>, fixes: usize) {
    let end_ms = track.time_ms.last().copied().unwrap();
    for ms in moments_ms {
        for fix in 0..fixes {
            track.time_ms.push(end_ms + ms + 1000.0 * fix as f64);
            for column in [&mut track.lat_deg, &mut track.lon_deg] {
                column.extend(column.last().copied());
            }
            for column in [&mut track.sog_mps, &mut track.cog_deg, &mut track.ewd_deg, &mut track.ewd_sd_deg]
            {
                column.extend(column.last().copied());
            }
        }
    }
}

#[test]
fn a_gap_of_a_year_in_a_track_costs_a_race_nothing() {
    let (tracks, _) = fleet(&water());
    let before = races(&tracks);
    let mut with_gap = tracks.clone();
    a_year_later(&mut with_gap[2].time_ms);
    assert_as_cheap("a gap", races(&with_gap), before);
    for (what, step_h, fixes) in
        [("a fix an hour", 0.99, 1), ("a fix in 23 hours", 23.0, 1), ("some fixes a day", 23.0, 5)]
    {
        let mut reporting = tracks.clone();
        let steps = (365.0 * 24.0 / step_h) as u32;
        report_later(&mut reporting[2], (1..=steps).map(|i| 3.6e6 * step_h * f64::from(i)), fixes);
        assert_as_cheap(what, races(&reporting), before);
    }
}

/// Fifty boats that sail what ten did, so many degrees of longitude beside each other.
fn fifty(ten: &[RaceTrack], aside_deg: f64) -> Vec<RaceTrack> {
    let copy = |i: usize| {
        let mut track = ten[i % ten.len()].clone();
        track.facts.name = format!("boat {i}");
        let aside_deg = aside_deg * (i / ten.len()) as f64;
        track.lon_deg.iter_mut().for_each(|lon| *lon += aside_deg);
        track
    };
    (0..50).map(copy).collect()
}

#[test]
fn fifty_boats_three_metres_beside_each_other_cost_a_race_about_what_others_cost() {
    let race = RaceSettings { gate: true, ..RaceSettings::default() };
    let spec = Spec { scenario: Scenario::Race, minutes: 60.0, race: Some(race), seed: 7, ..Spec::default() };
    let sailed = |spec: &Spec| {
        let bytes = write_simulation(&simulate(spec).unwrap(), "gpx").unwrap();
        race_track(&analyze_track("boat.gpx", &bytes, None, &Options::default()).unwrap())
    };
    let ten: Vec<RaceTrack> = spec.fleet(10).iter().map(sailed).collect();
    let (_, apart_s) = races(&fifty(&ten, 2e-4));
    let (_, beside_s) = races(&fifty(&ten, 4e-5));
    assert!(beside_s <= 5.0 * apart_s, "{beside_s} s, {apart_s} s apart");
}

#[test]
fn a_gap_of_a_year_in_a_session_costs_a_debrief_and_a_polar_nothing() {
    let session = sessions().remove(0);
    let of = |track: &DebriefTrack| {
        [
            cost(|| debrief(track, &[], &DebriefOptions::default())),
            cost(|| summary(track)),
            cost(|| polar::summary(track)),
        ]
    };
    let mut with_gap = session.clone();
    a_year_later(&mut with_gap.time_ms);
    let end_ms = session.time_ms.last().copied().unwrap();
    with_gap.facts.maneuvers.iter_mut().last().unwrap().end_ms = end_ms + YEAR_MS;
    with_gap.facts.straights.iter_mut().last().unwrap().end_ms = end_ms + YEAR_MS;
    if let Some(wind) = &mut with_gap.facts.wind {
        a_year_later(&mut wind.time_ms);
    }
    for (what, (after, before)) in
        ["debrief", "summary", "polar"].into_iter().zip(of(&with_gap).into_iter().zip(of(&session)))
    {
        assert_as_cheap(what, after, before);
    }
    let stored: Vec<_> = sessions().iter().map(polar::summary).collect();
    let of_season = |stored: &[polar::SessionPolar]| cost(|| polar::polar(stored, &PolarOptions::default()));
    let mut late = stored.clone();
    late[6].start_time = "2056-05-01T10:00:00.000Z".into();
    late[6].end_time = "2056-05-01T12:00:00.000Z".into();
    assert_as_cheap("season", of_season(&late), of_season(&stored));
}

#[test]
fn a_gap_of_a_year_costs_the_wind_of_a_fleet_and_of_a_log_nothing() {
    let fleet: Vec<TrackEvidence> = (0..4).map(|boat| evidence(&mut Choices::of(&[]), boat, 20.0)).collect();
    let mut with_gap = fleet.clone();
    a_year_later(&mut with_gap[1].time_ms);
    let of = |fleet: &[TrackEvidence]| cost(|| estimate_fleet_winds(fleet).len());
    assert_as_cheap("fleet", of(&with_gap), of(&fleet));
    let mut log = WindLog {
        time_s: (0..3600).map(f64::from).collect(),
        twd_deg: vec![40.0; 3600],
        tws_kn: vec![Some(9.0); 3600],
    };
    let before = cost(|| wind_report(&log, &[]));
    log.time_s.iter_mut().skip(1800).for_each(|s| *s += YEAR_MS / 1000.0);
    assert_as_cheap("log", cost(|| wind_report(&log, &[])), before);
}

#[test]
fn twice_the_boats_and_twice_the_time_cost_four_times_as_much_memory() {
    let long = |boats: usize, laps: usize| {
        let (mut tracks, _) = fleet(&super::Water { laps, ..water() });
        tracks.truncate(boats);
        let fixes: usize = tracks.iter().map(|t| t.time_ms.len()).sum();
        races(&tracks).0 / fixes
    };
    let few = long(3, 1);
    assert!(few < 1000, "{few} bytes a fix");
    assert!(long(6, 4) as f64 <= 1.3 * few as f64, "{few} bytes a fix, {} of a long race", long(6, 4));
}

#[test]
fn thirty_corrections_cost_little_more_than_none() {
    let (tracks, _) = fleet(&water());
    let gun = leebow_engine::calendar::iso_utc(water().gun_ms);
    let correction = leebow_engine::race::RaceCorrection::SetGun { at: gun.clone(), gun_time: gun };
    let of = |count: usize| {
        let options = RaceOptions { corrections: vec![correction.clone(); count], ..RaceOptions::default() };
        cost(|| analyze(&tracks, &options)).1
    };
    let (one, thirty) = (of(1), of(30));
    assert!(thirty <= 1.3 * one + 0.001, "{one} s with one, {thirty} s with thirty");
}

#[test]
fn files_any_of_which_may_go_on_after_any_other_take_a_time_with_the_square_of_their_number() {
    let outline = |from_s: u32| {
        let seconds: Vec<f64> = (from_s..=from_s + 10).map(f64::from).collect();
        let time_ms = seconds.iter().map(|s| water().gun_ms + 1000.0 * s).collect();
        let columns = Columns::new(time_ms, vec![54.4; 11], vec![10.2; 11]).unwrap();
        Outline::of(&columns).unwrap().numbers()
    };
    let time_s = |n: u32| {
        let outlines: Vec<Vec<f64>> = (0..n).map(|i| outline(10 * (i % 2))).collect();
        let files: Vec<String> = (0..n).map(|i| format!("log-{i}.gpx")).collect();
        cost(|| assert_eq!(related(&files, &outlines).len(), n as usize)).1
    };
    // 16 times as long, and with each pair compared with all others 64 times.
    let ratio = time_s(800) / time_s(200);
    assert!(ratio < 40.0, "4 times as many files take {ratio} times as long");
}
