//! Measured wind over ground, from a wind log or from instruments on board (docs/algorithms.md, section 5).
//!
//! Methods in order of preference: direction as measured; true wind angle and heading; apparent wind, heading and motion;
//! true wind angle and course over ground, or apparent wind and speed through water, where there is no compass. One
//! recording uses one method.

mod instruments;
mod smooth;
mod unused;
mod vane;

use super::{WindSeries, WindSource};
use crate::angle::hypot;
use crate::stats::order::sort_by_number;
use crate::stats::quantile::upper_median;
use crate::track::Recording;
use instruments::{Instruments, WindMethod, WindObservation};
pub use vane::Vane;

/// Least observations of a method. *guess*
const MIN_OBSERVATIONS: usize = 5;
/// Least time of a method's observations, as a share of that of the method that has most. *guess*
const MIN_SHARE: f64 = 0.2;
/// Least interval between samples, s. *guess*
const MIN_INTERVAL_S: f64 = 1.0;
/// A sample holds for this long before and after it, s, and in the log of a station, whose median interval is at least
/// this, s. *guess*
const HOLD_S: f64 = 60.0;
const STATION_HOLD_S: f64 = 600.0;
const STATION_INTERVAL_S: f64 = 55.0;

/// Number of the points of the compass that a direction in letters distinguishes at least and at most. *definition*
const POINTS: [f64; 2] = [8.0, 16.0];

/// What a recording measured of the wind.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MeasuredWind {
    /// None without a direction.
    pub wind: Option<WindSeries>,
    /// That is of the instruments on board.
    pub is_on_board: bool,
    /// The error of the vane where the tacks determine it, for which the wind is corrected.
    pub vane: Option<Vane>,
    /// The speed where there is no direction: its directions are NaN.
    pub speed: Option<WindSeries>,
    /// What was found and is not used, a sentence each.
    pub notes: Vec<String>,
}

/// The measured wind of a recording, and the error of the vane; none without a direction. As in [`measure`].
pub fn measured_by(recording: &Recording) -> Option<(WindSeries, Option<Vane>)> {
    let MeasuredWind { wind, vane, .. } = measure(recording);
    wind.map(|wind| (wind, vane))
}

/// The measured wind of a recording: a wind log, or a track with instruments.
///
/// Directions are where the wind over ground blows from, deg; speeds m/s, NaN where only a direction was measured; both
/// smoothed over 10 s. The standard deviation is that of the method, and of the rounding of a direction in letters.
#[inline(never)]
pub fn measure(recording: &Recording) -> MeasuredWind {
    let instruments = Instruments::of(recording);
    let found = direction_of(&instruments);
    let speed = if found.is_none() { instruments.speed() } else { None };
    let notes = unused::notes(recording, found.is_some(), speed.is_some());
    let (wind, vane) = found.unzip();
    MeasuredWind { wind, vane: vane.flatten(), speed, notes, ..MeasuredWind::default() }
}

fn direction_of(instruments: &Instruments) -> Option<(WindSeries, Option<Vane>)> {
    let observations = instruments.observations();
    let method = best_method(&observations)?;
    let mut observations: Vec<WindObservation> =
        observations.into_iter().filter(|s| s.method == method).collect();
    sort_by_number(&mut observations, |s| s.time_ms);
    let mut last = f64::NEG_INFINITY;
    observations.retain(|s| {
        let keep = s.time_ms > last;
        last = last.max(s.time_ms);
        keep
    });
    let vane = Vane::from_tacks(&observations);
    if let Some(vane) = &vane {
        observations.iter_mut().for_each(|observation| vane.correct(observation));
    }
    let sd_deg = hypot(method.sd_deg(), rounding_sd_deg(&observations));
    let smoothed = smooth::over_ten_seconds(&observations, HOLD_S);
    let mut series = empty();
    for (time_ms, twd_deg, tws_mps) in smoothed {
        if series.time_ms.last().is_none_or(|&t| time_ms >= t + MIN_INTERVAL_S * 1000.0 - 1.0) {
            series.time_ms.push(time_ms);
            series.twd_deg.push(twd_deg);
            series.sd_deg.push(sd_deg);
            series.tws_mps.push(tws_mps);
        }
    }
    Some((series, vane))
}

fn empty() -> WindSeries {
    WindSeries {
        source: WindSource::Measured,
        time_ms: Vec::new(),
        twd_deg: Vec::new(),
        sd_deg: Vec::new(),
        tws_mps: Vec::new(),
        flip_probability: 0.0,
    }
}

/// Standard deviation of the rounding of directions that are all points of the compass, deg; 0 of others.
fn rounding_sd_deg(observations: &[WindObservation]) -> f64 {
    let step_deg = POINTS.map(|points| 360.0 / points).into_iter().find(|step| {
        let is_point = |s: &WindObservation| s.angle_deg.is_nan() && s.twd_deg % step == 0.0;
        observations.iter().all(is_point)
    });
    step_deg.map_or(0.0, |step| step / 12f64.sqrt())
}

/// Longest interval between two samples over which a measured wind is interpolated, s.
pub fn bridge_s(series: &WindSeries) -> f64 {
    let mut dt: Vec<f64> = series.time_ms.windows(2).map(|w| (w[1] - w[0]) / 1000.0).collect();
    let station = upper_median(&mut dt).is_some_and(|median_s| median_s >= STATION_INTERVAL_S);
    2.0 * if station { STATION_HOLD_S } else { HOLD_S }
}

fn best_method(observations: &[WindObservation]) -> Option<WindMethod> {
    let amount = |method: &WindMethod| {
        let (mut count, mut seconds, mut last_ms) = (0, 0.0, f64::NAN);
        for s in observations.iter().filter(|s| s.method == *method) {
            count += 1;
            // NaN at the first.
            seconds += ((s.time_ms - last_ms) / 1000.0).clamp(0.0, HOLD_S).max(0.0);
            last_ms = s.time_ms;
        }
        (count, seconds)
    };
    let amounts = WindMethod::ALL.map(|method| (method, amount(&method)));
    let most_s = amounts.iter().map(|(_, (_, seconds))| *seconds).fold(0.0, f64::max);
    let enough = |(_, (count, seconds)): &&(_, (usize, f64))| {
        *count >= MIN_OBSERVATIONS && *seconds >= MIN_SHARE * most_s
    };
    amounts.iter().find(enough).map(|(method, _)| *method)
}

#[cfg(test)]
mod tests;
