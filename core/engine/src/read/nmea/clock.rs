//! The time of a sentence from times of day, occasional dates, midnight, and time stamps that a logger wrote before it.

use super::sentence::Sentence;
use crate::read::instant::{DAY_MS, clock, days_from_civil, iso_8601, nearest};
use crate::read::number::{decimal, whole};

/// Earliest year: a receiver without a date writes 1980, or 1999 after a rollover of its week counter.
const FIRST_YEAR: u64 = 2000;
/// A date further than this from the last time is accepted only when the next date confirms it, ms. *Guess*.
const MAX_DATE_STEP_MS: f64 = DAY_MS;
/// ... which lies at most this long after the first one, ms: some loggers write a date a minute. *Guess*.
const MAX_CONFIRMATION_MS: f64 = 3_600_000.0;
/// A time at most this far before the last one belongs to a delayed sentence, ms. *Guess*.
pub(in crate::read) const STALE_MS: f64 = 10_000.0;

/// Resolves times of day to moments.
#[derive(Debug, Default)]
pub(in crate::read) struct Clock {
    /// The last moment, and whether its day is known.
    last_ms: Option<f64>,
    pub dated: bool,
    /// The moment of an unconfirmed date as stated, and as it was resolved.
    unconfirmed: Option<(f64, f64)>,
}

/// What a stated date does to the times of sentences.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::read) enum Dating {
    /// No date, or a rejected one.
    None,
    /// The first date of the log: earlier moments are in 1970 and must be shifted.
    First,
    /// A date near the last time.
    Near,
    /// A date far from the last time, which the next date may confirm.
    Unconfirmed,
    /// The date confirms the unconfirmed one: moments since that one must be shifted by so many ms.
    Confirmed { shift_ms: f64 },
}

/// The time of a sentence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::read) struct SentenceTime {
    pub ms: f64,
    pub dating: Dating,
}

impl Clock {
    /// The moment of a time of day, with the date where the sentence has one.
    pub(in crate::read) fn moment(&mut self, of_day_ms: f64, date_ms: Option<f64>) -> SentenceTime {
        let dating = date_ms.map_or(Dating::None, |date| self.dating(date + of_day_ms));
        let ms = match (dating, date_ms, self.last_ms) {
            (Dating::First | Dating::Near | Dating::Confirmed { .. }, Some(date), _) => date + of_day_ms,
            (_, _, Some(last)) => nearest(of_day_ms, last),
            (_, _, None) => of_day_ms,
        };
        if let (Dating::Unconfirmed, Some(date)) = (dating, date_ms) {
            self.unconfirmed = Some((date + of_day_ms, ms));
        }
        self.last_ms = Some(ms);
        SentenceTime { ms, dating }
    }

    /// A date near the last time is accepted, and a far one that the next date confirms.
    fn dating(&mut self, stated_ms: f64) -> Dating {
        if !self.dated {
            self.dated = true;
            return Dating::First;
        }
        let unconfirmed = self.unconfirmed.take();
        if self.last_ms.is_some_and(|last| (stated_ms - last).abs() <= MAX_DATE_STEP_MS) {
            return Dating::Near;
        }
        match unconfirmed {
            Some((earlier, resolved))
                if (-STALE_MS..=MAX_CONFIRMATION_MS).contains(&(stated_ms - earlier)) =>
            {
                Dating::Confirmed { shift_ms: earlier - resolved }
            }
            _ => Dating::Unconfirmed,
        }
    }
}

/// Midnight of RMC's date `ddmmyy`, ms since 1970.
pub(super) fn rmc_date_ms(text: &[u8]) -> Option<f64> {
    let (year, month, day) = rmc_date(text)?;
    date_ms(year, month, day)
}

fn rmc_date(text: &[u8]) -> Option<(u64, u64, u64)> {
    let part = |from: usize| whole(text.get(from..from + 2)?);
    let (day, month, year) = (part(0)?, part(2)?, part(4)?);
    (text.len() == 6).then_some((if year >= 80 { 1900 + year } else { 2000 + year }, month, day))
}

/// Days from 1970 at which a receiver's count of weeks begins again, 1980-01-06 and 1999-08-22: one without a date writes
/// these or the days after.
const EPOCHS: [i64; 2] = [3657, 10_825];
const DAYS_WITHOUT_DATE: i64 = 7;

/// Midnight of RMC's date before [`FIRST_YEAR`], ms since 1970, of a receiver that lost count of the weeks.
pub(super) fn lost_date_ms(text: &[u8]) -> Option<f64> {
    let (year, month, day) = rmc_date(text).filter(|(year, ..)| (1980..FIRST_YEAR).contains(year))?;
    let days = days_from_civil(year, month, day)?;
    let dated = EPOCHS.iter().all(|epoch| !(0..DAYS_WITHOUT_DATE).contains(&(days - epoch)));
    dated.then_some(days as f64 * DAY_MS)
}

/// Midnight of ZDA's date `dd,mm,yyyy` (some devices write `yy`), ms since 1970.
pub(super) fn zda_date_ms(sentence: &Sentence<'_>) -> Option<f64> {
    let year = whole(sentence.field(3))?;
    let year = if year < 80 { 2000 + year } else { year };
    date_ms(year, whole(sentence.field(2))?, whole(sentence.field(1))?)
}

fn date_ms(year: u64, month: u64, day: u64) -> Option<f64> {
    let days = days_from_civil(year, month, day).filter(|_| year >= FIRST_YEAR)?;
    Some(days as f64 * DAY_MS)
}

/// A time stamp that a logger wrote before a sentence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::read) enum Stamp {
    /// Date and time, ms since 1970.
    Moment(f64),
    /// A time of day without a date, ms.
    OfDay(f64),
}

/// The time stamp before a sentence: ISO 8601, Unix seconds or milliseconds, a time of day, or `c:` of a TAG block.
pub(in crate::read) fn stamp(prefix: &[u8]) -> Option<Stamp> {
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

/// Seconds or milliseconds since 1970, distinguished by their size.
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
    fn after_midnight_the_next_day_begins() {
        let mut clock = Clock::default();
        let day = rmc_date_ms(b"160918").unwrap();
        let before = clock.moment(DAY_MS - 1000.0, Some(day));
        assert_eq!(before.dating, Dating::First);
        assert_eq!(clock.moment(1000.0, None).ms, before.ms + 2000.0);
    }

    #[test]
    fn a_log_without_a_date_does_not_go_back_before_1970() {
        let mut clock = Clock::default();
        clock.moment(1000.0, None);
        assert_eq!(clock.moment(DAY_MS - 1000.0, None).ms, DAY_MS - 1000.0);
    }

    #[test]
    fn one_far_date_is_rejected_and_two_in_a_row_are_accepted() {
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
    fn dates_of_receivers_without_a_date_are_none() {
        for text in ["060180", "000000", "321318", "1609", "16091"] {
            assert_eq!(rmc_date_ms(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn time_stamps_of_loggers_in_several_forms() {
        let moment = Some(Stamp::Moment(1_780_744_645_000.0));
        assert_eq!(stamp(b"1780744645\t"), moment);
        assert_eq!(stamp(b"1780744645000;I;"), moment);
        assert_eq!(stamp(b"2026-06-06T11:17:25.000000+00:00\t"), moment);
        assert_eq!(stamp(b"\\s:boat,c:1780744645*3A\\"), moment);
        assert_eq!(stamp(b"10:15:30.320 "), Some(Stamp::OfDay(36_930_320.0)));
        assert_eq!(stamp(b"INFO "), None);
    }
}
