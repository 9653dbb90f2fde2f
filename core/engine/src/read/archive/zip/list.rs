//! The list of its files at the end of a zip, to which what was met is held.

use super::{Rest, find};
use crate::damage::LossKind;
use crate::read::archive::inflate::{u16_at, u32_at};
use crate::read::archive::{CHANGED, Flaw, Unpacked};

pub const LISTED: &[u8] = b"PK\x01\x02";
pub const END: &[u8] = b"PK\x05\x06";
/// What else may stand in it: the end of zip64 and where that is, signatures.
const OTHERS: [&[u8]; 4] = [b"PK\x06\x06", b"PK\x06\x07", b"PK\x05\x05", b"PK\x06\x08"];
/// Length of the end without its comment.
const END_BYTES: usize = 22;

/// True where the list begins.
pub fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(LISTED) || bytes.starts_with(END) || OTHERS.iter().any(|mark| bytes.starts_with(mark))
}

#[derive(Default)]
pub struct List {
    /// Places and checksums of the files that were unpacked.
    met: Vec<(usize, u32)>,
    complete: bool,
}

impl List {
    /// A file was unpacked.
    pub fn met(&mut self, place: usize, crc: u32) {
        self.met.push((place, crc));
    }

    /// It was read to its end.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Reads an entry; how many bytes it took, `None` when it waits.
    pub fn take(&mut self, rest: Rest, to: &mut dyn Unpacked) -> Option<usize> {
        let Rest { bytes, place, last } = rest;
        if bytes.starts_with(LISTED) {
            let length = 46 + u16_at(bytes, 28)? + u16_at(bytes, 30)? + u16_at(bytes, 32)?;
            bytes.get(..length)?;
            let (crc, at) = (u32_at(bytes, 16)?, u32_at(bytes, 42)? as usize);
            if self.met.iter().any(|(met, sum)| *met == at && *sum != crc) {
                to.flaw(Flaw { kind: LossKind::Checksum, from: place, to: place + length, reason: CHANGED });
            }
            return Some(length);
        }
        if bytes.starts_with(END) {
            bytes.get(..END_BYTES)?;
            self.complete = true;
            return Some(END_BYTES);
        }
        if bytes.len() < END.len() {
            return None;
        }
        if !begins(bytes) {
            let reason = "The archive's list of its files is damaged; they were read one by one.";
            to.flaw(Flaw { kind: LossKind::Malformed, from: place, to: place + 4, reason });
        }
        // On to the next entry, or the end; its mark may be torn at the end of the bytes at hand.
        let behind = bytes.get(1..)?;
        let found = find(behind, &[LISTED, END]);
        let torn = if last { 0 } else { END.len() - 1 };
        found.or(Some(behind.len().saturating_sub(torn))).map(|at| 1 + at)
    }
}
