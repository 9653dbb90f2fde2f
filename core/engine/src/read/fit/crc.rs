//! The checksum of FIT files: CRC-16/ARC, polynomial 0xA001 (reflected).

use std::sync::LazyLock;

/// Computed at first use, because 4 kB of constants would be downloaded with the WASM.
static TABLES: LazyLock<[[u16; 256]; 8]> = LazyLock::new(tables);

fn tables() -> [[u16; 256]; 8] {
    let mut tables = [[0u16; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut crc, mut bit) = (byte as u16, 0);
        while bit < 8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xA001 } else { crc >> 1 };
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut level = 1;
    while level < 8 {
        let mut byte = 0;
        while byte < 256 {
            let before = tables[level - 1][byte];
            tables[level][byte] = (before >> 8) ^ tables[0][(before & 0xFF) as usize];
            byte += 1;
        }
        level += 1;
    }
    tables
}

/// The checksum of these bytes; 0 for a file that ends with its own checksum.
pub fn crc16(bytes: &[u8]) -> u16 {
    crc16_on(0, bytes)
}

/// Words of 64 bits in a block.
const LANES: usize = 16;

/// The checksum of `bytes` after bytes whose checksum is `crc`.
///
/// The polynomial x¹⁶ + x¹⁵ + x² + 1 has the 64th power x¹⁰²⁴ + x⁹⁶⁰ + x¹²⁸ + 1. A word of 64 bits is therefore equivalent
/// to its exclusive or with the words 1, 14 and 16 places after it: all blocks but the last are folded into the next
/// without a table.
pub(super) fn crc16_on(crc: u16, bytes: &[u8]) -> u16 {
    let (blocks, rest) = bytes.as_chunks::<{ 8 * LANES }>();
    let Some((last, blocks)) = blocks.split_last() else { return by_tables(crc, bytes) };
    let mut open = [0u64; LANES];
    open[0] = u64::from(crc);
    for blocks in blocks.chunks(FOLDED_AT_ONCE) {
        open = fold(open, blocks);
    }
    let mut end = [0; 8 * LANES];
    for ((to, byte), open) in end.iter_mut().zip(last).zip(open.iter().flat_map(|word| word.to_le_bytes())) {
        *to = byte ^ open;
    }
    by_tables(by_tables(0, &end), rest)
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

/// The same checksum with eight tables, eight bytes at a time ("slicing by 8").
pub fn by_tables(mut crc: u16, bytes: &[u8]) -> u16 {
    let mut chunks = bytes.chunks_exact(8);
    let t: &[[u16; 256]; 8] = &TABLES;
    for c in &mut chunks {
        let Ok(&[a, b, c, d, e, f, g, h]) = <&[u8; 8]>::try_from(c) else { continue };
        let [low, high] = crc.to_le_bytes();
        crc = t[7][usize::from(a ^ low)]
            ^ t[6][usize::from(b ^ high)]
            ^ t[5][usize::from(c)]
            ^ t[4][usize::from(d)]
            ^ t[3][usize::from(e)]
            ^ t[2][usize::from(f)]
            ^ t[1][usize::from(g)]
            ^ t[0][usize::from(h)];
    }
    for &byte in chunks.remainder() {
        crc = (crc >> 8) ^ t[0][usize::from(crc as u8 ^ byte)];
    }
    crc
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
        let one = |crc: u16, byte: &u8| (crc >> 8) ^ TABLES[0][usize::from(crc as u8 ^ byte)];
        let mut slow = 0;
        for length in 0..1500 {
            assert_eq!(crc16(&bytes[..length]), slow, "{length}");
            slow = one(slow, &bytes[length]);
        }
        let slow = bytes.iter().fold(0, one);
        for cut in [0, 1, 127, 128, 129, 255, 256, 8191, 8192, 8320, 19_999, 20_000] {
            assert_eq!(crc16_on(crc16(&bytes[..cut]), &bytes[cut..]), slow, "{cut}");
        }
    }

    #[test]
    fn eight_tables_give_the_checksum_of_single_bytes() {
        let bytes: Vec<u8> = (0..1000u32).map(|i| (i * 31 % 251) as u8).collect();
        let slow = bytes.iter().fold(0u16, |crc, &b| (crc >> 8) ^ TABLES[0][usize::from(crc as u8 ^ b)]);
        assert_eq!(crc16(&bytes), slow);
        assert_eq!(crc16_on(crc16(&bytes[..321]), &bytes[321..]), slow);
        assert_eq!(
            crc16(&bytes[..13]),
            bytes[..13].iter().fold(0u16, |crc, &b| (crc >> 8) ^ TABLES[0][usize::from(crc as u8 ^ b)])
        );
    }
}
