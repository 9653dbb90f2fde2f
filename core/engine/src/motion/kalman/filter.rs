//! Forward: what is known of position, velocity and acceleration after each fix.

use super::model::{Model, Transition};
use super::pair::Pair;

/// Doubt of the first position and velocity of a run, m² and (m/s)²: nothing is known of them.
const FIRST_POSITION_VAR: f64 = 100.0;
const FIRST_VELOCITY_VAR: f64 = 100.0;
/// Most doubt of its first acceleration, (m/s²)²: a run seldom begins in a turn, and what the model has for turns would
/// be free to bend the first second to whatever the scatter of two positions says.
const FIRST_ACCELERATION_VAR: f64 = 0.25;

/// A symmetric matrix over position, velocity and acceleration, by its upper triangle.
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
    pub fn times(&self, [p, v, a]: &[Pair; 3]) -> [Pair; 3] {
        [
            self.pp * *p + self.pv * *v + self.pa * *a,
            self.pv * *p + self.vv * *v + self.va * *a,
            self.pa * *p + self.va * *v + self.aa * *a,
        ]
    }
}

/// State and covariance of both axes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Filter {
    pub state: [Pair; 3],
    pub cov: Symmetric,
}

/// A measurement held against what was expected: how far off it is, and one over the variance of that.
#[derive(Debug, Clone, Copy)]
pub(super) struct Innovation {
    pub off: Pair,
    weight: Pair,
}

impl Innovation {
    /// Squared Mahalanobis distance over both axes.
    pub fn distance2(&self) -> f64 {
        (self.off * self.off * self.weight).sum()
    }
}

/// A measurement as it was taken in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Taken {
    pub gain: [Pair; 3],
    /// Off times weight.
    pub pull: Pair,
    pub weight: Pair,
}

impl Filter {
    /// Begins at a place.
    pub fn begin(first_m: Pair, model: &Model) -> Self {
        let cov = Symmetric {
            pp: Pair::both(FIRST_POSITION_VAR),
            vv: Pair::both(FIRST_VELOCITY_VAR),
            aa: Pair::both(model.accel_var().min(FIRST_ACCELERATION_VAR)),
            ..Symmetric::default()
        };
        Filter { state: [first_m, Pair::default(), Pair::default()], cov }
    }

    pub fn predict(&mut self, model: &Model) {
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

    pub fn sight_position(&self, measured_m: Pair, var: Pair) -> Innovation {
        Innovation { off: measured_m - self.state[0], weight: Pair::both(1.0) / (self.cov.pp + var) }
    }

    pub fn sight_velocity(&self, measured_mps: Pair, var: Pair) -> Innovation {
        Innovation { off: measured_mps - self.state[1], weight: Pair::both(1.0) / (self.cov.vv + var) }
    }

    pub fn take_position(&mut self, sight: Innovation) -> Taken {
        self.take(sight, [self.cov.pp, self.cov.pv, self.cov.pa])
    }

    pub fn take_velocity(&mut self, sight: Innovation) -> Taken {
        self.take(sight, [self.cov.pv, self.cov.vv, self.cov.va])
    }

    /// Takes in what was measured; `column` is that of the covariance.
    fn take(&mut self, Innovation { off, weight }: Innovation, column: [Pair; 3]) -> Taken {
        let gain = column.map(|c| c * weight);
        for (x, k) in self.state.iter_mut().zip(gain) {
            *x = *x + k * off;
        }
        let ([p, v, a], cov) = (gain, &mut self.cov);
        cov.pp = cov.pp - p * column[0];
        cov.pv = cov.pv - p * column[1];
        cov.pa = cov.pa - p * column[2];
        cov.vv = cov.vv - v * column[1];
        cov.va = cov.va - v * column[2];
        cov.aa = cov.aa - a * column[2];
        Taken { gain, pull: off * weight, weight }
    }
}
