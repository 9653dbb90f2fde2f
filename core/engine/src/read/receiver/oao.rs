//! OAO: frames of Motion receivers and of ESP loggers. Fixes are in the modes 0x0AD4 (on the second) and 0x0AD5.
//!
//! Source: motion-gps.com, documentation, OAO file format; the lengths of all modes and the units: Logiqx, gps-wizard,
//! docs/formats/oao.md and python/readers/oao_reader.

use super::fix::{Fix, at, i32_at, thousandths, u16_at, u32_at};
use super::{Content, Frame, Protocol, begins, fletcher};
use crate::track::Format;

const HEADER_BYTES: usize = 512;
const FIX_BYTES: usize = 52;
/// Two bytes behind the last frame.
const END: &[u8] = b"]}";

/// True when the bytes begin with a frame.
pub(super) fn is_oao(bytes: &[u8]) -> bool {
    length(bytes).is_some() && begins(&Oao, bytes)
}

/// Length of the frame of a mode, the first two bytes; none for another mode.
fn length(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [0xD0, 0x0A, ..] => Some(HEADER_BYTES),
        [0xD1, 0x0A, ..] => Some(12),
        [0xD2 | 0xD3, 0x0A, ..] => Some(34),
        [0xD4 | 0xD5, 0x0A, ..] => Some(FIX_BYTES),
        _ => None,
    }
}

/// The protocol.
pub(in crate::read) struct Oao;

impl Protocol for Oao {
    fn format(&self) -> Format {
        Format::Oao
    }

    fn device(&self) -> &str {
        "Motion"
    }

    fn lengths(&self) -> (usize, usize) {
        (FIX_BYTES, HEADER_BYTES)
    }

    fn frame(&self, bytes: &[u8]) -> Frame {
        let Some(length) = length(bytes) else {
            return match bytes {
                END => Frame::Intact(END.len()),
                [0xD0..=0xD5] => Frame::Incomplete,
                _ => Frame::None,
            };
        };
        let Some(frame) = bytes.get(..length) else { return Frame::Incomplete };
        // The checksum is of all other bytes.
        let [mode, checksum] = [frame.get(..2), frame.get(2..4)].map(Option::unwrap_or_default);
        match fletcher(mode.iter().chain(frame.get(4..).unwrap_or_default())) == checksum {
            true => Frame::Intact(length),
            false => Frame::WrongChecksum(length),
        }
    }

    fn is_fix(&self, frame: &[u8]) -> bool {
        length(frame) == Some(FIX_BYTES)
    }

    fn read(&mut self, frame: &[u8]) -> Content {
        if self.is_fix(frame) { Content::Fix(fix(frame)) } else { Content::Other }
    }
}

fn fix(frame: &[u8]) -> Fix {
    let byte = |place: usize| frame.get(place).copied().unwrap_or_default();
    Fix {
        // The receiver's kinds of fix: 2D, 3D and with dead reckoning.
        valid: (2..=4).contains(&byte(32)),
        lat_e7: i32_at(frame, 4),
        lon_e7: i32_at(frame, 8),
        ele_m: f64::from(i32_at(frame, 12)) / 1000.0,
        sog_mps: thousandths(u32_at(frame, 16)),
        cog_deg: f64::from(u32_at(frame, 20)) / 1e5,
        time_ms: u64::from_le_bytes(at(frame, 24)) as f64,
        satellites: byte(33),
        sog_accuracy_mps: thousandths(u32_at(frame, 34)),
        accuracy_m: thousandths(u32_at(frame, 38)),
        hdop: f64::from(u16_at(frame, 50)) / 100.0,
    }
}
