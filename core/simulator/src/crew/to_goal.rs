//! Sailing to a goal: beating, running or directly, and when to tack and gybe.

use super::{Crew, Crossed};
use crate::boat::{Aim, Boat};
use crate::course::{bearing_deg, distance};
use leebow_engine::angle::{wind_angle, wrap_180};

impl Crew {
    /// One step towards a goal. True when it is reached or abeam.
    pub(super) fn sail_to(&mut self, goal: (f64, f64), boat: &mut Boat, time_s: f64) -> bool {
        let here = (boat.east_m, boat.north_m);
        let from = *self.leg_from.get_or_insert(here);
        let (dx, dy) = (goal.0 - here.0, goal.1 - here.1);
        let far = distance(here, goal);
        let abeam = dx * (goal.0 - from.0) + dy * (goal.1 - from.1) <= 0.0;
        if far < 12.0f64.max(1.2 * boat.speed_mps) || abeam {
            return true;
        }
        let (up, down) = (self.model.upwind_deg, self.model.downwind_deg);
        let side = boat.side();
        let goal_deg = bearing_deg(here, goal);
        let goal_angle = side * wind_angle(boat.filtered_twd_deg, goal_deg);
        let may_turn = time_s >= self.next_turn_s && far > 14.0 * boat.speed_mps;
        if (up..=down).contains(&goal_angle) {
            self.lay(boat, goal_deg, goal_angle, time_s);
        } else if goal_angle.abs() < up {
            self.point(boat, up, time_s);
            if may_turn && !boat.is_turning() {
                self.tack(boat, time_s, up);
            }
        } else if goal_angle.abs() > down {
            self.point(boat, down, time_s);
            if may_turn && !boat.is_turning() {
                self.gybe(boat, time_s, down);
            }
        } else {
            self.change_side(boat, -goal_angle, far, time_s);
        }
        false
    }

    /// The goal can be laid on this tack: directly, after a turn when the course is more than 20 degrees off.
    pub(super) fn lay(&mut self, boat: &mut Boat, goal_deg: f64, goal_angle: f64, time_s: f64) {
        let off_deg = wrap_180(goal_deg - boat.course_deg);
        if off_deg.abs() > 20.0 {
            if time_s < self.next_turn_allowed_s {
                return;
            }
            self.turn(boat, time_s, boat.side() * goal_angle, Crossed::Neither, None);
        }
        boat.aim = Aim::Course(goal_deg);
    }

    /// The best angle upwind or downwind on this tack, after a turn when the angle is more than 35 degrees off.
    pub(super) fn point(&mut self, boat: &mut Boat, angle: f64, time_s: f64) {
        if (boat.angle_deg().abs() - angle).abs() <= 35.0 {
            boat.aim = Aim::Wind(boat.side() * angle);
        } else if time_s >= self.next_turn_allowed_s {
            self.turn(boat, time_s, boat.side() * angle, Crossed::Neither, None);
            // No tack right after the turn.
            self.next_turn_s = self.next_turn_s.max(self.next_turn_allowed_s);
        }
    }

    /// The goal can be laid on the other tack, at this angle: tack or gybe beyond the layline.
    pub(super) fn change_side(&mut self, boat: &mut Boat, goal_angle: f64, far_m: f64, time_s: f64) {
        let (up, down) = (self.model.upwind_deg, self.model.downwind_deg);
        let now = boat.angle_deg().abs();
        // No second tack at once, unless the mark is near.
        // No gybe near the bottom mark, which is rounded instead.
        let at_hand = now < 75.0 && far_m < 6.0 * boat.speed_mps && time_s > self.steady_from_s;
        let settled = time_s >= self.next_turn_allowed_s || at_hand;
        if now < 75.0 && (goal_angle < up + self.layline_margin_deg || !settled) {
            boat.aim = Aim::Wind(boat.side() * up);
        } else if now > 100.0 && (goal_angle > down - self.layline_margin_deg || !settled) {
            boat.aim = Aim::Wind(boat.side() * down);
        } else if now + goal_angle < 180.0 + self.random.between(-15.0, 15.0) {
            // From a beat to the other beat first, not to a run in one turn.
            self.tack(boat, time_s, if now < 75.0 && goal_angle > 70.0 { up } else { goal_angle });
        } else {
            self.gybe(boat, time_s, goal_angle);
        }
    }
}
