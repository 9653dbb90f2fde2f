//! Forward-backward over a circle of wind directions, inside a window that follows a path (docs/algorithms.md,
//! section 4.5).

mod spread;

use super::step_groups::StepGroups;
use crate::angle::{bearing_deg, circular_sd_deg, to_rad, wrap_360};
pub(super) use spread::SHIFT_STEPS;
use spread::Spread;

/// Cells of the circle, and their width, deg. *numerical*
pub(super) const CELLS: usize = 180;
pub(super) const CELL_DEG: f64 = 2.0;
/// Cells to either side of a window's middle (62°), and all of a window. *numerical*
const HALF: usize = 31;
pub(super) const WIDTH: usize = 2 * HALF + 1;

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

/// Groups of a block: rows of all groups of a year would take gigabytes, so that those of all blocks but the last are
/// computed twice. *guess*: 6 h of steps of 5 s, in 4 MB.
const BLOCK_GROUPS: usize = 4096;

/// Forward-backward over groups of steps, in one window each.
pub(super) struct Chain<'a, L> {
    /// First cell of each group's window.
    pub first: &'a [usize],
    pub groups: &'a StepGroups,
    /// Adds the log-likelihoods of a group (its index, its window's first cell) to a row of zeros.
    pub log_likelihood: L,
}

/// The filter after a group.
#[derive(Clone, Copy)]
struct Filtered {
    row: Row,
    /// First cell of its window.
    first: usize,
}

/// Filtered rows and emissions of the groups of a block.
struct Block {
    rows: Vec<Row>,
    emissions: Vec<Row>,
}

impl Block {
    fn new(groups: usize) -> Self {
        let most = groups.min(BLOCK_GROUPS);
        Block { rows: Vec::with_capacity(most), emissions: Vec::with_capacity(most) }
    }
}

impl<L: Fn(usize, usize, &mut Row)> Chain<'_, L> {
    /// Runs forward and backward, and gives `visit` the index of every group with its normalised posterior: the blocks from
    /// the last to the first, the groups of a block in order. Returns the log-likelihood of all observations, nats.
    pub(super) fn posterior(&self, mut visit: impl FnMut(usize, &Row)) -> f64 {
        let mut spread = Spread::of(self.groups.group_steps);
        let mut now =
            Filtered { row: [1.0 / CELLS as f64; WIDTH], first: self.first.first().copied().unwrap_or(0) };
        let (mut block, mut starts, mut log_evidence) = (Block::new(self.first.len()), Vec::new(), 0.0);
        for start in (0..self.first.len()).step_by(BLOCK_GROUPS) {
            starts.push((start, now));
            log_evidence += self.forward(start, &mut now, &mut spread, &mut block);
        }
        let (mut future, last) = ([1.0; WIDTH], starts.len().saturating_sub(1));
        for (i, (start, mut before)) in starts.into_iter().enumerate().rev() {
            if i < last {
                self.forward(start, &mut before, &mut spread, &mut block);
            }
            self.backward(start, &mut future, &mut spread, &mut block);
            block.rows.iter().enumerate().for_each(|(k, row)| visit(start + k, row));
        }
        log_evidence
    }

    /// Filters the groups of one block; returns the log-likelihood of their observations.
    fn forward(&self, start: usize, now: &mut Filtered, spread: &mut Spread, block: &mut Block) -> f64 {
        block.rows.clear();
        block.emissions.clear();
        let mut log_evidence = 0.0;
        let groups = self.first.iter().zip(&self.groups.dt_s).enumerate().skip(start).take(BLOCK_GROUPS);
        for (i, (&first, &dt_s)) in groups {
            let mut emission = [0.0; WIDTH];
            (self.log_likelihood)(i, first, &mut emission);
            let top = to_likelihood(&mut emission);
            spread.over(dt_s, i, shift(now.first, first), &mut now.row);
            log_evidence += top + libm::log(multiply(&mut now.row, &emission));
            block.rows.push(now.row);
            block.emissions.push(emission);
            now.first = first;
        }
        log_evidence
    }

    /// Multiplies the rows of a block by what the later groups say of them, which is advanced to the block before.
    fn backward(&self, start: usize, future: &mut Row, spread: &mut Spread, block: &mut Block) {
        for (k, (row, emission)) in block.rows.iter_mut().zip(&block.emissions).enumerate().rev() {
            multiply(row, future);
            multiply(future, emission);
            let i = start + k;
            if let Some(before) = i.checked_sub(1) {
                spread.over(self.groups.dt_s[i], i, shift(self.first[i], self.first[before]), future);
            }
        }
    }
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
    /// 1.5 · 2^52: adding and subtracting it rounds to the nearest integer. *definition*
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
    let sum = dot(state, &[1.0; WIDTH]).max(f64::MIN_POSITIVE);
    let scale = 1.0 / sum;
    state.iter_mut().for_each(|s| *s *= scale);
    sum
}

/// Circular moments of rows.
pub(super) struct Moments {
    /// Sine and cosine of the angle of each cell from the window's middle.
    sin: Row,
    cos: Row,
}

impl Moments {
    pub(super) fn new() -> Self {
        let unit = |k: usize| libm::sincos(to_rad((k as f64 - HALF as f64) * CELL_DEG));
        Moments { sin: std::array::from_fn(|k| unit(k).0), cos: std::array::from_fn(|k| unit(k).1) }
    }

    /// Circular mean and circular standard deviation of a row, deg; `first` is the first cell of its window.
    pub(super) fn of(&self, first: usize, row: &Row) -> (f64, f64) {
        let (sin, cos) = (dot(row, &self.sin), dot(row, &self.cos));
        (mean(first, sin, cos), circular_sd_deg((sin * sin + cos * cos).sqrt()))
    }

    /// Circular mean of a row, deg.
    pub(super) fn mean(&self, first: usize, row: &Row) -> f64 {
        mean(first, dot(row, &self.sin), dot(row, &self.cos))
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
    use super::*;

    /// Posterior means of steps of 5 s whose courses vote for a direction that turns slowly.
    fn means(groups: usize) -> Vec<f64> {
        let first: Vec<usize> = (0..groups).map(|i| first_cell(i as f64 / 100.0)).collect();
        let dt_s = (0..groups).map(|i| if i == 0 { 0.0 } else { 5.0 }).collect();
        let groups = StepGroups { groups: (0..groups).map(|i| i..i + 1).collect(), dt_s, group_steps: 1 };
        let log_likelihood = |i: usize, first: usize, row: &mut Row| {
            let observed = i as f64 / 100.0 + if i.is_multiple_of(2) { 4.0 } else { -4.0 };
            row.iter_mut().enumerate().for_each(|(k, v)| {
                let z = crate::angle::wrap_180(cell_deg(first + k) - observed) / 10.0;
                *v -= 0.5 * z * z;
            });
        };
        let (moments, mut means) = (Moments::new(), vec![f64::NAN; first.len()]);
        Chain { first: &first, groups: &groups, log_likelihood }
            .posterior(|i, row| means[i] = moments.mean(first[i], row));
        means
    }

    #[test]
    fn the_wind_of_a_morning_is_the_same_in_a_recording_that_lasts_a_day_longer() {
        let (long, short) = (means(3 * BLOCK_GROUPS + 5), means(BLOCK_GROUPS - 5));
        for (i, (a, b)) in long.iter().zip(&short).enumerate().take(BLOCK_GROUPS - 1000) {
            assert!((a - b).abs() < 1e-9, "group {i}: {a} and {b}");
        }
        let off = |(i, mean): (usize, &f64)| crate::angle::wrap_180(mean - i as f64 / 100.0).abs();
        assert!(long.iter().enumerate().map(off).all(|off| off < 3.0));
    }

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
