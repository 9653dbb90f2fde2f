//! GPX 1.0 and 1.1 with any namespace prefix and the extensions of devices and apps.
//!
//! Source: topografix.com/GPX/1/0 and /1/1; Garmin's TrackPointExtension v1 and v2.

mod elements;
mod names;
mod point;
mod xml;

use crate::config::limits::{XML_DEPTH, XML_TAG_BYTES};
use crate::damage::LossKind;
use crate::error::{Error, ErrorKind};
use crate::read::instant::LastMinute;
use crate::read::loss::Losses;
use crate::read::near::find_near;
use crate::read::piecewise::Piecewise;
use crate::read::sheet::{Sheet, Slot};
use crate::track::{Format, Recording};

use names::{NameId, Names};
use point::Point;
use xml::{Scanner, Tag};

/// The root element is searched for in this many bytes.
const ROOT_WITHIN: usize = 4096;

/// True when the root element of this text is `gpx`, under any prefix.
pub(super) fn is_gpx(text: &[u8]) -> bool {
    root(text).is_some_and(|name| name.eq_ignore_ascii_case(b"gpx"))
}

/// Local name of the root element; `None` when the text is not XML.
pub(super) fn root(text: &[u8]) -> Option<&[u8]> {
    let start = text.get(..text.len().min(ROOT_WITHIN))?.trim_ascii_start();
    if start.first() != Some(&b'<') {
        return None;
    }
    let mut scanner = Scanner::new(text.get(..text.len().min(ROOT_WITHIN + XML_TAG_BYTES))?, 0, true);
    loop {
        match scanner.next_tag()? {
            Tag::Open { name, .. } => return Some(name),
            Tag::Malformed | Tag::Close { .. } => {}
            Tag::Doctype => scanner.at = scanner.from + 1,
            Tag::Incomplete => return incomplete_root(start),
        }
        if scanner.from > ROOT_WITHIN {
            return None;
        }
    }
}

/// The root element of a file that ends inside its first tag.
fn incomplete_root(start: &[u8]) -> Option<&[u8]> {
    let tag = start.rsplit(|b| *b == b'<').next()?;
    tag.starts_with(b"gpx").then(|| &tag[..3])
}

/// The kinds of elements that the reader distinguishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Element {
    Gpx,
    Track,
    Segment,
    Point,
    Other,
}

/// An element that is open.
struct Open {
    element: Element,
    /// `None` beyond the limit of names; the name is then at the end of `other_names`.
    name: Option<NameId>,
    other_name: usize,
    /// Start of its content in the text.
    content: usize,
    /// It has no child yet.
    leaf: bool,
}

/// Reads a GPX file, piece by piece. Positions are counted from the start of the text.
pub(super) struct Reader {
    /// Bytes of the file before the text (a byte order mark), and position of the available bytes in the text.
    before: usize,
    base: usize,
    /// Where reading continues, and start of the last tag.
    at: usize,
    tag: usize,
    /// Start of a tag that is incomplete.
    waiting: usize,
    /// Elements are nested too deep from here on, and nothing more is read.
    too_deep: Option<usize>,
    stack: Vec<Open>,
    names: Names,
    /// Names of open elements beyond the limit, one after the other.
    other_names: Vec<u8>,
    point: Option<Point>,
    /// Values of the open point.
    values: Vec<(Slot, f64)>,
    last_minute: LastMinute,
    sheet: Sheet,
    losses: Losses,
    breaks: Vec<usize>,
    /// Track points, including those left out; points with a position and no time; waypoints and route points.
    expected: usize,
    timeless: usize,
    planned: usize,
    has_unzoned_times: bool,
    device: Option<String>,
    sport: Option<String>,
    /// End of the point left out last, so that adjacent ones become one loss.
    lost_until: Option<usize>,
    /// Range of bytes outside the root element, not reported yet.
    stray: Option<(usize, usize)>,
}

impl Piecewise for Reader {
    fn take(&mut self, text: &[u8], last: bool) -> Result<usize, Error> {
        let stopped = if self.too_deep.is_some() { text.len() } else { self.tags(text, last)? };
        let end = self.base + text.len();
        if let Some(from) = self.too_deep {
            if last {
                self.lose(
                    from,
                    end,
                    LossKind::Limit,
                    0,
                    "Elements are nested more than 64 deep; nothing from here on was read.",
                );
            }
            self.base = end;
            return Ok(text.len());
        }
        if last && !self.stack.is_empty() {
            self.stopped(end);
        }
        if last {
            self.report_stray();
        }
        // The text of an open leaf is needed when the element closes.
        let held = self.stack.last().filter(|open| open.leaf).map_or(end, |open| open.content);
        let done = stopped.min(held.saturating_sub(self.base));
        self.at = self.base + stopped;
        self.base += done;
        Ok(done)
    }

    fn finish(self: Box<Self>) -> Result<Recording, Error> {
        self.into_recording()
    }
}

impl Reader {
    /// A reader for a text of `length` bytes, 0 when unknown, with `before` bytes of the file before it.
    pub(super) fn new(length: usize, before: usize) -> Self {
        Self {
            before,
            base: 0,
            at: 0,
            tag: 0,
            waiting: 0,
            too_deep: None,
            stack: Vec::with_capacity(XML_DEPTH),
            names: Names::default(),
            other_names: Vec::new(),
            point: None,
            values: Vec::new(),
            last_minute: LastMinute::default(),
            // Fewest bytes of a point for the sheet's limits.
            sheet: Sheet::of_file(length, 200),
            losses: Losses::bytes(),
            breaks: Vec::new(),
            expected: 0,
            timeless: 0,
            planned: 0,
            has_unzoned_times: false,
            device: None,
            sport: None,
            lost_until: None,
            stray: None,
        }
    }

    /// Reads tag by tag; the position in `text` where it stopped: its end or an incomplete tag.
    fn tags(&mut self, text: &[u8], last: bool) -> Result<usize, Error> {
        let mut at = self.at - self.base;
        while let Some(found) = text.get(at..).and_then(|rest| find_near(rest, b'<')) {
            let from = at + found;
            if self.stack.is_empty() {
                self.outside(text, at, from);
                self.report_stray();
            }
            let tag = text.get(from + 1..).unwrap_or_default();
            at = match self.usual_tag(text, tag, from)? {
                Some(length) => from + 1 + length,
                None => match self.any_tag(text, from, last)? {
                    Some(next) => next,
                    None => return Ok(self.waiting - self.base),
                },
            };
        }
        if self.stack.is_empty() {
            self.outside(text, at, text.len());
        }
        Ok(text.len())
    }

    /// Records text other than space outside the root element.
    fn outside(&mut self, text: &[u8], from: usize, to: usize) {
        let between = text.get(from..to).unwrap_or_default();
        let Some(first) = between.iter().position(|b| !b.is_ascii_whitespace()) else { return };
        let last = between.trim_ascii_end().len();
        let begin = self.stray.map_or(self.base + from + first, |(begin, _)| begin);
        self.stray = Some((begin, self.base + from + last));
    }

    fn report_stray(&mut self) {
        if let Some((from, to)) = self.stray.take() {
            let reason = "Bytes before or after the recording are not GPX; they were skipped.";
            self.lose(from, to, LossKind::Malformed, 0, reason);
        }
    }

    /// Reads a usual tag: one that closes the innermost element, opens the element that followed here the last time, or
    /// opens a plain point. Its length after the `<`; `None` for another tag.
    #[inline]
    fn usual_tag(&mut self, text: &[u8], tag: &[u8], from: usize) -> Result<Option<usize>, Error> {
        let Some(open) = self.stack.last() else { return Ok(None) };
        if tag.first() == Some(&b'/') {
            let length = open.name.and_then(|name| self.names.closes(name, tag));
            if let Some(length) = length {
                self.tag = self.base + from;
                let innermost = self.stack.len() - 1;
                self.close_at(innermost, text, from, from + 1 + length)?;
            }
            return Ok(length);
        }
        if self.stack.len() >= XML_DEPTH {
            return Ok(None);
        }
        let (element, name, length) = match self.names.expected(tag) {
            Some((name, length)) => (Element::Other, Some(name), length),
            None => {
                let Some((point, length)) = Point::plain(tag, self.base + from) else { return Ok(None) };
                self.begin_point(point);
                (Element::Point, self.names.opened(b"trkpt", b"trkpt"), length)
            }
        };
        self.tag = self.base + from;
        self.push(element, name, b"trkpt", self.base + from + 1 + length);
        Ok(Some(length))
    }

    /// Reads any tag; the position after it. `None` when the tag is incomplete or reading has ended.
    fn any_tag(&mut self, text: &[u8], from: usize, last: bool) -> Result<Option<usize>, Error> {
        let mut scanner = Scanner::new(text, from, last);
        let Some(tag) = scanner.next_tag() else { return Ok(Some(text.len())) };
        self.waiting = self.base + scanner.from;
        // An incomplete tag may turn out to be a comment.
        if last || !matches!(tag, Tag::Incomplete) {
            self.tag = self.waiting;
        }
        match tag {
            Tag::Open { name, raw, attributes, empty } => {
                if self.stack.len() >= XML_DEPTH {
                    self.too_deep = Some(self.tag);
                    self.stack.clear();
                    return Ok(None);
                }
                self.open(name, raw, attributes, self.base + scanner.at);
                if empty {
                    self.close(name, text, scanner.from, scanner.at)?;
                }
            }
            Tag::Close { name } => self.close(name, text, scanner.from, scanner.at)?,
            Tag::Doctype => {
                let reason = "it declares a document type (DTD), which no recording device does".to_string();
                return Err(Error { kind: ErrorKind::Unreadable { reason }, at: Some(self.tag as u64) });
            }
            Tag::Malformed => {
                let reason = "Bytes that are not XML were skipped.";
                self.lose(self.tag, self.base + scanner.at, LossKind::Malformed, 0, reason);
            }
            Tag::Incomplete => return Ok(None),
        }
        Ok(Some(scanner.at))
    }

    /// Adds that the text ended at `end` with open elements.
    fn stopped(&mut self, end: usize) {
        let point = self.point.take();
        let points = u32::from(point.is_some());
        self.expected += points as usize;
        let from = point.map_or(self.tag, |p| p.from).min(end);
        let last = self.sheet.last_time_ms();
        self.losses.stopped(from + self.before, end + self.before, points, last, None);
    }

    fn lose(&mut self, from: usize, to: usize, kind: LossKind, points: u32, reason: &str) {
        let last = self.sheet.last_time_ms();
        self.losses.add(from + self.before, to + self.before, kind, points, last, reason);
    }

    fn into_recording(mut self) -> Result<Recording, Error> {
        if self.sheet.len() == 0 {
            return Err(if self.timeless > 0 {
                ErrorKind::NoTimes.into()
            } else if self.expected == 0 && self.planned > 0 {
                ErrorKind::NotATrack { what: "waypoints or a planned route".to_string() }.into()
            } else {
                ErrorKind::NoPositions.into()
            });
        }
        if self.has_unzoned_times {
            self.losses.add_lack("The times in this GPX have no time zone; they were read as UTC.");
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
