//! Gybes of a running boat (docs/algorithms.md, section 7.6): the courses beside dead downwind of a whole run are divided
//! into stretches of one level, each on one tack, by dynamic programming over the least cost. Each change has a cost, so
//! that a sway about dead downwind, a wave or noise of the receiver is no gybe; a gybe is a lasting change of side, judged
//! by the noise of this recording and the angles at which the boat runs on either tack.

mod stretches;

use crate::angle::wrap_180;
use crate::config::BoatClass;
use crate::segment::course::Course;
use crate::segment::wind_along_track::WindAlongTrack;
use crate::stats::quantile::median;
pub(super) use stretches::MIN_GYBE_CHANGE_DEG;
use stretches::{LevelModel, Stretch, divide, running_sums};

// All constants below are *measured*, tuned with `npm run truth`, unless marked.

/// Least length of the bins over which courses are averaged, s; the median interval where that is longer.
const MIN_BIN_S: f64 = 2.0;
/// Greatest distance of a running boat's course from dead downwind, deg.
const RUNNING_DEG: f64 = 85.0;
/// Length of the means whose differences give the noise, s.
const NOISE_MEAN_S: f64 = 8.0;
/// Bounds of the standard deviation of these means, deg.
const NOISE_SD_BOUNDS_DEG: (f64, f64) = (1.5, 12.0);
/// Median absolute value of a standard normal variable. *definition*
const NORMAL_MEDIAN_ABS: f64 = 0.6745;
/// Shortest stretch, s.
const MIN_STRETCH_S: f64 = 6.0;
/// Longest stretch, s or bins, whichever is longer. A longer one is found as several on the same side, each at
/// the cost of another course, which has to stay small beside the fit of its bins.
const MAX_STRETCH_S: f64 = 180.0;
/// *guess*; takes effect at intervals above 6 s.
const MIN_MAX_STRETCH_BINS: usize = 30;
/// Least standard deviation of the levels outside the usual angle, deg; that of the class where it is greater.
const MIN_LEVEL_SD_DEG: f64 = 8.0;
/// Degrees per radian, rounded, by which the concentration of the class becomes a standard deviation. *definition*
const DEG_PER_RAD: f64 = 57.3;

/// A change of side of a running boat: a gybe.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SideChange {
    /// Approximate moment, s from the first fix.
    pub time_s: f64,
    /// Levels of the course beside dead downwind before and after, deg, positive on starboard tack.
    pub before_deg: f64,
    pub after_deg: f64,
}

/// A time of running without interruption, with its gybes in time order; s from the first fix.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    pub start_s: f64,
    pub end_s: f64,
    pub side_changes: Vec<SideChange>,
}

/// All runs of a track, in time order.
pub fn find_runs(course: &Course, wind_along: &WindAlongTrack, class: &BoatClass) -> Vec<Run> {
    let bin_s = MIN_BIN_S.max(course.track.median_dt_s);
    let all_bins = running_bins(course, wind_along, bin_s);
    let Some(noise_deg2) = noise_deg2(&all_bins, bin_s) else { return Vec::new() };
    let model = LevelModel {
        usual_deg: 180.0 - class.downwind_deg,
        outer_sd_deg: (DEG_PER_RAD / class.downwind_kappa.sqrt()).max(MIN_LEVEL_SD_DEG),
        bin_deg2: noise_deg2 * NOISE_MEAN_S.max(bin_s) / bin_s,
        min_bins: (MIN_STRETCH_S / bin_s).ceil().max(1.0) as usize,
        max_bins: ((MAX_STRETCH_S / bin_s) as usize).max(MIN_MAX_STRETCH_BINS),
    };
    all_bins.iter().map(|bins| bins.run(&divide(&bins.beside_deg, &model), bin_s)).collect()
}

/// Consecutive bins of a running boat.
struct RunningBins {
    start_s: f64,
    /// Mean course beside dead downwind of each bin, deg, positive on starboard tack.
    beside_deg: Vec<f64>,
}

impl RunningBins {
    /// The run that these stretches divide.
    fn run(&self, stretches: &[Stretch], bin_s: f64) -> Run {
        let changes = stretches.windows(2).filter(|pair| pair[0].starboard != pair[1].starboard);
        let side_change = |pair: &[Stretch]| SideChange {
            time_s: self.start_s + bin_s * pair[1].from as f64,
            before_deg: pair[0].level_deg,
            after_deg: pair[1].level_deg,
        };
        let end_s = self.start_s + bin_s * self.beside_deg.len() as f64;
        Run { start_s: self.start_s, end_s, side_changes: changes.map(side_change).collect() }
    }
}

/// The bins of each uninterrupted time of running.
fn running_bins(course: &Course, wind_along: &WindAlongTrack, bin_s: f64) -> Vec<RunningBins> {
    let mut all = Vec::new();
    for piece in &course.track.pieces {
        let (first, last) = (course.time_s[piece.start], course.time_s[piece.end - 1]);
        let mut open: Option<RunningBins> = None;
        let mut at = piece.start;
        let mut from = first;
        while from + bin_s <= last {
            while at + 1 < piece.end && course.time_s[at] < from + 0.5 * bin_s {
                at += 1;
            }
            let mean = course.mean_course(from, from, from + bin_s).unwrap_or(f64::NAN);
            let beside = wrap_180(180.0 - wind_along.twd_deg[at] + mean);
            if beside.abs() <= RUNNING_DEG {
                let bins = open.get_or_insert(RunningBins { start_s: from, beside_deg: Vec::new() });
                bins.beside_deg.push(beside);
            } else {
                all.extend(open.take());
            }
            from += bin_s;
        }
        all.extend(open);
    }
    all
}

/// Variance of means over [`NOISE_MEAN_S`] (of bins that are longer), deg², by the median absolute difference of
/// neighbouring means; none without two of them.
fn noise_deg2(all_bins: &[RunningBins], bin_s: f64) -> Option<f64> {
    let n = (NOISE_MEAN_S / bin_s).round().max(1.0) as usize;
    let mut differences_deg = Vec::new();
    for bins in all_bins {
        let sums = running_sums(&bins.beside_deg);
        let mean = |from: usize| (sums[from + n].0 - sums[from].0) / n as f64;
        let count = (bins.beside_deg.len() + 1).saturating_sub(2 * n);
        differences_deg.extend((0..count).map(|k| (mean(k + n) - mean(k)).abs()));
    }
    let (low, high) = NOISE_SD_BOUNDS_DEG;
    let sd_deg = median(&mut differences_deg)? / NORMAL_MEDIAN_ABS / std::f64::consts::SQRT_2;
    Some(sd_deg.clamp(low, high) * sd_deg.clamp(low, high))
}
