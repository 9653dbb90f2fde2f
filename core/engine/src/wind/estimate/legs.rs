//! Which steps make a leg, and whether it was beaten or run at all: a leg is held against the wind that everything
//! else tells, for a reach taken for a beat would turn the wind towards itself.

use super::helm::{Helm, Leg, WIDE};
use super::smoother::Vector;
use crate::angle::wrap_180;
use std::ops::Range;

/// Spread of legs upwind, and downwind, about the angle a boat sails there, deg: trim, helm, the angle itself.
const LEG_DEG: [f64; 2] = [6.0, 9.0];
/// Density of reaches, per deg, against the density of a leg up or down about its angle.
const REACHES: f64 = 0.006;
/// A leg less surely so than this is a reach.
const LEAST_SHARE: f64 = 0.6;
/// Most of what is known of the wind in a leg that may come from that leg.
const MOST_OWN: f64 = 0.8;
/// A leg ends with so many steps that say nothing, and where the course leaves its mean by this, deg.
const SILENT_STEPS: usize = 6;
const OTHER_COURSE_DEG: f64 = 15.0;

/// What the courses of a leg upwind, and downwind, are worth to a smoother, deg squared.
pub(super) const WORTH: [f64; 2] = [LEG_DEG[0] * LEG_DEG[0], LEG_DEG[1] * LEG_DEG[1]];

/// What is thought of every step before the legs are told.
pub(super) struct Guess {
    pub states: Vec<Vector>,
    /// Variance of the wind, deg squared.
    pub variance: Vec<f64>,
    /// Variance with which one leg upwind, or downwind, told that wind, deg squared.
    pub own: [f64; 2],
}

impl Helm<'_> {
    /// How every step was sailed, each leg in the light of all others.
    pub fn legs(&self, guess: &Guess) -> Vec<Option<Leg>> {
        let steps = self.steps.all.iter().zip(&guess.states);
        let mut legs: Vec<Option<Leg>> = steps.map(|(step, state)| self.leg(step, state)).collect();
        let mut from = 0;
        while from < legs.len() {
            let to = self.leg_end(&legs, from);
            let share = self.share(&legs, from..to, guess);
            let told = |leg: Leg| Leg { share: leg.share.min(share), ..leg };
            legs[from..to].iter_mut().for_each(|leg| *leg = leg.filter(|_| share > LEAST_SHARE).map(told));
            from = to;
        }
        legs
    }

    /// Where a leg ends: another side or way of sailing, another course, or a silence.
    fn leg_end(&self, legs: &[Option<Leg>], from: usize) -> usize {
        let Some(first) = legs[from] else { return from + 1 };
        let (mut mean, mut n, mut last) = (self.steps.all[from].course_deg, 1.0, from);
        for (at, leg) in legs.iter().enumerate().skip(from + 1) {
            let Some(leg) = leg else {
                if at - last > SILENT_STEPS {
                    break;
                }
                continue;
            };
            let off = wrap_180(self.steps.all[at].course_deg - mean);
            if leg.mode != first.mode || leg.side != first.side || off.abs() > OTHER_COURSE_DEG {
                break;
            }
            n += 1.0;
            mean += off / f64::min(n, 24.0);
            last = at;
        }
        last + 1
    }

    /// How surely a leg was sailed as its steps say, by the wind of all other legs and turns.
    fn share(&self, legs: &[Option<Leg>], of: Range<usize>, guess: &Guess) -> f64 {
        let (mut n, mut off, mut variance, mut mode) = (0.0, 0.0, 0.0, 0);
        for at in of {
            let Some(leg) = legs[at] else { continue };
            let mut state = guess.states[at];
            state[WIDE] = 0.0;
            off += wrap_180(self.steps.all[at].course_deg - self.way(&state, leg).course_deg);
            variance += guess.variance[at];
            mode = leg.mode;
            n += 1.0;
        }
        if n == 0.0 {
            return 0.0;
        }
        // Known with it, and how it was known without it.
        let own = guess.own[mode];
        let variance = (variance / n).min(MOST_OWN * own);
        let without = own / (own - variance);
        let density = normal(off / n * without, variance * without + WORTH[mode]);
        density / (density + REACHES)
    }
}

fn normal(off: f64, variance: f64) -> f64 {
    libm::exp(-0.5 * off * off / variance) / (2.0 * std::f64::consts::PI * variance).sqrt()
}
