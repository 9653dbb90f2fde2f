//! VKX: the binary log of Vakaros devices. Rows of one key byte and a payload of fixed size, little endian.
//!
//! Source: the maker's public note on the format, versions 1.3 and 1.4.

mod row;

use crate::error::Error;
use crate::read::binary_log::BinaryLog;
use crate::read::piecewise::Piecewise;
use crate::read::sheet::Sheet;
use crate::track::{Format, Recording};

use row::Slots;

/// Rows with known keys that must follow each other for bytes to count as intact. *Guess*.
const CHECKED_ROWS: usize = 4;
/// A position earlier than the one before by more than a day, or later by more than 30 days, is damaged, ms. *Guess*.
const EARLIER_MS: f64 = 86_400_000.0;
const LATER_MS: f64 = 30.0 * 86_400_000.0;

/// True for a page header followed by rows with known keys.
pub(super) fn is_vkx(bytes: &[u8]) -> bool {
    matches!(bytes, [0xFF, 0..=0x20, ..]) && bytes.len() > 8 && known_rows(bytes, 0).is_some()
}

/// Longest row including its key, bytes.
const LONGEST: usize = 53;

/// Payload of a row by its key, bytes; `None` for an unknown key.
fn payload(key: u8) -> Option<usize> {
    Some(match key {
        0xFF => 7,
        0xFE => 2,
        0x02 => 44,
        0x03 => 20,
        0x04 | 0x08 | 0x20 => 13,
        0x05 => 17,
        0x06 => 18,
        0x0A | 0x0B | 0x0F | 0x0E => 16,
        0x07 | 0x0C | 0x10 => 12,
        0x01 => 32,
        0x21 => 52,
        _ => return None,
    })
}

/// `Some` when the next [`CHECKED_ROWS`] rows from `at` on, or all up to the end, have known keys.
fn known_rows(bytes: &[u8], mut at: usize) -> Option<()> {
    for _ in 0..CHECKED_ROWS {
        let Some(&key) = bytes.get(at) else { return Some(()) };
        at += 1 + payload(key)?;
    }
    Some(())
}

/// Reads a VKX log, piece by piece.
pub(super) struct Rows {
    slots: Slots,
    log: BinaryLog,
}

impl Piecewise for Rows {
    fn take(&mut self, bytes: &[u8], last: bool) -> Result<usize, Error> {
        // The rows ahead that are examined must be available.
        let until = if last { bytes.len() } else { bytes.len().saturating_sub((CHECKED_ROWS + 1) * LONGEST) };
        let mut at = 0;
        while at < until {
            at = if self.log.is_damaged() {
                self.search(bytes, at, until, last)
            } else {
                self.row(bytes, at)?
            };
        }
        if self.log.is_damaged() && last {
            self.search(bytes, at, until, last);
        }
        Ok(self.log.done(at.min(bytes.len())))
    }

    fn finish(self: Box<Self>) -> Result<Recording, Error> {
        self.log.finish(Format::Vkx, "Vakaros")
    }
}

impl Rows {
    /// A reader for a file of `length` bytes, 0 when unknown.
    pub(super) fn new(length: usize) -> Self {
        let mut sheet = Sheet::of_file(length, 45);
        Self { slots: Slots::new(&mut sheet), log: BinaryLog::new(sheet) }
    }

    /// Reads the row at `at`; the position of the next one.
    fn row(&mut self, bytes: &[u8], at: usize) -> Result<usize, Error> {
        let Some((key, size)) = bytes.get(at).and_then(|key| Some((*key, payload(*key)?))) else {
            return Ok(self.log.damaged(at));
        };
        let end = at + 1 + size;
        let Some(data) = bytes.get(at + 1..end) else {
            self.log.incomplete(at..bytes.len(), key == row::POSITION);
            return Ok(bytes.len());
        };
        if key != row::POSITION {
            if let Some(event) = row::other(key, data, &mut self.log.sheet, &mut self.slots) {
                self.log.event(event, at);
            }
            return Ok(end);
        }
        match row::position(data) {
            Some(place) if self.follows(place.time_ms) => {
                if self.log.position(place.time_ms, place.lat_deg, place.lon_deg, at..end)? {
                    row::motion(data, &mut self.log.sheet, &self.slots);
                }
            }
            _ if known_rows(bytes, end).is_none() => return Ok(self.log.damaged(at)),
            _ => self.log.impossible_time(at..end),
        }
        Ok(end)
    }

    fn follows(&self, time_ms: f64) -> bool {
        match self.log.sheet.last_time_ms() {
            Some(last) => (last - EARLIER_MS..last + LATER_MS).contains(&time_ms),
            None => (1.4e12..7.0e12).contains(&time_ms),
        }
    }

    /// Searches from `at` on for a position row with a plausible time that known rows follow; where reading continues.
    fn search(&mut self, bytes: &[u8], at: usize, until: usize, last: bool) -> usize {
        let is_intact = |at: &usize| {
            let position = bytes.get(*at) == Some(&row::POSITION);
            let data = bytes.get(at + 1..at + 45).filter(|_| position).and_then(row::position);
            data.is_some_and(|place| self.follows(place.time_ms)) && known_rows(bytes, *at).is_some()
        };
        let intact = (at..until).find(is_intact);
        self.log.searched(intact, until, last)
    }
}

#[cfg(test)]
mod test;
