//! Turning points of single boats.

use super::test_field::{GUN_S, Path, field, lose};
use super::turning::TurningKind::{Across, BearAway, HeadUp, ReachingGybe};
use super::turning::{TurningKind, TurningPoint, turning_points};
use crate::angle::{hypot, to_rad};

const MPS: f64 = 3.0;

/// All turning points of a boat after the gun, in a wind along the axis.
fn points_of(path: &Path, axis_deg: f64) -> Vec<TurningPoint> {
    let field = field(std::slice::from_ref(path), axis_deg);
    turning_points(&field, &[0], &(GUN_S as usize..field.seconds), axis_deg).remove(0)
}

fn kinds(points: &[TurningPoint]) -> Vec<TurningKind> {
    points.iter().map(|p| p.kind).collect()
}

/// Without tacks and gybes.
fn marks(points: &[TurningPoint]) -> Vec<TurningPoint> {
    points.iter().copied().filter(|p| !p.kind.is_across()).collect()
}

/// Further on this course, deg.
fn on(path: Path, course_deg: f64, length_m: f64) -> Path {
    let (sin, cos) = libm::sincos(to_rad(course_deg));
    let (x, y) = path.points[path.points.len() - 1];
    path.to((x + length_m * sin, y + length_m * cos), MPS)
}

/// A beat, a run and a beat.
fn up_and_down() -> Path {
    Path::from((0.0, 0.0))
        .zigzag((0.0, 900.0), 0.0, 42.0, 2, true, MPS)
        .zigzag((20.0, 100.0), 180.0, 35.0, 1, true, MPS)
        .zigzag((0.0, 850.0), 0.0, 42.0, 2, false, MPS)
}

#[test]
fn the_ends_of_beats_and_runs_are_turning_points_whatever_the_direction_of_the_wind() {
    for axis_deg in [0.0, 130.0, 275.0] {
        let path = up_and_down().turned(axis_deg);
        let points = marks(&points_of(&path, axis_deg));
        assert_eq!(kinds(&points), [BearAway, HeadUp]);
        let times = path.times_s();
        for (point, corner) in points.iter().zip([4, 6]) {
            let (x, y) = path.points[corner];
            assert!(hypot(point.at.0 - x, point.at.1 - y) < 6.0, "{point:?}");
            assert!((point.time_s - GUN_S - times[corner]).abs() < 2.0, "{point:?}");
        }
        assert!((points[0].before_deg - 42.0).abs() < 3.0 && (points[0].after_deg - 145.0).abs() < 3.0);
    }
}

#[test]
fn neither_the_start_nor_the_end_of_a_track_is_a_turning_point() {
    for course_deg in [10.0, 190.0] {
        let path = on(Path::from((0.0, 0.0)), course_deg, 900.0);
        let field = field(std::slice::from_ref(&path), 0.0);
        let after_gun = GUN_S as usize + 20..field.seconds;
        assert!(turning_points(&field, &[0], &after_gun, 0.0)[0].is_empty());
    }
}

#[test]
fn both_ends_of_a_reach_between_a_beat_and_a_run_are_turning_points() {
    // From an offset mark 20 s away to the second mark of a trapezoid; the wind may be wrong.
    for (reach_m, wrong_deg) in [(75.0, 0.0), (120.0, 10.0), (120.0, -10.0), (700.0, 15.0), (700.0, -15.0)] {
        let beat = Path::from((0.0, 0.0)).zigzag((0.0, 900.0), 0.0, 42.0, 1, true, MPS);
        let path = on(on(beat, 262.0, reach_m), 205.0, 700.0);
        let points = marks(&points_of(&path, wrong_deg));
        assert_eq!(kinds(&points), [BearAway, BearAway], "{reach_m} m, wind {wrong_deg} deg wrong");
        for (point, corner) in points.iter().zip([2, 3]) {
            let (x, y) = path.points[corner];
            assert!(hypot(point.at.0 - x, point.at.1 - y) < 8.0, "{point:?} for {x}, {y}");
        }
    }
}

#[test]
fn a_last_mark_before_a_reach_to_the_finish_is_a_turning_point() {
    let path = on(on(Path::from((0.0, 0.0)), 190.0, 500.0), 100.0, 300.0);
    assert_eq!(kinds(&marks(&points_of(&path, 0.0))), [HeadUp]);
}

#[test]
fn a_top_inside_a_gap_is_no_turning_point_and_one_well_before_it_is() {
    let path = up_and_down();
    let top_s = path.times_s()[4];
    for (from_s, to_s, seen) in [(-8.0, 9.0, false), (25.0, 45.0, true)] {
        let mut field = field(std::slice::from_ref(&path), 0.0);
        lose(&mut field, 0, top_s + from_s, top_s + to_s);
        let points = turning_points(&field, &[0], &(GUN_S as usize..field.seconds), 0.0).remove(0);
        let is_top = |p: &TurningPoint| p.kind == BearAway && (p.time_s - GUN_S - top_s).abs() < 5.0;
        assert_eq!(points.iter().any(is_top), seen, "gap from {from_s} to {to_s} s after the mark");
    }
}

#[test]
fn a_sustained_change_of_course_on_one_tack_is_a_turning_point() {
    for (change_deg, expected) in [(45.0, vec![HeadUp]), (12.0, Vec::new())] {
        let path = on(on(Path::from((0.0, 0.0)), 230.0, 300.0), 230.0 + change_deg, 300.0);
        let points = points_of(&path, 0.0);
        assert_eq!(kinds(&points), expected, "{change_deg} deg");
        for point in &points {
            let (x, y) = path.points[1];
            assert!(hypot(point.at.0 - x, point.at.1 - y) < 8.0, "{point:?}");
        }
    }
}

#[test]
fn tacks_and_gybes_are_told_from_marks() {
    let tacks = Path::from((0.0, 0.0)).zigzag((0.0, 900.0), 0.0, 42.0, 2, true, MPS);
    assert_eq!(kinds(&points_of(&tacks, 0.0)), [Across; 3]);
    let gybes = Path::from((0.0, 0.0)).zigzag((0.0, -900.0), 180.0, 25.0, 1, true, MPS);
    assert_eq!(kinds(&points_of(&gybes, 0.0)), [Across]);
    let reaching = Path::from((0.0, 0.0)).zigzag((0.0, -900.0), 180.0, 62.0, 1, true, MPS);
    assert_eq!(kinds(&points_of(&reaching, 0.0)), [ReachingGybe]);
}

#[test]
fn tacks_in_a_wind_that_is_20_deg_wrong_are_no_marks() {
    let tacks = Path::from((0.0, 0.0)).zigzag((0.0, 900.0), 0.0, 42.0, 2, true, MPS);
    for wrong_deg in [-20.0, 20.0] {
        assert_eq!(kinds(&points_of(&tacks, wrong_deg)), [Across; 3], "{wrong_deg} deg");
    }
}

#[test]
fn rows_or_boats_that_are_not_there_have_no_turning_points() {
    let field = field(&[up_and_down()], 0.0);
    assert!(turning_points(&field, &[1], &(0..field.seconds), 0.0).is_empty());
    assert!(turning_points(&field, &[0], &(900_000..900_100), 0.0)[0].is_empty());
    assert!(turning_points(&field, &[0], &(100..100), 0.0)[0].is_empty());
}
