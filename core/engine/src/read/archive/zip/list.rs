//! The list of files at the end of a zip, compared with the files that were unpacked.

use super::{Rest, find};
use crate::damage::LossKind;
use crate::read::archive::inflate::{u16_at, u32_at};
use crate::read::archive::{CHANGED, Flaw, UnpackSink};

pub(super) const LISTED: &[u8] = b"PK\x01\x02";
pub(super) const END: &[u8] = b"PK\x05\x06";
/// Signatures of the other records in it: the ends of zip64, digital signatures.
const OTHERS: [&[u8]; 4] = [b"PK\x06\x06", b"PK\x06\x07", b"PK\x05\x05", b"PK\x06\x08"];
/// Length of the end without its comment.
const END_BYTES: usize = 22;

/// True where the list begins.
pub(super) fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(LISTED) || bytes.starts_with(END) || OTHERS.iter().any(|mark| bytes.starts_with(mark))
}

#[derive(Default)]
pub(super) struct List {
    /// Positions and checksums of the unpacked files.
    unpacked: Vec<(usize, u32)>,
    complete: bool,
}

impl List {
    /// Adds an unpacked file.
    pub(super) fn add(&mut self, place: usize, crc: u32) {
        self.unpacked.push((place, crc));
    }

    /// True after the end of the list.
    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }

    /// Reads an entry; the number of bytes consumed, `None` when more are needed.
    pub(super) fn take(&mut self, rest: Rest, to: &mut dyn UnpackSink) -> Option<usize> {
        let Rest { bytes, place, last } = rest;
        if bytes.starts_with(LISTED) {
            let length = 46 + u16_at(bytes, 28)? + u16_at(bytes, 30)? + u16_at(bytes, 32)?;
            bytes.get(..length)?;
            let (crc, at) = (u32_at(bytes, 16)?, u32_at(bytes, 42)? as usize);
            if self.unpacked.iter().any(|(place, sum)| *place == at && *sum != crc) {
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
            let reason = "The archive's list of files is damaged; the files were read one by one.";
            to.flaw(Flaw { kind: LossKind::Malformed, from: place, to: place + 4, reason });
        }
        // Continue at the next entry or the end; its signature may be incomplete at the end of the available bytes.
        let behind = bytes.get(1..)?;
        let found = find(behind, &[LISTED, END]);
        let torn = if last { 0 } else { END.len() - 1 };
        found.or(Some(behind.len().saturating_sub(torn))).map(|at| 1 + at)
    }
}
