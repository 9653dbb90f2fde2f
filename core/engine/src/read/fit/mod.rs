//! FIT: Garmin's binary format, as written by watches, plotters and apps. One file may hold several, chained.
//!
//! Source of the layout: Garmin's "FIT Protocol" description (file header, record header, definition and
//! data messages, CRC) and the published profile for the field numbers in [`names`].

mod activity;
mod base;
mod crc;
mod decode;
mod definition;
mod fast;
mod names;
mod totals;

#[cfg(feature = "judges")]
pub use crc::crc16;

use crate::damage::LossKind;
use crate::error::Error;
use crate::track::Recording;

use activity::Activity;
use base::{u16_at, u32_at};

/// Length of the header that says its own length.
const HEADER: usize = 12;

/// True when a FIT header stands at the start.
pub fn is_fit(bytes: &[u8]) -> bool {
    bytes.get(8..12) == Some(b".FIT")
}

/// Reads a FIT file, or several in a row.
pub fn read(bytes: &[u8]) -> Result<Recording, Error> {
    let mut activity = Activity::with_room(bytes.len() / 32);
    let mut at = 0;
    while at < bytes.len() {
        at = read_one(bytes, at, &mut activity)?;
    }
    activity.finish()
}

/// Where the messages of one file of the chain stand.
struct Span {
    start: usize,
    end: usize,
    /// The bytes after the messages: the checksum of the file, when it is there.
    checksum: Option<usize>,
    /// The file ends before the length in its header.
    cut: bool,
    /// Where the next file of the chain begins.
    next: usize,
}

/// Reads the file that begins at `at`; where the next one begins.
fn read_one(bytes: &[u8], at: usize, activity: &mut Activity) -> Result<usize, Error> {
    let rest = bytes.get(at..).unwrap_or_default();
    if !is_fit(rest) {
        if at > 0 && is_torn_header(rest) {
            activity.losses.stopped(at, bytes.len(), 0, activity.last_time_ms(), None);
        } else if at > 0 && rest.iter().any(|b| *b != 0) {
            let reason = "After the end of the recording stand bytes that are no FIT; they were passed over.";
            activity.losses.add(at, bytes.len(), LossKind::Malformed, 0, activity.last_time_ms(), reason);
        } else if at == 0 && rest.len() >= HEADER {
            // The reader was chosen by the header, so this is not met; said all the same.
            activity.losses.add(0, rest.len(), LossKind::Malformed, 0, None, "The header is missing.");
        }
        return Ok(bytes.len());
    }
    let span = span(bytes, at, activity);
    activity.next_file();
    decode::messages(bytes, span.start, span.end, span.cut, activity)?;
    if let Some(end) = span.checksum {
        check(bytes, at, end, activity);
    }
    Ok(span.next)
}

/// True for the first bytes of a header whose rest is cut off.
fn is_torn_header(rest: &[u8]) -> bool {
    let mark = rest.get(8..).unwrap_or_default();
    rest.len() < HEADER && matches!(rest, [12 | 14, ..]) && b".FIT".starts_with(mark)
}

/// The span that the header promises, told apart from what is there.
fn span(bytes: &[u8], at: usize, activity: &mut Activity) -> Span {
    let header = match bytes.get(at) {
        Some(&length @ (12 | 14)) => usize::from(length),
        Some(_) => {
            let reason = "The header does not state its length as 12 or 14; the usual 14 was taken.";
            activity.losses.add(at, at + 1, LossKind::Malformed, 0, None, reason);
            14
        }
        None => HEADER,
    };
    check_header(bytes, at, header, activity);
    let start = (at + header).min(bytes.len());
    let there = bytes.len() - start;
    let promised = bytes.get(at + 4..).and_then(|b| u32_at(b, false)).unwrap_or(0) as usize;
    let never_closed = promised == 0 || promised == u32::MAX as usize;
    if never_closed && there > 2 {
        let reason =
            "The device never closed this file: its length is missing. All that stands in it was read.";
        activity.losses.add(at + 4, at + 8, LossKind::Malformed, 0, None, reason);
        return Span { start, end: bytes.len(), checksum: None, cut: true, next: bytes.len() };
    }
    let end = start + promised.min(there);
    let cut = promised > there;
    activity.promised = cut.then_some(at + header + promised);
    let checksum = (!cut && end + 2 <= bytes.len()).then_some(end);
    if !cut && checksum.is_none() {
        let reason = "The checksum at the end of the file is missing; every record is there.";
        activity.losses.add(end, bytes.len().max(end), LossKind::Truncated, 0, None, reason);
        return Span { start, end, checksum: None, cut, next: bytes.len() };
    }
    let next = checksum.map_or(bytes.len(), |end| end + 2);
    Span { start, end, checksum, cut, next }
}

fn check_header(bytes: &[u8], at: usize, header: usize, activity: &mut Activity) {
    let written = bytes.get(at + 12..).and_then(|b| u16_at(b, false)).unwrap_or(0);
    let Some(first) = bytes.get(at..at + 12) else { return };
    if header == 14 && written != 0 && crc::crc16(first) != written {
        let reason = "The checksum of the file's header does not fit; the records themselves were read.";
        activity.losses.add(at, at + 14, LossKind::Checksum, 0, None, reason);
    }
}

fn check(bytes: &[u8], at: usize, end: usize, activity: &mut Activity) {
    let written = bytes.get(end..).and_then(|b| u16_at(b, false));
    let sum = bytes.get(at..end).map(crc::crc16);
    if written != sum {
        let reason = "The file's checksum does not fit: something in it was changed after it was recorded. \
                      Every record that holds together was kept.";
        activity.losses.add(at, end + 2, LossKind::Checksum, 0, activity.last_time_ms(), reason);
    }
}

#[cfg(test)]
mod test;
#[cfg(test)]
mod test_device;
