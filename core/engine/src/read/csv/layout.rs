//! What each column of a layout is, and a row read by it.

use std::borrow::Cow;

use super::cells::cells;
use crate::read::instant::iso_8601;
use crate::read::number::decimal;
use crate::read::sheet::{Sheet, Slot, is_position};

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Role {
    /// Nothing that is kept.
    Pass,
    /// Date and time, ISO 8601.
    Time,
    /// Decimal degrees.
    Lat,
    Lon,
    /// A channel; stored value = cell times factor.
    Channel {
        slot: Slot,
        factor: f64,
    },
}

impl Role {
    /// A channel of this id.
    pub fn channel(sheet: &mut Sheet, id: impl Into<Cow<'static, str>>, factor: f64) -> Self {
        Self::Channel { slot: sheet.slot(id), factor }
    }
}

/// A maker's layout, recognised in a header.
#[derive(Debug)]
pub struct Layout {
    pub maker: Option<&'static str>,
    pub delimiter: u8,
    /// One a column.
    pub roles: Vec<Role>,
}

/// How many cells a row has, and how many of them hold something.
#[derive(Debug, Clone, Copy)]
pub struct Counted {
    pub seen: usize,
    pub filled: usize,
}

impl Layout {
    /// Reads a line into `row`.
    pub fn read(&self, line: &[u8], row: &mut Row) -> Counted {
        row.clear();
        let mut counted = Counted { seen: 0, filled: 0 };
        for (role, cell) in self.roles.iter().zip(cells(line, self.delimiter)) {
            counted.seen += 1;
            let cell = cell.trim_ascii();
            if !cell.is_empty() {
                counted.filled += 1;
                row.take(*role, cell);
            }
        }
        counted
    }
}

/// One row while it is read.
#[derive(Debug, Default)]
pub struct Row {
    time: Option<(f64, bool)>,
    lat_deg: Option<f64>,
    lon_deg: Option<f64>,
    values: Vec<(Slot, f64)>,
}

/// Time and position of a row.
#[derive(Debug, Clone, Copy)]
pub struct Fix {
    pub time_ms: f64,
    /// The time names its zone.
    pub zoned: bool,
    pub lat_deg: f64,
    pub lon_deg: f64,
}

/// What a row lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lost {
    Time,
    Position,
    Both,
}

impl Row {
    fn clear(&mut self) {
        self.time = None;
        self.lat_deg = None;
        self.lon_deg = None;
        self.values.clear();
    }

    #[inline]
    fn take(&mut self, role: Role, cell: &[u8]) {
        match role {
            Role::Pass => {}
            Role::Time => self.time = iso_8601(cell).map(|i| (i.ms, i.zoned)),
            Role::Lat => self.lat_deg = decimal(cell),
            Role::Lon => self.lon_deg = decimal(cell),
            Role::Channel { slot, factor } => {
                if let Some(value) = decimal(cell) {
                    self.values.push((slot, value * factor));
                }
            }
        }
    }

    /// Time and position, or what is missing.
    pub fn fix(&self) -> Result<Fix, Lost> {
        let lat_deg = self.lat_deg.unwrap_or(f64::NAN);
        let lon_deg = self.lon_deg.unwrap_or(f64::NAN);
        match (self.time, is_position(lat_deg, lon_deg)) {
            (Some((time_ms, zoned)), true) => Ok(Fix { time_ms, zoned, lat_deg, lon_deg }),
            (Some(_), false) => Err(Lost::Position),
            (None, true) => Err(Lost::Time),
            (None, false) => Err(Lost::Both),
        }
    }

    /// Writes the channels into the sheet's last row.
    pub fn write(&mut self, sheet: &mut Sheet) {
        for (slot, value) in self.values.drain(..) {
            sheet.set(slot, value);
        }
    }
}
