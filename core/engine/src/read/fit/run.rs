//! Runs of records of one definition, which make up nearly all of a file, are read column by column. A record with a
//! missing value or an implausible time ends the run before it and is read alone.

use super::activity::Activity;
use super::base::{Base, u32_at};
use super::decode::{FIRST_DATE, degrees, follows, moment_ms};
use super::definition::{ChannelOp, Definition, RecordPlan};
use crate::read::valid::is_position;

/// Most records of a run. A browser replaces its baseline code by optimized code between two calls of a function, and
/// sooner for small functions; therefore the functions of this file are not inlined.
const MAX_RECORDS: usize = 256;
/// Fewest records of a run. *Guess*.
const MIN_RECORDS: usize = 4;

/// How the records at a position are read.
pub(super) enum Outcome {
    /// A run of this many records was read; the time stamp of the last one.
    Read(usize, u32),
    /// This many records must be read one by one.
    OneByOne(usize),
}

/// Adjacent records in the file, `stride` bytes each including the header byte.
struct Run<'a> {
    plan: &'a RecordPlan,
    big: bool,
    rows: &'a [u8],
    stride: usize,
}

/// Reads the run of records at the start of `bytes`, position `at` of the file, after a record of time `last_s`.
#[inline(never)]
pub(super) fn read(
    definition: &Definition,
    bytes: &[u8],
    at: usize,
    last_s: u32,
    activity: &mut Activity,
) -> Outcome {
    let stride = 1 + definition.size;
    let next = (bytes.first(), bytes.get(stride));
    let (Some(plan), Some(time), true) = (&definition.record, definition.time, next.0 == next.1) else {
        return Outcome::OneByOne(1);
    };
    let most = room(plan, activity).min(MAX_RECORDS).min(bytes.len() / stride);
    let rows = bytes.get(..most * stride).unwrap_or_default();
    let mut run = Run { plan, big: definition.big, rows, stride };
    let (count, stamp) = run.count_regular(time, last_s);
    if count < MIN_RECORDS {
        return Outcome::OneByOne(count.max(1));
    }
    run.rows = rows.get(..count * stride).unwrap_or_default();
    if !run.append(time, activity) {
        return Outcome::OneByOne(count);
    }
    activity.records(count, at + count * stride);
    Outcome::Read(count, stamp)
}

/// Rows that fit into the columns without allocation; 0 before the first record and for records with compressed speed.
fn room(plan: &RecordPlan, activity: &Activity) -> usize {
    if plan.compressed_speed.is_some() || !activity.has_begun() {
        return 0;
    }
    let row = activity.sheet.len();
    let full = plan.channels.iter().filter_map(|op| activity.sheet.values(op.slot));
    let rooms = full.filter(|values| values.len() == row).map(|values| values.capacity() - row);
    rooms.fold(activity.sheet.room(), usize::min)
}

impl Run<'_> {
    /// Number of records with equal header, plausible time and valid position, and the time stamp of the last of them.
    #[inline(never)]
    fn count_regular(&self, time: usize, mut last_s: u32) -> (usize, u32) {
        let header = self.rows.first();
        let (Some(lat), Some(lon)) = (self.plan.lat, self.plan.lon) else { return (0, last_s) };
        let mut count = 0;
        for row in self.rows.chunks_exact(self.stride) {
            let read = (self.number(row, time), self.number(row, lat), self.number(row, lon));
            let (Some(stamp), Some(lat), Some(lon)) = read else { break };
            let dated = (FIRST_DATE..u32::MAX).contains(&stamp) && follows(last_s, stamp);
            let placed = is_position(degrees(lat).unwrap_or(f64::NAN), degrees(lon).unwrap_or(f64::NAN));
            if row.first() != header || !dated || !placed {
                break;
            }
            (count, last_s) = (count + 1, stamp);
        }
        (count, last_s)
    }

    /// Appends the records to the sheet; false, and nothing is appended, when a channel has values in some of them only.
    fn append(&self, time: usize, activity: &mut Activity) -> bool {
        let before = activity.sheet.len();
        let sheet = &mut activity.sheet;
        let [time_ms, lat_deg, lon_deg] = sheet.fixes_mut();
        self.append_times(time, time_ms);
        self.append_places(self.plan.lat, lat_deg);
        self.append_places(self.plan.lon, lon_deg);
        let kept = self.plan.channels.iter().all(|op| {
            let values = sheet.values_mut(op.slot);
            values.is_none_or(|values| self.append_values(op, values, before))
        });
        if !kept {
            sheet.truncate(before);
        }
        kept
    }

    #[inline(never)]
    fn append_times(&self, time: usize, times: &mut Vec<f64>) {
        let fraction = self.plan.time128.map_or(usize::MAX, |at| 1 + at);
        times.extend(
            self.rows
                .chunks_exact(self.stride)
                .map(|row| moment_ms(self.number(row, time).unwrap_or(0), row.get(fraction).copied())),
        );
    }

    #[inline(never)]
    fn append_places(&self, at: Option<usize>, places: &mut Vec<f64>) {
        let at = at.unwrap_or(0);
        places.extend(
            self.rows
                .chunks_exact(self.stride)
                .map(|row| self.number(row, at).and_then(degrees).unwrap_or(f64::NAN)),
        );
    }

    /// The four bytes at an offset of a record's data.
    #[inline(always)]
    fn number(&self, row: &[u8], at: usize) -> Option<u32> {
        u32_at(row.get(1 + at..)?, self.big)
    }

    /// Appends a channel's values; false when some records have one and others do not.
    fn append_values(&self, op: &ChannelOp, values: &mut Vec<f32>, before: usize) -> bool {
        let big = self.big;
        if values.len() != before {
            return self.overwrite(op, values.get_mut(before..).unwrap_or_default());
        }
        // The common types each get a specialized loop.
        let valid = match op.base {
            Base::U8 => self.extend(op, values, |b| Base::U8.number(b, big)),
            Base::U16 => self.extend(op, values, |b| Base::U16.number(b, big)),
            Base::I16 => self.extend(op, values, |b| Base::I16.number(b, big)),
            Base::U32 => self.extend(op, values, |b| Base::U32.number(b, big)),
            other => self.extend(op, values, |b| other.number(b, big)),
        };
        if valid == 0 {
            values.truncate(before);
        }
        valid == 0 || values.len() == before + valid
    }

    /// Appends a value for each record; the number of those that are not NaN.
    #[inline(never)]
    fn extend(&self, op: &ChannelOp, values: &mut Vec<f32>, number: impl Fn(&[u8]) -> Option<f64>) -> usize {
        let mut valid = 0;
        values.extend(self.rows.chunks_exact(self.stride).map(|row| {
            let value = row.get(1 + op.offset..).and_then(&number).map_or(f64::NAN, |raw| op.value(raw));
            valid += usize::from(!value.is_nan());
            // Adding +0 turns -0 into +0.
            (value + 0.0) as f32
        }));
        valid
    }

    /// Overwrites values that these rows have from another field of the same channel. False when a record has a value
    /// but no place in the column.
    fn overwrite(&self, op: &ChannelOp, written: &mut [f32]) -> bool {
        let mut places = written.iter_mut();
        self.rows.chunks_exact(self.stride).all(|row| {
            let place = places.next();
            let raw = row.get(1 + op.offset..).and_then(|b| op.base.number(b, self.big));
            match (raw.map(|raw| op.value(raw)).filter(|v| !v.is_nan()), place) {
                (Some(value), Some(place)) => *place = (value + 0.0) as f32,
                (Some(_), None) => return false,
                (None, _) => {}
            }
            true
        })
    }
}
