//! FIT, Garmin's binary format, written by watches, plotters and apps. A file may be a chain of several FIT files.
//!
//! Source: Garmin's "FIT Protocol" (file header, record header, definition and data messages, CRC) and the published
//! profile for the field numbers in [`names`].

mod activity;
mod base;
mod chain;
mod crc;
mod decode;
mod definition;
mod names;
mod receiver_log;
mod totals;

#[cfg(feature = "internals")]
pub use crc::crc16;

use crate::damage::LossKind;
use crate::error::Error;
use crate::read::piecewise::Piecewise;
use crate::track::Recording;

use activity::Activity;
use base::u16_at;
use chain::{HEADER, HEADER_CONTEXT, data_size, is_incomplete_header, next_header};
use decode::{MessageReader, View};

pub(super) use chain::is_nearly_fit as is_fit;

/// Reads a FIT file or a chain of them, piece by piece.
pub(super) struct Reader {
    activity: Activity,
    /// Position of the available bytes in the file.
    base: usize,
    /// Position of the next file of the chain.
    next: usize,
    part: Part,
}

/// What is read next.
enum Part {
    Header,
    Messages(Box<File>),
    /// Bytes after the last file of the chain: their position, and true when they are not all zero.
    Rest(usize, bool),
}

/// One file of the chain.
struct File {
    from: usize,
    start: usize,
    /// End of its messages by its header; `None` when the header does not state it or states it wrongly.
    end: Option<usize>,
    /// Up to here no other file's header was found in it.
    searched: usize,
    /// Another file's header was found before its stated end, and ends it.
    overrun: bool,
    /// Its stated length was checked.
    settled: bool,
    /// Its stated length is wrong: the last two bytes of the file are its checksum, which includes the wrong length and
    /// is not compared.
    misstated: bool,
    messages: MessageReader,
    /// Checksum of its bytes up to a position.
    sum: (u16, usize),
}

impl Piecewise for Reader {
    fn take(&mut self, bytes: &[u8], last: bool) -> Result<usize, Error> {
        let end = self.base + bytes.len();
        loop {
            let continues = match &mut self.part {
                Part::Header => self.header(bytes, last),
                Part::Messages(_) => self.messages(bytes, last)?,
                Part::Rest(..) => self.rest(bytes, last),
            };
            if !continues {
                break;
            }
        }
        let done = match &self.part {
            Part::Header | Part::Rest(..) => self.next,
            Part::Messages(file) => file.messages.done().min(file.sum.1),
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
    /// A reader for a file of `length` bytes, 0 when unknown.
    pub(super) fn new(length: usize) -> Self {
        Self { activity: Activity::of_file(length), base: 0, next: 0, part: Part::Header }
    }

    /// Reads the header of the next file; false when it is not complete yet.
    fn header(&mut self, bytes: &[u8], last: bool) -> bool {
        let (at, rest) = (self.next, bytes.get(self.next - self.base..).unwrap_or_default());
        if rest.is_empty() || (rest.len() < HEADER_CONTEXT && !last) {
            return false;
        }
        let time_ms = self.activity.last_time_ms();
        if !is_fit(rest) {
            self.part = Part::Rest(at, false);
            if at > 0 && is_incomplete_header(rest) {
                self.activity.losses.stopped(at, at + rest.len(), 0, time_ms, None);
                self.next = at + rest.len();
            }
            return true;
        }
        if !chain::is_marked(rest) {
            let reason = "The signature in the file header is damaged; the records were read.";
            self.activity.losses.add(at + 8, at + HEADER, LossKind::Malformed, 0, time_ms, reason);
        }
        let (header, stated) = chain::header_length(rest);
        if !stated {
            let reason = "The length of the file header is wrong; its end was found from the bytes after it.";
            self.activity.losses.add(at, at + 1, LossKind::Malformed, 0, time_ms, reason);
        }
        let sound = check_header(rest, at, header, &mut self.activity);
        let start = at + header.min(rest.len());
        let size = data_size(rest);
        let never_closed = size.is_none() && rest.len() > header + 2;
        if never_closed {
            let reason =
                "The device did not close this file, so its length is missing; everything in it was read.";
            self.activity.losses.add(at + 4, at + 8, LossKind::Malformed, 0, None, reason);
        }
        let end = (!never_closed).then(|| at + header + size.unwrap_or(0));
        self.activity.stated_end = end.filter(|_| sound);
        self.activity.next_file();
        let messages = MessageReader::new(start);
        let file = File {
            from: at,
            start,
            end,
            searched: start,
            overrun: false,
            settled: false,
            misstated: false,
            messages,
            sum: (0, at),
        };
        self.part = Part::Messages(Box::new(file));
        true
    }

    /// Skips the bytes after the last file up to the header of another one; true when there is one.
    fn rest(&mut self, bytes: &[u8], last: bool) -> bool {
        let Part::Rest(from, dirty) = &mut self.part else { return false };
        let rest = bytes.get(self.next.saturating_sub(self.base)..).unwrap_or_default();
        let (header, searched) = next_header(rest);
        let passed = header.unwrap_or(if last { rest.len() } else { searched });
        *dirty |= rest.get(..passed).is_some_and(|rest| rest.iter().any(|b| *b != 0));
        self.next += passed;
        if *dirty && (header.is_some() || last) {
            let reason = match header {
                None => "The bytes after the end of the recording are not FIT; they were skipped.",
                Some(_) => "Damaged bytes were skipped; the recording continues after them.",
            };
            let time_ms = self.activity.last_time_ms();
            self.activity.losses.add(*from, self.next, LossKind::Malformed, 0, time_ms, reason);
        }
        if header.is_some() {
            self.part = Part::Header;
        }
        header.is_some()
    }

    /// Reads the available messages; true when the file of the chain has ended.
    fn messages(&mut self, bytes: &[u8], last: bool) -> Result<bool, Error> {
        let Part::Messages(file) = &mut self.part else { return Ok(false) };
        let available = self.base + bytes.len();
        file.find_next_header(bytes, self.base);
        if file.is_misstated(bytes, self.base, last) {
            let reason = "The length in the file header is too short; the file was read to its end.";
            let time_ms = self.activity.last_time_ms();
            self.activity.losses.add(file.from + 4, file.from + 8, LossKind::Malformed, 0, time_ms, reason);
            self.activity.stated_end = None;
            file.find_next_header(bytes, self.base);
        }
        let stated_end = file.end.unwrap_or(usize::MAX);
        let more = !last && !file.overrun && stated_end.saturating_add(2 + HEADER_CONTEXT) > available;
        let stated_end = if file.misstated && last { available.saturating_sub(2) } else { stated_end };
        let cut = file.overrun || (!more && stated_end > available);
        let end = stated_end.min(available).max(file.start);
        let messages = bytes.get(..end - self.base).unwrap_or(bytes);
        file.add_to_sum(messages, self.base);
        let view = View { bytes: messages, base: self.base, more, cut };
        file.messages.read(&view, &mut self.activity)?;
        if more {
            return Ok(false);
        }
        self.next = if file.overrun { end } else { available };
        if !cut && !file.misstated {
            self.checksum(bytes, end);
        }
        self.part = Part::Header;
        Ok(true)
    }

    /// Compares the file's checksum with the one written at its end.
    fn checksum(&mut self, bytes: &[u8], end: usize) {
        let Part::Messages(file) = &self.part else { return };
        let losses = &mut self.activity.losses;
        match bytes.get(end - self.base..).and_then(|b| u16_at(b, false)) {
            Some(written) => {
                self.next = end + 2;
                if written != file.sum.0 {
                    let reason = "The file checksum does not match, so the file was changed after it was recorded; every \
                                  intact record was read.";
                    let time_ms = self.activity.sheet.last_time_ms();
                    losses.add(file.from, end + 2, LossKind::Checksum, 0, time_ms, reason);
                }
            }
            None => {
                let reason = "The checksum at the end of the file is missing; every record was read.";
                losses.add(end, self.base + bytes.len(), LossKind::Truncated, 0, None, reason);
            }
        }
    }
}

impl File {
    fn add_to_sum(&mut self, bytes: &[u8], base: usize) {
        let (sum, at) = self.sum;
        let more = at.checked_sub(base).and_then(|at| bytes.get(at..)).unwrap_or_default();
        self.sum = (crc::crc16_on(sum, more), at + more.len());
    }

    /// Searches the messages for another file's header: the device was interrupted there and began a new file.
    fn find_next_header(&mut self, bytes: &[u8], base: usize) {
        if self.overrun {
            return;
        }
        let available = base + bytes.len();
        let until = self.end.map_or(available, |end| available.min(end.saturating_add(HEADER_CONTEXT - 1)));
        let Some(from) = self.searched.checked_sub(base) else { return };
        let (header, searched) = next_header(bytes.get(from..until - base).unwrap_or_default());
        self.searched += searched;
        if let Some(at) = header {
            (self.end, self.overrun) = (Some(base + from + at), true);
        }
    }

    /// True when the stated length is wrong: no matching checksum at the stated end, and the bytes after it are neither
    /// another file nor zeros.
    fn is_misstated(&mut self, bytes: &[u8], base: usize, last: bool) -> bool {
        let Some(end) = self.end.filter(|end| !self.settled && !self.overrun && *end >= self.start) else {
            return false;
        };
        let behind = bytes.get(end + 2 - base..).filter(|rest| last || rest.len() >= HEADER_CONTEXT);
        let Some(behind) = behind else { return false };
        self.settled = true;
        let behind = behind.get(..HEADER_CONTEXT.min(behind.len())).unwrap_or_default();
        let follows = is_fit(behind) || is_incomplete_header(behind) || behind.iter().all(|b| *b == 0);
        self.add_to_sum(bytes.get(..end - base).unwrap_or_default(), base);
        let written = bytes.get(end - base..).and_then(|b| u16_at(b, false));
        self.misstated = !follows && written != Some(self.sum.0);
        if self.misstated {
            self.end = None;
        }
        self.misstated
    }
}

/// Compares the checksum of the header at the start of `bytes`, at position `at` of the file; true when it matches or is
/// not written.
fn check_header(bytes: &[u8], at: usize, header: usize, activity: &mut Activity) -> bool {
    let written = bytes.get(12..).and_then(|b| u16_at(b, false)).unwrap_or(0);
    let Some(first) = bytes.get(..12) else { return true };
    if header == 14 && written != 0 && crc::crc16(first) != written {
        let reason = "The checksum of the file header does not match; the records were read.";
        activity.losses.add(at, at + 14, LossKind::Checksum, 0, None, reason);
        return false;
    }
    true
}

#[cfg(test)]
mod test;
#[cfg(test)]
mod test_chain;
#[cfg(test)]
mod test_device;
#[cfg(test)]
mod test_records;
