//! VKX: the binary log of Vakaros devices. Rows of one key byte and a payload of fixed size, little endian.
//!
//! Source: the maker's public note on the format, versions 1.3 and 1.4.

mod row;

use crate::error::Error;
use crate::read::binary_log::BinaryLog;
use crate::read::sheet::Sheet;
use crate::track::{Format, Recording};

use row::Slots;

/// Rows that must follow each other for bytes to be believed.
const CHAIN: usize = 4;
/// A position earlier than the one before by more than a day, or later by more than 30, is no position.
const EARLIER_MS: f64 = 86_400_000.0;
const LATER_MS: f64 = 30.0 * 86_400_000.0;

/// True when a page header and rows of known keys stand at the start.
pub fn is_vkx(bytes: &[u8]) -> bool {
    matches!(bytes, [0xFF, 0..=0x20, ..]) && bytes.len() > 8 && chain(bytes, 0).is_some()
}

/// Payload size of a row by its key.
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

/// `Some` when the rows from `at` on have known keys, up to a few or the end of the bytes.
fn chain(bytes: &[u8], mut at: usize) -> Option<()> {
    for _ in 0..CHAIN {
        let Some(&key) = bytes.get(at) else { return Some(()) };
        at += 1 + payload(key)?;
    }
    Some(())
}

/// Reads a VKX log.
pub fn read(bytes: &[u8]) -> Result<Recording, Error> {
    let mut sheet = Sheet::with_room(bytes.len() / 45);
    let slots = Slots::new(&mut sheet);
    let mut rows = Rows { bytes, slots, log: BinaryLog::new(sheet) };
    let mut at = 0;
    while at < bytes.len() {
        at = rows.row(at)?;
    }
    rows.log.finish(Format::Vkx, "Vakaros")
}

struct Rows<'a> {
    bytes: &'a [u8],
    slots: Slots,
    log: BinaryLog,
}

impl Rows<'_> {
    /// Reads the row at `at`; where the next one begins.
    fn row(&mut self, at: usize) -> Result<usize, Error> {
        let Some((key, size)) = self.bytes.get(at).and_then(|key| Some((*key, payload(*key)?))) else {
            return Ok(self.find_ground(at));
        };
        let end = at + 1 + size;
        let Some(data) = self.bytes.get(at + 1..end) else {
            self.log.torn(at..self.bytes.len(), key == row::POSITION);
            return Ok(self.bytes.len());
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
            _ if chain(self.bytes, end).is_none() => return Ok(self.find_ground(at)),
            _ => self.log.absurd_time(at..end),
        }
        Ok(end)
    }

    fn follows(&self, time_ms: f64) -> bool {
        match self.log.sheet.last_time_ms() {
            Some(last) => (last - EARLIER_MS..last + LATER_MS).contains(&time_ms),
            None => (1.4e12..7.0e12).contains(&time_ms),
        }
    }

    /// After a fault: the next place where rows hold together, a believable position among them.
    fn find_ground(&mut self, fault: usize) -> usize {
        let holds = |at: &usize| {
            let position = self.bytes.get(*at) == Some(&row::POSITION);
            let data = self.bytes.get(at + 1..at + 45).filter(|_| position).and_then(row::position);
            data.is_some_and(|place| self.follows(place.time_ms)) && chain(self.bytes, *at).is_some()
        };
        let ground = (fault + 1..self.bytes.len()).find(holds);
        self.log.passed_over(fault, ground, self.bytes.len())
    }
}

#[cfg(test)]
mod test;
