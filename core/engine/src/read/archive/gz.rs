//! gzip (RFC 1952): one packed file.

use memchr::memchr;

use super::Entry;
use super::inflate::{crc32, inflate, u16_at, u32_at};
use crate::config::limits;
use crate::error::{Error, ErrorKind};

/// True for the magic of a gzip file with a deflate stream.
pub fn is_gz(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1F, 0x8B, 8])
}

/// Unpacks the file.
pub fn each(bytes: &[u8], mut take: impl FnMut(Entry) -> bool) -> Result<(), Error> {
    let torn =
        || Error::from(ErrorKind::Unreadable { reason: "the archive ends inside its header".to_string() });
    let start = header_length(bytes).ok_or_else(torn)?;
    let packed = bytes.get(start..).ok_or_else(torn)?;
    let unpacked = inflate(packed, limits::ARCHIVE_BYTES)?;
    // Eight bytes end the file: the checksum and the length of what is packed.
    let sum = bytes.len().checked_sub(8).and_then(|at| u32_at(bytes, at));
    let flaw = match (unpacked.whole, sum == Some(crc32(&unpacked.bytes))) {
        (false, _) => Some("The archive is damaged or cut off; what could be unpacked was read."),
        (true, false) => Some("The archive's checksum does not fit; what it holds may have been changed."),
        (true, true) => None,
    };
    take(Entry { name: "the file inside".to_string(), bytes: unpacked.bytes, flaw });
    Ok(())
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
