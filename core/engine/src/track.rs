//! Columns, what a file said ([`Recording`]) and the cleaned track ([`Track`]).

use std::borrow::Cow;
use std::ops::Range;

use crate::damage::Damage;
use crate::error::{Error, ErrorKind};
use crate::geo::Plane;

/// Equal-length columns. Missing values are NaN; an absent channel has no column.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Columns {
    /// UTC, milliseconds since 1970.
    pub time_ms: Vec<f64>,
    pub lat_deg: Vec<f64>,
    pub lon_deg: Vec<f64>,
    channels: Vec<Column>,
}

/// One channel's values, unit as in [`crate::channel`]; unknown channels keep the maker's own name and unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    pub id: Cow<'static, str>,
    pub values: Vec<f32>,
}

impl Columns {
    /// Columns of times and positions of equal length, else an error.
    pub fn new(time_ms: Vec<f64>, lat_deg: Vec<f64>, lon_deg: Vec<f64>) -> Result<Self, Error> {
        if time_ms.len() != lat_deg.len() || time_ms.len() != lon_deg.len() {
            let reason = "columns of unequal length".to_string();
            return Err(ErrorKind::Unreadable { reason }.into());
        }
        Ok(Self { time_ms, lat_deg, lon_deg, channels: Vec::new() })
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.time_ms.len()
    }

    /// True without rows.
    pub fn is_empty(&self) -> bool {
        self.time_ms.is_empty()
    }

    /// The values of a channel, if there is such a column.
    pub fn get(&self, id: &str) -> Option<&[f32]> {
        self.channels.iter().find(|c| c.id == id).map(|c| c.values.as_slice())
    }

    /// Sets or replaces a channel. A column of the wrong length or with nothing but NaN is not kept.
    pub fn set(&mut self, id: impl Into<Cow<'static, str>>, values: Vec<f32>) {
        let id = id.into();
        self.channels.retain(|c| c.id != id);
        if values.len() == self.len() && values.iter().any(|v| !v.is_nan()) {
            self.channels.push(Column { id, values });
        }
    }

    /// All channels, in the order they were set.
    pub fn channels(&self) -> &[Column] {
        &self.channels
    }

    /// All channels, in the order they were set, given away.
    pub fn into_channels(self) -> Vec<Column> {
        self.channels
    }

    /// The rows with these indices, in this order; an index out of range is passed over.
    pub fn select(&self, rows: &[usize]) -> Self {
        if rows.len() == self.len() && rows.iter().enumerate().all(|(i, &row)| i == row) {
            return self.clone();
        }
        let pick64 = |v: &[f64]| rows.iter().filter_map(|&i| v.get(i).copied()).collect::<Vec<f64>>();
        let channels = self
            .channels
            .iter()
            .map(|c| Column {
                id: c.id.clone(),
                values: rows.iter().filter_map(|&i| c.values.get(i).copied()).collect(),
            })
            .collect();
        Self {
            time_ms: pick64(&self.time_ms),
            lat_deg: pick64(&self.lat_deg),
            lon_deg: pick64(&self.lon_deg),
            channels,
        }
    }
}

/// File formats, by content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub enum Format {
    Fit,
    Gpx,
    Csv,
    Nmea,
    Vkx,
    Vtk,
}

/// What a file said, in the file's order and unfiltered, with its Damage report.
///
/// A row is one time stamp. Wind logs have rows without position (NaN). Channels are those of
/// [`crate::channel`] in their stored units; `sog`, `cog`, `hdg`, `heel`... here are the device's own.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    pub format: Format,
    /// Device or maker, as far as the file says.
    pub device: Option<String>,
    pub sport: Option<String>,
    pub columns: Columns,
    /// Pauses the device says it took, `[from_ms, to_ms]`.
    pub pauses_ms: Vec<[f64; 2]>,
    /// Row indices at which the file itself starts a new piece (GPX segment, FIT session): a gap, not a jump.
    pub breaks: Vec<usize>,
    /// The race timer, the ends of the line and marks set by hand, in the file's order.
    pub events: Vec<Event>,
    /// Laps and sessions as the device itself totalled them, in the file's order.
    pub totals: Vec<Totals>,
    pub damage: Damage,
}

/// Something a sailor pressed, or the timer said.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export, rename = "RecordingEvent"))]
pub struct Event {
    /// UTC, ms since 1970.
    pub time_ms: f64,
    #[serde(flatten)]
    pub kind: EventKind,
}

/// Kind of an [`Event`].
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export, rename = "RecordingEventKind"))]
pub enum EventKind {
    /// The timer was set back, started, or set to another value: seconds to the gun.
    TimerReset {
        seconds: f64,
    },
    TimerStart {
        seconds: f64,
    },
    TimerSync {
        seconds: f64,
    },
    /// The gun, and the end of the race.
    RaceStart,
    RaceEnd,
    /// The ends of the start line, where they were pinged.
    Pin {
        lat_deg: f64,
        lon_deg: f64,
    },
    CommitteeBoat {
        lat_deg: f64,
        lon_deg: f64,
    },
    /// A mark set by a press on the device.
    Mark,
}

/// What a device totalled over a lap or a session.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export, rename = "RecordingTotals"))]
pub struct Totals {
    pub part: Part,
    /// UTC, ms since 1970.
    pub start_ms: f64,
    pub end_ms: f64,
    /// Time with the timer running, s.
    pub timer_s: Option<f64>,
    pub distance_m: Option<f64>,
    pub mean_mps: Option<f64>,
    pub max_mps: Option<f64>,
    /// Of a session.
    pub sport: Option<&'static str>,
}

/// Which part of a recording [`Totals`] are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export, rename = "RecordingPart"))]
pub enum Part {
    Lap,
    Session,
}

/// Quality flags of a fix, one bit each.
pub mod flag {
    /// Position judged wrong and replaced by the smoother.
    pub const OUTLIER: u8 = 1;
    /// Device speed missing or judged wrong.
    pub const NO_DOPPLER: u8 = 2;
    /// Course not trustworthy: slower than 0.5 kn.
    pub const SLOW: u8 = 4;
    /// First fix after a gap.
    pub const AFTER_GAP: u8 = 8;
    /// Device speed judged wrong: `NO_DOPPLER` where there was one. Set at the border alone.
    pub const WRONG_SPEED: u8 = 16;
    /// Last fix before a gap. Set at the border alone.
    pub const BEFORE_GAP: u8 = 32;
}

/// A cleaned track: positions everywhere, times strictly rising.
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    /// As recorded (not smoothed), rows dropped that had no time or position or repeated a time.
    pub columns: Columns,
    /// [`flag`] bits, one byte a fix.
    pub flags: Vec<u8>,
    /// Gap-free pieces, half-open ranges of rows, in order, covering all rows.
    pub pieces: Vec<Range<usize>>,
    /// Tangent plane at the first good fix.
    pub plane: Plane,
    /// Median interval between fixes inside pieces, s.
    pub median_dt_s: f64,
}
