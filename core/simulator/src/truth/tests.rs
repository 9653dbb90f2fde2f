//! The truth of constructed paths, compared with closed forms.

use super::*;
use crate::test_path::constructed_path;
use std::f64::consts::FRAC_1_SQRT_2 as SQRT_HALF;

/// Mean of the cosine over 45 degrees to either side: sin 45 over 45 in radians.
const MEAN_COS: f64 = 4.0 * SQRT_HALF / std::f64::consts::PI;

/// A boat at 5 m/s, 45 degrees off a north wind, that tacks within 5 s without losing speed, except for
/// `slow_s` seconds at half of it.
fn tack_with_a_slow_time(slow_s: f64) -> Vec<Moment> {
    let speed_mps = |t: f64| if (60.0..60.0 + slow_s).contains(&t) { 2.5 } else { 5.0 };
    constructed_path(120.0, speed_mps, |t| -45.0 + 90.0 * ((t - 57.5) / 5.0).clamp(0.0, 1.0))
}

fn at_midnight() -> Spec {
    Spec { start_time_ms: 0.0, ..Spec::default() }
}

fn of(class: &str) -> &'static BoatClass {
    leebow_engine::config::boat_class(class).unwrap()
}

fn measured(slow_s: f64) -> TrueManeuver {
    let kind = ActionKind::Turn { crossed: Crossed::WindFrom, in_deg: 45.0, out_deg: -45.0 };
    let actions = [CrewAction { kind, from_s: 57.5, to_s: 62.5 }];
    let model = crate::boat_models::boat_model("49er");
    measure(&tack_with_a_slow_time(slow_s), &actions, model, of("49er"), &at_midnight()).remove(0)
}

#[test]
fn a_tack_without_speed_loss_gains_by_pointing_higher() {
    // Five seconds through the wind at 5 m/s: the mean cosine over 45 degrees is 0.900 against 0.707.
    let tack = measured(0.0);
    let gain = 5.0 * 5.0 * (MEAN_COS - SQRT_HALF);
    assert!((tack.loss_80_m.unwrap() + gain).abs() < 0.3, "{tack:?}");
    assert!((tack.tc_s - 60.0).abs() < 0.1 && tack.from_side == TackSide::Starboard);
    assert!((tack.t1_s - tack.t0_s - 5.0).abs() < 1.3);
}

#[test]
fn ten_seconds_at_half_speed_lose_the_exact_distance() {
    // After the turn 7.5 s at 2.5 m/s less, at 45 degrees; within it 2.5 s while pointing higher.
    let (quick, slow) = (measured(0.0), measured(10.0));
    let more = slow.loss_og_m.unwrap() - quick.loss_og_m.unwrap();
    let expected = 7.5 * 2.5 * SQRT_HALF + 2.5 * 2.5 * MEAN_COS;
    assert!((more - expected).abs() < 1.0, "{more} for {expected}");
    assert!(slow.t80_s.unwrap() >= 69.0 && slow.t95_s >= slow.t80_s);
    assert!((slow.min_mps - 2.5).abs() < 0.01 && (slow.entry_mps - 5.0).abs() < 0.01);
}

/// A boat with the wind from the north that bears away from 45 to 145 degrees at 60 s and speeds up from 4 to
/// 6 m/s in ten seconds.
fn bear_away() -> Vec<Moment> {
    let speed_mps = |t: f64| 4.0 + 2.0 * ((t - 60.0) / 10.0).clamp(0.0, 1.0);
    constructed_path(140.0, speed_mps, |t| 45.0 + 100.0 * ((t - 57.5) / 5.0).clamp(0.0, 1.0))
}

#[test]
fn the_loss_of_a_bear_away_follows_from_its_speeds() {
    let kind = ActionKind::Turn { crossed: Crossed::Neither, in_deg: -45.0, out_deg: -145.0 };
    let actions = [CrewAction { kind, from_s: 57.5, to_s: 62.5 }];
    let model = crate::boat_models::boat_model("49er");
    let found = measure(&bear_away(), &actions, model, of("49er"), &at_midnight()).remove(0);
    assert_eq!((found.kind, found.from_side), (SegmentKind::BearAway, TackSide::Port));
    assert!((found.tc_s - 60.0).abs() < 0.2, "{}", found.tc_s);
    // Relative to 6 m/s from the middle on: a triangle of 2 m/s over ten seconds.
    assert!((found.loss_og_m.unwrap() - 10.0).abs() < 0.6, "{found:?}");
    // 4.8 m/s, 80 % of the new speed, are reached four seconds after the middle.
    assert!((found.t80_s.unwrap() - 64.0).abs() < 0.6);
    assert!((found.loss_80_m.unwrap() - (2.0 + 1.2) / 2.0 * 4.0).abs() < 0.8);
}

#[test]
fn a_rounding_that_is_not_held_is_not_listed() {
    let mut moments = bear_away();
    moments.truncate(steps(66.0));
    let kind = ActionKind::Turn { crossed: Crossed::Neither, in_deg: -45.0, out_deg: -145.0 };
    let actions = [CrewAction { kind, from_s: 57.5, to_s: 62.5 }];
    let model = crate::boat_models::boat_model("49er");
    assert!(measure(&moments, &actions, model, of("49er"), &at_midnight()).is_empty());
}

#[test]
fn a_keelboat_has_more_time_to_recover() {
    let kind = ActionKind::Turn { crossed: Crossed::WindFrom, in_deg: 45.0, out_deg: -45.0 };
    let actions = [CrewAction { kind, from_s: 57.5, to_s: 62.5 }];
    let model = crate::boat_models::boat_model("J70");
    let moments = tack_with_a_slow_time(40.0);
    let dinghy = measure(&moments, &actions, model, of("49er"), &at_midnight()).remove(0);
    let keelboat = measure(&moments, &actions, model, of("J70"), &at_midnight()).remove(0);
    assert!(dinghy.t80_s.is_none() && dinghy.loss_80_m.is_none());
    assert!((keelboat.t80_s.unwrap() - 100.0).abs() < 1.5);
}

#[test]
fn the_wind_series_has_a_value_every_ten_seconds() {
    let series = wind_series(&tack_with_a_slow_time(0.0), 0.0);
    assert_eq!(series.len(), 12);
    assert_eq!(series[1].time, "1970-01-01T00:00:10.000Z");
    assert!((series[1].tws_kn - 11.66).abs() < 0.01);
}

#[test]
fn a_rounding_in_two_steps_is_one_bear_away_in_the_middle_of_the_second() {
    // From 45 to 90 degrees in 5 s, a reach, and from 90 to 145 in 5 s.
    let rounding = |reach_s: f64| {
        let course_deg = move |t: f64| {
            45.0 + 9.0 * (t - 30.0).clamp(0.0, 5.0) + 11.0 * (t - 35.0 - reach_s).clamp(0.0, 5.0)
        };
        constructed_path(140.0, |_| 5.0, course_deg)
    };
    let turn = |in_deg: f64, out_deg: f64| ActionKind::Turn { crossed: Crossed::Neither, in_deg, out_deg };
    let model = crate::boat_models::boat_model("49er");
    let measured = |reach_s: f64, offset_mark: bool| {
        let second_s = 35.0 + reach_s;
        let actions = [
            CrewAction { kind: turn(-45.0, -90.0), from_s: 30.0, to_s: 35.0 },
            CrewAction { kind: turn(-90.0, -145.0), from_s: second_s, to_s: second_s + 5.0 },
        ];
        measure(&rounding(reach_s), &actions, model, of("49er"), &Spec { offset_mark, ..at_midnight() })
    };
    let [away] = &measured(15.0, true)[..] else { panic!("{:?}", measured(15.0, true)) };
    assert!(away.kind == SegmentKind::BearAway && (away.tc_s - 52.5).abs() < 0.3, "{away:?}");
    assert!((away.wind_angle_in_deg - 45.0).abs() < 1.0 && away.loss_80_m.is_none());
    assert!(measured(45.0, true).is_empty(), "a reach of three quarters of a minute is a leg");
    assert!(measured(15.0, false).is_empty(), "without an offset mark she sails a reach");
}
