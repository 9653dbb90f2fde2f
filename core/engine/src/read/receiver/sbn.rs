//! SBN: SiRF messages of the Locosys GT-11 and GT-31. Fixes are in Geodetic Navigation Data (41), to which Locosys added
//! the accuracy of the speed; big-endian.
//!
//! Source: the structure `T_SBN_REC` in gpsbabel's navilink.h, the message frame and the kinds of fix in its sbn.cc; the
//! fields behind it: Logiqx, gps-wizard, docs/formats/sbn.md.

use super::fix::{Fix, at, time_ms};
use super::{Content, Frame, Protocol, begins};
use crate::track::Format;

const START: [u8; 2] = [0xA0, 0xA2];
const END: [u8; 2] = [0xB0, 0xB3];
/// Start of the payload, and bytes around it: start, length, checksum, end.
const PAYLOAD: usize = 4;
const AROUND: usize = 8;
/// Longest payload of a SiRF message, bytes.
const MAX_PAYLOAD: usize = 1023;
/// Sums and lengths have 15 bits.
const MASK: u16 = 0x7FFF;
/// First bytes of payloads.
const NAVIGATION_DATA: u8 = 41;
const INFORMATION: [u8; 2] = [0xFD, 0xDF];
/// Payload of navigation data without the fields of Locosys, and with the speed's accuracy in its last but one byte.
const FIX_BYTES: usize = 91;
const FIX_WITH_ACCURACY_BYTES: usize = 97;

/// True when the bytes begin with a message.
pub(super) fn is_sbn(bytes: &[u8]) -> bool {
    bytes.starts_with(&START) && begins(&Sbn, bytes)
}

/// The protocol.
pub(in crate::read) struct Sbn;

impl Protocol for Sbn {
    fn format(&self) -> Format {
        Format::Sbn
    }

    fn device(&self) -> &str {
        "Locosys"
    }

    fn lengths(&self) -> (usize, usize) {
        (FIX_BYTES + AROUND, MAX_PAYLOAD + AROUND)
    }

    fn frame(&self, bytes: &[u8]) -> Frame {
        match bytes {
            // Some files of the GT-11 end with a line feed.
            b"\n" => return Frame::Intact(1),
            [0xA0] => return Frame::Incomplete,
            _ if !bytes.starts_with(&START) => return Frame::None,
            _ if bytes.len() < PAYLOAD => return Frame::Incomplete,
            _ => {}
        }
        let payload = usize::from(u16_at(bytes, 2) & MASK);
        if payload == 0 || payload > MAX_PAYLOAD {
            return Frame::None;
        }
        let Some(frame) = bytes.get(..payload + AROUND) else { return Frame::Incomplete };
        if !frame.ends_with(&END) {
            return Frame::None;
        }
        let payload = frame.get(PAYLOAD..PAYLOAD + payload).unwrap_or_default();
        let sum = payload.iter().map(|byte| u16::from(*byte)).fold(0, u16::wrapping_add) & MASK;
        // Owners change their names in the information and leave its sum as it was.
        let is_information = payload.first().is_some_and(|id| INFORMATION.contains(id));
        match is_information || u16_at(frame, frame.len() - 4) & MASK == sum {
            true => Frame::Intact(frame.len()),
            false => Frame::WrongChecksum(frame.len()),
        }
    }

    fn is_fix(&self, frame: &[u8]) -> bool {
        frame.starts_with(&START) && frame.get(PAYLOAD) == Some(&NAVIGATION_DATA)
    }

    fn read(&mut self, frame: &[u8]) -> Content {
        match frame.get(PAYLOAD..frame.len().saturating_sub(PAYLOAD)) {
            Some(payload) if self.is_fix(frame) && payload.len() >= FIX_BYTES => Content::Fix(fix(payload)),
            _ => Content::Other,
        }
    }
}

fn fix(payload: &[u8]) -> Fix {
    let byte = |place: usize| payload.get(place).copied().unwrap_or_default();
    let mode = u16_at(payload, 3);
    let clock = [u16_at(payload, 11), byte(13).into(), byte(14).into(), byte(15).into(), byte(16).into()];
    // 0 is no fix, 1 and 2 are fixes of so many satellites, 7 is dead reckoning.
    let valid = (3..=6).contains(&(mode & 7));
    let has_velocity = mode & 1 << 12 == 0;
    let of_velocity = |value: f64| if has_velocity { value } else { f64::NAN };
    let accuracy = if payload.len() >= FIX_WITH_ACCURACY_BYTES { byte(95) } else { 0 };
    Fix {
        valid,
        time_ms: time_ms(clock, f64::from(u16_at(payload, 17))),
        lat_e7: i32_at(payload, 23),
        lon_e7: i32_at(payload, 27),
        ele_m: f64::from(i32_at(payload, 35)) / 100.0,
        sog_mps: of_velocity(f64::from(u16_at(payload, 40)) / 100.0),
        cog_deg: of_velocity(f64::from(u16_at(payload, 42)) / 100.0),
        accuracy_m: f64::from(u32::from_be_bytes(at(payload, 50))) / 100.0,
        sog_accuracy_mps: if accuracy > 0 { of_velocity(f64::from(accuracy) / 100.0) } else { f64::NAN },
        satellites: byte(88),
        hdop: f64::from(byte(89)) / 5.0,
    }
}

fn u16_at(frame: &[u8], place: usize) -> u16 {
    u16::from_be_bytes(at(frame, place))
}

fn i32_at(frame: &[u8], place: usize) -> i32 {
    i32::from_be_bytes(at(frame, place))
}
