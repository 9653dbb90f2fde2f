//! GPY: compact records of ESP loggers. A record of 20 bytes is the difference to the last complete one of 36 bytes.
//!
//! Source: prichterich, compactgnss: MinimalDataRecord, CompressedDataRecord, CompactGnssFileHeader, GpyFileReader.

use super::fix::{Fix, at, i32_at, thousandths, u16_at, u32_at};
use super::{Content, Frame, Protocol, begins, fletcher};
use crate::track::Format;

/// First bytes of records: header, complete fix, difference to one.
const HEADER: u8 = 0xF0;
const COMPLETE: u8 = 0xE0;
const DIFFERENCE: u8 = 0xD0;
const COMPLETE_BYTES: usize = 36;
const DIFFERENCE_BYTES: usize = 20;
/// Shortest record of another kind, which states its length, and the longest that is read, bytes. *Guess*: headers have 72.
const MIN_RECORD: usize = 8;
const MAX_RECORD: usize = 512;
/// The device in a header.
const DEVICE: std::ops::Range<usize> = 6..22;

/// True when the bytes begin with a header.
pub(super) fn is_gpy(bytes: &[u8]) -> bool {
    bytes.first() == Some(&HEADER) && begins(&Gpy::default(), bytes)
}

/// The protocol.
#[derive(Default)]
pub(in crate::read) struct Gpy {
    device: String,
    /// The last complete record; none when it is not known.
    reference: Option<Complete>,
}

/// Numbers of a complete record, in its units.
#[derive(Clone, Copy)]
struct Complete {
    time_ms: i64,
    speed: u32,
    speed_accuracy: u32,
    lat_e7: i32,
    lon_e7: i32,
    course: i32,
}

impl Protocol for Gpy {
    fn format(&self) -> Format {
        Format::Gpy
    }

    fn device(&self) -> &str {
        &self.device
    }

    fn lengths(&self) -> (usize, usize) {
        (DIFFERENCE_BYTES, MAX_RECORD)
    }

    /// *Guess*: one byte and a checksum of two say little.
    fn checked_frames(&self) -> usize {
        2
    }

    fn frame(&self, bytes: &[u8]) -> Frame {
        let length = match bytes {
            [] => return Frame::None,
            [COMPLETE, ..] => COMPLETE_BYTES,
            [DIFFERENCE, ..] => DIFFERENCE_BYTES,
            [_, _, low, high, ..] => usize::from(u16::from_le_bytes([*low, *high])),
            _ => return Frame::Incomplete,
        };
        if !(MIN_RECORD..=MAX_RECORD).contains(&length) {
            return Frame::None;
        }
        let Some(frame) = bytes.get(..length) else { return Frame::Incomplete };
        match frame.ends_with(&fletcher(frame.iter().take(length - 2))) {
            true => Frame::Intact(length),
            false => Frame::WrongChecksum(length),
        }
    }

    fn is_fix(&self, frame: &[u8]) -> bool {
        matches!(frame, [COMPLETE | DIFFERENCE, ..])
    }

    fn read(&mut self, frame: &[u8]) -> Content {
        match frame {
            [HEADER, ..] => {
                let text = frame.get(DEVICE).unwrap_or_default();
                let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
                self.device = String::from_utf8_lossy(text).into_owned();
                Content::Other
            }
            [COMPLETE, ..] => {
                let complete = complete(frame);
                self.reference = Some(complete);
                Content::Fix(fix(&complete, frame))
            }
            [DIFFERENCE, ..] => match &self.reference {
                Some(reference) => Content::Fix(fix(&sum(reference, frame), frame)),
                None => Content::WithoutReference,
            },
            _ => Content::Other,
        }
    }

    fn lost(&mut self, frame: &[u8]) {
        if frame.first() != Some(&DIFFERENCE) {
            self.reference = None;
        }
    }
}

fn complete(frame: &[u8]) -> Complete {
    Complete {
        time_ms: i64::from_le_bytes(at(frame, 4)),
        speed: u32_at(frame, 12),
        speed_accuracy: u32_at(frame, 16),
        lat_e7: i32_at(frame, 20),
        lon_e7: i32_at(frame, 24),
        course: i32_at(frame, 28),
    }
}

/// A complete record and a difference to it; the course's is of hundredths of a degree.
fn sum(reference: &Complete, frame: &[u8]) -> Complete {
    let difference = |place: usize| i32::from(i16::from_le_bytes(at(frame, place)));
    Complete {
        time_ms: reference.time_ms.saturating_add(difference(4).into()),
        speed: reference.speed.saturating_add_signed(difference(6)),
        speed_accuracy: reference.speed_accuracy.saturating_add_signed(difference(8)),
        lat_e7: reference.lat_e7.saturating_add(difference(10)),
        lon_e7: reference.lon_e7.saturating_add(difference(12)),
        course: (reference.course / 1000).saturating_add(difference(14)).saturating_mul(1000),
    }
}

/// The fix of a record: its complete numbers, and those that each kind of record holds.
fn fix(complete: &Complete, frame: &[u8]) -> Fix {
    // Before the checksum.
    let [satellites, kind] = at(frame, frame.len() - 4);
    Fix {
        valid: (2..=4).contains(&kind),
        time_ms: complete.time_ms as f64,
        lat_e7: complete.lat_e7,
        lon_e7: complete.lon_e7,
        sog_mps: thousandths(complete.speed),
        cog_deg: f64::from(complete.course) / 1e5,
        ele_m: f64::NAN,
        accuracy_m: f64::NAN,
        sog_accuracy_mps: thousandths(complete.speed_accuracy),
        satellites,
        hdop: f64::from(u16_at(frame, 2)) / 100.0,
    }
}
