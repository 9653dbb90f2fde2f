//! Search for a byte a few bytes away, such as the end of a cell, where `memchr` spends more time on its setup than on
//! the bytes.

const ONES: u64 = 0x0101_0101_0101_0101;

/// The top bit of every byte of a word that equals `byte`.
#[inline(always)]
pub(super) fn bytes_equal(word: u64, byte: u8) -> u64 {
    const LOW_BITS: u64 = 0x7F * ONES;
    let differ = word ^ (u64::from(byte) * ONES);
    // The sum does not carry into the next byte.
    !(((differ & LOW_BITS) + LOW_BITS) | differ | LOW_BITS)
}

/// Position of the first byte that equals `byte`.
#[inline(always)]
pub fn find_near(text: &[u8], byte: u8) -> Option<usize> {
    let wanted = u64::from(byte) * ONES;
    let mut at = 0;
    while let Some(eight) = text.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let differ = u64::from_le_bytes(*eight) ^ wanted;
        // The lowest set bit is in the first equal byte.
        let found = differ.wrapping_sub(ONES) & !differ & (ONES << 7);
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    text.get(at..)?.iter().position(|b| *b == byte).map(|found| at + found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_equal_byte_of_a_word_is_marked() {
        let word = u64::from_le_bytes(*b",-,+,,\x2c\xac");
        assert_eq!(bytes_equal(word, b','), 0x0080_8080_0080_0080);
    }

    #[test]
    fn the_first_equal_byte_is_found_or_none() {
        for length in 0..40 {
            let text = [vec![b'x'; length], b",-,".to_vec(), vec![b','; 9]].concat();
            assert_eq!(find_near(&text, b','), Some(length));
            assert_eq!(find_near(&text[..length], b','), None);
        }
        // Values next to the searched one, from which the subtraction borrows.
        let all: Vec<u8> = (0..=255).collect();
        (0..=255u8).for_each(|byte| assert_eq!(find_near(&all, byte), Some(usize::from(byte))));
    }
}
