//! Implausible times and damaged bytes: which records are wrong, and where intact records continue.

use super::{FIRST_DATE, LOOK_BACK, Locals, MessageReader, View, in_force, local_number, roll};
use crate::damage::LossKind;
use crate::read::fit::activity::Activity;
use crate::read::fit::base::u32_at;
use crate::read::fit::definition::definition_length;

/// A record later than the one before by more than this (30 days), or earlier by more than a day, is implausible, s.
/// *Guess*.
const LATER_S: u32 = 30 * 86_400;
const EARLIER_S: u32 = 86_400;
/// Messages examined ahead of a doubtful one. *Guess*.
pub(super) const LOOK_AHEAD: usize = 16;
/// Bytes that searches may read again, in addition to four times those read so far. *Guess*.
const SEARCH_BUDGET: usize = 1_000_000;

/// What an implausible time stamp turns out to be.
pub(super) enum TimeCheck {
    /// The following records agree with it: the clock was set.
    NewTime,
    /// The following records agree with those before: this one is wrong.
    LoneError,
    /// Neither: the bytes are not a record.
    Misread,
}

impl MessageReader {
    /// Decides by the following records what an implausible time stamp means. `next`: end of the record.
    pub(super) fn check_time(&self, view: &View, stamp: u32, next: usize) -> TimeCheck {
        match self.next_record_s(view, next, stamp) {
            Some(after) if stamp >= FIRST_DATE && follows(stamp, after) => TimeCheck::NewTime,
            // A clock that was not set counts from when the device was switched on.
            Some(after) if self.last_record_s.is_none() && stamp < FIRST_DATE && counts_on(stamp, after) => {
                TimeCheck::LoneError
            }
            Some(after) if self.in_time(after) => TimeCheck::LoneError,
            None if self.messages_follow(view, next) => match self.last_record_s {
                None => TimeCheck::NewTime,
                Some(_) => TimeCheck::LoneError,
            },
            _ => TimeCheck::Misread,
        }
    }

    /// True when a compressed time is wrong: its step exceeds `2 × longest_step_s + 2`, and the next record counted from
    /// the time before does not. Accepting it would shift all following times by 32 s.
    pub(super) fn runs_ahead(&self, view: &View, to: usize, last: u32, stamp: u32) -> bool {
        let (step, allowed) = (stamp.wrapping_sub(last), 2 * self.longest_step_s + 2);
        if step <= allowed {
            return false;
        }
        let next = self.next_record_s(view, to, last).and_then(|after| after.checked_sub(last));
        next.is_some_and(|next| next < step && next <= allowed)
    }

    /// True for a time stamp that is plausible after the last one.
    pub(super) fn in_time(&self, stamp: u32) -> bool {
        match self.last_record_s {
            Some(last) => follows(last, stamp),
            None => stamp >= FIRST_DATE && stamp != u32::MAX,
        }
    }

    /// Time stamp of the next record from `at` on, within [`LOOK_AHEAD`] intact messages. `stamp`: the time that
    /// compressed headers count from.
    fn next_record_s(&self, view: &View, mut at: usize, stamp: u32) -> Option<u32> {
        for _ in 0..LOOK_AHEAD {
            if is_definition(view, at) {
                // The messages after it have another layout.
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

    /// True when intact messages follow from `at` on, up to [`LOOK_AHEAD`] or the end.
    fn messages_follow(&self, view: &View, mut at: usize) -> bool {
        for _ in 0..LOOK_AHEAD {
            if at >= view.end() {
                return at == view.end();
            }
            match self.peek(view, at, None) {
                Some(_) if is_definition(view, at) => return true,
                Some((length, _)) => at += length,
                None => return view.cut && self.is_incomplete(view, at),
            }
        }
        true
    }

    /// True when the bytes from `at` on are the beginning of a message.
    fn is_incomplete(&self, view: &View, at: usize) -> bool {
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

    /// Begins the search for intact records after a fault, from the last plausible record on or [`LOOK_BACK`].
    pub(super) fn begin_search(&mut self) {
        let fault = self.at;
        let mut from = self.trusted.max(fault.saturating_sub(LOOK_BACK));
        if self.last_record_s.is_none() {
            // There are no records inside definitions.
            from = from.max(self.defined);
        }
        let budget = SEARCH_BUDGET + 4 * (fault - self.start);
        if fault - from > budget.saturating_sub(self.searched) {
            from = fault;
        }
        self.searched += fault - from;
        // Definitions read since the last plausible record may be damaged.
        self.local = self.trusted_local;
        self.redefined = false;
        if self.local.iter().all(Option::is_none) {
            self.local = self.first_definitions();
        }
        self.damaged_from = Some(from);
        self.at = from + usize::from(from == self.trusted);
    }

    /// Continues the search; at the end of the damage, or of the file, the damaged range is reported.
    pub(super) fn search(&mut self, view: &View, activity: &mut Activity) {
        let until = self.until(view);
        let intact = (self.at..until).find(|&at| self.is_intact_at(view, at));
        self.at = intact.unwrap_or(until.max(self.at));
        if intact.is_none() && view.more {
            return;
        }
        self.at = self.at.min(view.end());
        let Some(from) = self.damaged_from.take() else { return };
        let last = activity.last_time_ms();
        let reason = match intact {
            Some(_) => "Damaged bytes were skipped; the recording continues after them.",
            None => "The bytes from here to the end are damaged; everything before them was read.",
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

    /// True when a record with a plausible time begins at `at` and two more messages or the end follow it.
    fn is_intact_at(&self, view: &View, mut at: usize) -> bool {
        let Some((length, Some(stamp))) = self.peek(view, at, self.last_stamp_s) else { return false };
        if !self.in_time(stamp) {
            return false;
        }
        // Without a time before, the records must follow each other within an hour: rows of one length can be read from
        // a wrong start too.
        let in_time = |after: u32| match self.last_record_s {
            Some(_) => self.in_time(after),
            None => counts_on(stamp, after),
        };
        // A header byte that is equal in every row is not a compressed time.
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

/// True when a record of time `stamp` is plausible after one of time `last`.
pub(crate) fn follows(last: u32, stamp: u32) -> bool {
    stamp >= last.saturating_sub(EARLIER_S) && stamp <= last.saturating_add(LATER_S)
}

/// True when `after` is less than an hour after `stamp`.
fn counts_on(stamp: u32, after: u32) -> bool {
    after.checked_sub(stamp).is_some_and(|step| step < 3600)
}
