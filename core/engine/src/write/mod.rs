//! Writers: an unprocessed [`Recording`] as GPX, CSV, GeoJSON or KML. Native only (feature `write`).
//!
//! Nothing is smoothed or sorted; what a format cannot hold is reported in one sentence each. Numbers are the shortest
//! decimals that read back to the same bits.

mod csv;
mod geojson;
mod gpx;
mod head;
mod kml;
mod names;
mod number;
mod pieces;
mod time;
mod vakaros;
mod xml;

use crate::error::{Error, ErrorKind};
use crate::track::{Columns, Recording};

pub use head::Head;

/// The names of the formats.
pub const FORMATS: &[&str] = &["gpx", "csv", "vakaros", "geojson", "kml"];

/// A recording as a file of another format.
#[derive(Debug, Clone, PartialEq)]
pub struct Written {
    pub bytes: Vec<u8>,
    pub head: Head,
    /// What the format cannot hold, one sentence each.
    pub left_out: Vec<String>,
}

/// Reads a file and writes it in one of [`FORMATS`].
///
/// # Errors
/// Those of [`read`](crate::read::read) and [`write`].
pub fn convert(name: &str, bytes: &[u8], format: &str) -> Result<Written, Error> {
    let recording = crate::read::read(name, bytes)?;
    let (text, left_out) = write(&recording, format)?;
    Ok(Written { bytes: text.into_bytes(), head: Head::of(&recording), left_out })
}

/// The text of a recording in one of [`FORMATS`], and sentences on what that format cannot hold.
///
/// # Errors
/// `BadOptions` for another format.
pub fn write(recording: &Recording, format: &str) -> Result<(String, Vec<String>), Error> {
    match format {
        "gpx" => gpx::write(recording),
        "csv" => Ok(csv::write(recording)),
        "vakaros" => vakaros::write(recording),
        "geojson" => geojson::write(recording),
        "kml" => kml::write(recording),
        _ => {
            let reason =
                format!("Leebow does not write the format \"{format}\"; it writes {}.", FORMATS.join(", "));
            Err(ErrorKind::BadOptions { reason }.into())
        }
    }
}

/// The boats and sessions of a file that has several, each with a name and as a GPX, which has every channel; none for other
/// files.
pub fn divided(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let parts = crate::read::divide(bytes).unwrap_or_default();
    if parts.len() < 2 {
        return Vec::new();
    }
    let written = |part: crate::read::Divided| {
        Some((format!("{}.gpx", part.name), write(&part.recording, "gpx").ok()?.0.into_bytes()))
    };
    parts.into_iter().filter_map(written).collect()
}

/// Reads a file: its head and its unprocessed columns.
///
/// # Errors
/// Those of [`read`](crate::read::read).
pub fn raw(name: &str, bytes: &[u8]) -> Result<(Head, Columns), Error> {
    let recording = crate::read::read(name, bytes)?;
    Ok((Head::of(&recording), recording.columns))
}
