//! zip (PKWARE's APPNOTE): its files one after the other, as they arrive, held to the list at its end.

use memchr::memchr;

use super::inflate::{Flow, Inflater, Progress, u32_at};
use super::{CHANGED, CUT, DAMAGED, Flaw, Unpacked, unreadable};
use crate::config::limits;
use crate::damage::LossKind;
use crate::error::{Error, ErrorKind};

mod header;
mod list;

use header::{Header, LOCAL};
use list::{END, LISTED, List};

/// Stands before the checksum and the lengths that follow a file written as a stream.
const DESCRIPTOR: &[u8] = b"PK\x07\x08";
/// Longest of these, with the mark of what comes next.
const DESCRIPTOR_BYTES: usize = 24 + 2;

/// True for the magic of a zip file.
pub fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(LOCAL) || bytes.starts_with(END)
}

/// A zip file that is unpacked as it arrives.
pub struct Zip {
    /// Where the bytes at hand begin in the file.
    base: usize,
    part: Part,
    flow: Flow,
    /// Files met, and what is held against their list.
    files: usize,
    list: List,
}

enum Part {
    /// Where the next file's header stands, or the list.
    Header,
    Body(Box<Body>),
    /// After a file written as a stream.
    Descriptor(Box<Header>),
    /// Bytes that the header counts to the file, and nobody wants.
    Skip(u64),
    /// The next header is searched for.
    Search,
    List,
    End,
}

/// A file that is read.
struct Body {
    header: Box<Header>,
    packed: Packed,
    /// Packed bytes left; `None` when the header does not know.
    left: Option<u64>,
}

enum Packed {
    Stored,
    Deflated(Inflater),
    /// It cannot be opened.
    Closed,
}

/// Where one of these marks stands first. All begin with a P.
fn find(bytes: &[u8], marks: &[&[u8]]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr(b'P', bytes.get(at..)?)?;
        let rest = bytes.get(at..)?;
        if marks.iter().any(|mark| rest.starts_with(mark)) {
            return Some(at);
        }
        at += 1;
    }
}

/// Gets nothing: what is unpacked only to find its end.
struct Nobody;

impl Unpacked for Nobody {
    fn begin(&mut self, _: &str) {}
    fn bytes(&mut self, _: &[u8]) {}
    fn end(&mut self, _: Option<Flaw>) {}
    fn closed(&mut self, _: &str, _: &'static str) {}
    fn flaw(&mut self, _: Flaw) {}
}

/// Bytes at a place of the file.
#[derive(Clone, Copy)]
struct Rest<'a> {
    bytes: &'a [u8],
    place: usize,
    /// The file ends with them.
    last: bool,
}

impl Zip {
    pub fn new() -> Self {
        Self { base: 0, part: Part::Header, flow: Flow::new(), files: 0, list: List::default() }
    }

    /// Unpacks on; how many bytes it is done with.
    pub fn take(&mut self, bytes: &[u8], last: bool, to: &mut dyn Unpacked) -> Result<usize, Error> {
        let mut at = 0;
        while !to.is_content() {
            let rest = Rest { bytes: bytes.get(at..).unwrap_or_default(), place: self.base + at, last };
            let Some(done) = self.step(rest, to)? else { break };
            at += done;
        }
        if last && !to.is_content() {
            self.end(self.base + bytes.len(), to)?;
        }
        self.base += at;
        Ok(at)
    }

    /// Goes on; how many bytes it took, `None` when it waits or is over.
    fn step(&mut self, rest: Rest, to: &mut dyn Unpacked) -> Result<Option<usize>, Error> {
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
                // A mark may be torn at the end of the bytes at hand.
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

    /// The next file's header, or the first of the list.
    fn header(&mut self, rest: Rest, to: &mut dyn Unpacked) -> Result<Option<usize>, Error> {
        let Rest { bytes, place, .. } = rest;
        if bytes.len() < LOCAL.len() {
            return Ok(None);
        }
        if list::begins(bytes) {
            self.part = Part::List;
            return Ok(Some(0));
        }
        if !bytes.starts_with(LOCAL) {
            let reason = "Bytes between the files of the archive are damaged; they were passed over.";
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
                Packed::Closed if header.locked => to.closed(&header.name, "is locked with a password"),
                Packed::Closed => to.closed(&header.name, "is packed in an unusual way"),
                Packed::Stored | Packed::Deflated(_) => to.begin(&header.name),
            }
        }
        self.part = Part::Body(Box::new(Body { left: header.size, header: Box::new(header), packed }));
        Ok(Some(length))
    }

    /// What is packed of a file.
    fn body(
        &mut self,
        mut body: Box<Body>,
        rest: Rest,
        to: &mut dyn Unpacked,
    ) -> Result<Option<usize>, Error> {
        let most = rest.bytes.len();
        let there = body.left.map_or(most, |left| usize::try_from(left).map_or(most, |left| left.min(most)));
        let complete = body.left == Some(there as u64);
        let bytes = rest.bytes.get(..there).unwrap_or_default();
        let mut nobody = Nobody;
        let out: &mut dyn Unpacked = if body.header.is_file { to } else { &mut nobody };
        let (done, progress) = match &mut body.packed {
            Packed::Closed if body.left.is_none() => (0, Progress::Done),
            Packed::Stored if body.left.is_none() => self.until_descriptor(rest, out)?,
            Packed::Deflated(inflater) => {
                match inflater.take(bytes, complete || rest.last, &mut self.flow, out)? {
                    // The file ends before what is packed does.
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

    /// A file stored as a stream ends where a descriptor of it stands.
    fn until_descriptor(&mut self, rest: Rest, out: &mut dyn Unpacked) -> Result<(usize, Progress), Error> {
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
        // Bytes of the file that look like its beginning.
        self.flow.give(DESCRIPTOR, out)?;
        Ok((before + DESCRIPTOR.len(), Progress::Going))
    }

    /// Length of the descriptor of the file that was unpacked: with or without its mark, with lengths of 4 or 8 bytes.
    fn descriptor_length(&self, bytes: &[u8]) -> Option<usize> {
        let lengths = if bytes.starts_with(DESCRIPTOR) { [(4, 16), (4, 24)] } else { [(0, 12), (0, 20)] };
        let fits = |&(sum, length): &(usize, usize)| {
            let next = bytes.get(length..).unwrap_or_default();
            u32_at(bytes, sum) == Some(self.flow.crc()) && (next.is_empty() || next.starts_with(b"PK"))
        };
        lengths.iter().find(|length| fits(length)).map(|(_, length)| (*length).min(bytes.len()))
    }

    /// What is packed of a file ended at a place.
    fn leave(&mut self, body: Body, damaged: bool, place: usize, to: &mut dyn Unpacked) {
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
            // A stream's header may not know the checksum.
            let changed = header.crc != self.flow.crc() && !(header.streamed && header.crc == 0);
            let flaw = match (damaged, changed) {
                (true, _) => Some((LossKind::Malformed, DAMAGED)),
                (false, true) => Some((LossKind::Checksum, CHANGED)),
                (false, false) => None,
            };
            self.close(&header, flaw, place, to);
        }
    }

    /// Behind a file written as a stream: its checksum and its lengths.
    fn descriptor(&mut self, header: Box<Header>, rest: Rest, to: &mut dyn Unpacked) -> Option<usize> {
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
        to: &mut dyn Unpacked,
    ) {
        self.list.met(header.place, self.flow.crc());
        if header.is_file {
            to.end(flaw.map(|(kind, reason)| Flaw { kind, from: header.place, to: place, reason }));
        }
    }

    /// The archive ends here.
    fn end(&mut self, place: usize, to: &mut dyn Unpacked) -> Result<(), Error> {
        let cut = Some((LossKind::Truncated, CUT));
        match std::mem::replace(&mut self.part, Part::End) {
            Part::Body(body) if !matches!(body.packed, Packed::Closed) => {
                self.close(&body.header, cut, place, to);
            }
            Part::Descriptor(header) => self.close(&header, cut, place, to),
            Part::End => {}
            _ if self.files == 0 => return Err(unreadable("the archive ends before its first file")),
            _ => {
                let reason =
                    "The archive ends before its list of files does; more files may have stood in it.";
                to.flaw(Flaw { kind: LossKind::Truncated, from: place, to: place, reason });
            }
        }
        Ok(())
    }
}
