//! The wind as the boat met it: one value a fix, and means over windows.

use crate::angle::{circular_mean, wrap_180};
use crate::segment::course::Course;
use crate::wind::{WindAt, WindSeries};

/// Step of the samples a window's mean is taken of, s.
const MEAN_STEP_S: f64 = 2.0;

/// How far the wind is stretched over silence for naming turns, s.
const STRETCH_S: f64 = 1200.0;
/// How its variance grows in silence, deg² per s, and its least standard deviation there: an estimate is silent where
/// it is less certain than that.
const WANDER_DEG2_PER_S: f64 = 0.25;
const SILENT_SD_DEG: f64 = 20.0;

/// A wind series laid over a track.
#[derive(Debug, Clone)]
pub struct WindAlongTrack<'a> {
    pub series: &'a WindSeries,
    /// Longest silence of the series that is interpolated, s.
    pub bridge_s: f64,
    /// Direction the wind blows from at each fix, deg; NaN where there is no wind.
    pub twd_deg: Vec<f64>,
    stretched: bool,
}

impl<'a> WindAlongTrack<'a> {
    /// Lays a series over a track.
    pub fn new(course: &Course, series: &'a WindSeries, bridge_s: f64) -> Self {
        let winds = series.along(&course.track.columns.time_ms, bridge_s);
        let twd_deg = winds.map(|w| w.map_or(f64::NAN, |w| w.twd_deg)).collect();
        Self { series, bridge_s, stretched: false, twd_deg }
    }

    /// The same wind stretched over the times at which the series is silent, for naming turns alone: whether a reaching
    /// boat turned her bow or her stern through the wind is told by a wind that is forty degrees off.
    pub fn stretched(course: &Course, series: &'a WindSeries, bridge_s: f64) -> Self {
        let mut wind_along = Self { series, bridge_s, twd_deg: Vec::new(), stretched: true };
        let time_ms = &course.track.columns.time_ms;
        let winds = time_ms.iter().zip(series.along(time_ms, bridge_s));
        let at = |(&t, told): (&f64, Option<WindAt>)| told.or_else(|| wind_along.nearest(t));
        wind_along.twd_deg = winds.map(at).map(|w| w.map_or(f64::NAN, |w| w.twd_deg)).collect();
        wind_along
    }

    fn at(&self, time_ms: f64) -> Option<WindAt> {
        let told = self.series.at(time_ms, self.bridge_s);
        if told.is_some() || !self.stretched { told } else { self.nearest(time_ms) }
    }

    /// The wind between or beside the moments the series stands behind, with a doubt that grows with the silence.
    fn nearest(&self, time_ms: f64) -> Option<WindAt> {
        let first = *self.series.time_ms.first()?;
        let last = *self.series.time_ms.last()?;
        let inside = time_ms.clamp(first, last);
        let next = self.series.time_ms.partition_point(|&t| t < inside);
        let gap_s =
            |k: usize| self.series.time_ms.get(k).map_or(f64::INFINITY, |t| (t - time_ms).abs() / 1000.0);
        let silence_s = gap_s(next).min(next.checked_sub(1).map_or(f64::INFINITY, gap_s));
        if silence_s > STRETCH_S {
            return None;
        }
        let w = self.series.at(inside, f64::INFINITY)?;
        let sd = libm::sqrt(w.sd_deg * w.sd_deg + WANDER_DEG2_PER_S * silence_s);
        Some(WindAt { sd_deg: sd.max(SILENT_SD_DEG), tws_mps: f64::NAN, ..w })
    }

    /// Signed wind angle of a fix by its smoothed course, deg; NaN without wind.
    pub fn angle_at_fix(&self, course: &Course, i: usize) -> f64 {
        wrap_180(self.twd_deg[i] - course.course_deg[i])
    }

    /// Mean wind between two moments (direction on the circle); none when the wind is unknown there.
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
