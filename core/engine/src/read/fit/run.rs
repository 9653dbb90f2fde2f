//! Runs of records of one definition, which are nearly all of a file: read a column at a time. Whatever is not
//! plain about a record ends the run before it, and the walk reads that record by itself.

use super::activity::Activity;
use super::base::{Base, u32_at};
use super::decode::{FIRST_DATE, degrees, follows, moment_ms};
use super::definition::{ChannelOp, Definition, RecordPlan};
use crate::read::sheet::is_position;

/// Records read at once. A browser exchanges its quickly made code for the better one between two calls, not within;
/// and the sooner the smaller a function is, which is why those of this file are not inlined.
const MOST: usize = 256;
/// Fewer are not worth the beginning.
const FEWEST: usize = 4;

/// What became of a run.
pub enum Outcome {
    /// So many records were read; the last had this time stamp.
    Read(usize, u32),
    /// So many records must be read one by one.
    OneByOne(usize),
}

/// Records as they lie in the file, `stride` bytes each with their header byte.
struct Run<'a> {
    plan: &'a RecordPlan,
    big: bool,
    rows: &'a [u8],
    stride: usize,
}

/// Reads the records at the start of `bytes`, which are at `at` of the file; the record before them had the time
/// stamp `last_s`.
#[inline(never)]
pub fn read(
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
    let most = room(plan, activity).min(MOST).min(bytes.len() / stride);
    let rows = bytes.get(..most * stride).unwrap_or_default();
    let mut run = Run { plan, big: definition.big, rows, stride };
    let (count, stamp) = run.sound(time, last_s);
    if count < FEWEST {
        return Outcome::OneByOne(count.max(1));
    }
    run.rows = rows.get(..count * stride).unwrap_or_default();
    if !run.append(time, activity) {
        return Outcome::OneByOne(count);
    }
    activity.records(count, at + count * stride);
    Outcome::Read(count, stamp)
}

/// Rows that fit into the columns as they are. None for the first record, and for those that are not only numbers.
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
    /// How many of the records are alike, in time and with a position, and the time stamp of the last of them.
    #[inline(never)]
    fn sound(&self, time: usize, mut last_s: u32) -> (usize, u32) {
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

    /// Appends the records to the sheet; false when a channel has a value in some of them alone, and nothing is
    /// appended.
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

    /// The four bytes at a place of a record's data.
    #[inline(always)]
    fn number(&self, row: &[u8], at: usize) -> Option<u32> {
        u32_at(row.get(1 + at..)?, self.big)
    }

    /// Appends a channel's values to those of the rows before; false where they do not fit there as they are.
    fn append_values(&self, op: &ChannelOp, values: &mut Vec<f32>, before: usize) -> bool {
        let big = self.big;
        if values.len() != before {
            return self.lay_over(op, values.get_mut(before..).unwrap_or_default());
        }
        // The usual types each get a loop of their own.
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

    /// Appends a value a record, and how many of them are not missing.
    #[inline(never)]
    fn extend(&self, op: &ChannelOp, values: &mut Vec<f32>, number: impl Fn(&[u8]) -> Option<f64>) -> usize {
        let mut valid = 0;
        values.extend(self.rows.chunks_exact(self.stride).map(|row| {
            let value = row.get(1 + op.offset..).and_then(&number).map_or(f64::NAN, |raw| op.value(raw));
            valid += usize::from(!value.is_nan());
            // The sum makes +0 of -0.
            (value + 0.0) as f32
        }));
        valid
    }

    /// Values of a channel that these rows have already, from another field, which the later one overrules; or that
    /// the rows before lack. False when it has some after all.
    fn lay_over(&self, op: &ChannelOp, written: &mut [f32]) -> bool {
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
