//! Notes of sailors about their own recordings. Without the recordings the tests report that and pass.

use std::path::PathBuf;

use leebow_engine::angle::wrap_180;
use leebow_engine::parts::PartKind;
use leebow_engine::segment::{SegmentKind, TackSide};
use leebow_engine::{Analysis, Options, analyze};

fn analyzed(path: &str) -> Option<Analysis> {
    analyzed_as(None, path)
}

fn analyzed_as(boat_class: Option<&str>, path: &str) -> Option<Analysis> {
    let named = std::env::var_os("LEEBOW_RECORDINGS").map(PathBuf::from);
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/recordings");
    let Some(folder) = named.into_iter().chain([beside]).find(|folder| folder.is_dir()) else {
        eprintln!("skipped: no recordings here; set LEEBOW_RECORDINGS to their folder");
        return None;
    };
    let bytes = std::fs::read(folder.join(path)).unwrap_or_else(|e| panic!("{path}: {e}"));
    let options = Options { boat_class: boat_class.map(str::to_string), ..Options::default() };
    Some(analyze(path, &bytes, None, &options).unwrap_or_else(|e| panic!("{path}: {e}")))
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
