//! The times of a table, decided over the column: whether the day or the month comes first, and what a column without
//! dates counts.

use super::half_days::HalfDays;
use crate::calendar::{civil_from_days, days_from_civil, iso_utc};
use crate::geo::distance_m;
use crate::read::instant::{DAY_MS, DayOrder, Instant, Written, clock_text, nearest};
use crate::read::loss::Losses;
use crate::stats::quantile::median;
use crate::track::Columns;

/// One order of day and month is preferred when the times of the other span this many times as long. *Guess*.
const MUCH_LONGER: f64 = 3.0;
/// A number this far from the last continues the seconds since the start, ms. *Guess*.
const MAX_ELAPSED_STEP_MS: f64 = 3_600_000.0;
/// A number of seconds since the start is below this, ms. *Guess*: of ten days where it turns out to count milliseconds.
const LONGEST_MS: f64 = 1e12;
/// A median speed below this, m/s, says that a column without a unit counts milliseconds and not seconds. *Guess*.
const HARDLY_MOVING_MPS: f64 = 0.05;

/// What the time of a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Seconds, or another unit, since the recording began.
    Elapsed,
    /// A time of day without a date.
    OfDay,
    Moment,
}

/// The time of a row as written.
#[derive(Debug, Clone, Copy)]
pub(super) struct RowTime {
    form: Form,
    written: Written,
    /// It is in two columns, for date and time of day.
    separate: bool,
    /// The number it was read from.
    number: Option<f64>,
}

impl RowTime {
    pub(super) fn of(written: Written) -> Self {
        Self { form: Form::Moment, written, separate: false, number: None }
    }

    pub(super) fn read_from(self, number: Option<f64>) -> Self {
        Self { number, ..self }
    }

    pub(super) fn separate(date: Written, clock_ms: f64) -> Self {
        let instant = Instant { ms: date.instant.ms + clock_ms, zoned: false };
        Self { separate: true, ..Self::of(Written { instant, ..date }) }
    }

    /// `halved`: with am or pm.
    pub(super) fn of_day(clock_ms: f64, halved: bool) -> Self {
        let written = Written::fixed(Instant { ms: clock_ms, zoned: true });
        Self { form: Form::OfDay, ..Self::of(Written { halved, ..written }) }
    }

    pub(super) fn elapsed(number: f64) -> Self {
        Self { form: Form::Elapsed, number: Some(number), ..Self::of_day(0.0, false) }
    }

    /// The moment, ms since 1970, where no other row is needed to read it.
    #[inline(always)]
    pub(super) fn plain(&self) -> Option<(f64, bool)> {
        let alone = self.form == Form::Moment && self.written.order == DayOrder::Fixed && !self.separate;
        alone.then_some((self.written.instant.ms, self.written.instant.zoned))
    }

    /// It names its zone, or has no date that could be in one.
    pub(super) fn is_zoned(&self) -> bool {
        self.written.instant.zoned
    }
}

/// The times of a table while it is read.
#[derive(Debug, Default)]
pub(super) struct Times {
    form: Option<Form>,
    half_days: HalfDays,
    /// A time of day had am or pm.
    is_halved: bool,
    last_ms: Option<f64>,
    first_ms: Option<f64>,
    /// Rows by the order of day and month, and those with am or pm.
    fixed: usize,
    day_first: usize,
    month_first: usize,
    either: usize,
    halved: usize,
    zone_ms: f64,
    /// Milliseconds of the unit of seconds since the start; `None` when the header names none.
    pub unit_ms: Option<f64>,
}

/// The moment of a row.
pub(super) struct Resolved {
    pub ms: f64,
    /// The rows before it have times of a lesser kind: they are left out.
    pub restarts: bool,
}

impl Times {
    /// True where rows are read that need no other row for their time; they are counted.
    #[inline(always)]
    pub(super) fn takes_plain(&mut self) -> bool {
        matches!(self.form, None | Some(Form::Moment))
    }

    #[inline(always)]
    pub(super) fn count_plain(&mut self) {
        self.form = Some(Form::Moment);
        self.fixed += 1;
    }

    /// Weighs the order of day and month in a row, also in one without a position.
    pub(super) fn weigh(&mut self, time: &RowTime) {
        let Written { order, halved, zone_ms, .. } = time.written;
        *match order {
            DayOrder::Fixed => &mut self.fixed,
            DayOrder::DayFirst => &mut self.day_first,
            DayOrder::MonthFirst => &mut self.month_first,
            DayOrder::Either => &mut self.either,
        } += 1;
        self.halved += usize::from(halved);
        if order != DayOrder::Fixed {
            self.zone_ms = zone_ms;
        }
    }

    /// The moment of a row with a position; `None` for one of a lesser kind than those before, and for a number that no
    /// recording reaches. A time without a date is in
    /// 1970.
    pub(super) fn resolve(&mut self, time: &RowTime) -> Option<Resolved> {
        let elapsed_ms = time.number.map(|number| number * self.unit_ms.unwrap_or(1000.0));
        // Seconds since the start may be as many as days since 1900.
        let continues = self.form == Some(Form::Elapsed)
            && elapsed_ms
                .zip(self.last_ms)
                .is_some_and(|(ms, last)| (ms - last).abs() <= MAX_ELAPSED_STEP_MS);
        let form = if continues { Form::Elapsed } else { time.form };
        let restarts = self.form.is_some_and(|before| rank(before) < rank(form));
        if self.form.is_some_and(|before| rank(before) > rank(form)) {
            return None;
        }
        if restarts {
            (self.last_ms, self.first_ms) = (None, None);
        }
        self.form = Some(form);
        let written_ms = time.written.instant.ms;
        let ms = match form {
            Form::Moment if time.separate => self.half_days.resolve(written_ms),
            Form::Moment => written_ms,
            Form::OfDay => {
                self.is_halved |= time.written.halved;
                let day_ms = self.last_ms.map_or(written_ms, |last| nearest(written_ms, last));
                // After `1:00PM` comes `1:05`.
                let half = self.is_halved && !time.written.halved && written_ms < 13.0 / 24.0 * DAY_MS;
                match self.last_ms.filter(|_| half) {
                    Some(last) => day_ms + ((last - day_ms) * 2.0 / DAY_MS).round() * DAY_MS / 2.0,
                    None => self.half_days.resolve(day_ms),
                }
            }
            Form::Elapsed => elapsed_ms.filter(|ms| (0.0..LONGEST_MS).contains(ms))?,
        };
        self.last_ms = Some(ms);
        self.first_ms = self.first_ms.or(Some(ms));
        Some(Resolved { ms, restarts })
    }

    /// True where no row has a date.
    pub(super) fn is_undated(&self) -> bool {
        matches!(self.form, Some(Form::OfDay | Form::Elapsed))
    }

    /// Puts the month first where the rows say so, and adds the sentences on times.
    pub(super) fn settle(&self, time_ms: &mut [f64], losses: &mut Losses) {
        self.settle_order(time_ms, losses);
        if self.half_days.is_inferred {
            losses.add_lack(
                "The clock in this file has twelve hours without am or pm; the half of the day was inferred from the order of the rows.",
            );
        }
        match self.form {
            Some(Form::OfDay) => losses.add_lack(no_date(self.first_ms.unwrap_or(0.0))),
            Some(Form::Elapsed) => losses.add_lack(
                "The file has seconds since its start and no date: nothing in it says when it began.",
            ),
            _ => {}
        }
    }

    fn settle_order(&self, time_ms: &mut [f64], losses: &mut Losses) {
        let turned = |ms: f64| turned(ms, self.zone_ms);
        let first = time_ms.iter().copied().find(|ms| turned(*ms) != *ms);
        if self.fixed > 0 || self.either + self.month_first == 0 {
            return;
        }
        let by_numbers = self.month_first.cmp(&self.day_first);
        let by_rows = || order_of_rows(time_ms, turned);
        let month_first = match by_numbers {
            std::cmp::Ordering::Equal => by_rows(),
            other => Some(other.is_gt()),
        };
        if month_first.unwrap_or(self.halved > 0) {
            time_ms.iter_mut().for_each(|ms| *ms = turned(*ms));
            losses.retime(turned);
            losses.add_lack("The dates in this file have the month first.");
        } else if let (None, Some(first)) = (month_first, first) {
            let (read, other) = (date_text(first), date_text(turned(first)));
            losses.add_lack(format!(
                "The dates in this file do not say whether the day or the month is first. The day was taken first: {read}. If it was {other}, set the clock."
            ));
        }
    }
}

/// A moment is more than a time of day, and that more than seconds since the start.
fn rank(form: Form) -> u8 {
    form as u8
}

/// That a file has no date, by the time of day of its start.
pub(in crate::read) fn no_date(first_ms: f64) -> String {
    let starts = clock_text(first_ms);
    format!("The file has times of day and no date: it starts at {starts}. Nothing in it says on which day.")
}

/// `2025-07-05`
fn date_text(ms: f64) -> String {
    let mut text = iso_utc(ms);
    text.truncate(10);
    text
}

/// The moment with day and month exchanged; unchanged where the day is no month.
fn turned(ms: f64, zone_ms: f64) -> f64 {
    let local_ms = ms + zone_ms;
    let days = (local_ms / DAY_MS).floor();
    let (year, month, day) = civil_from_days(days as i64);
    let other = days_from_civil(year, day, month).filter(|_| day <= 12);
    other.map_or(ms, |other| ms + (other as f64 - days) * DAY_MS)
}

/// True when the rows are in order, or in a much shorter time, with the month first; `None` when they do not tell.
fn order_of_rows(time_ms: &[f64], turned: impl Fn(f64) -> f64) -> Option<bool> {
    let sum = |of: &dyn Fn(f64) -> f64| {
        let steps = time_ms.windows(2).map(|pair| of(pair[1]) - of(pair[0]));
        steps.fold((0, 0.0), |(back, all), ms| (back + usize::from(ms < 0.0), all + ms.abs()))
    };
    let (day_first, month_first) = (sum(&|ms| ms), sum(&turned));
    if day_first.0 != month_first.0 {
        return Some(month_first.0 < day_first.0);
    }
    let longer = |a: f64, b: f64| a > MUCH_LONGER * b;
    match (longer(day_first.1, month_first.1), longer(month_first.1, day_first.1)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// Time from the row before to this one, s, and the speed between their positions, m/s; none where these are far apart.
pub(super) fn step(columns: &Columns, row: usize) -> Option<(f64, f64)> {
    let at = |row: usize| Some((*columns.lat_deg.get(row)?, *columns.lon_deg.get(row)?));
    let ((lat0, lon0), (lat1, lon1)) = (at(row - 1)?, at(row)?);
    let step_s = (columns.time_ms.get(row)? - columns.time_ms.get(row - 1)?) / 1000.0;
    ((lat1 - lat0).abs() < 1.0).then(|| (step_s, distance_m(lat0, lon0, lat1, lon1) / step_s))
}

/// Divides times since the start by a thousand where the boat would hardly move if they were seconds.
pub(super) fn infer_elapsed_unit(columns: &mut Columns) {
    let steps = (1..columns.len()).filter_map(|row| step(columns, row));
    let mut speeds: Vec<f64> = steps.filter(|(step_s, _)| *step_s > 0.0).map(|(_, mps)| mps).collect();
    if median(&mut speeds).is_some_and(|mps| mps > 0.0 && mps < HARDLY_MOVING_MPS) {
        columns.time_ms.iter_mut().for_each(|ms| *ms /= 1000.0);
    }
}
