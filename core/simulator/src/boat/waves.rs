//! Waves that swing the course of a boat.

use std::f64::consts::TAU;

use super::SIMULATION_STEP_S;
use crate::random::{OrnsteinUhlenbeck, Random};

/// Mean period, s, its standard deviation, and that of the relative height. *guess*
const PERIOD_S: f64 = 5.0;
const PERIOD_SD_S: f64 = 0.8;
const HEIGHT_SD: f64 = 0.3;

/// A quasi-periodic wave.
#[derive(Debug, Clone)]
pub(super) struct Waves {
    swing_deg: f64,
    phase: f64,
    period: OrnsteinUhlenbeck,
    height: OrnsteinUhlenbeck,
    random: Random,
}

impl Waves {
    pub fn new(swing_deg: f64, mut random: Random) -> Self {
        let phase = random.between(0.0, TAU);
        let period = OrnsteinUhlenbeck::new(PERIOD_SD_S, 15.0, &mut random);
        let height = OrnsteinUhlenbeck::new(HEIGHT_SD, 20.0, &mut random);
        Self { swing_deg, phase, period, height, random }
    }

    /// One step: the deviation from the course, deg.
    pub fn step_deg(&mut self) -> f64 {
        let period_s = (PERIOD_S + self.period.step(SIMULATION_STEP_S, &mut self.random)).max(2.5);
        let height = (1.0 + self.height.step(SIMULATION_STEP_S, &mut self.random)).max(0.0);
        self.phase = (self.phase + TAU * SIMULATION_STEP_S / period_s) % TAU;
        self.swing_deg * height * libm::sin(self.phase)
    }
}
