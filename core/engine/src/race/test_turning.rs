//! Turning points of single boats.

use super::test_field::{GUN_S, Path, field, lose};
use super::turning::TurningKind::{Bottom, Course, Gybe, Top};
use super::turning::{TurningKind, TurningPoint, turning_points, turning_points_and_gybes};
use crate::angle::{hypot, to_rad};
use crate::segment::SegmentKind;

const MPS: f64 = 3.0;

/// All turning points of a boat after the gun, in a wind along the axis.
fn points_of(path: &Path, axis_deg: f64) -> Vec<TurningPoint> {
    let field = field(std::slice::from_ref(path), axis_deg);
    turning_points_and_gybes(&field, 0, GUN_S as usize..field.seconds, axis_deg)
}

fn kinds(points: &[TurningPoint]) -> Vec<TurningKind> {
    points.iter().map(|p| p.kind).collect()
}

fn extremes(path: &Path) -> Vec<TurningKind> {
    let is_extreme = |k: &TurningKind| matches!(k, Top | Bottom);
    kinds(&points_of(path, 0.0)).into_iter().filter(is_extreme).collect()
}

/// Further on this course, deg.
fn on(path: Path, course_deg: f64, length_m: f64) -> Path {
    let (sin, cos) = libm::sincos(to_rad(course_deg));
    let (x, y) = path.points[path.points.len() - 1];
    path.to((x + length_m * sin, y + length_m * cos), MPS)
}

/// A beat, a run and a beat, of a boat that then drifts.
fn up_and_down() -> Path {
    Path::from((0.0, 0.0))
        .zigzag((0.0, 900.0), 0.0, 42.0, 2, true, MPS)
        .zigzag((20.0, 100.0), 180.0, 35.0, 1, true, MPS)
        .zigzag((0.0, 850.0), 0.0, 42.0, 2, false, MPS)
}

#[test]
fn the_ends_of_beats_and_runs_are_extremes_whatever_the_direction_of_the_wind() {
    for axis_deg in [0.0, 130.0, 275.0] {
        let path = up_and_down().turned(axis_deg);
        let points: Vec<TurningPoint> =
            points_of(&path, axis_deg).into_iter().filter(|p| matches!(p.kind, Top | Bottom)).collect();
        assert_eq!(kinds(&points), [Top, Bottom]);
        let times = path.times_s();
        for (point, corner) in points.iter().zip([4, 6]) {
            let (x, y) = path.points[corner];
            assert!(hypot(point.east_m - x, point.north_m - y) < 6.0, "{point:?}");
            assert!((point.time_s - GUN_S - times[corner]).abs() < 2.0, "{point:?}");
            assert!(point.seen && point.reach.is_none());
        }
    }
}

#[test]
fn neither_the_start_nor_the_end_of_a_track_is_a_turning_point() {
    assert!(extremes(&on(Path::from((0.0, 0.0)), 10.0, 900.0)).is_empty());
    assert!(extremes(&on(Path::from((0.0, 0.0)), 190.0, 900.0)).is_empty());
}

#[test]
fn a_boat_that_bears_away_for_less_than_a_quarter_of_the_course_has_rounded_nothing() {
    let with_dip = |dip_m: f64| {
        let path = on(on(Path::from((0.0, 0.0)), 20.0, 500.0), 160.0, dip_m);
        on(on(path, 20.0, 500.0), 160.0, 800.0)
    };
    assert_eq!(extremes(&with_dip(120.0)), [Top]);
    assert_eq!(extremes(&with_dip(350.0)), [Top, Bottom, Top]);
}

#[test]
fn on_a_short_course_a_reversal_is_at_least_fifty_metres() {
    let short = |back_m: f64| on(on(Path::from((0.0, 0.0)), 20.0, 100.0), 160.0, back_m);
    assert!(extremes(&short(45.0)).is_empty());
    assert_eq!(extremes(&short(75.0)), [Top]);
}

#[test]
fn a_top_inside_a_gap_is_not_seen_and_one_well_before_it_is() {
    let path = up_and_down();
    let top_s = path.times_s()[4];
    for (from_s, to_s, seen) in [(-8.0, 9.0, false), (3.0, 20.0, false), (15.0, 35.0, true)] {
        let mut field = field(std::slice::from_ref(&path), 0.0);
        lose(&mut field, 0, top_s + from_s, top_s + to_s);
        let points = turning_points(&field, 0, GUN_S as usize..field.seconds, 0.0);
        let top = points.iter().find(|p| p.kind == Top).unwrap();
        assert_eq!(top.seen, seen, "gap from {from_s} to {to_s} s after the mark");
        assert!(seen || top.reach.is_none());
    }
}

#[test]
fn a_reach_after_the_beat_has_the_moments_of_both_its_turns() {
    let around = |reach_m: f64| {
        let beat = Path::from((0.0, 0.0)).zigzag((0.0, 900.0), 0.0, 42.0, 1, true, MPS);
        on(on(beat, 272.0, reach_m), 215.0, 700.0)
    };
    let path = around(120.0);
    let times = path.times_s();
    let points = points_of(&path, 0.0);
    let top = points.iter().find(|p| p.kind == Top).unwrap();
    let (first_s, second_s) = top.reach.unwrap();
    assert!((first_s - GUN_S - times[2]).abs() < 2.0, "{first_s} for {}", times[2]);
    assert!((second_s - GUN_S - times[3]).abs() < 2.0, "{second_s} for {}", times[3]);
    // Both turns belong to the extreme: they are no further turning points.
    assert_eq!(kinds(&points), [Top]);
    let short = points_of(&around(12.0), 0.0);
    assert_eq!(short.iter().find(|p| p.kind == Top).unwrap().reach, None, "four seconds are no leg");
}

#[test]
fn a_sustained_change_of_course_on_one_tack_is_a_turning_point() {
    for (change_deg, expected) in [(45.0, vec![Course]), (25.0, Vec::new())] {
        let path = on(on(Path::from((0.0, 0.0)), 230.0, 300.0), 230.0 - change_deg, 300.0);
        let points = points_of(&path, 0.0);
        assert_eq!(kinds(&points), expected, "{change_deg} deg");
        for point in &points {
            let (x, y) = path.points[1];
            assert!(hypot(point.east_m - x, point.north_m - y) < 8.0, "{point:?}");
        }
    }
}

#[test]
fn a_change_of_course_that_lasts_ten_seconds_is_none() {
    let path = on(on(on(Path::from((0.0, 0.0)), 230.0, 300.0), 185.0, 30.0), 230.0, 300.0);
    assert!(points_of(&path, 0.0).is_empty());
}

#[test]
fn a_tack_is_no_turning_point_and_a_gybe_only_for_a_fleet() {
    let tacks = Path::from((0.0, 0.0)).zigzag((0.0, 900.0), 0.0, 42.0, 2, true, MPS);
    assert_eq!(tacks.turns.len(), 3);
    assert!(points_of(&tacks, 0.0).is_empty());
    let gybes = Path::from((0.0, 0.0)).zigzag((0.0, -900.0), 180.0, 35.0, 1, true, MPS);
    assert_eq!(gybes.turns[0].1, SegmentKind::Gybe);
    assert_eq!(kinds(&points_of(&gybes, 0.0)), [Gybe]);
    let field = field(std::slice::from_ref(&gybes), 0.0);
    assert!(turning_points(&field, 0, GUN_S as usize..field.seconds, 0.0).is_empty());
}

#[test]
fn a_gybe_that_was_not_recognised_as_a_maneuver_is_one_by_its_angles() {
    let mut path = Path::from((0.0, 0.0)).zigzag((0.0, -900.0), 180.0, 35.0, 1, true, MPS);
    path.turns.clear();
    assert_eq!(kinds(&points_of(&path, 0.0)), [Gybe]);
}

#[test]
fn rows_or_boats_that_are_not_there_have_no_turning_points() {
    let field = field(&[up_and_down()], 0.0);
    assert!(turning_points(&field, 1, 0..field.seconds, 0.0).is_empty());
    assert!(turning_points(&field, 0, 900_000..900_100, 0.0).is_empty());
    assert!(turning_points(&field, 0, 100..100, 0.0).is_empty());
}
