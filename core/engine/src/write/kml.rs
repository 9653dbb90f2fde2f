//! KML 2.2 with Google's `gx:Track`: one track a piece with times, positions and channels.
//!
//! Source: KML reference, gx:Track; a moment without a position has an empty `gx:coord`.

use std::fmt::Write;

use super::{Head, names, number, pieces, time, xml};
use crate::error::Error;
use crate::track::Recording;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
    <kml xmlns=\"http://www.opengis.net/kml/2.2\" xmlns:gx=\"http://www.google.com/kml/ext/2.2\">\n<Document>\n";

/// A recording as KML, and sentences on what KML cannot hold.
pub(super) fn write(recording: &Recording) -> Result<(String, Vec<String>), Error> {
    // An error without any position.
    pieces::positioned(recording)?;
    let mut out = String::with_capacity(160 * recording.columns.len() + 1000);
    out.push_str(HEAD);
    let head = xml::escaped(&Head::of(recording).json());
    let _ =
        writeln!(out, "<ExtendedData><Data name=\"recording\"><value>{head}</value></Data></ExtendedData>");
    schema(&mut out, recording);
    let name = xml::escaped(recording.device.as_deref().unwrap_or("Track"));
    let _ = writeln!(out, "<Placemark>\n<name>{name}</name>\n<gx:MultiTrack>");
    for piece in pieces::divide(recording, |_| true) {
        track(&mut out, recording, &piece);
    }
    out.push_str("</gx:MultiTrack>\n</Placemark>\n</Document>\n</kml>\n");
    Ok((out, Vec::new()))
}

fn schema(out: &mut String, recording: &Recording) {
    out.push_str("<Schema id=\"channels\">\n");
    for column in recording.columns.channels() {
        let id = xml::escaped(&names::written(&column.id, &[]));
        let _ = writeln!(out, "<gx:SimpleArrayField name=\"{id}\" type=\"float\"/>");
    }
    out.push_str("</Schema>\n");
}

fn track(out: &mut String, recording: &Recording, rows: &[usize]) {
    let columns = &recording.columns;
    let at = |values: &[f64], row: usize| values.get(row).copied().unwrap_or(f64::NAN);
    out.push_str("<gx:Track>\n<altitudeMode>clampToGround</altitudeMode>\n");
    for &row in rows {
        let _ = writeln!(out, "<when>{}</when>", time::iso(at(&columns.time_ms, row)));
    }
    for &row in rows {
        let (lat, lon) = (at(&columns.lat_deg, row), at(&columns.lon_deg, row));
        if lat.is_finite() && lon.is_finite() {
            let _ = writeln!(out, "<gx:coord>{lon} {lat} 0</gx:coord>");
        } else {
            out.push_str("<gx:coord/>\n");
        }
    }
    out.push_str("<ExtendedData><SchemaData schemaUrl=\"#channels\">\n");
    for column in columns.channels() {
        let _ =
            writeln!(out, "<gx:SimpleArrayData name=\"{}\">", xml::escaped(&names::written(&column.id, &[])));
        for &row in rows {
            out.push_str("<gx:value>");
            number::value(out, column.values.get(row).copied().unwrap_or(f32::NAN));
            out.push_str("</gx:value>\n");
        }
        out.push_str("</gx:SimpleArrayData>\n");
    }
    out.push_str("</SchemaData></ExtendedData>\n</gx:Track>\n");
}
