//! Where a tow, a motor or a drive begins and ends: at the end of its steady speed, and of the change to the speed beside it.

use std::ops::Range;

use crate::motion::Motion;
use crate::track::Track;

/// A speed within this share of the last is as steady as before. *Guess*.
const STEADY_SHARE: f64 = 0.05;
/// Longest way from a block to the end of its speed, and longest change of the speed after it, s. *Guess*.
const STEADY_S: f64 = 45.0;
const CHANGE_S: f64 = 45.0;
/// Beside a change of speed the smoothed motion is still that of both, s. *Guess*: the memory of the smoother.
const MEMORY_S: f64 = 6.0;

/// What is left at an end of a piece is of the stretch when it is shorter, s. *Guess*: a block.
const LEFT_S: f64 = 20.0;

/// The rows of a stretch from where its speed begins to where it ends, inside `within` and the stretch's piece.
pub(super) fn of(rows: &Range<usize>, track: &Track, motion: &Motion, within: &Range<usize>) -> Range<usize> {
    let piece = track.pieces.iter().find(|piece| piece.contains(&rows.start));
    let piece = piece.map_or(rows.clone(), |piece| piece.start.max(within.start)..piece.end.min(within.end));
    if rows.start >= piece.end || rows.end <= piece.start {
        return rows.start..rows.start;
    }
    let rows = rows.start.max(piece.start)..rows.end.min(piece.end);
    let before: Vec<usize> = (piece.start..rows.start + 1).rev().collect();
    let after: Vec<usize> = (rows.end - 1..piece.end).collect();
    let start = reached(&before, track, motion).unwrap_or(rows.start);
    let end = reached(&after, track, motion).map_or(rows.end, |row| row + 1);
    let lasts_s = |a: usize, b: usize| time_s(track, b) - time_s(track, a);
    let start = if lasts_s(piece.start, start) < LEFT_S { piece.start } else { start };
    let end = if lasts_s(end.saturating_sub(1), piece.end - 1) < LEFT_S { piece.end } else { end };
    start..end
}

fn time_s(track: &Track, row: usize) -> f64 {
    track.columns.time_ms.get(row).copied().unwrap_or(f64::NAN) / 1000.0
}

/// The last row, outward, of a steady speed and of the one change after it.
fn reached(outward: &[usize], track: &Track, motion: &Motion) -> Option<usize> {
    let time_s = |row: usize| time_s(track, row);
    let mps = |row: usize| motion.sog_mps.get(row).copied().unwrap_or(f64::NAN);
    let first = *outward.first()?;
    let (from_s, speed) = (time_s(first), mps(first));
    let mut last = first;
    let mut rest = outward.iter().copied().skip(1).peekable();
    while let Some(row) = rest.next_if(|row| {
        (mps(*row) - speed).abs() <= STEADY_SHARE * speed && (time_s(*row) - from_s).abs() <= STEADY_S
    }) {
        last = row;
    }
    let (change_s, mut rising) = (time_s(last), None);
    while let Some(row) = rest.next_if(|row| {
        let change = mps(*row) - mps(last);
        let goes_on = *rising.get_or_insert(change > 0.0) == (change > 0.0);
        goes_on && change.abs() > STEADY_SHARE / 10.0 * speed && (time_s(*row) - change_s).abs() <= CHANGE_S
    }) {
        last = row;
    }
    let end_s = time_s(last);
    rest.take_while(|row| (time_s(*row) - end_s).abs() <= MEMORY_S).last().or(Some(last))
}
