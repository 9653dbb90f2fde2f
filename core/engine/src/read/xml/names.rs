//! Names of elements, recognized by their bytes: since the points of a file are alike, the next tag is usually the one
//! that followed at this place in the point before.

use std::borrow::Cow;

use crate::read::channels;
use crate::read::sheet::{Sheet, Slot};
use crate::track::Format;

/// Most different names; the values of elements with further names are skipped. *Guess*.
const MAX_NAMES: usize = 256;

/// Index of a name.
pub(super) type NameId = u16;

/// The meaning of the text of an element in a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Meaning {
    Time,
    Latitude,
    Longitude,
    Channel(Slot, f64),
    Nothing,
}

/// A name in the file.
#[derive(Debug)]
struct Name {
    /// The closing tag after its `<`, such as `/gpxtpx:hr>`; from index 1 on the opening tag without attributes.
    closing: Box<[u8]>,
    /// Start of the name without prefix in `closing`.
    local: usize,
    /// An element of the format's structure, not of a value.
    structural: bool,
    /// An element that holds elements of other namespaces.
    extension: bool,
    /// Determined at the first use in a point.
    meaning: Option<Meaning>,
    /// The name that was opened after this one the last time.
    next: NameId,
}

/// True for the local name of an element of the format's structure, which holds no value.
pub(super) fn is_structural(local: &[u8]) -> bool {
    matches!(
        local,
        b"gpx"
            | b"trk"
            | b"trkseg"
            | b"trkpt"
            | b"wpt"
            | b"rtept"
            | b"Activity"
            | b"Course"
            | b"Lap"
            | b"Track"
            | b"Trackpoint"
            | b"Placemark"
            | b"SimpleArrayData"
    )
}

/// All names of a file.
#[derive(Debug, Default)]
pub(super) struct Names {
    all: Vec<Name>,
    /// The name opened last.
    last: NameId,
}

impl Names {
    /// The id of the name of an opening tag, given with and without prefix; `None` beyond the limit of names.
    pub(super) fn opened(&mut self, raw: &[u8], local: &[u8]) -> Option<NameId> {
        let next = self.all.get(usize::from(self.last)).map_or(0, |last| usize::from(last.next));
        let known = match self.all.get(next) {
            Some(name) if name.raw() == raw => Some(next),
            _ => self.all.iter().position(|name| name.raw() == raw),
        };
        let id = known.or_else(|| (self.all.len() < MAX_NAMES).then(|| self.add(raw, local)))? as NameId;
        if let Some(last) = self.all.get_mut(usize::from(self.last)) {
            last.next = id;
        }
        self.last = id;
        Some(id)
    }

    fn add(&mut self, raw: &[u8], local: &[u8]) -> usize {
        let closing = [b"/", raw, b">"].concat().into_boxed_slice();
        let structural = is_structural(local);
        let extension = matches!(local, b"extensions" | b"Extensions" | b"ExtendedData");
        let local = 1 + raw.len() - local.len();
        self.all.push(Name { closing, local, structural, extension, meaning: None, next: 0 });
        self.all.len() - 1
    }

    /// The name and length of the tag after a `<` when it is the one expected here, has no attributes and is not
    /// structural.
    #[inline]
    pub(super) fn expected(&mut self, tag: &[u8]) -> Option<(NameId, usize)> {
        let id = self.all.get(usize::from(self.last))?.next;
        let name = self.all.get(usize::from(id))?;
        let opening = name.closing.get(1..)?;
        if name.structural || !tag.starts_with(opening) {
            return None;
        }
        self.last = id;
        Some((id, opening.len()))
    }

    /// Length of the tag after a `<` when it closes this name.
    #[inline]
    pub(super) fn closes(&self, id: NameId, tag: &[u8]) -> Option<usize> {
        let closing = &self.all.get(usize::from(id))?.closing;
        tag.starts_with(closing).then_some(closing.len())
    }

    /// True for an element that holds elements of other namespaces.
    #[inline]
    pub(super) fn is_extension(&self, id: NameId) -> bool {
        self.all.get(usize::from(id)).is_some_and(|name| name.extension)
    }

    /// A name without its prefix.
    pub(super) fn local(&self, id: NameId) -> &[u8] {
        self.all.get(usize::from(id)).map_or(&[], Name::local)
    }

    /// The meaning of the text of an element with this name.
    #[inline]
    pub(super) fn meaning(&mut self, id: NameId, format: Format, sheet: &mut Sheet) -> Meaning {
        let Some(name) = self.all.get_mut(usize::from(id)) else { return Meaning::Nothing };
        match name.meaning {
            Some(meaning) => meaning,
            None => {
                let meaning = meaning(name.local(), format, sheet);
                name.meaning = Some(meaning);
                meaning
            }
        }
    }
}

impl Name {
    fn raw(&self) -> &[u8] {
        self.closing.get(1..self.closing.len() - 1).unwrap_or_default()
    }

    fn local(&self) -> &[u8] {
        self.closing.get(self.local..self.closing.len() - 1).unwrap_or_default()
    }
}

fn meaning(local: &[u8], format: Format, sheet: &mut Sheet) -> Meaning {
    let channel = match (format, local) {
        (Format::Gpx, b"time") | (Format::Tcx, b"Time") => return Meaning::Time,
        (Format::Tcx, b"LatitudeDegrees") => return Meaning::Latitude,
        (Format::Tcx, b"LongitudeDegrees") => return Meaning::Longitude,
        (Format::Tcx, _) => tcx_channel(local),
        _ => gpx_channel(local),
    };
    channel.map_or(Meaning::Nothing, |(id, factor)| Meaning::Channel(sheet.slot(id), factor))
}

/// The channel of an element's local name in a GPX. Speeds are m/s (GPX 1.0, TrackPointExtension v2).
fn gpx_channel(name: &[u8]) -> Option<(Cow<'static, str>, f64)> {
    let is_not_measured = matches!(
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
    if is_not_measured {
        return None;
    }
    channels::by_name(std::str::from_utf8(name).ok()?, "")
}

/// The channel of an element's local name in a TCX. The speed of an ActivityExtension is in m/s; `Value` is in no element
/// of a point but `HeartRateBpm`.
fn tcx_channel(name: &[u8]) -> Option<(Cow<'static, str>, f64)> {
    let name = match name {
        b"Value" => "hr",
        b"AltitudeMeters" => "ele",
        b"RunCadence" => "cadence",
        b"DistanceMeters" | b"SensorState" => return None,
        other => std::str::from_utf8(other).ok()?,
    };
    channels::by_name(name, "")
}
