//! SBP: fixes of Locosys loggers, packed to 32 bytes without a checksum, behind a header of 64 bytes.
//!
//! Source: the structures `T_SBP` and the packed time in gpsbabel's navilink.h and navilink.cc; the speed accuracy of the
//! GT-31 and later in the last bytes: Logiqx, gps-wizard, docs/formats/sbp.md.

use super::fix::{Fix, i32_at, time_ms, u16_at, u32_at};
use super::{Content, Frame, Protocol};
use crate::track::Format;

const HEADER_BYTES: usize = 64;
const FIX_BYTES: usize = 32;
/// Start of a SiRF message behind two bytes of its length.
const HEADER_MARK: [u8; 2] = [0xA0, 0xA2];

/// True when the bytes begin with the header and, if there is one, a fix.
pub(super) fn is_sbp(bytes: &[u8]) -> bool {
    let first = bytes.get(HEADER_BYTES..).unwrap_or_default();
    is_header(bytes) && bytes.len() > HEADER_BYTES && Sbp.frame(first) != Frame::None
}

fn is_header(bytes: &[u8]) -> bool {
    // The message ids of a header.
    bytes.get(2..4) == Some(&HEADER_MARK) && matches!(bytes.get(6), Some(0xFD | 0xDF))
}

/// The protocol.
pub(in crate::read) struct Sbp;

impl Protocol for Sbp {
    fn format(&self) -> Format {
        Format::Sbp
    }

    fn device(&self) -> &str {
        "Locosys"
    }

    fn lengths(&self) -> (usize, usize) {
        (FIX_BYTES, HEADER_BYTES)
    }

    /// *Guess*: without a checksum one plausible fix says little.
    fn checked_frames(&self) -> usize {
        3
    }

    fn frame(&self, bytes: &[u8]) -> Frame {
        let length = if is_header(bytes) { HEADER_BYTES } else { FIX_BYTES };
        match bytes.get(..length) {
            // Some files of the GT-11 end with a line feed.
            None if bytes == b"\n" => Frame::Intact(1),
            None => Frame::Incomplete,
            Some(frame) if length == HEADER_BYTES || is_erased(frame) || is_plausible(frame) => {
                Frame::Intact(length)
            }
            Some(_) => Frame::None,
        }
    }

    fn is_fix(&self, frame: &[u8]) -> bool {
        !is_header(frame) && !is_erased(frame) && frame != b"\n"
    }

    fn read(&mut self, frame: &[u8]) -> Content {
        if self.is_fix(frame) { Content::Fix(fix(frame)) } else { Content::Other }
    }
}

/// Memory of the logger that was not written.
fn is_erased(frame: &[u8]) -> bool {
    frame.iter().all(|byte| *byte == 0xFF)
}

/// The second is written twice; there is no other check.
fn is_plausible(frame: &[u8]) -> bool {
    let (second_ms, clock) = (u16_at(frame, 2), clock(frame));
    second_ms / 1000 == clock[5]
        && second_ms < 61_000
        && clock[4] < 60
        && clock[3] < 24
        && clock[2] > 0
        && i32_at(frame, 12).unsigned_abs() <= 900_000_000
        && i32_at(frame, 16).unsigned_abs() <= 1_800_000_000
        && u16_at(frame, 26) <= 36_000
}

/// Year, month, day, hour, minute and second.
fn clock(frame: &[u8]) -> [u16; 6] {
    let packed = u32_at(frame, 4);
    let bits = |from: u32, width: u32| ((packed >> from) & ((1 << width) - 1)) as u16;
    // Years since 2000 times twelve, and the month from 1 to 12.
    let months = bits(22, 10).saturating_sub(1);
    [2000 + months / 12, months % 12 + 1, bits(17, 5), bits(12, 5), bits(6, 6), bits(0, 6)]
}

fn fix(frame: &[u8]) -> Fix {
    let byte = |place: usize| frame.get(place).copied().unwrap_or_default();
    let [year, month, day, hour, minute, _] = clock(frame);
    // The first GT-11 wrote flags of 0 or 1 here.
    let accuracy = f64::from(byte(30));
    Fix {
        valid: true,
        time_ms: time_ms([year, month, day, hour, minute], f64::from(u16_at(frame, 2))),
        lat_e7: i32_at(frame, 12),
        lon_e7: i32_at(frame, 16),
        ele_m: f64::from(i32_at(frame, 20)) / 100.0,
        accuracy_m: f64::NAN,
        sog_mps: f64::from(u16_at(frame, 24)) / 100.0,
        cog_deg: f64::from(u16_at(frame, 26)) / 100.0,
        sog_accuracy_mps: if accuracy > 1.0 { accuracy / 100.0 } else { f64::NAN },
        satellites: byte(1),
        hdop: f64::from(byte(0)) / 5.0,
    }
}
