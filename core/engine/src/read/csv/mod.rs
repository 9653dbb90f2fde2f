//! CSV: a header line by which a maker's layout is recognized, then one row a fix. Each layout has a file of its own.

mod astra;
mod cells;
mod degrees;
mod expedition;
mod generic;
mod half_days;
mod layout;
mod plain;
mod sensor_logger;
pub(super) mod times;
mod vakaros;
mod velocitek;

use memchr::{memchr, memrchr};

use crate::config::limits::{CSV_COLUMNS, CSV_ROW_BYTES};
use crate::damage::LossKind;
use crate::error::{Error, ErrorKind};
use crate::read::lacks::NO_ZONE;
use crate::read::loss::Losses;
use crate::read::piecewise::Piecewise;
use crate::read::sheet::Sheet;
use crate::read::text::{first_line, printable};
use crate::track::{Format, Recording};

use cells::{cells, is_blank};
use layout::{Fix, Layout, Role, Row, RowError};
use plain::Plain;
use times::{Times, infer_elapsed_unit};

/// The header is searched for in this many lines. *Guess*.
const MAX_LINES_TO_HEADER: usize = 60;

/// The layout for the names of a header; `None` when they are not the layout's. Adds its channels to the sheet.
type Recognize = fn(&[String], &mut Sheet) -> Option<Layout>;
/// The layouts, the most specific first.
const LAYOUTS: &[Recognize] = &[
    vakaros::recognize,
    velocitek::recognize,
    expedition::recognize,
    astra::recognize,
    sensor_logger::recognize,
    generic::recognize,
];

/// True when a layout recognizes the header.
pub(super) fn is_csv(text: &[u8]) -> bool {
    header(text, &mut Sheet::default()).is_some()
}

/// The layout, and number and offset of the line after its header.
fn header(text: &[u8], sheet: &mut Sheet) -> Option<(Layout, usize, usize)> {
    let mut at = 0;
    for number in 0..MAX_LINES_TO_HEADER {
        let line = line_at(text, at)?;
        let next = at + line.len() + 1;
        // A line with `$` is an NMEA sentence and no header.
        let names = if memchr(b'$', line).is_some() { Vec::new() } else { names(line) };
        if let Some(mut layout) = LAYOUTS.iter().find_map(|recognize| recognize(&names, sheet)) {
            layout.delimiter = cells::delimiter(line);
            layout.ignore_repeated_columns();
            layout.join_cells(line_at(text, next).unwrap_or_default());
            return Some((layout, number + 1, next));
        }
        at = next;
    }
    None
}

/// The line from `at` on, without its line feed.
fn line_at(text: &[u8], at: usize) -> Option<&[u8]> {
    let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
    Some(memchr(b'\n', rest).and_then(|end| rest.get(..end)).unwrap_or(rest))
}

/// The names of a header in lower case, without surrounding quotes and spaces.
fn names(line: &[u8]) -> Vec<String> {
    let line = line.get(..CSV_ROW_BYTES).unwrap_or(line);
    let name = |cell: &[u8]| {
        String::from_utf8_lossy(cell.trim_ascii()).trim_matches('"').trim().to_ascii_lowercase()
    };
    cells(line, cells::delimiter(line)).take(CSV_COLUMNS).map(name).collect()
}

/// A sentence on a table that no layout recognizes: its columns and what it lacks; `None` when the text is no table.
pub(super) fn describe_unknown(text: &[u8]) -> Option<String> {
    let line = text.split(|b| *b == b'\n').find(|line| !is_blank(line))?;
    let names = names(line).into_iter().map(|name| printable(&name));
    let names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
    let words = names.iter().filter(|name| name.chars().any(char::is_alphabetic)).count();
    let prose = matches!(line.trim_ascii().last(), Some(b'.' | b'!' | b'?'));
    let code = line.iter().any(|b| matches!(b, b'{' | b'}' | b'<' | b'>'));
    if names.len() < 2 || prose || code || std::str::from_utf8(line).is_err() {
        return None;
    }
    if words * 2 < names.len() {
        return Some("It is a table without column names.".to_string());
    }
    let shown: Vec<&str> = names.iter().take(12).map(|name| name.get(..40).unwrap_or(name)).collect();
    let more = if names.len() > shown.len() { " and more" } else { "" };
    Some(format!(
        "It is a table with the columns {}{more}; a track needs columns for the time (timestamp or time), latitude and longitude.",
        shown.join(", ")
    ))
}

/// Reads a CSV, piece by piece.
pub(super) struct Table {
    /// `None` until the header is read.
    layout: Option<Layout>,
    plain: Option<Plain>,
    sheet: Sheet,
    losses: Losses,
    row: Row,
    times: Times,
    /// Lines and bytes read.
    line: usize,
    bytes: usize,
    expected: usize,
    timeless: usize,
    has_unzoned_times: bool,
    /// Length of the last cell in the row before, when that column holds a time or a position; `usize::MAX` in the first
    /// row.
    last_cell: usize,
}

impl Table {
    /// A reader for a text of `length` bytes, 0 when unknown.
    pub(super) fn new(length: usize) -> Self {
        Self {
            layout: None,
            plain: None,
            sheet: Sheet::of_file(length, 80),
            losses: Losses::lines(),
            row: Row::default(),
            times: Times::default(),
            line: 0,
            bytes: 0,
            expected: 0,
            timeless: 0,
            has_unzoned_times: false,
            last_cell: usize::MAX,
        }
    }

    /// Reads the header; its end, or 0 while its line is incomplete.
    fn header(&mut self, text: &[u8], last: bool) -> Result<usize, Error> {
        let Some((layout, line, at)) = header(text, &mut self.sheet) else {
            let found = describe_unknown(text).unwrap_or_default();
            return Err(ErrorKind::UnknownFormat { found }.into());
        };
        if at > text.len() && !last {
            return Ok(0);
        }
        self.plain = Plain::of(&layout);
        self.times.unit_ms = layout.time_unit_ms;
        (self.layout, self.line, self.bytes) = (Some(layout), line, at.min(text.len()));
        Ok(self.bytes)
    }
}

impl Piecewise for Table {
    fn take(&mut self, text: &[u8], last: bool) -> Result<usize, Error> {
        let mut at = 0;
        if self.layout.is_none() {
            at = self.header(text, last)?;
        }
        let Some(mut layout) = self.layout.take() else { return Ok(0) };
        let quotes = memchr(b'"', text).is_some();
        let plain_until = if quotes { 0 } else { memrchr(b'\n', text).unwrap_or(0) };
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            // Set before the row, so that it does not depend on how the row is read.
            self.sheet.reached(self.bytes);
            if at < plain_until
                && let Some(length) = self.plain_row(&layout, rest)?
            {
                at += length + 1;
                self.bytes += length + 1;
                self.line += 1;
                continue;
            }
            let Some((line, is_ended)) = first_line(rest, last) else { break };
            let length = line.len() + usize::from(is_ended);
            at += length;
            self.bytes += length;
            // A last row without a line feed may be incomplete.
            self.row(&mut layout, line, quotes, !is_ended)?;
            self.line += 1;
        }
        self.layout = Some(layout);
        Ok(at)
    }

    fn finish(self: Box<Self>) -> Result<Recording, Error> {
        self.into_recording()
    }
}

impl Table {
    /// Reads a row of the usual form; its length, or `None` for another form.
    #[inline(always)]
    fn plain_row(&mut self, layout: &Layout, text: &[u8]) -> Result<Option<usize>, Error> {
        let Some(plain) = self.plain.as_mut().filter(|_| self.times.takes_plain()) else { return Ok(None) };
        let read = plain.row(layout, text, &mut self.row, &mut self.sheet)?;
        Ok(read.map(|read| {
            self.expected += 1;
            self.times.count_plain();
            self.has_unzoned_times |= !read.zoned && !layout.utc;
            read.length
        }))
    }

    /// Reads a row. `last`: the file ends with it, without a line feed.
    fn row(&mut self, layout: &mut Layout, line: &[u8], quotes: bool, last: bool) -> Result<(), Error> {
        if line.len() > CSV_ROW_BYTES {
            self.expected += 1;
            self.lose(LossKind::Limit, "A row longer than 64 kB was left out.");
            return Ok(());
        }
        if let (Some(header), [b'!', ..]) = (layout.header, line) {
            header(layout, line, &mut self.sheet);
            return Ok(());
        }
        let columns = layout.read(line, quotes, &mut self.row);
        if columns.filled == 0 {
            return Ok(());
        }
        self.expected += 1;
        let is_cut_off =
            layout.ends_with_time_or_position() && self.is_shorter_at_its_end(line, layout.delimiter);
        if last && (columns.seen < layout.roles.len() || layout.pairs.is_some() || is_cut_off) {
            self.losses.stopped(self.line, self.line + 1, 1, self.sheet.last_time_ms(), None);
            return Ok(());
        }
        if let Some(time) = self.row.time() {
            self.times.weigh(&time);
        }
        match self.row.fix(has_position(layout)) {
            Ok(fix) => self.add(layout, fix)?,
            Err(RowError::Time) => self.lose_timeless(),
            Err(RowError::Position) => {
                self.lose(LossKind::NoPosition, "Rows without a valid position were left out.");
            }
            Err(RowError::Both) => {
                self.lose(LossKind::Malformed, "Rows without a valid time and position were left out.")
            }
        }
        Ok(())
    }

    /// Adds a row with time and position.
    fn add(&mut self, layout: &Layout, fix: Fix) -> Result<(), Error> {
        let Some(resolved) = self.times.resolve(&fix.time) else {
            self.lose_timeless();
            return Ok(());
        };
        if resolved.restarts {
            let (rows, reason) = (self.sheet.len() as u32, "Rows without a date were left out.");
            self.losses.add(0, self.line, LossKind::NoTime, rows, None, reason);
            self.sheet.truncate(0);
        }
        self.has_unzoned_times |= !fix.time.is_zoned() && !layout.utc;
        self.sheet.push(resolved.ms, fix.lat_deg, fix.lon_deg)?;
        self.row.write(&mut self.sheet);
        Ok(())
    }

    fn lose_timeless(&mut self) {
        self.timeless += 1;
        self.lose(LossKind::NoTime, "Rows without a readable time were left out.");
    }

    /// True when the row's last cell is shorter than that of the row before.
    fn is_shorter_at_its_end(&mut self, line: &[u8], delimiter: u8) -> bool {
        let cell = line.trim_ascii_end().rsplit(|b| *b == delimiter).next().unwrap_or_default();
        cell.len() < std::mem::replace(&mut self.last_cell, cell.len())
    }

    fn lose(&mut self, kind: LossKind, reason: &str) {
        self.losses.add(self.line, self.line + 1, kind, 1, self.sheet.last_time_ms(), reason);
    }

    fn into_recording(mut self) -> Result<Recording, Error> {
        if self.sheet.len() == 0 {
            let none = if self.timeless > 0 { ErrorKind::NoTimes } else { ErrorKind::NoPositions };
            return Err(none.into());
        }
        if self.has_unzoned_times {
            self.losses.add_lack(format!("The times in this file {NO_ZONE}; they were read as UTC."));
        }
        self.times.settle(self.sheet.times_mut(), &mut self.losses);
        let mut layout = self.layout;
        for note in layout.iter_mut().flat_map(|layout| layout.notes.drain(..)) {
            self.losses.add_lack(note);
        }
        let mut recording = self.sheet.finish(Format::Csv, self.losses, Some(self.expected))?;
        recording.undated = self.times.is_undated();
        if recording.undated && self.times.unit_ms.is_none() {
            infer_elapsed_unit(&mut recording.columns);
        }
        recording.device = layout.as_ref().and_then(|layout| layout.maker).map(str::to_string);
        if layout.is_some_and(|layout| layout.speed_unit_unknown) {
            generic::infer_speed_unit(&mut recording);
        }
        Ok(recording)
    }
}

/// True when the layout has a column for latitude or longitude, so that every row needs a position.
fn has_position(layout: &Layout) -> bool {
    let has = |role| layout.roles.contains(&role);
    has(Role::Lat) || has(Role::Lon) || layout.pairs.is_some()
}

#[cfg(test)]
mod test;
#[cfg(test)]
mod test_others;
#[cfg(test)]
mod test_plain;
