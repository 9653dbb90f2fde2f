//! Summary of one track (docs/algorithms.md, section 11).

use crate::geo::distance_m;
use crate::segment::course::Course;
use crate::track::flag;
use crate::units::MPS_PER_KNOT;

/// Below this speed no distance is counted, m/s. *guess*
const MIN_SAILING_MPS: f64 = 0.5 * MPS_PER_KNOT;

/// The highest 2 s mean speed and its standard deviation, m/s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BestSpeed {
    pub mps: f64,
    pub sd_mps: f64,
}

/// Distance sailed, m: great-circle steps between smoothed positions within pieces where the speed is at least 0.5 kn.
pub fn distance_sailed_m(course: &Course) -> f64 {
    let motion = course.motion;
    let place = |i: usize| course.track.plane.to_deg(motion.east_m[i], motion.north_m[i]);
    let mut sum = 0.0;
    for piece in &course.track.pieces {
        let mut before = place(piece.start);
        for i in piece.start + 1..piece.end {
            let here = place(i);
            if motion.sog_mps[i] >= MIN_SAILING_MPS {
                sum += distance_m(before.0, before.1, here.0, here.1);
            }
            before = here;
        }
    }
    sum
}

/// Largest standard deviation of a speed that may set a best speed, m/s: 2 kn, *from* the filters of GPS speed-sailing
/// programs (GPSResults).
const MAX_SPEED_SD_MPS: f64 = 2.0 * MPS_PER_KNOT;
/// Largest difference between device speed and smoothed speed at which the device confirms it, m/s. *guess*
pub const CONFIRMED_WITHIN_MPS: f64 = 1.5;

/// The highest 2 s mean among the fixes that pass [`gates`]; the ends of pieces are excluded unless the device measured
/// speed there or there is nothing else. None for an empty track.
pub fn best_speed(course: &Course) -> Option<BestSpeed> {
    let passes = gates(course);
    let ends = |i: usize| course.track.pieces.iter().any(|p| i == p.start || i + 1 == p.end);
    let device = course.track.columns.get("sog");
    let has_device_speed = |i: usize| device.is_some_and(|v| v[i].is_finite());
    let inside: Vec<usize> =
        (0..passes.len()).filter(|&i| passes[i] && (has_device_speed(i) || !ends(i))).collect();
    let all = || (0..passes.len()).filter(|&i| passes[i]).collect();
    let rows = if inside.is_empty() { all() } else { inside }.into_iter();
    let best = rows.max_by(|&a, &b| course.sog_2s_mps[a].total_cmp(&course.sog_2s_mps[b]))?;
    Some(BestSpeed { mps: course.sog_2s_mps[best], sd_mps: course.motion.sog_sd_mps[best] })
}

/// Which fixes may set a record: position not rejected, speed sd ≤ 2 kn, and confirmed by the device's speed where the
/// device confirms more than half of the moving fixes. When no fix passes, all fixes with accepted positions.
pub fn gates(course: &Course) -> Vec<bool> {
    let motion = course.motion;
    let accepted = |i: usize| motion.flags[i] & flag::OUTLIER == 0;
    let confirmed = confirmed_by_device(course);
    let passes = |i: usize| {
        accepted(i) && motion.sog_sd_mps[i] <= MAX_SPEED_SD_MPS && confirmed.as_ref().is_none_or(|v| v[i])
    };
    let all = 0..motion.sog_mps.len();
    let known: Vec<bool> = all.clone().map(passes).collect();
    if known.contains(&true) { known } else { all.map(accepted).collect() }
}

/// Per fix, whether the device's speed confirms the smoothed one; none when it does so for at most half of the moving
/// fixes, or without device speed.
fn confirmed_by_device(course: &Course) -> Option<Vec<bool>> {
    let device = course.track.columns.get("sog")?;
    let smoothed = &course.motion.sog_mps;
    let same = device.iter().zip(smoothed).map(|(&d, s)| (f64::from(d) - s).abs() <= CONFIRMED_WITHIN_MPS);
    let same: Vec<bool> = same.collect();
    let moving = |s: &f64| *s >= CONFIRMED_WITHIN_MPS;
    let moved = smoothed.iter().filter(|s| moving(s)).count();
    let agreed = same.iter().zip(smoothed).filter(|(same, s)| **same && moving(s)).count();
    (2 * agreed > moved).then_some(same)
}

/// Sample rate, Hz: the reciprocal of the median interval; none when that is unknown.
pub fn sample_rate_hz(course: &Course) -> Option<f64> {
    let dt = course.track.median_dt_s;
    (dt > 0.0 && dt.is_finite()).then(|| 1.0 / dt)
}
