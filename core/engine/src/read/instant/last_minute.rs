//! Reading the times of one file, of which nearly all repeat the day and the minute of the time before.

use super::{DAY_MS, Instant, Written, clock, days_from_civil, digits, other_moment, two_digits, zone_ms};
use crate::read::number::is_trimmed;

/// Reads times and stores the day and the minute read last, so that the next time of the same minute costs only its
/// seconds.
#[derive(Debug, Clone, Copy)]
pub struct LastMinute {
    text: [u8; 10],
    ms: f64,
    minute: Minute,
}

impl Default for LastMinute {
    fn default() -> Self {
        Self { text: *b"1970-01-01", ms: 0.0, minute: Minute::default() }
    }
}

/// How the times of one minute are written: all characters but those of the second and its three decimals, if any.
#[derive(Debug, Clone, Copy, Default)]
struct Minute {
    /// `2026-02-08T11:56`.
    start: [u8; 16],
    /// Length of the whole text; 0 before the first.
    length: usize,
    /// The last eight bytes under the mask `zone`, which covers the bytes of the time zone.
    end: u64,
    zone: u64,
    /// The second has three decimals.
    milliseconds: bool,
    /// Of second 0, UTC, ms since 1970.
    ms: f64,
    zoned: bool,
}

impl Minute {
    /// The minute of a time; `None` where the second has another number of decimals than none or three.
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

    /// The moment of a time in this minute; `None` for a time of another minute or form.
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

/// Milliseconds of `:40` or `:40.049` at the start of a text; `None` from second 60 on.
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

impl LastMinute {
    /// The midnight of a date such as `2026-02-08`, ms since 1970.
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
        let instant = self.another_minute(text)?;
        self.minute = Minute::of(text, instant).unwrap_or(self.minute);
        Some(instant)
    }

    /// Reads a time of the minute of the time before, in the same form and without spaces around it; else `None`.
    #[inline(always)]
    pub fn same_minute(&self, text: &[u8]) -> Option<Instant> {
        self.minute.moment(text)
    }

    #[inline(never)]
    fn another_minute(&mut self, text: &[u8]) -> Option<Instant> {
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

    /// Reads a moment in any form that a table may have: ISO 8601, a date and a time of day, or a number.
    #[inline]
    pub fn moment(&mut self, text: &[u8]) -> Option<Instant> {
        self.written(text).map(|written| written.instant)
    }

    /// The same, with the order of the date's numbers.
    #[inline]
    pub(in crate::read) fn written(&mut self, text: &[u8]) -> Option<Written> {
        self.iso_8601(text).map(Written::fixed).or_else(|| other_moment(text))
    }
}
