//! Race quantities: several boats referred to one race wind, measured or estimated (docs/algorithms.md, section 11).
//!
//! | module | what |
//! |---|---|
//! | `legs` | legs of one boat between roundings |
//! | `ladder` | distances to windward and gains between boats |

pub mod ladder;
pub mod legs;

use crate::angle::{to_rad, wrap_360};
use crate::geo::{Plane, distance_m};
use crate::wind::{WindAt, WindSeries};

/// Longest gap across which the race wind is interpolated, s. *guess*
const BRIDGE_S: f64 = 60.0;
/// Fixes farther apart than this are a gap: no distance and no position across it, s. *guess*
const GAP_S: f64 = 10.0;

/// One boat of a race: columns of equal length from the analysis of its track.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Boat<'a> {
    /// UTC, ms, strictly increasing.
    pub time_ms: &'a [f64],
    pub lat_deg: &'a [f64],
    pub lon_deg: &'a [f64],
    pub sog_mps: &'a [f32],
    /// NaN where the course is unknown.
    pub cog_deg: &'a [f32],
}

/// Quantities of each fix relative to the race wind; NaN where wind or course is unknown.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RacePoints {
    /// Race wind direction (from), deg.
    pub race_wind_estimate_deg: Vec<f64>,
    /// (wind − course) mod 360.
    pub etwa_deg: Vec<f64>,
    /// Velocity made good towards the wind (positive upwind), and across it (positive to the right looking upwind), m/s.
    pub vmg_mps: Vec<f64>,
    pub lvg_mps: Vec<f64>,
}

/// The race wind at an instant; none across a longer gap.
pub fn wind_at(wind: &WindSeries, time_ms: f64) -> Option<WindAt> {
    wind.at(time_ms, BRIDGE_S)
}

impl Boat<'_> {
    /// Number of fixes: the length of the shortest column.
    pub fn len(&self) -> usize {
        let places = self.time_ms.len().min(self.lat_deg.len()).min(self.lon_deg.len());
        places.min(self.sog_mps.len()).min(self.cog_deg.len())
    }

    /// True when there are no fixes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Quantities of each fix relative to the race wind.
    pub fn points(&self, wind: &WindSeries) -> RacePoints {
        let mut out = RacePoints::default();
        for i in 0..self.len() {
            let twd = wind_at(wind, self.time_ms[i]).map_or(f64::NAN, |w| w.twd_deg);
            let (sog, cog) = (f64::from(self.sog_mps[i]), f64::from(self.cog_deg[i]));
            let (sin, cos) = libm::sincos(to_rad(twd - cog));
            out.race_wind_estimate_deg.push(twd);
            out.etwa_deg.push(if (twd - cog).is_finite() { wrap_360(twd - cog) } else { f64::NAN });
            out.vmg_mps.push(sog * cos);
            out.lvg_mps.push(-sog * sin);
        }
        out
    }

    /// Distance sailed between two instants, m: the sum of great-circle steps between the fixes within, gaps excluded.
    pub fn sailed_m(&self, from_ms: f64, to_ms: f64) -> f64 {
        let rows = self.rows(from_ms, to_ms);
        let step = |i: usize| match (self.time_ms[i + 1] - self.time_ms[i]) / 1000.0 <= GAP_S {
            true => distance_m(self.lat_deg[i], self.lon_deg[i], self.lat_deg[i + 1], self.lon_deg[i + 1]),
            false => 0.0,
        };
        (rows.start..rows.end.saturating_sub(1)).map(step).sum()
    }

    /// Rows of the fixes between two instants, both included.
    pub fn rows(&self, from_ms: f64, to_ms: f64) -> std::ops::Range<usize> {
        let times = &self.time_ms[..self.len()];
        let start = times.partition_point(|t| *t < from_ms);
        start..times.partition_point(|t| *t <= to_ms).max(start)
    }

    /// Position at an instant in a plane, m, by linear interpolation; none in a gap or outside the track.
    pub fn place_at(&self, plane: &Plane, time_ms: f64) -> Option<(f64, f64)> {
        let times = &self.time_ms[..self.len()];
        let next = times.partition_point(|t| *t < time_ms);
        let at = |i: usize| Some(plane.to_m(*self.lat_deg.get(i)?, *self.lon_deg.get(i)?));
        if times.get(next).is_some_and(|t| *t == time_ms) {
            return at(next);
        }
        let (t0, t1) = (*times.get(next.checked_sub(1)?)?, *times.get(next)?);
        if (t1 - t0) / 1000.0 > GAP_S {
            return None;
        }
        let (a, b, f) = (at(next - 1)?, at(next)?, (time_ms - t0) / (t1 - t0));
        Some((a.0 + (b.0 - a.0) * f, a.1 + (b.1 - a.1) * f))
    }
}
