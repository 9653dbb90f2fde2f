//! Whether messages hold together: what an unbelievable time means, and the way back to solid ground when bytes are
//! damaged.

use super::{FIRST_DATE, LOOK_BACK, Locals, View, Walk, in_force, local_number, roll};
use crate::damage::LossKind;
use crate::read::fit::activity::Activity;
use crate::read::fit::base::u32_at;
use crate::read::fit::definition::definition_length;

/// A record later than the one before by more than this (30 days), or earlier by more than a day, is doubted.
const LATER_S: u32 = 30 * 86_400;
const EARLIER_S: u32 = 86_400;
/// Messages looked at ahead, to find out whether bytes hold together.
pub(super) const LOOK_AHEAD: usize = 16;
/// Bytes that may be read a second time in searches, and four times those read so far.
const PATIENCE: usize = 1_000_000;

/// What an unbelievable time stamp turned out to be.
pub(super) enum Verdict {
    /// The following records agree with it: the clock was set.
    NewTime,
    /// The following records agree with those before: this one is wrong.
    LoneError,
    /// Nothing agrees.
    Misread,
}

impl Walk {
    /// A record's time does not follow from the one before: is the time wrong, or are we reading nonsense?
    pub(super) fn judge(&self, view: &View, stamp: u32, next: usize) -> Verdict {
        match self.next_record_s(view, next, stamp) {
            Some(after) if stamp >= FIRST_DATE && follows(stamp, after) => Verdict::NewTime,
            // A clock that was never set counts from when the device was switched on.
            Some(after) if self.last_record_s.is_none() && stamp < FIRST_DATE && counts_on(stamp, after) => {
                Verdict::LoneError
            }
            Some(after) if self.in_time(after) => Verdict::LoneError,
            None if self.runs_on(view, next) => match self.last_record_s {
                None => Verdict::NewTime,
                Some(_) => Verdict::LoneError,
            },
            _ => Verdict::Misread,
        }
    }

    /// True when a compressed time is wrong: it is further from the one before than records are, and the next record
    /// is not, counted from before it. Believed, it would move the clock of all that follow by half a minute.
    pub(super) fn runs_ahead(&self, view: &View, to: usize, last: u32, stamp: u32) -> bool {
        let (step, usual) = (stamp.wrapping_sub(last), 2 * self.pace_s + 2);
        if step <= usual {
            return false;
        }
        let next = self.next_record_s(view, to, last).and_then(|after| after.checked_sub(last));
        next.is_some_and(|next| next < step && next <= usual)
    }

    pub(super) fn in_time(&self, stamp: u32) -> bool {
        match self.last_record_s {
            Some(last) => follows(last, stamp),
            None => stamp >= FIRST_DATE && stamp != u32::MAX,
        }
    }

    /// Time stamp of the next record from `at` on, if the messages up to it hold together.
    /// `stamp`: what compressed time stamps count from.
    fn next_record_s(&self, view: &View, mut at: usize, stamp: u32) -> Option<u32> {
        for _ in 0..LOOK_AHEAD {
            if is_definition(view, at) {
                // What it changes is not known yet.
                return None;
            }
            let (length, record) = self.peek(view, at, Some(stamp))?;
            if record.is_some() {
                return record;
            }
            at += length;
        }
        None
    }

    /// True when whole messages follow from `at` on, up to the end or the cut.
    fn runs_on(&self, view: &View, mut at: usize) -> bool {
        for _ in 0..LOOK_AHEAD {
            if at >= view.end() {
                return at == view.end();
            }
            match self.peek(view, at, None) {
                Some(_) if is_definition(view, at) => return true,
                Some((length, _)) => at += length,
                None => return view.cut && self.is_torn(view, at),
            }
        }
        true
    }

    /// True when the message at `at` is one but for its missing end.
    fn is_torn(&self, view: &View, at: usize) -> bool {
        let rest = view.from(at);
        let Some(&header) = rest.first() else { return true };
        if header & 0xC0 == 0x40 {
            return rest.get(1).is_none_or(|b| *b == 0) && rest.get(2).is_none_or(|b| *b <= 1);
        }
        let definition = in_force(&self.definitions, &self.local, local_number(header).0);
        definition.is_some_and(|d| rest.len() < 1 + d.size)
    }

    /// Length of the message at `at`, and its time stamp when it is a record, by the definitions in force.
    fn peek(&self, view: &View, at: usize, stamp: Option<u32>) -> Option<(usize, Option<u32>)> {
        let rest = view.from(at);
        let &header = rest.first()?;
        if header & 0xC0 == 0x40 {
            return Some((definition_length(rest)?, None));
        }
        let (local, offset) = local_number(header);
        if offset.is_none() && header & 0x30 != 0 {
            return None;
        }
        let definition = in_force(&self.definitions, &self.local, local)?;
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

    /// After a fault: where the search begins for the next place at which records hold together again.
    pub(super) fn begin_search(&mut self) {
        let fault = self.at;
        let mut from = self.trusted.max(fault.saturating_sub(LOOK_BACK));
        if self.last_record_s.is_none() {
            // Inside definitions nothing is to be found.
            from = from.max(self.defined);
        }
        let patience = PATIENCE + 4 * (fault - self.start);
        if fault - from > patience.saturating_sub(self.searched) {
            from = fault;
        }
        self.searched += fault - from;
        // Definitions read since the last believed record may be nonsense.
        self.local = self.trusted_local;
        self.redefined = false;
        if self.local.iter().all(Option::is_none) {
            self.local = self.first_definitions();
        }
        self.damaged_from = Some(from);
        self.at = from + usize::from(from == self.trusted);
    }

    /// Searches on, and tells what lies between when the end of the damage is found, or that of the file.
    pub(super) fn search(&mut self, view: &View, activity: &mut Activity) {
        let until = self.until(view);
        let ground = (self.at..until).find(|&at| self.holds_together(view, at));
        self.at = ground.unwrap_or(until.max(self.at));
        if ground.is_none() && view.more {
            return;
        }
        self.at = self.at.min(view.end());
        let Some(from) = self.damaged_from.take() else { return };
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
    pub(super) fn first_definitions(&self) -> Locals {
        let mut first = [None; 16];
        for (i, definition) in (0..).zip(&self.definitions).filter(|(_, d)| d.record.is_some()) {
            let local = definition.raw.first().map_or(0, |header| usize::from(header & 0x0F));
            if let Some(place) = first.get_mut(local) {
                *place = place.or(Some(i));
            }
        }
        first
    }

    /// True when a believable record begins at `at` and two more messages (or the end) follow it.
    fn holds_together(&self, view: &View, mut at: usize) -> bool {
        let Some((length, Some(stamp))) = self.peek(view, at, self.last_stamp_s) else { return false };
        if !self.in_time(stamp) {
            return false;
        }
        // With no time to compare with, the records must at least count on from each other: rows of one length look
        // alike from a wrong beginning too.
        let in_time = |after: u32| match self.last_record_s {
            Some(_) => self.in_time(after),
            None => counts_on(stamp, after),
        };
        // Nor is a byte that stays the same from row to row a clock of five bits.
        let whole_stamp = view.from(at).first().is_some_and(|header| header & 0x80 == 0);
        let mut moved = whole_stamp && self.last_record_s.is_some();
        at += length;
        for _ in 0..2 {
            if at >= view.end() {
                return at == view.end();
            }
            match self.peek(view, at, self.last_stamp_s) {
                Some((length, after)) if after.is_none_or(in_time) => {
                    moved |= after.is_none_or(|after| after != stamp);
                    at += length;
                }
                _ => return false,
            }
        }
        moved
    }
}

fn is_definition(view: &View, at: usize) -> bool {
    view.from(at).first().is_some_and(|header| header & 0xC0 == 0x40)
}

/// True when a record of this time may come after one of the time `last`.
#[inline(always)]
pub fn follows(last: u32, stamp: u32) -> bool {
    stamp >= last.saturating_sub(EARLIER_S) && stamp <= last.saturating_add(LATER_S)
}

/// True for a record of the same hour.
fn counts_on(stamp: u32, after: u32) -> bool {
    after.checked_sub(stamp).is_some_and(|step| step < 3600)
}
