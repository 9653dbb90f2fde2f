//! Noise of positions from fix to fix, and jumps of positions (docs/algorithms.md, section 10).

use std::ops::Range;

use crate::angle::to_rad;
use crate::segment::course::Course;
use crate::stats::quantile::median;
use crate::track::flag;

/// Steps between the positions used, s: longer ones show the boat's own motion. *guess*
const STEP_RANGE_S: Range<f64> = 0.95..2.7;
/// Least speed, m/s, and least number of second differences. *guess*
const MOVING_MPS: f64 = 1.0;
const MIN_COUNT: usize = 30;
/// Ratio of standard deviation to median absolute value of a normal distribution.
const SD_OF_MEDIAN: f64 = 1.4826;
/// A jump: a second difference of more than this many standard deviations and of more than the hardest change of speed
/// (4 m/s² at 1 Hz), m. Receivers jump when they change satellites. *guess*
const JUMP_SDS: f64 = 4.5;
const MIN_JUMP_M: f64 = 4.0;

/// Absolute second differences of the measured positions along the course over about a second on either side, m, with the
/// fixes that each spans.
pub(super) struct PositionNoise {
    second_differences: Vec<(Range<usize>, f64)>,
}

impl PositionNoise {
    pub(super) fn of(course: &Course) -> Self {
        let mut second_differences = Vec::new();
        for piece in &course.track.pieces {
            let mut at: [Option<usize>; 2] = [None; 2];
            for i in piece.clone() {
                let step_s = at[1].map_or(f64::INFINITY, |last| course.time_s[i] - course.time_s[last]);
                if step_s < STEP_RANGE_S.start {
                    continue;
                }
                if let [Some(first), Some(middle)] = at {
                    second_differences
                        .extend(second_difference_m(course, [first, middle, i]).map(|m| (first..i + 1, m)));
                }
                at = [at[1], Some(i)];
            }
        }
        Self { second_differences }
    }

    /// Robust standard deviation, m; none for too few.
    pub(super) fn sd_m(&self) -> Option<f64> {
        let mut sizes: Vec<f64> = self.second_differences.iter().map(|b| b.1).collect();
        if sizes.len() < MIN_COUNT {
            return None;
        }
        Some(SD_OF_MEDIAN * median(&mut sizes)?)
    }

    /// The fixes around each jump as far as it affects the smoother; ranges may reach beyond the last fix.
    pub(super) fn jumps(&self) -> impl Iterator<Item = Range<usize>> {
        let limit_m = self.sd_m().map_or(f64::INFINITY, |m| (JUMP_SDS * m).max(MIN_JUMP_M));
        let about = |fixes: &Range<usize>| {
            let second = fixes.len() / 2;
            fixes.start.saturating_sub(second)..fixes.end + second
        };
        self.second_differences.iter().filter(move |b| b.1 > limit_m).map(move |b| about(&b.0))
    }
}

/// Absolute distance along the course between the last of three positions and its extrapolation from the first two, m.
fn second_difference_m(course: &Course, fixes: [usize; 3]) -> Option<f64> {
    let (motion, t) = (course.motion, &course.time_s);
    let [a, b, c] = fixes;
    let jumped = fixes.iter().any(|&i| motion.flags[i] & flag::OUTLIER != 0);
    let (before_s, after_s) = (t[b] - t[a], t[c] - t[b]);
    let even = STEP_RANGE_S.contains(&before_s) && STEP_RANGE_S.contains(&after_s);
    if jumped || !even || motion.sog_mps[b] < MOVING_MPS {
        return None;
    }
    let columns = &course.track.columns;
    let place = |i: usize| course.track.planes.to_m(i, columns.lat_deg[i], columns.lon_deg[i]);
    let (sin, cos) = libm::sincos(to_rad(motion.cog_deg[b]));
    let along = |from: usize, to: usize| {
        let (from_m, to_m) = (place(from), place(to));
        (to_m.0 - from_m.0) * sin + (to_m.1 - from_m.1) * cos
    };
    Some((along(b, c) - after_s / before_s * along(a, b)).abs())
}
