//! The turns a crew orders, and what goes wrong in them.

use super::{Crew, Deed, Through, What};
use crate::angle::wind_angle;
use crate::simulate::boat::{Aim, Boat, TurnOrder};
use crate::simulate::course::bearing_deg;

impl Crew {
    pub(super) fn tack(&mut self, boat: &mut Boat, time_s: f64, to_deg: f64) {
        let over_deg = self.random.between(0.0, 7.0);
        let keeps = self.sailing.tack_keeps * (1.0 + 0.12 * self.random.normal());
        let mistake = self.random.unit() / self.mistakes.max(1e-9);
        self.turn(boat, time_s, -boat.side() * (to_deg + over_deg), Through::WindFrom, Some(keeps));
        self.wait_for_next_turn(time_s, 25.0, 160.0);
        if mistake < 0.02 {
            // A turn through both axes instead: she hit the mark, or somebody on starboard.
            self.deeds.pop();
            let out_deg = boat.angle_deg();
            self.spin(boat, time_s, out_deg);
        } else if mistake < 0.03 {
            self.deeds.pop();
            self.fail_to_tack(boat, time_s);
        }
    }

    /// She stops short of head to wind and falls back.
    pub(super) fn fail_to_tack(&mut self, boat: &mut Boat, time_s: f64) {
        let short_deg = self.random.between(8.0, 18.0);
        let change_deg = boat.angle_deg() - boat.side() * short_deg;
        boat.turn(TurnOrder { change_deg, rate_dps: 0.8 * self.sailing.turn_dps, keeps: Some(0.3) });
        boat.aim = Aim::Wind(boat.side() * self.sailing.up_deg);
        self.settled_s = time_s + 30.0;
        self.next_turn_s = self.next_turn_s.max(self.settled_s);
        self.deeds.push(Deed { what: What::FailedTack, from_s: time_s, to_s: time_s });
    }

    pub(super) fn gybe(&mut self, boat: &mut Boat, time_s: f64, to_deg: f64) {
        let hot_deg = if self.sailing.down_deg < 165.0 { self.random.between(0.0, 9.0) } else { 0.0 };
        let keeps = self.sailing.gybe_keeps * (1.0 + 0.12 * self.random.normal());
        self.turn(boat, time_s, -boat.side() * (to_deg - hot_deg), Through::WindTo, Some(keeps));
        self.wait_for_next_turn(time_s, 25.0, 140.0);
    }

    /// From a reach onto the other, once she has settled on this one.
    pub(super) fn gybe_to(&mut self, goal: (f64, f64), boat: &mut Boat, time_s: f64) -> bool {
        if time_s < self.steady_s {
            return false;
        }
        let angle = wind_angle(boat.felt_deg, bearing_deg((boat.east_m, boat.north_m), goal)).abs();
        self.gybe(boat, time_s, angle.clamp(self.sailing.up_deg, self.sailing.down_deg));
        true
    }

    pub(super) fn spin(&mut self, boat: &mut Boat, time_s: f64, out_deg: f64) {
        let order = TurnOrder {
            change_deg: boat.side() * 360.0,
            rate_dps: 1.1 * self.sailing.turn_dps,
            keeps: Some(0.35),
        };
        let what = What::Turn { through: Through::Both, in_deg: boat.angle_deg(), out_deg };
        self.deeds.push(Deed { what, from_s: time_s, to_s: time_s });
        boat.turn(order);
        self.settled_s = time_s + 360.0 / order.rate_dps + 25.0;
        self.steady_s = self.settled_s;
        self.next_turn_s = self.next_turn_s.max(self.settled_s);
    }

    /// Orders a turn to a signed wind angle through what is said, and writes it down.
    pub(super) fn turn(
        &mut self,
        boat: &mut Boat,
        time_s: f64,
        out_deg: f64,
        through: Through,
        keeps: Option<f64>,
    ) {
        let in_deg = boat.angle_deg();
        // The course turns against the wind angle: a smaller angle is a turn towards the wind.
        let change_deg = match through {
            Through::WindTo => boat.side() * -(360.0 - in_deg.abs() - out_deg.abs()),
            _ => in_deg - out_deg,
        };
        let rate_dps = self.sailing.turn_dps * self.random.between(0.75, 1.25);
        boat.turn(TurnOrder { change_deg, rate_dps, keeps });
        boat.aim = Aim::Wind(out_deg);
        let spread = if out_deg.abs() < 75.0 { self.modes_deg.0 } else { self.modes_deg.1 };
        boat.mode_deg = (spread * self.random.normal()).clamp(-2.0 * spread, 2.0 * spread);
        self.margin_deg = self.random.between(0.5, 6.0);
        self.settled_s = time_s + self.random.between(14.0, 25.0);
        self.steady_s = time_s + self.random.between(12.0, 17.0);
        self.deeds.push(Deed { what: What::Turn { through, in_deg, out_deg }, from_s: time_s, to_s: time_s });
    }

    /// From the beat onto a reach, and along it to the second mark.
    pub(super) fn reach_to_offset(&mut self, boat: &mut Boat, time_s: f64) -> bool {
        if let Some(until_s) = self.reach_until_s {
            let there = time_s >= until_s;
            if there {
                (self.reach_until_s, self.steady_s) = (None, time_s);
            }
            return there;
        }
        let side = boat.side();
        if time_s < self.steady_s {
            boat.aim = Aim::Wind(side * self.sailing.up_deg);
            return false;
        }
        let angle = self.random.between(83.0, 95.0);
        self.turn(boat, time_s, side * angle, Through::Neither, None);
        self.reach_until_s = Some(time_s + self.random.between(9.0, 24.0));
        false
    }

    pub(super) fn round(&mut self, top: bool, boat: &mut Boat, time_s: f64) -> bool {
        let side = boat.side();
        if time_s < self.steady_s {
            boat.aim = Aim::Wind(side * if top { self.sailing.up_deg } else { self.sailing.down_deg });
            return false;
        }
        let (angle, cross) = if top {
            (self.sailing.down_deg - self.random.between(0.0, 8.0), self.random.chance(0.10))
        } else {
            (self.sailing.up_deg + self.random.between(0.0, 5.0), self.random.chance(0.05))
        };
        let (through, side) = if cross { (Through::WindTo, -side) } else { (Through::Neither, side) };
        let keeps = cross.then_some(0.85);
        self.turn(boat, time_s, side * angle, through, keeps);
        if top {
            self.hoist_until_s = time_s + self.random.between(8.0, 14.0);
        }
        self.wait_for_next_turn(time_s, 18.0, 120.0);
        true
    }
}
