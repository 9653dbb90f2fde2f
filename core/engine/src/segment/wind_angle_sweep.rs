//! The wind of a turn, and its sweep through the wind angles (docs/algorithms.md, section 7.7).

use crate::angle::{wrap_180, wrap_360};
use crate::segment::course::Course;
use crate::segment::table::{PassedAxis, WindAngleSweep};
use crate::segment::turns::{LEAD_S, RunEvidence, Turn, WINDOW_S};
use crate::segment::wind_along_track::WindAlongTrack;
use crate::wind::WindAt;

/// The wind of a turn is the mean from this long before to this long after it, s. *guess*
const WIND_WINDOW_S: f64 = 10.0;
/// Standard deviation of the middle of the two levels of a gybe about dead downwind, deg. *measured* with `npm run truth`
const MIDDLE_SD_DEG: f64 = 6.0;
/// Greatest distance of the axis from that middle, as a share of the gybe's angle. *measured* with `npm run truth`
const MAX_AXIS_SHARE: f64 = 0.25;
/// Least distance of both levels of a gybe from dead downwind, deg. *guess*
const MIN_BESIDE_DEG: f64 = 1.0;

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
    Some(with_run_evidence(
        turn.run_evidence,
        WindAngleSweep { in_deg, out_deg: in_deg + (c_out - c_in) },
        wind,
    ))
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

/// The sweep and the wind of a turn in which a running boat gybed: dead downwind lies between its courses. Where the
/// windows beside the turn do not show that, the levels of the run replace them, and the wind is turned by as little as
/// puts both levels at least [`MIN_BESIDE_DEG`] from dead downwind.
fn with_run_evidence(evidence: RunEvidence, sweep: WindAngleSweep, wind: WindAt) -> (WindAngleSweep, WindAt) {
    let RunEvidence::Gybe { before_deg, after_deg } = evidence else { return (sweep, wind) };
    let sense = (after_deg - before_deg).signum();
    if sweep.passed() == PassedAxis::WindTo && (sweep.out_deg - sweep.in_deg) * sense > 0.0 {
        return (sweep, wind);
    }
    let (low, high) = (before_deg.min(after_deg), before_deg.max(after_deg));
    let off_deg = (low + MIN_BESIDE_DEG).max(0.0) + (high - MIN_BESIDE_DEG).min(0.0);
    let side = if sense < 0.0 { -180.0 } else { 180.0 };
    let sweep = WindAngleSweep { in_deg: side + before_deg - off_deg, out_deg: side + after_deg - off_deg };
    (sweep, WindAt { twd_deg: wrap_360(wind.twd_deg + off_deg), ..wind })
}

/// Offset of the axis of a gybe from dead downwind by the estimated wind, deg: the mean of 0 and the middle of the two
/// levels, weighted by their variances; 0 for other turns.
pub(super) fn axis_offset_deg(evidence: RunEvidence, wind: &WindAt) -> f64 {
    let RunEvidence::Gybe { before_deg, after_deg } = evidence else { return 0.0 };
    let middle = 0.5 * (before_deg + after_deg);
    let reach = MAX_AXIS_SHARE * (after_deg - before_deg).abs();
    let variance = wind.sd_deg * wind.sd_deg;
    let share = variance / (variance + MIDDLE_SD_DEG * MIDDLE_SD_DEG);
    (share * middle).clamp(middle - reach, middle + reach)
}
