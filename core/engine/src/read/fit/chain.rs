//! File headers: where the files of a chain begin, also when some are damaged.

use memchr::memmem;

use super::base::{u16_at, u32_at};
use super::crc::crc16;

/// Length of the shorter header, bytes.
pub(super) const HEADER: usize = 12;
/// Bytes needed to check a header: the longer header and the beginning of the definition after it.
pub(super) const HEADER_CONTEXT: usize = 14 + 3;
const SIGNATURE: &[u8; 4] = b".FIT";
/// Position of the signature in a header.
const SIGNATURE_AT: usize = 8;

/// True when a FIT header begins the bytes, also with one or two wrong bits in its signature.
pub(crate) fn is_nearly_fit(bytes: &[u8]) -> bool {
    let Some(mark) = bytes.get(SIGNATURE_AT..).and_then(|b| b.first_chunk::<4>()) else { return false };
    let wrong = (u32::from_le_bytes(*mark) ^ u32::from_le_bytes(*SIGNATURE)).count_ones();
    wrong == 0 || (wrong <= 2 && is_header(bytes, true))
}

/// True when the signature of the header at the start is intact.
pub(super) fn is_marked(bytes: &[u8]) -> bool {
    bytes.get(SIGNATURE_AT..HEADER) == Some(SIGNATURE)
}

/// True when length, version and, unless `damaged`, checksum are those of a header, and a definition follows.
fn is_header(bytes: &[u8], damaged: bool) -> bool {
    let [length @ (12 | 14), version, ..] = *bytes else { return false };
    let defines = defines(bytes, usize::from(length));
    let sum = bytes.get(HEADER..).and_then(|b| u16_at(b, false)).unwrap_or(0);
    let sum_matches =
        length == 12 || damaged || sum == 0 || bytes.get(..HEADER).is_some_and(|b| crc16(b) == sum);
    matches!(version >> 4, 1 | 2) && defines && sum_matches
}

/// True when a definition message begins at this position.
fn defines(bytes: &[u8], at: usize) -> bool {
    matches!(bytes.get(at..), Some([0x40..=0x6F, 0, 0 | 1, ..]))
}

/// Length of the header at the start: the one behind which a definition begins. True when the header states it.
pub(super) fn header_length(bytes: &[u8]) -> (usize, bool) {
    let stated = bytes.first().copied().map_or(0, usize::from);
    match [14, 12].into_iter().find(|length| defines(bytes, *length)) {
        Some(length) if length != stated && !defines(bytes, stated) => (length, false),
        _ if matches!(stated, 12 | 14) => (stated, true),
        other => (other.unwrap_or(14), false),
    }
}

/// Position of the next complete header, and the number of bytes searched.
pub(super) fn next_header(bytes: &[u8]) -> (Option<usize>, usize) {
    let searched = (bytes.len() + 1).saturating_sub(HEADER_CONTEXT);
    let marks = memmem::find_iter(bytes, SIGNATURE).filter_map(|mark| mark.checked_sub(SIGNATURE_AT));
    let mut headers = marks.take_while(|at| *at < searched);
    (headers.find(|at| bytes.get(*at..).is_some_and(|b| is_header(b, false))), searched)
}

/// True for the first bytes of a header whose rest is missing.
pub(super) fn is_incomplete_header(rest: &[u8]) -> bool {
    let mark = rest.get(SIGNATURE_AT..).unwrap_or_default();
    rest.len() < HEADER && matches!(rest, [12 | 14, ..]) && SIGNATURE.starts_with(mark)
}

/// Greatest length that is used, bytes: positions up to it fit in 32 bits as well, so that WASM and native code agree. No
/// file is as long.
const MAX_DATA_BYTES: u32 = 1 << 31;

/// Length of the messages by the header at the start, bytes, at most [`MAX_DATA_BYTES`]; `None` when the device did not
/// write it.
pub(super) fn data_size(bytes: &[u8]) -> Option<usize> {
    let size = bytes.get(4..).and_then(|b| u32_at(b, false)).unwrap_or(0);
    (size != 0 && size != u32::MAX).then_some(size.min(MAX_DATA_BYTES) as usize)
}
