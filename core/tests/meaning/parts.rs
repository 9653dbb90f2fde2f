//! Sports, tows and drives beside the sailing.

use leebow_engine::api::{Action, Correction, FileAnalysis};
use leebow_engine::calendar::iso_utc;
use leebow_engine::parts::PartKind;
use leebow_engine::{Options, analyze};

use crate::fit::activity;
use crate::session::*;

/// A way that ends (or begins) at a position: speed (m/s) and course (deg) of each second.
fn way(
    start_ms: f64,
    from: (f64, f64),
    seconds: usize,
    sog: impl Fn(f64) -> f64,
    course: impl Fn(f64) -> f64,
) -> Vec<Row> {
    let plane = leebow_engine::geo::Plane::at(from.0, from.1);
    let (mut east, mut north) = (0.0, 0.0);
    (0..seconds)
        .map(|i| {
            let s = i as f64;
            let (lat, lon) = plane.to_deg(east, north);
            let (v, (sin, cos)) = (sog(s), libm::sincos(course(s).to_radians()));
            east += v * sin;
            north += v * cos;
            Row { ms: start_ms + s * 1000.0, lat, lon, sog_kn: v / 0.514_444 }
        })
        .collect()
}

fn ride(start_ms: f64, minutes: usize) -> Vec<Row> {
    way(start_ms, (54.45, 10.2), minutes * 60, |s| 6.5 + libm::sin(s / 7.0), |s| 90.0 * libm::floor(s / 80.0))
}

/// A drive with stops, at this speed in m/s.
fn drive(start_ms: f64, minutes: usize, mps: f64) -> Vec<Row> {
    let sog = move |s: f64| if (s / 240.0).fract() < 0.1 { 0.0 } else { mps + 0.5 * libm::sin(s / 11.0) };
    way(start_ms, (54.45, 10.2), minutes * 60, sog, |s| 40.0 + s / 6.0)
}

/// A tow to the place and the moment at which the rows begin.
fn tow(before: &[Row], minutes: usize, mps: f64) -> Vec<Row> {
    let (first, n) = (before[0], minutes * 60);
    let plane = leebow_engine::geo::Plane::at(first.lat, first.lon);
    let start = plane.to_deg(-(n as f64) * mps * 0.6, -(n as f64) * mps * 0.8);
    let course = libm::atan2(0.6, 0.8).to_degrees();
    way(first.ms - n as f64 * 1000.0, start, n, |_| mps, |_| course)
}

fn sailing_alone() -> (Vec<Row>, FileAnalysis) {
    let rows = rows(&spec_of(40.0));
    let alone = report(&with_speed(&rows));
    (rows, alone)
}

fn spec_of(minutes: f64) -> leebow_simulator::Spec {
    leebow_simulator::Spec { minutes, ..spec() }
}

fn with_speed(rows: &[Row]) -> Vec<u8> {
    table("time,lat,lon,sog (kn)", rows, iso)
}

/// Sailing is found as if it were alone.
fn assert_as_alone(found: &FileAnalysis, alone: &FileAnalysis, what: &str) {
    let counts = |r: &FileAnalysis| (i64::from(r.summary.tacks), i64::from(r.summary.gybes));
    let ((tacks, gybes), (tacks_alone, gybes_alone)) = (counts(found), counts(alone));
    assert!(
        (tacks - tacks_alone).abs() <= 1 && (gybes - gybes_alone).abs() <= 1,
        "{what}: {tacks} tacks, {gybes} gybes; {:?}",
        kinds(found)
    );
    let top = |r: &FileAnalysis| r.summary.max_speed_kn.unwrap_or(0.0);
    assert!((top(found) - top(alone)).abs() <= 0.3, "{what}: top speed {} and {}", top(found), top(alone));
    let wind = |r: &FileAnalysis| r.wind.as_ref().map_or(f64::NAN, |w| w.twd_deg);
    let off = leebow_engine::angle::wrap_180(wind(found) - wind(alone)).abs();
    assert!(off <= 5.0, "{what}: wind {} and {}", wind(found), wind(alone));
}

fn kinds(report: &FileAnalysis) -> Vec<(PartKind, u32, u32)> {
    report.parts.iter().map(|part| (part.kind, part.start, part.end)).collect()
}

fn left_out(report: &FileAnalysis) -> Vec<(PartKind, u32)> {
    report.parts.iter().filter(|part| part.left_out).map(|part| (part.kind, part.end - part.start)).collect()
}

#[test]
fn sessions_of_other_sports_in_a_fit_are_left_out_and_named() {
    let (sailed, alone) = sailing_alone();
    let (before, after) = (ride(START_MS - 900_000.0, 15), ride(START_MS + 2_460_000.0, 15));
    for (number, name) in [(2, "cycling"), (1, "running"), (17, "hiking"), (22, "motorcycling")] {
        let file = activity(&[(number, &before), (32, &sailed), (number, &after)]);
        let found = report(&file);
        assert_as_alone(&found, &alone, name);
        assert_eq!(left_out(&found), [(PartKind::OtherSport, 900), (PartKind::OtherSport, 900)]);
        let sentence = format!("2 parts of the recording are {name} (30 min in all) and were left out.");
        assert!(found.notes.contains(&sentence), "{:?}", found.notes);
        assert_eq!(found.sport.as_deref(), Some("sailing"));
    }
}

#[test]
fn a_file_of_another_sport_has_no_wind_no_turn_and_no_record() {
    let (ridden, minutes) = (ride(START_MS, 20), 20);
    let sport = |text: &str| {
        let points: String = ridden.iter().map(|row| point(row, &iso(row.ms))).collect();
        format!("<gpx version=\"1.1\"><trk><type>{text}</type><trkseg>{points}</trkseg></trk></gpx>")
            .into_bytes()
    };
    let trackpoint = |row: &Row| {
        format!(
            "<Trackpoint><Time>{}</Time><Position><LatitudeDegrees>{:.7}</LatitudeDegrees><LongitudeDegrees>{:.7}</LongitudeDegrees></Position></Trackpoint>",
            iso(row.ms),
            row.lat,
            row.lon
        )
    };
    let tcx = format!(
        "<TrainingCenterDatabase><Activities><Activity Sport=\"Biking\"><Lap><Track>{}</Track></Lap></Activity></Activities></TrainingCenterDatabase>",
        ridden.iter().map(trackpoint).collect::<String>()
    );
    for (file, name) in [
        (activity(&[(2, &ridden)]), "cycling"),
        (sport("running"), "running"),
        (sport("Hiking"), "hiking"),
        (tcx.into_bytes(), "biking"),
    ] {
        let found = report(&file);
        let s = &found.summary;
        assert!(found.wind.is_none() && found.maneuvers.is_empty() && found.straights.is_empty(), "{name}");
        assert_eq!((s.max_speed_kn, found.records.best_2_s.is_none()), (None, true), "{name}");
        let sentence = format!("No sailing was found in this recording: {minutes} min of it is {name}.");
        assert!(found.notes.contains(&sentence), "{:?}", found.notes);
    }
}

#[test]
fn a_sport_on_the_water_a_generic_and_an_unknown_one_are_analysed() {
    let (sailed, alone) = sailing_alone();
    for number in [0, 15, 18, 19, 23, 32, 37, 38, 41, 43, 44, 99] {
        let found = report(&activity(&[(number, &sailed)]));
        assert_eq!(left_out(&found), [], "{number}");
        assert!(found.summary.tacks + found.summary.gybes + found.summary.turns > 0, "{number}");
        if number == 32 {
            assert_as_alone(&found, &alone, "sailing");
        }
    }
}

#[test]
fn a_drive_home_is_left_out_at_any_speed_and_before_the_session_too() {
    let (sailed, alone) = sailing_alone();
    for mps in [22.0, 25.0, 33.0] {
        let home = drive(START_MS + 2_401_000.0, 20, mps);
        let there = drive(START_MS - 1_201_000.0, 20, mps);
        for (rows, what) in
            [([&sailed[..], &home].concat(), "home"), ([&there[..], &sailed].concat(), "there")]
        {
            let found = report(&with_speed(&rows));
            assert_as_alone(&found, &alone, &format!("{what} at {mps}"));
            assert!(found.notes.iter().any(|note| note.contains("a drive on land")), "{:?}", found.notes);
        }
    }
}

#[test]
fn a_tow_is_left_out() {
    let (sailed, alone) = sailing_alone();
    for (minutes, mps) in [(8, 7.7), (6, 5.0), (12, 9.0)] {
        let towed = tow(&sailed, minutes, mps);
        let found = report(&with_speed(&[&towed[..], &sailed].concat()));
        assert_as_alone(&found, &alone, &format!("{minutes} min at {mps}"));
        assert_eq!(left_out(&found)[0].0, PartKind::Towed);
    }
}

#[test]
fn what_is_left_out_can_be_taken_in_and_other_times_left_out() {
    let (sailed, alone) = sailing_alone();
    let home = drive(START_MS + 2_401_000.0, 20, 25.0);
    let rows = [&sailed[..], &home].concat();
    let correction = |action: Action, from: f64, to: f64| Correction {
        action,
        kind: None,
        start_time: Some(iso_utc(START_MS + from * 1000.0)),
        end_time: Some(iso_utc(START_MS + to * 1000.0)),
        to_kind: None,
        new_start_time: None,
        new_end_time: None,
        twd_deg: None,
        shift_s: None,
        calibration: None,
        instrument: None,
    };
    let with = |corrections: Vec<Correction>| {
        let options = Options { boat_class: Some("49er".into()), corrections, ..Options::default() };
        analyze("x", &with_speed(&rows), None, &options).unwrap().report
    };
    let taken = with(vec![correction(Action::TakeIn, 2390.0, 4000.0)]);
    assert!(taken.parts.iter().all(|part| !part.left_out) && taken.corrections[0].applied);
    assert!(taken.summary.distance_m > alone.summary.distance_m + 10_000.0);
    let shorter = with(vec![correction(Action::LeaveOut, 0.0, 1200.0)]);
    let by_hand: Vec<u32> = shorter.parts.iter().filter(|p| p.by_hand).map(|p| p.end - p.start).collect();
    assert_eq!(by_hand, [1201]);
    assert!(shorter.summary.tacks < alone.summary.tacks);
    let both = with(vec![correction(Action::LeaveOut, 0.0, 1200.0), correction(Action::TakeIn, 0.0, 1200.0)]);
    assert_eq!(both.summary.tacks, with(Vec::new()).summary.tacks);
}

#[test]
fn the_clock_moves_a_recording_and_its_corrections() {
    let (sailed, alone) = sailing_alone();
    let shift_s = 7200.0;
    let clock = Correction {
        action: Action::Clock,
        kind: None,
        start_time: None,
        end_time: None,
        to_kind: None,
        new_start_time: None,
        new_end_time: None,
        twd_deg: None,
        shift_s: Some(shift_s),
        calibration: None,
        instrument: None,
    };
    let options = Options { boat_class: Some("49er".into()), corrections: vec![clock], ..Options::default() };
    let found = analyze("x", &with_speed(&sailed), None, &options).unwrap().report;
    assert_eq!(found.start_time, iso_utc(START_MS + shift_s * 1000.0));
    assert_eq!((found.summary.tacks, found.maneuvers.len()), (alone.summary.tacks, alone.maneuvers.len()));
}

#[test]
fn what_is_left_out_is_in_no_time_of_the_summary() {
    let (sailed, alone) = sailing_alone();
    let home = drive(START_MS + 2_401_000.0, 20, 25.0);
    let found = report(&with_speed(&[&sailed[..], &home].concat())).summary;
    // The drive begins with a stop of 24 s.
    assert!((found.duration_s - alone.summary.duration_s).abs() <= 30.0, "{}", found.duration_s);
    assert!((found.water_time_s - alone.summary.water_time_s).abs() <= 30.0, "{}", found.water_time_s);
    assert_eq!((alone.summary.duration_s, alone.summary.under_engine), (2400.0, None));
    assert_eq!(found.under_engine, None, "a drive is no engine of a boat");
}

#[test]
fn what_a_keelboat_does_under_engine_is_counted_for_itself_and_a_tow_of_a_dinghy_is_not() {
    let sailed = rows(&leebow_simulator::Spec { class: "J70".into(), ..spec_of(40.0) });
    for (minutes, mps) in [(10, 3.1), (15, 2.8)] {
        let all = with_speed(&[&tow(&sailed, minutes, mps)[..], &sailed].concat());
        let summary = |class: &str| {
            let options = Options { boat_class: Some(class.into()), ..Options::default() };
            analyze("x", &all, None, &options).unwrap().report.summary
        };
        let (found, s) = (summary("J70"), 60.0 * minutes as f64);
        let engine = found.under_engine.unwrap();
        assert!((engine.duration_s - s).abs() <= 25.0, "{engine:?}");
        assert!((engine.distance_m - s * mps).abs() <= 25.0 * mps, "{engine:?}");
        assert!((found.duration_s - 2400.0).abs() <= 25.0, "{}", found.duration_s);
        assert_eq!(summary("49er").under_engine, None, "tow or engine");
    }
}

/// So many minutes of a boat that swings by so many metres at a place, from its last row on.
fn lying(after: &[Row], minutes: usize, swing_m: f64) -> Vec<Row> {
    let last = after[after.len() - 1];
    let mps = move |s: f64| swing_m / 200.0 * libm::cos(s / 200.0);
    let course = move |s: f64| if mps(s) < 0.0 { 250.0 } else { 70.0 };
    way(last.ms + 1000.0, (last.lat, last.lon), minutes * 60, move |s| mps(s).abs(), course)
}

#[test]
fn a_boat_at_anchor_is_at_rest_and_one_that_lies_still_at_the_end_is_ashore() {
    // The simulated boat lies to for the last minutes of the session.
    let sailed = &sailing_alone().0[..1900];
    let alone = report(&with_speed(sailed));
    for (swing_m, kind) in [(30.0, PartKind::AtRest), (0.5, PartKind::Ashore)] {
        let found = report(&with_speed(&[sailed, &lying(sailed, 40, swing_m)].concat()));
        assert_as_alone(&found, &alone, &format!("{kind:?}"));
        let kinds = kinds(&found);
        // Positions are taken every minute.
        assert!(kinds[1].0 == kind && kinds[1].2 > 4240, "{kinds:?}");
        assert!((1850..2020).contains(&kinds[1].1), "{kinds:?}");
        assert!(
            (found.summary.duration_s - f64::from(kinds[1].1)).abs() <= 60.0,
            "{}",
            found.summary.duration_s
        );
        let says = found.notes.iter().any(|note| note.starts_with("1 part of the recording is ashore ("));
        assert_eq!(says, kind == PartKind::Ashore, "{:?}", found.notes);
    }
}
