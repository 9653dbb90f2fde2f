//! GPX 1.0 and 1.1, any namespace prefix, with the extensions that boats' devices and apps write.
//!
//! Source: topografix.com/GPX/1/0 and /1/1; Garmin's TrackPointExtension v1 and v2.

mod point;
mod xml;

use crate::config::limits::{XML_DEPTH, XML_TAG_BYTES};
use crate::damage::LossKind;
use crate::error::{Error, ErrorKind};
use crate::read::loss::Losses;
use crate::read::sheet::Sheet;
use crate::read::text::as_utf8;
use crate::track::{Format, Recording};

use point::{Point, Values};
use xml::{Scanner, Tag};

/// Bytes looked at to find the root element.
const ROOT_WITHIN: usize = 4096;

/// True when the root element of this text is `gpx`, under any prefix.
pub fn is_gpx(text: &[u8]) -> bool {
    root(text).is_some_and(|name| name.eq_ignore_ascii_case(b"gpx"))
}

/// Local name of the root element, if this is XML at all.
pub fn root(text: &[u8]) -> Option<&[u8]> {
    let start = text.get(..text.len().min(ROOT_WITHIN))?.trim_ascii_start();
    if start.first() != Some(&b'<') {
        return None;
    }
    let mut scanner = Scanner::new(text.get(..text.len().min(ROOT_WITHIN + XML_TAG_BYTES))?);
    loop {
        match scanner.next_tag()? {
            Tag::Open { name, .. } => return Some(name),
            Tag::Torn | Tag::Close { .. } => {}
            Tag::Doctype => scanner.at = scanner.from + 1,
            Tag::Cut => return cut_root(start),
        }
        if scanner.from > ROOT_WITHIN {
            return None;
        }
    }
}

/// A file cut inside its first tag is still what its first letters say.
fn cut_root(start: &[u8]) -> Option<&[u8]> {
    let tag = start.rsplit(|b| *b == b'<').next()?;
    tag.starts_with(b"gpx").then(|| &tag[..3])
}

/// Reads a GPX file.
pub fn read(bytes: &[u8]) -> Result<Recording, Error> {
    let (text, before) = as_utf8(bytes);
    let mut reader = Reader::new(&text, before);
    reader.read()?;
    reader.finish()
}

/// What an open element is, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Element {
    Gpx,
    Track,
    Segment,
    Point,
    Other,
}

/// An element that is open.
struct Open<'a> {
    element: Element,
    name: &'a [u8],
    /// Where its content begins.
    content: usize,
    /// It has no child so far.
    leaf: bool,
}

struct Reader<'a> {
    text: &'a [u8],
    /// Bytes of the file before the text.
    before: usize,
    stack: Vec<Open<'a>>,
    point: Option<Point>,
    values: Values<'a>,
    sheet: Sheet,
    losses: Losses,
    breaks: Vec<usize>,
    /// Track points, kept or not; those with a position but no time; waypoints and points of routes.
    expected: usize,
    timeless: usize,
    planned: usize,
    zoneless: bool,
    device: Option<String>,
    sport: Option<String>,
    /// End of the point lost last, to join neighbours.
    lost_until: Option<usize>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a [u8], before: usize) -> Self {
        Self {
            text,
            before,
            stack: Vec::with_capacity(XML_DEPTH),
            point: None,
            values: Values::default(),
            // A point with time takes some 120 bytes at least.
            sheet: Sheet::with_room(text.len() / 200),
            losses: Losses::bytes(),
            breaks: Vec::new(),
            expected: 0,
            timeless: 0,
            planned: 0,
            zoneless: false,
            device: None,
            sport: None,
            lost_until: None,
        }
    }

    fn read(&mut self) -> Result<(), Error> {
        let mut scanner = Scanner::new(self.text);
        while let Some(tag) = scanner.next_tag() {
            match tag {
                Tag::Open { name, attributes, empty } => {
                    let place = scanner.from..scanner.at;
                    if self.stack.len() >= XML_DEPTH {
                        let reason = "Elements are nested deeper than 64; reading stopped here.";
                        self.lose(place.start, self.text.len(), LossKind::Limit, 0, reason);
                        self.stack.clear();
                        return Ok(());
                    }
                    self.open(name, attributes, place)?;
                    if empty {
                        self.close(name, scanner.from, scanner.at)?;
                    }
                }
                Tag::Close { name } => self.close(name, scanner.from, scanner.at)?,
                Tag::Doctype => {
                    let reason =
                        "it declares a document type of its own (DTD), which no recorder does".to_string();
                    return Err(Error {
                        kind: ErrorKind::Unreadable { reason },
                        at: Some(scanner.from as u64),
                    });
                }
                Tag::Torn => {
                    let reason = "Bytes that are no XML were passed over.";
                    self.lose(scanner.from, scanner.at, LossKind::Malformed, 0, reason);
                }
                Tag::Cut => break,
            }
        }
        if !self.stack.is_empty() {
            self.stopped(scanner.from);
        }
        Ok(())
    }

    /// The text ended with elements still open.
    fn stopped(&mut self, last_tag: usize) {
        let point = self.point.take();
        let points = u32::from(point.is_some());
        self.expected += points as usize;
        let from = point.map_or(last_tag, |p| p.from).min(self.text.len());
        let (last, to) = (self.sheet.last_time_ms(), self.text.len() + self.before);
        self.losses.stopped(from + self.before, to, points, last, None);
    }

    fn open(
        &mut self,
        name: &'a [u8],
        attributes: &'a [u8],
        place: std::ops::Range<usize>,
    ) -> Result<(), Error> {
        let parent = self.stack.last_mut().map(|open| {
            open.leaf = false;
            open.element
        });
        let element = match (parent, name) {
            (None, _) => {
                self.device = xml::attributes(attributes)
                    .find(|(name, _)| *name == b"creator")
                    .map(|(_, value)| xml::characters(value))
                    .filter(|creator| !creator.is_empty());
                Element::Gpx
            }
            (_, b"trkpt") => {
                self.begin_point(attributes, place.start);
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
        self.stack.push(Open { element, name, content: place.end, leaf: true });
        Ok(())
    }

    /// The next point begins a new piece.
    fn break_here(&mut self) {
        let row = self.sheet.len();
        if row > 0 && self.breaks.last() != Some(&row) {
            self.breaks.push(row);
        }
    }

    fn begin_point(&mut self, attributes: &[u8], from: usize) {
        if let Some(torn) = self.point.take() {
            let reason = "A point is not closed; the next one was read.";
            self.lose(torn.from, from, LossKind::Malformed, 1, reason);
            self.expected += 1;
            // What was open inside it is gone with it.
            if let Some(open) = self.stack.iter().rposition(|open| open.element == Element::Point) {
                self.stack.truncate(open);
            }
        }
        self.values.clear();
        self.point = Some(Point::at(attributes, from));
    }

    fn close(&mut self, name: &'a [u8], from: usize, to: usize) -> Result<(), Error> {
        // Nearly always the innermost; else one further out, and what is inside ends with it.
        let Some(index) = self.stack.iter().rposition(|open| open.name == name) else {
            let reason = "An element is closed that was never opened.";
            self.lose(from, to, LossKind::Malformed, 0, reason);
            return Ok(());
        };
        let innermost = index + 1 == self.stack.len();
        let Some(open) = self.stack.get(index) else { return Ok(()) };
        let (element, content) = (open.element, open.leaf.then_some(open.content));
        let text = content.filter(|_| innermost).and_then(|start| self.text.get(start..from));
        if !innermost {
            let reason = "An element is not closed; what is around it was read.";
            self.lose(from, to, LossKind::Malformed, 0, reason);
        }
        let parent = index.checked_sub(1).and_then(|i| self.stack.get(i)).map(|open| open.element);
        self.stack.truncate(index);
        match (element, text) {
            (Element::Point, _) => self.end_point(to),
            (Element::Other, Some(text)) => {
                if let Some(point) = self.point.as_mut() {
                    self.zoneless |= point.value(name, text, &mut self.values, &mut self.sheet);
                } else if parent == Some(Element::Track) && name == b"type" && self.sport.is_none() {
                    self.sport = Some(xml::characters(text)).filter(|sport| !sport.is_empty());
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn end_point(&mut self, to: usize) -> Result<(), Error> {
        let Some(point) = self.point.take() else { return Ok(()) };
        self.expected += 1;
        let from = self.lost_until.unwrap_or(point.from);
        let Some((lat, lon)) = point.position() else {
            self.lose(
                from,
                to,
                LossKind::NoPosition,
                1,
                "Points without a position on the globe were left out.",
            );
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
        self.values.write(&mut self.sheet);
        Ok(())
    }

    fn lose(&mut self, from: usize, to: usize, kind: LossKind, points: u32, reason: &str) {
        let last = self.sheet.last_time_ms();
        self.losses.add(from + self.before, to + self.before, kind, points, last, reason);
    }

    fn finish(mut self) -> Result<Recording, Error> {
        if self.sheet.len() == 0 {
            return Err(if self.timeless > 0 {
                ErrorKind::NoTimes.into()
            } else if self.expected == 0 && self.planned > 0 {
                ErrorKind::NotATrack { what: "waypoints or a planned route".to_string() }.into()
            } else {
                ErrorKind::NoPositions.into()
            });
        }
        if self.zoneless {
            self.losses.lack("The times in this GPX name no zone; they were read as UTC.");
        }
        self.breaks.retain(|row| *row < self.sheet.len());
        let mut recording = self.sheet.finish(Format::Gpx, self.losses, Some(self.expected))?;
        recording.device = self.device;
        recording.sport = self.sport;
        recording.breaks = self.breaks;
        Ok(recording)
    }
}

#[cfg(test)]
mod test;
