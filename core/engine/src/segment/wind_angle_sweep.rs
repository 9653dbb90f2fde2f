//! The wind of a turn, and its sweep through the wind angles (docs/algorithms.md, section 7.7).

use crate::angle::wrap_180;
use crate::segment::course::Course;
use crate::segment::table::{PassedAxis, WindAngleSweep};
use crate::segment::turns::{LEAD_S, RunEvidence, Turn, WINDOW_S};
use crate::segment::wind_along_track::WindAlongTrack;
use crate::wind::WindAt;

/// The wind of a turn is the mean from this long before to this long after it, s. *guess*
const WIND_WINDOW_S: f64 = 10.0;

/// The sweep of turn `i` by the steady courses beside it, and the wind of the turn; none without a wind or in a gap.
pub(super) fn sweep_of(
    course: &Course,
    wind_along: &WindAlongTrack,
    turns: &[Turn],
    i: usize,
) -> Option<(WindAngleSweep, WindAt)> {
    let turn = turns.get(i)?;
    let wind = wind_of(course, wind_along, turn)?;
    let (c_in, c_out) = steady_courses(course, turns, i)?;
    // The angle before the turn lies in [-180, 180); the angle after it differs by the unwrapped course change.
    let in_deg = wrap_180(c_in - wind.twd_deg);
    let sweep = WindAngleSweep { in_deg, out_deg: in_deg + (c_out - c_in) };
    Some((with_run_evidence(turn.run_evidence, sweep), wind))
}

/// The mean wind about a turn; none where the wind is not known.
pub(super) fn wind_of(course: &Course, wind_along: &WindAlongTrack, turn: &Turn) -> Option<WindAt> {
    wind_along.mean(course, turn.start_s - WIND_WINDOW_S, turn.end_s + WIND_WINDOW_S)
}

/// Unwrapped mean courses before and after turn `i`, deg, over windows that are cut at the neighbouring turns, the piece
/// and standstills; none in a gap.
pub(super) fn steady_courses(course: &Course, turns: &[Turn], i: usize) -> Option<(f64, f64)> {
    let turn = turns.get(i)?;
    let (t0, t1) = (turn.start_s, turn.end_s);
    let (first, last) = course.piece_span(t0)?;
    let before = i.checked_sub(1).and_then(|k| turns.get(k)).map_or(first, |t| t.end_s.max(first));
    let after = turns.get(i + 1).map_or(last, |t| t.start_s.min(last)).min(course.next_standstill_s(t0));
    let steady = |from: f64, to: f64, at: f64| {
        if to - from >= 1.0 { course.mean_course(at, from, to) } else { course.course_at(at) }
    };
    let c_in = steady((t0 - LEAD_S - WINDOW_S).max(before), t0 - LEAD_S, t0)?;
    let c_out = steady(t1, (t1 + WINDOW_S).min(after), t1)?;
    Some((c_in, c_out))
}

/// The axis a turn passed; none for a sway about dead downwind of a running boat that did not gybe.
pub(super) fn passed_axis(turn: &Turn, sweep: &WindAngleSweep) -> PassedAxis {
    match sweep.passed() {
        PassedAxis::WindTo if turn.run_evidence == RunEvidence::NoGybe => PassedAxis::Neither,
        passed => passed,
    }
}

/// The sweep of a turn in which a running boat gybed, by the levels of the run where the windows beside the turn do not show
/// that. A wind in which these do not lie on both sides of dead downwind either does not fit the gybe, and is not turned.
fn with_run_evidence(evidence: RunEvidence, sweep: WindAngleSweep) -> WindAngleSweep {
    let RunEvidence::Gybe { before_deg, after_deg } = evidence else { return sweep };
    let sense = (after_deg - before_deg).signum();
    if sweep.passed() == PassedAxis::WindTo && (sweep.out_deg - sweep.in_deg) * sense > 0.0 {
        return sweep;
    }
    let side = if sense < 0.0 { -180.0 } else { 180.0 };
    WindAngleSweep { in_deg: side + before_deg, out_deg: side + after_deg }
}
