//! Times with am or pm: `9/21/2015 1:13:21 PM`.

use super::instant::{DAY_MS, clock, fraction_ms};
use super::number::whole;

/// The time of day for the am or pm at the start of `rest`, the text after it, and whether it was there; unchanged
/// without one. `None` for an hour outside 1–12.
pub(super) fn of_half(clock_ms: f64, rest: &[u8]) -> Option<(f64, &[u8], bool)> {
    let Some((&[half, b'm' | b'M'], after)) = rest.split_first_chunk::<2>() else {
        return Some((clock_ms, rest, false));
    };
    let half_ms = DAY_MS / 2.0;
    let of_twelve = if clock_ms < half_ms { clock_ms } else { clock_ms - half_ms };
    let within = (DAY_MS / 24.0..DAY_MS / 24.0 + half_ms).contains(&clock_ms);
    match half {
        b'a' | b'A' if within => Some((of_twelve, after, true)),
        b'p' | b'P' if within => Some((of_twelve + half_ms, after, true)),
        _ => None,
    }
}

/// [`clock`] with numbers of one or two digits, without seconds, or without colons: `9:5:03.5`, `10:00`, `100000`.
pub(super) fn loose_clock(text: &[u8]) -> Option<(f64, &[u8])> {
    if let Some(usual) = clock(text) {
        return Some(usual);
    }
    let compact = text.first_chunk::<6>().filter(|six| six.iter().all(u8::is_ascii_digit));
    if let Some(&[h, hh, m, mm, s, ss]) = compact {
        let (whole_ms, _) = clock(&[h, hh, b':', m, mm, b':', s, ss])?;
        return with_fraction(whole_ms, text.get(6..)?);
    }
    let (hour, rest) = one_or_two(text)?;
    let (minute, rest) = one_or_two(rest.strip_prefix(b":")?)?;
    let (second, rest) = match rest.strip_prefix(b":") {
        Some(rest) => one_or_two(rest)?,
        None => (0, rest),
    };
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    with_fraction(f64::from(((hour * 60 + minute) * 60 + second) * 1000), rest)
}

/// The number of one or two digits at the start of a text, and the text after it.
fn one_or_two(text: &[u8]) -> Option<(u32, &[u8])> {
    let length = text.iter().take_while(|b| b.is_ascii_digit()).count();
    let (digits, rest) = text.split_at_checked(length).filter(|_| length <= 2)?;
    Some((u32::try_from(whole(digits)?).ok()?, rest))
}

/// A time of day with the decimals of its second at the start of `rest`, and the text after them.
fn with_fraction(whole_ms: f64, rest: &[u8]) -> Option<(f64, &[u8])> {
    let Some((b'.' | b',', fraction)) = rest.split_first() else { return Some((whole_ms, rest)) };
    let length = fraction.iter().position(|b| !b.is_ascii_digit()).unwrap_or(fraction.len());
    let (fraction, rest) = fraction.split_at(length);
    Some((whole_ms + fraction_ms(fraction)?, rest))
}

/// Milliseconds of the day of a time alone, and whether it has am or pm: `13:08:02.5`, `1:08:02 pm`.
pub(super) fn clock_of_day(text: &[u8]) -> Option<(f64, bool)> {
    let (clock_ms, rest) = loose_clock(text).filter(|_| text.contains(&b':'))?;
    let of_half = of_half(clock_ms, rest.trim_ascii_start());
    Some(of_half.map_or((clock_ms, false), |(ms, _, halved)| (ms, halved)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::instant::{LastMinute, iso_8601};

    #[test]
    fn a_time_with_am_or_pm_is_in_that_half_of_the_day() {
        for (text, same) in [
            ("09/21/2015 01:13:21.80 pm", "2015-09-21T13:13:21.800Z"),
            ("21/9/2015 1:13:21 PM", "2015-09-21T13:13:21Z"),
            ("9/21/2015 1:13 PM", "2015-09-21T13:13:00Z"),
            ("12/31/2015 12:00:01 AM", "2015-12-31T00:00:01Z"),
            ("12/31/2015 12:00:01 PM UTC", "2015-12-31T12:00:01Z"),
            ("21/09/2015 11:59:59 am", "2015-09-21T11:59:59Z"),
            ("2015-09-21 9:05:00", "2015-09-21T09:05:00Z"),
        ] {
            assert_eq!(
                LastMinute::default().moment(text.as_bytes()).map(|i| i.ms),
                iso_8601(same.as_bytes()).map(|i| i.ms),
                "{text}"
            );
        }
        for text in ["09/21/2015 13:13:21 pm", "09/21/2015 00:13:21 am", "09/21/2015 01:13:21 xm"] {
            assert_eq!(LastMinute::default().moment(text.as_bytes()), None, "{text}");
        }
        assert_eq!(clock_of_day(b"1:08:02 pm").map(|c| c.0), clock_of_day(b"13:08:02").map(|c| c.0));
        assert_eq!(clock_of_day(b"9:5:3"), clock_of_day(b"09:05:03"));
        assert_eq!(["7", "130802", "13:61", "24:00:00"].map(|text| clock_of_day(text.as_bytes())), [None; 4]);
    }
}
