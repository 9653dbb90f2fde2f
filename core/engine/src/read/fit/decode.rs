//! The walk through a file's messages: definitions into plans, records into rows, and the way back to solid
//! ground when bytes are damaged.

use super::activity::{Activity, Fix};
use super::base::u32_at;
use super::definition::{Definition, RecordPlan, compile, definition_length, global};
use crate::damage::LossKind;
use crate::error::Error;

/// Seconds from 1970 to FIT's own zero, 1989-12-31 00:00 UTC.
pub const EPOCH_S: u32 = 631_065_600;
/// Time stamps below are seconds since the device was switched on, no dates.
pub const FIRST_DATE: u32 = 0x1000_0000;
/// A record later than the one before by more than this (30 days), or earlier by more than a day, is doubted.
const LATER_S: u32 = 30 * 86_400;
const EARLIER_S: u32 = 86_400;
/// Messages looked at ahead, to find out whether bytes hold together.
const LOOK_AHEAD: usize = 16;
/// How far before a fault the search for intact records begins, bytes.
const LOOK_BACK: usize = 4096;

/// Definitions kept; a file that goes on defining forgets those no longer in force.
const MOST_DEFINITIONS: usize = 1024;

/// Why the walk cannot go on at a place.
enum Fault {
    /// The message runs over the end of the bytes.
    Cut,
    /// The bytes are no message.
    Broken,
}

struct Walk<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
    /// The file ends before its own length.
    cut: bool,
    /// All definitions met; `local` says which one is in force for each of the 16 local numbers.
    definitions: Vec<Definition>,
    local: [Option<usize>; 16],
    /// State at the end of the last record whose time was believed.
    trusted: usize,
    trusted_local: [Option<usize>; 16],
    /// Time stamp of the last believed record and the one compressed headers count from, FIT seconds.
    last_record_s: Option<u32>,
    last_stamp_s: Option<u32>,
    /// Bytes that may still be read a second time in searches, so that a ruined file stays linear.
    patience: usize,
}

/// Reads all messages in `[start, end)` of `bytes`. `cut`: the file ends before its own length.
pub fn messages(
    bytes: &[u8],
    start: usize,
    end: usize,
    cut: bool,
    activity: &mut Activity,
) -> Result<(), Error> {
    let mut walk = Walk {
        bytes: bytes.get(..end).unwrap_or(bytes),
        at: start,
        end: end.min(bytes.len()),
        cut,
        definitions: Vec::new(),
        local: [None; 16],
        trusted: start,
        trusted_local: [None; 16],
        last_record_s: None,
        last_stamp_s: None,
        patience: 4 * bytes.len() + 1_000_000,
    };
    while walk.at < walk.end {
        let at = walk.at;
        match walk.message(activity)? {
            Ok(()) => {}
            Err(Fault::Cut) if cut => {
                activity.stopped(at, walk.end);
                return Ok(());
            }
            Err(_) => walk.find_ground(activity),
        }
    }
    if cut {
        activity.stopped(walk.end, walk.end);
    }
    Ok(())
}

impl Walk<'_> {
    /// Reads one message. The outer error is a limit that ends the reading.
    fn message(&mut self, activity: &mut Activity) -> Result<Result<(), Fault>, Error> {
        let Some(&header) = self.bytes.get(self.at) else { return Ok(Err(Fault::Cut)) };
        if header & 0xC0 == 0x40 {
            return Ok(self.definition(activity));
        }
        let (local, offset) = local_number(header);
        let Some(definition) = self.local.get(local).copied().flatten() else {
            return Ok(Err(Fault::Broken));
        };
        let Some(definition) = self.definitions.get(definition) else { return Ok(Err(Fault::Broken)) };
        let (from, to) = (self.at + 1, self.at + 1 + definition.size);
        let Some(data) = self.bytes.get(from..to) else { return Ok(Err(Fault::Cut)) };
        let stamp = match (definition.time, offset) {
            // A whole time stamp says more than five bits, and can be doubted.
            (Some(at), _) => {
                data.get(at..).and_then(|b| u32_at(b, definition.big)).filter(|t| *t != u32::MAX)
            }
            (None, Some(offset)) => self.last_stamp_s.map(|last| roll(last, offset)),
            (None, None) => None,
        };
        if let Some(plan) = &definition.record {
            if let Some(stamp) = stamp.filter(|t| self.last_record_s.is_none_or(|last| !follows(last, *t))) {
                match self.judge(stamp, to) {
                    Verdict::NewTime => {}
                    Verdict::LoneError => {
                        let reason = "A record with an absurd time was left out.";
                        let last = activity.last_time_ms();
                        activity.losses.add(self.at, to, LossKind::NoTime, 1, last, reason);
                        activity.expected += 1;
                        self.at = to;
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
                self.trusted_local = self.local;
            }
        } else if activity.wants(definition.global) {
            activity.message(definition, data, stamp)?;
        }
        self.last_stamp_s = stamp.or(self.last_stamp_s);
        self.at = to;
        Ok(Ok(()))
    }

    fn definition(&mut self, activity: &mut Activity) -> Result<(), Fault> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let Some(length) = definition_length(rest) else {
            // Too few bytes for a verdict: at the end of a cut file this is the cut.
            let complete = rest.len() >= 6 && (rest.get(1) != Some(&0) || rest.get(2) > Some(&1));
            return Err(if complete { Fault::Broken } else { Fault::Cut });
        };
        let message = rest.get(..length).ok_or(Fault::Cut)?;
        let local = usize::from(message.first().map_or(0, |header| header & 0x0F));
        let place = self.local.get(local).copied().ok_or(Fault::Broken)?;
        let range = self.at..self.at + length;
        // Some devices repeat a definition before every message: it is compiled once.
        let same = |d: &Definition| self.bytes.get(d.raw.clone()) == Some(message);
        let again = place.and_then(|i| self.definitions.get(i)).is_some_and(same);
        if !again {
            if self.definitions.len() >= MOST_DEFINITIONS {
                self.forget();
            }
            let compiled = compile(message, range, &activity.declared, &mut activity.sheet);
            self.definitions.push(compiled.ok_or(Fault::Broken)?);
            if let Some(place) = self.local.get_mut(local) {
                *place = Some(self.definitions.len() - 1);
            }
        }
        self.at += length;
        Ok(())
    }

    /// Keeps the definitions in force, those in force at the last believed record, and each local number's first.
    fn forget(&mut self) {
        let first = self.first_definitions();
        let mut kept: Vec<usize> =
            self.local.iter().chain(&self.trusted_local).chain(&first).copied().flatten().collect();
        kept.sort_unstable();
        kept.dedup();
        for place in self.local.iter_mut().chain(&mut self.trusted_local) {
            *place = place.and_then(|index| kept.binary_search(&index).ok());
        }
        let mut index = 0;
        self.definitions.retain(|_| {
            index += 1;
            kept.binary_search(&(index - 1)).is_ok()
        });
    }

    /// A record's time does not follow from the one before: is the time wrong, or are we reading nonsense?
    fn judge(&self, stamp: u32, next: usize) -> Verdict {
        match self.next_record_s(next, stamp) {
            Some(after) if stamp >= FIRST_DATE && follows(stamp, after) => Verdict::NewTime,
            Some(after) if self.in_time(after) => Verdict::LoneError,
            None if self.runs_on(next) => match self.last_record_s {
                None => Verdict::NewTime,
                Some(_) => Verdict::LoneError,
            },
            _ => Verdict::Misread,
        }
    }

    fn in_time(&self, stamp: u32) -> bool {
        match self.last_record_s {
            Some(last) => follows(last, stamp),
            None => stamp >= FIRST_DATE && stamp != u32::MAX,
        }
    }

    /// Time stamp of the next record from `at` on, if the messages up to it hold together.
    /// `stamp`: what compressed time stamps count from.
    fn next_record_s(&self, mut at: usize, stamp: u32) -> Option<u32> {
        for _ in 0..LOOK_AHEAD {
            if self.is_definition(at) {
                // What it changes is not known yet.
                return None;
            }
            let (length, record) = self.peek(at, Some(stamp))?;
            if record.is_some() {
                return record;
            }
            at += length;
        }
        None
    }

    /// True when whole messages follow from `at` on, up to the end or the cut.
    fn runs_on(&self, mut at: usize) -> bool {
        for _ in 0..LOOK_AHEAD {
            if at >= self.end {
                return at == self.end;
            }
            match self.peek(at, None) {
                Some(_) if self.is_definition(at) => return true,
                Some((length, _)) => at += length,
                None => return self.cut && self.is_torn(at),
            }
        }
        true
    }

    fn is_definition(&self, at: usize) -> bool {
        self.bytes.get(at).is_some_and(|header| header & 0xC0 == 0x40)
    }

    /// True when the message at `at` is one but for its missing end.
    fn is_torn(&self, at: usize) -> bool {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let Some(&header) = rest.first() else { return true };
        if header & 0xC0 == 0x40 {
            return rest.get(1).is_none_or(|b| *b == 0) && rest.get(2).is_none_or(|b| *b <= 1);
        }
        let definition = self.local.get(local_number(header).0).copied().flatten();
        definition.and_then(|i| self.definitions.get(i)).is_some_and(|d| rest.len() < 1 + d.size)
    }

    /// Length of the message at `at`, and its time stamp when it is a record, by the definitions in force.
    fn peek(&self, at: usize, stamp: Option<u32>) -> Option<(usize, Option<u32>)> {
        let rest = self.bytes.get(at..)?;
        let &header = rest.first()?;
        if header & 0xC0 == 0x40 {
            return Some((definition_length(rest)?, None));
        }
        let (local, offset) = local_number(header);
        if offset.is_none() && header & 0x30 != 0 {
            return None;
        }
        let definition = self.definitions.get(self.local.get(local).copied()??)?;
        let data = rest.get(1..1 + definition.size)?;
        if definition.record.is_none() {
            return Some((1 + definition.size, None));
        }
        let stamp = match (definition.time, offset) {
            (Some(at), _) => u32_at(data.get(at..)?, definition.big),
            (None, offset) => offset.and_then(|offset| stamp.map(|last| roll(last, offset))),
        };
        Some((1 + definition.size, stamp))
    }

    /// After a fault: goes on at the next place where records hold together again, and tells what lies between.
    fn find_ground(&mut self, activity: &mut Activity) {
        let fault = self.at;
        let mut from = self.trusted.max(fault.saturating_sub(LOOK_BACK));
        if fault - from > self.patience {
            from = fault;
        }
        self.patience = self.patience.saturating_sub(fault - from);
        // Definitions read since the last believed record may be nonsense.
        self.local = self.trusted_local;
        if self.local.iter().all(Option::is_none) {
            self.local = self.first_definitions();
        }
        let search = (from + usize::from(from == self.trusted)).max(from)..self.end;
        let ground = search.clone().find(|&at| self.holds_together(at));
        self.at = ground.unwrap_or(self.end);
        let last = activity.last_time_ms();
        let reason = match ground {
            Some(_) => "Damaged bytes were passed over; the recording goes on after them.",
            None => "From here on the bytes are damaged; what came before is kept.",
        };
        activity.losses.add(from, self.at, LossKind::Malformed, 0, last, reason);
        self.trusted = self.at;
        self.trusted_local = self.local;
    }

    /// For each local number the first definition of a record.
    fn first_definitions(&self) -> [Option<usize>; 16] {
        let mut first = [None; 16];
        for (i, definition) in self.definitions.iter().enumerate().filter(|(_, d)| d.record.is_some()) {
            let local = self.bytes.get(definition.raw.start).map_or(0, |header| usize::from(header & 0x0F));
            if let Some(place) = first.get_mut(local) {
                *place = place.or(Some(i));
            }
        }
        first
    }

    /// True when a believable record begins at `at` and two more messages (or the end) follow it.
    fn holds_together(&self, mut at: usize) -> bool {
        let Some((length, Some(stamp))) = self.peek(at, self.last_stamp_s) else { return false };
        if !self.in_time(stamp) {
            return false;
        }
        at += length;
        for _ in 0..2 {
            if at >= self.end {
                return at == self.end;
            }
            match self.peek(at, self.last_stamp_s) {
                Some((length, stamp)) if stamp.is_none_or(|s| self.in_time(s)) => at += length,
                _ => return false,
            }
        }
        true
    }
}

/// What an unbelievable time stamp turned out to be.
enum Verdict {
    /// The following records agree with it: the clock was set.
    NewTime,
    /// The following records agree with those before: this one is wrong.
    LoneError,
    /// Nothing agrees.
    Misread,
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

/// True when a record of this time may come after one of the time `last`.
fn follows(last: u32, stamp: u32) -> bool {
    stamp >= last.saturating_sub(EARLIER_S) && stamp <= last.saturating_add(LATER_S)
}

fn fix(plan: &RecordPlan, big: bool, data: &[u8], stamp: Option<u32>) -> Fix {
    let semicircles = |at: Option<usize>| {
        let raw = at.and_then(|at| u32_at(data.get(at..)?, big)).map(|v| v as i32)?;
        // Exact: 180 * raw fits a double, and 2^31 is a power of two.
        (raw != i32::MAX).then(|| f64::from(raw) * 180.0 / 2_147_483_648.0)
    };
    let fraction =
        plan.time128.and_then(|at| data.get(at)).filter(|f| **f < 128).map_or(0.0, |f| f64::from(*f));
    let time_ms = stamp
        .filter(|t| *t >= FIRST_DATE)
        .map(|t| (f64::from(t) + f64::from(EPOCH_S)) * 1000.0 + fraction * (1000.0 / 128.0));
    Fix { time_ms, lat_deg: semicircles(plan.lat), lon_deg: semicircles(plan.lon) }
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
