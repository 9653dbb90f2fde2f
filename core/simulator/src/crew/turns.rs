//! Turns ordered by a crew, and mistakes in them.

use super::{ActionKind, Crew, CrewAction, Crossed};
use crate::boat::{Aim, Boat, TurnOrder};
use crate::course::bearing_deg;
use leebow_engine::angle::wind_angle;

impl Crew {
    pub(super) fn tack(&mut self, boat: &mut Boat, time_s: f64, to_deg: f64) {
        let over_deg = self.random.between(0.0, 7.0);
        let speed_retention = self.model.tack_speed_retention * (1.0 + 0.12 * self.random.normal());
        let mistake = self.random.unit() / self.mistakes.max(1e-9);
        self.turn(boat, time_s, -boat.side() * (to_deg + over_deg), Crossed::WindFrom, Some(speed_retention));
        self.wait_for_next_leg(time_s, 25.0, 160.0);
        if mistake < 0.02 {
            // A penalty turn through both axes instead of the tack.
            self.actions.pop();
            let out_deg = boat.angle_deg();
            self.spin(boat, time_s, out_deg);
        } else if mistake < 0.03 {
            self.actions.pop();
            self.fail_to_tack(boat, time_s);
        }
    }

    /// A turn that stops short of head to wind and returns to the same tack.
    pub(super) fn fail_to_tack(&mut self, boat: &mut Boat, time_s: f64) {
        let short_deg = self.random.between(8.0, 18.0);
        let change_deg = boat.angle_deg() - boat.side() * short_deg;
        boat.turn(TurnOrder { change_deg, rate_dps: 0.8 * self.model.turn_dps, speed_retention: Some(0.3) });
        boat.aim = Aim::Wind(boat.side() * self.model.upwind_deg);
        self.next_turn_allowed_s = time_s + 30.0;
        self.next_turn_s = self.next_turn_s.max(self.next_turn_allowed_s);
        self.actions.push(CrewAction { kind: ActionKind::FailedTack, from_s: time_s, to_s: time_s });
    }

    pub(super) fn gybe(&mut self, boat: &mut Boat, time_s: f64, to_deg: f64) {
        let hot_deg = if self.model.downwind_deg < 165.0 { self.random.between(0.0, 9.0) } else { 0.0 };
        let speed_retention = self.model.gybe_speed_retention * (1.0 + 0.12 * self.random.normal());
        self.turn(boat, time_s, -boat.side() * (to_deg - hot_deg), Crossed::WindTo, Some(speed_retention));
        self.wait_for_next_leg(time_s, 25.0, 140.0);
    }

    /// A gybe from a reach onto the other; false while it must wait after the last turn.
    pub(super) fn gybe_to(&mut self, goal: (f64, f64), boat: &mut Boat, time_s: f64) -> bool {
        if time_s < self.steady_from_s {
            return false;
        }
        let angle = wind_angle(boat.filtered_twd_deg, bearing_deg((boat.east_m, boat.north_m), goal)).abs();
        self.gybe(boat, time_s, angle.clamp(self.model.upwind_deg, self.model.downwind_deg));
        true
    }

    pub(super) fn spin(&mut self, boat: &mut Boat, time_s: f64, out_deg: f64) {
        let order = TurnOrder {
            change_deg: boat.side() * 360.0,
            rate_dps: 1.1 * self.model.turn_dps,
            speed_retention: Some(0.35),
        };
        let kind = ActionKind::Turn { crossed: Crossed::Both, in_deg: boat.angle_deg(), out_deg };
        self.actions.push(CrewAction { kind, from_s: time_s, to_s: time_s });
        boat.turn(order);
        self.next_turn_allowed_s = time_s + 360.0 / order.rate_dps + 25.0;
        self.steady_from_s = self.next_turn_allowed_s;
        self.next_turn_s = self.next_turn_s.max(self.next_turn_allowed_s);
    }

    /// Orders a turn to a signed wind angle and records it.
    pub(super) fn turn(
        &mut self,
        boat: &mut Boat,
        time_s: f64,
        out_deg: f64,
        crossed: Crossed,
        speed_retention: Option<f64>,
    ) {
        let in_deg = boat.angle_deg();
        // Turning to starboard decreases the signed wind angle.
        let change_deg = match crossed {
            Crossed::WindTo => boat.side() * -(360.0 - in_deg.abs() - out_deg.abs()),
            _ => in_deg - out_deg,
        };
        let rate_dps = self.model.turn_dps * self.random.between(0.75, 1.25);
        boat.turn(TurnOrder { change_deg, rate_dps, speed_retention });
        boat.aim = Aim::Wind(out_deg);
        let spread = if out_deg.abs() < 75.0 { self.modes_deg.0 } else { self.modes_deg.1 };
        boat.mode_deg = (spread * self.random.normal()).clamp(-2.0 * spread, 2.0 * spread);
        self.layline_margin_deg = self.random.between(0.5, 6.0) + self.overstanding_deg();
        self.next_turn_allowed_s = time_s + self.random.between(14.0, 25.0);
        self.steady_from_s = time_s + self.random.between(12.0, 17.0);
        self.actions.push(CrewAction {
            kind: ActionKind::Turn { crossed, in_deg, out_deg },
            from_s: time_s,
            to_s: time_s,
        });
    }

    /// From the beat onto a reach, and along it to the offset mark; true when it is done.
    pub(super) fn reach_to_offset(&mut self, boat: &mut Boat, time_s: f64) -> bool {
        if let Some(until_s) = self.reach_until_s {
            let there = time_s >= until_s;
            if there {
                (self.reach_until_s, self.steady_from_s) = (None, time_s);
            }
            return there;
        }
        let side = boat.side();
        if time_s < self.steady_from_s {
            boat.aim = Aim::Wind(side * self.model.upwind_deg);
            return false;
        }
        let angle = self.random.between(83.0, 95.0);
        self.turn(boat, time_s, side * angle, Crossed::Neither, None);
        self.reach_until_s = Some(time_s + self.random.between(9.0, 24.0));
        false
    }

    pub(super) fn round(&mut self, top: bool, boat: &mut Boat, time_s: f64) -> bool {
        let side = boat.side();
        if time_s < self.steady_from_s {
            boat.aim = Aim::Wind(side * if top { self.model.upwind_deg } else { self.model.downwind_deg });
            return false;
        }
        let (angle, cross) = if top {
            (self.model.downwind_deg - self.random.between(0.0, 8.0), self.random.bernoulli(0.10))
        } else {
            (self.model.upwind_deg + self.random.between(0.0, 5.0), self.random.bernoulli(0.05))
        };
        let (crossed, side) = if cross { (Crossed::WindTo, -side) } else { (Crossed::Neither, side) };
        let speed_retention = cross.then_some(0.85);
        self.turn(boat, time_s, side * angle, crossed, speed_retention);
        if top {
            self.hoist_until_s = time_s + self.random.between(8.0, 14.0);
        }
        self.wait_for_next_turn(time_s, 18.0, 120.0);
        true
    }
}
