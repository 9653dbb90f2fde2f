//! Where a tow, a motor or a drive begins and ends: where the speeds on both sides differ most, and the change from one to the
//! other is over.

use std::ops::Range;

use crate::motion::Motion;
use crate::track::Track;

/// The end of a stretch is so near to that of its blocks, s: two of them. *Guess*.
const NEAR_S: f64 = 40.0;
/// Fewest rows on each side of an end, and least standard deviation of the speeds there, m/s. *Guess*.
const LEAST_ROWS: usize = 5;
const LEAST_SD_MPS: f64 = 0.05;
/// Least change of the speed in a second, as a share of it, and longest change of the speed beside a stretch, s. *Guess*.
const CHANGE_SHARE: f64 = 0.005;
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
    // At an end of its piece nothing is beside it.
    let end = |at: usize| {
        let is_inside = at > piece.start && at < piece.end;
        is_inside.then(|| divided_at(at, &piece, track, motion)).flatten().unwrap_or(at)
    };
    let (first, last) = (end(rows.start), end(rows.end));
    if first >= last {
        return rows.start..rows.start;
    }
    let before: Vec<usize> = (piece.start..first + 1).rev().collect();
    let after: Vec<usize> = (last - 1..piece.end).collect();
    let start = reached(&before, track, motion).unwrap_or(first);
    let end = reached(&after, track, motion).map_or(last, |row| row + 1);
    let lasts_s = |a: usize, b: usize| track.columns.time_s(b) - track.columns.time_s(a);
    let start = if lasts_s(piece.start, start) < LEFT_S { piece.start } else { start };
    let end = if lasts_s(end.saturating_sub(1), piece.end - 1) < LEFT_S { piece.end } else { end };
    start..end
}

/// The first row after the division, near a row, that leaves the least spread of the speeds on both sides: their likelihood
/// where those of each side are normally distributed. None where there are few.
fn divided_at(row: usize, piece: &Range<usize>, track: &Track, motion: &Motion) -> Option<usize> {
    let times = track.columns.time_ms.get(piece.clone())?;
    let at_ms = track.columns.time_ms.get(row)?;
    let from = piece.start + times.partition_point(|ms| *ms < at_ms - 1000.0 * NEAR_S);
    let to = piece.start + times.partition_point(|ms| *ms <= at_ms + 1000.0 * NEAR_S);
    let mps = motion.sog_mps.get(from..to)?;
    let mut sums = vec![(0.0, 0.0)];
    sums.extend(mps.iter().scan((0.0, 0.0), |(sum, squares), v| {
        (*sum, *squares) = (*sum + v, *squares + v * v);
        Some((*sum, *squares))
    }));
    let cost = |rows: Range<usize>| {
        let (n, (a, b)) = (rows.len() as f64, (sums[rows.start], sums[rows.end]));
        let mean = (b.0 - a.0) / n;
        let variance = ((b.1 - a.1) / n - mean * mean).max(0.0);
        n * libm::log(variance + LEAST_SD_MPS * LEAST_SD_MPS)
    };
    let divisions = LEAST_ROWS..mps.len().saturating_sub(LEAST_ROWS);
    let all = divisions.map(|i| (i, cost(0..i) + cost(i..mps.len())));
    all.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(i, _)| from + i)
}

/// The last row, outward, of the change of speed that begins here, and of the smoother's memory after it.
fn reached(outward: &[usize], track: &Track, motion: &Motion) -> Option<usize> {
    let time_s = |row: usize| track.columns.time_s(row);
    let mps = |row: usize| motion.sog_mps.get(row).copied().unwrap_or(f64::NAN);
    let first = *outward.first()?;
    let (mut last, mut rising) = (first, None);
    let mut rest = outward.iter().copied().skip(1).peekable();
    while let Some(row) = rest.next_if(|row| {
        let (change, s) = (mps(*row) - mps(last), (time_s(*row) - time_s(last)).abs());
        let goes_on = *rising.get_or_insert(change > 0.0) == (change > 0.0);
        goes_on
            && change.abs() > CHANGE_SHARE * mps(first) * s
            && (time_s(*row) - time_s(first)).abs() <= CHANGE_S
    }) {
        last = row;
    }
    let end_s = time_s(last);
    rest.take_while(|row| (time_s(*row) - end_s).abs() <= MEMORY_S).last().or(Some(last))
}
