//! Legs, places and results of boats on known courses.

use super::answer::{BoatLeg, BoatState, LegKind, RaceBoat};
use super::course::{PassingTime, SailedCourse};
use super::field::Field;
use super::legs::{boat_legs, difference_sd_s, legs, sailed};
use super::places::{race_boats, race_waypoints, standings};
use super::test_field::{GUN_S, Path, course_of, field, lose};
use crate::angle::{hypot, to_rad};
use crate::units::MPS_PER_KNOT;

const TOP: (f64, f64) = (0.0, 900.0);
const BOTTOM: (f64, f64) = (0.0, 100.0);

/// A leg in this direction, deg, in a wind from the north.
fn leg_kind(deg: f64, twd_deg: f64) -> LegKind {
    let (sin, cos) = libm::sincos(to_rad(deg));
    let paths = [Path::from((0.0, 0.0)).to((600.0 * sin, 600.0 * cos), 3.0)];
    let course = course_of(&paths, &[vec![1]], &[paths[0].points[1]]);
    legs(&field(&paths, twd_deg), &course)[0].report.kind
}

#[test]
fn a_leg_is_a_beat_a_reach_or_a_run_by_its_angle_to_the_wind() {
    for (deg, kind) in [
        (0.0, LegKind::Up),
        (43.0, LegKind::Up),
        (317.0, LegKind::Up),
        (47.0, LegKind::Reach),
        (90.0, LegKind::Reach),
        (133.0, LegKind::Reach),
        (137.0, LegKind::Down),
        (180.0, LegKind::Down),
    ] {
        assert_eq!(leg_kind(deg, 0.0), kind, "{deg} deg from the wind");
        assert_eq!(leg_kind(deg + 300.0, 300.0), kind, "the same in another wind");
    }
}

#[test]
fn without_a_wind_every_leg_is_a_reach_and_no_wind_is_told() {
    assert_eq!(leg_kind(0.0, f64::NAN), LegKind::Reach);
    let paths = [Path::from((0.0, 0.0)).to(TOP, 3.0)];
    let course = course_of(&paths, &[vec![1]], &[TOP]);
    let mut field = field(&paths, f64::NAN);
    field.wind.sd_deg.fill(f64::NAN);
    let leg = &legs(&field, &course)[0].report;
    assert_eq!((leg.twd_deg, leg.twd_sd_deg), (None, None));
}

#[test]
fn a_beat_counts_its_length_along_the_wind_and_a_reach_its_whole_length() {
    for (deg, expected) in [(30.0, 600.0 * libm::cos(to_rad(30.0))), (80.0, 600.0)] {
        let (sin, cos) = libm::sincos(to_rad(deg));
        let end = (600.0 * sin, 600.0 * cos);
        let paths = [Path::from((0.0, 0.0)).to(end, 3.0), Path::from((0.0, 0.0)).to(end, 2.5)];
        let course = course_of(&paths, &[vec![1], vec![1]], &[end]);
        let leg = &legs(&field(&paths, 0.0), &course)[0];
        assert!((leg.progress_m - expected).abs() < 0.01, "{deg} deg: {}", leg.progress_m);
        assert!((leg.report.length_m - 600.0).abs() < 0.01);
    }
}

#[test]
fn gaps_and_drifting_are_no_distance_sailed() {
    let path = Path::from((0.0, 0.0)).to((0.0, 300.0), 3.0).to((0.0, 304.0), 0.1);
    let mut field = field(&[path], 0.0);
    let (metres, seconds) = sailed(&field.boats[0], GUN_S + 10.0, GUN_S + 60.5);
    assert!((metres - 151.5).abs() < 0.01 && (seconds - 50.5).abs() < 1e-9, "{metres} m in {seconds} s");
    let (metres, _) = sailed(&field.boats[0], GUN_S + 105.0, GUN_S + 135.0);
    assert_eq!(metres, 0.0, "at a tenth of a metre a second she drifts");
    lose(&mut field, 0, 20.0, 40.0);
    let (metres, seconds) = sailed(&field.boats[0], GUN_S + 10.0, GUN_S + 60.0);
    // From the last position before the gap to the first one after it.
    assert!((seconds - 29.0).abs() < 1e-9 && (metres - 87.0).abs() < 0.01, "{metres} m in {seconds} s");
}

/// Boats up to the top mark and down to the bottom one, of so many pairs of tacks, at these speeds.
fn up_and_down(boats: &[(usize, f64)]) -> (Vec<Path>, Field, SailedCourse) {
    let path = |&(pairs, mps): &(usize, f64)| {
        let path = Path::from((0.0, 0.0)).zigzag(TOP, 0.0, 42.0, pairs, true, mps);
        path.zigzag(BOTTOM, 180.0, 35.0, 1, true, mps).to((0.0, 50.0), mps)
    };
    let paths: Vec<Path> = boats.iter().map(path).collect();
    let corners: Vec<Vec<usize>> = boats.iter().map(|&(pairs, _)| vec![2 * pairs, 2 * pairs + 2]).collect();
    let course = course_of(&paths, &corners, &[TOP, BOTTOM]);
    let field = field(&paths, 0.0);
    (paths, field, course)
}

fn of_boats(field: &Field, course: &SailedCourse) -> Vec<RaceBoat> {
    race_boats(field, course, &legs(field, course))
}

fn leg(boats: &[RaceBoat], boat: usize, leg: usize) -> BoatLeg {
    boats[boat].legs[leg].clone().unwrap()
}

#[test]
fn tacks_and_gybes_count_on_the_leg_on_which_they_were_made() {
    let (_, field, course) = up_and_down(&[(1, 2.5), (3, 2.5)]);
    let boats = of_boats(&field, &course);
    let turns = |boat, k| (leg(&boats, boat, k).tacks, leg(&boats, boat, k).gybes);
    assert_eq!([turns(0, 0), turns(1, 0)], [(1, 0), (5, 0)]);
    assert_eq!([turns(0, 1), turns(1, 1)], [(0, 1), (0, 1)]);
}

#[test]
fn a_leg_has_the_time_the_speeds_and_the_gain_over_the_median_boat() {
    let (paths, field, course) = up_and_down(&[(1, 2.8), (1, 2.5), (1, 2.2)]);
    let boats = of_boats(&field, &course);
    let times: Vec<f64> = paths.iter().map(|p| p.times_s()[2]).collect();
    for b in 0..3 {
        let beat = leg(&boats, b, 0);
        assert!((beat.time_s - times[b]).abs() < 1e-6);
        assert!((beat.gain_s - (times[1] - times[b])).abs() < 1e-6, "boat {b}: {}", beat.gain_s);
        assert!((beat.vmg_kn - 900.0 / times[b] / MPS_PER_KNOT).abs() < 1e-6);
        let sog_kn = [2.8, 2.5, 2.2][b] / MPS_PER_KNOT;
        assert!((beat.sog_kn / sog_kn - 1.0).abs() < 0.01, "boat {b}: {} for {sog_kn}", beat.sog_kn);
        assert_eq!(beat.gain_sd_s, 1.0, "the gun has no error");
        assert!((leg(&boats, b, 1).gain_sd_s - libm::sqrt(2.0)).abs() < 1e-9, "two passings of 1 s");
    }
}

#[test]
fn a_boat_that_sailed_farther_has_it_told_over_the_shortest_way() {
    let direct = Path::from((0.0, 0.0)).to(TOP, 2.5).to(BOTTOM, 2.5);
    let around = Path::from((0.0, 0.0)).to((300.0, 450.0), 2.5).to(TOP, 2.5).to(BOTTOM, 2.5);
    let paths = [direct, around];
    let course = course_of(&paths, &[vec![1, 2], vec![2, 3]], &[TOP, BOTTOM]);
    let boats = of_boats(&field(&paths, 0.0), &course);
    assert_eq!(leg(&boats, 0, 0).sailed_over_shortest_pct, 0.0);
    let expected = 100.0 * (2.0 * hypot(300.0, 450.0) / 900.0 - 1.0);
    let longer = leg(&boats, 1, 0).sailed_over_shortest_pct;
    assert!((longer - expected).abs() < 1.0, "{longer} for {expected}");
    assert!(leg(&boats, 1, 1).sailed_over_shortest_pct < 1.0);
}

#[test]
fn a_leg_of_which_an_end_was_not_seen_is_unknown_and_so_is_the_next_one() {
    let (_, field, mut course) = up_and_down(&[(1, 2.8), (1, 2.5)]);
    course.passings[1][0] = None;
    let all = boat_legs(&field, &course, &legs(&field, &course), &[vec![Some(1); 2], vec![None, Some(2)]]);
    assert!(all[0].iter().all(Option::is_some) && all[1].iter().all(Option::is_none));
}

#[test]
fn places_gained_are_those_from_mark_to_mark() {
    let (_, field, course) = up_and_down(&[(1, 2.8), (1, 2.5), (1, 2.2)]);
    let places = [vec![Some(1), Some(3)], vec![Some(2), Some(1)], vec![Some(3), Some(2)]];
    let all = boat_legs(&field, &course, &legs(&field, &course), &places);
    let gained = |b: usize, k: usize| all[b][k].as_ref().unwrap().places_gained;
    assert_eq!([gained(0, 1), gained(1, 1), gained(2, 1)], [-2, 1, 1]);
    assert_eq!(gained(2, 0), 0, "there are no places at the start");
}

#[test]
fn an_error_of_the_mark_delays_two_boats_alike_and_of_two_marks_it_does_not() {
    let at = |mark| PassingTime { time_s: 100.0, at: TOP, sd_s: 5.0, own_sd_s: 0.8, mark };
    let own = hypot(0.8, 0.8);
    assert!((difference_sd_s(&at(0), &at(0)) - own).abs() < 1e-9);
    let of_marks = libm::sqrt(2.0 * (25.0 - 0.64));
    assert!((difference_sd_s(&at(0), &at(1)) - hypot(own, of_marks)).abs() < 1e-9);
    let slow = PassingTime { sd_s: 9.0, ..at(0) };
    assert!(difference_sd_s(&at(0), &slow) > 3.0, "it delays a slow boat longer than a fast one");
}

/// Places and whether they are sure of the boats at a waypoint.
fn places(boats: &[RaceBoat], k: usize) -> Vec<Option<(u32, bool)>> {
    boats.iter().map(|b| b.passings[k].as_ref().map(|p| (p.place, p.place_sure))).collect()
}

fn set_time(course: &mut SailedCourse, boat: usize, k: usize, time_s: f64) {
    course.passings[boat][k].as_mut().unwrap().time_s = time_s;
}

#[test]
fn a_place_is_sure_when_no_other_boat_passed_within_the_error() {
    let (_, field, mut course) = up_and_down(&[(1, 2.8), (1, 2.5), (1, 2.5), (1, 2.2)]);
    for (b, s) in [500.0, 530.0, 531.0, 560.0].into_iter().enumerate() {
        set_time(&mut course, b, 0, s);
    }
    let boats = of_boats(&field, &course);
    assert_eq!(places(&boats, 0), [Some((1, true)), Some((2, false)), Some((3, false)), Some((4, true))]);
    let behind: Vec<f64> = boats.iter().map(|b| b.passings[0].as_ref().unwrap().behind_s).collect();
    assert_eq!(behind, [0.0, 30.0, 31.0, 60.0]);
}

#[test]
fn a_boat_in_a_gap_counts_but_has_no_place_and_makes_those_within_it_unsure() {
    let (_, mut field, mut course) = up_and_down(&[(1, 2.5), (1, 2.5), (1, 2.5), (1, 2.5)]);
    for (b, s) in [460.0, 505.0, 0.0, 560.0].into_iter().enumerate() {
        set_time(&mut course, b, 0, s);
    }
    course.passings[2][0] = None;
    course.unseen_s[2][0] = Some(510.0);
    lose(&mut field, 2, 490.0 - GUN_S, 531.0 - GUN_S);
    let boats = of_boats(&field, &course);
    assert_eq!(places(&boats, 0), [Some((1, true)), Some((2, false)), None, Some((4, true))]);
    assert_eq!(boats[2].state, BoatState::Finished);
}

#[test]
fn a_boat_that_left_out_a_mark_takes_no_place_after_it_and_leaves_doubt_where_she_may_have_passed() {
    let (_, field, mut course) = up_and_down(&[(1, 2.5), (1, 2.8), (1, 2.2)]);
    course.passings[0][0] = None;
    course.differs[0] = true;
    let boats = of_boats(&field, &course);
    assert_eq!(boats[0].state, BoatState::CourseDiffers);
    assert_eq!((boats[0].place, boats[0].elapsed_s, boats[0].sailed_m), (None, None, None));
    assert_eq!(places(&boats, 0), [None, Some((1, false)), Some((2, false))]);
    // At the second mark the boat behind her is one place further back if she rounded the first one unseen.
    assert_eq!(places(&boats, 1), [None, Some((1, true)), Some((2, false))]);
}

#[test]
fn a_boat_that_finished_has_her_time_from_the_gun_and_her_distance() {
    let (paths, field, course) = up_and_down(&[(1, 2.8), (2, 2.5)]);
    for (boat, path) in of_boats(&field, &course).iter().zip(&paths) {
        let n = path.points.len() - 2;
        assert_eq!(boat.state, BoatState::Finished);
        assert!((boat.elapsed_s.unwrap() - path.times_s()[n]).abs() < 1e-6);
        let length_m: f64 =
            path.points[..=n].windows(2).map(|p| hypot(p[1].0 - p[0].0, p[1].1 - p[0].1)).sum();
        assert!((boat.sailed_m.unwrap() / length_m - 1.0).abs() < 0.01, "{:?} for {length_m}", boat.sailed_m);
    }
}

#[test]
fn the_result_has_finishers_first_and_then_those_that_came_farthest() {
    let (_, _, mut course) = up_and_down(&[(1, 2.2), (1, 2.8), (1, 2.5), (1, 2.4), (1, 2.3), (1, 2.7)]);
    // One retired before the top mark, two after it, and one left it out.
    course.passings[2] = vec![None, None];
    course.passings[3][1] = None;
    course.passings[4][1] = None;
    course.passings[5][0] = None;
    course.differs[5] = true;
    assert_eq!(standings(&course), [1, 0, 5, 3, 4, 2]);
}

#[test]
fn waypoints_without_a_mark_are_told_without_a_place() {
    let (_, field, course) = up_and_down(&[(1, 2.5)]);
    let waypoints = race_waypoints(&field, &course);
    assert_eq!(waypoints.iter().map(|w| w.id).collect::<Vec<_>>(), [1, 2]);
    assert!(waypoints.iter().all(|w| w.marks.is_empty() && w.side.is_none() && !w.moved));
}
