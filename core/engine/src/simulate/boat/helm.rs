//! The helm: turns as ordered, and the course in between.

use super::{Aim, Boat, SIMULATION_STEP_S};
use crate::angle::{wrap_180, wrap_360};

/// How quickly the helm corrects a wrong course, and how fast at most.
const HELM_TAU_S: f64 = 2.0;
pub(super) const HELM_DPS: f64 = 5.0;
/// A turn gathers its rate in this time and eases over its last degrees.
const TURN_RAMP_S: f64 = 1.2;
const TURN_EASE_DEG: f64 = 15.0;
/// Nobody aims closer to dead downwind than this from it, deg.
const SQUARE_DEG: f64 = 174.0;

impl Boat {
    pub(super) fn steer(&mut self, fallen: bool) {
        let helm_deg = self.helm.step(SIMULATION_STEP_S, &mut self.random);
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
                    self.felt_deg - side * size.clamp(30.0, SQUARE_DEG)
                }
            };
            let rate = (wrap_180(aim_deg - self.course_deg) / HELM_TAU_S).clamp(-HELM_DPS, HELM_DPS);
            self.course_deg = wrap_360(self.course_deg + rate * SIMULATION_STEP_S);
        }
    }
}
