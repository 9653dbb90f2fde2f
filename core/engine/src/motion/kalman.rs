//! Kalman filter and fixed-interval smoother, two axes, state (position, velocity, acceleration).
//!
//! Acceleration is Singer's: it fades with a time constant, so that a long interval ends in plain drift. The
//! backward pass is Bryson and Frazier's form of Rauch-Tung-Striebel: it inverts no matrix.

mod axis;
mod model;

use crate::config::BoatClass;
use crate::units::mps_from_kn;
use axis::Axis;
use model::Model;

/// What one fix measured. Lengths in m, speeds in m/s, variances their squares.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fix {
    pub time_s: f64,
    pub position_m: [f64; 2],
    /// None where the position is known to be wrong.
    pub position_var: Option<f64>,
    /// Velocity by axis, each with its variance.
    pub velocity: Option<[(f64, f64); 2]>,
}

/// The smoothed state at one fix.
#[derive(Debug, Clone, Copy)]
pub(super) struct Smoothed {
    pub position_m: [f64; 2],
    pub velocity_mps: [f64; 2],
    pub acceleration_mps2: [f64; 2],
    velocity_var: [f64; 2],
    pub position_rejected: bool,
    pub velocity_rejected: bool,
}

impl Smoothed {
    /// Speed, m/s.
    pub fn speed_mps(&self) -> f64 {
        libm::hypot(self.velocity_mps[0], self.velocity_mps[1])
    }

    /// Standard deviation of the speed, m/s.
    pub fn speed_sd_mps(&self) -> f64 {
        let [e, n] = self.velocity_mps;
        let [var_e, var_n] = self.velocity_var;
        let sog2 = e * e + n * n;
        let var = if sog2 > 1e-6 { (e * e * var_e + n * n * var_n) / sog2 } else { (var_e + var_n) / 2.0 };
        var.max(0.0).sqrt()
    }

    /// Standard deviation of the course, rad; a radian and more means that there is none.
    pub fn course_sd_rad(&self) -> f64 {
        let [e, n] = self.velocity_mps;
        let [var_e, var_n] = self.velocity_var;
        let sog2 = (e * e + n * n).max(1e-6);
        ((n * n * var_e + e * e * var_n) / sog2).max(0.0).sqrt() / sog2.sqrt()
    }
}

/// A position this improbable (chi-square, two degrees, p = 0.001) is looked at again.
const GATE: f64 = 13.8;
/// ... and rejected when it is also further off than hard sailing explains: m/s², and the scatter of receivers, m.
const HARDEST_MPS2: f64 = 6.0;
const SCATTER_M: f64 = 5.0;
/// Rejected positions that agree with one another: then the track did jump, and smoothing begins anew.
const AGREEING: usize = 3;
/// A device velocity further off than this, m/s, and than hard sailing explains, is not used.
const VELOCITY_SLACK_MPS: f64 = 2.0;

/// Room for the work, kept from piece to piece.
#[derive(Default)]
pub(super) struct Rooms([axis::Room; 2]);

/// Smooths one gap-free piece.
pub(super) fn smooth(fixes: &[Fix], class: &BoatClass, rooms: &mut Rooms) -> Vec<Smoothed> {
    let mut out = Vec::with_capacity(fixes.len());
    let mut start = 0;
    while start < fixes.len() {
        let mut run = Run::begin(fixes, start, class, std::mem::take(rooms));
        let end = run.forward();
        out.extend(run.backward(end - start));
        *rooms = Rooms(run.axes.map(Axis::into_room));
        start = end;
    }
    out
}

/// One pass over fixes without a jump.
struct Run<'a> {
    fixes: &'a [Fix],
    start: usize,
    top_mps: f64,
    model: Model,
    axes: [Axis; 2],
    rejected: Vec<(bool, bool)>,
}

impl<'a> Run<'a> {
    fn begin(fixes: &'a [Fix], start: usize, class: &BoatClass, rooms: Rooms) -> Self {
        let model = Model::new(class.jerk);
        let first = fixes.get(start).map_or([0.0; 2], |f| f.position_m);
        let Rooms([east, north]) = rooms;
        let axes = [Axis::begin(first[0], &model, east), Axis::begin(first[1], &model, north)];
        Run { fixes, start, top_mps: mps_from_kn(class.top_speed_kn), model, axes, rejected: Vec::new() }
    }

    /// Filters until the end or until a jump; says where the run ends.
    fn forward(&mut self) -> usize {
        let mut pending: Vec<usize> = Vec::new();
        let mut last_time = None;
        for i in self.start..self.fixes.len() {
            let Some(fix) = self.fixes.get(i).copied() else { break };
            let dt_s = last_time.map_or(0.0, |t: f64| fix.time_s - t);
            last_time = Some(fix.time_s);
            self.predict(dt_s);
            let far = self.update(&fix, dt_s);
            if far {
                pending.push(i)
            } else {
                pending.clear()
            }
            if pending.len() >= AGREEING {
                let agree = pending.windows(2).all(|w| self.reachable(w[0], w[1]));
                match pending.first() {
                    Some(&first) if agree && first > self.start => return first,
                    _ => pending.clear(),
                }
            }
        }
        self.fixes.len()
    }

    fn predict(&mut self, dt_s: f64) {
        self.model.set_interval(dt_s);
        for axis in &mut self.axes {
            axis.predict(&self.model);
        }
    }

    /// Takes in what one fix measured; true when its position was rejected.
    fn update(&mut self, fix: &Fix, dt_s: f64) -> bool {
        let far = fix.position_var.is_some_and(|var| self.is_far(fix, var, dt_s));
        if let Some(var) = fix.position_var.filter(|_| !far) {
            for (axis, z) in self.axes.iter_mut().zip(fix.position_m) {
                axis.update(axis::POSITION, z, var);
            }
        }
        let mut strange = false;
        if let Some(velocity) = fix.velocity {
            strange = self.is_strange(&velocity, dt_s);
            for (axis, (z, var)) in self.axes.iter_mut().zip(velocity).filter(|_| !strange) {
                axis.update(axis::VELOCITY, z, var);
            }
        }
        for axis in &mut self.axes {
            axis.record();
        }
        self.rejected.push((far || fix.position_var.is_none(), strange));
        far
    }

    fn is_far(&self, fix: &Fix, var: f64, dt_s: f64) -> bool {
        let off = |k: usize| fix.position_m[k] - self.axes[k].value(axis::POSITION);
        let spread = |k: usize| self.axes[k].variance(axis::POSITION) + var;
        let d2 = off(0) * off(0) / spread(0) + off(1) * off(1) / spread(1);
        let sailed = (0.5 * HARDEST_MPS2 * dt_s * dt_s).min(2.0 * self.top_mps * dt_s);
        d2 > GATE && libm::hypot(off(0), off(1)) > sailed + SCATTER_M + 2.0 * var.sqrt()
    }

    fn is_strange(&self, velocity: &[(f64, f64); 2], dt_s: f64) -> bool {
        let off = |k: usize| velocity[k].0 - self.axes[k].value(axis::VELOCITY);
        let spread = |k: usize| self.axes[k].variance(axis::VELOCITY) + velocity[k].1;
        let d2 = off(0) * off(0) / spread(0) + off(1) * off(1) / spread(1);
        d2 > GATE && libm::hypot(off(0), off(1)) > VELOCITY_SLACK_MPS + HARDEST_MPS2 * dt_s
    }

    fn reachable(&self, i: usize, j: usize) -> bool {
        let (Some(a), Some(b)) = (self.fixes.get(i), self.fixes.get(j)) else { return false };
        let way = libm::hypot(b.position_m[0] - a.position_m[0], b.position_m[1] - a.position_m[1]);
        way <= self.top_mps * (b.time_s - a.time_s) + SCATTER_M
    }

    /// Smooths the first `len` fixes of the run.
    fn backward(&self, len: usize) -> Vec<Smoothed> {
        let [east, north] = [self.axes[0].smooth(len, self.model), self.axes[1].smooth(len, self.model)];
        let pair = |e: &axis::Estimate, n: &axis::Estimate, k: usize| [e.state[k], n.state[k]];
        let both = east.iter().zip(&north).zip(&self.rejected);
        both.map(|((e, n), &(position_rejected, velocity_rejected))| Smoothed {
            position_m: pair(e, n, 0),
            velocity_mps: pair(e, n, 1),
            acceleration_mps2: pair(e, n, 2),
            velocity_var: [e.velocity_var, n.velocity_var],
            position_rejected,
            velocity_rejected,
        })
        .collect()
    }
}
