//! Spikes of sparse tracks: a position far off the track, there and back (docs/algorithms.md, section 2). At long
//! intervals the position gate alone lets them pass, because a boat at top speed could reach them.

use std::ops::Range;

use super::leaps::way_m;
use crate::stats::quantile::median;
use crate::track::{Columns, flag};

/// A spike is left and reached at more than this many median speeds of the track. *guess*
const MIN_MEDIAN_SPEEDS: f64 = 3.0;
/// The way over it is longer than this many times the straight line past it. *guess*
const MIN_DETOUR: f64 = 3.0;

/// Flags the spikes among the fixes that are no outliers.
pub(super) fn flag_spikes(columns: &Columns, pieces: &[Range<usize>], flags: &mut [u8]) {
    let way_m = |a: usize, b: usize| way_m(columns, a, b);
    let mps = |a: usize, b: usize| way_m(a, b) * 1000.0 / (columns.time_ms[b] - columns.time_ms[a]);
    let good: Vec<Vec<usize>> = pieces
        .iter()
        .map(|piece| piece.clone().filter(|&row| flags[row] & flag::OUTLIER == 0).collect())
        .collect();
    let mut speeds: Vec<f64> =
        good.iter().flat_map(|rows| rows.windows(2).map(|w| mps(w[0], w[1]))).collect();
    let Some(usual_mps) = median(&mut speeds) else { return };
    for w in good.iter().flat_map(|rows| rows.windows(3)) {
        let (before, at, after) = (w[0], w[1], w[2]);
        let fast = mps(before, at).min(mps(at, after)) > MIN_MEDIAN_SPEEDS * usual_mps;
        let detour = way_m(before, at) + way_m(at, after) > MIN_DETOUR * way_m(before, after);
        if fast && detour && usual_mps > 0.0 {
            flags[at] |= flag::OUTLIER;
        }
    }
}
