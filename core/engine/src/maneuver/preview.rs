//! The path of a maneuver in metres about its moment, rotated so that the wind blows down the page.

use crate::angle::to_rad;
use crate::segment::course::Course;

/// Samples of a preview, evenly spaced in time. *guess*
const PREVIEW_SAMPLES: usize = 64;
/// Time before the turn and after the maneuver's end, s. *guess*
const PREVIEW_MARGIN_S: f64 = 10.0;

/// One sample relative to the maneuver's moment: seconds; metres to the right looking upwind and to windward; speed over
/// ground in m/s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    pub dt_s: f64,
    pub x_m: f64,
    pub y_m: f64,
    pub sog_mps: f64,
}

/// Samples the path from [`PREVIEW_MARGIN_S`] before `from_s` to as long after `to_s`, inside the piece of `moment_s`;
/// empty where that lies in a gap. `wind_deg` is the direction the wind blows from.
pub fn sample_preview(course: &Course, from_s: f64, to_s: f64, moment_s: f64, wind_deg: f64) -> Vec<Sample> {
    let Some(((first, last), (east0, north0))) =
        course.piece_span(moment_s).zip(course.position_at(moment_s))
    else {
        return Vec::new();
    };
    let (from, to) = ((from_s - PREVIEW_MARGIN_S).max(first), (to_s + PREVIEW_MARGIN_S).min(last));
    let (sin, cos) = libm::sincos(to_rad(wind_deg));
    (0..PREVIEW_SAMPLES)
        .filter_map(|k| {
            let t = from + (to - from) * k as f64 / (PREVIEW_SAMPLES - 1) as f64;
            let (east, north) = course.position_at(t)?;
            let (e, n) = (east - east0, north - north0);
            let sog_mps = course.sog_at(t)?;
            Some(Sample { dt_s: t - moment_s, x_m: e * cos - n * sin, y_m: e * sin + n * cos, sog_mps })
        })
        .collect()
}
