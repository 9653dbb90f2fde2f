//! Logs with a single wrong bit.

use std::ops::Range;

/// The log once for each of these bits, with that bit wrong; each with the number of the bit.
pub(super) fn with_a_wrong_bit(log: &[u8], bits: Range<usize>) -> impl Iterator<Item = (usize, Vec<u8>)> {
    bits.map(move |bit| {
        let mut flipped = log.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        (bit, flipped)
    })
}
