//! Kalman filter and fixed-interval smoother for two independent axes with state (position, velocity, acceleration);
//! docs/algorithms.md, section 3.
//!
//! Singer acceleration model: acceleration is a first-order Gauss-Markov process, so long intervals reduce to constant
//! velocity. The backward pass is the modified Bryson-Frazier form of the Rauch-Tung-Striebel smoother, which inverts
//! no matrix. The filtered states it needs are recomputed block by block instead of stored, which measured faster.

mod adjoint;
mod filter;
mod model;
mod pair;

use std::ops::Range;

use crate::config::BoatClass;
use crate::units::mps_from_kn;
use adjoint::Adjoint;
use filter::{Filter, Innovation, Update};
use model::{Model, Transition};
pub(super) use pair::Pair;

/// Measurements at one fix. Lengths in m, speeds in m/s, variances in their squares.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fix {
    pub time_s: f64,
    pub position_m: Pair,
    /// None where the position is flagged as an outlier.
    pub position_var: Option<f64>,
    /// Device velocity by axis.
    pub velocity_mps: Pair,
    /// Its variance by axis; 0 where there is no device velocity.
    pub velocity_var: Pair,
}

impl Fix {
    pub(super) fn has_velocity(&self) -> bool {
        self.velocity_var.0[0] > 0.0
    }
}

/// The smoothed state at one fix.
#[derive(Debug, Clone, Copy)]
pub(super) struct Smoothed {
    pub position_m: Pair,
    pub velocity_mps: Pair,
    pub acceleration_mps2: Pair,
    velocity_var: Pair,
    pub position_rejected: bool,
    pub velocity_rejected: bool,
}

impl Smoothed {
    fn of((state, velocity_var): ([Pair; 3], Pair), gated: &Gated) -> Self {
        let [position_m, velocity_mps, acceleration_mps2] = state;
        let Gated { position_rejected, velocity_rejected } = *gated;
        Smoothed {
            position_m,
            velocity_mps,
            acceleration_mps2,
            velocity_var,
            position_rejected,
            velocity_rejected,
        }
    }

    /// Speed, m/s.
    pub(super) fn speed_mps(&self) -> f64 {
        self.velocity_mps.length()
    }

    /// Standard deviation of the speed, m/s.
    pub(super) fn speed_sd_mps(&self) -> f64 {
        let (v, var) = (self.velocity_mps, self.velocity_var);
        let sog2 = (v * v).sum();
        let var = if sog2 > 1e-6 { (v * v * var).sum() / sog2 } else { var.sum() / 2.0 };
        var.max(0.0).sqrt()
    }

    /// Standard deviation of the course, rad; values of a radian and more mean an unknown course.
    pub(super) fn course_sd_rad(&self) -> f64 {
        let ([e, n], [var_e, var_n]) = (self.velocity_mps.0, self.velocity_var.0);
        let sog2 = (e * e + n * n).max(1e-6);
        ((n * n * var_e + e * e * var_n) / sog2).max(0.0).sqrt() / sog2.sqrt()
    }
}

/// Innovation gate: squared Mahalanobis distance with two degrees of freedom, p = 0.001 (chi-square table).
const GATE_CHI2: f64 = 13.8;
/// A gated measurement is rejected only when it is also farther off than this acceleration, m/s², and this receiver
/// scatter, m, explain. *guess*
const MAX_ACCELERATION_MPS2: f64 = 6.0;
const POSITION_SLACK_M: f64 = 5.0;
/// This many consecutive rejected positions that are reachable from one another mean a jump of the track: smoothing
/// restarts at the first of them. *guess*
const RESTART_AFTER: usize = 3;
/// Slack of device velocities, m/s, in addition to what the acceleration limit explains. *guess*
const VELOCITY_SLACK_MPS: f64 = 2.0;
/// Number of fixes per block of the backward pass: their states fit in the L1 cache. *measured* with `npm run bench`.
const BLOCK_FIXES: usize = 128;

/// The fixes of a piece by their index. They are computed at each access: stored, they would take more memory than the
/// smoothed motion.
pub(super) trait Fixes {
    fn count(&self) -> usize;

    /// A fix; `i` is less than `count`.
    fn at(&self, i: usize) -> Fix;
}

/// Smooths one gap-free piece; `emit` receives ranges of rows with their states, the last row of each range first.
pub(super) fn smooth(fixes: &impl Fixes, class: &BoatClass, mut emit: impl FnMut(Range<usize>, &[Smoothed])) {
    let mut start = 0;
    while start < fixes.count() {
        let mut run = Run::begin(fixes, start, class);
        let end = run.forward();
        run.backward(end, &mut emit);
        start = end;
    }
}

/// The filter at a fix and the motion model for the interval before it.
#[derive(Clone, Copy)]
struct FilterAtFix {
    model: Model,
    filter: Filter,
}

/// Which measurements of a fix were rejected.
#[derive(Clone, Copy)]
struct Gated {
    position_rejected: bool,
    velocity_rejected: bool,
}

/// Forward quantities of one fix that the backward pass needs.
#[derive(Clone, Copy)]
struct FilterStep {
    before: Transition,
    filter: Filter,
    position: Option<Update>,
    velocity: Option<Update>,
}

/// Forward and backward pass over fixes without a jump.
struct Run<'a, F> {
    fixes: &'a F,
    start: usize,
    top_mps: f64,
    now: FilterAtFix,
    /// The filter before each block.
    blocks: Vec<FilterAtFix>,
    gated: Vec<Gated>,
}

impl<'a, F: Fixes> Run<'a, F> {
    fn begin(fixes: &'a F, start: usize, class: &BoatClass) -> Self {
        let model = Model::new(class.jerk);
        let now = FilterAtFix { model, filter: Filter::begin(fixes.at(start).position_m, &model) };
        let gated = Vec::with_capacity(fixes.count() - start);
        Run { fixes, start, top_mps: mps_from_kn(class.top_speed_kn), now, blocks: Vec::new(), gated }
    }

    /// Filters to the end or to a jump; returns the index at which the run ends.
    fn forward(&mut self) -> usize {
        let mut pending: Vec<usize> = Vec::new();
        let mut last_s = None;
        for i in self.start..self.fixes.count() {
            let fix = self.fixes.at(i);
            if self.gated.len().is_multiple_of(BLOCK_FIXES) {
                self.blocks.push(self.now);
            }
            let dt_s = last_s.map_or(0.0, |t: f64| fix.time_s - t);
            last_s = Some(fix.time_s);
            if self.update(&fix, dt_s) {
                pending.push(i)
            } else {
                pending.clear()
            }
            if pending.len() >= RESTART_AFTER {
                let agree = pending.windows(2).all(|w| self.is_reachable(w[0], w[1]));
                match pending.first() {
                    Some(&first) if agree && first > self.start => return first,
                    _ => pending.clear(),
                }
            }
        }
        self.fixes.count()
    }

    /// Updates the filter with one fix, within the gates; returns true when its position was rejected.
    fn update(&mut self, fix: &Fix, dt_s: f64) -> bool {
        self.now.predict(dt_s);
        let filter = &mut self.now.filter;
        let mut position_outlier = false;
        if let Some(var) = fix.position_var {
            let innovation = filter.position_innovation(fix.position_m, Pair::both(var));
            position_outlier = innovation.distance2() > GATE_CHI2
                && is_position_outlier(&innovation, var, dt_s, self.top_mps);
            if !position_outlier {
                filter.update_position(innovation);
            }
        }
        let mut velocity_rejected = false;
        if fix.has_velocity() {
            let innovation = filter.velocity_innovation(fix.velocity_mps, fix.velocity_var);
            velocity_rejected = innovation.distance2() > GATE_CHI2 && is_velocity_outlier(&innovation, dt_s);
            if !velocity_rejected {
                filter.update_velocity(innovation);
            }
        }
        let position_rejected = position_outlier || fix.position_var.is_none();
        self.gated.push(Gated { position_rejected, velocity_rejected });
        position_outlier
    }

    fn is_reachable(&self, i: usize, j: usize) -> bool {
        let (a, b) = (self.fixes.at(i), self.fixes.at(j));
        let distance_m = (b.position_m - a.position_m).length();
        distance_m <= self.top_mps * (b.time_s - a.time_s) + POSITION_SLACK_M
    }

    /// Smooths the fixes of the run before `end`.
    fn backward(&self, end: usize, emit: &mut impl FnMut(Range<usize>, &[Smoothed])) {
        let mut adjoint = Adjoint::default();
        let (mut steps, mut smoothed) = (Vec::new(), Vec::with_capacity(BLOCK_FIXES));
        let gated = self.gated.chunks(BLOCK_FIXES);
        for (k, (at_fix, gated)) in self.blocks.iter().zip(gated).enumerate().rev() {
            let from = self.start + k * BLOCK_FIXES;
            let rows = from..(from + BLOCK_FIXES).min(end);
            let Some(gated) = gated.get(..rows.len()) else { continue };
            self.refilter(*at_fix, rows.start, gated, &mut steps);
            smoothed.clear();
            for (step, gated) in steps.iter().zip(gated).rev() {
                smoothed.push(Smoothed::of(adjoint.correct(&step.filter), gated));
                step.velocity.iter().for_each(|update| adjoint.back_through_velocity(update));
                step.position.iter().for_each(|update| adjoint.back_through_position(update));
                adjoint.back(&step.before);
            }
            emit(rows, &smoothed);
        }
    }

    /// Filters a block once more with the same rejections and records every step.
    fn refilter(&self, mut at_fix: FilterAtFix, from: usize, gated: &[Gated], steps: &mut Vec<FilterStep>) {
        let before = from.checked_sub(1).filter(|&i| i >= self.start);
        let mut last_s = before.map(|i| self.fixes.at(i).time_s);
        let blank = FilterStep {
            before: *at_fix.model.transition(),
            filter: at_fix.filter,
            position: None,
            velocity: None,
        };
        steps.resize(gated.len(), blank);
        for ((i, gated), step) in (from..).zip(gated).zip(steps) {
            let fix = self.fixes.at(i);
            let dt_s = last_s.map_or(0.0, |t| fix.time_s - t);
            last_s = Some(fix.time_s);
            at_fix.predict(dt_s);
            let FilterAtFix { model, filter } = &mut at_fix;
            step.position = fix.position_var.filter(|_| !gated.position_rejected).map(|var| {
                let innovation = filter.position_innovation(fix.position_m, Pair::both(var));
                filter.update_position(innovation)
            });
            step.velocity = (fix.has_velocity() && !gated.velocity_rejected).then(|| {
                let innovation = filter.velocity_innovation(fix.velocity_mps, fix.velocity_var);
                filter.update_velocity(innovation)
            });
            (step.before, step.filter) = (*model.transition(), *filter);
        }
    }
}

impl FilterAtFix {
    fn predict(&mut self, dt_s: f64) {
        if dt_s > 0.0 {
            self.model.set_interval(dt_s);
            self.filter.predict(&self.model);
        }
    }
}

/// True for a position residual larger than the acceleration limit, the class's top speed and receiver scatter explain.
fn is_position_outlier(innovation: &Innovation, var: f64, dt_s: f64, top_mps: f64) -> bool {
    let possible_m = (0.5 * MAX_ACCELERATION_MPS2 * dt_s * dt_s).min(2.0 * top_mps * dt_s);
    innovation.residual.length() > possible_m + POSITION_SLACK_M + 2.0 * var.sqrt()
}

/// True for a velocity residual larger than the acceleration limit explains.
fn is_velocity_outlier(innovation: &Innovation, dt_s: f64) -> bool {
    innovation.residual.length() > VELOCITY_SLACK_MPS + MAX_ACCELERATION_MPS2 * dt_s
}
