//! A fix of a receiver's log, and the integers of its frame.

use crate::read::instant::{DAY_MS, days_from_civil};
use crate::read::sheet::{Sheet, Slot};

/// A fix. Values that the format lacks are NaN.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::read) struct Fix {
    /// False when the receiver had no position.
    pub valid: bool,
    /// UTC, ms since 1970; NaN when the receiver had no time.
    pub time_ms: f64,
    pub lat_e7: i32,
    pub lon_e7: i32,
    pub sog_mps: f64,
    pub cog_deg: f64,
    /// Above mean sea level.
    pub ele_m: f64,
    /// Accuracy of the position and of the speed, one standard deviation.
    pub accuracy_m: f64,
    pub sog_accuracy_mps: f64,
    pub satellites: u8,
    /// Horizontal dilution of precision.
    pub hdop: f64,
}

impl Fix {
    /// Latitude and longitude; NaN when the receiver had no position.
    pub(super) fn position_deg(&self) -> [f64; 2] {
        match self.valid {
            true => [self.lat_e7, self.lon_e7].map(|e7| f64::from(e7) / 1e7),
            false => [f64::NAN; 2],
        }
    }
}

/// Slots of the channels of a fix.
pub(super) struct Slots([Slot; 7]);

impl Slots {
    pub(super) fn new(sheet: &mut Sheet) -> Self {
        let ids = ["sog", "cog", "ele", "accuracy", "sog_accuracy", "satellites", "hdop"];
        Self(ids.map(|id| sheet.slot(id)))
    }

    /// Sets the channels of the last row.
    pub(super) fn set(&self, fix: &Fix, sheet: &mut Sheet) {
        let values = [
            fix.sog_mps,
            fix.cog_deg,
            fix.ele_m,
            fix.accuracy_m,
            fix.sog_accuracy_mps,
            f64::from(fix.satellites),
            fix.hdop,
        ];
        for (slot, value) in self.0.iter().zip(values) {
            sheet.set(*slot, value);
        }
    }
}

/// The moment of a date and a clock, ms since 1970; NaN for one that does not exist. `second_ms`: of the minute.
pub(super) fn time_ms([year, month, day, hour, minute]: [u16; 5], second_ms: f64) -> f64 {
    let days = days_from_civil(year.into(), month.into(), day.into());
    match days {
        // The second may be a leap second.
        Some(days) if hour < 24 && minute < 60 && (-1000.0..61_000.0).contains(&second_ms) => {
            days as f64 * DAY_MS + f64::from(hour) * 3_600_000.0 + f64::from(minute) * 60_000.0 + second_ms
        }
        _ => f64::NAN,
    }
}

/// The bytes at a place; zeros beyond the end.
pub(super) fn at<const N: usize>(frame: &[u8], place: usize) -> [u8; N] {
    frame.get(place..).and_then(|rest| rest.first_chunk::<N>()).copied().unwrap_or([0; N])
}

/// Little-endian integers at a place.
pub(super) fn u16_at(frame: &[u8], place: usize) -> u16 {
    u16::from_le_bytes(at(frame, place))
}

pub(super) fn i32_at(frame: &[u8], place: usize) -> i32 {
    i32::from_le_bytes(at(frame, place))
}

/// An integer in thousandths as a number.
pub(super) fn thousandths(value: u32) -> f64 {
    f64::from(value) / 1000.0
}

pub(super) fn u32_at(frame: &[u8], place: usize) -> u32 {
    u32::from_le_bytes(at(frame, place))
}
