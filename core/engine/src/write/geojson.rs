//! GeoJSON (RFC 7946): one feature a piece, times and channels in `coordinateProperties` as togeojson has them.

use std::fmt::Write;

use super::{Head, names, number, pieces, time};
use crate::error::Error;
use crate::track::Recording;

/// Names that readers take for times.
const RESERVED: &[&str] = &["times", "time", "timestamp", "timestamps", "heart"];

/// A recording as GeoJSON, and sentences on what GeoJSON cannot hold.
pub(super) fn write(recording: &Recording) -> Result<(String, Vec<String>), Error> {
    let pieces = pieces::positioned(recording)?;
    let mut left_out = Vec::new();
    pieces.report_without_position(recording.columns.len(), "GeoJSON", &mut left_out);
    let mut out = String::with_capacity(120 * recording.columns.len() + 1000);
    // RFC 7946, 6.1 allows foreign members.
    let _ = write!(out, "{{\"type\":\"FeatureCollection\",\"recording\":{}", Head::of(recording).json());
    out.push_str(",\"features\":[");
    for (i, piece) in pieces.rows.iter().enumerate() {
        out.push_str(if i > 0 { ",\n" } else { "\n" });
        feature(&mut out, recording, piece);
    }
    out.push_str("\n]}\n");
    Ok((out, left_out))
}

/// Writes a line, or a point for a piece of one fix: a line needs two positions (RFC 7946, 3.1.4). A line that crosses the
/// meridian of 180° is cut there (3.1.9).
fn feature(out: &mut String, recording: &Recording, rows: &[usize]) {
    let columns = &recording.columns;
    let longitude = |row: usize| columns.lon_deg.get(row).copied().unwrap_or(f64::NAN);
    let lines: Vec<&[usize]> = rows.chunk_by(|a, b| (longitude(*a) - longitude(*b)).abs() <= 180.0).collect();
    let kind = match (lines.len(), rows.len()) {
        (2.., _) => "MultiLineString",
        (_, 1) => "Point",
        _ => "LineString",
    };
    let _ = write!(out, "{{\"type\":\"Feature\",\"geometry\":{{\"type\":\"{kind}\",\"coordinates\":");
    let position = |out: &mut String, row: usize| {
        let at = |values: &[f64]| values.get(row).copied().unwrap_or(f64::NAN);
        let _ = write!(out, "[{},{}]", at(&columns.lon_deg), at(&columns.lat_deg));
    };
    match rows {
        [row] => position(out, *row),
        _ => lists(out, &lines, position),
    }
    out.push_str("},\"properties\":{\"coordinateProperties\":{\"times\":");
    lists(out, &lines, |out, row| {
        let time_ms = columns.time_ms.get(row).copied().unwrap_or(f64::NAN);
        let _ = write!(out, "\"{}\"", time::iso(time_ms));
    });
    for column in columns.channels() {
        let name = names::written(&column.id, RESERVED);
        let _ = write!(out, ",{}:", serde_json::Value::from(name));
        lists(out, &lines, |out, row| {
            if !number::value(out, column.values.get(row).copied().unwrap_or(f32::NAN)) {
                out.push_str("null");
            }
        });
    }
    out.push_str("}}}");
}

/// A list of the items of a line, or of several lines a list of lists.
fn lists(out: &mut String, lines: &[&[usize]], item: impl Fn(&mut String, usize)) {
    if let [line] = lines {
        return list(out, line, &item);
    }
    out.push('[');
    for (i, line) in lines.iter().enumerate() {
        out.push_str(if i > 0 { "," } else { "" });
        list(out, line, &item);
    }
    out.push(']');
}

fn list(out: &mut String, rows: &[usize], item: &impl Fn(&mut String, usize)) {
    out.push('[');
    for (i, &row) in rows.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        item(out, row);
    }
    out.push(']');
}
