//! The nearest double to a decimal with many digits or an exponent: a division of whole numbers, rounded once.
//!
//! The standard library's parser is as exact, but its table of powers would add a twentieth to the WASM.

/// Exponents are limited to this; beyond it the value is zero or infinity for any digits.
const MAX_EXPONENT: i32 = 100_000;
/// Exponent of the smallest positive double, a power of two.
const MIN_POWER: i32 = -1074;

/// The nearest double to digits with at most one point and an optional exponent. `None` for any other text and for
/// values larger than any double.
pub(super) fn nearest(text: &[u8]) -> Option<f64> {
    let end = text.iter().position(|b| matches!(b, b'e' | b'E')).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    let exponent = rest.get(1..).map_or(Some(0), exponent)?;
    let (mut mantissa, mut decimals, mut point, mut seen) = (Some(0u128), 0, false, false);
    for &byte in digits {
        match byte {
            b'0'..=b'9' => {
                let digit = u128::from(byte - b'0');
                mantissa = mantissa.and_then(|m| m.checked_mul(10)?.checked_add(digit));
                decimals += i32::from(point);
                seen = true;
            }
            b'.' if !point => point = true,
            _ => return None,
        }
    }
    let scale = decimals - exponent;
    let value = match mantissa.filter(|_| seen) {
        Some(0) => 0.0,
        Some(mantissa) => short(mantissa, scale).unwrap_or_else(|| long(digits, scale)),
        None if seen => long(digits, scale),
        None => return None,
    };
    value.is_finite().then_some(value)
}

/// The exponent in `+05`, `-3` or `12`.
fn exponent(text: &[u8]) -> Option<i32> {
    let (sign, digits) = match text.split_first()? {
        (b'-', rest) => (-1, rest),
        (b'+', rest) => (1, rest),
        _ => (1, text),
    };
    let mut value = 0i32;
    for byte in digits {
        let digit = byte.is_ascii_digit().then(|| i32::from(byte - b'0'))?;
        value = (value * 10 + digit).min(MAX_EXPONENT);
    }
    (!digits.is_empty()).then_some(sign * value)
}

/// `mantissa` / 10^`scale`; `None` when the numbers do not fit into 128 bits. The mantissa is not 0.
fn short(mantissa: u128, scale: i32) -> Option<f64> {
    let power = 10u128.checked_pow(scale.unsigned_abs())?;
    if scale <= 0 {
        // The conversion to a double rounds to the nearest.
        return mantissa.checked_mul(power).map(|whole| whole as f64);
    }
    let (mut quotient, mut rest, mut exponent) = (mantissa / power, mantissa % power, 0);
    while quotient >> 63 == 0 {
        let step = power.leading_zeros().min(64 - (128 - quotient.leading_zeros()));
        rest <<= step;
        quotient = (quotient << step) | (rest / power);
        rest %= power;
        exponent -= step as i32;
    }
    Some(rounded(quotient, exponent, rest != 0))
}

/// `quotient` × 2^`exponent`, plus less than one unit of the quotient when there is a `rest`, rounded to 53 bits, or to
/// fewer for subnormal values.
fn rounded(quotient: u128, exponent: i32, rest: bool) -> f64 {
    let length = 128 - quotient.leading_zeros() as i32;
    let drop = (length - 53).max(MIN_POWER - exponent);
    if drop <= 0 {
        return libm::ldexp(quotient as f64, exponent);
    }
    if drop > length {
        return 0.0;
    }
    let (kept, half) = (quotient.unbounded_shr(drop as u32), 1u128 << (drop - 1));
    let dropped = quotient - kept.unbounded_shl(drop as u32);
    let up = dropped > half || (dropped == half && (rest || kept & 1 == 1));
    libm::ldexp((kept + u128::from(up)) as f64, exponent + drop)
}

/// `digits` / 10^`scale` with numbers of any length.
fn long(digits: &[u8], scale: i32) -> f64 {
    let count = digits.len() as i32;
    if count - scale < -400 {
        return 0.0;
    }
    if scale < -400 {
        return f64::INFINITY;
    }
    let mut above = Natural(Vec::new());
    digits.iter().filter(|b| b.is_ascii_digit()).for_each(|b| above.times_ten_plus(u32::from(b - b'0')));
    let mut below = Natural(vec![1]);
    let grown = if scale < 0 { &mut above } else { &mut below };
    (0..scale.unsigned_abs()).for_each(|_| grown.times_ten_plus(0));
    if above.bits() == 0 {
        return 0.0;
    }
    // The shift gives a quotient of 65 or 66 bits.
    let shift = 65 - (above.bits() - below.bits());
    if shift > 0 {
        above.shift(shift)
    } else {
        below.shift(-shift)
    }
    let mut quotient = 0u128;
    below.shift(66);
    for _ in 0..=66 {
        quotient <<= 1;
        if above.subtract(&below) {
            quotient |= 1;
        }
        below.halve();
    }
    rounded(quotient, -shift, above.bits() > 0)
}

/// A natural number in places of 32 bits, the lowest first; the highest place is not 0.
struct Natural(Vec<u32>);

impl Natural {
    fn times_ten_plus(&mut self, digit: u32) {
        let mut carry = u64::from(digit);
        for place in &mut self.0 {
            let value = u64::from(*place) * 10 + carry;
            (*place, carry) = (value as u32, value >> 32);
        }
        self.0.extend((carry > 0).then_some(carry as u32));
    }

    fn bits(&self) -> i32 {
        self.0.last().map_or(0, |top| 32 * self.0.len() as i32 - top.leading_zeros() as i32)
    }

    /// Multiplies by 2^`bits`.
    fn shift(&mut self, bits: i32) {
        for _ in 0..bits % 32 {
            let mut carry = 0;
            for place in &mut self.0 {
                (*place, carry) = (*place << 1 | carry, *place >> 31);
            }
            self.0.extend((carry > 0).then_some(carry));
        }
        self.0.splice(0..0, std::iter::repeat_n(0, (bits / 32) as usize));
    }

    fn halve(&mut self) {
        let mut carry = 0;
        for place in self.0.iter_mut().rev() {
            (*place, carry) = (*place >> 1 | carry << 31, *place & 1);
        }
        self.trim();
    }

    /// Subtracts `other` when it is not larger; true when it did.
    fn subtract(&mut self, other: &Self) -> bool {
        let larger =
            other.0.len().cmp(&self.0.len()).then_with(|| other.0.iter().rev().cmp(self.0.iter().rev()));
        if larger.is_gt() {
            return false;
        }
        let mut borrow = 0;
        for (i, place) in self.0.iter_mut().enumerate() {
            let value = i64::from(*place) - i64::from(other.0.get(i).copied().unwrap_or(0)) - borrow;
            (*place, borrow) = (value as u32, i64::from(value < 0));
        }
        self.trim();
        true
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn agrees(text: &str) {
        let want = text.parse::<f64>().ok().filter(|value| value.is_finite());
        assert_eq!(nearest(text.as_bytes()).map(f64::to_bits), want.map(f64::to_bits), "{text}");
    }

    #[test]
    fn positions_with_thirty_digits_are_the_nearest_double() {
        for text in [
            "59.47878026403486728668212890625",
            "13.8449999999999997512",
            "179.99999999999999",
            "0.10000000000000001",
        ] {
            agrees(text);
        }
    }

    #[test]
    fn halves_round_to_even_also_at_the_ends_of_the_range() {
        for text in [
            "9007199254740993",
            "9007199254740993.00000000000000000000000000000000001",
            "9007199254740995",
            "1e23",
            "8.5e22",
            "1.7976931348623157e308",
            "1.7976931348623159e308",
            "1e309",
            "4.9e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "2.2250738585072011e-308",
            "2.2250738585072014e-308",
            "1e-400",
            "0.0000000000000000000000000000000000000000000000000001",
            "123456789012345678901234567890123456789012345678901234567890",
            "0e99999999999",
            "1e-99999999999",
            "1e99999999999",
        ] {
            agrees(text);
        }
    }

    #[test]
    fn decimals_of_any_length_agree_with_the_standard_library() {
        let mut random = Random::of(11);
        for n in 0..30_000usize {
            let digits: String = (0..1 + n % 45).map(|_| char::from(b'0' + random.below(10) as u8)).collect();
            let (before, after) = digits.split_at(n / 7 % (digits.len() + 1));
            let exponent = random.below(340) as i32 * if n % 2 == 0 { 1 } else { -1 };
            agrees(&format!("{before}.{after}"));
            agrees(&format!("{before}.{after}e{exponent}"));
        }
    }

    #[test]
    fn text_that_is_no_number_gives_none() {
        for text in ["", ".", "e5", ".e5", "1e", "1e+", "1.2.3", "1e5.5", "12a", "1e5e5", "-1"] {
            assert_eq!(nearest(text.as_bytes()), None, "{text}");
        }
    }
}
