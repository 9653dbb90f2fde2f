//! Unpacking, with a bound, and the checksum of what came out.

use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use crate::config::limits;
use crate::error::Error;

/// Small archives of very regular text may pack better than the ratio allows, bytes.
const RATIO_FROM: usize = 1024 * 1024;

/// What could be unpacked, and whether it is whole.
pub struct Unpacked {
    pub bytes: Vec<u8>,
    pub whole: bool,
}

/// Unpacks a deflate stream; `left`: bytes that may still come out of the archive.
pub fn inflate(packed: &[u8], left: usize) -> Result<Unpacked, Error> {
    let most = left.min(packed.len().saturating_mul(limits::ARCHIVE_RATIO).max(RATIO_FROM));
    match decompress_to_vec_with_limit(packed, most) {
        Ok(bytes) => Ok(Unpacked { bytes, whole: true }),
        Err(error) if error.status == TINFLStatus::HasMoreOutput => Err(super::too_large()),
        Err(error) => Ok(Unpacked { bytes: error.output, whole: false }),
    }
}

const CRC32: [u32; 256] = table();

const fn table() -> [u32; 256] {
    let mut table = [0u32; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut crc, mut bit) = (byte as u32, 0);
        while bit < 8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
}

/// CRC-32 as zip and gzip use it.
pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, byte| (crc >> 8) ^ CRC32[usize::from(crc as u8 ^ byte)])
}

/// Two bytes, little endian.
pub fn u16_at(bytes: &[u8], at: usize) -> Option<usize> {
    bytes.get(at..)?.first_chunk::<2>().map(|b| usize::from(u16::from_le_bytes(*b)))
}

/// Four bytes, little endian.
pub fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk::<4>().map(|b| u32::from_le_bytes(*b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_zip() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn what_unpacks_without_end_is_refused() {
        let packed = miniz_oxide::deflate::compress_to_vec(&vec![0u8; 4_000_000], 9);
        assert_eq!(inflate(&packed, 8_000_000).err().unwrap().kind.id(), "too_large");
        assert_eq!(inflate(&packed, 100).err().unwrap().kind.id(), "too_large");
    }
}
