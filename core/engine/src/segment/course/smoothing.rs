//! Unwrapped course and turn rate of a piece, smoothed by a Gaussian (docs/algorithms.md, section 7.1).

use crate::angle::wrap_180;

/// Standard deviation of the Gaussian over course and turn rate, s. A longer one moves the edges of turns. *guess*
const SMOOTHING_SD_S: f64 = 0.5;
/// Longest span over which the turn rate of the smoother is used, s. *guess*
const MAX_RATE_SPAN_S: f64 = 5.0;
/// Fixes closer together than this are interpolated between those that are smoothed, s: no receiver is faster, and rows a
/// microsecond apart would all be within the reach of the Gaussian. *guess*
const MIN_STEP_S: f64 = 0.005;
/// Entries of a table of weights; those beyond the last weight are 0. *numerical*
const TABLE_ENTRIES: usize = 1024;
/// Fixes smoothed together, so that they fit into the nearest cache. *numerical*
const BLOCK: usize = 256;

/// Smooths the pieces of a track, with one table of weights for all.
pub(super) struct Smoother(Gaussian);

impl Smoother {
    pub(super) fn new() -> Self {
        Self(Gaussian::new(SMOOTHING_SD_S))
    }

    /// Smoothed unwrapped course, deg, and turn rate, deg/s to starboard, at the times of a piece. `cog_deg` and
    /// `turn_rate_dps` are those of the motion; NaN where unknown.
    pub(super) fn course_and_rate(
        &self,
        time_s: &[f64],
        cog_deg: &[f64],
        turn_rate_dps: &[f64],
    ) -> (Vec<f64>, Vec<f64>) {
        let unwrapped_deg = unwrap(cog_deg);
        let rate_dps = rates(time_s, &unwrapped_deg, turn_rate_dps);
        let knots = knots(time_s);
        if knots.len() == time_s.len() {
            return self.0.means(time_s, &unwrapped_deg, &rate_dps);
        }
        let of = |values: &[f64]| knots.iter().map(|&i| values[i]).collect::<Vec<f64>>();
        let at_s = of(time_s);
        let (course, rate) = self.0.means(&at_s, &of(&unwrapped_deg), &of(&rate_dps));
        (between(&at_s, &course, time_s), between(&at_s, &rate, time_s))
    }
}

/// Indices of the first fix and of those at least [`MIN_STEP_S`] after the one before in the list.
fn knots(time_s: &[f64]) -> Vec<usize> {
    let mut last_s = f64::NEG_INFINITY;
    let mut is_knot = |t: f64| {
        let is_knot = t - last_s >= MIN_STEP_S;
        last_s = if is_knot { t } else { last_s };
        is_knot
    };
    (0..time_s.len()).filter(|&i| is_knot(time_s[i])).collect()
}

/// Values at rising times by linear interpolation between knots, of which the first is the first time; constant after the
/// last.
fn between(knots_s: &[f64], values: &[f64], time_s: &[f64]) -> Vec<f64> {
    let mut at = 0;
    let value = |&t: &f64| {
        while knots_s.get(at + 1).is_some_and(|&next| next <= t) {
            at += 1;
        }
        match (knots_s.get(at + 1), values.get(at + 1)) {
            (Some(&to_s), Some(to)) => {
                values[at] + (to - values[at]) * (t - knots_s[at]) / (to_s - knots_s[at])
            }
            _ => values[at],
        }
    };
    time_s.iter().map(value).collect()
}

/// Courses without jumps at north; an unknown one repeats the one before, 0 at the start.
fn unwrap(deg: &[f64]) -> Vec<f64> {
    let mut out = Vec::with_capacity(deg.len());
    let mut last: Option<f64> = None;
    for &d in deg {
        let d = if d.is_finite() { d } else { last.unwrap_or(0.0) };
        let next = last.map_or(d, |l| l + wrap_180(d - l));
        out.push(next);
        last = Some(next);
    }
    out
}

/// The turn rate of the motion where it is known and fixes are near, else the central difference of the course; 0 for a
/// single fix.
fn rates(t_s: &[f64], course_deg: &[f64], smoothed: &[f64]) -> Vec<f64> {
    let last = t_s.len().saturating_sub(1);
    (0..t_s.len())
        .map(|i| {
            let (a, b) = (i.saturating_sub(1), (i + 1).min(last));
            let span = t_s[b] - t_s[a];
            if smoothed[i].is_finite() && span <= MAX_RATE_SPAN_S {
                smoothed[i]
            } else if span > 0.0 {
                (course_deg[b] - course_deg[a]) / span
            } else {
                0.0
            }
        })
        .collect()
}

/// A Gaussian over time with its weights in a table.
struct Gaussian {
    reach_s: f64,
    per_s: f64,
    weights: [f64; TABLE_ENTRIES],
}

impl Gaussian {
    /// Entries of the table between no distance and the reach of three standard deviations. *numerical*
    const ENTRIES: usize = 512;

    fn new(sigma_s: f64) -> Self {
        let reach_s = 3.0 * sigma_s;
        let weight = |k: usize| {
            let d = 3.0 * k as f64 / Self::ENTRIES as f64;
            if k > Self::ENTRIES { 0.0 } else { libm::exp(-0.5 * d * d) }
        };
        let weights = std::array::from_fn(weight);
        Self { reach_s, per_s: Self::ENTRIES as f64 / reach_s, weights }
    }

    fn weight(&self, distance_s: f64) -> f64 {
        /// 2^52: the sum has the rounded integer in its lowest bits. *definition*
        const INTEGER_BITS: f64 = 4_503_599_627_370_496.0;
        let place = (distance_s * self.per_s + INTEGER_BITS).to_bits() as usize % TABLE_ENTRIES;
        if distance_s > self.reach_s { 0.0 } else { self.weights[place] }
    }

    /// Weighted means of two signals at each moment, normalised at the edges.
    ///
    /// A block of moments is combined with the moments one later, then two, and so on up to the reach, so that each loop
    /// below runs over a whole block; a weight counts for both moments of its pair.
    fn means(&self, t_s: &[f64], one: &[f64], other: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let own = self.weight(0.0);
        let mut sums = [one, other].map(|values| values.iter().map(|v| own * v).collect::<Vec<f64>>());
        let mut total = vec![own; t_s.len()];
        let mut weights = [0.0; BLOCK];
        for from in (0..t_s.len()).step_by(BLOCK) {
            for later in from + 1..t_s.len() {
                let count = BLOCK.min(t_s.len() - later);
                let weights = &mut weights[..count];
                let near = (from..from + count, later..later + count);
                let apart = t_s[near.0.clone()].iter().zip(&t_s[near.1.clone()]).map(|(t, next)| next - t);
                weights.iter_mut().zip(apart).for_each(|(weight, s)| *weight = self.weight(s));
                if weights.iter().all(|w| *w == 0.0) {
                    break;
                }
                for (sums, values) in sums.iter_mut().zip([one, other]) {
                    add(&mut sums[near.0.clone()], weights, &values[near.1.clone()]);
                    add(&mut sums[near.1.clone()], weights, &values[near.0.clone()]);
                }
                total[near.0].iter_mut().zip(&*weights).for_each(|(sum, w)| *sum += w);
                total[near.1].iter_mut().zip(&*weights).for_each(|(sum, w)| *sum += w);
            }
        }
        let [mut one, mut other] = sums;
        for sums in [&mut one, &mut other] {
            sums.iter_mut().zip(&total).for_each(|(sum, weight)| *sum /= weight);
        }
        (one, other)
    }
}

/// Adds weighted values to sums, element by element.
fn add(sums: &mut [f64], weights: &[f64], values: &[f64]) {
    sums.iter_mut().zip(weights).zip(values).for_each(|((sum, w), v)| *sum += w * v);
}
