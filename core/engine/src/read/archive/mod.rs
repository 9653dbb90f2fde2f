//! Archives: `.zip` as Garmin exports them, and `.gz`. Guarded: an archive cannot grow without bound, holds few
//! entries, and no archive inside.

mod gz;
mod inflate;
mod zip;

use crate::config::limits;
use crate::error::{Error, ErrorKind};
use crate::track::{Format, Recording};

/// What an archive holds of one file.
struct Entry {
    name: String,
    bytes: Vec<u8>,
    /// What is wrong with it, a sentence; what could be unpacked is in `bytes`.
    flaw: Option<&'static str>,
}

/// True when the bytes are an archive that is opened.
pub fn is_archive(bytes: &[u8]) -> bool {
    zip::is_zip(bytes) || gz::is_gz(bytes)
}

/// The format of the first recording inside.
pub fn sniff(bytes: &[u8]) -> Option<Format> {
    let mut found = None;
    let _ = each(bytes, |entry| {
        found = super::sniff_plain(&entry.bytes);
        found.is_none()
    });
    found
}

/// Reads the first recording inside; the names of the others are told.
pub fn read(bytes: &[u8]) -> Result<Recording, Error> {
    let (mut first, mut error, mut others) = (None, None, Vec::new());
    each(bytes, |entry| {
        if is_archive(&entry.bytes) {
            let reason = format!("it holds an archive, \"{}\": unpack that first", entry.name);
            error.get_or_insert(ErrorKind::Unreadable { reason }.into());
        } else if first.is_some() {
            if super::sniff_plain(&entry.bytes).is_some() {
                others.push(entry.name);
            }
        } else {
            match super::read_plain(&entry.bytes) {
                Ok(mut recording) => {
                    recording.damage.lacks.extend(entry.flaw.map(str::to_string));
                    first = Some((entry.name, recording));
                }
                // A file of a known format says more than one nobody knows.
                Err(new)
                    if matches!(error, None | Some(Error { kind: ErrorKind::UnknownFormat { .. }, .. })) =>
                {
                    error = Some(new);
                }
                Err(_) => {}
            }
        }
        true
    })?;
    let Some((name, mut recording)) = first else {
        let empty = ErrorKind::UnknownFormat { found: "It is an archive with nothing in it.".to_string() };
        return Err(error.unwrap_or(empty.into()));
    };
    if !others.is_empty() {
        let names = others.join(", ");
        let sentence =
            format!("The archive holds more recordings than the one shown, {name}: open {names} too.");
        recording.damage.lacks.push(sentence);
    }
    Ok(recording)
}

/// Unpacks one entry after the other, until `take` says that it is enough.
fn each(bytes: &[u8], take: impl FnMut(Entry) -> bool) -> Result<(), Error> {
    if gz::is_gz(bytes) { gz::each(bytes, take) } else { zip::each(bytes, take) }
}

fn too_large() -> Error {
    let megabytes = limits::ARCHIVE_BYTES / 1024 / 1024;
    let limit =
        format!("unpacked it is over {megabytes} MB, or over {} times its size", limits::ARCHIVE_RATIO);
    ErrorKind::TooLarge { limit }.into()
}

#[cfg(test)]
mod test;
