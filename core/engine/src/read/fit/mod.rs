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
mod run;
mod totals;

#[cfg(feature = "judges")]
pub use crc::{by_tables as crc16_by_tables, crc16};

use crate::damage::LossKind;
use crate::error::Error;
use crate::read::piecewise::Piecewise;
use crate::track::Recording;

use activity::Activity;
use base::{u16_at, u32_at};
use decode::{View, Walk};

/// Length of the header that says its own length.
const HEADER: usize = 12;
/// With so many bytes everything about a header can be said: the longest, and that something follows.
const ENOUGH: usize = 14 + 3;

/// True when a FIT header stands at the start.
pub fn is_fit(bytes: &[u8]) -> bool {
    bytes.get(8..12) == Some(b".FIT")
}

/// Reads a FIT file, or several in a row, piece by piece.
pub struct Reader {
    activity: Activity,
    /// Where the bytes at hand begin in the file.
    base: usize,
    /// Where the next file of the chain begins.
    next: usize,
    part: Part,
}

/// What is being read.
enum Part {
    Header,
    Messages(Box<File>),
    /// Bytes after the last file of the chain; true when they are not only zeros.
    Rest(bool),
}

/// One file of the chain.
struct File {
    from: usize,
    start: usize,
    /// Where its messages end by its header; `None` when the device never wrote that.
    end: Option<usize>,
    walk: Walk,
    /// Checksum of its bytes up to a place.
    sum: (u16, usize),
}

impl Piecewise for Reader {
    fn take(&mut self, bytes: &[u8], last: bool) -> Result<usize, Error> {
        let end = self.base + bytes.len();
        loop {
            let on = match &mut self.part {
                Part::Header => self.header(bytes, last),
                Part::Messages(_) => self.messages(bytes, last)?,
                Part::Rest(dirty) => {
                    *dirty |= bytes
                        .get(self.next.saturating_sub(self.base)..)
                        .is_some_and(|rest| rest.iter().any(|b| *b != 0));
                    false
                }
            };
            if !on {
                break;
            }
        }
        let done = match &self.part {
            Part::Header => self.next,
            Part::Messages(file) => file.walk.done().min(file.sum.1),
            Part::Rest(dirty) => {
                if *dirty && last {
                    let reason =
                        "After the end of the recording stand bytes that are no FIT; they were passed over.";
                    let time_ms = self.activity.last_time_ms();
                    self.activity.losses.add(self.next, end, LossKind::Malformed, 0, time_ms, reason);
                }
                end
            }
        };
        let done = done.clamp(self.base, end) - self.base;
        self.base += done;
        Ok(done)
    }

    fn finish(self: Box<Self>) -> Result<Recording, Error> {
        self.activity.finish()
    }
}

impl Reader {
    /// Before the first byte of a file that is expected to be so long.
    pub fn new(length: usize) -> Self {
        Self { activity: Activity::of_file(length), base: 0, next: 0, part: Part::Header }
    }

    /// Reads the header of the next file; false when there is none, or not all of it.
    fn header(&mut self, bytes: &[u8], last: bool) -> bool {
        let (at, rest) = (self.next, bytes.get(self.next - self.base..).unwrap_or_default());
        if rest.is_empty() || (rest.len() < ENOUGH && !last) {
            return false;
        }
        if !is_fit(rest) {
            if at == 0 && rest.len() >= HEADER {
                // The reader was chosen by the header, so this is not met; said all the same.
                self.activity.losses.add(
                    0,
                    rest.len(),
                    LossKind::Malformed,
                    0,
                    None,
                    "The header is missing.",
                );
            }
            self.part = Part::Rest(false);
            if at > 0 && is_torn_header(rest) {
                let time_ms = self.activity.last_time_ms();
                self.activity.losses.stopped(at, at + rest.len(), 0, time_ms, None);
                return false;
            }
            return at > 0;
        }
        let header = match rest.first() {
            Some(&length @ (12 | 14)) => usize::from(length),
            _ => {
                let reason = "The header does not state its length as 12 or 14; the usual 14 was taken.";
                self.activity.losses.add(at, at + 1, LossKind::Malformed, 0, None, reason);
                14
            }
        };
        check_header(rest, at, header, &mut self.activity);
        let start = at + header.min(rest.len());
        let promised = rest.get(4..).and_then(|b| u32_at(b, false)).unwrap_or(0);
        let never_closed = (promised == 0 || promised == u32::MAX) && rest.len() > header + 2;
        if never_closed {
            let reason =
                "The device never closed this file: its length is missing. All that stands in it was read.";
            self.activity.losses.add(at + 4, at + 8, LossKind::Malformed, 0, None, reason);
        }
        let end = (!never_closed).then(|| at + header + promised as usize);
        self.activity.promised = end.or(self.activity.promised);
        self.activity.next_file();
        self.part =
            Part::Messages(Box::new(File { from: at, start, end, walk: Walk::new(start), sum: (0, at) }));
        true
    }

    /// Reads the messages that are at hand; true when the file of the chain ended.
    fn messages(&mut self, bytes: &[u8], last: bool) -> Result<bool, Error> {
        let Part::Messages(file) = &mut self.part else { return Ok(false) };
        let there = self.base + bytes.len();
        let promised = file.end.unwrap_or(usize::MAX);
        let more = !last && promised.saturating_add(2) > there;
        let (cut, end) = (!more && promised > there, promised.min(there).max(file.start));
        let messages = bytes.get(..end - self.base).unwrap_or(bytes);
        file.add_to_sum(messages, self.base);
        let view = View { bytes: messages, base: self.base, more, cut };
        file.walk.go_on(&view, &mut self.activity)?;
        if more {
            return Ok(false);
        }
        let checksum = bytes.get(end - self.base..).and_then(|b| u16_at(b, false));
        self.next = there;
        match checksum {
            Some(written) if !cut => {
                self.next = end + 2;
                if written != file.sum.0 {
                    let reason = "The file's checksum does not fit: something in it was changed after it was \
                                  recorded. Every record that holds together was kept.";
                    let time_ms = self.activity.last_time_ms();
                    self.activity.losses.add(file.from, end + 2, LossKind::Checksum, 0, time_ms, reason);
                }
            }
            None if !cut => {
                let reason = "The checksum at the end of the file is missing; every record is there.";
                self.activity.losses.add(end, there, LossKind::Truncated, 0, None, reason);
            }
            _ => {}
        }
        self.part = Part::Header;
        Ok(true)
    }
}

impl File {
    fn add_to_sum(&mut self, bytes: &[u8], base: usize) {
        let (sum, at) = self.sum;
        let more = at.checked_sub(base).and_then(|at| bytes.get(at..)).unwrap_or_default();
        self.sum = (crc::crc16_on(sum, more), at + more.len());
    }
}

/// True for the first bytes of a header whose rest is cut off.
fn is_torn_header(rest: &[u8]) -> bool {
    let mark = rest.get(8..).unwrap_or_default();
    rest.len() < HEADER && matches!(rest, [12 | 14, ..]) && b".FIT".starts_with(mark)
}

/// The checksum of the header at the start of `bytes`, which is at `at` of the file.
fn check_header(bytes: &[u8], at: usize, header: usize, activity: &mut Activity) {
    let written = bytes.get(12..).and_then(|b| u16_at(b, false)).unwrap_or(0);
    let Some(first) = bytes.get(..12) else { return };
    if header == 14 && written != 0 && crc::crc16(first) != written {
        let reason = "The checksum of the file's header does not fit; the records themselves were read.";
        activity.losses.add(at, at + 14, LossKind::Checksum, 0, None, reason);
    }
}

#[cfg(test)]
mod test;
#[cfg(test)]
mod test_device;
#[cfg(test)]
mod test_run;
