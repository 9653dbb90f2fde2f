//! `Track` → smoothed position, velocity, course, turn rate (Kalman + RTS, ALGORITHMS 3.1, steps 4-6).

use crate::config::BoatClass;
use crate::track::Track;

/// Smoothed motion, one value per fix of the track. Never bridges a gap.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Motion {
    /// Position in the track's plane, m.
    pub east_m: Vec<f64>,
    pub north_m: Vec<f64>,
    /// Velocity over ground, m/s.
    pub east_mps: Vec<f64>,
    pub north_mps: Vec<f64>,
    pub sog_mps: Vec<f64>,
    /// One standard deviation of the speed, m/s.
    pub sog_sd_mps: Vec<f64>,
    /// True course over ground, deg; held below 0.5 kn (the fix is flagged SLOW).
    pub cog_deg: Vec<f64>,
    /// Turn rate of the course, deg/s, to starboard positive; NaN where speed < 0.7 m/s.
    pub turn_rate_dps: Vec<f64>,
}

/// Smooths a track.
pub fn smooth(_track: &Track, _class: &BoatClass) -> Motion {
    Motion::default()
}
