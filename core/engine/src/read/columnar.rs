//! Tracks whose times, positions and channels are written one after the other (KML, GeoJSON): the n-th time belongs to the
//! n-th position and to the n-th value of every channel.

use super::channels;
use super::sheet::{Sheet, Slot};
use super::valid::position;
use crate::damage::LossKind;
use crate::error::Error;

/// Invalid times that are stored beyond as many as there are valid ones; further ones are left out, because they take
/// more memory than text. *Guess*.
const MAX_INVALID_TIMES: usize = 1024;

/// A track that is read.
pub(super) struct ColumnarTrack {
    /// Its start in the text.
    pub from: usize,
    /// NaN where a time is not valid.
    time_ms: Vec<f64>,
    invalid_times: usize,
    /// Latitude and longitude, deg; NaN at a moment without a position, infinite where the text is no position.
    positions: Vec<[f64; 2]>,
    /// Indices of the positions that begin a new piece.
    breaks: Vec<usize>,
    channels: Vec<ChannelValues>,
    /// Index of the channel whose values follow; out of range when they are skipped.
    current: usize,
}

/// Values of a channel and their factor to the stored unit.
struct ChannelValues {
    slot: Slot,
    factor: f64,
    values: Vec<f32>,
}

/// A loss: its kind, the points lost and a sentence for the user.
pub(super) type ColumnarLoss = (LossKind, u32, String);

/// Counts of an added track: points that it should have, points with a position and no time, times or positions at the
/// end that lack the other.
pub(super) struct Added {
    pub expected: usize,
    pub timeless: usize,
    pub unpaired: u32,
}

impl ColumnarTrack {
    pub(super) fn new(from: usize) -> Self {
        Self {
            from,
            time_ms: Vec::new(),
            invalid_times: 0,
            positions: Vec::new(),
            breaks: Vec::new(),
            channels: Vec::new(),
            current: usize::MAX,
        }
    }

    /// Positions so far.
    pub(super) fn positions(&self) -> usize {
        self.positions.len()
    }

    /// True when there is a time, valid or not.
    pub(super) fn has_times(&self) -> bool {
        !self.time_ms.is_empty()
    }

    /// Appends a time; `None` when the text is none.
    pub(super) fn add_time(&mut self, time_ms: Option<f64>) {
        self.invalid_times += usize::from(time_ms.is_none());
        if 2 * self.invalid_times <= self.time_ms.len() + MAX_INVALID_TIMES {
            self.time_ms.push(time_ms.unwrap_or(f64::NAN));
        }
    }

    /// Appends a position; `None` at a moment without one.
    pub(super) fn add_position(&mut self, degrees: Option<[f64; 2]>) {
        self.positions.push(match degrees {
            Some([lat_deg, lon_deg]) => {
                position(lat_deg, lon_deg).map_or([f64::INFINITY; 2], <[f64; 2]>::from)
            }
            None => [f64::NAN; 2],
        });
    }

    /// The next position begins a new piece.
    pub(super) fn break_here(&mut self) {
        if self.breaks.last() != Some(&self.positions.len()) {
            self.breaks.push(self.positions.len());
        }
    }

    /// The track continues the piece before it.
    pub(super) fn join(&mut self) {
        self.breaks.clear();
    }

    /// Begins the values of a channel by its name in the file.
    pub(super) fn begin_channel(&mut self, name: &str, sheet: &mut Sheet) {
        self.current = usize::MAX;
        let Some((id, factor)) = channels::by_name(name, "") else { return };
        let slot = sheet.slot(id);
        let is_known = self.channels.iter().any(|channel| channel.slot == slot);
        if slot != Slot::MAX && !is_known {
            self.current = self.channels.len();
            self.channels.push(ChannelValues { slot, factor, values: Vec::new() });
        }
    }

    /// Appends a value of the channel begun last; NaN where it is missing.
    pub(super) fn add_value(&mut self, value: f64) {
        if let Some(channel) = self.channels.get_mut(self.current) {
            channel.values.push(value as f32);
        }
    }

    /// Adds the rows to the sheet and the beginnings of pieces to `breaks`. `cut`: the file ends inside the track.
    pub(super) fn add_to(
        self,
        sheet: &mut Sheet,
        breaks: &mut Vec<usize>,
        cut: bool,
        lose: &mut dyn FnMut(&Sheet, ColumnarLoss),
    ) -> Result<Added, Error> {
        let (times, positions) = (self.time_ms.len(), self.positions.len());
        let (rows, expected) = (times.min(positions), times.max(positions));
        let unpaired = (expected - rows) as u32;
        if unpaired > 0 && !cut {
            let reason = format!(
                "A track has {times} times and {positions} positions; they were combined in order, so some times may be wrong."
            );
            lose(sheet, (LossKind::Malformed, unpaired, reason));
        }
        let mut timeless = 0;
        let mut starts = self.breaks.iter().peekable();
        for (row, (&time_ms, &[lat_deg, lon_deg])) in self.time_ms.iter().zip(&self.positions).enumerate() {
            if starts.next_if(|start| **start <= row).is_some() && !self.is_cut_at_meridian(row) {
                begin_piece(breaks, sheet.len());
            }
            let lost = if lat_deg.is_infinite() {
                (LossKind::NoPosition, "Points without a valid position were left out.")
            } else if time_ms.is_nan() {
                timeless += 1;
                (LossKind::NoTime, "Points without a time were left out.")
            } else {
                sheet.push(time_ms, lat_deg, lon_deg)?;
                self.set_channels(row, sheet);
                continue;
            };
            lose(sheet, (lost.0, 1, lost.1.to_string()));
        }
        Ok(Added { expected, timeless, unpaired })
    }

    /// True where a line was cut at the meridian of 180° (RFC 7946, 3.1.9): the boat sailed on.
    fn is_cut_at_meridian(&self, row: usize) -> bool {
        let before = row.checked_sub(1).and_then(|before| self.positions.get(before));
        before.zip(self.positions.get(row)).is_some_and(|(a, b)| (a[1] - b[1]).abs() > 180.0)
    }

    fn set_channels(&self, row: usize, sheet: &mut Sheet) {
        for ChannelValues { slot, factor, values } in &self.channels {
            if let Some(value) = values.get(row) {
                sheet.set(*slot, f64::from(*value) * factor);
            }
        }
    }
}

/// Records that a piece begins at this row.
pub(super) fn begin_piece(breaks: &mut Vec<usize>, row: usize) {
    if row > 0 && breaks.last() != Some(&row) {
        breaks.push(row);
    }
}
