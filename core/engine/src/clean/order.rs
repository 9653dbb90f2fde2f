//! A strictly rising time base from times in any order.

use crate::stats::order::sort_by_number;

/// Rows by what becomes of them.
pub(super) struct Order {
    /// In rising order of time.
    pub kept: Vec<usize>,
    /// Dropped: the same time as the row before.
    pub repeated: Vec<usize>,
    /// Dropped: not in the longest rising selection.
    pub backward: Vec<usize>,
    /// Dropped: few fixes far from all others.
    pub strayed: Vec<usize>,
}

/// Groups of fewer than [`STRAY_FIXES`] fixes, at least this far from all others, have a wrong date, ms. *Guess*.
const STRAY_MS: f64 = 24.0 * 3_600_000.0;
const STRAY_FIXES: usize = 3;

/// Puts rows into rising order of time. Blocks in the wrong order (a file merged from parts) are sorted; of rows that
/// still run backward as few as possible are dropped, so that one time in the future does not drop the rest.
pub(super) fn rising(time_ms: &[f64], rows: &[usize]) -> Order {
    let time = |row: usize| time_ms.get(row).copied().unwrap_or(f64::NAN);
    let strictly = rows.windows(2).all(|w| time(w[0]) < time(w[1]));
    let sorted = if strictly { rows.to_vec() } else { blocks_in_order(rows, &time) };
    let (once, repeated) = without_repeats(&sorted, &time);
    let (rising, backward) = if strictly { (once, Vec::new()) } else { longest_rising(&once, &time) };
    let (kept, strayed) = without_strays(rising, &time);
    Order { kept, repeated, backward, strayed }
}

/// Sorts the blocks between backward steps by the time in their middle.
fn blocks_in_order(rows: &[usize], time: &impl Fn(usize) -> f64) -> Vec<usize> {
    let mut blocks: Vec<&[usize]> = rows.chunk_by(|&a, &b| time(b) >= time(a)).collect();
    let middle = |block: &[usize]| block.get(block.len() / 2).map_or(0.0, |&row| time(row));
    sort_by_number(&mut blocks, |b| middle(b));
    blocks.concat()
}

/// Keeps the first of neighbours with the same stamp.
fn without_repeats(rows: &[usize], time: &impl Fn(usize) -> f64) -> (Vec<usize>, Vec<usize>) {
    let (mut once, mut repeated): (Vec<usize>, Vec<usize>) = (Vec::with_capacity(rows.len()), Vec::new());
    for &row in rows {
        if once.last().is_some_and(|&last| time(last) == time(row)) {
            repeated.push(row)
        } else {
            once.push(row)
        }
    }
    (once, repeated)
}

/// The longest strictly rising selection and the other rows, by patience sorting in O(n log n). Only files out of
/// order reach it.
fn longest_rising(rows: &[usize], time: &impl Fn(usize) -> f64) -> (Vec<usize>, Vec<usize>) {
    let mut tops: Vec<usize> = Vec::new(); // For each length, the index into `rows` of the smallest last element.
    let mut before: Vec<Option<usize>> = Vec::with_capacity(rows.len());
    for (i, &row) in rows.iter().enumerate() {
        let length = tops.partition_point(|&j| rows.get(j).is_some_and(|&r| time(r) < time(row)));
        before.push(length.checked_sub(1).and_then(|l| tops.get(l).copied()));
        match tops.get_mut(length) {
            Some(top) => *top = i,
            None => tops.push(i),
        }
    }
    let mut chosen = vec![false; rows.len()];
    let mut at = tops.last().copied();
    while let Some(i) = at {
        chosen[i] = true;
        at = before[i];
    }
    let pick =
        |wanted: bool| rows.iter().zip(&chosen).filter(|(_, c)| **c == wanted).map(|(&r, _)| r).collect();
    (pick(true), pick(false))
}

/// Drops groups of fewer than [`STRAY_FIXES`] fixes, [`STRAY_MS`] or more from all others.
fn without_strays(rows: Vec<usize>, time: &impl Fn(usize) -> f64) -> (Vec<usize>, Vec<usize>) {
    let groups: Vec<&[usize]> = rows.chunk_by(|&a, &b| time(b) - time(a) < STRAY_MS).collect();
    if groups.len() < 2 {
        return (rows, Vec::new());
    }
    let stray = |group: &&[usize]| group.len() < STRAY_FIXES;
    let (strays, good): (Vec<&[usize]>, Vec<&[usize]>) = groups.iter().copied().partition(stray);
    if good.is_empty() { (rows.clone(), Vec::new()) } else { (good.concat(), strays.concat()) }
}
