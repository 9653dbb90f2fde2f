//! VTK: the native log of Velocitek devices. Records of two bytes length and a protobuf message.
//!
//! Source: Velocitek's published `vtk.proto` and its conversion to angles.

mod message;

use crate::damage::LossKind;
use crate::error::{Error, ErrorKind};
use crate::read::attitude::roll_pitch_yaw_deg;
use crate::read::loss::Losses;
use crate::read::sheet::{Sheet, Slot, is_position};
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

/// Reads a VTK log.
pub fn read(bytes: &[u8]) -> Result<Recording, Error> {
    let mut sheet = Sheet::with_room(bytes.len() / 36);
    let slots = ["sog", "cog", "hdg", "hdg_mag", "heel", "pitch"].map(|id| sheet.slot(id));
    let mut log =
        Log { sheet, slots, losses: Losses::bytes(), events: Vec::new(), expected: 0, declination: None };
    let mut at = 0;
    while at < bytes.len() {
        match record(bytes, at) {
            Some((record, end)) => {
                log.take(record, at, end)?;
                at = end;
            }
            None if is_torn(bytes, at) => {
                log.losses.stopped(at, bytes.len(), 0, log.sheet.last_time_ms(), None);
                break;
            }
            None => at = log.find_ground(bytes, at),
        }
    }
    log.finish()
}

struct Log {
    sheet: Sheet,
    slots: [Slot; 6],
    losses: Losses,
    events: Vec<Event>,
    expected: usize,
    /// To be added to a magnetic heading, deg.
    declination: Option<f64>,
}

impl Log {
    fn take(&mut self, record: Record, at: usize, end: usize) -> Result<(), Error> {
        match record {
            Record::Point(point) => self.point(&point, at, end)?,
            Record::Declination(deg) => self.declination = Some(deg),
            Record::Timer { kind, seconds } => {
                let Some(time_ms) = self.sheet.last_time_ms() else { return Ok(()) };
                let kind = match kind {
                    1 => EventKind::TimerStart { seconds },
                    2 => EventKind::TimerReset { seconds },
                    3 => EventKind::RaceStart,
                    _ => return Ok(()),
                };
                self.events.push(Event { time_ms, kind });
            }
            Record::Button(end) => self.line_end(end),
            Record::Description | Record::Unknown => {}
        }
        Ok(())
    }

    fn point(&mut self, point: &Trackpoint, at: usize, end: usize) -> Result<(), Error> {
        self.expected += 1;
        let time_ms = (point.seconds as f64) * 1000.0 + (point.centiseconds as f64) * 10.0;
        if !(9.0e11..7.0e12).contains(&time_ms) || point.centiseconds > 99 {
            self.lose(at, end, LossKind::NoTime, 1, "Points with an absurd time were left out.");
            return Ok(());
        }
        let (lat, lon) = (point.lat_e7 as f64 / 1e7, point.lon_e7 as f64 / 1e7);
        if !is_position(lat, lon) {
            self.lose(at, end, LossKind::NoPosition, 1, "The receiver had no position here.");
            return Ok(());
        }
        self.sheet.push(time_ms, lat, lon)?;
        let [sog, cog, hdg, hdg_mag, heel, pitch] = self.slots;
        self.sheet.set(sog, point.sog_decikn as f64 / 10.0 * MPS_PER_KNOT);
        self.sheet.set(cog, point.cog_deg as f64);
        if let Some([roll, down, yaw]) = roll_pitch_yaw_deg(point.q_e3.map(|q| q as f64 / 1000.0)) {
            self.sheet.set(heel, roll);
            self.sheet.set(pitch, -down);
            self.sheet.set(hdg_mag, -yaw);
            self.sheet.set(hdg, self.declination.map_or(f64::NAN, |declination| -yaw + declination));
        }
        Ok(())
    }

    /// A press on "RC" or "pin" pings that end of the line where the boat is.
    fn line_end(&mut self, button: u64) {
        let Some((time_ms, lat_deg, lon_deg)) = self.sheet.last_fix() else { return };
        let kind = match button {
            1 => EventKind::CommitteeBoat { lat_deg, lon_deg },
            2 => EventKind::Pin { lat_deg, lon_deg },
            _ => return,
        };
        self.events.push(Event { time_ms, kind });
    }

    fn find_ground(&mut self, bytes: &[u8], fault: usize) -> usize {
        let holds = |at: &usize| {
            record(bytes, *at).is_some_and(|(record, end)| match record {
                Record::Point(point) => point.seconds > 900_000_000 && holds_together(bytes, end),
                _ => false,
            })
        };
        let ground = (fault + 1..bytes.len()).find(holds);
        let to = ground.unwrap_or(bytes.len());
        let reason = match ground {
            Some(_) => "Damaged bytes were passed over; the recording goes on after them.",
            None => "From here on the bytes are damaged; what came before is kept.",
        };
        self.lose(fault, to, LossKind::Malformed, 0, reason);
        to
    }

    fn lose(&mut self, from: usize, to: usize, kind: LossKind, points: u32, reason: &str) {
        self.losses.add(from, to, kind, points, self.sheet.last_time_ms(), reason);
    }

    fn finish(self) -> Result<Recording, Error> {
        if self.sheet.len() == 0 {
            return Err(ErrorKind::NoPositions.into());
        }
        let mut recording = self.sheet.finish(Format::Vtk, self.losses, Some(self.expected))?;
        recording.device = Some("Velocitek".to_string());
        recording.events = self.events;
        Ok(recording)
    }
}

#[cfg(test)]
mod test;
