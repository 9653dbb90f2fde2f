//! The rows of a VKX log that are read.

use crate::angle::to_deg;
use crate::read::attitude::roll_pitch_yaw_deg;
use crate::read::channels::plain_name;
use crate::read::sheet::{Sheet, Slot};
use crate::read::valid::is_position;
use crate::track::{Event, EventKind};

/// Key of a row with position, velocity and attitude.
pub(super) const POSITION: u8 = 0x02;
/// Most load cells; further ones are skipped. *Guess*.
const MAX_LOADS: usize = 16;

/// A load cell's short name, and the slot of its channel.
type Load = ([u8; 4], Option<Slot>);

/// Slots of the channels of a VKX log.
pub(super) struct Slots {
    sog: Slot,
    cog: Slot,
    ele: Slot,
    hdg: Slot,
    heel: Slot,
    pitch: Slot,
    loads: Vec<Load>,
}

impl Slots {
    /// Adds the channels of position rows to the sheet.
    pub(super) fn new(sheet: &mut Sheet) -> Self {
        Self {
            sog: sheet.slot("sog"),
            cog: sheet.slot("cog"),
            ele: sheet.slot("ele"),
            hdg: sheet.slot("hdg"),
            heel: sheet.slot("heel"),
            pitch: sheet.slot("pitch"),
            loads: Vec::new(),
        }
    }

    fn load(&mut self, name: [u8; 4], sheet: &mut Sheet) -> Option<Slot> {
        if let Some((_, slot)) = self.loads.iter().find(|(known, _)| *known == name) {
            return *slot;
        }
        if self.loads.len() >= MAX_LOADS {
            return None;
        }
        let slot = plain_name(&String::from_utf8_lossy(&name)).map(|name| match name.as_str() {
            "clew" => sheet.slot("clew_load"),
            _ => sheet.slot(format!("load_{name}")),
        });
        self.loads.push((name, slot));
        slot
    }
}

/// Time and position of a position row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    pub time_ms: f64,
    pub lat_deg: f64,
    pub lon_deg: f64,
}

/// Time and position of a position row's payload.
pub(super) fn position(data: &[u8]) -> Option<Place> {
    Some(Place {
        time_ms: time_ms(data)?,
        lat_deg: f64::from(i32_at(data, 8)?) / 1e7,
        lon_deg: f64::from(i32_at(data, 12)?) / 1e7,
    })
}

/// Writes speed, course, height and attitude of a position row into the last row of the sheet.
pub(super) fn motion(data: &[u8], sheet: &mut Sheet, slots: &Slots) {
    let value = |at: usize| f32_at(data, at).map(f64::from);
    let mut set = |slot: Slot, value: Option<f64>| sheet.set(slot, value.unwrap_or(f64::NAN));
    set(slots.sog, value(16).filter(|v| (0.0..100.0).contains(v)));
    set(slots.cog, value(20).map(to_deg));
    set(slots.ele, value(24));
    let quaternion = (value(28), value(32), value(36), value(40));
    let (Some(w), Some(x), Some(y), Some(z)) = quaternion else { return };
    // North-east-down axes: heel to starboard, bow up and heading are positive without a change of sign.
    if let Some([roll, pitch, yaw]) = roll_pitch_yaw_deg([w, x, y, z]) {
        set(slots.heel, Some(roll));
        set(slots.pitch, Some(pitch));
        set(slots.hdg, Some(yaw));
    }
}

/// Reads any other row: values are added to the last position; timer and start line are events.
pub(super) fn other(key: u8, data: &[u8], sheet: &mut Sheet, slots: &mut Slots) -> Option<Event> {
    let value = |at: usize| f32_at(data, at).map_or(f64::NAN, f64::from);
    let mut set = |id: &'static str, value: f64| {
        let slot = sheet.slot(id);
        sheet.set(slot, value);
    };
    match key {
        0x04 => return timer(data),
        0x05 => return line_end(data),
        0x0A => {
            set("awa", value(8));
            set("aws", value(12));
        }
        0x0B => set("stw", value(8)),
        0x0C => set("depth", value(8)),
        0x10 => set("temperature", value(8)),
        0x0F => {
            let name = data.get(8..12).and_then(|name| <[u8; 4]>::try_from(name).ok());
            if let Some(slot) = name.and_then(|name| slots.load(name, sheet)) {
                sheet.set(slot, value(12));
            }
        }
        _ => {}
    }
    None
}

fn timer(data: &[u8]) -> Option<Event> {
    let seconds = f64::from(i32_at(data, 9)?);
    let kind = match data.get(8)? {
        0 => EventKind::TimerReset { seconds },
        1 => EventKind::TimerStart { seconds },
        2 => EventKind::TimerSync { seconds },
        3 => EventKind::RaceStart,
        4 => EventKind::RaceEnd,
        _ => return None,
    };
    Some(Event { time_ms: time_ms(data)?, kind })
}

fn line_end(data: &[u8]) -> Option<Event> {
    let (lat_deg, lon_deg) = (f64::from(f32_at(data, 9)?), f64::from(f32_at(data, 13)?));
    let kind = match data.get(8)? {
        0 => EventKind::Pin { lat_deg, lon_deg },
        1 => EventKind::CommitteeBoat { lat_deg, lon_deg },
        _ => return None,
    };
    is_position(lat_deg, lon_deg).then_some(Event { time_ms: time_ms(data)?, kind })
}

fn time_ms(data: &[u8]) -> Option<f64> {
    data.first_chunk::<8>().map(|b| u64::from_le_bytes(*b) as f64)
}

fn i32_at(data: &[u8], at: usize) -> Option<i32> {
    data.get(at..)?.first_chunk::<4>().map(|b| i32::from_le_bytes(*b))
}

fn f32_at(data: &[u8], at: usize) -> Option<f32> {
    data.get(at..)?.first_chunk::<4>().map(|b| f32::from_le_bytes(*b)).filter(|v| v.is_finite())
}
