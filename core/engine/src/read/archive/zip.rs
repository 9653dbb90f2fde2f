//! zip (PKWARE's APPNOTE): entries from the directory at the end, or one after the other when that is cut off.

use memchr::memmem;

use super::Entry;
use super::inflate::{crc32, inflate, u16_at, u32_at};
use crate::config::limits;
use crate::error::{Error, ErrorKind};

const LOCAL: &[u8] = b"PK\x03\x04";
const DIRECTORY: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
/// The end record stands within its own length and that of the longest comment.
const END_WITHIN: usize = 22 + 65_535;

/// True for the magic of a zip file.
pub fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(LOCAL) || bytes.starts_with(END)
}

/// Where an entry stands and how it is packed.
struct Listed<'a> {
    name: &'a [u8],
    encrypted: bool,
    method: usize,
    crc: u32,
    packed: &'a [u8],
}

/// Unpacks the entries that may be recordings, in order.
pub fn each(bytes: &[u8], mut take: impl FnMut(Entry) -> bool) -> Result<(), Error> {
    let listed = directory(bytes);
    let unlisted = listed
        .is_none()
        .then_some("The archive's own list of its files is missing; they were read one by one.");
    let entries = listed.map_or_else(|| in_order(bytes), Ok)?;
    let mut left = limits::ARCHIVE_BYTES;
    for listed in entries {
        // Folders, and what macOS puts beside each file.
        if listed.name.ends_with(b"/") || listed.name.starts_with(b"__MACOSX") || listed.packed.is_empty() {
            continue;
        }
        if listed.encrypted {
            return Err(unreadable("the archive is locked with a password"));
        }
        let (unpacked, whole) = match listed.method {
            0 if listed.packed.len() <= left => (listed.packed.to_vec(), true),
            0 => return Err(super::too_large()),
            8 => {
                let unpacked = inflate(listed.packed, left)?;
                (unpacked.bytes, unpacked.whole)
            }
            _ => return Err(unreadable("the archive is packed in an unusual way")),
        };
        left = left.saturating_sub(unpacked.len());
        let flaw = match (whole, crc32(&unpacked) == listed.crc) {
            (false, _) => Some("The archive is damaged or cut off; what could be unpacked was read."),
            (true, false) => {
                Some("The archive's checksum does not fit; what it holds may have been changed.")
            }
            (true, true) => unlisted,
        };
        let name = listed.name.rsplit(|b| matches!(b, b'/' | b'\\')).next().unwrap_or_default();
        let name = String::from_utf8_lossy(name.get(..name.len().min(100)).unwrap_or_default()).to_string();
        if !take(Entry { name, bytes: unpacked, flaw }) {
            return Ok(());
        }
    }
    Ok(())
}

/// The entries by the directory at the end; `None` when it is missing or torn.
fn directory(bytes: &[u8]) -> Option<Vec<Listed<'_>>> {
    let tail = bytes.len().saturating_sub(END_WITHIN);
    let end = tail + memmem::rfind(bytes.get(tail..)?, END)?;
    bytes.get(end..end + 22)?;
    let count = u16_at(bytes, end + 10)?;
    let mut at = u32_at(bytes, end + 16)? as usize;
    if count > limits::ARCHIVE_ENTRIES {
        return None;
    }
    let mut entries = Vec::with_capacity(count);
    for _ in 0..count {
        let head = bytes.get(at..).filter(|rest| rest.starts_with(DIRECTORY))?;
        let name_length = u16_at(head, 28)?;
        let local = bytes.get(u32_at(head, 42)? as usize..)?;
        let data = 30 + u16_at(local, 26)? + u16_at(local, 28)?;
        let size = u32_at(head, 20)? as usize;
        entries.push(Listed {
            name: head.get(46..46 + name_length)?,
            encrypted: u16_at(head, 8)? & 1 != 0,
            method: u16_at(head, 10)?,
            crc: u32_at(head, 16)?,
            packed: local.get(data..data.checked_add(size)?)?,
        });
        at += 46 + name_length + u16_at(head, 30)? + u16_at(head, 32)?;
    }
    Some(entries)
}

/// The entries one after the other, for an archive whose end is missing.
fn in_order(bytes: &[u8]) -> Result<Vec<Listed<'_>>, Error> {
    let mut entries = Vec::new();
    let mut at = 0;
    while let Some(head) = bytes.get(at..).filter(|rest| rest.starts_with(LOCAL)) {
        if entries.len() >= limits::ARCHIVE_ENTRIES {
            let limit = format!("the archive holds more than {} files", limits::ARCHIVE_ENTRIES);
            return Err(ErrorKind::TooLarge { limit }.into());
        }
        let Some((listed, length)) = local_entry(head) else { break };
        entries.push(listed);
        at += length;
    }
    if entries.is_empty() {
        return Err(unreadable("the archive ends before its first file"));
    }
    Ok(entries)
}

/// The entry of a local header, and how many bytes it takes.
fn local_entry(head: &[u8]) -> Option<(Listed<'_>, usize)> {
    let name_length = u16_at(head, 26)?;
    let data = 30 + name_length + u16_at(head, 28)?;
    let flags = u16_at(head, 6)?;
    let rest = head.get(data..)?;
    // Written as a stream, the size stands behind the data: then it reaches to the next header.
    let size = match u32_at(head, 18)? as usize {
        0 if flags & 8 != 0 => next_header(rest).unwrap_or(rest.len()),
        size => size.min(rest.len()),
    };
    let listed = Listed {
        name: head.get(30..30 + name_length)?,
        encrypted: flags & 1 != 0,
        method: u16_at(head, 8)?,
        crc: u32_at(head, 14)?,
        packed: rest.get(..size)?,
    };
    Some((listed, data + size))
}

fn next_header(rest: &[u8]) -> Option<usize> {
    [LOCAL, DIRECTORY].into_iter().filter_map(|magic| memmem::find(rest, magic)).min()
}

fn unreadable(reason: &str) -> Error {
    ErrorKind::Unreadable { reason: reason.to_string() }.into()
}
