//! Time on the water and wind conditions of one track (docs/algorithms.md, section 11).

use crate::segment::course::Course;
use crate::track::flag;
use crate::wind::WindSeries;

/// Wind speed is sampled at this interval, s. *guess*
const WIND_SAMPLE_S: f64 = 5.0;
/// Averaging window for the time in conditions, s. *guess*
const CONDITIONS_MEAN_S: f64 = 30.0;
/// Averaging window of the wind speed at a maneuver, s: 10 min, the meteorological mean.
const MANEUVER_MEAN_S: f64 = 600.0;
/// Longer gaps do not count as time on the water, s. *guess*
const MAX_WATER_GAP_S: f64 = 300.0;

/// Time on the water, s: from the first to the last fix without gaps of more than five minutes. Steps inside a piece are
/// no gaps, however rarely a tracker sends.
pub fn water_time_s(course: &Course) -> f64 {
    let t = &course.time_s;
    let starts_piece = |i: usize| course.track.pieces.binary_search_by_key(&i, |p| p.start).is_ok();
    let step = |i: usize| (i, t[i] - t[i - 1]);
    let left_out = |i: usize| course.track.flags.get(i).is_some_and(|flags| flags & flag::LEFT_OUT != 0);
    let sailed = |i: usize| !left_out(i) && !left_out(i - 1);
    let counted = |(i, dt): &(usize, f64)| sailed(*i) && (*dt <= MAX_WATER_GAP_S || !starts_piece(*i));
    (1..t.len()).map(step).filter(counted).fold(0.0, |sum, (_, dt)| sum + dt)
}

/// Wind speed while the boat was recorded: pairs of (30 s mean, m/s; duration it represents, s), one every 5 s.
pub fn wind_exposure(course: &Course, measured: &WindSeries, bridge_s: f64) -> Vec<(f64, f64)> {
    let mut out = Vec::new();
    for piece in &course.track.pieces {
        let (first, last) = (course.time_s[piece.start], course.time_s[piece.end - 1]);
        for k in 0..((last - first) / WIND_SAMPLE_S).ceil() as usize {
            let from = first + WIND_SAMPLE_S * k as f64;
            let lasts = WIND_SAMPLE_S.min(last - from);
            if let Some(mps) = mean_mps(course, measured, bridge_s, from + lasts / 2.0, CONDITIONS_MEAN_S) {
                out.push((mps, lasts));
            }
        }
    }
    out
}

/// Measured wind speed at an instant, centred 10 min mean, m/s; none without measurements within the window.
pub fn wind_about_mps(course: &Course, measured: &WindSeries, bridge_s: f64, t_s: f64) -> Option<f64> {
    mean_mps(course, measured, bridge_s, t_s, MANEUVER_MEAN_S)
}

/// Mean of the measured wind speeds within a centred window, m/s.
fn mean_mps(course: &Course, wind: &WindSeries, bridge_s: f64, at_s: f64, window_s: f64) -> Option<f64> {
    let steps = (window_s / WIND_SAMPLE_S) as usize;
    let moment = |k: usize| course.ms(at_s - window_s / 2.0 + WIND_SAMPLE_S * k as f64);
    let speeds = (0..=steps).filter_map(|k| wind.at(moment(k), bridge_s)).map(|w| w.tws_mps);
    let (sum, n) = speeds.filter(|v| v.is_finite()).fold((0.0, 0.0), |(sum, n), v| (sum + v, n + 1.0));
    (n > 0.0).then(|| sum / n)
}
