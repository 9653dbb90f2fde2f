//! zip (PKWARE's APPNOTE): its files in order as they arrive; the list at its end is compared with them.

use memchr::memchr;

use super::inflate::{Flow, Inflater, Progress, u32_at};
use super::{CHANGED, DAMAGED, Flaw, INCOMPLETE, UnpackSink, unreadable};
use crate::config::limits;
use crate::damage::LossKind;
use crate::error::{Error, ErrorKind};

mod header;
mod list;

use header::{Header, LOCAL};
use list::{END, LISTED, List};

/// Signature of the data descriptor: checksum and lengths after a file written as a stream.
const DESCRIPTOR: &[u8] = b"PK\x07\x08";
/// Longest descriptor and two bytes of the next signature.
const DESCRIPTOR_BYTES: usize = 24 + 2;

/// True for the signature of a zip file.
pub(super) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(LOCAL) || bytes.starts_with(END)
}

/// True when the header of a file of a zip begins somewhere in the bytes.
pub(super) fn begins_in(bytes: &[u8]) -> bool {
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| find(rest, &[LOCAL])) {
        let header = bytes.get(at + found..).filter(|rest| header::has_usual_method(rest));
        if header.and_then(|rest| Header::of(rest, 0)).is_some_and(|(header, _)| !header.name.is_empty()) {
            return true;
        }
        at += found + 1;
    }
    false
}

/// A zip file while it is unpacked.
pub(super) struct Zip {
    /// Position of the available bytes in the file.
    base: usize,
    part: Part,
    flow: Flow,
    /// Number of files so far, and the list they are compared with.
    files: usize,
    list: List,
}

enum Part {
    /// The next file's header, or the list.
    Header,
    Body(Box<Body>),
    /// The descriptor after a file written as a stream.
    Descriptor(Box<Header>),
    /// Bytes of the file that are not decompressed.
    Skip(u64),
    /// The search for the next header after damage.
    Search,
    List,
    End,
}

/// A file while it is unpacked.
struct Body {
    header: Box<Header>,
    packed: Packed,
    /// Compressed bytes left; `None` when the header does not state them.
    left: Option<u64>,
}

enum Packed {
    Stored,
    Deflated(Inflater),
    /// It cannot be opened.
    Closed,
}

/// Position of the first of these signatures, which all begin with P.
fn find(bytes: &[u8], signatures: &[&[u8]]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr(b'P', bytes.get(at..)?)?;
        let rest = bytes.get(at..)?;
        if signatures.iter().any(|signature| rest.starts_with(signature)) {
            return Some(at);
        }
        at += 1;
    }
}

/// Discards a file that is unpacked only to find its end.
struct Discard;

impl UnpackSink for Discard {
    fn begin(&mut self, _: &str) {}
    fn bytes(&mut self, _: &[u8]) {}
    fn end(&mut self, _: Option<Flaw>) {}
    fn unopened(&mut self, _: &str, _: &'static str) {}
    fn flaw(&mut self, _: Flaw) {}
}

/// The available bytes from a position of the file on.
#[derive(Clone, Copy)]
struct Rest<'a> {
    bytes: &'a [u8],
    place: usize,
    /// The file ends with these bytes.
    last: bool,
}

impl Zip {
    pub(super) fn new() -> Self {
        Self { base: 0, part: Part::Header, flow: Flow::new(), files: 0, list: List::default() }
    }

    /// Continues unpacking; the number of bytes consumed.
    pub(super) fn take(&mut self, bytes: &[u8], last: bool, to: &mut dyn UnpackSink) -> Result<usize, Error> {
        let mut at = 0;
        while !to.is_done() {
            let rest = Rest { bytes: bytes.get(at..).unwrap_or_default(), place: self.base + at, last };
            let Some(done) = self.step(rest, to)? else { break };
            at += done;
        }
        if last && !to.is_done() {
            self.end(self.base + bytes.len(), to)?;
        }
        self.base += at;
        Ok(at)
    }

    /// One step; the number of bytes consumed, `None` when more bytes are needed or it has ended.
    fn step(&mut self, rest: Rest, to: &mut dyn UnpackSink) -> Result<Option<usize>, Error> {
        let there = rest.bytes.len();
        match std::mem::replace(&mut self.part, Part::Header) {
            Part::Header => self.header(rest, to),
            Part::Body(body) => self.body(body, rest, to),
            Part::Descriptor(header) => Ok(self.descriptor(header, rest, to)),
            Part::Skip(left) => {
                let done = usize::try_from(left).map_or(there, |left| left.min(there));
                let left = left - done as u64;
                self.part = if left == 0 { Part::Header } else { Part::Skip(left) };
                Ok(Some(done).filter(|done| *done > 0 || left == 0))
            }
            Part::Search => {
                let found = find(rest.bytes, &[LOCAL, LISTED, END]);
                self.part = if found.is_some() { Part::Header } else { Part::Search };
                // A signature may be incomplete at the end of the available bytes.
                let torn = if rest.last { 0 } else { LOCAL.len() - 1 };
                Ok(found.or(there.checked_sub(torn).filter(|length| *length > 0)))
            }
            Part::List => {
                let done = self.list.take(rest, to);
                self.part = if self.list.is_complete() { Part::End } else { Part::List };
                Ok(done)
            }
            Part::End => {
                self.part = Part::End;
                Ok(Some(there).filter(|length| *length > 0))
            }
        }
    }

    /// Reads the next file's header, or the first entry of the list.
    fn header(&mut self, rest: Rest, to: &mut dyn UnpackSink) -> Result<Option<usize>, Error> {
        let Rest { bytes, place, .. } = rest;
        if bytes.len() < LOCAL.len() {
            return Ok(None);
        }
        if list::begins(bytes) {
            self.part = Part::List;
            return Ok(Some(0));
        }
        if !bytes.starts_with(LOCAL) {
            let reason = match place {
                0 => "The bytes before the archive do not belong to it; they were skipped.",
                _ => "Bytes between the files of the archive are damaged; they were skipped.",
            };
            to.flaw(Flaw { kind: LossKind::Malformed, from: place, to: place + LOCAL.len(), reason });
            self.part = Part::Search;
            return Ok(Some(0));
        }
        let Some((header, length)) = Header::of(bytes, place) else { return Ok(None) };
        self.files += 1;
        if self.files > limits::ARCHIVE_ENTRIES {
            let limit = format!("the archive holds more than {} files", limits::ARCHIVE_ENTRIES);
            return Err(ErrorKind::TooLarge { limit }.into());
        }
        self.flow.begin();
        let packed = match header.method {
            0 if !header.locked => Packed::Stored,
            8 if !header.locked => Packed::Deflated(Inflater::new()),
            _ => Packed::Closed,
        };
        if header.is_file {
            match &packed {
                Packed::Closed if header.locked => to.unopened(&header.name, "is locked with a password"),
                Packed::Closed => {
                    to.unopened(&header.name, "is compressed by a method that Leebow does not read")
                }
                Packed::Stored | Packed::Deflated(_) => to.begin(&header.name),
            }
        }
        self.part = Part::Body(Box::new(Body { left: header.size, header: Box::new(header), packed }));
        Ok(Some(length))
    }

    /// Unpacks the contents of a file.
    fn body(
        &mut self,
        mut body: Box<Body>,
        rest: Rest,
        to: &mut dyn UnpackSink,
    ) -> Result<Option<usize>, Error> {
        let most = rest.bytes.len();
        let there = body.left.map_or(most, |left| usize::try_from(left).map_or(most, |left| left.min(most)));
        let complete = body.left == Some(there as u64);
        let bytes = rest.bytes.get(..there).unwrap_or_default();
        let mut discard = Discard;
        let out: &mut dyn UnpackSink = if body.header.is_file { to } else { &mut discard };
        let (done, progress) = match &mut body.packed {
            Packed::Closed if body.left.is_none() => (0, Progress::Done),
            Packed::Stored if body.left.is_none() => self.until_descriptor(rest, out)?,
            Packed::Deflated(inflater) => {
                match inflater.take(bytes, complete || rest.last, &mut self.flow, out)? {
                    // The file ends before its deflate stream does.
                    (done, Progress::Going) if complete && done == there => (done, Progress::Damaged),
                    other => other,
                }
            }
            Packed::Stored | Packed::Closed => {
                if matches!(body.packed, Packed::Stored) {
                    self.flow.give(bytes, out)?;
                }
                (there, if complete { Progress::Done } else { Progress::Going })
            }
        };
        body.left = body.left.map(|left| left.saturating_sub(done as u64));
        if progress == Progress::Going {
            self.part = Part::Body(body);
            return Ok(Some(done).filter(|done| *done > 0));
        }
        self.leave(*body, progress == Progress::Damaged, rest.place + done, to);
        Ok(Some(done))
    }

    /// Copies a file stored as a stream; it ends at its descriptor.
    fn until_descriptor(&mut self, rest: Rest, out: &mut dyn UnpackSink) -> Result<(usize, Progress), Error> {
        let found = find(rest.bytes, &[DESCRIPTOR]);
        let torn = if rest.last { 0 } else { DESCRIPTOR.len() - 1 };
        let before = found.unwrap_or(rest.bytes.len().saturating_sub(torn));
        self.flow.give(rest.bytes.get(..before).unwrap_or_default(), out)?;
        let Some(behind) = found.and_then(|at| rest.bytes.get(at..)) else {
            return Ok((before, Progress::Going));
        };
        if behind.len() < DESCRIPTOR_BYTES && !rest.last {
            return Ok((before, Progress::Going));
        }
        if self.descriptor_length(behind).is_some() {
            return Ok((before, Progress::Done));
        }
        // Bytes of the file that equal the signature.
        self.flow.give(DESCRIPTOR, out)?;
        Ok((before + DESCRIPTOR.len(), Progress::Going))
    }

    /// Length of the descriptor of the unpacked file: with or without its signature, with lengths of 4 or 8 bytes.
    fn descriptor_length(&self, bytes: &[u8]) -> Option<usize> {
        let lengths = if bytes.starts_with(DESCRIPTOR) { [(4, 16), (4, 24)] } else { [(0, 12), (0, 20)] };
        let matches = |&(sum, length): &(usize, usize)| {
            let next = bytes.get(length..).unwrap_or_default();
            u32_at(bytes, sum) == Some(self.flow.crc()) && (next.is_empty() || next.starts_with(b"PK"))
        };
        lengths.iter().find(|length| matches(length)).map(|(_, length)| (*length).min(bytes.len()))
    }

    /// Ends the contents of a file at position `place`.
    fn leave(&mut self, body: Body, damaged: bool, place: usize, to: &mut dyn UnpackSink) {
        let Body { header, packed, left } = body;
        let closed = matches!(packed, Packed::Closed);
        let over = matches!(left, None | Some(0));
        if over && header.streamed && !closed && !damaged {
            self.part = Part::Descriptor(header);
            return;
        }
        self.part = match left {
            Some(0) if !header.streamed => Part::Header,
            Some(left) if left > 0 => Part::Skip(left),
            _ => Part::Search,
        };
        if !closed {
            // A stream's header may lack the checksum.
            let changed = header.crc != self.flow.crc() && !(header.streamed && header.crc == 0);
            let flaw = match (damaged, changed) {
                (true, _) => Some((LossKind::Malformed, DAMAGED)),
                (false, true) => Some((LossKind::Checksum, CHANGED)),
                (false, false) => None,
            };
            self.close(&header, flaw, place, to);
        }
    }

    /// Reads the checksum and the lengths after a file written as a stream.
    fn descriptor(&mut self, header: Box<Header>, rest: Rest, to: &mut dyn UnpackSink) -> Option<usize> {
        if rest.bytes.len() < DESCRIPTOR_BYTES && !rest.last {
            self.part = Part::Descriptor(header);
            return None;
        }
        if rest.bytes.len() < 12 {
            self.part = Part::Descriptor(header);
            return None;
        }
        let length = self.descriptor_length(rest.bytes);
        let flaw = length.is_none().then_some((LossKind::Checksum, CHANGED));
        self.close(&header, flaw, rest.place, to);
        self.part = if length.is_some() { Part::Header } else { Part::Search };
        Some(length.unwrap_or(0))
    }

    fn close(
        &mut self,
        header: &Header,
        flaw: Option<(LossKind, &'static str)>,
        place: usize,
        to: &mut dyn UnpackSink,
    ) {
        self.list.add(header.place, self.flow.crc());
        if header.is_file {
            to.end(flaw.map(|(kind, reason)| Flaw { kind, from: header.place, to: place, reason }));
        }
    }

    /// Ends the archive.
    fn end(&mut self, place: usize, to: &mut dyn UnpackSink) -> Result<(), Error> {
        let cut = Some((LossKind::Truncated, INCOMPLETE));
        match std::mem::replace(&mut self.part, Part::End) {
            Part::Body(body) if !matches!(body.packed, Packed::Closed) => {
                self.close(&body.header, cut, place, to);
            }
            Part::Descriptor(header) => self.close(&header, cut, place, to),
            Part::End => {}
            _ if self.files == 0 => return Err(unreadable("the archive ends before its first file")),
            _ => {
                let reason = "The archive ends before its list of files does, so files may be missing; those present were read.";
                to.flaw(Flaw { kind: LossKind::Truncated, from: place, to: place, reason });
            }
        }
        Ok(())
    }
}
