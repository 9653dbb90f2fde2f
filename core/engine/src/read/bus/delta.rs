//! A delta of Signal K: values of a vessel by their paths, in SI units.
//!
//! Source: Signal K specification 1.7, delta format and keys of vessels.

use crate::angle::to_deg;
use crate::read::instant::iso_8601;
use crate::read::json::walk;
use crate::read::nmea::moment::Quantity;

use super::rows::{POSITION, Reading};
use super::{hash, number, text};

/// A delta, or the server's first message, which names the own vessel.
#[derive(Default)]
pub(super) struct Delta<'a> {
    pub context: &'a [u8],
    pub own: Option<&'a [u8]>,
    pub updates: Vec<Update<'a>>,
}

/// Values of one device with one time.
#[derive(Default)]
pub(super) struct Update<'a> {
    pub time_ms: Option<f64>,
    pub source: u32,
    pub items: Vec<Item<'a>>,
}

/// A value: a number or text, or an object of numbers.
#[derive(Clone)]
pub(super) struct Item<'a> {
    path: &'a [u8],
    number: f64,
    text: &'a [u8],
    latitude: f64,
    longitude: f64,
    roll: f64,
    pitch: f64,
}

impl Item<'_> {
    const NONE: Self = Self {
        path: &[],
        number: f64::NAN,
        text: &[],
        latitude: f64::NAN,
        longitude: f64::NAN,
        roll: f64::NAN,
        pitch: f64::NAN,
    };
}

/// Reads a delta; none when the object is not whole or has no updates and names no vessel.
pub(super) fn read(line: &[u8]) -> Option<Delta<'_>> {
    let mut delta = Delta::default();
    let (mut update, mut item) = (Update::default(), Item::NONE);
    let is_whole = walk(line, &mut |names, value| match (names, value) {
        ([b"context"], Some(value)) => delta.context = text(&value),
        ([b"self"], Some(value)) => delta.own = Some(text(&value)),
        ([b"updates", b"timestamp"], Some(value)) => {
            update.time_ms = iso_8601(text(&value)).map(|instant| instant.ms);
        }
        ([b"updates", b"$source"] | [b"updates", b"source", b"label" | b"src" | b"talker"], Some(value)) => {
            update.source = hash(update.source, text(&value));
        }
        ([b"updates", b"values", b"path"], Some(value)) => item.path = text(&value),
        ([b"updates", b"values", b"value"], Some(value)) => {
            (item.number, item.text) = (number(&value), text(&value));
        }
        ([b"updates", b"values", b"value", name], Some(value)) => {
            let place = match *name {
                b"latitude" => &mut item.latitude,
                b"longitude" => &mut item.longitude,
                b"roll" => &mut item.roll,
                b"pitch" => &mut item.pitch,
                _ => return,
            };
            *place = number(&value);
        }
        ([b"updates", b"values"], None) => update.items.push(std::mem::replace(&mut item, Item::NONE)),
        ([b"updates"], None) => delta.updates.push(std::mem::take(&mut update)),
        _ => {}
    });
    (is_whole && (delta.own.is_some() || !delta.updates.is_empty())).then_some(delta)
}

impl Delta<'_> {
    /// True for a delta of the own vessel: of `own`, of `self`, or without a context.
    pub(super) fn is_of(&self, own: &[u8]) -> bool {
        let bare = |context: &'_ [u8]| context.strip_prefix(b"vessels.").unwrap_or(context).to_vec();
        self.context.is_empty() || self.context == b"vessels.self" || bare(self.context) == bare(own)
    }
}

impl Update<'_> {
    /// Calls `each` with the readings, and with a key for the path by which devices are distinguished.
    pub(super) fn readings(&self, each: &mut dyn FnMut(u32, Reading)) {
        let number = |path: &[u8]| {
            let mut found = self.items.iter().filter(|item| item.path == path).map(|item| item.number);
            found.find(|number| !number.is_nan())
        };
        for item in &self.items {
            let Some(path) = item.path.strip_prefix(b"navigation.") else { continue };
            let (key, deg) = (hash(0, path), to_deg(item.number));
            let reading = match path {
                b"position" => {
                    let (lat_deg, lon_deg) = (item.latitude, item.longitude);
                    each(POSITION, Reading::Position { lat_deg, lon_deg });
                    continue;
                }
                b"attitude" => {
                    each(key, Reading::Other(Quantity::Heel, to_deg(item.roll)));
                    Reading::Other(Quantity::Pitch, to_deg(item.pitch))
                }
                b"datetime" => match iso_8601(item.text) {
                    Some(instant) => Reading::Time(instant.ms),
                    None => continue,
                },
                b"speedOverGround" => Reading::Speed(Quantity::Sog, item.number),
                b"speedThroughWater" => Reading::Speed(Quantity::Stw, item.number),
                b"courseOverGroundTrue" => Reading::Course { deg, is_magnetic: false },
                b"courseOverGroundMagnetic" => Reading::Course { deg, is_magnetic: true },
                b"headingTrue" => Reading::Angle(Quantity::Hdg, deg),
                b"headingMagnetic" => Reading::MagneticHeading(deg),
                b"magneticVariation" => Reading::Variation(deg),
                _ => continue,
            };
            each(key, reading);
        }
        let mut other = |path: &[u8], quantity, factor: fn(f64) -> f64| {
            number(path).into_iter().for_each(|v| each(hash(0, path), Reading::Other(quantity, factor(v))));
        };
        other(b"environment.depth.belowTransducer", Quantity::Depth, |m| m);
        other(b"steering.rudderAngle", Quantity::Rudder, to_deg);
        self.winds(&number, each);
    }

    fn winds(&self, number: &dyn Fn(&[u8]) -> Option<f64>, each: &mut dyn FnMut(u32, Reading)) {
        let angle = |path: &[u8]| number(path).map(to_deg);
        let apparent = (angle(b"environment.wind.angleApparent"), number(b"environment.wind.speedApparent"));
        let over_water = (angle(b"environment.wind.angleTrueWater"), number(b"environment.wind.speedTrue"));
        let over_ground =
            (angle(b"environment.wind.angleTrueGround"), number(b"environment.wind.speedOverGround"));
        let of_bow = if over_water.0.is_some() { over_water } else { over_ground };
        for (key, is_true, (deg, mps)) in [(1, false, apparent), (2, true, of_bow)] {
            if deg.is_some() || mps.is_some() {
                let (deg, mps) = (deg.unwrap_or(f64::NAN), mps.unwrap_or(f64::NAN));
                each(key, Reading::Wind { is_true, deg, mps });
            }
        }
        let (to_true, to_magnetic) =
            (angle(b"environment.wind.directionTrue"), angle(b"environment.wind.directionMagnetic"));
        if let Some(deg) = to_true.or(to_magnetic) {
            let mps = over_ground.1.or(over_water.1).unwrap_or(f64::NAN);
            each(3, Reading::WindDirection { deg, mps, is_magnetic: to_true.is_none() });
        }
    }
}
