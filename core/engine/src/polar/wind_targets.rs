//! Targets by wind speed, of all sessions but some.

use super::histogram::{Histogram, Leg};
use super::outings::{Cell, Outing};
use super::session::{MAX_TWS_BIN, TWS_BIN_KN};
use super::target::MAX_GROUPS;

/// Least number of windows of a bin of the wind speed, and of all bins within [`NEAR_BINS`] of it: 5 and 15 min. *guess*
const MIN_BIN: f64 = 30.0;
const MIN_NEAR: f64 = 90.0;
const NEAR_BINS: usize = 2;

/// Standard deviation of the kernel over wind speeds, kn. *guess*: the bins have the noise of few sessions each.
const KERNEL_SD_KN: f64 = 1.5;

/// Target speed made good, kn, and windows of each bin of the wind speed that has enough.
type ByWind = Vec<Option<(f64, f64)>>;

pub(super) struct WindTargets<'a> {
    leg: Leg,
    outings: &'a [Outing<'a>],
    /// Of each bin of the wind speed that was sailed.
    histograms: Vec<Option<Histogram>>,
    all: ByWind,
}

impl<'a> WindTargets<'a> {
    pub(super) fn of(outings: &'a [Outing<'a>], leg: Leg, speeds: usize) -> Self {
        let mut histograms: Vec<Option<Histogram>> = (0..=MAX_TWS_BIN).map(|_| None).collect();
        for cell in outings.iter().flat_map(|o| &o.cells).filter(|c| leg.has(c)) {
            if let Some(histogram) = histograms.get_mut(cell.tws as usize) {
                histogram.get_or_insert_with(|| Histogram::new(speeds)).add(cell, 1.0);
            }
        }
        let all = histograms.iter().map(|h| target(h.as_ref()?, leg)).collect();
        Self { leg, outings, histograms, all }
    }

    /// Number of the groups of sessions; each is left out as a whole.
    pub(super) fn groups(&self) -> usize {
        self.outings.len().min(MAX_GROUPS)
    }

    /// The outings of a group.
    pub(super) fn group(&self, group: usize) -> impl Iterator<Item = &'a Outing<'a>> + use<'a> {
        self.outings.iter().skip(group).step_by(MAX_GROUPS)
    }

    /// The targets of all outings that are not of this group, by bin of the wind speed.
    pub(super) fn without(&mut self, group: usize) -> TargetsOfOthers {
        let left_out = || self.group(group).flat_map(|o| &o.cells).filter(|c| self.leg.has(c)).copied();
        let cells: Vec<Cell> = left_out().collect();
        let mut others = self.all.clone();
        for cell in &cells {
            self.add(cell, -1.0);
        }
        let mut bins: Vec<i8> = cells.iter().map(|c| c.tws).collect();
        bins.sort_unstable();
        bins.dedup();
        for tws in bins {
            if let Some(other) = others.get_mut(tws as usize) {
                *other = self.histograms[tws as usize].as_ref().and_then(|h| target(h, self.leg));
            }
        }
        for cell in &cells {
            self.add(cell, 1.0);
        }
        TargetsOfOthers::new(&others)
    }

    fn add(&mut self, cell: &Cell, times: f64) {
        if let Some(Some(histogram)) = self.histograms.get_mut(cell.tws as usize) {
            histogram.add(cell, times);
        }
    }
}

fn target(histogram: &Histogram, leg: Leg) -> Option<(f64, f64)> {
    histogram.typical(leg).filter(|t| t.n >= MIN_BIN).map(|t| (t.vmg_kn, t.n))
}

/// Target speed made good at the middle of each bin of the wind speed, kn.
pub(super) struct TargetsOfOthers(Vec<Option<f64>>);

impl TargetsOfOthers {
    fn new(others: &ByWind) -> Self {
        Self((0..others.len()).map(|bin| smoothed(others, bin)).collect())
    }

    /// None without enough time near this bin, and of a third of a session without a wind speed.
    pub(super) fn at(&self, bin: i8) -> Option<f64> {
        self.0.get(usize::try_from(bin).ok()?).copied().flatten()
    }
}

/// A local line through the targets near a bin.
fn smoothed(others: &ByWind, at: usize) -> Option<f64> {
    let near = at.saturating_sub(NEAR_BINS)..(at + NEAR_BINS + 1).min(others.len());
    let (mut w, mut wx, mut wy, mut wxx, mut wxy, mut windows) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    for bin in near {
        let Some((vmg_kn, n)) = others[bin] else { continue };
        let x = (bin as f64 - at as f64) * TWS_BIN_KN;
        let weight = n * libm::exp(-0.5 * (x / KERNEL_SD_KN) * (x / KERNEL_SD_KN));
        windows += n;
        (w, wx, wy) = (w + weight, wx + weight * x, wy + weight * vmg_kn);
        (wxx, wxy) = (wxx + weight * x * x, wxy + weight * x * vmg_kn);
    }
    if windows < MIN_NEAR {
        return None;
    }
    let determinant = w * wxx - wx * wx;
    // Of one bin, or of bins far to one side, there is no line that can be trusted at this wind.
    let has_line = determinant > 0.1 * w * w;
    let vmg_kn = if has_line { (wxx * wy - wx * wxy) / determinant } else { wy / w };
    (vmg_kn > 0.0).then_some(vmg_kn)
}
