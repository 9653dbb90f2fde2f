//! The header before each file of a zip.

use crate::read::archive::inflate::{u16_at, u32_at, u64_at};

pub(super) const LOCAL: &[u8] = b"PK\x03\x04";
/// Value of a length of four bytes that is in the extra fields instead.
const IN_EXTRA: u32 = u32::MAX;
/// Longest name in a message, characters. *Guess*.
const LONGEST_NAME: usize = 100;

/// A file of the archive.
pub(super) struct Header {
    /// Position of the header in the archive.
    pub place: usize,
    /// Name without folders, for messages.
    pub name: String,
    /// False for folders and for the resource forks of macOS.
    pub is_file: bool,
    pub locked: bool,
    /// Checksum and lengths may follow the file.
    pub streamed: bool,
    pub method: usize,
    pub crc: u32,
    /// Compressed bytes; `None` when the header does not state them.
    pub size: Option<u64>,
}

impl Header {
    /// The header at the start of the bytes, position `place` of the archive, and its length; `None` when it is incomplete.
    pub(super) fn of(bytes: &[u8], place: usize) -> Option<(Self, usize)> {
        let (names, extras) = (u16_at(bytes, 26)?, u16_at(bytes, 28)?);
        let path = bytes.get(30..30 + names)?;
        let extra = bytes.get(30 + names..30 + names + extras)?;
        let flags = u16_at(bytes, 6)?;
        let streamed = flags & 8 != 0;
        let size = match u32_at(bytes, 18)? {
            0 if streamed => None,
            IN_EXTRA => long_size(extra, u32_at(bytes, 22)?).filter(|size| !(streamed && *size == 0)),
            size => Some(u64::from(size)),
        };
        let header = Self {
            place,
            name: name(path),
            is_file: !path.is_empty() && !path.ends_with(b"/") && !path.starts_with(b"__MACOSX"),
            locked: flags & 1 != 0,
            streamed,
            method: u16_at(bytes, 8)?,
            crc: u32_at(bytes, 14)?,
            size,
        };
        Some((header, 30 + names + extras))
    }
}

/// True for a header of a file whose method is opened: most bytes that only equal the signature have another one.
pub(super) fn has_usual_method(header: &[u8]) -> bool {
    matches!(u16_at(header, 8), Some(0 | 8))
}

/// The compressed length in the zip64 extra field, where the uncompressed length precedes it.
fn long_size(mut extra: &[u8], unpacked: u32) -> Option<u64> {
    while let (Some(id), Some(length)) = (u16_at(extra, 0), u16_at(extra, 2)) {
        if id == 1 {
            return u64_at(extra.get(4..4 + length)?, if unpacked == IN_EXTRA { 8 } else { 0 });
        }
        extra = extra.get(4 + length..)?;
    }
    None
}

/// The last part of a path, for messages.
fn name(path: &[u8]) -> String {
    let last = path.rsplit(|b| matches!(b, b'/' | b'\\')).next().unwrap_or_default();
    let text = String::from_utf8_lossy(last);
    text.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect()
}
