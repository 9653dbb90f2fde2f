//! One axis: filter forward, smooth backward.

use super::model::Model;

/// Indices into the state.
pub(super) const POSITION: usize = 0;
pub(super) const VELOCITY: usize = 1;

/// Doubt of the first position and velocity of a run: m², (m/s)².
const FIRST_POSITION_VAR: f64 = 100.0;
const FIRST_VELOCITY_VAR: f64 = 100.0;

type Matrix = [[f64; 3]; 3];

/// A measurement as it was taken in.
#[derive(Debug, Clone, Copy)]
struct Taken {
    of: usize,
    gain: [f64; 3],
    innovation: f64,
    spread: f64,
}

/// One fix, filtered.
#[derive(Debug, Clone, Copy)]
struct Step {
    dt_s: f64,
    state: [f64; 3],
    cov: Matrix,
    taken: [Option<Taken>; 2],
}

/// One fix, smoothed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Estimate {
    pub state: [f64; 3],
    pub velocity_var: f64,
}

/// Room for the steps of an axis, kept from run to run: it is large, and fresh memory is slow.
#[derive(Default)]
pub(super) struct Room(Vec<Step>);

/// The filter of one axis and all that its backward pass needs.
pub(super) struct Axis {
    state: [f64; 3],
    cov: Matrix,
    dt_s: f64,
    taken: [Option<Taken>; 2],
    steps: Vec<Step>,
}

impl Axis {
    /// Begins at a place; `steps` is room that may have been used before.
    pub fn begin(first_m: f64, model: &Model, mut steps: Room) -> Self {
        steps.0.clear();
        let cov =
            [[FIRST_POSITION_VAR, 0.0, 0.0], [0.0, FIRST_VELOCITY_VAR, 0.0], [0.0, 0.0, model.accel_var()]];
        Axis { state: [first_m, 0.0, 0.0], cov, dt_s: 0.0, taken: [None; 2], steps: steps.0 }
    }

    /// Gives the room back.
    pub fn into_room(self) -> Room {
        Room(self.steps)
    }

    pub fn value(&self, of: usize) -> f64 {
        self.state[of]
    }

    pub fn variance(&self, of: usize) -> f64 {
        self.cov[of][of]
    }

    pub fn predict(&mut self, model: &Model) {
        let (t, b, c, e) = (model.interval_s(), model.p_of_a, model.v_of_a, model.a_of_a);
        self.dt_s = t;
        if t <= 0.0 {
            return;
        }
        let [p, v, a] = self.state;
        self.state = [p + t * v + b * a, v + c * a, e * a];
        // F P, then (F P) Fᵀ; P is symmetric.
        let [[pp, pv, pa], [_, vv, va], [_, _, aa]] = self.cov;
        let fp = [pp + t * pv + b * pa, pv + t * vv + b * va, pa + t * va + b * aa];
        let fv = [vv + c * va, va + c * aa];
        let [npp, npv, npa, nvv, nva, naa] = model.noise;
        let pp = fp[0] + t * fp[1] + b * fp[2] + npp;
        let pv = fp[1] + c * fp[2] + npv;
        let pa = e * fp[2] + npa;
        let vv = fv[0] + c * fv[1] + nvv;
        let va = e * fv[1] + nva;
        let aa = e * e * aa + naa;
        self.cov = [[pp, pv, pa], [pv, vv, va], [pa, va, aa]];
    }

    /// Takes in a measurement of position or velocity.
    pub fn update(&mut self, of: usize, measured: f64, var: f64) {
        let column = self.cov[of];
        let spread = column[of] + var;
        let gain = column.map(|c| c / spread);
        let innovation = measured - self.state[of];
        for (x, k) in self.state.iter_mut().zip(gain) {
            *x += k * innovation;
        }
        for (row, k) in self.cov.iter_mut().zip(gain) {
            for (value, c) in row.iter_mut().zip(column) {
                *value -= k * c;
            }
        }
        self.taken[of] = Some(Taken { of, gain, innovation, spread });
    }

    /// Ends the fix.
    pub fn record(&mut self) {
        let taken = std::mem::take(&mut self.taken);
        self.steps.push(Step { dt_s: self.dt_s, state: self.state, cov: self.cov, taken });
    }

    /// The first `len` fixes, smoothed by all of them.
    pub fn smooth(&self, len: usize, mut model: Model) -> Vec<Estimate> {
        let mut adjoint = Adjoint::default();
        let mut out: Vec<Estimate> = Vec::with_capacity(len);
        for step in self.steps.iter().take(len).rev() {
            out.push(adjoint.correct(step));
            for taken in step.taken.iter().rev().flatten() {
                adjoint.take(taken);
            }
            model.set_interval(step.dt_s);
            adjoint.back(&model);
        }
        out.reverse();
        out
    }
}

/// What the future says about a state: Bryson and Frazier's lambda, and its information.
#[derive(Default)]
struct Adjoint {
    lambda: [f64; 3],
    info: Matrix,
}

fn times(m: &Matrix, v: &[f64; 3]) -> [f64; 3] {
    m.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

impl Adjoint {
    fn correct(&self, step: &Step) -> Estimate {
        let shift = times(&step.cov, &self.lambda);
        let state = [step.state[0] - shift[0], step.state[1] - shift[1], step.state[2] - shift[2]];
        let row = &step.cov[VELOCITY];
        let velocity_var = row[VELOCITY] - dot(row, &times(&self.info, row));
        Estimate { state, velocity_var }
    }

    /// Back through a measurement: C = I − K Hᵀ.
    fn take(&mut self, taken: &Taken) {
        let (j, k) = (taken.of, &taken.gain);
        self.lambda[j] -= dot(k, &self.lambda) + taken.innovation / taken.spread;
        let info_k = times(&self.info, k);
        let k_info_k = dot(k, &info_k);
        for (i, shared) in info_k.into_iter().enumerate() {
            self.info[i][j] -= shared;
            self.info[j][i] -= shared;
        }
        self.info[j][j] += k_info_k + 1.0 / taken.spread;
    }

    /// Back through the interval: Fᵀ λ, Fᵀ Λ F.
    fn back(&mut self, model: &Model) {
        let (t, b, c, e) = (model.interval_s(), model.p_of_a, model.v_of_a, model.a_of_a);
        if t <= 0.0 {
            return;
        }
        let [p, v, a] = self.lambda;
        self.lambda = [p, t * p + v, b * p + c * v + e * a];
        let columns = |r: &[f64; 3]| [r[0], t * r[0] + r[1], b * r[0] + c * r[1] + e * r[2]];
        let right = [columns(&self.info[0]), columns(&self.info[1]), columns(&self.info[2])];
        let row = |x: f64, y: f64, z: f64| {
            let mix = |k: usize| x * right[0][k] + y * right[1][k] + z * right[2][k];
            [mix(0), mix(1), mix(2)]
        };
        self.info = [row(1.0, 0.0, 0.0), row(t, 1.0, 0.0), row(b, c, e)];
    }
}
