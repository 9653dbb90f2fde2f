//! Two boats on a leg.

use super::answer::WaypointKind;
use super::course::{Placed, SailedCourse, sail_course};
use super::duel::duel;
use super::duel_answer::{Duel, DuelRelation, DuelSaid};
use super::field::Field;
use super::legs::legs;
use super::test_field::{GUN_S, Path, field, lose};
use crate::segment::TackSide;

const TOP: (f64, f64) = (0.0, 1000.0);

/// A beat with a run after it. The boats sail at these angles and speeds.
fn beat(east_m: f64, angle_deg: f64, pairs: usize, right_first: bool, speed_mps: f64) -> Path {
    let path = Path::from((east_m, 0.0));
    let path = match right_first {
        true => path.zigzag(TOP, 0.0, angle_deg, pairs, true, speed_mps),
        // The last tack is on starboard for all.
        false => path
            .to((east_m - 70.0, 70.0 / libm::tan(crate::angle::to_rad(angle_deg))), speed_mps)
            .zigzag(TOP, 0.0, angle_deg, pairs, true, speed_mps),
    };
    path.to((0.0, 300.0), 3.0)
}

fn sailed(field: &Field) -> SailedCourse {
    sail_course(field, &[0, 1], (GUN_S, GUN_S), field.seconds as f64, &Placed::default())
}

fn first_leg(field: &Field) -> Duel {
    let course = sailed(field);
    assert_eq!(course.waypoints[0].kind, WaypointKind::Mark);
    duel(field, &course, &legs(field, &course), 0, 1, 0).unwrap()
}

fn assert_identity(d: &Duel) {
    let p = &d.sum;
    let parts = p.speed_m + p.height_m + p.shift_m + p.turns_m + p.rest_m;
    assert!((d.start_m + parts - d.end_m).abs() < 1e-6, "{d:?}");
    assert!((parts - p.total_m).abs() < 1e-6);
    let phases: f64 = d.phases.iter().map(|p| p.parts.total_m).sum();
    assert!((d.start_m + phases - d.end_m).abs() < 1e-6, "{phases}");
    assert!(d.phases.windows(2).all(|p| p[0].end_time == p[1].start_time));
    assert_eq!(
        (d.phases.first().map(|p| &p.start_time), d.phases.last().map(|p| &p.end_time)),
        (Some(&d.start_time), Some(&d.end_time))
    );
}

/// A wind that turns to and fro.
fn shifty(mut f: Field) -> Field {
    for (row, twd) in f.wind.twd_deg.iter_mut().enumerate() {
        *twd = 9.0 * libm::sin(row as f64 / 60.0) + 0.01 * row as f64;
    }
    f
}

#[test]
fn the_parts_of_a_duel_add_up_to_the_difference() {
    for (pairs, right_first) in [(1, true), (2, false), (3, true)] {
        let paths = [beat(0.0, 42.0, pairs, right_first, 2.6), beat(30.0, 46.0, 2, true, 2.7)];
        let mut f = shifty(field(&paths, 0.0));
        assert_identity(&first_leg(&f));
        lose(&mut f, 1, 100.0, 140.0);
        let with_gap = first_leg(&f);
        assert_identity(&with_gap);
        assert!(with_gap.sum.rest_m != 0.0);
        let course = sailed(&f);
        let run = duel(&f, &course, &legs(&f, &course), 1, 0, 0).unwrap();
        assert!(
            (run.sum.total_m + with_gap.sum.total_m).abs() < 1e-6,
            "the other way round it is the negative"
        );
    }
}

#[test]
fn the_points_of_a_duel_begin_and_end_with_it_and_say_the_tacks() {
    let d = first_leg(&field(&[beat(0.0, 42.0, 1, true, 2.8), beat(30.0, 42.0, 1, true, 2.5)], 0.0));
    let (first, last) = (d.points[0], d.points[d.points.len() - 1]);
    assert_eq!((first.after_s, first.ahead_m, last.ahead_m), (0.0, Some(d.start_m), Some(d.end_m)));
    let beside = &d.points[10];
    assert!((beside.right_m.unwrap() + 30.0).abs() < 15.0, "{beside:?}");
    // Going right on a beat the wind comes over the port side.
    assert_eq!((beside.a_tack, beside.b_tack), (Some(TackSide::Port), Some(TackSide::Port)));
    assert!(d.points.iter().any(|p| p.a_tack == Some(TackSide::Starboard)));
}

#[test]
fn the_faster_of_two_boats_beside_each_other_gained_by_speed() {
    let d = first_leg(&field(&[beat(0.0, 42.0, 1, true, 2.8), beat(0.0, 42.0, 1, true, 2.5)], 0.0));
    assert_identity(&d);
    // The whole leg of the faster boat takes 1000 m / (2.8 cos 42), in which the other one sails 0.3 m/s less.
    let expected = 1000.0 * (1.0 - 2.5 / 2.8);
    assert!((d.sum.total_m - expected).abs() < 8.0, "{:?} for {expected}", d.sum);
    assert!((d.sum.speed_m - expected).abs() < 12.0 && d.sum.height_m.abs() < 3.0, "{:?}", d.sum);
    assert_eq!(d.said.first(), Some(&DuelSaid::Speed));
}

#[test]
fn a_boat_that_points_higher_on_the_same_tack_gained_by_height() {
    let (a, b) = (Path::from((0.0, 0.0)), Path::from((0.0, 0.0)));
    let high = |p: Path, deg: f64| {
        let (sin, cos) = libm::sincos(crate::angle::to_rad(deg));
        p.to((600.0 * sin, 600.0 * cos), 2.5)
    };
    let a = high(a, 40.0).zigzag(TOP, 0.0, 44.0, 1, false, 2.5).to((0.0, 300.0), 3.0);
    let b = high(b, 46.0).zigzag(TOP, 0.0, 44.0, 1, false, 2.5).to((0.0, 300.0), 3.0);
    let d = first_leg(&field(&[a, b], 0.0));
    assert_identity(&d);
    let same = d.phases.iter().find(|p| p.relation == DuelRelation::SameTack).unwrap();
    let expected = 600.0 * (libm::cos(crate::angle::to_rad(40.0)) - libm::cos(crate::angle::to_rad(46.0)));
    assert!((same.parts.height_m - expected).abs() < 6.0, "{:?} for {expected}", same.parts);
    assert!(same.parts.height_sd_m > 1.4);
}

#[test]
fn the_boat_on_the_side_to_which_the_wind_turned_gained_by_shift() {
    // One goes left, the other right; the wind turns to the right by 10 degrees.
    let (left, right) = (beat(0.0, 42.0, 1, false, 2.5), beat(0.0, 42.0, 1, true, 2.5));
    let mut f = field(&[right, left], 0.0);
    for (row, twd) in f.wind.twd_deg.iter_mut().enumerate() {
        *twd = (0.05 * (row as f64 - 100.0)).clamp(0.0, 10.0);
    }
    let course = sailed(&f);
    let d = duel(&f, &course, &legs(&f, &course), 0, 1, 0).unwrap();
    assert_identity(&d);
    let apart = d.phases.iter().find(|p| p.relation == DuelRelation::Apart).unwrap();
    assert!(apart.parts.shift_m > 0.0 || d.sum.shift_m > 0.0, "{d:?}");
    assert!(d.sum.shift_sd_m > d.sum.speed_sd_m);
}

#[test]
fn a_boat_that_stood_still_after_a_tack_lost_it_in_the_turn() {
    let slow = {
        let mut p = beat(0.0, 42.0, 1, true, 2.5);
        // Ten metres at half a metre a second after the tack.
        let (at, next) = (p.points[1], p.points[2]);
        let length = crate::angle::hypot(next.0 - at.0, next.1 - at.1);
        let part = (at.0 + 4.0 * (next.0 - at.0) / length, at.1 + 4.0 * (next.1 - at.1) / length);
        p.points.insert(2, part);
        p.speeds_mps.insert(2, 0.5);
        p
    };
    let d = first_leg(&field(&[slow, beat(0.0, 42.0, 1, true, 2.5)], 0.0));
    assert_identity(&d);
    // Eight seconds at 0.5 instead of 2.5 m/s.
    let expected = -8.0 * 2.0 * libm::cos(crate::angle::to_rad(42.0));
    assert!((d.sum.turns_m - expected).abs() < 4.0, "{:?} for {expected}", d.sum);
    assert_eq!(d.said, [DuelSaid::Turns]);
}

#[test]
fn without_a_wind_only_speed_and_total_are_told() {
    let mut f = field(&[beat(0.0, 42.0, 2, true, 2.7), beat(10.0, 42.0, 1, true, 2.5)], 0.0);
    f.wind.twd_deg.fill(f64::NAN);
    f.wind.sd_deg.fill(f64::NAN);
    let d = first_leg(&f);
    assert_identity(&d);
    assert_eq!((d.sum.height_m, d.sum.shift_m, d.sum.turns_m), (0.0, 0.0, 0.0));
}
