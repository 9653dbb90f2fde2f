//! Ladder lines: distance to windward of each boat along the axis of the race wind, and gains between boats.

use crate::angle::to_rad;
use crate::geo::Plane;
use crate::race::{Boat, wind_at};
use crate::wind::WindSeries;

/// Interval between ladder rows, ms.
pub const LADDER_STEP_MS: f64 = 10_000.0;

/// Distances of all boats at one instant.
#[derive(Debug, Clone, PartialEq)]
pub struct Rungs {
    pub time_ms: f64,
    /// Distance to windward of the first boat's first fix, m, one per boat; none where position or wind is unknown.
    pub windward_m: Vec<Option<f64>>,
}

/// Rows from `from_ms` to `to_ms`, both included, every ten seconds; empty without boats.
pub fn ladder(boats: &[Boat], wind: &WindSeries, from_ms: f64, to_ms: f64) -> Vec<Rungs> {
    let Some(plane) = plane_of(boats) else { return Vec::new() };
    let count = ((to_ms - from_ms) / LADDER_STEP_MS).floor();
    let steps = if count >= 0.0 { count as usize + 1 } else { 0 };
    let rungs = |k: usize| {
        let time_ms = from_ms + LADDER_STEP_MS * k as f64;
        let twd_deg = wind_at(wind, time_ms).map(|w| w.twd_deg);
        let rung = |boat: &Boat| Some(to_windward(boat.place_at(&plane, time_ms)?, twd_deg?));
        Rungs { time_ms, windward_m: boats.iter().map(rung).collect() }
    };
    (0..steps).map(rungs).collect()
}

/// Gain of `one` over `other` between two instants, m: the change of their difference in distance to windward, each
/// along the wind axis of its instant. Positive when `one` gained to windward; on a run negate it. Includes the part due
/// to a wind shift, [`shift_gain_m`]. None where a position or the wind is unknown.
pub fn gain_m(one: &Boat, other: &Boat, wind: &WindSeries, from_ms: f64, to_ms: f64) -> Option<f64> {
    let (before, after) = (wind_at(wind, from_ms)?.twd_deg, wind_at(wind, to_ms)?.twd_deg);
    Some(apart_m(one, other, to_ms, after)? - apart_m(one, other, from_ms, before)?)
}

/// The part of [`gain_m`] due to the wind shift alone: the final positions compared along both wind axes.
pub fn shift_gain_m(one: &Boat, other: &Boat, wind: &WindSeries, from_ms: f64, to_ms: f64) -> Option<f64> {
    let (before, after) = (wind_at(wind, from_ms)?.twd_deg, wind_at(wind, to_ms)?.twd_deg);
    Some(apart_m(one, other, to_ms, after)? - apart_m(one, other, to_ms, before)?)
}

/// Distance of one boat to windward of another, m.
fn apart_m(one: &Boat, other: &Boat, time_ms: f64, twd_deg: f64) -> Option<f64> {
    let plane = plane_of(&[*one])?;
    let (a, b) = (one.place_at(&plane, time_ms)?, other.place_at(&plane, time_ms)?);
    Some(to_windward(a, twd_deg) - to_windward(b, twd_deg))
}

fn plane_of(boats: &[Boat]) -> Option<Plane> {
    let first = boats.iter().find(|b| !b.is_empty())?;
    Some(Plane::at(*first.lat_deg.first()?, *first.lon_deg.first()?))
}

fn to_windward((east_m, north_m): (f64, f64), twd_deg: f64) -> f64 {
    let (sin, cos) = libm::sincos(to_rad(twd_deg));
    east_m * sin + north_m * cos
}
