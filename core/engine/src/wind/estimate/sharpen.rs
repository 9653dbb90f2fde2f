//! The wind between the turns, sharpened: who sails close-hauled follows every shift.
//!
//! The hidden Markov model tells which side of the wind every step was sailed on and how; with that known, wind,
//! sailing angles, speeds and a current over the ground hang together almost linearly, and a smoother finds them all
//! at once. A boat is as fast on one tack as on the other: where she is not, and where her tacks and her gybes
//! point at different winds, water is moving. Still and moving water are both tried, and each counts for what it is
//! worth.

use super::Current;
use super::legs::{CavityMoments, LinearizationPoint, ROUGH_WORTH, WORTH, WaterMotion};
use super::measurement_model::{EAST, MeasurementModel, NORTH, QUICK, SLOW, WIDE};
use super::smoother::{Matrix, N, Smoother, Vector};
use super::steps::Step;
use crate::angle::{circular_mean, to_deg, to_rad, wrap_180, wrap_360};
use crate::stats::quantile::quantile;

/// A current, where there is one, across the wind, m/s; no more than this share of the boat's speed. Along the wind
/// it shows too little of itself to be told from the way a boat sails, and does not turn the wind.
const CURRENT_MPS: f64 = 0.45;
const CURRENT_SHARE: f64 = 0.25;
const ALONG_SHARE: f64 = 0.2;
/// Still water still moves by this, m/s.
const STILL_MPS: f64 = 0.02;
/// Still water is the rule: log-odds of it. Neighbouring steps repeat each other: so much of their worth counts.
const STILL_ODDS: f64 = 1.0;
const TEMPER: f64 = 0.3;
/// From this probability on legs are told by their manner, for what looks like a free leg may be a set.
const LIKELY: f64 = 0.5;
/// A current is told from this probability and this speed on, m/s, when it is known to this share of itself; no
/// track tells it better than this, m/s.
const SURELY: f64 = 0.9;
const LEAST_MPS: f64 = 0.15;
const MOST_SPREAD: f64 = 0.4;
const FLOOR_MPS: f64 = 0.1;
/// The slow part of the wind wanders by this at least, deg per square root of a second, by what the path turns from one
/// such time to the next, s, beyond what swings alone turn it, deg, and follows this share of what it does at once.
const LEAST_WANDER: f64 = 0.05;
const TREND_S: f64 = 900.0;
const SWINGS_DEG: f64 = 7.5;
const SHIFT_SHARE: f64 = 0.2;
/// Rounds of linearising.
const ROUNDS: usize = 3;

/// The wind of every step, sharpened.
pub(super) struct Sharp {
    /// Mean and standard deviation, deg, of every step.
    pub moments: Vec<(f64, f64)>,
    pub current: WaterCurrent,
}

/// Water moving over the ground.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct WaterCurrent {
    /// Probability that it moved at all.
    pub probability: f64,
    /// Where it moved to if it did, m/s, and the covariance of that.
    pub east_mps: f64,
    pub north_mps: f64,
    pub covariance: [f64; 3],
}

impl WaterCurrent {
    /// The current where it is sure to be one and known well enough: set within so much, drift within its half.
    pub fn determined(&self) -> Option<Current> {
        let drift = libm::hypot(self.east_mps, self.north_mps);
        if self.probability < SURELY || drift < LEAST_MPS {
            return None;
        }
        let (e, n) = (self.east_mps / drift, self.north_mps / drift);
        let [ee, nn, en] = self.covariance;
        let along = libm::hypot((e * e * ee + n * n * nn + 2.0 * e * n * en).max(0.0).sqrt(), FLOOR_MPS);
        let across = libm::hypot((n * n * ee + e * e * nn - 2.0 * e * n * en).max(0.0).sqrt(), FLOOR_MPS);
        let set_sd_deg = to_deg(libm::atan2(across, drift));
        let known = along < MOST_SPREAD * drift && across < MOST_SPREAD * drift;
        known.then(|| Current {
            set_deg: wrap_360(to_deg(libm::atan2(e, n))),
            set_sd_deg,
            drift_mps: drift,
            drift_sd_mps: along,
        })
    }
}

/// One way of explaining the track.
struct CurrentHypothesis {
    /// Mean and variance of every step's wind.
    wind: Vec<(f64, f64)>,
    log_likelihood_ratio: Vec<Option<f64>>,
    last: (Vector, Matrix),
}

/// Sharpens the wind along a path of means and standard deviations, deg.
pub(super) fn sharpen(model: &MeasurementModel, path: &[(f64, f64)]) -> Sharp {
    let base = unwrapped(path);
    let wander = wander(model, &base);
    let axis_deg = circular_mean(path.iter().map(|&(d, _)| (d, 1.0))).map_or(0.0, |m| m.0);
    let first = |current_mps: f64| model.first(base.first().copied().unwrap_or(0.0), axis_deg, current_mps);
    let state = |&wind: &f64| {
        let mut state = first(0.0).0;
        state[SLOW] = wind;
        state
    };
    let told = path.iter().map(|p| CavityMoments::Wind(p.1 * p.1)).collect();
    let point = LinearizationPoint {
        states: base.iter().map(state).collect(),
        told,
        water: WaterMotion::Still(ROUGH_WORTH),
    };
    let (still, point) = tell(model, &wander, first(STILL_MPS), point);
    let most = CURRENT_MPS.min(CURRENT_SHARE * model.beating_mps());
    let (mut moving, point) = tell(model, &wander, first(most), point);
    let odds = TEMPER * better(&still.log_likelihood_ratio, &moving.log_likelihood_ratio) - STILL_ODDS;
    let probability = 1.0 / (1.0 + libm::exp(-odds.clamp(-50.0, 50.0)));
    if probability > LIKELY {
        moving =
            tell(model, &wander, first(most), LinearizationPoint { water: WaterMotion::Moving, ..point }).0;
    }
    Sharp {
        moments: mixed(&still.wind, &moving.wind, probability),
        current: water_current(&moving, probability),
    }
}

/// Linearises, smooths, and again; and what the next who tells may begin with.
fn tell(
    model: &MeasurementModel,
    wander: &[f64],
    first: (Vector, Matrix),
    mut point: LinearizationPoint,
) -> (CurrentHypothesis, LinearizationPoint) {
    let mut of = [[0.0; N]; 2];
    (of[0][SLOW], of[0][QUICK], of[1][WIDE]) = (1.0, 1.0, 1.0);
    let mut hypothesis =
        CurrentHypothesis { wind: Vec::new(), log_likelihood_ratio: Vec::new(), last: first };
    for _ in 0..ROUNDS {
        let legs = model.legs(&point);
        let states = &point.states;
        let steps = (0..states.len())
            .map(|i| (model.transition(i, &legs, wander), model.observations(i, &legs, &states[i])));
        let smoother = Smoother::forward(first, steps);
        let (states, variance): (Vec<Vector>, Vec<[f64; 2]>) = smoother.backward(&of).into_iter().unzip();
        hypothesis.wind =
            states.iter().zip(&variance).map(|(x, v)| (wrap_360(x[SLOW] + x[QUICK]), v[0])).collect();
        (hypothesis.log_likelihood_ratio, hypothesis.last) = (smoother.log_likelihood_ratio, smoother.last);
        let water = match point.water {
            WaterMotion::Still(_) => WaterMotion::Still(WORTH),
            WaterMotion::Moving => WaterMotion::Moving,
        };
        let told = legs.iter().zip(states.iter().zip(&variance));
        let told = told.map(|(leg, (x, v))| CavityMoments::of(water, leg, x, v)).collect();
        point = LinearizationPoint { states, told, water };
    }
    (hypothesis, point)
}

/// How much better one story explains the steps that both explain, nats.
fn better(one: &[Option<f64>], other: &[Option<f64>]) -> f64 {
    one.iter().zip(other).filter_map(|(a, b)| Some((*b)? - (*a)?)).sum()
}

/// Both winds, the second with this probability: mean and standard deviation.
fn mixed(one: &[(f64, f64)], other: &[(f64, f64)], probability: f64) -> Vec<(f64, f64)> {
    let mix = |(a, b): (&(f64, f64), &(f64, f64))| {
        let off = wrap_180(b.0 - a.0);
        let between = probability * (1.0 - probability) * off * off;
        let var = (1.0 - probability) * a.1 + probability * b.1 + between;
        (wrap_360(a.0 + probability * off), var.sqrt())
    };
    one.iter().zip(other).map(mix).collect()
}

fn water_current(hypothesis: &CurrentHypothesis, probability: f64) -> WaterCurrent {
    let (mean, cov) = &hypothesis.last;
    WaterCurrent {
        probability,
        east_mps: mean[EAST],
        north_mps: mean[NORTH],
        covariance: [cov[EAST][EAST], cov[NORTH][NORTH], cov[EAST][NORTH]],
    }
}

/// Covariance of a current across and along an axis.
pub(super) fn current_before(axis_deg: f64, across_mps: f64) -> [f64; 3] {
    let (sin, cos) = libm::sincos(to_rad(axis_deg));
    let along_mps = ALONG_SHARE * across_mps;
    let (across, along) = (across_mps * across_mps, along_mps * along_mps);
    [
        across * cos * cos + along * sin * sin,
        across * sin * sin + along * cos * cos,
        (along - across) * sin * cos,
    ]
}

/// Variance that the slow part of the wind gains up to every step, deg squared.
fn wander(model: &MeasurementModel, base: &[f64]) -> Vec<f64> {
    let slow = LEAST_WANDER * LEAST_WANDER + trend(model, base);
    let mut before = base.first().copied().unwrap_or(0.0);
    let gain = |(&now, step): (&f64, &Step)| {
        let shift = now - std::mem::replace(&mut before, now);
        slow * step.dt_s + SHIFT_SHARE * shift * shift
    };
    base.iter().zip(&model.steps.all).map(gain).collect()
}

/// How the path turns in the long run on this day, deg squared per second: swings of a few minutes leave nothing in it,
/// nor does one stretch that was sailed in a strange way.
fn trend(model: &MeasurementModel, base: &[f64]) -> f64 {
    let all = &model.steps.all;
    let step_s = all
        .iter()
        .map(|s| s.dt_s)
        .fold(f64::INFINITY, |least, dt| if dt > 0.0 { least.min(dt) } else { least });
    let window = ((TREND_S / step_s) as usize).max(1);
    let means: Vec<f64> = base.chunks_exact(window).map(|c| c.iter().sum::<f64>() / c.len() as f64).collect();
    let mut turned: Vec<f64> = means.windows(2).map(|m| (m[1] - m[0]) * (m[1] - m[0])).collect();
    (quantile(&mut turned, 0.5).unwrap_or(0.0) - SWINGS_DEG * SWINGS_DEG).max(0.0) / TREND_S
}

/// Directions without the jump at north.
fn unwrapped(path: &[(f64, f64)]) -> Vec<f64> {
    let mut last = path.first().map_or(0.0, |p| p.0);
    let step = |&(d, _): &(f64, f64)| {
        last += wrap_180(d - last);
        last
    };
    path.iter().map(step).collect()
}
