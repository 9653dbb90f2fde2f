//! Courses of boats that sail between known marks.

use super::answer::{BoatState, LegKind, MarkSide, PlaceBasis, WaypointKind};
use super::behind::columns;
use super::course::{Placed, PlacedMark, SailedCourse, sail_course};
use super::field::Field;
use super::legs::legs;
use super::places::{race_boats, race_waypoints, standings};
use super::progress::Progress;
use super::test_field::{GUN_S, OUTSIDE_M, Path, field, lose};
use crate::angle::hypot;
use crate::segment::SegmentKind;

const UP_MPS: f64 = 2.5;
const DOWN_MPS: f64 = 3.2;
const TOP: (f64, f64) = (0.0, 900.0);
const GATE: [(f64, f64); 2] = [(-40.0, 120.0), (40.0, 120.0)];
const FINISH_NORTH_M: f64 = 60.0;

/// A boat that is so much faster than the slowest, and starts at `east_m`.
#[derive(Debug, Clone, Copy)]
struct Sailor {
    east_m: f64,
    faster: f64,
    pairs: usize,
    right_gate: bool,
}

fn sailors(n: usize) -> Vec<Sailor> {
    let sailor = |k: usize| Sailor {
        east_m: 12.0 * k as f64 - 6.0 * n as f64,
        faster: 1.0 + 0.012 * ((k * 5) % n) as f64,
        pairs: 1 + k % 3,
        right_gate: k.is_multiple_of(2),
    };
    (0..n).map(sailor).collect()
}

/// Up to the top mark, which is left to port: the last tack is on starboard.
fn up(path: Path, s: &Sailor) -> Path {
    path.zigzag((TOP.0, TOP.1 + OUTSIDE_M), 0.0, 42.0, s.pairs, true, UP_MPS * s.faster)
}

/// Down to the boat's gate mark, and the first tack behind it, away from the other one.
fn around_gate(path: Path, s: &Sailor) -> Path {
    let mark = if s.right_gate { GATE[1] } else { GATE[0] };
    let corner = (mark.0, mark.1 - OUTSIDE_M);
    let path = path.zigzag(corner, 180.0, 35.0, s.pairs, s.right_gate, DOWN_MPS * s.faster);
    let side = if s.right_gate { 1.0 } else { -1.0 };
    let (sin, cos) = libm::sincos(crate::angle::to_rad(42.0));
    path.to((corner.0 + side * 120.0 * sin, corner.1 + 120.0 * cos), UP_MPS * s.faster)
}

/// Two rounds and a run to the finish, where she stops.
fn windward_leeward(s: &Sailor) -> Path {
    let path = around_gate(up(Path::from((s.east_m, 0.0)), s), s);
    let path = up(path, s);
    let finish = (0.5 * s.east_m, FINISH_NORTH_M);
    let path = path.zigzag(finish, 180.0, 35.0, s.pairs, true, DOWN_MPS * s.faster);
    path.to((finish.0 + 3.0, finish.1 - 8.0), DOWN_MPS * s.faster).to((finish.0 + 30.0, finish.1 - 8.0), 0.3)
}

fn fleet(n: usize) -> Vec<Path> {
    sailors(n).iter().map(windward_leeward).collect()
}

fn sail(field: &Field) -> SailedCourse {
    let boats: Vec<usize> = (0..field.boats.len()).collect();
    sail_course(field, &boats, (GUN_S, GUN_S), field.seconds as f64, &Placed::default())
}

fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    hypot(a.0 - b.0, a.1 - b.1)
}

/// A point of a plane that is turned clockwise.
fn turned(at: (f64, f64), deg: f64) -> (f64, f64) {
    Path::from(at).turned(deg).points[0]
}

fn kinds(course: &SailedCourse) -> Vec<WaypointKind> {
    course.waypoints.iter().map(|w| w.kind).collect()
}

#[test]
fn the_marks_of_a_windward_leeward_course_are_found_within_metres() {
    for turn_deg in [0.0, 75.0, 200.0] {
        let paths: Vec<Path> = fleet(8).into_iter().map(|p| p.turned(turn_deg)).collect();
        let course = sail(&field(&paths, turn_deg));
        let expected = [WaypointKind::Mark, WaypointKind::Gate, WaypointKind::Mark, WaypointKind::Finish];
        assert_eq!(kinds(&course), expected);
        for top in [0, 2] {
            let w = &course.waypoints[top];
            assert_eq!((w.side, w.moved), (Some(MarkSide::Port), false));
            let off = distance(w.marks[0].at, turned(TOP, turn_deg));
            assert!(off < 5.0 && off < 2.0 * w.marks[0].sd_m, "top mark {off} m off");
        }
        for (mark, truth) in course.waypoints[1].marks.iter().zip(GATE) {
            assert!(distance(mark.at, turned(truth, turn_deg)) < 5.0, "{:?}", mark.at);
            assert_eq!(mark.passings, 4);
        }
        let line = &course.waypoints[3].marks;
        let middle = turned((0.0, FINISH_NORTH_M), turn_deg);
        assert!(distance(course.waypoints[3].centre, middle) < 20.0 && line.len() == 2);
    }
}

#[test]
fn all_boats_sail_the_same_legs_even_when_the_wind_is_20_deg_wrong() {
    for wrong_deg in [-20.0, 0.0, 20.0] {
        let field = field(&fleet(8), wrong_deg);
        let course = sail(&field);
        assert_eq!(course.waypoints.len(), 4, "{:?}", kinds(&course));
        for (b, passings) in course.passings.iter().enumerate() {
            assert!(passings.iter().all(Option::is_some), "boat {b}, wind {wrong_deg}: {passings:?}");
        }
        assert!(course.differs.iter().all(|d| !d));
        let kinds: Vec<LegKind> = legs(&field, &course).iter().map(|l| l.report.kind).collect();
        assert_eq!(kinds, [LegKind::Up, LegKind::Down, LegKind::Up, LegKind::Down]);
    }
}

#[test]
fn passing_times_are_those_of_the_paths() {
    let sailors = sailors(8);
    let paths: Vec<Path> = sailors.iter().map(windward_leeward).collect();
    let course = sail(&field(&paths, 0.0));
    for (b, path) in paths.iter().enumerate() {
        let times = path.times_s();
        let pairs = 2 * sailors[b].pairs;
        let truth = [pairs, 2 * pairs, 3 * pairs + 1].map(|point| times[point] + GUN_S);
        for (k, truth_s) in truth.iter().enumerate() {
            let p = course.passings[b][k].unwrap();
            assert!((p.time_s - truth_s).abs() < 1.5, "boat {b}, waypoint {k}: {} for {truth_s}", p.time_s);
            assert!((p.time_s - truth_s).abs() < 2.0 * p.sd_s);
        }
    }
}

#[test]
fn an_offset_mark_is_a_waypoint_and_does_not_move_the_top_mark() {
    let (top, offset) = ((0.0, 900.0), (-90.0, 905.0));
    let path = |s: &Sailor| {
        let path =
            Path::from((s.east_m, 0.0)).zigzag((top.0 + 2.0, top.1 + 5.0), 0.0, 42.0, s.pairs, true, UP_MPS);
        let path = path.to((offset.0 - 3.0, offset.1 + 4.0), 1.1 * UP_MPS * s.faster);
        let path = around_gate(path, s);
        let path = up(path, s);
        path.to((TOP.0 - 40.0, TOP.1 - 200.0), DOWN_MPS)
    };
    let paths: Vec<Path> = sailors(6).iter().map(path).collect();
    for wrong_deg in [-20.0, -10.0, 0.0, 10.0, 20.0] {
        let course = sail(&field(&paths, wrong_deg));
        for truth in [top, offset] {
            let near = course.waypoints[..2].iter().flat_map(|w| &w.marks);
            let off = near.map(|m| distance(m.at, truth)).fold(f64::INFINITY, f64::min);
            assert!(off < 10.0, "wind {wrong_deg} wrong: the mark at {truth:?} is {off} m off");
        }
        assert_eq!(course.waypoints.len(), 4, "wind {wrong_deg}: {:?}", kinds(&course));
        assert!(course.passings.iter().flatten().all(Option::is_some));
    }
}

#[test]
fn the_offset_mark_before_the_finish_is_kept_though_the_boats_leave_it_on_one_tack() {
    let path = |s: &Sailor| {
        let to_offset = |path: Path| {
            let path = path.zigzag((2.0, 905.0), 0.0, 42.0, s.pairs, true, UP_MPS * s.faster);
            path.to((-93.0, 909.0), 1.1 * UP_MPS * s.faster)
        };
        let path = to_offset(around_gate(to_offset(Path::from((s.east_m, 0.0))), s));
        let finish = (0.5 * s.east_m, FINISH_NORTH_M);
        let path = path.zigzag(finish, 180.0, 42.0, s.pairs, true, DOWN_MPS * s.faster);
        path.to((finish.0 + 3.0, finish.1 - 8.0), DOWN_MPS).to((finish.0 + 30.0, finish.1 - 8.0), 0.3)
    };
    let paths: Vec<Path> = sailors(8).iter().map(path).collect();
    let course = sail(&field(&paths, 0.0));
    use WaypointKind::{Finish, Gate, Mark, Offset};
    assert_eq!(kinds(&course), [Mark, Offset, Gate, Mark, Offset, Finish]);
    assert!(course.passings.iter().flatten().all(Option::is_some));
}

#[test]
fn turns_of_boats_that_lay_still_after_an_upwind_finish_are_at_no_mark() {
    let path = |(k, s): (usize, &Sailor)| {
        let path = around_gate(up(Path::from((s.east_m, 0.0)), s), s);
        let finish = (1.2 * s.east_m, 700.0);
        let path = path.zigzag(finish, 0.0, 42.0, 1, true, UP_MPS * s.faster);
        // Half of them wait for long, before all sail home.
        let path = path.to((finish.0 + 5.0, finish.1 + 2.0 + 8.0 * (k % 2) as f64), 0.15);
        path.to((finish.0 - 50.0, 200.0), DOWN_MPS)
    };
    let paths: Vec<Path> = sailors(8).iter().enumerate().map(path).collect();
    let course = sail(&field(&paths, 0.0));
    assert_eq!(kinds(&course), [WaypointKind::Mark, WaypointKind::Gate, WaypointKind::Finish]);
    assert!((course.waypoints[2].centre.1 - 700.0).abs() < 20.0);
}

#[test]
fn places_by_progress_are_those_by_time_at_every_mark_and_so_are_the_gaps() {
    let field = field(&fleet(8), 8.0);
    let course = sail(&field);
    let legs = legs(&field, &course);
    let progress = Progress::of(&field, &course, &legs);
    let columns = columns(&field, &course, &legs);
    for k in 0..course.waypoints.len() {
        let times: Vec<f64> = course.passings.iter().map(|p| p[k].unwrap().time_s).collect();
        let first_s = times.iter().copied().fold(f64::INFINITY, f64::min);
        for (b, &time_s) in times.iter().enumerate() {
            let at_mark = progress.behind_s(b, time_s, progress.leg_starts_m[k + 1]).unwrap();
            assert!((at_mark - (time_s - first_s)).abs() < 0.1, "boat {b}, waypoint {k}: {at_mark}");
            // The curve has no jump there either.
            let row = (time_s - GUN_S) as usize;
            let (before, after) = (f64::from(columns[b].behind_s[row]), columns[b].behind_s.get(row + 1));
            assert!((before - at_mark).abs() < 2.0, "boat {b}, waypoint {k}: {before} before {at_mark}");
            if let Some(after) = after.filter(|a| a.is_finite()) {
                assert!((f64::from(*after) - at_mark).abs() < 2.0, "{after} after {at_mark}");
            }
        }
        let mut by_time: Vec<usize> = (0..times.len()).collect();
        by_time.sort_by(|&a, &b| f64::total_cmp(&times[a], &times[b]));
        let last_row = times.iter().map(|t| *t as usize).max().unwrap();
        let progress_at_mark = |b: usize| {
            let at = times[b] as usize + 1;
            (at..=last_row + 1).find(|&r| {
                progress.boats[b].progress_m[r - progress.first_row] >= progress.leg_starts_m[k + 1]
            })
        };
        let rows: Vec<Option<usize>> = by_time.iter().map(|&b| progress_at_mark(b)).collect();
        assert!(k + 1 == course.waypoints.len() || rows.is_sorted_by(|a, b| a <= b), "{rows:?}");
    }
}

#[test]
fn mirrored_passings_of_a_gate_give_the_same_gap() {
    let mirrored = |right_gate: bool| {
        let s = Sailor { east_m: 0.0, faster: 1.0, pairs: 1, right_gate };
        let lead = if right_gate { 1.0 } else { -1.0 };
        let path =
            Path::from((0.0, 0.0)).to((lead * 10.0, 300.0), UP_MPS).to((0.0, TOP.1 + OUTSIDE_M), UP_MPS);
        around_gate(path, &s)
    };
    let ahead = |path: &Path| Path {
        points: path.points.clone(),
        speeds_mps: path.speeds_mps.iter().map(|v| v * 1.1).collect(),
        turns: path.turns.clone(),
    };
    let (left, right) = (mirrored(false), mirrored(true));
    let field = field(&[ahead(&left), left.clone(), ahead(&right), right], 0.0);
    let course = sail(&field);
    let boats = race_boats(&field, &course, &legs(&field, &course));
    assert_eq!(course.waypoints[1].kind, WaypointKind::Gate);
    let gap = |b: usize| boats[b].passings[1].as_ref().unwrap().behind_s;
    assert!((gap(1) - gap(3)).abs() < 0.1 && gap(1) > 20.0, "{} {}", gap(1), gap(3));
    assert!(gap(0) < 0.1 && gap(2) < 0.1);
}

#[test]
fn a_gap_in_the_track_over_a_mark_leaves_its_passing_and_place_unknown() {
    let paths = fleet(8);
    let truth_s = paths[3].times_s()[2 * sailors(8)[3].pairs];
    for length_s in [40.0, 200.0] {
        let mut field = field(&paths, 0.0);
        lose(&mut field, 3, truth_s - 0.5 * length_s, truth_s + 0.4 * length_s);
        let course = sail(&field);
        let boats = race_boats(&field, &course, &legs(&field, &course));
        assert!(boats[3].passings[0].is_none(), "{:?}", boats[3].passings[0]);
        assert_eq!((&boats[3].legs[0], &boats[3].legs[1]), (&None, &None));
        assert_eq!(boats[3].state, BoatState::Finished);
        assert!(boats[3].passings[1..].iter().all(Option::is_some));
        // The others' places count her.
        let places: Vec<u32> = boats.iter().filter_map(|b| Some(b.passings[0].as_ref()?.place)).collect();
        assert_eq!(places.len(), 7);
        assert_eq!(places.iter().max(), Some(&8));
        let columns = columns(&field, &course, &legs(&field, &course));
        let row = truth_s as usize;
        assert!(columns[3].behind_s[row].is_nan() && columns[3].progress_m[row].is_nan());
    }
}

#[test]
fn a_boat_that_stops_before_the_finish_has_retired_and_keeps_her_passings() {
    let mut paths = fleet(8);
    let keep = 5 * sailors(8)[2].pairs;
    paths[2].points.truncate(keep);
    paths[2].speeds_mps.truncate(keep);
    paths[2].turns.retain(|t| t.0 < keep);
    let field = field(&paths, 0.0);
    let course = sail(&field);
    let boats = race_boats(&field, &course, &legs(&field, &course));
    assert_eq!((boats[2].state, boats[2].place), (BoatState::Retired, None), "{:?}", kinds(&course));
    assert!(boats[2].passings[0].is_some() && boats[2].passings[1].is_some());
    assert!(boats[2].passings[3].is_none());
    assert_eq!(standings(&course).last(), Some(&2));
    let places: Vec<Option<u32>> = standings(&course).iter().map(|&b| boats[b].place).collect();
    assert_eq!(places, [1, 2, 3, 4, 5, 6, 7].map(Some).into_iter().chain([None]).collect::<Vec<_>>());
    let columns = columns(&field, &course, &legs(&field, &course));
    assert_eq!(columns[2].leg.last(), Some(&255));
}

#[test]
fn a_boat_that_leaves_out_a_mark_is_placed_up_to_there() {
    let mut paths = fleet(8);
    // Turns back before the second top mark: not around it.
    let s = sailors(8)[4];
    let path = around_gate(up(Path::from((s.east_m, 0.0)), &s), &s);
    let around = paths[4].points.len();
    let finish = paths[4].points[around - 3];
    paths[4] = path
        .to((400.0, 500.0), UP_MPS)
        .to((300.0, 300.0), DOWN_MPS)
        .to(finish, DOWN_MPS)
        .to((finish.0, finish.1 - 9.0), 0.2);
    let field = field(&paths, 0.0);
    let course = sail(&field);
    let boats = race_boats(&field, &course, &legs(&field, &course));
    assert_eq!(boats[4].place, None, "{:?}", boats[4]);
    assert!(boats[4].passings[0].is_some() && boats[4].passings[1].is_some());
}

#[test]
fn a_mark_placed_by_hand_replaces_the_estimated_one_in_both_laps() {
    let field = field(&fleet(8), 0.0);
    let boats: Vec<usize> = (0..8).collect();
    let placed =
        Placed { marks: vec![PlacedMark { waypoint: 1, mark: 0, at: (2.0, 897.0) }], ..Placed::default() };
    let course = sail_course(&field, &boats, (GUN_S, GUN_S), field.seconds as f64, &placed);
    for top in [0, 2] {
        let mark = course.waypoints[top].marks[0];
        assert_eq!((mark.at, mark.sd_m, mark.basis), ((2.0, 897.0), 5.0, PlaceBasis::Hand));
    }
    let outward = race_waypoints(&field, &course);
    assert_eq!(outward[0].marks[0].place.basis, PlaceBasis::Hand);
    assert_eq!(outward.iter().map(|w| w.id).collect::<Vec<_>>(), [1, 2, 3, 4]);
}

#[test]
fn a_finish_placed_by_hand_ends_the_race_of_two_boats() {
    let field = field(&fleet(2), 0.0);
    assert!(!sail(&field).has_finish());
    let placed = Placed { finish: [Some((60.0, 60.0)), Some((-60.0, 62.0))], ..Placed::default() };
    let course = sail_course(&field, &[0, 1], (GUN_S, GUN_S), field.seconds as f64, &placed);
    assert!(course.has_finish());
    assert_eq!(course.waypoints.len(), 4);
    let boats = race_boats(&field, &course, &legs(&field, &course));
    assert!(boats.iter().all(|b| b.state == BoatState::Finished && b.elapsed_s.is_some()));
}

#[test]
fn the_gybe_mark_of_a_triangle_is_a_waypoint_and_a_gybe_of_one_boat_on_a_run_is_not() {
    let gybe_mark = (-430.0, 500.0);
    let path = |s: &Sailor| {
        let path = up(Path::from((s.east_m, 0.0)), s);
        let mut path = path.to((gybe_mark.0 - OUTSIDE_M, gybe_mark.1), DOWN_MPS * s.faster);
        path.turns.push((path.points.len() - 1, SegmentKind::Gybe));
        let path = path.to((0.0, 100.0), DOWN_MPS * s.faster);
        let path = up(path, s);
        path.zigzag((s.east_m, 100.0), 180.0, 35.0, s.pairs, true, DOWN_MPS * s.faster)
    };
    let paths: Vec<Path> = sailors(6).iter().map(path).collect();
    let field = field(&paths, 0.0);
    let course = sail(&field);
    assert_eq!(kinds(&course)[..4], [WaypointKind::Mark; 4]);
    assert!(course.has_finish() && course.waypoints.len() == 5);
    let mark = course.waypoints[1].marks[0];
    assert!(distance(mark.at, gybe_mark) < 5.0, "{:?}", mark.at);
    assert!(course.passings.iter().flatten().all(Option::is_some));
    let kinds: Vec<LegKind> = legs(&field, &course).iter().map(|l| l.report.kind).collect();
    assert_eq!(kinds[0], LegKind::Up);
    assert_eq!(kinds[3], LegKind::Up);
}
