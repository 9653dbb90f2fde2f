//! Selection bias of a record: the fastest of many noisy means is expected to be measured too high.
//!
//! Tweedie's formula: for measured means m with error variance s² and marginal density f, E[true | m] = m + s² (ln f)'(m).
//! In the upper tail f is taken as exponential, so (ln f)' = −1 / (mean excess over the tail's threshold). It holds for a
//! selected maximum as for any other value (Efron 2011, Tweedie's formula and selection bias).

use std::ops::Range;

use crate::records::sailed::Sailed;

/// The tail: the fastest one in this many means, at least `MIN_TAIL`; with fewer than twice as many the bias is 0. *guess*
const TAIL_ONE_IN: usize = 20;
const MIN_TAIL: usize = 8;
/// Factor on the slope at the maximum: the tail falls faster than an exponential, and runs begin at every fix, so
/// neighbours share their errors. *measured* on simulated records (`npm run truth`).
const TAIL_STEEPNESS: f64 = 2.0;

/// Expected excess, m/s, of the fastest mean over a duration whose means have standard deviation `sd_mps`.
pub(super) fn selection_bias_mps(sailed: &Sailed, pieces: &[Range<usize>], seconds: f64, sd_mps: f64) -> f64 {
    let mut means = means(sailed, pieces, seconds);
    let count = (means.len() / TAIL_ONE_IN).max(MIN_TAIL);
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
    if excess > 0.0 { (TAIL_STEEPNESS * sd_mps * sd_mps / excess).min(most) } else { 0.0 }
}

/// Consecutive means over at least `seconds` from fix to fix.
fn means(sailed: &Sailed, pieces: &[Range<usize>], seconds: f64) -> Vec<f64> {
    let (t, way) = (&sailed.course.time_s, &sailed.way_m);
    let mut means = Vec::new();
    for piece in pieces {
        let mut from = piece.start;
        for to in piece.clone() {
            let duration_s = t[to] - t[from];
            if duration_s + 1e-6 >= seconds {
                if sailed.is_good(&(from..to + 1)) {
                    means.push((way[to] - way[from]) / duration_s);
                }
                from = to;
            }
        }
    }
    means
}
