//! Moments from text: ISO 8601 and its relatives, into milliseconds UTC since 1970.

use super::am_pm::{american_date, clock_with_hour, of_half};
use super::number::{decimal, is_trimmed, whole};

/// Milliseconds of one day.
pub const DAY_MS: f64 = 86_400_000.0;
/// Decimals of a second that are read, and how many of their units make a second.
const NANOSECOND_PLACES: usize = 9;
const PER_SECOND: [f64; NANOSECOND_PLACES + 1] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/// A moment as written, and whether the writer said in which zone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Instant {
    /// UTC, ms since 1970; a time without zone is read as UTC.
    pub ms: f64,
    pub zoned: bool,
}

/// Days from 1970-01-01 to a date of the Gregorian calendar; `None` when there is no such day.
pub fn days_from_civil(year: u64, month: u64, day: u64) -> Option<i64> {
    if !(1970..=2200).contains(&year) || !(1..=12).contains(&month) || day < 1 {
        return None;
    }
    if day > days_in_month(year, month) {
        return None;
    }
    // Years from March, in eras of 400 years (Howard Hinnant's days_from_civil).
    let y = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (y / 400, y % 400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
    i64::try_from(era * 146_097 + day_of_era).ok().map(|days| days - 719_468)
}

fn days_in_month(year: u64, month: u64) -> u64 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u64::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The day and the minute read last: nearly every time of a file is of the same.
#[derive(Debug, Clone, Copy)]
pub struct LastDay {
    text: [u8; 10],
    ms: f64,
    minute: Minute,
}

impl Default for LastDay {
    fn default() -> Self {
        Self { text: *b"1970-01-01", ms: 0.0, minute: Minute::default() }
    }
}

/// A time that is written the same but for its second, and that second's thousandths or no fraction of it.
#[derive(Debug, Clone, Copy, Default)]
struct Minute {
    /// `2026-02-08T11:56`.
    start: [u8; 16],
    /// Length of the whole text; 0 before the first. The last eight bytes, of which those in the mask are the zone.
    length: usize,
    end: u64,
    zone: u64,
    milliseconds: bool,
    /// Of the second 0, UTC.
    ms: f64,
    zoned: bool,
}

impl Minute {
    /// Remembers how a time was written; one with another fraction is not remembered.
    fn of(text: &[u8], instant: Instant) -> Option<Self> {
        let (start, rest) = text.split_first_chunk::<16>()?;
        let milliseconds = rest.get(3) == Some(&b'.');
        let zone = rest.len().checked_sub(if milliseconds { 7 } else { 3 }).filter(|zone| *zone <= 8)?;
        if rest
            .get(rest.len() - zone)
            .is_some_and(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','))
        {
            return None;
        }
        let end = u64::from_le_bytes(*text.last_chunk()?);
        let zone = !u64::MAX.unbounded_shr(8 * zone as u32);
        let of_minute_ms = second_ms(rest, milliseconds)?;
        let ms = instant.ms - of_minute_ms;
        Some(Self {
            start: *start,
            length: text.len(),
            end: end & zone,
            zone,
            milliseconds,
            ms,
            zoned: instant.zoned,
        })
    }

    /// The moment of a time of this minute; `None` when it is written in another way.
    #[inline(always)]
    fn moment(&self, text: &[u8]) -> Option<Instant> {
        let (start, rest) = text.split_first_chunk::<16>()?;
        let end = u64::from_le_bytes(*text.last_chunk()?);
        if text.len() != self.length || *start != self.start || end & self.zone != self.end {
            return None;
        }
        Some(Instant { ms: self.ms + second_ms(rest, self.milliseconds)?, zoned: self.zoned })
    }
}

/// Milliseconds of `:40` or `:40.049` at the start of a text; no leap second.
#[inline(always)]
fn second_ms(text: &[u8], milliseconds: bool) -> Option<f64> {
    let (&[b':', tens, ones], rest) = text.split_first_chunk::<3>()? else { return None };
    let second = two_digits(tens, ones).filter(|second| *second < 60)?;
    let ms = if milliseconds {
        let &[b'.', a, b, c] = rest.first_chunk()? else { return None };
        two_digits(a, b)? * 10 + two_digits(b'0', c)?
    } else {
        0
    };
    Some(f64::from(second * 1000 + ms))
}

impl LastDay {
    /// Milliseconds of the midnight of `2026-02-08`.
    #[inline]
    fn midnight_ms(&mut self, date: &[u8; 10]) -> Option<f64> {
        if self.text != *date {
            if date.get(4) != Some(&b'-') || date.get(7) != Some(&b'-') {
                return None;
            }
            let days = days_from_civil(digits(date, 0, 4)?, digits(date, 5, 2)?, digits(date, 8, 2)?)?;
            (self.text, self.ms) = (*date, days as f64 * DAY_MS);
        }
        Some(self.ms)
    }

    /// Reads `2026-02-08T11:56:40.049+0100` and its relatives: `T` or a space, any fraction or none,
    /// `Z`, `+01:00`, `+0100`, `+01` or no zone.
    #[inline]
    pub fn iso_8601(&mut self, text: &[u8]) -> Option<Instant> {
        let text = if is_trimmed(text) { text } else { text.trim_ascii() };
        if let Some(instant) = self.same_minute(text) {
            return Some(instant);
        }
        let instant = self.anew(text)?;
        self.minute = Minute::of(text, instant).unwrap_or(self.minute);
        Some(instant)
    }

    /// The same where it is of the minute of the time before and written like that, without blanks around it.
    #[inline(always)]
    pub fn same_minute(&self, text: &[u8]) -> Option<Instant> {
        self.minute.moment(text)
    }

    #[inline(never)]
    fn anew(&mut self, text: &[u8]) -> Option<Instant> {
        let (date, rest) = text.split_first_chunk::<10>()?;
        let day_ms = self.midnight_ms(date)?;
        let (b'T' | b't' | b' ', rest) = rest.split_first()? else { return None };
        let (clock_ms, rest) = clock(rest)?;
        if rest == b"Z" {
            return Some(Instant { ms: day_ms + clock_ms, zoned: true });
        }
        let zone = zone_ms(rest.trim_ascii_start())?;
        Some(Instant { ms: day_ms + clock_ms - zone.unwrap_or(0.0), zoned: zone.is_some() })
    }

    /// Reads a moment however a table writes it: ISO 8601, a date and a clock, or a number.
    #[inline]
    pub fn moment(&mut self, text: &[u8]) -> Option<Instant> {
        self.iso_8601(text).or_else(|| other_moment(text))
    }
}

/// [`LastDay::iso_8601`] for a time that stands alone.
pub fn iso_8601(text: &[u8]) -> Option<Instant> {
    LastDay::default().iso_8601(text)
}

/// Reads a date: `2018-03-02`, `2018/03/02`, or day first: `02/03/2018`, `02.03.18`. Milliseconds of its midnight.
pub fn date(text: &[u8]) -> Option<f64> {
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
    // Who writes am and pm writes the month first, where a slash stands behind it.
    let month_first = halved.then(|| american_date(day)).flatten();
    let zone = zone_ms(rest.trim_ascii_start())?;
    Some(Instant {
        ms: month_first.or_else(|| date(day))? + clock_ms - zone.unwrap_or(0.0),
        zoned: zone.is_some(),
    })
}

/// Milliseconds since 1970 of a number whose kind its size tells: seconds, milli-, micro- or nanoseconds since
/// 1970, days since 1900 (OLE, spreadsheets), or 100 ns since 1601 (Windows FILETIME). Times from 1998 to 2190.
pub fn from_number(value: f64) -> Option<f64> {
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

/// Reads `HH:MM:SS` with any fraction; milliseconds of the day, and what follows.
#[inline]
pub fn clock(text: &[u8]) -> Option<(f64, &[u8])> {
    let (clock, rest) = text.split_first_chunk::<8>()?;
    let &[h, hh, b':', m, mm, b':', s, ss] = clock else { return None };
    let (hour, minute, second) = (two_digits(h, hh)?, two_digits(m, mm)?, two_digits(s, ss)?);
    // A leap second is the first of the next minute.
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let whole_ms = f64::from(((hour * 60 + minute) * 60 + second) * 1000);
    let Some((b'.' | b',', fraction)) = rest.split_first() else { return Some((whole_ms, rest)) };
    let length = fraction.iter().position(|b| !b.is_ascii_digit()).unwrap_or(fraction.len());
    let (fraction, rest) = fraction.split_at(length);
    Some((whole_ms + fraction_ms(fraction)?, rest))
}

/// A number of two digits.
#[inline(always)]
pub fn two_digits(tens: u8, ones: u8) -> Option<u32> {
    let (tens, ones) = (tens.wrapping_sub(b'0'), ones.wrapping_sub(b'0'));
    (tens < 10 && ones < 10).then(|| u32::from(tens) * 10 + u32::from(ones))
}

/// Digits after the decimal point of a second, in ms; what is finer than a nanosecond is dropped.
#[inline]
pub fn fraction_ms(digits: &[u8]) -> Option<f64> {
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
    // One division of whole numbers gives the nearest double.
    let unit = PER_SECOND.get(digits.len().min(NANOSECOND_PLACES))?;
    Some((value * 1000) as f64 / unit)
}

/// `Some(None)` without zone, `None` when what stands there is no zone.
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

/// `HH:MM:SS` of a moment, UTC, for messages.
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
    fn the_makers_times_are_the_same_moment() {
        let moment = ms("2020-07-10T02:29:21.240Z");
        assert_eq!(moment, Some(1_594_348_161_240.0));
        assert_eq!(ms("2020-07-10 02:29:21.240000+00:00"), moment);
        assert_eq!(ms("2020-07-10T03:29:21.240+0100"), moment);
        assert_eq!(ms("2020-07-09T21:29:21.24-05"), moment);
        assert_eq!(ms("2020-07-10 02:29:21+00:00"), Some(1_594_348_161_000.0));
    }

    #[test]
    fn a_watch_that_counts_128ths_of_a_second_is_read_to_the_last_of_them() {
        assert_eq!(ms("2020-07-10T02:29:21.0078125Z"), Some(1_594_348_161_007.812_5));
        assert_eq!(ms("2020-07-10T02:29:21.007812500000Z"), Some(1_594_348_161_007.812_5));
        assert_eq!(ms("2020-07-10T02:29:21.Z"), Some(1_594_348_161_000.0));
    }

    #[test]
    fn a_time_without_zone_says_so() {
        assert!(!iso_8601(b"2023-08-01T12:00:00.5").unwrap().zoned);
        assert!(iso_8601(b"2023-08-01T12:00:00Z").unwrap().zoned);
    }

    #[test]
    fn a_day_remembered_reads_the_same_as_a_day_read_anew() {
        let mut last = LastDay::default();
        for text in [
            "2024-02-29T23:59:59.5Z",
            "2024-02-29T00:00:00+0200",
            "2024-03-01 00:00:00",
            "2024-02-30T00:00:00Z",
        ] {
            assert_eq!(last.iso_8601(text.as_bytes()), iso_8601(text.as_bytes()), "{text}");
        }
        assert_eq!(last.iso_8601(&[0; 20]), None);
        assert_eq!(LastDay::default().iso_8601(b"\0\0\0\0\0\0\0\0\0\0T10:00:00Z"), None);
    }

    #[test]
    fn days_that_are_not_in_the_calendar_are_no_times() {
        assert_eq!(ms("2023-02-29T00:00:00Z"), None);
        assert!(ms("2024-02-29T00:00:00Z").is_some());
        for text in
            ["2023-13-01T00:00:00Z", "2023-01-01T24:00:00Z", "2023-01-01", "2023-01-01T00:00:00+25:00"]
        {
            assert_eq!(ms(text), None, "{text}");
        }
    }

    #[test]
    fn a_leap_second_opens_the_next_minute() {
        assert_eq!(ms("2016-12-31T23:59:60Z"), ms("2017-01-01T00:00:00Z"));
    }

    #[test]
    fn tables_write_the_same_moment_in_many_ways() {
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
                LastDay::default().moment(text.as_bytes()).map(|i| i.ms),
                Some(1_519_977_751_000.0),
                "{text}"
            );
        }
        for text in ["5", "31.02.2018 00:00:00", "12:00:00", "-1", "1e300", "2018/03 08:02:31"] {
            assert_eq!(LastDay::default().moment(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn messages_show_the_clock() {
        assert_eq!(clock_text(1_594_348_161_240.0), "02:29:21");
        assert_eq!(clock_text(f64::NAN), "00:00:00");
    }
}
