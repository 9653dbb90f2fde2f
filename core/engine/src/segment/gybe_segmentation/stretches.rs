//! The division of a run into stretches of one level, each on one tack, by dynamic programming over the least cost.

use std::ops::RangeInclusive;

// All constants below are *measured*, tuned with `npm run truth`, unless marked.

/// Cost of a gybe, and of another course on the same side, nats.
const GYBE_COST: f64 = 5.0;
const COURSE_COST: f64 = 5.0;
/// Least change of level of a gybe, deg.
pub(crate) const MIN_GYBE_CHANGE_DEG: f64 = 12.0;
/// Standard deviation of the levels inside the usual angle and by the lee, as a share of that angle, and at least, deg.
const INNER_SD_SHARE: f64 = 0.6;
const MIN_INNER_SD_DEG: f64 = 6.0;
/// Number of first bins of a stretch that are skipped together when they cannot be the best. It changes no result.
/// *numerical*
const BLOCK: usize = 8;
/// Relative rounding error of a cost that skipping allows for. *numerical*
const COST_ROUNDING: f64 = 1e-8;

/// Sums of the values and of their squares before each index, and of all.
pub(super) fn running_sums(values: &[f64]) -> Vec<(f64, f64)> {
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
pub(super) struct LevelModel {
    /// Usual distance of the class from dead downwind, deg.
    pub usual_deg: f64,
    /// Standard deviation of the levels outside the usual angle, deg.
    pub outer_sd_deg: f64,
    /// Variance of a bin, deg², as if the noise of bins were independent.
    pub bin_deg2: f64,
    /// Least and greatest number of bins of a stretch.
    pub min_bins: usize,
    pub max_bins: usize,
}

/// A stretch of one level that begins at a bin.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stretch {
    pub from: usize,
    pub starboard: bool,
    pub level_deg: f64,
}

impl LevelModel {
    /// Cost of a level on a side, nats; `level_deg2` is the variance of the level.
    fn cost(&self, level_deg: f64, level_deg2: f64, starboard: bool) -> f64 {
        let outward = if starboard { level_deg } else { -level_deg };
        let off = outward - self.usual_deg;
        let inner_sd_deg = (INNER_SD_SHARE * self.usual_deg).max(MIN_INNER_SD_DEG);
        let sd_deg = if off > 0.0 { self.outer_sd_deg } else { inner_sd_deg };
        0.5 * off * off / (sd_deg * sd_deg + level_deg2)
    }

    /// Complexity penalty of each number of bins up to the greatest: ½ ln(1 + n σ²/σ_bin²), nats.
    fn complexity_penalties(&self) -> Vec<f64> {
        let ratio = self.outer_sd_deg * self.outer_sd_deg / self.bin_deg2;
        (0..=self.max_bins).map(|n| 0.5 * libm::log(1.0 + n as f64 * ratio)).collect()
    }
}

/// The stretches of least cost; none for a run shorter than two of the shortest.
pub(super) fn divide(beside_deg: &[f64], model: &LevelModel) -> Vec<Stretch> {
    let n = beside_deg.len();
    if n < 2 * model.min_bins {
        return Vec::new();
    }
    let sums = running_sums(beside_deg);
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
