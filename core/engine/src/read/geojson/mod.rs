//! GeoJSON tracks: features whose properties hold the times and channels of their positions, as togeojson and our writer
//! have them, or points with a time each.
//!
//! Source: RFC 7946; the README of togeojson for `coordinateProperties` and, before it, `coordTimes`.

mod values;

use memchr::memmem;

use crate::damage::LossKind;
use crate::error::{Error, ErrorKind};
use crate::read::columnar::ColumnarTrack;
use crate::read::instant::LastMinute;
use crate::read::json::token;
use crate::read::lacks::NO_ZONE;
use crate::read::loss::Losses;
use crate::read::piecewise::Piecewise;
use crate::read::sheet::Sheet;
use crate::track::{Format, Recording};

/// Types of GeoJSON objects of which one is at the beginning of a file.
const TYPES: [&str; 5] = [
    "\"FeatureCollection\"",
    "\"Feature\"",
    "\"LineString\"",
    "\"MultiLineString\"",
    "\"GeometryCollection\"",
];

/// True for a JSON object or array with a type of GeoJSON.
pub(super) fn is_geojson(text: &[u8]) -> bool {
    let begins = matches!(text.trim_ascii_start().first(), Some(b'{' | b'[' | 0x1E));
    begins
        && memmem::find(text, b"\"type\"").is_some()
        && TYPES.iter().any(|kind| memmem::find(text, kind.as_bytes()).is_some())
}

/// What an open object or array holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Context {
    /// A collection, feature or geometry.
    Node,
    /// A feature in a collection, or an outermost object.
    Feature,
    Features,
    Geometries,
    /// Properties of a feature, also those of its coordinates.
    Properties,
    /// What our writer adds about the recording.
    Head,
    Coordinates,
    Times,
    Values,
    Other,
}

/// An object or array that is open.
struct Open {
    context: Context,
    /// Objects and arrays open inside it that have no entry of their own.
    inside: usize,
}

/// Reads a GeoJSON file, piece by piece. Positions are counted from the start of the text.
pub(super) struct Reader {
    /// Bytes of the file before the text (a byte order mark), and position of the available bytes in the text.
    before: usize,
    base: usize,
    stack: Vec<Open>,
    /// Name of the next value, with escapes.
    name: Vec<u8>,
    track: ColumnarTrack,
    /// Numbers of the position that is open, and how many there are.
    numbers: [f64; 3],
    count: usize,
    /// Third numbers of the positions, m; shorter where the last positions have none.
    heights: Vec<f32>,
    /// Time and values of a feature that is a point.
    point_time_ms: Option<f64>,
    point_values: Vec<(String, f64)>,
    last_minute: LastMinute,
    sheet: Sheet,
    losses: Losses,
    breaks: Vec<usize>,
    expected: usize,
    timeless: usize,
    /// Positions of features without times.
    planned: usize,
    has_unzoned_times: bool,
    device: Option<String>,
    sport: Option<String>,
}

impl Piecewise for Reader {
    fn take(&mut self, text: &[u8], last: bool) -> Result<usize, Error> {
        let mut at = 0;
        while let Some((token, from, end)) = token(text, at, last) {
            self.token(token, self.base + from, self.base + end)?;
            at = end;
        }
        if last {
            let (from, to) = (self.base + at, self.base + text.len());
            self.stopped(from, to)?;
            at = text.len();
        }
        self.base += at;
        Ok(at)
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
            stack: Vec::new(),
            name: Vec::new(),
            track: ColumnarTrack::new(0),
            numbers: [f64::NAN; 3],
            count: 0,
            heights: Vec::new(),
            point_time_ms: None,
            point_values: Vec::new(),
            last_minute: LastMinute::default(),
            // Fewest bytes of a point for the sheet's limits.
            sheet: Sheet::of_file(length, 40),
            losses: Losses::bytes(),
            breaks: Vec::new(),
            expected: 0,
            timeless: 0,
            planned: 0,
            has_unzoned_times: false,
            device: None,
            sport: None,
        }
    }

    fn begin_feature(&mut self, from: usize) {
        self.track = ColumnarTrack::new(from);
        self.heights.clear();
        self.point_time_ms = None;
        self.point_values.clear();
    }

    /// Ends a feature at `to` and adds its rows. `cut`: the file ends inside it.
    fn end_feature(&mut self, to: usize, cut: bool) -> Result<(), Error> {
        let mut track = std::mem::replace(&mut self.track, ColumnarTrack::new(to));
        let is_point = track.positions() == 1 && !track.has_times() && self.point_time_ms.is_some();
        if is_point {
            track.add_time(self.point_time_ms);
            for (name, value) in self.point_values.drain(..) {
                track.begin_channel(&name, &mut self.sheet);
                track.add_value(value);
            }
            track.join();
        } else if !track.has_times() {
            // A mark, a line or an area.
            self.planned += track.positions();
            return Ok(());
        }
        track.begin_channel("ele", &mut self.sheet);
        self.heights.drain(..).for_each(|height| track.add_value(f64::from(height)));
        self.sheet.reached(to);
        let Self { sheet, breaks, losses, before, .. } = self;
        let range = (track.from + *before, to + *before);
        let added = track.add_to(sheet, breaks, cut, &mut |sheet, (kind, points, reason)| {
            losses.add(range.0, range.1, kind, points, sheet.last_time_ms(), &reason);
        })?;
        self.expected += added.expected;
        self.timeless += added.timeless;
        if cut {
            self.lose_end(range.0, range.1, added.unpaired);
        }
        Ok(())
    }

    /// Ends the text at `to`; from `from` on it is no complete token.
    fn stopped(&mut self, from: usize, to: usize) -> Result<(), Error> {
        if self.stack.is_empty() {
            return Ok(());
        }
        let losses = self.expected;
        self.end_feature(to, true)?;
        if self.expected == losses {
            self.lose_end(from + self.before, to + self.before, 0);
        }
        Ok(())
    }

    fn lose_end(&mut self, from: usize, to: usize, points: u32) {
        self.losses.stopped(from, to, points, self.sheet.last_time_ms(), None);
    }

    fn lose(&mut self, from: usize, to: usize, kind: LossKind, points: u32, reason: &str) {
        let last = self.sheet.last_time_ms();
        self.losses.add(from + self.before, to + self.before, kind, points, last, reason);
    }

    fn into_recording(mut self) -> Result<Recording, Error> {
        if self.sheet.len() == 0 {
            let without_times = self.timeless > 0 || self.planned > 0;
            return Err(if without_times { ErrorKind::NoTimes } else { ErrorKind::NoPositions }.into());
        }
        if self.has_unzoned_times {
            self.losses.add_lack(format!("The times in this GeoJSON {NO_ZONE}; they were read as UTC."));
        }
        self.breaks.retain(|row| *row < self.sheet.len());
        let mut recording = self.sheet.finish(Format::Geojson, self.losses, Some(self.expected))?;
        recording.device = self.device;
        recording.sport = self.sport;
        recording.breaks = self.breaks;
        Ok(recording)
    }
}

#[cfg(test)]
mod test;
