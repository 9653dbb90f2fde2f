//! Gybes of boats that run dead downwind, and course changes that are no maneuvers.

use leebow_engine::api::FileAnalysis;
use leebow_engine::config::boat_class;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::segment::SegmentKind;

use crate::drawn::steady_wind;
use crate::passage::Passage;

const WIND_DEG: f64 = 20.0;
const SPEED: f64 = 2.8;

/// A passage that begins at this angle to the wind, starboard tack positive.
fn at(angle_deg: f64) -> Passage {
    Passage::from(54.4, 10.2, WIND_DEG - angle_deg, SPEED)
}

fn analyzed(passage: &Passage, class: &str, rate_hz: f64, wind_deg: f64) -> FileAnalysis {
    let inputs =
        AnalysisInputs { pinned: Some(steady_wind(wind_deg, 5.0, 1800.0)), ..AnalysisInputs::default() };
    let recording = passage.recorded(rate_hz);
    analyze_recording("run.gpx", "", recording, boat_class(class).unwrap(), inputs).unwrap().report
}

/// Moments of the gybes, s from the start of the passage.
fn gybes(report: &FileAnalysis) -> Vec<f64> {
    let gybes = report.maneuvers.iter().filter(|m| m.kind == SegmentKind::Gybe);
    gybes
        .map(|m| 60.0 * m.time[14..16].parse::<f64>().unwrap() + m.time[17..23].parse::<f64>().unwrap())
        .collect()
}

/// Gybes through twenty degrees, one after each leg of `seconds`.
fn run(count: usize, leg_s: f64) -> Passage {
    let first = at(170.0).leg(leg_s, SPEED);
    (0..count).fold(first, |p, k| {
        let by_deg = if k % 2 == 0 { -20.0 } else { 20.0 };
        p.turn(by_deg, 16.0, 0.8 * SPEED).leg(leg_s, SPEED)
    })
}

#[test]
fn a_laser_gybes_through_twenty_degrees() {
    for (rate_hz, wind_deg) in
        [(5.0, WIND_DEG), (1.0, WIND_DEG), (1.0, WIND_DEG + 6.0), (1.0, WIND_DEG - 6.0)]
    {
        let found = gybes(&analyzed(&run(6, 40.0), "Laser", rate_hz, wind_deg));
        assert_eq!(found.len(), 6, "{rate_hz} Hz, wind {wind_deg}: {found:?}");
        for (k, t) in found.iter().enumerate() {
            let sailed = 40.0 + 42.5 * k as f64 + 1.25;
            assert!((t - sailed).abs() < 2.0, "{t} and {sailed}");
        }
    }
}

#[test]
fn a_gybe_has_different_sides_before_and_after() {
    let report = analyzed(&run(4, 40.0), "Laser", 1.0, WIND_DEG + 6.0);
    let gybes: Vec<_> = report.maneuvers.iter().filter(|m| m.kind == SegmentKind::Gybe).collect();
    assert_eq!(gybes.len(), 4);
    assert!(gybes.iter().all(|m| m.from_side != m.to_side));
    assert!(gybes.windows(2).all(|p| p[0].to_side == p[1].from_side));
}

#[test]
fn a_course_swaying_across_dead_downwind_is_no_gybe() {
    // From 172 on starboard tack to 170 by the lee and back, a few seconds each, as waves push the boat.
    let swaying = (0..12).fold(run(2, 40.0), |p, _| {
        p.turn(-18.0, 14.0, SPEED).leg(1.5, SPEED).turn(18.0, 14.0, SPEED).leg(14.0, SPEED)
    });
    let found = gybes(&analyzed(&swaying.leg(40.0, SPEED), "Laser", 1.0, WIND_DEG));
    assert_eq!(found.len(), 2, "{found:?}");
}

#[test]
fn swings_on_the_swell_are_no_gybes() {
    let swinging = (0..8).fold(at(130.0).leg(60.0, 8.0), |p, _| {
        p.turn(-75.0, 50.0, 8.0).leg(1.0, 8.0).turn(75.0, 50.0, 8.0).leg(3.0, 8.0)
    });
    let report = analyzed(&swinging.leg(60.0, 8.0), "Foil Pumping", 1.0, WIND_DEG);
    assert_eq!(gybes(&report), Vec::<f64>::new());
    let gybed = at(130.0).leg(60.0, 8.0).turn(-100.0, 40.0, 6.0).leg(60.0, 8.0);
    assert_eq!(gybes(&analyzed(&gybed, "Foil Pumping", 1.0, WIND_DEG)).len(), 1);
}

#[test]
fn drifting_through_the_wind_is_no_tack() {
    let sailed = |after_mps: f64| at(45.0).leg(60.0, SPEED).turn(90.0, 8.0, after_mps).leg(25.0, after_mps);
    let kinds = |p: &Passage| {
        analyzed(p, "Laser", 2.0, WIND_DEG).maneuvers.iter().map(|m| m.kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&sailed(1.5)), [SegmentKind::Tack]);
    assert!(!kinds(&sailed(0.05)).contains(&SegmentKind::Tack));
}

#[test]
fn a_turn_in_which_the_recording_begins_is_not_listed() {
    let lone = |before_s: f64| at(45.0).leg(before_s, SPEED).turn(90.0, 20.0, 2.0).leg(60.0, SPEED);
    let found = |p: &Passage| analyzed(p, "Laser", 2.0, WIND_DEG).maneuvers.len();
    assert_eq!((found(&lone(0.5)), found(&lone(20.0))), (0, 1));
}

#[test]
fn mirroring_and_the_dateline_do_not_change_the_gybes_of_a_run() {
    let here = gybes(&analyzed(&run(6, 35.0), "Laser", 1.0, WIND_DEG));
    let mirrored = gybes(&analyzed(&run(6, 35.0).mirrored(), "Laser", 1.0, 360.0 - WIND_DEG));
    let turned = gybes(&analyzed(&run(6, 35.0).rotated(200.0), "Laser", 1.0, WIND_DEG + 200.0));
    let mut far = run(6, 35.0);
    far.plane = leebow_engine::geo::Plane::at(-17.2, 179.9995);
    let far = gybes(&analyzed(&far, "Laser", 1.0, WIND_DEG));
    assert_eq!(here.len(), 6);
    for there in [mirrored, turned, far] {
        assert_eq!(here.len(), there.len());
        assert!(here.iter().zip(&there).all(|(a, b)| (a - b).abs() < 0.1), "{here:?} {there:?}");
    }
}
