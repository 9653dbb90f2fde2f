//! Columns, the recording as read from a file ([`Recording`]) and the cleaned track ([`Track`]).

use std::borrow::Cow;
use std::ops::Range;

use crate::damage::Damage;
use crate::error::{Error, ErrorKind};
use crate::geo::Planes;

/// Equal-length columns. Missing values are NaN; an absent channel has no column.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Columns {
    /// UTC, milliseconds since 1970.
    pub time_ms: Vec<f64>,
    pub lat_deg: Vec<f64>,
    pub lon_deg: Vec<f64>,
    channels: Vec<Column>,
}

/// Values of one channel in the unit of [`crate::channel`]; unknown channels have the device's own name and unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    pub id: Cow<'static, str>,
    pub values: Vec<f32>,
}

impl Columns {
    /// Time of a row, s since 1970; NaN beyond the last.
    pub fn time_s(&self, row: usize) -> f64 {
        self.time_ms.get(row).copied().unwrap_or(f64::NAN) / 1000.0
    }

    /// Columns from times and positions.
    ///
    /// # Errors
    /// `unreadable` when their lengths differ.
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

    /// True when there are no rows.
    pub fn is_empty(&self) -> bool {
        self.time_ms.is_empty()
    }

    /// Memory of the values, bytes.
    pub fn bytes(&self) -> usize {
        self.len() * (3 * size_of::<f64>() + self.channels.len() * size_of::<f32>())
    }

    /// The values of a channel; none when there is no such column.
    pub fn get(&self, id: &str) -> Option<&[f32]> {
        self.channels.iter().find(|c| c.id == id).map(|c| c.values.as_slice())
    }

    /// Sets or replaces a channel. A column of another length, or of NaN alone, removes the channel.
    pub fn set(&mut self, id: impl Into<Cow<'static, str>>, values: Vec<f32>) {
        let id = id.into();
        self.channels.retain(|c| c.id != id);
        if values.len() == self.len() && values.iter().any(|v| !v.is_nan()) {
            self.channels.push(Column { id, values });
        }
    }

    /// All channels, in the order in which they were set.
    pub fn channels(&self) -> &[Column] {
        &self.channels
    }

    /// All channels, mutable; their lengths must not change.
    pub(crate) fn channels_mut(&mut self) -> &mut [Column] {
        &mut self.channels
    }

    /// Removes all channels and returns them, in the order in which they were set.
    pub fn take_channels(&mut self) -> Vec<Column> {
        std::mem::take(&mut self.channels)
    }

    /// Consumes the columns and returns the channels, in the order in which they were set.
    pub fn into_channels(self) -> Vec<Column> {
        self.channels
    }

    /// The rows with these indices, in this order; indices out of range are skipped. Each column is freed as soon as its
    /// rows are taken.
    pub fn into_selected(self, rows: &[usize]) -> Self {
        if rows.len() == self.len() && rows.iter().enumerate().all(|(i, &row)| i == row) {
            return self;
        }
        let Self { time_ms, lat_deg, lon_deg, channels } = self;
        let of_channel = |Column { id, values }| Column { id, values: picked(values, rows) };
        Self {
            time_ms: picked(time_ms, rows),
            lat_deg: picked(lat_deg, rows),
            lon_deg: picked(lon_deg, rows),
            channels: channels.into_iter().map(of_channel).collect(),
        }
    }
}

fn picked<T: Copy>(values: Vec<T>, rows: &[usize]) -> Vec<T> {
    rows.iter().filter_map(|&row| values.get(row).copied()).collect()
}

/// File format, detected by content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Format {
    Fit,
    Gpx,
    Csv,
    Nmea,
    Vkx,
    Vtk,
    Tcx,
    Kml,
    Geojson,
    Ubx,
    Sbp,
    Sbn,
    Oao,
    Gpy,
    /// NMEA 2000 as text; Actisense's binary log of it; deltas of Signal K.
    N2k,
    Ebl,
    Signalk,
}

/// Contents of a file, unfiltered and in the file's order, with its damage report.
///
/// One row per time stamp. Wind logs have rows without position (NaN). Channels are those of [`crate::channel`] in
/// their stored units; `sog`, `cog`, `hdg`, `heel`... are as recorded by the device.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    pub format: Format,
    /// Device or manufacturer; none when the file does not name it.
    pub device: Option<String>,
    pub sport: Option<String>,
    pub columns: Columns,
    /// Tracks, activities or features of the file, in its order; one at most where it has no such parts.
    pub tracks: Vec<FileTrack>,
    /// Sports that the file names for spans of time.
    pub sports: Vec<SportSpan>,
    /// No time has a date: times are those of 1970-01-01, of day or since the start.
    pub undated: bool,
    /// Pauses recorded by the device, `[from_ms, to_ms]`.
    pub pauses_ms: Vec<[f64; 2]>,
    /// Row indices at which the file starts a new part (GPX segment, FIT session); treated as gaps.
    pub breaks: Vec<usize>,
    /// Race timer events, pinged ends of the start line and marks set by hand, in the file's order.
    pub events: Vec<Event>,
    /// Totals of laps and sessions as computed by the device, in the file's order.
    pub totals: Vec<Totals>,
    pub damage: Damage,
}

impl Recording {
    /// These columns, and nothing else that a file may have.
    pub fn of(format: Format, columns: Columns) -> Self {
        Self {
            format,
            device: None,
            sport: None,
            columns,
            tracks: Vec::new(),
            sports: Vec::new(),
            undated: false,
            pauses_ms: Vec::new(),
            breaks: Vec::new(),
            events: Vec::new(),
            totals: Vec::new(),
            damage: Damage::default(),
        }
    }
}

/// A track of a GPX or KML, or an activity of a TCX: its rows end where those of the next begin.
#[derive(Debug, Clone, PartialEq)]
pub struct FileTrack {
    pub first_row: usize,
    pub name: Option<String>,
    pub sport: Option<String>,
}

/// A span of time with a sport of its own, UTC ms.
#[derive(Debug, Clone, PartialEq)]
pub struct SportSpan {
    pub start_ms: f64,
    pub end_ms: f64,
    pub sport: String,
}

/// An event recorded by the device: a press of a button, or of the race timer.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[serde(rename = "RecordingEvent")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Event {
    /// UTC, ms since 1970.
    pub time_ms: f64,
    #[serde(flatten)]
    pub kind: EventKind,
}

/// Kind of an [`Event`].
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[serde(rename = "RecordingEventKind", tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum EventKind {
    /// The countdown was reset, started or synchronised; seconds to the start.
    TimerReset {
        seconds: f64,
    },
    TimerStart {
        seconds: f64,
    },
    TimerSync {
        seconds: f64,
    },
    /// The starting signal, and the end of the race.
    RaceStart,
    RaceEnd,
    /// The pinged ends of the start line.
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

/// Totals of a lap or a session, computed by the device.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[serde(rename = "RecordingTotals")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
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
    /// Sport of a session.
    pub sport: Option<&'static str>,
}

/// The part of a recording to which [`Totals`] refer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename = "RecordingPart", rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Part {
    Lap,
    Session,
}

/// Quality flags of a fix, one bit each.
pub mod flag {
    /// Position rejected as an outlier and replaced by the smoothed one.
    pub const OUTLIER: u8 = 1;
    /// Device speed missing or rejected.
    pub const NO_DOPPLER: u8 = 2;
    /// Slower than 0.5 kn: the course is held at its last valid value.
    pub const SLOW: u8 = 4;
    /// First fix after a gap.
    pub const AFTER_GAP: u8 = 8;
    /// Device speed present but rejected. Set on output only.
    pub const WRONG_SPEED: u8 = 16;
    /// Last fix before a gap. Set on output only.
    pub const BEFORE_GAP: u8 = 32;
    /// In a part of the recording that is no sailing and that the analysis leaves out.
    pub const LEFT_OUT: u8 = 64;
}

/// A cleaned track: every row has a position, times increase strictly.
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    /// As recorded, not smoothed; rows without time or position and repeated times are dropped.
    pub columns: Columns,
    /// [`flag`](crate::flag) bits, one byte per fix.
    pub flags: Vec<u8>,
    /// Gap-free pieces: half-open ranges of rows, in order, covering all rows.
    pub pieces: Vec<Range<usize>>,
    /// Tangent planes, the first at the first valid fix.
    pub planes: Planes,
    /// Median interval between consecutive fixes within pieces, s; NaN when there is none.
    pub median_dt_s: f64,
    /// The device's speed, and its course, are used also where they stand still while the positions move otherwise.
    pub keeps_frozen: [bool; 2],
}

/// Interval between fixes above which nothing is said about what happened between them, s: no turn rate, no loss, no
/// speed at a moment, only means from fix to fix. *measured* on real tracks of 13 boats, thinned: of 24 s all losses that all
/// fixes give lie in their intervals.
pub const SPARSE_INTERVAL_S: f64 = 25.0;

impl Track {
    /// True for a tracker that sends its position now and then: the median interval exceeds `SPARSE_INTERVAL_S`.
    pub fn is_sparse(&self) -> bool {
        self.median_dt_s > SPARSE_INTERVAL_S
    }
}
