//! A second opinion: the same file read by another crate, and in plain words where the two readings agree.
//!
//! Native only (feature `judges`): `leebow verify` shows it, the tests hold our readers to it.

mod compare;
mod fit;
mod gpx;
mod nmea;
mod refused;

use serde::Serialize;

use super::archive::{self, Member};
use crate::config::limits;
use crate::error::{Error, ErrorKind};
use crate::track::Format;

/// What the comparison of one file gave.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Verdict {
    pub format: Format,
    /// The other reader; null when there is none for this format.
    pub judge: Option<&'static str>,
    /// Null without a judge, and where it gave nothing to compare.
    pub agrees: Option<bool>,
    /// Points we read, and points the judge read (null when it refused the file).
    pub points: u32,
    pub judge_points: Option<u32>,
    /// Why we found no track, when we did not.
    pub no_track: Option<String>,
    /// What both read the same, a sentence each.
    pub agreements: Vec<String>,
    /// What the judge passes over and we read, a sentence each: no contradiction.
    pub passed_over: Vec<String>,
    /// Where the readings differ.
    pub differences: Vec<Difference>,
}

/// A place where two readings differ, and which is right by the format's own text.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Difference {
    /// What differs, a sentence.
    pub said: String,
    /// Which is right and why, a sentence or two.
    pub right: String,
    /// Where the format's text says so.
    pub clause: String,
}

/// What a judge says of one moment: time, then one value a quantity (NaN: it says nothing).
struct Said {
    time_ms: f64,
    values: Vec<f64>,
    /// What other sentences of the same moment say, and which they are.
    also: Vec<(&'static str, Vec<f64>)>,
}

/// A quantity that is compared.
struct Quantity {
    /// "lat", "lon", or a channel's id.
    id: &'static str,
    name: &'static str,
    unit: &'static str,
    /// Values nearer than this are the same.
    tolerance: f64,
    /// Where the format's text says how it is written.
    clause: &'static str,
}

/// A judge's reading, or its words of refusal.
struct Witness {
    name: &'static str,
    quantities: &'static [Quantity],
    said: Result<Vec<Said>, String>,
}

/// Reads a file twice and compares. An error where neither can be asked: an empty file, an unknown format.
pub fn judge(name: &str, bytes: &[u8]) -> Result<Verdict, Error> {
    match super::read(name, bytes) {
        Ok(recording) => Ok(compare::compare(&recording, witness(recording.format, bytes))),
        Err(error) => match (&error.kind, super::sniff(bytes)) {
            (ErrorKind::NoPositions | ErrorKind::NoTimes | ErrorKind::NotATrack { .. }, Some(format)) => {
                Ok(without_track(format, &error, witness(format, bytes)))
            }
            _ => Err(error),
        },
    }
}

/// What became of one file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Judged {
    /// Of a file in an archive its own name, null of a file by itself.
    pub inside: Option<String>,
    pub verdict: Option<Verdict>,
    /// Why there is no verdict: kind and sentence.
    pub failed: Option<Refusal>,
}

/// Why a file could not be asked about.
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

/// Reads a file twice and compares; of an archive every file that may be a recording, or that cannot be opened.
/// An error where a file by itself or the archive cannot be read at all.
pub fn judge_all(name: &str, bytes: &[u8]) -> Result<Vec<Judged>, Error> {
    if !archive::is_archive(bytes) || bytes.len() > limits::FILE_BYTES {
        return Ok(vec![Judged::of(None, Ok(judge(name, bytes)?))]);
    }
    let one = |member: Member| {
        let verdict = member.bytes.and_then(|bytes| judge_member(&member.name, &bytes));
        // Prose beside a recording is nothing to verify.
        let prose = |error: &Error| matches!(error.kind, ErrorKind::UnknownFormat { .. } | ErrorKind::Empty);
        (!verdict.as_ref().is_err_and(prose)).then(|| Judged::of(Some(member.name), verdict))
    };
    let all: Vec<Judged> = archive::members(bytes)?.into_iter().filter_map(one).collect();
    // An archive without any recording says why.
    if all.is_empty() { super::read(name, bytes).map(|_| all) } else { Ok(all) }
}

fn judge_member(name: &str, bytes: &[u8]) -> Result<Verdict, Error> {
    if archive::is_archive(bytes) {
        let reason = format!("it holds an archive, \"{name}\": unpack that first");
        return Err(ErrorKind::Unreadable { reason }.into());
    }
    judge(name, bytes)
}

/// The judge of a format.
fn witness(format: Format, bytes: &[u8]) -> Option<Witness> {
    match format {
        Format::Fit => Some(fit::witness(bytes)),
        Format::Gpx => Some(gpx::witness(bytes)),
        Format::Nmea => Some(nmea::witness(bytes)),
        Format::Csv | Format::Vkx | Format::Vtk => None,
    }
}

/// We found no track: the judge agrees when it finds none either.
fn without_track(format: Format, error: &Error, witness: Option<Witness>) -> Verdict {
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
                    "{} finds {} points with time and position; we find none.",
                    witness.name,
                    said.len()
                ),
                right: "We may be wrong here.".into(),
                clause: String::new(),
            });
        }
    }
    verdict.settle();
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

    fn settle(&mut self) {
        let compared = !self.differences.is_empty() || !self.agreements.is_empty();
        self.agrees = self.judge.filter(|_| compared).map(|_| self.differences.is_empty());
    }
}

#[cfg(test)]
mod test;
