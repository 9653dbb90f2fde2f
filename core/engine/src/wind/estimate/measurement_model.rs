//! How courses and speeds over ground hang on wind, sailing angles, speeds and current.

use super::evidence::middle_sd_deg;
use super::model::{Sailing, Table};
use super::sharpen::current_before;
use super::smoother::{LinearObservation, Matrix, N, StepObservations, Transition, Vector};
use super::steps::{Step, Steps};
use crate::angle::{to_deg, to_rad, wrap_180};
use crate::config::BoatClass;
use crate::wind::TurnEvent;

/// Places in the state: the wind's slow part and its quick one (deg), how much wider than usual this leg is sailed
/// (deg), how much faster than usual it goes (log), sailing angles up and down (deg), log speeds, current (m/s).
pub(super) const SLOW: usize = 0;
pub(super) const QUICK: usize = 1;
pub(super) const WIDE: usize = 2;
const FAST: usize = 3;
const ANGLE: [usize; 2] = [4, 5];
const SPEED: [usize; 2] = [6, 7];
pub(super) const EAST: usize = 8;
pub(super) const NORTH: usize = 9;

/// The slow part begins within this of the path, deg; the quick part swings by this, deg, and forgets, s.
const FIRST_DEG: f64 = 20.0;
const QUICK_DEG: f64 = 6.0;
const QUICK_S: f64 = 60.0;
/// A leg is sailed wider or closer than usual, deg, up and down, and for how long that lasts, s.
pub(super) const LEG_WIDTH_SD_DEG: [f64; 2] = [4.5, 7.0];
const LEG_WIDTH_S: f64 = 240.0;
/// Speed follows pressure: log, s.
const FAST_LOG: f64 = 0.14;
const FAST_S: f64 = 150.0;
/// One look at a course, deg, up and down, and at a speed, log: waves and the helm stay for some steps.
const COURSE_DEG: [f64; 2] = [6.0, 9.0];
const SPEED_LOG: f64 = 0.1;
/// What is known before: angles up and down, deg, log speeds.
const ANGLE_DEG: [f64; 2] = [5.0, 8.0];
const SPEED_KNOWN: f64 = 0.5;
/// Courses and speeds of which nothing is known, deg, log.
const ANY_COURSE_DEG: f64 = 25.0;
const ANY_SPEED_LOG: f64 = 0.4;
/// A step less upwind, or downwind, than this is neither.
const LEAST_SHARE: f64 = 0.3;
/// The middle of a turn lies this near to the wind, deg; one farther
/// off than the limit is no turn through it, nor is a smaller one.
const MIDDLE_MOST_DEG: f64 = 45.0;
const TURN_LEAST_DEG: f64 = 60.0;
/// Steps before and after a turn that may speak for themselves.
const BESIDE: usize = 4;
/// How hard it blows for how fast such a boat beats: foils, skiffs, others; m/s.
const BLOWS_FOIL: f64 = 0.65;
const BLOWS_SKIFF: f64 = 1.3;
const BLOWS: f64 = 2.0;
const SKIFF_RATIO: f64 = 1.3;
const BLOWS_MPS: std::ops::RangeInclusive<f64> = 3.5..=10.0;

/// How one step was sailed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LegAssignment {
    /// 0 upwind, 1 downwind.
    pub mode: usize,
    /// +1 with the wind over starboard.
    pub side: f64,
    /// How surely so.
    pub share: f64,
    /// How much wider than usual the leg was sailed, deg, and the variance of that.
    pub wider_deg: f64,
    pub variance: f64,
    /// True for the first step of its leg.
    pub is_first: bool,
}

/// The track and the sailing that fits it.
pub(super) struct MeasurementModel<'a> {
    pub steps: &'a Steps,
    pub prior: &'a Sailing,
    pub fitted: &'a Sailing,
    pub table: &'a Table,
    pub class: &'a BoatClass,
    /// The turn of every step that has one.
    pub turns: Vec<Option<TurnEvent>>,
}

/// What a state predicts of a step: the way over ground, and how that hangs on the way through the water.
pub(super) struct PredictedVelocity {
    pub course_deg: f64,
    speed_mps: f64,
    /// Unit vector ahead over ground.
    ahead: (f64, f64),
    /// Share of the speed that is the boat's own, times cosine and sine of the angle between bow and way.
    along: f64,
    across: f64,
    /// How the wind over the water hangs on the current, deg per m/s east and north.
    felt: (f64, f64),
}

impl MeasurementModel<'_> {
    /// The state before the first step.
    pub fn first(&self, wind_deg: f64, axis_deg: f64, current_mps: f64) -> (Vector, Matrix) {
        let (mut mean, mut sd) = ([0.0; N], [0.0; N]);
        (mean[SLOW], sd[SLOW]) = (wind_deg, FIRST_DEG);
        (sd[QUICK], sd[WIDE], sd[FAST]) = (QUICK_DEG, LEG_WIDTH_SD_DEG[0], FAST_LOG);
        let modes = [(&self.prior.up, &self.fitted.up), (&self.prior.down, &self.fitted.down)];
        for (k, (prior, fitted)) in modes.into_iter().enumerate() {
            (mean[ANGLE[k]], sd[ANGLE[k]]) = (prior.angle_deg, ANGLE_DEG[k]);
            (mean[SPEED[k]], sd[SPEED[k]]) = (fitted.log_speed, SPEED_KNOWN);
        }
        let mut cov = [[0.0; N]; N];
        cov.iter_mut().zip(sd).enumerate().for_each(|(i, (row, sd))| row[i] = sd * sd);
        let [east, north, both] = current_before(axis_deg, current_mps);
        (cov[EAST][EAST], cov[NORTH][NORTH]) = (east, north);
        (cov[EAST][NORTH], cov[NORTH][EAST]) = (both, both);
        (mean, cov)
    }

    /// How a step was sailed: by its angle to the wind and its speed, both through the water.
    pub fn leg(&self, step: &Step, x: &Vector) -> Option<LegAssignment> {
        if step.weight <= 0.0 {
            return None;
        }
        let (sin, cos) = libm::sincos(to_rad(step.course_deg));
        let (east, north) = (step.speed_mps * sin - x[EAST], step.speed_mps * cos - x[NORTH]);
        let angle = wrap_180(self.felt_deg(x) - to_deg(libm::atan2(east, north)));
        let (up, down) = self.table.shares(self.prior.speed_class(libm::hypot(east, north)), angle);
        let (mode, share) = if up > down { (0, up) } else { (1, down) };
        let side = if angle < 0.0 { -1.0 } else { 1.0 };
        let leg = LegAssignment { mode, side, share, wider_deg: 0.0, variance: 0.0, is_first: false };
        (share > LEAST_SHARE).then_some(leg)
    }

    /// How the state goes on to a step.
    pub fn transition(&self, at: usize, legs: &[Option<LegAssignment>], wander: &[f64]) -> Transition {
        let mut transition = Transition { keeps: [1.0; N], gains: [0.0; N] };
        let dt = self.steps.all.get(at).map_or(0.0, |s| s.dt_s);
        transition.gains[SLOW] = wander.get(at).copied().unwrap_or(0.0);
        let mut forgets = |place: usize, sd: f64, keep: f64| {
            transition.keeps[place] = keep;
            transition.gains[place] = sd * sd * (1.0 - keep * keep);
        };
        forgets(QUICK, QUICK_DEG, libm::exp(-dt / QUICK_S));
        forgets(FAST, FAST_LOG, libm::exp(-dt / FAST_S));
        let (wide_deg, starts) =
            legs[at].map_or((LEG_WIDTH_SD_DEG[0], false), |leg| (leg.variance.sqrt(), leg.is_first));
        forgets(WIDE, wide_deg, if starts { 0.0 } else { libm::exp(-dt / LEG_WIDTH_S) });
        transition
    }

    /// Course and speed of a step, or the middle of its turn, linearised at a state.
    pub fn observations(&self, at: usize, legs: &[Option<LegAssignment>], x: &Vector) -> StepObservations {
        let (Some(step), Some(leg)) = (self.steps.all.get(at), legs[at]) else {
            return [None, None, self.turned(at, legs, x)];
        };
        let way = self.predict(x, leg);
        let surely = 1.0 / (leg.share * leg.share);
        let by = way.course_by(leg);
        let course = LinearObservation {
            value: wrap_180(step.course_deg - way.course_deg) + dot(&by, x),
            by,
            variance: COURSE_DEG[leg.mode] * COURSE_DEG[leg.mode] * surely,
            anyway: ANY_COURSE_DEG * ANY_COURSE_DEG,
        };
        let by = way.speed_by(leg);
        let speed = LinearObservation {
            value: libm::log(step.speed_mps.max(0.05) / way.speed_mps) + dot(&by, x),
            by,
            variance: SPEED_LOG * SPEED_LOG * surely,
            anyway: ANY_SPEED_LOG * ANY_SPEED_LOG,
        };
        [Some(course), Some(speed), None]
    }

    /// The middle of a turn between courses that say nothing by themselves.
    fn turned(&self, at: usize, legs: &[Option<LegAssignment>], x: &Vector) -> Option<LinearObservation> {
        let turn = (*self.turns.get(at)?)?;
        // Legs on both sides of it say the same, and know of the current.
        let speaks = |legs: &[Option<LegAssignment>]| legs.iter().any(Option::is_some);
        let after = (at + BESIDE).min(legs.len());
        if speaks(&legs[at.saturating_sub(BESIDE)..at]) && speaks(&legs[at..after]) {
            return None;
        }
        let wind = x[SLOW] + x[QUICK];
        let off = wrap_180(turn.middle_deg - wind);
        let off = if off.abs() > 90.0 { wrap_180(off + 180.0) } else { off };
        if off.abs() > MIDDLE_MOST_DEG || turn.change_deg.abs() < TURN_LEAST_DEG {
            return None;
        }
        let mut by = [0.0; N];
        (by[SLOW], by[QUICK]) = (1.0, 1.0);
        let anyway = MIDDLE_MOST_DEG * MIDDLE_MOST_DEG;
        let middle_deg = middle_sd_deg(turn.change_deg);
        Some(LinearObservation { by, value: wind + off, variance: middle_deg * middle_deg, anyway })
    }

    pub fn predict(&self, x: &Vector, leg: LegAssignment) -> PredictedVelocity {
        let bow = self.felt_deg(x) - leg.side * (x[ANGLE[leg.mode]] + leg.wider_deg + x[WIDE]);
        let own = libm::exp((x[SPEED[leg.mode]] + x[FAST]).clamp(-3.0, 4.0));
        let (sin, cos) = libm::sincos(to_rad(bow));
        let (east, north) = (own * sin + x[EAST], own * cos + x[NORTH]);
        let speed_mps = libm::hypot(east, north).max(0.2);
        let ahead = (east / speed_mps, north / speed_mps);
        let (sin_w, cos_w) = libm::sincos(to_rad(x[SLOW] + x[QUICK]));
        let per_mps = to_deg(1.0) / self.blows_mps();
        PredictedVelocity {
            course_deg: to_deg(libm::atan2(east, north)),
            speed_mps,
            ahead,
            along: own / speed_mps * (sin * ahead.0 + cos * ahead.1),
            across: own / speed_mps * (cos * ahead.0 - sin * ahead.1),
            felt: (per_mps * cos_w, -per_mps * sin_w),
        }
    }

    /// Direction of the wind over the water, deg: who drifts with the water has the wind more from that side.
    fn felt_deg(&self, x: &Vector) -> f64 {
        let wind = x[SLOW] + x[QUICK];
        let (sin, cos) = libm::sincos(to_rad(wind));
        wind + to_deg((x[EAST] * cos - x[NORTH] * sin) / self.blows_mps())
    }

    /// How fast the boat beats, m/s.
    pub fn beating_mps(&self) -> f64 {
        libm::exp(self.fitted.up.log_speed)
    }

    /// About how hard it blows, m/s.
    fn blows_mps(&self) -> f64 {
        let times = match self.class {
            c if c.foil_speed_kn.is_some() => BLOWS_FOIL,
            c if c.speed_ratio > SKIFF_RATIO => BLOWS_SKIFF,
            _ => BLOWS,
        };
        (times * self.beating_mps()).clamp(*BLOWS_MPS.start(), *BLOWS_MPS.end())
    }
}

impl PredictedVelocity {
    /// How the course over ground (deg) hangs on the state.
    fn course_by(&self, leg: LegAssignment) -> Vector {
        let mut by = [0.0; N];
        (by[SLOW], by[QUICK]) = (self.along, self.along);
        (by[ANGLE[leg.mode]], by[WIDE]) = (-leg.side * self.along, -leg.side * self.along);
        let turns = to_deg(-self.across);
        (by[SPEED[leg.mode]], by[FAST]) = (turns, turns);
        by[EAST] = to_deg(self.ahead.1 / self.speed_mps) + self.along * self.felt.0;
        by[NORTH] = to_deg(-self.ahead.0 / self.speed_mps) + self.along * self.felt.1;
        by
    }

    /// How the log of the speed over ground hangs on the state.
    fn speed_by(&self, leg: LegAssignment) -> Vector {
        let mut by = [0.0; N];
        let swing = to_rad(self.across);
        (by[SLOW], by[QUICK]) = (swing, swing);
        (by[ANGLE[leg.mode]], by[WIDE]) = (-leg.side * swing, -leg.side * swing);
        (by[SPEED[leg.mode]], by[FAST]) = (self.along, self.along);
        by[EAST] = self.ahead.0 / self.speed_mps + swing * self.felt.0;
        by[NORTH] = self.ahead.1 / self.speed_mps + swing * self.felt.1;
        by
    }
}

fn dot(a: &Vector, b: &Vector) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
