//! Decimal numbers from bytes: exact, without a detour over text.

/// Powers of ten that a double holds exactly.
const EXACT_POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];
/// Longest text taken for a number; longer ones are no measurement.
const LONGEST: usize = 64;

/// The nearest double to a decimal number such as `-12.5`, `.5`, `1e-3`, spaces around it allowed.
/// `None` for anything else, also for `nan` and `inf`.
pub fn decimal(text: &[u8]) -> Option<f64> {
    let text = text.trim_ascii();
    let (negative, digits) = match text.split_first()? {
        (b'-', rest) => (true, rest),
        (b'+', rest) => (false, rest),
        _ => (false, text),
    };
    let magnitude = short_decimal(digits).or_else(|| long_decimal(digits))?;
    Some(if negative { -magnitude } else { magnitude })
}

/// Digits and at most one point, mantissa below 2^53: one division gives the correctly rounded value.
fn short_decimal(digits: &[u8]) -> Option<f64> {
    if digits.len() > 19 {
        return None;
    }
    let (mut mantissa, mut decimals, mut point, mut seen) = (0u64, 0usize, false, false);
    for &byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 {
            mantissa = mantissa * 10 + u64::from(digit);
            decimals += usize::from(point);
            seen = true;
        } else if byte == b'.' && !point {
            point = true;
        } else {
            return None;
        }
    }
    if !seen || mantissa >= 1 << 53 {
        return None;
    }
    Some(mantissa as f64 / EXACT_POWERS.get(decimals)?)
}

/// Many digits or an exponent: the standard library's exact reader, after a look that it is a plain number.
fn long_decimal(digits: &[u8]) -> Option<f64> {
    let plain = |b: &u8| matches!(b, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-');
    if digits.len() > LONGEST || !digits.iter().all(plain) {
        return None;
    }
    if !digits.first().is_some_and(|b| b.is_ascii_digit() || *b == b'.') {
        return None;
    }
    let value: f64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    value.is_finite().then_some(value)
}

/// A run of digits as a whole number; `None` when empty, with anything else in it, or over 18 digits.
pub fn whole(digits: &[u8]) -> Option<u64> {
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

    #[test]
    fn a_latitude_is_the_nearest_double_to_what_is_written() {
        for text in ["37.5690339", "-122.3260422", "59.47878026403486728668212890625", "0.1", "1e-3", "-.5"] {
            let bytes = text.as_bytes();
            assert_eq!(decimal(bytes), text.parse().ok(), "{text}");
        }
        assert_eq!(decimal(b"  28.402398699999999 "), "28.402398699999999".parse().ok());
    }

    #[test]
    fn words_and_torn_numbers_are_no_numbers() {
        for text in ["", " ", "-", ".", "undefined", "nan", "inf", "1.2.3", "12a", "1e999", "--1", "0x10"] {
            assert_eq!(decimal(text.as_bytes()), None, "{text}");
        }
        assert_eq!(decimal(&[b'9'; 1000]), None);
    }

    #[test]
    fn random_decimals_agree_with_the_standard_library() {
        let mut seed = 7u64;
        for _ in 0..20_000 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let decimals = (seed >> 60) as usize;
            let text = format!("{:.*}", decimals, (seed >> 20) as i64 as f64 / 1e9 - 8000.0);
            assert_eq!(decimal(text.as_bytes()), text.parse().ok(), "{text}");
        }
    }

    #[test]
    fn whole_numbers_hold_digits_alone() {
        assert_eq!(whole(b"0042"), Some(42));
        assert_eq!(whole(b""), None);
        assert_eq!(whole(b"4 2"), None);
    }
}
