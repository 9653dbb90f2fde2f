//! The way of a turn through the wind angles, and the wind it is told by.

use crate::angle::{wrap_180, wrap_360};
use crate::segment::course::Course;
use crate::segment::table::{Passed, WindAngleSweep};
use crate::segment::turns::{Boom, LEAD_S, Turn, WINDOW_S};
use crate::segment::wind_along_track::WindAlongTrack;
use crate::wind::WindAt;

/// The wind of a turn is its mean from this long before to this long after, s.
const WIND_WINDOW_S: f64 = 10.0;
/// Standard deviation of the middle of two courses on a run about dead downwind, deg.
const MIDDLE_SD_DEG: f64 = 6.0;
/// The axis lies this share of the gybe's angle from its middle at most.
const INNER_SHARE: f64 = 0.25;
/// A boat that gybed was at least this far from dead downwind on either side, deg.
const ACROSS_DEG: f64 = 1.0;

/// The way of a turn through the wind angles, by its steady courses, which end where the neighbours begin.
pub(super) fn sweep_of(
    course: &Course,
    wind_along: &WindAlongTrack,
    turns: &[Turn],
    i: usize,
) -> Option<(WindAngleSweep, WindAt)> {
    let turn = turns.get(i)?;
    let (t0, t1) = (turn.start_s, turn.end_s);
    let wind = wind_along.mean(course, t0 - WIND_WINDOW_S, t1 + WIND_WINDOW_S)?;
    let (first, last) = course.piece_span(t0)?;
    let before = i.checked_sub(1).and_then(|k| turns.get(k)).map_or(first, |t| t.end_s.max(first));
    let after = turns.get(i + 1).map_or(last, |t| t.start_s.min(last)).min(course.still_after(t0));
    let steady = |from: f64, to: f64, at: f64| {
        if to - from >= 1.0 { course.mean_course(at, from, to) } else { course.course_at(at) }
    };
    let c_in = steady((t0 - LEAD_S - WINDOW_S).max(before), t0 - LEAD_S, t0)?;
    let c_out = steady(t1, (t1 + WINDOW_S).min(after), t1)?;
    // Unwrapped about the wind: the in angle within half a turn of it, the out angle as far as the boat turned.
    let in_deg = wrap_180(c_in - wind.twd_deg);
    Some(with_boom(turn.boom, WindAngleSweep { in_deg, out_deg: in_deg + (c_out - c_in) }, wind))
}

/// What a turn went through: a sway in which the boom stayed passes no axis.
pub(super) fn passed(turn: &Turn, way: &WindAngleSweep) -> Passed {
    match way.passed() {
        Passed::WindTo if turn.boom == Boom::Stays => Passed::Neither,
        passed => passed,
    }
}

/// When the boom went over, dead downwind lies between the two courses: where the few seconds beside the turn do not
/// show it, the run's courses do, and where the estimated wind does not, it is as far off as it must have been.
fn with_boom(boom: Boom, way: WindAngleSweep, wind: WindAt) -> (WindAngleSweep, WindAt) {
    let Boom::Over { before_deg, after_deg } = boom else { return (way, wind) };
    let sense = (after_deg - before_deg).signum();
    if way.passed() == Passed::WindTo && (way.out_deg - way.in_deg) * sense > 0.0 {
        return (way, wind);
    }
    let (low, high) = (before_deg.min(after_deg), before_deg.max(after_deg));
    let off_deg = (low + ACROSS_DEG).max(0.0) + (high - ACROSS_DEG).min(0.0);
    let side = if sense < 0.0 { -180.0 } else { 180.0 };
    let way = WindAngleSweep { in_deg: side + before_deg - off_deg, out_deg: side + after_deg - off_deg };
    (way, WindAt { twd_deg: wrap_360(wind.twd_deg + off_deg), ..wind })
}

/// Where the axis of a small gybe lies beside the estimated one, deg: the middle of her two courses tells it as well.
pub(super) fn beside_axis(boom: Boom, wind: &WindAt) -> f64 {
    let Boom::Over { before_deg, after_deg } = boom else { return 0.0 };
    let middle = 0.5 * (before_deg + after_deg);
    let inner = INNER_SHARE * (after_deg - before_deg).abs();
    let told = wind.sd_deg * wind.sd_deg;
    let share = told / (told + MIDDLE_SD_DEG * MIDDLE_SD_DEG);
    (share * middle).clamp(middle - inner, middle + inner)
}
