//! Rows of one time stamp: of a receiver whose clock counts seconds at several positions a second, or of two receivers.

use super::moment::Row;
use super::sentence::Sentence;
use crate::track::{Columns, Recording};

impl Row {
    /// True for a position other than that of a sentence of the same talker and kind in the row: it begins a row, though its
    /// time is the same.
    pub(super) fn repeats(&self, sentence: &Sentence<'_>) -> bool {
        let position = match &sentence.kind {
            b"RMC" => sentence.position(2),
            b"GGA" => sentence.position(1),
            b"GLL" => sentence.position(0),
            _ => None,
        };
        position
            .zip(self.placed_by)
            .is_some_and(|(position, (tag, before))| tag == sentence.tag() && position != before)
    }
}

/// Merges rows with one time stamp: of each quantity the last value counts.
pub(super) fn merge(recording: &mut Recording) {
    let columns = std::mem::take(&mut recording.columns);
    let mut last = Vec::with_capacity(columns.len());
    let mut columns = columns;
    for row in 0..columns.len() {
        let same = row > 0 && columns.time_ms.get(row) == columns.time_ms.get(row - 1);
        if same {
            last.pop();
            fill(&mut columns, row);
        }
        last.push(row);
    }
    recording.columns = columns.into_selected(&last);
    recording.damage.kept = last.len() as u32;
    recording.damage.expected = recording.damage.expected.map(|_| last.len() as u32);
}

/// Gives a row the values of the row before that it lacks.
fn fill(columns: &mut Columns, row: usize) {
    if columns.lat_deg.get(row).is_some_and(|lat| lat.is_nan()) {
        columns.lat_deg.copy_within(row - 1..row, row);
        columns.lon_deg.copy_within(row - 1..row, row);
    }
    for column in columns.channels_mut() {
        if column.values.get(row).is_some_and(|value| value.is_nan()) {
            column.values.copy_within(row - 1..row, row);
        }
    }
}
