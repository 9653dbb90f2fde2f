//! The checksum of FIT files: CRC-16 with the polynomial 0xA001 (reflected), eight bytes at a time.

use std::sync::LazyLock;

/// Made when they are first used: they would be much of what a browser has to fetch.
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

/// The checksum of these bytes; over a file with its own checksum at the end it is 0.
pub fn crc16(bytes: &[u8]) -> u16 {
    crc16_on(0, bytes)
}

/// Words that are folded at once.
const LANES: usize = 16;

/// The checksum of bytes and of those before them, whose checksum is given.
///
/// The polynomial has four terms, 16, 15, 2 and 0, and so has its 64th power, 1024, 960, 128 and 0: a word of 64 bits
/// may be left out when it is added to the words 1, 14 and 16 places behind it. So all but the last are folded
/// without a table.
pub fn crc16_on(crc: u16, bytes: &[u8]) -> u16 {
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

/// A browser exchanges its quickly made code for the better one between two calls, not within.
const FOLDED_AT_ONCE: usize = 64;

/// Adds blocks to those words behind them by which they may be left out.
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

/// The same by slices of eight bytes and a table for each, as it is done where polynomials have more terms.
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

    #[test]
    fn the_checksum_is_the_makers_own() {
        // CRC-16/ARC of "123456789", its published check value.
        assert_eq!(crc16(b"123456789"), 0xBB3D);
    }

    #[test]
    fn words_folded_are_the_same_as_bytes_one_at_a_time_at_every_length() {
        let mut seed = 11u64;
        let mut next = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 56) as u8
        };
        let bytes: Vec<u8> = (0..20_000).map(|_| next()).collect();
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
    fn eight_at_a_time_is_the_same_as_one_at_a_time() {
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
