//! One boat under way: her helm, her turns, her speed, her heel. The crew gives the orders.

mod attitude;
mod helm;
mod speed;
mod waves;

use super::boats::Sailing;
use super::random::{Random, Wander};
use super::sea::{Sea, Wind};
use super::spec::Spec;
use waves::Waves;

use crate::angle::{to_rad, wind_angle, wrap_180, wrap_360};

/// Step of the simulation, s.
pub const SIMULATION_STEP_S: f64 = 0.05;
/// The crew follows the wind with this delay.
const FELT_TAU_S: f64 = 4.0;

/// What the helm steers by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Aim {
    /// Signed angle to the wind as felt, deg.
    Wind(f64),
    /// A course through the water, deg.
    Course(f64),
}

/// A turn in progress.
#[derive(Debug, Clone, Copy)]
struct Turn {
    sense: f64,
    left_deg: f64,
    rate_dps: f64,
    age_s: f64,
    /// Speed the turn wears down to; without it the polar rules.
    worn_mps: Option<f64>,
}

/// The order to turn.
#[derive(Debug, Clone, Copy)]
pub struct TurnOrder {
    /// Course change, to starboard positive, deg.
    pub change_deg: f64,
    pub rate_dps: f64,
    /// Share of the entry speed that a long turn ends at.
    pub keeps: Option<f64>,
}

/// Truth of one moment, twenty a second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// From the session's start.
    pub time_s: f64,
    /// In the session's plane.
    pub east_m: f64,
    pub north_m: f64,
    /// Over the ground.
    pub east_mps: f64,
    pub north_mps: f64,
    pub hdg_deg: f64,
    pub stw_mps: f64,
    /// To starboard and bow up positive.
    pub heel_deg: f64,
    pub pitch_deg: f64,
    /// Pull at the clew, N.
    pub clew_load_n: f64,
    /// Wind over the ground where the boat is.
    pub wind: Wind,
}

/// A boat and what she is doing.
#[derive(Debug, Clone)]
pub struct Boat {
    pub sailing: &'static Sailing,
    pub east_m: f64,
    pub north_m: f64,
    /// Through the water, deg [0, 360).
    pub course_deg: f64,
    pub speed_mps: f64,
    /// Wind over the water as the crew has it in mind.
    pub felt_deg: f64,
    pub tws_mps: f64,
    pub aim: Aim,
    /// Share of the polar speed the crew asks for: 1 sails, 0.1 luffs.
    pub throttle: f64,
    /// Trim of the whole leg: higher or lower than the best angle, deg.
    pub mode_deg: f64,
    /// Under engine at this speed, whatever the wind.
    pub motor_mps: Option<f64>,
    /// In the water until this time.
    pub fallen_until_s: f64,
    turn: Option<Turn>,
    flying: bool,
    take_off_s: f64,
    helm: Wander,
    /// Added to the angle on starboard tack and taken from that on port tack, deg.
    asymmetry_deg: f64,
    waves: Option<Waves>,
    swing: Wander,
    random: Random,
}

impl Boat {
    /// A boat at a place, on a course, already sailing.
    pub fn new(
        sailing: &'static Sailing,
        (east_m, north_m): (f64, f64),
        course_deg: f64,
        wind: Wind,
        mut random: Random,
    ) -> Self {
        let angle = wind_angle(wind.twd_deg, course_deg);
        Self {
            sailing,
            east_m,
            north_m,
            course_deg,
            speed_mps: 0.8 * sailing.speed_mps(angle, wind.tws_mps),
            felt_deg: wind.twd_deg,
            tws_mps: wind.tws_mps,
            aim: Aim::Course(course_deg),
            throttle: 1.0,
            mode_deg: 0.0,
            motor_mps: None,
            fallen_until_s: f64::NEG_INFINITY,
            turn: None,
            flying: true,
            take_off_s: 0.0,
            helm: Wander::new(3.0, 12.0, &mut random),
            asymmetry_deg: 0.0,
            waves: None,
            swing: Wander::new(25.0, 6.0, &mut random),
            random,
        }
    }

    /// The same boat with a helm who sails the tacks differently, and waves that swing her.
    pub fn with_manners(mut self, spec: &Spec) -> Self {
        self.asymmetry_deg = -spec.helm_asymmetry_deg / 2.0;
        self.waves = (spec.waves_deg > 0.0).then(|| Waves::new(spec.waves_deg, Random::new(spec.seed, 7)));
        self
    }

    /// Signed angle to the wind as felt, deg.
    pub fn angle_deg(&self) -> f64 {
        wind_angle(self.felt_deg, self.course_deg)
    }

    /// 1 on starboard tack, -1 on port tack.
    pub fn side(&self) -> f64 {
        if self.angle_deg() >= 0.0 { 1.0 } else { -1.0 }
    }

    /// True while a turn is under way.
    pub fn is_turning(&self) -> bool {
        self.turn.is_some()
    }

    /// Begins a turn.
    pub fn turn(&mut self, order: TurnOrder) {
        self.turn = Some(Turn {
            sense: if order.change_deg < 0.0 { -1.0 } else { 1.0 },
            left_deg: order.change_deg.abs(),
            rate_dps: order.rate_dps,
            age_s: 0.0,
            worn_mps: order.keeps.map(|share| share.clamp(0.05, 1.0) * self.speed_mps),
        });
    }

    /// One step on. `heel_wave` is the rhythm of the heel now, `speed_wave` what of it reaches the speed now.
    pub fn step(&mut self, time_s: f64, sea: &Sea, heel_wave: f64, speed_wave: f64) -> Moment {
        let wind = sea.wind(time_s, self.east_m, self.north_m);
        let felt = sea.over_water(wind, time_s);
        self.felt_deg = wrap_360(
            self.felt_deg + wrap_180(felt.twd_deg - self.felt_deg) * (SIMULATION_STEP_S / FELT_TAU_S),
        );
        self.tws_mps = felt.tws_mps;
        let fallen = time_s < self.fallen_until_s;
        self.steer(fallen);
        let angle = wind_angle(felt.twd_deg, self.course_deg);
        self.drive(angle, fallen);
        let stw = self.speed_mps * (1.0 + 0.025 * speed_wave);
        let swung_deg = self.waves.as_mut().map_or(0.0, Waves::step_deg);
        let (sin, cos) = libm::sincos(to_rad(self.course_deg + swung_deg));
        let (set_e, set_n) = sea.current(time_s);
        let moment = Moment {
            time_s,
            east_m: self.east_m,
            north_m: self.north_m,
            east_mps: stw * sin + set_e,
            north_mps: stw * cos + set_n,
            hdg_deg: wrap_360(self.course_deg + swung_deg + self.leeway_deg(angle)),
            stw_mps: stw,
            heel_deg: self.heel_deg(angle, heel_wave),
            pitch_deg: 1.5 + 0.8 * heel_wave,
            clew_load_n: self.clew_load_n(angle, stw, heel_wave),
            wind,
        };
        self.east_m += moment.east_mps * SIMULATION_STEP_S;
        self.north_m += moment.north_mps * SIMULATION_STEP_S;
        moment
    }
}

#[cfg(test)]
mod tests;
