//! Sailing a course: to a mark on the side from which it is rounded, round it, across the finish (docs/algorithms.md,
//! section 14.9).

use super::{Crew, Crossed};
use crate::boat::{Aim, Boat, Moment, SIMULATION_STEP_S};
use crate::course::{Task, bearing_deg, distance};
use crate::race::{Arrival, MarkRounding, Vec2, shifted};
use crate::spec::Spec;
use leebow_engine::angle::{to_deg, to_rad, wind_angle, wrap_180, wrap_360};

/// Least run on the tack on which a mark is rounded, m, and s at the best speed, before the top and the bottom mark. *guess*
const TO_TOP: (f64, f64) = (30.0, 11.0);
const TO_BOTTOM: (f64, f64) = (35.0, 8.0);
/// The same before a mark to which a reach leads, m. *guess*
const TO_REACH_MARK_M: f64 = 60.0;
/// A boat pinches by at most this angle to lay a mark, and tries again when more is needed, deg. *guess*
const PINCH_DEG: f64 = 15.0;
/// Distance of a mark over which a boat sails too high or by the lee rather than tack or gybe, m. *guess*
const SHOOT_M: f64 = 12.0;
/// Time on the other tack of a boat that cannot lay the mark, s. *guess*
const AWAY_S: f64 = 13.0;
/// Boats pass a mark at most this many times on the wrong side before they sail on. *guess*
const MAX_TRIES: u32 = 3;
/// A boat turns round a mark that is nearer abeam than this many radii of her turn.
const TURN_RADII: f64 = 1.6;
/// Least clearance of a turn that begins before the mark is abeam, m. *guess*
const MIN_CLEARANCE_M: f64 = 1.5;
/// Greatest angle to the wind on a straight course to a mark or the finish, deg. *guess*
const DEEPEST_DEG: f64 = 172.0;
/// Time before the finish from which a boat heads straight for it, s. *guess*
const FINISH_S: f64 = 18.0;
/// A boat crosses the finishing line at most this far from the point she heads for, m.
const FINISH_ASIDE_M: f64 = 20.0;
/// Time from the start of a turn to half of its rate, s.
const TURN_DELAY_S: f64 = 0.4;
/// Delay with which a boat answers a tack, s, and the longest time for which she keeps trying. *guess*
const COVER_S: (f64, f64) = (4.0, 9.0);

/// What a crew remembers in a race.
#[derive(Debug, Clone, Default)]
pub(super) struct RaceState {
    /// Passings of the next mark on the wrong side.
    tries: u32,
    /// The boat has sheeted in for the start.
    pub goes: bool,
    pub halt_until_s: Option<f64>,
    /// Path of the boat that is covered.
    pub rival: Option<Vec<Moment>>,
    overstand_deg: f64,
}

impl RaceState {
    pub fn new(spec: &Spec) -> Self {
        Self { overstand_deg: spec.race.map_or(0.0, |race| race.overstand_deg), ..Self::default() }
    }
}

/// An arc round a mark: its radius, and where it begins: so far before the mark, which is so far to the inside, m.
struct Arc {
    radius_m: f64,
    along_m: f64,
    inside_m: f64,
}

impl Arc {
    /// True when an arc that begins here goes round a mark, so far ahead and to the inside, and the mark is near enough.
    fn is_round(&self, ahead_m: f64, to_inside_m: f64) -> bool {
        let off_centre_m = libm::hypot(ahead_m, self.radius_m - to_inside_m);
        let near = to_inside_m > 0.0 && to_inside_m < (TURN_RADII * self.radius_m).max(self.inside_m + 4.0);
        near && (ahead_m <= 0.0
            || (ahead_m <= self.along_m && off_centre_m < self.radius_m - MIN_CLEARANCE_M))
    }
}

/// Unit vector of a direction (deg), and the vector to the right of it.
pub(super) fn direction(deg: f64) -> (Vec2, Vec2) {
    let (sin, cos) = libm::sincos(to_rad(deg));
    ((sin, cos), (cos, -sin))
}

pub(super) fn dot(a: Vec2, b: Vec2) -> f64 {
    a.0 * b.0 + a.1 * b.1
}

impl Crew {
    /// One step to the place from which a mark is rounded. True when it is reached.
    pub(super) fn sail_to_mark(
        &mut self,
        mark: &MarkRounding,
        clearance_m: f64,
        boat: &mut Boat,
        time_s: f64,
    ) -> bool {
        let speed = |deg: f64| self.model.speed_mps(deg, boat.tws_mps);
        let (up, down) = (self.model.upwind_deg, self.model.downwind_deg);
        let twd = boat.filtered_twd_deg;
        let (course_deg, way_m) = match mark.arrival {
            Arrival::Beating => (twd - mark.hand * (up + 3.0), TO_TOP.0.max(TO_TOP.1 * speed(up))),
            Arrival::Running => (twd + mark.hand * down, TO_BOTTOM.0.max(TO_BOTTOM.1 * speed(down))),
            Arrival::Reaching => (bearing_deg(mark.from, mark.at), TO_REACH_MARK_M),
        };
        let (ahead, right) = direction(course_deg);
        let goal = shifted(shifted(mark.at, ahead, -way_m), right, mark.hand * clearance_m);
        if mark.arrival == Arrival::Reaching && distance((boat.east_m, boat.north_m), mark.at) < 2.0 * way_m {
            return true;
        }
        if mark.arrival == Arrival::Beating {
            self.cover(boat, time_s);
        }
        let over = self.sail_to(goal, boat, time_s);
        let here = (boat.east_m, boat.north_m);
        let to_mark = boat.side() * wind_angle(twd, bearing_deg(here, mark.at));
        let lays = boat.side() == mark.hand && to_mark > up - PINCH_DEG;
        if over && mark.arrival == Arrival::Beating && !lays && distance(here, goal) > 2.0 * way_m {
            // Abeam of the place, but far to a side of it.
            self.leg_from = None;
            return false;
        }
        over
    }

    /// Tacks when the rival has tacked; otherwise not, except on the layline.
    fn cover(&mut self, boat: &Boat, time_s: f64) {
        let Some(rival) = &self.race.rival else { return };
        let on_other_tack = |ago_s: f64| {
            let moment = rival.get((((time_s - ago_s) / SIMULATION_STEP_S).max(0.0)) as usize);
            moment.is_some_and(|m| {
                let angle = wind_angle(m.wind.twd_deg, to_deg(libm::atan2(m.east_mps, m.north_mps)));
                angle.abs() < 70.0 && (angle < 0.0) != (boat.side() < 0.0)
            })
        };
        let answers = on_other_tack(COVER_S.0) && on_other_tack(COVER_S.1) && on_other_tack(0.0);
        self.next_turn_s = if answers { self.next_turn_allowed_s } else { f64::INFINITY };
    }

    /// One step of the last run to a mark and the turn round it. True when the turn is ordered.
    pub(super) fn round_mark(
        &mut self,
        mark: &MarkRounding,
        clearance_m: f64,
        boat: &mut Boat,
        time_s: f64,
    ) -> bool {
        let here = (boat.east_m, boat.north_m);
        let (up, side) = (self.model.upwind_deg, boat.side());
        if mark.arrival == Arrival::Beating && side != mark.hand {
            let kept = self.model.tack_speed_retention;
            self.turn(boat, time_s, mark.hand * (up + 2.0), Crossed::WindFrom, Some(kept));
            return false;
        }
        let (ahead, right) = direction(boat.course_deg);
        let to_mark = (mark.at.0 - here.0, mark.at.1 - here.1);
        let (along_m, inside_m) = (dot(to_mark, ahead), -mark.hand * dot(to_mark, right));
        let far_m = distance(here, mark.at);
        let arc = self.arc(mark, clearance_m, boat);
        let aside_deg = to_deg(libm::asin((arc.inside_m / far_m.max(0.1)).min(1.0)));
        let goal_deg = wrap_360(bearing_deg(here, mark.at) + mark.hand * aside_deg);
        let goal_angle = side * wind_angle(boat.filtered_twd_deg, goal_deg);
        let cannot_lay = mark.arrival == Arrival::Beating && goal_angle < up - PINCH_DEG && far_m > SHOOT_M;
        let abeam = along_m <= TURN_DELAY_S * boat.speed_mps;
        let turns = !cannot_lay && arc.is_round(along_m - TURN_DELAY_S * boat.speed_mps, inside_m);
        if turns || self.race.tries >= MAX_TRIES {
            self.race.tries = 0;
            self.turn_round(mark, boat, time_s);
            return true;
        }
        if cannot_lay {
            // Two more tacks.
            self.race.tries += 1;
            self.tack(boat, time_s, up);
            self.tasks.push_front(Task::Beat { until_s: time_s + AWAY_S });
            return false;
        }
        if abeam && inside_m <= 0.0 {
            // Not on the right side of it: once more, from the place before the mark.
            self.race.tries += 1;
            self.leg_from = None;
            self.tasks.push_front(Task::ToMark { mark: *mark, clearance_m });
            return false;
        }
        let last_m =
            if mark.arrival == Arrival::Beating { SHOOT_M } else { SHOOT_M.max(5.0 * boat.speed_mps) };
        if far_m < last_m {
            boat.aim = Aim::Course(goal_deg);
        } else {
            self.steer_course(goal_deg, boat, time_s);
        }
        false
    }

    /// The arc on which a mark is rounded, its middle beside the mark.
    fn arc(&self, mark: &MarkRounding, clearance_m: f64, boat: &Boat) -> Arc {
        let (out_side, out_deg) = self.way_out(mark, boat);
        let in_deg = boat.angle_deg().abs();
        let turn_deg =
            if out_side == boat.side() { (in_deg - out_deg).abs() } else { 360.0 - in_deg - out_deg };
        let radius_m = boat.speed_mps / to_rad(self.model.turn_dps);
        let depth_m = (radius_m - clearance_m).max(0.0);
        let (sin, cos) = libm::sincos(to_rad(0.5 * turn_deg.min(180.0)));
        let inside_m = if depth_m > 0.0 { radius_m - depth_m * cos } else { clearance_m };
        Arc { radius_m, along_m: depth_m * sin, inside_m }
    }

    /// Tack and absolute wind angle, deg, on which a boat leaves a mark, without a gybe where she may choose.
    fn way_out(&self, mark: &MarkRounding, boat: &Boat) -> (f64, f64) {
        let next = wind_angle(boat.filtered_twd_deg, bearing_deg(mark.at, mark.next));
        let (up, down) = (self.model.upwind_deg, self.model.downwind_deg);
        match next.abs() {
            angle if angle < up => (-mark.hand, up),
            angle if angle > down => (boat.side(), down),
            angle => (1.0f64.copysign(next), angle),
        }
    }

    /// Steers a course, with a tack or gybe at once where the other tack leads there, close-hauled where none does.
    pub(super) fn steer_course(&mut self, goal_deg: f64, boat: &mut Boat, time_s: f64) {
        let (up, side) = (self.model.upwind_deg, boat.side());
        let angle = side * wind_angle(boat.filtered_twd_deg, goal_deg);
        if angle.abs() < up - PINCH_DEG {
            self.steer_to(boat, up, time_s);
        } else if angle.abs() > DEEPEST_DEG {
            self.steer_to(boat, DEEPEST_DEG, time_s);
        } else if angle < 0.0 && angle > -90.0 {
            self.tack(boat, time_s, angle.abs().max(up));
        } else if angle < 0.0 {
            self.gybe(boat, time_s, angle.abs().clamp(100.0, self.model.downwind_deg));
        } else if wrap_180(goal_deg - boat.course_deg).abs() > 20.0 {
            self.turn(boat, time_s, side * angle, Crossed::Neither, None);
        } else {
            boat.aim = Aim::Course(goal_deg);
        }
    }

    /// The turn round a mark, towards its inside, to the course to the next one.
    fn turn_round(&mut self, mark: &MarkRounding, boat: &mut Boat, time_s: f64) {
        let (side, (out_side, angle)) = (boat.side(), self.way_out(mark, boat));
        let (out_side, angle) = if angle <= self.model.upwind_deg {
            (out_side, angle + self.random.between(0.0, 5.0))
        } else if angle >= self.model.downwind_deg {
            let gybes = mark.arrival == Arrival::Beating && self.random.bernoulli(0.1);
            (if gybes { -side } else { side }, angle - self.random.between(0.0, 8.0))
        } else {
            (out_side, angle)
        };
        let (crossed, kept) =
            if out_side == side { (Crossed::Neither, None) } else { (Crossed::WindTo, Some(0.85)) };
        self.turn(boat, time_s, out_side * angle, crossed, kept);
        if mark.arrival == Arrival::Beating && angle > 100.0 {
            self.hoist_until_s = time_s + self.random.between(8.0, 14.0);
        }
        self.wait_for_next_turn(time_s, 18.0, 120.0);
    }

    /// One step to a point of the finishing line. True when it is near enough to head for it.
    pub(super) fn sail_to_finish(&mut self, at: Vec2, boat: &mut Boat, time_s: f64) -> bool {
        let near_m = 30.0f64.max(FINISH_S * boat.speed_mps);
        distance((boat.east_m, boat.north_m), at) < near_m || self.sail_to(at, boat, time_s)
    }

    /// Straight across the finishing line. True some metres beyond it.
    pub(super) fn cross_finish(&mut self, at: Vec2, along: Vec2, boat: &mut Boat, time_s: f64) -> bool {
        let here = (boat.east_m, boat.north_m);
        let beyond_m = dot((here.0 - at.0, here.1 - at.1), along);
        let aside_m = dot((here.0 - at.0, here.1 - at.1), (along.1, -along.0)).abs();
        if beyond_m > 0.0 && aside_m > FINISH_ASIDE_M && self.race.tries < MAX_TRIES {
            // Past an end of the line: once more from before it.
            self.race.tries += 1;
            self.leg_from = None;
            self.tasks.push_front(Task::Creep { goal: shifted(at, along, -30.0) });
            return false;
        }
        let goal = if beyond_m < -5.0 { at } else { shifted(here, along, 50.0) };
        self.steer_course(bearing_deg(here, goal), boat, time_s);
        let over = beyond_m > 6.0 + 2.0 * boat.speed_mps;
        if over {
            self.race.tries = 0;
        }
        over
    }

    /// Added to the layline margin in three of ten legs, deg.
    pub(super) fn overstanding_deg(&mut self) -> f64 {
        if self.race.overstand_deg > 0.0 && self.random.bernoulli(0.3) {
            self.race.overstand_deg
        } else {
            0.0
        }
    }
}
