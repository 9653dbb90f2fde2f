//! The Vakaros layout: the maker's columns in knots, milliseconds and UTC, then load cells as in its older export.

use super::{csv, number, pieces, time};
use crate::error::Error;
use crate::track::{Column, Recording};
use crate::units::MPS_PER_KNOT;

/// The maker's columns after the position: name, channel id, and factor to the stored unit.
const COLUMNS: &[(&str, &str, f64)] = &[
    ("sog_kts", "sog", MPS_PER_KNOT),
    ("cog", "cog", 1.0),
    ("hdg_true", "hdg", 1.0),
    ("heel", "heel", 1.0),
    ("trim", "pitch", 1.0),
];

/// A recording in the Vakaros layout, and sentences on what it cannot hold.
pub(super) fn write(recording: &Recording) -> Result<(String, Vec<String>), Error> {
    let columns = &recording.columns;
    let pieces = pieces::positioned(recording)?;
    let (cells, mut left_out) = cells(recording);
    pieces.report_without_position(columns.len(), "the Vakaros layout", &mut left_out);
    csv::report_left_out(recording, &mut left_out);
    let mut out = String::with_capacity(100 * columns.len() + 100);
    out.push_str("timestamp,latitude,longitude");
    for (name, ..) in &cells {
        out.push(',');
        out.push_str(name);
    }
    out.push('\n');
    let mut is_rounded = false;
    for &row in pieces.rows.iter().flatten() {
        let (text, dropped) = time::vakaros(columns.time_ms.get(row).copied().unwrap_or(f64::NAN));
        is_rounded |= dropped;
        out.push_str(&text);
        csv::coordinate(&mut out, columns.lat_deg.get(row));
        csv::coordinate(&mut out, columns.lon_deg.get(row));
        for (_, column, factor) in &cells {
            out.push(',');
            let stored = column.and_then(|c| c.values.get(row)).copied().unwrap_or(f32::NAN);
            number::in_unit(&mut out, stored, *factor);
        }
        out.push('\n');
    }
    if is_rounded {
        left_out.push(
            "Times finer than a millisecond were rounded; the Vakaros layout has three decimals.".into(),
        );
    }
    Ok((out, left_out))
}

/// A column of the table: its name, the channel when there is one, the factor.
type Cell<'a> = (String, Option<&'a Column>, f64);

fn cells(recording: &Recording) -> (Vec<Cell<'_>>, Vec<String>) {
    let channels = recording.columns.channels();
    let find = |id: &str| channels.iter().find(|c| c.id == id);
    let mut cells: Vec<Cell> =
        COLUMNS.iter().map(|&(name, id, factor)| (name.to_string(), find(id), factor)).collect();
    let mut unplaced = Vec::new();
    for column in channels {
        match &*column.id {
            "clew_load" => cells.push(("load_clew".into(), Some(column), 1.0)),
            id if id.starts_with("load_") => cells.push((id.into(), Some(column), 1.0)),
            id if COLUMNS.iter().any(|(_, ours, _)| *ours == id) => {}
            id => unplaced.push(id.to_string()),
        }
    }
    let left_out = match unplaced.as_slice() {
        [] => Vec::new(),
        [one] => vec![format!("The channel {one} is left out; the Vakaros layout has no column for it.")],
        more => {
            vec![format!(
                "The channels {} are left out; the Vakaros layout has no columns for them.",
                more.join(", ")
            )]
        }
    };
    (cells, left_out)
}
