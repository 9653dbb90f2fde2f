//! Turning points of several boats, matched to one sequence.

use super::turning::TurningKind::{Bottom, Course, Gybe, Top};
use super::turning::{TurningKind, TurningPoint};
use super::waypoints::{Sequence, common_sequence};

fn point(kind: TurningKind, time_s: f64, at: (f64, f64)) -> TurningPoint {
    TurningPoint { row: time_s as usize, time_s, east_m: at.0, north_m: at.1, kind, seen: true, reach: None }
}

/// Two laps of a boat that is so many s behind the first one.
fn laps(late_s: f64) -> Vec<TurningPoint> {
    let at = |kind, s, north_m| point(kind, s + late_s, (0.5 * late_s, north_m));
    vec![at(Top, 300.0, 900.0), at(Bottom, 500.0, 100.0), at(Top, 800.0, 900.0), at(Bottom, 1000.0, 100.0)]
}

fn fleet(n: usize) -> Vec<Vec<TurningPoint>> {
    (0..n).map(|b| laps(7.0 * b as f64)).collect()
}

fn kinds(sequence: &Sequence) -> Vec<TurningKind> {
    sequence.waypoints.iter().map(|w| w.kind).collect()
}

fn times_s(sequence: &Sequence, boat: usize) -> Vec<Option<f64>> {
    sequence.waypoints.iter().map(|w| w.turns[boat].map(|t| t.time_s)).collect()
}

#[test]
fn boats_of_one_course_have_all_their_extremes_in_common() {
    let sequence = common_sequence(&fleet(6));
    assert_eq!(kinds(&sequence), [Top, Bottom, Top, Bottom]);
    for boat in 0..6 {
        let late_s = 7.0 * boat as f64;
        assert_eq!(times_s(&sequence, boat), [300.0, 500.0, 800.0, 1000.0].map(|s| Some(s + late_s)));
    }
    assert!(sequence.waypoints.iter().all(|w| !w.offset && w.turns.iter().flatten().all(|t| t.at_turn)));
}

#[test]
fn without_boats_or_without_turns_there_is_no_waypoint() {
    assert!(common_sequence(&[]).waypoints.is_empty());
    assert!(common_sequence(&[Vec::new(), Vec::new()]).waypoints.is_empty());
}

#[test]
fn a_boat_that_turned_back_once_more_does_not_add_a_mark_nor_shift_her_others() {
    let mut points = fleet(6);
    points[2].insert(1, point(Bottom, 370.0, (0.0, 600.0)));
    points[2].insert(2, point(Top, 420.0, (0.0, 850.0)));
    let sequence = common_sequence(&points);
    assert_eq!(kinds(&sequence), [Top, Bottom, Top, Bottom]);
    assert_eq!(times_s(&sequence, 2)[1..], [Some(514.0), Some(814.0), Some(1014.0)]);
}

#[test]
fn a_boat_whose_first_lap_was_not_recorded_is_matched_with_the_second_one() {
    let mut points = fleet(6);
    points[3].drain(..2);
    let sequence = common_sequence(&points);
    assert_eq!(kinds(&sequence).len(), 4);
    assert_eq!(times_s(&sequence, 3), [None, None, Some(821.0), Some(1021.0)]);
}

#[test]
fn boats_that_retire_keep_their_first_lap_and_the_others_their_second_one() {
    let mut points = fleet(8);
    for retired in &mut points[5..] {
        retired.truncate(2);
    }
    let sequence = common_sequence(&points);
    assert_eq!(kinds(&sequence).len(), 4);
    assert_eq!(times_s(&sequence, 7), [Some(349.0), Some(549.0), None, None]);
}

#[test]
fn a_second_lap_of_fewer_than_two_in_five_boats_is_not_of_the_course() {
    let mut points = fleet(8);
    for retired in &mut points[3..] {
        retired.truncate(2);
    }
    assert_eq!(kinds(&common_sequence(&points)), [Top, Bottom]);
}

#[test]
fn in_a_small_fleet_more_than_half_of_the_boats_must_sail_on() {
    for (boats, sailing_on, waypoints) in [(2, 1, 2), (3, 1, 2), (3, 2, 4), (4, 2, 2), (4, 3, 4), (5, 3, 4)] {
        let mut points = fleet(boats);
        for retired in &mut points[sailing_on..] {
            retired.truncate(2);
        }
        let sequence = common_sequence(&points);
        assert_eq!(sequence.waypoints.len(), waypoints, "{sailing_on} of {boats} boats sail on");
    }
}

#[test]
fn changes_of_course_are_one_mark_only_where_they_lie_together() {
    for (apart_m, waypoints) in [(60.0, 3), (90.0, 2)] {
        let with_change = |b: usize| {
            let at = (-300.0 + if b == 0 { apart_m } else { 0.0 }, 500.0);
            let own = [point(Top, 300.0, (0.0, 900.0)), point(Course, 400.0, at)];
            own.into_iter().chain([point(Bottom, 500.0, (0.0, 100.0))]).collect::<Vec<_>>()
        };
        let sequence = common_sequence(&[with_change(0), with_change(1)]);
        assert_eq!(sequence.waypoints.len(), waypoints, "{apart_m} m apart: {:?}", kinds(&sequence));
    }
}

/// Boats that gybe at these places on a run.
fn gybing(places: &[(f64, f64)]) -> Sequence {
    let boat = |at: &(f64, f64)| {
        let own = [point(Top, 300.0, (0.0, 900.0)), point(Gybe, 400.0, *at)];
        own.into_iter().chain([point(Bottom, 500.0, (0.0, 100.0))]).collect::<Vec<_>>()
    };
    common_sequence(&places.iter().map(boat).collect::<Vec<_>>())
}

#[test]
fn gybes_of_the_fleet_at_one_place_are_a_mark() {
    let near = [(-400.0, 500.0), (-395.0, 503.0), (-402.0, 494.0), (-398.0, 505.0), (-405.0, 500.0)];
    assert_eq!(kinds(&gybing(&near)), [Top, Course, Bottom]);
    assert_eq!(kinds(&gybing(&near[..3])), [Top, Bottom], "three boats may gybe together by chance");
}

#[test]
fn gybes_scattered_over_a_run_are_no_mark() {
    let scattered = [(0.0, 500.0), (32.0, 500.0), (-32.0, 500.0), (0.0, 532.0), (0.0, 468.0)];
    assert_eq!(kinds(&gybing(&scattered)), [Top, Bottom]);
    let far = [(0.0, 500.0), (200.0, 600.0), (-150.0, 300.0), (90.0, 700.0), (-60.0, 250.0)];
    assert_eq!(kinds(&gybing(&far)), [Top, Bottom]);
}

#[test]
fn a_top_where_most_boats_sailed_a_reach_is_two_marks() {
    let mut points = fleet(5);
    for boat in &mut points[..4] {
        boat[0].reach = Some((boat[0].time_s - 8.0, boat[0].time_s + 22.0));
    }
    let sequence = common_sequence(&points);
    assert_eq!(kinds(&sequence), [Top, Course, Bottom, Top, Bottom]);
    let [top, offset] = [&sequence.waypoints[0], &sequence.waypoints[1]];
    assert_eq!((top.offset, offset.offset), (false, true));
    assert_eq!((top.turns[1].unwrap().time_s, offset.turns[1].unwrap().time_s), (299.0, 329.0));
    // The boat without a visible reach is near both of them, but it is not known when she turned.
    let [at_top, at_offset] = [top, offset].map(|w| w.turns[4].unwrap());
    assert_eq!((at_top.at_turn, at_offset.at_turn), (false, false));
    assert_eq!((at_top.time_s, at_offset.time_s), (328.0, 328.0));
}

#[test]
fn a_reach_of_a_few_boats_is_no_offset_mark() {
    let mut points = fleet(5);
    for boat in &mut points[..2] {
        boat[0].reach = Some((boat[0].time_s, boat[0].time_s + 22.0));
    }
    assert_eq!(kinds(&common_sequence(&points)), [Top, Bottom, Top, Bottom]);
}

#[test]
fn a_turn_inside_a_gap_belongs_to_the_waypoint_but_was_not_seen() {
    let mut points = fleet(4);
    points[1][2].seen = false;
    let sequence = common_sequence(&points);
    let seen: Vec<bool> = sequence.waypoints[2].turns.iter().map(|t| t.unwrap().seen).collect();
    assert_eq!(seen, [true, false, true, true]);
}
