//! Legs of one boat: from the starting signal to the first rounding, between roundings, and to the finish.

use crate::race::Boat;
use crate::segment::straights::{DOWNWIND_DEG, UPWIND_DEG};
use crate::stats::moments::Moments;
use crate::stats::order::sort_by_number;
use crate::wind::WindSeries;

/// Point of sail of a leg, by its mean absolute angle to the race wind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LegKind {
    Upwind,
    Reach,
    Downwind,
}

/// One leg of one boat.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Leg {
    /// None where the race wind is unknown.
    pub kind: Option<LegKind>,
    pub start_ms: f64,
    pub end_ms: f64,
    /// Distance sailed, m.
    pub sailed_m: f64,
    /// Mean velocity made good towards the wind on an upwind leg, away from it on a downwind leg, m/s; none on a reach.
    pub vmg_mps: Option<f64>,
}

/// The legs of a boat between the starting signal and the finish. `roundings_ms` are the times of its bear-aways and
/// douses, in any order.
pub fn legs(boat: &Boat, wind: &WindSeries, gun_ms: f64, finish_ms: f64, roundings_ms: &[f64]) -> Vec<Leg> {
    let inside = |t: &&f64| **t > gun_ms && **t < finish_ms;
    let mut ends: Vec<f64> = roundings_ms.iter().filter(inside).copied().collect();
    sort_by_number(&mut ends, |&t| t);
    ends.push(finish_ms);
    let mut start_ms = gun_ms;
    let mut out = Vec::with_capacity(ends.len());
    for end_ms in ends.into_iter().filter(|e| *e > gun_ms) {
        out.push(leg(boat, wind, start_ms, end_ms));
        start_ms = end_ms;
    }
    out
}

fn leg(boat: &Boat, wind: &WindSeries, start_ms: f64, end_ms: f64) -> Leg {
    let rows = boat.rows(start_ms, end_ms);
    let points = boat.points(wind);
    let angle = |i: usize| {
        let etwa = points.etwa_deg[i];
        etwa.min(360.0 - etwa)
    };
    let mean_angle = Moments::of(rows.clone().map(angle)).mean();
    let kind = mean_angle.map(|deg| match deg {
        d if d < UPWIND_DEG => LegKind::Upwind,
        d if d > DOWNWIND_DEG => LegKind::Downwind,
        _ => LegKind::Reach,
    });
    let made_good = Moments::of(rows.map(|i| points.vmg_mps[i])).mean();
    let vmg_mps = match kind {
        Some(LegKind::Upwind) => made_good,
        Some(LegKind::Downwind) => made_good.map(|v| -v),
        _ => None,
    };
    Leg { kind, start_ms, end_ms, sailed_m: boat.sailed_m(start_ms, end_ms), vmg_mps }
}
