//! One track point while it is read: position and time.

use super::scanner;
use crate::read::number::loose_decimal;
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

    /// Latitude and longitude; `None` when they are not valid.
    pub(super) fn position(&self) -> Option<(f64, f64)> {
        position(self.lat_deg?, self.lon_deg?)
    }
}
