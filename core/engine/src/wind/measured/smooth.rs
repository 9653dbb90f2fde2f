//! Exponential smoothing of observations, forward and backward, so that the result has no lag.

use super::instruments::WindObservation;
use crate::angle::{to_deg, to_rad, wrap_360};

/// Time constant, s. *guess*
const SMOOTH_S: f64 = 10.0;

/// Exponential means of the wind vector and of the speed.
#[derive(Default)]
struct RunningMean {
    time_ms: Option<f64>,
    east: f64,
    north: f64,
    speed: f64,
    speed_weight: f64,
}

impl RunningMean {
    fn add(&mut self, observation: &WindObservation, gap_s: f64) -> [f64; 4] {
        let dt_s = self.time_ms.map_or(f64::INFINITY, |t| (observation.time_ms - t).abs() / 1000.0);
        let keep = if dt_s > gap_s { 0.0 } else { libm::exp(-dt_s / SMOOTH_S) };
        let (sin, cos) = libm::sincos(to_rad(observation.twd_deg));
        // Calm has hardly any weight; an observation without a speed has weight 1.
        let length = if observation.tws_mps.is_finite() { observation.tws_mps.max(0.1) } else { 1.0 };
        self.east = keep * self.east + (1.0 - keep) * length * sin;
        self.north = keep * self.north + (1.0 - keep) * length * cos;
        self.speed *= keep;
        self.speed_weight *= keep;
        if observation.tws_mps.is_finite() {
            self.speed += (1.0 - keep) * observation.tws_mps;
            self.speed_weight += 1.0 - keep;
        }
        self.time_ms = Some(observation.time_ms);
        [self.east, self.north, self.speed, self.speed_weight]
    }
}

/// Time (ms), direction (deg) and speed (m/s, NaN when unknown) of every observation; the means start again after gaps
/// longer than `gap_s`.
pub(super) fn over_ten_seconds(observations: &[WindObservation], gap_s: f64) -> Vec<(f64, f64, f64)> {
    let mut running = RunningMean::default();
    let forward: Vec<[f64; 4]> = observations.iter().map(|s| running.add(s, gap_s)).collect();
    let mut running = RunningMean::default();
    let mut backward: Vec<[f64; 4]> = observations.iter().rev().map(|s| running.add(s, gap_s)).collect();
    backward.reverse();
    observations
        .iter()
        .zip(forward.iter().zip(&backward))
        .map(|(observation, (f, b))| {
            let twd = wrap_360(to_deg(libm::atan2(f[0] + b[0], f[1] + b[1])));
            let weight = f[3] + b[3];
            let tws = if weight > 1e-9 { (f[2] + b[2]) / weight } else { f64::NAN };
            (observation.time_ms, twd, tws)
        })
        .collect()
}
