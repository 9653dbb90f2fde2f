//! How a boat turned at a mark.

use super::field::FieldBoat;
use super::turning::{HALF_TURN_S, MIN_CHANGE_DEG, SIDE_S, courses_deg};
use super::vectors::{unit, way};
use crate::angle::to_rad;

/// Turns within so many s and m are one rounding of one mark. *hand-tuned* on the fleets of ../shared/recordings: an offset mark
/// is farther away
pub(super) const ONE_ROUNDING_S: f64 = 30.0;
pub(super) const ONE_ROUNDING_M: f64 = 40.0;
/// Boats turn so near to each other at a mark, m. *hand-tuned* on the same fleets
pub(super) const AT_MARK_M: f64 = 20.0;
/// The marks of a gate, a top mark and its offset mark, one mark in several laps, and the boats that pass them are so near to each
/// other, m. *from* docs/races.md, 3
pub(super) const NEAR_MARKS_M: f64 = 150.0;
/// Fast boats turn farther away: the way of so many s. *hand-tuned* on the same fleets
pub(super) const PLACE_S: f64 = 16.0;

/// The turn of a boat at a mark.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rounding {
    /// When and where she was abeam of the mark; s from the start of the grid, m.
    pub time_s: f64,
    pub at: (f64, f64),
    /// Unit vector to the inside of the turn.
    pub inside: (f64, f64),
    /// The same by her ways to the mark and from it, on whichever tacks.
    pub between: (f64, f64),
    pub clockwise: bool,
    pub speed_mps: f64,
}

/// The turn of a boat nearest to a time, s from the start of the grid; none in a gap or without a turn.
pub(super) fn rounding(boat: &FieldBoat, near_s: f64) -> Option<Rounding> {
    let middle = libm::round(near_s.max(0.0)) as usize;
    let to = HALF_TURN_S + SIDE_S / 2;
    let first = middle.checked_sub(to)?;
    let courses = courses_deg(boat, first..middle + to + 1);
    let side = SIDE_S / 2;
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
    let (before, after) = (mean(courses.get(..side)?), mean(courses.get(courses.len() - side..)?));
    let turn = after - before;
    if !(turn.is_finite() && turn.abs() >= MIN_CHANGE_DEG) {
        return None;
    }
    // Measured on the fleets of ../shared/recordings: where a third of it is made marks lie 5 m and passings 1.5 s upstream.
    let half = before + 0.5 * turn;
    let mut found: Option<f64> = None;
    for (k, pair) in courses.windows(2).enumerate() {
        let &[a, b] = pair else { continue };
        if a != b && (a - half) * (b - half) <= 0.0 {
            let time_s = (first + k) as f64 + (half - a) / (b - a);
            if found.is_none_or(|f| (time_s - near_s).abs() < (f - near_s).abs()) {
                found = Some(time_s);
            }
        }
    }
    let time_s = found?;
    let (entry, exit) = (libm::sincos(to_rad(before)), libm::sincos(to_rad(after)));
    let inside = unit(way(entry, exit))?;
    let at = boat.at_s(time_s)?;
    let direction = |from: Option<(f64, f64)>, to: Option<(f64, f64)>| unit(way(from?, to?));
    let ways = direction(boat.at_s(time_s - ONE_ROUNDING_S), Some(at))
        .zip(direction(Some(at), boat.at_s(time_s + ONE_ROUNDING_S)));
    let between = ways.and_then(|(from, to)| unit(way(from, to))).unwrap_or(inside);
    let speed_mps = boat.speed_mps(time_s as usize);
    Some(Rounding { time_s, at, inside, between, clockwise: turn > 0.0, speed_mps })
}
