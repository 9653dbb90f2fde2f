//! Loss of a maneuver, m, against sailing on (docs/algorithms.md, section 8.4). A gain is negative.

use crate::angle::to_rad;
use crate::maneuver::axis::in_band;
use crate::maneuver::recovery::Recovery;
use crate::segment::SegmentKind;
use crate::segment::classify::ClassifiedTurn;
use crate::segment::course::Course;
use crate::segment::turns::LEAD_S;
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
/// Half-width of the 90 % interval of a normal distribution in standard deviations.
const Z90: f64 = 1.645;
/// Standard deviation of a smoothed position against another some seconds later, m. *measured* on simulated loggers,
/// `npm run truth`
const POSITION_SD_M: f64 = 0.22;
/// Standard deviation of the edges of a turn, as a share of the distance between two fixes. *measured* with
/// `npm run truth`
const EDGE_SD_SHARE: f64 = 0.11;

/// Losses of one maneuver, m; none where they are not defined or the boat did not recover.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Loss {
    pub og_m: Option<f64>,
    pub loss_80_m: Option<f64>,
    /// 90 % confidence interval of `loss_80_m`.
    pub interval_80_m: Option<(f64, f64)>,
    /// Distance made good from the start to the end of the turn: to windward in a tack, to leeward in a gybe.
    pub made_good_m: Option<f64>,
}

/// Measures the loss of a maneuver in a wind. `free_from_s` is the end of the previous maneuver, before which the
/// reference window does not reach.
pub fn measure_loss(
    course: &Course,
    found: &ClassifiedTurn,
    wind: Option<&WindAt>,
    recovery: &Recovery,
    entry_mps: Option<f64>,
    free_from_s: f64,
) -> Loss {
    if !found.has_loss {
        return Loss::default();
    }
    match (found.kind, wind) {
        (Some(SegmentKind::Tack), Some(wind)) if in_band(found) => {
            against_wind(course, found, wind, recovery, 0.0, free_from_s)
        }
        (Some(SegmentKind::Gybe), Some(wind)) if in_band(found) => {
            against_wind(course, found, wind, recovery, 180.0, free_from_s)
        }
        (Some(SegmentKind::BearAway | SegmentKind::Douse), _) => rounding(course, found, recovery, entry_mps),
        _ => Loss::default(),
    }
}

/// Loss of progress along the axis `wind + turned_deg` (0 to windward, 180 to leeward) against that before the turn.
fn against_wind(
    course: &Course,
    found: &ClassifiedTurn,
    wind: &WindAt,
    recovery: &Recovery,
    turned_deg: f64,
    free_from_s: f64,
) -> Loss {
    let start = found.turn.start_s - LEAD_S;
    let first = course.piece_span(found.turn.start_s).map_or(start, |p| p.0);
    let from = (start - REFERENCE_S).max(free_from_s).max(first);
    let made_good_m = progress(course, found.turn.start_s, found.turn.end_s, wind.twd_deg + turned_deg);
    if start - from < MIN_REFERENCE_S {
        return Loss { made_good_m, ..Loss::default() };
    }
    let loss = |end_s: f64, wind_deg: f64| progress_lost(course, from, start, end_s, wind_deg);
    let axis = wind.twd_deg + turned_deg;
    let loss_80_m = recovery.t80_s.and_then(|t| loss(t, axis));
    let interval_80_m = recovery.t80_s.zip(loss_80_m).and_then(|(t80, middle)| {
        let turned_deg = Z90 * wind.sd_deg;
        let (left, right) = (loss(t80, axis - turned_deg)?, loss(t80, axis + turned_deg)?);
        let fix = Z90 * fix_sd_m(course, found, t80 - start, start - from);
        let (low, high) = (left.min(right).min(middle), left.max(right).max(middle));
        let widen = |d: f64| libm::sqrt(d * d + fix * fix);
        Some((middle - widen(middle - low), middle + widen(high - middle)))
    });
    Loss { og_m: recovery.t95_s.and_then(|t| loss(t, axis)), loss_80_m, interval_80_m, made_good_m }
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
    let position = POSITION_SD_M * libm::sqrt(2.0) * (1.0 + lasted_s / reference_s);
    let drift = speed_sd * lasted_s / libm::sqrt(reference_s.max(1.0));
    let speed = course.motion.sog_mps.get(at).copied().unwrap_or(0.0);
    let sparse = EDGE_SD_SHARE * speed * course.track.median_dt_s;
    libm::sqrt(position * position + drift * drift + sparse * sparse)
}

/// Loss of a bear away or a douse by distance sailed against speed, because the axis of progress changes half way.
fn rounding(course: &Course, found: &ClassifiedTurn, recovery: &Recovery, entry_mps: Option<f64>) -> Loss {
    let speeds =
        entry_mps.zip(recovery.reference_mps).filter(|(v_in, v_new)| *v_new >= MIN_NEW_LEG_SHARE * v_in);
    let Some((v_in, v_new)) = speeds else { return Loss::default() };
    let start = found.turn.start_s - LEAD_S;
    let middle = found.time_s;
    let loss = |end_s: f64| {
        let end = end_s.max(middle);
        Some(v_in * (middle - start) + v_new * (end - middle) - course.way_m(start, end)?)
    };
    let loss_80_m = recovery.t80_s.and_then(loss);
    let interval_80_m = loss_80_m.zip(recovery.t80_s).map(|(m, t80)| {
        let half_width = Z90 * fix_sd_m(course, found, t80 - start, REFERENCE_S);
        (m - half_width, m + half_width)
    });
    Loss {
        og_m: loss((found.turn.end_s + ROUNDING_OG_S).min(recovery.limit_s)),
        loss_80_m,
        interval_80_m,
        made_good_m: None,
    }
}
