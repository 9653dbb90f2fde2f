//! Backward pass: modified Bryson-Frazier form of the Rauch-Tung-Striebel smoother.

use super::filter::{Filter, Symmetric, Update};
use super::model::Transition;
use super::pair::Pair;

/// The adjoint variable λ and its information matrix Λ, per axis.
#[derive(Default)]
pub(super) struct Adjoint {
    lambda: [Pair; 3],
    info: Symmetric,
}

fn dot(a: &[Pair; 3], b: &[Pair; 3]) -> Pair {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

impl Adjoint {
    /// Smoothed state x − P λ, and smoothed variance of the velocity, from a filtered state.
    pub(super) fn correct(&self, Filter { state, cov }: &Filter) -> ([Pair; 3], Pair) {
        let shift = cov.times(&self.lambda);
        let row = [cov.pv, cov.vv, cov.va];
        let smoothed = [state[0] - shift[0], state[1] - shift[1], state[2] - shift[2]];
        (smoothed, cov.vv - dot(&row, &self.info.times(&row)))
    }

    /// Backward through a position update, with C = I − K H.
    pub(super) fn back_through_position(&mut self, update: &Update) {
        let info = &mut self.info;
        self.lambda[0] = self.lambda[0] - (dot(&update.gain, &self.lambda) + update.information);
        let shared = info.times(&update.gain);
        info.pp = info.pp - 2.0 * shared[0] + dot(&update.gain, &shared) + update.inverse_var;
        info.pv = info.pv - shared[1];
        info.pa = info.pa - shared[2];
    }

    /// Backward through a velocity update.
    pub(super) fn back_through_velocity(&mut self, update: &Update) {
        let info = &mut self.info;
        self.lambda[1] = self.lambda[1] - (dot(&update.gain, &self.lambda) + update.information);
        let shared = info.times(&update.gain);
        info.vv = info.vv - 2.0 * shared[1] + dot(&update.gain, &shared) + update.inverse_var;
        info.pv = info.pv - shared[0];
        info.va = info.va - shared[2];
    }

    /// Backward through the interval: Fᵀ λ, Fᵀ Λ F.
    pub(super) fn back(&mut self, &Transition { t, b, c, e }: &Transition) {
        let [p, v, a] = self.lambda;
        self.lambda = [p, t * p + v, b * p + c * v + e * a];
        let Symmetric { pp, pv, pa, vv, va, aa } = self.info;
        let (pv_, vv_, va_) = (t * pp + pv, t * pv + vv, t * pa + va);
        let right = |p: Pair, v: Pair, a: Pair| b * p + c * v + e * a;
        let pa_ = right(pp, pv, pa);
        self.info = Symmetric {
            pp,
            pv: pv_,
            pa: pa_,
            vv: t * pv_ + vv_,
            va: right(pv_, vv_, va_),
            aa: right(pa_, right(pv, vv, va), right(pa, va, aa)),
        };
    }
}
