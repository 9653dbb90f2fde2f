//! The start of a race: to the line at the gun, and waiting (docs/algorithms.md, section 14.9).

use super::racing::{direction, dot};
use super::{ActionKind, Crew, CrewAction, Crossed};
use crate::boat::{Aim, Boat};
use crate::course::{Task, bearing_deg, distance};
use crate::race::{LineApproach, Vec2};
use leebow_engine::angle::wind_angle;

/// Distance over which a boat slows down to stop below the line, m. *guess*
const CREEP_M: f64 = 70.0;

impl Crew {
    /// One step towards the line, which the boat crosses on starboard tack at the due time. True beyond it.
    pub(super) fn come_to_line(&mut self, approach: &LineApproach, boat: &mut Boat, time_s: f64) -> bool {
        let here = (boat.east_m, boat.north_m);
        let up = self.model.upwind_deg;
        let goal_deg = bearing_deg(here, approach.at);
        let to_goal = wind_angle(boat.filtered_twd_deg, goal_deg);
        let below_m = dot((approach.at.0 - here.0, approach.at.1 - here.1), approach.across);
        let far_s = below_m / boat.speed_mps.max(1.0);
        if approach.at_speed && far_s > 8.0 && to_goal.abs() < 100.0 {
            // The line cannot be laid on starboard tack: to the right of it first.
            if boat.side() > 0.0 && to_goal < up - 4.0 {
                self.turn(boat, time_s, -up, Crossed::WindFrom, Some(self.model.tack_speed_retention));
                return false;
            }
            if boat.side() < 0.0 && to_goal < up + 4.0 {
                return self.beat(f64::INFINITY, boat, time_s);
            }
        }
        if boat.side() < 0.0 {
            let crossed = if boat.angle_deg() < -100.0 { Crossed::WindTo } else { Crossed::WindFrom };
            self.turn(boat, time_s, up + 8.0, crossed, Some(0.5));
            return false;
        }
        let left_s = approach.due_s - time_s;
        let too_near_m = if left_s > 40.0 { 0.4 * distance(approach.at, approach.waits_at) } else { 1.0 };
        if below_m < too_near_m && left_s > 10.0 && !approach.at_speed {
            // Too early and too near: once more to the place below the line.
            self.leg_from = None;
            self.tasks.push_front(Task::Creep { goal: approach.waits_at });
            return false;
        }
        let near = below_m < 6.0 || !(-60.0..=120.0).contains(&to_goal);
        let angle = if near { up } else { to_goal.clamp(up, 80.0) };
        let (ahead, _) = direction(boat.filtered_twd_deg - angle);
        let left_m = below_m.max(0.0) / dot(ahead, approach.across).max(0.2);
        let full_mps = self.model.speed_mps(angle, boat.tws_mps);
        if approach.at_speed {
            let needed = left_m / (full_mps * left_s.max(0.1));
            boat.throttle = if left_s < 1.0 { 1.0 } else { needed.clamp(0.4, 1.0) };
        } else {
            let tau_s = self.model.acceleration_tau_s;
            let gathers_s = tau_s * (1.0 - libm::exp(-left_s.max(0.0) / tau_s));
            let reach_m = full_mps * left_s.max(0.0) - (full_mps - boat.speed_mps) * gathers_s;
            let goes = self.race.goes || reach_m <= left_m;
            if goes && !self.race.goes && boat.speed_mps < 0.5 * full_mps {
                self.actions.push(CrewAction { kind: ActionKind::Start, from_s: time_s, to_s: time_s });
            }
            self.race.goes = goes;
            boat.throttle = if goes { 1.0 } else { 0.05 };
        }
        self.steer_to(boat, angle, time_s);
        let over = below_m < -1.0 && left_s < 10.0;
        if over {
            self.race.goes = false;
            self.next_turn_allowed_s = time_s + 12.0;
            self.steady_from_s = time_s;
            self.wait_for_next_turn(time_s, 15.0, 150.0);
        }
        over
    }

    /// Slowly to a place, at which the boat can stop.
    pub(super) fn creep(&mut self, goal: Vec2, boat: &mut Boat, time_s: f64) -> bool {
        let here = (boat.east_m, boat.north_m);
        let far_m = distance(here, goal);
        boat.throttle = (far_m / CREEP_M).clamp(0.3, 0.9);
        self.steer_course(bearing_deg(here, goal), boat, time_s);
        far_m < 9.0f64.max(1.2 * boat.speed_mps)
    }

    /// Steers an angle to the wind on the tack of the boat, after a turn when it is far off.
    pub(super) fn steer_to(&mut self, boat: &mut Boat, angle: f64, time_s: f64) {
        if (boat.angle_deg().abs() - angle).abs() > 35.0 && time_s >= self.next_turn_allowed_s {
            self.turn(boat, time_s, boat.side() * angle, Crossed::Neither, None);
        } else {
            boat.aim = Aim::Wind(boat.side() * angle);
        }
    }

    /// Close-hauled on this tack until this time.
    pub(super) fn beat(&mut self, until_s: f64, boat: &mut Boat, time_s: f64) -> bool {
        self.steer_to(boat, self.model.upwind_deg, time_s);
        time_s >= until_s
    }

    /// Lies with sails out.
    pub(super) fn wait(&mut self, until_s: f64, boat: &mut Boat, time_s: f64) -> bool {
        boat.motor_mps = None;
        boat.throttle = 0.02;
        boat.aim = Aim::Wind(boat.side() * 70.0);
        time_s >= until_s
    }

    pub(super) fn halt(&mut self, seconds: f64, boat: &mut Boat, time_s: f64) -> bool {
        let until_s = *self.race.halt_until_s.get_or_insert(time_s + seconds);
        let over = self.wait(until_s, boat, time_s);
        if over {
            self.race.halt_until_s = None;
        }
        over
    }
}
