//! What is done with the fuzzer's bytes, by name. A panic is a finding; so is more memory than allowed.

use leebow_engine::api::{Options, Reader};
use leebow_engine::read::{decimal, iso_8601, moment, read, read_by};
use leebow_engine::track::Format;
use leebow_engine::{Error, Recording, analyze};

use crate::{memory, sound};

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

/// The first bytes say where the rest is split: in pieces it is the same as whole.
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

/// A number is the standard library's, or none.
fn decimals(bytes: &[u8]) {
    let Some(value) = decimal(bytes) else { return };
    let text = std::str::from_utf8(bytes).expect("a number is text").trim_ascii();
    let expected: f64 = text.parse().expect("the standard library knows it");
    assert_eq!(value.to_bits(), expected.to_bits(), "{text}");
}

/// A time is in the range of times, and the same however it is read.
fn instants(bytes: &[u8]) {
    if let Some(instant) = iso_8601(bytes) {
        assert!((-7.0e7..7.3e12).contains(&instant.ms), "{}", instant.ms);
        assert_eq!(moment(bytes), Some(instant));
    } else if let Some(instant) = moment(bytes) {
        assert!((-7.0e7..7.3e12).contains(&instant.ms), "{}", instant.ms);
    }
}
