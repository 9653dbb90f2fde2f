//! Summary of one track (docs/algorithms.md, section 11).

use std::ops::Range;

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

/// Displacement from fix to fix of a sparse track that counts even at a slower speed, m: over hours, half a knot is miles.
/// *guess*: more than a boat at anchor swings.
const MIN_SPARSE_STEP_M: f64 = 50.0;

/// Distance sailed, m: steps between smoothed positions within pieces where the speed is at least 0.5 kn. Of
/// a sparse track the straight lines from fix to fix, those of at least 50 m too at a lower speed: a lower bound.
pub fn distance_sailed_m(course: &Course) -> f64 {
    if course.track.is_sparse() {
        return displaced_m(course);
    }
    course.track.pieces.iter().fold(0.0, |sum, piece| way_m(course, piece, sum))
}

/// The steps between the smoothed positions of these rows where the speed is at least 0.5 kn, added to a sum, m.
pub fn way_m(course: &Course, rows: &Range<usize>, mut sum: f64) -> f64 {
    let motion = course.motion;
    let place = |i: usize| course.track.planes.to_deg(i, motion.east_m[i], motion.north_m[i]);
    let mut before = place(rows.start);
    for i in rows.start + 1..rows.end {
        let here = place(i);
        if motion.sog_mps[i] >= MIN_SAILING_MPS {
            sum += distance_m(before.0, before.1, here.0, here.1);
        }
        before = here;
    }
    sum
}

/// Sum of the displacements of a sparse track, m.
fn displaced_m(course: &Course) -> f64 {
    let (t, sog) = (&course.time_s, &course.motion.sog_mps);
    let steps = course.track.pieces.iter().flat_map(|piece| piece.start + 1..piece.end);
    let way = |i: usize| (sog[i], sog[i] * (t[i] - t[i - 1]));
    steps
        .map(way)
        .filter(|(v, m)| *v >= MIN_SAILING_MPS || *m >= MIN_SPARSE_STEP_M)
        .fold(0.0, |sum, (_, m)| sum + m)
}

/// Largest standard deviation of a speed that may set a best speed, m/s: 2 kn, *from* the filters of GPS speed-sailing
/// programs (GPSResults).
const MAX_SPEED_SD_MPS: f64 = 2.0 * MPS_PER_KNOT;
/// Largest difference between device speed and smoothed speed at which the device confirms it, m/s. *guess*
pub const CONFIRMED_WITHIN_MPS: f64 = 1.5;

/// The greatest 2 s mean speed among the fixes that pass the [`gates`]; none without such a fix. The first and the last
/// fix of a piece take part only where the device reported a speed, or where no other fix passes: the smoother has
/// neighbours on one side only there. Takes time proportional to the number of fixes.
pub fn best_speed(course: &Course) -> Option<BestSpeed> {
    let passes = gates(course);
    let at_end = piece_ends(course);
    let device = course.motion.device_mps(course.track);
    let reported = |i: usize| device.is_some_and(|v| v[i].is_finite());
    let inside = |i: &usize| passes[*i] && (reported(*i) || !at_end[*i]);
    let fastest = |a: &usize, b: &usize| course.sog_2s_mps[*a].total_cmp(&course.sog_2s_mps[*b]);
    let all = 0..passes.len();
    let best = all.clone().filter(inside).max_by(fastest);
    let best = best.or_else(|| all.filter(|i| passes[*i]).max_by(fastest))?;
    Some(BestSpeed { mps: course.sog_2s_mps[best], sd_mps: course.motion.sog_sd_mps[best] })
}

/// One flag per fix: true for the first and the last fix of a piece.
fn piece_ends(course: &Course) -> Vec<bool> {
    let mut at_end = vec![false; course.time_s.len()];
    for piece in &course.track.pieces {
        for fix in [piece.start, piece.end - 1] {
            at_end[fix] = true;
        }
    }
    at_end
}

/// Which fixes may set a record: position not rejected, speed sd ≤ 2 kn, also as the device states it, and confirmed by the device's speed where the
/// device confirms more than half of the moving fixes. When no fix passes, all fixes with accepted positions.
pub fn gates(course: &Course) -> Vec<bool> {
    let motion = course.motion;
    let left_out = |i: usize| course.track.flags.get(i).is_some_and(|flags| flags & flag::LEFT_OUT != 0);
    let accepted = |i: usize| motion.flags[i] & flag::OUTLIER == 0 && !left_out(i);
    let confirmed = confirmed_by_device(course);
    let is_certain = |i: usize| {
        let stated = motion.stated_sd_mps(course.track, i);
        motion.sog_sd_mps[i] <= MAX_SPEED_SD_MPS && stated.is_none_or(|sd| sd <= MAX_SPEED_SD_MPS)
    };
    let passes = |i: usize| accepted(i) && is_certain(i) && confirmed.as_ref().is_none_or(|v| v[i]);
    let all = 0..motion.sog_mps.len();
    let known: Vec<bool> = all.clone().map(passes).collect();
    if known.contains(&true) { known } else { all.map(accepted).collect() }
}

/// Per fix, whether the device's speed confirms the smoothed one; none when it does so for at most half of the moving
/// fixes, or without device speed.
fn confirmed_by_device(course: &Course) -> Option<Vec<bool>> {
    let device = course.motion.device_mps(course.track)?;
    let smoothed = &course.motion.sog_mps;
    let same = device.iter().zip(smoothed).map(|(&d, s)| (f64::from(d) - s).abs() <= CONFIRMED_WITHIN_MPS);
    let same: Vec<bool> = same.collect();
    let moving = |s: &f64| *s >= CONFIRMED_WITHIN_MPS;
    let moved = smoothed.iter().filter(|s| moving(s)).count();
    let agreed = same.iter().zip(smoothed).filter(|(same, s)| **same && moving(s)).count();
    (2 * agreed > moved).then_some(same)
}

/// Fixes per second by the median interval inside pieces; none where no piece has two fixes.
pub fn sample_rate_hz(course: &Course) -> Option<f64> {
    let dt = course.track.median_dt_s;
    let has_interval = course.track.pieces.iter().any(|piece| piece.len() > 1);
    (has_interval && dt > 0.0 && dt.is_finite()).then(|| 1.0 / dt)
}
