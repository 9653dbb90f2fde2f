//! The little picture of a maneuver: the way about its moment, the wind from above.

use crate::angle::to_rad;
use crate::segment::course::Course;

/// Most samples.
const SAMPLES: usize = 64;
/// It begins before the turn and ends after the maneuver by this much, s.
const MARGIN_S: f64 = 10.0;

/// One sample: seconds and metres from the moment (right looking upwind, to windward), speed in m/s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    pub dt_s: f64,
    pub x_m: f64,
    pub y_m: f64,
    pub sog_mps: f64,
}

/// Samples the way from 10 s before the turn to 10 s after the maneuver, inside its piece.
pub fn preview(course: &Course, from_s: f64, to_s: f64, moment_s: f64, wind_deg: f64) -> Vec<Sample> {
    let Some(((first, last), (east0, north0))) =
        course.piece_span(moment_s).zip(course.position_at(moment_s))
    else {
        return Vec::new();
    };
    let (from, to) = ((from_s - MARGIN_S).max(first), (to_s + MARGIN_S).min(last));
    let (sin, cos) = libm::sincos(to_rad(wind_deg));
    (0..SAMPLES)
        .filter_map(|k| {
            let t = from + (to - from) * k as f64 / (SAMPLES - 1) as f64;
            let (east, north) = course.position_at(t)?;
            let (e, n) = (east - east0, north - north0);
            let sog_mps = course.sog_at(t)?;
            Some(Sample { dt_s: t - moment_s, x_m: e * cos - n * sin, y_m: e * sin + n * cos, sog_mps })
        })
        .collect()
}
