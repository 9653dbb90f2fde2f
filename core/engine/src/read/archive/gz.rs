//! gzip (RFC 1952): one packed file, in one part or several in a row.

use memchr::memchr;

use super::inflate::{Flow, Inflater, Progress, u16_at, u32_at};
use super::{CHANGED, CUT, DAMAGED, Flaw, Unpacked, unreadable};
use crate::damage::LossKind;
use crate::error::Error;

const MARK: &[u8] = &[0x1F, 0x8B, 8];
/// Longest header with its optional parts; names and comments are not longer.
const LONGEST_HEADER: usize = 256 * 1024;

/// True for the magic of a gzip file with a deflate stream.
pub fn is_gz(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK)
}

/// A gzip file that is unpacked as it arrives.
pub struct Gz {
    /// Where the bytes at hand begin in the file, and where the part that is read begins.
    base: usize,
    from: usize,
    begun: bool,
    part: Part,
    flow: Flow,
    /// What is wrong with it first.
    flaw: Option<Flaw>,
}

enum Part {
    Header,
    Packed(Inflater),
    Sum,
    /// After the last part; where bytes begin that are no zeros.
    Rest(Option<usize>),
}

impl Gz {
    pub fn new() -> Self {
        Self { base: 0, from: 0, begun: false, part: Part::Header, flow: Flow::new(), flaw: None }
    }

    /// Unpacks on; how many bytes it is done with.
    pub fn take(&mut self, bytes: &[u8], last: bool, to: &mut dyn Unpacked) -> Result<usize, Error> {
        let mut at = 0;
        while let Some(done) = self.step(bytes.get(at..).unwrap_or_default(), at, last, to)? {
            at += done;
        }
        if last {
            if let (Part::Rest(Some(from)), None) = (&self.part, &self.flaw) {
                let reason =
                    "After the end of the archive stand bytes that are none of it; they were passed over.";
                self.tell(LossKind::Malformed, *from, self.base + bytes.len(), reason);
            }
            to.end(self.flaw.take());
        }
        self.base += at;
        Ok(at)
    }

    /// Goes on with the bytes from `at` on; how many it took, `None` when it waits or is over.
    fn step(
        &mut self,
        rest: &[u8],
        at: usize,
        last: bool,
        to: &mut dyn Unpacked,
    ) -> Result<Option<usize>, Error> {
        let (place, end) = (self.base + at, self.base + at + rest.len());
        match &mut self.part {
            Part::Header => self.header(rest, place, last, to),
            Part::Packed(inflater) => {
                let (done, progress) = inflater.take(rest, last, &mut self.flow, to)?;
                match progress {
                    Progress::Done => self.part = Part::Sum,
                    Progress::Damaged => {
                        self.tell(LossKind::Malformed, self.from, place + done, DAMAGED);
                        self.part = Part::Rest(None);
                    }
                    Progress::Going if last => {
                        self.tell(LossKind::Truncated, self.from, end, CUT);
                        self.part = Part::Rest(None);
                    }
                    Progress::Going => return Ok(Some(done).filter(|done| *done > 0)),
                }
                Ok(Some(done))
            }
            Part::Sum => {
                let Some(length) = u32_at(rest, 4) else {
                    if last {
                        self.tell(
                            LossKind::Truncated,
                            place,
                            end,
                            "The archive's checksum at its end is missing.",
                        );
                        self.part = Part::Rest(None);
                    }
                    return Ok(None);
                };
                if u32_at(rest, 0) != Some(self.flow.crc()) || length != self.flow.length() as u32 {
                    self.tell(LossKind::Checksum, self.from, place + 8, CHANGED);
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

    /// The header of the first part, or of the next: what the parts hold makes one file.
    fn header(
        &mut self,
        rest: &[u8],
        place: usize,
        last: bool,
        to: &mut dyn Unpacked,
    ) -> Result<Option<usize>, Error> {
        if self.begun && rest.len() < MARK.len() && !last {
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
            self.tell(LossKind::Truncated, place, place + rest.len().min(LONGEST_HEADER), CUT);
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

    fn tell(&mut self, kind: LossKind, from: usize, to: usize, reason: &'static str) {
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
