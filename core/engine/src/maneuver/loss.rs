//! Loss of a maneuver, m, against sailing on (docs/algorithms.md, section 8.4). A gain is negative.

use crate::angle::{hypot, to_rad};
use crate::maneuver::axis::in_band;
use crate::maneuver::reasons::{LossBasis, NoLossReason};
use crate::maneuver::recovery::{Recovery, Reference};
use crate::segment::SegmentKind;
use crate::segment::classify::ClassifiedTurn;
use crate::segment::course::Course;
use crate::segment::turns::{LEAD_S, Turn, moment_of};
use crate::segment::under_way::{drift_limit_mps, entry_mps};
use crate::stats::moments::Z_90;
use crate::wind::WindAt;

/// Length of the window of the reference progress, s, and the least part of it. *measured* on SailGP tracks: such a
/// window and an adaptive end halve the spread of losses over a window of 40 s.
const REFERENCE_S: f64 = 10.0;
const MIN_REFERENCE_S: f64 = 5.0;
/// End of the loss_og of a rounding, s after the turn: hoisting slows the boat after it. *guess*
const ROUNDING_OG_S: f64 = 20.0;
/// Least speed of the new leg after a rounding, as a share of the entry speed: below it the boat has stopped, and there is
/// no reference. *guess*
const MIN_NEW_LEG_SHARE: f64 = 0.3;
/// Width of the smoothing of the velocity for fixes a second apart, s; it grows with the root of their interval. *measured*
/// on simulated sessions, `npm run truth`.
const SMOOTHING_WIDTH_S: f64 = 0.47;
/// Fastest turn of a boat, deg/s: faster ones are noise of the course. *guess*
const MAX_BOAT_RATE_DPS: f64 = 60.0;
/// Least time between the turn before and the start of a loss for the entry speed to be the mean of 5 s, s. *guess*
const MIN_ENTRY_S: f64 = 3.0;
/// Standard deviation of a smoothed position against another some seconds later, m. *measured* on simulated loggers,
/// `npm run truth`
const POSITION_SD_M: f64 = 0.22;
/// Standard deviation of the edges of a turn, as a share of the distance between two fixes. *measured* with
/// `npm run truth`
const EDGE_SD_SHARE: f64 = 0.11;

/// Of a loss by speed: factor of its standard deviation by the fixes, and standard deviation as a share of the loss, by the
/// choice of the new speed. *guess*
const SPEED_FIX_FACTOR: f64 = 1.2;
const SPEED_LOSS_SD_SHARE: f64 = 0.1;

/// Losses of one maneuver, m; none where they are not defined or the boat did not recover.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ManeuverLoss {
    /// How the values were measured; none without one.
    pub basis: Option<LossBasis>,
    pub og_m: Option<f64>,
    pub loss_80_m: Option<f64>,
    /// 90 % confidence interval of `loss_80_m`.
    pub interval_80_m: Option<(f64, f64)>,
    /// Loss up to the limit of the recovery, where the boat had not regained 80 % of its speed; positive.
    pub at_least_m: Option<f64>,
    /// Why there is no `loss_80_m`; none for kinds that have no loss.
    pub no_loss: Option<NoLossReason>,
    /// Distance made good from the start to the end of the turn: to windward in a tack, to leeward in a gybe.
    pub made_good_m: Option<f64>,
}

impl ManeuverLoss {
    /// No loss, for a reason.
    fn none(reason: NoLossReason) -> Self {
        Self { no_loss: Some(reason), ..Self::default() }
    }

    /// The loss up to a moment, as a function of it, at the moments of a recovery; `og_s` is the end of the loss_og.
    fn over(
        basis: LossBasis,
        recovery: &Recovery,
        og_s: Option<f64>,
        lost_until: impl Fn(f64) -> Option<f64>,
    ) -> Self {
        let loss_80_m = recovery.t80_s.and_then(&lost_until);
        // A gain so far is no bound: what the boat loses until it has recovered may be more than that.
        let so_far_m = if recovery.t80_s.is_none() { lost_until(recovery.limit_s) } else { None };
        let at_least_m = so_far_m.filter(|lost_m| *lost_m > 0.0);
        let og_m = og_s.and_then(&lost_until);
        let known = loss_80_m.or(at_least_m).or(og_m).is_some();
        let unknown = if recovery.t80_s.is_none() { recovery.limited_by } else { NoLossReason::Gap };
        Self {
            basis: known.then_some(basis),
            og_m,
            loss_80_m,
            at_least_m,
            no_loss: if loss_80_m.is_some() { None } else { Some(unknown) },
            ..Self::default()
        }
    }
}

/// The turn before a maneuver: its end, and the moment at which the boat had recovered from it, none where it did not; s
/// from the first fix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Previous {
    pub turn_end_s: f64,
    pub recovered_s: Option<f64>,
}

impl Previous {
    /// No turn before.
    pub const NONE: Self = Self { turn_end_s: f64::NEG_INFINITY, recovered_s: None };

    /// The earliest moment of the progress with which a maneuver is compared, s from the first fix.
    fn earliest_s(&self) -> f64 {
        self.recovered_s.unwrap_or(self.turn_end_s)
    }
}

/// The speed before a maneuver with which the distance sailed is compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entry {
    /// m/s.
    pub mps: f64,
    /// From here on, s from the first fix.
    pub from_s: f64,
    /// True while the boat regained speed after another turn: sailing on she would have become faster.
    pub is_rising: bool,
}

/// The speed before a turn; none where it was not recorded. Soon after another turn it is that at the start, because the
/// mean of 5 s would hold the other turn.
pub fn entry(course: &Course, turn: &Turn, previous: &Previous) -> Option<Entry> {
    let mean_mps = entry_mps(course, turn)?;
    let from_s = (turn.start_s - LEAD_S).max(previous.turn_end_s);
    if from_s - previous.turn_end_s >= MIN_ENTRY_S {
        return Some(Entry { mps: mean_mps, from_s, is_rising: false });
    }
    let mps = course.value_at(&course.sog_2s_mps, from_s)?;
    Some(Entry { mps, from_s, is_rising: previous.recovered_s.is_none() })
}

/// The basis of the loss of a maneuver, and the speed to which the boat recovers; that of the entry for kinds without a
/// loss.
pub fn basis(found: &ClassifiedTurn) -> (LossBasis, Reference) {
    use SegmentKind::{BearAway, Douse, Gybe, Tack, Turn};
    match found.kind {
        Some(BearAway | Douse) => (LossBasis::Speed, Reference::NewLeg),
        Some(Tack | Gybe | Turn) if !in_band(found) => (LossBasis::Speed, Reference::Lower),
        _ => (LossBasis::Vmg, Reference::Entry),
    }
}

/// Measures the loss of a maneuver in a wind; none without one.
pub fn measure_loss(
    course: &Course,
    found: &ClassifiedTurn,
    wind: Option<&WindAt>,
    recovery: &Recovery,
    entry: Option<Entry>,
    previous: &Previous,
) -> ManeuverLoss {
    if !may_have_loss(found) {
        return ManeuverLoss::default();
    }
    if !found.has_loss {
        return ManeuverLoss::none(NoLossReason::PartOfTurn);
    }
    let Some(entry) = entry else { return ManeuverLoss::none(unrecorded_entry(course, found)) };
    if entry.mps < drift_limit_mps(course) {
        return ManeuverLoss::none(NoLossReason::SlowEntry);
    }
    match (basis(found), wind) {
        ((LossBasis::Vmg, _), Some(wind)) => {
            let along_wind = against_wind(course, found, wind, recovery, previous);
            // Without a reference along the wind the entry speed may still be steady.
            match along_wind.no_loss {
                Some(NoLossReason::PreviousManeuver) => ManeuverLoss {
                    made_good_m: along_wind.made_good_m,
                    ..against_speed(course, found, recovery, entry)
                },
                _ => along_wind,
            }
        }
        ((_, Reference::NewLeg), _) => rounding(course, found, recovery, entry),
        _ => against_speed(course, found, recovery, entry),
    }
}

/// True for the kinds that have losses.
fn may_have_loss(found: &ClassifiedTurn) -> bool {
    use SegmentKind::{BearAway, Douse, Gybe, Tack, Turn};
    matches!(found.kind, Some(Tack | Gybe | Turn | BearAway | Douse))
}

/// No loss for a reason, of the kinds that have losses.
pub(super) fn unmeasured(found: &ClassifiedTurn, reason: NoLossReason) -> ManeuverLoss {
    if may_have_loss(found) { ManeuverLoss::none(reason) } else { ManeuverLoss::default() }
}

/// Why the entry of a turn was not recorded.
fn unrecorded_entry(course: &Course, found: &ClassifiedTurn) -> NoLossReason {
    let first_s = course.piece_span(found.turn.start_s).map_or(0.0, |p| p.0);
    if course.time_s.first().is_some_and(|&t| first_s <= t) {
        NoLossReason::RecordingBegins
    } else {
        NoLossReason::Gap
    }
}

/// Loss of progress to windward (a tack) or to leeward (a gybe) against that before the turn.
fn against_wind(
    course: &Course,
    found: &ClassifiedTurn,
    wind: &WindAt,
    recovery: &Recovery,
    previous: &Previous,
) -> ManeuverLoss {
    let axis = wind.twd_deg + if found.kind == Some(SegmentKind::Gybe) { 180.0 } else { 0.0 };
    let start = found.turn.start_s - LEAD_S;
    let first = course.piece_span(found.turn.start_s).map_or(start, |p| p.0);
    let from = (start - REFERENCE_S).max(previous.earliest_s()).max(first);
    let made_good_m = progress(course, found.turn.start_s, found.turn.end_s, axis);
    if start - from < MIN_REFERENCE_S {
        let begins = start - first < MIN_REFERENCE_S;
        let reason = if begins { unrecorded_entry(course, found) } else { NoLossReason::PreviousManeuver };
        return ManeuverLoss { made_good_m, ..ManeuverLoss::none(reason) };
    }
    let loss = |end_s: f64, axis_deg: f64| progress_lost(course, from, start, end_s, axis_deg);
    let measured = ManeuverLoss::over(LossBasis::Vmg, recovery, recovery.t95_s, |t| loss(t, axis));
    let interval_80_m = recovery.t80_s.zip(measured.loss_80_m).and_then(|(t80, middle)| {
        let turned_deg = Z_90 * wind.sd_deg;
        let (left, right) = (loss(t80, axis - turned_deg)?, loss(t80, axis + turned_deg)?);
        let fix = Z_90 * fix_sd_m(course, found, t80 - start, start - from);
        let (low, high) = (left.min(right).min(middle), left.max(right).max(middle));
        let widen = |d: f64| f64::sqrt(d * d + fix * fix);
        Some((middle - widen(middle - low), middle + widen(high - middle)))
    });
    ManeuverLoss { interval_80_m, made_good_m, ..measured }
}

/// V (end − start) − progress from start to end, m, with V the mean progress from `from_s` to the start, along the axis.
fn progress_lost(course: &Course, from_s: f64, start_s: f64, end_s: f64, axis_deg: f64) -> Option<f64> {
    let entry = progress(course, from_s, start_s, axis_deg)?;
    Some(entry / (start_s - from_s) * (end_s - start_s) - progress(course, start_s, end_s, axis_deg)?)
}

/// Distance made good along an axis between two moments, m; none in a gap.
fn progress(course: &Course, from_s: f64, to_s: f64, axis_deg: f64) -> Option<f64> {
    let (sin, cos) = libm::sincos(to_rad(axis_deg));
    let along = |t: f64| course.position_at(t).map(|(east, north)| east * sin + north * cos);
    Some(along(to_s)? - along(from_s)?)
}

/// Standard deviation of a loss by the uncertainty of the fixes, m: of both ends, and of the reference over the maneuver.
fn fix_sd_m(course: &Course, found: &ClassifiedTurn, lasted_s: f64, reference_s: f64) -> f64 {
    let at = course.fixes(found.turn.start_s, found.turn.end_s).start;
    let speed_sd = course.motion.sog_sd_mps.get(at).copied().unwrap_or(0.0);
    let position = POSITION_SD_M * f64::sqrt(2.0) * (1.0 + lasted_s / reference_s);
    let drift = speed_sd * lasted_s / f64::sqrt(reference_s.max(1.0));
    let speed = course.motion.sog_mps.get(at).copied().unwrap_or(0.0);
    let sparse = EDGE_SD_SHARE * speed * course.track.median_dt_s;
    f64::sqrt(position * position + drift * drift + sparse * sparse)
}

/// Loss of a bear away or a douse by distance sailed against speed, because the axis of progress changes half way.
fn rounding(course: &Course, found: &ClassifiedTurn, recovery: &Recovery, entry: Entry) -> ManeuverLoss {
    let Some(new_mps) = recovery.reference_mps.filter(|v| *v >= MIN_NEW_LEG_SHARE * entry.mps) else {
        let stopped = recovery.reference_mps.is_some();
        return ManeuverLoss::none(if stopped { NoLossReason::Stopped } else { recovery.limited_by });
    };
    let og_s = (found.turn.end_s + ROUNDING_OG_S).min(recovery.limit_s);
    distance_lost(course, found, recovery, found.time_s, (entry, new_mps), Some(og_s))
}

/// Loss of a tack or gybe outside the bands of [`against_wind`], or of a turn without a name, by distance sailed against
/// speed. Against a rising speed it is a lower bound.
fn against_speed(course: &Course, found: &ClassifiedTurn, recovery: &Recovery, entry: Entry) -> ManeuverLoss {
    let middle_s = moment_of(course, &found.turn, middle_course_deg(course, found));
    let new_mps = recovery.reference_mps.unwrap_or(entry.mps);
    let measured = distance_lost(course, found, recovery, middle_s, (entry, new_mps), recovery.t95_s);
    if !entry.is_rising {
        return measured;
    }
    let at_least_m = measured.loss_80_m.or(measured.at_least_m).filter(|lost_m| *lost_m > 0.0);
    let basis = at_least_m.and(measured.basis);
    ManeuverLoss { basis, at_least_m, ..ManeuverLoss::none(NoLossReason::PreviousManeuver) }
}

/// Distance sailed between two moments, m. The mean of a velocity that turns by ω is shorter than the speed by
/// exp(−½ (ωσ)²), where σ is the width of the smoothing; the distance is corrected for it.
fn sailed_m(course: &Course, from_s: f64, to_s: f64) -> Option<f64> {
    let width_s = SMOOTHING_WIDTH_S * f64::sqrt(course.track.median_dt_s);
    let shortened = |i: usize| {
        let turned = to_rad(course.rate_dps[i].abs().min(MAX_BOAT_RATE_DPS)) * width_s;
        let (before, after) = (course.time_s[i.saturating_sub(1)], course.time_s.get(i + 1));
        let until = after.map_or(to_s, |t| t.min(to_s));
        let seconds = 0.5 * (until - before.max(from_s)).max(0.0);
        course.motion.sog_mps[i] * seconds * (libm::exp(0.5 * turned * turned) - 1.0)
    };
    let more: f64 = course.fixes(from_s, to_s).map(shortened).sum();
    Some(course.way_m(from_s, to_s)? + more)
}

/// Unwrapped course half way through a turn, deg.
fn middle_course_deg(course: &Course, found: &ClassifiedTurn) -> f64 {
    let turn = &found.turn;
    let edges = course.course_at(turn.start_s).zip(course.course_at(turn.end_s));
    edges.map_or(0.0, |(a, b)| 0.5 * (a + b))
}

/// v_in (t_m − t_s) + v_new (t_e − t_m) − the way from t_s to t_e, at the ends t_e of a recovery and at `og_s`, all of
/// them after t_m; v_in and t_s are those of the entry.
fn distance_lost(
    course: &Course,
    found: &ClassifiedTurn,
    recovery: &Recovery,
    middle_s: f64,
    (entry, v_new): (Entry, f64),
    og_s: Option<f64>,
) -> ManeuverLoss {
    let start = entry.from_s;
    let lost = |end_s: f64| {
        let end = end_s.max(middle_s);
        Some(entry.mps * (middle_s - start) + v_new * (end - middle_s) - sailed_m(course, start, end)?)
    };
    let measured = ManeuverLoss::over(LossBasis::Speed, recovery, og_s, lost);
    let interval_80_m = measured.loss_80_m.zip(recovery.t80_s).map(|(m, t80)| {
        let fix = SPEED_FIX_FACTOR * fix_sd_m(course, found, t80 - start, REFERENCE_S);
        let half_width = Z_90 * hypot(fix, SPEED_LOSS_SD_SHARE * m);
        (m - half_width, m + half_width)
    });
    ManeuverLoss { interval_80_m, ..measured }
}
