//! One track point while it is read: position, time, and the quantities of its extensions.

use super::xml;
use crate::read::channels;
use crate::read::instant::iso_8601;
use crate::read::number::decimal;
use crate::read::sheet::{Sheet, Slot, is_position};

/// Most different quantities in one file; further names are passed over.
const MOST_NAMES: usize = 256;

/// A `trkpt` that is open.
#[derive(Debug)]
pub struct Point {
    /// Where it begins in the text.
    pub from: usize,
    lat_deg: Option<f64>,
    lon_deg: Option<f64>,
    pub time_ms: Option<f64>,
}

impl Point {
    /// A point of these attributes.
    pub fn at(attributes: &[u8], from: usize) -> Self {
        let mut point = Self { from, lat_deg: None, lon_deg: None, time_ms: None };
        for (name, value) in xml::attributes(attributes) {
            match name {
                b"lat" => point.lat_deg = decimal(value),
                b"lon" => point.lon_deg = decimal(value),
                _ => {}
            }
        }
        point
    }

    /// Latitude and longitude, if they are on the globe.
    pub fn position(&self) -> Option<(f64, f64)> {
        let (lat, lon) = (self.lat_deg?, self.lon_deg?);
        is_position(lat, lon).then_some((lat, lon))
    }

    /// Takes the text of one of its elements. True when it was a time without zone.
    pub fn value<'a>(
        &mut self,
        name: &'a [u8],
        text: &[u8],
        values: &mut Values<'a>,
        sheet: &mut Sheet,
    ) -> bool {
        if name == b"time" {
            let instant = iso_8601(text);
            self.time_ms = self.time_ms.or(instant.map(|i| i.ms));
            return instant.is_some_and(|i| !i.zoned);
        }
        if let Some((slot, factor)) = values.slot(name, sheet)
            && let Some(value) = decimal(text)
        {
            values.row.push((slot, value * factor));
        }
        false
    }
}

/// An element's local name, and the slot and factor of its channel when it has one.
type Name<'a> = (&'a [u8], Option<(Slot, f64)>);

/// The quantities of the point that is open, and the names met so far.
#[derive(Debug, Default)]
pub struct Values<'a> {
    row: Vec<(Slot, f64)>,
    names: Vec<Name<'a>>,
}

impl<'a> Values<'a> {
    /// Forgets the values of the point before.
    pub fn clear(&mut self) {
        self.row.clear();
    }

    /// Writes the values into the sheet's last row.
    pub fn write(&mut self, sheet: &mut Sheet) {
        for (slot, value) in self.row.drain(..) {
            sheet.set(slot, value);
        }
    }

    fn slot(&mut self, name: &'a [u8], sheet: &mut Sheet) -> Option<(Slot, f64)> {
        if let Some((_, known)) = self.names.iter().find(|(known, _)| *known == name) {
            return *known;
        }
        if self.names.len() >= MOST_NAMES {
            return None;
        }
        let found = channel(name).map(|(id, factor)| (sheet.slot(id), factor));
        self.names.push((name, found));
        found
    }
}

/// The channel of an element's local name. Speeds in GPX are m/s (GPX 1.0, TrackPointExtension v2).
fn channel(name: &[u8]) -> Option<(std::borrow::Cow<'static, str>, f64)> {
    let bookkeeping = matches!(
        name,
        b"name"
            | b"cmt"
            | b"desc"
            | b"src"
            | b"url"
            | b"urlname"
            | b"sym"
            | b"type"
            | b"text"
            | b"link"
            | b"fix"
            | b"sat"
            | b"hdop"
            | b"vdop"
            | b"pdop"
            | b"geoidheight"
            | b"magvar"
            | b"ageofdgpsdata"
            | b"dgpsid"
            | b"vAcc"
            | b"sAcc"
            | b"cAcc"
    );
    if bookkeeping {
        return None;
    }
    channels::by_name(std::str::from_utf8(name).ok()?, "")
}
