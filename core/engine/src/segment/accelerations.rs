//! Accelerations from rest to full speed upwind (docs/algorithms.md, section 9).

use crate::segment::course::{Course, UNDER_WAY_MPS};
use crate::segment::straights::UPWIND_DEG;
use crate::segment::wind_along_track::WindAlongTrack;
use crate::stats::quantile::weighted_median;

// All constants below are a *guess*.

/// Greatest speed before an acceleration, as a share of the upwind speed, and its least duration, s.
const SLOW_SHARE: f64 = 0.4;
const MIN_SLOW_S: f64 = 3.0;
/// Share of the upwind speed at which it ends, and the time within which that is reached, s.
const FULL_SHARE: f64 = 0.9;
const MAX_ACCELERATION_S: f64 = 20.0;
/// Least gain per second up to half of the upwind speed, as a share of it, and the least time it is divided by, s.
const MIN_RISE_SHARE_PER_S: f64 = 0.1;
const MIN_RISE_S: f64 = 2.0;
/// Greatest change of course, deg.
const MAX_COURSE_CHANGE_DEG: f64 = 40.0;
/// Speed of the reference boat of the loss, as a share of the upwind speed.
const REFERENCE_SHARE: f64 = 0.95;

/// An acceleration; times in s from the first fix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Acceleration {
    /// The last local minimum of the speed before the rise.
    pub start_s: f64,
    /// Moments with 50, 80 and 90 % of the upwind speed, s.
    pub to_50_s: f64,
    pub to_80_s: f64,
    pub end_s: f64,
    /// Least and greatest speed, m/s.
    pub min_mps: f64,
    pub max_mps: f64,
    /// Distance sailed in the first 10 s, m.
    pub way_10_m: Option<f64>,
    /// Distance lost against a boat at [`REFERENCE_SHARE`] of the upwind speed, m.
    pub loss_m: f64,
}

/// All accelerations of a track, in time order; none without upwind sailing.
pub fn find_accelerations(course: &Course, wind_along: &WindAlongTrack) -> Vec<Acceleration> {
    let Some(full) = upwind_mps(course, wind_along) else { return Vec::new() };
    let mut found: Vec<Acceleration> = Vec::new();
    for piece in &course.track.pieces {
        let mut slow_since: Option<f64> = None;
        for i in piece.clone() {
            let t = course.time_s[i];
            if course.motion.sog_mps[i] <= SLOW_SHARE * full {
                slow_since.get_or_insert(t);
                continue;
            }
            let slow = slow_since.take().is_some_and(|since| t - since >= MIN_SLOW_S);
            if slow {
                found.extend(acceleration_at(course, wind_along, i, full));
            }
        }
    }
    found
}

/// Median speed on upwind courses above half of the pace, m/s; none where that is no sailing speed.
fn upwind_mps(course: &Course, wind_along: &WindAlongTrack) -> Option<f64> {
    let fixes = course.track.pieces.iter().flat_map(|piece| course.seconds(piece.clone()));
    let upwind = fixes.filter(|&(i, _)| wind_along.angle_at_fix(course, i).abs() < UPWIND_DEG);
    let mut speeds: Vec<(f64, f64)> = upwind
        .map(|(i, s)| (course.motion.sog_mps[i], s))
        .filter(|(v, _)| *v > 0.5 * course.pace_mps)
        .collect();
    // Noise of a receiver at rest is up to half a knot.
    weighted_median(&mut speeds).filter(|v| *v > UNDER_WAY_MPS)
}

/// The acceleration that ends a slow stretch at fix `i`, if it is one.
fn acceleration_at(
    course: &Course,
    wind_along: &WindAlongTrack,
    i: usize,
    full_mps: f64,
) -> Option<Acceleration> {
    let sog = &course.motion.sog_mps;
    let start = lowest_before(course, i);
    let start_s = course.time_s[start];
    let reach = course.fixes(start_s, start_s + MAX_ACCELERATION_S);
    let passes = |share: f64| reach.clone().find(|&k| sog[k] >= share * full_mps).map(|k| course.time_s[k]);
    let (to_50_s, to_80_s, end_s) = (passes(0.5)?, passes(0.8)?, passes(FULL_SHARE)?);
    let end = course.fixes(end_s, end_s).start;
    let upwind = wind_along.angle_at_fix(course, end).abs() < UPWIND_DEG;
    let moving_deg = course.course_at(course.time_s[i])?;
    let straight = (course.course_at(end_s)? - moving_deg).abs() < MAX_COURSE_CHANGE_DEG;
    let rise = (course.sog_at(to_50_s)? - sog[start]) / (to_50_s - start_s).max(MIN_RISE_S);
    if !upwind || !straight || rise < MIN_RISE_SHARE_PER_S * full_mps {
        return None;
    }
    let inside = start..end + 1;
    let extreme = |pick: fn(f64, f64) -> f64, from: f64| sog[inside.clone()].iter().copied().fold(from, pick);
    Some(Acceleration {
        start_s,
        to_50_s,
        to_80_s,
        end_s,
        min_mps: extreme(f64::min, f64::INFINITY),
        max_mps: extreme(f64::max, 0.0),
        way_10_m: course.way_m(start_s, start_s + 10.0),
        loss_m: REFERENCE_SHARE * full_mps * (end_s - start_s) - course.way_m(start_s, end_s)?,
    })
}

/// The last local minimum of the speed at or before a fix of its piece.
fn lowest_before(course: &Course, i: usize) -> usize {
    let sog = &course.motion.sog_mps;
    let first = course.piece_at(course.time_s[i]).map_or(0, |p| p.start);
    let mut at = i;
    while at > first && sog[at - 1] < sog[at] {
        at -= 1;
    }
    at
}
