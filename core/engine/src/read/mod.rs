//! Readers: bytes → [`Recording`]. The format is told by content, never by the file's name.

mod am_pm;
mod archive;
mod attitude;
mod binary_log;
pub(crate) mod channels;
mod csv;
mod fit;
mod gpx;
mod instant;
#[cfg(feature = "judges")]
pub mod judge;
mod lacks;
mod loss;
mod near;
mod nmea;
mod number;
mod piecewise;
mod sheet;
mod text;
mod vkx;
mod vtk;

/// The checksum pass alone, for the benches: as the reader does it, and by slices of eight.
#[cfg(feature = "judges")]
pub use fit::{crc16, crc16_by_tables};

#[cfg(feature = "fuzz")]
pub use {instant::LastDay, near::find_near, number::decimal};

use crate::config::limits;
use crate::error::{Error, ErrorKind};
use crate::track::{Format, Recording};

pub use piecewise::Reading;

use piecewise::Piecewise;

/// Bytes at the start that are enough to tell a text format.
const SNIFFED: usize = 64 * 1024;

/// The format of these bytes, by their content; `None` when no reader knows them.
/// For an archive that of the first recording inside.
pub fn sniff(bytes: &[u8]) -> Option<Format> {
    if archive::is_archive(bytes) { archive::sniff(bytes) } else { sniff_plain(bytes) }
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
    let (start, _) = text::as_utf8(bytes.get(..SNIFFED).unwrap_or(bytes));
    if gpx::is_gpx(&start) {
        return Some(Format::Gpx);
    }
    if csv::is_csv(&start) {
        return Some(Format::Csv);
    }
    if nmea::is_nmea(&start) {
        return Some(Format::Nmea);
    }
    None
}

/// What these bytes look like, for the message that no reader knows them.
fn unknown(bytes: &[u8]) -> ErrorKind {
    let (start, _) = text::as_utf8(bytes.get(..SNIFFED).unwrap_or(bytes));
    if let Some(kind) = archive::other_kind(bytes) {
        let found = format!("It is an archive of a kind that is not opened here ({kind}): unpack it first.");
        return ErrorKind::UnknownFormat { found };
    }
    let found = match gpx::root(&start) {
        Some(root) => format!("It is an XML file of another kind ({}).", String::from_utf8_lossy(root)),
        None => csv::describe_unknown(&start)
            .unwrap_or("Its content is of none of the formats it knows.".to_string()),
    };
    ErrorKind::UnknownFormat { found }
}

/// Reads a file. `name` serves messages alone. Partial losses are told in the recording's Damage report;
/// an error means that there is nothing to show.
pub fn read(_name: &str, bytes: &[u8]) -> Result<Recording, Error> {
    let mut recording = read_bare(bytes, true)?;
    lacks::tell(&mut recording);
    Ok(recording)
}

/// Reads a file, and an archive where that may be, without telling what every kind of file may lack.
fn read_bare(bytes: &[u8], archives: bool) -> Result<Recording, Error> {
    if bytes.is_empty() {
        return Err(ErrorKind::Empty.into());
    }
    if bytes.len() > limits::FILE_BYTES {
        return Err(piecewise::too_large());
    }
    if archives && archive::is_archive(bytes) {
        let mut archive = Box::new(archive::Archive::new(bytes, Reading::default().inside()));
        archive.take(bytes, true)?;
        return archive.finish();
    }
    match sniff_plain(bytes) {
        Some(format) => piecewise::whole(format, bytes),
        None => Err(unknown(bytes).into()),
    }
}

/// Reads bytes by the reader of this format, whatever they look like.
#[cfg(feature = "fuzz")]
pub fn read_by(format: Format, bytes: &[u8]) -> Result<Recording, Error> {
    let mut recording = piecewise::whole(format, bytes)?;
    lacks::tell(&mut recording);
    Ok(recording)
}
