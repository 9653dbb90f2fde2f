//! Moments from text: ISO 8601 and similar forms → milliseconds UTC since 1970.

use super::am_pm::{american_date, clock_with_hour, of_half};
use super::number::{decimal, whole};
use crate::calendar;

mod last_minute;

pub use last_minute::LastMinute;

/// Milliseconds of one day.
pub(super) const DAY_MS: f64 = 86_400_000.0;
/// Decimals of a second that are read, and for each number of decimals their units in a second.
const NANOSECOND_PLACES: usize = 9;
const PER_SECOND: [f64; NANOSECOND_PLACES + 1] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/// A moment, and whether its text names a time zone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Instant {
    /// UTC, ms since 1970; without a zone the text is read as UTC.
    pub ms: f64,
    pub zoned: bool,
}

/// Days from 1970-01-01 to a date of the Gregorian calendar; `None` for a date that does not exist or a year outside
/// 1970–2200.
pub(super) fn days_from_civil(year: u64, month: u64, day: u64) -> Option<i64> {
    let year = i64::try_from(year).ok().filter(|year| (1970..=2200).contains(year))?;
    let (month, day) = (i64::try_from(month).ok()?, i64::try_from(day).ok()?);
    let in_range = (1..=12).contains(&month) && (1..=31).contains(&day);
    in_range.then(|| calendar::days_from_civil(year, month, day)).flatten()
}

/// [`LastMinute::iso_8601`] for a single time.
pub fn iso_8601(text: &[u8]) -> Option<Instant> {
    LastMinute::default().iso_8601(text)
}

/// The midnight of a date, ms since 1970: `2018-03-02`, `2018/03/02`, or day first: `02/03/2018`, `02.03.18`.
pub(super) fn date(text: &[u8]) -> Option<f64> {
    let mut parts = text.split(|b| matches!(b, b'-' | b'/' | b'.'));
    let (first, second, third) = (parts.next()?, parts.next()?, parts.next()?);
    let (year, day) = if first.len() == 4 { (first, third) } else { (third, first) };
    let year = match (whole(year)?, year.len()) {
        (year, 4) => year,
        (year, 2) => 2000 + year,
        _ => return None,
    };
    let days = days_from_civil(year, whole(second)?, whole(day)?).filter(|_| parts.next().is_none())?;
    Some(days as f64 * DAY_MS)
}

fn other_moment(text: &[u8]) -> Option<Instant> {
    if let Some(ms) = decimal(text).and_then(from_number) {
        return Some(Instant { ms, zoned: true });
    }
    let middle = text.iter().position(|b| matches!(b, b' ' | b'T'))?;
    let (day, rest) = (text.get(..middle)?, text.get(middle + 1..)?.trim_ascii_start());
    let (clock_ms, rest) = clock_with_hour(rest)?;
    let (clock_ms, rest, halved) = of_half(clock_ms, rest.trim_ascii_start())?;
    // With am or pm a date in slashes has the month first.
    let month_first = halved.then(|| american_date(day)).flatten();
    let zone = zone_ms(rest.trim_ascii_start())?;
    Some(Instant {
        ms: month_first.or_else(|| date(day))? + clock_ms - zone.unwrap_or(0.0),
        zoned: zone.is_some(),
    })
}

/// Milliseconds since 1970 of a number whose unit follows from its size: seconds, milli-, micro- or nanoseconds since
/// 1970, days since 1900 (OLE, spreadsheets), or 100 ns since 1601 (Windows FILETIME). `None` outside 1998–2191.
pub(super) fn from_number(value: f64) -> Option<f64> {
    const FROM_S: f64 = 9.0e8;
    const TO_S: f64 = 7.0e9;
    for per_ms in [1e-3, 1.0, 1e3, 1e6] {
        if (FROM_S..TO_S).contains(&(value / per_ms / 1000.0)) {
            return Some(value / per_ms);
        }
    }
    let of_days = (value - 25_569.0) * DAY_MS;
    let of_filetime = value / 1e4 - 11_644_473_600_000.0;
    [of_days, of_filetime]
        .into_iter()
        .find(|ms| (FROM_S..TO_S).contains(&(ms / 1000.0)))
        .map(|ms| (ms + 0.5).floor())
}

/// Reads `HH:MM:SS` with any fraction: milliseconds of the day, and the text after it.
#[inline]
pub(super) fn clock(text: &[u8]) -> Option<(f64, &[u8])> {
    let (clock, rest) = text.split_first_chunk::<8>()?;
    let &[h, hh, b':', m, mm, b':', s, ss] = clock else { return None };
    let (hour, minute, second) = (two_digits(h, hh)?, two_digits(m, mm)?, two_digits(s, ss)?);
    // Second 60, a leap second, becomes the first of the next minute.
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let whole_ms = f64::from(((hour * 60 + minute) * 60 + second) * 1000);
    let Some((b'.' | b',', fraction)) = rest.split_first() else { return Some((whole_ms, rest)) };
    let length = fraction.iter().position(|b| !b.is_ascii_digit()).unwrap_or(fraction.len());
    let (fraction, rest) = fraction.split_at(length);
    Some((whole_ms + fraction_ms(fraction)?, rest))
}

/// The number of two digits; `None` when one is not a digit.
#[inline(always)]
pub(super) fn two_digits(tens: u8, ones: u8) -> Option<u32> {
    let (tens, ones) = (tens.wrapping_sub(b'0'), ones.wrapping_sub(b'0'));
    (tens < 10 && ones < 10).then(|| u32::from(tens) * 10 + u32::from(ones))
}

/// The decimals of a second, ms; digits finer than a nanosecond are dropped.
#[inline]
pub(super) fn fraction_ms(digits: &[u8]) -> Option<f64> {
    if let &[a, b, c] = digits {
        return two_digits(a, b).zip(two_digits(b'0', c)).map(|(ab, c)| f64::from(ab * 10 + c));
    }
    let mut value = 0u64;
    for (place, byte) in digits.iter().enumerate() {
        if !byte.is_ascii_digit() {
            return None;
        }
        if place < NANOSECOND_PLACES {
            value = value * 10 + u64::from(byte - b'0');
        }
    }
    // A quotient of two exact whole numbers is the nearest double.
    let unit = PER_SECOND.get(digits.len().min(NANOSECOND_PLACES))?;
    Some((value * 1000) as f64 / unit)
}

/// The offset of a time zone from UTC, ms: `Some(None)` for an empty text, `None` for any other text that is no zone.
fn zone_ms(text: &[u8]) -> Option<Option<f64>> {
    let (sign, rest) = match text.split_first() {
        None => return Some(None),
        Some((b'Z' | b'z', [])) => return Some(Some(0.0)),
        Some((b'+', rest)) => (1.0, rest),
        Some((b'-', rest)) => (-1.0, rest),
        Some(_) => return (text == b"UTC" || text == b"GMT").then_some(Some(0.0)),
    };
    let (hours, minutes) = match *rest {
        [h, hh] => (two_digits(h, hh)?, 0),
        [h, hh, m, mm] | [h, hh, b':', m, mm] => (two_digits(h, hh)?, two_digits(m, mm)?),
        _ => return None,
    };
    (hours <= 18 && minutes < 60).then(|| Some(sign * f64::from(hours * 60 + minutes) * 60_000.0))
}

fn digits(text: &[u8], from: usize, length: usize) -> Option<u64> {
    whole(text.get(from..from + length)?)
}

/// `HH:MM:SS` of a moment in UTC, for messages.
pub fn clock_text(ms: f64) -> String {
    let second = (ms / 1000.0).floor().rem_euclid(86_400.0) as u32;
    format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(text: &str) -> Option<f64> {
        iso_8601(text.as_bytes()).map(|i| i.ms)
    }

    #[test]
    fn one_moment_in_the_forms_of_several_makers() {
        let moment = ms("2020-07-10T02:29:21.240Z");
        assert_eq!(moment, Some(1_594_348_161_240.0));
        assert_eq!(ms("2020-07-10 02:29:21.240000+00:00"), moment);
        assert_eq!(ms("2020-07-10T03:29:21.240+0100"), moment);
        assert_eq!(ms("2020-07-09T21:29:21.24-05"), moment);
        assert_eq!(ms("2020-07-10 02:29:21+00:00"), Some(1_594_348_161_000.0));
    }

    #[test]
    fn a_128th_of_a_second_is_read_exactly() {
        assert_eq!(ms("2020-07-10T02:29:21.0078125Z"), Some(1_594_348_161_007.812_5));
        assert_eq!(ms("2020-07-10T02:29:21.007812500000Z"), Some(1_594_348_161_007.812_5));
        assert_eq!(ms("2020-07-10T02:29:21.Z"), Some(1_594_348_161_000.0));
    }

    #[test]
    fn a_time_without_a_zone_is_not_zoned() {
        assert!(!iso_8601(b"2023-08-01T12:00:00.5").unwrap().zoned);
        assert!(iso_8601(b"2023-08-01T12:00:00Z").unwrap().zoned);
    }

    #[test]
    fn a_time_reads_the_same_after_another_time_and_alone() {
        let mut last = LastMinute::default();
        for text in [
            "2024-02-29T23:59:59.5Z",
            "2024-02-29T00:00:00+0200",
            "2024-03-01 00:00:00",
            "2024-02-30T00:00:00Z",
        ] {
            assert_eq!(last.iso_8601(text.as_bytes()), iso_8601(text.as_bytes()), "{text}");
        }
        assert_eq!(last.iso_8601(&[0; 20]), None);
        assert_eq!(LastMinute::default().iso_8601(b"\0\0\0\0\0\0\0\0\0\0T10:00:00Z"), None);
    }

    #[test]
    fn dates_that_do_not_exist_are_no_times() {
        assert_eq!(ms("2023-02-29T00:00:00Z"), None);
        assert!(ms("2024-02-29T00:00:00Z").is_some());
        for text in
            ["2023-13-01T00:00:00Z", "2023-01-01T24:00:00Z", "2023-01-01", "2023-01-01T00:00:00+25:00"]
        {
            assert_eq!(ms(text), None, "{text}");
        }
    }

    #[test]
    fn a_leap_second_is_the_first_of_the_next_minute() {
        assert_eq!(ms("2016-12-31T23:59:60Z"), ms("2017-01-01T00:00:00Z"));
    }

    #[test]
    fn one_moment_in_the_forms_of_several_tables() {
        for text in [
            "2018-03-02 08:02:31",
            "2018/03/02 08:02:31",
            "02/03/18 08:02:31.000",
            "02.03.2018 09:02:31+01:00",
            "1519977751",
            "1519977751000",
            "1519977751000000000",
            "131644513510000000",
            "43161.33508101852",
        ] {
            assert_eq!(
                LastMinute::default().moment(text.as_bytes()).map(|i| i.ms),
                Some(1_519_977_751_000.0),
                "{text}"
            );
        }
        for text in ["5", "31.02.2018 00:00:00", "12:00:00", "-1", "1e300", "2018/03 08:02:31"] {
            assert_eq!(LastMinute::default().moment(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn the_time_of_day_for_messages() {
        assert_eq!(clock_text(1_594_348_161_240.0), "02:29:21");
        assert_eq!(clock_text(f64::NAN), "00:00:00");
    }
}
