//! A wind series interpolated along a track: one value per fix, and means over windows (docs/algorithms.md, section 7.4).

use crate::angle::{circular_mean, wrap_180};
use crate::segment::course::Course;
use crate::wind::estimate::MAX_SD_DEG;
use crate::wind::{WindAt, WindSeries};

/// Longest step between the samples of a mean, s. *guess*
const MEAN_STEP_S: f64 = 2.0;

/// Longest time from a sample of the series at which an extended wind is known, s. *guess*
const MAX_EXTENSION_S: f64 = 1200.0;
/// Growth of the variance of an extended wind with the time from the nearest sample, deg²/s. *guess*
const VARIANCE_GROWTH_DEG2_PER_S: f64 = 0.25;

/// A wind series interpolated at the fixes of a track.
#[derive(Debug, Clone)]
pub struct WindAlongTrack<'a> {
    pub series: &'a WindSeries,
    /// Longest interval between samples that is interpolated, s.
    pub bridge_s: f64,
    /// Direction the wind blows from at each fix, deg; NaN where there is no wind.
    pub twd_deg: Vec<f64>,
    extended: bool,
}

impl<'a> WindAlongTrack<'a> {
    /// The wind at each fix, unknown where the series has no sample near enough.
    pub fn new(course: &Course, series: &'a WindSeries, bridge_s: f64) -> Self {
        let winds = series.along(&course.track.columns.time_ms, bridge_s);
        let twd_deg = winds.map(|w| w.map_or(f64::NAN, |w| w.twd_deg)).collect();
        Self { series, bridge_s, extended: false, twd_deg }
    }

    /// The same, extended over times without samples, for naming turns alone: to tell a tack from a gybe of a reaching
    /// boat, a wind that is 40° wrong is sufficient.
    pub fn extended(course: &Course, series: &'a WindSeries, bridge_s: f64) -> Self {
        let mut wind_along = Self { series, bridge_s, twd_deg: Vec::new(), extended: true };
        let time_ms = &course.track.columns.time_ms;
        let winds = time_ms.iter().zip(series.along(time_ms, bridge_s));
        let at = |(&t, known): (&f64, Option<WindAt>)| known.or_else(|| wind_along.nearest(t));
        wind_along.twd_deg = winds.map(at).map(|w| w.map_or(f64::NAN, |w| w.twd_deg)).collect();
        wind_along
    }

    /// The wind at a time (UTC, ms).
    fn at(&self, time_ms: f64) -> Option<WindAt> {
        let known = self.series.at(time_ms, self.bridge_s);
        if known.is_some() || !self.extended { known } else { self.nearest(time_ms) }
    }

    /// The wind between or beside samples, with a standard deviation that grows with the time from the nearest one; none
    /// beyond [`MAX_EXTENSION_S`].
    fn nearest(&self, time_ms: f64) -> Option<WindAt> {
        let first = *self.series.time_ms.first()?;
        let last = *self.series.time_ms.last()?;
        let inside = time_ms.clamp(first, last);
        let next = self.series.time_ms.partition_point(|&t| t < inside);
        let away_s =
            |k: usize| self.series.time_ms.get(k).map_or(f64::INFINITY, |t| (t - time_ms).abs() / 1000.0);
        let nearest_s = away_s(next).min(next.checked_sub(1).map_or(f64::INFINITY, away_s));
        if nearest_s > MAX_EXTENSION_S {
            return None;
        }
        let w = self.series.at(inside, f64::INFINITY)?;
        let sd = f64::sqrt(w.sd_deg * w.sd_deg + VARIANCE_GROWTH_DEG2_PER_S * nearest_s);
        Some(WindAt { sd_deg: sd.max(MAX_SD_DEG), tws_mps: f64::NAN, ..w })
    }

    /// Signed wind angle of a fix by its smoothed course, deg, [-180, 180), positive on starboard tack; NaN without wind.
    pub fn angle_at_fix(&self, course: &Course, i: usize) -> f64 {
        wrap_180(self.twd_deg[i] - course.course_deg[i])
    }

    /// The same by the mean course over 3 s about the fix, which noise of single fixes changes less.
    pub fn mean_angle_at_fix(&self, course: &Course, i: usize) -> f64 {
        wrap_180(self.twd_deg[i] - course.course_3s_deg()[i])
    }

    /// Circular mean of the wind between two moments, with the mean standard deviation and speed, over the times at which
    /// it is known; none where it is not known at all.
    pub fn mean(&self, course: &Course, from_s: f64, to_s: f64) -> Option<WindAt> {
        let count = ((to_s - from_s) / MEAN_STEP_S).max(1.0) as usize;
        let step = (to_s - from_s) / count as f64;
        let samples: Vec<WindAt> =
            (0..=count).filter_map(|k| self.at(course.ms(from_s + step * k as f64))).collect();
        let n = samples.len() as f64;
        let (twd_deg, _) = circular_mean(samples.iter().map(|w| (w.twd_deg, 1.0)))?;
        let mean = |pick: fn(&WindAt) -> f64| samples.iter().map(pick).sum::<f64>() / n;
        Some(WindAt { twd_deg, sd_deg: mean(|w| w.sd_deg), tws_mps: mean(|w| w.tws_mps) })
    }
}
