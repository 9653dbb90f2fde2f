//! The wind a boat sailed in, for the dashboards (ALGORITHMS 2.9, 3.8).

use crate::segment::course::Course;
use crate::wind::WindSeries;

/// Time is counted in steps of this, s, by a mean over the other.
const WIND_SAMPLE_STEP_S: f64 = 5.0;
const SMOOTHED_S: f64 = 30.0;
/// The wind of a maneuver is the mean over this, s.
const MANEUVER_S: f64 = 600.0;
/// A gap longer than this is no time on the water, s.
const ASHORE_S: f64 = 300.0;

/// Time on the water: from the first fix to the last, without gaps of more than five minutes, s.
pub fn water_time_s(course: &Course) -> f64 {
    let t = &course.time_s;
    let steps = t.windows(2).map(|w| w[1] - w[0]);
    steps.filter(|dt| *dt <= ASHORE_S).sum()
}

/// How long which wind speed blew, m/s and s, while the boat was recorded: a mean of 30 s every five seconds.
pub fn winds_met(course: &Course, measured: &WindSeries, bridge_s: f64) -> Vec<(f64, f64)> {
    let mut out = Vec::new();
    for piece in &course.track.pieces {
        let (first, last) = (course.time_s[piece.start], course.time_s[piece.end - 1]);
        for k in 0..((last - first) / WIND_SAMPLE_STEP_S).ceil() as usize {
            let from = first + WIND_SAMPLE_STEP_S * k as f64;
            let lasts = WIND_SAMPLE_STEP_S.min(last - from);
            if let Some(mps) = mean_mps(course, measured, bridge_s, from + lasts / 2.0, SMOOTHED_S) {
                out.push((mps, lasts));
            }
        }
    }
    out
}

/// The measured wind speed about a moment, mean of ten minutes, m/s.
pub fn wind_about_mps(course: &Course, measured: &WindSeries, bridge_s: f64, t_s: f64) -> Option<f64> {
    mean_mps(course, measured, bridge_s, t_s, MANEUVER_S)
}

/// Mean wind speed over a centred window, of what was measured in it.
fn mean_mps(course: &Course, wind: &WindSeries, bridge_s: f64, at_s: f64, window_s: f64) -> Option<f64> {
    let steps = (window_s / WIND_SAMPLE_STEP_S) as usize;
    let moment = |k: usize| course.ms(at_s - window_s / 2.0 + WIND_SAMPLE_STEP_S * k as f64);
    let speeds = (0..=steps).filter_map(|k| wind.at(moment(k), bridge_s)).map(|w| w.tws_mps);
    let (sum, n) = speeds.filter(|v| v.is_finite()).fold((0.0, 0.0), |(sum, n), v| (sum + v, n + 1.0));
    (n > 0.0).then(|| sum / n)
}
