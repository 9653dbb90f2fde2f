//! Measurement model of the smoother: course and speed over ground as a function of wind, sailing angles, boat speeds and
//! current, and its linearisation (docs/algorithms.md, section 4.8).

use super::evidence::middle_sd_deg;
use super::model::{LikelihoodTable, SailingModel};
use super::smooth_wind::current_prior;
use super::smoother::{LinearObservation, Matrix, N, StepObservations, Transition, Vector};
use super::steps::{Step, Steps};
use crate::angle::{hypot, to_deg, to_rad, wrap_180};
use crate::config::BoatClass;
use crate::wind::TurnEvent;

/// Components of the state: slow and quick part of the wind direction (deg), angle of this leg beyond the usual one
/// (deg), speed beyond the usual one (log), sailing angles up- and downwind (deg), log boat speeds up- and downwind (m/s),
/// current (m/s). *definition*
pub(super) const SLOW: usize = 0;
pub(super) const QUICK: usize = 1;
pub(super) const LEG_WIDTH: usize = 2;
const SPEED_OFFSET: usize = 3;
const ANGLE: [usize; 2] = [4, 5];
const SPEED: [usize; 2] = [6, 7];
pub(super) const EAST: usize = 8;
pub(super) const NORTH: usize = 9;

// All constants below are *hand-tuned* together (section 4) unless marked. Pairs are upwind, downwind.

/// Standard deviation of the slow part before the first step, deg.
const SLOW_SD_DEG: f64 = 20.0;
/// Standard deviation of the quick part, deg, and its time constant, s.
const QUICK_SD_DEG: f64 = 6.0;
const QUICK_S: f64 = 60.0;
/// Standard deviation of a leg's angle beyond the usual one, deg, and its time constant, s.
pub(super) const LEG_WIDTH_SD_DEG: [f64; 2] = [4.5, 7.0];
const LEG_WIDTH_S: f64 = 240.0;
/// Standard deviation of the log speed beyond the usual one (gusts and lulls), and its time constant, s.
const SPEED_OFFSET_SD_LOG: f64 = 0.14;
const SPEED_OFFSET_S: f64 = 150.0;
/// Standard deviation of an observed course, deg, and log speed. Larger than the noise of one step: errors of waves and
/// helm last for several steps.
pub(super) const COURSE_SD_DEG: [f64; 2] = [6.0, 9.0];
const SPEED_SD_LOG: f64 = 0.1;
/// Prior standard deviation of the sailing angles, deg, and of the log boat speeds.
const ANGLE_SD_DEG: [f64; 2] = [5.0, 8.0];
const BOAT_SPEED_SD_LOG: f64 = 0.5;
/// Standard deviation of course, deg, and log speed under the null hypothesis.
const NULL_COURSE_SD_DEG: f64 = 25.0;
const NULL_SPEED_SD_LOG: f64 = 0.4;
/// Least responsibility of up- or downwind sailing for a step to be assigned.
const MIN_ASSIGNED_SHARE: f64 = 0.3;
/// Turns whose middle is an observation: farthest middle from the axis, deg, and smallest change of course, deg.
const MAX_MIDDLE_OFF_DEG: f64 = 45.0;
pub(super) const MIN_TURN_DEG: f64 = 60.0;
/// Time before and after a turn, s; where a step of it is assigned on both sides, the turn is no observation of its own.
const BESIDE_TURN_S: f64 = 20.0;
/// Wind speed over upwind boat speed: foils, classes with a speed ratio over [`SKIFF_SPEED_RATIO`], others; and bounds of
/// the wind speed, m/s. *guess*
const WIND_PER_SPEED_FOILS: f64 = 0.65;
const WIND_PER_SPEED_SKIFFS: f64 = 1.3;
const WIND_PER_SPEED: f64 = 2.0;
const SKIFF_SPEED_RATIO: f64 = 1.3;
const WIND_MPS: std::ops::RangeInclusive<f64> = 3.5..=10.0;

/// Assignment of a step to a way of sailing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LegAssignment {
    /// 0 upwind, 1 downwind.
    pub mode: usize,
    /// +1 with the wind over starboard.
    pub side: f64,
    /// Responsibility of that, (0, 1].
    pub share: f64,
    /// Angle of the leg beyond the usual one: mean, deg, and variance, deg².
    pub wider_deg: f64,
    pub variance: f64,
    /// True for the first step of its leg.
    pub is_first: bool,
}

/// The measurement model of one track and one candidate direction.
pub(super) struct MeasurementModel<'a> {
    pub steps: &'a Steps,
    pub prior: &'a SailingModel,
    pub fitted: &'a SailingModel,
    pub table: &'a LikelihoodTable,
    pub class: &'a BoatClass,
    /// The turn of every step that has one.
    pub turns: Vec<Option<TurnEvent>>,
}

/// Velocity that a state predicts, and what its derivatives need.
pub(super) struct PredictedVelocity {
    pub course_deg: f64,
    speed_mps: f64,
    /// Unit vector (east, north) of the motion over ground.
    ahead: (f64, f64),
    /// Boat speed through the water over speed over ground, times cosine and sine of the angle between bow and motion.
    along: f64,
    across: f64,
    /// Derivatives of the direction of the wind over the water by the current, deg per m/s (east, north).
    wind_by_current: (f64, f64),
}

impl MeasurementModel<'_> {
    /// Mean and covariance before the first step: the wind there, the mean wind, and the prior standard deviation of a
    /// current across it.
    pub(super) fn first(&self, wind_deg: f64, axis_deg: f64, current_mps: f64) -> (Vector, Matrix) {
        let (mut mean, mut sd) = ([0.0; N], [0.0; N]);
        (mean[SLOW], sd[SLOW]) = (wind_deg, SLOW_SD_DEG);
        (sd[QUICK], sd[LEG_WIDTH], sd[SPEED_OFFSET]) =
            (QUICK_SD_DEG, LEG_WIDTH_SD_DEG[0], SPEED_OFFSET_SD_LOG);
        let modes = [(&self.prior.up, &self.fitted.up), (&self.prior.down, &self.fitted.down)];
        for (k, (prior, fitted)) in modes.into_iter().enumerate() {
            (mean[ANGLE[k]], sd[ANGLE[k]]) = (prior.angle_deg, ANGLE_SD_DEG[k]);
            (mean[SPEED[k]], sd[SPEED[k]]) = (fitted.log_speed, BOAT_SPEED_SD_LOG);
        }
        let mut cov = [[0.0; N]; N];
        cov.iter_mut().zip(sd).enumerate().for_each(|(i, (row, sd))| row[i] = sd * sd);
        let [east, north, both] = current_prior(axis_deg, current_mps);
        (cov[EAST][EAST], cov[NORTH][NORTH]) = (east, north);
        (cov[EAST][NORTH], cov[NORTH][EAST]) = (both, both);
        (mean, cov)
    }

    /// Assignment of a step by its wind angle and speed through the water, given a state; none for a step without weight or
    /// where both responsibilities are small.
    pub(super) fn leg(&self, step: &Step, x: &Vector) -> Option<LegAssignment> {
        if step.weight <= 0.0 {
            return None;
        }
        let (sin, cos) = libm::sincos(to_rad(step.course_deg));
        let (east, north) = (step.speed_mps * sin - x[EAST], step.speed_mps * cos - x[NORTH]);
        let angle = wrap_180(self.wind_over_water_deg(x) - to_deg(libm::atan2(east, north)));
        let (up, down) = self.table.shares(self.prior.speed_class(hypot(east, north)), angle);
        let (mode, share) = if up > down { (0, up) } else { (1, down) };
        let side = if angle < 0.0 { -1.0 } else { 1.0 };
        let leg = LegAssignment { mode, side, share, wider_deg: 0.0, variance: 0.0, is_first: false };
        (share > MIN_ASSIGNED_SHARE).then_some(leg)
    }

    /// Transition to a step; `walk_deg2` is the variance that the slow part gains at each step, deg².
    pub(super) fn transition(
        &self,
        at: usize,
        legs: &[Option<LegAssignment>],
        walk_deg2: &[f64],
    ) -> Transition {
        let mut transition = Transition { factors: [1.0; N], variances: [0.0; N] };
        let dt = self.steps.all.get(at).map_or(0.0, |s| s.dt_s);
        transition.variances[SLOW] = walk_deg2.get(at).copied().unwrap_or(0.0);
        let mut reverts = |component: usize, sd: f64, factor: f64| {
            transition.factors[component] = factor;
            transition.variances[component] = sd * sd * (1.0 - factor * factor);
        };
        reverts(QUICK, QUICK_SD_DEG, libm::exp(-dt / QUICK_S));
        reverts(SPEED_OFFSET, SPEED_OFFSET_SD_LOG, libm::exp(-dt / SPEED_OFFSET_S));
        let (width_sd_deg, starts) =
            legs[at].map_or((LEG_WIDTH_SD_DEG[0], false), |leg| (leg.variance.sqrt(), leg.is_first));
        reverts(LEG_WIDTH, width_sd_deg, if starts { 0.0 } else { libm::exp(-dt / LEG_WIDTH_S) });
        transition
    }

    /// Observations of a step, linearised at a state: course and log speed of an assigned one, else the middle of its turn.
    pub(super) fn observations(
        &self,
        at: usize,
        legs: &[Option<LegAssignment>],
        x: &Vector,
    ) -> StepObservations {
        let (Some(step), Some(leg)) = (self.steps.all.get(at), legs[at]) else {
            return [None, None, self.turn_middle(at, legs, x)];
        };
        let predicted = self.predict(x, leg);
        let widening = 1.0 / (leg.share * leg.share);
        let gradient = predicted.course_gradient(leg);
        let course = LinearObservation {
            value: wrap_180(step.course_deg - predicted.course_deg) + dot(&gradient, x),
            gradient,
            variance: COURSE_SD_DEG[leg.mode] * COURSE_SD_DEG[leg.mode] * widening,
            null_variance: NULL_COURSE_SD_DEG * NULL_COURSE_SD_DEG,
        };
        let gradient = predicted.log_speed_gradient(leg);
        let speed = LinearObservation {
            value: libm::log(step.speed_mps.max(0.05) / predicted.speed_mps) + dot(&gradient, x),
            gradient,
            variance: SPEED_SD_LOG * SPEED_SD_LOG * widening,
            null_variance: NULL_SPEED_SD_LOG * NULL_SPEED_SD_LOG,
        };
        [Some(course), Some(speed), None]
    }

    /// The middle of a turn as an observation of the wind direction.
    fn turn_middle(
        &self,
        at: usize,
        legs: &[Option<LegAssignment>],
        x: &Vector,
    ) -> Option<LinearObservation> {
        let turn = (*self.turns.get(at)?)?;
        // Assigned legs on both sides contain the same information, with the current.
        let has_assigned = |legs: &[Option<LegAssignment>]| legs.iter().any(Option::is_some);
        let beside = self.steps.count_in(BESIDE_TURN_S) as usize;
        let after = (at + beside).min(legs.len());
        if has_assigned(&legs[at.saturating_sub(beside)..at]) && has_assigned(&legs[at..after]) {
            return None;
        }
        let wind = x[SLOW] + x[QUICK];
        let off = wrap_180(turn.middle_deg - wind);
        let off = if off.abs() > 90.0 { wrap_180(off + 180.0) } else { off };
        if off.abs() > MAX_MIDDLE_OFF_DEG || turn.change_deg.abs() < MIN_TURN_DEG {
            return None;
        }
        let mut gradient = [0.0; N];
        (gradient[SLOW], gradient[QUICK]) = (1.0, 1.0);
        let null_variance = MAX_MIDDLE_OFF_DEG * MAX_MIDDLE_OFF_DEG;
        let middle_deg = middle_sd_deg(turn.change_deg);
        Some(LinearObservation {
            gradient,
            value: wind + off,
            variance: middle_deg * middle_deg,
            null_variance,
        })
    }

    /// Velocity over ground that a state predicts for an assigned step.
    pub(super) fn predict(&self, x: &Vector, leg: LegAssignment) -> PredictedVelocity {
        let bow =
            self.wind_over_water_deg(x) - leg.side * (x[ANGLE[leg.mode]] + leg.wider_deg + x[LEG_WIDTH]);
        let through_water_mps = libm::exp((x[SPEED[leg.mode]] + x[SPEED_OFFSET]).clamp(-3.0, 4.0));
        let (sin, cos) = libm::sincos(to_rad(bow));
        let (east, north) = (through_water_mps * sin + x[EAST], through_water_mps * cos + x[NORTH]);
        let speed_mps = hypot(east, north).max(0.2);
        let ahead = (east / speed_mps, north / speed_mps);
        let (sin_w, cos_w) = libm::sincos(to_rad(x[SLOW] + x[QUICK]));
        let per_mps = to_deg(1.0) / self.wind_mps();
        PredictedVelocity {
            course_deg: to_deg(libm::atan2(east, north)),
            speed_mps,
            ahead,
            along: through_water_mps / speed_mps * (sin * ahead.0 + cos * ahead.1),
            across: through_water_mps / speed_mps * (cos * ahead.0 - sin * ahead.1),
            wind_by_current: (per_mps * cos_w, -per_mps * sin_w),
        }
    }

    /// Direction of the wind over the water, deg: ω + (c_E cos ω − c_N sin ω) / wind speed, to first order.
    fn wind_over_water_deg(&self, x: &Vector) -> f64 {
        let wind = x[SLOW] + x[QUICK];
        let (sin, cos) = libm::sincos(to_rad(wind));
        wind + to_deg((x[EAST] * cos - x[NORTH] * sin) / self.wind_mps())
    }

    /// Upwind boat speed, m/s.
    pub(super) fn upwind_mps(&self) -> f64 {
        libm::exp(self.fitted.up.log_speed)
    }

    /// Wind speed assumed from the upwind boat speed, m/s.
    pub(super) fn wind_mps(&self) -> f64 {
        let times = match self.class {
            c if c.foil_speed_kn.is_some() => WIND_PER_SPEED_FOILS,
            c if c.speed_ratio > SKIFF_SPEED_RATIO => WIND_PER_SPEED_SKIFFS,
            _ => WIND_PER_SPEED,
        };
        (times * self.upwind_mps()).clamp(*WIND_MPS.start(), *WIND_MPS.end())
    }
}

impl PredictedVelocity {
    /// Gradient of the course over ground, deg.
    fn course_gradient(&self, leg: LegAssignment) -> Vector {
        let mut gradient = [0.0; N];
        (gradient[SLOW], gradient[QUICK]) = (self.along, self.along);
        (gradient[ANGLE[leg.mode]], gradient[LEG_WIDTH]) = (-leg.side * self.along, -leg.side * self.along);
        let turn_per_log = to_deg(-self.across);
        (gradient[SPEED[leg.mode]], gradient[SPEED_OFFSET]) = (turn_per_log, turn_per_log);
        gradient[EAST] = to_deg(self.ahead.1 / self.speed_mps) + self.along * self.wind_by_current.0;
        gradient[NORTH] = to_deg(-self.ahead.0 / self.speed_mps) + self.along * self.wind_by_current.1;
        gradient
    }

    /// Gradient of the log speed over ground.
    fn log_speed_gradient(&self, leg: LegAssignment) -> Vector {
        let mut gradient = [0.0; N];
        let turn_per_deg = to_rad(self.across);
        (gradient[SLOW], gradient[QUICK]) = (turn_per_deg, turn_per_deg);
        (gradient[ANGLE[leg.mode]], gradient[LEG_WIDTH]) =
            (-leg.side * turn_per_deg, -leg.side * turn_per_deg);
        (gradient[SPEED[leg.mode]], gradient[SPEED_OFFSET]) = (self.along, self.along);
        gradient[EAST] = self.ahead.0 / self.speed_mps + turn_per_deg * self.wind_by_current.0;
        gradient[NORTH] = self.ahead.1 / self.speed_mps + turn_per_deg * self.wind_by_current.1;
        gradient
    }
}

fn dot(a: &Vector, b: &Vector) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
