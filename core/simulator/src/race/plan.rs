//! The tasks of a boat on a day of races.

use std::collections::VecDeque;

use super::layout::{RaceLayout, Vec2, Waypoint, WaypointKind, shifted};
use super::{RaceSettings, Signal, signals};
use crate::boat_models::{BoatModel, boat_model};
use crate::course::{Task, distance, wind_before};
use crate::random::Random;
use crate::sea::Sea;
use crate::spec::Spec;
use leebow_engine::units::mps_from_kn;

/// Least time from the end of a race to the gun in which a boat takes part in the next start, s.
const READY_S: f64 = 100.0;
/// Time before the gun at which boats stop reaching to and fro below the line, s: from a stop, at full speed. *guess*
const LEAVES_S: (f64, f64) = (85.0, 60.0);
/// Time of a start from a stop, and at full speed, in which the boat heads for the line, s. *guess*
const RUN_UP_S: (f64, f64) = (11.0, 32.0);
/// By how much a boat is early that is recalled, s. *guess*
const EARLY_S: f64 = 4.0;
/// Clearance from a mark, m. *guess*
const CLEARANCE_M: (f64, f64) = (2.0, 10.0);
/// Pause of boats after the finish, and of those that stop there, s. *guess*
const PAUSE_S: (f64, f64) = (15.0, 45.0);
const STOP_S: (f64, f64) = (120.0, 240.0);

/// A boat's approach to the line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineApproach {
    /// Where the boat crosses, and the unit vector across the line towards the course.
    pub at: Vec2,
    pub across: Vec2,
    /// When she wants to cross, s.
    pub due_s: f64,
    pub at_speed: bool,
    /// Where a boat that is too early waits.
    pub waits_at: Vec2,
}

/// The races of a session for one boat.
#[derive(Debug, Clone)]
pub struct Racing {
    pub settings: RaceSettings,
    pub layouts: Vec<RaceLayout>,
    pub launch: Vec2,
    upwind_deg: f64,
    up_mps: f64,
    acceleration_tau_s: f64,
    /// Starts that this boat has made or missed.
    done: usize,
}

impl Racing {
    /// `shared` is the stream of the course, `random` that of the boat.
    pub fn new(spec: &Spec, model: &BoatModel, sea: &Sea, shared: &mut Random, random: &mut Random) -> Self {
        let settings = spec.race.unwrap_or_default();
        let tws_mps = mps_from_kn(spec.tws_kn);
        // The committee knows the class, and not the boat: all boats of a fleet have the same guns.
        let class = boat_model(&spec.class);
        let speed = |deg: f64| class.speed_mps(deg, tws_mps).max(0.5);
        let (up_mps, down_mps) = (speed(class.upwind_deg), speed(class.downwind_deg));
        let drawn_m = model.leg_m * shared.between(0.85, 1.15);
        let leg_m = settings.leg_m.unwrap_or(drawn_m);
        let drawn_m = (0.09 * leg_m).clamp(50.0, 150.0) * shared.between(0.8, 1.2);
        let line_m = settings.line_m.unwrap_or(drawn_m);
        // VMG in the mean of the classes: 0.7 of the speed upwind, 0.85 downwind.
        let (beat_s, run_s) = (leg_m / (0.65 * up_mps), leg_m / (0.8 * down_mps));
        let race_s = 1.25 * f64::from(settings.laps) * (beat_s + run_s) + beat_s + 420.0;
        let approach_s = 0.5 * leg_m / (0.5 * up_mps) + 200.0;
        let guns = signals::signals(&settings, spec.start_time_ms, 60.0 * spec.minutes, approach_s, race_s);
        let layouts: Vec<RaceLayout> = guns
            .into_iter()
            .map(|gun| {
                let drawn_deg = (4.0 * shared.normal()).clamp(-9.0, 9.0);
                let bias_deg = settings.line_bias_deg.unwrap_or(drawn_deg);
                RaceLayout::new(&settings, gun, wind_before(sea, gun.1), leg_m, line_m, bias_deg)
            })
            .collect();
        let home = (random.sign() * random.between(0.1, 0.25) * leg_m, -random.between(0.15, 0.35) * leg_m);
        let launch = layouts.first().map_or(home, |layout| layout.place(home));
        Self {
            settings,
            layouts,
            launch,
            upwind_deg: model.upwind_deg,
            up_mps: model.speed_mps(model.upwind_deg, tws_mps).max(0.5),
            acceleration_tau_s: model.acceleration_tau_s,
            done: 0,
        }
    }

    /// The tasks of the next start and race that can be reached, else the way home.
    pub fn plan(&mut self, here: Vec2, time_s: f64, random: &mut Random) -> VecDeque<Task> {
        let first = self.layouts.first().filter(|_| self.settings.spectator);
        if let Some(layout) = first {
            let (x, y) = (random.between(-0.35, 0.35), random.between(-0.05, 1.05));
            let goal = layout.place((x * layout.leg_m, y * layout.leg_m));
            let wait = Task::Wait { until_s: time_s + 260.0 + random.between(30.0, 200.0) };
            return VecDeque::from([Task::Motor { goal }, wait]);
        }
        let ready = |layout: &RaceLayout| time_s < 1.0 || layout.gun_s > time_s + READY_S;
        let due = self.layouts.iter().skip(self.done).position(ready);
        let Some(skipped) = due else {
            self.done = self.layouts.len();
            return VecDeque::from([Task::SailTo { goal: self.launch }, Task::Drift]);
        };
        self.done += skipped + 1;
        let Some(layout) = self.layouts.get(self.done - 1) else { return VecDeque::new() };
        let mut tasks = self.start(layout, here, random);
        if layout.signal == Signal::Race {
            tasks.extend(self.course(layout, random));
        } else {
            let until_s = layout.gun_s + random.between(28.0, 50.0);
            tasks.push_back(Task::Beat { until_s });
        }
        tasks
    }

    /// From anywhere across the line after the gun.
    fn start(&self, layout: &RaceLayout, here: Vec2, random: &mut Random) -> VecDeque<Task> {
        let settings = &self.settings;
        let share = random.between(0.04, 0.96);
        let along = (layout.committee.0 - layout.pin.0, layout.committee.1 - layout.pin.1);
        let at = shifted(layout.pin, along, share);
        let delay_s = 0.4 + settings.arrival_s * (0.8 * random.normal()).abs();
        let delay_s = if settings.individual_recall { -EARLY_S } else { delay_s };
        let late_s = if layout.signal == Signal::Race { settings.late_s } else { 0.0 };
        let due_s = layout.gun_s + delay_s + late_s;
        let (leaves_s, run_up_s) =
            if settings.start_at_speed { (LEAVES_S.1, RUN_UP_S.1) } else { (LEAVES_S.0, RUN_UP_S.0) };
        let tau_s = if settings.start_at_speed { 0.0 } else { self.acceleration_tau_s };
        let run_up_m = self.up_mps * (run_up_s - tau_s * (1.0 - libm::exp(-run_up_s / tau_s.max(0.1)))) + 8.0;
        // On starboard tack a boat sails to the left looking upwind.
        let (sin, cos) = libm::sincos(leebow_engine::angle::to_rad(self.upwind_deg));
        let waits_at = shifted(at, layout.place((sin, -cos)), run_up_m);
        let line_m = libm::hypot(along.0, along.1);
        let to_right_m = run_up_m * (sin + if settings.start_at_speed { 0.2 } else { 0.0 });
        let x = (share - 0.5) * line_m + to_right_m + random.between(-0.2, 0.2) * line_m;
        let (far_m, below_m) = ((0.02 * layout.leg_m + 50.0).min(140.0), 55.0 + run_up_m * cos);
        let ends = [layout.place((x + far_m, -below_m)), layout.place((x - far_m, -below_m))];
        let mut tasks = VecDeque::new();
        if late_s > 0.0 {
            tasks.push_back(Task::Wait { until_s: due_s - 100.0 });
        } else if distance(here, ends[0]) > 150.0 {
            tasks.push_back(Task::SailTo { goal: layout.place((x, -below_m - 10.0)) });
        }
        if late_s == 0.0 {
            let until_s = layout.gun_s - leaves_s - random.between(0.0, 12.0);
            tasks.push_back(Task::Loiter { ends, until_s });
        }
        let at_speed = settings.start_at_speed;
        if !at_speed {
            tasks.push_back(Task::Creep { goal: waits_at });
        }
        let approach = LineApproach { at, across: layout.across_line(), due_s, at_speed, waits_at };
        tasks.push_back(Task::ToLine(approach));
        if settings.individual_recall && layout.signal == Signal::Race {
            tasks.push_back(Task::Beat { until_s: layout.gun_s + random.between(6.0, 14.0) });
            tasks.push_back(Task::SailTo { goal: shifted(at, layout.across_line(), -28.0) });
            tasks.push_back(Task::ToLine(LineApproach { due_s: layout.gun_s, ..approach }));
        }
        tasks
    }

    /// From the line to the finish, or as far as this boat sails.
    fn course(&self, layout: &RaceLayout, random: &mut Random) -> Vec<Task> {
        let all = layout.waypoints.len();
        let sailed = self.settings.retires_after.map_or(all, |after| (after as usize).min(all));
        let mut tasks = Vec::new();
        // Drawn for all, so that the settings of one boat do not change what she does before.
        for waypoint in &layout.waypoints {
            match waypoint {
                Waypoint::Marks { kind, marks } => {
                    let which = usize::from(*kind == WaypointKind::Gate && random.bernoulli(0.5));
                    let clearance_m = random.between(CLEARANCE_M.0, CLEARANCE_M.1);
                    if let Some(mark) = marks.get(which) {
                        tasks.push(Task::ToMark { mark: *mark, clearance_m });
                        tasks.push(Task::RoundMark { mark: *mark, clearance_m });
                    }
                }
                Waypoint::Finish { ends: [a, b], along } => {
                    let at = shifted(*a, (b.0 - a.0, b.1 - a.1), random.between(0.3, 0.7));
                    tasks.push(Task::ToFinish { at });
                    tasks.push(Task::CrossFinish { at, along: *along });
                }
            }
        }
        // Two tasks for each.
        tasks.truncate(2 * sailed);
        let share = random.unit();
        let stops = self.settings.stops_after_finish || sailed < all;
        let (least_s, most_s) = if stops { STOP_S } else { PAUSE_S };
        tasks.push(Task::Halt { seconds: least_s + share * (most_s - least_s) });
        tasks
    }
}
