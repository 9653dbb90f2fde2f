//! What chance adds to a best: of a thousand noisy seconds the fastest is one that also reads high.
//!
//! Tweedie's formula: where means scatter with the variance s² about the true ones, the best guess of a true one is what
//! was measured and s² times the slope of the logarithm of how often such means are met. Among the fastest that is an
//! exponential's, one over the mean by which they exceed the slowest of them. The formula holds for a best one as for
//! any other (Efron 2011, Tweedie's formula and selection bias).

use std::ops::Range;

use crate::records::sailed::Sailed;

/// The fastest are one in so many, at least these; of fewer means than twice as many nothing can be told.
const FASTEST_ONE_IN: usize = 20;
const LEAST_FASTEST: usize = 8;
/// How much steeper it is at the fastest of all: the tail of what scatters falls ever faster, and the best is chosen
/// among stretches that begin at every fix, of which neighbours share their errors.
const STEEPER: f64 = 2.0;

/// By how much a best mean over so many seconds reads high, m/s, when such means are known to `sd_mps`.
pub(super) fn selection_bias_mps(sailed: &Sailed, pieces: &[Range<usize>], seconds: f64, sd_mps: f64) -> f64 {
    let mut means = means(sailed, pieces, seconds);
    let count = (means.len() / FASTEST_ONE_IN).max(LEAST_FASTEST);
    if means.len() < 2 * count {
        return 0.0;
    }
    let (_, slowest, faster) = {
        let at = means.len() - count;
        means.select_nth_unstable_by(at, f64::total_cmp)
    };
    let slowest = *slowest;
    let excess = faster.iter().map(|v| v - slowest).sum::<f64>() / faster.len() as f64;
    let most = faster.iter().map(|v| v - slowest).fold(0.0, f64::max);
    if excess > 0.0 { (STEEPER * sd_mps * sd_mps / excess).min(most) } else { 0.0 }
}

/// Means over so many seconds, from fix to fix, end to end.
fn means(sailed: &Sailed, pieces: &[Range<usize>], seconds: f64) -> Vec<f64> {
    let (t, way) = (&sailed.course.time_s, &sailed.way_m);
    let mut means = Vec::new();
    for piece in pieces {
        let mut from = piece.start;
        for to in piece.clone() {
            let lasted = t[to] - t[from];
            if lasted + 1e-6 >= seconds {
                if sailed.is_good(&(from..to + 1)) {
                    means.push((way[to] - way[from]) / lasted);
                }
                from = to;
            }
        }
    }
    means
}
