//! The layout of a table, and reading a row by it.

use std::borrow::Cow;

use memchr::memchr;

use super::cells::cells;
use super::degrees::{decimal_comma, degrees};
use super::times::RowTime;
use crate::read::am_pm::clock_of_day;
use crate::read::instant::{Instant, LastMinute, Written, date, from_number};
use crate::read::number::decimal;
use crate::read::sheet::{Sheet, Slot};
use crate::read::valid::position;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Role {
    /// Not read.
    Ignored,
    /// Date and time in any form.
    Time,
    /// Date and time of day in separate columns.
    Date,
    Clock,
    /// Degrees, or degrees and minutes with a hemisphere.
    Lat,
    Lon,
    /// A channel: stored value = cell × factor.
    Channel {
        slot: Slot,
        factor: f64,
    },
    /// A direction in degrees, or a point of the compass in letters.
    Direction {
        slot: Slot,
        factor: f64,
    },
}

impl Role {
    /// True for a column of times.
    pub(super) fn is_time(self) -> bool {
        matches!(self, Self::Time | Self::Date | Self::Clock)
    }

    /// True for a column of a channel.
    pub(super) fn is_channel(self) -> bool {
        matches!(self, Self::Channel { .. } | Self::Direction { .. })
    }

    /// A channel of this id.
    pub(super) fn channel(sheet: &mut Sheet, id: impl Into<Cow<'static, str>>, factor: f64) -> Self {
        let id = id.into();
        let is_direction = matches!(&*id, "twd" | "twd_mag");
        let slot = sheet.slot(id);
        if is_direction { Self::Direction { slot, factor } } else { Self::Channel { slot, factor } }
    }
}

/// A maker's layout, recognized by its header.
#[derive(Debug)]
pub(super) struct Layout {
    pub maker: Option<&'static str>,
    pub delimiter: u8,
    /// One for each column.
    pub roles: Vec<Role>,
    /// Times without a zone are UTC by the maker's documentation.
    pub utc: bool,
    /// The header names no unit for `sog`: it is inferred from the positions.
    pub speed_unit_unknown: bool,
    /// Milliseconds of the unit that the header names for the time.
    pub time_unit_ms: Option<f64>,
    /// A number takes two cells, because its decimals follow a comma and so do cells.
    pub joined: bool,
    /// Sentences on units.
    pub notes: Vec<String>,
    /// After boat and time a row consists of pairs of channel number and value; the roles by channel number.
    pub pairs: Option<Vec<Role>>,
    /// Reads header lines inside the file, as a log that was started again has them.
    pub header: Option<fn(&mut Layout, &[u8], &mut Sheet)>,
}

impl Layout {
    /// A layout with comma-separated columns and nothing special.
    pub(super) fn of(maker: &'static str, roles: Vec<Role>) -> Self {
        Self {
            maker: Some(maker),
            delimiter: b',',
            roles,
            utc: false,
            speed_unit_unknown: false,
            time_unit_ms: None,
            joined: false,
            notes: Vec::new(),
            pairs: None,
            header: None,
        }
    }
}

impl Layout {
    /// True when decimals may follow a comma, because cells do not.
    pub(super) fn has_decimal_commas(&self) -> bool {
        self.delimiter != b',' || self.joined
    }

    /// True when a position in quotes has decimals after a comma.
    fn quotes_decimal_commas(&self, line: &[u8]) -> bool {
        self.roles
            .iter()
            .zip(cells(line, self.delimiter))
            .any(|(role, cell)| matches!(role, Role::Lat | Role::Lon) && cell.contains(&b','))
    }

    /// Determines by the first row whether numbers with a decimal comma stand between commas.
    pub(super) fn join_cells(&mut self, row: &[u8]) {
        let numbers = self.roles.iter().filter(|role| !role.is_time()).count();
        let seen = cells(row, self.delimiter).count();
        self.joined = self.delimiter == b',' && numbers > 0 && seen == self.roles.len() + numbers;
    }

    /// True when the last column holds a time or a position: cut off inside, it would read as another one.
    pub(super) fn ends_with_time_or_position(&self) -> bool {
        matches!(self.roles.last(), Some(Role::Time | Role::Date | Role::Clock | Role::Lat | Role::Lon))
    }

    /// Of several columns for time, latitude or longitude only the first is read.
    pub(super) fn ignore_repeated_columns(&mut self) {
        for place in [Role::Time, Role::Date, Role::Clock, Role::Lat, Role::Lon] {
            self.roles
                .iter_mut()
                .filter(|role| **role == place)
                .skip(1)
                .for_each(|role| *role = Role::Ignored);
        }
    }
}

/// The number of cells in a row, and of those that are not empty.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellCounts {
    pub seen: usize,
    pub filled: usize,
}

impl Layout {
    /// Reads a line into `row`. `quotes`: the text contains quotes.
    pub(super) fn read(&self, line: &[u8], quotes: bool, row: &mut Row) -> CellCounts {
        let quotes = quotes && memchr(b'"', line).is_some();
        row.clear(self.has_decimal_commas() || (quotes && self.quotes_decimal_commas(line)));
        let mut counted = CellCounts { seen: 0, filled: 0 };
        let mut read = |role: Role, cell: &[u8]| {
            counted.seen += 1;
            let cell = cell.trim_ascii();
            if !cell.is_empty() {
                counted.filled += 1;
                row.read(role, cell);
            }
        };
        let Some(by_number) = &self.pairs else {
            if quotes {
                self.roles.iter().zip(cells(line, self.delimiter)).for_each(|(role, cell)| read(*role, cell));
                return counted;
            }
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let mut start = 0;
            for role in &self.roles {
                let Some(rest) = line.get(start..) else { break };
                let end = |from: usize| {
                    let rest = rest.get(from..).unwrap_or_default();
                    from + memchr(self.delimiter, rest).unwrap_or(rest.len())
                };
                let length = if self.joined && !role.is_time() { end(end(0) + 1) } else { end(0) };
                read(*role, rest.get(..length).unwrap_or(rest));
                start += length + 1;
            }
            return counted;
        };
        let mut cells = cells(line, self.delimiter);
        read(Role::Ignored, cells.next().unwrap_or_default());
        read(Role::Time, cells.next().unwrap_or_default());
        while let (Some(number), Some(value)) = (cells.next(), cells.next()) {
            let number = crate::read::number::whole(number.trim_ascii());
            let number = number.and_then(|n| usize::try_from(n).ok());
            let role = number.and_then(|n| by_number.get(n)).copied().unwrap_or(Role::Ignored);
            read(role, value);
        }
        counted
    }
}

/// A row while it is read.
#[derive(Debug, Default)]
pub(super) struct Row {
    /// Decimals may follow a comma.
    comma: bool,
    time: Option<RowTime>,
    date: Option<Written>,
    clock_ms: Option<f64>,
    lat_deg: Option<f64>,
    lon_deg: Option<f64>,
    values: Vec<(Slot, f64)>,
    last_minute: LastMinute,
}

/// The points of the compass, 22.5° apart.
const POINTS: [&str; 16] =
    ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"];

/// Degrees of a direction that is a number, or in letters.
pub(super) fn direction(cell: &[u8], comma: bool, factor: f64) -> Option<f64> {
    let point = || POINTS.iter().position(|point| point.as_bytes().eq_ignore_ascii_case(cell));
    decimal_comma(cell, comma).map(|value| value * factor).or_else(|| Some(22.5 * point()? as f64))
}

/// Time and position of a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fix {
    pub time: RowTime,
    pub lat_deg: f64,
    pub lon_deg: f64,
}

/// What a row lacks to be a fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowError {
    Time,
    Position,
    Both,
}

impl Row {
    fn clear(&mut self, comma: bool) {
        let mut values = std::mem::take(&mut self.values);
        values.clear();
        *self = Self { comma, values, last_minute: self.last_minute, ..Self::default() };
    }

    /// Clears time and position.
    pub(super) fn clear_fix(&mut self, comma: bool) {
        (self.comma, self.time, self.lat_deg, self.lon_deg) = (comma, None, None, None);
    }

    /// Reads a time, latitude or longitude in the usual form, without spaces around it; false for another form.
    #[inline(always)]
    pub(super) fn read_usual(&mut self, role: Role, cell: &[u8]) -> bool {
        let degrees = || cell.last().filter(|byte| byte.is_ascii_digit()).and_then(|_| decimal(cell));
        match role {
            Role::Time => {
                self.time = self.last_minute.same_minute(cell).map(|i| RowTime::of(Written::fixed(i)));
                self.time.is_some()
            }
            Role::Lat => {
                self.lat_deg = degrees();
                self.lat_deg.is_some()
            }
            _ => {
                self.lon_deg = degrees();
                self.lon_deg.is_some()
            }
        }
    }

    /// Reads a cell.
    pub(super) fn read(&mut self, role: Role, cell: &[u8]) {
        match role {
            Role::Ignored => {}
            Role::Time => self.time = self.moment(cell),
            Role::Date => {
                self.date = date(cell).map(|(ms, order)| {
                    let written = Written::fixed(Instant { ms, zoned: false });
                    Written { order, ..written }
                });
            }
            Role::Clock => match self.last_minute.iso_8601(cell) {
                Some(instant) => self.time = Some(RowTime::of(Written::fixed(instant))),
                None => self.clock_ms = clock_of_day(cell).map(|(ms, _)| ms),
            },
            Role::Lat => self.lat_deg = self.coordinate(cell),
            Role::Lon => self.lon_deg = self.coordinate(cell),
            Role::Channel { slot, factor } => {
                self.values.extend(decimal_comma(cell, self.comma).map(|value| (slot, value * factor)));
            }
            Role::Direction { slot, factor } => {
                self.values.extend(direction(cell, self.comma, factor).map(|deg| (slot, deg)));
            }
        }
    }

    /// The moment of a cell, or a time of day or a number of seconds without a date.
    fn moment(&mut self, cell: &[u8]) -> Option<RowTime> {
        if let Some(written) = self.last_minute.written(cell) {
            return Some(RowTime::of(written).read_from(decimal(cell)));
        }
        if let Some((clock_ms, halved)) = clock_of_day(cell) {
            return Some(RowTime::of_day(clock_ms, halved));
        }
        let number = decimal_comma(cell, self.comma)?;
        let moment = from_number(number).map(|ms| RowTime::of(Written::fixed(Instant { ms, zoned: true })));
        Some(moment.map_or(RowTime::elapsed(number), |moment| moment.read_from(Some(number))))
    }

    /// Degrees of a latitude or longitude, usually a plain number.
    #[inline]
    fn coordinate(&self, cell: &[u8]) -> Option<f64> {
        let plain = !self.comma && cell.last().is_some_and(u8::is_ascii_digit);
        if plain { decimal(cell) } else { degrees(cell, self.comma) }
    }

    /// The time of the row, also of one without a position.
    pub(super) fn time(&self) -> Option<RowTime> {
        let separate = self.date.zip(self.clock_ms).map(|(date, clock)| RowTime::separate(date, clock));
        self.time.or(separate)
    }

    /// Time and position, or what is missing. `positioned`: the layout has columns for the position.
    pub(super) fn fix(&self, positioned: bool) -> Result<Fix, RowError> {
        let at = position(self.lat_deg.unwrap_or(f64::NAN), self.lon_deg.unwrap_or(f64::NAN));
        let at = at.or((!positioned).then_some((f64::NAN, f64::NAN)));
        match (self.time(), at) {
            (Some(time), Some((lat_deg, lon_deg))) => Ok(Fix { time, lat_deg, lon_deg }),
            (Some(_), None) => Err(RowError::Position),
            (None, Some(_)) => Err(RowError::Time),
            (None, None) => Err(RowError::Both),
        }
    }

    /// Writes the channels into the last row of the sheet.
    pub(super) fn write(&mut self, sheet: &mut Sheet) {
        for (slot, value) in self.values.drain(..) {
            sheet.set(slot, value);
        }
    }
}
