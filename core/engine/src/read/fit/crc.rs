//! The checksum of FIT files: CRC-16/ARC, polynomial 0xA001 (reflected).

/// The checksum of these bytes; 0 for a file that ends with its own checksum.
pub fn crc16(bytes: &[u8]) -> u16 {
    crc16_on(0, bytes)
}

/// Words of 64 bits in a block.
const LANES: usize = 16;

/// The checksum of `bytes` after bytes whose checksum is `crc`.
///
/// The polynomial x¹⁶ + x¹⁵ + x² + 1 has the 64th power x¹⁰²⁴ + x⁹⁶⁰ + x¹²⁸ + 1. A word of 64 bits is therefore equivalent
/// to its exclusive or with the words 1, 14 and 16 places after it: all blocks but the last are folded into the next.
pub(super) fn crc16_on(crc: u16, bytes: &[u8]) -> u16 {
    let (blocks, rest) = bytes.as_chunks::<{ 8 * LANES }>();
    let Some((last, blocks)) = blocks.split_last() else { return by_bits(crc, bytes) };
    let mut open = [0u64; LANES];
    open[0] = u64::from(crc);
    for blocks in blocks.chunks(FOLDED_AT_ONCE) {
        open = fold(open, blocks);
    }
    let mut end = [0; 8 * LANES];
    for ((to, byte), open) in end.iter_mut().zip(last).zip(open.iter().flat_map(|word| word.to_le_bytes())) {
        *to = byte ^ open;
    }
    by_bits(by_bits(0, &end), rest)
}

/// Blocks folded in one call. A browser replaces its baseline code by optimized code between two calls of a function,
/// not within one.
const FOLDED_AT_ONCE: usize = 64;

/// Folds blocks into the words after them.
#[inline(never)]
fn fold(mut open: [u64; LANES], blocks: &[[u8; 8 * LANES]]) -> [u64; LANES] {
    for block in blocks {
        let (words, _) = block.as_chunks::<8>();
        for (i, word) in words.iter().enumerate() {
            let word = u64::from_le_bytes(*word) ^ open[i % LANES];
            open[i % LANES] = word;
            open[(i + 1) % LANES] ^= word;
            open[(i + 14) % LANES] ^= word;
        }
    }
    open
}

/// The same checksum by the definition, one bit at a time.
fn by_bits(crc: u16, bytes: &[u8]) -> u16 {
    bytes.iter().fold(crc, |crc, byte| {
        (0..8).fold(crc ^ u16::from(*byte), |crc, _| (crc >> 1) ^ if crc & 1 == 1 { 0xA001 } else { 0 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn the_published_check_value_of_crc_16_arc() {
        // CRC-16/ARC of "123456789", its published check value.
        assert_eq!(crc16(b"123456789"), 0xBB3D);
    }

    #[test]
    fn folding_words_gives_the_checksum_of_single_bytes_at_every_length() {
        let mut random = Random::of(11);
        let bytes: Vec<u8> = (0..20_000).map(|_| random.bits_48() as u8).collect();
        let mut slow = 0;
        for length in 0..1500 {
            assert_eq!(crc16(&bytes[..length]), slow, "{length}");
            slow = by_bits(slow, &bytes[length..=length]);
        }
        let slow = by_bits(0, &bytes);
        for cut in [0, 1, 127, 128, 129, 255, 256, 8191, 8192, 8320, 19_999, 20_000] {
            assert_eq!(crc16_on(crc16(&bytes[..cut]), &bytes[cut..]), slow, "{cut}");
        }
    }
}
