//! How fast she goes: the polar, the way she wears off in a turn, the foil.

use super::{Boat, SIMULATION_STEP_S};
use crate::units::mps_from_kn;

/// A hull that could fly makes no more than this without flying, kn.
pub(super) const HULL_KN: f64 = 6.5;

impl Boat {
    pub(super) fn drive(&mut self, angle_deg: f64, fallen: bool) {
        let s = self.sailing;
        let (target, tau_s) = if fallen {
            (0.1, 0.7)
        } else if let Some(worn) = self.turn.and_then(|t| t.worn_mps) {
            (worn, s.brake_s)
        } else if let Some(motor) = self.motor_mps {
            (motor, 4.0)
        } else {
            let target = self.throttle * self.sailed_mps(angle_deg);
            let tau_s = if target < self.speed_mps { 1.5 * s.brake_s } else { s.gain_s };
            (target, tau_s)
        };
        self.speed_mps += (target - self.speed_mps) * (1.0 - libm::exp(-SIMULATION_STEP_S / tau_s));
        self.fly();
    }

    /// Polar speed, as a hull while she is off the foil.
    pub(super) fn sailed_mps(&self, angle_deg: f64) -> f64 {
        let polar = self.sailing.speed_mps(angle_deg, self.tws_mps);
        if self.flying { polar } else { polar.min(mps_from_kn(HULL_KN)) }
    }

    /// Touch-down below the foiling speed; up again some seconds after the hull has its speed.
    pub(super) fn fly(&mut self) {
        if !self.sailing.foils() {
            return;
        }
        if self.flying {
            if self.speed_mps < mps_from_kn(self.sailing.foil_kn - 3.0) {
                self.flying = false;
                self.take_off_s = self.random.between(1.0, 4.0);
            }
        } else if self.speed_mps > 0.75 * mps_from_kn(HULL_KN) {
            self.take_off_s -= SIMULATION_STEP_S;
            self.flying = self.take_off_s <= 0.0;
        }
    }
}
