//! The race course (marks, line and start times, the same for every boat of a fleet) and the tasks of a session on it
//! (docs/algorithms.md, section 14.5).

mod task;

use std::collections::VecDeque;

pub use task::Task;

use crate::boat_models::BoatModel;
use crate::race::{RaceLayout, Racing};
use crate::random::Random;
use crate::sea::Sea;
use crate::spec::{Scenario, Spec};
use leebow_engine::angle::{circular_mean, to_deg, to_rad, wrap_360};
use leebow_engine::units::mps_from_kn;

/// A start: time, s, and wind direction by which the marks are laid, deg.
#[derive(Debug, Clone, Copy, PartialEq)]
struct StartSignal {
    time_s: f64,
    axis_deg: f64,
}

/// The course of one session. Course coordinates are (right looking upwind, upwind), m from the middle of the line.
#[derive(Debug, Clone)]
pub struct Course {
    scenario: Scenario,
    offset_mark: bool,
    leg_m: f64,
    laps: u32,
    start_signals: Vec<StartSignal>,
    ends_s: f64,
    axis_deg: f64,
    /// Launching place of this boat, in course coordinates.
    launch: (f64, f64),
    /// Distances sailed in a mean leg of a passage upwind and downwind, m.
    passage_m: (f64, f64),
    /// Turning points of reciprocal reaches, in the session's plane, not exactly square to the wind.
    shore: [(f64, f64); 2],
    /// Boards gybe at the end of a reach.
    is_board: bool,
    /// The races of a session of races.
    racing: Option<Racing>,
}

impl Course {
    /// The course of a spec; `random` is the stream of the boat.
    pub fn new(spec: &Spec, model: &BoatModel, sea: &Sea, random: &mut Random) -> Self {
        let shared = &mut Random::new(spec.wind_seed.unwrap_or(spec.seed), 6);
        let ends_s = spec.minutes * 60.0;
        let leg_m = model.leg_m * (spec.minutes / 30.0).clamp(0.2, 1.0) * shared.between(0.85, 1.15);
        let up_mps = model.speed_mps(model.upwind_deg, mps_from_kn(spec.tws_kn)).max(0.5);
        let lap_s = 2.1 * leg_m / up_mps;
        let first_gun_s = 0.6 * leg_m / (0.72 * up_mps) + (spec.minutes * 6.0).clamp(45.0, 240.0);
        let laps = ((ends_s - first_gun_s - 0.6 * lap_s) / lap_s).clamp(1.0, 3.0) as u32;
        let race_s = 1.3 * f64::from(laps) * lap_s + 240.0;
        let mut start_signals = Vec::new();
        let mut time_s = first_gun_s;
        while start_signals.is_empty() || time_s + 0.6 * lap_s < ends_s {
            start_signals.push(StartSignal { time_s, axis_deg: wind_before(sea, time_s) });
            time_s += race_s;
        }
        let launch = (random.sign() * random.between(0.2, 0.6) * leg_m, -random.between(0.3, 0.7) * leg_m);
        let axis_deg = spec.twd_deg;
        let shore = if spec.scenario == Scenario::ToAndFro {
            shore(axis_deg, up_mps, random)
        } else {
            Default::default()
        };
        let down_mps = model.speed_mps(model.downwind_deg, mps_from_kn(spec.tws_kn));
        let leg_s = spec.passage_leg_s().unwrap_or(0.0);
        let racing = (spec.scenario == Scenario::Race).then(|| Racing::new(spec, model, sea, shared, random));
        Self {
            passage_m: (up_mps * leg_s, down_mps * leg_s),
            scenario: spec.scenario,
            offset_mark: spec.offset_mark,
            leg_m,
            laps,
            start_signals,
            ends_s,
            axis_deg,
            launch,
            shore,
            is_board: model.is_board(),
            racing,
        }
    }

    /// From course coordinates to the session's plane.
    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (sin, cos) = libm::sincos(to_rad(self.axis_deg));
        (x * cos + y * sin, y * cos - x * sin)
    }

    /// Position of the boat at the start of the session, in its plane.
    pub fn first_place(&self) -> (f64, f64) {
        match self.scenario {
            Scenario::ReachOnly => self.reach_ends()[0],
            Scenario::ToAndFro => self.shore[0],
            Scenario::Race => self.racing.as_ref().map_or((0.0, 0.0), |racing| racing.launch),
            _ => self.place(self.launch),
        }
    }

    /// The starts and races of a session of races.
    pub fn race_layouts(&self) -> &[RaceLayout] {
        self.racing.as_ref().map_or(&[], |racing| &racing.layouts)
    }

    /// The next tasks, when all planned ones are done.
    pub fn plan(&mut self, here: (f64, f64), time_s: f64, random: &mut Random) -> VecDeque<Task> {
        if let Some(racing) = &mut self.racing {
            return racing.plan(here, time_s, random);
        }
        match self.scenario {
            Scenario::WindwardLeeward | Scenario::Race => self.next_race(here, time_s, random),
            Scenario::FreeRide => {
                let (radius, toward) = (self.leg_m * random.between(0.3, 0.8), random.between(0.0, 360.0));
                let (sin, cos) = libm::sincos(to_rad(toward));
                VecDeque::from([Task::SailTo { goal: (radius * sin, radius * cos) }])
            }
            Scenario::ReachOnly if time_s < 1.0 => {
                let [near, far] = self.reach_ends();
                let aslant_m = random.between(-150.0, 150.0);
                let far = (far.0 + aslant_m, far.1 + aslant_m);
                let mut tasks = VecDeque::from([Task::SailTo { goal: far }]);
                if self.is_board {
                    tasks.push_back(Task::GybeTo { goal: near });
                }
                tasks.push_back(Task::SailTo { goal: near });
                tasks
            }
            Scenario::ReachOnly => VecDeque::from([Task::Drift]),
            Scenario::ToAndFro => {
                let mut tasks = VecDeque::new();
                for end in [self.shore[1], self.shore[0]] {
                    let goal = (end.0 + 40.0 * random.normal(), end.1 + 40.0 * random.normal());
                    if time_s >= 1.0 || !tasks.is_empty() {
                        tasks.push_back(Task::GybeTo { goal });
                    }
                    tasks.push_back(Task::SailTo { goal });
                }
                tasks
            }
            Scenario::Passage => self.next_waypoints(here, random),
            Scenario::Motoring => {
                // Straight to windward first, where no boat can sail.
                let y = if time_s < 1.0 { 1.2 } else { random.between(-0.6, 1.2) };
                let x = if time_s < 1.0 { self.launch.0 } else { self.leg_m * random.between(-0.7, 0.7) };
                VecDeque::from([Task::Motor { goal: self.place((x, y * self.leg_m)) }])
            }
        }
    }

    /// Waypoints of a passage: to windward, across the wind, to leeward.
    fn next_waypoints(&self, here: (f64, f64), random: &mut Random) -> VecDeque<Task> {
        let (up_m, down_m) = self.passage_m;
        let across = random.sign();
        let ways = [
            (random.between(-20.0, 20.0), 0.7 * up_m * random.between(4.0, 8.0)),
            (across * random.between(80.0, 110.0), up_m * random.between(0.8, 1.6)),
            (180.0 + random.between(-15.0, 15.0), 0.8 * down_m * random.between(3.0, 6.0)),
            (-across * random.between(80.0, 110.0), up_m * random.between(0.8, 1.6)),
        ];
        let mut at = here;
        let goal = |(off_deg, way_m): (f64, f64)| {
            let (sin, cos) = libm::sincos(to_rad(self.axis_deg + off_deg));
            at = (at.0 + way_m * sin, at.1 + way_m * cos);
            Task::SailTo { goal: at }
        };
        ways.into_iter().map(goal).collect()
    }

    /// The next race whose start can still be reached, else the way home.
    fn next_race(&mut self, here: (f64, f64), time_s: f64, random: &mut Random) -> VecDeque<Task> {
        let due = self.start_signals.iter().find(|signal| signal.time_s > time_s + 40.0);
        // The first race is sailed even when the boat reaches the line late.
        let late = self.start_signals.first().filter(|_| time_s < 1.0);
        let Some(signal) = due.or(late).copied() else {
            return VecDeque::from([Task::SailTo { goal: self.place(self.launch) }, Task::Drift]);
        };
        self.axis_deg = signal.axis_deg;
        let x = random.between(-80.0, 80.0);
        let far_m = (0.02 * self.leg_m + 60.0).min(160.0);
        let ends = [self.place((x + far_m, -50.0)), self.place((x - far_m, -50.0))];
        let mut tasks = VecDeque::new();
        if distance(here, (0.0, 0.0)) > 150.0 {
            tasks.push_back(Task::SailTo { goal: self.place((x, -70.0)) });
        }
        tasks.push_back(Task::Loiter { ends, until_s: signal.time_s - random.between(28.0, 40.0) });
        tasks.push_back(Task::Luff { until_s: signal.time_s });
        tasks.push_back(Task::Start);
        for lap in 0..self.laps {
            // Each crew passes the mark at its own distance.
            tasks.push_back(Task::SailTo { goal: self.place((random.between(-12.0, 12.0), self.leg_m)) });
            if self.offset_mark {
                tasks.push_back(Task::ReachToOffset);
            }
            tasks.push_back(Task::RoundTop);
            tasks.push_back(Task::SailTo { goal: self.place((random.between(-25.0, 25.0), 60.0)) });
            if lap + 1 < self.laps {
                tasks.push_back(Task::RoundBottom);
            }
        }
        tasks
    }

    /// Ends of one long reach square to the wind.
    fn reach_ends(&self) -> [(f64, f64); 2] {
        let way_m = (0.47 * self.ends_s * 4.0).min(5000.0);
        [self.place((-way_m / 2.0, 0.0)), self.place((way_m / 2.0, 0.0))]
    }
}

/// Turning points of reciprocal reaches of 30 to 90 s, square to the wind within a normal error of 9 degrees.
fn shore(twd_deg: f64, mps: f64, random: &mut Random) -> [(f64, f64); 2] {
    let half_m = 0.5 * mps * random.between(30.0, 90.0);
    let (sin, cos) = libm::sincos(to_rad(twd_deg + 90.0 + 9.0 * random.normal()));
    [(-half_m * sin, -half_m * cos), (half_m * sin, half_m * cos)]
}

/// Mean wind direction at the line from 300 to 130 s before a start, deg.
pub(crate) fn wind_before(sea: &Sea, gun_s: f64) -> f64 {
    let winds = (0..18).map(|k| (sea.wind(gun_s - 300.0 + 10.0 * f64::from(k), 0.0, 0.0).twd_deg, 1.0));
    circular_mean(winds).map_or(0.0, |(mean, _)| mean)
}

/// Metres between two places in the plane.
pub fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    libm::hypot(b.0 - a.0, b.1 - a.1)
}

/// Direction from one place to another, deg [0, 360).
pub fn bearing_deg(from: (f64, f64), to: (f64, f64)) -> f64 {
    wrap_360(to_deg(libm::atan2(to.0 - from.0, to.1 - from.1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boat_models::boat_model;

    fn course(spec: &Spec) -> Course {
        Course::new(spec, boat_model(&spec.class), &Sea::new(spec), &mut Random::new(spec.seed, 2))
    }

    #[test]
    fn the_right_side_of_the_course_is_right_looking_upwind() {
        let mut course = course(&Spec::default());
        course.axis_deg = 270.0;
        // Wind from the west: upwind is west, right of it north.
        let (east, north) = course.place((10.0, 100.0));
        assert!((east + 100.0).abs() < 1e-9 && (north - 10.0).abs() < 1e-9);
    }

    #[test]
    fn boats_of_a_fleet_sail_one_course_from_different_slipways() {
        let fleet = Spec::default().fleet(2);
        let (a, b) = (course(&fleet[0]), course(&fleet[1]));
        assert_eq!((a.leg_m, a.laps, &a.start_signals), (b.leg_m, b.laps, &b.start_signals));
        assert_ne!(a.launch, b.launch);
    }

    #[test]
    fn the_first_race_has_its_start_sequence_and_its_marks() {
        let mut course = course(&Spec::default());
        let tasks = course.plan(course.first_place(), 0.0, &mut Random::new(1, 2));
        let at = |wanted: fn(&Task) -> bool| tasks.iter().position(wanted).unwrap();
        let order = [
            at(|t| matches!(t, Task::SailTo { .. })),
            at(|t| matches!(t, Task::Loiter { .. })),
            at(|t| matches!(t, Task::Luff { .. })),
            at(|t| matches!(t, Task::Start)),
            at(|t| matches!(t, Task::RoundTop)),
            at(|t| matches!(t, Task::RoundBottom)),
        ];
        assert!(order.windows(2).all(|pair| pair[0] < pair[1]), "{tasks:?}");
    }

    #[test]
    fn without_another_start_the_boat_goes_home() {
        let spec = Spec::default();
        let mut course = course(&spec);
        let home = course.place(course.launch);
        let tasks = course.plan((0.0, 0.0), spec.minutes * 60.0 - 100.0, &mut Random::new(1, 2));
        assert_eq!(tasks, [Task::SailTo { goal: home }, Task::Drift]);
    }

    #[test]
    fn bearings_and_distances_are_those_of_the_chart() {
        assert_eq!(bearing_deg((0.0, 0.0), (0.0, -5.0)), 180.0);
        assert_eq!(bearing_deg((0.0, 0.0), (-5.0, 0.0)), 270.0);
        assert_eq!(distance((1.0, 1.0), (4.0, 5.0)), 5.0);
    }
}
