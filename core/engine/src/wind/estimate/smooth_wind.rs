//! SmoothedWind estimate of the wind between the turns: close-hauled courses follow every shift (docs/algorithms.md,
//! section 4.8).
//!
//! The hidden Markov model gives the side and mode of every step. Given these, wind, sailing angles, speeds and current
//! are nearly linear in the observations, and an iterated smoother estimates them together. Different speeds on the two
//! tacks, and tacks and gybes that point at different winds, are explained by a current. Still and moving water are both
//! fitted and mixed by their probabilities.

use super::Current;
use super::ablation::{Part, part_of};
use super::leg_assignment::{
    CavityMoments, HMM_LEG_VARIANCE_DEG2, LEG_VARIANCE_DEG2, LinearizationPoint, WaterMotion,
};
use super::measurement_model::{EAST, LEG_WIDTH, MeasurementModel, NORTH, QUICK, SLOW};
use super::publish::PUBLISHED_PROBABILITY;
use super::smoother::{Matrix, N, Smoother, Vector};
use super::steps::{Step, Steps};
use crate::angle::{circular_mean, hypot, to_deg, to_rad, unwrapped, wrap_180, wrap_360};
use crate::stats::quantile::quantile;

// All constants below are *hand-tuned* together (section 4) unless marked.

/// Prior standard deviation of a current across the mean wind: m/s, and at most this share of the upwind boat speed.
/// Along the wind it is this share of that: there a current is nearly the same as another boat speed.
const CURRENT_SD_MPS: f64 = 0.45;
const CURRENT_SD_SHARE: f64 = 0.25;
const ALONG_SHARE: f64 = 0.2;
/// The same under the hypothesis of still water, m/s.
const STILL_SD_MPS: f64 = 0.02;
/// Prior log-odds of still water.
const STILL_LOG_ODDS: f64 = 1.0;
/// Factor of log-likelihood ratios: the errors of neighbouring steps are correlated.
const TEMPER: f64 = 0.3;
/// Probability of moving water from which on legs get the mixture prior: a freer leg may be an effect of current.
const MIXTURE_PROBABILITY: f64 = 0.5;
/// A current is published from this speed on, m/s, when both its standard deviations are below this share of its speed;
/// this is added to both in quadrature, m/s.
const MIN_CURRENT_MPS: f64 = 0.15;
const MAX_CURRENT_SD_SHARE: f64 = 0.4;
const CURRENT_SD_FLOOR_MPS: f64 = 0.1;
/// Least random walk of the slow part of the wind, deg per square root of a second.
const MIN_WALK_DEG_PER_SQRT_S: f64 = 0.05;
/// Length of the means whose differences give the trend of the day, s, and the difference that oscillations alone
/// make, deg.
const TREND_S: f64 = 900.0;
const OSCILLATION_DEG: f64 = 7.5;
/// Share of a squared change of the path that the slow part gains as variance.
const SHIFT_SHARE: f64 = 0.2;
/// Rounds of linearisation and smoothing.
const ROUNDS: usize = 3;

/// Result of the smoother.
pub(super) struct SmoothedWind {
    /// Mean and standard deviation of the wind direction at every step, deg.
    pub moments: Vec<(f64, f64)>,
    pub current: WaterCurrent,
}

/// Estimate of the current.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct WaterCurrent {
    /// Probability of moving water.
    pub probability: f64,
    /// Velocity under that hypothesis, m/s, and its covariance (east-east, north-north, east-north).
    pub east_mps: f64,
    pub north_mps: f64,
    pub covariance: [f64; 3],
    /// Wind speed assumed for it, m/s.
    pub wind_mps: f64,
}

impl WaterCurrent {
    /// The current where it is determined: probable, and with small standard deviations along and across itself.
    pub(super) fn determined(&self) -> Option<Current> {
        let drift = hypot(self.east_mps, self.north_mps);
        if self.probability < PUBLISHED_PROBABILITY || drift < MIN_CURRENT_MPS {
            return None;
        }
        let (e, n) = (self.east_mps / drift, self.north_mps / drift);
        let [ee, nn, en] = self.covariance;
        let along = hypot((e * e * ee + n * n * nn + 2.0 * e * n * en).max(0.0).sqrt(), CURRENT_SD_FLOOR_MPS);
        let across =
            hypot((n * n * ee + e * e * nn - 2.0 * e * n * en).max(0.0).sqrt(), CURRENT_SD_FLOOR_MPS);
        let set_sd_deg = to_deg(libm::atan2(across, drift));
        let known = along < MAX_CURRENT_SD_SHARE * drift && across < MAX_CURRENT_SD_SHARE * drift;
        known.then(|| Current {
            set_deg: wrap_360(to_deg(libm::atan2(e, n))),
            set_sd_deg,
            drift_mps: drift,
            drift_sd_mps: along,
            wind_mps: self.wind_mps,
        })
    }
}

/// Smoothed track under one hypothesis about the current (still or moving water).
struct CurrentHypothesis {
    /// Mean, deg, and variance, deg², of the wind at every step.
    wind: Vec<(f64, f64)>,
    log_likelihood_ratio: Vec<Option<f64>>,
    last: (Vector, Matrix),
}

/// Estimates the wind along a path of means and standard deviations, deg.
pub(super) fn smooth_wind(model: &MeasurementModel, path: &[(f64, f64)]) -> SmoothedWind {
    let base: Vec<f64> = unwrapped(path.iter().map(|p| p.0)).collect();
    let walk_deg2 = slow_walk_deg2(model, &base);
    let axis_deg = circular_mean(path.iter().map(|&(d, _)| (d, 1.0))).map_or(0.0, |m| m.0);
    let first = |current_mps: f64| model.first(base.first().copied().unwrap_or(0.0), axis_deg, current_mps);
    let state = |&wind: &f64| {
        let mut state = first(0.0).0;
        state[SLOW] = wind;
        state
    };
    let cavity = path.iter().map(|p| CavityMoments::Wind(p.1 * p.1)).collect();
    let point = LinearizationPoint {
        states: base.iter().map(state).collect(),
        cavity,
        water: WaterMotion::Still(HMM_LEG_VARIANCE_DEG2),
    };
    let (still, point) = smooth_hypothesis(model, &walk_deg2, first(STILL_SD_MPS), point);
    let most = CURRENT_SD_MPS.min(CURRENT_SD_SHARE * model.upwind_mps());
    let (mut moving, point) = smooth_hypothesis(model, &walk_deg2, first(most), point);
    let odds = TEMPER * log_likelihood_gain(&still.log_likelihood_ratio, &moving.log_likelihood_ratio)
        - STILL_LOG_ODDS;
    let probability = part_of(Part::Current, 1.0 / (1.0 + libm::exp(-odds.clamp(-50.0, 50.0))));
    if probability > MIXTURE_PROBABILITY {
        moving = smooth_hypothesis(
            model,
            &walk_deg2,
            first(most),
            LinearizationPoint { water: WaterMotion::Moving, ..point },
        )
        .0;
    }
    SmoothedWind {
        moments: mixed(&still.wind, &moving.wind, probability),
        current: WaterCurrent { wind_mps: model.wind_mps(), ..water_current(&moving, probability) },
    }
}

/// Linearises and smooths [`ROUNDS`] times; returns the result and the point at which the next hypothesis begins.
fn smooth_hypothesis(
    model: &MeasurementModel,
    walk_deg2: &[f64],
    first: (Vector, Matrix),
    mut point: LinearizationPoint,
) -> (CurrentHypothesis, LinearizationPoint) {
    let mut of = [[0.0; N]; 2];
    (of[0][SLOW], of[0][QUICK], of[1][LEG_WIDTH]) = (1.0, 1.0, 1.0);
    let mut hypothesis =
        CurrentHypothesis { wind: Vec::new(), log_likelihood_ratio: Vec::new(), last: first };
    for _ in 0..ROUNDS {
        let legs = model.legs(&point);
        let states = &point.states;
        let mut smoother = Smoother::forward(first, states.len(), |i| {
            (model.transition(i, &legs, walk_deg2), model.observations(i, &legs, &states[i]))
        });
        hypothesis.last = smoother.last;
        hypothesis.log_likelihood_ratio = std::mem::take(&mut smoother.log_likelihood_ratio);
        let (states, variance): (Vec<Vector>, Vec<[f64; 2]>) = smoother.backward(&of).into_iter().unzip();
        hypothesis.wind =
            states.iter().zip(&variance).map(|(x, v)| (wrap_360(x[SLOW] + x[QUICK]), v[0])).collect();
        let water = match point.water {
            WaterMotion::Still(_) => WaterMotion::Still(LEG_VARIANCE_DEG2),
            WaterMotion::Moving => WaterMotion::Moving,
        };
        let cavity = legs.iter().zip(states.iter().zip(&variance));
        let cavity = cavity.map(|(leg, (x, v))| CavityMoments::of(water, leg, x, v)).collect();
        point = LinearizationPoint { states, cavity, water };
    }
    (hypothesis, point)
}

/// Difference of the log-likelihood ratios over the steps that both hypotheses observe, second minus first, nats.
fn log_likelihood_gain(one: &[Option<f64>], other: &[Option<f64>]) -> f64 {
    one.iter().zip(other).filter_map(|(a, b)| Some((*b)? - (*a)?)).sum()
}

/// Mixture of two winds, the second with this probability: mean and standard deviation, deg.
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
        wind_mps: f64::NAN,
    }
}

/// Covariance of a current by its standard deviation across an axis: east-east, north-north, east-north.
pub(super) fn current_prior(axis_deg: f64, across_mps: f64) -> [f64; 3] {
    let (sin, cos) = libm::sincos(to_rad(axis_deg));
    let along_mps = ALONG_SHARE * across_mps;
    let (across, along) = (across_mps * across_mps, along_mps * along_mps);
    [
        across * cos * cos + along * sin * sin,
        across * sin * sin + along * cos * cos,
        (along - across) * sin * cos,
    ]
}

/// Variance that the slow part of the wind gains at every step, deg².
fn slow_walk_deg2(model: &MeasurementModel, base: &[f64]) -> Vec<f64> {
    let slow = MIN_WALK_DEG_PER_SQRT_S * MIN_WALK_DEG_PER_SQRT_S + trend(model.steps, base);
    let mut before = base.first().copied().unwrap_or(0.0);
    let gain = |(&now, step): (&f64, &Step)| {
        let shift = now - std::mem::replace(&mut before, now);
        slow * step.dt_s + SHIFT_SHARE * shift * shift
    };
    base.iter().zip(&model.steps.all).map(gain).collect()
}

/// Long-term random walk of this day, deg² per second: the median squared difference of the means of neighbouring windows of
/// [`TREND_S`], or of a step where steps are longer, less that of oscillations. The median ignores a single unusual stretch.
fn trend(steps: &Steps, base: &[f64]) -> f64 {
    let (all, step_s) = (&steps.all, steps.step_s);
    let (Some(first), Some(last)) = (all.first(), all.last()) else { return 0.0 };
    let window_s = TREND_S.max(step_s);
    // Half a step after the start of the first step, so that no step is on the limit of two windows.
    let elapsed_s = |step: &Step| (step.time_ms - first.time_ms) / 1000.0 + 0.5 * step_s;
    let window = |step: &Step| (elapsed_s(step) / window_s) as usize;
    let complete = ((elapsed_s(last) + step_s) / window_s) as usize;
    let directions: Vec<(usize, f64)> = all.iter().map(window).zip(base.iter().copied()).collect();
    let mean = |of: &[(usize, f64)]| (of[0].0, of.iter().map(|d| d.1).sum::<f64>() / of.len() as f64);
    let means: Vec<(usize, f64)> =
        directions.chunk_by(|a, b| a.0 == b.0).map(mean).filter(|m| m.0 < complete).collect();
    let neighbours = means.windows(2).filter(|m| m[1].0 == m[0].0 + 1);
    let mut turned: Vec<f64> = neighbours.map(|m| (m[1].1 - m[0].1) * (m[1].1 - m[0].1)).collect();
    (quantile(&mut turned, 0.5).unwrap_or(0.0) - OSCILLATION_DEG * OSCILLATION_DEG).max(0.0) / window_s
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The trend of a wind that veers by 20° in a quarter of an hour and swings by 5° every five minutes, deg² per second,
    /// in steps at these times.
    fn trend_at(step_s: f64, times_s: impl Iterator<Item = f64>) -> f64 {
        let swing = |t_s: f64| 5.0 * libm::sin(t_s / 300.0 * std::f64::consts::TAU);
        trend_of(step_s, times_s, |t_s| t_s / 45.0 + swing(t_s))
    }

    fn trend_of(step_s: f64, times_s: impl Iterator<Item = f64>, wind_deg: impl Fn(f64) -> f64) -> f64 {
        let at = Step { time_ms: 0.0, dt_s: 0.0, course_deg: 0.0, speed_mps: 3.0, weight: 0.07 };
        let step = |t_s: f64| Step { time_ms: t_s * 1000.0, ..at };
        let steps = Steps::given(times_s.map(step).collect(), step_s);
        let base: Vec<f64> = steps.all.iter().map(|step| wind_deg(step.time_ms / 1000.0)).collect();
        trend(&steps, &base)
    }

    #[test]
    fn the_trend_of_a_day_is_the_same_in_steps_of_every_length() {
        let every = |step_s: f64| {
            trend_at(step_s, (0..(10_800.0 / step_s) as u32).map(move |i| step_s * f64::from(i)))
        };
        let usual = every(5.0);
        assert!((usual - (400.0 - OSCILLATION_DEG * OSCILLATION_DEG) / TREND_S).abs() < 0.02, "{usual}");
        for step_s in [10.0, 30.0, 300.0] {
            let trend = every(step_s);
            assert!((trend / usual - 1.0).abs() < 0.05, "steps of {step_s} s: {trend}, {usual}");
        }
    }

    #[test]
    fn one_short_step_leaves_the_trend_of_the_day() {
        let regular = || (0..360).map(|i| 30.0 * f64::from(i));
        let (usual, with_short) =
            (trend_at(30.0, regular()), trend_at(30.0, [-1.0].into_iter().chain(regular())));
        assert!((with_short / usual - 1.0).abs() < 0.05, "{with_short}, {usual}");
    }

    #[test]
    fn a_difference_over_half_an_hour_is_divided_by_half_an_hour() {
        let shifts = |t_s: f64| 40.0 * f64::from((t_s / 1800.0) as u32 % 2);
        let trend = trend_of(1800.0, (0..48).map(|i| 1800.0 * f64::from(i)), shifts);
        let expected = (1600.0 - OSCILLATION_DEG * OSCILLATION_DEG) / 1800.0;
        assert!((trend - expected).abs() < 1e-9, "{trend}, {expected}");
    }

    #[test]
    fn a_pause_is_no_trend() {
        // Two hours sailed, a pause of three in which the wind goes on, two hours sailed.
        let sailed = |from_s: f64| (0..1440).map(move |i| from_s + 5.0 * f64::from(i));
        let (usual, with_pause) =
            (trend_at(5.0, sailed(0.0)), trend_at(5.0, sailed(0.0).chain(sailed(18_000.0))));
        assert!((with_pause / usual - 1.0).abs() < 0.05, "{with_pause}, {usual}");
    }
}
