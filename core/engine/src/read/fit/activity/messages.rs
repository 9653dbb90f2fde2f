//! The messages of an activity besides its records: device, sport, pauses, marks, laps, sessions, declared fields.

use super::super::base::Base;
use super::super::decode::{self, FIRST_DATE};
use super::super::definition::{Declared, Definition, global};
use super::super::names;
use super::super::totals::{MAX_TOTALS, totals};
use super::{ACTIVITY, Activity, ms};
use crate::error::Error;
use crate::track::{Event, EventKind, Part, Totals};

/// FIT's number of the maker Garmin.
const GARMIN: u32 = 1;
/// FIT's events of the timer and of a mark set by hand.
const TIMER: u32 = 0;
const USER_MARKER: u32 = 32;

impl Activity {
    /// True for messages that [`Self::message`] reads.
    pub(crate) fn wants(&self, number: u16) -> bool {
        decode::is_read(number)
    }

    /// Adds a message that is not a record. `stamp`: its time in FIT seconds.
    pub(crate) fn message(
        &mut self,
        definition: &Definition,
        data: &[u8],
        stamp: Option<u32>,
    ) -> Result<(), Error> {
        let number = |field: u8| whole(definition, data, field);
        match definition.global {
            global::FILE_ID => {
                self.file_type = self.file_type.filter(|t| *t == ACTIVITY).or(number(0));
                self.name_device(text(definition, data, 8), number(1), number(2));
            }
            global::DEVICE_INFO if number(0) == Some(0) => {
                self.name_device(text(definition, data, 27), number(2), number(4));
            }
            global::SESSION => {
                self.total(totals(Part::Session, definition, data, stamp));
                self.name_sport(number(5), text(definition, data, 110));
            }
            global::LAP => self.total(totals(Part::Lap, definition, data, stamp)),
            global::SPORT => self.name_sport(number(0), text(definition, data, 3)),
            global::EVENT => self.event(number(0), number(1), stamp),
            global::GPS_METADATA => return self.receiver_log.gps(definition, data, stamp),
            global::TIMESTAMP_CORRELATION => self.receiver_log.correlate(definition, data, stamp),
            global::FIELD_DESCRIPTION => self.declare(definition, data),
            _ => {}
        }
        Ok(())
    }

    fn total(&mut self, totals: Option<Totals>) {
        if self.totals.len() < MAX_TOTALS {
            self.totals.extend(totals);
        }
    }

    fn event(&mut self, event: Option<u32>, event_type: Option<u32>, stamp: Option<u32>) {
        let time_ms = stamp.filter(|s| *s >= FIRST_DATE).map(ms);
        match event {
            Some(TIMER) => self.timer(event_type, stamp),
            Some(USER_MARKER) if self.marks.len() < MAX_TOTALS => {
                self.marks.extend(time_ms.map(|time_ms| Event { time_ms, kind: EventKind::Mark }));
            }
            _ => {}
        }
    }

    fn name_device(&mut self, product: Option<String>, maker: Option<u32>, number: Option<u32>) {
        let of_garmin = number.filter(|_| maker == Some(GARMIN)).and_then(names::garmin_product);
        let product = product.or(of_garmin.map(str::to_string));
        let maker = maker.and_then(names::maker);
        let name = match (product, maker) {
            (Some(product), Some(maker)) if !product.contains(maker) => Some(format!("{maker} {product}")),
            (Some(product), _) => Some(product),
            (None, maker) => maker.map(str::to_string),
        };
        // The longest name is the most specific.
        if name.as_ref().map(String::len) > self.device.as_ref().map(String::len) {
            self.device = name;
        }
    }

    /// Sets the sport by its number; a generic one by the name of its profile, by which applications say what they record.
    fn name_sport(&mut self, number: Option<u32>, profile: Option<String>) {
        let sport = number.and_then(names::sport);
        if self.sport.is_none() || self.sport.as_deref() == Some("generic") {
            let named = profile.filter(|name| sport == Some("generic") && !name.is_empty());
            self.sport = named.or(sport.map(str::to_string)).or(self.sport.take());
        }
    }

    /// Adds a timer event: the device was paused or resumed.
    fn timer(&mut self, event_type: Option<u32>, stamp: Option<u32>) {
        let Some(now_ms) = stamp.map(ms) else { return };
        match event_type {
            Some(0) => {
                if let Some(from_ms) = self.stopped_ms.take().filter(|from| *from < now_ms) {
                    self.pauses_ms.push([from_ms, now_ms]);
                }
            }
            Some(1 | 4 | 8 | 9) => self.stopped_ms = self.stopped_ms.or(Some(now_ms)),
            _ => {}
        }
    }

    fn declare(&mut self, definition: &Definition, data: &[u8]) {
        let number = |field: u8| whole(definition, data, field);
        let byte = |field: u8| number(field).and_then(|v| u8::try_from(v).ok());
        let (Some(index), Some(field), Some(base)) = (byte(0), byte(1), byte(2).and_then(Base::of)) else {
            return;
        };
        self.developers.declare(index, field, || {
            let name = text(definition, data, 3).unwrap_or_default();
            let units = text(definition, data, 8).unwrap_or_default();
            let scale = number(6).filter(|s| *s != 0).map_or(1.0, f64::from);
            Declared::new(base, &name, &units, scale, value(definition, data, 7).unwrap_or(0.0))
        });
    }
}

/// A field as a number; `None` when the message has no such field or its value is "invalid".
pub(crate) fn value(definition: &Definition, data: &[u8], field: u8) -> Option<f64> {
    let field = definition.fields.iter().find(|f| f.number == field)?;
    field.base?.number(data.get(field.offset..)?, definition.big)
}

/// A field as a whole number that is not negative.
pub(crate) fn whole(definition: &Definition, data: &[u8], field: u8) -> Option<u32> {
    let value = value(definition, data, field)?;
    (0.0..=f64::from(u32::MAX)).contains(&value).then_some(value as u32)
}

fn text(definition: &Definition, data: &[u8], field: u8) -> Option<String> {
    let field = definition.fields.iter().find(|f| f.number == field)?;
    let bytes = data.get(field.offset..field.offset + field.size)?;
    let bytes = bytes.split(|b| *b == 0).next()?;
    let text = String::from_utf8_lossy(bytes).trim().to_string();
    (!text.is_empty()).then_some(text)
}
