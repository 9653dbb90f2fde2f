//! Means and covariances of the shapes of turns.

use leebow_engine::wind::estimate::Label;

use crate::data::{FAMILIES, Track};

pub const N: usize = 4;
const LABELS: [Label; 4] = [Label::Tack, Label::Gybe, Label::BearAway, Label::RoundUp];
/// Weight of a turn of a recording; one of the simulator has weight 1.
const REAL_WEIGHT: f64 = 4.0;
/// A turn whose squared distance from the mean exceeds this is of no kind and has no weight: the 97.5 % quantile of χ² with
/// four degrees of freedom.
const MAX_DISTANCE: f64 = 11.1;
/// Rounds of leaving such turns out.
const ROUNDS: usize = 2;
/// Standard deviation added to every quantity: crews and receivers differ more than those of the simulator.
const ADDED_SD: f64 = 0.1;
/// Standard deviations of shapes of no kind, as a multiple of those of all turns.
const BROAD_FACTOR: f64 = 2.0;

/// A normal distribution.
#[derive(Debug, Clone, Copy)]
pub struct Normal {
    pub mean: [f64; N],
    /// Cholesky factor of the covariance.
    pub factor: [[f64; N]; N],
}

/// The distributions of shapes.
pub struct Shapes {
    pub turns: [Normal; 4],
    pub engine: Normal,
    pub broad: Normal,
}

type Weighted = (f64, [f64; N]);

/// The distributions fitted to the tracks.
pub fn fitted(tracks: &[Track]) -> Shapes {
    let turns = LABELS.map(|label| robust(&of_label(tracks, label)));
    let under_engine = tracks.iter().filter(|t| t.under_engine).flat_map(|t| &t.sample.shapes);
    let engine = robust(&under_engine.map(|&x| (1.0, x)).collect::<Vec<_>>());
    let all: Vec<Weighted> = LABELS.iter().flat_map(|&label| of_label(tracks, label)).collect();
    let (mean, cov) = moments(&all);
    let broad = |i: usize, j: usize| if i == j { BROAD_FACTOR * BROAD_FACTOR * cov[i][i] } else { 0.0 };
    let cov = std::array::from_fn(|i| std::array::from_fn(|j| broad(i, j)));
    Shapes { turns, engine, broad: Normal { mean, factor: cholesky(&cov) } }
}

/// The shapes of a label in right candidates; every family has the same weight in all.
fn of_label(tracks: &[Track], label: Label) -> Vec<Weighted> {
    let mut all = Vec::new();
    for family in FAMILIES {
        let mut own: Vec<Weighted> = Vec::new();
        for track in tracks.iter().filter(|t| t.family == family && t.shapes_sailing) {
            let Some(right) = track.right.iter().position(|right| *right) else { continue };
            let labels = &track.sample.candidates[right].labels;
            let weight = if track.is_real { REAL_WEIGHT } else { 1.0 };
            let shapes = track.sample.shapes.iter().zip(labels).filter(|(_, own)| **own == label);
            own.extend(shapes.map(|(&x, _)| (weight, x)));
        }
        let sum: f64 = own.iter().map(|w| w.0).sum();
        all.extend(own.into_iter().map(|(weight, x)| (weight / sum, x)));
    }
    all
}

fn robust(all: &[Weighted]) -> Normal {
    let (mut mean, mut cov) = moments(all);
    for _ in 0..ROUNDS {
        let normal = Normal { mean, factor: cholesky(&cov) };
        let near: Vec<Weighted> =
            all.iter().filter(|(_, x)| normal.distance(x) <= MAX_DISTANCE).copied().collect();
        (mean, cov) = moments(&near);
    }
    (0..N).for_each(|i| cov[i][i] += ADDED_SD * ADDED_SD);
    Normal { mean, factor: cholesky(&cov) }
}

fn moments(all: &[Weighted]) -> ([f64; N], [[f64; N]; N]) {
    let sum: f64 = all.iter().map(|w| w.0).sum();
    let mean: [f64; N] = std::array::from_fn(|i| all.iter().map(|(w, x)| w * x[i]).sum::<f64>() / sum);
    let cov = |i: usize, j: usize| {
        all.iter().map(|(w, x)| w * (x[i] - mean[i]) * (x[j] - mean[j])).sum::<f64>() / sum
    };
    (mean, std::array::from_fn(|i| std::array::from_fn(|j| cov(i, j))))
}

fn cholesky(cov: &[[f64; N]; N]) -> [[f64; N]; N] {
    let mut factor = [[0.0; N]; N];
    for i in 0..N {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| factor[i][k] * factor[j][k]).sum();
            let rest = cov[i][j] - known;
            factor[i][j] = if i == j { rest.max(1e-6).sqrt() } else { rest / factor[j][j] };
        }
    }
    factor
}

impl Normal {
    /// Squared Mahalanobis distance.
    fn distance(&self, x: &[f64; N]) -> f64 {
        self.white(x).iter().map(|w| w * w).sum()
    }

    /// Log density, without the factor of 2π.
    pub fn log_density(&self, x: &[f64; N]) -> f64 {
        let size: f64 = (0..N).map(|i| libm::log(self.factor[i][i])).sum();
        -0.5 * self.distance(x) - size
    }

    fn white(&self, x: &[f64; N]) -> [f64; N] {
        let mut white = [0.0; N];
        for i in 0..N {
            let known: f64 = (0..i).map(|k| self.factor[i][k] * white[k]).sum();
            white[i] = (x[i] - self.mean[i] - known) / self.factor[i][i];
        }
        white
    }
}

/// Log-likelihood ratio of a shape, mixed with shapes of no kind, against these, as in the engine.
pub fn against_broad(model: &Normal, broad: &Normal, x: &[f64; N]) -> f64 {
    let ratio = (model.log_density(x) - broad.log_density(x)).min(50.0);
    libm::log(0.95 * libm::exp(ratio) + 0.05)
}
