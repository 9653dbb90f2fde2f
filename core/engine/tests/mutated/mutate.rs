//! Breaking bytes by chance, from a seed: the same everywhere.

use super::random::Random;

/// Texts that have made readers stumble.
const NASTY: &[&[u8]] = &[
    b"\0",
    b"\xff\xff\xff\xff",
    b"\xff\xff\xff\x7f",
    b"\x80\0\0\0",
    b"-",
    b"1e308",
    b"nan",
    b"\"",
    b"<",
    b">",
    b"&",
    b"<!--",
    b"]]>",
    b"<trkpt",
    b"</trkpt>",
    b"$",
    b"*",
    b"\n",
    b"\r\n",
    b",,,,",
    b"99999999999999999999",
    b"\xef\xbb\xbf",
    b"-0",
    b"24:00:00",
    b"!boat,4095,1",
    b"PK\x03\x04",
    b"\x0a",
    b"\x40\0\0",
];

/// Breaks `bytes` in one to four places; `other` lends pieces.
pub fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len() + 1);
        let length = random.below(64).min(bytes.len() - at);
        match random.below(9) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = random.bits_48() as u8,
            2 => drop(bytes.drain(at..at + length)),
            3 => twice(bytes, at, length),
            4 => drop(bytes.splice(at..at, NASTY[random.below(NASTY.len())].iter().copied())),
            5 => {
                let nasty = NASTY[random.below(NASTY.len())];
                let end = (at + nasty.len()).min(bytes.len());
                bytes.splice(at..end, nasty.iter().copied());
            }
            6 => bytes.truncate(at),
            7 => {
                let from = random.below(other.len());
                let piece = &other[from..(from + 40).min(other.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
            _ => {
                // Digits become other digits: absurd times, places and lengths.
                for byte in bytes[at..at + length].iter_mut().filter(|b| b.is_ascii_digit()) {
                    *byte = b'0' + random.below(10) as u8;
                }
            }
        }
    }
}

/// Puts a piece of up to 64 bytes in once more.
fn twice(bytes: &mut Vec<u8>, at: usize, length: usize) {
    let mut piece = [0; 64];
    piece[..length].copy_from_slice(&bytes[at..at + length]);
    bytes.splice(at..at, piece[..length].iter().copied());
}
