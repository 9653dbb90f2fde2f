//! Transition of the wind direction from step to step: a narrow Gaussian, now and then a wide one (docs/algorithms.md,
//! section 4.5).

use std::ops::Range;

use super::{CELL_DEG, Row, WIDTH};

/// Standard deviation of the random walk, deg per square root of a second. *hand-tuned* (section 4)
const RANDOM_WALK_DEG_PER_SQRT_S: f64 = 0.45;
/// Probability of a shift in a step, and its standard deviation, deg per square root of a second. *hand-tuned*
const SHIFT_PROBABILITY: f64 = 0.003;
const SHIFT_DEG_PER_SQRT_S: f64 = 5.0;

/// Most cells from which a transition reaches a window on either side, and the cells of window and both sides: a whole
/// number of bins. *numerical*
const REACH: usize = 32;
const WIDE: usize = WIDTH.next_multiple_of(BIN) + 2 * REACH;
/// Shifts are wide and rare: they are computed on bins of this many cells. *numerical*
const BIN: usize = 4;
const BINS: usize = WIDE / BIN;
/// Bins of the window and one to either side, and the first of these: the number of bins that a shift reaches. *derived*
const AROUND: usize = (WIDE - 2 * REACH) / BIN + 2;
const FIRST_BIN: usize = REACH / BIN - 1;

type Window = [f64; WIDE - 2 * REACH];
/// Linear interpolation weights of a cell in the two bins nearest to it, by the distance of the bins' middles, and the
/// variance that interpolating to bins and back adds, cells². *derived*
const NEAREST: f64 = 0.875;
const NEAR: f64 = 0.625;
const FAR: f64 = 0.375;
const FARTHEST: f64 = 0.125;
const BIN_VAR: f64 = 5.5;

/// Steps between two applications of the shift, each with as many times its probability, and the same in groups where
/// steps are grouped. *numerical*
pub(crate) const SHIFT_STEPS: usize = 4;
const SHIFT_GROUPS: usize = 2;

/// The transition as two symmetric kernels, computed for one interval and reused while it lasts.
pub(super) struct Spread {
    /// Steps in a group, and groups between two applications of the shift.
    group_steps: usize,
    every: usize,
    dt_s: f64,
    /// Weight at 0, 1, 2... cells to either side, and at 0, 1, 2... bins.
    walk_kernel: Vec<f64>,
    shift_kernel: Vec<f64>,
}

impl Spread {
    /// For groups of this many steps.
    pub(super) fn of(group_steps: usize) -> Self {
        let group_steps = group_steps.max(1);
        let every = if group_steps == 1 { SHIFT_STEPS } else { SHIFT_GROUPS };
        Spread { group_steps, every, dt_s: 0.0, walk_kernel: Vec::new(), shift_kernel: Vec::new() }
    }

    /// Applies the transition to or from group `at`; the window of the result begins `shift` cells further on.
    pub(super) fn over(&mut self, dt_s: f64, at: usize, shift: isize, row: &mut Row) {
        if dt_s <= 0.0 {
            return;
        }
        if dt_s != self.dt_s {
            self.make(dt_s);
        }
        let shifts = at.is_multiple_of(self.every);
        match *self.walk_kernel {
            [middle, side] if shift == 0 && !shifts => walk_to_next_cell(row, middle, side),
            _ => self.over_wide(shift, shifts, row),
        }
    }

    fn over_wide(&self, shift: isize, shifts: bool, row: &mut Row) {
        let (wide, held) = widened(row, shift);
        let mut out = self.walked(&wide);
        if shifts {
            let stays = 1.0 - self.shift_probability();
            out.iter_mut().for_each(|v| *v *= stays);
            self.add_shifted(&into_bins(&wide, held), &mut out);
        }
        row.copy_from_slice(&out[..WIDTH]);
    }

    /// Probability of a shift between two applications.
    fn shift_probability(&self) -> f64 {
        (self.every * self.group_steps) as f64 * SHIFT_PROBABILITY
    }

    fn make(&mut self, dt_s: f64) {
        let var = |deg_per_sqrt_s: f64, dt_s: f64| {
            let sd_cells = deg_per_sqrt_s * dt_s.sqrt() / CELL_DEG;
            sd_cells * sd_cells
        };
        // A shift happens within one step, however many are grouped.
        let shift_var = var(SHIFT_DEG_PER_SQRT_S, dt_s / self.group_steps as f64);
        let bins2 = (BIN * BIN) as f64;
        self.dt_s = dt_s;
        self.walk_kernel = gaussian(var(RANDOM_WALK_DEG_PER_SQRT_S, dt_s), REACH - 1, 1.0);
        // A bin's probability is divided among its cells.
        let share = self.shift_probability() / BIN as f64;
        self.shift_kernel = gaussian((shift_var - BIN_VAR).max(0.0) / bins2, FIRST_BIN, share);
    }

    /// The window after the random walk.
    fn walked(&self, wide: &[f64; WIDE]) -> Window {
        // Kernels of the two usual lengths have unrolled loops.
        match (
            self.walk_kernel.first_chunk::<2>(),
            self.walk_kernel.first_chunk::<5>(),
            self.walk_kernel.len(),
        ) {
            (Some(near), _, 2) => walked_by(near, wide),
            (_, Some(far), 5) => walked_by(far, wide),
            _ => walked_far(&self.walk_kernel, wide),
        }
    }

    /// Adds the shifts: the bins are convolved with the shift kernel and interpolated back to cells.
    fn add_shifted(&self, bins: &[f64; BINS + 1], out: &mut Window) {
        let mut spread = [0.0; AROUND];
        for (j, &weight) in self.shift_kernel.iter().enumerate() {
            let (left, right) = (around(bins, FIRST_BIN - j), around(bins, FIRST_BIN + j));
            let weight = if j == 0 { 0.5 * weight } else { weight };
            spread.iter_mut().zip(left.iter().zip(right)).for_each(|(s, (a, b))| *s += weight * (a + b));
        }
        let bins = spread.iter().zip(&spread[1..]).zip(&spread[2..]);
        for (cells, ((before, here), after)) in out.as_chunks_mut::<BIN>().0.iter_mut().zip(bins) {
            cells[0] += FAR * before + NEAR * here;
            cells[1] += FARTHEST * before + NEAREST * here;
            cells[2] += NEAREST * here + FARTHEST * after;
            cells[3] += NEAR * here + FAR * after;
        }
    }
}

/// Random walk by a kernel of a length known at compile time: 5 s reach the next cell, 20 s the fourth.
fn walked_by<const LENGTH: usize>(kernel: &[f64; LENGTH], wide: &[f64; WIDE]) -> Window {
    std::array::from_fn(|cell| {
        let k = REACH + cell;
        (1..LENGTH).fold(kernel[0] * wide[k], |sum, j| sum + kernel[j] * (wide[k - j] + wide[k + j]))
    })
}

/// Random walk by a kernel of any length.
fn walked_far(kernel: &[f64], wide: &[f64; WIDE]) -> Window {
    let mut out = [0.0; WIDE - 2 * REACH];
    let middle = kernel.first().copied().unwrap_or(1.0);
    out.copy_from_slice(&wide[REACH..WIDE - REACH]);
    out.iter_mut().for_each(|sum| *sum *= middle);
    for (j, &weight) in kernel.iter().enumerate().take(REACH).skip(1) {
        let sides = wide[REACH - j..].iter().zip(&wide[REACH + j..]);
        out.iter_mut().zip(sides).for_each(|(sum, (a, b))| *sum += weight * (a + b));
    }
    out
}

/// Random walk that reaches no further than the next cell, inside one window.
fn walk_to_next_cell(row: &mut Row, middle: f64, side: f64) {
    let mut padded = [0.0; WIDTH + 2];
    padded[1..=WIDTH].copy_from_slice(row);
    for (v, around) in row.iter_mut().zip(padded.windows(3)) {
        *v = middle * around[1] + side * (around[0] + around[2]);
    }
}

/// The cells interpolated to bins, and one bin more; only the bins `held` have non-zero cells.
fn into_bins(wide: &[f64; WIDE], held: Range<usize>) -> [f64; BINS + 1] {
    let (mut bins, mut own, mut before) = ([0.0; BINS + 1], 0.0, 0.0);
    let (fours, _) = wide.as_chunks::<BIN>();
    // A bin is complete when the cells of the next one are read.
    for (k, &[a, b, c, d]) in fours.iter().enumerate().take(held.end).skip(held.start) {
        bins[k.max(1) - 1] = own + (FAR * a + FARTHEST * b);
        own = before + (NEAR * (a + d) + NEAREST * (b + c));
        before = FARTHEST * c + FAR * d;
    }
    for (bin, rest) in bins.iter_mut().skip(held.end.max(1) - 1).zip([own, before]) {
        *bin = rest;
    }
    bins
}

fn around(bins: &[f64; BINS + 1], from: usize) -> &[f64; AROUND] {
    bins.get(from..).and_then(|rest| rest.first_chunk()).unwrap_or(&[0.0; AROUND])
}

/// A row placed in the wide range about its next window, and the bins with non-zero cells.
fn widened(row: &Row, shift: isize) -> ([f64; WIDE], Range<usize>) {
    let mut wide = [0.0; WIDE];
    let first = REACH as isize - shift;
    let (skip, at) = (first.min(0).unsigned_abs().min(WIDTH), first.max(0).unsigned_abs().min(WIDE));
    let count = (WIDTH - skip).min(WIDE - at);
    wide[at..at + count].copy_from_slice(&row[skip..skip + count]);
    (wide, at / BIN..(at + count).div_ceil(BIN))
}

/// Weights at 0, 1, 2… of a symmetric Gaussian kernel with this variance and sum. A narrow one has three weights and
/// exactly this variance.
fn gaussian(var: f64, most: usize, share: f64) -> Vec<f64> {
    if var < 0.6 {
        return vec![share * (1.0 - var), share * var / 2.0];
    }
    let reach = ((3.0 * var.sqrt()) as usize + 1).min(most);
    let raw: Vec<f64> = (0..=reach).map(|j| libm::exp(-((j * j) as f64) / (2.0 * var))).collect();
    let sum = 2.0 * raw.iter().sum::<f64>() - 1.0;
    raw.iter().map(|r| share * r / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wind::estimate::chain::HALF;

    fn spread(dt_s: f64, at: usize, shift: isize, peak: usize) -> Row {
        let mut row = [0.0; WIDTH];
        row[peak] = 1.0;
        Spread::of(1).over(dt_s, at, shift, &mut row);
        row
    }

    /// Sum, mean and variance in cells, from the middle of the window.
    fn moments(row: &Row) -> (f64, f64, f64) {
        let sum: f64 = row.iter().sum();
        let of = |power: &dyn Fn(f64) -> f64| {
            row.iter().enumerate().map(|(i, v)| v * power(i as f64 - HALF as f64)).sum::<f64>() / sum
        };
        let mean = of(&|x| x);
        (sum, mean, of(&|x| x * x) - mean * mean)
    }

    #[test]
    fn a_transition_is_a_narrow_gaussian_and_now_and_then_a_wide_one() {
        for peak in HALF - 2..HALF + 2 {
            let (sum, mean, var) = moments(&spread(5.0, 4, 0, peak));
            let (slow, fast) = (0.45 * 0.45 * 5.0 / 4.0, 5.0 * 5.0 * 5.0 / 4.0);
            let off = peak as f64 - HALF as f64;
            let between = moments(&spread(5.0, 5, 0, peak));
            assert!((between.0 - 1.0).abs() < 1e-9 && (between.2 - slow).abs() < 1e-9, "{between:?}");
            assert!((sum - 1.0).abs() < 1e-9 && (mean - off).abs() < 1e-4, "{sum} {mean}");
            assert!((var - (0.988 * slow + 0.012 * fast)).abs() < 0.03 * var, "{var}");
        }
    }

    /// Eight steps: the shortest time after which both have applied all their shifts.
    #[test]
    fn eight_steps_in_two_groups_have_the_variance_of_eight_single_ones() {
        let (mut fours, mut single) = ([0.0; WIDTH], [0.0; WIDTH]);
        (fours[HALF], single[HALF]) = (1.0, 1.0);
        let (mut four, mut one) = (Spread::of(4), Spread::of(1));
        (1..=2).for_each(|at| four.over(20.0, at, 0, &mut fours));
        (1..=8).for_each(|at| one.over(5.0, at, 0, &mut single));
        let (fours, single) = (moments(&fours), moments(&single));
        assert!((fours.0 - single.0).abs() < 1e-6, "{fours:?} {single:?}");
        assert!((fours.2 - single.2).abs() < 0.02 * single.2, "{fours:?} {single:?}");
    }

    /// A shift has its probability in a step, however long, but a variance in proportion to its length.
    #[test]
    fn forty_seconds_have_one_variance_in_steps_of_five_and_of_ten_seconds() {
        let (mut fives, mut tens) = ([0.0; WIDTH], [0.0; WIDTH]);
        (fives[HALF], tens[HALF]) = (1.0, 1.0);
        let (mut five, mut ten) = (Spread::of(1), Spread::of(1));
        (1..=8).for_each(|at| five.over(5.0, at, 0, &mut fives));
        (1..=4).for_each(|at| ten.over(10.0, at, 0, &mut tens));
        let (fives, tens) = (moments(&fives), moments(&tens));
        assert!((fives.2 - tens.2).abs() < 0.05 * fives.2, "{fives:?} {tens:?}");
    }

    #[test]
    fn shifts_have_a_gaussian_density() {
        let row = spread(5.0, 0, 0, HALF);
        for k in 2..12 {
            let x2 = (k * k) as f64 / (2.0 * 31.25);
            let exact = 0.012 * libm::exp(-x2) / (31.25f64 * 2.0 * std::f64::consts::PI).sqrt();
            for cell in [HALF + k, HALF - k] {
                assert!((row[cell] / exact - 1.0).abs() < 0.15, "{k}: {} for {exact}", row[cell]);
            }
        }
    }

    #[test]
    fn a_moved_window_keeps_the_probability_inside_it() {
        for at in [3, 4] {
            let (still, moved) = (spread(5.0, at, 0, HALF), spread(5.0, at, 7, HALF));
            assert!((still[HALF] - moved[HALF - 7]).abs() < 1e-3);
            assert!(spread(5.0, at, 80, HALF).iter().all(|v| *v == 0.0));
            assert!(spread(5.0, at, -80, HALF).iter().all(|v| *v == 0.0));
            assert!(moments(&spread(60.0, at, 30, WIDTH - 1)).0 > 0.5);
        }
    }
}
