//! The shape of a turn, independent of the wind, and the distribution of shapes.

use super::super::evidence;
use crate::stats::quantile::median;
use crate::wind::TurnEvent;

/// Quantities of a shape. *definition*
pub(super) const FEATURES: usize = 4;
/// Those that are relative to the track. *definition*
const RETENTION: usize = 0;
const RATE: usize = 2;
/// Least share of the entry speed, and bound of the log of exit over entry speed: below and beyond these the turn is a fall
/// or a start. *hand-tuned*
const MIN_RETENTION: f64 = 0.1;
const MAX_EXIT_LOG: f64 = 1.0;
/// Angle at which the last quantity is 0, deg. *definition*
const SQUARE_DEG: f64 = 90.0;

/// Log of minimum over entry speed and of the greatest turn rate, both less the median of the track, for boats and crews differ
/// in both; log of exit over entry speed; log of the angle over 90°.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Shape(pub [f64; FEATURES]);

/// A normal distribution of shapes: mean, and the Cholesky factor of the covariance, rows of its lower triangle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ShapeModel {
    pub mean: [f64; FEATURES],
    pub factor: [[f64; FEATURES]; FEATURES],
}

impl Shape {
    /// The shapes of turns entered and left at sailing speed, in their order; none for a turn that is no evidence or has no speeds.
    pub(crate) fn all(turns: &[TurnEvent]) -> Vec<Option<Shape>> {
        let mut shapes: Vec<Option<Shape>> = turns.iter().map(Shape::of).collect();
        for own in [RETENTION, RATE] {
            let mut values: Vec<f64> = shapes.iter().flatten().map(|shape| shape.0[own]).collect();
            let usual = median(&mut values).unwrap_or(0.0);
            shapes.iter_mut().flatten().for_each(|shape| shape.0[own] -= usual);
        }
        shapes
    }

    fn of(turn: &TurnEvent) -> Option<Shape> {
        let retention = (turn.min_mps / turn.entry_mps).clamp(MIN_RETENTION, 1.0);
        let exit = libm::log(turn.exit_mps / turn.entry_mps).clamp(-MAX_EXIT_LOG, MAX_EXIT_LOG);
        let has_speeds = turn.min_mps.is_finite() && exit.is_finite() && turn.max_rate_dps > 0.0;
        let shape = || {
            let rate = libm::log(turn.max_rate_dps);
            Shape([libm::log(retention), exit, rate, libm::log(turn.change_deg.abs() / SQUARE_DEG)])
        };
        (evidence::is_evidence(turn) && has_speeds).then(shape)
    }
}

impl ShapeModel {
    /// Log density of a shape, without the factor of 2π.
    pub(crate) fn log_density(&self, shape: &Shape) -> f64 {
        let mut white = [0.0; FEATURES];
        let mut log_density = 0.0;
        for (i, row) in self.factor.iter().enumerate() {
            let known: f64 = row.iter().zip(&white).take(i).map(|(factor, w)| factor * w).sum();
            white[i] = (shape.0[i] - self.mean[i] - known) / row[i];
            log_density -= 0.5 * white[i] * white[i] + libm::log(row[i]);
        }
        log_density
    }
}
