//! Forward pass: filtered state and covariance after each fix.

use super::model::{Model, Transition};
use super::pair::Pair;

/// Initial variances of position, m², and velocity, (m/s)²: uninformative.
const FIRST_POSITION_VAR: f64 = 100.0;
const FIRST_VELOCITY_VAR: f64 = 100.0;
/// Largest initial variance of acceleration, (m/s²)²: runs seldom begin in a turn, and the stationary variance of the
/// model would let position noise determine the first second. *measured* on simulated speed records (`npm run truth`).
const FIRST_ACCELERATION_VAR: f64 = 0.25;

/// Symmetric 3×3 matrix over (position, velocity, acceleration) by its upper triangle, for both axes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Symmetric {
    pub pp: Pair,
    pub pv: Pair,
    pub pa: Pair,
    pub vv: Pair,
    pub va: Pair,
    pub aa: Pair,
}

impl Symmetric {
    pub(super) fn times(&self, [p, v, a]: &[Pair; 3]) -> [Pair; 3] {
        [
            self.pp * *p + self.pv * *v + self.pa * *a,
            self.pv * *p + self.vv * *v + self.va * *a,
            self.pa * *p + self.va * *v + self.aa * *a,
        ]
    }
}

/// State mean and covariance of both axes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Filter {
    pub state: [Pair; 3],
    pub cov: Symmetric,
}

/// Innovation of a measurement: residual against the prediction, and the inverse of its variance, per axis.
#[derive(Debug, Clone, Copy)]
pub(super) struct Innovation {
    pub residual: Pair,
    inverse_var: Pair,
}

impl Innovation {
    /// Squared Mahalanobis distance over both axes.
    pub(super) fn distance2(&self) -> f64 {
        (self.residual * self.residual * self.inverse_var).sum()
    }
}

/// A measurement update, as the backward pass needs it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Update {
    pub gain: [Pair; 3],
    /// Residual times inverse variance.
    pub information: Pair,
    pub inverse_var: Pair,
}

impl Filter {
    /// The initial filter at a position.
    pub(super) fn begin(first_m: Pair, model: &Model) -> Self {
        let cov = Symmetric {
            pp: Pair::both(FIRST_POSITION_VAR),
            vv: Pair::both(FIRST_VELOCITY_VAR),
            aa: Pair::both(model.accel_var().min(FIRST_ACCELERATION_VAR)),
            ..Symmetric::default()
        };
        Filter { state: [first_m, Pair::default(), Pair::default()], cov }
    }

    /// Time update over the model's interval.
    pub(super) fn predict(&mut self, model: &Model) {
        let &Transition { t, b, c, e } = model.transition();
        let [p, v, a] = self.state;
        self.state = [p + t * v + b * a, v + c * a, e * a];
        // F P, then (F P) Fᵀ; P is symmetric.
        let Symmetric { pp, pv, pa, vv, va, aa } = self.cov;
        let fp = [pp + t * pv + b * pa, pv + t * vv + b * va, pa + t * va + b * aa];
        let fv = [vv + c * va, va + c * aa];
        let &[npp, npv, npa, nvv, nva, naa] = model.noise();
        self.cov = Symmetric {
            pp: fp[0] + t * fp[1] + b * fp[2] + npp,
            pv: fp[1] + c * fp[2] + npv,
            pa: e * fp[2] + npa,
            vv: fv[0] + c * fv[1] + nvv,
            va: e * fv[1] + nva,
            aa: e * e * aa + naa,
        };
    }

    pub(super) fn position_innovation(&self, measured_m: Pair, var: Pair) -> Innovation {
        Innovation {
            residual: measured_m - self.state[0],
            inverse_var: Pair::both(1.0) / (self.cov.pp + var),
        }
    }

    pub(super) fn velocity_innovation(&self, measured_mps: Pair, var: Pair) -> Innovation {
        Innovation {
            residual: measured_mps - self.state[1],
            inverse_var: Pair::both(1.0) / (self.cov.vv + var),
        }
    }

    pub(super) fn update_position(&mut self, innovation: Innovation) -> Update {
        self.update(innovation, [self.cov.pp, self.cov.pv, self.cov.pa])
    }

    pub(super) fn update_velocity(&mut self, innovation: Innovation) -> Update {
        self.update(innovation, [self.cov.pv, self.cov.vv, self.cov.va])
    }

    /// Kalman update; `column` is the covariance of the state with the measured component.
    fn update(&mut self, Innovation { residual, inverse_var }: Innovation, column: [Pair; 3]) -> Update {
        let gain = column.map(|c| c * inverse_var);
        for (x, k) in self.state.iter_mut().zip(gain) {
            *x = *x + k * residual;
        }
        let ([p, v, a], cov) = (gain, &mut self.cov);
        cov.pp = cov.pp - p * column[0];
        cov.pv = cov.pv - p * column[1];
        cov.pa = cov.pa - p * column[2];
        cov.vv = cov.vv - v * column[1];
        cov.va = cov.va - v * column[2];
        cov.aa = cov.aa - a * column[2];
        Update { gain, information: residual * inverse_var, inverse_var }
    }
}
