//! When boats pass marks and the finish.

use super::answer::{PlaceBasis, WaypointKind};
use super::course::{LegEnds, Mark, Placed, SailedCourse, sail_course};
use super::passings::pass;
use super::test_field::{GUN_S, Path, course_of, field, lose};
use super::waypoints::Common;
use crate::angle::hypot;

/// Of a mark at (0, 500) that is left to port.
const MARK: Mark = Mark {
    at: (0.0, 500.0),
    sd_m: 3.0,
    basis: PlaceBasis::Estimated,
    passings: 1,
    inside: (0.0, -1.0),
    clockwise: false,
};

/// Past the mark from east to west at this height of the course: straight on for 40 m, where the ray to the outside is.
fn past(north_m: f64) -> Path {
    Path::from((200.0, 200.0)).to((20.0, north_m), 3.0).to((-20.0, north_m), 2.0).to((-150.0, 150.0), 3.0)
}

/// When the path of [`past`] crosses the ray, s.
fn crossing_s(path: &Path) -> f64 {
    let times = path.times_s();
    GUN_S + 0.5 * (times[1] + times[2])
}

fn common(turns_s: Vec<Option<f64>>) -> Common {
    Common { before_deg: 45.0, after_deg: 150.0, turns_s }
}

/// The course of one boat past these waypoints, of which turns were found at these times.
fn passed(
    path: &Path,
    marks: &[Vec<Mark>],
    turns_s: &[Option<f64>],
    lost: Option<(f64, f64)>,
) -> SailedCourse {
    let mut field = field(std::slice::from_ref(path), 0.0);
    if let Some((from_s, to_s)) = lost {
        lose(&mut field, 0, from_s - GUN_S, to_s - GUN_S);
    }
    let centres = vec![MARK.at; marks.len()];
    let mut course = course_of(std::slice::from_ref(path), &[vec![1; marks.len()]], &centres);
    for (waypoint, marks) in course.waypoints.iter_mut().zip(marks) {
        waypoint.ends = LegEnds::Beat;
        waypoint.marks = marks.clone();
    }
    let sequence: Vec<Common> = turns_s.iter().map(|t| common(vec![*t])).collect();
    pass(&field, &mut course, &sequence);
    course
}

#[test]
fn a_boat_passes_a_mark_where_her_path_crosses_the_ray_to_its_outside() {
    let path = past(510.0);
    let truth_s = crossing_s(&path);
    for found_s in [truth_s - 12.0, truth_s, truth_s + 9.0] {
        let course = passed(&path, &[vec![MARK]], &[Some(found_s)], None);
        let p = course.passing(0, 0).unwrap();
        assert!((p.time_s - truth_s).abs() < 0.01, "{} for {truth_s}", p.time_s);
        assert!(hypot(p.at.0, p.at.1 - 510.0) < 0.05);
        assert!((p.sd_s - hypot(0.8, 3.0 / 2.0)).abs() < 0.01, "the mark's 3 m at 2 m/s: {}", p.sd_s);
        assert_eq!(p.own_sd_s, 0.8);
    }
}

#[test]
fn a_path_a_little_inside_of_an_estimated_mark_passes_it_all_the_same() {
    let path = past(495.0);
    let course = passed(&path, &[vec![MARK]], &[Some(crossing_s(&path))], None);
    assert!((course.passing(0, 0).unwrap().own_sd_s - 0.8).abs() < 1e-9);
}

#[test]
fn a_turn_inside_of_the_mark_is_a_passing_of_which_the_moment_is_unsure() {
    let path = past(480.0);
    let turn_s = crossing_s(&path);
    let p = *passed(&path, &[vec![MARK]], &[Some(turn_s)], None).passing(0, 0).unwrap();
    assert_eq!((p.time_s, p.sd_s), (turn_s, 3.0));
    // Of a mark that is known less well the path may lie farther inside.
    let unsure = Mark { sd_m: 15.0, ..MARK };
    let p = *passed(&path, &[vec![unsure]], &[Some(turn_s)], None).passing(0, 0).unwrap();
    assert_eq!(p.own_sd_s, 0.8);
}

#[test]
fn a_turn_far_from_the_mark_does_not_pass_it() {
    let path = past(400.0);
    assert_eq!(passed(&path, &[vec![MARK]], &[Some(crossing_s(&path))], None).passing(0, 0), None);
}

#[test]
fn a_boat_that_leaves_the_mark_on_the_wrong_side_does_not_cross_in_its_sense() {
    let mut path = past(510.0);
    path.points.iter_mut().for_each(|p| p.0 = -p.0);
    let course = passed(&path, &[vec![MARK]], &[None], None);
    assert_eq!(course.passing(0, 0), None);
}

#[test]
fn an_extreme_without_a_mark_is_passed_at_its_turn() {
    let path = past(510.0);
    let course = passed(&path, &[Vec::new()], &[Some(190.0)], None);
    let p = course.passing(0, 0).unwrap();
    assert_eq!((p.time_s, p.sd_s), (190.0, 3.0));
}

#[test]
fn one_crossing_is_not_the_passing_of_two_laps() {
    let path = past(510.0);
    let course = passed(&path, &[vec![MARK], vec![MARK]], &[Some(crossing_s(&path)), None], None);
    assert!(course.passing(0, 0).is_some());
    assert_eq!(course.passing(0, 1), None);
}

#[test]
fn a_boat_whose_turn_was_not_found_passes_at_her_first_crossing() {
    let once = past(510.0);
    let twice = once.clone().to((200.0, 200.0), 3.0).to((20.0, 505.0), 3.0).to((-20.0, 505.0), 2.0);
    let twice = twice.to((-150.0, 150.0), 3.0);
    let course = passed(&twice, &[vec![MARK]], &[None], None);
    assert!((course.passing(0, 0).unwrap().time_s - crossing_s(&once)).abs() < 0.01);
    let wide = passed(&past(580.0), &[vec![MARK]], &[None], None);
    assert_eq!(wide.passing(0, 0), None, "80 m outside of the mark she need not have rounded it");
}

#[test]
fn a_boat_with_a_gap_may_have_passed_inside_of_it() {
    let path = past(510.0);
    let s = crossing_s(&path);
    let course = passed(&path, &[vec![MARK]], &[None], Some((s - 10.0, s + 10.0)));
    assert_eq!(course.passing(0, 0), None);
    let hidden_s = course.unseen_s[0][0].unwrap();
    assert!((hidden_s - s).abs() < 2.0, "{hidden_s} for {s}");
    assert_eq!(course.differs, [false]);
}

#[test]
fn a_boat_that_was_seen_all_the_time_and_did_not_pass_left_out_the_mark() {
    let elsewhere = Mark { at: (900.0, 900.0), ..MARK };
    let path = past(510.0);
    let course = passed(&path, &[vec![elsewhere], vec![MARK]], &[None, Some(crossing_s(&path))], None);
    assert_eq!(course.passing(0, 0), None);
    assert!(course.passing(0, 1).is_some());
    assert_eq!((course.unseen_s[0][0], course.differs[0]), (None, true));
}

#[test]
fn the_turn_of_a_boat_tells_which_mark_of_a_gate_she_rounded() {
    let left = Mark { at: (-60.0, 500.0), ..MARK };
    let right = Mark { at: (0.0, 500.0), clockwise: true, ..MARK };
    for (marks, index) in [(vec![left, right], 0), (vec![right, left], 1)] {
        let path = Path::from((200.0, 200.0)).to((-40.0, 508.0), 3.0).to((-80.0, 508.0), 2.0);
        let path = path.to((-150.0, 150.0), 3.0);
        let course = passed(&path, &[marks], &[Some(crossing_s(&path))], None);
        assert_eq!(course.passing(0, 0).unwrap().mark, index);
    }
}

#[test]
fn of_a_boat_that_tacks_around_the_mark_the_moment_is_less_sure() {
    // On port tack past the mark, a tack close behind it, and back around it.
    let path = Path::from((-40.0, 480.0)).to((4.0, 497.0), 2.0).to((6.0, 502.0), 2.0).to((2.0, 508.0), 2.0);
    let path = path.to((-60.0, 480.0), 2.0);
    let plain = passed(&past(505.0), &[vec![MARK]], &[Some(crossing_s(&past(505.0)))], None);
    let times = path.times_s();
    let course = passed(&path, &[vec![MARK]], &[Some(GUN_S + times[3])], None);
    let (looped, plain) = (course.passing(0, 0).unwrap(), plain.passing(0, 0).unwrap());
    assert!(looped.own_sd_s > 2.0 * plain.own_sd_s, "{looped:?} and {plain:?}");
}

#[test]
fn a_boat_without_a_turn_that_sails_on_passes_where_she_was_nearest() {
    // Inside of the mark, so that she does not cross the ray, and 20 m from it.
    let path = past(480.0);
    let later = Mark { at: (-150.0, 150.0), ..MARK };
    let s = crossing_s(&path);
    let course = passed(&path, &[vec![MARK], vec![later]], &[None, Some(s + 70.0)], None);
    let p = course.passing(0, 0).unwrap();
    assert!((p.time_s - s).abs() < 3.0 && p.sd_s >= 3.0, "{p:?} for {s}");
}

/// A beat to a top mark and a run on which each boat stops at this place.
fn finishing(stops: &[(f64, f64)]) -> Vec<Path> {
    let boat = |(k, &stop): (usize, &(f64, f64))| {
        Path::from((15.0 * k as f64 - 50.0, 0.0))
            .zigzag((0.0, 806.0), 0.0, 42.0, 1, true, 2.5 + 0.02 * k as f64)
            .zigzag(stop, 180.0, 35.0, 1 + k % 3, true, 3.2)
            .to((stop.0 + 30.0, stop.1 - 6.0), 0.3)
    };
    stops.iter().enumerate().map(boat).collect()
}

/// When a boat of [`finishing`] stops, s after the gun.
fn stop_s(path: &Path) -> f64 {
    path.times_s()[path.points.len() - 2]
}

/// On a line across the wind, so many m from each other.
fn on_line(n: usize, apart_m: f64) -> Vec<(f64, f64)> {
    (0..n).map(|k| (apart_m * (k as f64 - 0.5 * (n as f64 - 1.0)), 100.0 + (k % 2) as f64)).collect()
}

fn sail(paths: &[Path], placed: &Placed) -> SailedCourse {
    let field = field(paths, 0.0);
    let boats: Vec<usize> = (0..paths.len()).collect();
    sail_course(&field, &boats, (GUN_S, GUN_S), field.seconds as f64, placed)
}

#[test]
fn the_finish_is_where_the_boats_stop() {
    let paths = finishing(&on_line(7, 12.0));
    let course = sail(&paths, &Placed::default());
    let finish = course.waypoints.last().unwrap();
    assert_eq!((finish.kind, course.waypoints.len()), (WaypointKind::Finish, 2));
    assert!((finish.centre.1 - 100.0).abs() < 20.0 && finish.centre.0.abs() < 15.0, "{:?}", finish.centre);
    assert!(finish.marks.iter().all(|m| m.basis == PlaceBasis::Estimated && m.sd_m >= 15.0));
    for (b, path) in paths.iter().enumerate() {
        let p = course.passing(b, 1).unwrap();
        let stop_s = GUN_S + stop_s(path);
        assert!(p.time_s <= stop_s + 1.0 && stop_s - p.time_s < 12.0, "{} before {stop_s}", p.time_s);
        assert!(p.sd_s > 4.0, "15 m at about 3 m/s: {}", p.sd_s);
    }
}

#[test]
fn four_boats_that_stop_make_no_finish() {
    assert!(!sail(&finishing(&on_line(4, 20.0)), &Placed::default()).has_finish());
    assert!(sail(&finishing(&on_line(5, 20.0)), &Placed::default()).has_finish());
}

#[test]
fn boats_that_stop_in_one_spot_have_crossed_no_line() {
    assert!(!sail(&finishing(&on_line(7, 2.0)), &Placed::default()).has_finish());
}

#[test]
fn boats_that_stop_all_over_the_run_have_not_finished_together() {
    let scattered =
        [(0.0, 100.0), (40.0, 400.0), (-40.0, 250.0), (20.0, 500.0), (-20.0, 180.0), (60.0, 330.0)];
    assert!(!sail(&finishing(&scattered), &Placed::default()).has_finish());
}

#[test]
fn a_line_placed_by_hand_is_crossed_at_its_own_moment() {
    let paths = finishing(&on_line(3, 12.0));
    let placed = Placed { finish: [Some((-80.0, 200.0)), Some((80.0, 200.0))], ..Placed::default() };
    let course = sail(&paths, &placed);
    assert!(course.has_finish());
    let marks = &course.waypoints[1].marks;
    assert!(marks.iter().all(|m| m.basis == PlaceBasis::Hand && m.sd_m == 5.0));
    for (b, path) in paths.iter().enumerate() {
        let p = course.passing(b, 1).unwrap();
        assert!((p.at.1 - 200.0).abs() < 0.1, "{p:?}");
        // Down the run at 3.2 m/s and 35 deg to its axis.
        let left_s =
            (200.0 - path.points[path.points.len() - 2].1) / (3.2 * libm::cos(crate::angle::to_rad(35.0)));
        assert!((p.time_s - (GUN_S + stop_s(path) - left_s)).abs() < 1.0, "{p:?}");
        assert!((p.sd_s - hypot(0.8, 5.0 / 2.62)).abs() < 0.1, "{}", p.sd_s);
    }
}

#[test]
fn a_boat_that_passes_the_finish_beyond_its_end_has_not_finished() {
    let paths = finishing(&[(-20.0, 100.0), (0.0, 100.0), (20.0, 100.0), (150.0, 100.0)]);
    let placed = Placed { finish: [Some((-60.0, 120.0)), Some((60.0, 120.0))], ..Placed::default() };
    let course = sail(&paths, &placed);
    let finished: Vec<bool> = (0..4).map(|b| course.passing(b, 1).is_some()).collect();
    assert_eq!(finished, [true, true, true, false]);
}

#[test]
fn a_line_that_most_boats_do_not_cross_is_not_the_finish() {
    let paths = finishing(&on_line(4, 12.0));
    let placed = Placed { finish: [Some((300.0, 150.0)), Some((400.0, 150.0))], ..Placed::default() };
    assert!(!sail(&paths, &placed).has_finish());
}
