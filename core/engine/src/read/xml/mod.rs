//! GPX 1.0 and 1.1 with any namespace prefix and the extensions of devices and apps, TCX and KML.
//!
//! Source: topografix.com/GPX/1/0 and /1/1; Garmin's TrackPointExtension v1 and v2, TrainingCenterDatabase v2 and
//! ActivityExtension v2.

mod elements;
mod kml;
mod names;
mod point;
mod scanner;

use memchr::memchr;

use crate::config::limits::{XML_DEPTH, XML_TAG_BYTES};
use crate::damage::LossKind;
use crate::error::{Error, ErrorKind};
use crate::read::instant::LastMinute;
use crate::read::lacks::NO_ZONE;
use crate::read::loss::Losses;
use crate::read::piecewise::Piecewise;
use crate::read::sheet::{Sheet, Slot};
use crate::track::{FileTrack, Format, Recording};

use names::{NameId, Names};
use point::Point;
use scanner::{Scanner, Tag};

/// The root element is searched for in this many bytes.
const ROOT_WITHIN: usize = 4096;

/// Formats and the local names of their root elements.
const ROOTS: [(Format, &[u8]); 3] =
    [(Format::Gpx, b"gpx"), (Format::Tcx, b"TrainingCenterDatabase"), (Format::Kml, b"kml")];

/// The format of a text by its root element, under any prefix.
pub(super) fn format(text: &[u8]) -> Option<Format> {
    let name = root(text)?;
    ROOTS.iter().find(|(_, root)| name.eq_ignore_ascii_case(root)).map(|(format, _)| *format)
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
    ROOTS.iter().find(|(_, root)| tag.starts_with(root)).map(|(_, root)| *root)
}

/// The kinds of elements that the reader distinguishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Element {
    Root,
    /// A track of a GPX, an activity of a TCX.
    Track,
    /// A segment of a GPX, a track of a TCX or KML.
    Segment,
    /// A lap of a TCX. It does not begin a new piece.
    Lap,
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

/// Reads a GPX, TCX or KML file, piece by piece. Positions are counted from the start of the text.
pub(super) struct Reader {
    format: Format,
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
    /// Prefix of the root element, with its colon.
    prefix: Vec<u8>,
    /// Index in the stack of the outermost open element that holds elements of other namespaces.
    extension: Option<usize>,
    names: Names,
    /// Names of open elements beyond the limit, one after the other.
    other_names: Vec<u8>,
    point: Option<Point>,
    /// The track of a KML that is open, and how many of its last times or positions had no counterpart.
    track: Option<kml::OpenTrack>,
    unpaired: u32,
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
    /// No track of this lap began yet.
    lap_begins: bool,
    device: Option<String>,
    sport: Option<String>,
    tracks: Vec<FileTrack>,
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
            self.end_track(end, true)?;
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
    pub(super) fn new(format: Format, length: usize, before: usize) -> Self {
        Self {
            format,
            before,
            base: 0,
            at: 0,
            tag: 0,
            waiting: 0,
            too_deep: None,
            stack: Vec::with_capacity(XML_DEPTH),
            prefix: Vec::new(),
            extension: None,
            names: Names::default(),
            other_names: Vec::new(),
            point: None,
            track: None,
            unpaired: 0,
            values: Vec::new(),
            last_minute: LastMinute::default(),
            // Fewest bytes of a point for the sheet's limits.
            sheet: Sheet::of_file(length, 200),
            losses: Losses::bytes(),
            breaks: Vec::new(),
            expected: 0,
            timeless: 0,
            lap_begins: false,
            planned: 0,
            has_unzoned_times: false,
            device: None,
            sport: None,
            tracks: Vec::new(),
            lost_until: None,
            stray: None,
        }
    }

    /// Reads tag by tag; the position in `text` where it stopped: its end or an incomplete tag.
    fn tags(&mut self, text: &[u8], last: bool) -> Result<usize, Error> {
        let mut at = self.at - self.base;
        while let Some(found) = text.get(at..).and_then(|rest| memchr(b'<', rest)) {
            let from = at + found;
            if self.stack.is_empty() {
                self.outside(text, at, from);
                self.report_stray();
            }
            at = match self.usual_tag(text, from)? {
                Some(next) => next,
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
            let reason =
                format!("Bytes before or after the recording are not {}; they were skipped.", self.name());
            self.lose(from, to, LossKind::Malformed, 0, &reason);
        }
    }

    /// Reads a usual tag: one that closes the innermost element, or opens the element that followed here the last time. The
    /// position after it; `None` for another tag.
    fn usual_tag(&mut self, text: &[u8], from: usize) -> Result<Option<usize>, Error> {
        let tag = text.get(from + 1..).unwrap_or_default();
        let Some(open) = self.stack.last() else { return Ok(None) };
        if let Some(length) = open.name.and_then(|name| self.names.closes(name, tag)) {
            self.tag = self.base + from;
            let (innermost, to) = (self.stack.len() - 1, from + 1 + length);
            self.close_at(innermost, text, from, to)?;
            return Ok(Some(to));
        }
        if self.stack.len() >= XML_DEPTH {
            return Ok(None);
        }
        let Some((name, length)) = self.names.expected(tag) else { return Ok(None) };
        self.tag = self.base + from;
        self.push(Element::Other, Some(name), &[], self.base + from + 1 + length);
        Ok(Some(from + 1 + length))
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
                    self.end_track(self.tag, false)?;
                    self.too_deep = Some(self.tag);
                    self.truncate(0);
                    return Ok(None);
                }
                self.open(name, raw, attributes, self.base + scanner.at)?;
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
        // A placemark of a KML may be no point.
        let points = u32::from(point.is_some() && self.format != Format::Kml);
        self.expected += points as usize;
        let points = points + self.unpaired;
        let from = point.map_or(self.tag, |p| p.from).min(end);
        let last = self.sheet.last_time_ms();
        self.losses.stopped(from + self.before, end + self.before, points, last, None);
    }

    /// Name of the format for messages.
    fn name(&self) -> &'static str {
        match self.format {
            Format::Tcx => "TCX",
            Format::Kml => "KML",
            _ => "GPX",
        }
    }

    fn lose(&mut self, from: usize, to: usize, kind: LossKind, points: u32, reason: &str) {
        let last = self.sheet.last_time_ms();
        self.losses.add(from + self.before, to + self.before, kind, points, last, reason);
    }

    fn into_recording(mut self) -> Result<Recording, Error> {
        if self.sheet.len() == 0 {
            let without_times = self.format == Format::Kml && self.planned > 0;
            return Err(if self.timeless > 0 || without_times {
                ErrorKind::NoTimes.into()
            } else if self.expected == 0 && self.planned > 0 {
                ErrorKind::NotATrack { what: "waypoints or a planned route".to_string() }.into()
            } else {
                ErrorKind::NoPositions.into()
            });
        }
        if self.has_unzoned_times {
            let name = self.name();
            self.losses.add_lack(format!("The times in this {name} {NO_ZONE}; they were read as UTC."));
        }
        self.breaks.retain(|row| *row < self.sheet.len());
        let mut recording = self.sheet.finish(self.format, self.losses, Some(self.expected))?;
        recording.device = self.device;
        recording.sport = self.sport;
        recording.tracks = self.tracks;
        recording.breaks = self.breaks;
        Ok(recording)
    }
}

#[cfg(test)]
mod test_gpx;
#[cfg(test)]
mod test_kml;
#[cfg(test)]
mod test_tcx;
