//! The wind as the boat met it: one value a fix, and means over windows.

use crate::angle::{circular_mean, wrap_180};
use crate::segment::course::Course;
use crate::wind::{WindAt, WindSeries};

/// Step of the samples a window's mean is taken of, s.
const STEP_S: f64 = 2.0;

/// A wind series laid over a track.
#[derive(Debug, Clone)]
pub struct Breeze<'a> {
    pub series: &'a WindSeries,
    /// Longest silence of the series that is interpolated, s.
    pub bridge_s: f64,
    /// Direction the wind blows from at each fix, deg; NaN where there is no wind.
    pub twd_deg: Vec<f64>,
}

impl<'a> Breeze<'a> {
    /// Lays a series over a track.
    pub fn new(course: &Course, series: &'a WindSeries, bridge_s: f64) -> Self {
        let at = |&t: &f64| series.at(t, bridge_s).map_or(f64::NAN, |w| w.twd_deg);
        Self { series, bridge_s, twd_deg: course.track.columns.time_ms.iter().map(at).collect() }
    }

    /// Signed wind angle of a fix by its smoothed course, deg; NaN without wind.
    pub fn angle_at_fix(&self, course: &Course, i: usize) -> f64 {
        wrap_180(self.twd_deg[i] - course.course_deg[i])
    }

    /// Mean wind between two moments (direction on the circle); none when the wind is unknown there.
    pub fn mean(&self, course: &Course, from_s: f64, to_s: f64) -> Option<WindAt> {
        let count = ((to_s - from_s) / STEP_S).max(1.0) as usize;
        let step = (to_s - from_s) / count as f64;
        let samples: Vec<WindAt> = (0..=count)
            .filter_map(|k| self.series.at(course.ms(from_s + step * k as f64), self.bridge_s))
            .collect();
        let n = samples.len() as f64;
        let (twd_deg, _) = circular_mean(samples.iter().map(|w| (w.twd_deg, 1.0)))?;
        let mean = |pick: fn(&WindAt) -> f64| samples.iter().map(pick).sum::<f64>() / n;
        Some(WindAt { twd_deg, sd_deg: mean(|w| w.sd_deg), tws_mps: mean(|w| w.tws_mps) })
    }
}
