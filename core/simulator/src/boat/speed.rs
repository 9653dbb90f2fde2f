//! Speed: first-order approach of a target speed, and foiling with hysteresis.

use super::{Boat, SIMULATION_STEP_S};
use leebow_engine::units::mps_from_kn;

/// Largest speed of a foiling class that is not foiling, kn. *guess*
pub(super) const MAX_HULL_KN: f64 = 6.5;
/// Time constant of losing speed in a jump, s. *guess*
const JUMP_TAU_S: f64 = 1.2;

impl Boat {
    pub(super) fn update_speed(&mut self, angle_deg: f64, fallen: bool) {
        let s = &self.model;
        let (target, tau_s) = if fallen {
            (0.1, 0.7)
        } else if let Some(end_speed_mps) = self.turn.and_then(|t| t.end_speed_mps) {
            (end_speed_mps, s.deceleration_tau_s)
        } else if let Some(jump_mps) = self.jump_mps {
            (jump_mps, JUMP_TAU_S)
        } else if let Some(motor) = self.motor_mps {
            (motor, 4.0)
        } else {
            let target = self.throttle * self.target_speed_mps(angle_deg);
            let tau_s =
                if target < self.speed_mps { 1.5 * s.deceleration_tau_s } else { s.acceleration_tau_s };
            (target, tau_s)
        };
        self.speed_mps += (target - self.speed_mps) * (1.0 - libm::exp(-SIMULATION_STEP_S / tau_s));
        self.update_foiling();
    }

    /// Polar speed, limited while the boat is not foiling, m/s.
    pub(super) fn target_speed_mps(&self, angle_deg: f64) -> f64 {
        let polar = self.model.speed_mps(angle_deg, self.tws_mps);
        if self.is_foiling { polar } else { polar.min(mps_from_kn(MAX_HULL_KN)) }
    }

    /// Touchdown 3 kn below the foiling speed; take-off 1 to 4 s after 75 % of the largest hull speed is reached.
    pub(super) fn update_foiling(&mut self) {
        if !self.model.foils() {
            return;
        }
        if self.is_foiling {
            if self.speed_mps < mps_from_kn(self.model.foiling_kn - 3.0) {
                self.is_foiling = false;
                self.take_off_wait_s = self.random.between(1.0, 4.0);
            }
        } else if self.speed_mps > 0.75 * mps_from_kn(MAX_HULL_KN) {
            self.take_off_wait_s -= SIMULATION_STEP_S;
            self.is_foiling = self.take_off_wait_s <= 0.0;
        }
    }
}
