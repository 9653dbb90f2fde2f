//! Files of one session as one recording.

use std::borrow::Cow;

use crate::track::{Columns, Recording};

/// The rows of recordings that go on one after the other, as one recording, whose pieces are theirs: a boundary of files is none.
/// The head is that of the first. None without recordings.
pub(super) fn joined(mut unordered: Vec<Recording>) -> Option<Recording> {
    let first_ms = |one: &Recording| one.columns.time_ms.first().copied().unwrap_or(f64::INFINITY);
    let mut recordings: Vec<Recording> = Vec::new();
    // Not sorted: a sort of recordings would be 3 kB more of the module for the browser.
    while let Some(at) = (0..unordered.len()).reduce(|one, other| {
        let ms = |row: usize| unordered.get(row).map_or(f64::INFINITY, first_ms);
        if ms(other) < ms(one) { other } else { one }
    }) {
        recordings.push(unordered.remove(at));
    }
    let mut ids: Vec<Cow<'static, str>> = Vec::new();
    for column in recordings.iter().flat_map(|one| one.columns.channels()) {
        if !ids.contains(&column.id) {
            ids.push(column.id.clone());
        }
    }
    let all =
        |of: fn(&Columns) -> &Vec<f64>| recordings.iter().flat_map(|one| of(&one.columns)).copied().collect();
    let mut columns =
        Columns::new(all(|c| &c.time_ms), all(|c| &c.lat_deg), all(|c| &c.lon_deg)).unwrap_or_default();
    for id in ids {
        let values = |one: &Recording| {
            let missing = || vec![f32::NAN; one.columns.len()];
            one.columns.get(&id).map_or_else(missing, <[f32]>::to_vec)
        };
        let values = recordings.iter().flat_map(values).collect();
        columns.set(id, values);
    }
    let mut first_row = 0;
    let mut breaks = Vec::new();
    for one in &recordings {
        breaks.extend(one.breaks.iter().map(|row| row + first_row));
        first_row += one.columns.len();
    }
    let pauses_ms = recordings.iter().flat_map(|one| one.pauses_ms.iter().copied()).collect();
    let head = recordings.into_iter().next()?;
    Some(Recording { columns, breaks, pauses_ms, ..head })
}
