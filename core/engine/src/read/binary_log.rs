//! The common part of the readers of binary logs: rows, damage and events.

use std::ops::Range;

use super::loss::Losses;
use super::sheet::Sheet;
use super::valid::is_position;
use crate::config::limits;
use crate::damage::LossKind;
use crate::error::{Error, ErrorKind};
use crate::track::{Event, Format, Recording};

/// A log while it is read. Positions are counted from the start of the available bytes.
pub(super) struct BinaryLog {
    pub sheet: Sheet,
    /// Position of the available bytes in the file.
    base: usize,
    /// Start of the damage in the file while its end is searched for.
    damaged_from: Option<usize>,
    losses: Losses,
    events: Vec<Event>,
    /// Positions in the file, including those left out.
    expected: usize,
}

impl BinaryLog {
    /// An empty log that fills this sheet.
    pub(super) fn new(sheet: Sheet) -> Self {
        Self { sheet, base: 0, damaged_from: None, losses: Losses::bytes(), events: Vec::new(), expected: 0 }
    }

    /// Adds a position that the bytes at `place` hold; true when it is valid and became a row.
    pub(super) fn position(
        &mut self,
        time_ms: f64,
        lat_deg: f64,
        lon_deg: f64,
        place: Range<usize>,
    ) -> Result<bool, Error> {
        self.expected += 1;
        self.sheet.reached(self.base + place.end);
        if !is_position(lat_deg, lon_deg) {
            self.lose(
                place,
                LossKind::NoPosition,
                1,
                "Points for which the receiver had no position were left out.",
            );
            return Ok(false);
        }
        self.sheet.push(time_ms, lat_deg, lon_deg)?;
        Ok(true)
    }

    /// Leaves out a position with an impossible time.
    pub(super) fn impossible_time(&mut self, place: Range<usize>) {
        self.expected += 1;
        self.lose(place, LossKind::NoTime, 1, "Points with an impossible time were left out.");
    }

    /// Adds a button press or timer event at position `at`.
    pub(super) fn event(&mut self, event: Event, at: usize) {
        if self.events.len() < limits::EVENTS {
            self.events.push(event);
        } else {
            self.lose(at..at + 1, LossKind::Limit, 0, "The log holds more button presses and timer events than the limit allows; the rest were left out.");
        }
    }

    /// Adds that the file ends inside a row. `position`: a row with a position.
    pub(super) fn incomplete(&mut self, place: Range<usize>, position: bool) {
        self.expected += usize::from(position);
        let points = u32::from(position);
        let (from, to) = (self.base + place.start, self.base + place.end);
        self.losses.stopped(from, to, points, self.sheet.last_time_ms(), None);
    }

    /// Leaves out `points` positions that are damaged.
    pub(super) fn leave_out(&mut self, place: Range<usize>, kind: LossKind, points: u32, reason: &str) {
        self.expected += points as usize;
        self.lose(place, kind, points, reason);
    }

    /// Begins the search for the end of damage at `at`; where the search continues.
    pub(super) fn damaged(&mut self, at: usize) -> usize {
        self.damaged_from = Some(self.base + at);
        at + 1
    }

    /// True while the end of damage is searched for.
    pub(super) fn is_damaged(&self) -> bool {
        self.damaged_from.is_some()
    }

    /// Ends a step of the search up to `end`; where reading continues. `intact`: the intact row found, if any; `last`: the
    /// file ends at `end`.
    pub(super) fn searched(&mut self, intact: Option<usize>, end: usize, last: bool) -> usize {
        let to = intact.unwrap_or(end);
        if let Some(from) = self.damaged_from.filter(|_| intact.is_some() || last) {
            let reason = match intact {
                Some(_) => "Damaged bytes were skipped; the recording continues after them.",
                None => "The bytes from here to the end are damaged; everything before them was read.",
            };
            let (to, time_ms) = (self.base + to, self.sheet.last_time_ms());
            self.losses.add(from, to, LossKind::Malformed, 0, time_ms, reason);
            self.damaged_from = None;
        }
        to
    }

    /// Counts bytes as consumed.
    pub(super) fn done(&mut self, bytes: usize) -> usize {
        self.base += bytes;
        bytes
    }

    fn lose(&mut self, place: Range<usize>, kind: LossKind, points: u32, reason: &str) {
        let (from, to) = (self.base + place.start, self.base + place.end);
        self.losses.add(from, to, kind, points, self.sheet.last_time_ms(), reason);
    }

    /// The recording of a device of this name, which may be empty.
    pub(super) fn finish(self, format: Format, device: &str) -> Result<Recording, Error> {
        if self.sheet.len() == 0 {
            return Err(ErrorKind::NoPositions.into());
        }
        let mut recording = self.sheet.finish(format, self.losses, Some(self.expected))?;
        recording.device = Some(device.to_string()).filter(|name| !name.is_empty());
        recording.events = self.events;
        Ok(recording)
    }
}
