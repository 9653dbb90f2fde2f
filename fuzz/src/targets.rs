//! What is done with the fuzzer's bytes, by name. A panic is a finding; so is more memory than allowed.

use std::sync::OnceLock;

use leebow_engine::api::{Options, Reader};
use leebow_engine::read::{LastDay, Reading, decimal, find_near, read, read_by};
use leebow_engine::track::Format;
use leebow_engine::{Error, Recording, analyze};

use crate::{memory, samples, sound};

pub type Target = fn(&[u8]);

/// Every target; the folder of its seeds has the same name.
const TARGETS: &[(&str, Target)] = &[
    ("fit", |bytes| one(Format::Fit, bytes)),
    ("gpx", |bytes| one(Format::Gpx, bytes)),
    ("csv", |bytes| one(Format::Csv, bytes)),
    ("nmea", |bytes| one(Format::Nmea, bytes)),
    ("vkx", |bytes| one(Format::Vkx, bytes)),
    ("vtk", |bytes| one(Format::Vtk, bytes)),
    ("archive", archive),
    ("sniffed", sniffed),
    ("pieces", pieces),
    ("chunks", chunks),
    ("analyze", analysed),
    ("decimal", decimals),
    ("instant", instants),
];

pub fn find(name: &str) -> Option<Target> {
    TARGETS.iter().find(|(known, _)| *known == name).map(|(_, target)| *target)
}

/// Reads within the memory allowed: 16 MB and eight times the input.
fn bounded(bytes: &[u8], read: impl FnOnce() -> Result<Recording, Error>) {
    let (result, most) = memory::most_during(read);
    let allowed = 16 * 1024 * 1024 + 8 * bytes.len();
    assert!(most <= allowed, "{most} bytes of memory for {} of input", bytes.len());
    match result {
        Ok(recording) => assert_eq!(sound::flaw(&recording), None),
        Err(error) => assert!(error.to_string().ends_with('.'), "{error}"),
    }
}

fn one(format: Format, bytes: &[u8]) {
    bounded(bytes, || read_by(format, bytes));
}

/// The first byte says of which kind, that few runs go to waste on bytes that are none.
fn archive(bytes: &[u8]) {
    if bytes.starts_with(b"PK") || bytes.starts_with(&[0x1F, 0x8B]) {
        bounded(bytes, || read("archive", bytes));
    }
}

fn sniffed(bytes: &[u8]) {
    bounded(bytes, || read("file", bytes));
}

/// The beginnings of files that the bytes of [`pieces`] go on with: three quarters of each sample.
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

/// The first byte says which file this is the rest of, four more where it is split: a reader that takes the pieces
/// says the same as one that has the whole.
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

/// The first bytes say where the rest is split: in pieces the analysis is the same as of the whole.
fn chunks(bytes: &[u8]) {
    let Some((splits, bytes)) = bytes.split_at_checked(4) else { return };
    let options = Options::default();
    let mut reader = Reader::open("file", options.clone());
    let mut rest = bytes;
    for split in splits.iter().cycle() {
        let (chunk, behind) = rest.split_at(rest.len().min(1 + usize::from(*split)));
        if reader.push(chunk).is_err() || behind.is_empty() {
            break;
        }
        rest = behind;
    }
    let (whole, pieces) = (analyze("file", bytes, None, &options), reader.finish(None));
    assert!(same(&whole, &pieces), "in pieces it is another file");
}

fn same(
    whole: &Result<leebow_engine::Analysis, Error>,
    pieces: &Result<leebow_engine::Analysis, Error>,
) -> bool {
    // Missing values are not equal to themselves: what is written of them is.
    format!("{whole:?}") == format!("{pieces:?}")
}

fn analysed(bytes: &[u8]) {
    if let Ok(analysis) = analyze("file", bytes, None, &Options::default()) {
        assert!(analysis.columns.time_ms.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(analysis.columns.len(), analysis.report.damage.kept as usize);
    }
}

/// A number is the standard library's, or none; a byte is found where it stands first.
fn decimals(bytes: &[u8]) {
    let comma = bytes.iter().position(|byte| *byte == b',');
    assert_eq!(find_near(bytes, b','), comma);
    let cell = &bytes[..comma.unwrap_or(bytes.len())];
    let Some(value) = decimal(cell) else { return };
    let text = std::str::from_utf8(cell).expect("a number is text").trim_ascii();
    let expected: f64 = text.parse().expect("the standard library knows it");
    assert_eq!(value.to_bits(), expected.to_bits(), "{text}");
}

/// Times, a line each, are in the range of times, and the same whatever was read before.
fn instants(bytes: &[u8]) {
    let mut day = LastDay::default();
    for line in bytes.split(|byte| *byte == b'\n') {
        let moment = day.moment(line);
        assert_eq!(moment, LastDay::default().moment(line));
        if let Some(iso) = LastDay::default().iso_8601(line) {
            assert_eq!(moment, Some(iso));
        }
        assert!(moment.is_none_or(|moment| (-7.0e7..7.3e12).contains(&moment.ms)), "{moment:?}");
    }
}
