//! Reading the messages of a file: definitions into plans, records into rows.

mod recovery;

use super::activity::{Activity, Fix};
use super::base::u32_at;
use super::definition::{Definition, RecordPlan, compile, definition_length, global};
use crate::damage::LossKind;
use crate::error::Error;

use recovery::{LOOK_AHEAD, TimeCheck, follows};

/// Seconds from 1970 to the FIT epoch, 1989-12-31 00:00 UTC.
pub(super) const EPOCH_S: u32 = 631_065_600;
/// Smaller time stamps are seconds since the device was switched on, not dates (FIT profile).
pub(super) const FIRST_DATE: u32 = 0x1000_0000;
/// The search for intact records begins up to this far before a fault, bytes. *Guess*.
const LOOK_BACK: usize = 4096;
/// Longest definition message: 255 fields and 255 developer fields with their counts, bytes.
const LONGEST_DEFINITION: usize = 6 + 3 * 255 + 1 + 3 * 255;

/// Most definitions stored; beyond them those no longer in force are removed. *Guess*.
const MAX_DEFINITIONS: usize = 1024;

/// Why no message can be read at a position.
enum Fault {
    /// The message extends beyond the available bytes.
    Cut,
    /// The bytes are not a message.
    Broken,
}

/// The available bytes of a file's messages.
pub(super) struct View<'a> {
    pub bytes: &'a [u8],
    /// Their position in the file.
    pub base: usize,
    /// More bytes will come: what looks ahead waits for them.
    pub more: bool,
    /// The file ends before its stated end.
    pub cut: bool,
}

impl<'a> View<'a> {
    /// The bytes from a position on.
    #[inline]
    fn from(&self, at: usize) -> &'a [u8] {
        at.checked_sub(self.base).and_then(|at| self.bytes.get(at..)).unwrap_or_default()
    }

    fn end(&self) -> usize {
        self.base + self.bytes.len()
    }
}

/// Index of the definition in force for each of the 16 local numbers.
type Locals = [Option<u32>; 16];

/// Reads the messages of one file of the chain; it pauses while bytes are missing.
pub(super) struct MessageReader {
    start: usize,
    at: usize,
    /// All definitions so far; `local` names those in force.
    definitions: Vec<Definition>,
    /// Length of the longest message by these definitions, bytes.
    longest: usize,
    local: Locals,
    /// A definition was read since the last record with a plausible time.
    redefined: bool,
    /// End of the last record with a plausible time, and the definitions in force there.
    trusted: usize,
    trusted_local: Locals,
    /// Time stamp of the last record with a plausible time, and the one that compressed headers count from, FIT seconds.
    last_record_s: Option<u32>,
    last_stamp_s: Option<u32>,
    /// Longest step between recent records with compressed times, s; it decays by 1 s a record.
    longest_step_s: u32,
    /// Bytes read again by searches; bounded, so that the time for a damaged file stays linear in its length.
    searched: usize,
    /// Start of the damage while intact records are searched for.
    damaged_from: Option<usize>,
    /// End of the last definition.
    defined: usize,
}

impl MessageReader {
    /// At the first message.
    pub(super) fn new(start: usize) -> Self {
        Self {
            start,
            at: start,
            definitions: Vec::new(),
            longest: LONGEST_DEFINITION,
            local: [None; 16],
            redefined: false,
            trusted: start,
            trusted_local: [None; 16],
            last_record_s: None,
            last_stamp_s: None,
            longest_step_s: 0,
            searched: 0,
            damaged_from: None,
            defined: start,
        }
    }

    /// Bytes before this position are not needed any more.
    pub(super) fn done(&self) -> usize {
        match self.damaged_from {
            Some(_) => self.at,
            None => self.trusted.max(self.at.saturating_sub(LOOK_BACK)),
        }
    }

    /// Reads the available messages.
    pub(super) fn read(&mut self, view: &View, activity: &mut Activity) -> Result<(), Error> {
        while self.at < self.until(view) {
            let at = self.at;
            if self.damaged_from.is_some() {
                self.search(view, activity);
                continue;
            }
            match self.message(view, activity)? {
                Ok(()) => {}
                Err(Fault::Cut) if view.cut => {
                    activity.stopped(at, view.end());
                    self.at = view.end();
                    return Ok(());
                }
                Err(_) => self.begin_search(),
            }
        }
        if self.damaged_from.is_some() && !view.more {
            self.search(view, activity);
        }
        if view.cut {
            activity.stopped(view.end(), view.end());
        }
        Ok(())
    }

    /// From this position on, looking ahead may need bytes that are not available yet.
    fn until(&self, view: &View) -> usize {
        if view.more { view.end().saturating_sub((LOOK_AHEAD + 2) * self.longest) } else { view.end() }
    }

    /// Reads one message. The outer error is a limit and ends the reading.
    fn message(&mut self, view: &View, activity: &mut Activity) -> Result<Result<(), Fault>, Error> {
        let Some((&header, rest)) = view.from(self.at).split_first() else { return Ok(Err(Fault::Cut)) };
        if header & 0xC0 == 0x40 {
            return Ok(self.definition(view, activity));
        }
        let (local, offset) = local_number(header);
        let Some(definition) = in_force(&self.definitions, &self.local, local) else {
            return Ok(Err(Fault::Broken));
        };
        let to = self.at + 1 + definition.size;
        let Some(data) = rest.get(..definition.size) else { return Ok(Err(Fault::Cut)) };
        let stamp = match (definition.time, offset) {
            // A full time stamp takes precedence over the five bits of a compressed header, and can be checked.
            (Some(at), _) => {
                data.get(at..).and_then(|b| u32_at(b, definition.big)).filter(|t| *t != u32::MAX)
            }
            (None, Some(offset)) => self.last_stamp_s.map(|last| roll(last, offset)),
            (None, None) => None,
        };
        if let Some(plan) = &definition.record {
            if definition.time.is_none()
                && let (Some(stamp), Some(last)) = (stamp, self.last_stamp_s)
            {
                if self.runs_ahead(view, to, last, stamp) {
                    self.leave_out(to, activity);
                    return Ok(Ok(()));
                }
                self.longest_step_s = stamp.wrapping_sub(last).max(self.longest_step_s.saturating_sub(1));
            }
            if let Some(stamp) = stamp.filter(|t| self.last_record_s.is_none_or(|last| !follows(last, *t))) {
                match self.check_time(view, stamp, to) {
                    TimeCheck::NewTime => {}
                    TimeCheck::LoneError => {
                        self.leave_out(to, activity);
                        return Ok(Ok(()));
                    }
                    TimeCheck::Misread => return Ok(Err(Fault::Broken)),
                }
            }
            let fix = fix(plan, definition.big, data, stamp);
            activity.record(plan, definition.big, data, fix, self.at..to)?;
            if stamp.is_some() {
                self.last_record_s = stamp;
                self.trusted = to;
                if self.redefined {
                    (self.trusted_local, self.redefined) = (self.local, false);
                }
            }
        } else if activity.wants(definition.global) {
            activity.message(definition, data, stamp)?;
        }
        self.last_stamp_s = stamp.or(self.last_stamp_s);
        self.at = to;
        Ok(Ok(()))
    }

    /// Leaves out a record that ends at `to`, because of its time.
    fn leave_out(&mut self, to: usize, activity: &mut Activity) {
        let reason = "A record with an impossible time was left out.";
        let last = activity.last_time_ms();
        activity.losses.add(self.at, to, LossKind::NoTime, 1, last, reason);
        activity.expected += 1;
        self.at = to;
    }

    fn definition(&mut self, view: &View, activity: &mut Activity) -> Result<(), Fault> {
        let rest = view.from(self.at);
        let Some(length) = definition_length(rest) else {
            // Too few bytes to decide: at the end of an incomplete file this is its cut-off end.
            let complete = rest.len() >= 6 && (rest.get(1) != Some(&0) || rest.get(2) > Some(&1));
            return Err(if complete { Fault::Broken } else { Fault::Cut });
        };
        let message = rest.get(..length).ok_or(Fault::Cut)?;
        let local = usize::from(message.first().map_or(0, |header| header & 0x0F));
        let place = self.local.get(local).copied().ok_or(Fault::Broken)?;
        // Some devices repeat a definition before every message; it is compiled once.
        let again = place.and_then(|i| self.definitions.get(i as usize)).is_some_and(|d| *d.raw == *message);
        if !again {
            if self.definitions.len() >= MAX_DEFINITIONS {
                self.remove_unused_definitions();
            }
            let compiled =
                compile(message, &mut activity.developers, &mut activity.sheet).ok_or(Fault::Broken)?;
            self.longest = self.longest.max(1 + compiled.size);
            self.definitions.push(compiled);
            if let Some(place) = self.local.get_mut(local) {
                *place = u32::try_from(self.definitions.len() - 1).ok();
            }
            self.redefined = true;
        }
        self.at += length;
        self.defined = self.at;
        Ok(())
    }

    /// Keeps the definitions in force, those in force at the last plausible record, and the first of each local number.
    fn remove_unused_definitions(&mut self) {
        let first = self.first_definitions();
        let mut kept: Vec<u32> =
            self.local.iter().chain(&self.trusted_local).chain(&first).copied().flatten().collect();
        kept.sort_unstable();
        kept.dedup();
        for place in self.local.iter_mut().chain(&mut self.trusted_local) {
            *place = place.and_then(|index| kept.binary_search(&index).ok()).map(|index| index as u32);
        }
        let mut index = 0;
        self.definitions.retain(|_| {
            index += 1;
            kept.binary_search(&(index - 1)).is_ok()
        });
    }
}

/// The definition in force for a local number.
#[inline]
fn in_force<'a>(all: &'a [Definition], locals: &Locals, local: usize) -> Option<&'a Definition> {
    all.get(locals.get(local).copied()?? as usize)
}

/// The local number of a data message's header, and the time offset when it is a compressed one.
fn local_number(header: u8) -> (usize, Option<u32>) {
    if header & 0x80 != 0 {
        (usize::from(header >> 5 & 3), Some(u32::from(header & 0x1F)))
    } else {
        (usize::from(header & 0x0F), None)
    }
}

/// The first time stamp from `last` on with these five low bits.
fn roll(last: u32, offset: u32) -> u32 {
    last.wrapping_add(offset.wrapping_sub(last) & 0x1F)
}

fn fix(plan: &RecordPlan, big: bool, data: &[u8], stamp: Option<u32>) -> Fix {
    let semicircles = |at: Option<usize>| at.and_then(|at| u32_at(data.get(at..)?, big)).and_then(degrees);
    let fraction = plan.time128.and_then(|at| data.get(at)).copied();
    let time_ms = stamp.filter(|t| *t >= FIRST_DATE).map(|t| moment_ms(t, fraction));
    Fix { time_ms, lat_deg: semicircles(plan.lat), lon_deg: semicircles(plan.lon) }
}

/// Degrees of semicircles, 180 / 2³¹ deg each; `None` for "invalid".
fn degrees(raw: u32) -> Option<f64> {
    let raw = raw as i32;
    // Exact up to one rounding: 180 × raw fits a double, and 2³¹ is a power of two.
    (raw != i32::MAX).then(|| f64::from(raw) * 180.0 / 2_147_483_648.0)
}

/// UTC, ms since 1970, of a date in FIT seconds and a fraction in 1/128 s; a fraction of 128 or more is ignored.
fn moment_ms(stamp: u32, fraction: Option<u8>) -> f64 {
    let fraction = fraction.filter(|f| *f < 128).map_or(0.0, f64::from);
    (f64::from(stamp) + f64::from(EPOCH_S)) * 1000.0 + fraction * (1000.0 / 128.0)
}

/// True for global message numbers that are read.
pub(super) fn is_read(number: u16) -> bool {
    matches!(
        number,
        global::FILE_ID
            | global::SPORT
            | global::SESSION
            | global::LAP
            | global::EVENT
            | global::GPS_METADATA
            | global::TIMESTAMP_CORRELATION
            | global::DEVICE_INFO
            | global::FIELD_DESCRIPTION
    )
}
