//! What a maneuver cost, in metres (ALGORITHMS 3.4). Positive is lost; a gain is negative.

use crate::angle::to_rad;
use crate::maneuver::axis::in_band;
use crate::maneuver::recovery::Recovery;
use crate::segment::SegmentKind;
use crate::segment::classify::Found;
use crate::segment::course::Course;
use crate::segment::turns::LEAD_S;
use crate::wind::WindAt;

/// The entry's progress is read over this long, at least over the other, s.
const REFERENCE_S: f64 = 10.0;
const REFERENCE_MIN_S: f64 = 5.0;
/// loss_og of a rounding ends this long after the turn, s: the hoist's dip comes late.
const ROUNDING_S: f64 = 20.0;
/// A rounding after which a boat makes less than this share of its speed before has ended in a stop: the new leg has no
/// speed to count its way against.
const SAILED_ON: f64 = 0.3;
/// 90 % of a normal distribution lies within this many standard deviations.
const Z90: f64 = 1.645;
/// Standard deviation of a smoothed position against another some seconds later, m, as measured on simulated loggers.
const POSITION_SD_M: f64 = 0.22;
/// What slow sampling adds: the share of the way between two fixes by which a turn's edges are misplaced.
const BETWEEN_FIXES: f64 = 0.11;

/// Losses of one maneuver, m; none where they would mean nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Loss {
    pub og_m: Option<f64>,
    pub loss_80_m: Option<f64>,
    /// 90 % interval of `loss_80_m`.
    pub interval_80_m: Option<(f64, f64)>,
    /// Way made good from the start of the turn to its end: to windward in a tack, to leeward in a gybe.
    pub made_good_m: Option<f64>,
}

/// Measures the loss of a maneuver in a wind. `free_from_s` is the end of the previous one.
pub fn measure_loss(
    course: &Course,
    found: &Found,
    wind: &WindAt,
    recovery: &Recovery,
    entry_mps: Option<f64>,
    free_from_s: f64,
) -> Loss {
    if !found.has_loss {
        return Loss::default();
    }
    match found.kind {
        Some(SegmentKind::Tack) if in_band(found) => {
            against_wind(course, found, wind, recovery, 0.0, free_from_s)
        }
        Some(SegmentKind::Gybe) if in_band(found) => {
            against_wind(course, found, wind, recovery, 180.0, free_from_s)
        }
        Some(SegmentKind::BearAway | SegmentKind::Douse) => rounding(course, found, recovery, entry_mps),
        _ => Loss::default(),
    }
}

/// Progress towards the wind (or, by `turned_deg`, away from it) missed against the entry's.
fn against_wind(
    course: &Course,
    found: &Found,
    wind: &WindAt,
    recovery: &Recovery,
    turned_deg: f64,
    free_from_s: f64,
) -> Loss {
    let start = found.turn.start_s - LEAD_S;
    let first = course.piece_span(found.turn.start_s).map_or(start, |p| p.0);
    let from = (start - REFERENCE_S).max(free_from_s).max(first);
    let made_good_m = progress(course, found.turn.start_s, found.turn.end_s, wind.twd_deg + turned_deg);
    if start - from < REFERENCE_MIN_S {
        return Loss { made_good_m, ..Loss::default() };
    }
    let loss = |end_s: f64, wind_deg: f64| progress_lost(course, from, start, end_s, wind_deg);
    let axis = wind.twd_deg + turned_deg;
    let loss_80_m = recovery.t80_s.and_then(|t| loss(t, axis));
    let interval_80_m = recovery.t80_s.zip(loss_80_m).and_then(|(t80, middle)| {
        let doubt = Z90 * wind.sd_deg;
        let (left, right) = (loss(t80, axis - doubt)?, loss(t80, axis + doubt)?);
        let fix = Z90 * fix_doubt_m(course, found, t80 - start, start - from);
        let (low, high) = (left.min(right).min(middle), left.max(right).max(middle));
        let widen = |d: f64| libm::sqrt(d * d + fix * fix);
        Some((middle - widen(middle - low), middle + widen(high - middle)))
    });
    Loss { og_m: recovery.t95_s.and_then(|t| loss(t, axis)), loss_80_m, interval_80_m, made_good_m }
}

/// V_ref (end - start) - progress from start to end, both along the axis.
fn progress_lost(course: &Course, from_s: f64, start_s: f64, end_s: f64, axis_deg: f64) -> Option<f64> {
    let entry = progress(course, from_s, start_s, axis_deg)?;
    Some(entry / (start_s - from_s) * (end_s - start_s) - progress(course, start_s, end_s, axis_deg)?)
}

/// Way made good along an axis between two moments, m.
fn progress(course: &Course, from_s: f64, to_s: f64, axis_deg: f64) -> Option<f64> {
    let (sin, cos) = libm::sincos(to_rad(axis_deg));
    let along = |t: f64| course.position_at(t).map(|(east, north)| east * sin + north * cos);
    Some(along(to_s)? - along(from_s)?)
}

/// Doubt from the fixes alone: the reference carried over the maneuver, and its two ends, m.
fn fix_doubt_m(course: &Course, found: &Found, lasted_s: f64, reference_s: f64) -> f64 {
    let at = course.fixes(found.turn.start_s, found.turn.end_s).start;
    let speed_sd = course.motion.sog_sd_mps.get(at).copied().unwrap_or(0.0);
    let position = POSITION_SD_M * libm::sqrt(2.0) * (1.0 + lasted_s / reference_s);
    let drift = speed_sd * lasted_s / libm::sqrt(reference_s.max(1.0));
    let speed = course.motion.sog_mps.get(at).copied().unwrap_or(0.0);
    let sparse = BETWEEN_FIXES * speed * course.track.median_dt_s;
    libm::sqrt(position * position + drift * drift + sparse * sparse)
}

/// Roundings: the wind axis changes its meaning half way, so way is counted against speed.
fn rounding(course: &Course, found: &Found, recovery: &Recovery, entry_mps: Option<f64>) -> Loss {
    let speeds = entry_mps.zip(recovery.reference_mps).filter(|(v_in, v_new)| *v_new >= SAILED_ON * v_in);
    let Some((v_in, v_new)) = speeds else { return Loss::default() };
    let start = found.turn.start_s - LEAD_S;
    let middle = found.time_s;
    let loss = |end_s: f64| {
        let end = end_s.max(middle);
        Some(v_in * (middle - start) + v_new * (end - middle) - course.way_m(start, end)?)
    };
    let loss_80_m = recovery.t80_s.and_then(loss);
    let interval_80_m = loss_80_m.zip(recovery.t80_s).map(|(m, t80)| {
        let doubt = Z90 * fix_doubt_m(course, found, t80 - start, REFERENCE_S);
        (m - doubt, m + doubt)
    });
    Loss {
        og_m: loss((found.turn.end_s + ROUNDING_S).min(recovery.limit_s)),
        loss_80_m,
        interval_80_m,
        made_good_m: None,
    }
}
