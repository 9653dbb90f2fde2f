//! Leeway, heel and clew load.

use super::Boat;
use leebow_engine::angle::to_rad;
use leebow_engine::units::mps_from_kn;

/// Density of the air, kg/m³, and the sail area that loads the clew, m² (*guess*).
const AIR_KG_M3: f64 = 1.225;
const PULL_M2: f64 = 5.0;

impl Boat {
    /// Heading minus course, deg, towards the wind, with the sign of the wind angle.
    pub(super) fn leeway_deg(&self, angle_deg: f64) -> f64 {
        let base = if self.model.foils() { 1.5 } else { 3.5 };
        let up = ((110.0 - angle_deg.abs()) / 65.0).clamp(0.0, 1.0);
        let full = self.model.speed_mps(self.model.upwind_deg, self.tws_mps);
        let slow = (full / self.speed_mps.max(0.3)).clamp(1.0, 2.2);
        let head_to_wind = (angle_deg / 15.0).clamp(-1.0, 1.0);
        base * up * slow * head_to_wind
    }

    /// Heel to starboard, deg: to leeward, larger upwind and in more wind.
    pub(super) fn heel_deg(&self, angle_deg: f64, wave: f64) -> f64 {
        let pressure = (self.tws_mps / mps_from_kn(12.0)).clamp(0.3, 1.5);
        let share = 1.0 - 0.6 * (angle_deg.abs() / 180.0);
        let leeward = self.model.heel_deg * pressure * share + 2.0 * wave;
        let over = (angle_deg / 20.0).clamp(-1.0, 1.0) * ((180.0 - angle_deg.abs()) / 8.0).min(1.0);
        -over * leeward
    }

    /// Load at the clew, N: proportional to the dynamic pressure of the apparent wind and to the throttle, varying with
    /// the heel.
    pub(super) fn clew_load_n(&self, angle_deg: f64, stw_mps: f64, wave: f64) -> f64 {
        let along = self.tws_mps * libm::cos(to_rad(angle_deg)) + stw_mps;
        let across = self.tws_mps * libm::sin(to_rad(angle_deg));
        let pressure = 0.5 * AIR_KG_M3 * (along * along + across * across);
        PULL_M2 * pressure * self.throttle * (1.0 + 0.15 * wave)
    }
}
