//! Fast reading of rows of the usual form: time and position first, then numbers, each about as long as in the row
//! before. A cell is assumed to be as long as in the row before; reading it as a number confirms that, since no number
//! contains a delimiter. Otherwise its end is searched for. Rows of another form are left to [`super::layout`].

use memchr::memchr;

use super::degrees::decimal_comma;
use super::layout::{Layout, Role, Row, direction};
use crate::config::limits::CSV_ROW_BYTES;
use crate::error::Error;
use crate::read::number::{decimal_at, is_trimmed};
use crate::read::sheet::Sheet;

/// The state from row to row.
#[derive(Debug)]
pub(super) struct Plain {
    /// Length of each cell in the row before.
    lengths: Vec<usize>,
}

/// A row that was read.
pub(super) struct Read {
    /// Its length without the line feed.
    pub length: usize,
    /// Its time names a zone.
    pub zoned: bool,
}

/// What ends a cell.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Delimiter,
    LineFeed,
    /// Followed by a line feed.
    CarriageReturn,
}

impl Plain {
    /// The state for a layout of the usual form; `None` for others.
    pub(super) fn of(layout: &Layout) -> Option<Self> {
        let place = |role: &Role| matches!(role, Role::Time | Role::Lat | Role::Lon);
        let roles = &layout.roles;
        let first_channel = roles.iter().position(|role| role.is_channel())?;
        let after = roles.get(first_channel..)?;
        let all = [Role::Time, Role::Lat, Role::Lon].iter().all(|role| roles.contains(role));
        let apart = roles.iter().any(|role| matches!(role, Role::Date | Role::Clock));
        let usual = layout.pairs.is_none()
            && layout.header.is_none()
            && !layout.joined
            && matches!(layout.delimiter, b',' | b'\t');
        (usual && all && !apart && !after.iter().any(place)).then(|| Self { lengths: vec![0; roles.len()] })
    }

    /// Reads the row at the start of `text`, which contains a line feed. `None`, and nothing is appended, for a row of
    /// another form.
    #[inline]
    pub(super) fn row(
        &mut self,
        layout: &Layout,
        text: &[u8],
        row: &mut Row,
        sheet: &mut Sheet,
    ) -> Result<Option<Read>, Error> {
        let (mut start, mut fix, mut end) = (0, None, End::Delimiter);
        let before = sheet.len();
        let comma = layout.has_decimal_commas();
        row.clear_fix(comma);
        for (role, assumed) in layout.roles.iter().zip(&mut self.lengths) {
            let rest = text.get(start..).unwrap_or_default();
            if role.is_channel() && fix.is_none() {
                let Ok(found) = row.fix(true) else { return Ok(None) };
                let Some((time_ms, zoned)) = found.time.plain() else { return Ok(None) };
                sheet.push(time_ms, found.lat_deg, found.lon_deg)?;
                fix = Some(zoned);
            }
            match end_at(rest, *assumed, layout.delimiter) {
                Some(there) if read_assumed(*role, rest, *assumed, row, sheet) => end = there,
                _ => {
                    let Some((length, there)) = find_end(rest, layout.delimiter) else { return Ok(None) };
                    read_found(*role, rest.get(..length).unwrap_or_default(), comma, row, sheet);
                    (*assumed, end) = (length, there);
                }
            }
            start += *assumed + 1;
            if end != End::Delimiter {
                break;
            }
        }
        let length = match end {
            End::LineFeed => Some(start - 1),
            End::CarriageReturn => Some(start),
            // Cells beyond the named columns.
            End::Delimiter => text.get(start..).and_then(|rest| memchr(b'\n', rest)).map(|more| start + more),
        };
        match (fix, length.filter(|length| *length <= CSV_ROW_BYTES)) {
            (Some(zoned), Some(length)) => Ok(Some(Read { length, zoned })),
            _ => {
                sheet.truncate(before);
                Ok(None)
            }
        }
    }
}

/// What ends a cell at this position; `None` when none ends there.
#[inline(always)]
fn end_at(text: &[u8], at: usize, delimiter: u8) -> Option<End> {
    match text.get(at)? {
        byte if *byte == delimiter => Some(End::Delimiter),
        b'\n' => Some(End::LineFeed),
        b'\r' if text.get(at + 1) == Some(&b'\n') => Some(End::CarriageReturn),
        _ => None,
    }
}

/// Length of the first cell, and what ends it.
#[inline(always)]
fn find_end(text: &[u8], delimiter: u8) -> Option<(usize, End)> {
    let mut at = 0;
    let (words, rest) = text.as_chunks::<8>();
    let found = words.iter().find_map(|word| {
        let word = u64::from_le_bytes(*word);
        let marks = bytes_equal(word, delimiter) | bytes_equal(word, b'\n');
        at += 8;
        (marks != 0).then(|| at - 8 + marks.trailing_zeros() as usize / 8)
    });
    let found = found.or_else(|| {
        let more = rest.iter().position(|byte| *byte == delimiter || *byte == b'\n')?;
        Some(at + more)
    })?;
    let returned = text.get(found) == Some(&b'\n') && found > 0 && text.get(found - 1) == Some(&b'\r');
    if returned {
        Some((found - 1, End::CarriageReturn))
    } else {
        Some((found, end_at(text, found, delimiter)?))
    }
}

/// The top bit of every byte of a word that equals `byte`. The sum does not carry into the next byte.
#[inline(always)]
fn bytes_equal(word: u64, byte: u8) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const LOW_BITS: u64 = 0x7F * ONES;
    let differ = word ^ (u64::from(byte) * ONES);
    !(((differ & LOW_BITS) + LOW_BITS) | differ | LOW_BITS)
}

/// Reads the cell in the first `length` bytes; false when they are not exactly one number, one time or empty.
#[inline(always)]
fn read_assumed(role: Role, text: &[u8], length: usize, row: &mut Row, sheet: &mut Sheet) -> bool {
    let cell = text.get(..length).unwrap_or_default();
    if !is_trimmed(cell) {
        return cell.is_empty();
    }
    match role {
        Role::Channel { slot, factor } | Role::Direction { slot, factor } => decimal_at(text, length)
            .is_some_and(|value| {
                sheet.set(slot, value * factor);
                true
            }),
        Role::Ignored | Role::Date | Role::Clock => false,
        Role::Time | Role::Lat | Role::Lon => row.read_usual(role, cell),
    }
}

/// Reads a cell. `comma`: its decimals may follow a comma.
fn read_found(role: Role, cell: &[u8], comma: bool, row: &mut Row, sheet: &mut Sheet) {
    let cell = cell.trim_ascii();
    match role {
        _ if cell.is_empty() => {}
        Role::Channel { slot, factor } => {
            if let Some(value) = decimal_comma(cell, comma) {
                sheet.set(slot, value * factor);
            }
        }
        Role::Direction { slot, factor } => {
            if let Some(deg) = direction(cell, comma, factor) {
                sheet.set(slot, deg);
            }
        }
        _ => row.read(role, cell),
    }
}
