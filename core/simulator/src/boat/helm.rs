//! The helm: ordered turns, and the course between them.

use super::{Aim, Boat, SIMULATION_STEP_S};
use leebow_engine::angle::{wrap_180, wrap_360};

/// Time constant of the course correction, s, and its largest rate, deg/s. *guess*
const HELM_TAU_S: f64 = 2.0;
pub(super) const MAX_HELM_DPS: f64 = 5.0;
/// A turn reaches its rate within this time, s, and slows down over its last degrees. *guess*
const TURN_RAMP_S: f64 = 1.2;
const TURN_EASE_DEG: f64 = 15.0;
/// Largest wind angle that the helm steers, deg. *guess*
const MAX_WIND_ANGLE_DEG: f64 = 174.0;
/// Relative increase of the helm's deviations at a tiredness of 1. *guess*
const TIRED_HELM: f64 = 1.5;

impl Boat {
    pub(super) fn steer(&mut self, fallen: bool) {
        let helm_deg =
            (1.0 + TIRED_HELM * self.tiredness) * self.helm.step(SIMULATION_STEP_S, &mut self.random);
        if fallen {
            self.course_deg = wrap_360(
                self.course_deg + self.swing.step(SIMULATION_STEP_S, &mut self.random) * SIMULATION_STEP_S,
            );
        } else if let Some(mut turn) = self.turn.take() {
            turn.age_s += SIMULATION_STEP_S;
            let gather = (turn.age_s / TURN_RAMP_S).min(1.0);
            let ease = (turn.left_deg / TURN_EASE_DEG).clamp(0.15, 1.0);
            let change = (turn.rate_dps * gather.min(ease) * SIMULATION_STEP_S).min(turn.left_deg);
            self.course_deg = wrap_360(self.course_deg + turn.sense * change);
            turn.left_deg -= change;
            self.turn = (turn.left_deg > 0.2).then_some(turn);
        } else {
            let aim_deg = match self.aim {
                Aim::Course(deg) => deg + helm_deg,
                Aim::Wind(angle) => {
                    let side = if angle < 0.0 { -1.0 } else { 1.0 };
                    let size = angle.abs() + self.mode_deg + side * self.asymmetry_deg + helm_deg;
                    self.filtered_twd_deg - side * size.clamp(30.0, MAX_WIND_ANGLE_DEG)
                }
            };
            let rate = (wrap_180(aim_deg - self.course_deg) / HELM_TAU_S).clamp(-MAX_HELM_DPS, MAX_HELM_DPS);
            self.course_deg = wrap_360(self.course_deg + rate * SIMULATION_STEP_S);
        }
    }
}
