//! Opening and closing of elements: points, their values, tracks and segments.

use super::names::{self, Meaning, NameId};
use super::point::Point;
use super::{Element, Open, Reader, scanner};
use crate::damage::LossKind;
use crate::error::Error;
use crate::read::columnar::begin_piece;
use crate::read::instant::year_first;
use crate::read::number::{decimal, loose_decimal};
use crate::track::{FileTrack, Format};

/// Most tracks of a file whose names and sports are stored. *Guess*.
const MAX_TRACKS: usize = 10_000;

impl Reader {
    pub(super) fn open(
        &mut self,
        name: &[u8],
        raw: &[u8],
        attributes: &[u8],
        content: usize,
    ) -> Result<(), Error> {
        let parent = self.stack.last().map(|open| open.element);
        let element = match (parent, self.format) {
            (None, _) => {
                self.device = attribute(attributes, b"creator");
                self.prefix = prefix(raw, name).to_vec();
                Element::Root
            }
            _ if self.is_foreign(raw, name, attributes) => Element::Other,
            (_, Format::Tcx) => self.tcx_element(name, attributes),
            (_, Format::Kml) => self.kml_element(name, attributes)?,
            (Some(parent), _) => self.gpx_element(parent, name, attributes),
        };
        let first_of_lap = element == Element::Segment && std::mem::take(&mut self.lap_begins);
        if matches!(element, Element::Segment | Element::Track) && !first_of_lap {
            self.break_here();
        }
        // A track of a KML is a segment of a placemark.
        let begins = element == Element::Track || (element == Element::Segment && self.format == Format::Kml);
        if begins && self.tracks.len() < MAX_TRACKS {
            let sport = attribute(attributes, b"Sport");
            self.tracks.push(FileTrack { first_row: self.sheet.len(), name: None, sport });
        }
        let known = self.names.opened(raw, name);
        self.push(element, known, name, content);
        Ok(())
    }

    /// True for an element of another namespace in the extensions of a device or an app, which may have the name of one of the
    /// format's. A structural element of the format's own namespace ends extensions that were not closed.
    fn is_foreign(&mut self, raw: &[u8], name: &[u8], attributes: &[u8]) -> bool {
        if self.extension.is_none() || !names::is_structural(name) || name == b"SimpleArrayData" {
            return false;
        }
        let declares = scanner::attributes(attributes).any(|(name, _)| name == b"xmlns");
        let prefix = prefix(raw, name);
        // Google's namespace is KML's own.
        let own = prefix == self.prefix || (self.format == Format::Kml && prefix == b"gx:");
        let foreign = declares || !own;
        if !foreign {
            self.extension = None;
        }
        foreign
    }

    fn gpx_element(&mut self, parent: Element, name: &[u8], attributes: &[u8]) -> Element {
        match name {
            b"trkpt" => {
                self.begin_point(Point::at(attributes, self.tag));
                Element::Point
            }
            b"trkseg" => Element::Segment,
            b"trk" if parent == Element::Root => Element::Track,
            b"wpt" | b"rtept" => {
                self.planned += 1;
                Element::Other
            }
            _ => Element::Other,
        }
    }

    fn tcx_element(&mut self, name: &[u8], attributes: &[u8]) -> Element {
        match name {
            b"Trackpoint" => {
                self.begin_point(Point::empty(self.tag));
                Element::Point
            }
            b"Track" => Element::Segment,
            b"Lap" => {
                self.lap_begins = self.sheet.len() > 0 && self.stack.len() > 2;
                Element::Lap
            }
            b"Activity" | b"Course" => {
                self.sport = self.sport.take().or_else(|| attribute(attributes, b"Sport"));
                Element::Track
            }
            _ => Element::Other,
        }
    }

    pub(super) fn push(&mut self, element: Element, name: Option<NameId>, local: &[u8], content: usize) {
        if let Some(parent) = self.stack.last_mut() {
            parent.leaf = false;
        }
        let other_name = self.other_names.len();
        match name {
            None => self.other_names.extend_from_slice(local),
            Some(name) if self.names.is_extension(name) && self.extension.is_none() => {
                self.extension = Some(self.stack.len());
            }
            Some(_) => {}
        }
        self.stack.push(Open { element, name, other_name, content, leaf: true });
    }

    /// Removes the elements from `index` of the stack on.
    pub(super) fn truncate(&mut self, index: usize) {
        self.extension = self.extension.filter(|at| *at < index);
        if let Some(open) = self.stack.get(index) {
            self.other_names.truncate(open.other_name);
        }
        self.stack.truncate(index);
    }

    /// The next point begins a new piece of the track.
    fn break_here(&mut self) {
        begin_piece(&mut self.breaks, self.sheet.len());
    }

    pub(super) fn begin_point(&mut self, point: Point) {
        if let Some(unclosed) = self.point.take() {
            let reason = "A point has no closing tag; reading continued with the next one.";
            self.lose(unclosed.from, point.from, LossKind::Malformed, 1, reason);
            self.expected += 1;
            if let Some(open) = self.stack.iter().rposition(|open| open.element == Element::Point) {
                self.truncate(open);
            }
        }
        self.values.clear();
        self.point = Some(point);
    }

    pub(super) fn close(&mut self, name: &[u8], text: &[u8], from: usize, to: usize) -> Result<(), Error> {
        // Usually the innermost element; else one further out, and the elements inside it end with it.
        let Some(index) = self.innermost(name) else {
            let reason = "A closing tag without an opening one was ignored.";
            self.lose(self.base + from, self.base + to, LossKind::Malformed, 0, reason);
            return Ok(());
        };
        if index + 1 < self.stack.len() {
            let reason = "An element has no closing tag; everything around it was read.";
            self.lose(self.base + from, self.base + to, LossKind::Malformed, 0, reason);
        }
        self.close_at(index, text, from, to)
    }

    /// Index of the innermost open element with this name.
    fn innermost(&self, name: &[u8]) -> Option<usize> {
        let mut end = self.other_names.len();
        self.stack.iter().rposition(|open| {
            let other = self.other_names.get(open.other_name..end).unwrap_or_default();
            end = open.other_name;
            open.name.map_or(other, |id| self.names.local(id)) == name
        })
    }

    /// Closes the element at `index` of the stack, and those inside it, by the tag at `[from, to)`.
    #[inline]
    pub(super) fn close_at(
        &mut self,
        index: usize,
        text: &[u8],
        from: usize,
        to: usize,
    ) -> Result<(), Error> {
        let Some(open) = self.stack.get(index) else { return Ok(()) };
        let (element, name) = (open.element, open.name);
        let is_leaf = open.leaf && index + 1 == self.stack.len();
        let content = open.content.checked_sub(self.base).filter(|_| is_leaf);
        let content = content.and_then(|start| text.get(start..from));
        self.truncate(index);
        match (element, content, name) {
            (Element::Point, ..) => return self.end_point(self.base + to),
            (Element::Segment, ..) => return self.end_track(self.base + to, false),
            (Element::Other, content, Some(name)) if self.format == Format::Kml && is_leaf => {
                // An empty element has no content.
                self.kml_text(index, name, content.unwrap_or_default());
            }
            (Element::Other, Some(content), Some(name)) if self.point.is_some() => self.value(name, content),
            (Element::Other, Some(content), Some(name)) => self.fact(index, name, content),
            _ => {}
        }
        Ok(())
    }

    /// Reads the sport or the device, in an element outside points that is at `index` of the stack.
    fn fact(&mut self, index: usize, name: NameId, content: &[u8]) {
        let Some(parent) = index.checked_sub(1).and_then(|i| self.stack.get(i)) else { return };
        let of_device = parent.name.is_some_and(|parent| self.names.local(parent) == b"Creator");
        let text = || Some(scanner::characters(content)).filter(|text| !text.is_empty());
        let of_track = self.tracks.last_mut().filter(|_| parent.element == Element::Track);
        let place = match (self.names.local(name), of_track) {
            (b"name", Some(track)) => &mut track.name,
            (b"type", Some(track)) => {
                track.sport = track.sport.take().or_else(text);
                &mut self.sport
            }
            (b"type", None) if parent.element == Element::Track => &mut self.sport,
            (b"Name", _) if of_device => &mut self.device,
            _ => return,
        };
        if place.is_none() {
            *place = text();
        }
    }

    /// Reads the text of an element in a point.
    fn value(&mut self, name: NameId, text: &[u8]) {
        match self.names.meaning(name, self.format, &mut self.sheet) {
            Meaning::Time => {
                let time_ms = self.time_ms(text);
                let foreign = self.extension.is_some();
                if let Some(point) = &mut self.point {
                    let place = if foreign { &mut point.foreign_time_ms } else { &mut point.time_ms };
                    *place = place.or(time_ms);
                }
            }
            Meaning::Latitude => {
                let lat_deg = number(text);
                self.point.iter_mut().for_each(|point| point.lat_deg = lat_deg);
            }
            Meaning::Longitude => {
                let lon_deg = number(text);
                self.point.iter_mut().for_each(|point| point.lon_deg = lon_deg);
            }
            Meaning::Channel(slot, factor) => {
                self.values.extend(number(text).map(|value| (slot, value * factor)));
            }
            Meaning::Nothing => {}
        }
    }

    /// Reads a time, ms since 1970.
    #[inline]
    pub(super) fn time_ms(&mut self, written: &[u8]) -> Option<f64> {
        let instant = self.last_minute.iso_8601(written);
        let instant = instant.or_else(|| {
            let plain = scanner::plain(written);
            self.last_minute.iso_8601(&plain).or_else(|| year_first(&plain))
        });
        self.has_unzoned_times |= instant.is_some_and(|i| !i.zoned);
        instant.map(|i| i.ms)
    }

    fn end_point(&mut self, to: usize) -> Result<(), Error> {
        let Some(point) = self.point.take() else { return Ok(()) };
        if self.format == Format::Kml && point.time_ms.is_none() {
            // A mark, or a line.
            self.planned += usize::from(point.position().is_some());
            return Ok(());
        }
        self.expected += 1;
        self.sheet.reached(to);
        let from = self.lost_until.unwrap_or(point.from);
        let Some((lat, lon)) = point.position() else {
            let reason = "Points without a valid position were left out.";
            self.lose(from, to, LossKind::NoPosition, 1, reason);
            self.lost_until = Some(to);
            return Ok(());
        };
        let Some(time_ms) = point.time_ms.or(point.foreign_time_ms) else {
            self.timeless += 1;
            self.lose(from, to, LossKind::NoTime, 1, "Points without a time were left out.");
            self.lost_until = Some(to);
            return Ok(());
        };
        self.lost_until = None;
        self.sheet.push(time_ms, lat, lon)?;
        for (slot, value) in self.values.drain(..) {
            self.sheet.set(slot, value);
        }
        Ok(())
    }
}

/// The prefix of a name with its colon, given with and without it.
fn prefix<'a>(raw: &'a [u8], name: &[u8]) -> &'a [u8] {
    raw.strip_suffix(name).unwrap_or_default()
}

/// The text of an attribute; `None` when it is missing or empty.
pub(super) fn attribute(attributes: &[u8], name: &[u8]) -> Option<String> {
    let value = scanner::attributes(attributes).find(|(known, _)| *known == name)?.1;
    Some(scanner::characters(value)).filter(|text| !text.is_empty())
}

/// The number that a text holds.
fn number(text: &[u8]) -> Option<f64> {
    decimal(text).or_else(|| loose_decimal(&scanner::plain(text)))
}
