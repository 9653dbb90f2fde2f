//! One boat: steering, turns, speed, heel (docs/algorithms.md, section 14.4). The crew gives the orders.

mod attitude;
mod helm;
mod speed;
mod waves;

use crate::boat_models::BoatModel;
use crate::random::{OrnsteinUhlenbeck, Random};
use crate::sailing::Sailing;
use crate::sea::{Sea, Wind};
use crate::spec::Spec;
use waves::Waves;

use leebow_engine::angle::{to_rad, wind_angle, wrap_180, wrap_360};
use leebow_engine::units::mps_from_kn;

/// Step of the simulation, s.
pub const SIMULATION_STEP_S: f64 = 0.05;
/// Time constant of the filter by which the crew follows the wind, s. *guess*
const WIND_FILTER_TAU_S: f64 = 4.0;
/// Relative decrease of the turn rate and of the speed retained in a turn at a tiredness of 1. *guess*
const TIRED_TURN: f64 = 0.45;
const TIRED_SPEED: f64 = 0.4;
/// Below this speed a boat surges less in the swell, m/s. *guess*
const FULL_SURGE_MPS: f64 = 2.0;

/// Target of the helm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Aim {
    /// Signed angle to the filtered wind, deg.
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
    /// Speed that the boat approaches during the turn, m/s; `None`: the polar speed.
    end_speed_mps: Option<f64>,
}

/// An order to turn.
#[derive(Debug, Clone, Copy)]
pub struct TurnOrder {
    /// Course change, to starboard positive, deg.
    pub change_deg: f64,
    pub rate_dps: f64,
    /// Ratio of the speed approached during the turn to the entry speed; `None`: the polar speed.
    pub speed_retention: Option<f64>,
}

/// True state at one step of the simulation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// Time from the session's start, s.
    pub time_s: f64,
    /// Position in the session's plane, m.
    pub east_m: f64,
    pub north_m: f64,
    /// Velocity over the ground, m/s.
    pub east_mps: f64,
    pub north_mps: f64,
    pub hdg_deg: f64,
    pub stw_mps: f64,
    /// Heel to starboard and pitch bow up positive, deg.
    pub heel_deg: f64,
    pub pitch_deg: f64,
    /// Load at the clew, N.
    pub clew_load_n: f64,
    /// Wind over the ground at the boat.
    pub wind: Wind,
}

/// State of a boat.
#[derive(Debug, Clone)]
pub struct Boat {
    pub model: BoatModel,
    pub east_m: f64,
    pub north_m: f64,
    /// Course through the water, deg [0, 360).
    pub course_deg: f64,
    pub speed_mps: f64,
    /// Direction of the wind over the water, filtered by the crew, deg; its speed, unfiltered, m/s.
    pub filtered_twd_deg: f64,
    pub tws_mps: f64,
    pub aim: Aim,
    /// Ratio of the target speed to the polar speed: 1 sailing, 0.1 luffing.
    pub throttle: f64,
    /// Offset of the leg's wind angle from the best angle, deg; positive is lower.
    pub mode_deg: f64,
    /// Speed under engine, m/s; `None` under sail.
    pub motor_mps: Option<f64>,
    /// The boat lies in the water after a fall until this time, s.
    pub fallen_until_s: f64,
    /// Speed approached during a jump, m/s; `None` on the water.
    pub jump_mps: Option<f64>,
    turn: Option<Turn>,
    is_foiling: bool,
    take_off_wait_s: f64,
    helm: OrnsteinUhlenbeck,
    /// Added to the wind angle on starboard tack and subtracted on port tack, deg.
    asymmetry_deg: f64,
    waves: Option<Waves>,
    swell: Option<Waves>,
    /// Tiredness of the crew now, and its increase per s.
    tiredness: f64,
    tiredness_per_s: f64,
    swing: OrnsteinUhlenbeck,
    random: Random,
}

impl Boat {
    /// A boat at a position (m), on a course (deg), at 80 % of its polar speed.
    pub fn new(
        model: &BoatModel,
        (east_m, north_m): (f64, f64),
        course_deg: f64,
        wind: Wind,
        mut random: Random,
    ) -> Self {
        let angle = wind_angle(wind.twd_deg, course_deg);
        Self {
            model: *model,
            east_m,
            north_m,
            course_deg,
            speed_mps: 0.8 * model.speed_mps(angle, wind.tws_mps),
            filtered_twd_deg: wind.twd_deg,
            tws_mps: wind.tws_mps,
            aim: Aim::Course(course_deg),
            throttle: 1.0,
            mode_deg: 0.0,
            motor_mps: None,
            fallen_until_s: f64::NEG_INFINITY,
            jump_mps: None,
            turn: None,
            is_foiling: true,
            take_off_wait_s: 0.0,
            helm: OrnsteinUhlenbeck::new(3.0, 12.0, &mut random),
            asymmetry_deg: 0.0,
            waves: None,
            swell: None,
            tiredness: 0.0,
            tiredness_per_s: 0.0,
            swing: OrnsteinUhlenbeck::new(25.0, 6.0, &mut random),
            random,
        }
    }

    /// The same boat with the helm asymmetry, the waves, the swell and the tiring crew of the spec.
    pub fn with_helm_and_waves(mut self, spec: &Spec) -> Self {
        self.asymmetry_deg = -spec.helm_asymmetry_deg / 2.0;
        self.waves = (spec.waves_deg > 0.0).then(|| Waves::new(spec.waves_deg, Random::new(spec.seed, 7)));
        let Sailing { swell_deg, swell_kn, swell_s, tiredness, .. } = spec.sailing;
        self.swell = (swell_deg > 0.0 || swell_kn > 0.0)
            .then(|| Waves::swell(swell_deg, mps_from_kn(swell_kn), swell_s, Random::new(spec.seed, 8)));
        self.tiredness_per_s = tiredness / (60.0 * spec.minutes);
        self
    }

    /// Signed angle to the filtered wind, deg.
    pub fn angle_deg(&self) -> f64 {
        wind_angle(self.filtered_twd_deg, self.course_deg)
    }

    /// 1 on starboard tack, -1 on port tack.
    pub fn side(&self) -> f64 {
        if self.angle_deg() >= 0.0 { 1.0 } else { -1.0 }
    }

    /// True during a turn.
    pub fn is_turning(&self) -> bool {
        self.turn.is_some()
    }

    /// Starts a turn.
    pub fn turn(&mut self, order: TurnOrder) {
        let retained = 1.0 - TIRED_SPEED * self.tiredness;
        self.turn = Some(Turn {
            sense: if order.change_deg < 0.0 { -1.0 } else { 1.0 },
            left_deg: order.change_deg.abs(),
            rate_dps: order.rate_dps * (1.0 - TIRED_TURN * self.tiredness),
            age_s: 0.0,
            end_speed_mps: order
                .speed_retention
                .map(|share| (retained * share).clamp(0.05, 1.0) * self.speed_mps),
        });
    }

    /// One step. `heel_wave` is the rhythm w(t) of the heel, `speed_wave` the delayed rhythm w(t − lag) of the speed.
    pub fn step(&mut self, time_s: f64, sea: &Sea, heel_wave: f64, speed_wave: f64) -> Moment {
        let wind = sea.wind(time_s, self.east_m, self.north_m);
        let over_water = sea.over_water(wind, time_s);
        self.filtered_twd_deg = wrap_360(
            self.filtered_twd_deg
                + wrap_180(over_water.twd_deg - self.filtered_twd_deg)
                    * (SIMULATION_STEP_S / WIND_FILTER_TAU_S),
        );
        self.tws_mps = over_water.tws_mps;
        self.tiredness = self.tiredness_per_s * time_s;
        let fallen = time_s < self.fallen_until_s;
        self.steer(fallen);
        let angle = wind_angle(over_water.twd_deg, self.course_deg);
        self.update_speed(angle, fallen);
        let (swung_deg, _) = self.waves.as_mut().map_or((0.0, 0.0), Waves::step);
        let (swell_deg, swell_mps) = self.swell.as_mut().map_or((0.0, 0.0), Waves::step);
        let swung_deg = swung_deg + swell_deg;
        let stw = self.speed_mps * (1.0 + 0.025 * speed_wave)
            + swell_mps * (self.speed_mps / FULL_SURGE_MPS).min(1.0);
        let (sin, cos) = libm::sincos(to_rad(self.course_deg + swung_deg));
        let (mut set_e, mut set_n) = sea.current(time_s);
        if fallen && self.model.is_board() {
            let drift_mps = self.model.drift_share * wind.tws_mps;
            let (sin, cos) = libm::sincos(to_rad(wind.twd_deg));
            (set_e, set_n) = (set_e - drift_mps * sin, set_n - drift_mps * cos);
        }
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
