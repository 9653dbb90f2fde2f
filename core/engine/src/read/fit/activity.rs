//! The recording of a FIT file while it is read: rows from `record` messages; device, sport, pauses, laps and sessions
//! from the other messages.

mod messages;

use std::ops::Range;

use super::decode::EPOCH_S;
use super::definition::{DeveloperFields, RecordPlan};
use super::names;
use super::receiver_log::ReceiverLog;
use crate::damage::LossKind;
use crate::error::{Error, ErrorKind};
use crate::read::loss::{Losses, Missing};
use crate::read::sheet::Sheet;
use crate::read::valid::is_position;
use crate::track::{Event, Format, Part, Recording, Totals};

pub(super) use messages::{value, whole};

/// FIT's file type of an activity.
const ACTIVITY: u32 = 4;
/// A device may write its last record up to this long after a stop, ms. *Guess*.
const LAST_RECORD_MS: f64 = 1000.0;
/// Fewest records from which the missing ones of an incomplete file are estimated. *Guess*.
const MIN_RECORDS: usize = 5;
/// Time and position of one record.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fix {
    pub time_ms: Option<f64>,
    pub lat_deg: Option<f64>,
    pub lon_deg: Option<f64>,
}

/// The recording while it is read.
#[derive(Debug)]
pub(super) struct Activity {
    pub sheet: Sheet,
    pub losses: Losses,
    pub developers: DeveloperFields,
    /// Records in the file, including those left out.
    pub expected: usize,
    /// End of the current file of the chain by its header; `None` when unknown.
    pub stated_end: Option<usize>,
    /// Position, row and number of the first record in the current file of the chain.
    first_record: Option<(usize, usize, usize)>,
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
    pub(super) fn of_file(length: usize) -> Self {
        Self {
            sheet: Sheet::of_file(length, 32),
            losses: Losses::bytes(),
            developers: DeveloperFields::default(),
            expected: 0,
            stated_end: None,
            first_record: None,
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
    pub(super) fn next_file(&mut self) {
        self.receiver_log.end_file();
        self.files.push(self.sheet.len());
        self.first_record = None;
        self.stopped_ms = None;
        self.developers.next_file();
    }

    /// Time of the last row.
    pub(super) fn last_time_ms(&self) -> Option<f64> {
        self.sheet.last_time_ms()
    }

    /// Adds a `record` message at `span` of the file.
    #[inline]
    pub(super) fn record(
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

    /// Adds that the file ends in `[from, to)`, before its stated end.
    pub(super) fn stopped(&mut self, from: usize, to: usize) {
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

    /// The recording, or the error that there is none.
    pub(super) fn finish(mut self) -> Result<Recording, Error> {
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
        self.developers.rename_columns(&mut self.sheet);
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
pub(super) fn ms(stamp: u32) -> f64 {
    (f64::from(stamp) + f64::from(EPOCH_S)) * 1000.0
}
