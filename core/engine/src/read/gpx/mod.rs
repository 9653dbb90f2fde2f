//! GPX 1.0 and 1.1, any namespace prefix, with the extensions that boats' devices and apps write.
//!
//! Source: topografix.com/GPX/1/0 and /1/1; Garmin's TrackPointExtension v1 and v2.

mod elements;
mod names;
mod point;
mod xml;

use crate::config::limits::{XML_DEPTH, XML_TAG_BYTES};
use crate::damage::LossKind;
use crate::error::{Error, ErrorKind};
use crate::read::instant::LastDay;
use crate::read::loss::Losses;
use crate::read::near::find_near;
use crate::read::piecewise::Piecewise;
use crate::read::sheet::{Sheet, Slot};
use crate::track::{Format, Recording};

use names::{NameId, Names};
use point::Point;
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
    let mut scanner = Scanner::new(text.get(..text.len().min(ROOT_WITHIN + XML_TAG_BYTES))?, 0, true);
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
struct Open {
    element: Element,
    /// `None` beyond the names that are kept: the name is at the end of `other_names` then.
    name: Option<NameId>,
    other_name: usize,
    /// Where its content begins in the file's text.
    content: usize,
    /// It has no child so far.
    leaf: bool,
}

/// Reads a GPX file, piece by piece. Positions are counted from the start of the text.
pub struct Reader {
    /// Bytes of the file before the text, and bytes of the text before those at hand.
    before: usize,
    base: usize,
    /// Where reading goes on, and where the last tag began.
    at: usize,
    tag: usize,
    /// Where a tag begins that is not whole yet.
    waiting: usize,
    /// Elements are nested too deep from here on: nothing more is read.
    too_deep: Option<usize>,
    stack: Vec<Open>,
    names: Names,
    /// Names of open elements beyond those kept, one after the other.
    other_names: Vec<u8>,
    point: Option<Point>,
    /// Values of the open point.
    values: Vec<(Slot, f64)>,
    day: LastDay,
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
    /// Bytes outside the root element that are not told yet.
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
                    "Elements are nested deeper than 64; reading stopped here.",
                );
            }
            self.base = end;
            return Ok(text.len());
        }
        if last && !self.stack.is_empty() {
            self.stopped(end);
        }
        if last {
            self.tell_stray();
        }
        // The text of an element is wanted as a whole when it closes.
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
    /// Before the first byte of a text that is expected to be so long. `before`: bytes of the file before it.
    pub fn new(length: usize, before: usize) -> Self {
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
            day: LastDay::default(),
            // A point with time takes some 120 bytes at least.
            sheet: Sheet::of_file(length, 200),
            losses: Losses::bytes(),
            breaks: Vec::new(),
            expected: 0,
            timeless: 0,
            planned: 0,
            zoneless: false,
            device: None,
            sport: None,
            lost_until: None,
            stray: None,
        }
    }

    /// Reads tag by tag; where in `text` it stopped: at its end, or at a tag that is not whole.
    fn tags(&mut self, text: &[u8], last: bool) -> Result<usize, Error> {
        let mut at = self.at - self.base;
        while let Some(found) = text.get(at..).and_then(|rest| find_near(rest, b'<')) {
            let from = at + found;
            if self.stack.is_empty() {
                self.outside(text, at, from);
                self.tell_stray();
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

    /// Text outside the root element: nothing but space belongs there.
    fn outside(&mut self, text: &[u8], from: usize, to: usize) {
        let between = text.get(from..to).unwrap_or_default();
        let Some(first) = between.iter().position(|b| !b.is_ascii_whitespace()) else { return };
        let last = between.trim_ascii_end().len();
        let begin = self.stray.map_or(self.base + from + first, |(begin, _)| begin);
        self.stray = Some((begin, self.base + from + last));
    }

    fn tell_stray(&mut self) {
        if let Some((from, to)) = self.stray.take() {
            let reason = "Before or after the recording stand bytes that are no GPX; they were passed over.";
            self.lose(from, to, LossKind::Malformed, 0, reason);
        }
    }

    /// Reads a tag that is like those before: it closes the innermost element, opens the one that came here the last
    /// time, or a plain point. Its length behind the `<`; `None` when it is another.
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

    /// Reads any tag; where the next may begin. `None`: this one is not whole, or reading ended.
    fn any_tag(&mut self, text: &[u8], from: usize, last: bool) -> Result<Option<usize>, Error> {
        let mut scanner = Scanner::new(text, from, last);
        let Some(tag) = scanner.next_tag() else { return Ok(Some(text.len())) };
        self.waiting = self.base + scanner.from;
        // What is not whole may turn out to be none that counts.
        if last || !matches!(tag, Tag::Cut) {
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
                let reason =
                    "it declares a document type of its own (DTD), which no recorder does".to_string();
                return Err(Error { kind: ErrorKind::Unreadable { reason }, at: Some(self.tag as u64) });
            }
            Tag::Torn => {
                let reason = "Bytes that are no XML were passed over.";
                self.lose(self.tag, self.base + scanner.at, LossKind::Malformed, 0, reason);
            }
            Tag::Cut => return Ok(None),
        }
        Ok(Some(scanner.at))
    }

    /// The text ended at `end` with elements still open.
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
