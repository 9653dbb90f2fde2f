//! Speeds, angles, turn rates, previews and qualities of drawn turns, compared with closed forms (docs/algorithms.md,
//! section 8).

use std::f64::consts::PI;

use leebow_engine::maneuver::metrics::{Rates, entry_mps, measure};
use leebow_engine::maneuver::preview::sample_preview;
use leebow_engine::maneuver::quality::{self, Circumstances, taken_back};
use leebow_engine::segment::SegmentKind::{Gybe, Tack};
use leebow_engine::segment::classify::ClassifiedTurn;
use leebow_engine::segment::course::Course;
use leebow_engine::wind::WindAt;

use crate::drawn::{Drawn, found, ramps, turn};

const T0: f64 = 100.0;
const T1: f64 = 104.0;
const END: f64 = 112.0;

fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} is not {b}");
}

/// The course of a turn of half a cosine through `degrees`.
fn eased(change_deg: f64) -> impl Fn(f64) -> f64 {
    move |t| {
        let share = ((t - T0) / (T1 - T0)).clamp(0.0, 1.0);
        0.5 * change_deg * (1.0 - libm::cos(PI * share))
    }
}

fn rates_of(rate_hz: f64, course: impl Fn(f64) -> f64, change_deg: f64) -> Option<Rates> {
    let boat = Drawn::by(rate_hz, 200.0, |_| 5.0, course);
    measure(&boat.course(), &turn(T0, T1, change_deg), END).rates
}

#[test]
fn entry_and_exit_speeds_are_means_over_five_seconds() {
    // A linear speed has the mean of the window's middle: 3.5 s before the turn and 2.5 s after it.
    let boat = Drawn::by(2.0, 200.0, |t| 1.0 + 0.03 * t, |_| 0.0);
    let m = measure(&boat.course(), &turn(T0, T1, 90.0), END);
    near(m.entry_mps.unwrap(), 1.0 + 0.03 * 96.5, 1e-9);
    near(m.exit_mps.unwrap(), 1.0 + 0.03 * 106.5, 1e-9);
    assert_eq!(entry_mps(&boat.course(), &turn(T0, T1, 90.0)), m.entry_mps);
}

#[test]
fn a_turn_at_the_start_of_the_track_has_no_entry_and_one_at_its_end_no_exit() {
    let boat = Drawn::by(2.0, 200.0, |_| 5.0, |_| 0.0);
    let early = measure(&boat.course(), &turn(3.0, 6.0, 90.0), 10.0);
    assert_eq!((early.entry_mps, early.angle_deg, early.rates), (None, None, None));
    assert_eq!(early.exit_mps, Some(5.0));
    let late = measure(&boat.course(), &turn(195.0, 198.0, 90.0), 200.0);
    assert_eq!((late.entry_mps, late.exit_mps), (Some(5.0), None));
}

#[test]
fn the_slowest_and_fastest_second_lie_between_start_and_end() {
    let points =
        [(98.0, 9.0), (98.9, 4.0), (T1, 4.0), (106.0, 2.0), (108.0, 4.0), (111.0, 6.0), (113.0, 9.0)];
    let boat = Drawn::by(10.0, 200.0, ramps(&points), |_| 0.0);
    let m = measure(&boat.course(), &turn(T0, T1, 90.0), 111.0);
    // The second around the minimum: from 2.5 down to 2 and back.
    near(m.min_mps.unwrap(), 2.25, 1e-6);
    assert!(m.max_mps.unwrap() < 6.5, "the 9 m/s lie outside: {:?}", m.max_mps);
    // Of a maneuver that ends late, ten seconds after the turn count.
    let long = measure(&boat.course(), &turn(T0, T1, 90.0), 140.0);
    near(long.max_mps.unwrap(), 9.0, 1e-6);
    let short = measure(&boat.course(), &turn(T0, T1, 90.0), 105.0);
    assert!(short.min_mps.unwrap() > 2.9);
}

#[test]
fn a_turn_may_be_wider_than_half_a_circle() {
    for change in [-90.0, 60.0, 179.0, 270.0, -400.0] {
        let boat = Drawn::by(5.0, 200.0, |_| 5.0, eased(change));
        let m = measure(&boat.course(), &turn(T0, T1, change), END);
        near(m.angle_deg.unwrap(), f64::abs(change), 0.5);
        near(m.rates.unwrap().avg_dps, f64::abs(change) / (T1 - T0), 0.15);
    }
}

#[test]
fn a_cosine_turn_has_the_rates_of_its_cosine() {
    for change in [80.0, -80.0, 140.0] {
        let r = rates_of(10.0, eased(change), change).unwrap();
        let peak = f64::abs(change) * PI / (2.0 * (T1 - T0));
        // A Gaussian of half a second takes from a cosine of 4 s half a period: exp(-(pi/4)² / 8).
        near(r.max_dps, peak * libm::exp(-PI * PI / 128.0), 0.01 * peak);
        // Where a tenth is turned, the sine is 0.6.
        near(r.min_dps, 0.6 * peak, 0.06 * peak);
    }
}

#[test]
fn a_turn_that_stalls_in_the_middle_has_a_small_least_rate() {
    let halting = ramps(&[(T0, 0.0), (101.0, 40.0), (103.0, 40.0), (T1, 80.0)]);
    let r = rates_of(10.0, halting, 80.0).unwrap();
    // A second at 40 degrees a second, seen through a Gaussian of half a second: 68 % of it.
    assert!(r.min_dps < 4.0, "{r:?}");
    near(r.max_dps, 0.683 * 40.0, 0.2);
    near(r.avg_dps, 20.0, 0.3);
    let steady = rates_of(10.0, ramps(&[(T0, 0.0), (T1, 80.0)]), 80.0).unwrap();
    assert!(steady.min_dps > 15.0 && steady.max_dps < 20.5, "{steady:?}");
}

#[test]
fn a_turn_that_swings_back_has_a_negative_least_rate() {
    let swinging = [(T0, 0.0), (101.4, 60.0), (102.4, 40.0), (T1, 80.0)];
    assert!(rates_of(10.0, ramps(&swinging), 80.0).unwrap().min_dps < -3.0);
}

#[test]
fn a_fix_every_five_seconds_has_an_angle_and_no_rates() {
    assert!(rates_of(0.5, eased(90.0), 90.0).is_some());
    assert_eq!(rates_of(0.2, eased(90.0), 90.0), None);
    let boat = Drawn::by(0.2, 400.0, |_| 5.0, eased(90.0));
    near(measure(&boat.course(), &turn(T0, T1, 90.0), END).angle_deg.unwrap(), 90.0, 8.0);
}

#[test]
fn the_turn_rate_is_that_of_the_compass_where_there_is_one() {
    let mut boat = Drawn::by(5.0, 200.0, |_| 5.0, ramps(&[(T0, 0.0), (T1, 80.0)]));
    // The bow goes round twice as fast, across north.
    let bow = ramps(&[(101.0, 320.0), (103.0, 400.0)]);
    let heading: Vec<f32> = (0..1001).map(|i| (bow(f64::from(i) / 5.0) % 360.0) as f32).collect();
    boat.track.columns.set("hdg", heading.clone());
    let r = measure(&boat.course(), &turn(T0, T1, 80.0), END).rates.unwrap();
    near(r.max_dps, 40.0, 0.01);
    // A heading with missing values in the turn is not used.
    let mut torn = heading;
    torn[510] = f32::NAN;
    boat.track.columns.set("hdg", torn);
    let r = measure(&boat.course(), &turn(T0, T1, 80.0), END).rates.unwrap();
    near(r.max_dps, 20.0, 0.5);
}

#[test]
fn the_preview_has_the_wind_from_above_and_the_moment_at_the_origin() {
    let boat = Drawn::by(5.0, 200.0, |_| 4.0, |_| 90.0);
    // Sailing east: to the right in a northerly, straight up in an easterly, to the left in a southerly.
    for (wind_deg, right, up) in [(0.0, 1.0, 0.0), (90.0, 0.0, 1.0), (180.0, -1.0, 0.0), (270.0, 0.0, -1.0)] {
        let samples = sample_preview(&boat.course(), T0, END, 102.0, wind_deg);
        assert_eq!(samples.len(), 64);
        near(samples[0].dt_s, -12.0, 1e-9);
        near(samples[63].dt_s, 20.0, 1e-9);
        for s in &samples {
            near(s.x_m, 4.0 * right * s.dt_s, 1e-6);
            near(s.y_m, 4.0 * up * s.dt_s, 1e-6);
            near(s.sog_mps, 4.0, 1e-12);
        }
    }
}

#[test]
fn the_preview_ends_where_the_track_ends() {
    let boat = Drawn::by(5.0, 200.0, |_| 4.0, |_| 90.0);
    let samples = sample_preview(&boat.course(), 4.0, 195.0, 100.0, 0.0);
    near(samples[0].dt_s, -100.0, 1e-9);
    near(samples.last().unwrap().dt_s, 100.0, 1e-9);
    let torn = boat.in_pieces(&[0..451, 600..1001]);
    let samples = sample_preview(&torn.course(), T0, END, 89.0, 0.0);
    near(samples.last().unwrap().dt_s, 1.0, 1e-9);
    assert!(sample_preview(&torn.course(), T0, END, 105.0, 0.0).is_empty());
}

fn steady_boat(rate_hz: f64) -> Drawn {
    Drawn::by(rate_hz, 200.0, |_| 5.0, ramps(&[(T0, 0.0), (T1, 90.0)]))
}

/// The quality of a maneuver in a wind with this flip probability, with so many seconds to another turn.
fn quality(course: &Course, found: &ClassifiedTurn, flip_probability: f64, gap_s: f64) -> f64 {
    let alone = Circumstances { flip_probability, gap_s, taken_back: false, usual_turn_deg: 0.0 };
    quality::quality(course, found, &alone).value
}

fn a_tack() -> ClassifiedTurn {
    found(Tack, turn(T0, T1, 90.0), 102.0, -45.0, 45.0)
}

#[test]
fn an_isolated_steady_tack_in_a_known_wind_has_quality_one() {
    assert_eq!(quality(&steady_boat(1.0).course(), &a_tack(), 0.0, 30.0), 1.0);
    assert_eq!(quality(&steady_boat(0.5).course(), &a_tack(), 0.0, 8.0), 1.0);
}

#[test]
fn each_factor_reduces_the_quality() {
    let boat = steady_boat(1.0);
    let course = boat.course();
    near(quality(&course, &a_tack(), 0.25, 30.0), 0.75, 1e-12);
    near(quality(&course, &a_tack(), 0.0, 7.9), 0.8, 1e-12);
    near(quality(&course, &a_tack(), 0.25, 7.9), 0.6, 1e-12);
    near(quality(&steady_boat(0.2).course(), &a_tack(), 0.0, 30.0), 0.75, 1e-12);
    let in_wind = |sd_deg: f64| {
        let mut tack = a_tack();
        tack.wind = tack.wind.map(|w| WindAt { sd_deg, ..w });
        quality(&course, &tack, 0.0, 30.0)
    };
    near(in_wind(15.0), 1.0, 1e-12);
    near(in_wind(30.0), 0.75, 1e-12);
    near(in_wind(170.0), 0.5, 1e-12);
}

#[test]
fn of_swings_across_dead_downwind_only_the_last_counts_when_the_side_changed() {
    // From one quarter to the other and back every six seconds, by the same angle.
    let swing = |i: usize| {
        let (start, side) = (100.0 + 6.0 * i as f64, if i.is_multiple_of(2) { 1.0 } else { -1.0 });
        let (from, to) = (180.0 - 30.0 * side, 180.0 + 30.0 * side);
        found(Gybe, turn(start, start + 3.0, 60.0 * side), start + 1.5, from, to)
    };
    let swings = |n: usize| taken_back(&(0..n).map(swing).collect::<Vec<_>>(), 1.0);
    assert_eq!(swings(1), [false]);
    assert_eq!(swings(2), [true, true]);
    assert_eq!(swings(5), [true, true, true, true, false]);
    // Two gybes with a course held between them are two.
    let apart = [swing(0), ClassifiedTurn { turn: turn(109.0, 112.0, -60.0), ..swing(1) }];
    assert_eq!(taken_back(&apart, 1.0), [false, false]);
}

#[test]
fn two_half_circles_are_two_gybes_however_soon() {
    let half = |start: f64, side: f64| {
        found(
            Gybe,
            turn(start, start + 8.0, 170.0 * side),
            start + 4.0,
            180.0 - 85.0 * side,
            180.0 + 85.0 * side,
        )
    };
    assert_eq!(taken_back(&[half(100.0, 1.0), half(110.0, -1.0)], 1.0), [false, false]);
}

#[test]
fn a_short_tack_of_two_clear_tacks_whose_moments_are_eight_seconds_apart_is_two_tacks() {
    let tack = |start: f64, side: f64, change_deg: f64| {
        let half_deg = 0.5 * change_deg;
        found(
            Tack,
            turn(start, start + 5.0, change_deg * side),
            start + 2.5,
            -half_deg * side,
            half_deg * side,
        )
    };
    assert_eq!(taken_back(&[tack(100.0, 1.0, 85.0), tack(109.0, -1.0, 80.0)], 1.0), [false, false]);
    assert_eq!(taken_back(&[tack(100.0, 1.0, 85.0), tack(106.0, -1.0, 80.0)], 1.0), [true, true]);
    assert_eq!(taken_back(&[tack(100.0, 1.0, 85.0), tack(109.0, -1.0, 60.0)], 1.0), [true, true]);
    // The helm turns far and the legs hardly differ.
    let carve = |start: f64, side: f64| {
        found(
            Gybe,
            turn(start, start + 5.0, 90.0 * side),
            start + 2.5,
            180.0 - 18.0 * side,
            180.0 + 18.0 * side,
        )
    };
    assert_eq!(taken_back(&[carve(100.0, 1.0), carve(109.0, -1.0)], 1.0), [true, true]);
}

#[test]
fn with_fixes_five_seconds_apart_two_gybes_in_a_row_both_count() {
    let gybe = |start: f64, side: f64| {
        found(
            Gybe,
            turn(start, start + 13.0, 60.0 * side),
            start + 6.5,
            180.0 - 30.0 * side,
            180.0 + 30.0 * side,
        )
    };
    let pair = [gybe(100.0, 1.0), gybe(113.0, -1.0)];
    assert_eq!(taken_back(&pair, 5.0), [false, false]);
    assert_eq!(taken_back(&pair, 1.0), [true, true]);
}

#[test]
fn no_maneuver_of_a_boat_drifting_in_a_calm_counts() {
    // 5 m/s all day, and 0.5 m/s around the turn.
    let calm = Drawn::by(1.0, 400.0, |t| if (80.0..160.0).contains(&t) { 0.5 } else { 5.0 }, |_| 90.0);
    near(quality(&calm.course(), &a_tack(), 0.0, 30.0), 0.45, 1e-12);
    // A boat that is never faster counts as sailing.
    let slow = Drawn::by(1.0, 400.0, |_| 0.9, |_| 90.0);
    near(quality(&slow.course(), &a_tack(), 0.0, 30.0), 1.0, 1e-12);
}

#[test]
fn an_unsteady_or_missing_entry_lowers_the_quality() {
    let wandering = Drawn::by(5.0, 200.0, |_| 5.0, |t| if t < T0 { 20.0 * libm::sin(t) } else { 90.0 });
    let q = quality(&wandering.course(), &a_tack(), 0.0, 30.0);
    assert!((0.75..0.8).contains(&q) || (q - 0.75).abs() < 1e-12, "{q}");
    let early = found(Tack, turn(3.0, 6.0, 90.0), 4.0, -45.0, 45.0);
    // Its beginning was not recorded: it does not count.
    near(quality(&steady_boat(1.0).course(), &early, 0.0, 30.0), 0.45, 1e-12);
}
