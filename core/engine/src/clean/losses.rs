//! Entries of the damage report for rows that cleaning drops or flags.

use std::ops::Range;

use crate::damage::{Damage, Loss, LossKind, LossUnit};

/// Entries a reason; further ranges share one more entry. *Guess*.
const MAX_RANGES: usize = 20;

/// Adds one entry for each run of adjacent rows to the damage report. `time_ms`: times of all rows of the recording; `what`:
/// the sentence, without its full stop.
pub(super) fn add_rows(damage: &mut Damage, time_ms: &[f64], rows: &[usize], kind: LossKind, what: &str) {
    let mut sorted = rows.to_vec();
    sorted.sort_unstable();
    let ranges: Vec<&[usize]> = sorted.chunk_by(|&a, &b| b == a + 1).collect();
    let single = ranges.iter().take(MAX_RANGES).map(|r| (span(r), r.len()));
    let rest: Vec<usize> = ranges.iter().skip(MAX_RANGES).flat_map(|r| r.iter().copied()).collect();
    let rest = (!rest.is_empty()).then(|| (span(&rest), rest.len()));
    let losses = single.chain(rest).map(|(range, points)| loss(time_ms, range, points, kind, what));
    damage.losses.extend(losses);
}

fn span(rows: &[usize]) -> Range<usize> {
    rows.first().copied().unwrap_or(0)..rows.last().map_or(0, |r| r + 1)
}

fn loss(time_ms: &[f64], range: Range<usize>, points: usize, kind: LossKind, what: &str) -> Loss {
    let before =
        range.start.checked_sub(1).and_then(|row| time_ms.get(row).copied()).filter(|t| t.is_finite());
    let count = if points == 1 { "1 point".to_string() } else { format!("{points} points") };
    Loss {
        from: range.start as u64,
        to: range.end as u64,
        unit: LossUnit::Row,
        kind,
        points: points as u32,
        time_ms: before,
        reason: format!("{what} ({count})."),
    }
}
