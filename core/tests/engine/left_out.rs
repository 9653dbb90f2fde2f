//! Which maneuvers averages leave out by default, and why (docs/algorithms.md, section 8.6).

use leebow_engine::api::{LeftOutReason, Maneuver};
use leebow_engine::config::OTHER;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::segment::SegmentKind;

use crate::passage::Passage;

/// The maneuvers of a passage in a wind from 190°, given by the user; the reaches of these tests lead across it.
fn maneuvers(passage: &Passage) -> Vec<Maneuver> {
    let inputs = AnalysisInputs { hint_deg: Some(190.0), ..AnalysisInputs::default() };
    let report = analyze_recording("ride.gpx", "", passage.recorded(1.0), OTHER, inputs).unwrap().report;
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
