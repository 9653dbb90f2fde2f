//! What the binary logs of Vakaros and Velocitek share: rows come in, faults are passed over, presses are kept.

use std::ops::Range;

use super::loss::Losses;
use super::sheet::{Sheet, is_position};
use crate::config::limits;
use crate::damage::LossKind;
use crate::error::{Error, ErrorKind};
use crate::track::{Event, Format, Recording};

/// A log while it is read. Places are counted from the start of the bytes at hand.
pub struct BinaryLog {
    pub sheet: Sheet,
    /// Where the bytes at hand begin in the file.
    base: usize,
    /// Damage begins here in the file, and the search for its end goes on.
    damaged_from: Option<usize>,
    losses: Losses,
    events: Vec<Event>,
    /// Positions met, kept or not.
    expected: usize,
}

impl BinaryLog {
    /// A log of these columns.
    pub fn new(sheet: Sheet) -> Self {
        Self { sheet, base: 0, damaged_from: None, losses: Losses::bytes(), events: Vec::new(), expected: 0 }
    }

    /// A position at a place of the file; true when it opened a row.
    pub fn position(
        &mut self,
        time_ms: f64,
        lat_deg: f64,
        lon_deg: f64,
        place: Range<usize>,
    ) -> Result<bool, Error> {
        self.expected += 1;
        self.sheet.reached(self.base + place.end);
        if !is_position(lat_deg, lon_deg) {
            self.lose(place, LossKind::NoPosition, 1, "The receiver had no position here.");
            return Ok(false);
        }
        self.sheet.push(time_ms, lat_deg, lon_deg)?;
        Ok(true)
    }

    /// A position whose time cannot be.
    pub fn absurd_time(&mut self, place: Range<usize>) {
        self.expected += 1;
        self.lose(place, LossKind::NoTime, 1, "Points with an absurd time were left out.");
    }

    /// A press, or the timer's word, `at` a byte of the file.
    pub fn event(&mut self, event: Event, at: usize) {
        if self.events.len() < limits::EVENTS {
            self.events.push(event);
        } else {
            self.lose(at..at + 1, LossKind::Limit, 0, "The log holds more presses and timers than are kept.");
        }
    }

    /// The bytes end inside a row; `position`: one with a position.
    pub fn torn(&mut self, place: Range<usize>, position: bool) {
        self.expected += usize::from(position);
        let points = u32::from(position);
        let (from, to) = (self.base + place.start, self.base + place.end);
        self.losses.stopped(from, to, points, self.sheet.last_time_ms(), None);
    }

    /// The bytes from `at` on are none of the format; where the search goes on.
    pub fn damaged(&mut self, at: usize) -> usize {
        self.damaged_from = Some(self.base + at);
        at + 1
    }

    /// True while a search for the end of damage is under way.
    pub fn is_damaged(&self) -> bool {
        self.damaged_from.is_some()
    }

    /// The search looked up to `end` and found `ground`, if any; where the reading goes on. `last`: the file ends there.
    pub fn searched(&mut self, ground: Option<usize>, end: usize, last: bool) -> usize {
        let to = ground.unwrap_or(end);
        if let Some(from) = self.damaged_from.filter(|_| ground.is_some() || last) {
            let reason = match ground {
                Some(_) => "Damaged bytes were passed over; the recording goes on after them.",
                None => "From here on the bytes are damaged; what came before is kept.",
            };
            let (to, time_ms) = (self.base + to, self.sheet.last_time_ms());
            self.losses.add(from, to, LossKind::Malformed, 0, time_ms, reason);
            self.damaged_from = None;
        }
        to
    }

    /// So many bytes are done with.
    pub fn done(&mut self, bytes: usize) -> usize {
        self.base += bytes;
        bytes
    }

    fn lose(&mut self, place: Range<usize>, kind: LossKind, points: u32, reason: &str) {
        let (from, to) = (self.base + place.start, self.base + place.end);
        self.losses.add(from, to, kind, points, self.sheet.last_time_ms(), reason);
    }

    /// The recording of a maker's device.
    pub fn finish(self, format: Format, maker: &str) -> Result<Recording, Error> {
        if self.sheet.len() == 0 {
            return Err(ErrorKind::NoPositions.into());
        }
        let mut recording = self.sheet.finish(format, self.losses, Some(self.expected))?;
        recording.device = Some(maker.to_string());
        recording.events = self.events;
        Ok(recording)
    }
}
