//! Decompression piece by piece within the limits, and the checksum of the output.

use std::sync::LazyLock;

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_HAS_MORE_INPUT;
use miniz_oxide::inflate::core::{DecompressorOxide, TINFL_LZ_DICT_SIZE, decompress};

use super::{UnpackSink, too_large};
use crate::config::limits;
use crate::error::Error;

/// Compressed bytes of a block. Blocks do not depend on how the archive arrives, so that the output before damage or a
/// limit is always the same.
const BLOCK: usize = 4096;
/// The ratio is limited from this output on, bytes: small archives of regular text compress better. *Guess*.
const RATIO_FROM: usize = 1024 * 1024;

/// The output of an archive and its totals.
pub(super) struct Flow {
    /// Compressed bytes consumed and bytes produced from them.
    taken: usize,
    given: usize,
    /// Bytes left to the limit of the output.
    left: usize,
    /// Checksum and length of the current file.
    crc: u32,
    length: usize,
}

impl Flow {
    pub(super) fn new() -> Self {
        Self { taken: 0, given: 0, left: limits::ARCHIVE_BYTES, crc: !0, length: 0 }
    }

    /// Begins the next file.
    pub(super) fn begin(&mut self) {
        (self.crc, self.length) = (!0, 0);
    }

    /// CRC-32 of the file so far.
    pub(super) fn crc(&self) -> u32 {
        !self.crc
    }

    /// Bytes of the file so far.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Passes bytes of the file on; an error beyond the limit.
    pub(super) fn give(&mut self, bytes: &[u8], to: &mut dyn UnpackSink) -> Result<(), Error> {
        self.left = self.left.checked_sub(bytes.len()).ok_or_else(too_large)?;
        self.length += bytes.len();
        self.crc = crc32_on(self.crc, bytes);
        to.bytes(bytes);
        Ok(())
    }
}

/// The state of decompression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// More compressed bytes are needed.
    Going,
    Done,
    Damaged,
}

/// A deflate stream (RFC 1951) while it is decompressed.
pub(super) struct Inflater {
    state: Box<DecompressorOxide>,
    window: Vec<u8>,
    at: usize,
}

impl Inflater {
    pub(super) fn new() -> Self {
        Self { state: Box::default(), window: vec![0; TINFL_LZ_DICT_SIZE], at: 0 }
    }

    /// Continues decompression; the number of bytes consumed and the state. `whole`: no compressed bytes follow these.
    /// An error beyond a limit.
    pub(super) fn take(
        &mut self,
        packed: &[u8],
        whole: bool,
        flow: &mut Flow,
        to: &mut dyn UnpackSink,
    ) -> Result<(usize, Progress), Error> {
        let mut done = 0;
        loop {
            let rest = packed.get(done..).unwrap_or_default();
            let block = rest.get(..rest.len().min(BLOCK)).filter(|block| block.len() == BLOCK || whole);
            let Some(block) = block.filter(|block| !block.is_empty()) else {
                return Ok((done, Progress::Going));
            };
            let (used, progress) = self.block(block, flow, to)?;
            done += used;
            flow.taken += used;
            if flow.given > flow.taken.saturating_mul(limits::ARCHIVE_RATIO).max(RATIO_FROM) {
                return Err(too_large());
            }
            if progress != Progress::Going || to.is_done() {
                return Ok((done, progress));
            }
        }
    }

    fn block(
        &mut self,
        block: &[u8],
        flow: &mut Flow,
        to: &mut dyn UnpackSink,
    ) -> Result<(usize, Progress), Error> {
        let mut used = 0;
        loop {
            let rest = block.get(used..).unwrap_or_default();
            let (status, taken, given) =
                decompress(&mut self.state, rest, &mut self.window, self.at, TINFL_FLAG_HAS_MORE_INPUT);
            used += taken;
            flow.given += given;
            flow.give(self.window.get(self.at..self.at + given).unwrap_or_default(), to)?;
            self.at = (self.at + given) % TINFL_LZ_DICT_SIZE;
            match status {
                TINFLStatus::HasMoreOutput => {}
                TINFLStatus::NeedsMoreInput => return Ok((used, Progress::Going)),
                TINFLStatus::Done => return Ok((used, Progress::Done)),
                _ => return Ok((used, Progress::Damaged)),
            }
        }
    }
}

/// Computed at first use, because 8 kB of constants would be downloaded with the WASM.
static CRC32: LazyLock<[[u32; 256]; 8]> = LazyLock::new(tables);

fn tables() -> [[u32; 256]; 8] {
    let bit = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
    let first: [u32; 256] = std::array::from_fn(|byte| (0..8).fold(byte as u32, |crc, _| bit(crc)));
    let mut table = first;
    let next = |crc: u32| (crc >> 8) ^ first.get(usize::from(crc as u8)).copied().unwrap_or_default();
    std::array::from_fn(|_| {
        let after = table.map(next);
        std::mem::replace(&mut table, after)
    })
}

/// CRC-32 of zip and gzip, continued over these bytes. The initial value is all ones; the result is the complement.
fn crc32_on(mut crc: u32, bytes: &[u8]) -> u32 {
    let t: &[[u32; 256]; 8] = &CRC32;
    let (eights, rest) = bytes.as_chunks::<8>();
    for [a, b, c, d, e, f, g, h] in eights {
        let [first, second, third, fourth] = crc.to_le_bytes();
        crc = t[7][usize::from(a ^ first)]
            ^ t[6][usize::from(b ^ second)]
            ^ t[5][usize::from(c ^ third)]
            ^ t[4][usize::from(d ^ fourth)]
            ^ t[3][usize::from(*e)]
            ^ t[2][usize::from(*f)]
            ^ t[1][usize::from(*g)]
            ^ t[0][usize::from(*h)];
    }
    rest.iter().fold(crc, |crc, byte| (crc >> 8) ^ t[0][usize::from(crc as u8 ^ byte)])
}

/// Two bytes, little endian.
pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<usize> {
    bytes.get(at..)?.first_chunk::<2>().map(|b| usize::from(u16::from_le_bytes(*b)))
}

/// Four bytes, little endian.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk::<4>().map(|b| u32::from_le_bytes(*b))
}

/// Eight bytes, little endian.
pub(super) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk::<8>().map(|b| u64::from_le_bytes(*b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_check_value_of_crc_32() {
        assert_eq!(!crc32_on(crc32_on(!0, b"1234"), b"56789"), 0xCBF4_3926);
        let bytes: Vec<u8> = (0..100u8).collect();
        let one_by_one = bytes.iter().fold(!0, |crc, byte| crc32_on(crc, &[*byte]));
        assert_eq!(crc32_on(!0, &bytes), one_by_one);
    }
}
