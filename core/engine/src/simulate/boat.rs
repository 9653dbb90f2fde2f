//! One boat under way: her helm, her turns, her speed, her heel. The crew gives the orders.

use super::boats::Sailing;
use super::random::{Random, Wander};
use super::sea::{Sea, Wind};
use crate::angle::{to_rad, wind_angle, wrap_180, wrap_360};
use crate::units::mps_from_kn;

/// Step of the simulation, s.
pub const STEP_S: f64 = 0.05;
/// The crew follows the wind with this delay.
const FELT_TAU_S: f64 = 4.0;
/// How quickly the helm corrects a wrong course, and how fast at most.
const HELM_TAU_S: f64 = 2.0;
const HELM_DPS: f64 = 5.0;
/// A turn gathers its rate in this time and eases over its last degrees.
const TURN_RAMP_S: f64 = 1.2;
const TURN_EASE_DEG: f64 = 15.0;
/// A hull that could fly makes no more than this without flying, kn.
const HULL_KN: f64 = 6.5;
/// Nobody aims closer to dead downwind than this from it, deg.
const SQUARE_DEG: f64 = 174.0;

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
            swing: Wander::new(25.0, 6.0, &mut random),
            random,
        }
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
        self.felt_deg =
            wrap_360(self.felt_deg + wrap_180(felt.twd_deg - self.felt_deg) * (STEP_S / FELT_TAU_S));
        self.tws_mps = felt.tws_mps;
        let fallen = time_s < self.fallen_until_s;
        self.steer(fallen);
        let angle = wind_angle(felt.twd_deg, self.course_deg);
        self.drive(angle, fallen);
        let stw = self.speed_mps * (1.0 + 0.025 * speed_wave);
        let (sin, cos) = libm::sincos(to_rad(self.course_deg));
        let (set_e, set_n) = sea.current(time_s);
        let moment = Moment {
            time_s,
            east_m: self.east_m,
            north_m: self.north_m,
            east_mps: stw * sin + set_e,
            north_mps: stw * cos + set_n,
            hdg_deg: wrap_360(self.course_deg + self.leeway_deg(angle)),
            stw_mps: stw,
            heel_deg: self.heel_deg(angle, heel_wave),
            pitch_deg: 1.5 + 0.8 * heel_wave,
            wind,
        };
        self.east_m += moment.east_mps * STEP_S;
        self.north_m += moment.north_mps * STEP_S;
        moment
    }

    fn steer(&mut self, fallen: bool) {
        let helm_deg = self.helm.step(STEP_S, &mut self.random);
        if fallen {
            self.course_deg = wrap_360(self.course_deg + self.swing.step(STEP_S, &mut self.random) * STEP_S);
        } else if let Some(mut turn) = self.turn.take() {
            turn.age_s += STEP_S;
            let gather = (turn.age_s / TURN_RAMP_S).min(1.0);
            let ease = (turn.left_deg / TURN_EASE_DEG).clamp(0.15, 1.0);
            let change = (turn.rate_dps * gather.min(ease) * STEP_S).min(turn.left_deg);
            self.course_deg = wrap_360(self.course_deg + turn.sense * change);
            turn.left_deg -= change;
            self.turn = (turn.left_deg > 0.2).then_some(turn);
        } else {
            let aim_deg = match self.aim {
                Aim::Course(deg) => deg + helm_deg,
                Aim::Wind(angle) => {
                    let size = (angle.abs() + self.mode_deg + helm_deg).clamp(30.0, SQUARE_DEG);
                    self.felt_deg - size * if angle < 0.0 { -1.0 } else { 1.0 }
                }
            };
            let rate = (wrap_180(aim_deg - self.course_deg) / HELM_TAU_S).clamp(-HELM_DPS, HELM_DPS);
            self.course_deg = wrap_360(self.course_deg + rate * STEP_S);
        }
    }

    fn drive(&mut self, angle_deg: f64, fallen: bool) {
        let s = self.sailing;
        let (target, tau_s) = if fallen {
            (0.1, 0.7)
        } else if let Some(worn) = self.turn.and_then(|t| t.worn_mps) {
            (worn, s.brake_s)
        } else if let Some(motor) = self.motor_mps {
            (motor, 4.0)
        } else {
            let target = self.throttle * self.sailed_mps(angle_deg);
            let tau_s = if target < self.speed_mps { 1.5 * s.brake_s } else { s.gain_s };
            (target, tau_s)
        };
        self.speed_mps += (target - self.speed_mps) * (1.0 - libm::exp(-STEP_S / tau_s));
        self.fly();
    }

    /// Polar speed, as a hull while she is off the foil.
    fn sailed_mps(&self, angle_deg: f64) -> f64 {
        let polar = self.sailing.speed_mps(angle_deg, self.tws_mps);
        if self.flying { polar } else { polar.min(mps_from_kn(HULL_KN)) }
    }

    /// Touch-down below the foiling speed; up again some seconds after the hull has its speed.
    fn fly(&mut self) {
        if !self.sailing.foils() {
            return;
        }
        if self.flying {
            if self.speed_mps < mps_from_kn(self.sailing.foil_kn - 3.0) {
                self.flying = false;
                self.take_off_s = self.random.between(1.0, 4.0);
            }
        } else if self.speed_mps > 0.75 * mps_from_kn(HULL_KN) {
            self.take_off_s -= STEP_S;
            self.flying = self.take_off_s <= 0.0;
        }
    }

    /// How far the bow points above the course, signed by the tack, deg.
    fn leeway_deg(&self, angle_deg: f64) -> f64 {
        let base = if self.sailing.foils() { 1.5 } else { 3.5 };
        let up = ((110.0 - angle_deg.abs()) / 65.0).clamp(0.0, 1.0);
        let full = self.sailing.speed_mps(self.sailing.up_deg, self.tws_mps);
        let slow = (full / self.speed_mps.max(0.3)).clamp(1.0, 2.2);
        let head_to_wind = (angle_deg / 15.0).clamp(-1.0, 1.0);
        base * up * slow * head_to_wind
    }

    /// Heel to starboard, deg: away from the wind, more upwind and in more wind.
    fn heel_deg(&self, angle_deg: f64, wave: f64) -> f64 {
        let pressure = (self.tws_mps / mps_from_kn(12.0)).clamp(0.3, 1.5);
        let share = 1.0 - 0.6 * (angle_deg.abs() / 180.0);
        let leeward = self.sailing.heel_deg * pressure * share + 2.0 * wave;
        let over = (angle_deg / 20.0).clamp(-1.0, 1.0) * ((180.0 - angle_deg.abs()) / 8.0).min(1.0);
        -over * leeward
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::boats::sailing;
    use crate::simulate::spec::Spec;

    /// A steady wind from the north at 12 kn.
    fn steady(spec: Spec) -> Sea {
        Sea::new(&Spec {
            twd_deg: 0.0,
            tws_kn: 12.0,
            gustiness: 0.0,
            oscillation_deg: Some(0.0),
            trend_deg_per_h: Some(0.0),
            ..spec
        })
    }

    fn boat(class: &str, course_deg: f64, sea: &Sea) -> Boat {
        Boat::new(sailing(class), (0.0, 0.0), course_deg, sea.wind(0.0, 0.0, 0.0), Random::new(1, 4))
    }

    /// Sails on for so many seconds; the moments of it.
    fn sail(boat: &mut Boat, sea: &Sea, seconds: f64) -> Vec<Moment> {
        (0..(seconds / STEP_S) as usize).map(|i| boat.step(i as f64 * STEP_S, sea, 0.0, 0.0)).collect()
    }

    #[test]
    fn a_tack_turns_to_the_other_side_and_costs_speed() {
        let sea = steady(Spec::default());
        let mut boat = boat("49er", 317.0, &sea);
        boat.aim = Aim::Wind(43.0);
        sail(&mut boat, &sea, 30.0);
        let entry = boat.speed_mps;
        boat.turn(TurnOrder { change_deg: 86.0, rate_dps: 24.0, keeps: Some(0.45) });
        boat.aim = Aim::Wind(-43.0);
        let turning = (0..200).take_while(|_| {
            boat.step(0.0, &sea, 0.0, 0.0);
            boat.is_turning()
        });
        let seconds = turning.count() as f64 * STEP_S;
        assert!((3.6..9.0).contains(&seconds), "{seconds}");
        assert!(boat.angle_deg() < -25.0, "{}", boat.angle_deg());
        assert!((0.4..0.8).contains(&(boat.speed_mps / entry)));
        sail(&mut boat, &sea, 40.0);
        assert!((boat.speed_mps / entry - 1.0).abs() < 0.1);
    }

    #[test]
    fn the_bow_points_above_the_course_on_either_tack() {
        let sea = steady(Spec::default());
        for (course, sign) in [(317.0, 1.0), (43.0, -1.0)] {
            let mut boat = boat("J70", course, &sea);
            boat.aim = Aim::Course(course);
            let last = *sail(&mut boat, &sea, 60.0).last().unwrap();
            let leeway = wrap_180(last.hdg_deg - boat.course_deg) * sign;
            assert!((2.0..6.0).contains(&leeway), "{leeway}");
        }
    }

    #[test]
    fn she_heels_away_from_the_wind_and_a_moth_towards_it() {
        let sea = steady(Spec::default());
        let heel = |class| {
            let mut boat = boat(class, 317.0, &sea);
            boat.aim = Aim::Wind(44.0);
            sail(&mut boat, &sea, 20.0).last().unwrap().heel_deg
        };
        // Starboard tack: the wind comes over starboard and pushes her over to port.
        assert!(heel("J70") < -8.0);
        assert!(heel("Moth") > 8.0);
    }

    #[test]
    fn a_foiler_that_comes_down_flies_again() {
        let sea = steady(Spec::default());
        let mut boat = boat("Formula Kite", 311.0, &sea);
        boat.aim = Aim::Wind(49.0);
        sail(&mut boat, &sea, 20.0);
        boat.speed_mps = 1.0;
        sail(&mut boat, &sea, 3.0);
        assert!(boat.speed_mps < mps_from_kn(HULL_KN));
        sail(&mut boat, &sea, 60.0);
        assert!(boat.speed_mps > mps_from_kn(15.0), "{}", boat.speed_mps);
    }

    #[test]
    fn a_fallen_boat_lies_still_and_swings() {
        let sea = steady(Spec::default());
        let mut boat = boat("Moth", 313.0, &sea);
        boat.fallen_until_s = 1000.0;
        let lying = sail(&mut boat, &sea, 20.0);
        assert!(lying.last().unwrap().stw_mps < 0.3);
        let swung = lying.windows(2).map(|p| wrap_180(p[1].hdg_deg - p[0].hdg_deg).abs()).sum::<f64>();
        assert!(swung > 20.0, "{swung}");
    }

    #[test]
    fn an_engine_asks_for_no_wind() {
        let sea = steady(Spec::default());
        let mut boat = boat("J70", 0.0, &sea);
        boat.motor_mps = Some(2.6);
        boat.aim = Aim::Course(0.0);
        let last = *sail(&mut boat, &sea, 60.0).last().unwrap();
        assert!((last.stw_mps - 2.6).abs() < 0.05 && last.north_m > 100.0);
    }

    #[test]
    fn the_helm_never_jerks() {
        let sea = steady(Spec::default());
        let mut boat = boat("470", 315.0, &sea);
        boat.aim = Aim::Course(45.0);
        let moments = sail(&mut boat, &sea, 10.0);
        let cog = |m: &Moment| crate::angle::to_deg(libm::atan2(m.east_mps, m.north_mps));
        let fastest = moments.windows(2).map(|p| wrap_180(cog(&p[1]) - cog(&p[0])).abs() / STEP_S);
        assert!(fastest.fold(0.0, f64::max) <= HELM_DPS + 1e-6);
    }

    #[test]
    fn the_current_carries_her_along() {
        let tide = Spec { current_kn: 1.0, current_deg: 90.0, ..Spec::default() };
        let (still, stream) = (steady(Spec::default()), steady(tide));
        let east = |sea: &Sea| {
            let mut boat = boat("J70", 0.0, sea);
            boat.motor_mps = Some(2.5);
            boat.aim = Aim::Course(0.0);
            sail(&mut boat, sea, 100.0);
            boat.east_m
        };
        assert!((east(&stream) - east(&still) - 51.4).abs() < 0.5);
    }
}
