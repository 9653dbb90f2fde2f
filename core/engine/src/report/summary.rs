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

/// The best 2 s mean among fixes that were not judged wrong.
pub fn best_speed(course: &Course) -> Option<BestSpeed> {
    let mut best: Option<BestSpeed> = None;
    for (i, &mps) in course.sog_2s_mps.iter().enumerate() {
        let judged_wrong = course.track.flags[i] & flag::OUTLIER != 0;
        if !judged_wrong && best.is_none_or(|b| mps > b.mps) {
            best = Some(BestSpeed { mps, sd_mps: course.motion.sog_sd_mps[i] });
        }
    }
    best
}

/// Fixes per second by the median interval.
pub fn sample_rate_hz(course: &Course) -> Option<f64> {
    let dt = course.track.median_dt_s;
    (dt > 0.0 && dt.is_finite()).then(|| 1.0 / dt)
}
