//! Marks from the turns of boats around them.

use super::answer::{MarkSide, PlaceBasis, WaypointKind};
use super::course::{Placed, PlacedMark, SailedCourse, sail_course};
use super::mark_fit::{Turn, boats, fit_mark};
use super::marks::{lateral, sides};
use super::rounding::{Rounding, rounding};
use super::test_field::{GUN_S, Path, field};
use super::vectors::unit;
use crate::angle::{hypot, to_rad};

/// A turn to the left around the origin at its north: so far from it, m, abeam of it in this direction of its inside, deg.
fn turn(boat: usize, away_m: f64, inside_deg: f64) -> Turn {
    let (sin, cos) = libm::sincos(to_rad(inside_deg));
    let turn = Rounding {
        time_s: 300.0 + boat as f64,
        at: (-away_m * sin, -away_m * cos),
        inside: (sin, cos),
        between: (sin, cos),
        clockwise: false,
        speed_mps: 3.0,
    };
    Turn { boat, waypoint: 0, turn }
}

fn around(n: usize, away_m: f64) -> Vec<Turn> {
    (0..n).map(|b| turn(b, away_m, 180.0 + 30.0 * (b as f64 / n as f64 - 0.5))).collect()
}

#[test]
fn a_mark_lies_its_clearance_inside_of_the_turns() {
    let mark = fit_mark(&around(8, 3.0)).unwrap();
    assert!(hypot(mark.at.0, mark.at.1) < 0.01, "{:?}", mark.at);
    assert!(mark.inside.1 < -0.99 && !mark.clockwise);
    assert_eq!((mark.passings, mark.basis), (8, PlaceBasis::Estimated));
}

#[test]
fn boats_that_round_widely_do_not_push_the_mark_outside() {
    let mut turns = around(4, 3.0);
    turns.extend((4..8).map(|b| turn(b, 22.0, 180.0)));
    let mark = fit_mark(&turns).unwrap();
    assert!(hypot(mark.at.0, mark.at.1) < 0.5, "{:?}", mark.at);
}

#[test]
fn a_turn_far_away_is_left_out_of_the_mark() {
    let mut turns = around(6, 3.0);
    turns.push(turn(6, -200.0, 180.0));
    let mark = fit_mark(&turns).unwrap();
    assert!(hypot(mark.at.0, mark.at.1) < 0.5, "{:?}", mark.at);
}

#[test]
fn boats_that_turn_back_before_the_mark_do_not_move_it() {
    let mut turns = around(5, 3.0);
    turns.extend((5..8).map(|b| turn(b, -90.0 - 5.0 * b as f64, 180.0)));
    let mark = fit_mark(&turns).unwrap();
    assert!(hypot(mark.at.0, mark.at.1) < 0.5, "{:?}", mark.at);
}

#[test]
fn boats_that_turn_the_other_way_are_at_a_gate_only_where_they_turn_at_one_place() {
    let other_way = |apart_m: f64| {
        let mut turns = around(8, 3.0);
        for (b, north_m) in [(8, 0.0), (9, apart_m)] {
            let mut own = turn(b, 3.0, 180.0);
            (own.turn.at, own.turn.clockwise) = ((60.0, north_m), true);
            turns.push(own);
        }
        turns
    };
    assert_eq!(sides(&other_way(4.0), 0.0).len(), 2);
    assert_eq!(sides(&other_way(120.0), 0.0).len(), 1, "each capsized somewhere");
}

#[test]
fn a_mark_of_more_boats_is_more_certain_and_one_of_fewer_than_five_twice_less() {
    let sd_m = |n| fit_mark(&around(n, 3.0)).unwrap().sd_m;
    assert!((sd_m(9) - (3.0 + 0.5 * 3.0 / 3.0)).abs() < 1e-9, "{}", sd_m(9));
    assert!((sd_m(5) - (3.0 + 0.5 * 3.0 / libm::sqrt(5.0))).abs() < 1e-9);
    assert!((sd_m(1) - 2.0 * (3.0 + 0.5 * 3.0)).abs() < 1e-9);
    assert!(sd_m(3) > 2.0 * sd_m(9) - 1.0);
}

#[test]
fn boats_that_disagree_about_a_mark_make_it_uncertain() {
    let scattered = |spread_m: f64| {
        let moved = |b: usize| {
            let mut t = turn(b, 3.0, 180.0);
            t.turn.at.0 += spread_m * (b as f64 - 2.0);
            t
        };
        fit_mark(&(0..5).map(moved).collect::<Vec<_>>()).unwrap().sd_m
    };
    assert!(
        (scattered(1.0) - (3.0 + 1.5 / libm::sqrt(5.0))).abs() < 1e-9,
        "less than it is at least: {}",
        scattered(1.0)
    );
    assert!(scattered(20.0) > 6.0, "{}", scattered(20.0));
}

#[test]
fn several_turns_of_one_boat_do_not_count_as_boats() {
    let laps: Vec<Turn> = (0..6).map(|_| turn(0, 3.0, 180.0)).collect();
    assert_eq!(boats(&laps), [0]);
    let mark = fit_mark(&laps).unwrap();
    assert_eq!((mark.sd_m, mark.passings), (9.0, 6));
}

#[test]
fn no_turns_and_turns_of_opposite_insides_have_no_mark() {
    assert_eq!(fit_mark(&[]), None);
    assert_eq!(fit_mark(&[turn(0, 3.0, 90.0), turn(1, 3.0, 270.0)]), None);
    assert_eq!(unit((0.0, 0.0)), None);
}

#[test]
fn a_rounding_has_the_sense_the_place_and_the_speed_of_the_boat() {
    let corner = (0.0, 300.0);
    for (side, clockwise) in [(1.0, false), (-1.0, true)] {
        let path = Path::from((side * 100.0, 200.0)).to(corner, 3.0).to((side * -100.0, 200.0), 3.0);
        let corner_s = GUN_S + path.times_s()[1];
        let field = field(&[path], 0.0);
        let r = rounding(&field.boats[0], corner_s + 3.0).unwrap();
        assert_eq!(r.clockwise, clockwise);
        assert!((r.time_s - corner_s).abs() < 1.0 && hypot(r.at.0, r.at.1 - 300.0) < 3.0, "{r:?}");
        assert!(r.inside.1 < -0.98, "{r:?}");
        assert!(r.speed_mps < 3.0 && r.speed_mps > 1.5, "the corner is cut: {}", r.speed_mps);
        assert_eq!(rounding(&field.boats[0], corner_s - 25.0), None, "straight on there is no turn");
        assert_eq!(rounding(&field.boats[0], 3.0), None, "too close to the start of the track");
    }
}

#[test]
fn right_of_the_course_is_told_looking_upwind() {
    assert!((lateral((10.0, 500.0), 0.0) - 10.0).abs() < 1e-9);
    assert!((lateral((0.0, -10.0), 90.0) - 10.0).abs() < 1e-9);
    assert!((lateral((10.0, 0.0), 180.0) + 10.0).abs() < 1e-9);
}

/// Two beats to these top marks, with a run to a mark at the bottom between, all left to port, and half a run.
fn two_laps(n: usize, tops: [(f64, f64); 2]) -> Vec<Path> {
    let boat = |k: usize| {
        let (up, down) = (2.5 + 0.03 * k as f64, 3.2 + 0.02 * k as f64);
        Path::from((12.0 * k as f64 - 6.0 * n as f64, 0.0))
            .zigzag((tops[0].0, tops[0].1 + 6.0), 0.0, 42.0, 1 + k % 2, true, up)
            // Not all gybe at one place, which would be a mark.
            .zigzag((0.0, 94.0), 180.0, 35.0, 1 + k % 3, true, down)
            .zigzag((tops[1].0, tops[1].1 + 6.0), 0.0, 42.0, 1, true, up)
            .zigzag((0.0, 400.0), 180.0, 35.0, 1 + k % 3, true, down)
    };
    (0..n).map(boat).collect()
}

fn sail(paths: &[Path], placed: &Placed) -> SailedCourse {
    let field = field(paths, 0.0);
    let boats: Vec<usize> = (0..paths.len()).collect();
    sail_course(&field, &boats, (GUN_S, GUN_S), field.seconds as f64, placed)
}

#[test]
fn a_mark_that_was_moved_between_the_laps_has_two_places() {
    let course = sail(&two_laps(8, [(0.0, 900.0), (40.0, 930.0)]), &Placed::default());
    let [first, second] = [&course.waypoints[0], &course.waypoints[2]];
    assert!(first.moved && second.moved && !course.waypoints[1].moved);
    assert!(hypot(first.marks[0].at.0, first.marks[0].at.1 - 900.0) < 5.0, "{:?}", first.marks);
    assert!(hypot(second.marks[0].at.0 - 40.0, second.marks[0].at.1 - 930.0) < 5.0, "{:?}", second.marks);
}

#[test]
fn a_mark_that_drifted_a_few_metres_is_one_place_of_all_laps() {
    let course = sail(&two_laps(8, [(0.0, 900.0), (4.0, 902.0)]), &Placed::default());
    let [first, second] = [&course.waypoints[0], &course.waypoints[2]];
    assert!(!first.moved && first.marks[0].at == second.marks[0].at);
    assert_eq!((first.marks[0].passings, second.marks[0].passings), (8, 8));
}

#[test]
fn three_boats_are_too_few_to_say_that_a_mark_moved() {
    let course = sail(&two_laps(3, [(0.0, 900.0), (40.0, 930.0)]), &Placed::default());
    assert!(course.waypoints.iter().all(|w| !w.moved));
}

#[test]
fn marks_of_a_mirrored_course_are_left_to_starboard() {
    let mut paths = two_laps(6, [(0.0, 900.0); 2]);
    assert!(sail(&paths, &Placed::default()).waypoints.iter().all(|w| w.side == Some(MarkSide::Port)));
    paths.iter_mut().flat_map(|p| &mut p.points).for_each(|p| p.0 = -p.0);
    let course = sail(&paths, &Placed::default());
    assert_eq!(course.waypoints.len(), 3);
    for w in &course.waypoints {
        assert_eq!(w.side, Some(MarkSide::Starboard));
        assert!(w.marks.iter().all(|m| m.clockwise));
    }
    assert!(hypot(course.waypoints[0].marks[0].at.0, course.waypoints[0].marks[0].at.1 - 900.0) < 5.0);
}

/// A beat, a run through a gate 80 m wide, whose marks the boats round alternately, and a beat.
fn through_gate(mirrored: bool) -> Vec<Path> {
    let mut paths: Vec<Path> = (0..6)
        .map(|k| {
            let right = k % 2 == 0;
            let mark = (if right { 40.0 } else { -40.0 }, 94.0);
            Path::from((12.0 * f64::from(k) - 36.0, 0.0))
                .zigzag((0.0, 906.0), 0.0, 42.0, 1, true, 2.5 + 0.02 * f64::from(k))
                .zigzag(mark, 180.0, 35.0, 1, right, 3.2)
                .zigzag((0.0, 800.0), 0.0, 42.0, 1, right, 2.5)
        })
        .collect();
    if mirrored {
        paths.iter_mut().flat_map(|p| &mut p.points).for_each(|p| p.0 = -p.0);
    }
    paths
}

#[test]
fn the_left_mark_of_a_gate_comes_first_looking_upwind() {
    for mirrored in [false, true] {
        let course = sail(&through_gate(mirrored), &Placed::default());
        let gate = &course.waypoints[1];
        assert_eq!((gate.kind, gate.side), (WaypointKind::Gate, Some(MarkSide::Either)));
        assert!(hypot(gate.marks[0].at.0 + 40.0, gate.marks[0].at.1 - 100.0) < 5.0, "{:?}", gate.marks);
        assert!(hypot(gate.marks[1].at.0 - 40.0, gate.marks[1].at.1 - 100.0) < 5.0, "{:?}", gate.marks);
        assert!(gate.marks.iter().all(|m| m.passings == 3));
        assert!(hypot(gate.centre.0, gate.centre.1 - 100.0) < 5.0);
    }
}

#[test]
fn the_second_mark_of_a_gate_placed_by_hand_leaves_the_first_one_estimated() {
    let hand = PlacedMark { waypoint: 2, mark: 1, at: (43.0, 101.0) };
    let placed = Placed { marks: vec![hand], ..Placed::default() };
    let gate = &sail(&through_gate(false), &placed).waypoints[1];
    let bases: Vec<PlaceBasis> = gate.marks.iter().map(|m| m.basis).collect();
    assert_eq!(bases, [PlaceBasis::Estimated, PlaceBasis::Hand]);
    assert_eq!((gate.marks[1].at, gate.marks[1].sd_m), ((43.0, 101.0), 5.0));
    let middle = 0.5 * (gate.marks[0].at.0 + 43.0);
    assert!((gate.centre.0 - middle).abs() < 1e-9);
}

#[test]
fn a_mark_placed_in_each_lap_stays_where_it_was_placed() {
    let at = |waypoint, at| PlacedMark { waypoint, mark: 0, at };
    let marks = vec![at(1, (1.0, 897.0)), at(3, (3.0, 903.0))];
    let course = sail(&two_laps(4, [(0.0, 900.0); 2]), &Placed { marks, ..Placed::default() });
    assert_eq!(course.waypoints[0].marks[0].at, (1.0, 897.0));
    assert_eq!(course.waypoints[2].marks[0].at, (3.0, 903.0));
}

#[test]
fn a_second_mark_placed_at_a_waypoint_without_one_changes_nothing() {
    let paths = two_laps(4, [(0.0, 900.0); 2]);
    let marks = vec![PlacedMark { waypoint: 1, mark: 1, at: (50.0, 900.0) }];
    let placed = sail(&paths, &Placed { marks, ..Placed::default() });
    assert_eq!(placed.waypoints, sail(&paths, &Placed::default()).waypoints);
}
