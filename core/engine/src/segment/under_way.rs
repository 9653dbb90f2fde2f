//! Whether a turn was sailed: begun before the recording saw it, drifted through, or left without way on, it is no
//! maneuver whatever its angles are.

use crate::segment::SegmentKind;
use crate::segment::course::Course;
use crate::segment::table::Passed;
use crate::segment::turns::{LEAD_S, Turn, WINDOW_S};
use crate::units::MPS_PER_KNOT;

/// A boat drifts that is slower than this, and than this share of her pace.
const DRIFT_MPS: f64 = 2.0 * MPS_PER_KNOT;
const DRIFT_SHARE: f64 = 0.5;
/// A boat that comes out of a turn through the wind's axis slower than this has drifted through it, and one that comes so
/// slowly out of a round-up has luffed to lie there, m/s.
const LOST_MPS: f64 = 1.0 * MPS_PER_KNOT;

/// Why a turn was not sailed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Unsailed {
    /// The recording, or the piece after a gap, begins in it.
    BeginsUnseen,
    /// Slow going in and coming out: the faster of both speeds and the limit, m/s.
    Drifts { mps: f64, limit_mps: f64 },
    /// She came out of it without way on, m/s.
    LosesWay { exit_mps: f64, limit_mps: f64 },
}

/// None for a turn that was sailed.
pub fn unsailed(course: &Course, turn: &Turn, kind: SegmentKind, passed: Passed) -> Option<Unsailed> {
    let (first, _) = course.piece_span(turn.start_s)?;
    if turn.start_s < first + LEAD_S {
        return Some(Unsailed::BeginsUnseen);
    }
    let entry = entry_mps(course, turn)?;
    let exit_mps = course.mean_sog(turn.end_s, turn.end_s, turn.end_s + WINDOW_S)?;
    let limit_mps = drift_limit_mps(course);
    if entry.max(exit_mps) < limit_mps {
        return Some(Unsailed::Drifts { mps: entry.max(exit_mps), limit_mps });
    }
    let through = matches!(passed, Passed::WindFrom | Passed::WindTo);
    let sails_on = through || kind == SegmentKind::Douse;
    (sails_on && exit_mps < LOST_MPS).then_some(Unsailed::LosesWay { exit_mps, limit_mps: LOST_MPS })
}

/// Mean speed going into a turn, m/s; none where too little of that was recorded.
pub fn entry_mps(course: &Course, turn: &Turn) -> Option<f64> {
    let end = turn.start_s - LEAD_S;
    course.mean_sog(turn.start_s, end - WINDOW_S, end)
}

/// A boat slower than this drifts, m/s.
pub fn drift_limit_mps(course: &Course) -> f64 {
    DRIFT_MPS.min(DRIFT_SHARE * course.pace_mps)
}
