//! What the user says of the wind, held beside what the track says.

use crate::angle::{wrap_180, wrap_360};
use crate::segment::course::Course;
use crate::wind::{WindSeries, WindSource};

/// Doubt of a direction that a sailor remembers, deg (one standard deviation).
const HINT_SD_DEG: f64 = 15.0;
/// Step of the series made of it, s.
const HINT_STEP_S: f64 = 10.0;
/// A track whose own wind is further from the hint than this contradicts it, deg.
const CONTRADICTS_DEG: f64 = 60.0;

/// The hint alone, over the whole track: for tracks that do not tell the wind.
pub(crate) fn alone(course: &Course, hint_deg: f64) -> WindSeries {
    let last_s = course.time_s.last().copied().unwrap_or(0.0);
    let steps = libm::floor(last_s / HINT_STEP_S) as usize;
    let time_ms: Vec<f64> = (0..=steps).map(|i| course.ms(i as f64 * HINT_STEP_S)).collect();
    let n = time_ms.len();
    WindSeries {
        source: WindSource::Pinned,
        time_ms,
        twd_deg: vec![wrap_360(hint_deg); n],
        sd_deg: vec![HINT_SD_DEG; n],
        tws_mps: vec![f64::NAN; n],
        flip_probability: 0.0,
    }
}

/// The sentence that the hint stands in for the wind.
pub(crate) const ALONE: &str =
    "The track alone does not tell the wind: the direction you gave is used as you gave it.";

/// The sentence for a track that tells another wind than the hint, if it does.
pub(crate) fn contradicted(wind: &WindSeries, hint_deg: f64) -> Option<String> {
    let off = |twd: &f64| wrap_180(twd - hint_deg).abs() > CONTRADICTS_DEG;
    let far = wind.twd_deg.iter().filter(|twd| off(twd)).count();
    (far * 2 > wind.twd_deg.len()).then(|| {
        "The courses and turns of this track tell another wind than the one you gave; the track's is used.".to_string()
    })
}
