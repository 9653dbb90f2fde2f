//! Forward-backward over a circle of wind directions, inside a window that follows a path (docs/algorithms.md,
//! section 4.5).

mod spread;

use super::step_groups::StepGroups;
use crate::angle::{bearing_deg, circular_sd_deg, to_rad, wrap_360};
pub(super) use spread::SHIFT_STEPS;
use spread::Spread;

/// Cells of the circle, and their width, deg.
pub(super) const CELLS: usize = 180;
pub(super) const CELL_DEG: f64 = 2.0;
/// Cells to either side of a window's middle (62°), and all of a window.
const HALF: usize = 31;
pub(super) const WIDTH: usize = 2 * HALF + 1;
/// Least probability of a step, so that no sum underflows.
const MIN_PROBABILITY: f64 = 1e-280;

/// One value a cell of a window.
pub(super) type Row = [f64; WIDTH];

/// The direction of a cell, deg.
pub(super) fn cell_deg(cell: usize) -> f64 {
    cell as f64 * CELL_DEG
}

/// The cell of a window's first value, the window's middle being at a direction.
pub(super) fn first_cell(centre_deg: f64) -> usize {
    (libm::round(wrap_360(centre_deg) / CELL_DEG) as usize + CELLS - HALF) % CELLS
}

/// Posterior of the wind direction: one normalised row a group of steps, each in its window.
pub(super) struct Posterior {
    /// First cell of each row's window.
    pub first: Vec<usize>,
    pub rows: Vec<Row>,
    /// Log-likelihood of all observations, nats.
    pub log_evidence: f64,
}

/// Runs forward and backward. `first` is the first cell of each group's window; `log_likelihood` adds the log-likelihoods
/// of a group (its index, its window's first cell) to a row of zeros.
pub(super) fn posterior(
    first: Vec<usize>,
    groups: &StepGroups,
    mut log_likelihood: impl FnMut(usize, usize, &mut Row),
) -> Posterior {
    let dt_s = &groups.dt_s;
    let mut spread = Spread::of(groups.group_steps);
    let mut rows: Vec<Row> = Vec::with_capacity(first.len());
    let mut emissions: Vec<Row> = Vec::with_capacity(first.len());
    let mut state = [1.0 / CELLS as f64; WIDTH];
    let (mut log_evidence, mut before) = (0.0, first.first().copied().unwrap_or(0));
    for (i, (&at, &dt)) in first.iter().zip(dt_s).enumerate() {
        let mut emission = [0.0; WIDTH];
        log_likelihood(i, at, &mut emission);
        let top = to_likelihood(&mut emission);
        spread.over(dt, i, shift(before, at), &mut state);
        log_evidence += top + libm::log(multiply(&mut state, &emission));
        rows.push(state);
        emissions.push(emission);
        before = at;
    }
    let mut future = [1.0; WIDTH];
    let steps = rows.iter_mut().zip(&emissions).zip(&first).zip(dt_s).enumerate();
    let mut before = first.iter().rev().skip(1);
    for (i, (((row, emission), &at), &dt)) in steps.rev() {
        multiply(row, &future);
        multiply(&mut future, emission);
        if let Some(&earlier) = before.next() {
            spread.over(dt, i, shift(at, earlier), &mut future);
        }
    }
    Posterior { first, rows, log_evidence }
}

/// Signed number of cells from one window's first cell to another's, the short way round.
fn shift(from: usize, to: usize) -> isize {
    let forward = (to + CELLS - from) % CELLS;
    if forward > CELLS / 2 { forward as isize - CELLS as isize } else { forward as isize }
}

/// Turns log-likelihoods into likelihoods relative to the greatest, and returns the greatest.
fn to_likelihood(row: &mut Row) -> f64 {
    let higher = |m: f64, v: f64| if v > m { v } else { m };
    let mut tops = [f64::NEG_INFINITY; 4];
    let (fours, rest) = row.as_chunks::<4>();
    fours.iter().for_each(|four| tops.iter_mut().zip(four).for_each(|(m, &v)| *m = higher(*m, v)));
    let top = tops.iter().chain(rest).fold(f64::NEG_INFINITY, |m, &v| higher(m, v));
    if row.iter().all(|&v| v == top) {
        row.fill(1.0);
    } else {
        row.iter_mut().for_each(|v| *v = exp_below(*v - top));
    }
    top
}

/// exp(x) for x ≤ 0 with a relative error below 1e-10, in arithmetic that compilers vectorise over a row: these
/// exponentials are most of the work of an estimate. Range reduction by ln 2, then a Taylor polynomial.
fn exp_below(x: f64) -> f64 {
    // Adding and subtracting 1.5 · 2^52 rounds to the nearest integer.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    let x = if x > -700.0 { x } else { -700.0 };
    let n = x * std::f64::consts::LOG2_E + ROUND;
    let whole = n - ROUND;
    let r = (x - whole * 0.693_147_180_369_123_8) - whole * 1.908_214_929_270_587_7e-10;
    let tail = 1.0 / 5040.0 + r * (1.0 / 40320.0 + r * (1.0 / 362_880.0));
    let middle = 1.0 / 24.0 + r * (1.0 / 120.0 + r * (1.0 / 720.0 + r * tail));
    let part = 1.0 + r * (1.0 + r * (0.5 + r * (1.0 / 6.0 + r * middle)));
    // The integer is in the lowest bits of `n`; moved to the exponent bits it gives the power of two.
    let power = f64::from_bits((n.to_bits().wrapping_add(1023)) << 52);
    part * power
}

/// Multiplies two rows, scales the product to a sum of 1, and returns the sum before scaling.
fn multiply(state: &mut Row, by: &Row) -> f64 {
    state.iter_mut().zip(by).for_each(|(s, b)| *s *= b);
    let sum = dot(state, &[1.0; WIDTH]).max(MIN_PROBABILITY);
    let scale = 1.0 / sum;
    state.iter_mut().for_each(|s| *s *= scale);
    sum
}

impl Posterior {
    /// Circular mean direction of each row, deg.
    pub fn means(&self) -> impl Iterator<Item = f64> + '_ {
        self.towards().map(|(first, sin, cos)| mean(first, sin, cos))
    }

    /// Circular mean and circular standard deviation of each row, deg.
    pub fn moments(&self) -> Vec<(f64, f64)> {
        let spread = |sin: f64, cos: f64| circular_sd_deg((sin * sin + cos * cos).sqrt());
        self.towards().map(|(first, sin, cos)| (mean(first, sin, cos), spread(sin, cos))).collect()
    }

    /// First cell of each window, and the sums of sine and cosine of the angle from its middle.
    fn towards(&self) -> impl Iterator<Item = (usize, f64, f64)> + '_ {
        let unit = |k: usize| libm::sincos(to_rad((k as f64 - HALF as f64) * CELL_DEG));
        let (sin, cos): (Row, Row) = (std::array::from_fn(|k| unit(k).0), std::array::from_fn(|k| unit(k).1));
        self.rows.iter().zip(&self.first).map(move |(row, &first)| (first, dot(row, &sin), dot(row, &cos)))
    }
}

fn mean(first: usize, sin: f64, cos: f64) -> f64 {
    wrap_360(cell_deg(first + HALF) + bearing_deg(sin, cos))
}

/// Scalar product in four partial sums, which compilers vectorise; the order of summation is fixed.
fn dot(a: &Row, b: &Row) -> f64 {
    let (fours, rest) = a.as_chunks::<4>();
    let (others, other) = b.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for (a, b) in fours.iter().zip(others) {
        sums.iter_mut().zip(a.iter().zip(b)).for_each(|(sum, (a, b))| *sum += a * b);
    }
    let rest: f64 = rest.iter().zip(other).map(|(a, b)| a * b).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

#[cfg(test)]
mod tests {
    use super::exp_below;

    #[test]
    fn the_vectorised_exponential_agrees_with_the_library_s() {
        for k in 0..7000 {
            let x = -0.1 * f64::from(k);
            let off = exp_below(x) / libm::exp(x) - 1.0;
            assert!(off.abs() < 1e-10, "{x}: {off}");
        }
        assert!(exp_below(f64::NEG_INFINITY) < 1e-300);
    }
}
