//! Waves that swing a boat about her course.

use std::f64::consts::TAU;

use super::SIMULATION_STEP_S;
use crate::simulate::random::{Random, Wander};

/// Mean time between waves, s, and how much it and their height vary.
const PERIOD_S: f64 = 5.0;
const PERIOD_SD_S: f64 = 0.8;
const HEIGHT_SD: f64 = 0.3;

/// A train of waves.
#[derive(Debug, Clone)]
pub(super) struct Waves {
    swing_deg: f64,
    phase: f64,
    period: Wander,
    height: Wander,
    random: Random,
}

impl Waves {
    pub fn new(swing_deg: f64, mut random: Random) -> Self {
        let phase = random.between(0.0, TAU);
        let period = Wander::new(PERIOD_SD_S, 15.0, &mut random);
        let height = Wander::new(HEIGHT_SD, 20.0, &mut random);
        Self { swing_deg, phase, period, height, random }
    }

    /// One step on: how far off her course she is swung, deg.
    pub fn step_deg(&mut self) -> f64 {
        let period_s = (PERIOD_S + self.period.step(SIMULATION_STEP_S, &mut self.random)).max(2.5);
        let height = (1.0 + self.height.step(SIMULATION_STEP_S, &mut self.random)).max(0.0);
        self.phase = (self.phase + TAU * SIMULATION_STEP_S / period_s) % TAU;
        self.swing_deg * height * libm::sin(self.phase)
    }
}
