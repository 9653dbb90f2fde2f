//! A table with a line of names and units: a row a moment, every channel in its stored unit.

use super::{names, number, pieces, time};
use crate::channel;
use crate::track::{Column, Recording};

/// Names that a reader of such a table takes for its own columns or derives itself.
const TAKEN: &[&str] = &[
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

/// A recording as a table, and what a table could not hold. Columns for the position are left out where there is none.
pub fn write(recording: &Recording) -> (String, Vec<String>) {
    let columns = &recording.columns;
    let placed = |values: &[f64]| values.iter().any(|v| v.is_finite());
    let positioned = placed(&columns.lat_deg) && placed(&columns.lon_deg);
    let mut left_out = Vec::new();
    tell(recording, &mut left_out);
    let mut out = String::with_capacity(120 * columns.len() + 200);
    out.push_str(if positioned { "timestamp,latitude,longitude" } else { "timestamp" });
    for column in columns.channels() {
        out.push(',');
        out.push_str(&name(&column.id));
    }
    out.push('\n');
    for (row, &time_ms) in columns.time_ms.iter().enumerate() {
        out.push_str(&time::iso(time_ms));
        if positioned {
            place(&mut out, columns.lat_deg.get(row));
            place(&mut out, columns.lon_deg.get(row));
        }
        columns.channels().iter().for_each(|column| cell(&mut out, column, row));
        out.push('\n');
    }
    (out, left_out)
}

/// What a table has no place for.
pub fn tell(recording: &Recording, left_out: &mut Vec<String>) {
    let breaks = recording.breaks.len() + recording.pauses_ms.len();
    if breaks > 0 {
        let (places, them) = if breaks == 1 { ("place", "it") } else { ("places", "them") };
        left_out.push(format!(
            "{breaks} {places} where the recording was interrupted; a table has no room for {them}."
        ));
    }
    pieces::tell_beside(recording, "a table", left_out);
}

/// `sog [m/s]`; a name of nobody's registry stands with empty brackets, so that no ending is taken for its unit.
fn name(id: &str) -> String {
    let unit = channel::find(id).map_or("", |c| c.unit);
    format!("{} [{unit}]", names::written(id, TAKEN))
}

/// A comma, and the coordinate when there is one.
pub fn place(out: &mut String, deg: Option<&f64>) {
    out.push(',');
    if let Some(deg) = deg.filter(|deg| deg.is_finite()) {
        out.push_str(&deg.to_string());
    }
}

fn cell(out: &mut String, column: &Column, row: usize) {
    out.push(',');
    number::value(out, column.values.get(row).copied().unwrap_or(f32::NAN));
}
