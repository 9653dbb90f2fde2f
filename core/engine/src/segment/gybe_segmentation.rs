//! Gybes of a running boat (docs/algorithms.md, section 7.6): the courses beside dead downwind of a whole run are divided
//! into stretches of one level, each on one tack, by dynamic programming over the least cost. Each change has a cost, so
//! that a sway about dead downwind, a wave or noise of the receiver is no gybe; a gybe is a lasting change of side, judged
//! by the noise of this recording and the angles at which the boat runs on either tack.

use std::ops::RangeInclusive;

use crate::angle::wrap_180;
use crate::config::BoatClass;
use crate::segment::course::Course;
use crate::segment::wind_along_track::WindAlongTrack;
use crate::stats::quantile::median;

// All constants without another provenance: *measured*, tuned with `npm run truth`.

/// Least length of the bins over which courses are averaged, s; the median interval where that is longer.
const MIN_BIN_S: f64 = 2.0;
/// Greatest distance of a running boat's course from dead downwind, deg.
const RUNNING_DEG: f64 = 85.0;
/// Shortest stretch, s.
const MIN_STRETCH_S: f64 = 6.0;
/// Longest stretch, s or bins, whichever is longer. A longer one is found as several on the same side, each at
/// [`COURSE_COST`], which has to stay small beside the fit of its bins.
const MAX_STRETCH_S: f64 = 180.0;
/// *guess*; takes effect at intervals above 6 s.
const MIN_MAX_STRETCH_BINS: usize = 30;
/// Length of the means whose differences give the noise, s.
const NOISE_MEAN_S: f64 = 8.0;
/// Bounds of the standard deviation of these means, deg.
const NOISE_SD_BOUNDS_DEG: (f64, f64) = (1.5, 12.0);
/// Median absolute value of a standard normal variable.
const NORMAL_MEDIAN_ABS: f64 = 0.6745;
/// Cost of a gybe, and of another course on the same side, nats.
const GYBE_COST: f64 = 5.0;
const COURSE_COST: f64 = 5.0;
/// Least change of level of a gybe, deg.
pub(super) const MIN_GYBE_CHANGE_DEG: f64 = 12.0;
/// Greatest cost of a level farther from dead downwind than usual, nats: the boat reaches.
const MAX_REACHING_COST: f64 = 3.0;
/// Least standard deviation of the levels outside the usual angle, deg; that of the class where it is greater.
const MIN_LEVEL_SD_DEG: f64 = 8.0;
/// Standard deviation of the levels inside the usual angle and by the lee, as a share of that angle, and at least, deg.
const INNER_SD_SHARE: f64 = 0.6;
const MIN_INNER_SD_DEG: f64 = 6.0;
/// Degrees per radian, rounded, by which the concentration of the class becomes a standard deviation.
const DEG_PER_RAD: f64 = 57.3;
/// Weight of the usual angle of the class, in stretches.
const CLASS_WEIGHT: f64 = 3.0;
/// Number of times the usual angles are estimated from the stretches of the track.
const ROUNDS: usize = 2;
/// Number of first bins of a stretch that are skipped together when they cannot be the best. It changes no result.
const BLOCK: usize = 8;
/// Relative rounding error of a cost that skipping allows for.
const COST_ROUNDING: f64 = 1e-8;

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
    let class_deg = 180.0 - class.downwind_deg;
    let mut model = LevelModel {
        usual_deg: [class_deg; 2],
        outer_sd_deg: (DEG_PER_RAD / class.downwind_kappa.sqrt()).max(MIN_LEVEL_SD_DEG),
        bin_deg2: noise_deg2 * NOISE_MEAN_S.max(bin_s) / bin_s,
        min_bins: (MIN_STRETCH_S / bin_s).ceil().max(1.0) as usize,
        max_bins: ((MAX_STRETCH_S / bin_s) as usize).max(MIN_MAX_STRETCH_BINS),
    };
    let mut divided: Vec<Vec<Stretch>> = Vec::new();
    for round in 0..=ROUNDS {
        divided = all_bins.iter().map(|bins| divide(bins, &model)).collect();
        if round < ROUNDS {
            model.fit_usual_angles(class_deg, divided.iter().flatten());
        }
    }
    all_bins.iter().zip(&divided).map(|(bins, stretches)| bins.run(stretches, bin_s)).collect()
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

/// Sums of the values and of their squares before each index, and of all.
fn running_sums(values: &[f64]) -> Vec<(f64, f64)> {
    let mut sums = Vec::with_capacity(values.len() + 1);
    let mut sum = (0.0, 0.0);
    sums.push(sum);
    for v in values {
        sum = (sum.0 + v, sum.1 + v * v);
        sums.push(sum);
    }
    sums
}

/// Prior and noise of the levels.
struct LevelModel {
    /// Usual distance from dead downwind on port and on starboard tack, deg, positive towards that side.
    usual_deg: [f64; 2],
    /// Standard deviation of the levels outside the usual angle, deg.
    outer_sd_deg: f64,
    /// Variance of a bin, deg², as if the noise of bins were independent.
    bin_deg2: f64,
    /// Least and greatest number of bins of a stretch.
    min_bins: usize,
    max_bins: usize,
}

/// A stretch of one level that begins at a bin.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    from: usize,
    starboard: bool,
    level_deg: f64,
}

impl LevelModel {
    /// Cost of a level on a side, nats; `level_deg2` is the variance of the level.
    fn cost(&self, level_deg: f64, level_deg2: f64, starboard: bool) -> f64 {
        let outward = if starboard { level_deg } else { -level_deg };
        let usual = self.usual_deg[usize::from(starboard)];
        let off = outward - usual;
        let sd_deg =
            if off > 0.0 { self.outer_sd_deg } else { (INNER_SD_SHARE * usual).max(MIN_INNER_SD_DEG) };
        let cost = 0.5 * off * off / (sd_deg * sd_deg + level_deg2);
        if off > 0.0 { cost.min(MAX_REACHING_COST) } else { cost }
    }

    /// Complexity penalty of each number of bins up to the greatest: ½ ln(1 + n σ²/σ_bin²), nats.
    fn complexity_penalties(&self) -> Vec<f64> {
        let ratio = self.outer_sd_deg * self.outer_sd_deg / self.bin_deg2;
        (0..=self.max_bins).map(|n| 0.5 * libm::log(1.0 + n as f64 * ratio)).collect()
    }

    /// Sets the usual angles to the mean of that of the class and of the stretches near the present ones.
    fn fit_usual_angles<'a>(&mut self, class_deg: f64, stretches: impl Iterator<Item = &'a Stretch>) {
        let mut sums = [(CLASS_WEIGHT * class_deg, CLASS_WEIGHT); 2];
        for s in stretches {
            let outward = if s.starboard { s.level_deg } else { -s.level_deg };
            let side = usize::from(s.starboard);
            if (outward - self.usual_deg[side]).abs() < 2.0 * self.outer_sd_deg {
                sums[side] = (sums[side].0 + outward, sums[side].1 + 1.0);
            }
        }
        self.usual_deg = sums.map(|(sum, n)| sum / n);
    }
}

/// The stretches of least cost; none for a run shorter than two of the shortest.
fn divide(bins: &RunningBins, model: &LevelModel) -> Vec<Stretch> {
    let n = bins.beside_deg.len();
    if n < 2 * model.min_bins {
        return Vec::new();
    }
    let sums = running_sums(&bins.beside_deg);
    let penalties = model.complexity_penalties();
    let begin = |starboard| Best { cost: 0.0, from: 0, starboard, level_deg: f64::NAN };
    let mut best = vec![[Best { cost: f64::INFINITY, ..begin(false) }; 2]; n + 1];
    best[0] = [begin(false), begin(true)];
    // The least cost up to any of the bins of a block.
    let mut block_costs = vec![f64::INFINITY; n / BLOCK + 1];
    block_costs[0] = 0.0;
    for to in model.min_bins..=n {
        let candidate =
            |from: usize| Candidate { before: best[from], level: Level::of(&sums, from, to), from };
        let fit = |c: &Candidate| 0.5 * c.level.squares / model.bin_deg2 + penalties[to - c.from];
        // The best beginning is mostly that of the bin before: costs above this one need not be computed.
        let beginnings = to.saturating_sub(model.max_bins)..=(to - model.min_bins);
        let same = best[to - 1].map(|b| candidate(b.from.clamp(*beginnings.start(), *beginnings.end())));
        let mut bound = [f64::INFINITY; 2];
        for c in &same {
            let fit = fit(c);
            bound = [0, 1].map(|side| f64::min(bound[side], c.best(side, fit, model).cost));
        }
        let mut found = best[to];
        let possible = |from| fit(&candidate(from));
        for from in possible_beginnings(&block_costs, beginnings, f64::max(bound[0], bound[1]), possible) {
            let c = candidate(from);
            let fit = fit(&c);
            let lower_bound = c.least_before() + fit;
            for side in [0, 1] {
                if lower_bound > bound[side] {
                    continue;
                }
                let now = c.best(side, fit, model);
                if now.cost < found[side].cost {
                    found[side] = now;
                }
            }
        }
        best[to] = found;
        let block = &mut block_costs[to / BLOCK];
        *block = found.iter().fold(*block, |least, b| least.min(b.cost));
    }
    trace(&best)
}

/// The beginnings of a stretch without the early ones that cannot be the best: the fit of a stretch only grows the
/// earlier it begins, and the cost before it is at least the least of all earlier ones.
fn possible_beginnings(
    block_costs: &[f64],
    beginnings: RangeInclusive<usize>,
    bound: f64,
    fit: impl Fn(usize) -> f64,
) -> RangeInclusive<usize> {
    let (first, last) = beginnings.clone().into_inner();
    let impossible = |from: &usize| {
        let before = block_costs[first / BLOCK..=from / BLOCK].iter().fold(f64::INFINITY, |a, b| a.min(*b));
        before + f64::min(COURSE_COST, GYBE_COST) + fit(*from) > bound + COST_ROUNDING * (1.0 + bound)
    };
    beginnings.rev().step_by(BLOCK).skip(1).find(impossible).unwrap_or(first)..=last
}

/// Mean of the bins of a stretch, sum of squares about it, and number of bins.
struct Level {
    mean_deg: f64,
    squares: f64,
    count: f64,
}

impl Level {
    fn of(sums: &[(f64, f64)], from: usize, to: usize) -> Self {
        let (count, sum) = ((to - from) as f64, sums[to].0 - sums[from].0);
        let mean_deg = sum / count;
        Level { mean_deg, squares: sums[to].1 - sums[from].1 - sum * mean_deg, count }
    }
}

/// A possible last stretch, with the best that precedes it on either side.
struct Candidate {
    before: [Best; 2],
    level: Level,
    from: usize,
}

impl Candidate {
    /// Lower bound of the cost before the stretch.
    fn least_before(&self) -> f64 {
        f64::min(self.before[0].cost, self.before[1].cost) + f64::min(COURSE_COST, GYBE_COST)
    }

    /// The least cost with this stretch on a side, given the cost of its fit.
    fn best(&self, side: usize, fit: f64, model: &LevelModel) -> Best {
        let &Level { mean_deg: level_deg, count, .. } = &self.level;
        let other = self.before[1 - side];
        let change_deg = if side == 1 { level_deg - other.level_deg } else { other.level_deg - level_deg };
        let (same_side, gybe) = (self.before[side].cost + COURSE_COST, other.cost + GYBE_COST);
        let gybes = change_deg >= MIN_GYBE_CHANGE_DEG && gybe < same_side;
        let before = if gybes { gybe } else { same_side };
        let cost = before + fit + model.cost(level_deg, model.bin_deg2 / count, side == 1);
        Best { cost, from: self.from, starboard: (side == 1) != gybes, level_deg }
    }
}

/// The least cost up to a bin with the last stretch on a given side: where that stretch begins, its level, and the side
/// of the stretch before it.
#[derive(Debug, Clone, Copy)]
struct Best {
    cost: f64,
    from: usize,
    starboard: bool,
    level_deg: f64,
}

/// The stretches of least cost in time order, traced back from the last.
fn trace(best: &[[Best; 2]]) -> Vec<Stretch> {
    let mut to = best.len() - 1;
    let mut starboard = best[to][1].cost < best[to][0].cost;
    let mut found = Vec::new();
    while to > 0 {
        let last = best[to][usize::from(starboard)];
        if !last.cost.is_finite() {
            break;
        }
        found.push(Stretch { from: last.from, starboard, level_deg: last.level_deg });
        (to, starboard) = (last.from, last.starboard);
    }
    found.reverse();
    found
}
