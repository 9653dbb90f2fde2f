//! Position of a mark from the turns of the boats that rounded it.

use super::answer::PlaceBasis;
use super::course::Mark;
use super::field::MANY_BOATS;
use super::rounding::{AT_MARK_M, Rounding};
use super::vectors::{apart_m, dot, sum, unit, way};
use crate::stats::geometric::{geometric_median, middle};
use crate::stats::order::sort_by_number;
use crate::stats::quantile::median;

/// From where boats turn to the mark, m, which is as uncertain. *guess*
const CLEARANCE_M: f64 = 3.0;
/// Standard deviation of a mark besides: m per m/s of the boats over the root of their number. *from* docs/races.md, 3
const MIN_SD_S: f64 = 0.5;

/// A turn of a boat at a waypoint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Turn {
    /// Index of the boat in the course.
    pub boat: usize,
    /// Index of the waypoint.
    pub waypoint: usize,
    pub turn: Rounding,
}

/// The mark inside of these turns of one sense; none without turns. Those that lie more than twice as far from their middle as
/// the median one, and as boats turn at a mark, are turns elsewhere.
pub(super) fn fit_mark(turns: &[Turn]) -> Option<Mark> {
    let rough = middle(&turns.iter().map(|t| t.turn.at).collect::<Vec<_>>())?;
    let away_m = |t: &Turn| apart_m(t.turn.at, rough);
    let typical_m = median(&mut turns.iter().map(away_m).collect::<Vec<_>>())?.max(AT_MARK_M);
    let turns = &turns.iter().filter(|t| away_m(t) <= 2.0 * typical_m).copied().collect::<Vec<_>>()[..];
    let at = inner_median(turns)?;
    let boats = boats(turns);
    let speed_mps = median(&mut turns.iter().map(|t| t.turn.speed_mps).collect::<Vec<_>>())?;
    let n = boats.len() as f64;
    let least_m = CLEARANCE_M + MIN_SD_S * speed_mps / libm::sqrt(n);
    // Measured: median error 17 m of pairs of kites at 10 m/s (docs/races.md, 3).
    let least_m = if boats.len() < MANY_BOATS { 2.0 * least_m } else { least_m };
    Some(Mark {
        at,
        sd_m: least_m.max(jackknife_sd_m(turns, &boats)),
        basis: PlaceBasis::Estimated,
        passings: turns.len() as u32,
        inside: unit(sum(turns.iter().map(|t| t.turn.between)))?,
        clockwise: turns.first()?.turn.clockwise,
    })
}

/// Numbers of the boats of these turns, each once.
pub(super) fn boats(turns: &[Turn]) -> Vec<usize> {
    let mut boats: Vec<usize> = Vec::new();
    for turn in turns {
        if !boats.contains(&turn.boat) {
            boats.push(turn.boat);
        }
    }
    boats
}

/// The geometric median of the points on the inside of the half of the turns that lie farthest in.
fn inner_median(turns: &[Turn]) -> Option<(f64, f64)> {
    let inside = unit(sum(turns.iter().map(|t| t.turn.inside)))?;
    let depth = |t: &Turn| dot(t.turn.at, inside);
    let mut sorted: Vec<&Turn> = turns.iter().collect();
    sort_by_number(&mut sorted, |t| -depth(t));
    sorted.truncate(turns.len().div_ceil(2));
    let inner = |t: &&Turn| {
        let (at, inside) = (t.turn.at, t.turn.inside);
        (at.0 + CLEARANCE_M * inside.0, at.1 + CLEARANCE_M * inside.1)
    };
    geometric_median(&sorted.iter().map(inner).collect::<Vec<_>>())
}

/// Standard deviation of the position by leaving out each boat, m per coordinate; 0 for one boat.
fn jackknife_sd_m(turns: &[Turn], boats: &[usize]) -> f64 {
    let without = |boat: &usize| -> Option<(f64, f64)> {
        inner_median(&turns.iter().filter(|t| t.boat != *boat).copied().collect::<Vec<_>>())
    };
    let places: Vec<(f64, f64)> = boats.iter().filter_map(without).collect();
    let n = places.len() as f64;
    if places.len() < 2 {
        return 0.0;
    }
    let (x, y) = sum(places.iter().copied());
    let squares = |p: &(f64, f64)| {
        let off = way((x / n, y / n), *p);
        dot(off, off)
    };
    libm::sqrt((n - 1.0) / n * places.iter().map(squares).sum::<f64>() / 2.0)
}
