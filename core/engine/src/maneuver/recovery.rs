//! The moments at which a boat has regained 80 % and 95 % of its speed after a turn (docs/algorithms.md, section 8.3).

use crate::config::BoatClass;
use crate::maneuver::reasons::NoLossReason;
use crate::segment::course::Course;
use crate::segment::turns::Turn;

/// Longest search for the recovery after the end of the turn, s. *guess*
const RECOVERY_LIMIT_S: f64 = 30.0;
const KEELBOAT_RECOVERY_LIMIT_S: f64 = 60.0;
/// Latest moment of least speed, s after the end of the turn. *guess*
const SLOWEST_WITHIN_S: f64 = 8.0;
/// Window of the new leg's speed, s after the end of the turn, and the least part of it that must exist, s. *guess*
const NEW_LEG_WINDOW_S: (f64, f64) = (10.0, 20.0);
const MIN_NEW_LEG_S: f64 = 5.0;
/// Step of the search, s. *guess*
const SEARCH_STEP_S: f64 = 0.25;
/// Shares of the reference speed at t80 and t95. *guess*, but for the 80 % of the specification's name `loss_80`.
const SHARE_AT_T80: f64 = 0.80;
const SHARE_AT_T95: f64 = 0.95;
/// A boat that settles at a lower speed has recovered: at least this share of the reference speed for so many seconds,
/// with a turn rate below this, deg/s, and a change of speed below this share of the reference per second. *guess*
const SETTLED_SHARE: f64 = 0.9;
const SETTLED_S: f64 = 3.0;
const SETTLED_RATE_DPS: f64 = 2.0;
const SETTLED_GAIN_PER_S: f64 = 0.02;

/// A new leg slower than this share of the entry speed is no reference for a tack, a gybe or a turn without a name: the
/// boat has come off its foil or its plane, and has not recovered. *guess*
const MIN_NEW_LEG_SHARE: f64 = 0.4;

/// The speed to which a boat recovers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// That of the entry.
    Entry,
    /// That of the new leg.
    NewLeg,
    /// The lower of both; that of the entry where there is no new leg.
    Lower,
}

/// The first moment that belongs to another segment, s from the first fix, and what begins there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bound {
    pub time_s: f64,
    pub reason: NoLossReason,
}

impl Bound {
    /// No other segment.
    pub const NONE: Self = Self { time_s: f64::INFINITY, reason: NoLossReason::NotRecovered };

    /// The earlier of two bounds.
    pub fn earlier(self, other: Self) -> Self {
        if other.time_s < self.time_s { other } else { self }
    }
}

/// Recovery after one turn; times in s from the first fix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recovery {
    /// Latest moment that belongs to the maneuver, and why it is the latest.
    pub limit_s: f64,
    pub limited_by: NoLossReason,
    /// Speed to which the boat recovers ([`Reference`]), m/s.
    pub reference_mps: Option<f64>,
    /// Moments with 80 % and 95 % of the reference speed; none when not reached by the limit.
    pub t80_s: Option<f64>,
    pub t95_s: Option<f64>,
}

impl Recovery {
    /// The maneuver's end: t95, or the limit without one.
    pub fn end_s(&self) -> f64 {
        self.t95_s.unwrap_or(self.limit_s)
    }
}

/// Finds the recovery of a turn to a reference speed before `bound`: 1 s before the next turn, the beginning of a stop or
/// a fall.
pub fn find_recovery(
    course: &Course,
    class: &BoatClass,
    reference: Reference,
    turn: &Turn,
    entry_mps: Option<f64>,
    bound: Bound,
) -> Recovery {
    let t1 = turn.end_s;
    let reach = if class.keelboat { KEELBOAT_RECOVERY_LIMIT_S } else { RECOVERY_LIMIT_S };
    let latest = Bound { time_s: t1 + reach, reason: NoLossReason::NotRecovered };
    let limit = latest.earlier(bound).earlier(end_of_piece(course, t1));
    let limit_s = limit.time_s.max(t1);
    let new_leg_mps = new_leg_mps(course, t1, limit_s);
    let reference_mps = match reference {
        Reference::Entry => entry_mps,
        Reference::NewLeg => new_leg_mps,
        Reference::Lower => entry_mps.map(|entry| match new_leg_mps {
            Some(leg) if leg >= MIN_NEW_LEG_SHARE * entry => leg.min(entry),
            _ => entry,
        }),
    };
    let search = Search { course, limit_s };
    let t80_s = reference_mps.and_then(|r| search.t80(turn, r));
    let t95_s = t80_s.and_then(|t80| search.t95(t80, reference_mps?));
    Recovery { limit_s, limited_by: limit.reason, reference_mps, t80_s, t95_s }
}

/// The end of the piece of a moment: a gap, or the end of the recording.
fn end_of_piece(course: &Course, t_s: f64) -> Bound {
    let time_s = course.piece_span(t_s).map_or(t_s, |p| p.1);
    let last = course.time_s.last().is_none_or(|&end| time_s >= end);
    Bound { time_s, reason: if last { NoLossReason::RecordingEnds } else { NoLossReason::Gap } }
}

/// Mean speed of the leg after a turn that ends at `t1`, m/s; none when too little of it lies before the limit.
fn new_leg_mps(course: &Course, t1: f64, limit_s: f64) -> Option<f64> {
    let (from, to) = (t1 + NEW_LEG_WINDOW_S.0, (t1 + NEW_LEG_WINDOW_S.1).min(limit_s));
    if to - from < MIN_NEW_LEG_S { None } else { course.mean_sog(t1, from, to) }
}

/// A search in steps of [`SEARCH_STEP_S`] up to a limit.
struct Search<'a> {
    course: &'a Course<'a>,
    limit_s: f64,
}

impl Search<'_> {
    /// 2 s mean speed at a moment, m/s; NaN in a gap.
    fn speed(&self, t: f64) -> f64 {
        self.course.value_at(&self.course.sog_2s_mps, t).unwrap_or(f64::NAN)
    }

    /// First moment with 80 % of a speed, after both the end of the turn and the moment of least speed.
    fn t80(&self, turn: &Turn, reference: f64) -> Option<f64> {
        let slowest = self.slowest(turn.start_s, (turn.end_s + SLOWEST_WITHIN_S).min(self.limit_s));
        self.first_at_least(slowest.max(turn.end_s), SHARE_AT_T80 * reference)
    }

    /// Moment of least speed; the first of several.
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

    /// First moment from `from` on with at least this speed, interpolated within a step.
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

    /// First moment with 95 % of a speed, or the start of the first settled stretch, whichever is earlier.
    fn t95(&self, t80: f64, reference: f64) -> Option<f64> {
        let fast = self.first_at_least(t80, SHARE_AT_T95 * reference);
        let settled = self.settled(t80, fast.unwrap_or(self.limit_s), reference);
        match (fast, settled) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Start of the first stretch of [`SETTLED_S`] at steady speed and course that begins in `[from, until]` and ends
    /// by the limit.
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

    /// True where speed and course are steady (the `SETTLED_*` limits).
    fn steady(&self, t: f64, reference: f64) -> bool {
        let gain = self.speed(t + 0.5) - self.speed(t - 0.5);
        let rate = self.course.value_at(&self.course.rate_dps, t).unwrap_or(f64::NAN);
        self.speed(t) >= SETTLED_SHARE * reference
            && rate.abs() < SETTLED_RATE_DPS
            && gain.abs() < SETTLED_GAIN_PER_S * reference
    }
}

/// Moments from `from` to `to` in steps of [`SEARCH_STEP_S`], both ends included; none for `to < from`.
fn steps(from: f64, to: f64) -> impl Iterator<Item = f64> {
    let count = ((to - from) / SEARCH_STEP_S).max(0.0) as usize;
    (0..=count)
        .map(move |k| from + SEARCH_STEP_S * k as f64)
        .chain(std::iter::once(to))
        .filter(move |t| *t <= to)
}
