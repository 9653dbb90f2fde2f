//! The parts of a duel of two boats that sail straight, for which each part is known.

use super::course::SailedCourse;
use super::duel::duel;
use super::duel_answer::{Duel, DuelParts, DuelRelation, DuelSaid};
use super::field::{Field, FieldTurn};
use super::legs::legs;
use super::test_field::{GUN_S, Path, course_of, field, lose};
use super::wind_error::error_curves;
use crate::angle::{hypot, to_rad};
use crate::calendar::ms_from_iso;
use crate::segment::SegmentKind;

const TIME_S: f64 = 200.0;

fn cos(deg: f64) -> f64 {
    libm::cos(to_rad(deg))
}

/// From a place on this course for the time of the leg.
fn straight(from: (f64, f64), course_deg: f64, mps: f64) -> Path {
    let (sin, cos) = libm::sincos(to_rad(course_deg));
    let length_m = mps * TIME_S;
    let at = |share: f64| (from.0 + share * length_m * sin, from.1 + share * length_m * cos);
    // A little farther, so that the corner that is rounded off lies beyond the leg.
    Path::from(from).to(at(1.0), mps).to(at(1.1), mps)
}

/// The first leg of two boats, which begins ten seconds before the tracks do.
fn on_leg(paths: &[Path; 2], end: (f64, f64), twd_deg: f64) -> (Field, SailedCourse) {
    let corners = [vec![1], vec![1]];
    (field(paths, twd_deg), course_of(paths, &corners, &[end]))
}

fn between(field: &Field, course: &SailedCourse) -> Duel {
    let d = duel(field, course, &legs(field, course), 0, 1, 0).unwrap();
    let p = &d.sum;
    let parts = p.speed_m + p.height_m + p.shift_m + p.turns_m + p.rest_m;
    assert!((parts - p.total_m).abs() < 1e-6 && (d.start_m + parts - d.end_m).abs() < 1e-6, "{d:?}");
    let seconds = |d: &DuelParts| d.total_m;
    let phases: f64 = d.phases.iter().map(|p| seconds(&p.parts)).sum();
    assert!((phases - p.total_m).abs() < 1e-6);
    d
}

fn on_beat(paths: &[Path; 2]) -> Duel {
    let (field, course) = on_leg(paths, (0.0, 400.0), 0.0);
    between(&field, &course)
}

/// Both boats tack just before the end of the leg: until then they do not sail to the mark.
fn tack_at_end(field: &mut Field, end_s: f64) {
    for boat in &mut field.boats {
        boat.turns.push(FieldTurn {
            kind: SegmentKind::Tack,
            start_s: GUN_S + end_s - 3.0,
            time_s: GUN_S + end_s - 2.0,
            end_s: GUN_S + end_s,
            recovered_s: GUN_S + end_s,
            counted: true,
        });
    }
}

/// The corner at the gun is rounded off over three seconds: the parts are exact but for about 2 m.
const NEAR_M: f64 = 2.5;

fn assert_near(value: f64, expected: f64) {
    assert!((value - expected).abs() < NEAR_M, "{value} for {expected}");
}

#[test]
fn on_the_same_course_the_faster_boat_gains_by_speed_alone() {
    let d = on_beat(&[straight((0.0, 0.0), 42.0, 2.8), straight((0.0, 0.0), 42.0, 2.5)]);
    assert_near(d.sum.speed_m, 0.3 * cos(42.0) * TIME_S);
    assert_near(d.sum.height_m, 0.0);
    assert!(d.sum.shift_m.abs() < 0.1 && d.sum.turns_m == 0.0 && d.sum.rest_m == 0.0, "{:?}", d.sum);
    assert_eq!(d.said, [DuelSaid::Speed]);
}

#[test]
fn at_the_same_speed_the_higher_boat_gains_by_height_alone() {
    let d = on_beat(&[straight((0.0, 0.0), 38.0, 2.5), straight((0.0, 0.0), 46.0, 2.5)]);
    assert_near(d.sum.height_m, 2.5 * (cos(38.0) - cos(46.0)) * TIME_S);
    assert_near(d.sum.speed_m, 0.0);
    assert_eq!(d.said, [DuelSaid::Height]);
}

#[test]
fn lower_and_faster_is_said_when_neither_gained_by_it() {
    let low_deg = crate::angle::to_deg(libm::acos(2.5 * cos(38.0) / 2.9));
    let (low, high) = (straight((0.0, 0.0), low_deg, 2.9), straight((0.0, 0.0), 38.0, 2.5));
    let d = on_beat(&[low.clone(), high.clone()]);
    assert!(d.sum.total_m.abs() < NEAR_M && d.sum.speed_m > 30.0 && d.sum.height_m < -30.0, "{:?}", d.sum);
    assert_eq!(d.said, [DuelSaid::LowerAndFaster]);
    assert_eq!(on_beat(&[high, low]).said, [DuelSaid::HigherAndSlower]);
}

#[test]
fn boats_that_sail_alike_have_nothing_to_be_said() {
    let d = on_beat(&[straight((0.0, 0.0), 42.0, 2.5), straight((20.0, 0.0), 42.0, 2.5)]);
    assert!(d.said.is_empty() && d.sum.total_m.abs() < 0.5, "{d:?}");
}

#[test]
fn on_opposite_tacks_the_lifted_boat_gains_by_the_shift_and_not_by_height() {
    let paths = [straight((0.0, 0.0), 42.0, 2.5), straight((0.0, 0.0), -42.0, 2.5)];
    let (mut field, course) = on_leg(&paths, (0.0, 400.0), 10.0);
    tack_at_end(&mut field, TIME_S);
    let d = between(&field, &course);
    assert_near(d.sum.shift_m, 2.5 * (cos(32.0) - cos(52.0)) * TIME_S);
    assert_eq!(d.sum.height_m, 0.0);
    assert!(d.phases.iter().all(|p| matches!(p.relation, DuelRelation::Apart)), "{:?}", d.phases);
    // 3 deg of the wind are about as much again for boats that sail apart.
    assert!(d.sum.shift_sd_m > 10.0 && d.sum.speed_sd_m < 5.0, "{:?}", d.sum);
}

#[test]
fn beside_each_other_the_boat_on_the_side_to_which_the_wind_turns_gains_by_shift() {
    let paths = [straight((100.0, 0.0), 42.0, 2.5), straight((0.0, 0.0), 42.0, 2.5)];
    let (mut field, course) = on_leg(&paths, (100.0, 400.0), 0.0);
    for (row, twd) in field.wind.twd_deg.iter_mut().enumerate() {
        *twd = (0.1 * (row as f64 - GUN_S - 50.0)).clamp(0.0, 10.0);
    }
    tack_at_end(&mut field, TIME_S);
    let d = between(&field, &course);
    assert_near(d.sum.shift_m, 100.0 * libm::sin(to_rad(10.0)));
    assert!(d.sum.speed_m.abs() < 0.5 && d.sum.height_m.abs() < 0.5, "{:?}", d.sum);
    assert_eq!(d.phases.iter().map(|p| p.relation).collect::<Vec<_>>(), [DuelRelation::SameTack]);
}

#[test]
fn what_is_lost_in_a_tack_is_the_difference_to_the_seconds_before_it() {
    // Both change to the other tack at the same time, but the second boat stands still for ten seconds.
    let tacking = |stands_s: f64| {
        let (sin, cos) = libm::sincos(to_rad(42.0));
        let at = (250.0 * sin, 250.0 * cos);
        let still = (at.0 - 0.01 * sin, at.1 + 0.01 * cos);
        let end = (at.0 - 250.0 * sin, at.1 + 250.0 * cos);
        Path::from((0.0, 0.0)).to(at, 2.5).to(still, 0.01 / stands_s).to(end, 2.5).to((0.0, 800.0), 2.5)
    };
    let paths = [tacking(0.01), tacking(10.0)];
    let corners = [vec![3], vec![3]];
    let mut field = field(&paths, 0.0);
    let course = course_of(&paths, &corners, &[(0.0, 370.0)]);
    for boat in &mut field.boats {
        let s = GUN_S + 100.0;
        boat.turns.push(FieldTurn {
            kind: SegmentKind::Tack,
            start_s: s - 3.0,
            time_s: s,
            end_s: s + 12.0,
            recovered_s: s + 16.0,
            counted: true,
        });
    }
    let d = between(&field, &course);
    assert_near(d.sum.turns_m, 10.0 * 2.5 * cos(42.0));
    assert_eq!(d.said, [DuelSaid::Turns]);
}

#[test]
fn what_changed_over_a_gap_has_no_cause() {
    let paths = [straight((0.0, 0.0), 42.0, 2.8), straight((0.0, 0.0), 42.0, 2.5)];
    let (mut field, course) = on_leg(&paths, (0.0, 400.0), 0.0);
    lose(&mut field, 0, 60.0, 100.0);
    let d = between(&field, &course);
    assert_near(d.sum.rest_m, 0.3 * cos(42.0) * 41.0);
    assert_near(d.sum.speed_m, 0.3 * cos(42.0) * (TIME_S - 41.0));
}

#[test]
fn who_is_ahead_at_the_beginning_is_no_gain() {
    let d = on_beat(&[straight((0.0, 0.0), 42.0, 2.5), straight((0.0, -60.0), 42.0, 2.5)]);
    assert!((d.start_m - 60.0).abs() < 0.5 && (d.end_m - 60.0).abs() < 0.5, "{d:?}");
    assert!(d.sum.total_m.abs() < 0.5);
}

#[test]
fn on_a_run_the_lower_boat_gains_by_height() {
    let paths = [straight((0.0, 0.0), 155.0, 3.0), straight((0.0, 0.0), 145.0, 3.0)];
    let (field, course) = on_leg(&paths, (0.0, -500.0), 0.0);
    let d = between(&field, &course);
    assert_near(d.sum.height_m, 3.0 * (cos(25.0) - cos(35.0)) * TIME_S);
    assert_eq!(d.said, [DuelSaid::Height]);
}

#[test]
fn on_a_reach_an_error_of_the_wind_changes_nothing() {
    let paths = [straight((0.0, 0.0), 90.0, 3.2), straight((0.0, 0.0), 90.0, 3.0)];
    let (field, course) = on_leg(&paths, (600.0, 0.0), 0.0);
    let d = between(&field, &course);
    assert_near(d.sum.speed_m, 0.2 * 600.0 / 3.2);
    assert!((d.sum.speed_sd_m - 2.0).abs() < 1e-9 && (d.sum.total_sd_m - 2.0).abs() < 1e-9);
}

#[test]
fn weaving_at_the_helm_is_neither_slow_nor_low() {
    let weaving = (0..TIME_S as usize / 2).fold(Path::from((0.0, 0.0)), |path, i| {
        let side = if i % 2 == 0 { 1.0 } else { -1.0 };
        let (x, y) = path.points[path.points.len() - 1];
        path.to((x + 6.0, y + side), hypot(6.0, 1.0) / 2.0)
    });
    let paths = [weaving, straight((0.0, 0.0), 90.0, 3.0)];
    let (field, course) = on_leg(&paths, (600.0, 0.0), 0.0);
    let d = between(&field, &course);
    assert!(d.sum.speed_m.abs() < 0.5 && d.sum.total_m.abs() < 0.5, "{:?}", d.sum);
}

#[test]
fn a_short_clearing_tack_is_no_phase_of_its_own() {
    let (sin, cos) = libm::sincos(to_rad(42.0));
    let step = |p: Path, side: f64, s: f64| {
        let (x, y) = p.points[p.points.len() - 1];
        p.to((x + side * 2.5 * s * sin, y + 2.5 * s * cos), 2.5)
    };
    let with_tack = |s: f64| {
        let path = step(step(step(Path::from((0.0, 0.0)), 1.0, 80.0), -1.0, s), 1.0, 120.0 - s);
        step(path, 1.0, 20.0)
    };
    for (s, phases) in [(12.0, 1), (40.0, 3)] {
        let paths = [with_tack(s), straight((0.0, 0.0), 42.0, 2.5)];
        let mut course = course_of(&paths, &[vec![3], vec![1]], &[(0.0, 400.0)]);
        course.end_s = GUN_S + 220.0;
        let mut field = field(&paths, 0.0);
        tack_at_end(&mut field, TIME_S);
        let d = between(&field, &course);
        assert_eq!(d.phases.len(), phases, "{s} s on the other tack: {:?}", d.phases);
        for phase in &d.phases {
            let ms = |iso: &str| ms_from_iso(iso).unwrap();
            assert!(ms(&phase.end_time) - ms(&phase.start_time) >= 20_000.0);
        }
    }
}

#[test]
fn after_the_last_turn_of_both_they_sail_to_the_mark() {
    let paths = [straight((0.0, 0.0), 42.0, 2.5), straight((0.0, 0.0), 42.0, 2.4)];
    let (mut field, course) = on_leg(&paths, (0.0, 400.0), 0.0);
    tack_at_end(&mut field, 120.0);
    let d = between(&field, &course);
    let relations: Vec<DuelRelation> = d.phases.iter().map(|p| p.relation).collect();
    assert_eq!(relations, [DuelRelation::SameTack, DuelRelation::ToMark]);
    let turned_ms = ms_from_iso(&d.phases[1].start_time).unwrap();
    assert!((turned_ms - field.ms(GUN_S + 120.0)).abs() <= 1000.0);
}

#[test]
fn boats_that_were_not_on_the_leg_together_have_no_duel() {
    let paths = [straight((0.0, 0.0), 42.0, 2.5), straight((0.0, 0.0), 42.0, 2.4)];
    let (field, course) = on_leg(&paths, (0.0, 400.0), 0.0);
    let legs = legs(&field, &course);
    assert_eq!(duel(&field, &course, &legs, 0, 1, 1), None, "there is no second leg");
    assert_eq!(duel(&field, &course, &legs, 0, 2, 0), None, "there is no third boat");
    let mut unseen = course.clone();
    unseen.passings = vec![vec![None], vec![None]];
    assert_eq!(duel(&field, &unseen, &legs, 0, 1, 0), None);
    let mut lost = field.clone();
    lose(&mut lost, 1, -1.0, 1.0);
    assert_eq!(duel(&lost, &course, &legs, 0, 1, 0), None, "one was not seen at the gun");
}

#[test]
fn the_curves_of_a_short_leg_make_up_its_whole_covariance() {
    let sd: Vec<f64> = (0..40).map(|s| 3.0 + 0.05 * f64::from(s)).collect();
    let curves = error_curves(&sd);
    assert_eq!(curves.len(), 8);
    for s in (0..40).step_by(5) {
        for t in (0..40).step_by(5) {
            let sum: f64 = curves.iter().map(|c| c[s] * c[t]).sum();
            let exact = sd[s] * sd[t] * libm::exp(-(s as f64 - t as f64).abs() / 180.0);
            assert!((sum / exact - 1.0).abs() < 1e-3, "{s} and {t}: {sum} for {exact}");
        }
    }
}

#[test]
fn a_wind_that_is_not_known_adds_no_curve_and_no_leg_has_none() {
    assert!(error_curves(&[]).is_empty());
    assert!(error_curves(&[f64::NAN; 60]).iter().flatten().all(|v| *v == 0.0));
    assert_eq!(error_curves(&[3.0]).len(), 1);
    assert!((error_curves(&[3.0])[0][0].abs() - 3.0).abs() < 1e-9);
}
