//! Turning points of several boats, matched to one sequence.

use super::course::LegEnds;
use super::turning::TurningKind::{Across, BearAway, HeadUp, ReachingGybe};
use super::turning::{TurningKind, TurningPoint};
use super::waypoints::{Common, common_sequence};
use crate::random::Random;

/// Speed of the fleet: marks are found in 110 m.
const MPS: f64 = 3.0;

fn point(kind: TurningKind, time_s: f64, at: (f64, f64)) -> TurningPoint {
    let (before_deg, after_deg) = match kind {
        BearAway => (45.0, 150.0),
        HeadUp => (150.0, 45.0),
        Across => (150.0, 150.0),
        ReachingGybe => (120.0, 120.0),
    };
    TurningPoint { time_s, at, kind, before_deg, after_deg }
}

/// Two laps of a boat that is so many s behind the first one.
fn laps(late_s: f64) -> Vec<TurningPoint> {
    let at = |kind, s, north_m| point(kind, s + late_s, (0.5 * late_s, north_m));
    vec![
        at(BearAway, 300.0, 900.0),
        at(HeadUp, 500.0, 100.0),
        at(BearAway, 800.0, 900.0),
        at(HeadUp, 1000.0, 100.0),
    ]
}

fn fleet(n: usize) -> Vec<Vec<TurningPoint>> {
    (0..n).map(|b| laps(7.0 * b as f64)).collect()
}

fn sequence(points: &[Vec<TurningPoint>]) -> Vec<Common> {
    common_sequence(points, MPS)
}

fn kinds(sequence: &[Common]) -> Vec<TurningKind> {
    let kind = |w: &Common| match w.after_deg - w.before_deg {
        more if more > 0.0 => BearAway,
        less if less < 0.0 => HeadUp,
        _ => ReachingGybe,
    };
    sequence.iter().map(kind).collect()
}

fn times_s(sequence: &[Common], boat: usize) -> Vec<Option<f64>> {
    sequence.iter().map(|w| w.turns_s[boat]).collect()
}

#[test]
fn boats_of_one_course_have_all_their_marks_in_common() {
    let sequence = sequence(&fleet(6));
    assert_eq!(kinds(&sequence), [BearAway, HeadUp, BearAway, HeadUp]);
    let ends: Vec<LegEnds> = sequence.iter().map(Common::ends).collect();
    assert_eq!(ends, [LegEnds::Beat, LegEnds::ToBeat, LegEnds::Beat, LegEnds::ToBeat]);
    for boat in 0..6 {
        let late_s = 7.0 * boat as f64;
        assert_eq!(times_s(&sequence, boat), [300.0, 500.0, 800.0, 1000.0].map(|s| Some(s + late_s)));
    }
}

#[test]
fn without_boats_or_without_turns_there_is_no_waypoint() {
    assert!(sequence(&[]).is_empty());
    assert!(sequence(&[Vec::new(), Vec::new()]).is_empty());
}

#[test]
fn a_boat_that_turned_back_once_more_does_not_add_a_mark_nor_shift_her_others() {
    let mut points = fleet(6);
    points[2].insert(1, point(HeadUp, 370.0, (0.0, 600.0)));
    points[2].insert(2, point(BearAway, 420.0, (0.0, 850.0)));
    let sequence = sequence(&points);
    assert_eq!(kinds(&sequence), [BearAway, HeadUp, BearAway, HeadUp]);
    assert_eq!(times_s(&sequence, 2)[1..], [Some(514.0), Some(814.0), Some(1014.0)]);
}

#[test]
fn a_boat_whose_first_lap_was_not_recorded_is_matched_with_the_second_one() {
    let mut points = fleet(6);
    points[3].drain(..2);
    let sequence = sequence(&points);
    assert_eq!(kinds(&sequence).len(), 4);
    assert_eq!(times_s(&sequence, 3), [None, None, Some(821.0), Some(1021.0)]);
}

#[test]
fn boats_that_retire_keep_their_first_lap_and_the_others_their_second_one() {
    let mut points = fleet(8);
    for retired in &mut points[5..] {
        retired.truncate(2);
    }
    let sequence = sequence(&points);
    assert_eq!(kinds(&sequence).len(), 4);
    assert_eq!(times_s(&sequence, 7), [Some(349.0), Some(549.0), None, None]);
}

#[test]
fn a_second_lap_of_fewer_than_two_in_five_boats_is_not_of_the_course() {
    let mut points = fleet(8);
    for retired in &mut points[3..] {
        retired.truncate(2);
    }
    assert_eq!(kinds(&sequence(&points)), [BearAway, HeadUp]);
}

#[test]
fn in_a_small_fleet_more_than_half_of_the_boats_must_sail_on() {
    for (boats, sailing_on, waypoints) in [(2, 1, 2), (3, 1, 2), (3, 2, 4), (4, 2, 2), (4, 3, 4), (5, 3, 4)] {
        let mut points = fleet(boats);
        for retired in &mut points[sailing_on..] {
            retired.truncate(2);
        }
        assert_eq!(sequence(&points).len(), waypoints, "{sailing_on} of {boats} boats sail on");
    }
}

#[test]
fn changes_of_course_are_one_mark_only_where_they_lie_together() {
    for (apart_m, waypoints) in [(60.0, 3), (150.0, 2)] {
        let with_change = |b: usize| {
            let at = (-300.0 + if b.is_multiple_of(2) { apart_m } else { 0.0 }, 500.0);
            let reach = TurningPoint { before_deg: 150.0, after_deg: 95.0, ..point(HeadUp, 400.0, at) };
            vec![point(BearAway, 300.0, (0.0, 900.0)), reach, point(HeadUp, 500.0, (0.0, 100.0))]
        };
        let points: Vec<Vec<TurningPoint>> = (0..6).map(with_change).collect();
        assert_eq!(sequence(&points).len(), waypoints, "{apart_m} m apart");
    }
}

#[test]
fn small_changes_of_course_are_a_mark_where_the_fleet_makes_them_together() {
    let with_change = |spread_m: f64| -> Vec<Vec<TurningPoint>> {
        let boat = |b: usize| {
            let at = (-300.0 + spread_m * (b as f64 - 2.5), 500.0);
            let bears = TurningPoint { before_deg: 120.0, after_deg: 150.0, ..point(BearAway, 400.0, at) };
            vec![point(BearAway, 300.0, (0.0, 900.0)), bears, point(HeadUp, 500.0, (0.0, 100.0))]
        };
        (0..6).map(boat).collect()
    };
    assert_eq!(sequence(&with_change(4.0)).len(), 3, "30 deg at one place");
    assert_eq!(sequence(&with_change(40.0)).len(), 2, "30 deg anywhere on a run");
}

/// Boats that gybe at these places on a reach.
fn gybing(places: &[(f64, f64)]) -> Vec<Common> {
    let boat = |at: &(f64, f64)| {
        let own = [point(BearAway, 300.0, (0.0, 900.0)), point(ReachingGybe, 400.0, *at)];
        own.into_iter().chain([point(HeadUp, 500.0, (0.0, 100.0))]).collect::<Vec<_>>()
    };
    sequence(&places.iter().map(boat).collect::<Vec<_>>())
}

#[test]
fn gybes_of_the_fleet_at_one_place_are_a_mark() {
    let near = [(-400.0, 500.0), (-395.0, 503.0), (-402.0, 494.0), (-398.0, 505.0), (-405.0, 500.0)];
    assert_eq!(kinds(&gybing(&near)), [BearAway, ReachingGybe, HeadUp]);
    assert_eq!(kinds(&gybing(&near[..3])), [BearAway, HeadUp], "three boats may gybe together by chance");
}

#[test]
fn tacks_and_gybes_on_a_run_are_no_mark_even_at_one_place() {
    let mut points = fleet(6);
    points.iter_mut().for_each(|own| own.insert(1, point(Across, 420.0, (-60.0, 500.0))));
    assert_eq!(kinds(&sequence(&points)), [BearAway, HeadUp, BearAway, HeadUp]);
}

#[test]
fn gybes_scattered_over_a_run_are_no_mark() {
    let scattered = [(0.0, 500.0), (32.0, 500.0), (-32.0, 500.0), (0.0, 532.0), (0.0, 468.0)];
    assert_eq!(kinds(&gybing(&scattered)), [BearAway, HeadUp]);
    let far = [(0.0, 500.0), (200.0, 600.0), (-150.0, 300.0), (90.0, 700.0), (-60.0, 250.0)];
    assert_eq!(kinds(&gybing(&far)), [BearAway, HeadUp]);
}

#[test]
fn two_boats_may_round_the_marks_of_a_wide_gate_and_not_different_laps() {
    let wide = [
        laps(0.0),
        laps(20.0).into_iter().map(|p| TurningPoint { at: (p.at.0 + 200.0, p.at.1), ..p }).collect(),
    ];
    assert_eq!(sequence(&wide).len(), 4);
    let mut half = fleet(2);
    half[1].iter_mut().for_each(|p| p.at.1 += 2000.0);
    assert!(sequence(&half).is_empty(), "two kilometres apart they are at no common mark");
}

#[test]
fn the_sequence_does_not_depend_on_the_order_of_the_boats() {
    let mut random = Random::of(41);
    let mut points = fleet(9);
    for own in &mut points {
        own.retain(|_| random.below(5) > 0);
    }
    let turns = |points: &[Vec<TurningPoint>]| -> (Vec<TurningKind>, Vec<usize>) {
        let sequence = sequence(points);
        (kinds(&sequence), sequence.iter().map(|w| w.turns_s.iter().flatten().count()).collect())
    };
    let before = turns(&points);
    points.reverse();
    assert_eq!(before, turns(&points));
}
