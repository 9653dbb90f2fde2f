//! Measured wind: what a wind log or the boat's own instruments say, as wind over ground (ALGORITHMS 2.7).
//!
//! In this order of trust: a direction as measured; a true wind angle and a heading; an apparent wind, a heading and
//! the boat's motion; a true wind angle and the course, where there is no compass. One file speaks one of them.

mod instruments;
mod smooth;
mod vane;

use super::{WindSeries, WindSource};
use crate::stats::order::sort_by_number;
use crate::track::Recording;
use instruments::{Instruments, WindMethod, WindObservation};
pub use vane::Vane;

/// Fewer sights than this are no log.
const MIN_SIGHTS: usize = 5;
/// A way is used when it has at least this share of the sights of the richest one.
const ENOUGH: f64 = 0.2;
/// Samples are no denser than this, s.
const THIN_S: f64 = 1.0;
/// A sample speaks for this long around it, s; for a station's log, with a sample a minute or fewer, longer.
const REACH_S: f64 = 60.0;
const STATION_REACH_S: f64 = 600.0;
const STATION_INTERVAL_S: f64 = 55.0;

/// The measured wind of a recording: of a wind log, or of the instruments beside a track. `None` without any.
///
/// Directions are where the wind blows from over ground, deg; speeds m/s, NaN where only a direction was measured;
/// both smoothed over 10 s. The standard deviation is the sensor's, by the way the direction was found.
pub fn measured(recording: &Recording) -> Option<WindSeries> {
    measured_by(recording).map(|(series, _)| series)
}

/// The same, and how the vane was found to stand, where its tacks tell: the winds are corrected for it.
pub fn measured_by(recording: &Recording) -> Option<(WindSeries, Option<Vane>)> {
    let sights = Instruments::of(recording).sights();
    let way = best_way(&sights)?;
    let mut sights: Vec<WindObservation> = sights.into_iter().filter(|s| s.way == way).collect();
    sort_by_number(&mut sights, |s| s.time_ms);
    let mut last = f64::NEG_INFINITY;
    sights.retain(|s| {
        let keep = s.time_ms > last;
        last = last.max(s.time_ms);
        keep
    });
    let vane = Vane::by_tacks(&sights);
    if let Some(vane) = &vane {
        sights.iter_mut().for_each(|sight| vane.correct(sight));
    }
    let smoothed = smooth::over_ten_seconds(&sights, REACH_S);
    let mut series = WindSeries {
        source: WindSource::Measured,
        time_ms: Vec::new(),
        twd_deg: Vec::new(),
        sd_deg: Vec::new(),
        tws_mps: Vec::new(),
        flip_probability: 0.0,
    };
    for (time_ms, twd_deg, tws_mps) in smoothed {
        if series.time_ms.last().is_none_or(|&t| time_ms >= t + THIN_S * 1000.0 - 1.0) {
            series.time_ms.push(time_ms);
            series.twd_deg.push(twd_deg);
            series.sd_deg.push(way.sd_deg());
            series.tws_mps.push(tws_mps);
        }
    }
    Some((series, vane))
}

/// The longest interval between two samples over which a measured wind is interpolated, s.
pub fn bridge_s(series: &WindSeries) -> f64 {
    let mut dt: Vec<f64> = series.time_ms.windows(2).map(|w| (w[1] - w[0]) / 1000.0).collect();
    let middle = dt.len() / 2;
    let station =
        !dt.is_empty() && *dt.select_nth_unstable_by(middle, f64::total_cmp).1 >= STATION_INTERVAL_S;
    2.0 * if station { STATION_REACH_S } else { REACH_S }
}

fn best_way(sights: &[WindObservation]) -> Option<WindMethod> {
    let count = |way: WindMethod| sights.iter().filter(|s| s.way == way).count();
    let most = WindMethod::ALL.iter().map(|&w| count(w)).max()?;
    let enough =
        |way: &&WindMethod| count(**way) >= MIN_SIGHTS && count(**way) as f64 >= ENOUGH * most as f64;
    WindMethod::ALL.iter().find(enough).copied()
}

#[cfg(test)]
mod tests;
