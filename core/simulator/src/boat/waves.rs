//! Waves and swell that swing the course and the speed of a boat.

use std::f64::consts::TAU;

use super::SIMULATION_STEP_S;
use crate::random::{OrnsteinUhlenbeck, Random};

/// Mean period of waves, s, its standard deviation, and that of the relative height. *guess*
const PERIOD_S: f64 = 5.0;
const PERIOD_SD_S: f64 = 0.8;
const HEIGHT_SD: f64 = 0.3;
/// Standard deviation of the period of a swell, ratio to the period: a swell is more regular than waves. *guess*
const SWELL_PERIOD_SD: f64 = 0.08;

/// A quasi-periodic wave.
#[derive(Debug, Clone)]
pub(super) struct Waves {
    swing_deg: f64,
    surge_mps: f64,
    period_s: f64,
    phase: f64,
    period: OrnsteinUhlenbeck,
    height: OrnsteinUhlenbeck,
    random: Random,
}

impl Waves {
    /// Waves that swing the course by this amplitude.
    pub fn new(swing_deg: f64, random: Random) -> Self {
        Self::of_period(PERIOD_S, PERIOD_SD_S, swing_deg, 0.0, random)
    }

    /// A swell of this mean period that swings course and speed by these amplitudes.
    pub fn swell(swing_deg: f64, surge_mps: f64, period_s: f64, random: Random) -> Self {
        Self::of_period(period_s, SWELL_PERIOD_SD * period_s, swing_deg, surge_mps, random)
    }

    fn of_period(period_s: f64, sd_s: f64, swing_deg: f64, surge_mps: f64, mut random: Random) -> Self {
        let phase = random.between(0.0, TAU);
        let period = OrnsteinUhlenbeck::new(sd_s, 15.0, &mut random);
        let height = OrnsteinUhlenbeck::new(HEIGHT_SD, 20.0, &mut random);
        Self { swing_deg, surge_mps, period_s, phase, period, height, random }
    }

    /// One step: the deviations from the course, deg, and from the speed, m/s, a quarter of a period apart.
    pub fn step(&mut self) -> (f64, f64) {
        let period_s = (self.period_s + self.period.step(SIMULATION_STEP_S, &mut self.random)).max(2.5);
        let height = (1.0 + self.height.step(SIMULATION_STEP_S, &mut self.random)).max(0.0);
        self.phase = (self.phase + TAU * SIMULATION_STEP_S / period_s) % TAU;
        let (sin, cos) = libm::sincos(self.phase);
        (self.swing_deg * height * sin, self.surge_mps * height * cos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swell_has_its_period_and_its_amplitudes() {
        for period_s in [4.0, 7.0, 10.0] {
            let mut swell = Waves::swell(3.0, 0.25, period_s, Random::new(1, 8));
            let sea: Vec<(f64, f64)> = (0..36_000).map(|_| swell.step()).collect();
            let ups = sea.windows(2).filter(|w| w[0].0 < 0.0 && w[1].0 >= 0.0).count();
            let mean_s = 36_000.0 * SIMULATION_STEP_S / ups as f64;
            assert!((mean_s / period_s - 1.0).abs() < 0.05, "{period_s}: {mean_s}");
            let rms = |of: fn(&(f64, f64)) -> f64| {
                libm::sqrt(sea.iter().map(|w| of(w) * of(w)).sum::<f64>() / sea.len() as f64)
            };
            assert!((rms(|w| w.0) - 2.2).abs() < 0.3 && (rms(|w| w.1) - 0.18).abs() < 0.03);
        }
    }
}
