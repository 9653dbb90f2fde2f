//! FIT: Garmin's binary format, as written by watches, plotters and apps. One file may hold several, chained.
//!
//! Source of the layout: Garmin's "FIT Protocol" description (file header, record header, definition and
//! data messages, CRC) and the published profile for the field numbers in [`names`].

mod activity;
mod base;
mod chain;
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
use base::u16_at;
use chain::{ENOUGH, HEADER, data_size, is_torn_header, next_header};
use decode::{View, Walk};

pub use chain::is_nearly_fit as is_fit;

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
    /// Bytes after the last file of the chain, from a place on; true when they are not only zeros.
    Rest(usize, bool),
}

/// One file of the chain.
struct File {
    from: usize,
    start: usize,
    /// Where its messages end by its header; `None` when the device never wrote that, or not what is true.
    end: Option<usize>,
    /// Up to here no other file begins inside it.
    searched: usize,
    /// Another file begins where its messages go on by its header: there its own end.
    overrun: bool,
    /// Its length by its header is true, as far as can be told.
    settled: bool,
    /// It is not: then the last two bytes are taken for its checksum, which covers the wrong length too.
    misstated: bool,
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
                Part::Rest(..) => self.rest(bytes, last),
            };
            if !on {
                break;
            }
        }
        let done = match &self.part {
            Part::Header | Part::Rest(..) => self.next,
            Part::Messages(file) => file.walk.done().min(file.sum.1),
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
        let time_ms = self.activity.last_time_ms();
        if !is_fit(rest) {
            self.part = Part::Rest(at, false);
            if at > 0 && is_torn_header(rest) {
                self.activity.losses.stopped(at, at + rest.len(), 0, time_ms, None);
                self.next = at + rest.len();
            }
            return true;
        }
        if !chain::is_marked(rest) {
            let reason = "The mark of the file's header is damaged; the records themselves were read.";
            self.activity.losses.add(at + 8, at + HEADER, LossKind::Malformed, 0, time_ms, reason);
        }
        let (header, stated) = chain::header_length(rest);
        if !stated {
            let reason = "The length of the file's header is wrong; what follows it tells where it ends.";
            self.activity.losses.add(at, at + 1, LossKind::Malformed, 0, time_ms, reason);
        }
        let sound = check_header(rest, at, header, &mut self.activity);
        let start = at + header.min(rest.len());
        let size = data_size(rest);
        let never_closed = size.is_none() && rest.len() > header + 2;
        if never_closed {
            let reason =
                "The device never closed this file: its length is missing. All that stands in it was read.";
            self.activity.losses.add(at + 4, at + 8, LossKind::Malformed, 0, None, reason);
        }
        let end = (!never_closed).then(|| at + header + size.unwrap_or(0));
        self.activity.promised = end.filter(|_| sound);
        self.activity.next_file();
        let walk = Walk::new(start);
        let file = File {
            from: at,
            start,
            end,
            searched: start,
            overrun: false,
            settled: false,
            misstated: false,
            walk,
            sum: (0, at),
        };
        self.part = Part::Messages(Box::new(file));
        true
    }

    /// Passes over what follows the last file, up to where another one begins; true when it does.
    fn rest(&mut self, bytes: &[u8], last: bool) -> bool {
        let Part::Rest(from, dirty) = &mut self.part else { return false };
        let rest = bytes.get(self.next.saturating_sub(self.base)..).unwrap_or_default();
        let (header, searched) = next_header(rest);
        let passed = header.unwrap_or(if last { rest.len() } else { searched });
        *dirty |= rest.get(..passed).is_some_and(|rest| rest.iter().any(|b| *b != 0));
        self.next += passed;
        if *dirty && (header.is_some() || last) {
            let reason = match header {
                None => "After the end of the recording stand bytes that are no FIT; they were passed over.",
                Some(_) => "Damaged bytes were passed over; the recording goes on after them.",
            };
            let time_ms = self.activity.last_time_ms();
            self.activity.losses.add(*from, self.next, LossKind::Malformed, 0, time_ms, reason);
        }
        if header.is_some() {
            self.part = Part::Header;
        }
        header.is_some()
    }

    /// Reads the messages that are at hand; true when the file of the chain ended.
    fn messages(&mut self, bytes: &[u8], last: bool) -> Result<bool, Error> {
        let Part::Messages(file) = &mut self.part else { return Ok(false) };
        let there = self.base + bytes.len();
        file.look_for_another(bytes, self.base);
        if file.is_misstated(bytes, self.base, last) {
            let reason =
                "The length in the file's header is wrong: the file goes on behind it, and was read on.";
            let time_ms = self.activity.last_time_ms();
            self.activity.losses.add(file.from + 4, file.from + 8, LossKind::Malformed, 0, time_ms, reason);
            self.activity.promised = None;
            file.look_for_another(bytes, self.base);
        }
        let promised = file.end.unwrap_or(usize::MAX);
        let more = !last && !file.overrun && promised.saturating_add(2 + ENOUGH) > there;
        let promised = if file.misstated && last { there.saturating_sub(2) } else { promised };
        let cut = file.overrun || (!more && promised > there);
        let end = promised.min(there).max(file.start);
        let messages = bytes.get(..end - self.base).unwrap_or(bytes);
        file.add_to_sum(messages, self.base);
        let view = View { bytes: messages, base: self.base, more, cut };
        file.walk.go_on(&view, &mut self.activity)?;
        if more {
            return Ok(false);
        }
        self.next = if file.overrun { end } else { there };
        // What a file with a wrong length would have to be held to nobody knows.
        if !cut && !file.misstated {
            self.checksum(bytes, end);
        }
        self.part = Part::Header;
        Ok(true)
    }

    /// Holds the file that ended at a place to its checksum there.
    fn checksum(&mut self, bytes: &[u8], end: usize) {
        let Part::Messages(file) = &self.part else { return };
        let losses = &mut self.activity.losses;
        match bytes.get(end - self.base..).and_then(|b| u16_at(b, false)) {
            Some(written) => {
                self.next = end + 2;
                if written != file.sum.0 {
                    let reason = "The file's checksum does not fit: something in it was changed after it was \
                                  recorded. Every record that holds together was kept.";
                    let time_ms = self.activity.sheet.last_time_ms();
                    losses.add(file.from, end + 2, LossKind::Checksum, 0, time_ms, reason);
                }
            }
            None => {
                let reason = "The checksum at the end of the file is missing; every record is there.";
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

    /// Looks for a header inside: the device was cut off here, and another file was written behind it.
    fn look_for_another(&mut self, bytes: &[u8], base: usize) {
        if self.overrun {
            return;
        }
        let there = base + bytes.len();
        let until = self.end.map_or(there, |end| there.min(end.saturating_add(ENOUGH - 1)));
        let Some(from) = self.searched.checked_sub(base) else { return };
        let (header, searched) = next_header(bytes.get(from..until - base).unwrap_or_default());
        self.searched += searched;
        if let Some(at) = header {
            (self.end, self.overrun) = (Some(base + from + at), true);
        }
    }

    /// True when the file does not end where its header says so: there stands no checksum of it, and what follows is
    /// neither another file nor nothing.
    fn is_misstated(&mut self, bytes: &[u8], base: usize, last: bool) -> bool {
        let Some(end) = self.end.filter(|end| !self.settled && !self.overrun && *end >= self.start) else {
            return false;
        };
        let behind = bytes.get(end + 2 - base..).filter(|rest| last || rest.len() >= ENOUGH);
        let Some(behind) = behind else { return false };
        self.settled = true;
        let behind = behind.get(..ENOUGH.min(behind.len())).unwrap_or_default();
        let follows = is_fit(behind) || is_torn_header(behind) || behind.iter().all(|b| *b == 0);
        self.add_to_sum(bytes.get(..end - base).unwrap_or_default(), base);
        let written = bytes.get(end - base..).and_then(|b| u16_at(b, false));
        self.misstated = !follows && written != Some(self.sum.0);
        if self.misstated {
            self.end = None;
        }
        self.misstated
    }
}

/// Holds the header at the start of `bytes`, which is at `at` of the file, to its checksum; true when it fits.
fn check_header(bytes: &[u8], at: usize, header: usize, activity: &mut Activity) -> bool {
    let written = bytes.get(12..).and_then(|b| u16_at(b, false)).unwrap_or(0);
    let Some(first) = bytes.get(..12) else { return true };
    if header == 14 && written != 0 && crc::crc16(first) != written {
        let reason = "The checksum of the file's header does not fit; the records themselves were read.";
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
mod test_run;
