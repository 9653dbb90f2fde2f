//! Definition messages, compiled into a plan of offsets and types by which the data messages are read.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::base::Base;
use super::names::{self, Native};
use crate::read::channels;
use crate::read::sheet::{Sheet, Slot};
use crate::stats::order::sort_by_number;

/// Global message numbers that the reader uses.
pub(super) mod global {
    pub(crate) const FILE_ID: u16 = 0;
    pub(crate) const SPORT: u16 = 12;
    pub(crate) const SESSION: u16 = 18;
    pub(crate) const LAP: u16 = 19;
    pub(crate) const RECORD: u16 = 20;
    pub(crate) const EVENT: u16 = 21;
    pub(crate) const DEVICE_INFO: u16 = 23;
    pub(crate) const GPS_METADATA: u16 = 160;
    pub(crate) const TIMESTAMP_CORRELATION: u16 = 162;
    pub(crate) const FIELD_DESCRIPTION: u16 = 206;
}

/// Field number of the time stamp in every message.
const TIMESTAMP: u8 = 253;

/// One field of a message: its position and how to read it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    pub number: u8,
    pub offset: usize,
    pub size: usize,
    /// `None` when the size is not a multiple of the type's: the field is skipped.
    pub base: Option<Base>,
}

/// How a channel is read from a record.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChannelOp {
    pub offset: usize,
    pub base: Base,
    pub slot: Slot,
    /// Channel value = (raw / divisor - minus) × factor.
    pub divisor: f64,
    pub minus: f64,
    pub factor: f64,
}

impl ChannelOp {
    /// The channel value of a raw number.
    pub(super) fn value(&self, raw: f64) -> f64 {
        (raw / self.divisor - self.minus) * self.factor
    }
}

/// The plan of a `record` message.
#[derive(Debug, Default)]
pub(super) struct RecordPlan {
    pub time: Option<usize>,
    pub lat: Option<usize>,
    pub lon: Option<usize>,
    /// Fraction of the second in 1/128.
    pub time128: Option<usize>,
    /// Offset of three bytes: 12 bits of speed in 1/100 m/s, 12 bits of distance; the slot of the speed.
    pub compressed_speed: Option<(usize, Slot)>,
    pub channels: Vec<ChannelOp>,
}

/// The layout of the data messages of one local number.
#[derive(Debug)]
pub(super) struct Definition {
    pub global: u16,
    pub big: bool,
    /// Bytes of a data message after its header byte.
    pub size: usize,
    /// The bytes of the definition message, to recognize a repetition.
    pub raw: Box<[u8]>,
    pub fields: Vec<Field>,
    pub time: Option<usize>,
    pub record: Option<RecordPlan>,
}

/// A developer's field as a `field_description` message declares it.
#[derive(Debug)]
pub(super) struct Declared {
    base: Base,
    /// Its column while the file is read; `None` for a name without letters.
    column: Option<String>,
    /// The registry's id of its quantity and the factor to the stored unit, where the column has another name.
    quantity: Option<(Cow<'static, str>, f64)>,
    scale: f64,
    offset: f64,
    /// The slot of the column, from the first definition that uses the field on.
    slot: Option<Slot>,
}

impl Declared {
    /// A field with this name and unit; value = raw / `scale` - `offset`.
    pub(super) fn new(base: Base, name: &str, units: &str, scale: f64, offset: f64) -> Self {
        let column = developer_name(name);
        let quantity = channels::by_name(name, units).filter(|(id, _)| column.as_deref() != Some(id));
        Self { base, column, quantity, scale, offset, slot: None }
    }
}

/// Most developer fields that a file may declare; further ones are skipped. *Guess*.
const MAX_DECLARED: usize = 1024;

/// The developers' fields of a file.
#[derive(Debug, Default)]
pub(super) struct DeveloperFields {
    /// By the index of the developer's data and the number of the field; the last declaration of each.
    declared: BTreeMap<(u8, u8), Declared>,
    /// Declarations in the current file of the chain.
    count: usize,
    /// For each column of a developer's field the registry's id of its quantity and the factor to the stored unit, of all
    /// files of the chain.
    quantities: BTreeMap<Slot, (Cow<'static, str>, f64)>,
}

impl DeveloperFields {
    /// Adds a declaration.
    pub(super) fn declare(&mut self, index: u8, number: u8, field: impl FnOnce() -> Declared) {
        if self.count < MAX_DECLARED {
            self.count += 1;
            self.declared.insert((index, number), field());
        }
    }

    /// Begins the next file of the chain, which declares fields of its own.
    pub(super) fn next_file(&mut self) {
        self.declared.clear();
        self.count = 0;
    }

    /// Gives the columns that were used the registry's ids and units, unless the device itself wrote that quantity.
    pub(super) fn rename_columns(&mut self, sheet: &mut Sheet) {
        for (slot, (id, factor)) in std::mem::take(&mut self.quantities) {
            sheet.rename(slot, id, factor);
        }
    }

    /// How the field is read at this offset of a record. It has a column of its own name while the file is read.
    fn op(
        &mut self,
        index: u8,
        number: u8,
        offset: usize,
        size: usize,
        sheet: &mut Sheet,
    ) -> Option<ChannelOp> {
        let Self { declared, quantities, .. } = self;
        let field = declared.get_mut(&(index, number))?;
        if field.base == Base::Text || size < field.base.size() {
            return None;
        }
        let slot = match field.slot {
            Some(slot) => slot,
            None => {
                let slot = sheet.slot(field.column.clone()?);
                if let Some(quantity) = field.quantity.take() {
                    quantities.entry(slot).or_insert(quantity);
                }
                field.slot = Some(slot);
                slot
            }
        };
        let (divisor, minus) = (field.scale, field.offset);
        Some(ChannelOp { offset, base: field.base, slot, divisor, minus, factor: 1.0 })
    }
}

/// Length of the definition message at the start of `bytes`, header byte included; `None` when it is no definition or
/// incomplete.
pub(super) fn definition_length(bytes: &[u8]) -> Option<usize> {
    let (&header, count) = (bytes.first()?, usize::from(*bytes.get(5)?));
    let plausible = bytes.get(1) == Some(&0) && *bytes.get(2)? <= 1;
    let length = 6 + 3 * count;
    let developer = header & 0x20 != 0;
    let more = if developer { 1 + 3 * usize::from(*bytes.get(length)?) } else { 0 };
    (plausible && bytes.len() >= length + more).then_some(length + more)
}

/// Compiles the definition message `bytes` (as long as [`definition_length`] says).
pub(super) fn compile(
    bytes: &[u8],
    developers: &mut DeveloperFields,
    sheet: &mut Sheet,
) -> Option<Definition> {
    let big = *bytes.get(2)? == 1;
    let global = super::base::u16_at(bytes.get(3..)?, big)?;
    let count = usize::from(*bytes.get(5)?);
    let mut fields = Vec::with_capacity(count);
    let mut offset = 0;
    for triple in bytes.get(6..6 + 3 * count)?.chunks_exact(3) {
        let &[number, size, kind] = triple else { return None };
        let size = usize::from(size);
        let base = Base::of(kind).filter(|b| size >= b.size() && size % b.size() == 0);
        // A field without bytes holds nothing; a message has as many bytes as fields that are searched in it.
        if size > 0 {
            fields.push(Field { number, offset, size, base });
        }
        offset += size;
    }
    let mut record =
        (global == global::RECORD).then(|| record_plan(&fields, sheet)).filter(|_| !fields.is_empty());
    if let Some(developer) = bytes.get(6 + 3 * count + 1..) {
        for triple in developer.chunks_exact(3) {
            let &[number, size, index] = triple else { return None };
            let size = usize::from(size);
            if let Some(plan) = record.as_mut() {
                plan.channels.extend(developers.op(index, number, offset, size, sheet));
            }
            offset += size;
        }
    }
    let time = fields.iter().find(|f| f.number == TIMESTAMP && f.size == 4).map(|f| f.offset);
    Some(Definition { global, big, size: offset, raw: bytes.into(), fields, time, record })
}

fn record_plan(fields: &[Field], sheet: &mut Sheet) -> RecordPlan {
    let mut plan = RecordPlan::default();
    for field in fields {
        match (names::native(field.number), field.base) {
            (Some(Native::Time), _) if field.size == 4 => plan.time = Some(field.offset),
            (Some(Native::Lat), _) if field.size == 4 => plan.lat = Some(field.offset),
            (Some(Native::Lon), _) if field.size == 4 => plan.lon = Some(field.offset),
            (Some(Native::Time128), _) if field.size == 1 => plan.time128 = Some(field.offset),
            (Some(Native::CompressedSpeed), _) if field.size == 3 => {
                plan.compressed_speed = Some((field.offset, sheet.slot("sog")));
            }
            (Some(Native::Channel { id, divisor, minus }), Some(base)) => {
                let slot = sheet.slot(id);
                plan.channels.push(ChannelOp {
                    offset: field.offset,
                    base,
                    slot,
                    divisor,
                    minus,
                    factor: 1.0,
                });
            }
            _ => {}
        }
    }
    // A device may write a field and its enhanced form of 4 bytes: the latter is read last and overwrites the former.
    sort_by_number(&mut plan.channels, |op| op.base.size() as f64);
    plan
}

/// Name of the column of a developer's field while the file is read; `_developer` is appended to a name that a device
/// field has too.
fn developer_name(name: &str) -> Option<String> {
    let own = channels::plain_name(name)?;
    Some(if names::is_native(&own) { format!("{own}_developer") } else { own })
}
