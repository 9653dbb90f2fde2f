//! Times with am or pm: `9/21/2015 1:13:21 PM`.

use super::instant::{DAY_MS, clock, days_from_civil, fraction_ms};
use super::number::whole;

/// The midnight of a date with the month first, `09/21/2015`, ms since 1970.
pub(super) fn american_date(text: &[u8]) -> Option<f64> {
    let mut parts = text.split(|b| *b == b'/');
    let (month, day, year) = (parts.next()?, parts.next()?, parts.next()?);
    let year = whole(year).filter(|_| year.len() == 4 && parts.next().is_none())?;
    days_from_civil(year, whole(month)?, whole(day)?).map(|days| days as f64 * DAY_MS)
}

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

/// [`clock`] with an hour of one or two digits.
pub(super) fn clock_with_hour(text: &[u8]) -> Option<(f64, &[u8])> {
    let Some(short) = text.first_chunk::<7>().filter(|short| short.get(1) == Some(&b':')) else {
        return clock(text);
    };
    let mut whole = [b'0'; 8];
    whole.iter_mut().skip(1).zip(short).for_each(|(to, from)| *to = *from);
    let (whole_ms, _) = clock(&whole)?;
    let rest = text.get(7..)?;
    let Some((b'.' | b',', fraction)) = rest.split_first() else { return Some((whole_ms, rest)) };
    let length = fraction.iter().position(|b| !b.is_ascii_digit()).unwrap_or(fraction.len());
    let (fraction, rest) = fraction.split_at(length);
    Some((whole_ms + fraction_ms(fraction)?, rest))
}

/// Milliseconds of the day of a time alone: `13:08:02.5`, `1:08:02 pm`.
pub(super) fn clock_of_day(text: &[u8]) -> Option<f64> {
    let (clock_ms, rest) = clock_with_hour(text)?;
    of_half(clock_ms, rest.trim_ascii_start()).map_or(Some(clock_ms), |(ms, _, _)| Some(ms))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::instant::{LastMinute, iso_8601};

    #[test]
    fn a_time_with_am_or_pm_is_in_that_half_of_the_day() {
        for (text, same) in [
            ("09/21/2015 01:13:21.80 pm", "2015-09-21T13:13:21.800Z"),
            ("9/3/2015 1:13:21 PM", "2015-09-03T13:13:21Z"),
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
        assert_eq!(clock_of_day(b"1:08:02 pm"), clock_of_day(b"13:08:02"));
    }
}
