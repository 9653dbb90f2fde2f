//! Roundings in steps: turns without a name that together are a bear-away or a douse.

use super::ClassifiedTurn;
use crate::angle::wrap_180;
use crate::segment::SegmentKind;
use crate::segment::hold::BandHold;
use crate::segment::table::{DOWN_DEG, MIN_ROUNDING_DEG, PassedAxis, UP_DEG, WindAngleSweep};
use crate::segment::turns::Turn;

/// Longest pause between the steps of one rounding, s. *guess*
const MAX_STEP_PAUSE_S: f64 = 30.0;

/// Joins turns without a name that together are one rounding in steps.
pub(super) fn join_steps(hold: &BandHold, found: &mut Vec<ClassifiedTurn>) {
    let mut i = 0;
    while i < found.len() {
        if let Some((j, kind)) = step_partner(hold, found, i) {
            let (last, first_turn, in_deg) = (found[j].clone(), found[i].turn, found[i].sweep.in_deg);
            let turn = Turn {
                end_s: last.turn.end_s,
                change_deg: last.turn.change_deg + first_turn.change_deg,
                ..first_turn
            };
            let out_deg = in_deg + wrap_180(last.sweep.out_deg - in_deg);
            found[i] =
                ClassifiedTurn { kind: Some(kind), turn, sweep: WindAngleSweep { in_deg, out_deg }, ..last };
            found.drain(i + 1..=j);
        }
        i += 1;
    }
}

/// Index of the turn that ends a rounding begun by turn `i`, and the kind of the rounding.
fn step_partner(hold: &BandHold, found: &[ClassifiedTurn], i: usize) -> Option<(usize, SegmentKind)> {
    let first = found.get(i).filter(|f| f.kind.is_none() && f.passed == PassedAxis::Neither)?;
    let a = first.sweep.angle_in_deg();
    let mut last_end = first.turn.end_s;
    for (j, step) in found.iter().enumerate().skip(i + 1) {
        let reaching = |deg: f64| (UP_DEG..=DOWN_DEG).contains(&deg);
        if step.kind.is_some()
            || step.passed != PassedAxis::Neither
            || step.turn.start_s - last_end > MAX_STEP_PAUSE_S
            || !reaching(step.sweep.angle_in_deg())
        {
            return None;
        }
        let b = step.sweep.angle_out_deg();
        let kind = match () {
            () if a < UP_DEG && b > DOWN_DEG && b - a >= MIN_ROUNDING_DEG => Some(SegmentKind::BearAway),
            () if a > DOWN_DEG && b < UP_DEG && a - b >= MIN_ROUNDING_DEG => Some(SegmentKind::Douse),
            () => None,
        };
        if let Some(kind) = kind {
            return hold.is_held(kind, first.turn.start_s, step.turn.end_s).then_some((j, kind));
        }
        last_end = step.turn.end_s;
    }
    None
}
