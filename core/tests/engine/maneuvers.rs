//! What the crew did, on passages sailed by ruler and clock.

use leebow_engine::api::{Maneuver, SailingMode};
use leebow_engine::config::boat_class;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::segment::{SegmentKind, TackSide};
use leebow_engine::{Analysis, Error, config};

use crate::passage::Passage;

/// Upwind and downwind angle and speed of the boat that sails these passages, m/s.
const UP_DEG: f64 = 43.0;
const DOWN_DEG: f64 = 145.0;
const UP_MPS: f64 = 4.5;
const DOWN_MPS: f64 = 6.5;
/// Where the wind comes from unless a test says otherwise, deg.
const WIND_DEG: f64 = 200.0;

fn analyzed(passage: &Passage, rate_hz: f64) -> Analysis {
    let class = boat_class("49er").unwrap_or(config::OTHER);
    let recording = passage.recorded(rate_hz);
    told(analyze_recording("passage.gpx", "", recording, class, AnalysisInputs::default()))
}

#[allow(clippy::panic)] // A helper of tests: what cannot be analysed fails the test that asked.
fn told(analysis: Result<Analysis, Error>) -> Analysis {
    analysis.unwrap_or_else(|error| panic!("{error}"))
}

/// Upwind on starboard with a tack every `leg_s` seconds, `tacks` of them.
fn beat(tacks: usize, leg_s: f64) -> Passage {
    let start = Passage::from(54.4, 10.2, WIND_DEG - UP_DEG, UP_MPS).leg(leg_s, UP_MPS);
    (0..tacks).fold(start, |p, k| {
        let sense = if k % 2 == 0 { 1.0 } else { -1.0 };
        p.turn(sense * 2.0 * UP_DEG, 24.0, 0.45 * UP_MPS).leg(leg_s, UP_MPS)
    })
}

/// A lap: four tacks, round the top mark, three gybes, round the bottom mark and up again.
fn lap() -> Passage {
    let top = beat(4, 60.0).turn(-(DOWN_DEG - UP_DEG), 20.0, DOWN_MPS).leg(60.0, DOWN_MPS);
    // On starboard tack: a gybe turns to port.
    let run = (0..3).fold(top, |p, k| {
        let sense = if k % 2 == 0 { -1.0 } else { 1.0 };
        p.turn(sense * 2.0 * (180.0 - DOWN_DEG), 18.0, 0.75 * DOWN_MPS).leg(60.0, DOWN_MPS)
    });
    // Now on port tack: rounding up turns to port.
    run.turn(-(DOWN_DEG - UP_DEG), 20.0, UP_MPS).leg(90.0, UP_MPS)
}

fn kinds(analysis: &Analysis) -> Vec<SegmentKind> {
    analysis.report.maneuvers.iter().map(|m| m.kind).collect()
}

const LAP: [SegmentKind; 9] = [
    SegmentKind::Tack,
    SegmentKind::Tack,
    SegmentKind::Tack,
    SegmentKind::Tack,
    SegmentKind::BearAway,
    SegmentKind::Gybe,
    SegmentKind::Gybe,
    SegmentKind::Gybe,
    SegmentKind::Douse,
];

#[test]
fn a_lap_has_its_maneuvers_in_order() {
    let lap = analyzed(&lap(), 1.0);
    assert_eq!(kinds(&lap), LAP);
    let summary = &lap.report.summary;
    assert_eq!((summary.tacks, summary.gybes, summary.sets, summary.douses), (4, 3, 1, 1));
    let wind = lap.report.wind.as_ref().unwrap();
    assert!((wind.twd_deg - WIND_DEG).abs() < 4.0, "{}", wind.twd_deg);
}

#[test]
fn the_moment_of_a_tack_is_head_to_wind() {
    let lap = analyzed(&lap(), 5.0);
    let first = &lap.report.maneuvers[0];
    // 60 s of sailing, then half of a turn of 86 degrees at 24 degrees a second at most: 3.6 s.
    assert_eq!(&first.time[14..19], "01:03");
    assert_eq!((first.from_side, first.to_side), (Some(TackSide::Starboard), Some(TackSide::Port)));
    assert!((first.angle_deg.unwrap() - 2.0 * UP_DEG).abs() < 2.0, "{:?}", first.angle_deg);
    assert_eq!(first.evidence.passed, "wind_from");
    assert!(first.min_speed_kn < first.entry_speed_kn && first.quality > 0.9);
}

#[test]
fn every_rate_gives_the_same_maneuvers() {
    for rate_hz in [0.2, 0.5, 2.0, 10.0] {
        assert_eq!(kinds(&analyzed(&lap(), rate_hz)), LAP, "at {rate_hz} Hz");
    }
}

#[test]
fn rotating_the_track_changes_directions_alone() {
    let here = analyzed(&lap(), 1.0);
    for by_deg in [90.0, 160.0, 301.0] {
        let there = analyzed(&lap().rotated(by_deg), 1.0);
        for (a, b) in here.report.maneuvers.iter().zip(&there.report.maneuvers) {
            assert_eq!((a.kind, &a.time[..21], a.from_side), (b.kind, &b.time[..21], b.from_side));
            assert!(close(a.loss_80_m, b.loss_80_m, 0.8), "{:?} {:?}", a.loss_80_m, b.loss_80_m);
        }
        assert_eq!(kinds(&there), LAP);
    }
}

#[test]
fn mirroring_the_track_exchanges_the_tacks() {
    let here = analyzed(&lap(), 1.0);
    let there = analyzed(&lap().mirrored(), 1.0);
    assert_eq!(kinds(&there), LAP);
    for (a, b) in here.report.maneuvers.iter().zip(&there.report.maneuvers) {
        assert!(a.from_side != b.from_side && a.to_side != b.to_side);
        assert!(close(a.angle_deg, b.angle_deg, 0.5));
    }
}

#[test]
fn another_start_time_changes_times_alone() {
    let here = analyzed(&lap(), 1.0);
    let mut later = lap();
    later.start_ms += 86_400_000.0 * 400.0;
    let there = analyzed(&later, 1.0);
    for (a, b) in here.report.maneuvers.iter().zip(&there.report.maneuvers) {
        assert_eq!(&a.time[10..], &b.time[10..]);
        let same = Maneuver {
            time: a.time.clone(),
            start_time: a.start_time.clone(),
            end_time: a.end_time.clone(),
            ..b.clone()
        };
        assert!(close(a.loss_80_m, same.loss_80_m, 1e-3) && a.kind == same.kind && a.start == same.start);
    }
}

#[test]
fn a_lap_across_the_dateline_has_the_same_maneuvers() {
    let mut lap = lap();
    lap.plane = leebow_engine::geo::Plane::at(-17.0, 179.9999);
    let there = analyzed(&lap, 1.0);
    assert_eq!(kinds(&there), LAP);
    assert!(there.report.summary.distance_m < 4_000.0);
}

#[test]
fn a_slow_tack_has_the_loss_of_its_geometry() {
    let slow = analyzed(&beat(5, 60.0), 5.0);
    let losses: Vec<f64> = slow.report.maneuvers.iter().filter_map(|m| m.loss_80_m).collect();
    assert_eq!(losses.len(), 5);
    // The definition on the exact path, integrated in steps of a millisecond; the five tacks are alike.
    for loss in &losses {
        assert!((loss - 8.33).abs() < 0.3, "{losses:?}");
    }
    for m in &slow.report.maneuvers {
        let (low, high) = (m.loss_80_low_m.unwrap(), m.loss_80_high_m.unwrap());
        assert!(low < 8.33 && 8.33 < high, "{low} to {high}");
    }
}

#[test]
fn a_penalty_turn_is_neither_tack_nor_gybe() {
    let p = beat(4, 60.0).turn(-360.0, 40.0, 1.8).leg(60.0, UP_MPS);
    let told = analyzed(&p, 2.0);
    assert_eq!(kinds(&told)[4..], [SegmentKind::Penalty]);
    assert_eq!(told.report.summary.tacks, 4);
}

#[test]
fn a_luff_that_falls_back_is_a_failed_tack() {
    let p = beat(4, 60.0).turn(UP_DEG - 8.0, 12.0, 1.5).turn(-(UP_DEG - 8.0), 12.0, 3.0).leg(60.0, UP_MPS);
    let told = analyzed(&p, 2.0);
    assert_eq!(kinds(&told)[4..], [SegmentKind::FailedTack]);
    assert_eq!(told.report.summary.tacks, 4);
}

#[test]
fn a_boat_at_rest_has_stopped_and_makes_no_maneuvers() {
    let p = beat(4, 60.0).leg(20.0, 0.0).turn(120.0, 10.0, 0.0).turn(-140.0, 10.0, 0.0).leg(60.0, 0.0);
    let told = analyzed(&p, 1.0);
    assert_eq!(kinds(&told)[4..], [SegmentKind::Stop]);
}

#[test]
fn a_rounding_in_two_steps_is_one_bear_away() {
    let p =
        beat(4, 60.0).turn(-45.0, 20.0, 5.5).leg(12.0, 5.5).turn(-(DOWN_DEG - UP_DEG - 45.0), 20.0, DOWN_MPS);
    let told = analyzed(&p.leg(60.0, DOWN_MPS), 1.0);
    assert_eq!(kinds(&told)[4..], [SegmentKind::BearAway]);
    // The step that leaves the reach.
    assert!((told.report.maneuvers[4].evidence.wind_angle_in_deg.unwrap() - UP_DEG).abs() < 5.0);
}

#[test]
fn a_dip_behind_another_boat_is_no_rounding() {
    let p = beat(4, 60.0).turn(-70.0, 25.0, 5.5).leg(2.0, 5.5).turn(70.0, 25.0, UP_MPS).leg(60.0, UP_MPS);
    // Four tacks and the dip leave another wind possible: this is about the names alone.
    let inputs = AnalysisInputs { hint_deg: Some(WIND_DEG), ..AnalysisInputs::default() };
    let named = analyze_recording("dip.gpx", "", p.recorded(1.0), config::OTHER, inputs).unwrap();
    assert_eq!(kinds(&named), [SegmentKind::Tack; 4]);
}

#[test]
fn a_small_gybe_of_a_boat_dead_before_the_wind_is_found() {
    let up = beat(4, 60.0).turn(-(172.0 - UP_DEG), 20.0, 4.0).leg(90.0, 4.0);
    let p = up.turn(-18.0, 8.0, 3.6).leg(90.0, 4.0);
    let inputs = AnalysisInputs { hint_deg: Some(WIND_DEG), ..AnalysisInputs::default() };
    let class = boat_class("Laser").unwrap_or(config::OTHER);
    let told = analyze_recording("laser.gpx", "", p.recorded(1.0), class, inputs).unwrap();
    let gybes = told.report.maneuvers.iter().filter(|m| m.kind == SegmentKind::Gybe).count();
    assert_eq!(gybes, 1, "{:?}", kinds(&told));
}

#[test]
fn straights_lie_between_the_maneuvers_with_side_and_mode() {
    let lap = analyzed(&lap(), 1.0);
    let modes: Vec<_> = lap.report.straights.iter().map(|s| s.mode).collect();
    let (up, down) = (Some(SailingMode::Upwind), Some(SailingMode::Downwind));
    assert_eq!(modes, [up, up, up, up, up, down, down, down, down, up]);
    for s in &lap.report.straights {
        for m in &lap.report.maneuvers {
            assert!(s.end <= m.start + 1 || m.end <= s.start + 1, "{} overlaps {}", s.name, m.name);
        }
    }
    let first = &lap.report.straights[0];
    assert_eq!(first.side, Some(TackSide::Starboard));
    assert!((first.vmg_kn.unwrap() - 6.4).abs() < 0.5, "{:?}", first.vmg_kn);
}

#[test]
fn a_reach_out_and_back_has_no_wind_and_a_note() {
    let out = Passage::from(54.4, 10.2, 110.0, 5.0).leg(900.0, 5.0).turn(180.0, 20.0, 2.5).leg(900.0, 5.0);
    let told = analyzed(&out, 1.0);
    assert!(told.report.wind.is_none());
    assert_eq!(told.report.maneuvers.iter().map(|m| m.kind).collect::<Vec<_>>(), [SegmentKind::Turn]);
    assert!(told.report.notes.iter().all(|n| n.ends_with('.')) && told.report.notes.len() == 2);
    let straights = &told.report.straights;
    assert!(straights.len() == 2 && straights.iter().all(|s| s.mode.is_none() && s.side.is_none()));
    assert!(told.columns.get("ewd").is_none() && told.columns.get("sog").is_some());
}

#[test]
fn columns_and_segments_have_consistent_lengths_and_ranges() {
    let lap = analyzed(&lap(), 1.0);
    let get = |id: &str| lap.columns.get(id).unwrap();
    let (sog, vmg, lvg) = (get("sog"), get("vmg"), get("lvg"));
    let (etwa, etab) = (get("etwa"), get("etab"));
    let told: Vec<usize> = (0..sog.len()).filter(|&i| etwa[i].is_finite()).collect();
    assert!(told.len() > sog.len() / 2);
    for i in told {
        assert!((vmg[i] * vmg[i] + lvg[i] * lvg[i] - sog[i] * sog[i]).abs() < 1e-3);
        let folded = if etwa[i] > 180.0 { 360.0 - etwa[i] } else { etwa[i] };
        assert!((folded - etab[i]).abs() < 1e-3);
        assert_eq!(vmg[i] > 0.0, etab[i] < 90.0);
    }
}

fn close(a: Option<f64>, b: Option<f64>, within: f64) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= within,
        (a, b) => a == b,
    }
}

#[test]
fn a_bear_away_out_of_a_standstill_does_not_count() {
    let out_of = |lay_mps: f64| {
        let p = beat(4, 60.0).leg(30.0, lay_mps).leg(8.0, 0.45 * UP_MPS);
        let p = p.turn(-(DOWN_DEG - UP_DEG), 20.0, DOWN_MPS).leg(60.0, DOWN_MPS);
        let report = analyzed(&p, 1.0).report;
        let told = report.maneuvers.iter().filter(|m| m.kind == SegmentKind::BearAway).count();
        (told, report.summary.sets)
    };
    assert_eq!(out_of(UP_MPS), (1, 1));
    assert_eq!(out_of(0.1), (1, 0));
}
