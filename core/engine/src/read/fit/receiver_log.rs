//! The receiver's log in `gps_metadata` messages: cameras and some watches write ten positions a second there and one
//! record a second.
//!
//! Source: the FIT profile, messages 160 `gps_metadata` and 162 `timestamp_correlation`. The times of the former may
//! count from when the device was switched on; the latter, or the field `utc_timestamp`, relates them to UTC.

use super::activity::{ms, value, whole};
use super::decode::FIRST_DATE;
use super::definition::Definition;
use crate::angle::{to_deg, wrap_360};
use crate::config::limits;
use crate::error::{Error, ErrorKind};
use crate::read::sheet::{Sheet, Slot};
use crate::read::valid::is_position;

/// The values of a record are assigned to a fix of the receiver at most this far away, ms. *Guess*.
const SAME_MOMENT_MS: f64 = 500.0;

/// One `gps_metadata` message with a position.
#[derive(Debug, Clone, Copy)]
struct Row {
    /// The device clock, ms: since 1970, or since the device was switched on.
    clock_ms: f64,
    /// Whole seconds of UTC, ms.
    utc_ms: Option<f64>,
    lat_deg: f64,
    lon_deg: f64,
    sog: f64,
    cog: f64,
    ele: f64,
}

/// The fixes of `gps_metadata` messages.
#[derive(Debug, Default)]
pub(super) struct ReceiverLog {
    rows: Vec<Row>,
    /// Messages with a field for the position.
    pub expected: usize,
    /// First row of the current file of the chain.
    file_from: usize,
    /// UTC minus the device clock, ms.
    to_utc_ms: Option<f64>,
}

impl ReceiverLog {
    /// Rows so far.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Adds a `gps_metadata` message. One without a position is skipped: watches write speed and height alone there,
    /// without a time, and their records hold the speed too.
    pub(super) fn gps(
        &mut self,
        definition: &Definition,
        data: &[u8],
        stamp: Option<u32>,
    ) -> Result<(), Error> {
        let number = |field: u8| value(definition, data, field);
        let degrees = |field: u8| number(field).map(|raw| raw * 180.0 / 2_147_483_648.0);
        self.expected += usize::from(definition.fields.iter().any(|f| f.number == 1));
        let (Some(stamp), Some(lat_deg), Some(lon_deg)) = (stamp, degrees(1), degrees(2)) else {
            return Ok(());
        };
        if !is_position(lat_deg, lon_deg) {
            return Ok(());
        }
        if self.rows.len() >= limits::POINTS {
            let limit = format!("more than {} points", limits::POINTS);
            return Err(ErrorKind::TooLarge { limit }.into());
        }
        let (east, north) = velocity(definition, data);
        let sog_mps = f64::sqrt(east * east + north * north);
        self.rows.push(Row {
            clock_ms: ms(stamp) + number(0).unwrap_or(0.0),
            utc_ms: whole(definition, data, 6).filter(|s| *s >= FIRST_DATE).map(ms),
            lat_deg,
            lon_deg,
            sog: number(4).map_or(sog_mps, |raw| raw / 1000.0),
            cog: number(5).map_or_else(|| wrap_360(to_deg(libm::atan2(east, north))), |raw| raw / 100.0),
            ele: number(3).map_or(f64::NAN, |raw| raw / 5.0 - 500.0),
        });
        Ok(())
    }

    /// Adds a `timestamp_correlation` message: the device clock and UTC at one moment.
    pub(super) fn correlate(&mut self, definition: &Definition, data: &[u8], stamp: Option<u32>) {
        let number = |field: u8| value(definition, data, field).unwrap_or(0.0);
        let utc = stamp.filter(|s| *s >= FIRST_DATE).map(|s| ms(s) + number(4) + number(0) / 32.768);
        let clock = whole(definition, data, 1).map(|s| ms(s) + number(5) + number(2) / 32.768);
        // A watch writes many; the first is used.
        self.to_utc_ms = self.to_utc_ms.or(utc.zip(clock).map(|(utc, clock)| utc - clock));
    }

    /// Ends the current file of the chain: its times become UTC; rows whose UTC is unknown are removed.
    pub(super) fn end_file(&mut self) {
        let rows = self.rows.get_mut(self.file_from..).unwrap_or_default();
        let own = rows.iter().all(|row| row.clock_ms >= ms(FIRST_DATE)).then_some(0.0);
        // `utc_timestamp` is truncated to the second, so the largest difference has the smallest error.
        let stated = rows.iter().filter_map(|row| Some(row.utc_ms? - row.clock_ms)).max_by(f64::total_cmp);
        match own.or(self.to_utc_ms).or(stated) {
            Some(offset) => rows.iter_mut().for_each(|row| row.clock_ms += offset),
            None => self.rows.truncate(self.file_from),
        }
        self.file_from = self.rows.len();
        self.to_utc_ms = None;
    }

    /// The receiver's fixes as rows, with the other channels from the record nearest in time.
    pub(super) fn into_sheet(self, records: &Sheet) -> Result<Sheet, Error> {
        let mut sheet = Sheet::with_room(self.rows.len());
        let [sog, cog, ele] = ["sog", "cog", "ele"].map(|id| sheet.slot(id));
        let others: Vec<(Slot, &[f32])> = records
            .channels()
            .filter(|(id, _)| !["sog", "cog", "ele"].contains(id))
            .map(|(id, values)| (sheet.slot(id.to_string()), values))
            .collect();
        let mut record = 0;
        for (i, row) in self.rows.iter().enumerate() {
            sheet.push(row.clock_ms, row.lat_deg, row.lon_deg)?;
            sheet.set(sog, row.sog);
            sheet.set(cog, row.cog);
            sheet.set(ele, row.ele);
            let next_ms = self.rows.get(i + 1).map_or(f64::INFINITY, |next| next.clock_ms);
            while let Some(at_ms) = records.times().get(record).copied() {
                // A record nearer to the next fix is left for it; one too far from both is not used.
                if at_ms - row.clock_ms > next_ms - at_ms {
                    break;
                }
                if (at_ms - row.clock_ms).abs() <= SAME_MOMENT_MS {
                    for (slot, values) in &others {
                        sheet.set(*slot, values.get(record).map_or(f64::NAN, |v| f64::from(*v)));
                    }
                } else if at_ms > row.clock_ms {
                    break;
                }
                record += 1;
            }
        }
        Ok(sheet)
    }
}

/// Velocity to the east and to the north, m/s; NaN where the message has none.
fn velocity(definition: &Definition, data: &[u8]) -> (f64, f64) {
    let field = definition.fields.iter().find(|f| f.number == 7 && f.size >= 4);
    let part = |at: usize| {
        let field = field?;
        let bytes = data.get(field.offset + at..field.offset + field.size)?;
        field.base?.number(bytes, definition.big).map(|raw| raw / 100.0)
    };
    (part(0).unwrap_or(f64::NAN), part(2).unwrap_or(f64::NAN))
}
