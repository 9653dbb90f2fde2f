//! Notes of sailors about their own recordings. Without the recordings the tests report that and pass.

use std::path::PathBuf;

use leebow_engine::angle::wrap_180;
use leebow_engine::config::boat_class;
use leebow_engine::parts::PartKind;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::read::read;
use leebow_engine::segment::{SegmentKind, TackSide};
use leebow_engine::{Analysis, Options, analyze};

fn analyzed(path: &str) -> Option<Analysis> {
    analyzed_as(None, path)
}

fn analyzed_as(boat_class: Option<&str>, path: &str) -> Option<Analysis> {
    let bytes = bytes_of(path)?;
    let options = Options { boat_class: boat_class.map(str::to_string), ..Options::default() };
    Some(analyze(path, &bytes, None, &options).unwrap_or_else(|e| panic!("{path}: {e}")))
}

fn bytes_of(path: &str) -> Option<Vec<u8>> {
    let named = std::env::var_os("LEEBOW_RECORDINGS").map(PathBuf::from);
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/recordings");
    let Some(folder) = named.into_iter().chain([beside]).find(|folder| folder.is_dir()) else {
        eprintln!("skipped: no recordings here; set LEEBOW_RECORDINGS to their folder");
        return None;
    };
    Some(std::fs::read(folder.join(path)).unwrap_or_else(|e| panic!("{path}: {e}")))
}

/// Number of counted tacks and gybes of a recording of which only fixes at least `interval_s` apart are kept.
fn turns_of_every(class: &str, path: &str, interval_s: f64) -> Option<usize> {
    let mut recording = read(path, &bytes_of(path)?).unwrap();
    let mut last_ms = f64::NEG_INFINITY;
    let mut is_kept = |ms: f64| {
        let keeps = ms - last_ms >= interval_s * 1000.0;
        last_ms = if keeps { ms } else { last_ms };
        keeps
    };
    let times_ms = recording.columns.time_ms.iter().enumerate();
    let kept: Vec<usize> = times_ms.filter(|(_, ms)| is_kept(**ms)).map(|(row, _)| row).collect();
    recording.columns = std::mem::take(&mut recording.columns).into_selected(&kept);
    recording.breaks.clear();
    let class = boat_class(class).unwrap();
    let report = analyze_recording(path, "", recording, class, AnalysisInputs::default()).unwrap().report;
    Some((report.summary.tacks + report.summary.gybes) as usize)
}

#[test]
fn the_farther_apart_the_fixes_the_fewer_turns_are_found_and_every_20_s_still_half_of_them() {
    for (class, boats) in [
        ("Finn", ["finn-2012-08-05/boat01", "finn-2012-08-05/boat02", "finn-2012-08-05/boat03"]),
        ("Laser", ["ilca-2025-09-20/boat02", "ilca-2025-09-20/boat04", "ilca-2025-09-20/boat06"]),
    ] {
        let turns = |interval_s: f64| -> Option<usize> {
            boats.iter().map(|boat| turns_of_every(class, &format!("fleets/{boat}.gpx"), interval_s)).sum()
        };
        let Some(all) = turns(0.0) else { return };
        let found: Vec<usize> = [5.0, 10.0, 15.0, 20.0].iter().filter_map(|s| turns(*s)).collect();
        assert!(found.windows(2).all(|pair| 3 * pair[1] >= 2 * pair[0]), "{class}: {found:?} of {all}");
        assert!(found[0] * 10 >= all * 9 && found[3] * 2 >= all, "{class}: {found:?} of {all}");
    }
}

#[test]
fn a_boat_that_sails_faster_than_the_class_it_was_given_does_not_drive_on_land() {
    for (file, twd_deg) in [
        ("match-acws2020-1/NZL", 211.0),
        ("match-acws2020-2/GBR", 211.0),
        ("match-acws2020-3/GBR", 205.0),
        ("match-acws2020-7/ITA", 346.0),
    ] {
        for class in ["Laser", "49er", "J70"] {
            let Some(race) = analyzed_as(Some(class), &format!("fleets/{file}.gpx")) else { return };
            let (report, place) = (race.report, format!("{file} as a {class}"));
            assert!(
                report.parts.iter().all(|part| part.kind != PartKind::OnLand),
                "{place}: {:?}",
                report.parts
            );
            assert!(report.wind.is_some_and(|wind| wrap_180(wind.twd_deg - twd_deg).abs() < 20.0), "{place}");
            // As a 49er, with a top speed of 45 kn, one race of them has no part that is too fast.
            if report.boat_class == "Other" {
                let note = format!(
                    "The boat sails faster than a {class} does: the recording is analysed as \"Other\"."
                );
                assert!(report.notes.contains(&note), "{place}: {:?}", report.notes);
            } else {
                assert_eq!((class, report.boat_class.as_str()), ("49er", "49er"), "{place}");
            }
        }
        let Some(race) = analyzed_as(Some("AC75"), &format!("fleets/{file}.gpx")) else { return };
        assert_eq!(race.report.boat_class, "AC75");
    }
}

#[test]
fn the_one_tack_of_the_labelled_beat_is_found_and_no_other() {
    let Some(session) = analyzed("csv/vakaros-2025-11-23.csv") else { return };
    // 09:34:59 to 09:39:39 (UTC-5) are labelled by side: starboard tack until 09:37:20, then port.
    let on_the_beat = |time: &str| ("14:34:59".."14:39:40").contains(&&time[11..19]);
    let crossing = |kind| matches!(kind, SegmentKind::Tack | SegmentKind::Gybe);
    let beat: Vec<_> =
        session.report.maneuvers.iter().filter(|m| crossing(m.kind) && on_the_beat(&m.time)).collect();
    assert_eq!(beat.len(), 1);
    assert_eq!((beat[0].kind, beat[0].from_side), (SegmentKind::Tack, Some(TackSide::Starboard)));
    assert!(("14:37:17".."14:37:24").contains(&&beat[0].time[11..19]), "{}", beat[0].time);
}

#[test]
fn the_snipes_sailed_in_the_wind_their_sailor_noted() {
    for boat in ["ESP29375-P01", "ESP29375-P02", "ESP30782-P01", "ESP30782-P02"] {
        let Some(race) = analyzed(&format!("gpx/snipe-2025-06-21-{boat}.gpx")) else { return };
        let wind = race.report.wind.unwrap();
        assert!(wrap_180(wind.twd_deg - 110.0).abs() < 12.0, "{boat}: {}", wind.twd_deg);
        assert!(race.report.summary.tacks >= 8, "{boat}: {}", race.report.summary.tacks);
    }
}

#[test]
fn the_keelboat_off_tallinn_tacked_when_its_own_log_changed_sides() {
    let Some(race) = analyzed("gpx/keelboat-tallinn-2023-09-06.gpx") else { return };
    let tacks = race.report.maneuvers.iter().filter(|m| m.kind == SegmentKind::Tack);
    let minutes: Vec<&str> = tacks.map(|m| &m.time[11..16]).collect();
    // The log's clock is some 20 s ahead of the watch's.
    for logged in ["14:53", "15:18", "15:24", "15:29", "16:12"] {
        assert!(minutes.contains(&logged), "no tack at {logged} among {minutes:?}");
    }
}

#[test]
fn one_turn_through_the_wind_is_listed_once() {
    for file in [
        "fit/wingfoil-2026-08-04-1411_nago-torbole-windsurfen_native.fit",
        "fit/wingfoil-2026-08-06-0757_nago-torbole-wingfoiling_wingfoiling.fit",
        "gpx/wingfoil-puerto-rico-twd90.gpx",
    ] {
        let Some(session) = analyzed(file) else { return };
        let crossings = session.report.maneuvers.iter().filter(|m| {
            m.counted && matches!(m.kind, SegmentKind::Tack | SegmentKind::Gybe | SegmentKind::Turn)
        });
        let times: Vec<(&str, Option<TackSide>)> =
            crossings.map(|m| (m.time.as_str(), m.from_side)).collect();
        assert!(times.len() > 10, "{file}: {}", times.len());
        for pair in times.windows(2) {
            assert_ne!(pair[0], pair[1], "{file}");
        }
    }
}

#[test]
fn the_moment_of_a_maneuver_lies_within_it() {
    for file in [
        "fit/wingfoil-2026-08-05-1356_nago-torbole-foilmotion_foilmotion.fit",
        "gpx/wingfoil-hood-river-angles.gpx",
        "gpx/wingfoil-hood-river-session.gpx",
        "gpx/keelboat-tallinn-2023-09-06.gpx",
    ] {
        let Some(session) = analyzed(file) else { return };
        let outside =
            session.report.maneuvers.iter().filter(|m| m.time < m.start_time || m.end_time < m.time);
        let times: Vec<_> = outside.map(|m| (&m.name, &m.start_time, &m.time, &m.end_time)).collect();
        assert!(times.is_empty(), "{file}: {times:?}");
    }
}
