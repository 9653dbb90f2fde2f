//! Rows by the times of day and the dates of their sentences: the first date dates the rows before it, a confirmed one the
//! rows since it was stated.

use super::Log;
use super::clock::{Dating, STALE_MS};
use super::sentence::Sentence;
use crate::error::Error;
use crate::read::instant::{DAY_MS, nearest};

impl Log {
    /// Begins a row at the sentence's time. True for a delayed sentence, up to [`STALE_MS`] before the row, to be skipped.
    pub(super) fn own_time(
        &mut self,
        sentence: &Sentence<'_>,
        of_day_ms: f64,
        date_ms: Option<f64>,
    ) -> Result<bool, Error> {
        let before = self.row_ms;
        let moment = self.clock.moment(of_day_ms, date_ms);
        match moment.dating {
            Dating::First => self.date_earlier_rows(moment.ms),
            Dating::Confirmed { shift_ms } => self.shift_rows_of_new_date(shift_ms),
            Dating::None | Dating::Near | Dating::Unconfirmed => {}
        }
        let is_stale = before.is_some_and(|row| moment.ms < row && row - moment.ms <= STALE_MS);
        let skipped = is_stale && matches!(moment.dating, Dating::None | Dating::Near | Dating::Unconfirmed);
        if moment.dating == Dating::None && self.lost_weeks_ms.is_none() {
            let lost = super::lost_date_ms(sentence).map(|date_ms| date_ms + of_day_ms - moment.ms);
            self.lost_weeks_ms = lost;
        }
        if (self.row_ms != Some(moment.ms) || self.row.repeats(sentence)) && !skipped {
            self.next_row(moment.ms)?;
        }
        match moment.dating {
            Dating::None => {}
            Dating::Unconfirmed => self.unconfirmed_rows = self.sheet.len(),
            Dating::First | Dating::Near | Dating::Confirmed { .. } => self.dated_rows = self.sheet.len(),
        }
        Ok(skipped)
    }

    /// Shifts the rows since an unconfirmed date, which is confirmed now, and those before it that continue without a step
    /// in time of more than [`STALE_MS`], back to the last date that was accepted.
    fn shift_rows_of_new_date(&mut self, shift_ms: f64) {
        let times = self.sheet.times_mut();
        let continues = |row: &usize| {
            let pair = row.checked_sub(1).and_then(|before| times.get(before..=*row));
            pair.is_some_and(|pair| (0.0..=STALE_MS).contains(&(pair[1] - pair[0])))
        };
        let earlier = (self.dated_rows + 2..=self.unconfirmed_rows).rev().take_while(continues).last();
        let first = earlier.map_or(self.unconfirmed_rows, |row| row - 1);
        times.iter_mut().skip(first).for_each(|time_ms| *time_ms += shift_ms);
        self.row_ms = self.row_ms.map(|ms| ms + shift_ms);
    }

    /// Shifts the rows before the first date to the days before it.
    fn date_earlier_rows(&mut self, first_ms: f64) {
        let mut later = first_ms;
        self.row_ms = self.row_ms.map(|ms| {
            later = nearest(ms.rem_euclid(DAY_MS), later);
            later
        });
        for time_ms in self.sheet.times_mut().iter_mut().rev() {
            *time_ms = nearest(time_ms.rem_euclid(DAY_MS), later);
            later = *time_ms;
        }
    }
}
