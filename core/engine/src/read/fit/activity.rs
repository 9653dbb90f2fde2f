//! The recording of a FIT file while it is read: rows from `record` messages; device, sport, pauses, laps and sessions
//! from the other messages.

use std::borrow::Cow;
use std::ops::Range;

use super::base::Base;
use super::decode::{self, EPOCH_S, FIRST_DATE};
use super::definition::{Declared, Definition, RecordPlan, developer_name, global};
use super::names;
use super::receiver_log::ReceiverLog;
use super::totals::{MAX_TOTALS, totals};
use crate::damage::LossKind;
use crate::error::{Error, ErrorKind};
use crate::read::channels;
use crate::read::loss::{Losses, Missing};
use crate::read::sheet::Sheet;
use crate::read::valid::is_position;
use crate::track::{Event, EventKind, Format, Part, Recording, Totals};

/// FIT's file type of an activity.
const ACTIVITY: u32 = 4;
/// FIT's number of the maker Garmin.
const GARMIN: u32 = 1;
/// FIT's events of the timer and of a mark set by hand.
const TIMER: u32 = 0;
const USER_MARKER: u32 = 32;
/// A device may write its last record up to this long after a stop, ms. *Guess*.
const LAST_RECORD_MS: f64 = 1000.0;
/// Fewest records from which the missing ones of an incomplete file are estimated. *Guess*.
const MIN_RECORDS: usize = 5;
/// Most developer fields that a file may declare; further ones are skipped. *Guess*.
const MAX_DECLARED: usize = 1024;

/// Time and position of one record.
#[derive(Debug, Clone, Copy)]
pub struct Fix {
    pub time_ms: Option<f64>,
    pub lat_deg: Option<f64>,
    pub lon_deg: Option<f64>,
}

/// The recording while it is read.
#[derive(Debug)]
pub struct Activity {
    pub sheet: Sheet,
    pub losses: Losses,
    pub declared: Vec<Declared>,
    /// Records in the file, including those left out.
    pub expected: usize,
    /// End of the current file of the chain by its header; `None` when unknown.
    pub stated_end: Option<usize>,
    /// Position, row and number of the first record in the current file of the chain.
    first_record: Option<(usize, usize, usize)>,
    /// For each developer's field: its column, the registry's id of its quantity, and the factor to the stored unit.
    quantities: Vec<(String, Cow<'static, str>, f64)>,
    file_type: Option<u32>,
    device: Option<String>,
    sport: Option<String>,
    /// Row at which each file of the chain begins.
    files: Vec<usize>,
    totals: Vec<Totals>,
    marks: Vec<Event>,
    receiver_log: ReceiverLog,
    stopped_ms: Option<f64>,
    pauses_ms: Vec<[f64; 2]>,
    /// End of the record left out last, so that adjacent ones become one loss.
    lost_until: Option<usize>,
}

impl Activity {
    /// For a file of `length` bytes, 0 when unknown.
    pub fn of_file(length: usize) -> Self {
        Self {
            sheet: Sheet::of_file(length, 32),
            losses: Losses::bytes(),
            declared: Vec::new(),
            expected: 0,
            stated_end: None,
            first_record: None,
            quantities: Vec::new(),
            file_type: None,
            device: None,
            sport: None,
            files: Vec::new(),
            totals: Vec::new(),
            marks: Vec::new(),
            receiver_log: ReceiverLog::default(),
            stopped_ms: None,
            pauses_ms: Vec::new(),
            lost_until: None,
        }
    }

    /// Begins the next file of the chain.
    pub fn next_file(&mut self) {
        self.receiver_log.end_file();
        self.files.push(self.sheet.len());
        self.first_record = None;
        self.stopped_ms = None;
        self.declared.clear();
    }

    /// Time of the last row.
    pub fn last_time_ms(&self) -> Option<f64> {
        self.sheet.last_time_ms()
    }

    /// Adds a `record` message at `span` of the file.
    #[inline]
    pub fn record(
        &mut self,
        plan: &RecordPlan,
        big: bool,
        data: &[u8],
        fix: Fix,
        span: Range<usize>,
    ) -> Result<(), Error> {
        if self.first_record.is_none() {
            self.first_record = Some((span.start, self.sheet.len(), self.expected));
        }
        self.expected += 1;
        self.sheet.reached(span.end);
        let Some(time_ms) = fix.time_ms else {
            self.lose(span, LossKind::NoTime, "Records without a time were left out.");
            return Ok(());
        };
        let (lat, lon) = (fix.lat_deg.unwrap_or(f64::NAN), fix.lon_deg.unwrap_or(f64::NAN));
        if !is_position(lat, lon) {
            self.lose(
                span,
                LossKind::NoPosition,
                "Points for which the receiver had no position were left out.",
            );
            return Ok(());
        }
        self.lost_until = None;
        self.sheet.push(time_ms, lat, lon)?;
        if let Some((at, slot)) = plan.compressed_speed
            && let Some(&[low, high, third]) = data.get(at..).and_then(|b| b.first_chunk::<3>())
            && [low, high, third] != [0xFF; 3]
        {
            self.sheet.set(slot, f64::from(u16::from(low) | u16::from(high & 0x0F) << 8) / 100.0);
        }
        for op in &plan.channels {
            if let Some(raw) = data.get(op.offset..).and_then(|b| op.base.number(b, big)) {
                self.sheet.set(op.slot, op.value(raw));
            }
        }
        Ok(())
    }

    /// True after the first record of the current file of the chain.
    pub fn has_begun(&self) -> bool {
        self.first_record.is_some()
    }

    /// Counts records that were appended to the sheet directly, the last of them ending at `to`.
    pub fn records(&mut self, count: usize, to: usize) {
        self.expected += count;
        self.sheet.reached(to);
        self.lost_until = None;
    }

    /// Adds that the file ends in `[from, to)`, before its stated end.
    pub fn stopped(&mut self, from: usize, to: usize) {
        let missing = self.missing(from, to);
        self.expected += missing.map_or(0, |missing| missing.points as usize);
        self.losses.stopped(from, to, 0, self.last_time_ms(), missing);
    }

    /// Estimate of the missing records, of the same length and interval as those before.
    fn missing(&self, from: usize, to: usize) -> Option<Missing> {
        let (first_at, first_row, first_count) = self.first_record?;
        let (bytes, records) = (from.checked_sub(first_at)?, self.expected - first_count);
        let times = self.sheet.times().get(first_row..)?;
        if records < MIN_RECORDS || bytes == 0 || times.len() < 2 {
            return None;
        }
        let more = self.stated_end?.checked_sub(to)? as f64 / (bytes as f64 / records as f64);
        let length_s = (times.last()? - times.first()?) / 1000.0;
        let points = libm::round(more) as u32;
        Some(Missing { points, seconds: more * length_s / (times.len() - 1) as f64 })
    }

    fn lose(&mut self, span: Range<usize>, kind: LossKind, reason: &str) {
        // After a search for intact records `span` may begin before the end of the last loss.
        let from = self.lost_until.filter(|until| *until <= span.start).unwrap_or(span.start);
        self.losses.add(from, span.end, kind, 1, self.last_time_ms(), reason);
        self.lost_until = Some(span.end);
    }

    /// True for messages that [`Self::message`] reads.
    pub fn wants(&self, number: u16) -> bool {
        decode::is_read(number)
    }

    /// Adds a message that is not a record. `stamp`: its time in FIT seconds.
    pub fn message(&mut self, definition: &Definition, data: &[u8], stamp: Option<u32>) -> Result<(), Error> {
        let number = |field: u8| whole(definition, data, field);
        match definition.global {
            global::FILE_ID => {
                self.file_type = self.file_type.filter(|t| *t == ACTIVITY).or(number(0));
                self.name_device(text(definition, data, 8), number(1), number(2));
            }
            global::DEVICE_INFO if number(0) == Some(0) => {
                self.name_device(text(definition, data, 27), number(2), number(4));
            }
            global::SESSION => {
                self.total(totals(Part::Session, definition, data, stamp));
                self.name_sport(number(5), text(definition, data, 110));
            }
            global::LAP => self.total(totals(Part::Lap, definition, data, stamp)),
            global::SPORT => self.name_sport(number(0), text(definition, data, 3)),
            global::EVENT => self.event(number(0), number(1), stamp),
            global::GPS_METADATA => return self.receiver_log.gps(definition, data, stamp),
            global::TIMESTAMP_CORRELATION => self.receiver_log.correlate(definition, data, stamp),
            global::FIELD_DESCRIPTION => self.declare(definition, data),
            _ => {}
        }
        Ok(())
    }

    fn total(&mut self, totals: Option<Totals>) {
        if self.totals.len() < MAX_TOTALS {
            self.totals.extend(totals);
        }
    }

    fn event(&mut self, event: Option<u32>, event_type: Option<u32>, stamp: Option<u32>) {
        let time_ms = stamp.filter(|s| *s >= FIRST_DATE).map(ms);
        match event {
            Some(TIMER) => self.timer(event_type, stamp),
            Some(USER_MARKER) if self.marks.len() < MAX_TOTALS => {
                self.marks.extend(time_ms.map(|time_ms| Event { time_ms, kind: EventKind::Mark }));
            }
            _ => {}
        }
    }

    fn name_device(&mut self, product: Option<String>, maker: Option<u32>, number: Option<u32>) {
        let of_garmin = number.filter(|_| maker == Some(GARMIN)).and_then(names::garmin_product);
        let product = product.or(of_garmin.map(str::to_string));
        let maker = maker.and_then(names::maker);
        let name = match (product, maker) {
            (Some(product), Some(maker)) if !product.contains(maker) => Some(format!("{maker} {product}")),
            (Some(product), _) => Some(product),
            (None, maker) => maker.map(str::to_string),
        };
        // The longest name is the most specific.
        if name.as_ref().map(String::len) > self.device.as_ref().map(String::len) {
            self.device = name;
        }
    }

    /// Sets the sport by its number; a generic one by the name of its profile, by which applications say what they record.
    fn name_sport(&mut self, number: Option<u32>, profile: Option<String>) {
        let sport = number.and_then(names::sport);
        if self.sport.is_none() || self.sport.as_deref() == Some("generic") {
            let named = profile.filter(|name| sport == Some("generic") && !name.is_empty());
            self.sport = named.or(sport.map(str::to_string)).or(self.sport.take());
        }
    }

    /// Adds a timer event: the device was paused or resumed.
    fn timer(&mut self, event_type: Option<u32>, stamp: Option<u32>) {
        let Some(now_ms) = stamp.map(ms) else { return };
        match event_type {
            Some(0) => {
                if let Some(from_ms) = self.stopped_ms.take().filter(|from| *from < now_ms) {
                    self.pauses_ms.push([from_ms, now_ms]);
                }
            }
            Some(1 | 4 | 8 | 9) => self.stopped_ms = self.stopped_ms.or(Some(now_ms)),
            _ => {}
        }
    }

    fn declare(&mut self, definition: &Definition, data: &[u8]) {
        let number = |field: u8| whole(definition, data, field);
        let byte = |field: u8| number(field).and_then(|v| u8::try_from(v).ok());
        let (Some(index), Some(field), Some(base)) = (byte(0), byte(1), byte(2).and_then(Base::of)) else {
            return;
        };
        if self.declared.len() >= MAX_DECLARED {
            return;
        }
        let declared = Declared {
            index,
            number: field,
            base,
            name: text(definition, data, 3).unwrap_or_default(),
            units: text(definition, data, 8).unwrap_or_default(),
            scale: number(6).filter(|s| *s != 0).map_or(1.0, f64::from),
            offset: value(definition, data, 7).unwrap_or(0.0),
        };
        let quantity = channels::by_name(&declared.name, &declared.units);
        if let Some((column, (id, factor))) = developer_name(&declared.name).zip(quantity)
            && column != id
            && !self.quantities.iter().any(|(known, ..)| *known == column)
        {
            self.quantities.push((column, id, factor));
        }
        self.declared.push(declared);
    }

    /// The recording, or the error that there is none.
    pub fn finish(mut self) -> Result<Recording, Error> {
        self.receiver_log.end_file();
        let none = self.sheet.len() == 0 && self.receiver_log.len() == 0;
        if none || self.file_type.is_some_and(|t| t == 6) {
            let what = self.file_type.filter(|t| *t != ACTIVITY).and_then(names::not_an_activity);
            return Err(match what {
                Some(what) => ErrorKind::NotATrack { what: what.to_string() }.into(),
                None if self.losses.contains(LossKind::NoTime) => ErrorKind::NoTimes.into(),
                None => ErrorKind::NoPositions.into(),
            });
        }
        for (column, id, factor) in std::mem::take(&mut self.quantities) {
            self.sheet.rename(&column, id, factor);
        }
        let (uses_receiver_log, files) = (self.receiver_log.len() > self.sheet.len(), self.files);
        let expected = if uses_receiver_log { self.receiver_log.expected } else { self.expected };
        let sheet = if uses_receiver_log { self.receiver_log.into_sheet(&self.sheet)? } else { self.sheet };
        let mut recording = sheet.finish(Format::Fit, self.losses, Some(expected))?;
        let rows = recording.columns.len();
        let time_ms = &recording.columns.time_ms;
        let sessions = self.totals.iter().filter(|t| t.part == Part::Session);
        let mut breaks: Vec<usize> = sessions
            .map(|session| time_ms.partition_point(|t| *t < session.start_ms))
            .chain(self.pauses_ms.iter().filter_map(|pause| pause_break(time_ms, *pause)))
            .chain(if uses_receiver_log { Vec::new() } else { files })
            .filter(|row| (1..rows).contains(row))
            .collect();
        breaks.sort_unstable();
        breaks.dedup();
        recording.breaks = breaks;
        recording.device = self.device;
        recording.sport = self.sport;
        recording.pauses_ms = self.pauses_ms;
        recording.events = self.marks;
        recording.totals = self.totals;
        Ok(recording)
    }
}

/// The first row after a pause; `None` when something was recorded during it.
fn pause_break(time_ms: &[f64], [from_ms, to_ms]: [f64; 2]) -> Option<usize> {
    let row = time_ms.partition_point(|t| *t < to_ms);
    let before = time_ms.get(row.checked_sub(1)?)?;
    (*before <= from_ms + LAST_RECORD_MS).then_some(row)
}

/// FIT seconds as ms since 1970.
pub fn ms(stamp: u32) -> f64 {
    (f64::from(stamp) + f64::from(EPOCH_S)) * 1000.0
}

/// A field as a number; `None` when the message has no such field or its value is "invalid".
pub fn value(definition: &Definition, data: &[u8], field: u8) -> Option<f64> {
    let field = definition.fields.iter().find(|f| f.number == field)?;
    field.base?.number(data.get(field.offset..)?, definition.big)
}

/// A field as a whole number that is not negative.
pub fn whole(definition: &Definition, data: &[u8], field: u8) -> Option<u32> {
    let value = value(definition, data, field)?;
    (0.0..=f64::from(u32::MAX)).contains(&value).then_some(value as u32)
}

fn text(definition: &Definition, data: &[u8], field: u8) -> Option<String> {
    let field = definition.fields.iter().find(|f| f.number == field)?;
    let bytes = data.get(field.offset..field.offset + field.size)?;
    let bytes = bytes.split(|b| *b == 0).next()?;
    let text = String::from_utf8_lossy(bytes).trim().to_string();
    (!text.is_empty()).then_some(text)
}
