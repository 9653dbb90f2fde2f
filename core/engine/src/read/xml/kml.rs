//! KML: a `gx:Track` holds times, positions and channels as columns one after the other; a `Placemark` with a time stamp is
//! a point. Lines without times are no track.
//!
//! Source: Google's KML reference, `gx:Track`; OGC 12-007r2, KML 2.3, Track.

use super::elements::attribute;
use super::names::NameId;
use super::point::Point;
use super::{Element, Reader, scanner};
use crate::error::Error;
use crate::read::columnar::ColumnarTrack;
use crate::read::number::{decimal, loose_decimal};

/// A `gx:Track` that is open.
pub(super) struct OpenTrack {
    rows: ColumnarTrack,
    /// Heights are above sea level; in other altitude modes they say nothing about the boat.
    absolute: bool,
    /// One a position, m.
    heights: Vec<f32>,
}

impl Reader {
    pub(super) fn kml_element(&mut self, name: &[u8], attributes: &[u8]) -> Result<Element, Error> {
        Ok(match name {
            b"Placemark" => {
                self.begin_point(Point::empty(self.tag));
                Element::Point
            }
            b"Track" => {
                self.end_track(self.tag, false)?;
                // The placemark around it is no point.
                self.point = None;
                let rows = ColumnarTrack::new(self.tag);
                self.track = Some(OpenTrack { rows, absolute: false, heights: Vec::new() });
                Element::Segment
            }
            b"LineString" | b"LinearRing" => {
                self.planned += 1;
                Element::Other
            }
            b"SimpleArrayData" => {
                let name = attribute(attributes, b"name").unwrap_or_default();
                if let Some(track) = &mut self.track {
                    track.rows.begin_channel(&name, &mut self.sheet);
                }
                Element::Other
            }
            _ => Element::Other,
        })
    }

    /// Reads the text of an element that is at `index` of the stack and has no element inside.
    pub(super) fn kml_text(&mut self, index: usize, name: NameId, text: &[u8]) {
        if self.extension.is_some() && self.names.local(name) != b"value" {
            return;
        }
        let text = &*scanner::plain(text);
        let parent = index.checked_sub(1).and_then(|i| self.stack.get(i)).and_then(|open| open.name);
        let time_ms = if self.names.local(name) == b"when" { self.time_ms(text) } else { None };
        let Self { track, names, point, .. } = self;
        match (names.local(name), track, point) {
            (b"when", Some(track), _) => track.rows.add_time(time_ms),
            (b"coord", Some(track), _) => track.add_position(text),
            (b"altitudeMode", Some(track), _) => track.absolute = text.trim_ascii() == b"absolute",
            (b"value", Some(track), _) => track.rows.add_value(decimal(text).unwrap_or(f64::NAN)),
            (b"when", None, Some(point)) => point.time_ms = point.time_ms.or(time_ms),
            (b"coordinates", None, Some(point)) if parent.is_some_and(|p| names.local(p) == b"Point") => {
                [point.lon_deg, point.lat_deg, _] = coordinates(text);
            }
            _ => {}
        }
    }

    /// Ends the open `gx:Track` at `to` and adds its rows. `cut`: the file ends inside it.
    pub(super) fn end_track(&mut self, to: usize, cut: bool) -> Result<(), Error> {
        let Some(OpenTrack { mut rows, absolute, heights }) = self.track.take() else { return Ok(()) };
        if absolute {
            rows.begin_channel("ele", &mut self.sheet);
            heights.iter().for_each(|height| rows.add_value(f64::from(*height)));
        }
        self.sheet.reached(to);
        let Self { sheet, breaks, losses, before, .. } = self;
        let range = (rows.from + *before, to + *before);
        let added = rows.add_to(sheet, breaks, cut, &mut |sheet, (kind, points, reason)| {
            losses.add(range.0, range.1, kind, points, sheet.last_time_ms(), &reason);
        })?;
        self.expected += added.expected;
        self.timeless += added.timeless;
        self.unpaired = if cut { added.unpaired } else { 0 };
        Ok(())
    }
}

impl OpenTrack {
    fn add_position(&mut self, text: &[u8]) {
        let [lon_deg, lat_deg, height] = coordinates(text);
        let degrees = [lat_deg, lon_deg].map(|degrees| degrees.unwrap_or(f64::NAN));
        self.rows.add_position(Some(degrees).filter(|_| !text.trim_ascii().is_empty()));
        self.heights.push(height.unwrap_or(f64::NAN) as f32);
    }
}

/// The first three numbers of a position, with commas or white space between them; between white space their decimals may
/// follow a comma.
fn coordinates(text: &[u8]) -> [Option<f64>; 3] {
    let spaced =
        || text.split(u8::is_ascii_whitespace).map(|part| part.trim_ascii()).filter(|p| !p.is_empty());
    let ends = |part: &[u8]| part == b"," || part.first() == Some(&b',') || part.last() == Some(&b',');
    let mut numbers = [None; 3];
    if spaced().count() > 1 && !spaced().any(ends) {
        numbers.iter_mut().zip(spaced()).for_each(|(to, part)| *to = loose_decimal(part));
    } else {
        let parts = text.split(|b| *b == b',').map(decimal);
        numbers.iter_mut().zip(parts).for_each(|(to, number)| *to = number);
    }
    numbers
}
