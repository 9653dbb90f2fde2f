//! How restless positions are from second to second, and where they leap.

use std::ops::Range;

use crate::angle::to_rad;
use crate::segment::course::Course;
use crate::stats::quantile::median;
use crate::track::flag;

/// Unrest is read over steps of this length, s: longer ones show the boat's own.
const BEND_STEP_S: Range<f64> = 0.95..2.7;
/// ... where she is faster than this, m/s, from at least so many places.
const MOVING_MPS: f64 = 1.0;
const PLACES: usize = 30;
/// Median absolute value to standard deviation of a normal distribution.
const SD_OF_MEDIAN: f64 = 1.4826;
/// Positions that bend by so many standard deviations, and by more than the hardest change of speed (4 m/s² at 1 Hz),
/// have leapt: the receiver chose other satellites, and nobody sailed that.
const LEAP_SDS: f64 = 4.5;
const LEAP_M: f64 = 4.0;

/// Second differences of the measured positions along the course over about a second on either side, m, and the fixes
/// each spans.
pub(super) struct PositionNoise {
    bends: Vec<(Range<usize>, f64)>,
}

impl PositionNoise {
    pub fn of(course: &Course) -> Self {
        let mut bends = Vec::new();
        for piece in &course.track.pieces {
            let mut at: [Option<usize>; 2] = [None; 2];
            for i in piece.clone() {
                let step_s = at[1].map_or(f64::INFINITY, |last| course.time_s[i] - course.time_s[last]);
                if step_s < BEND_STEP_S.start {
                    continue;
                }
                if let [Some(first), Some(middle)] = at {
                    bends.extend(bend_m(course, [first, middle, i]).map(|m| (first..i + 1, m)));
                }
                at = [at[1], Some(i)];
            }
        }
        Self { bends }
    }

    /// Their standard deviation, m; none of too few.
    pub fn typical_m(&self) -> Option<f64> {
        let mut sizes: Vec<f64> = self.bends.iter().map(|b| b.1).collect();
        if sizes.len() < PLACES {
            return None;
        }
        Some(SD_OF_MEDIAN * median(&mut sizes)?)
    }

    /// The fixes about each leap, out to where the smoother has forgotten it; they may reach beyond the last one.
    pub fn leaps(&self) -> impl Iterator<Item = Range<usize>> {
        let limit_m = self.typical_m().map_or(f64::INFINITY, |m| (LEAP_SDS * m).max(LEAP_M));
        let about = |fixes: &Range<usize>| {
            let second = fixes.len() / 2;
            fixes.start.saturating_sub(second)..fixes.end + second
        };
        self.bends.iter().filter(move |b| b.1 > limit_m).map(move |b| about(&b.0))
    }
}

/// How far the last of three positions is from where one speed would have brought her, along the course, m.
fn bend_m(course: &Course, fixes: [usize; 3]) -> Option<f64> {
    let (motion, t) = (course.motion, &course.time_s);
    let [a, b, c] = fixes;
    let jumped = fixes.iter().any(|&i| motion.flags[i] & flag::OUTLIER != 0);
    let (before_s, after_s) = (t[b] - t[a], t[c] - t[b]);
    let even = BEND_STEP_S.contains(&before_s) && BEND_STEP_S.contains(&after_s);
    if jumped || !even || motion.sog_mps[b] < MOVING_MPS {
        return None;
    }
    let columns = &course.track.columns;
    let place = |i: usize| course.track.plane.to_m(columns.lat_deg[i], columns.lon_deg[i]);
    let (sin, cos) = libm::sincos(to_rad(motion.cog_deg[b]));
    let along = |from: usize, to: usize| {
        let (from_m, to_m) = (place(from), place(to));
        (to_m.0 - from_m.0) * sin + (to_m.1 - from_m.1) * cos
    };
    Some((along(b, c) - after_s / before_s * along(a, b)).abs())
}
