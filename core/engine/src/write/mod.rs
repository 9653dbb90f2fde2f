//! Writers: an unprocessed [`Recording`] as GPX, CSV, GeoJSON or KML (feature `write`); the browser's engine
//! has [`parts`] and [`joined`] alone.
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

use crate::config::limits;
use crate::error::{Error, ErrorKind};
use crate::read::{Divided, Opened, Outline, join};
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
        _ => Err(Error::bad_options(format!(
            "Leebow does not write the format \"{format}\"; it writes {}.",
            FORMATS.join(", ")
        ))),
    }
}

/// A boat or session of a file: a name, a GPX, which has every channel, and what it is compared with others by.
pub struct Part {
    pub name: String,
    pub bytes: Vec<u8>,
    /// Numbers of its [`Outline`]; none where it has no outline.
    pub outline: Vec<f64>,
}

/// The boats and sessions of a file that was opened, which has several; none for other files.
pub fn parts(opened: &Opened) -> Vec<Part> {
    let written = |Divided { name, recording }: &Divided| {
        let bytes = gpx::write(recording).ok()?.0.into_bytes();
        Some(Part { name: format!("{name}.gpx"), bytes, outline: numbers(Outline::of_recording(recording)) })
    };
    opened.parts.iter().filter_map(written).collect()
}

/// The numbers of an outline; none without one.
pub fn numbers(outline: Option<Outline>) -> Vec<f64> {
    outline.as_ref().map(Outline::numbers).unwrap_or_default()
}

/// Files of one session as a GPX, which has every channel, and of each, in their order, a sentence on what was lost of it, or none.
///
/// # Errors
/// Those of [`join`] and of the writer; `TooLarge` where the result is larger than the largest file that is read.
pub fn joined(files: &[&[u8]]) -> Result<(Vec<u8>, Vec<String>), Error> {
    let (recording, losses) = join(files)?;
    let bytes = gpx::write(&recording)?.0.into_bytes();
    if bytes.len() > limits::FILE_BYTES {
        return Err(
            ErrorKind::TooLarge { limit: format!("over {} MB", limits::FILE_BYTES / 1024 / 1024) }.into()
        );
    }
    Ok((bytes, losses))
}

/// Reads a file: its head and its unprocessed columns.
///
/// # Errors
/// Those of [`read`](crate::read::read).
pub fn raw(name: &str, bytes: &[u8]) -> Result<(Head, Columns), Error> {
    let recording = crate::read::read(name, bytes)?;
    Ok((Head::of(&recording), recording.columns))
}
