//! Moments from text: ISO 8601 and similar forms → milliseconds UTC since 1970.

use super::am_pm::{loose_clock, of_half};
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

/// Which of its numbers a date may have for the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DayOrder {
    /// No other reading: the year is first, or points are between the numbers.
    Fixed,
    /// One alone is possible, because the other would be a thirteenth month.
    DayFirst,
    MonthFirst,
    /// Both; the date was read with the day first.
    Either,
}

/// The midnight of a date, ms since 1970: `2018-03-02`, `2018/03/02`, `20180302`, or with the year last: `02/03/2018`,
/// `02.03.18`, day first where both orders are possible.
pub(super) fn date(text: &[u8]) -> Option<(f64, DayOrder)> {
    if text.len() == 8 && text.iter().all(u8::is_ascii_digit) {
        let days = days_from_civil(digits(text, 0, 4)?, digits(text, 4, 2)?, digits(text, 6, 2)?)?;
        return Some((days as f64 * DAY_MS, DayOrder::Fixed));
    }
    let mut parts = text.split(|b| matches!(b, b'-' | b'/' | b'.'));
    let (first, second, third) = (parts.next()?, parts.next()?, parts.next()?);
    let year_first = first.len() == 4;
    let (year, day) = if year_first { (first, third) } else { (third, first) };
    let year = match (whole(year)?, year.len()) {
        (year, 4) => year,
        (year, 2) => 2000 + year,
        _ => return None,
    };
    let (month, day) = (whole(second)?, whole(day).filter(|_| parts.next().is_none())?);
    let of = |month, day| days_from_civil(year, month, day).map(|days| days as f64 * DAY_MS);
    if year_first {
        return Some((of(month, day)?, DayOrder::Fixed));
    }
    let turned = of(day, month);
    let order = match (of(month, day), turned) {
        _ if text.contains(&b'.') && month <= 12 => DayOrder::Fixed,
        (Some(_), None) => DayOrder::DayFirst,
        (None, Some(_)) => DayOrder::MonthFirst,
        _ => DayOrder::Either,
    };
    Some((of(month, day).or(turned)?, order))
}

/// A moment as a table writes it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Written {
    pub instant: Instant,
    pub order: DayOrder,
    /// With am or pm, as where dates have the month first.
    pub halved: bool,
    /// Offset of its zone from UTC, ms; 0 without one.
    pub zone_ms: f64,
}

impl Written {
    pub(super) fn fixed(instant: Instant) -> Self {
        Self { instant, order: DayOrder::Fixed, halved: false, zone_ms: 0.0 }
    }
}

/// A moment in another form than ISO 8601: a number, or a date and a time of day.
pub(super) fn other_moment(text: &[u8]) -> Option<Written> {
    if let Some(ms) = decimal(text).and_then(from_number) {
        return Some(Written::fixed(Instant { ms, zoned: true }));
    }
    let middle = text.iter().position(|b| matches!(b, b' ' | b'T' | b't' | b','))?;
    let (day, rest) = (text.get(..middle)?, text.get(middle + 1..)?.trim_ascii_start());
    let (clock_ms, rest) = loose_clock(rest)?;
    let (clock_ms, rest, halved) = of_half(clock_ms, rest.trim_ascii_start())?;
    let zone = zone_ms(rest.trim_ascii_start())?;
    let (date_ms, order) = date(day)?;
    let instant = Instant { ms: date_ms + clock_ms - zone.unwrap_or(0.0), zoned: zone.is_some() };
    Some(Written { instant, order, halved, zone_ms: zone.unwrap_or(0.0) })
}

/// A moment whose year comes first, also with numbers of one digit: `2025-7-5T10:0:0Z`.
pub(super) fn year_first(text: &[u8]) -> Option<Instant> {
    let written = other_moment(text.trim_ascii()).filter(|_| decimal(text).is_none())?;
    (written.order == DayOrder::Fixed && !text.contains(&b'/')).then_some(written.instant)
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

/// The moment with this time of day nearest to `near_ms`, not before 1970, where a log without a date begins.
pub(super) fn nearest(of_day_ms: f64, near_ms: f64) -> f64 {
    let same_day = (near_ms / DAY_MS).floor() * DAY_MS + of_day_ms;
    if same_day - near_ms > DAY_MS / 2.0 && same_day >= DAY_MS {
        same_day - DAY_MS
    } else if near_ms - same_day > DAY_MS / 2.0 {
        same_day + DAY_MS
    } else {
        same_day
    }
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
        for text in
            ["2025-7-5T10:0:0Z", "2025-07-05T10:00Z", "20250705T100000Z", "5/7/2025 10:00", "7/25/2025 3:0"]
        {
            assert!(LastMinute::default().moment(text.as_bytes()).is_some(), "{text}");
        }
        for text in
            ["5", "31.02.2018 00:00:00", "12:00:00", "-1", "1e300", "2018/03 08:02:31", "13/13/2018 1:00"]
        {
            assert_eq!(LastMinute::default().moment(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_date_says_which_of_its_numbers_may_be_the_day() {
        let order = |text: &str| date(text.as_bytes()).map(|(_, order)| order);
        assert_eq!(order("2018-03-02"), Some(DayOrder::Fixed));
        assert_eq!(order("25/07/2025"), Some(DayOrder::DayFirst));
        assert_eq!(order("07/25/2025"), Some(DayOrder::MonthFirst));
        assert_eq!(order("07/05/2025"), Some(DayOrder::Either));
        assert_eq!(order("5-7-25"), Some(DayOrder::Either));
        assert_eq!(order("07.05.2025"), Some(DayOrder::Fixed));
        assert_eq!(order("31/02/2025"), None);
        assert_eq!(date(b"07/25/2025"), Some((1_753_401_600_000.0, DayOrder::MonthFirst)));
        assert_eq!(year_first(b"2025-7-5T10:0:0Z"), iso_8601(b"2025-07-05T10:00:00Z"));
        assert_eq!(year_first(b"05/07/2025 10:00:00"), None);
    }

    #[test]
    fn the_time_of_day_for_messages() {
        assert_eq!(clock_text(1_594_348_161_240.0), "02:29:21");
        assert_eq!(clock_text(f64::NAN), "00:00:00");
    }
}
