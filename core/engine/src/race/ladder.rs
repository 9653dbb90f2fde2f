//! The ladder: rungs square to the race wind. A boat's rung is how far to windward she is; who climbs faster gains.

use crate::angle::to_rad;
use crate::geo::Plane;
use crate::race::{Boat, wind_at};
use crate::wind::WindSeries;

/// Step of the ladder, ms.
pub const LADDER_STEP_MS: f64 = 10_000.0;

/// All boats at one moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Rungs {
    pub time_ms: f64,
    /// Metres to windward of the first boat's first fix, one a boat; none where boat or wind is unknown.
    pub windward_m: Vec<Option<f64>>,
}

/// The ladder from one moment to another, every ten seconds.
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

/// How many metres one boat gained on another between two moments, on the axis of the wind at the later one: positive
/// when she climbed more on a beat. On a run to leeward is forward: turn the sign. A shift of the wind moves the rungs
/// under both boats, so that what a boat gained by the shift counts as well, told apart by [`shift_gain_m`].
pub fn gain_m(one: &Boat, other: &Boat, wind: &WindSeries, from_ms: f64, to_ms: f64) -> Option<f64> {
    let (before, after) = (wind_at(wind, from_ms)?.twd_deg, wind_at(wind, to_ms)?.twd_deg);
    Some(apart_m(one, other, to_ms, after)? - apart_m(one, other, from_ms, before)?)
}

/// The part of a gain that the wind gave by shifting, as if both boats had stayed where they were at the end.
pub fn shift_gain_m(one: &Boat, other: &Boat, wind: &WindSeries, from_ms: f64, to_ms: f64) -> Option<f64> {
    let (before, after) = (wind_at(wind, from_ms)?.twd_deg, wind_at(wind, to_ms)?.twd_deg);
    Some(apart_m(one, other, to_ms, after)? - apart_m(one, other, to_ms, before)?)
}

/// How far one boat is to windward of another, m.
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
