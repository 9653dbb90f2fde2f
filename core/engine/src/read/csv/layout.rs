//! What each column of a layout is, and a row read by it.

use std::borrow::Cow;

use memchr::memchr;

use super::cells::cells;
use super::degrees::{decimal_comma, degrees};
use crate::read::am_pm::clock_of_day;
use crate::read::instant::{LastDay, date};
use crate::read::near::find_near;
use crate::read::number::{decimal, decimal_at, is_trimmed};
use crate::read::sheet::{Sheet, Slot, is_position};

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Role {
    /// Nothing that is kept.
    Pass,
    /// Date and time, in any form.
    Time,
    /// The date and the clock in columns of their own.
    Date,
    Clock,
    /// Degrees, or degrees and minutes with a hemisphere.
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
    /// Times without zone are UTC by the maker's word.
    pub utc: bool,
    /// The header names no unit for `sog`: the positions decide.
    pub speed_unit_open: bool,
    /// Rows after boat and time are pairs of a channel's number and its value; roles by that number.
    pub pairs: Option<Vec<Role>>,
    /// Reads header lines in the middle of the file, such as a log's that was started again.
    pub header: Option<fn(&mut Layout, &[u8], &mut Sheet)>,
}

impl Layout {
    /// A layout of a fixed number of comma-separated columns.
    pub fn of(maker: &'static str, roles: Vec<Role>) -> Self {
        Self {
            maker: Some(maker),
            delimiter: b',',
            roles,
            utc: false,
            speed_unit_open: false,
            pairs: None,
            header: None,
        }
    }
}

impl Layout {
    /// True when the last column holds a time or a place: where the file is cut inside it, it says another one.
    pub fn ends_in_place(&self) -> bool {
        matches!(self.roles.last(), Some(Role::Time | Role::Date | Role::Clock | Role::Lat | Role::Lon))
    }

    /// Of several columns for time or position the first counts.
    pub fn keep_first_places(&mut self) {
        for place in [Role::Time, Role::Date, Role::Clock, Role::Lat, Role::Lon] {
            self.roles.iter_mut().filter(|role| **role == place).skip(1).for_each(|role| *role = Role::Pass);
        }
    }
}

/// How many cells a row has, and how many of them hold something.
#[derive(Debug, Clone, Copy)]
pub struct Counted {
    pub seen: usize,
    pub filled: usize,
}

impl Layout {
    /// Reads the line that is the first `length` bytes of `text` into `row`. `quotes`: some may stand in it.
    pub fn read(&self, text: &[u8], length: usize, quotes: bool, row: &mut Row) -> Counted {
        let line = text.get(..length).unwrap_or(text);
        row.clear(self.delimiter == b';');
        let mut counted = Counted { seen: 0, filled: 0 };
        // A cell, and the text from there on.
        let mut take = |role: Role, cell: &[u8], text: &[u8]| {
            counted.seen += 1;
            let (cell, text) = if is_trimmed(cell) { (cell, text) } else { (cell.trim_ascii(), &[][..]) };
            if !cell.is_empty() {
                counted.filled += 1;
                row.take(role, cell, text);
            }
        };
        let Some(by_number) = &self.pairs else {
            if quotes && memchr(b'"', line).is_some() {
                self.roles
                    .iter()
                    .zip(cells(line, self.delimiter))
                    .for_each(|(role, cell)| take(*role, cell, &[]));
                return counted;
            }
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let mut start = 0;
            for role in &self.roles {
                let Some(rest) = line.get(start..) else { break };
                let length = find_near(rest, self.delimiter).unwrap_or(rest.len());
                take(*role, rest.get(..length).unwrap_or(rest), text.get(start..).unwrap_or_default());
                start += length + 1;
            }
            return counted;
        };
        let mut cells = cells(line, self.delimiter);
        take(Role::Pass, cells.next().unwrap_or_default(), &[]);
        take(Role::Time, cells.next().unwrap_or_default(), &[]);
        while let (Some(number), Some(value)) = (cells.next(), cells.next()) {
            let number = crate::read::number::whole(number.trim_ascii()).map(|n| n as usize);
            let role = number.and_then(|n| by_number.get(n)).copied().unwrap_or(Role::Pass);
            take(role, value, &[]);
        }
        counted
    }
}

/// One row while it is read.
#[derive(Debug, Default)]
pub struct Row {
    /// A comma stands before the decimals.
    comma: bool,
    time: Option<(f64, bool)>,
    date_ms: Option<f64>,
    clock_ms: Option<f64>,
    lat_deg: Option<f64>,
    lon_deg: Option<f64>,
    values: Vec<(Slot, f64)>,
    day: LastDay,
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
    fn clear(&mut self, comma: bool) {
        let mut values = std::mem::take(&mut self.values);
        values.clear();
        *self = Self { comma, values, day: self.day, ..Self::default() };
    }

    /// Forgets time and place of the row before; of decimal commas there are none.
    pub fn forget_places(&mut self) {
        (self.comma, self.time, self.lat_deg, self.lon_deg) = (false, None, None, None);
    }

    /// Takes a time or a place in the usual form, without blanks around it; false when it is in another.
    #[inline(always)]
    pub fn take_known(&mut self, role: Role, cell: &[u8]) -> bool {
        let place = || cell.last().filter(|byte| byte.is_ascii_digit()).and_then(|_| decimal(cell));
        match role {
            Role::Time => {
                self.time = self.day.same_minute(cell).map(|i| (i.ms, i.zoned));
                self.time.is_some()
            }
            Role::Lat => {
                self.lat_deg = place();
                self.lat_deg.is_some()
            }
            _ => {
                self.lon_deg = place();
                self.lon_deg.is_some()
            }
        }
    }

    /// Takes a cell. `text` may go on behind it, and says the same up to there; or it is empty.
    #[inline(always)]
    pub fn take(&mut self, role: Role, cell: &[u8], text: &[u8]) {
        match role {
            Role::Pass => {}
            Role::Time => self.time = self.day.moment(cell).map(|i| (i.ms, i.zoned)),
            Role::Date => self.date_ms = date(cell),
            Role::Clock => match self.day.iso_8601(cell) {
                Some(instant) => self.time = Some((instant.ms, instant.zoned)),
                None => self.clock_ms = clock_of_day(cell),
            },
            Role::Lat => self.lat_deg = self.place(cell),
            Role::Lon => self.lon_deg = self.place(cell),
            Role::Channel { slot, factor } => {
                let value = if self.comma || text.is_empty() {
                    decimal_comma(cell, self.comma)
                } else {
                    decimal_at(text, cell.len())
                };
                if let Some(value) = value {
                    self.values.push((slot, value * factor));
                }
            }
        }
    }

    /// Degrees of a latitude or longitude; nearly always a plain number.
    #[inline]
    fn place(&self, cell: &[u8]) -> Option<f64> {
        let plain = !self.comma && cell.last().is_some_and(u8::is_ascii_digit);
        if plain { decimal(cell) } else { degrees(cell, self.comma) }
    }

    /// True when the time is of a date and a clock in columns of their own.
    pub fn has_clock_apart(&self) -> bool {
        self.time.is_none()
    }

    /// Time and position, or what is missing. Without columns for a position (`positioned` false) none is asked.
    pub fn fix(&self, positioned: bool) -> Result<Fix, Lost> {
        let apart = self.date_ms.zip(self.clock_ms).map(|(date, clock)| (date + clock, false));
        let lat_deg = self.lat_deg.unwrap_or(f64::NAN);
        let lon_deg = self.lon_deg.unwrap_or(f64::NAN);
        match (self.time.or(apart), is_position(lat_deg, lon_deg) || !positioned) {
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
