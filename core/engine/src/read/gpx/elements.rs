//! Opening and closing of elements: points, their values, tracks and segments.

use super::names::{Meaning, NameId};
use super::point::Point;
use super::{Element, Open, Reader, xml};
use crate::damage::LossKind;
use crate::error::Error;
use crate::read::number::{decimal, decimal_at};

impl Reader {
    pub(super) fn open(&mut self, name: &[u8], raw: &[u8], attributes: &[u8], content: usize) {
        let parent = self.stack.last().map(|open| open.element);
        let element = match (parent, name) {
            (None, _) => {
                self.device = xml::attributes(attributes)
                    .find(|(name, _)| *name == b"creator")
                    .map(|(_, value)| xml::characters(value))
                    .filter(|creator| !creator.is_empty());
                Element::Gpx
            }
            (_, b"trkpt") => {
                self.begin_point(Point::at(attributes, self.tag));
                Element::Point
            }
            (_, b"trkseg") => Element::Segment,
            (Some(Element::Gpx), b"trk") => Element::Track,
            (_, b"wpt" | b"rtept") => {
                self.planned += 1;
                Element::Other
            }
            _ => Element::Other,
        };
        if matches!(element, Element::Segment | Element::Track) {
            self.break_here();
        }
        let known = self.names.opened(raw, name);
        self.push(element, known, name, content);
    }

    pub(super) fn push(&mut self, element: Element, name: Option<NameId>, local: &[u8], content: usize) {
        if let Some(parent) = self.stack.last_mut() {
            parent.leaf = false;
        }
        let other_name = self.other_names.len();
        if name.is_none() {
            self.other_names.extend_from_slice(local);
        }
        self.stack.push(Open { element, name, other_name, content, leaf: true });
    }

    /// Removes the elements from `index` of the stack on.
    fn truncate(&mut self, index: usize) {
        if let Some(open) = self.stack.get(index) {
            self.other_names.truncate(open.other_name);
        }
        self.stack.truncate(index);
    }

    /// The next point begins a new piece of the track.
    fn break_here(&mut self) {
        let row = self.sheet.len();
        if row > 0 && self.breaks.last() != Some(&row) {
            self.breaks.push(row);
        }
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
        let content = content.and_then(|start| Some((text.get(start..)?, from.checked_sub(start)?)));
        let parent = index.checked_sub(1).and_then(|i| self.stack.get(i)).map(|open| open.element);
        self.truncate(index);
        match (element, content, name) {
            (Element::Point, ..) => return self.end_point(self.base + to),
            (Element::Other, Some((text, length)), Some(name)) => {
                if self.point.is_some() {
                    self.value(name, text, length);
                } else if parent == Some(Element::Track)
                    && self.names.local(name) == b"type"
                    && self.sport.is_none()
                {
                    let content = text.get(..length).unwrap_or(text);
                    self.sport = Some(xml::characters(content)).filter(|sport| !sport.is_empty());
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads the text of an element in a point, the first `length` bytes of `text`.
    #[inline]
    fn value(&mut self, name: NameId, text: &[u8], length: usize) {
        match self.names.meaning(name, &mut self.sheet) {
            Meaning::Time => {
                let written = text.get(..length).unwrap_or(text);
                let instant = self.last_minute.iso_8601(written);
                let instant = instant.or_else(|| self.last_minute.iso_8601(&xml::plain(written)));
                self.has_unzoned_times |= instant.is_some_and(|i| !i.zoned);
                if let Some(point) = &mut self.point {
                    point.time_ms = point.time_ms.or(instant.map(|i| i.ms));
                }
            }
            Meaning::Channel(slot, factor) => {
                let number = decimal_at(text, length)
                    .or_else(|| decimal(&xml::plain(text.get(..length).unwrap_or(text))));
                self.values.extend(number.map(|value| (slot, value * factor)));
            }
            Meaning::Nothing => {}
        }
    }

    fn end_point(&mut self, to: usize) -> Result<(), Error> {
        let Some(point) = self.point.take() else { return Ok(()) };
        self.expected += 1;
        self.sheet.reached(to);
        let from = self.lost_until.unwrap_or(point.from);
        let Some((lat, lon)) = point.position() else {
            let reason = "Points without a valid position were left out.";
            self.lose(from, to, LossKind::NoPosition, 1, reason);
            self.lost_until = Some(to);
            return Ok(());
        };
        let Some(time_ms) = point.time_ms else {
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
