//! Course, speed and distance over windows of time, compared with the integrals of drawn boats.

use leebow_engine::config::{OTHER, boat_class};
use leebow_engine::segment::course::Episode;
use leebow_engine::segment::interruptions::find_stops;
use leebow_engine::segment::turns::{entry_and_exit, find_turns, turn_events};

use crate::drawn::{Drawn, ramps, turn};

fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} is not {b}");
}

#[test]
fn the_mean_speed_of_a_window_is_distance_over_time() {
    let boat = Drawn::by(1.0, 100.0, |t| 2.0 + 0.05 * t, |_| 0.0);
    let course = boat.course();
    // Windows that begin and end between fixes are exact for a linear speed.
    for (from, to) in [(10.0, 20.0), (10.3, 11.1), (33.7, 60.2)] {
        near(course.mean_sog(from, from, to).unwrap(), 2.0 + 0.05 * 0.5 * (from + to), 1e-9);
        near(course.way_m(from, to).unwrap(), (2.0 + 0.025 * (from + to)) * (to - from), 1e-9);
    }
    assert_eq!(course.mean_sog(50.0, 50.0, 50.0), None);
}

#[test]
fn a_window_must_lie_mostly_within_one_piece() {
    let boat = Drawn::by(1.0, 200.0, |_| 5.0, |_| 0.0).in_pieces(&[0..101, 120..201]);
    let course = boat.course();
    assert!(course.mean_sog(99.0, 94.0, 104.0).is_some());
    assert_eq!(course.mean_sog(99.0, 94.1, 104.1), None);
    // The reference moment decides which piece the window belongs to.
    near(course.mean_sog(120.0, 114.0, 134.0).unwrap(), 5.0, 1e-9);
    assert_eq!(course.mean_sog(110.0, 105.0, 115.0), None);
    assert_eq!(course.way_m(90.0, 110.0), None);
}

#[test]
fn there_is_no_value_in_a_gap_or_beyond_the_ends() {
    let boat = Drawn::by(1.0, 200.0, |t| 0.1 * t, |_| 0.0).in_pieces(&[0..101, 120..201]);
    let course = boat.course();
    near(course.sog_at(50.5).unwrap(), 5.05, 1e-9);
    near(course.sog_at(100.0).unwrap(), 10.0, 1e-9);
    near(course.sog_at(120.0).unwrap(), 12.0, 1e-9);
    for t in [-0.1, 100.1, 119.9, 200.1] {
        assert_eq!((course.sog_at(t), course.piece_at(t)), (None, None), "at {t}");
    }
    assert_eq!(course.piece_span(150.0), Some((120.0, 200.0)));
}

#[test]
fn the_course_is_unwrapped_across_north() {
    let boat = Drawn::by(2.0, 300.0, |_| 5.0, |t| 340.0 + 3.0 * t);
    let course = boat.course();
    near(course.course_at(250.0).unwrap() - course.course_at(50.0).unwrap(), 600.0, 1e-6);
    assert!(course.rate_dps[20..580].iter().all(|r| (r - 3.0).abs() < 1e-6));
    near(course.mean_course(100.0, 90.0, 110.0).unwrap() - course.course_at(100.0).unwrap(), 0.0, 1e-6);
}

#[test]
fn centred_means_at_the_ends_use_the_fixes_available() {
    let boat = Drawn::by(1.0, 60.0, |t| t, |_| 0.0);
    let course = boat.course();
    let means = course.centred_sog(10.0);
    near(means[30], 30.0, 1e-9);
    near(means[0], 2.5, 1e-9);
    near(means[60], 57.5, 1e-9);
    assert_eq!(means.len(), 61);
}

#[test]
fn the_typical_speed_is_the_median_of_the_speeds_under_way() {
    // A third of the time at rest, which does not count.
    let boat = Drawn::by(1.0, 300.0, |t| if t < 100.0 { 0.2 } else { 4.0 + 0.01 * (t - 200.0) }, |_| 0.0);
    near(boat.course().pace_mps, 4.0, 0.02);
    assert_eq!(Drawn::by(1.0, 100.0, |_| 0.3, |_| 0.0).course().pace_mps, 0.0);
}

#[test]
fn fixes_of_a_window_include_both_ends() {
    let boat = Drawn::by(1.0, 100.0, |_| 5.0, |_| 0.0);
    let course = boat.course();
    assert_eq!(course.fixes(10.0, 20.0), 10..21);
    assert_eq!(course.fixes(10.1, 10.9), 11..11);
    assert_eq!(course.fixes(20.0, 10.0), 20..20);
    assert_eq!(course.fixes(500.0, 600.0), 101..101);
}

#[test]
fn the_next_stop_is_found_by_its_first_moment() {
    let boat = Drawn::by(1.0, 100.0, |_| 5.0, |_| 0.0);
    let mut course = boat.course();
    let fall = Episode { start_s: 42.0, end_s: 50.0, time_s: 40.5 };
    let stop = Episode { start_s: 70.0, end_s: 90.0, time_s: 70.0 };
    course.standstills = vec![fall, stop];
    assert_eq!(course.next_standstill_s(10.0), 40.5);
    assert_eq!(course.next_standstill_s(40.5), 70.0);
    assert_eq!(course.next_standstill_s(70.0), f64::INFINITY);
}

/// A turn of 90 degrees to starboard from 100 s on, at a given rate.
fn quarter(rate_dps: f64) -> Drawn {
    let bend = [(100.0, 0.0), (100.0 + 90.0 / rate_dps, 90.0)];
    Drawn::by(5.0, 300.0, |_| 5.0, move |t| ramps(&bend)(t))
}

#[test]
fn a_turn_is_found_with_its_edges_and_its_angle() {
    for rate_dps in [5.0, 15.0, 40.0] {
        let boat = quarter(rate_dps);
        let found = find_turns(&boat.course(), OTHER);
        assert_eq!(found.len(), 1, "at {rate_dps} deg/s");
        near(found[0].start_s, 100.0, 1.2);
        near(found[0].end_s, 100.0 + 90.0 / rate_dps, 1.2);
        near(found[0].change_deg, 90.0, 1.0);
    }
}

#[test]
fn keelboats_turn_slower_than_dinghies() {
    let slow = quarter(2.5);
    assert_eq!(find_turns(&slow.course(), OTHER), []);
    assert_eq!(find_turns(&slow.course(), boat_class("J70").unwrap()).len(), 1);
    assert_eq!(find_turns(&quarter(1.8).course(), boat_class("J70").unwrap()), []);
}

#[test]
fn twenty_degrees_are_steering_and_thirty_are_a_turn() {
    for (by, count) in [(22.0, 0), (30.0, 1), (-30.0, 1)] {
        let boat = Drawn::by(5.0, 200.0, |_| 5.0, move |t| ramps(&[(100.0, 0.0), (102.0, by)])(t));
        assert_eq!(find_turns(&boat.course(), OTHER).len(), count, "{by}");
    }
}

#[test]
fn a_turn_with_a_short_pause_is_one_and_with_a_long_pause_two() {
    let resting = |rest_s: f64| {
        let bend = [(100.0, 0.0), (103.0, 45.0), (103.0 + rest_s, 45.0), (106.0 + rest_s, 90.0)];
        let boat = Drawn::by(5.0, 200.0, |_| 5.0, move |t| ramps(&bend)(t));
        find_turns(&boat.course(), OTHER).len()
    };
    assert_eq!((resting(2.0), resting(8.0)), (1, 2));
}

#[test]
fn the_course_changes_of_a_drifting_boat_are_not_turns() {
    let boat = Drawn::by(
        5.0,
        200.0,
        |t| if (90.0..110.0).contains(&t) { 0.8 } else { 5.0 },
        ramps(&[(100.0, 0.0), (104.0, 90.0)]),
    );
    assert_eq!(find_turns(&boat.course(), OTHER), []);
}

#[test]
fn the_steady_courses_and_speeds_beside_a_turn_are_those_sailed() {
    let speed = [(97.0, 5.0), (102.0, 3.0), (104.0, 4.0)];
    let boat = Drawn::by(5.0, 200.0, ramps(&speed), ramps(&[(100.0, 315.0), (104.0, 405.0)]));
    let course = boat.course();
    let s = entry_and_exit(&course, &turn(98.0, 105.0, 90.0)).unwrap();
    near(s.course_out_deg - s.course_in_deg, 90.0, 0.01);
    near(s.entry_mps, 5.0, 1e-9);
    near(s.exit_mps, 4.0, 1e-9);
    let event = turn_events(&course, &[turn(98.0, 105.0, 90.0)])[0];
    near(leebow_engine::angle::wrap_180(event.middle_deg), 0.0, 0.01);
    near(event.time_ms, course.ms(102.0), 20.0);
    near(event.min_mps, 3.0, 0.05);
    near(event.max_rate_dps, 22.5, 0.1);
    assert!(turn_events(&course, &[turn(2.0, 5.0, 90.0)]).is_empty());
}

#[test]
fn half_a_minute_below_half_a_knot_is_a_stop_and_less_is_not() {
    for (still_s, count) in [(29.0, 0), (31.0, 1)] {
        let boat =
            Drawn::by(1.0, 200.0, move |t| if t > 99.5 && t < 100.5 + still_s { 0.1 } else { 5.0 }, |_| 0.0);
        let stops = find_stops(&boat.course());
        assert_eq!(stops.len(), count, "{still_s} s");
        assert!(stops.iter().all(|s| s.start_s == 100.0 && s.time_s == 100.0));
    }
    let torn = Drawn::by(1.0, 200.0, |_| 0.1, |_| 0.0).in_pieces(&[0..20, 60..80]);
    assert!(find_stops(&torn.course()).is_empty());
}
