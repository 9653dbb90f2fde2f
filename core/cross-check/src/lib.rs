//! Comparison with other readers: the same file read by another crate, and where the two readings agree. They are references
//! only: what users see is always the engine's reading.
//!
//! Native only; used by `leebow verify`. The engine does not depend on it.
#![forbid(unsafe_code)]
#![warn(clippy::missing_errors_doc)]

mod compare;
mod readers;
mod refused;

use leebow_engine::config::limits;
use leebow_engine::error::{Error, ErrorKind};
use leebow_engine::read::{self, Member};
use leebow_engine::track::{Format, Recording};
use leebow_engine::verdict::{Difference, Judged, Refusal, Verdict};

use readers::Reading;

/// Reads a file with both readers and compares; in an archive every file that may be a recording or cannot be opened.
///
/// # Errors
/// Of a file that is no archive `Empty` and `UnknownFormat`; those of an archive that cannot be read.
pub fn compare_all(name: &str, bytes: &[u8]) -> Result<Vec<Judged>, Error> {
    if !read::is_archive(bytes) || bytes.len() > limits::FILE_BYTES {
        return Ok(vec![Judged { inside: None, verdict: Some(compare_file(name, bytes)?), failed: None }]);
    }
    let all: Vec<Judged> = read::members(bytes)?.into_iter().filter_map(compare_member).collect();
    // An archive without any recording gives the reader's error.
    if all.is_empty() { read::read(name, bytes).map(|_| all) } else { Ok(all) }
}

/// The comparison of a file in an archive; none of one that is no recording.
fn compare_member(Member { name, bytes, .. }: Member) -> Option<Judged> {
    let compared = bytes.and_then(|bytes| {
        if read::is_archive(&bytes) {
            let reason = format!("it holds another archive, \"{name}\", which must be unpacked first");
            return Err(ErrorKind::Unreadable { reason }.into());
        }
        compare_file(&name, &bytes)
    });
    let inside = Some(name);
    match compared {
        Ok(verdict) => Some(Judged { inside, verdict: Some(verdict), failed: None }),
        Err(error) if matches!(error.kind, ErrorKind::UnknownFormat { .. } | ErrorKind::Empty) => None,
        Err(error) => {
            let failed = Refusal { kind: error.kind.id().to_string(), message: error.to_string() };
            Some(Judged { inside, verdict: None, failed: Some(failed) })
        }
    }
}

/// Reads a file with both readers and compares.
fn compare_file(name: &str, bytes: &[u8]) -> Result<Verdict, Error> {
    match read::read(name, bytes) {
        Ok(recording) => {
            Ok(verdict(recording.format, Ok(&recording), readers::read(recording.format, bytes)))
        }
        Err(error) => match (&error.kind, read::sniff(bytes)) {
            (ErrorKind::NoPositions | ErrorKind::NoTimes | ErrorKind::NotATrack { .. }, Some(format)) => {
                Ok(verdict(format, Err(&error), readers::read(format, bytes)))
            }
            _ => Err(error),
        },
    }
}

/// Compares Leebow's reading, or its error, with that of the other reader. Without a track the readers agree when the other
/// one finds none either.
fn verdict(format: Format, ours: Result<&Recording, &Error>, reference: Option<Reading>) -> Verdict {
    let mut verdict = Verdict {
        format,
        judge: reference.as_ref().map(|reading| reading.name),
        agrees: None,
        points: ours.map_or(0, |recording| recording.columns.len() as u32),
        judge_points: None,
        no_track: ours.err().map(Error::to_string),
        agreements: Vec::new(),
        passed_over: Vec::new(),
        differences: Vec::new(),
    };
    let Some(Reading { name, quantities, points }) = reference else { return verdict };
    verdict.judge_points = points.as_ref().ok().map(|points| points.len() as u32);
    match (ours, points) {
        (Ok(recording), Ok(points)) => compare::compare(recording, name, &quantities, &points, &mut verdict),
        (Ok(recording), Err(message)) => {
            verdict.differences.push(refused::difference(&message, name, recording));
        }
        (Err(_), Err(_)) => verdict.agreements.push(format!("{name} refuses the file too.")),
        (Err(_), Ok(points)) if points.is_empty() => {
            verdict.agreements.push(format!("{name} finds no point with time and position either."));
        }
        (Err(_), Ok(points)) => {
            let n = points.len();
            verdict.differences.push(Difference {
                said: format!("{name} finds {n} points with time and position; Leebow finds none."),
                right: compare::OURS_MAY_BE_WRONG.into(),
                clause: String::new(),
            });
        }
    }
    let compared = !verdict.differences.is_empty() || !verdict.agreements.is_empty();
    verdict.agrees = compared.then_some(verdict.differences.is_empty());
    verdict
}

#[cfg(test)]
mod test;
