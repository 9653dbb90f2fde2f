//! Which maneuvers averages leave out by default, and why (docs/algorithms.md, section 8.6).

use leebow_engine::api::{LeftOutReason, Maneuver, NotCountedReason};
use leebow_engine::config::OTHER;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::segment::SegmentKind;
use leebow_engine::track::Recording;

use crate::passage::Passage;

/// The maneuvers of a passage in a wind from 190°, given by the user; the reaches of these tests lead across it.
fn maneuvers(passage: &Passage) -> Vec<Maneuver> {
    maneuvers_of(passage.recorded(1.0))
}

fn maneuvers_of(recording: Recording) -> Vec<Maneuver> {
    let inputs = AnalysisInputs { hint_deg: Some(190.0), ..AnalysisInputs::default() };
    let report = analyze_recording("ride.gpx", "", recording, OTHER, inputs).unwrap().report;
    let turns = |m: &Maneuver| matches!(m.kind, SegmentKind::Tack | SegmentKind::Gybe);
    report.maneuvers.into_iter().filter(turns).collect()
}

fn reach() -> Passage {
    Passage::from(45.9, 10.9, 100.0, 8.0).leg(90.0, 8.0)
}

#[test]
fn a_gybe_from_reach_to_reach_takes_part() {
    let found = maneuvers(&reach().turn(-170.0, 25.0, 5.0).leg(90.0, 8.0));
    assert_eq!(found.len(), 1);
    assert!(found[0].counted && found[0].loss_80_m.is_some());
    assert_eq!(found[0].left_out_reason, None);
}

#[test]
fn a_turn_through_more_than_two_hundred_degrees_is_counted_and_left_out() {
    let found = maneuvers(&reach().turn(-215.0, 25.0, 5.0).leg(90.0, 8.0));
    assert_eq!(found.len(), 1);
    assert!(found[0].counted, "{:?}", found[0].not_counted_reason);
    assert_eq!(found[0].left_out_reason, Some(LeftOutReason::WideTurn));
}

#[test]
fn three_turns_without_a_leg_between_them_are_circling() {
    let circles = reach()
        .turn(-130.0, 20.0, 6.0)
        .leg(8.0, 8.0)
        .turn(-130.0, 20.0, 6.0)
        .leg(8.0, 8.0)
        .turn(-130.0, 20.0, 6.0)
        .leg(90.0, 8.0);
    let found = maneuvers(&circles);
    assert!(!found.is_empty());
    let taking_part: Vec<_> = found.iter().filter(|m| m.left_out_reason.is_none()).collect();
    assert!(taking_part.is_empty(), "{taking_part:?}");
    assert!(found.iter().any(|m| m.left_out_reason == Some(LeftOutReason::Circling)), "{found:?}");
}

#[test]
fn a_gain_leaves_averages_together_with_the_largest_loss_of_its_kind() {
    // Gybes of a run at 5 m/s, and the speed to which the boat tends in each.
    let run = |turning_mps: [f64; 6]| {
        let start = Passage::from(45.9, 10.9, 40.0, 5.0).leg(90.0, 5.0);
        let gybe = |run: Passage, (k, mps): (usize, &f64)| {
            run.turn(if k % 2 == 0 { -60.0 } else { 60.0 }, 20.0, *mps).leg(90.0, 5.0)
        };
        let found = maneuvers(&turning_mps.iter().enumerate().fold(start, gybe));
        found.iter().map(|m| (m.loss_80_m.unwrap(), m.left_out_reason)).collect::<Vec<_>>()
    };
    let even = run([2.0, 2.2, 2.4, 2.1, 2.0, 2.3]);
    assert_eq!(even.len(), 6);
    assert!(even.iter().all(|&(loss_m, left_out)| loss_m > 0.0 && left_out.is_none()), "{even:?}");
    let surfing = run([2.0, 2.2, 2.4, 1.0, 9.0, 2.3]);
    let left_out: Vec<bool> = surfing.iter().map(|m| m.1 == Some(LeftOutReason::Trimmed)).collect();
    assert_eq!(left_out, [false, false, false, true, true, false], "{surfing:?}");
    assert!(surfing[4].0 < -2.5, "{surfing:?}");
}

#[test]
fn a_narrow_gybe_counts_where_heel_changes_its_side_or_without_it_courses_are_held() {
    let gybe = |heel_deg: Option<[f32; 2]>| {
        let run = Passage::from(45.9, 10.9, 20.0, 4.0).leg(90.0, 4.0).turn(-18.0, 6.0, 4.0).leg(90.0, 4.0);
        let mut recording = run.recorded(1.0);
        if let Some([before, after]) = heel_deg {
            let n = recording.columns.len();
            let heel = (0..n).map(|i| if i < n / 2 { before } else { after }).collect();
            recording.columns.set("heel", heel);
        }
        let found = maneuvers_of(recording);
        assert_eq!(found.len(), 1);
        (found[0].counted, found[0].not_counted_reason)
    };
    assert_eq!(gybe(None), (true, None));
    assert_eq!(gybe(Some([-5.0, 5.0])), (true, None));
    assert_eq!(gybe(Some([5.0, 5.0])), (false, Some(NotCountedReason::SmallCourseChange)));
}
