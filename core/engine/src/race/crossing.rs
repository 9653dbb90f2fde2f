//! Where a path crosses a line: the starting line, the ray of a mark, the finish.

use std::ops::Range;

use super::vectors::{apart_m, dot, way};

/// A crossing of a line from behind.
pub(super) struct Crossing {
    pub time_s: f64,
    pub at: (f64, f64),
    /// Speed, and that across the line, m/s.
    pub speed_mps: f64,
    pub ahead_mps: f64,
}

/// The crossings of the line through `origin` in the direction `ahead`, a unit vector across it, by a path in these rows.
pub(super) fn crossings(
    path: impl Fn(usize) -> Option<(f64, f64)>,
    rows: Range<usize>,
    origin: (f64, f64),
    ahead: (f64, f64),
) -> impl Iterator<Item = Crossing> {
    rows.filter_map(move |row| {
        let (a, b) = (path(row)?, path(row + 1)?);
        let (before, after) = (dot(way(origin, a), ahead), dot(way(origin, b), ahead));
        if !(before < 0.0 && after >= 0.0) {
            return None;
        }
        let share = before / (before - after);
        let at = (a.0 + share * (b.0 - a.0), a.1 + share * (b.1 - a.1));
        Some(Crossing { time_s: row as f64 + share, at, speed_mps: apart_m(a, b), ahead_mps: after - before })
    })
}
