//! The columns of a recording while it is read, row by row in the order of the file.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::loss::Losses;
use super::quantities::settled;
use super::valid::normalize;
use crate::config::limits;
use crate::error::{Error, ErrorKind};
use crate::track::{Columns, Format, Recording};

/// Index of a channel in a [`Sheet`].
pub(super) type Slot = usize;

/// Limit of the NaN written for missing values, so that channels with a few values do not take memory for every row:
/// `FILLERS + FILLERS_PER_ROW × max(rows, 3 × rows that the bytes read may hold)`. *Guess*, within docs/limits.md.
const FILLERS: usize = 2 * 1024 * 1024;
const FILLERS_PER_ROW: usize = 8;

/// From so many rows on the number of all rows is estimated from the bytes a row. *Guess*.
const FIRST_ROWS: usize = 1024;

/// Rows of time, position and channels. A channel takes no memory for rows after its last value.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    time_ms: Vec<f64>,
    lat_deg: Vec<f64>,
    lon_deg: Vec<f64>,
    channels: Vec<(Cow<'static, str>, Vec<f32>)>,
    /// Slots by id; not changed by [`Self::rename`].
    slots: BTreeMap<Cow<'static, str>, Slot>,
    /// Bytes of the file read so far; fewest bytes of a row; length of the file, 0 when unknown.
    reached: usize,
    bytes_per_row: usize,
    length: usize,
    /// NaN written for missing values so far.
    fillers: usize,
    /// Channels with a value that was left out because too many were missing before it.
    seldom: Vec<Slot>,
}

impl Sheet {
    /// An empty sheet with room for `rows`.
    pub(super) fn with_room(rows: usize) -> Self {
        let mut sheet = Self::of_file(rows, 1);
        sheet.reached(rows);
        sheet.time_ms.reserve(rows);
        sheet.lat_deg.reserve(rows);
        sheet.lon_deg.reserve(rows);
        sheet
    }

    /// An empty sheet for a file of `length` bytes, 0 when unknown, with rows of at least `bytes_per_row` bytes.
    pub(super) fn of_file(length: usize, bytes_per_row: usize) -> Self {
        let rows = (length / bytes_per_row).min(FIRST_ROWS);
        Self {
            time_ms: Vec::with_capacity(rows),
            lat_deg: Vec::with_capacity(rows),
            lon_deg: Vec::with_capacity(rows),
            channels: Vec::new(),
            slots: BTreeMap::new(),
            reached: 0,
            bytes_per_row,
            length,
            fillers: 0,
            seldom: Vec::new(),
        }
    }

    /// The slot of a channel, added when it is new. Beyond the limit of channels a slot whose values are left out.
    pub(super) fn slot(&mut self, id: impl Into<Cow<'static, str>>) -> Slot {
        let id = id.into();
        if let Some(slot) = self.slots.get(&id) {
            return *slot;
        }
        if self.channels.len() >= limits::CHANNELS {
            return Slot::MAX;
        }
        self.slots.insert(id.clone(), self.channels.len());
        self.channels.push((id, Vec::new()));
        self.channels.len() - 1
    }

    /// Records how many bytes of the file were read.
    pub(super) fn reached(&mut self, bytes: usize) {
        self.reached = bytes;
    }

    /// Limit of missing values for columns of so many rows. It depends on the bytes read and not on the file's length,
    /// so that the result is the same however the file arrives.
    fn fillers_allowed(&self, rows: usize) -> usize {
        FILLERS + FILLERS_PER_ROW * rows.max(3 * self.reached.checked_div(self.bytes_per_row).unwrap_or(0))
    }

    /// Rows so far.
    pub(super) fn len(&self) -> usize {
        self.time_ms.len()
    }

    /// Time of the last row.
    pub(super) fn last_time_ms(&self) -> Option<f64> {
        self.time_ms.last().copied()
    }

    /// Time and position of the last row.
    pub(super) fn last_fix(&self) -> Option<(f64, f64, f64)> {
        Some((*self.time_ms.last()?, *self.lat_deg.last()?, *self.lon_deg.last()?))
    }

    /// Appends a row; an error beyond the limit of points.
    pub(super) fn push(&mut self, time_ms: f64, lat_deg: f64, lon_deg: f64) -> Result<(), Error> {
        if self.time_ms.len() == self.time_ms.capacity() || self.len() >= limits::POINTS {
            self.make_room()?;
        }
        self.time_ms.push(time_ms);
        self.lat_deg.push(lat_deg);
        self.lon_deg.push(lon_deg);
        Ok(())
    }

    /// Sets a channel of the last row; not a number leaves it missing.
    pub(super) fn set(&mut self, slot: Slot, value: f64) {
        let Some(row) = self.time_ms.len().checked_sub(1) else { return };
        if value.is_nan() {
            return;
        }
        let Some((_, values)) = self.channels.get_mut(slot) else { return };
        // Adding +0 turns -0 into +0.
        let value = (value + 0.0) as f32;
        if values.len() == row && row < values.capacity() {
            values.push(value);
        } else {
            self.set_apart(slot, row, value);
        }
    }

    /// Removes all rows after the first `rows`.
    pub(super) fn truncate(&mut self, rows: usize) {
        for column in [&mut self.time_ms, &mut self.lat_deg, &mut self.lon_deg] {
            column.truncate(rows);
        }
        self.channels.iter_mut().for_each(|(_, values)| values.truncate(rows));
    }

    /// Reserves memory for the rows expected in the rest of the file, so that columns are allocated once and exactly.
    #[cold]
    fn make_room(&mut self) -> Result<(), Error> {
        if self.len() >= limits::POINTS {
            let limit = format!("more than {} points", limits::POINTS);
            return Err(ErrorKind::TooLarge { limit }.into());
        }
        let more = self.rows_to_come();
        for column in [&mut self.time_ms, &mut self.lat_deg, &mut self.lon_deg] {
            column.reserve_exact(more);
        }
        Ok(())
    }

    /// Rows expected in the rest of the file; as many as there are when its length is unknown.
    fn rows_to_come(&self) -> usize {
        let rows = self.len();
        if rows < FIRST_ROWS || self.length == 0 {
            return rows.max(FIRST_ROWS);
        }
        let all = rows as f64 * (self.length as f64 / self.reached.max(1) as f64);
        // 2 % more, because the bytes a row vary.
        let more = ((all * 1.02) as usize).min(limits::POINTS).saturating_sub(rows);
        more.max(rows / 16)
    }

    /// Sets a value in a row that has one already, or after rows without one, or without memory reserved for it.
    #[cold]
    fn set_apart(&mut self, slot: Slot, row: usize, value: f32) {
        let (allowed, more) = (self.fillers_allowed(row), self.rows_to_come());
        let Some((_, values)) = self.channels.get_mut(slot) else { return };
        let missing = row.saturating_sub(values.len());
        if self.fillers + missing > allowed {
            if !self.seldom.contains(&slot) {
                self.seldom.push(slot);
            }
            return;
        }
        self.fillers += missing;
        if row >= values.capacity() {
            // A channel with gaps gets no memory for every row to come.
            let more = if missing == 0 && row >= FIRST_ROWS { more } else { values.len() };
            values.reserve_exact(missing + 1 + more);
        }
        values.resize(row + 1, f32::NAN);
        if let Some(last) = values.last_mut() {
            *last = value;
        }
    }

    /// Times of all rows.
    pub(super) fn times(&self) -> &[f64] {
        &self.time_ms
    }

    /// Every channel so far; its values may end before the last row.
    pub(super) fn channels(&self) -> impl Iterator<Item = (&str, &[f32])> {
        self.channels.iter().map(|(id, values)| (id.as_ref(), values.as_slice()))
    }

    /// Renames a channel and multiplies its values by `factor`, unless a channel with values has that name. Afterwards no
    /// slot may be added.
    pub(super) fn rename(&mut self, slot: Slot, to: Cow<'static, str>, factor: f64) {
        let known = |id: &str, values: &[f32]| id == to && values.iter().any(|v| !v.is_nan());
        if self.channels.iter().any(|(id, values)| known(id, values)) {
            return;
        }
        if slot >= self.channels.len() {
            return;
        }
        // An empty channel of that name loses it.
        self.channels.iter_mut().filter(|(id, _)| *id == to).for_each(|(id, _)| *id = Cow::Borrowed(""));
        if let Some((id, values)) = self.channels.get_mut(slot) {
            *id = to;
            values.iter_mut().for_each(|v| *v = (f64::from(*v) * factor) as f32);
        }
    }

    /// Times of all rows, mutable.
    pub(super) fn times_mut(&mut self) -> &mut [f64] {
        &mut self.time_ms
    }

    /// The recording of these rows with its damage report. `expected` as in [`crate::Damage`].
    pub(super) fn finish(
        self,
        format: Format,
        mut losses: Losses,
        expected: Option<usize>,
    ) -> Result<Recording, Error> {
        let rows = self.len();
        let (allowed, mut fill) = (self.fillers_allowed(rows), self.fillers);
        let mut columns = Columns::new(self.time_ms, self.lat_deg, self.lon_deg)?;
        let mut seldom = self.seldom;
        for (slot, (id, mut values)) in self.channels.into_iter().enumerate() {
            let missing = rows - values.len();
            if values.is_empty() || fill + missing > allowed {
                seldom.extend(Some(slot).filter(|_| !values.is_empty()));
                continue;
            }
            fill += missing;
            values.resize(rows, f32::NAN);
            let id = settled(id, &mut values);
            normalize(&id, &mut values);
            columns.set(id, values);
        }
        seldom.sort_unstable();
        seldom.dedup();
        if !seldom.is_empty() {
            let kinds = seldom.len();
            losses.add_lack(format!(
                "{kinds} channels have values in so few rows of this long file that some values were left out."
            ));
        }
        Ok(Recording { damage: losses.into_damage(rows, expected), ..Recording::of(format, columns) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_channel_is_missing_before_its_first_value() {
        let mut sheet = Sheet::default();
        let hr = sheet.slot("hr");
        sheet.push(0.0, 1.0, 1.0).unwrap();
        sheet.push(1.0, 1.0, 1.0).unwrap();
        sheet.set(hr, 120.0);
        sheet.push(2.0, 1.0, 1.0).unwrap();
        let recording = sheet.finish(Format::Csv, Losses::bytes(), Some(3)).unwrap();
        let values = recording.columns.get("hr").unwrap();
        assert!(values[0].is_nan() && values[2].is_nan());
        assert_eq!(values[1], 120.0);
    }

    #[test]
    fn memory_is_reserved_for_the_rows_in_the_rest_of_the_file() {
        let mut sheet = Sheet::of_file(100_000 * 23, 32);
        let heel = sheet.slot("heel");
        for row in 0..100_000 {
            sheet.reached(23 * row);
            sheet.push(row as f64, 1.0, 1.0).unwrap();
            sheet.set(heel, 7.0);
        }
        assert!((100_000..103_000).contains(&sheet.lon_deg.capacity()), "{}", sheet.lon_deg.capacity());
        assert!((100_000..103_000).contains(&sheet.channels[heel].1.capacity()));
    }

    #[test]
    fn channels_with_two_values_in_a_million_rows_share_a_bounded_memory() {
        let mut sheet = Sheet::default();
        let slots: Vec<Slot> = (0..100).map(|n| sheet.slot(format!("c{n}"))).collect();
        for row in 0..1_000_000 {
            sheet.push(f64::from(row), 1.0, 1.0).unwrap();
            if row % 999_999 == 0 {
                slots.iter().for_each(|slot| sheet.set(*slot, 7.0));
            }
        }
        let recording = sheet.finish(Format::Csv, Losses::bytes(), None).unwrap();
        let kept = recording.columns.channels();
        // 2 M values and 8 a row allow ten columns of a million rows.
        assert_eq!(kept.len(), 10);
        assert!(kept.iter().all(|c| c.values[0] == 7.0 && c.values[999_999] == 7.0));
        assert!(recording.damage.lacks[0].starts_with("90 channels"), "{:?}", recording.damage.lacks);
    }

    #[test]
    fn a_channel_beyond_the_limit_is_left_out() {
        let mut sheet = Sheet::default();
        let slots: Vec<Slot> = (0..=limits::CHANNELS).map(|n| sheet.slot(format!("c{n}"))).collect();
        sheet.push(0.0, 1.0, 1.0).unwrap();
        slots.iter().for_each(|slot| sheet.set(*slot, 7.0));
        let recording = sheet.finish(Format::Csv, Losses::bytes(), None).unwrap();
        assert_eq!(recording.columns.channels().len(), limits::CHANNELS);
    }
}
