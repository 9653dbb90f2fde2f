//! Numbers with a decimal comma, and coordinates with minutes and hemisphere.

use crate::read::number::{decimal, loose_decimal, whole};

/// A number; with `comma` its decimals may follow a comma.
pub(super) fn decimal_comma(cell: &[u8], comma: bool) -> Option<f64> {
    if comma { loose_decimal(cell) } else { decimal(cell) }
}

/// Degrees of `45.5`, `-13.25`, `45.5N`, `4540.8145N` (degrees and minutes) or `01341.0614E`.
pub(super) fn degrees(cell: &[u8], comma: bool) -> Option<f64> {
    let (sign, longest, digits) = match cell.split_last()? {
        (b'N' | b'n', rest) => (1.0, 2, rest),
        (b'S' | b's', rest) => (-1.0, 2, rest),
        (b'E' | b'e', rest) => (1.0, 3, rest),
        (b'W' | b'w', rest) => (-1.0, 3, rest),
        _ => return decimal_comma(cell, comma),
    };
    let digits = digits.trim_ascii();
    let is_point = |b: &u8| *b == b'.' || (comma && *b == b',');
    let point = digits.iter().position(is_point).unwrap_or(digits.len());
    if point <= longest {
        return decimal_comma(digits, comma).map(|deg| sign * deg);
    }
    let (degrees, minutes) = digits.split_at_checked(point.checked_sub(2)?)?;
    let minutes = decimal_comma(minutes, comma).filter(|m| (0.0..60.0).contains(m))?;
    Some(sign * (whole(degrees)? as f64 + minutes / 60.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_in_degrees_or_in_degrees_and_minutes() {
        assert_eq!(degrees(b"4540.8145N", false), Some(45.0 + 40.8145 / 60.0));
        assert_eq!(degrees(b"01341.0614W", false), Some(-(13.0 + 41.0614 / 60.0)));
        assert_eq!(degrees(b"1341.0614E", false), Some(13.0 + 41.0614 / 60.0));
        assert_eq!(degrees(b"45.5S", false), Some(-45.5));
        assert_eq!(degrees(b"-45.5", false), Some(-45.5));
        assert_eq!(degrees(b"4575.0N", false), None);
        assert_eq!(degrees(b"4540,8145N", true), degrees(b"4540.8145N", false));
        assert_eq!(degrees(b"45,5S", true), Some(-45.5));
    }

    #[test]
    fn a_decimal_comma_is_read_where_it_is_allowed() {
        assert_eq!(decimal_comma(b"12,5", true), Some(12.5));
        assert_eq!(decimal_comma(b"12,5", false), None);
        assert_eq!(decimal_comma(b"1,2,3", true), None);
        assert_eq!(decimal_comma(&[b','; 100], true), None);
    }
}
