//! gzip (RFC 1952): one compressed file in one or several members.

use memchr::memchr;

use super::inflate::{Flow, Inflater, Progress, u16_at, u32_at};
use super::{CHANGED, DAMAGED, Flaw, INCOMPLETE, UnpackSink, unreadable};
use crate::damage::LossKind;
use crate::error::Error;

const SIGNATURE: &[u8] = &[0x1F, 0x8B, 8];
/// Longest header with its optional parts, bytes. *Guess*.
const LONGEST_HEADER: usize = 256 * 1024;

/// True for the signature of a gzip file with a deflate stream.
pub(super) fn is_gz(bytes: &[u8]) -> bool {
    bytes.starts_with(SIGNATURE)
}

/// A gzip file while it is unpacked.
pub(super) struct Gz {
    /// Position of the available bytes in the file, and start of the current member.
    base: usize,
    from: usize,
    begun: bool,
    part: Part,
    flow: Flow,
    /// The first damage found.
    flaw: Option<Flaw>,
}

enum Part {
    Header,
    Packed(Inflater),
    Sum,
    /// After the last member; position of the first byte that is not 0.
    Rest(Option<usize>),
}

impl Gz {
    pub(super) fn new() -> Self {
        Self { base: 0, from: 0, begun: false, part: Part::Header, flow: Flow::new(), flaw: None }
    }

    /// Continues unpacking; the number of bytes consumed.
    pub(super) fn take(&mut self, bytes: &[u8], last: bool, to: &mut dyn UnpackSink) -> Result<usize, Error> {
        let mut at = 0;
        while let Some(done) = self.step(bytes.get(at..).unwrap_or_default(), at, last, to)? {
            at += done;
        }
        if last {
            if let (Part::Rest(Some(from)), None) = (&self.part, &self.flaw) {
                let reason = "The bytes after the end of the archive are not part of it; they were skipped.";
                self.add_flaw(LossKind::Malformed, *from, self.base + bytes.len(), reason);
            }
            to.end(self.flaw.take());
        }
        self.base += at;
        Ok(at)
    }

    /// A step with the bytes from `at` on; the number consumed, `None` when more bytes are needed or it has ended.
    fn step(
        &mut self,
        rest: &[u8],
        at: usize,
        last: bool,
        to: &mut dyn UnpackSink,
    ) -> Result<Option<usize>, Error> {
        let (place, end) = (self.base + at, self.base + at + rest.len());
        match &mut self.part {
            Part::Header => self.header(rest, place, last, to),
            Part::Packed(inflater) => {
                let (done, progress) = inflater.take(rest, last, &mut self.flow, to)?;
                match progress {
                    Progress::Done => self.part = Part::Sum,
                    Progress::Damaged => {
                        self.add_flaw(LossKind::Malformed, self.from, place + done, DAMAGED);
                        self.part = Part::Rest(None);
                    }
                    Progress::Going if last => {
                        self.add_flaw(LossKind::Truncated, self.from, end, INCOMPLETE);
                        self.part = Part::Rest(None);
                    }
                    Progress::Going => return Ok(Some(done).filter(|done| *done > 0)),
                }
                Ok(Some(done))
            }
            Part::Sum => {
                let Some(length) = u32_at(rest, 4) else {
                    if last {
                        self.add_flaw(
                            LossKind::Truncated,
                            place,
                            end,
                            "The checksum at the end of the archive is missing; its contents were read.",
                        );
                        self.part = Part::Rest(None);
                    }
                    return Ok(None);
                };
                if u32_at(rest, 0) != Some(self.flow.crc()) || length != self.flow.length() as u32 {
                    self.add_flaw(LossKind::Checksum, self.from, place + 8, CHANGED);
                }
                self.part = Part::Header;
                Ok(Some(8))
            }
            Part::Rest(dirty) => {
                *dirty = dirty.or(rest.iter().position(|b| *b != 0).map(|found| place + found));
                Ok(Some(rest.len()).filter(|length| *length > 0))
            }
        }
    }

    /// Reads the header of a member. The contents of all members are one file.
    fn header(
        &mut self,
        rest: &[u8],
        place: usize,
        last: bool,
        to: &mut dyn UnpackSink,
    ) -> Result<Option<usize>, Error> {
        if self.begun && rest.len() < SIGNATURE.len() && !last {
            return Ok(None);
        }
        if self.begun && !is_gz(rest) {
            self.part = Part::Rest(None);
            return Ok(Some(0));
        }
        let length = header_length(rest).filter(|length| *length <= rest.len());
        let Some(length) = length.filter(|length| *length <= LONGEST_HEADER) else {
            if rest.len() <= LONGEST_HEADER && !last {
                return Ok(None);
            }
            if !self.begun {
                return Err(unreadable("the archive ends inside its header"));
            }
            self.add_flaw(LossKind::Truncated, place, place + rest.len().min(LONGEST_HEADER), INCOMPLETE);
            self.part = Part::Rest(None);
            return Ok(Some(rest.len()));
        };
        if !self.begun {
            to.begin("the file inside");
            self.begun = true;
        }
        self.flow.begin();
        (self.from, self.part) = (place, Part::Packed(Inflater::new()));
        Ok(Some(length))
    }

    fn add_flaw(&mut self, kind: LossKind, from: usize, to: usize, reason: &'static str) {
        self.flaw.get_or_insert(Flaw { kind, from, to, reason });
    }
}

/// Length of the header with its optional parts.
fn header_length(bytes: &[u8]) -> Option<usize> {
    let flags = *bytes.get(3)?;
    let mut at = 10;
    if flags & 4 != 0 {
        at += 2 + u16_at(bytes, at)?;
    }
    for text in [8, 16] {
        if flags & text != 0 {
            at += memchr(0, bytes.get(at..)?)? + 1;
        }
    }
    Some(if flags & 2 != 0 { at + 2 } else { at })
}
