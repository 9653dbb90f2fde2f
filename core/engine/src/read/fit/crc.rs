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

/// The checksum of bytes and of those before them, whose checksum is given.
pub fn crc16_on(mut crc: u16, bytes: &[u8]) -> u16 {
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
