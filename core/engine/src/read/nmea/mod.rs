//! NMEA 0183 as a track and as a wind log: one row a time stamp, any talker, with or without a logger's time stamps.
//!
//! Source of the sentences: gpsd's "NMEA Revealed"; VWR, VWT and MWD as found in recordings.

pub(super) mod clock;
mod dates;
pub(super) mod moment;
mod rows;
pub(super) mod sentence;

use memchr::memchr2;

use crate::config::limits::NMEA_LINE_BYTES;
use crate::damage::LossKind;
use crate::error::{Error, ErrorKind};
use crate::read::csv::times::no_date;
use crate::read::loss::Losses;
use crate::read::piecewise::Piecewise;
use crate::read::sheet::Sheet;
use crate::read::stamps;
use crate::read::text::first_line;
use crate::track::{Format, Recording};

use clock::{Clock, Stamp};
use moment::Row;
use sentence::{Flaw, Sentence};

/// Lines by which the format is recognized.
const SNIFFED_LINES: usize = 100;
/// A sentence with a date is searched for in this many bytes.
const DATE_WITHIN: usize = 512 * 1024;
/// Time stamps of a logger closer together than this are one row, ms. *Guess*.
const SAME_ROW_MS: f64 = 200.0;

/// True when at least a third of the first lines are intact sentences.
pub(super) fn is_nmea(text: &[u8]) -> bool {
    let is_intact = |line: &&[u8]| {
        sentence_start(line).and_then(|at| line.get(at..)).is_some_and(|s| match sentence::parse(s) {
            Ok(Some(sentence)) => sentence.checked || KINDS.contains(&&sentence.kind),
            Ok(None) | Err(Flaw::Checksum) => s.contains(&b'*'),
            Err(Flaw::Frame) => false,
        })
    };
    let lines = text.split(|b| *b == b'\n').filter(|line| !line.trim_ascii().is_empty()).take(SNIFFED_LINES);
    let (mut all, mut good) = (0, 0);
    for line in lines {
        all += 1;
        good += usize::from(is_intact(&line));
    }
    good > 0 && good * 3 >= all
}

/// Kinds of sentences that are read.
const KINDS: [&[u8; 3]; 16] = [
    b"RMC", b"GGA", b"GLL", b"VTG", b"ZDA", b"HDG", b"HDT", b"HDM", b"VHW", b"MWV", b"MWD", b"VWR", b"VWT",
    b"XDR", b"DPT", b"DBT",
];

fn sentence_start(line: &[u8]) -> Option<usize> {
    if line.first() == Some(&b'$') { Some(0) } else { memchr2(b'$', b'!', line) }
}

/// True when the first [`DATE_WITHIN`] bytes contain a sentence with a date.
fn has_date(text: &[u8]) -> bool {
    let start = text.get(..text.len().min(DATE_WITHIN)).unwrap_or(text);
    start.split(|b| *b == b'\n').any(|line| {
        let start = sentence_start(line).and_then(|at| line.get(at..));
        let found = start.and_then(|s| sentence::parse(s).ok()?);
        found.is_some_and(|s| date_ms(&s).is_some())
    })
}

fn date_ms(sentence: &Sentence<'_>) -> Option<f64> {
    match &sentence.kind {
        b"RMC" => clock::rmc_date_ms(sentence.field(8)),
        b"ZDA" => clock::zda_date_ms(sentence),
        _ => None,
    }
}

/// The date of a receiver that lost count of the weeks.
fn lost_date_ms(sentence: &Sentence<'_>) -> Option<f64> {
    if sentence.kind == *b"RMC" { clock::lost_date_ms(sentence.field(8)) } else { None }
}

fn clock_ms(sentence: &Sentence<'_>) -> Option<f64> {
    match &sentence.kind {
        b"RMC" | b"GGA" | b"ZDA" => sentence.clock_ms(0),
        b"GLL" => sentence.clock_ms(4),
        _ => None,
    }
}

/// Reads an NMEA log, piece by piece. Rows may lack a position, as in a wind log.
pub(super) struct Log {
    sheet: Sheet,
    losses: Losses,
    row: Row,
    /// Time of the current row.
    row_ms: Option<f64>,
    clock: Clock,
    /// What must be added to the times for the date of a receiver that lost count of the weeks, ms.
    lost_weeks_ms: Option<f64>,
    /// No sentence has a date: the logger's time stamps are used. `None` until the first bytes are examined.
    by_stamp: Option<bool>,
    /// Rows before the row of the last date that was accepted, and of the one that is not confirmed yet.
    dated_rows: usize,
    unconfirmed_rows: usize,
    stamped: bool,
    variation_deg: Option<f64>,
    /// Lines and bytes read.
    line: usize,
    bytes: usize,
    sentences: usize,
    /// Sentences without a checksum; sentences before the first time.
    unchecked: usize,
    early: usize,
    /// Sentences whose checksum does not match.
    mismatches: usize,
}

impl Piecewise for Log {
    fn take(&mut self, text: &[u8], last: bool) -> Result<usize, Error> {
        self.by_stamp.get_or_insert_with(|| !has_date(text));
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let Some((line, is_ended)) = first_line(rest, last) else { break };
            let length = line.len() + usize::from(is_ended);
            at += length;
            self.bytes += length;
            self.sheet.reached(self.bytes);
            self.line(line, !is_ended)?;
            self.line += 1;
        }
        Ok(at)
    }

    fn finish(self: Box<Self>) -> Result<Recording, Error> {
        self.into_recording()
    }
}

impl Log {
    /// A reader for a text of `length` bytes, 0 when unknown.
    pub(super) fn new(length: usize) -> Self {
        Self {
            sheet: Sheet::of_file(length, 400),
            losses: Losses::lines(),
            row: Row::empty(),
            row_ms: None,
            clock: Clock::default(),
            lost_weeks_ms: None,
            by_stamp: None,
            dated_rows: 0,
            unconfirmed_rows: 0,
            stamped: false,
            variation_deg: None,
            line: 0,
            bytes: 0,
            sentences: 0,
            unchecked: 0,
            early: 0,
            mismatches: 0,
        }
    }

    fn line(&mut self, line: &[u8], last: bool) -> Result<(), Error> {
        if line.len() > NMEA_LINE_BYTES {
            self.lose(LossKind::Limit, "A line longer than 1 kB was left out.");
            return Ok(());
        }
        let Some(mut start) = sentence_start(line) else {
            if !line.trim_ascii().is_empty() {
                self.lose(LossKind::Malformed, "Lines that are not NMEA sentences were skipped.");
            }
            return Ok(());
        };
        let prefix = line.get(..start).unwrap_or_default();
        let mut parsed = sentence::parse(line.get(start..).unwrap_or_default());
        // An incomplete sentence with the next one in the same line; one with a matching checksum is complete.
        while !matches!(&parsed, Ok(Some(sentence)) if sentence.checked)
            && let Some(next) = line.get(start + 1..).and_then(sentence_start)
        {
            self.lose(LossKind::Malformed, "Incomplete sentences were skipped.");
            start += 1 + next;
            parsed = sentence::parse(line.get(start..).unwrap_or_default());
        }
        match parsed {
            Ok(Some(sentence)) => {
                // Without line feed and checksum the last number may be incomplete.
                if last && !sentence.checked {
                    self.stopped();
                    return Ok(());
                }
                self.sentences += 1;
                self.unchecked += usize::from(!sentence.checked);
                self.sentence(&sentence, prefix)
            }
            Ok(None) => Ok(()),
            Err(Flaw::Checksum | Flaw::Frame) if last => {
                self.stopped();
                Ok(())
            }
            Err(Flaw::Checksum) => {
                self.mismatches += 1;
                self.lose(LossKind::Checksum, "Sentences whose checksum does not match were left out.");
                Ok(())
            }
            Err(Flaw::Frame) => {
                self.lose(LossKind::Malformed, "Incomplete sentences were skipped.");
                Ok(())
            }
        }
    }

    fn stopped(&mut self) {
        self.losses.stopped(self.line, self.line + 1, 0, self.row_ms, None);
    }

    fn lose(&mut self, kind: LossKind, reason: &str) {
        self.losses.add(self.line, self.line + 1, kind, 0, self.row_ms, reason);
    }

    fn sentence(&mut self, sentence: &Sentence<'_>, prefix: &[u8]) -> Result<(), Error> {
        let stamp = if self.by_stamp == Some(true) { clock::stamp(prefix) } else { None };
        match stamp {
            Some(Stamp::Moment(ms)) => {
                self.stamped = true;
                if self.row_ms.is_none_or(|row| (ms - row).abs() >= SAME_ROW_MS) {
                    self.next_row(ms)?;
                }
            }
            Some(Stamp::OfDay(ms)) => {
                let ms = self.clock.moment(ms, None).ms;
                if self.row_ms.is_none_or(|row| (ms - row).abs() >= SAME_ROW_MS) {
                    self.next_row(ms)?;
                }
            }
            None => {
                if let Some(of_day_ms) = clock_ms(sentence) {
                    let is_stale = self.own_time(sentence, of_day_ms, date_ms(sentence))?;
                    if is_stale {
                        return Ok(());
                    }
                }
            }
        }
        if self.row_ms.is_none() {
            self.early += usize::from(KINDS.contains(&&sentence.kind));
            return Ok(());
        }
        self.row.read(sentence, &mut self.variation_deg);
        Ok(())
    }

    fn next_row(&mut self, ms: f64) -> Result<(), Error> {
        self.end_row()?;
        self.row_ms = Some(ms);
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), Error> {
        if let Some(ms) = self.row_ms.filter(|_| self.row.filled) {
            self.row.write(ms, &mut self.sheet)?;
        }
        self.row.clear();
        Ok(())
    }

    /// The error when nothing was read.
    fn no_rows(&self, intact: bool) -> ErrorKind {
        let unreadable = |reason: String| ErrorKind::Unreadable { reason };
        if self.sentences == 0 && !intact {
            unreadable("every sentence in it is damaged".to_string())
        } else if self.mismatches > self.sentences {
            let all = self.mismatches + self.sentences;
            unreadable(format!("the checksums of {} of its {all} sentences do not match", self.mismatches))
        } else if self.early > 0 {
            ErrorKind::NoTimes
        } else {
            ErrorKind::NoPositions
        }
    }

    fn into_recording(mut self) -> Result<Recording, Error> {
        self.end_row()?;
        if self.early > 0 && self.sheet.len() > 0 {
            let reason = "Sentences before the first time were left out.";
            self.losses.add(0, 1, LossKind::NoTime, 0, None, reason);
        }
        let intact = self.losses.is_empty();
        if self.sheet.len() == 0 {
            return Err(self.no_rows(intact).into());
        }
        if self.unchecked > 0 {
            let (n, all) = (self.unchecked, self.sentences);
            self.losses
                .add_lack(format!("{n} of {all} sentences have no checksum; they were used unchecked."));
        }
        let mut undated = !self.clock.dated && !self.stamped;
        if let Some(shift_ms) = self.lost_weeks_ms.filter(|_| undated) {
            self.sheet.times_mut().iter_mut().for_each(|time_ms| *time_ms += shift_ms);
            self.losses.retime(|ms| ms + shift_ms);
            undated = false;
        }
        if undated {
            self.losses.add_lack(no_date(self.sheet.times().first().copied().unwrap_or(0.0)));
        }
        let expected = self.losses.is_empty().then_some(self.sheet.len());
        let mut recording = self.sheet.finish(Format::Nmea, self.losses, expected)?;
        recording.undated = undated;
        if !stamps::spread(&mut recording) {
            rows::merge(&mut recording);
        }
        Ok(recording)
    }
}

#[cfg(test)]
mod test;
#[cfg(test)]
mod test_sentences;
