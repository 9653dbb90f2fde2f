//! Decimal numbers that read back to the same bits.

use std::fmt::Write;

use crate::read::number::decimal;

/// Writes the shortest decimal that reads back to `value`. False, and nothing is written, for NaN and infinity.
pub(super) fn value(out: &mut String, value: f32) -> bool {
    if !value.is_finite() {
        return false;
    }
    let start = out.len();
    let _ = write!(out, "{value}");
    // Readers round to a double and then to a float; where that gives another value, the decimal of the double is exact.
    let back = out.get(start..).and_then(|text| decimal(text.as_bytes()));
    if back.map(|v| v as f32) != Some(value) {
        out.truncate(start);
        let _ = write!(out, "{}", f64::from(value));
    }
    true
}

/// Writes `stored / factor` with the fewest decimals that read back to `stored` when multiplied by `factor`. False, and
/// nothing is written, for NaN and infinity.
pub(super) fn in_unit(out: &mut String, stored: f32, factor: f64) -> bool {
    if !stored.is_finite() {
        return false;
    }
    let shown = f64::from(stored) / factor;
    let start = out.len();
    let reads_back = |text: &str| decimal(text.as_bytes()).map(|v| (v * factor) as f32) == Some(stored);
    for decimals in 0..=9 {
        out.truncate(start);
        let _ = write!(out, "{shown:.decimals$}");
        if out.get(start..).is_some_and(reads_back) {
            return true;
        }
    }
    // Nine decimals are not enough for very small values.
    out.truncate(start);
    let _ = write!(out, "{shown}");
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::units::MPS_PER_KNOT;

    /// Pseudo-random values of all magnitudes.
    fn values() -> impl Iterator<Item = f32> {
        let mut random = Random::of(11);
        (0..50_000).map(move |_| f32::from_bits(random.bits_48() as u32))
    }

    #[test]
    fn any_value_reads_back_to_the_same_bits() {
        for v in values().filter(|v| v.is_finite()) {
            let mut text = String::new();
            assert!(value(&mut text, v));
            assert_eq!(text.parse::<f64>().map(|d| (d as f32).to_bits()), Ok(v.to_bits()), "{text}");
            assert!(!text.contains('e'), "XML's decimals have no exponent: {text}");
        }
    }

    #[test]
    fn a_missing_value_writes_nothing() {
        let mut text = String::from("x");
        assert!(!value(&mut text, f32::NAN) && !value(&mut text, f32::INFINITY));
        assert!(!in_unit(&mut text, f32::NAN, 1.0));
        assert_eq!(text, "x");
    }

    #[test]
    fn knots_read_back_to_the_same_metres_per_second() {
        let mut text = String::new();
        in_unit(&mut text, (12.34 * MPS_PER_KNOT) as f32, MPS_PER_KNOT);
        assert_eq!(text, "12.34");
        for v in values().map(|v| v.abs() % 60.0).filter(|v| v.is_finite()) {
            let mut text = String::new();
            in_unit(&mut text, v, MPS_PER_KNOT);
            let knots: f64 = text.parse().unwrap_or(f64::NAN);
            assert_eq!(((knots * MPS_PER_KNOT) as f32).to_bits(), v.to_bits(), "{text}");
        }
    }
}
