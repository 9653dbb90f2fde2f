//! Kalman filter and fixed-interval smoother, two axes, state (position, velocity, acceleration).
//!
//! Acceleration is Singer's: it fades with a time constant, so that a long interval ends in plain drift. The
//! backward pass is Bryson and Frazier's form of Rauch-Tung-Striebel: it inverts no matrix. What it needs of the
//! forward one is not kept but found again, a block of fixes at a time: that is quicker than memory.

mod adjoint;
mod filter;
mod model;
mod pair;

use std::ops::Range;

use crate::config::BoatClass;
use crate::units::mps_from_kn;
use adjoint::Adjoint;
use filter::{Filter, Innovation, Taken};
use model::{Model, Transition};
pub(super) use pair::Pair;

/// What one fix measured. Lengths in m, speeds in m/s, variances their squares.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fix {
    pub time_s: f64,
    pub position_m: Pair,
    /// None where the position is known to be wrong.
    pub position_var: Option<f64>,
    /// Velocity by axis, where the device has one.
    pub velocity_mps: Pair,
    /// Its variance; 0 where there is none.
    pub velocity_var: Pair,
}

impl Fix {
    pub fn has_velocity(&self) -> bool {
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
    fn of((state, velocity_var): ([Pair; 3], Pair), judged: &Judged) -> Self {
        let [position_m, velocity_mps, acceleration_mps2] = state;
        let Judged { position_rejected, velocity_rejected } = *judged;
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
    pub fn speed_mps(&self) -> f64 {
        self.velocity_mps.length()
    }

    /// Standard deviation of the speed, m/s.
    pub fn speed_sd_mps(&self) -> f64 {
        let (v, var) = (self.velocity_mps, self.velocity_var);
        let sog2 = (v * v).sum();
        let var = if sog2 > 1e-6 { (v * v * var).sum() / sog2 } else { var.sum() / 2.0 };
        var.max(0.0).sqrt()
    }

    /// Standard deviation of the course, rad; a radian and more means that there is none.
    pub fn course_sd_rad(&self) -> f64 {
        let ([e, n], [var_e, var_n]) = (self.velocity_mps.0, self.velocity_var.0);
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
/// Fixes that are smoothed together: as many as the processor's nearest memory holds.
const BLOCK: usize = 128;

/// Smooths one gap-free piece, and tells the states at stretches of fixes, the last fix of each stretch first.
pub(super) fn smooth(fixes: &[Fix], class: &BoatClass, mut tell: impl FnMut(Range<usize>, &[Smoothed])) {
    let mut start = 0;
    while let Some(first) = fixes.get(start) {
        let mut run = Run::begin(fixes, start, first.position_m, class);
        let end = run.forward();
        run.backward(end, &mut tell);
        start = end;
    }
}

/// The filter at a fix, with the model for the interval before it.
#[derive(Clone, Copy)]
struct Moment {
    model: Model,
    filter: Filter,
}

/// What a fix measured, as far as it was taken in.
#[derive(Clone, Copy)]
struct Judged {
    position_rejected: bool,
    velocity_rejected: bool,
}

/// One fix, filtered, on its way back.
#[derive(Clone, Copy)]
struct Step {
    before: Transition,
    filter: Filter,
    position: Option<Taken>,
    velocity: Option<Taken>,
}

/// One pass over fixes without a jump.
struct Run<'a> {
    fixes: &'a [Fix],
    start: usize,
    top_mps: f64,
    now: Moment,
    /// The moments before every block.
    blocks: Vec<Moment>,
    judged: Vec<Judged>,
}

impl<'a> Run<'a> {
    fn begin(fixes: &'a [Fix], start: usize, first_m: Pair, class: &BoatClass) -> Self {
        let model = Model::new(class.jerk);
        let now = Moment { model, filter: Filter::begin(first_m, &model) };
        let judged = Vec::with_capacity(fixes.len() - start);
        Run { fixes, start, top_mps: mps_from_kn(class.top_speed_kn), now, blocks: Vec::new(), judged }
    }

    /// Filters until the end or until a jump; says where the run ends.
    fn forward(&mut self) -> usize {
        let mut pending: Vec<usize> = Vec::new();
        let mut last_s = None;
        for (i, fix) in self.fixes.iter().enumerate().skip(self.start) {
            if self.judged.len().is_multiple_of(BLOCK) {
                self.blocks.push(self.now);
            }
            let dt_s = last_s.map_or(0.0, |t: f64| fix.time_s - t);
            last_s = Some(fix.time_s);
            if self.update(fix, dt_s) {
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

    /// Takes in what one fix measured, as far as it can be true; true when its position cannot.
    fn update(&mut self, fix: &Fix, dt_s: f64) -> bool {
        self.now.go_on(dt_s);
        let filter = &mut self.now.filter;
        let mut far = false;
        if let Some(var) = fix.position_var {
            let sight = filter.sight_position(fix.position_m, Pair::both(var));
            far = sight.distance2() > GATE && is_far(&sight, var, dt_s, self.top_mps);
            if !far {
                filter.take_position(sight);
            }
        }
        let mut strange = false;
        if fix.has_velocity() {
            let sight = filter.sight_velocity(fix.velocity_mps, fix.velocity_var);
            strange = sight.distance2() > GATE && is_strange(&sight, dt_s);
            if !strange {
                filter.take_velocity(sight);
            }
        }
        let position_rejected = far || fix.position_var.is_none();
        self.judged.push(Judged { position_rejected, velocity_rejected: strange });
        far
    }

    fn reachable(&self, i: usize, j: usize) -> bool {
        let (Some(a), Some(b)) = (self.fixes.get(i), self.fixes.get(j)) else { return false };
        let way = (b.position_m - a.position_m).length();
        way <= self.top_mps * (b.time_s - a.time_s) + SCATTER_M
    }

    /// Smooths the fixes of the run before `end`.
    fn backward(&self, end: usize, tell: &mut impl FnMut(Range<usize>, &[Smoothed])) {
        let mut adjoint = Adjoint::default();
        let (mut steps, mut smoothed) = (Vec::new(), Vec::with_capacity(BLOCK));
        let judged = self.judged.chunks(BLOCK);
        for (k, (moment, judged)) in self.blocks.iter().zip(judged).enumerate().rev() {
            let from = self.start + k * BLOCK;
            let rows = from..(from + BLOCK).min(end);
            let Some(judged) = judged.get(..rows.len()) else { continue };
            self.again(*moment, rows.start, judged, &mut steps);
            smoothed.clear();
            for (step, judged) in steps.iter().zip(judged).rev() {
                smoothed.push(Smoothed::of(adjoint.correct(&step.filter), judged));
                step.velocity.iter().for_each(|taken| adjoint.back_through_velocity(taken));
                step.position.iter().for_each(|taken| adjoint.back_through_position(taken));
                adjoint.back(&step.before);
            }
            tell(rows, &smoothed);
        }
    }

    /// Filters a block once more, as it was judged, and keeps every step.
    fn again(&self, mut moment: Moment, from: usize, judged: &[Judged], steps: &mut Vec<Step>) {
        let fixes = self.fixes.get(from..).unwrap_or_default();
        let before = from.checked_sub(1).filter(|&i| i >= self.start).and_then(|i| self.fixes.get(i));
        let mut last_s = before.map(|fix| fix.time_s);
        let blank = Step {
            before: *moment.model.transition(),
            filter: moment.filter,
            position: None,
            velocity: None,
        };
        steps.resize(judged.len(), blank);
        for ((fix, judged), step) in fixes.iter().zip(judged).zip(steps) {
            let dt_s = last_s.map_or(0.0, |t| fix.time_s - t);
            last_s = Some(fix.time_s);
            moment.go_on(dt_s);
            let Moment { model, filter } = &mut moment;
            step.position = fix.position_var.filter(|_| !judged.position_rejected).map(|var| {
                let sight = filter.sight_position(fix.position_m, Pair::both(var));
                filter.take_position(sight)
            });
            step.velocity = (fix.has_velocity() && !judged.velocity_rejected).then(|| {
                let sight = filter.sight_velocity(fix.velocity_mps, fix.velocity_var);
                filter.take_velocity(sight)
            });
            (step.before, step.filter) = (*model.transition(), *filter);
        }
    }
}

impl Moment {
    fn go_on(&mut self, dt_s: f64) {
        if dt_s > 0.0 {
            self.model.set_interval(dt_s);
            self.filter.predict(&self.model);
        }
    }
}

/// True for a position further off than hard sailing explains.
fn is_far(sight: &Innovation, var: f64, dt_s: f64, top_mps: f64) -> bool {
    let sailed = (0.5 * HARDEST_MPS2 * dt_s * dt_s).min(2.0 * top_mps * dt_s);
    sight.off.length() > sailed + SCATTER_M + 2.0 * var.sqrt()
}

/// The same of a velocity.
fn is_strange(sight: &Innovation, dt_s: f64) -> bool {
    sight.off.length() > VELOCITY_SLACK_MPS + HARDEST_MPS2 * dt_s
}
