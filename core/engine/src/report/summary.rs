//! The summary of one track (ALGORITHMS 2.2).

use crate::geo::distance_m;
use crate::segment::course::Course;
use crate::track::flag;
use crate::units::MPS_PER_KNOT;

/// Slower than this nothing is sailed, m/s.
const DRIFT_MPS: f64 = 0.5 * MPS_PER_KNOT;

/// The best 2 s mean of speed and one standard deviation of it, m/s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BestSpeed {
    pub mps: f64,
    pub sd_mps: f64,
}

/// Way sailed: great-circle steps between smoothed fixes, inside pieces, where the boat moves.
pub fn distance_sailed_m(course: &Course) -> f64 {
    let motion = course.motion;
    let place = |i: usize| course.track.plane.to_deg(motion.east_m[i], motion.north_m[i]);
    let mut sum = 0.0;
    for piece in &course.track.pieces {
        let mut before = place(piece.start);
        for i in piece.start + 1..piece.end {
            let here = place(i);
            if motion.sog_mps[i] >= DRIFT_MPS {
                sum += distance_m(before.0, before.1, here.0, here.1);
            }
            before = here;
        }
    }
    sum
}

/// Speeds doubted by more than this are no best speed where there are better known ones, m/s: 2 kn, as the
/// record keepers have it.
const MOST_DOUBT_MPS: f64 = 2.0 * MPS_PER_KNOT;
/// A device's speed this near, m/s, vouches for the smoothed one.
pub const VOUCHED_MPS: f64 = 1.5;

/// The best 2 s mean among fixes that pass the [`gates`].
pub fn best_speed(course: &Course) -> Option<BestSpeed> {
    let passes = gates(course);
    let ends = |i: usize| course.track.pieces.iter().any(|p| i == p.start || i + 1 == p.end);
    let device = course.track.columns.get("sog");
    let told = |i: usize| device.is_some_and(|v| v[i].is_finite());
    // What the smoother makes of an end is no best speed, unless there is nothing else.
    let inside: Vec<usize> = (0..passes.len()).filter(|&i| passes[i] && (told(i) || !ends(i))).collect();
    let all = || (0..passes.len()).filter(|&i| passes[i]).collect();
    let rows = if inside.is_empty() { all() } else { inside }.into_iter();
    let best = rows.max_by(|&a, &b| course.sog_2s_mps[a].total_cmp(&course.sog_2s_mps[b]))?;
    Some(BestSpeed { mps: course.sog_2s_mps[best], sd_mps: course.motion.sog_sd_mps[best] })
}

/// Which fixes may set a record: judged right by the smoother, known to 2 kn and vouched for by the device where it
/// mostly can. Where no fix is known that well, all those judged right.
pub fn gates(course: &Course) -> Vec<bool> {
    let motion = course.motion;
    let right = |i: usize| motion.flags[i] & flag::OUTLIER == 0;
    let vouches = vouched(course);
    let passes = |i: usize| {
        right(i) && motion.sog_sd_mps[i] <= MOST_DOUBT_MPS && vouches.as_ref().is_none_or(|v| v[i])
    };
    let all = 0..motion.sog_mps.len();
    let known: Vec<bool> = all.clone().map(passes).collect();
    if known.contains(&true) { known } else { all.map(right).collect() }
}

/// Where the device's own speed says the same; none when it says so for less than half of the way.
fn vouched(course: &Course) -> Option<Vec<bool>> {
    let device = course.track.columns.get("sog")?;
    let smoothed = &course.motion.sog_mps;
    let same = device.iter().zip(smoothed).map(|(&d, s)| (f64::from(d) - s).abs() <= VOUCHED_MPS);
    let same: Vec<bool> = same.collect();
    let moving = |s: &f64| *s >= VOUCHED_MPS;
    let moved = smoothed.iter().filter(|s| moving(s)).count();
    let agreed = same.iter().zip(smoothed).filter(|(same, s)| **same && moving(s)).count();
    (2 * agreed > moved).then_some(same)
}

/// Fixes per second by the median interval.
pub fn sample_rate_hz(course: &Course) -> Option<f64> {
    let dt = course.track.median_dt_s;
    (dt > 0.0 && dt.is_finite()).then(|| 1.0 / dt)
}
