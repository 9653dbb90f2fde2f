//! The crew: where to sail, when to tack and gybe, what to do at a mark. It knows the wind as felt, not the truth.

use std::collections::VecDeque;

use super::boat::{Aim, Boat, STEP_S, TurnOrder};
use super::boats::Sailing;
use super::course::{Course, Task, bearing_deg, distance};
use super::random::Random;
use super::sea::Sea;
use super::spec::Spec;
use crate::angle::{wind_angle, wrap_180, wrap_360};
use crate::units::mps_from_kn;

/// What the course went through in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Through {
    WindFrom,
    WindTo,
    Neither,
    Both,
}

/// A turn or a mishap as the crew knows it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Deed {
    pub what: What,
    pub from_s: f64,
    /// Of a turn: when it was done.
    pub to_s: f64,
}

/// Kinds of [`Deed`]. Wind angles are signed, as felt, deg.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum What {
    Turn {
        through: Through,
        in_deg: f64,
        out_deg: f64,
    },
    /// Towards the wind, not through it, and back on the same tack.
    FailedTack,
    Start,
    Fall,
}

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
            random,
        }
    }

    /// Where the boat starts, in the session's plane, and her first course in this wind.
    pub fn first_place(&mut self, twd_deg: f64) -> ((f64, f64), f64) {
        let at = self.course.first_place();
        self.tasks = self.course.plan(at, 0.0, &mut self.random);
        let goal = match self.tasks.front() {
            Some(Task::SailTo { goal } | Task::Motor { goal }) => *goal,
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
                deed.to_s = time_s + STEP_S;
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

    /// One step towards a goal. True when it is reached or abeam.
    fn sail_to(&mut self, goal: (f64, f64), boat: &mut Boat, time_s: f64) -> bool {
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
    fn lay(&mut self, boat: &mut Boat, goal_deg: f64, goal_angle: f64, time_s: f64) {
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
    fn point(&mut self, boat: &mut Boat, angle: f64, time_s: f64) {
        if (boat.angle_deg().abs() - angle).abs() <= 35.0 {
            boat.aim = Aim::Wind(boat.side() * angle);
        } else if time_s >= self.settled_s {
            self.turn(boat, time_s, boat.side() * angle, Through::Neither, None);
            // She finds her feet before she goes about.
            self.next_turn_s = self.next_turn_s.max(self.settled_s);
        }
    }

    /// The goal can be laid on the other tack, at this angle: tack or gybe when well on the layline.
    fn change_side(&mut self, boat: &mut Boat, goal_angle: f64, far_m: f64, time_s: f64) {
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

    fn tack(&mut self, boat: &mut Boat, time_s: f64, to_deg: f64) {
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
    fn fail_to_tack(&mut self, boat: &mut Boat, time_s: f64) {
        let short_deg = self.random.between(8.0, 18.0);
        let change_deg = boat.angle_deg() - boat.side() * short_deg;
        boat.turn(TurnOrder { change_deg, rate_dps: 0.8 * self.sailing.turn_dps, keeps: Some(0.3) });
        boat.aim = Aim::Wind(boat.side() * self.sailing.up_deg);
        self.settled_s = time_s + 30.0;
        self.next_turn_s = self.next_turn_s.max(self.settled_s);
        self.deeds.push(Deed { what: What::FailedTack, from_s: time_s, to_s: time_s });
    }

    fn gybe(&mut self, boat: &mut Boat, time_s: f64, to_deg: f64) {
        let hot_deg = if self.sailing.down_deg < 165.0 { self.random.between(0.0, 9.0) } else { 0.0 };
        let keeps = self.sailing.gybe_keeps * (1.0 + 0.12 * self.random.normal());
        self.turn(boat, time_s, -boat.side() * (to_deg - hot_deg), Through::WindTo, Some(keeps));
        self.wait_for_next_turn(time_s, 25.0, 140.0);
    }

    fn spin(&mut self, boat: &mut Boat, time_s: f64, out_deg: f64) {
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
    fn turn(&mut self, boat: &mut Boat, time_s: f64, out_deg: f64, through: Through, keeps: Option<f64>) {
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

    fn round(&mut self, top: bool, boat: &mut Boat, time_s: f64) -> bool {
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
mod tests {
    use super::*;
    use crate::simulate::{Scenario, Wind};

    fn crew(spec: &Spec) -> (Crew, Sea) {
        let sea = Sea::new(spec);
        (Crew::new(spec, super::super::boats::sailing(&spec.class), &sea), sea)
    }

    fn boat(class: &str, course_deg: f64) -> Boat {
        let wind = Wind { twd_deg: 0.0, tws_mps: 6.0 };
        let sailing = super::super::boats::sailing(class);
        Boat::new(sailing, (0.0, 0.0), course_deg, wind, Random::new(3, 4))
    }

    fn last(crew: &Crew) -> What {
        crew.deeds.last().unwrap().what
    }

    #[test]
    fn a_goal_on_the_other_layline_is_tacked_for() {
        let (mut crew, _) = crew(&Spec { mistakes: 0.0, ..Spec::default() });
        let mut boat = boat("49er", 317.0);
        // North-east, well beyond the layline of port tack.
        crew.sail_to((800.0, 400.0), &mut boat, 100.0);
        let What::Turn { through, out_deg, .. } = last(&crew) else { panic!("{:?}", crew.deeds) };
        assert_eq!(through, Through::WindFrom);
        assert!((-75.0..-40.0).contains(&out_deg), "{out_deg}");
    }

    #[test]
    fn a_goal_down_to_leeward_is_gybed_for() {
        let (mut crew, _) = crew(&Spec { mistakes: 0.0, ..Spec::default() });
        let mut boat = boat("49er", 217.0);
        crew.sail_to((900.0, -600.0), &mut boat, 100.0);
        let What::Turn { through, out_deg, .. } = last(&crew) else { panic!("{:?}", crew.deeds) };
        assert_eq!(through, Through::WindTo);
        assert!(out_deg < -100.0, "{out_deg}");
    }

    #[test]
    fn a_goal_straight_to_windward_is_beaten_for_and_one_abeam_is_steered_for() {
        let (mut crew, _) = crew(&Spec::default());
        let mut boat = boat("470", 317.0);
        crew.next_turn_s = 1e9;
        assert!(!crew.sail_to((0.0, 900.0), &mut boat, 10.0));
        assert_eq!(boat.aim, Aim::Wind(43.0));
        crew.leg_from = None;
        crew.sail_to((-900.0, 100.0), &mut boat, 30.0);
        assert!(matches!(boat.aim, Aim::Course(deg) if (deg - 276.3).abs() < 0.1), "{:?}", boat.aim);
        assert!(boat.is_turning());
    }

    #[test]
    fn a_mark_abeam_is_reached() {
        let (mut crew, _) = crew(&Spec::default());
        let mut boat = boat("470", 317.0);
        crew.leg_from = Some((0.0, -500.0));
        assert!(crew.sail_to((60.0, -10.0), &mut boat, 10.0));
    }

    #[test]
    fn a_mark_is_not_rounded_straight_out_of_a_tack() {
        let (mut crew, _) = crew(&Spec::default());
        let mut boat = boat("470", 317.0);
        crew.steady_s = 20.0;
        assert!(!crew.round(true, &mut boat, 10.0));
        assert!(crew.deeds.is_empty());
        assert!(crew.round(true, &mut boat, 21.0));
        let What::Turn { in_deg, out_deg, .. } = last(&crew) else { panic!("{:?}", crew.deeds) };
        assert!(in_deg.abs() < 60.0 && out_deg.abs() > 140.0);
    }

    #[test]
    fn she_is_held_on_the_line_with_sails_out_until_the_gun() {
        let (mut crew, _) = crew(&Spec::default());
        let mut boat = boat("49er", 310.0);
        assert!(!crew.luff(60.0, &mut boat, 59.0));
        assert!(boat.throttle < 0.2);
        assert!(crew.luff(60.0, &mut boat, 60.0));
    }

    #[test]
    fn the_first_course_can_be_sailed_and_leads_to_the_line() {
        for scenario in [Scenario::WindwardLeeward, Scenario::FreeRide, Scenario::ReachOnly] {
            for seed in 0..8 {
                let spec = Spec { seed, scenario, twd_deg: 10.0, ..Spec::default() };
                let (mut crew, sea) = crew(&spec);
                let twd_deg = sea.wind(0.0, 0.0, 0.0).twd_deg;
                let (_, course_deg) = crew.first_place(twd_deg);
                let angle = wind_angle(twd_deg, course_deg).abs();
                assert!((42.9..=143.1).contains(&angle), "{scenario:?} {seed}: {angle}");
            }
        }
    }
}
