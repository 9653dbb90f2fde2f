//! GPX 1.1 with Garmin's TrackPointExtension v2 for the channels it has and elements of the namespace
//! `urn:leebow:channels` for all others.
//!
//! Source: topografix.com/GPX/1/1/gpx.xsd; Garmin's TrackPointExtensionv2.xsd (order and ranges of its elements).

use std::fmt::Write;

use super::{names, number, pieces, time, xml};
use crate::error::Error;
use crate::track::{Column, Recording};

const NAMESPACES: &str = "xmlns=\"http://www.topografix.com/GPX/1/1\" \
    xmlns:gpxtpx=\"http://www.garmin.com/xmlschemas/TrackPointExtension/v2\" \
    xmlns:leebow=\"urn:leebow:channels\"";

/// A channel, its element in the TrackPointExtension, and the values allowed there.
type Named = (&'static str, &'static str, fn(f32) -> bool);

/// Channels of the TrackPointExtension, in its order.
const GARMIN: &[Named] = &[
    ("temperature", "atemp", |_| true),
    ("depth", "depth", |_| true),
    ("hr", "hr", |v| v.fract() == 0.0 && (1.0..=255.0).contains(&v)),
    ("cadence", "cad", |v| v.fract() == 0.0 && (0.0..=254.0).contains(&v)),
    ("sog", "speed", |_| true),
    ("cog", "course", |v| (0.0..360.0).contains(&v)),
];

/// Names with another meaning inside a point, in GPX or for its readers.
const RESERVED_NAMES: &[&str] = &[
    "time",
    "magvar",
    "geoidheight",
    "name",
    "cmt",
    "desc",
    "src",
    "link",
    "text",
    "sym",
    "type",
    "fix",
    "sat",
    "hdop",
    "vdop",
    "pdop",
    "ageofdgpsdata",
    "dgpsid",
    "extensions",
    "url",
    "urlname",
    "trkpt",
    "trkseg",
    "wpt",
    "rtept",
];

/// The channels of a recording by the element that holds them.
struct Places<'a> {
    ele: Option<&'a Column>,
    garmin: Vec<(&'static str, &'a Column)>,
    /// In Leebow's namespace, with the name of their element.
    own: Vec<(String, &'a Column)>,
}

/// A recording as GPX, and sentences on what GPX cannot hold.
pub(super) fn write(recording: &Recording) -> Result<(String, Vec<String>), Error> {
    let pieces = pieces::positioned(recording)?;
    let mut left_out = Vec::new();
    pieces.report_without_position(recording.columns.len(), "GPX", &mut left_out);
    pieces::report_totals_and_events(recording, "GPX", &mut left_out);
    let places = places(recording, &mut left_out);
    let mut out = String::with_capacity(320 * recording.columns.len() + 1000);
    head(&mut out, recording, &pieces.rows);
    for piece in &pieces.rows {
        out.push_str("<trkseg>\n");
        piece.iter().for_each(|&row| point(&mut out, recording, &places, row));
        out.push_str("</trkseg>\n");
    }
    out.push_str("</trk>\n</gpx>\n");
    Ok((out, left_out))
}

fn head(out: &mut String, recording: &Recording, pieces: &[Vec<usize>]) {
    let creator = xml::escaped(recording.device.as_deref().unwrap_or("Leebow"));
    out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(out, "<gpx version=\"1.1\" creator=\"{creator}\" {NAMESPACES}>");
    let first = pieces.first().and_then(|piece| piece.first());
    if let Some(&time_ms) = first.and_then(|&row| recording.columns.time_ms.get(row)) {
        let _ = writeln!(out, "<metadata><time>{}</time></metadata>", time::iso(time_ms));
    }
    out.push_str("<trk>\n");
    if let Some(sport) = &recording.sport {
        let _ = writeln!(out, "<type>{}</type>", xml::escaped(sport));
    }
}

fn places<'a>(recording: &'a Recording, left_out: &mut Vec<String>) -> Places<'a> {
    let mut places = Places {
        ele: recording.columns.channels().iter().find(|c| c.id == "ele"),
        garmin: vec![],
        own: vec![],
    };
    for &(id, name, allows) in GARMIN {
        let column = recording.columns.channels().iter().find(|c| c.id == id);
        let fits = |column: &&Column| column.values.iter().all(|v| v.is_nan() || allows(*v));
        places.garmin.extend(column.filter(fits).map(|column| (name, column)));
    }
    for column in recording.columns.channels() {
        if column.id == "ele" || places.garmin.iter().any(|(_, placed)| placed.id == column.id) {
            continue;
        }
        let name = names::written(&column.id, RESERVED_NAMES);
        // The readers ignore a leading underscore.
        let name = if xml::is_name(&name) { name } else { format!("_{name}") };
        if xml::is_name(&name) {
            places.own.push((name, column));
        } else {
            left_out
                .push(format!("The channel {} is left out, because XML does not allow its name.", column.id));
        }
    }
    places
}

fn point(out: &mut String, recording: &Recording, places: &Places, row: usize) {
    let columns = &recording.columns;
    let at = |values: &[f64]| values.get(row).copied().unwrap_or(f64::NAN);
    let (lat, lon) = (at(&columns.lat_deg), at(&columns.lon_deg));
    let _ = write!(out, "<trkpt lat=\"{lat}\" lon=\"{lon}\">");
    if let Some(ele) = places.ele {
        element(out, "", "ele", ele, row);
    }
    let _ = write!(out, "<time>{}</time>", time::iso(at(&columns.time_ms)));
    extensions(out, places, row);
    out.push_str("</trkpt>\n");
}

/// Writes the extensions of a point, if it has any.
fn extensions(out: &mut String, places: &Places, row: usize) {
    let start = out.len();
    out.push_str("<extensions><gpxtpx:TrackPointExtension>");
    let inside = out.len();
    places.garmin.iter().for_each(|(name, column)| element(out, "gpxtpx:", name, column, row));
    if out.len() == inside {
        out.truncate(start);
        out.push_str("<extensions>");
    } else {
        out.push_str("</gpxtpx:TrackPointExtension>");
    }
    let before = out.len();
    places.own.iter().for_each(|(name, column)| element(out, "leebow:", name, column, row));
    if out.len() == before && out.ends_with("<extensions>") {
        out.truncate(start);
    } else {
        out.push_str("</extensions>");
    }
}

fn element(out: &mut String, prefix: &str, name: &str, column: &Column, row: usize) {
    let start = out.len();
    let _ = write!(out, "<{prefix}{name}>");
    if number::value(out, column.values.get(row).copied().unwrap_or(f32::NAN)) {
        let _ = write!(out, "</{prefix}{name}>");
    } else {
        out.truncate(start);
    }
}
