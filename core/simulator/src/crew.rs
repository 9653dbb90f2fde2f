//! The crew: where to sail, when to tack and gybe, what to do at a mark, from the filtered wind (docs/algorithms.md,
//! section 14.5).

mod action;
mod jump;
mod racing;
mod starting;
mod to_goal;
mod turns;

use std::collections::VecDeque;

pub use action::{ActionKind, CrewAction, Crossed};
use jump::Jumps;
use racing::RaceState;

use crate::boat::{Aim, Boat, Moment, SIMULATION_STEP_S};
use crate::boat_models::BoatModel;
use crate::course::{Course, Task, bearing_deg, distance};
use crate::race::RaceLayout;
use crate::random::Random;
use crate::sea::Sea;
use crate::spec::{Scenario, Spec};
use leebow_engine::angle::{wind_angle, wrap_360};
use leebow_engine::units::mps_from_kn;

/// Speed under engine, kn. *guess*
const MOTOR_KN: f64 = 5.0;

/// Mean time between two falls, s. *guess*
fn fall_interval_s(model: &BoatModel) -> f64 {
    if model.is_board() { 500.0 } else { 1000.0 }
}

/// The crew of one boat. Times are in s from the session's start.
#[derive(Debug, Clone)]
pub struct Crew {
    pub actions: Vec<CrewAction>,
    model: BoatModel,
    course: Course,
    tasks: VecDeque<Task>,
    random: Random,
    /// Frequency of mistakes relative to the default; 0 = never.
    mistakes: f64,
    /// Standard deviation of the angle offset of each leg, upwind and off the wind, deg.
    modes_deg: (f64, f64),
    /// Position where the leg began; its goal is reached when abeam.
    leg_from: Option<(f64, f64)>,
    next_turn_s: f64,
    /// Mean duration of the legs of a passage, s; none in other scenarios.
    passage_leg_s: Option<f64>,
    /// No tack or gybe before this time.
    next_turn_allowed_s: f64,
    /// No rounding before this time, after a turn.
    steady_from_s: f64,
    next_fall_s: f64,
    next_rest_s: f64,
    rest_until_s: f64,
    layline_margin_deg: f64,
    /// Index of the next end while loitering.
    loiter: usize,
    hoist_until_s: f64,
    /// End of the reach to the offset mark; `None` before it.
    reach_until_s: Option<f64>,
    jumps: Jumps,
    race: RaceState,
}

impl Crew {
    /// The crew of a spec.
    pub fn new(spec: &Spec, model: &BoatModel, sea: &Sea) -> Self {
        let mut random = Random::new(spec.seed, 2);
        let course = Course::new(spec, model, sea, &mut random);
        let often = |mean_s: f64, random: &mut Random| {
            let wait_s = random.exponential(mean_s);
            if spec.mistakes > 0.0 { wait_s / spec.mistakes } else { f64::INFINITY }
        };
        // Who races does not rest.
        let racing = spec.scenario == Scenario::Race;
        let falls_s = often(fall_interval_s(model), &mut random);
        Self {
            actions: Vec::new(),
            model: *model,
            course,
            tasks: VecDeque::new(),
            mistakes: spec.mistakes,
            modes_deg: (spec.mode_up_deg, spec.mode_down_deg),
            leg_from: None,
            next_turn_s: random.between(20.0, 80.0) * spec.passage_leg_s().map_or(1.0, |leg_s| leg_s / 60.0),
            passage_leg_s: spec.passage_leg_s(),
            next_turn_allowed_s: 0.0,
            steady_from_s: 0.0,
            next_fall_s: if model.falls() { falls_s } else { f64::INFINITY },
            next_rest_s: often(7200.0, &mut random).max(if racing { f64::INFINITY } else { 0.0 }),
            rest_until_s: f64::NEG_INFINITY,
            layline_margin_deg: 3.0,
            loiter: 0,
            hoist_until_s: 0.0,
            reach_until_s: None,
            jumps: Jumps::new(spec),
            race: RaceState::new(spec),
            random,
        }
    }

    /// The same crew, covering the boat that sails this path.
    pub fn covering(mut self, rival: Option<Vec<Moment>>) -> Self {
        self.race.rival = rival;
        self
    }

    /// The starts and races of the session.
    pub fn race_layouts(&self) -> &[RaceLayout] {
        self.course.race_layouts()
    }

    /// Position of the boat at the start, m in the session's plane, and her first course, deg.
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
        // The nearest course that can be sailed.
        let angle = angle.abs().clamp(self.model.upwind_deg, self.model.downwind_deg).copysign(angle);
        (at, wrap_360(twd_deg - angle))
    }

    /// One step: decides and gives orders to the boat.
    pub fn step(&mut self, boat: &mut Boat, time_s: f64) {
        if boat.is_turning() {
            if let Some(action) = self.actions.last_mut() {
                action.to_s = time_s + SIMULATION_STEP_S;
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
        if self.rest(boat, time_s) || self.jump(boat, time_s) {
            return;
        }
        boat.throttle = if time_s < self.hoist_until_s { 0.88 } else { 1.0 };
        match self.tasks.front().copied() {
            None => {
                let here = (boat.east_m, boat.north_m);
                self.tasks = self.course.plan(here, time_s, &mut self.random);
            }
            Some(task) => self.execute(task, boat, time_s),
        }
    }

    fn execute(&mut self, task: Task, boat: &mut Boat, time_s: f64) {
        let done = match task {
            Task::SailTo { goal } => self.sail_to(goal, boat, time_s),
            Task::GybeTo { goal } => self.gybe_to(goal, boat, time_s),
            Task::ReachToOffset => self.reach_to_offset(boat, time_s),
            Task::RoundTop => self.round(true, boat, time_s),
            Task::RoundBottom => self.round(false, boat, time_s),
            Task::Loiter { ends, until_s } => self.loiter(ends, until_s, boat, time_s),
            Task::Luff { until_s } => self.luff(until_s, boat, time_s),
            Task::Start => {
                self.actions.push(CrewAction { kind: ActionKind::Start, from_s: time_s, to_s: time_s });
                self.next_turn_allowed_s = time_s + 25.0;
                self.wait_for_next_turn(time_s, 40.0, 180.0);
                true
            }
            Task::Motor { goal } => {
                let here = (boat.east_m, boat.north_m);
                boat.motor_mps = Some(mps_from_kn(MOTOR_KN));
                boat.aim = Aim::Course(bearing_deg(here, goal));
                distance(here, goal) < 25.0
            }
            Task::ToLine(approach) => self.come_to_line(&approach, boat, time_s),
            Task::Creep { goal } => self.creep(goal, boat, time_s),
            Task::Beat { until_s } => self.beat(until_s, boat, time_s),
            Task::Wait { until_s } => self.wait(until_s, boat, time_s),
            Task::Halt { seconds } => self.halt(seconds, boat, time_s),
            Task::ToMark { mark, clearance_m } => self.sail_to_mark(&mark, clearance_m, boat, time_s),
            Task::RoundMark { mark, clearance_m } => self.round_mark(&mark, clearance_m, boat, time_s),
            Task::ToFinish { at } => self.sail_to_finish(at, boat, time_s),
            Task::CrossFinish { at, along } => self.cross_finish(at, along, boat, time_s),
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

    /// A rest on a straight with the sails out for 50 to 120 s; true while it lasts.
    fn rest(&mut self, boat: &mut Boat, time_s: f64) -> bool {
        if time_s > self.next_rest_s && matches!(self.tasks.front(), Some(Task::SailTo { .. })) {
            self.rest_until_s = time_s + self.random.between(50.0, 120.0);
            self.next_rest_s = self.rest_until_s + self.random.exponential(7200.0) / self.mistakes.max(0.01);
            self.next_turn_allowed_s = self.rest_until_s + 25.0;
            self.wait_for_next_turn(self.next_turn_allowed_s, 5.0, 60.0);
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
            self.turn(boat, time_s, boat.side() * 52.0, Crossed::Neither, None);
        }
        boat.aim = Aim::Wind(boat.side() * 52.0);
        boat.throttle = 0.1;
        time_s >= until_s
    }

    fn fall(&mut self, boat: &mut Boat, time_s: f64) {
        self.next_fall_s =
            time_s + self.random.exponential(fall_interval_s(&self.model)) / self.mistakes.max(0.01);
        if boat.speed_mps < 4.0 {
            return;
        }
        let most_s = if self.model.is_board() { 60.0 } else { 25.0 };
        boat.fallen_until_s = time_s + self.random.between(8.0, most_s);
        self.actions.push(CrewAction { kind: ActionKind::Fall, from_s: time_s, to_s: boat.fallen_until_s });
        self.next_turn_allowed_s = boat.fallen_until_s + 20.0;
        self.steady_from_s = self.next_turn_allowed_s;
        self.wait_for_next_turn(self.next_turn_allowed_s, 5.0, 60.0);
    }

    /// Waits for the next tack or gybe: these seconds, or in a passage 0.6 to 1.5 times the mean duration of its legs.
    fn wait_for_next_leg(&mut self, time_s: f64, least_s: f64, most_s: f64) {
        let (least_s, most_s) =
            self.passage_leg_s.map_or((least_s, most_s), |leg_s| (0.6 * leg_s, 1.5 * leg_s));
        self.wait_for_next_turn(time_s, least_s, most_s);
    }

    fn wait_for_next_turn(&mut self, time_s: f64, least_s: f64, most_s: f64) {
        self.next_turn_s = time_s + self.random.between(least_s, most_s);
    }
}

#[cfg(test)]
mod tests;
