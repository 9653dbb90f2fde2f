//! The way to a goal: beating, running or straight there, and when to tack and gybe on the way.

use super::{Crew, Through};
use crate::angle::{wind_angle, wrap_180};
use crate::simulate::boat::{Aim, Boat};
use crate::simulate::course::{bearing_deg, distance};

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
        let (up, down) = (self.sailing.up_deg, self.sailing.down_deg);
        let side = boat.side();
        let goal_deg = bearing_deg(here, goal);
        let goal_angle = side * wind_angle(boat.felt_deg, goal_deg);
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

    /// The goal can be laid on this tack: straight there, with a turn first when the course is far off.
    pub(super) fn lay(&mut self, boat: &mut Boat, goal_deg: f64, goal_angle: f64, time_s: f64) {
        let off_deg = wrap_180(goal_deg - boat.course_deg);
        if off_deg.abs() > 20.0 {
            if time_s < self.settled_s {
                return;
            }
            self.turn(boat, time_s, boat.side() * goal_angle, Through::Neither, None);
        }
        boat.aim = Aim::Course(goal_deg);
    }

    /// The best angle up or down on this tack: with a turn there when the course is far off it.
    pub(super) fn point(&mut self, boat: &mut Boat, angle: f64, time_s: f64) {
        if (boat.angle_deg().abs() - angle).abs() <= 35.0 {
            boat.aim = Aim::Wind(boat.side() * angle);
        } else if time_s >= self.settled_s {
            self.turn(boat, time_s, boat.side() * angle, Through::Neither, None);
            // She finds her feet before she goes about.
            self.next_turn_s = self.next_turn_s.max(self.settled_s);
        }
    }

    /// The goal can be laid on the other tack, at this angle: tack or gybe when well on the layline.
    pub(super) fn change_side(&mut self, boat: &mut Boat, goal_angle: f64, far_m: f64, time_s: f64) {
        let (up, down) = (self.sailing.up_deg, self.sailing.down_deg);
        let now = boat.angle_deg().abs();
        // Crews do not tack again at once, unless the mark is at hand.
        // Nobody gybes again on top of the bottom mark: she goes round it.
        let at_hand = now < 75.0 && far_m < 6.0 * boat.speed_mps && time_s > self.steady_s;
        let settled = time_s >= self.settled_s || at_hand;
        if now < 75.0 && (goal_angle < up + self.margin_deg || !settled) {
            boat.aim = Aim::Wind(boat.side() * up);
        } else if now > 100.0 && (goal_angle > down - self.margin_deg || !settled) {
            boat.aim = Aim::Wind(boat.side() * down);
        } else if now + goal_angle < 180.0 + self.random.between(-15.0, 15.0) {
            // From a beat first onto the other beat: nobody tacks onto a run in one go.
            self.tack(boat, time_s, if now < 75.0 && goal_angle > 70.0 { up } else { goal_angle });
        } else {
            self.gybe(boat, time_s, goal_angle);
        }
    }
}
