//! The fuzz targets by name. A panic is a finding; so are more memory than allowed and a violated invariant.

use std::sync::OnceLock;

use leebow_engine::api::{Options, Reader};
use leebow_engine::read::{LastMinute, Reading, decimal, read, read_by};
use leebow_engine::{Analysis, Error, Format, Recording, analyze};

use crate::mutated::options::{ENCODED_BYTES, decode};
use crate::mutated::{ALLOWED_BYTES, ALLOWED_FILE_LENGTHS, analyses, invariants, memory};
use crate::reports::REPORTS;
use crate::samples;

pub type Target = fn(&[u8]);

/// Every target; the folders of its seeds and of its corpus have the same name.
const TARGETS: &[(&str, Target)] = &[
    ("fit", |bytes| read_as(Format::Fit, bytes)),
    ("gpx", |bytes| read_as(Format::Gpx, bytes)),
    ("csv", |bytes| read_as(Format::Csv, bytes)),
    ("nmea", |bytes| read_as(Format::Nmea, bytes)),
    ("vkx", |bytes| read_as(Format::Vkx, bytes)),
    ("vtk", |bytes| read_as(Format::Vtk, bytes)),
    ("tcx", |bytes| read_as(Format::Tcx, bytes)),
    ("kml", |bytes| read_as(Format::Kml, bytes)),
    ("geojson", |bytes| read_as(Format::Geojson, bytes)),
    ("ubx", |bytes| read_as(Format::Ubx, bytes)),
    ("sbp", |bytes| read_as(Format::Sbp, bytes)),
    ("sbn", |bytes| read_as(Format::Sbn, bytes)),
    ("oao", |bytes| read_as(Format::Oao, bytes)),
    ("gpy", |bytes| read_as(Format::Gpy, bytes)),
    ("n2k", |bytes| read_as(Format::N2k, bytes)),
    ("ebl", |bytes| read_as(Format::Ebl, bytes)),
    ("signalk", |bytes| read_as(Format::Signalk, bytes)),
    ("archive", archive),
    ("sniffed", sniffed),
    ("pieces", pieces),
    ("chunks", chunks),
    ("analyze", analyze_with_defaults),
    ("options", analyze_with_options),
    ("races", |bytes| report("races", bytes)),
    ("debrief", |bytes| report("debrief", bytes)),
    ("polar", |bytes| report("polar", bytes)),
    ("dashboard", |bytes| report("dashboard", bytes)),
    ("fleet", |bytes| report("fleet", bytes)),
    ("decimal", decimals),
    ("instant", instants),
];

pub fn find(name: &str) -> Option<Target> {
    TARGETS.iter().find(|(known, _)| *known == name).map(|(_, target)| *target)
}

/// Reads within the memory of docs/limits.md.
fn check_reading(bytes: &[u8], read: impl FnOnce() -> Result<Recording, Error>) {
    let (result, peak) = memory::peak_bytes_during(read);
    let allowed = ALLOWED_BYTES + ALLOWED_FILE_LENGTHS * bytes.len();
    assert!(peak <= allowed, "{peak} bytes of memory for {} of input", bytes.len());
    match result {
        Ok(recording) => assert_eq!(invariants::violation(&recording), None),
        Err(error) => assert!(error.to_string().ends_with('.'), "{error}"),
    }
}

fn read_as(format: Format, bytes: &[u8]) {
    check_reading(bytes, || read_by(format, bytes));
}

/// Bytes that do not begin like an archive are not read: the other targets read them.
fn archive(bytes: &[u8]) {
    if bytes.starts_with(b"PK") || bytes.starts_with(&[0x1F, 0x8B]) {
        check_reading(bytes, || read("archive", bytes));
    }
}

fn sniffed(bytes: &[u8]) {
    check_reading(bytes, || read("file", bytes));
}

/// The beginnings of the files of [`pieces`]: three quarters of each sample.
pub fn beginnings() -> &'static [Vec<u8>] {
    static BEGINNINGS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    BEGINNINGS.get_or_init(|| {
        let three_quarters = |(_, mut bytes): (_, Vec<u8>)| {
            bytes.truncate(bytes.len() / 4 * 3);
            bytes
        };
        samples::plain().into_iter().map(three_quarters).collect()
    })
}

/// Byte 0 chooses the beginning that the bytes from 5 on continue, bytes 1 to 4 the lengths of the pieces: reading in
/// pieces gives the same as reading at once.
fn pieces(bytes: &[u8]) {
    let Some((&[which, ref splits @ ..], rest)) = bytes.split_first_chunk::<5>() else { return };
    let beginnings = beginnings();
    let beginning = &beginnings[usize::from(which) % beginnings.len()];
    let mut reading = Reading::eager(beginning.len());
    reading.push(beginning);
    let mut left = rest;
    for split in splits.iter().cycle().take_while(|_| !rest.is_empty()) {
        let (piece, behind) = left.split_at(left.len().min(1 + usize::from(*split)));
        reading.push(piece);
        left = behind;
        if left.is_empty() {
            break;
        }
    }
    let (whole, pieces) = (read("file", &[beginning, rest].concat()), reading.finish());
    assert!(format!("{whole:?}") == format!("{pieces:?}"), "{whole:?}\n{pieces:?}");
}

/// Bytes 0 to 3 choose the lengths of the chunks, encoded options follow, then the file: the analysis of a file taken
/// in chunks is the same as at once.
fn chunks(bytes: &[u8]) {
    let Some((splits, bytes)) = bytes.split_at_checked(4) else { return };
    let Some((encoded, file)) = bytes.split_first_chunk::<ENCODED_BYTES>() else { return };
    let options = Options::from_json(&decode(encoded).json).expect("encoded options parse");
    // The result does not depend on the expected length.
    let mut reader = Reader::open("file", options.clone(), usize::from(splits[0]));
    let mut rest = file;
    for split in splits.iter().cycle() {
        let (chunk, behind) = rest.split_at(rest.len().min(1 + usize::from(*split)));
        if reader.push(chunk).is_err() || behind.is_empty() {
            break;
        }
        rest = behind;
    }
    let (at_once, in_chunks) = (analyze("file", file, None, &options), reader.finish(None));
    assert!(are_same(&at_once, &in_chunks), "the analysis in chunks differs");
}

/// Compares texts, because NaN is not equal to itself.
fn are_same(a: &Result<Analysis, Error>, b: &Result<Analysis, Error>) -> bool {
    format!("{a:?}") == format!("{b:?}")
}

fn analyze_with_defaults(bytes: &[u8]) {
    let options = Options::default();
    if let Ok(analysis) = analyze("file", bytes, None, &options) {
        assert_eq!(analyses::violation(&analysis, &options), None);
    }
}

/// Encoded options, then the file.
fn analyze_with_options(bytes: &[u8]) {
    if let Some(Err(violation)) = analyses::analyze_encoded(bytes) {
        panic!("{violation}");
    }
}

/// The report of this name on what the bytes describe.
fn report(name: &str, bytes: &[u8]) {
    let (_, check) = REPORTS.iter().find(|(known, _)| *known == name).expect("a report has this name");
    if let Some(violation) = check(bytes) {
        panic!("{violation}");
    }
}

/// Bytes up to the first comma give the same number as the standard library's parser, or none.
fn decimals(bytes: &[u8]) {
    let cell = bytes.split(|byte| *byte == b',').next().unwrap_or_default();
    let Some(value) = decimal(cell) else { return };
    let text = std::str::from_utf8(cell).expect("a decimal is UTF-8").trim_ascii();
    let expected: f64 = text.parse().expect("the standard library parses a decimal");
    assert_eq!(value.to_bits(), expected.to_bits(), "{text}");
}

/// Times, one a line, are in the range that the reader accepts and do not depend on the lines before.
fn instants(bytes: &[u8]) {
    let mut day = LastMinute::default();
    for line in bytes.split(|byte| *byte == b'\n') {
        let moment = day.moment(line);
        assert_eq!(moment, LastMinute::default().moment(line));
        if let Some(iso) = LastMinute::default().iso_8601(line) {
            assert_eq!(moment, Some(iso));
        }
        assert!(moment.is_none_or(|moment| (-7.0e7..7.3e12).contains(&moment.ms)), "{moment:?}");
    }
}
