//! Several boats and several sessions in one file.

use leebow_engine::Options;
use leebow_engine::api::{analyze, race_track};
use leebow_engine::race::{self, RaceOptions, RaceTrack};
use leebow_engine::read::open;
use leebow_engine::write::{joined, parts};

use crate::session::*;

const HOUR_MS: f64 = 3_600_000.0;

fn track(name: &str, rows: &[Row]) -> String {
    let points: String = rows.iter().map(|row| point(row, &iso(row.ms))).collect();
    format!("<trk><name>{name}</name><trkseg>{points}</trkseg></trk>")
}

fn file(tracks: &[String]) -> Vec<u8> {
    format!("<gpx version=\"1.1\" creator=\"x\">{}</gpx>", tracks.concat()).into_bytes()
}

fn moved(rows: &[Row], after_ms: f64, north_deg: f64) -> Vec<Row> {
    rows.iter().map(|row| Row { ms: row.ms + after_ms, lat: row.lat + north_deg, ..*row }).collect()
}

fn names(bytes: &[u8]) -> Vec<(String, usize)> {
    let opened = open(bytes).unwrap();
    if opened.parts.is_empty() {
        return vec![(String::new(), opened.recording.columns.len())];
    }
    opened.parts.into_iter().map(|part| (part.name, part.recording.columns.len())).collect()
}

#[test]
fn tracks_that_overlap_in_time_are_boats() {
    let one = sailed(START_MS, 1.0);
    for (after_ms, north_deg) in [(0.0, 0.02), (600_000.0, 0.02), (600_000.0, -0.001)] {
        let two = moved(&one, after_ms, north_deg);
        let both = file(&[track("GER 1", &one), track("GER 2", &two)]);
        assert_eq!(names(&both), [("GER 1".to_string(), 1201), ("GER 2".to_string(), 1201)]);
        let shown = recording(&both);
        assert_eq!(shown.columns.len(), 1201);
        assert!(
            says(&shown, "2 boats sailed at the same time in this file: GER 1, GER 2."),
            "{:?}",
            shown.damage.lacks
        );
    }
}

#[test]
fn the_tracks_of_one_boat_after_one_another_stay_one() {
    let one = sailed(START_MS, 1.0);
    for after_min in [20.02, 21.0, 90.0] {
        let two = moved(&one, after_min * 60_000.0, 0.0);
        let both = file(&[track("Lap 1", &one), track("Lap 2", &two)]);
        assert_eq!(names(&both).len(), 1);
        let shown = recording(&both);
        assert_eq!(shown.columns.len(), 2402);
        assert!(!says(&shown, "boats"));
    }
}

#[test]
fn a_second_receiver_of_a_boat_is_no_second_boat() {
    let one = sailed(START_MS, 1.0);
    let other: Vec<Row> = moved(&one, 0.0, 3e-5).into_iter().step_by(2).collect();
    let both = file(&[track("watch", &other), track("logger", &one)]);
    assert_eq!(names(&both).len(), 1);
}

#[test]
fn days_are_sessions_and_a_lunch_is_not() {
    let one = sailed(START_MS, 1.0);
    let at = |hours: f64| moved(&one, hours * HOUR_MS, 0.0);
    let days = file(&[track("a", &one), track("b", &at(24.0)), track("c", &at(48.0))]);
    let expected =
        ["2025-07-05 10.00", "2025-07-06 10.00", "2025-07-07 10.00"].map(|day| (day.to_string(), 1201));
    assert_eq!(names(&days), expected);
    assert_eq!(names(&file(&[track("", &one), track("", &at(2.0))])).len(), 1);
    assert_eq!(names(&file(&[track("", &one), track("", &at(7.0))])).len(), 2);
    // Each is written as a file of its own.
    let written = parts(&open(&days).unwrap());
    assert_eq!(written.len(), 3);
    assert_eq!(recording(&written[1].bytes).columns.len(), 1201);
    assert_eq!(written[1].name, "2025-07-06 10.00.gpx");
}

#[test]
fn boats_that_sail_beside_each_other_for_most_of_the_time_are_two() {
    let one = sailed(START_MS, 1.0);
    // 20 m apart at first, 110 m at the end.
    let beside =
        |(i, row): (usize, &Row)| Row { lat: row.lat + if i < 800 { 0.000_18 } else { 0.001 }, ..*row };
    let two: Vec<Row> = one.iter().enumerate().map(beside).collect();
    assert_eq!(names(&file(&[track("GER 1", &one), track("GER 2", &two)])).len(), 2);
}

#[test]
fn the_files_of_a_session_that_was_cut_into_hours_are_analysed_as_it_was() {
    let whole = sailed(START_MS, 1.0);
    let write = |rows: &[Row]| gpx(rows, |row| point(row, &iso(row.ms)));
    let cut: Vec<Vec<u8>> = whole.chunks(300).map(write).collect();
    let files: Vec<&[u8]> = cut.iter().rev().map(Vec::as_slice).collect();
    let (bytes, losses) = joined(&files).unwrap();
    assert_eq!(losses, vec![String::new(); files.len()]);
    let (one, other) = (report(&write(&whole)), report(&bytes));
    assert_eq!(one.points, other.points);
    assert_eq!(one.maneuvers, other.maneuvers);
    assert_eq!(one.summary, other.summary);
    assert_eq!(joined(&[]).unwrap_err().kind.id(), "empty_file");
    // Of a file that stops in its midst the rest is joined, and it is said.
    let short = files[1].get(..files[1].len() / 2).unwrap();
    let (_, losses) = joined(&[short, files[2]]).unwrap();
    assert!(losses[0].contains("end"), "{losses:?}");
}

#[test]
fn a_wind_that_turned_between_two_sessions_is_found_in_both() {
    let spec = |after: f64, twd_deg: f64| leebow_simulator::Spec {
        minutes: 40.0,
        twd_deg,
        start_time_ms: START_MS + after * HOUR_MS,
        ..spec()
    };
    for (morning, afternoon, hours) in [(90.0, 200.0, 5.0), (300.0, 60.0, 4.0), (180.0, 20.0, 5.5)] {
        let both = [rows(&spec(0.0, morning)), rows(&spec(hours, afternoon))].concat();
        let found = report(&gpx(&both, |row| point(row, &iso(row.ms))));
        let wind = found.wind.expect("a wind");
        for (at, twd_deg) in [(wind.series.first(), morning), (wind.series.last(), afternoon)] {
            let off = leebow_engine::angle::wrap_180(at.unwrap().twd_deg - twd_deg).abs();
            assert!(off <= 20.0, "{morning} and {afternoon}: {off}");
        }
    }
}

/// Five boats that sail 8 s and some metres behind each other; the clock of the last one is ahead by so many hours.
fn fleet(ahead_h: f64, time: impl Fn(f64) -> String) -> Vec<RaceTrack> {
    let one = sailed(START_MS, 1.0);
    let boat = |i: usize| {
        let rows = moved(&one, 8000.0 * i as f64, 0.0004 * i as f64);
        let bytes = if i == 4 {
            gpx(&rows, |row| point(row, &time(row.ms + ahead_h * HOUR_MS)))
        } else {
            file(&[track("boat", &rows)])
        };
        let options = Options { boat_class: Some("49er".into()), ..Options::default() };
        race_track(&analyze(&format!("boat{i}.gpx"), &bytes, None, &options).unwrap())
    };
    (0..5).map(boat).collect()
}

#[test]
fn a_boat_whose_times_name_no_zone_is_found_by_the_fleet_that_she_sailed_with() {
    let local = |ms: f64| iso(ms).trim_end_matches('Z').to_string();
    for (ahead_h, way) in [(2.0, "2:00 h earlier"), (-4.0, "4:00 h later"), (5.5, "5:30 h earlier")] {
        for (tracks, what) in [
            (fleet(ahead_h, local), "The times of “boat4.gpx” have no zone"),
            (fleet(ahead_h, iso), "The clock of “boat4.gpx” seems to be off"),
        ] {
            let notes = race::analyze(&tracks, &RaceOptions::default()).day.notes;
            let of_boat: Vec<_> = notes.iter().filter(|n| n.track.as_deref() == Some("boat4.gpx")).collect();
            assert_eq!(of_boat.len(), 1, "{notes:?}");
            assert_eq!(of_boat[0].clock_ahead_s, Some(3600.0 * ahead_h));
            assert!(of_boat[0].text.starts_with(&format!("{what}: {way} she sailed with")), "{notes:?}");
        }
    }
    assert_eq!(fleet(0.0, local).iter().filter(|track| track.facts.without_zone).count(), 1);
}
