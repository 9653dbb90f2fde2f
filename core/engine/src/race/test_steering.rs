//! Waypoints that the courses of the boats show.

use super::course::{Placed, SailedCourse, sail_course};
use super::test_field::{GUN_S, Path, field};
use crate::angle::hypot;

const UP_MPS: f64 = 2.5;
const DOWN_MPS: f64 = 3.2;
const TOP: (f64, f64) = (0.0, 900.0);
/// On a reach of 72 deg from the top mark.
const SECOND: (f64, f64) = (-600.0, 1095.0);
const LEEWARD: (f64, f64) = (-500.0, 200.0);

fn sail(paths: &[Path]) -> SailedCourse {
    let field = field(paths, 0.0);
    let boats: Vec<usize> = (0..paths.len()).collect();
    sail_course(&field, &boats, (GUN_S, GUN_S), field.seconds as f64, &Placed::default())
}

/// How far the nearest mark is from a place, m, and how many boats passed it.
fn nearest(course: &SailedCourse, at: (f64, f64)) -> (f64, usize) {
    let away = |k: usize| hypot(course.waypoints[k].centre.0 - at.0, course.waypoints[k].centre.1 - at.1);
    let marks = (0..course.waypoints.len()).min_by(|&a, &b| away(a).total_cmp(&away(b)));
    let passed = |k: usize| course.passings.iter().filter(|p| p[k].is_some()).count();
    marks.map_or((f64::INFINITY, 0), |k| (away(k), passed(k)))
}

/// From the start to the top mark and past it: on a layline that is wider than she could sail, or on the other tack.
fn to_top(k: usize) -> Path {
    let far = k as f64;
    let path = Path::from((12.0 * far - 40.0, 0.0));
    let top = (TOP.0 + 1.0 + 0.5 * far, TOP.1 + 5.0 + far);
    if k.is_multiple_of(3) {
        return path.zigzag(top, 0.0, 42.0, 1 + k % 2, false, UP_MPS);
    }
    let layline = (216.0 + 12.0 * far, 775.0 - 7.0 * far);
    path.zigzag(layline, 0.0, 42.0, 1 + k % 3, k.is_multiple_of(2), UP_MPS + 0.02 * far).to(top, UP_MPS)
}

#[test]
fn a_top_mark_at_which_boats_tack_or_hardly_turn_is_found_because_they_sailed_so_far_to_it() {
    let path = |k: usize| {
        let path = to_top(k).to((SECOND.0 - 5.0, SECOND.1), DOWN_MPS);
        path.to((LEEWARD.0, LEEWARD.1 - 6.0), DOWN_MPS).zigzag((-450.0, 800.0), 0.0, 42.0, 1, true, UP_MPS)
    };
    let course = sail(&(0..7).map(path).collect::<Vec<_>>());
    for mark in [TOP, SECOND, LEEWARD] {
        let (away_m, passed) = nearest(&course, mark);
        assert!(away_m < 30.0 && passed == 7, "{mark:?}: {away_m} m, {passed} boats");
    }
}

#[test]
fn a_reach_that_boats_sail_in_an_arc_has_no_waypoint_on_it() {
    let path = |k: usize| {
        let lead = 4.0 * k as f64;
        let arc = |share: f64, above_m: f64| {
            (TOP.0 + share * (SECOND.0 - TOP.0), TOP.1 + lead + share * (SECOND.1 - TOP.1) + above_m)
        };
        let path = Path::from((lead, 0.0)).zigzag((TOP.0, TOP.1 + 6.0), 0.0, 42.0, 1 + k % 3, true, UP_MPS);
        let path = [(0.3, 45.0), (0.7, 45.0), (1.0, 0.0)]
            .into_iter()
            .fold(path, |path, (share, above_m)| path.to(arc(share, above_m), DOWN_MPS));
        path.to((LEEWARD.0, LEEWARD.1 - 6.0), DOWN_MPS).zigzag((-450.0, 800.0), 0.0, 42.0, 1, true, UP_MPS)
    };
    let course = sail(&(0..7).map(path).collect::<Vec<_>>());
    assert_eq!(course.waypoints.len(), 3, "{:?}", course.waypoints);
}

#[test]
fn the_last_mark_stays_where_a_short_reach_to_the_finish_and_turns_beyond_it_follow() {
    let path = |k: usize| {
        let east_m = 12.0 * k as f64 - 40.0;
        let path = Path::from((east_m, 0.0)).zigzag((TOP.0, TOP.1 + 6.0), 0.0, 42.0, 1 + k % 3, true, UP_MPS);
        let path = path.zigzag((3.0, 94.0), 180.0, 35.0, 1 + k % 2, true, DOWN_MPS);
        let path = path.to((-220.0, 100.0 + east_m), DOWN_MPS);
        path.to((-230.0, 250.0 + east_m), UP_MPS).to((-100.0, 260.0), DOWN_MPS).to((-90.0, 150.0), DOWN_MPS)
    };
    let course = sail(&(0..7).map(path).collect::<Vec<_>>());
    for mark in [TOP, (0.0, 100.0)] {
        let (away_m, passed) = nearest(&course, mark);
        assert!(away_m < 10.0 && passed == 7, "{mark:?}: {away_m} m, {passed} boats");
    }
}
