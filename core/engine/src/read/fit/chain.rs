//! Headers: where the files of a chain begin, also where the chain is broken.

use memchr::memmem;

use super::base::{u16_at, u32_at};
use super::crc::crc16;

/// Length of the header that says its own length.
pub const HEADER: usize = 12;
/// With so many bytes everything about a header can be said: the longest, and that something follows.
pub const ENOUGH: usize = 14 + 3;
const MARK: &[u8; 4] = b".FIT";
/// Where the mark stands in a header.
const MARK_AT: usize = 8;

/// True when a FIT header stands at the start, also one of which a bit or two of the mark are wrong.
pub fn is_nearly_fit(bytes: &[u8]) -> bool {
    let Some(mark) = bytes.get(MARK_AT..).and_then(|b| b.first_chunk::<4>()) else { return false };
    let wrong = (u32::from_le_bytes(*mark) ^ u32::from_le_bytes(*MARK)).count_ones();
    wrong == 0 || (wrong <= 2 && is_header(bytes, true))
}

/// True when the mark of the header at the start is whole.
pub fn is_marked(bytes: &[u8]) -> bool {
    bytes.get(MARK_AT..HEADER) == Some(MARK)
}

/// True when what stands before and behind the mark is that of a header, with a definition after it.
fn is_header(bytes: &[u8], damaged: bool) -> bool {
    let [length @ (12 | 14), version, ..] = *bytes else { return false };
    let defines = defines(bytes, usize::from(length));
    let sum = bytes.get(HEADER..).and_then(|b| u16_at(b, false)).unwrap_or(0);
    let sum_fits =
        length == 12 || damaged || sum == 0 || bytes.get(..HEADER).is_some_and(|b| crc16(b) == sum);
    matches!(version >> 4, 1 | 2) && defines && sum_fits
}

/// True when a definition stands at a place.
fn defines(bytes: &[u8], at: usize) -> bool {
    matches!(bytes.get(at..), Some([0x40..=0x6F, 0, 0 | 1, ..]))
}

/// Length of the header at the start, and whether it states it: a definition follows it.
pub fn header_length(bytes: &[u8]) -> (usize, bool) {
    let stated = bytes.first().copied().map_or(0, usize::from);
    match [14, 12].into_iter().find(|length| defines(bytes, *length)) {
        Some(length) if length != stated && !defines(bytes, stated) => (length, false),
        _ if matches!(stated, 12 | 14) => (stated, true),
        other => (other.unwrap_or(14), false),
    }
}

/// Where the next whole header stands, and until where there is none. A mark whose header is not whole yet is left.
pub fn next_header(bytes: &[u8]) -> (Option<usize>, usize) {
    let searched = (bytes.len() + 1).saturating_sub(ENOUGH);
    let marks = memmem::find_iter(bytes, MARK).filter_map(|mark| mark.checked_sub(MARK_AT));
    let mut headers = marks.take_while(|at| *at < searched);
    (headers.find(|at| bytes.get(*at..).is_some_and(|b| is_header(b, false))), searched)
}

/// True for the first bytes of a header whose rest is cut off.
pub fn is_torn_header(rest: &[u8]) -> bool {
    let mark = rest.get(MARK_AT..).unwrap_or_default();
    rest.len() < HEADER && matches!(rest, [12 | 14, ..]) && MARK.starts_with(mark)
}

/// Length of the messages by the header at the start; `None` when the device never wrote it.
pub fn data_size(bytes: &[u8]) -> Option<usize> {
    let size = bytes.get(4..).and_then(|b| u32_at(b, false)).unwrap_or(0);
    (size != 0 && size != u32::MAX).then_some(size as usize)
}
