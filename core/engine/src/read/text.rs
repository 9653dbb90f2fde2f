//! Text files as UTF-8 with line feeds: byte order marks are removed, UTF-16 and lines that end with a carriage return
//! alone are converted.

use std::borrow::Cow;

use memchr::memchr;

/// Bytes at the start by which the end of a line is determined.
const LINE_END_WITHIN: usize = 64 * 1024;

/// The text as UTF-8 bytes, and the length of the byte order mark before it.
pub(super) fn as_utf8(bytes: &[u8]) -> (Cow<'_, [u8]>, usize) {
    let (mut decoder, before) = Decoder::of(bytes);
    let rest = bytes.get(before..).unwrap_or_default();
    if decoder.unit.is_none() && !decoder.carriage_returns {
        return (Cow::Borrowed(rest), before);
    }
    let mut text = Vec::with_capacity(bytes.len() / 2);
    decoder.decode(rest, &mut text);
    decoder.end(&mut text);
    (Cow::Owned(text), before)
}

/// The first line of a text without its line feed, and whether it has one. None where the line may continue: it has no line
/// feed and the text is not the `last` of its file.
pub(super) fn first_line(text: &[u8], last: bool) -> Option<(&[u8], bool)> {
    match memchr(b'\n', text).and_then(|end| text.get(..end)) {
        Some(line) => Some((line, true)),
        None => last.then_some((text, false)),
    }
}

/// Text of a file without control characters, by which a terminal that shows it could be controlled.
pub(super) fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// Converts text that arrives in pieces; the default leaves the bytes unchanged.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    /// Byte order of UTF-16; `None` when the text is not UTF-16.
    unit: Option<fn([u8; 2]) -> u16>,
    /// The first byte of a unit and the first unit of a surrogate pair, while the second is missing.
    half: Option<u8>,
    high: Option<u16>,
    /// A carriage return alone ends a line.
    carriage_returns: bool,
}

impl Decoder {
    /// The decoder for a text that begins with these bytes, and the length of its byte order mark.
    pub(super) fn of(bytes: &[u8]) -> (Self, usize) {
        let (decoder, before) = Self::of_encoding(bytes);
        let unit_bytes = if decoder.unit.is_some() { 2 } else { 1 };
        let start = bytes.get(..bytes.len().min(LINE_END_WITHIN * unit_bytes)).unwrap_or(bytes);
        // No other ASCII character has these bytes in either encoding, and few other characters have them in UTF-16.
        let carriage_returns = memchr(b'\r', start).is_some() && memchr(b'\n', start).is_none();
        (Self { carriage_returns, ..decoder }, before)
    }

    fn of_encoding(bytes: &[u8]) -> (Self, usize) {
        let utf16 = |unit: fn([u8; 2]) -> u16| Self { unit: Some(unit), ..Self::default() };
        match bytes {
            [0xEF, 0xBB, 0xBF, ..] => (Self::default(), 3),
            [0xFF, 0xFE, ..] => (utf16(u16::from_le_bytes), 2),
            [0xFE, 0xFF, ..] => (utf16(u16::from_be_bytes), 2),
            // UTF-16 without a mark: two characters of ASCII, each with a zero byte.
            [a, 0, b, 0, ..] if is_text(*a) && is_text(*b) => (utf16(u16::from_le_bytes), 0),
            [0, a, 0, b, ..] if is_text(*a) && is_text(*b) => (utf16(u16::from_be_bytes), 0),
            _ => (Self::default(), 0),
        }
    }

    /// Converts the next piece and appends it to `text`.
    pub(super) fn decode(&mut self, piece: &[u8], text: &mut Vec<u8>) {
        let before = text.len();
        self.decode_units(piece, text);
        if self.carriage_returns {
            let added = text.iter_mut().skip(before);
            added.filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
        }
    }

    fn decode_units(&mut self, piece: &[u8], text: &mut Vec<u8>) {
        let Some(unit) = self.unit else { return text.extend_from_slice(piece) };
        let mut piece = piece;
        if let (Some(half), Some((&second, rest))) = (self.half, piece.split_first()) {
            (self.half, piece) = (None, rest);
            self.unit(unit([half, second]), text);
        }
        let (pairs, half) = piece.as_chunks::<2>();
        pairs.iter().for_each(|pair| self.unit(unit(*pair), text));
        self.half = self.half.or(half.first().copied());
    }

    /// Ends the text: an incomplete character becomes U+FFFD.
    pub(super) fn end(mut self, text: &mut Vec<u8>) {
        if self.high.take().is_some() {
            append(char::REPLACEMENT_CHARACTER, text);
        }
    }

    fn unit(&mut self, unit: u16, text: &mut Vec<u8>) {
        let high = self.high.take();
        let units = high.into_iter().chain([unit]);
        if (0xD800..0xDC00).contains(&unit) {
            self.high = Some(unit);
            return if high.is_some() {
                append(char::REPLACEMENT_CHARACTER, text)
            };
        }
        for character in char::decode_utf16(units) {
            append(character.unwrap_or(char::REPLACEMENT_CHARACTER), text);
        }
    }
}

/// True for a printed character of ASCII or white space.
fn is_text(byte: u8) -> bool {
    byte.is_ascii_graphic() || byte.is_ascii_whitespace()
}

fn append(character: char, text: &mut Vec<u8>) {
    text.extend_from_slice(character.encode_utf8(&mut [0u8; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_of_both_byte_orders_gives_the_same_text() {
        let little: Vec<u8> = "\u{feff}<gpx>ő</gpx>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "\u{feff}<gpx>ő</gpx>".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(as_utf8(&little).0, "<gpx>ő</gpx>".as_bytes());
        assert_eq!(as_utf8(&big).0, "<gpx>ő</gpx>".as_bytes());
        assert_eq!(as_utf8(&little[2..]).0, "<gpx>ő</gpx>".as_bytes());
    }

    #[test]
    fn utf16_in_pieces_gives_the_same_text_with_complete_and_incomplete_characters() {
        let mut units: Vec<u16> = "a⛵é\u{feff}".encode_utf16().collect();
        units.extend([0xD83D, 0xD83D, 0xDE00, 0xDE00, 0x41, 0xD800]);
        let bytes: Vec<u8> =
            [0xFF, 0xFE].into_iter().chain(units.iter().flat_map(|u| u.to_le_bytes())).collect();
        let whole = String::from_utf16_lossy(&units);
        assert_eq!(as_utf8(&bytes).0, whole.as_bytes());
        for size in 1..bytes.len() {
            let ((mut decoder, before), mut text) = (Decoder::of(&bytes), Vec::new());
            bytes[before..].chunks(size).for_each(|piece| decoder.decode(piece, &mut text));
            decoder.end(&mut text);
            assert_eq!(text, whole.as_bytes(), "{size}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_not_part_of_the_text() {
        let (text, before) = as_utf8("\u{feff}time".as_bytes());
        assert_eq!((&*text, before), (&b"time"[..], 3));
    }
}
