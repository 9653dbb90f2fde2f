//! Readers: bytes → [`Recording`]. The format is determined by the content, not by the file's name.

mod am_pm;
mod archive;
mod attitude;
mod binary_log;
mod boats;
mod bus;
pub(crate) mod channels;
mod columnar;
mod csv;
#[cfg(feature = "write")]
mod divide;
mod fit;
mod geojson;
mod instant;
#[cfg(feature = "write")]
mod join;
mod json;
pub mod lacks;
mod loss;
mod nmea;
pub(crate) mod number;
#[cfg(feature = "write")]
mod outline;
mod piecewise;
mod quantities;
mod receiver;
#[cfg(feature = "write")]
mod related;
mod sheet;
mod stamps;
mod text;
mod valid;
mod vkx;
mod vtk;
mod xml;

/// The FIT checksum, for the benches.
#[cfg(feature = "internals")]
pub use fit::crc16;

#[cfg(feature = "fuzz")]
pub use {instant::LastMinute, number::decimal};

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
    outline::Outline,
    related::{Relation, related},
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
    if bus::is_ebl(bytes) {
        return Some(Format::Ebl);
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
    if let Some(format) = bus::format(&start) {
        return Some(format);
    }
    if nmea::is_nmea(&start) {
        return Some(Format::Nmea);
    }
    None
}

/// Endings of files that are recordings as a rule, in lower case. Texts of any content end with `.txt`, `.log` and `.json`, too.
const ENDINGS: [&str; 16] = [
    "fit", "gpx", "tcx", "kml", "geojson", "csv", "tsv", "nmea", "vkx", "vtk", "ubx", "sbp", "sbn", "oao",
    "gpy", "ebl",
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

/// A file that was read once, for its analysis and for what can be made of it.
#[cfg(feature = "write")]
pub struct Opened {
    /// As [`read`] reads it.
    pub recording: Recording,
    /// The boats of the file, and of each the sessions between which six hours or a night lie. None for a file of one boat and
    /// one session.
    pub parts: Vec<Divided>,
    /// None where the recording has no date or no positions.
    pub outline: Option<Outline>,
}

/// Reads a file, and divides it.
///
/// # Errors
/// Those of [`read`].
#[cfg(feature = "write")]
pub fn open(bytes: &[u8]) -> Result<Opened, Error> {
    let bare = read_bare(bytes, true)?;
    let parts = divide::divide(&bare);
    let recording = completed(bare);
    let outline = Outline::of_recording(&recording);
    Ok(Opened { recording, parts, outline })
}

/// Files of one session as one recording, and of each, in their order, what its reader reports first of what was lost, a sentence;
/// empty for a file that is whole.
///
/// # Errors
/// Those of [`read`], of the first file that has one, and `Empty` without files.
#[cfg(feature = "write")]
pub fn join(files: &[&[u8]]) -> Result<(Recording, Vec<String>), Error> {
    let read = files.iter().map(|bytes| read("", bytes)).collect::<Result<Vec<_>, _>>()?;
    let lost = |one: &Recording| one.damage.losses.first().map_or(String::new(), |loss| loss.reason.clone());
    let losses = read.iter().map(lost).collect();
    Ok((join::joined(read).ok_or(ErrorKind::Empty)?, losses))
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
