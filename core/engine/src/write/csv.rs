//! A table with a header of names and units, one row a moment, every channel in its stored unit.

use super::{names, number, pieces, time};
use crate::channel;
use crate::track::{Column, Recording};

/// Names that the reader of tables interprets as time or position, or ignores as derived channels.
const RESERVED_NAMES: &[&str] = &[
    "time",
    "datetime",
    "utc",
    "date",
    "epoch",
    "gmt",
    "lat",
    "latitude",
    "lon",
    "lng",
    "long",
    "longitude",
    "vmg",
    "lvg",
    "ewd",
    "ewd_sd",
    "etwa",
    "etab",
    "vmg_twd",
    "turn_rate",
];

/// A recording as a table, and sentences on what a table cannot hold. Without any position the columns for it are
/// omitted.
pub(super) fn write(recording: &Recording) -> (String, Vec<String>) {
    let columns = &recording.columns;
    let has_values = |values: &[f64]| values.iter().any(|v| v.is_finite());
    let has_positions = has_values(&columns.lat_deg) && has_values(&columns.lon_deg);
    let mut left_out = Vec::new();
    report_left_out(recording, &mut left_out);
    let mut out = String::with_capacity(120 * columns.len() + 200);
    out.push_str(if has_positions { "timestamp,latitude,longitude" } else { "timestamp" });
    for column in columns.channels() {
        out.push(',');
        out.push_str(&name(&column.id));
    }
    out.push('\n');
    for (row, &time_ms) in columns.time_ms.iter().enumerate() {
        out.push_str(&time::iso(time_ms));
        if has_positions {
            coordinate(&mut out, columns.lat_deg.get(row));
            coordinate(&mut out, columns.lon_deg.get(row));
        }
        columns.channels().iter().for_each(|column| cell(&mut out, column, row));
        out.push('\n');
    }
    (out, left_out)
}

/// Adds sentences on what a table cannot hold.
pub(super) fn report_left_out(recording: &Recording, left_out: &mut Vec<String>) {
    let breaks = recording.breaks.len() + recording.pauses_ms.len();
    if breaks > 0 {
        let (places, them) = if breaks == 1 { ("place", "it") } else { ("places", "them") };
        left_out.push(format!(
            "{breaks} {places} where the recording was interrupted are left out; a table has no column for {them}."
        ));
    }
    pieces::report_totals_and_events(recording, "a table", left_out);
}

/// `sog [m/s]`; a channel outside the registry has empty brackets, so that no ending of its name is read as a unit.
fn name(id: &str) -> String {
    let unit = channel::find(id).map_or("", |c| c.unit);
    format!("{} [{unit}]", names::written(id, RESERVED_NAMES))
}

/// Writes a comma and the coordinate, if there is one.
pub(super) fn coordinate(out: &mut String, deg: Option<&f64>) {
    out.push(',');
    if let Some(deg) = deg.filter(|deg| deg.is_finite()) {
        out.push_str(&deg.to_string());
    }
}

fn cell(out: &mut String, column: &Column, row: usize) {
    out.push(',');
    number::value(out, column.values.get(row).copied().unwrap_or(f32::NAN));
}
