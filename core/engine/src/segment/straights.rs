//! Steady sailing between maneuvers (ALGORITHMS 3.5).

use crate::angle::{circular_mean, circular_sd_deg, wrap_360};
use crate::segment::TackSide;
use crate::segment::breeze::Breeze;
use crate::segment::course::Course;
use crate::units::MPS_PER_KNOT;

/// Shortest straight, s, and what is trimmed off at each end.
const MIN_S: f64 = 20.0;
const TRIM_S: f64 = 2.0;
/// A change of course of this much, held this long, begins another straight.
const CHANGE_DEG: f64 = 15.0;
const CHANGE_HELD_S: f64 = 8.0;
/// Course means compared for it, s.
const MEAN_S: f64 = 5.0;
/// Fixes over which a receiver's noise is averaged before steadiness is judged.
const NOISE_FIXES: f64 = 2.5;
/// Widest spread of course, deg; in following waves a foil wanders more.
const MAX_SD_DEG: f64 = 10.0;
const MAX_SD_SURF_DEG: f64 = 14.0;
/// Slowest mean speed: this, or this share of the median.
const MIN_MPS: f64 = 1.5 * MPS_PER_KNOT;
const MIN_SHARE: f64 = 0.4;
/// The turn rate stays under this for this share of the fixes.
const MAX_RATE_DPS: f64 = 4.0;
const RATE_SHARE: f64 = 0.9;
/// Points of sail by the mean wind angle, deg.
pub const UPWIND_DEG: f64 = 70.0;
pub const DOWNWIND_DEG: f64 = 110.0;

/// A straight; times in s from the first fix.
#[derive(Debug, Clone, PartialEq)]
pub struct Straight {
    pub start_s: f64,
    pub end_s: f64,
    pub sog_mps: f64,
    pub cog_deg: f64,
    /// Mean absolute wind angle and progress towards the wind; none without wind.
    pub wind: Option<StraightWind>,
}

/// A straight against the wind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StraightWind {
    pub side: TackSide,
    pub angle_deg: f64,
    pub vmg_mps: f64,
}

/// Finds the straights outside `taken`, spans of time in order that belong to maneuvers, stops and falls.
pub fn find_straights(course: &Course, breeze: Option<&Breeze>, taken: &[(f64, f64)]) -> Vec<Straight> {
    let mut out = Vec::new();
    // A receiver's noise lasts for a fix or two, what the helm does for longer: steadiness is read on means.
    let mean = course.centred_course((NOISE_FIXES * course.track.median_dt_s).min(MEAN_S));
    for piece in &course.track.pieces {
        for (from, to) in free_spans(course.time_s[piece.start], course.time_s[piece.end - 1], taken) {
            for (a, b) in split(course, from, to) {
                out.extend(straight(course, breeze, &mean, a + TRIM_S, b - TRIM_S));
            }
        }
    }
    out
}

/// What `taken` leaves of a span.
fn free_spans(from_s: f64, to_s: f64, taken: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut free = Vec::new();
    let mut at = from_s;
    for &(start, end) in &taken[taken.partition_point(|t| t.1 < from_s)..] {
        if start > to_s {
            break;
        }
        if start > at {
            free.push((at, start));
        }
        at = at.max(end);
    }
    if to_s > at {
        free.push((at, to_s));
    }
    free
}

/// Splits where the course settles elsewhere: the mean of what follows leaves that of what went before and stays away.
fn split(course: &Course, from_s: f64, to_s: f64) -> Vec<(f64, f64)> {
    let mut parts = Vec::new();
    let mut start = from_s;
    let mut away_since: Option<f64> = None;
    let mut t = from_s + MEAN_S;
    while t + MEAN_S <= to_s {
        let behind = course.mean_course(t, start, away_since.unwrap_or(t));
        let ahead = course.mean_course(t, t, t + MEAN_S);
        let off = behind.zip(ahead).is_some_and(|(b, a)| (a - b).abs() > CHANGE_DEG);
        match (off, away_since) {
            (true, None) => away_since = Some(t),
            (true, Some(since)) if t - since >= CHANGE_HELD_S => {
                parts.push((start, since));
                start = since;
                away_since = None;
            }
            (false, _) => away_since = None,
            _ => {}
        }
        t += 1.0;
    }
    parts.push((start, to_s));
    parts
}

fn straight(
    course: &Course,
    breeze: Option<&Breeze>,
    mean_deg: &[f64],
    from_s: f64,
    to_s: f64,
) -> Option<Straight> {
    if to_s - from_s < MIN_S {
        return None;
    }
    let straight = straight_between(course, breeze, from_s, to_s)?;
    let fixes = course.fixes(from_s, to_s);
    let (_, r) = circular_mean(mean_deg.get(fixes.clone())?.iter().map(|&c| (wrap_360(c), 1.0)))?;
    let (first, last) = (fixes.start, fixes.end.saturating_sub(1));
    let rate = |i: usize| {
        let (a, b) = (i.saturating_sub(1).max(first), (i + 1).min(last));
        (mean_deg[b] - mean_deg[a]) / (course.time_s[b] - course.time_s[a])
    };
    let calm = fixes.clone().filter(|&i| rate(i).abs() < MAX_RATE_DPS).count();
    let downwind = straight.wind.is_some_and(|w| w.angle_deg > DOWNWIND_DEG);
    let max_sd = if downwind { MAX_SD_SURF_DEG } else { MAX_SD_DEG };
    let steady = circular_sd_deg(r) <= max_sd && calm as f64 >= RATE_SHARE * fixes.len() as f64;
    let fast = straight.sog_mps > MIN_MPS.max(MIN_SHARE * course.pace_mps);
    (steady && fast).then_some(straight)
}

/// A straight between two moments of one piece, however steady it was; none where too little of it was recorded.
pub fn straight_between(
    course: &Course,
    breeze: Option<&Breeze>,
    from_s: f64,
    to_s: f64,
) -> Option<Straight> {
    let fixes = course.fixes(from_s, to_s);
    let sog_mps = course.mean_sog(from_s, from_s, to_s)?;
    let (cog_deg, _) = circular_mean(course.course_deg[fixes.clone()].iter().map(|&c| (wrap_360(c), 1.0)))?;
    let wind = breeze.and_then(|b| against(course, b, fixes));
    Some(Straight { start_s: from_s, end_s: to_s, sog_mps, cog_deg, wind })
}

fn against(course: &Course, breeze: &Breeze, fixes: std::ops::Range<usize>) -> Option<StraightWind> {
    let angles = || fixes.clone().map(|i| (breeze.angle_at_fix(course, i), 1.0));
    let (mean, _) = circular_mean(angles())?;
    let theta = crate::angle::wrap_180(mean);
    let (mut vmg, mut n) = (0.0, 0.0);
    for i in fixes.clone() {
        let angle = breeze.angle_at_fix(course, i);
        if angle.is_finite() {
            vmg += course.motion.sog_mps[i] * libm::cos(crate::angle::to_rad(angle));
            n += 1.0;
        }
    }
    // A straight whose wind is known for less than half of it has none.
    if n < 0.5 * fixes.len() as f64 {
        return None;
    }
    let side = if theta > 0.0 { TackSide::Starboard } else { TackSide::Port };
    Some(StraightWind { side, angle_deg: theta.abs(), vmg_mps: vmg / n })
}
