//! Recovery of speed after a turn: every rule on a piecewise linear speed (docs/algorithms.md, section 8).

use leebow_engine::config::{OTHER, boat_class};
use leebow_engine::maneuver::reasons::NoLossReason;
use leebow_engine::maneuver::recovery::{Bound, Recovery, Reference, find_recovery};

use crate::drawn::{Drawn, ramps, turn};

/// The turn lasts from 100 to 104 s, the entry speed is 5 m/s.
const T0: f64 = 100.0;
const T1: f64 = 104.0;
const ENTRY: f64 = 5.0;

fn seen(speeds: &[(f64, f64)], class: &str, to: Reference, bound_s: f64, seconds: f64) -> Recovery {
    let boat = Drawn::by(5.0, seconds, ramps(speeds), |_| 0.0);
    let class = boat_class(class).unwrap_or(OTHER);
    find_recovery(&boat.course(), class, to, &turn(T0, T1, 90.0), Some(ENTRY), next(bound_s))
}

/// The next maneuver begins at this moment.
fn next(time_s: f64) -> Bound {
    Bound { time_s, reason: NoLossReason::NextManeuver }
}

fn recovered(speeds: &[(f64, f64)]) -> Recovery {
    seen(speeds, "49er", Reference::Entry, f64::INFINITY, 200.0)
}

fn near(a: Option<f64>, b: f64, within: f64) {
    assert!(a.is_some_and(|a| (a - b).abs() <= within), "{a:?} is not {b}");
}

/// Down to 2 m/s in the turn, then rising by 0.5 m/s per second.
const STEADY_RISE: [(f64, f64); 3] = [(T0, 5.0), (T1, 2.0), (110.0, 5.0)];

#[test]
fn recovery_times_of_a_linear_speed_are_exact() {
    let r = recovered(&STEADY_RISE);
    // 4 m/s after four seconds; 4.75 after five and a half, a little later by the two-second mean at the corner.
    near(r.t80_s, 108.0, 0.02);
    near(r.t95_s, 109.57, 0.05);
    assert_eq!(r.reference_mps, Some(ENTRY));
    assert_eq!(r.end_s(), r.t95_s.unwrap());
}

#[test]
fn a_gybe_without_speed_loss_has_recovered_when_the_turn_ends() {
    let r = recovered(&[(T0, 5.0), (102.0, 4.3), (T1, 5.0)]);
    near(r.t80_s, T1, 1e-9);
    assert!(r.t95_s.unwrap() >= T1 && r.t95_s.unwrap() < T1 + 0.6, "{r:?}");
}

#[test]
fn a_speed_minimum_after_the_turn_delays_recovery() {
    // Fast through the turn, then slower: the minimum is three seconds after the turn.
    let r = recovered(&[(T0, 5.0), (105.0, 5.0), (107.0, 2.5), (112.0, 5.0)]);
    near(r.t80_s, 110.0, 0.02);
}

#[test]
fn slowing_down_nine_seconds_later_does_not_belong_to_the_turn() {
    let r = recovered(&[(T0, 5.0), (102.0, 4.2), (T1, 4.9), (112.5, 4.9), (116.0, 1.0), (120.0, 5.0)]);
    near(r.t80_s, T1, 1e-9);
}

#[test]
fn a_boat_that_settles_at_92_percent_has_settled() {
    // 4.75 m/s is never reached: the first three steady seconds count.
    let r = recovered(&[(T0, 5.0), (T1, 2.0), (108.0, 4.6)]);
    let t95 = r.t95_s.unwrap();
    assert!((108.0..109.3).contains(&t95), "{t95}");
}

#[test]
fn a_boat_that_settles_at_88_percent_has_not_recovered() {
    let r = recovered(&[(T0, 5.0), (T1, 2.0), (108.0, 4.4)]);
    near(r.t80_s, 107.33, 0.15);
    assert_eq!((r.t95_s, r.end_s()), (None, T1 + 30.0));
}

#[test]
fn a_boat_that_goes_on_gaining_has_not_settled() {
    // From 90 to 95 % within 20 s would be steady; a gain of a fortieth each second is not.
    let r = recovered(&[(T0, 5.0), (T1, 4.45), (108.0, 4.95)]);
    near(r.t95_s, 106.4, 0.1);
}

#[test]
fn steady_speed_in_a_turning_boat_is_not_settled() {
    let speed = ramps(&[(101.0, 4.6), (102.0, 4.5), (103.0, 4.6)]);
    let boat = Drawn::by(5.0, 200.0, speed, |t| if t < 120.0 { 3.0 * t } else { 360.0 });
    let r =
        find_recovery(&boat.course(), OTHER, Reference::Entry, &turn(T0, T1, 90.0), Some(ENTRY), Bound::NONE);
    near(r.t80_s, T1, 1e-9);
    assert!((119.5..121.5).contains(&r.t95_s.unwrap()), "{r:?}");
}

#[test]
fn a_keelboat_has_60_s_to_recover_and_a_dinghy_30_s() {
    let slow = [(T0, 5.0), (T1, 2.0), (154.0, 5.0)];
    let dinghy = seen(&slow, "Laser", Reference::Entry, f64::INFINITY, 200.0);
    assert_eq!((dinghy.limit_s, dinghy.t80_s, dinghy.t95_s), (T1 + 30.0, None, None));
    let keelboat = seen(&slow, "J70", Reference::Entry, f64::INFINITY, 200.0);
    assert_eq!(keelboat.limit_s, T1 + 60.0);
    near(keelboat.t80_s, T1 + 100.0 / 3.0, 0.02);
    // A gain of 0.06 m/s a second counts as steady, from 4.5 m/s on.
    near(keelboat.t95_s, T1 + 41.67, 0.26);
}

#[test]
fn the_next_turn_ends_the_recovery() {
    let just = seen(&STEADY_RISE, "49er", Reference::Entry, 108.1, 200.0);
    near(just.t80_s, 108.0, 0.02);
    assert_eq!((just.limit_s, just.t95_s), (108.1, None));
    let early = seen(&STEADY_RISE, "49er", Reference::Entry, 107.9, 200.0);
    assert_eq!((early.t80_s, early.t95_s), (None, None));
}

#[test]
fn the_limit_is_never_before_the_turn_is_over() {
    let r = seen(&STEADY_RISE, "49er", Reference::Entry, 101.0, 200.0);
    assert_eq!((r.limit_s, r.end_s()), (T1, T1));
}

#[test]
fn the_end_of_the_track_ends_the_recovery() {
    let r = seen(&STEADY_RISE, "49er", Reference::Entry, f64::INFINITY, 109.0);
    assert_eq!((r.limit_s, r.t95_s), (109.0, None));
    near(r.t80_s, 108.0, 0.05);
}

#[test]
fn a_gap_ends_the_recovery_like_the_end_of_the_track() {
    let boat = Drawn::by(5.0, 200.0, ramps(&STEADY_RISE), |_| 0.0).in_pieces(&[0..541, 541..1001]);
    let r =
        find_recovery(&boat.course(), OTHER, Reference::Entry, &turn(T0, T1, 90.0), Some(ENTRY), Bound::NONE);
    assert_eq!(r.limit_s, 108.0);
}

#[test]
fn without_an_entry_there_is_nothing_to_recover_to() {
    let boat = Drawn::by(5.0, 200.0, |_| 5.0, |_| 0.0);
    let r = find_recovery(&boat.course(), OTHER, Reference::Entry, &turn(T0, T1, 90.0), None, Bound::NONE);
    assert_eq!((r.reference_mps, r.t80_s, r.t95_s, r.end_s()), (None, None, None, T1 + 30.0));
}

#[test]
fn a_rounding_is_measured_by_the_speed_of_the_new_leg() {
    // A mean of 6 m/s from 10 to 20 s after the turn, the entry speed being 5 m/s.
    let faster = [(T0, 5.0), (T1, 4.0), (114.0, 5.5), (124.0, 6.5)];
    let r = seen(&faster, "49er", Reference::NewLeg, f64::INFINITY, 200.0);
    near(r.reference_mps, 6.0, 1e-9);
    // 4.8 m/s on the way from 4 to 5.5.
    near(r.t80_s, T1 + 0.8 / 0.15, 0.05);
    assert_eq!(seen(&faster, "49er", Reference::Entry, f64::INFINITY, 200.0).reference_mps, Some(ENTRY));
}

#[test]
fn five_seconds_of_a_new_leg_are_enough_and_fewer_are_not() {
    let level = [(T0, 5.0), (T1, 4.0), (110.0, 6.0)];
    let enough = seen(&level, "49er", Reference::NewLeg, T1 + 15.0, 200.0);
    near(enough.reference_mps, 6.0, 1e-9);
    let short = seen(&level, "49er", Reference::NewLeg, T1 + 14.9, 200.0);
    assert_eq!((short.reference_mps, short.t80_s, short.t95_s), (None, None, None));
}

#[test]
fn a_turn_by_speed_recovers_to_the_lower_of_the_entry_speed_and_the_new_leg() {
    let lower = |leg_mps: f64, bound_s: f64| {
        let speeds = [(T0, 5.0), (T1, 1.5), (110.0, leg_mps)];
        seen(&speeds, "49er", Reference::Lower, bound_s, 200.0).reference_mps
    };
    near(lower(4.0, f64::INFINITY), 4.0, 1e-9);
    near(lower(6.0, f64::INFINITY), ENTRY, 1e-9);
    // Of less than five seconds there is no new leg, and one at a crawl is none.
    near(lower(4.0, T1 + 14.0), ENTRY, 1e-9);
    near(lower(1.9, f64::INFINITY), ENTRY, 1e-9);
    near(lower(2.1, f64::INFINITY), 2.1, 1e-9);
}

#[test]
fn what_ends_a_recovery_is_its_reason() {
    let slow = [(T0, 5.0), (T1, 2.0), (154.0, 5.0)];
    let of = |bound_s: f64, seconds: f64| seen(&slow, "Laser", Reference::Entry, bound_s, seconds).limited_by;
    assert_eq!(of(f64::INFINITY, 200.0), NoLossReason::NotRecovered);
    assert_eq!(of(T1 + 20.0, 200.0), NoLossReason::NextManeuver);
    assert_eq!(of(f64::INFINITY, T1 + 20.0), NoLossReason::RecordingEnds);
    let torn = Drawn::by(5.0, 200.0, ramps(&slow), |_| 0.0).in_pieces(&[0..541, 541..1001]);
    let r =
        find_recovery(&torn.course(), OTHER, Reference::Entry, &turn(T0, T1, 90.0), Some(ENTRY), Bound::NONE);
    assert_eq!(r.limited_by, NoLossReason::Gap);
}

#[test]
fn slower_sampling_moves_recovery_by_less_than_a_fix() {
    let at = |rate_hz: f64| {
        let boat = Drawn::by(rate_hz, 200.0, ramps(&STEADY_RISE), |_| 0.0);
        find_recovery(&boat.course(), OTHER, Reference::Entry, &turn(T0, T1, 90.0), Some(ENTRY), Bound::NONE)
    };
    let fine = at(10.0);
    for rate_hz in [0.5, 1.0, 2.0, 5.0] {
        let coarse = at(rate_hz);
        near(coarse.t80_s, fine.t80_s.unwrap(), 0.5 / rate_hz);
        near(coarse.t95_s, fine.t95_s.unwrap(), 0.5 / rate_hz);
    }
}

#[test]
fn recovered_eighty_never_comes_after_recovered_ninety_five() {
    for low in [0.5, 2.0, 3.9, 4.1, 4.6, 4.9] {
        for back_s in [105.0, 109.0, 125.0] {
            for top in [4.2, 4.6, 5.0, 6.0] {
                let r = recovered(&[(T0, 5.0), (T1, low), (back_s, top)]);
                assert!(r.t80_s.is_none_or(|t| t >= T1 && t <= r.limit_s), "{r:?}");
                assert!(r.t95_s.is_none_or(|t| t >= r.t80_s.unwrap() && t <= r.limit_s), "{r:?}");
            }
        }
    }
}
