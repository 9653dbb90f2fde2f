//! Ten seconds of smoothing, forward and backward, so that nothing lags.

use super::instruments::WindObservation;
use crate::angle::{to_deg, to_rad, wrap_360};

/// Time constant, s.
const SMOOTH_S: f64 = 10.0;

/// A running mean of direction (as a vector) and of speed.
#[derive(Default)]
struct Running {
    time_ms: Option<f64>,
    east: f64,
    north: f64,
    speed: f64,
    speed_weight: f64,
}

impl Running {
    fn take(&mut self, sight: &WindObservation, gap_s: f64) -> [f64; 4] {
        let dt_s = self.time_ms.map_or(f64::INFINITY, |t| (sight.time_ms - t).abs() / 1000.0);
        let keep = if dt_s > gap_s { 0.0 } else { libm::exp(-dt_s / SMOOTH_S) };
        let (sin, cos) = libm::sincos(to_rad(sight.twd_deg));
        // Calm air has no direction worth a vote, but a vane without a speed has its own.
        let length = if sight.tws_mps.is_finite() { sight.tws_mps.max(0.1) } else { 1.0 };
        self.east = keep * self.east + (1.0 - keep) * length * sin;
        self.north = keep * self.north + (1.0 - keep) * length * cos;
        self.speed *= keep;
        self.speed_weight *= keep;
        if sight.tws_mps.is_finite() {
            self.speed += (1.0 - keep) * sight.tws_mps;
            self.speed_weight += 1.0 - keep;
        }
        self.time_ms = Some(sight.time_ms);
        [self.east, self.north, self.speed, self.speed_weight]
    }
}

/// Time (ms), direction (deg) and speed (m/s, NaN when unknown) of every sight, smoothed inside gaps of `gap_s`.
pub(super) fn over_ten_seconds(sights: &[WindObservation], gap_s: f64) -> Vec<(f64, f64, f64)> {
    let mut running = Running::default();
    let forward: Vec<[f64; 4]> = sights.iter().map(|s| running.take(s, gap_s)).collect();
    let mut running = Running::default();
    let mut backward: Vec<[f64; 4]> = sights.iter().rev().map(|s| running.take(s, gap_s)).collect();
    backward.reverse();
    sights
        .iter()
        .zip(forward.iter().zip(&backward))
        .map(|(sight, (f, b))| {
            let twd = wrap_360(to_deg(libm::atan2(f[0] + b[0], f[1] + b[1])));
            let weight = f[3] + b[3];
            let tws = if weight > 1e-9 { (f[2] + b[2]) / weight } else { f64::NAN };
            (sight.time_ms, twd, tws)
        })
        .collect()
}
