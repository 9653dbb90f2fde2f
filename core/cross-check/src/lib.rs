//! Verification against other readers: the same file read by another crate, and where the two readings agree.
//!
//! Native only; used by `leebow verify`. The engine does not depend on it.
#![forbid(unsafe_code)]
#![warn(clippy::missing_errors_doc)]

mod compare;
mod fit;
mod gpx;
mod nmea;
mod refused;

use leebow_engine::config::limits;
use leebow_engine::error::{Error, ErrorKind};
use leebow_engine::read::{self, Member};
use leebow_engine::track::Format;
use leebow_engine::verdict::{Difference, Judged, Refusal, Verdict};

/// One point of the other reader: its time and one value a quantity, NaN when missing.
struct ReferencePoint {
    time_ms: f64,
    values: Vec<f64>,
    /// The values of other sentences of the same moment, with their kind.
    also: Vec<(&'static str, Vec<f64>)>,
}

/// A quantity that is compared.
struct Quantity {
    /// "lat", "lon", or a channel's id.
    id: &'static str,
    name: &'static str,
    unit: &'static str,
    /// Values that differ by less are equal, in `unit`.
    tolerance: f64,
    /// The place in the format's specification.
    clause: &'static str,
}

/// The points of the other reader, or its error message.
struct ReferenceReading {
    name: &'static str,
    quantities: &'static [Quantity],
    said: Result<Vec<ReferencePoint>, String>,
}

/// Reads a file with both readers and compares.
///
/// # Errors
/// `Empty` and `UnknownFormat`.
pub fn judge(name: &str, bytes: &[u8]) -> Result<Verdict, Error> {
    match read::read(name, bytes) {
        Ok(recording) => Ok(compare::compare(&recording, witness(recording.format, bytes))),
        Err(error) => match (&error.kind, read::sniff(bytes)) {
            (ErrorKind::NoPositions | ErrorKind::NoTimes | ErrorKind::NotATrack { .. }, Some(format)) => {
                Ok(without_track(format, &error, witness(format, bytes)))
            }
            _ => Err(error),
        },
    }
}

fn judged(inside: Option<String>, result: Result<Verdict, Error>) -> Judged {
    match result {
        Ok(verdict) => Judged { inside, verdict: Some(verdict), failed: None },
        Err(error) => {
            let failed = Refusal { kind: error.kind.id().to_string(), message: error.to_string() };
            Judged { inside, verdict: None, failed: Some(failed) }
        }
    }
}

/// Reads a file with both readers and compares; in an archive every file that may be a recording or cannot be opened.
///
/// # Errors
/// Those of [`judge`], and those of an archive that cannot be read.
pub fn judge_all(name: &str, bytes: &[u8]) -> Result<Vec<Judged>, Error> {
    if !read::is_archive(bytes) || bytes.len() > limits::FILE_BYTES {
        return Ok(vec![judged(None, Ok(judge(name, bytes)?))]);
    }
    let one = |member: Member| {
        let verdict = member.bytes.and_then(|bytes| judge_member(&member.name, &bytes));
        // Other files beside a recording are not compared.
        let is_no_recording =
            |error: &Error| matches!(error.kind, ErrorKind::UnknownFormat { .. } | ErrorKind::Empty);
        (!verdict.as_ref().is_err_and(is_no_recording)).then(|| judged(Some(member.name), verdict))
    };
    let all: Vec<Judged> = read::members(bytes)?.into_iter().filter_map(one).collect();
    // An archive without any recording gives the reader's error.
    if all.is_empty() { read::read(name, bytes).map(|_| all) } else { Ok(all) }
}

fn judge_member(name: &str, bytes: &[u8]) -> Result<Verdict, Error> {
    if read::is_archive(bytes) {
        let reason = format!("it holds another archive, \"{name}\", which must be unpacked first");
        return Err(ErrorKind::Unreadable { reason }.into());
    }
    judge(name, bytes)
}

/// The reading of the other reader for a format; `None` without one.
fn witness(format: Format, bytes: &[u8]) -> Option<ReferenceReading> {
    match format {
        Format::Fit => Some(fit::witness(bytes)),
        Format::Gpx => Some(gpx::witness(bytes)),
        Format::Nmea => Some(nmea::witness(bytes)),
        _ => None,
    }
}

/// The result when Leebow found no track: the readers agree when the other one finds none either.
fn without_track(format: Format, error: &Error, witness: Option<ReferenceReading>) -> Verdict {
    let mut verdict = verdict_of(format, 0, witness.as_ref().map(|w| w.name));
    verdict.no_track = Some(error.to_string());
    let Some(witness) = witness else { return verdict };
    match witness.said {
        Err(_) => verdict.agreements.push(format!("{} refuses the file too.", witness.name)),
        Ok(said) if said.is_empty() => {
            verdict.judge_points = Some(0);
            verdict
                .agreements
                .push(format!("{} finds no point with time and position either.", witness.name));
        }
        Ok(said) => {
            verdict.judge_points = Some(said.len() as u32);
            verdict.differences.push(Difference {
                said: format!(
                    "{} finds {} points with time and position; Leebow finds none.",
                    witness.name,
                    said.len()
                ),
                right: "Leebow may be wrong here.".into(),
                clause: String::new(),
            });
        }
    }
    conclude(&mut verdict);
    verdict
}

fn verdict_of(format: Format, points: usize, judge: Option<&'static str>) -> Verdict {
    Verdict {
        format,
        judge,
        agrees: None,
        points: points as u32,
        judge_points: None,
        no_track: None,
        agreements: Vec::new(),
        passed_over: Vec::new(),
        differences: Vec::new(),
    }
}

fn conclude(verdict: &mut Verdict) {
    let compared = !verdict.differences.is_empty() || !verdict.agreements.is_empty();
    verdict.agrees = verdict.judge.filter(|_| compared).map(|_| verdict.differences.is_empty());
}

#[cfg(test)]
mod test;
