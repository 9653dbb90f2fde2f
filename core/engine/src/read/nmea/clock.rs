//! The time of a sentence: clocks without date, dates once a while, midnight, and what a logger wrote before.

use super::sentence::Sentence;
use crate::read::instant::{DAY_MS, clock, days_from_civil, iso_8601};
use crate::read::number::{decimal, whole};

/// A receiver that has no date yet says 1980, or 1999 after its counter ran over: no recording is that old.
const FIRST_YEAR: u64 = 2000;
/// A date further than this from the last time must be said twice, ms.
const DOUBTED_MS: f64 = DAY_MS;
/// Times at most so far behind the last one are a slower sentence's, ms.
pub const STALE_MS: f64 = 10_000.0;

/// Turns clocks into moments.
#[derive(Debug, Default)]
pub struct Clock {
    /// The last moment, and whether its day is known.
    last_ms: Option<f64>,
    pub dated: bool,
    doubted_ms: Option<f64>,
}

/// A moment of a sentence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    pub ms: f64,
    /// With this moment the day became known: earlier moments are days of 1970 and must be moved.
    pub first_date: bool,
}

impl Clock {
    /// The moment of a clock time, with the date where the sentence has one.
    pub fn moment(&mut self, of_day_ms: f64, date_ms: Option<f64>) -> Moment {
        let stated = date_ms.map(|date| date + of_day_ms);
        let first_date = stated.is_some() && !self.dated;
        let ms = match (stated, self.last_ms) {
            (Some(stated), _) if !self.dated => stated,
            (Some(stated), Some(last)) if self.believes(stated, last) => stated,
            (_, Some(last)) => nearest(of_day_ms, last),
            (_, None) => of_day_ms,
        };
        self.dated |= first_date;
        self.last_ms = Some(ms);
        Moment { ms, first_date }
    }

    /// A date far from the last time is believed when the next date agrees with it.
    fn believes(&mut self, stated: f64, last: f64) -> bool {
        if (stated - last).abs() <= DOUBTED_MS {
            self.doubted_ms = None;
            return true;
        }
        let again = self.doubted_ms.is_some_and(|doubted| (stated - doubted).abs() <= STALE_MS);
        self.doubted_ms = if again { None } else { Some(stated) };
        again
    }
}

/// The moment with this clock time that is nearest to `near_ms`, none of them before 1970: a log without any
/// date begins on its first day.
pub fn nearest(of_day_ms: f64, near_ms: f64) -> f64 {
    let same_day = (near_ms / DAY_MS).floor() * DAY_MS + of_day_ms;
    if same_day - near_ms > DAY_MS / 2.0 && same_day >= DAY_MS {
        same_day - DAY_MS
    } else if near_ms - same_day > DAY_MS / 2.0 {
        same_day + DAY_MS
    } else {
        same_day
    }
}

/// Midnight of RMC's `ddmmyy`, ms.
pub fn rmc_date_ms(text: &[u8]) -> Option<f64> {
    let part = |from: usize| whole(text.get(from..from + 2)?);
    let (day, month, year) = (part(0)?, part(2)?, part(4)?);
    date_ms(if year >= 80 { 1900 + year } else { 2000 + year }, month, day).filter(|_| text.len() == 6)
}

/// Midnight of ZDA's `dd,mm,yyyy` (some write `yy`), ms.
pub fn zda_date_ms(sentence: &Sentence<'_>) -> Option<f64> {
    let year = whole(sentence.field(3))?;
    let year = if year < 80 { 2000 + year } else { year };
    date_ms(year, whole(sentence.field(2))?, whole(sentence.field(1))?)
}

fn date_ms(year: u64, month: u64, day: u64) -> Option<f64> {
    let days = days_from_civil(year, month, day).filter(|_| year >= FIRST_YEAR)?;
    Some(days as f64 * DAY_MS)
}

/// What a logger wrote before a sentence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Stamp {
    /// Date and time, ms since 1970.
    Moment(f64),
    /// A clock alone, ms of the day.
    OfDay(f64),
}

/// The time stamp before a sentence: ISO time, unix seconds or milliseconds, a clock, or a TAG block's `c:`.
pub fn stamp(prefix: &[u8]) -> Option<Stamp> {
    let prefix = prefix.trim_ascii();
    if let Some(block) = prefix.strip_prefix(b"\\") {
        let value =
            block.split(|b| matches!(b, b',' | b'*' | b'\\')).find_map(|part| part.strip_prefix(b"c:"))?;
        return unix(value);
    }
    let ends = |b: &u8| matches!(b, b',' | b';' | b'\t' | b'|');
    let first = prefix.split(ends).next().unwrap_or_default().trim_ascii();
    if let Some(instant) = iso_8601(first).or_else(|| iso_8601(prefix)) {
        return Some(Stamp::Moment(instant.ms));
    }
    if let Some((of_day_ms, _)) = clock(first) {
        return Some(Stamp::OfDay(of_day_ms));
    }
    unix(first)
}

/// Seconds or milliseconds since 1970, told apart by their size.
fn unix(text: &[u8]) -> Option<Stamp> {
    let value = decimal(text)?;
    let (from_s, to_s) = (9.0e8, 7.0e9);
    if (from_s..to_s).contains(&value) {
        return Some(Stamp::Moment(value * 1000.0));
    }
    (from_s * 1000.0..to_s * 1000.0).contains(&value).then_some(Stamp::Moment(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn midnight_opens_the_next_day() {
        let mut clock = Clock::default();
        let day = rmc_date_ms(b"160918").unwrap();
        let before = clock.moment(DAY_MS - 1000.0, Some(day));
        assert!(before.first_date);
        assert_eq!(clock.moment(1000.0, None).ms, before.ms + 2000.0);
    }

    #[test]
    fn a_log_without_date_does_not_go_back_before_the_first_day_there_is() {
        let mut clock = Clock::default();
        clock.moment(1000.0, None);
        assert_eq!(clock.moment(DAY_MS - 1000.0, None).ms, DAY_MS - 1000.0);
    }

    #[test]
    fn one_absurd_date_is_not_believed_and_two_are() {
        let mut clock = Clock::default();
        let day = rmc_date_ms(b"160918").unwrap();
        clock.moment(1000.0, Some(day));
        let wrong = rmc_date_ms(b"160938").unwrap();
        assert_eq!(clock.moment(2000.0, Some(wrong)).ms, day + 2000.0);
        assert_eq!(clock.moment(3000.0, Some(day)).ms, day + 3000.0);
        clock.moment(4000.0, Some(wrong));
        assert_eq!(clock.moment(5000.0, Some(wrong)).ms, wrong + 5000.0);
    }

    #[test]
    fn a_receiver_without_date_has_none() {
        for text in ["060180", "000000", "321318", "1609", "16091"] {
            assert_eq!(rmc_date_ms(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn loggers_write_times_in_many_ways() {
        let moment = Some(Stamp::Moment(1_780_744_645_000.0));
        assert_eq!(stamp(b"1780744645\t"), moment);
        assert_eq!(stamp(b"1780744645000;I;"), moment);
        assert_eq!(stamp(b"2026-06-06T11:17:25.000000+00:00\t"), moment);
        assert_eq!(stamp(b"\\s:boat,c:1780744645*3A\\"), moment);
        assert_eq!(stamp(b"10:15:30.320 "), Some(Stamp::OfDay(36_930_320.0)));
        assert_eq!(stamp(b"INFO "), None);
    }
}
