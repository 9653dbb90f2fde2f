//! Turns without a name, where the wind is not known (docs/algorithms.md, section 7.13).

use leebow_engine::Options;
use leebow_engine::analyze;
use leebow_engine::api::{FileAnalysis, Maneuver, NotCountedReason};
use leebow_engine::calendar::iso_utc;
use leebow_engine::config::{OTHER, boat_class};
use leebow_engine::corrections::{Action, Correction, read};
use leebow_engine::maneuver::{MeasuredManeuver, measure_all};
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::segment::SegmentKind::{Penalty, Tack, Turn};
use leebow_engine::segment::course::Course;
use leebow_engine::segment::interruptions::{clear_of_standstills, find_crashes};
use leebow_engine::segment::turns::find_turns;
use leebow_engine::segment::unnamed::unnamed_turns;
use leebow_engine::track::Recording;
use leebow_engine::{clean, motion};

use crate::drawn::steady_wind;
use crate::passage::Passage;

/// The turns of a recording, measured without a wind.
fn without_wind(mut recording: Recording) -> Vec<MeasuredManeuver> {
    let track = clean::clean(&mut recording, OTHER).unwrap();
    let motion = motion::smooth(&track, OTHER);
    let mut course = Course::new(&track, &motion);
    course.standstills = find_crashes(&course);
    let turns = clear_of_standstills(&course, find_turns(&course, OTHER));
    measure_all(&course, OTHER, 0.0, unnamed_turns(&course, None, &turns))
}

/// Reaches of 40 s to and fro, with as many turns of 170° as `turns`; on each reach the boat bears away by 45° for 10 s.
fn reaches(turns: usize) -> Passage {
    let reach = |p: Passage| {
        p.leg(15.0, 8.0).turn(45.0, 15.0, 8.0).leg(10.0, 8.0).turn(-45.0, 15.0, 8.0).leg(15.0, 8.0)
    };
    let start = reach(Passage::from(45.9, 10.9, 100.0, 8.0));
    (0..turns).fold(start, |p, k| reach(p.turn(if k % 2 == 0 { 170.0 } else { -170.0 }, 25.0, 4.0)))
}

/// The analysis of a passage out and back on one line, which tells no wind, with these corrections.
fn out_and_back(inputs: AnalysisInputs) -> FileAnalysis {
    let passage = Passage::from(54.4, 10.2, 110.0, 5.0)
        .leg(900.0, 5.0)
        .turn(180.0, 20.0, 2.5)
        .leg(900.0, 5.0)
        .turn(40.0, 20.0, 4.0)
        .leg(300.0, 5.0);
    analyze_recording("a.gpx", "", passage.recorded(1.0), OTHER, inputs).unwrap().report
}

fn corrected(corrections: &[Correction]) -> FileAnalysis {
    out_and_back(AnalysisInputs { corrections: read(corrections).unwrap(), ..AnalysisInputs::default() })
}

fn correction(action: Action, of: &Maneuver) -> Correction {
    Correction {
        action,
        kind: Some(of.kind),
        start_time: Some(of.start_time.clone()),
        end_time: Some(of.end_time.clone()),
        to_kind: None,
        new_start_time: None,
        new_end_time: None,
        twd_deg: None,
        shift_s: None,
        calibration: None,
        instrument: None,
    }
}

#[test]
fn reaches_to_and_fro_have_a_turn_at_each_end_and_none_where_the_boat_bears_away() {
    let turns = without_wind(reaches(46).recorded(1.0));
    assert_eq!((turns.len(), turns.iter().filter(|m| m.counts()).count()), (46, 46));
    assert!(turns.iter().all(|m| m.found.kind == Some(Turn) && m.wind.is_none()));
    assert!(turns.iter().all(|m| (m.found.angle_deg().abs() - 170.0).abs() < 10.0));
}

#[test]
fn a_turn_without_a_name_has_all_that_needs_no_wind() {
    let report = out_and_back(AnalysisInputs::default());
    assert!(report.wind.is_none() && report.summary.turns == 1);
    let turn = &report.maneuvers[0];
    assert_eq!((turn.kind, turn.name.as_str(), turn.counted), (Turn, "Turn 1", true));
    assert_eq!((turn.from_side, turn.to_side, turn.made_good_m), (None, None, None));
    let near = |value: Option<f64>, expected: f64, within: f64| {
        assert!((value.unwrap() - expected).abs() < within, "{value:?} is not {expected}");
    };
    near(turn.angle_deg, 180.0, 2.0);
    near(turn.entry_speed_kn, 9.7, 0.1);
    near(turn.evidence.course_in_deg, 110.0, 2.0);
    near(turn.evidence.course_out_deg, 290.0, 2.0);
    assert_eq!(
        turn.evidence.wind_deg.or(turn.evidence.wind_angle_in_deg).or(turn.evidence.loss_wind_deg),
        None
    );
    assert!(turn.min_speed_kn < turn.entry_speed_kn && turn.max_turn_rate_dps > Some(10.0));
    // The middle of both courses, 200°, points up: the boat comes from the right and leaves to the right.
    let (first, last) = (turn.preview.first().unwrap(), turn.preview.last().unwrap());
    assert!(first.x_m > 20.0 && last.x_m > 20.0 && first.y_m.abs() < 30.0 && last.y_m.abs() < 30.0);
}

#[test]
fn the_straights_beside_a_turn_do_not_contain_it() {
    let report = out_and_back(AnalysisInputs::default());
    let turn = &report.maneuvers[0];
    assert!(report.straights.len() >= 2);
    assert!(report.straights.iter().all(|s| s.end <= turn.start + 1 || turn.end <= s.start + 1));
}

#[test]
fn a_turn_can_be_changed_deleted_moved_and_added_without_a_wind() {
    let before = out_and_back(AnalysisInputs::default());
    let turn = &before.maneuvers[0];
    let change = Correction { to_kind: Some(Tack), ..correction(Action::ChangeKind, turn) };
    let tack = &corrected(&[change]).maneuvers[0];
    assert_eq!((tack.kind, &tack.time, tack.from_side, tack.counted), (Tack, &turn.time, None, true));
    assert_eq!((tack.entry_speed_kn, tack.angle_deg), (turn.entry_speed_kn, turn.angle_deg));
    let deleted = corrected(&[correction(Action::Delete, turn)]);
    assert_eq!((deleted.maneuvers.len(), deleted.summary.turns), (0, 0));
    let moved = Correction {
        new_start_time: Some(turn.start_time.clone()),
        new_end_time: Some(iso_utc(leebow_engine::calendar::ms_from_iso(&turn.end_time).unwrap() - 1000.0)),
        ..correction(Action::Move, turn)
    };
    let end = moved.new_end_time.clone();
    assert_eq!(Some(corrected(&[moved]).maneuvers[0].end_time.clone()), end);
    let added = corrected(&[correction(Action::Delete, turn), correction(Action::Add, turn)]);
    assert_eq!((added.maneuvers[0].kind, added.summary.turns), (Turn, 1));
    assert!((added.maneuvers[0].angle_deg.unwrap() - turn.angle_deg.unwrap()).abs() < 3.0);
}

#[test]
fn a_pinned_wind_names_the_turns() {
    let pinned = out_and_back(AnalysisInputs {
        pinned: Some(steady_wind(20.0, 3.0, 2400.0)),
        ..AnalysisInputs::default()
    });
    assert!(pinned.maneuvers.iter().all(|m| m.kind != Turn) && pinned.summary.turns == 0);
    assert!(pinned.maneuvers.iter().any(|m| m.from_side.is_some()));
}

#[test]
fn where_the_wind_is_silent_for_long_turns_have_no_name_and_the_others_do() {
    // The wind is known for the first five minutes, and extended by twenty.
    let beat = (0..4).fold(Passage::from(54.4, 10.2, 337.0, 5.0).leg(60.0, 5.0), |p, k| {
        p.turn(if k % 2 == 0 { 86.0 } else { -86.0 }, 24.0, 3.0).leg(60.0, 5.0)
    });
    let passage = beat.leg(1600.0, 5.0).turn(90.0, 24.0, 3.0).leg(200.0, 5.0);
    let inputs = AnalysisInputs { pinned: Some(steady_wind(20.0, 3.0, 300.0)), ..AnalysisInputs::default() };
    let report = analyze_recording("a.gpx", "", passage.recorded(1.0), OTHER, inputs).unwrap().report;
    let kinds: Vec<_> = report.maneuvers.iter().map(|m| m.kind).collect();
    assert_eq!(kinds, [Tack, Tack, Tack, Tack, Turn]);
    assert_eq!((report.summary.tacks, report.summary.turns), (4, 1));
    assert!(report.maneuvers[4].from_side.is_none());
}

#[test]
fn a_swing_and_a_turn_that_ends_in_a_fall_are_listed_and_not_counted() {
    let swings = Passage::from(45.9, 10.9, 100.0, 8.0)
        .leg(60.0, 8.0)
        .turn(100.0, 30.0, 7.0)
        .turn(-100.0, 30.0, 7.0)
        .leg(60.0, 8.0);
    let reason = |m: &MeasuredManeuver| m.quality.not_counted;
    let found = without_wind(swings.recorded(1.0));
    assert_eq!(found.iter().map(reason).collect::<Vec<_>>(), [Some(NotCountedReason::TakenBack); 2]);
    let fallen = reaches(4).turn(150.0, 30.0, 0.5).leg(60.0, 0.5);
    let found = without_wind(fallen.recorded(1.0));
    assert_eq!(found.last().and_then(reason), Some(NotCountedReason::EndsInStop));
    assert_eq!(found.iter().filter(|m| m.counts()).count(), 4);
}

#[test]
fn a_turn_of_half_the_usual_angle_is_not_counted_on_reaches_to_and_fro() {
    let round = reaches(6).turn(70.0, 25.0, 8.0).leg(60.0, 8.0);
    let found = without_wind(round.recorded(1.0));
    assert_eq!(found.len(), 7);
    assert_eq!(found[6].quality.not_counted, Some(NotCountedReason::SmallCourseChange));
}

#[test]
fn a_full_circle_is_a_penalty_turn_in_any_wind() {
    let circle = reaches(2).turn(360.0, 30.0, 4.0).leg(60.0, 8.0);
    let found = without_wind(circle.recorded(1.0));
    assert_eq!(found.last().and_then(|m| m.found.kind), Some(Penalty));
}

#[test]
fn a_walk_has_no_turns() {
    let walk = (0..6).fold(Passage::from(45.9, 10.9, 100.0, 1.3).leg(60.0, 1.3), |p, _| {
        p.turn(90.0, 30.0, 1.3).leg(60.0, 1.3)
    });
    assert_eq!(without_wind(walk.recorded(1.0)), []);
}

/// A recording of the folder of recordings; none without it.
fn recorded(path: &str) -> Option<Vec<u8>> {
    let named = std::env::var_os("LEEBOW_RECORDINGS").map(std::path::PathBuf::from);
    let beside = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/recordings");
    let folder = named.into_iter().chain([beside]).find(|folder| folder.is_dir());
    if folder.is_none() {
        eprintln!("skipped: no recordings here; set LEEBOW_RECORDINGS to their folder");
    }
    Some(std::fs::read(folder?.join(path)).unwrap_or_else(|e| panic!("{path}: {e}")))
}

#[test]
fn boards_have_as_many_turns_as_their_devices_and_riders_counted() {
    // The device counted 27 jibes; the file of the clip is named after its two.
    let noted = [
        ("fit/wingfoil-2026-08-06-0757_nago-torbole-wingfoiling_wingfoiling.fit", 27.0),
        ("fit/wingfoil-2026-08-07_ciq_takeoff-2jibes-290s.fit", 2.0),
    ];
    for (path, jibes) in noted {
        let Some(bytes) = recorded(path) else { return };
        let turns = without_wind(leebow_engine::read::read(path, &bytes).unwrap());
        let counted = turns.iter().filter(|m| m.counts()).count() as f64;
        assert!((counted - jibes).abs() <= 0.15 * jibes, "{path}: {counted} of {jibes}");
    }
}

#[test]
fn the_summary_counts_what_the_list_shows_as_counted() {
    for (path, class) in [
        ("fit/wingfoil-2026-08-03-0741_nago-torbole-windsurfen_native.fit", "Other"),
        ("fit/wingfoil-2026-08-03-0741_nago-torbole-windsurfen_native.fit", "Kite Flying"),
        ("gpx/snipe-2025-06-21-ESP29375-P01.gpx", "Other"),
        ("nmea/irene-2008-07-11-championship.txt", "J70"),
    ] {
        let Some(bytes) = recorded(path) else { return };
        assert!(boat_class(class).is_some());
        let options = Options { boat_class: Some(class.to_string()), ..Options::default() };
        crate::counts::assert_one_count(&analyze(path, &bytes, None, &options).unwrap().report);
    }
}
