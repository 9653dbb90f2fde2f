//! Errors of receivers and sensors (docs/algorithms.md, section 14.6).

use serde::{Deserialize, Serialize};

/// Errors that the receiver and the sensors add to the truth.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Noise {
    /// Slow error of the position: standard deviation on each axis, m.
    pub drift_m: f64,
    /// Its time constant, s.
    pub drift_tau_s: f64,
    /// White error of the position: standard deviation on each axis, m.
    pub white_m: f64,
    /// Error of the Doppler velocity: standard deviation on each axis, m/s; time constant 3 s.
    pub doppler_mps: f64,
    /// Delay of the recorded speed and course, s.
    pub doppler_lag_s: f64,
    /// Further delay of the recorded course, s.
    #[serde(skip_serializing_if = "is_none")]
    pub course_lag_s: f64,
    /// Time constant of a low-pass filter of the recorded velocity, s; 0 = none.
    #[serde(skip_serializing_if = "is_none")]
    pub smoothing_s: f64,
    /// Added to the recorded course, deg: minus the magnetic variation for a magnetic course.
    #[serde(skip_serializing_if = "is_none")]
    pub course_offset_deg: f64,
    /// The recorded speed is multiplied by one more than this: 0.944 for knots that are taken for m/s.
    #[serde(skip_serializing_if = "is_none")]
    pub speed_excess: f64,
    /// Probability that a position is an outlier, 20 to 300 m off.
    pub outliers: f64,
    /// Mean time between dropouts, minutes; 0 = none.
    pub dropout_every_min: f64,
    /// Mean duration of a dropout beyond 2 s, s.
    pub dropout_s: f64,
    /// Amplitude of the speed of a swinging wrist along the course, m/s, at 0.4 to 0.8 Hz.
    pub swing_mps: f64,
    /// Mean time between offset episodes of the positions, minutes; 0 = none.
    pub offset_every_min: f64,
    /// Offset during an episode, m, in one direction drawn per session.
    pub offset_m: f64,
    /// Mean duration of an episode beyond 2 s, s.
    pub offset_s: f64,
    /// Error of the times: standard deviation, ms.
    pub jitter_ms: f64,
    /// Smart recording: without a change of course or speed a fix is stored only after this time, s; 0 = off.
    pub smart_s: f64,
    /// Error of heading, heel and pitch: standard deviation, deg.
    pub attitude_deg: f64,
    /// Delay of heading, heel, pitch and load, s.
    pub sensor_lag_s: f64,
    /// Mounting error, added to the heel, deg.
    pub heel_offset_deg: f64,
    /// Largest absolute heel and pitch that is recorded, deg; 0 = no limit.
    #[serde(skip_serializing_if = "is_none")]
    pub attitude_limit_deg: f64,
}

/// True for zero: such fields are not written.
pub(super) fn is_none(value: &f64) -> bool {
    *value == 0.0
}

impl Noise {
    /// No errors.
    pub const NONE: Self = Self {
        drift_m: 0.0,
        drift_tau_s: 30.0,
        white_m: 0.0,
        doppler_mps: 0.0,
        doppler_lag_s: 0.0,
        course_lag_s: 0.0,
        smoothing_s: 0.0,
        course_offset_deg: 0.0,
        speed_excess: 0.0,
        outliers: 0.0,
        dropout_every_min: 0.0,
        dropout_s: 0.0,
        swing_mps: 0.0,
        offset_every_min: 0.0,
        offset_m: 0.0,
        offset_s: 0.0,
        jitter_ms: 0.0,
        smart_s: 0.0,
        attitude_deg: 0.0,
        sensor_lag_s: 0.0,
        heel_offset_deg: 0.0,
        attitude_limit_deg: 0.0,
    };
    /// A dedicated logger on deck. *guess*
    pub const LOGGER: Self = Self {
        drift_m: 0.9,
        drift_tau_s: 40.0,
        white_m: 0.3,
        doppler_mps: 0.06,
        attitude_deg: 0.6,
        ..Self::NONE
    };
    /// A watch on the wrist. *guess*
    pub const WATCH: Self = Self {
        drift_m: 1.8,
        drift_tau_s: 30.0,
        white_m: 0.5,
        doppler_mps: 0.12,
        doppler_lag_s: 0.5,
        outliers: 0.0005,
        dropout_every_min: 25.0,
        dropout_s: 10.0,
        swing_mps: 0.15,
        offset_every_min: 45.0,
        offset_m: 8.0,
        offset_s: 40.0,
        attitude_deg: 2.0,
        ..Self::NONE
    };
    /// A phone: speed and bearing are smoothed and late. Lag of the bearing: *measured* on three phones' logs; the rest is
    /// a *guess*.
    pub const PHONE: Self = Self {
        drift_m: 1.5,
        drift_tau_s: 30.0,
        white_m: 0.4,
        doppler_mps: 0.1,
        doppler_lag_s: 0.4,
        course_lag_s: 0.9,
        smoothing_s: 0.4,
        attitude_deg: 1.5,
        ..Self::NONE
    };
}

/// A kind of receiver, which selects a [`Noise`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Device {
    /// No errors.
    Perfect,
    Logger,
    Watch,
    Phone,
}

impl Device {
    /// The errors of this kind of receiver.
    pub fn noise(self) -> Noise {
        match self {
            Self::Perfect => Noise::NONE,
            Self::Logger => Noise::LOGGER,
            Self::Watch => Noise::WATCH,
            Self::Phone => Noise::PHONE,
        }
    }
}

impl Default for Noise {
    fn default() -> Self {
        Self::LOGGER
    }
}
