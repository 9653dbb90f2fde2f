//! The crew: where to sail, when to tack and gybe, what to do at a mark. It knows the wind as felt, not the truth.

mod deed;
mod to_goal;
mod turns;

use std::collections::VecDeque;

pub use deed::{Deed, Through, What};

use super::boat::{Aim, Boat, SIMULATION_STEP_S};
use super::boats::Sailing;
use super::course::{Course, Task, bearing_deg, distance};
use super::random::Random;
use super::sea::Sea;
use super::spec::Spec;
use crate::angle::{wind_angle, wrap_360};
use crate::units::mps_from_kn;

/// Speed under engine, kn.
const MOTOR_KN: f64 = 5.0;

/// The crew of one boat.
#[derive(Debug, Clone)]
pub struct Crew {
    pub deeds: Vec<Deed>,
    sailing: &'static Sailing,
    course: Course,
    tasks: VecDeque<Task>,
    random: Random,
    /// How often things go wrong, 1 = as often as they do.
    mistakes: f64,
    /// Spread of the trim from leg to leg, upwind and off it, deg.
    modes_deg: (f64, f64),
    /// Where the leg began, for knowing when its goal is abeam.
    leg_from: Option<(f64, f64)>,
    next_turn_s: f64,
    /// Not again before this, layline or not.
    settled_s: f64,
    /// Until then the boat is finding her feet after a turn: no mark is rounded.
    steady_s: f64,
    next_fall_s: f64,
    next_rest_s: f64,
    rest_until_s: f64,
    margin_deg: f64,
    /// Loitering: which end is next.
    loiter: usize,
    hoist_until_s: f64,
    /// On the reach to the offset mark until then.
    reach_until_s: Option<f64>,
}

impl Crew {
    /// The crew of this spec.
    pub fn new(spec: &Spec, sailing: &'static Sailing, sea: &Sea) -> Self {
        let mut random = Random::new(spec.seed, 2);
        let course = Course::new(spec, sailing, sea, &mut random);
        let often = |mean_s: f64, random: &mut Random| {
            let wait_s = random.wait(mean_s);
            if spec.mistakes > 0.0 { wait_s / spec.mistakes } else { f64::INFINITY }
        };
        let falls_s = often(1000.0, &mut random);
        Self {
            deeds: Vec::new(),
            sailing,
            course,
            tasks: VecDeque::new(),
            mistakes: spec.mistakes,
            modes_deg: (spec.mode_up_deg, spec.mode_down_deg),
            leg_from: None,
            next_turn_s: random.between(20.0, 80.0),
            settled_s: 0.0,
            steady_s: 0.0,
            next_fall_s: if sailing.foils() { falls_s } else { f64::INFINITY },
            next_rest_s: often(7200.0, &mut random),
            rest_until_s: f64::NEG_INFINITY,
            margin_deg: 3.0,
            loiter: 0,
            hoist_until_s: 0.0,
            reach_until_s: None,
            random,
        }
    }

    /// Where the boat starts, in the session's plane, and her first course in this wind.
    pub fn first_place(&mut self, twd_deg: f64) -> ((f64, f64), f64) {
        let at = self.course.first_place();
        self.tasks = self.course.plan(at, 0.0, &mut self.random);
        let goal = match self.tasks.front() {
            Some(Task::SailTo { goal } | Task::GybeTo { goal } | Task::Motor { goal }) => *goal,
            _ => (0.0, 0.0),
        };
        let angle = wind_angle(twd_deg, bearing_deg(at, goal));
        if matches!(self.tasks.front(), Some(Task::Motor { .. })) {
            return (at, wrap_360(twd_deg - angle));
        }
        // Somewhere she can sail at all.
        let angle = angle.abs().clamp(self.sailing.up_deg, self.sailing.down_deg).copysign(angle);
        (at, wrap_360(twd_deg - angle))
    }

    /// Thinks, once a step, and orders.
    pub fn think(&mut self, boat: &mut Boat, time_s: f64) {
        if boat.is_turning() {
            if let Some(deed) = self.deeds.last_mut() {
                deed.to_s = time_s + SIMULATION_STEP_S;
            }
            return;
        }
        if time_s < boat.fallen_until_s {
            return;
        }
        if time_s > self.next_fall_s {
            self.fall(boat, time_s);
            return;
        }
        if self.rests(boat, time_s) {
            return;
        }
        boat.throttle = if time_s < self.hoist_until_s { 0.88 } else { 1.0 };
        match self.tasks.front().copied() {
            None => {
                let here = (boat.east_m, boat.north_m);
                self.tasks = self.course.plan(here, time_s, &mut self.random);
            }
            Some(task) => self.go_on(task, boat, time_s),
        }
    }

    fn go_on(&mut self, task: Task, boat: &mut Boat, time_s: f64) {
        let done = match task {
            Task::SailTo { goal } => self.sail_to(goal, boat, time_s),
            Task::GybeTo { goal } => self.gybe_to(goal, boat, time_s),
            Task::ReachToOffset => self.reach_to_offset(boat, time_s),
            Task::RoundTop => self.round(true, boat, time_s),
            Task::RoundBottom => self.round(false, boat, time_s),
            Task::Loiter { ends, until_s } => self.loiter(ends, until_s, boat, time_s),
            Task::Luff { until_s } => self.luff(until_s, boat, time_s),
            Task::Start => {
                self.deeds.push(Deed { what: What::Start, from_s: time_s, to_s: time_s });
                self.settled_s = time_s + 25.0;
                self.wait_for_next_turn(time_s, 40.0, 180.0);
                true
            }
            Task::Motor { goal } => {
                let here = (boat.east_m, boat.north_m);
                boat.motor_mps = Some(mps_from_kn(MOTOR_KN));
                boat.aim = Aim::Course(bearing_deg(here, goal));
                distance(here, goal) < 25.0
            }
            Task::Drift => {
                boat.throttle = 0.04;
                boat.aim = Aim::Wind(boat.side() * 95.0);
                false
            }
        };
        if done {
            self.tasks.pop_front();
            self.leg_from = None;
        }
    }

    /// A rest on a straight: sails out for a minute or two, a drink, a knot, a word with the coach.
    fn rests(&mut self, boat: &mut Boat, time_s: f64) -> bool {
        if time_s > self.next_rest_s && matches!(self.tasks.front(), Some(Task::SailTo { .. })) {
            self.rest_until_s = time_s + self.random.between(50.0, 120.0);
            self.next_rest_s = self.rest_until_s + self.random.wait(7200.0) / self.mistakes.max(0.01);
            self.settled_s = self.rest_until_s + 25.0;
            self.wait_for_next_turn(self.settled_s, 5.0, 60.0);
        }
        let rests = time_s < self.rest_until_s;
        if rests {
            boat.throttle = 0.02;
        }
        rests
    }

    fn loiter(&mut self, ends: [(f64, f64); 2], until_s: f64, boat: &mut Boat, time_s: f64) -> bool {
        boat.throttle = 0.75;
        if self.sail_to(ends[self.loiter % 2], boat, time_s) {
            self.loiter += 1;
            self.leg_from = None;
        }
        time_s >= until_s
    }

    fn luff(&mut self, until_s: f64, boat: &mut Boat, time_s: f64) -> bool {
        let angle = boat.angle_deg();
        if angle.abs() > 70.0 {
            self.turn(boat, time_s, boat.side() * 52.0, Through::Neither, None);
        }
        boat.aim = Aim::Wind(boat.side() * 52.0);
        boat.throttle = 0.1;
        time_s >= until_s
    }

    fn fall(&mut self, boat: &mut Boat, time_s: f64) {
        self.next_fall_s = time_s + self.random.wait(1000.0) / self.mistakes.max(0.01);
        if boat.speed_mps < 4.0 {
            return;
        }
        boat.fallen_until_s = time_s + self.random.between(8.0, 25.0);
        self.deeds.push(Deed { what: What::Fall, from_s: time_s, to_s: boat.fallen_until_s });
        self.settled_s = boat.fallen_until_s + 20.0;
        self.steady_s = self.settled_s;
        self.wait_for_next_turn(self.settled_s, 5.0, 60.0);
    }

    fn wait_for_next_turn(&mut self, time_s: f64, least_s: f64, most_s: f64) {
        self.next_turn_s = time_s + self.random.between(least_s, most_s);
    }
}

#[cfg(test)]
mod tests;
