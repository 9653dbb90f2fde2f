//! Whether the boat sailed in the new band after a rounding and in the old one before it (docs/algorithms.md, section 7.8).

use crate::segment::SegmentKind;
use crate::segment::course::Course;
use crate::segment::table::{DOWN_DEG, PassedAxis, UP_DEG};
use crate::segment::turns::Turn;
use crate::segment::wind_along_track::WindAlongTrack;
use crate::segment::wind_angle_sweep::{passed_axis, sweep_of};

/// Least time in the new band after a rounding, s. *guess*
pub(super) const MIN_HOLD_AFTER_S: f64 = 8.0;
/// ... of this much time outside turns through an axis, s. *measured* with `npm run truth`
const HOLD_AFTER_WINDOW_S: f64 = 10.7;
/// Least share of the time before a rounding in the old band. *measured* with `npm run truth`
const MIN_HOLD_BEFORE_SHARE: f64 = 0.75;
/// Longest time before a rounding that is examined, s, back to the last turn through an axis. *measured* with
/// `npm run truth`
const HOLD_BEFORE_WINDOW_S: f64 = 5.0;
/// Half the width of the limit of a band, deg. *guess*
const LIMIT_HALF_DEG: f64 = 5.0;
/// Greatest distance from the turn at which fixes are examined, s. *guess*
const HOLD_REACH_S: f64 = 60.0;

/// Measures the time in the bands beside a turn.
pub struct BandHold<'a> {
    course: &'a Course<'a>,
    wind_along: &'a WindAlongTrack<'a>,
    /// Turns through an axis; their time counts in no band.
    crossing: Vec<Turn>,
}

impl<'a> BandHold<'a> {
    /// Prepares the measurement for all turns of a track.
    pub fn new(course: &'a Course<'a>, wind_along: &'a WindAlongTrack<'a>, turns: &[Turn]) -> Self {
        let through = |i: &usize| {
            sweep_of(course, wind_along, turns, *i)
                .is_some_and(|(sweep, _)| passed_axis(&turns[*i], &sweep) != PassedAxis::Neither)
        };
        Self { course, wind_along, crossing: (0..turns.len()).filter(through).map(|i| turns[i]).collect() }
    }

    /// True when the new band of a rounding between two moments was held after it and the old one before it.
    pub(super) fn is_held(&self, kind: SegmentKind, from_s: f64, to_s: f64) -> bool {
        let held = self.measure(kind, from_s, to_s);
        held.after_s >= MIN_HOLD_AFTER_S && held.before_s >= held.before_limit_s
    }

    /// The times in the bands beside a turn of this kind.
    pub(super) fn measure(&self, kind: SegmentKind, from_s: f64, to_s: f64) -> HoldTimes {
        let after = self.course.fixes(to_s, to_s + HOLD_REACH_S);
        let before = self.course.fixes(from_s - HOLD_REACH_S, from_s);
        let (_, after_s) = self.time_in_band(after, HOLD_AFTER_WINDOW_S, |theta| in_band(kind, theta));
        let ends = self.crossing.iter().map(|c| c.end_s).filter(|&t| t <= from_s);
        let since_s = ends.fold(f64::NEG_INFINITY, f64::max);
        let before = before.rev().take_while(|&i| self.course.time_s[i] > since_s);
        let (examined_s, before_s) =
            self.time_in_band(before, HOLD_BEFORE_WINDOW_S, |theta| in_band(opposite(kind), theta));
        HoldTimes { after_s, before_s, before_limit_s: MIN_HOLD_BEFORE_SHARE * examined_s }
    }

    /// Time examined, up to `window_s`, and time in a band, s, both outside turns through an axis.
    fn time_in_band(
        &self,
        fixes: impl Iterator<Item = usize>,
        window_s: f64,
        share_in_band: impl Fn(f64) -> f64,
    ) -> (f64, f64) {
        let (mut examined_s, mut inside_s) = (0.0, 0.0);
        for i in fixes.filter(|&i| i > 0) {
            let t = self.course.time_s[i];
            if examined_s >= window_s {
                break;
            }
            if self.crossing.iter().any(|c| c.start_s < t && t <= c.end_s) {
                continue;
            }
            let dt = t - self.course.time_s[i - 1];
            examined_s += dt;
            inside_s += dt * share_in_band(self.wind_along.mean_angle_at_fix(self.course, i).abs());
        }
        (examined_s, inside_s)
    }
}

/// Times in the bands beside a turn, s: in the new band after it, in the old one before it, and the least of the latter.
pub(super) struct HoldTimes {
    pub after_s: f64,
    pub before_s: f64,
    pub before_limit_s: f64,
}

/// The rounding in the other direction.
fn opposite(kind: SegmentKind) -> SegmentKind {
    if kind == SegmentKind::BearAway { SegmentKind::Douse } else { SegmentKind::BearAway }
}

/// How far an absolute wind angle lies in the band that a rounding leads into: 1/2 at the limit of the band, 0 and 1 from
/// [`LIMIT_HALF_DEG`] beside it, so that noise of the course changes the time in the band little.
fn in_band(kind: SegmentKind, theta_deg: f64) -> f64 {
    let inside_deg = match kind {
        SegmentKind::BearAway => theta_deg - DOWN_DEG,
        _ => UP_DEG - theta_deg,
    };
    if inside_deg.is_nan() { 0.0 } else { (0.5 + 0.5 * inside_deg / LIMIT_HALF_DEG).clamp(0.0, 1.0) }
}
