//! VTK: the native log of Velocitek devices. Records of two bytes length and a protobuf message.
//!
//! Source: Velocitek's published `vtk.proto` and its conversion to angles.

mod message;

use std::ops::Range;

use crate::error::Error;
use crate::read::attitude::roll_pitch_yaw_deg;
use crate::read::binary_log::BinaryLog;
use crate::read::piecewise::Piecewise;
use crate::read::sheet::{Sheet, Slot};
use crate::track::{Event, EventKind, Format, Recording};
use crate::units::MPS_PER_KNOT;

use message::{Record, Trackpoint};

/// Longest record the device writes is far below this, bytes.
const RECORD_BYTES: usize = 1024;
/// Records that must follow each other for bytes to be believed.
const CHAIN: usize = 3;

/// True when length-prefixed records stand at the start, a point or the device's description first.
pub fn is_vtk(bytes: &[u8]) -> bool {
    let Some((record, end)) = record(bytes, 0) else { return false };
    let second = self::record(bytes, end).is_some() || is_torn(bytes, end);
    !matches!(record, Record::Unknown) && bytes.len() > 16 && second
}

/// The record at `at`, and where it ends.
fn record(bytes: &[u8], at: usize) -> Option<(Record, usize)> {
    let rest = bytes.get(at..)?;
    let length = usize::from(u16::from_le_bytes(*rest.first_chunk::<2>()?));
    if length > RECORD_BYTES {
        return None;
    }
    let record = message::parse(rest.get(2..2 + length)?)?;
    Some((record, at + 2 + length))
}

fn holds_together(bytes: &[u8], mut at: usize) -> bool {
    for _ in 0..CHAIN {
        match record(bytes, at) {
            Some((_, end)) => at = end,
            None => return is_torn(bytes, at),
        }
    }
    true
}

/// True when a record at `at` is cut off by the end of the bytes, or none begins there.
fn is_torn(bytes: &[u8], at: usize) -> bool {
    let rest = bytes.get(at..).unwrap_or_default();
    let length = rest.first_chunk::<2>().map(|b| usize::from(u16::from_le_bytes(*b)));
    length.is_none_or(|length| length <= RECORD_BYTES && rest.len() < 2 + length)
}

/// Reads a VTK log, piece by piece.
pub struct Records {
    slots: [Slot; 6],
    /// To be added to a magnetic heading, deg.
    declination: Option<f64>,
    log: BinaryLog,
}

impl Piecewise for Records {
    fn take(&mut self, bytes: &[u8], last: bool) -> Result<usize, Error> {
        // Records ahead are looked at: they have to be there.
        let ahead = (CHAIN + 2) * (2 + RECORD_BYTES);
        let until = if last { bytes.len() } else { bytes.len().saturating_sub(ahead) };
        let mut at = 0;
        while at < until {
            at = match record(bytes, at) {
                _ if self.log.is_damaged() => self.log.searched(ground(bytes, at..until), until, last),
                Some((record, end)) => {
                    self.record(record, at, end)?;
                    end
                }
                None if is_torn(bytes, at) => {
                    self.log.torn(at..bytes.len(), false);
                    bytes.len()
                }
                None => self.log.damaged(at),
            };
        }
        if self.log.is_damaged() && last {
            self.log.searched(None, until, last);
        }
        Ok(self.log.done(at.min(bytes.len())))
    }

    fn finish(self: Box<Self>) -> Result<Recording, Error> {
        self.log.finish(Format::Vtk, "Velocitek")
    }
}

/// Where the next point begins that others follow.
fn ground(bytes: &[u8], mut places: Range<usize>) -> Option<usize> {
    places.find(|at| {
        record(bytes, *at).is_some_and(|(record, end)| match record {
            Record::Point(point) => point.seconds > 900_000_000 && holds_together(bytes, end),
            _ => false,
        })
    })
}

impl Records {
    /// Before the first byte of a file that is expected to be so long.
    pub fn new(length: usize) -> Self {
        let mut sheet = Sheet::of_file(length, 36);
        let slots = ["sog", "cog", "hdg", "hdg_mag", "heel", "pitch"].map(|id| sheet.slot(id));
        Self { slots, declination: None, log: BinaryLog::new(sheet) }
    }

    fn record(&mut self, record: Record, at: usize, end: usize) -> Result<(), Error> {
        match record {
            Record::Point(point) => self.point(&point, at, end)?,
            Record::Declination(deg) => self.declination = Some(deg),
            Record::Timer { kind, seconds } => self.press(at, |_, _| match kind {
                1 => Some(EventKind::TimerStart { seconds }),
                2 => Some(EventKind::TimerReset { seconds }),
                3 => Some(EventKind::RaceStart),
                _ => None,
            }),
            // A press on "RC" or "pin" pings that end of the line where the boat is.
            Record::Button(button) => self.press(at, |lat_deg, lon_deg| match button {
                1 => Some(EventKind::CommitteeBoat { lat_deg, lon_deg }),
                2 => Some(EventKind::Pin { lat_deg, lon_deg }),
                _ => None,
            }),
            Record::Description | Record::Unknown => {}
        }
        Ok(())
    }

    fn point(&mut self, point: &Trackpoint, at: usize, end: usize) -> Result<(), Error> {
        let time_ms = (point.seconds as f64) * 1000.0 + (point.centiseconds as f64) * 10.0;
        if !(9.0e11..7.0e12).contains(&time_ms) || point.centiseconds > 99 {
            self.log.absurd_time(at..end);
            return Ok(());
        }
        let (lat_deg, lon_deg) = (point.lat_e7 as f64 / 1e7, point.lon_e7 as f64 / 1e7);
        if !self.log.position(time_ms, lat_deg, lon_deg, at..end)? {
            return Ok(());
        }
        let [sog, cog, hdg, hdg_mag, heel, pitch] = self.slots;
        let sheet = &mut self.log.sheet;
        sheet.set(sog, point.sog_decikn as f64 / 10.0 * MPS_PER_KNOT);
        sheet.set(cog, point.cog_deg as f64);
        if let Some([roll, down, yaw]) = roll_pitch_yaw_deg(point.q_e3.map(|q| q as f64 / 1000.0)) {
            sheet.set(heel, roll);
            sheet.set(pitch, -down);
            sheet.set(hdg_mag, -yaw);
            sheet.set(hdg, self.declination.map_or(f64::NAN, |declination| -yaw + declination));
        }
        Ok(())
    }

    /// Something pressed at the time and place of the last point; before the first it says nothing.
    fn press(&mut self, at: usize, kind: impl FnOnce(f64, f64) -> Option<EventKind>) {
        let Some((time_ms, lat_deg, lon_deg)) = self.log.sheet.last_fix() else { return };
        if let Some(kind) = kind(lat_deg, lon_deg) {
            self.log.event(Event { time_ms, kind }, at);
        }
    }
}

#[cfg(test)]
mod test;
