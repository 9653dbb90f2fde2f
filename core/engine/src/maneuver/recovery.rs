//! When a boat has its speed again after a maneuver (ALGORITHMS 3.3.2, "Recovery times").

use crate::config::BoatClass;
use crate::segment::SegmentKind;
use crate::segment::course::Course;
use crate::segment::turns::Turn;

/// Recovery is looked for this long after the turn, s.
const LIMIT_S: f64 = 30.0;
const LIMIT_KEELBOAT_S: f64 = 60.0;
/// The slowest moment lies at most this long after the turn, s.
const SLOWEST_WITHIN_S: f64 = 8.0;
/// The new leg's speed is read this long after the turn, of which at least `NEW_LEG_MIN_S` must be there, s.
const NEW_LEG_S: (f64, f64) = (10.0, 20.0);
const NEW_LEG_MIN_S: f64 = 5.0;
/// Step in which recovery is looked for, s.
const RECOVERY_STEP_S: f64 = 0.25;
/// A boat that settles slower than it came has recovered when it holds this for `SETTLED_S` seconds.
const SETTLED_SHARE: f64 = 0.9;
const SETTLED_S: f64 = 3.0;
const SETTLED_RATE_DPS: f64 = 2.0;
const SETTLED_GAIN_PER_S: f64 = 0.02;

/// Recovery of one turn; times in s from the first fix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recovery {
    /// Nothing after this belongs to the maneuver.
    pub limit_s: f64,
    /// Speed that counts as recovered, m/s: that of the entry, or of the new leg after a rounding.
    pub reference_mps: Option<f64>,
    /// 80 % and 95 % regained; none when not before the limit.
    pub t80_s: Option<f64>,
    pub t95_s: Option<f64>,
}

impl Recovery {
    /// The maneuver's end: recovered, or the limit.
    pub fn end_s(&self) -> f64 {
        self.t95_s.unwrap_or(self.limit_s)
    }
}

/// Finds the recovery of a turn. `bound_s` is the first moment that belongs to something else: the next turn less a
/// second, a stop, a fall.
pub fn recover(
    course: &Course,
    class: &BoatClass,
    kind: Option<SegmentKind>,
    turn: &Turn,
    entry_mps: Option<f64>,
    bound_s: f64,
) -> Recovery {
    let t1 = turn.end_s;
    let reach = if class.keelboat { LIMIT_KEELBOAT_S } else { LIMIT_S };
    let piece_end = course.piece_span(t1).map_or(t1, |p| p.1);
    let limit_s = (t1 + reach).min(bound_s).min(piece_end).max(t1);
    let rounding = matches!(kind, Some(SegmentKind::BearAway | SegmentKind::Douse));
    let reference_mps = if rounding { new_leg(course, t1, limit_s) } else { entry_mps };
    let search = Search { course, limit_s };
    let t80_s = reference_mps.and_then(|r| search.t80(turn, r));
    let t95_s = t80_s.and_then(|t80| search.t95(t80, reference_mps?));
    Recovery { limit_s, reference_mps, t80_s, t95_s }
}

fn new_leg(course: &Course, t1: f64, limit_s: f64) -> Option<f64> {
    let (from, to) = (t1 + NEW_LEG_S.0, (t1 + NEW_LEG_S.1).min(limit_s));
    if to - from < NEW_LEG_MIN_S { None } else { course.mean_sog(t1, from, to) }
}

struct Search<'a> {
    course: &'a Course<'a>,
    limit_s: f64,
}

impl Search<'_> {
    fn speed(&self, t: f64) -> f64 {
        self.course.value_at(&self.course.sog_2s_mps, t).unwrap_or(f64::NAN)
    }

    fn t80(&self, turn: &Turn, reference: f64) -> Option<f64> {
        let slowest = self.slowest(turn.start_s, (turn.end_s + SLOWEST_WITHIN_S).min(self.limit_s));
        self.first_at_least(slowest.max(turn.end_s), 0.80 * reference)
    }

    fn slowest(&self, from: f64, to: f64) -> f64 {
        let mut best = (f64::INFINITY, from);
        for t in steps(from, to) {
            let v = self.speed(t);
            if v < best.0 {
                best = (v, t);
            }
        }
        best.1
    }

    fn first_at_least(&self, from: f64, mps: f64) -> Option<f64> {
        let mut before: Option<(f64, f64)> = None;
        for t in steps(from, self.limit_s) {
            let v = self.speed(t);
            if v >= mps {
                return Some(
                    before.map_or(t, |(t0, v0)| t0 + (t - t0) * ((mps - v0) / (v - v0)).clamp(0.0, 1.0)),
                );
            }
            before = Some((t, v));
        }
        None
    }

    fn t95(&self, t80: f64, reference: f64) -> Option<f64> {
        let fast = self.first_at_least(t80, 0.95 * reference);
        let settled = self.settled(t80, fast.unwrap_or(self.limit_s), reference);
        match (fast, settled) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Start of the first steady stretch that begins at or after `from`, before `until`, and ends by the limit.
    fn settled(&self, from: f64, until: f64, reference: f64) -> Option<f64> {
        let mut since: Option<f64> = None;
        for t in steps(from, (until + SETTLED_S).min(self.limit_s)) {
            if !self.steady(t, reference) {
                since = None;
                continue;
            }
            let start = *since.get_or_insert(t);
            if t - start >= SETTLED_S - 1e-9 {
                return Some(start);
            }
        }
        None
    }

    fn steady(&self, t: f64, reference: f64) -> bool {
        let gain = self.speed(t + 0.5) - self.speed(t - 0.5);
        let rate = self.course.value_at(&self.course.rate_dps, t).unwrap_or(f64::NAN);
        self.speed(t) >= SETTLED_SHARE * reference
            && rate.abs() < SETTLED_RATE_DPS
            && gain.abs() < SETTLED_GAIN_PER_S * reference
    }
}

/// Moments from `from` to `to`, both included.
fn steps(from: f64, to: f64) -> impl Iterator<Item = f64> {
    let count = ((to - from) / RECOVERY_STEP_S).max(0.0) as usize;
    (0..=count)
        .map(move |k| from + RECOVERY_STEP_S * k as f64)
        .chain(std::iter::once(to))
        .filter(move |t| *t <= to)
}
