//! Text files as UTF-8: byte order marks taken off, UTF-16 turned.

use std::borrow::Cow;

/// The text's bytes as UTF-8, and how many bytes of the file stood before its first character.
pub fn as_utf8(bytes: &[u8]) -> (Cow<'_, [u8]>, usize) {
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => (Cow::Borrowed(rest), 3),
        [0xFF, 0xFE, rest @ ..] => (Cow::Owned(from_utf16(rest, u16::from_le_bytes)), 2),
        [0xFE, 0xFF, rest @ ..] => (Cow::Owned(from_utf16(rest, u16::from_be_bytes)), 2),
        // Without mark: an ASCII character and a zero byte.
        [b'<' | b't' | b'T' | b'$', 0, ..] => (Cow::Owned(from_utf16(bytes, u16::from_le_bytes)), 0),
        [0, b'<' | b't' | b'T' | b'$', ..] => (Cow::Owned(from_utf16(bytes, u16::from_be_bytes)), 0),
        _ => (Cow::Borrowed(bytes), 0),
    }
}

fn from_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<u8> {
    let units = bytes.chunks_exact(2).filter_map(|pair| pair.try_into().ok()).map(unit);
    let mut text = Vec::with_capacity(bytes.len() / 2);
    let mut buffer = [0u8; 4];
    for character in char::decode_utf16(units) {
        let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
        text.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_of_both_orders_is_the_same_text() {
        let little: Vec<u8> = "\u{feff}<gpx>ő</gpx>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "\u{feff}<gpx>ő</gpx>".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(as_utf8(&little).0, "<gpx>ő</gpx>".as_bytes());
        assert_eq!(as_utf8(&big).0, "<gpx>ő</gpx>".as_bytes());
        assert_eq!(as_utf8(&little[2..]).0, "<gpx>ő</gpx>".as_bytes());
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        let (text, before) = as_utf8("\u{feff}time".as_bytes());
        assert_eq!((&*text, before), (&b"time"[..], 3));
    }
}
