//! Straights of drawn boats: where they begin, are split and end (docs/algorithms.md, section 9).

use std::f64::consts::TAU;

use leebow_engine::angle::to_rad;
use leebow_engine::config::OTHER;
use leebow_engine::segment::TackSide::{Port, Starboard};
use leebow_engine::segment::straights::{Straight, find_straights};
use leebow_engine::segment::wind_along_track::WindAlongTrack;

use crate::drawn::{Drawn, ramps, steady_wind};

fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} is not {b}");
}

fn straights(boat: &Drawn, taken: &[(f64, f64)]) -> Vec<Straight> {
    find_straights(&boat.course(), None, OTHER, taken)
}

/// The straights of a boat in a northerly.
fn in_northerly(boat: &Drawn) -> Vec<Straight> {
    let wind = steady_wind(0.0, 3.0, 2000.0);
    let course = boat.course();
    let wind_along = WindAlongTrack::new(&course, &wind, 60.0);
    find_straights(&course, Some(&wind_along), OTHER, &[])
}

/// A boat that weaves about a course.
fn weaving(course_deg: f64, amplitude_deg: f64, period_s: f64) -> Drawn {
    Drawn::by(2.0, 240.0, |_| 5.0, move |t| course_deg + amplitude_deg * libm::sin(TAU * t / period_s))
}

#[test]
fn a_steady_leg_is_one_straight_trimmed_by_two_seconds_at_each_end() {
    let found = straights(&Drawn::by(1.0, 100.0, |_| 5.0, |_| 310.0), &[]);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].start_s, found[0].end_s), (2.0, 98.0));
    near(found[0].sog_mps, 5.0, 1e-9);
    near(found[0].cog_deg, 310.0, 1e-9);
    assert_eq!(found[0].wind, None);
}

#[test]
fn a_straight_lasts_at_least_twenty_seconds() {
    let boat = Drawn::by(10.0, 100.0, |_| 5.0, |_| 0.0);
    assert_eq!(straights(&boat, &[(0.0, 50.0), (74.0, 100.0)]).len(), 1);
    assert!(straights(&boat, &[(0.0, 50.0), (73.9, 100.0)]).is_empty());
}

#[test]
fn straights_exclude_maneuvers_even_overlapping_ones() {
    let boat = Drawn::by(1.0, 300.0, |_| 5.0, |_| 0.0);
    let found = straights(&boat, &[(-5.0, 10.0), (100.0, 110.0), (105.0, 108.0), (290.0, 400.0)]);
    let spans: Vec<(f64, f64)> = found.iter().map(|s| (s.start_s, s.end_s)).collect();
    assert_eq!(spans, [(12.0, 98.0), (112.0, 288.0)]);
}

#[test]
fn a_gap_divides_a_straight() {
    let boat = Drawn::by(1.0, 200.0, |_| 5.0, |_| 0.0).in_pieces(&[0..81, 120..201]);
    let spans: Vec<(f64, f64)> = straights(&boat, &[]).iter().map(|s| (s.start_s, s.end_s)).collect();
    assert_eq!(spans, [(2.0, 78.0), (122.0, 198.0)]);
}

#[test]
fn a_new_mode_twenty_degrees_lower_begins_another_straight() {
    let bend = [(120.0, 40.0), (122.0, 60.0)];
    let found = straights(&Drawn::by(2.0, 240.0, |_| 5.0, ramps(&bend)), &[]);
    assert_eq!(found.len(), 2);
    near(found[0].end_s, 117.0, 4.0);
    near(found[1].start_s, 121.0, 4.0);
    near(found[0].cog_deg, 40.0, 0.5);
    near(found[1].cog_deg, 60.0, 0.5);
}

#[test]
fn a_change_of_twelve_degrees_does_not_divide_a_straight() {
    let bend = [(120.0, 40.0), (122.0, 52.0)];
    assert_eq!(straights(&Drawn::by(2.0, 240.0, |_| 5.0, ramps(&bend)), &[]).len(), 1);
}

#[test]
fn a_swerve_of_five_seconds_does_not_divide_a_straight() {
    let swerve = [(120.0, 40.0), (122.0, 58.0), (125.0, 58.0), (127.0, 40.0)];
    let found = straights(&Drawn::by(2.0, 240.0, |_| 5.0, ramps(&swerve)), &[]);
    assert_eq!(found.len(), 1);
    near(found[0].cog_deg, 40.4, 0.2);
}

#[test]
fn a_course_that_wanders_more_than_ten_degrees_is_no_straight() {
    // A sine wanders by its amplitude over the square root of two.
    assert_eq!(straights(&weaving(0.0, 13.0, 24.0), &[]).len(), 1);
    assert!(straights(&weaving(0.0, 14.8, 24.0), &[]).is_empty());
}

#[test]
fn downwind_the_course_may_wander_more() {
    assert_eq!(in_northerly(&weaving(150.0, 14.8, 24.0)).len(), 1);
    assert!(in_northerly(&weaving(100.0, 14.8, 24.0)).is_empty());
}

#[test]
fn a_boat_that_turns_all_the_time_sails_no_straight() {
    // Thirteen degrees either way in ten seconds: five degrees a second even in the mean of five.
    assert!(straights(&weaving(0.0, 13.0, 10.0), &[]).is_empty());
    assert_eq!(straights(&weaving(0.0, 5.0, 12.0), &[]).len(), 1);
}

#[test]
fn a_drifting_boat_has_no_straight() {
    for (mps, count) in [(0.7, 1), (0.85, 2)] {
        let boat = Drawn::by(1.0, 400.0, move |t| if t < 300.0 { 1.7 } else { mps }, |_| 0.0);
        assert_eq!(straights(&boat, &[(295.0, 305.0)]).len(), count, "at {mps} m/s");
    }
}

#[test]
fn a_boat_at_a_third_of_its_pace_has_no_straight() {
    for (mps, count) in [(1.9, 1), (2.1, 2)] {
        let boat = Drawn::by(1.0, 400.0, move |t| if t < 300.0 { 5.0 } else { mps }, |_| 0.0);
        assert_eq!(straights(&boat, &[(295.0, 305.0)]).len(), count, "at {mps} m/s");
    }
}

#[test]
fn a_straight_has_its_tack_wind_angle_and_vmg() {
    for (course_deg, side, angle_deg) in
        [(45.0, Port, 45.0), (315.0, Starboard, 45.0), (150.0, Port, 150.0), (200.0, Starboard, 160.0)]
    {
        let found = in_northerly(&Drawn::by(1.0, 100.0, |_| 5.0, move |_| course_deg));
        let wind = found[0].wind.unwrap();
        assert_eq!(wind.side, side, "on {course_deg}");
        near(wind.angle_deg, angle_deg, 1e-6);
        near(wind.vmg_mps, 5.0 * libm::cos(to_rad(angle_deg)), 1e-6);
    }
}

#[test]
fn a_straight_whose_wind_is_known_for_less_than_half_has_none() {
    for (seconds, told) in [(140.0, true), (60.0, false)] {
        let boat = Drawn::by(1.0, 200.0, |_| 5.0, |_| 45.0);
        let mut wind = steady_wind(0.0, 3.0, 200.0);
        let keep = (seconds / 5.0) as usize;
        wind.time_ms.truncate(keep);
        wind.twd_deg.truncate(keep);
        wind.sd_deg.truncate(keep);
        wind.tws_mps.truncate(keep);
        let course = boat.course();
        let wind_along = WindAlongTrack::new(&course, &wind, 60.0);
        let found = find_straights(&course, Some(&wind_along), OTHER, &[]);
        assert_eq!((found.len(), found[0].wind.is_some()), (1, told), "{seconds} s of wind");
    }
}

#[test]
fn the_mean_course_of_a_leg_across_north_is_north() {
    let found = straights(&weaving(0.0, 8.0, 20.0), &[]);
    assert_eq!(found.len(), 1);
    near(leebow_engine::angle::wrap_180(found[0].cog_deg), 0.0, 0.2);
}

#[test]
fn a_leg_with_one_wild_moment_is_two_straights() {
    let wild = |t: f64| if (58.0..64.0).contains(&t) { 60.0 } else { 0.0 };
    let found = straights(&Drawn::by(2.0, 120.0, |_| 5.0, wild), &[]);
    assert_eq!(found.len(), 2);
    assert!(found[0].end_s < 60.0 && found[1].start_s > 60.0 && found[0].end_s > 45.0);
}

#[test]
fn a_recording_at_walking_speed_has_no_straight() {
    assert!(straights(&Drawn::by(2.0, 120.0, |_| 1.2, |_| 0.0), &[]).is_empty());
    assert_eq!(straights(&Drawn::by(2.0, 120.0, |_| 1.7, |_| 0.0), &[]).len(), 1);
}

#[test]
fn a_periodic_weave_does_not_divide_a_straight() {
    // Eight degrees to either side every six seconds: faster than four degrees a second, and yet a leg.
    assert_eq!(straights(&weaving(200.0, 8.0, 6.0), &[]).len(), 1);
}
