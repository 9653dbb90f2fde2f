//! UBX: messages of u-blox receivers. Fixes are in NAV-PVT; NMEA sentences between the messages are skipped.
//!
//! Source: u-blox 8 / M8 Receiver Description Including Protocol Specification, UBX-13003221: UBX Frame Structure, UBX
//! Checksum, UBX-NAV-PVT (0x01 0x07).

use memchr::memmem;

use super::fix::{Fix, i32_at, thousandths, time_ms, u16_at, u32_at};
use super::{Content, Frame, Protocol, fletcher};
use crate::track::Format;

const SYNC: [u8; 2] = [0xB5, 0x62];
/// Class and id of NAV-PVT.
const NAV_PVT: [u8; 2] = [0x01, 0x07];
/// Start of the payload, and bytes around it: sync, class, id, length, checksum.
const PAYLOAD: usize = 6;
const AROUND: usize = 8;
/// Payload of NAV-PVT up to u-blox 7; later receivers have 92 bytes, and those to come may have
/// more.
const PVT_BYTES: usize = 84;
const MAX_PVT_BYTES: usize = 256;
/// Longest payload; a longer one is damaged, bytes. *Guess*, above raw measurements of a hundred
/// signals (32 bytes each).
const MAX_PAYLOAD: usize = 4096;
/// Longest NMEA sentence between messages, bytes. *Guess*, above the 82 of NMEA 0183.
const MAX_SENTENCE: usize = 256;
/// A fix is searched for in so many bytes where a file does not begin with a message.
const SEARCHED: usize = 64 * 1024;

/// True when the bytes begin with a message, or hold a fix behind other bytes.
pub(super) fn is_ubx(bytes: &[u8]) -> bool {
    let is_intact = |bytes: &[u8]| matches!(Ubx.frame(bytes), Frame::Intact(_));
    if bytes.starts_with(&SYNC) {
        return is_intact(bytes);
    }
    let searched = bytes.get(..SEARCHED).unwrap_or(bytes);
    let head = [SYNC, NAV_PVT].concat();
    memmem::find_iter(searched, &head).any(|at| bytes.get(at..).is_some_and(is_intact))
}

/// The protocol.
pub(in crate::read) struct Ubx;

impl Protocol for Ubx {
    fn format(&self) -> Format {
        Format::Ubx
    }

    fn device(&self) -> &str {
        "u-blox"
    }

    fn lengths(&self) -> (usize, usize) {
        (PVT_BYTES + AROUND, MAX_PAYLOAD + AROUND)
    }

    fn frame(&self, bytes: &[u8]) -> Frame {
        match bytes {
            [0xB5] => Frame::Incomplete,
            [b'$', ..] => sentence(bytes),
            _ if !bytes.starts_with(&SYNC) => Frame::None,
            _ if bytes.len() < PAYLOAD => Frame::Incomplete,
            _ => {
                let payload = usize::from(u16_at(bytes, 4));
                if payload > if self.is_fix(bytes) { MAX_PVT_BYTES } else { MAX_PAYLOAD } {
                    return Frame::None;
                }
                let Some(frame) = bytes.get(..payload + AROUND) else { return Frame::Incomplete };
                let sum = frame.get(2..PAYLOAD + payload).unwrap_or_default();
                match frame.ends_with(&fletcher(sum.iter())) {
                    true => Frame::Intact(frame.len()),
                    false => Frame::WrongChecksum(frame.len()),
                }
            }
        }
    }

    fn is_fix(&self, frame: &[u8]) -> bool {
        frame.starts_with(&[SYNC[0], SYNC[1], NAV_PVT[0], NAV_PVT[1]])
    }

    fn read(&mut self, frame: &[u8]) -> Content {
        match frame.get(PAYLOAD..) {
            Some(payload) if self.is_fix(frame) && frame.len() >= PVT_BYTES + AROUND => {
                Content::Fix(fix(payload))
            }
            _ => Content::Other,
        }
    }
}

/// An NMEA sentence, which a line feed ends.
fn sentence(bytes: &[u8]) -> Frame {
    let longest = bytes.get(..MAX_SENTENCE).unwrap_or(bytes);
    match longest.iter().position(|b| *b == b'\n') {
        Some(end) if longest.is_ascii() || longest.get(..end).is_some_and(<[u8]>::is_ascii) => {
            Frame::Intact(end + 1)
        }
        None if bytes.len() < MAX_SENTENCE && bytes.is_ascii() => Frame::Incomplete,
        _ => Frame::None,
    }
}

fn fix(payload: &[u8]) -> Fix {
    let byte = |place: usize| payload.get(place).copied().unwrap_or_default();
    let clock = [u16_at(payload, 4), byte(6).into(), byte(7).into(), byte(8).into(), byte(9).into()];
    // Receivers deviate from the millisecond by less than a microsecond.
    let second_ms = f64::from(byte(10)) * 1000.0 + (f64::from(i32_at(payload, 16)) / 1e6).round();
    // Flags of a valid date and a valid time.
    let has_time = byte(11) & 3 == 3;
    Fix {
        // Fix types 2 to 4 are 2D, 3D and with dead reckoning; the flag is set within the limits of accuracy.
        valid: (2..=4).contains(&byte(20)) && byte(21) & 1 == 1,
        time_ms: if has_time { time_ms(clock, second_ms) } else { f64::NAN },
        lat_e7: i32_at(payload, 28),
        lon_e7: i32_at(payload, 24),
        ele_m: f64::from(i32_at(payload, 36)) / 1000.0,
        accuracy_m: thousandths(u32_at(payload, 40)),
        sog_mps: f64::from(i32_at(payload, 60)) / 1000.0,
        cog_deg: f64::from(i32_at(payload, 64)) / 1e5,
        sog_accuracy_mps: thousandths(u32_at(payload, 68)),
        satellites: byte(23),
        hdop: f64::NAN,
    }
}
