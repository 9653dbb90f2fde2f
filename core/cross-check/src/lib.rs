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

use serde::Serialize;

use leebow_engine::config::limits;
use leebow_engine::error::{Error, ErrorKind};
use leebow_engine::read::{self, Member};
use leebow_engine::track::Format;

/// The result of comparing one file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Verdict {
    pub format: Format,
    /// The other reader; null when there is none for this format.
    pub judge: Option<&'static str>,
    /// Null without another reader, and where it read nothing to compare.
    pub agrees: Option<bool>,
    /// Points read by Leebow, and by the other reader (null when it refused the file).
    pub points: u32,
    pub judge_points: Option<u32>,
    /// Why Leebow found no track; null when it did.
    pub no_track: Option<String>,
    /// What both read equally, one sentence each.
    pub agreements: Vec<String>,
    /// What only Leebow reads, one sentence each; not a difference.
    pub passed_over: Vec<String>,
    /// Where the readings differ.
    pub differences: Vec<Difference>,
}

/// A difference of two readings, and which one follows the format's specification.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Difference {
    /// What differs, one sentence.
    pub said: String,
    /// Which is right and why, a sentence or two.
    pub right: String,
    /// The place in the format's specification.
    pub clause: String,
}

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

/// The result for one file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Judged {
    /// Name of the file in an archive; null for a file outside archives.
    pub inside: Option<String>,
    pub verdict: Option<Verdict>,
    /// Why there is no result: kind and sentence.
    pub failed: Option<Refusal>,
}

/// Why a file could not be compared.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Refusal {
    pub kind: String,
    pub message: String,
}

impl Judged {
    fn of(inside: Option<String>, result: Result<Verdict, Error>) -> Self {
        match result {
            Ok(verdict) => Self { inside, verdict: Some(verdict), failed: None },
            Err(error) => {
                let failed = Refusal { kind: error.kind.id().to_string(), message: error.to_string() };
                Self { inside, verdict: None, failed: Some(failed) }
            }
        }
    }
}

/// Reads a file with both readers and compares; in an archive every file that may be a recording or cannot be opened.
///
/// # Errors
/// Those of [`judge`], and those of an archive that cannot be read.
pub fn judge_all(name: &str, bytes: &[u8]) -> Result<Vec<Judged>, Error> {
    if !read::is_archive(bytes) || bytes.len() > limits::FILE_BYTES {
        return Ok(vec![Judged::of(None, Ok(judge(name, bytes)?))]);
    }
    let one = |member: Member| {
        let verdict = member.bytes.and_then(|bytes| judge_member(&member.name, &bytes));
        // Other files beside a recording are not compared.
        let is_no_recording =
            |error: &Error| matches!(error.kind, ErrorKind::UnknownFormat { .. } | ErrorKind::Empty);
        (!verdict.as_ref().is_err_and(is_no_recording)).then(|| Judged::of(Some(member.name), verdict))
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
    let mut verdict = Verdict::of(format, 0, witness.as_ref().map(|w| w.name));
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
    verdict.conclude();
    verdict
}

impl Verdict {
    fn of(format: Format, points: usize, judge: Option<&'static str>) -> Self {
        Self {
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

    fn conclude(&mut self) {
        let compared = !self.differences.is_empty() || !self.agreements.is_empty();
        self.agrees = self.judge.filter(|_| compared).map(|_| self.differences.is_empty());
    }
}

#[cfg(test)]
mod test;
