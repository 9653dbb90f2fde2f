//! Readers: bytes → [`Recording`]. The format is determined by the content, not by the file's name.

mod am_pm;
mod archive;
mod attitude;
mod binary_log;
mod boats;
pub(crate) mod channels;
mod columnar;
mod csv;
#[cfg(feature = "write")]
mod divide;
mod fit;
mod geojson;
mod instant;
pub mod lacks;
mod loss;
mod near;
mod nmea;
mod number;
mod piecewise;
mod quantities;
mod receiver;
mod sheet;
mod stamps;
mod text;
mod valid;
mod vkx;
mod vtk;
mod xml;

/// The FIT checksum for the benches: as the reader computes it, and by eight tables.
#[cfg(feature = "internals")]
pub use fit::{crc16, crc16_by_tables};

#[cfg(feature = "fuzz")]
pub use {instant::LastMinute, near::find_near, number::decimal};

/// What the comparison with other readers shares with them.
#[cfg(feature = "internals")]
pub use {
    archive::is_archive,
    instant::{clock_text, iso_8601},
    valid::is_position,
};

#[cfg(feature = "write")]
pub use {
    archive::{Member, members, recordings},
    divide::Divided,
};

use crate::config::limits;
use crate::error::{Error, ErrorKind};
use crate::track::{Format, Recording};

pub use piecewise::Reading;

use piecewise::Piecewise;

/// Bytes at the start by which a text format is determined.
const SNIFFED: usize = 64 * 1024;

/// The format of these bytes by their content, for an archive that of the first recording in it; `None` when no reader
/// recognizes them.
pub fn sniff(bytes: &[u8]) -> Option<Format> {
    if archive::is_archive(bytes) {
        return archive::sniff(bytes);
    }
    sniff_plain(bytes).or_else(|| is_archive_behind(bytes).then(|| archive::sniff(bytes)).flatten())
}

/// True for an archive with other bytes before it. Plain formats take precedence.
fn is_archive_behind(bytes: &[u8]) -> bool {
    archive::is_archive_behind(bytes.get(..SNIFFED).unwrap_or(bytes))
}

fn sniff_plain(bytes: &[u8]) -> Option<Format> {
    if fit::is_fit(bytes) {
        return Some(Format::Fit);
    }
    if vkx::is_vkx(bytes) {
        return Some(Format::Vkx);
    }
    if vtk::is_vtk(bytes) {
        return Some(Format::Vtk);
    }
    if let Some(format) = receiver::format(bytes) {
        return Some(format);
    }
    let (start, _) = text::as_utf8(bytes.get(..SNIFFED).unwrap_or(bytes));
    if let Some(format) = xml::format(&start) {
        return Some(format);
    }
    if geojson::is_geojson(&start) {
        return Some(Format::Geojson);
    }
    if csv::is_csv(&start) {
        return Some(Format::Csv);
    }
    if nmea::is_nmea(&start) {
        return Some(Format::Nmea);
    }
    None
}

/// Endings of files that are recordings as a rule, in lower case. Texts of any content end with `.txt`, `.log` and `.json`, too.
const ENDINGS: [&str; 15] = [
    "fit", "gpx", "tcx", "kml", "geojson", "csv", "tsv", "nmea", "vkx", "vtk", "ubx", "sbp", "sbn", "oao",
    "gpy",
];

/// True for the name of a file that should be a recording. Hidden files are none.
fn has_recording_name(name: &str) -> bool {
    let ending = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty() && !stem.starts_with('.'));
    ending.is_some_and(|(_, ending)| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// The error for bytes that no reader recognizes, with a sentence on what they look like.
fn unknown(bytes: &[u8]) -> ErrorKind {
    let (start, _) = text::as_utf8(bytes.get(..SNIFFED).unwrap_or(bytes));
    if let Some(kind) = archive::other_kind(bytes) {
        let found =
            format!("It is an archive of a kind that Leebow does not open ({kind}); unpack it first.");
        return ErrorKind::UnknownFormat { found };
    }
    let found = match xml::root(&start) {
        Some(root) => {
            let root = text::printable(&String::from_utf8_lossy(root));
            format!("It is an XML file of another kind ({root}).")
        }
        None => csv::describe_unknown(&start)
            .unwrap_or("Its content matches no format that Leebow reads.".to_string()),
    };
    ErrorKind::UnknownFormat { found }
}

/// Reads a file. The name is not used. Partial losses are in the recording's damage report.
///
/// # Errors
/// Nothing could be read: `Empty`, `UnknownFormat`, `NotATrack`, `TooLarge`, `Unreadable`, `NoPositions` or `NoTimes`.
pub fn read(_name: &str, bytes: &[u8]) -> Result<Recording, Error> {
    Ok(completed(read_bare(bytes, true)?))
}

/// The boats of a file, and of each the sessions between which six hours or a night lie. One alone for a file of one boat and
/// one session.
///
/// # Errors
/// Those of [`read`].
#[cfg(feature = "write")]
pub fn divide(bytes: &[u8]) -> Result<Vec<Divided>, Error> {
    Ok(divide::divide(&read_bare(bytes, true)?))
}

/// A recording with the sentences of [`lacks`], and the names in it without control characters.
fn completed(mut recording: Recording) -> Recording {
    for name in [&mut recording.device, &mut recording.sport] {
        *name = name.take().map(|name| text::printable(&name));
    }
    boats::settle(&mut recording);
    stamps::spread(&mut recording);
    if !recording.undated && begins_in_1970(&recording) {
        recording.undated = true;
        let first_ms = recording.columns.time_ms.first().copied().unwrap_or(0.0);
        recording.damage.lacks.push(csv::times::no_date(first_ms));
    }
    lacks::add(&mut recording);
    recording
}

/// True for times of the first days of 1970: a clock without a date counts from there.
fn begins_in_1970(recording: &Recording) -> bool {
    let times = &recording.columns.time_ms;
    let is_early = |ms: &f64| (0.0..UNDATED_MS).contains(ms);
    times.first().is_some_and(is_early) && times.iter().all(|ms| is_early(ms) || ms.is_nan())
}

/// Times before this are those of a clock without a date, ms since 1970. *Guess*.
const UNDATED_MS: f64 = 8.0 * instant::DAY_MS;

/// Reads a file without adding [`lacks`]. `archives`: an archive is opened.
fn read_bare(bytes: &[u8], archives: bool) -> Result<Recording, Error> {
    if bytes.is_empty() {
        return Err(ErrorKind::Empty.into());
    }
    if bytes.len() > limits::FILE_BYTES {
        return Err(piecewise::too_large());
    }
    let unpack = || {
        let mut archive = Box::new(archive::Archive::new(bytes, Reading::default().inside()));
        archive.take(bytes, true)?;
        archive.finish()
    };
    if archives && archive::is_archive(bytes) {
        return unpack();
    }
    match sniff_plain(bytes) {
        Some(format) => piecewise::whole(format, bytes),
        None if archives && is_archive_behind(bytes) => unpack(),
        None => Err(unknown(bytes).into()),
    }
}

/// Reads bytes with the reader of this format without checking the format.
///
/// # Errors
/// Those of [`read`].
#[cfg(feature = "fuzz")]
pub fn read_by(format: Format, bytes: &[u8]) -> Result<Recording, Error> {
    Ok(completed(piecewise::whole(format, bytes)?))
}
