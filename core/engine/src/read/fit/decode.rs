//! The walk through a file's messages: definitions into plans, records into rows.

mod ground;

use super::activity::{Activity, Fix};
use super::base::u32_at;
use super::definition::{Definition, RecordPlan, compile, definition_length, global};
use super::run::{self, Outcome};
use crate::damage::LossKind;
use crate::error::Error;

pub use ground::follows;
use ground::{LOOK_AHEAD, Verdict};

/// Seconds from 1970 to FIT's own zero, 1989-12-31 00:00 UTC.
pub const EPOCH_S: u32 = 631_065_600;
/// Time stamps below are seconds since the device was switched on, no dates.
pub const FIRST_DATE: u32 = 0x1000_0000;
/// How far before a fault the search for intact records begins, bytes.
const LOOK_BACK: usize = 4096;
/// Longest definition message: 255 fields, and 255 of a developer, with their heads.
const LONGEST_DEFINITION: usize = 6 + 3 * 255 + 1 + 3 * 255;

/// Definitions kept; a file that goes on defining forgets those no longer in force.
const MOST_DEFINITIONS: usize = 1024;

/// Why the walk cannot go on at a place.
enum Fault {
    /// The message runs over the end of the bytes.
    Cut,
    /// The bytes are no message.
    Broken,
}

/// The bytes of a file's messages that are at hand.
pub struct View<'a> {
    pub bytes: &'a [u8],
    /// Where they begin in the file.
    pub base: usize,
    /// More of them will come: what looks ahead waits until enough is there.
    pub more: bool,
    /// The file ends before its own length.
    pub cut: bool,
}

impl<'a> View<'a> {
    /// The bytes from a place on.
    #[inline]
    fn from(&self, at: usize) -> &'a [u8] {
        at.checked_sub(self.base).and_then(|at| self.bytes.get(at..)).unwrap_or_default()
    }

    fn end(&self) -> usize {
        self.base + self.bytes.len()
    }
}

/// Indices of the definitions in force for each of the 16 local numbers.
type Locals = [Option<u32>; 16];

/// The walk through the messages of one file of the chain, resting while bytes are missing.
pub struct Walk {
    start: usize,
    at: usize,
    /// All definitions met; `local` says which are in force.
    definitions: Vec<Definition>,
    /// Length of the longest message there can be by them.
    longest: usize,
    local: Locals,
    /// A definition came since the last believed record.
    redefined: bool,
    /// State at the end of the last record whose time was believed.
    trusted: usize,
    trusted_local: Locals,
    /// Time stamp of the last believed record and the one compressed headers count from, FIT seconds.
    last_record_s: Option<u32>,
    last_stamp_s: Option<u32>,
    /// Seconds between the last records of compressed times, the longest, fading.
    pace_s: u32,
    /// Bytes read a second time in searches, which are bounded so that a ruined file stays linear.
    searched: usize,
    /// A search for intact records is under way for a fault; the damage begins here.
    damaged_from: Option<usize>,
    /// Where the last definition ended.
    defined: usize,
    /// Up to here no run of records is tried again.
    one_by_one: usize,
}

impl Walk {
    /// At the first message.
    pub fn new(start: usize) -> Self {
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
            pace_s: 0,
            searched: 0,
            damaged_from: None,
            defined: start,
            one_by_one: start,
        }
    }

    /// Bytes before this place are not needed any more.
    pub fn done(&self) -> usize {
        match self.damaged_from {
            Some(_) => self.at,
            None => self.trusted.max(self.at.saturating_sub(LOOK_BACK)),
        }
    }

    /// Reads what is at hand.
    pub fn go_on(&mut self, view: &View, activity: &mut Activity) -> Result<(), Error> {
        while self.at < self.until(view) {
            let at = self.at;
            if self.damaged_from.is_some() {
                self.search(view, activity);
                continue;
            }
            if self.run(view, activity) {
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

    /// From here on a look ahead might reach bytes that are not there yet.
    fn until(&self, view: &View) -> usize {
        if view.more { view.end().saturating_sub((LOOK_AHEAD + 2) * self.longest) } else { view.end() }
    }

    /// Reads the records of one definition that stand here in a row; false when there are none.
    #[inline(always)]
    fn run(&mut self, view: &View, activity: &mut Activity) -> bool {
        let (at, bytes) = (self.at, view.from(self.at));
        let (Some(&header), Some(last_s), true) = (bytes.first(), self.last_record_s, at >= self.one_by_one)
        else {
            return false;
        };
        let definition = in_force(&self.definitions, &self.local, usize::from(header & 0x0F));
        let Some(definition) = definition.filter(|d| header & 0xC0 == 0 && d.record.is_some()) else {
            return false;
        };
        // The last may reach over the place until which is read, as it would when it is read by itself.
        let bytes = bytes.get(..self.until(view) - at + definition.size).unwrap_or(bytes);
        match run::read(definition, bytes, at, last_s, activity) {
            Outcome::Read(count, stamp) => {
                self.at += count * (1 + definition.size);
                (self.last_record_s, self.last_stamp_s) = (Some(stamp), Some(stamp));
                self.trusted = self.at;
                if self.redefined {
                    (self.trusted_local, self.redefined) = (self.local, false);
                }
                true
            }
            Outcome::OneByOne(count) => {
                self.one_by_one = at + count * (1 + definition.size);
                false
            }
        }
    }

    /// Reads one message. The outer error is a limit that ends the reading.
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
            // A whole time stamp says more than five bits, and can be doubted.
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
                self.pace_s = stamp.wrapping_sub(last).max(self.pace_s.saturating_sub(1));
            }
            if let Some(stamp) = stamp.filter(|t| self.last_record_s.is_none_or(|last| !follows(last, *t))) {
                match self.judge(view, stamp, to) {
                    Verdict::NewTime => {}
                    Verdict::LoneError => {
                        self.leave_out(to, activity);
                        return Ok(Ok(()));
                    }
                    Verdict::Misread => return Ok(Err(Fault::Broken)),
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

    /// Passes over a record that ends at `to`, for its time.
    fn leave_out(&mut self, to: usize, activity: &mut Activity) {
        let reason = "A record with an absurd time was left out.";
        let last = activity.last_time_ms();
        activity.losses.add(self.at, to, LossKind::NoTime, 1, last, reason);
        activity.expected += 1;
        self.at = to;
    }

    fn definition(&mut self, view: &View, activity: &mut Activity) -> Result<(), Fault> {
        let rest = view.from(self.at);
        let Some(length) = definition_length(rest) else {
            // Too few bytes for a verdict: at the end of a cut file this is the cut.
            let complete = rest.len() >= 6 && (rest.get(1) != Some(&0) || rest.get(2) > Some(&1));
            return Err(if complete { Fault::Broken } else { Fault::Cut });
        };
        let message = rest.get(..length).ok_or(Fault::Cut)?;
        let local = usize::from(message.first().map_or(0, |header| header & 0x0F));
        let place = self.local.get(local).copied().ok_or(Fault::Broken)?;
        // Some devices repeat a definition before every message: it is compiled once.
        let again = place.and_then(|i| self.definitions.get(i as usize)).is_some_and(|d| *d.raw == *message);
        if !again {
            if self.definitions.len() >= MOST_DEFINITIONS {
                self.forget();
            }
            let compiled = compile(message, &activity.declared, &mut activity.sheet).ok_or(Fault::Broken)?;
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

    /// Keeps the definitions in force, those in force at the last believed record, and each local number's first.
    fn forget(&mut self) {
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

/// The time stamp that a five-bit offset means after `last`.
fn roll(last: u32, offset: u32) -> u32 {
    last.wrapping_add(offset.wrapping_sub(last) & 0x1F)
}

fn fix(plan: &RecordPlan, big: bool, data: &[u8], stamp: Option<u32>) -> Fix {
    let semicircles = |at: Option<usize>| at.and_then(|at| u32_at(data.get(at..)?, big)).and_then(degrees);
    let fraction = plan.time128.and_then(|at| data.get(at)).copied();
    let time_ms = stamp.filter(|t| *t >= FIRST_DATE).map(|t| moment_ms(t, fraction));
    Fix { time_ms, lat_deg: semicircles(plan.lat), lon_deg: semicircles(plan.lon) }
}

/// Degrees of semicircles as they are written; `None` when the device knew none.
#[inline(always)]
pub fn degrees(raw: u32) -> Option<f64> {
    let raw = raw as i32;
    // Exact: 180 * raw fits a double, and 2^31 is a power of two.
    (raw != i32::MAX).then(|| f64::from(raw) * 180.0 / 2_147_483_648.0)
}

/// UTC, ms since 1970, of a date in FIT seconds and 128ths of the second, which are less than 128.
#[inline(always)]
pub fn moment_ms(stamp: u32, fraction: Option<u8>) -> f64 {
    let fraction = fraction.filter(|f| *f < 128).map_or(0.0, f64::from);
    (f64::from(stamp) + f64::from(EPOCH_S)) * 1000.0 + fraction * (1000.0 / 128.0)
}

/// True for global message numbers that are read.
pub fn is_read(number: u16) -> bool {
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
