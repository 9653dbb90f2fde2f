//! Forward-backward over a circle of wind directions.

use crate::angle::{to_deg, to_rad, wrap_180, wrap_360};

/// Cells of the circle, and their width in degrees.
pub(super) const CELLS: usize = 180;
pub(super) const CELL_DEG: f64 = 2.0;

/// How the wind wanders: deg per square root of a second.
const WANDER: f64 = 0.5;
/// Now and then it shifts faster: how often, and how fast.
const SHIFT_SHARE: f64 = 0.003;
const SHIFT_WANDER: f64 = 5.0;
/// No pause makes the wind wander further than this, deg.
const MOST_WANDER_DEG: f64 = 60.0;
/// A step is never less probable than this: numbers must not vanish.
const FLOOR: f64 = 1e-280;

/// The direction of a cell, deg.
pub(super) fn cell_deg(cell: usize) -> f64 {
    cell as f64 * CELL_DEG
}

/// Log-likelihood of every cell at every step, one row a step.
pub(super) struct Likelihood {
    pub rows: Vec<[f64; CELLS]>,
    /// Seconds since the row before.
    pub dt_s: Vec<f64>,
}

/// Cells near a direction, one for each step: where a hypothesis lives.
pub(super) struct Region<'a> {
    pub centre_deg: &'a [f64],
    pub half_deg: f64,
}

/// What the chain concludes.
pub(super) struct Posterior {
    pub rows: Vec<[f64; CELLS]>,
    /// Log-probability of all that was seen.
    pub log_evidence: f64,
}

impl Likelihood {
    /// Forward and backward inside a region.
    pub fn posterior(&self, region: &Region) -> Posterior {
        let mut spread = Spread::default();
        let mut rows: Vec<[f64; CELLS]> = Vec::with_capacity(self.rows.len());
        let mut emissions: Vec<[f64; CELLS]> = Vec::with_capacity(self.rows.len());
        let mut state = [1.0 / CELLS as f64; CELLS];
        let mut log_evidence = 0.0;
        for ((row, &dt_s), &centre) in self.rows.iter().zip(&self.dt_s).zip(region.centre_deg) {
            let (emission, top) = emission(row, centre, region.half_deg);
            spread.over(dt_s, &mut state);
            let sum = multiply(&mut state, &emission);
            log_evidence += top + libm::log(sum);
            rows.push(state);
            emissions.push(emission);
        }
        let mut future = [1.0; CELLS];
        for i in (0..rows.len()).rev() {
            multiply(&mut rows[i], &future);
            multiply(&mut future, &emissions[i]);
            spread.over(self.dt_s[i], &mut future);
        }
        Posterior { rows, log_evidence }
    }
}

/// Likelihoods of a row relative to its best cell, 0 outside the region, and the log of the best.
fn emission(row: &[f64; CELLS], centre_deg: f64, half_deg: f64) -> ([f64; CELLS], f64) {
    let inside = |cell: usize| wrap_180(cell_deg(cell) - centre_deg).abs() <= half_deg;
    let top =
        row.iter().enumerate().filter(|(k, _)| inside(*k)).fold(f64::NEG_INFINITY, |m, (_, &v)| m.max(v));
    let mut out = [0.0; CELLS];
    for (k, (to, &v)) in out.iter_mut().zip(row).enumerate() {
        if inside(k) {
            *to = if v == top { 1.0 } else { libm::exp(v - top) };
        }
    }
    (out, top)
}

/// Multiplies and scales to a sum of 1; returns the sum before.
fn multiply(state: &mut [f64; CELLS], by: &[f64; CELLS]) -> f64 {
    let mut sum = 0.0;
    for (s, b) in state.iter_mut().zip(by) {
        *s *= b;
        sum += *s;
    }
    let sum = sum.max(FLOOR);
    state.iter_mut().for_each(|s| *s /= sum);
    sum
}

/// The wind's wandering as a symmetric kernel, kept for the interval it was made for.
#[derive(Default)]
struct Spread {
    dt_s: f64,
    /// Weight at 0, 1, 2... cells to either side.
    kernel: Vec<f64>,
}

impl Spread {
    fn over(&mut self, dt_s: f64, state: &mut [f64; CELLS]) {
        if dt_s <= 0.0 {
            return;
        }
        if dt_s != self.dt_s {
            self.dt_s = dt_s;
            self.kernel = kernel(dt_s);
        }
        let before = *state;
        let around = |k: usize, j: usize| before[(k + j) % CELLS] + before[(k + CELLS - j) % CELLS];
        for (k, to) in state.iter_mut().enumerate() {
            let sides = self.kernel.iter().enumerate().skip(1).map(|(j, w)| w * around(k, j));
            *to = self.kernel[0] * before[k] + sides.sum::<f64>();
        }
    }
}

fn kernel(dt_s: f64) -> Vec<f64> {
    let sd = |wander: f64| (wander * dt_s.sqrt()).min(MOST_WANDER_DEG) / CELL_DEG;
    let (slow, fast) = (gaussian(sd(WANDER)), gaussian(sd(SHIFT_WANDER)));
    let mut out = vec![0.0; slow.len().max(fast.len())];
    for (share, part) in [(1.0 - SHIFT_SHARE, slow), (SHIFT_SHARE, fast)] {
        out.iter_mut().zip(part).for_each(|(o, p)| *o += share * p);
    }
    out
}

/// Half a Gaussian of this spread in cells. Narrow ones keep their variance on three cells.
fn gaussian(sd_cells: f64) -> Vec<f64> {
    let var = sd_cells * sd_cells;
    if var < 0.6 {
        return vec![1.0 - var, var / 2.0];
    }
    let reach = ((3.5 * sd_cells) as usize + 1).min(CELLS / 2 - 1);
    let raw: Vec<f64> = (0..=reach).map(|j| libm::exp(-((j * j) as f64) / (2.0 * var))).collect();
    let sum = 2.0 * raw.iter().sum::<f64>() - raw[0];
    raw.iter().map(|r| r / sum).collect()
}

/// Mean and standard deviation (deg) of each row of a posterior.
pub(super) fn moments(rows: &[[f64; CELLS]]) -> Vec<(f64, f64)> {
    let unit: Vec<(f64, f64)> = (0..CELLS).map(|k| libm::sincos(to_rad(cell_deg(k)))).collect();
    rows.iter()
        .map(|row| {
            let (s, c) = row.iter().zip(&unit).fold((0.0, 0.0), |(s, c), (p, u)| (s + p * u.0, c + p * u.1));
            let mean = wrap_360(to_deg(libm::atan2(s, c)));
            (mean, crate::angle::circular_sd_deg(libm::hypot(s, c)))
        })
        .collect()
}
