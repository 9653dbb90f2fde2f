//! Which side the boom is on while a boat runs, told for a whole run at once: courses beside dead downwind are parted
//! into stretches of one level, each on one side, by dynamic programming. Every change costs, so that a sway about
//! dead downwind, a wave or a receiver's wandering is no gybe: a gybe is a change that lasts, held against the noise
//! of the means of this receiver on this boat, and against the angles at which she runs on either side.

use std::ops::RangeInclusive;

use crate::angle::wrap_180;
use crate::config::BoatClass;
use crate::segment::course::Course;
use crate::segment::wind_along_track::WindAlongTrack;
use crate::stats::quantile::median;

/// Courses are read on means of this length, or of one fix where fixes are farther apart, s.
const BIN_S: f64 = 2.0;
/// As far from dead downwind a boat runs or reaches broadly, deg.
const RUNNING_DEG: f64 = 85.0;
/// A side is held at least this long, s.
const HELD_S: f64 = 6.0;
/// Longest stretch of one level looked at, s: farther on it is as good as another of the same side.
const LONGEST_S: f64 = 180.0;
/// The noise is that of means over this long, s, taken from the differences of neighbours.
const NOISE_S: f64 = 8.0;
/// Its least and largest standard deviation, deg.
const NOISE_SD_DEG: (f64, f64) = (1.5, 12.0);
/// Median of an absolute normal deviate.
const MAD: f64 = 0.6745;
/// What a gybe costs and what another course on the same side, in units of log-likelihood.
const GYBE_COST: f64 = 5.0;
const COURSE_COST: f64 = 5.0;
/// A gybe changes the level by at least this, deg.
pub(super) const SWAP_DEG: f64 = 12.0;
/// A level farther out than usual costs no more than this: she reaches.
const REACHING_COST: f64 = 3.0;
/// Standard deviation of the levels, deg: as much as the class's angles, at least.
const LEVEL_SD_DEG: f64 = 8.0;
/// ... and towards dead downwind and beyond: nobody likes to run by the lee.
const LEE_SD_DEG: f64 = 6.0;
/// A boat that usually runs far from dead downwind is now and then nearer to it by this share of the angle.
const LEE_SHARE: f64 = 0.6;
/// The class's usual angle weighs as much as so many stretches.
const PRIOR_WEIGHT: f64 = 3.0;
/// Beginnings of a stretch that are passed over together, and by how much of itself a cost may be off by rounding.
const BLOCK: usize = 8;
const ROUNDING: f64 = 1e-8;
/// Angles of a track are learned from its stretches so often.
const ROUNDS: usize = 2;

/// The boom goes over.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Swap {
    /// About when, s from the first fix.
    pub time_s: f64,
    /// Course beside dead downwind before and after, deg, positive on starboard tack.
    pub before_deg: f64,
    pub after_deg: f64,
}

/// A time of running, with its gybes in order.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    pub start_s: f64,
    pub end_s: f64,
    pub swaps: Vec<Swap>,
}

/// All times of running of a track, in order.
pub fn runs(course: &Course, wind_along: &WindAlongTrack, class: &BoatClass) -> Vec<Run> {
    let bin_s = BIN_S.max(course.track.median_dt_s);
    let spans = spans(course, wind_along, bin_s);
    let Some(noise_deg2) = noise(&spans, bin_s) else { return Vec::new() };
    let spread = 57.3 / class.downwind_kappa.sqrt();
    let mut levels = Levels {
        usual_deg: [180.0 - class.downwind_deg; 2],
        sd_deg: spread.max(LEVEL_SD_DEG),
        bin_var: noise_deg2 * NOISE_S / bin_s,
        least: (HELD_S / bin_s).ceil().max(1.0) as usize,
        most: (LONGEST_S / bin_s) as usize,
    };
    let mut parted: Vec<Vec<Stretch>> = Vec::new();
    for round in 0..=ROUNDS {
        parted = spans.iter().map(|s| part(s, &levels)).collect();
        if round < ROUNDS {
            levels.learn(180.0 - class.downwind_deg, parted.iter().flatten());
        }
    }
    spans.iter().zip(&parted).map(|(span, stretches)| span.run(stretches, bin_s)).collect()
}

/// Bins of running without a break.
struct Span {
    start_s: f64,
    /// Course beside dead downwind, deg.
    beside_deg: Vec<f64>,
}

impl Span {
    fn run(&self, stretches: &[Stretch], bin_s: f64) -> Run {
        let swaps = stretches.windows(2).filter(|p| p[0].starboard != p[1].starboard);
        let swap = |p: &[Stretch]| Swap {
            time_s: self.start_s + bin_s * p[1].from as f64,
            before_deg: p[0].level_deg,
            after_deg: p[1].level_deg,
        };
        let end_s = self.start_s + bin_s * self.beside_deg.len() as f64;
        Run { start_s: self.start_s, end_s, swaps: swaps.map(swap).collect() }
    }
}

fn spans(course: &Course, wind_along: &WindAlongTrack, bin_s: f64) -> Vec<Span> {
    let mut spans = Vec::new();
    for piece in &course.track.pieces {
        let (first, last) = (course.time_s[piece.start], course.time_s[piece.end - 1]);
        let mut open: Option<Span> = None;
        let mut at = piece.start;
        let mut from = first;
        while from + bin_s <= last {
            while at + 1 < piece.end && course.time_s[at] < from + 0.5 * bin_s {
                at += 1;
            }
            let mean = course.mean_course(from, from, from + bin_s).unwrap_or(f64::NAN);
            let beside = wrap_180(180.0 - wind_along.twd_deg[at] + mean);
            if beside.abs() <= RUNNING_DEG {
                open.get_or_insert(Span { start_s: from, beside_deg: Vec::new() }).beside_deg.push(beside);
            } else {
                spans.extend(open.take());
            }
            from += bin_s;
        }
        spans.extend(open);
    }
    spans
}

/// Variance of the means over [`NOISE_S`], deg²; none without running.
fn noise(spans: &[Span], bin_s: f64) -> Option<f64> {
    let n = (NOISE_S / bin_s).round().max(1.0) as usize;
    let mut apart = Vec::new();
    for span in spans {
        let sum = sums(&span.beside_deg);
        let mean = |from: usize| (sum[from + n].0 - sum[from].0) / n as f64;
        apart.extend(
            (0..(span.beside_deg.len() + 1).saturating_sub(2 * n)).map(|k| (mean(k + n) - mean(k)).abs()),
        );
    }
    let (low, high) = NOISE_SD_DEG;
    let sd = median(&mut apart)? / MAD / std::f64::consts::SQRT_2;
    Some(sd.clamp(low, high) * sd.clamp(low, high))
}

/// Running sums of values and of their squares.
fn sums(values: &[f64]) -> Vec<(f64, f64)> {
    let mut sum = Vec::with_capacity(values.len() + 1);
    let mut at = (0.0, 0.0);
    sum.push(at);
    for v in values {
        at = (at.0 + v, at.1 + v * v);
        sum.push(at);
    }
    sum
}

/// What is known of the levels.
struct Levels {
    /// Usual distance from dead downwind on port and on starboard tack, deg, towards that side positive.
    usual_deg: [f64; 2],
    sd_deg: f64,
    /// Variance of a bin as if bins were independent, deg²: noise lasts longer than a bin.
    bin_var: f64,
    /// Fewest and most bins of a stretch.
    least: usize,
    most: usize,
}

/// A stretch of one level, beginning at a bin.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    from: usize,
    starboard: bool,
    level_deg: f64,
}

impl Levels {
    /// What a level costs on a side.
    fn cost(&self, level_deg: f64, level_var: f64, starboard: bool) -> f64 {
        let outward = if starboard { level_deg } else { -level_deg };
        let usual = self.usual_deg[usize::from(starboard)];
        let off = outward - usual;
        let sd_deg = if off > 0.0 { self.sd_deg } else { (LEE_SHARE * usual).max(LEE_SD_DEG) };
        let cost = 0.5 * off * off / (sd_deg * sd_deg + level_var);
        if off > 0.0 { cost.min(REACHING_COST) } else { cost }
    }

    /// The usual angles of this track's own stretches.
    fn learn<'a>(&mut self, class_deg: f64, stretches: impl Iterator<Item = &'a Stretch>) {
        let mut sum = [(PRIOR_WEIGHT * class_deg, PRIOR_WEIGHT); 2];
        for s in stretches {
            let outward = if s.starboard { s.level_deg } else { -s.level_deg };
            let side = usize::from(s.starboard);
            if (outward - self.usual_deg[side]).abs() < 2.0 * self.sd_deg {
                sum[side] = (sum[side].0 + outward, sum[side].1 + 1.0);
            }
        }
        self.usual_deg = sum.map(|(sum, n)| sum / n);
    }
}

/// The likeliest stretches of a span.
fn part(span: &Span, levels: &Levels) -> Vec<Stretch> {
    let n = span.beside_deg.len();
    if n < 2 * levels.least {
        return Vec::new();
    }
    let sum = sums(&span.beside_deg);
    let complexity_penalty: Vec<f64> = (0..=levels.most)
        .map(|n| 0.5 * libm::log(1.0 + n as f64 * levels.sd_deg * levels.sd_deg / levels.bin_var))
        .collect();
    let begin = |starboard| Best { cost: 0.0, from: 0, starboard, level_deg: f64::NAN };
    let mut best = vec![[Best { cost: f64::INFINITY, ..begin(false) }; 2]; n + 1];
    best[0] = [begin(false), begin(true)];
    // The least cost of all bins before one, of so many ones together.
    let mut lows = vec![f64::INFINITY; n / BLOCK + 1];
    lows[0] = 0.0;
    for to in levels.least..=n {
        let came = |from: usize| Came { before: best[from], stretch: Level::of(&sum, from, to), from };
        let fit =
            |came: &Came| 0.5 * came.stretch.within / levels.bin_var + complexity_penalty[to - came.from];
        // Mostly it began where that of the bin before did: what costs more than this is not looked at.
        let froms = to.saturating_sub(levels.most)..=(to - levels.least);
        let alike = best[to - 1].map(|b| came(b.from.clamp(*froms.start(), *froms.end())));
        let mut least = [f64::INFINITY; 2];
        for came in &alike {
            let fit = fit(came);
            least = [0, 1].map(|side| f64::min(least[side], came.cost(side, fit, levels).cost));
        }
        let mut found = best[to];
        for from in worth_asking(&lows, froms, f64::max(least[0], least[1]), |from| fit(&came(from))) {
            let came = came(from);
            let fit = fit(&came);
            let at_least = came.least() + fit;
            for side in [0, 1] {
                if at_least > least[side] {
                    continue;
                }
                let now = came.cost(side, fit, levels);
                if now.cost < found[side].cost {
                    found[side] = now;
                }
            }
        }
        best[to] = found;
        lows[to / BLOCK] = found.iter().fold(lows[to / BLOCK], |low, b| low.min(b.cost));
    }
    trace(&best)
}

/// Leaves out the early beginnings of a stretch that cannot be the best: what a stretch costs by itself only grows the
/// earlier it began, and whatever went before costs as much as the least of all that could have.
fn worth_asking(
    lows: &[f64],
    froms: RangeInclusive<usize>,
    dearest: f64,
    fit: impl Fn(usize) -> f64,
) -> RangeInclusive<usize> {
    let (first, last) = froms.clone().into_inner();
    let too_dear = |from: &usize| {
        let before = lows[first / BLOCK..=from / BLOCK].iter().fold(f64::INFINITY, |a, b| a.min(*b));
        before + f64::min(COURSE_COST, GYBE_COST) + fit(*from) > dearest + ROUNDING * (1.0 + dearest)
    };
    froms.rev().step_by(BLOCK).skip(1).find(too_dear).unwrap_or(first)..=last
}

/// The mean of a stretch, and the sum of squares about it.
struct Level {
    mean_deg: f64,
    within: f64,
    count: f64,
}

impl Level {
    fn of(sum: &[(f64, f64)], from: usize, to: usize) -> Self {
        let (count, s) = ((to - from) as f64, sum[to].0 - sum[from].0);
        let mean_deg = s / count;
        Level { mean_deg, within: sum[to].1 - sum[from].1 - s * mean_deg, count }
    }
}

/// What led up to a stretch, and the stretch.
struct Came {
    before: [Best; 2],
    stretch: Level,
    from: usize,
}

impl Came {
    /// What it costs before the stretch itself, at least.
    fn least(&self) -> f64 {
        f64::min(self.before[0].cost, self.before[1].cost) + f64::min(COURSE_COST, GYBE_COST)
    }

    /// What it costs on a side, with a fit that costs so much.
    fn cost(&self, side: usize, fit: f64, levels: &Levels) -> Best {
        let &Level { mean_deg: level_deg, count, .. } = &self.stretch;
        let other = self.before[1 - side];
        let change = if side == 1 { level_deg - other.level_deg } else { other.level_deg - level_deg };
        let (stays, swaps) = (self.before[side].cost + COURSE_COST, other.cost + GYBE_COST);
        let swapped = change >= SWAP_DEG && swaps < stays;
        let came = if swapped { swaps } else { stays };
        let cost = came + fit + levels.cost(level_deg, levels.bin_var / count, side == 1);
        Best { cost, from: self.from, starboard: (side == 1) != swapped, level_deg }
    }
}

/// The least cost of all bins before one with the last stretch on a side, where that began and at which level, and the
/// side of the stretch before it.
#[derive(Debug, Clone, Copy)]
struct Best {
    cost: f64,
    from: usize,
    starboard: bool,
    level_deg: f64,
}

/// The stretches of least cost, from the last to the first and turned round.
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
