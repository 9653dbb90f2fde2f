//! VTK, the binary log of Velocitek devices: records of a length of two bytes and a protobuf message.
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

/// Longest record; a longer one is damaged, bytes. *Guess*, far above what the devices write.
const RECORD_BYTES: usize = 1024;
/// Intact records that must follow a point for the search to end there. *Guess*.
const CHECKED_RECORDS: usize = 3;

/// True for length-prefixed records of which the first is of a known kind.
pub(super) fn is_vtk(bytes: &[u8]) -> bool {
    let Some((record, end)) = record(bytes, 0) else { return false };
    let second = self::record(bytes, end).is_some() || is_incomplete(bytes, end);
    !matches!(record, Record::Unknown) && bytes.len() > 16 && second
}

/// The record at `at` and its end.
fn record(bytes: &[u8], at: usize) -> Option<(Record, usize)> {
    let rest = bytes.get(at..)?;
    let length = usize::from(u16::from_le_bytes(*rest.first_chunk::<2>()?));
    if length > RECORD_BYTES {
        return None;
    }
    let record = message::parse(rest.get(2..2 + length)?)?;
    Some((record, at + 2 + length))
}

/// True when [`CHECKED_RECORDS`] intact records follow from `at` on, or fewer up to the end.
fn records_follow(bytes: &[u8], mut at: usize) -> bool {
    for _ in 0..CHECKED_RECORDS {
        match record(bytes, at) {
            Some((_, end)) => at = end,
            None => return is_incomplete(bytes, at),
        }
    }
    true
}

/// True when the record at `at` extends beyond the end of the bytes.
fn is_incomplete(bytes: &[u8], at: usize) -> bool {
    let rest = bytes.get(at..).unwrap_or_default();
    let length = rest.first_chunk::<2>().map(|b| usize::from(u16::from_le_bytes(*b)));
    length.is_none_or(|length| length <= RECORD_BYTES && rest.len() < 2 + length)
}

/// Reads a VTK log, piece by piece.
pub(super) struct Records {
    slots: [Slot; 6],
    /// True heading minus magnetic heading, deg.
    declination: Option<f64>,
    log: BinaryLog,
}

impl Piecewise for Records {
    fn take(&mut self, bytes: &[u8], last: bool) -> Result<usize, Error> {
        // The records ahead that are examined must be available.
        let ahead = (CHECKED_RECORDS + 2) * (2 + RECORD_BYTES);
        let until = if last { bytes.len() } else { bytes.len().saturating_sub(ahead) };
        let mut at = 0;
        while at < until {
            at = match record(bytes, at) {
                _ if self.log.is_damaged() => self.log.searched(next_intact(bytes, at..until), until, last),
                Some((record, end)) => {
                    self.record(record, at, end)?;
                    end
                }
                None if is_incomplete(bytes, at) => {
                    self.log.incomplete(at..bytes.len(), false);
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

/// Position of the next point that intact records follow.
fn next_intact(bytes: &[u8], mut places: Range<usize>) -> Option<usize> {
    places.find(|at| {
        record(bytes, *at).is_some_and(|(record, end)| match record {
            Record::Point(point) => point.seconds > 900_000_000 && records_follow(bytes, end),
            _ => false,
        })
    })
}

impl Records {
    /// A reader for a file of `length` bytes, 0 when unknown.
    pub(super) fn new(length: usize) -> Self {
        let mut sheet = Sheet::of_file(length, 36);
        let slots = ["sog", "cog", "hdg", "hdg_mag", "heel", "pitch"].map(|id| sheet.slot(id));
        Self { slots, declination: None, log: BinaryLog::new(sheet) }
    }

    fn record(&mut self, record: Record, at: usize, end: usize) -> Result<(), Error> {
        match record {
            Record::Point(point) => self.point(&point, at, end)?,
            Record::Declination(deg) => self.declination = Some(deg),
            Record::Timer { kind, seconds } => self.add_event(at, |_, _| match kind {
                1 => Some(EventKind::TimerStart { seconds }),
                2 => Some(EventKind::TimerReset { seconds }),
                3 => Some(EventKind::RaceStart),
                _ => None,
            }),
            // A press on "RC" or "pin" sets that end of the start line to the boat's position.
            Record::Button(button) => self.add_event(at, |lat_deg, lon_deg| match button {
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
            self.log.impossible_time(at..end);
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

    /// Adds an event at the time and position of the last point; before the first point it is skipped.
    fn add_event(&mut self, at: usize, kind: impl FnOnce(f64, f64) -> Option<EventKind>) {
        let Some((time_ms, lat_deg, lon_deg)) = self.log.sheet.last_fix() else { return };
        if let Some(kind) = kind(lat_deg, lon_deg) {
            self.log.event(Event { time_ms, kind }, at);
        }
    }
}

#[cfg(test)]
mod test;
