//! One track point while it is read: position and time.

use super::scanner;
use crate::read::near::find_near;
use crate::read::number::{decimal, loose_decimal};
use crate::read::valid::position;

/// A point that is open: GPX's `trkpt`, TCX's `Trackpoint` or KML's `Placemark`.
#[derive(Debug)]
pub(super) struct Point {
    /// Its start in the text.
    pub from: usize,
    pub lat_deg: Option<f64>,
    pub lon_deg: Option<f64>,
    pub time_ms: Option<f64>,
    /// A time in its extensions, for a point without one of its own.
    pub foreign_time_ms: Option<f64>,
}

impl Point {
    /// A point whose position and time are elements inside it.
    pub(super) fn empty(from: usize) -> Self {
        Self { from, lat_deg: None, lon_deg: None, time_ms: None, foreign_time_ms: None }
    }

    /// The point with these attributes.
    pub(super) fn at(attributes: &[u8], from: usize) -> Self {
        let mut point = Self::empty(from);
        for (name, value) in scanner::attributes(attributes) {
            match name {
                b"lat" => point.lat_deg = loose_decimal(&scanner::plain(value)),
                b"lon" => point.lon_deg = loose_decimal(&scanner::plain(value)),
                _ => {}
            }
        }
        point
    }

    /// The point of a tag, given from after its `<`, with a latitude, a longitude and nothing else, the usual form; and
    /// the length of the tag. `None` for another tag.
    #[inline]
    pub(super) fn plain(tag: &[u8], from: usize) -> Option<(Self, usize)> {
        let rest = tag.strip_prefix(b"trkpt ")?;
        let (first_is_lat, rest) = coordinate_name(rest)?;
        let (first, rest) = coordinate(rest)?;
        let (second_is_lat, rest) = coordinate_name(rest.strip_prefix(b" ")?)?;
        let (second, rest) = coordinate(rest)?;
        let rest = rest.strip_prefix(b">")?;
        let (lat_deg, lon_deg) = match (first_is_lat, second_is_lat) {
            (true, false) => (Some(first), Some(second)),
            (false, true) => (Some(second), Some(first)),
            _ => return None,
        };
        Some((Self { lat_deg, lon_deg, ..Self::empty(from) }, tag.len() - rest.len()))
    }

    /// Latitude and longitude; `None` when they are not valid.
    pub(super) fn position(&self) -> Option<(f64, f64)> {
        position(self.lat_deg?, self.lon_deg?)
    }
}

/// True for `lat="`, false for `lon="`.
fn coordinate_name(text: &[u8]) -> Option<(bool, &[u8])> {
    match text.split_first_chunk::<5>()? {
        (b"lat=\"", rest) => Some((true, rest)),
        (b"lon=\"", rest) => Some((false, rest)),
        _ => None,
    }
}

/// A number and the text after its closing quote.
#[inline]
fn coordinate(text: &[u8]) -> Option<(f64, &[u8])> {
    let near = text.get(..text.len().min(32))?;
    let end = find_near(near, b'"')?;
    Some((decimal(near.get(..end)?)?, text.get(end + 1..)?))
}
