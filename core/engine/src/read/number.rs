//! Decimal numbers from bytes, correctly rounded.

mod long;

/// Powers of ten that a double holds exactly.
const EXACT_POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];
/// Longest text read as a number, bytes. *Guess*.
const LONGEST: usize = 64;

/// The nearest double to a decimal number such as `-12.5`, `.5` or `1e-3`, with or without spaces around it. `None` for
/// any other text, including `nan` and `inf`.
#[inline]
pub fn decimal(text: &[u8]) -> Option<f64> {
    let text = if is_trimmed(text) { text } else { text.trim_ascii() };
    let (negative, digits) = match text.split_first()? {
        (b'-', rest) => (true, rest),
        (b'+', rest) => (false, rest),
        _ => (false, text),
    };
    let magnitude = short_decimal(digits).or_else(|| long_decimal(digits))?;
    Some(if negative { -magnitude } else { magnitude })
}

/// A number whose decimals may follow a comma.
pub(super) fn loose_decimal(text: &[u8]) -> Option<f64> {
    if !text.contains(&b',') {
        return decimal(text);
    }
    let mut point = [0u8; 40];
    let copy = point.get_mut(..text.len())?;
    copy.copy_from_slice(text);
    copy.iter_mut().filter(|b| **b == b',').for_each(|b| *b = b'.');
    decimal(copy)
}

/// [`decimal`] of the first `length` bytes of a longer text. Numbers of up to eight characters are read without a branch
/// on their length, which would be mispredicted often.
#[inline(always)]
pub(super) fn decimal_at(text: &[u8], length: usize) -> Option<f64> {
    match text.first_chunk::<8>() {
        Some(eight) if (1..=8).contains(&length) => signed_8(u64::from_le_bytes(*eight), length),
        _ => None,
    }
    .or_else(|| decimal(text.get(..length)?))
}

/// The number in the low `length` bytes of a word, one to eight characters with an optional minus.
#[inline(always)]
fn signed_8(word: u64, length: usize) -> Option<f64> {
    let before = 64 - 8 * length as u32;
    let negative = u64::from(word as u8 == b'-');
    // The minus is replaced by the digit 0.
    let zero = (negative * u64::from(b'-' ^ b'0')) << before;
    let digits = (word << before) ^ zero | ZEROS.unbounded_shr(8 * length as u32);
    let points = points(digits);
    let (mantissa, decimals) = without_point_8(digits);
    let mantissa = eight_digits(mantissa)?;
    // At least one digit is needed.
    if length as u64 <= negative + u64::from(points != 0) {
        return None;
    }
    let magnitude = mantissa as f64 / EXACT_POWERS.get(decimals)?;
    Some(magnitude.copysign(f64::from_bits(negative << 63)))
}

/// True when the text does not begin or end with a space or control character.
#[inline(always)]
pub(super) fn is_trimmed(text: &[u8]) -> bool {
    matches!((text.first(), text.last()), (Some(first), Some(last)) if *first > b' ' && *last > b' ')
}

/// Up to 16 characters with at most one point and a mantissa below 2⁵³: mantissa and power of ten are exact doubles, so
/// that one division gives the correctly rounded value. Eight characters are converted at a time.
#[inline(always)]
fn short_decimal(digits: &[u8]) -> Option<f64> {
    let (mantissa, decimals) = match digits.len() {
        0 => return None,
        1..=8 => {
            let (word, decimals) = without_point_8(last_8(digits)?);
            (eight_digits(word)?, decimals)
        }
        9..=16 => {
            let (high, low, decimals) = without_point_16(digits)?;
            (eight_digits(high)? * 100_000_000 + eight_digits(low)?, decimals)
        }
        _ => return None,
    };
    if mantissa >= 1 << 53 || digits == b"." {
        return None;
    }
    Some(mantissa as f64 / EXACT_POWERS.get(decimals)?)
}

const ZEROS: u64 = 0x3030_3030_3030_3030;

/// One to eight characters in the high bytes of a word, the first character lowest, after digits 0.
#[inline(always)]
fn last_8(text: &[u8]) -> Option<u64> {
    let before = 8 * (8 - text.len() as u32);
    let word = if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        // The two words overlap in equal bytes.
        u64::from(u32::from_le_bytes(*first)) << before | u64::from(u32::from_le_bytes(*last)) << 32
    } else {
        let (&first, &middle, &last) = (text.first()?, text.get(text.len() / 2)?, text.last()?);
        u64::from(first) << before
            | u64::from(middle) << (before + 8 * (text.len() as u32 / 2))
            | u64::from(last) << 56
    };
    Some(word | ZEROS.unbounded_shr(64 - before))
}

/// Removes the first point by shifting the characters before it up by one; the number of characters after the point.
#[inline(always)]
fn without_point_8(word: u64) -> (u64, usize) {
    match points(word) {
        0 => (word, 0),
        points => {
            let place = points.trailing_zeros() / 8;
            let to_point = u64::MAX >> (56 - 8 * place);
            (word & !to_point | (word & (to_point >> 8)) << 8 | 0x30, 7 - place as usize)
        }
    }
}

/// Nine to sixteen characters as two words without their first point, and the number of characters after it.
#[inline(always)]
fn without_point_16(text: &[u8]) -> Option<(u64, u64, usize)> {
    let (first, low) = (text.first_chunk::<8>()?, u64::from_le_bytes(*text.last_chunk::<8>()?));
    let count = text.len() as u32 - 8;
    let high = u64::from_le_bytes(*first).unbounded_shl(64 - 8 * count) | ZEROS.unbounded_shr(8 * count);
    match points(low) {
        0 if points(high) == 0 => Some((high, low, 0)),
        0 => {
            let (high, decimals) = without_point_8(high);
            Some((high, low, 8 + decimals))
        }
        points => {
            let place = points.trailing_zeros() / 8;
            let to_point = u64::MAX >> (56 - 8 * place);
            // The last character of the first word moves into the second.
            let moved = low & !to_point | (low & (to_point >> 8)) << 8 | high >> 56;
            Some((high << 8 | 0x30, moved, 7 - place as usize))
        }
    }
}

/// The top bit of the lowest byte that is a point; the bits above it are undefined.
#[inline(always)]
fn points(word: u64) -> u64 {
    let differ = word ^ 0x2E2E_2E2E_2E2E_2E2E;
    differ.wrapping_sub(0x0101_0101_0101_0101) & !differ & 0x8080_8080_8080_8080
}

/// The number of eight digits, the first in the lowest byte; `None` when one is not a digit.
#[inline(always)]
fn eight_digits(word: u64) -> Option<u64> {
    const HIGH_HALVES: u64 = 0xF0F0_F0F0_F0F0_F0F0;
    let past_nine = word.wrapping_add(0x0606_0606_0606_0606);
    if (word & HIGH_HALVES) != ZEROS || (past_nine & HIGH_HALVES) != ZEROS {
        return None;
    }
    // Pairs, fours, then all eight digits: each step multiplies the first half by its power of ten and adds the second.
    let digits = word & 0x0F0F_0F0F_0F0F_0F0F;
    let pairs = digits.wrapping_mul((10 << 8) + 1) >> 8 & 0x00FF_00FF_00FF_00FF;
    let fours = pairs.wrapping_mul((100 << 16) + 1) >> 16 & 0x0000_FFFF_0000_FFFF;
    Some(fours.wrapping_mul((10_000 << 32) + 1) >> 32)
}

/// A number with many digits or an exponent.
#[cold]
fn long_decimal(digits: &[u8]) -> Option<f64> {
    if digits.len() > LONGEST { None } else { long::nearest(digits) }
}

/// A whole number of 1 to 18 digits; `None` for any other text.
pub(super) fn whole(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let mut value = 0u64;
    for &byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value * 10 + u64::from(digit);
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn a_latitude_is_the_nearest_double() {
        for text in ["37.5690339", "-122.3260422", "59.47878026403486728668212890625", "0.1", "1e-3", "-.5"] {
            let bytes = text.as_bytes();
            assert_eq!(decimal(bytes), text.parse().ok(), "{text}");
        }
        assert_eq!(decimal(b"  28.402398699999999 "), "28.402398699999999".parse().ok());
    }

    #[test]
    fn words_and_incomplete_numbers_give_none() {
        for text in ["", " ", "-", ".", "undefined", "nan", "inf", "1.2.3", "12a", "1e999", "--1", "0x10"] {
            assert_eq!(decimal(text.as_bytes()), None, "{text}");
        }
        assert_eq!(decimal(&[b'9'; 1000]), None);
    }

    #[test]
    fn random_decimals_agree_with_the_standard_library() {
        let mut random = Random::of(7);
        for _ in 0..20_000 {
            let text = format!("{:.*}", random.below(16), (random.bits_64() >> 20) as f64 / 1e9 - 8000.0);
            assert_eq!(decimal(text.as_bytes()), text.parse().ok(), "{text}");
        }
    }

    #[test]
    fn a_point_at_any_place_among_any_number_of_digits() {
        for length in 1..=20usize {
            for point in 0..=length {
                let digits: String =
                    (0..length).map(|i| char::from(b'0' + (i * 7 + point) as u8 % 10)).collect();
                let text = format!("{}.{}", &digits[..point], &digits[point..]);
                assert_eq!(decimal(text.as_bytes()), text.parse().ok(), "{text}");
                assert_eq!(decimal(digits.as_bytes()), digits.parse().ok(), "{digits}");
                assert_eq!(
                    decimal(format!("-{text}").as_bytes()),
                    Some(-text.parse::<f64>().unwrap()),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn a_wrong_character_at_any_place_gives_none() {
        for text in ["5", "54.47", "-12.3456", "123456789.123456"] {
            for (place, wrong) in
                (0..text.len()).flat_map(|place| (0..=255u8).map(move |wrong| (place, wrong)))
            {
                let mut bytes = text.as_bytes().to_vec();
                bytes[place] = wrong;
                let plain = |b: &u8| b.is_ascii_digit() || matches!(b, b'.' | b'+' | b'-' | b'e' | b'E');
                let trimmed = bytes.trim_ascii();
                let want = std::str::from_utf8(trimmed).ok().filter(|_| trimmed.iter().all(plain));
                let want = want.and_then(|text| text.parse().ok()).filter(|value: &f64| value.is_finite());
                assert_eq!(decimal(&bytes), want, "{bytes:?}");
                assert_eq!(decimal_at(&[&bytes, &b",12345678"[..]].concat(), bytes.len()), want, "{bytes:?}");
            }
        }
    }

    #[test]
    fn whole_numbers_consist_of_digits() {
        assert_eq!(whole(b"0042"), Some(42));
        assert_eq!(whole(b""), None);
        assert_eq!(whole(b"4 2"), None);
    }
}
