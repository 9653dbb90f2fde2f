//! Whether a turn was sailed (docs/algorithms.md, section 7.9): a turn in which the recording begins, and one of a
//! drifting boat, has no name whatever its angles are.

use crate::segment::SegmentKind;
use crate::segment::course::Course;
use crate::segment::table::PassedAxis;
use crate::segment::turns::{LEAD_S, Turn, WINDOW_S};
use crate::units::MPS_PER_KNOT;

/// A drifting boat is slower than this and than this share of its pace. *measured* with `npm run truth`
const DRIFT_MPS: f64 = 2.0 * MPS_PER_KNOT;
const DRIFT_SHARE: f64 = 0.5;
/// Least exit speed of a turn through an axis, and of a douse: a slower boat has drifted through the axis or luffed to
/// stop, m/s. *measured* with `npm run truth`
const MIN_EXIT_MPS: f64 = 1.0 * MPS_PER_KNOT;

/// Why a turn was not sailed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NotSailed {
    /// The recording, or a piece after a gap, begins in the turn.
    BeginsUnseen,
    /// Entry and exit are slow: the greater of both speeds and the limit, m/s.
    Drifts { mps: f64, limit_mps: f64 },
    /// The exit is slow: its speed and the limit, m/s.
    LosesWay { exit_mps: f64, limit_mps: f64 },
}

/// The reason why a turn of this kind was not sailed; none when it was, or when its speeds are unknown.
pub fn why_not_sailed(
    course: &Course,
    turn: &Turn,
    kind: SegmentKind,
    passed: PassedAxis,
) -> Option<NotSailed> {
    let (first, _) = course.piece_span(turn.start_s)?;
    if turn.start_s < first + LEAD_S {
        return Some(NotSailed::BeginsUnseen);
    }
    let entry = entry_mps(course, turn)?;
    let exit_mps = course.mean_sog(turn.end_s, turn.end_s, turn.end_s + WINDOW_S)?;
    let limit_mps = drift_limit_mps(course);
    if entry.max(exit_mps) < limit_mps {
        return Some(NotSailed::Drifts { mps: entry.max(exit_mps), limit_mps });
    }
    let through = matches!(passed, PassedAxis::WindFrom | PassedAxis::WindTo);
    let needs_exit = through || kind == SegmentKind::Douse;
    (needs_exit && exit_mps < MIN_EXIT_MPS)
        .then_some(NotSailed::LosesWay { exit_mps, limit_mps: MIN_EXIT_MPS })
}

/// Mean speed over the 5 s that end 1 s before a turn, m/s; none where too little of them was recorded.
pub fn entry_mps(course: &Course, turn: &Turn) -> Option<f64> {
    let end = turn.start_s - LEAD_S;
    course.mean_sog(turn.start_s, end - WINDOW_S, end)
}

/// Speed below which a boat drifts, m/s.
pub fn drift_limit_mps(course: &Course) -> f64 {
    DRIFT_MPS.min(DRIFT_SHARE * course.pace_mps)
}
