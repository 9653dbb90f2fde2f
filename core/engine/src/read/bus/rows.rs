//! Readings of several devices → rows: a row is a position with the readings nearest to it in time, or a second of a log without
//! positions.

use crate::damage::LossKind;
use crate::error::{Error, ErrorKind};
use crate::read::csv::times::no_date;
use crate::read::loss::{Losses, length};
use crate::read::nmea::clock::{Clock, STALE_MS, Stamp};
use crate::read::nmea::moment::{Quantity, Row};
use crate::read::nmea::sentence::Sentence;
use crate::read::sheet::Sheet;
use crate::read::valid::position;
use crate::track::{Format, Recording};

use super::hash;

/// Key of positions, whatever message they come with.
pub(super) const POSITION: u32 = u32::MAX;
/// Most devices that are distinguished. *Guess*.
const DEVICES: usize = 256;
/// A device that says nothing for this long is replaced by another one that sends the same, ms. *Guess*.
const SILENT_MS: f64 = 5000.0;
/// Longest row of a log without positions, and the time from which on positions are missing, ms. *Guess*.
const ROW_MS: f64 = 1000.0;
const MISSING_MS: f64 = 3000.0;
/// Times of the receiver that differ by less from the stamps than the last one say the same, ms: messages are delayed.
const DELAY_MS: f64 = 2000.0;
/// Stamps that differ by less from the receiver's time are right, ms. *Guess*.
const CLOCK_ERROR_MS: f64 = 1500.0;
/// Receiver's times before 2000 are those of one without a date, ms.
const FIRST_TIME_MS: f64 = 946_684_800_000.0;
/// Values in a row that are old: after so many the clock was set back. *Guess*.
const OLD_VALUES: usize = 50;

/// What a message says, in our units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Reading {
    Position {
        lat_deg: f64,
        lon_deg: f64,
    },
    /// UTC of the receiver, ms since 1970.
    Time(f64),
    /// Magnetic variation, deg, east positive.
    Variation(f64),
    MagneticHeading(f64),
    Course {
        deg: f64,
        is_magnetic: bool,
    },
    /// From the bow, deg and m/s; either may be NaN.
    Wind {
        is_true: bool,
        deg: f64,
        mps: f64,
    },
    WindDirection {
        deg: f64,
        mps: f64,
        is_magnetic: bool,
    },
    Speed(Quantity, f64),
    Angle(Quantity, f64),
    Other(Quantity, f64),
}

/// The device that is read for a key.
struct Device {
    key: u32,
    source: u32,
    last_ms: f64,
}

/// From this row on the receiver's time is so much ahead of the stamps.
#[derive(Clone, Copy)]
struct Offset {
    row: usize,
    ms: f64,
}

/// Rows while they are read.
pub(super) struct Rows {
    sheet: Sheet,
    /// The row, with the time of its position or first reading, and the readings that are nearer to the next one.
    row: Row,
    row_ms: Option<f64>,
    is_placed: bool,
    next: Row,
    next_ms: f64,
    /// Between the last two positions, ms.
    interval_ms: f64,
    variation_deg: Option<f64>,
    devices: Vec<Device>,
    clock: Clock,
    /// A stamp had a date, or none.
    stamped: bool,
    undated: bool,
    /// The last time of the receiver, ms.
    receiver_ms: Option<f64>,
    offsets: Vec<Offset>,
    unconfirmed: Option<Offset>,
    last_ms: Option<f64>,
    old: usize,
    impossible: usize,
}

impl Rows {
    /// Rows of a log of `length` bytes, 0 when unknown.
    pub(super) fn new(length: usize, bytes_per_row: usize) -> Self {
        Self {
            sheet: Sheet::of_file(length, bytes_per_row),
            row: Row::empty(),
            row_ms: None,
            is_placed: false,
            next: Row::empty(),
            next_ms: 0.0,
            interval_ms: ROW_MS,
            variation_deg: None,
            devices: Vec::new(),
            clock: Clock::default(),
            stamped: false,
            undated: false,
            receiver_ms: None,
            offsets: Vec::new(),
            unconfirmed: None,
            last_ms: None,
            old: 0,
            impossible: 0,
        }
    }

    pub(super) fn reached(&mut self, bytes: usize) {
        self.sheet.reached(bytes);
    }

    /// Time of the last message.
    pub(super) fn last_ms(&self) -> Option<f64> {
        self.last_ms
    }

    /// True when there is a row.
    pub(super) fn any(&self) -> bool {
        self.sheet.len() > 0 || self.row.filled || self.next.filled
    }

    /// The time of a message: its stamp, else the last one of the receiver.
    pub(super) fn time_ms(&mut self, stamp: Option<Stamp>) -> Option<f64> {
        let time_ms = match stamp {
            Some(Stamp::Moment(ms)) => {
                self.stamped = true;
                Some(ms)
            }
            Some(Stamp::OfDay(ms)) => {
                self.undated = true;
                Some(self.clock.moment(ms, None).ms)
            }
            None => self.receiver_ms,
        };
        self.last_ms = time_ms.or(self.last_ms);
        time_ms
    }

    /// False for a value that is older than the row, as servers repeat at the start, unless the clock was set back.
    pub(super) fn is_current(&mut self, ms: f64) -> bool {
        let is_old = self.row_ms.is_some_and(|row_ms| ms < row_ms - STALE_MS);
        self.old = if is_old { self.old + 1 } else { 0 };
        !is_old || self.old > OLD_VALUES
    }

    /// True for the device that is read: the first with a key, until it says nothing. One that sends positions several times
    /// a second (the second byte of its number is 1) replaces another one at once.
    fn is_chosen(&mut self, key: u32, source: u32, ms: f64) -> bool {
        let is_rapid = |source: u32| key == POSITION && source >> 8 == 1;
        let has_room = self.devices.len() < DEVICES;
        match self.devices.iter_mut().find(|device| device.key == key) {
            Some(device) => {
                let away = (ms - device.last_ms).abs() > SILENT_MS;
                if device.source == source || away || (is_rapid(source) && !is_rapid(device.source)) {
                    (device.source, device.last_ms) = (source, ms);
                }
                device.source == source
            }
            None if has_room => {
                self.devices.push(Device { key, source, last_ms: ms });
                true
            }
            None => false,
        }
    }

    /// Takes a reading of a device. `time_ms`: that of its message, none before the first one; `stamped`: by the logger.
    pub(super) fn reading(
        &mut self,
        time_ms: Option<f64>,
        stamped: bool,
        (key, source): (u32, u32),
        reading: Reading,
    ) -> Result<(), Error> {
        if let Reading::Time(receiver_ms) = reading {
            if receiver_ms >= FIRST_TIME_MS && self.is_chosen(key, source, time_ms.unwrap_or(receiver_ms)) {
                self.receiver_ms = Some(receiver_ms);
                time_ms.filter(|_| stamped).into_iter().for_each(|ms| self.compare(ms, receiver_ms));
            }
            return Ok(());
        }
        let Some(ms) = time_ms.filter(|ms| self.is_chosen(key, source, *ms)) else { return Ok(()) };
        if let Reading::Position { lat_deg, lon_deg } = reading {
            return match position(lat_deg, lon_deg) {
                Some(place) => self.position(ms, place),
                None => {
                    self.impossible += 1;
                    Ok(())
                }
            };
        }
        self.put(ms, reading)
    }

    /// Takes the values of a sentence of NMEA 0183.
    pub(super) fn sentence(&mut self, ms: f64, sentence: &Sentence<'_>) -> Result<(), Error> {
        let (mut alone, mut variation_deg) = (Row::empty(), self.variation_deg);
        alone.read(sentence, &mut variation_deg);
        self.variation_deg = variation_deg;
        if let Some(place) = position(alone.lat_deg, alone.lon_deg) {
            if !self.is_chosen(POSITION, hash(0, &sentence.kind), ms) {
                return Ok(());
            }
            self.position(ms, place)?;
        }
        let is_next = self.is_next(ms)?;
        let row = if is_next { &mut self.next } else { &mut self.row };
        row.read(sentence, &mut variation_deg);
        Ok(())
    }

    /// Begins a row at a position. Readings less than half an interval before it belong to it.
    fn position(&mut self, ms: f64, place: (f64, f64)) -> Result<(), Error> {
        let is_near =
            self.row_ms.is_some_and(|row_ms| (0.0..=self.interval_ms / 2.0).contains(&(ms - row_ms)));
        if let Some(row_ms) = self.row_ms.filter(|_| self.is_placed) {
            let interval_ms = ms - row_ms;
            if interval_ms > 0.0 && interval_ms <= MISSING_MS {
                self.interval_ms = interval_ms;
            }
        }
        if self.is_placed || !is_near {
            self.end_row()?;
        }
        self.row.place(place);
        (self.row_ms, self.is_placed) = (Some(ms), true);
        Ok(())
    }

    /// Whether a reading belongs to the row after the one that is open, which is ended where it is over.
    fn is_next(&mut self, ms: f64) -> Result<bool, Error> {
        let Some(row_ms) = self.row_ms else {
            self.row_ms = Some(ms);
            return Ok(false);
        };
        let (age_ms, limit_ms) = (ms - row_ms, if self.is_placed { MISSING_MS } else { ROW_MS });
        if age_ms >= limit_ms || age_ms < -STALE_MS {
            self.end_row()?;
            return self.is_next(ms);
        }
        let is_next = self.is_placed && age_ms > self.interval_ms / 2.0;
        if is_next && !self.next.filled {
            self.next_ms = ms;
        }
        Ok(is_next)
    }

    /// Writes the row that is open; the one after it becomes the open one.
    fn end_row(&mut self) -> Result<(), Error> {
        if let Some(ms) = self.row_ms.filter(|_| self.row.filled) {
            self.row.write(ms, &mut self.sheet)?;
        }
        self.row.clear();
        std::mem::swap(&mut self.row, &mut self.next);
        self.row_ms = self.row.filled.then_some(self.next_ms);
        self.is_placed = false;
        Ok(())
    }

    /// Puts a reading into its row: before a position the last one counts, after it the first.
    fn put(&mut self, ms: f64, reading: Reading) -> Result<(), Error> {
        if let Reading::Variation(deg) = reading {
            self.variation_deg = Some(deg);
            return Ok(());
        }
        let is_next = self.is_next(ms)?;
        let (keeps, variation_deg) = (self.is_placed && !is_next, self.variation_deg);
        let row = if is_next { &mut self.next } else { &mut self.row };
        let is_free = |row: &Row, quantity| !(keeps && row.has(quantity));
        let number = |value: f64| Some(value).filter(|value| !value.is_nan());
        match reading {
            Reading::MagneticHeading(deg) if is_free(row, Quantity::HdgMag) => {
                row.magnetic(number(deg), variation_deg);
            }
            Reading::Course { deg, is_magnetic } if is_free(row, Quantity::Cog) => {
                let variation_deg = if is_magnetic { variation_deg } else { Some(0.0) };
                row.angle(Quantity::Cog, number(deg).zip(variation_deg).map(|(deg, east)| deg + east));
            }
            Reading::Wind { is_true, deg, mps } if !deg.is_nan() => {
                row.add_wind(is_true, Some(deg), number(mps));
            }
            Reading::Wind { is_true, mps, .. } => {
                let quantity = if is_true { Quantity::Tws } else { Quantity::Aws };
                row.speed(quantity, number(mps).filter(|_| is_free(row, quantity)));
            }
            Reading::WindDirection { deg, mps, is_magnetic } if is_free(row, Quantity::Twd) => {
                let east_deg = if is_magnetic { variation_deg } else { Some(0.0) };
                row.angle(Quantity::TwdMag, number(deg).filter(|_| east_deg.is_none()));
                row.angle(Quantity::Twd, number(deg).zip(east_deg).map(|(deg, east)| deg + east));
                row.speed(Quantity::Tws, number(mps));
            }
            Reading::Speed(quantity, mps) if is_free(row, quantity) => row.speed(quantity, number(mps)),
            Reading::Angle(quantity, deg) if is_free(row, quantity) => row.angle(quantity, number(deg)),
            Reading::Other(quantity, value) if is_free(row, quantity) => {
                let limit = if quantity == Quantity::Depth { 0.0..12_000.0 } else { -180.0..180.0 };
                row.set(quantity, number(value).filter(|value| limit.contains(value)));
            }
            _ => {}
        }
        Ok(())
    }

    /// Compares a stamp with the receiver's time. A new difference counts when the next time confirms it.
    fn compare(&mut self, stamp_ms: f64, receiver_ms: f64) {
        let ms = receiver_ms - stamp_ms;
        let is_near = |other: &Offset| (ms - other.ms).abs() <= DELAY_MS;
        if let Some(last) = self.offsets.last_mut().filter(|last| is_near(last)) {
            // The message with the least delay.
            last.ms = last.ms.max(ms);
            self.unconfirmed = None;
            return;
        }
        match self.unconfirmed.filter(is_near) {
            Some(first) => {
                self.offsets.push(Offset { row: first.row, ms: ms.max(first.ms) });
                self.unconfirmed = None;
            }
            None => self.unconfirmed = Some(Offset { row: self.sheet.len(), ms }),
        }
    }

    /// Sets the times of the rows by the receiver where the stamps have no date or are wrong, and says so; true when they are
    /// dated.
    fn set_times(&mut self, losses: &mut Losses) -> bool {
        let undated = self.undated && !self.stamped;
        if self.offsets.is_empty() && undated {
            self.offsets.extend(self.unconfirmed);
        }
        let Some(first) = self.offsets.first().copied() else { return !undated };
        let wrong = self.offsets.iter().find(|offset| offset.ms.abs() >= CLOCK_ERROR_MS);
        let Some(wrong) = wrong.copied() else { return true };
        let mut following = self.offsets.iter().skip(1).peekable();
        let mut ms = first.ms;
        for (row, time_ms) in self.sheet.times_mut().iter_mut().enumerate() {
            while let Some(next) = following.next_if(|next| next.row <= row) {
                ms = next.ms;
            }
            let moved_ms = *time_ms + ms;
            if moved_ms >= FIRST_TIME_MS {
                *time_ms = moved_ms;
            }
        }
        losses.retime(|time_ms| time_ms + first.ms);
        if !undated {
            let way = if wrong.ms > 0.0 { "behind" } else { "ahead of" };
            let by = length(wrong.ms.abs() / 1000.0);
            losses.add_lack(format!(
                "The logger's clock was {by} {way} that of the receiver; the receiver's is used."
            ));
        }
        true
    }

    /// The recording of the rows. `has_times`: a message had a time.
    pub(super) fn finish(
        mut self,
        format: Format,
        mut losses: Losses,
        has_times: bool,
    ) -> Result<Recording, Error> {
        self.end_row()?;
        self.end_row()?;
        if self.sheet.len() == 0 {
            return Err(if has_times { ErrorKind::NoPositions } else { ErrorKind::NoTimes }.into());
        }
        if self.impossible > 0 {
            let points = u32::try_from(self.impossible).unwrap_or(u32::MAX);
            let reason = "Points for which the receiver had no position were left out.";
            losses.add(0, 1, LossKind::NoPosition, points, None, reason);
        }
        let dated = self.set_times(&mut losses);
        if !dated {
            losses.add_lack(no_date(self.sheet.times().first().copied().unwrap_or(0.0)));
        }
        let expected = losses.is_empty().then_some(self.sheet.len());
        let recording = self.sheet.finish(format, losses, expected)?;
        Ok(Recording { undated: !dated, ..recording })
    }
}
