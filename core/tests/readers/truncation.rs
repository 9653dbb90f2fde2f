//! Every format truncated at each byte of its first 4 kB and at a thousand places after them: the records complete
//! before the cut are read with the same values, and the truncation is reported.

use crate::mutated::random::Random;
use leebow_engine::Recording;
use leebow_engine::damage::LossKind;
use leebow_engine::read::read;

use crate::samples;

/// Number of bytes at each of which the file is cut, and number of places after them.
const FIRST: usize = 4096;
const LATER: usize = 1000;

/// A file to be cut.
struct File {
    name: &'static str,
    bytes: Vec<u8>,
    /// Where each record is complete, in order.
    ends: Vec<usize>,
    /// How many bytes before its end a record may be taken for complete: its line's end, a last cell that is shorter.
    early: usize,
    /// True where nothing in the bytes can tell that more was to come.
    seam: fn(&[u8], usize) -> bool,
}

/// Between two lines a file may well end, and in one that holds nothing.
fn after_a_line(bytes: &[u8], cut: usize) -> bool {
    let line = bytes[..cut].rsplit(|b| *b == b'\n').next().unwrap_or_default();
    let rest = &bytes[cut..];
    line.iter().all(|b| matches!(b, b',' | b'\r')) || rest.starts_with(b"\n") || rest.starts_with(b"\r\n")
}

/// Only what follows the end of the outermost element is not missed.
fn after_the_end(bytes: &[u8], cut: usize) -> bool {
    bytes[cut..].iter().all(|b| matches!(b, b'\n' | 0))
}

fn never(_: &[u8], _: usize) -> bool {
    false
}

/// The ends of the lines of rows: those from `first` on.
fn line_ends(text: &str, is_row: impl Fn(&str) -> bool) -> Vec<usize> {
    let mut at = 0;
    let ends = text.split_inclusive('\n').filter_map(|line| {
        at += line.len();
        is_row(line).then_some(at)
    });
    ends.collect()
}

fn table(name: &'static str, text: String, early: usize, is_row: fn(&str) -> bool) -> File {
    let ends = line_ends(&text, is_row);
    File { name, bytes: text.into_bytes(), ends, early, seam: after_a_line }
}

fn cut_places(length: usize) -> Vec<usize> {
    let mut random = Random::of(length as u64);
    let later = length.saturating_sub(FIRST);
    let behind = (0..LATER.min(later)).map(|_| FIRST + random.below(later));
    let mut places: Vec<usize> = (1..FIRST.min(length)).chain(behind).collect();
    places.sort_unstable();
    places.dedup();
    places
}

fn reports_truncation(recording: &Recording) -> bool {
    let damage = &recording.damage;
    damage.losses.iter().any(|loss| loss.kind == LossKind::Truncated)
        || damage.lacks.iter().any(|lack| lack.starts_with("The archive"))
}

/// Cuts the file everywhere.
fn cut_anywhere(file: &File) {
    let File { name, bytes, ends, early, seam } = file;
    let whole = read(name, bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(whole.damage.losses, [], "{name}");
    assert_eq!(whole.columns.len(), ends.len(), "{name}");
    assert!(bytes.len() > FIRST + 2 * LATER, "{name} has {} bytes", bytes.len());
    for cut in cut_places(bytes.len()) {
        let complete = ends.partition_point(|end| *end <= cut);
        let perhaps = ends.partition_point(|end| *end <= cut + early);
        let recording = match read(name, &bytes[..cut]) {
            Ok(recording) => recording,
            Err(error) => {
                assert!(complete <= 1, "{name} cut at {cut}: {error} {complete} records were complete");
                continue;
            }
        };
        let kept = recording.columns.len();
        assert!((complete..=perhaps).contains(&kept), "{name} cut at {cut}: {kept} kept of {complete}");
        let same = |a: &[f64], b: &[f64]| a[..complete] == b[..complete];
        assert!(same(&recording.columns.time_ms, &whole.columns.time_ms), "{name} cut at {cut}: times");
        assert!(same(&recording.columns.lat_deg, &whole.columns.lat_deg), "{name} cut at {cut}: latitudes");
        assert!(same(&recording.columns.lon_deg, &whole.columns.lon_deg), "{name} cut at {cut}: longitudes");
        assert!(
            reports_truncation(&recording) || kept > complete || seam(bytes, cut),
            "{name} cut at {cut}: not reported"
        );
    }
}

/// A FIT of which record `n` ends two bytes before `file(n + 1)` does.
fn fit(name: &'static str, records: u32, file: impl Fn(u32) -> Vec<u8>) -> File {
    let ends = (1..=records).map(|n| file(n).len() - 2).collect();
    File { name, bytes: file(records), ends, early: 0, seam: never }
}

#[test]
fn a_fit_truncated_anywhere_keeps_its_complete_records() {
    cut_anywhere(&fit("fit", 400, |n| samples::fit_plain(n, false)));
    cut_anywhere(&fit("fit, big-endian", 400, |n| samples::fit_plain(n, true)));
    cut_anywhere(&fit("fit of compressed times", 600, samples::fit_compressed));
}

#[test]
fn a_chained_fit_truncated_anywhere_keeps_its_complete_records() {
    let (first, second) = (samples::fit_compressed(200), samples::fit_plain(300, true));
    let seam = first.len();
    let mut ends: Vec<usize> = (1..=200).map(|n| samples::fit_compressed(n).len() - 2).collect();
    ends.extend((1..=300).map(|n| seam + samples::fit_plain(n, true).len() - 2));
    // Between the two the first is a whole file.
    let whole = |bytes: &[u8], cut: usize| {
        bytes[cut..].starts_with(&bytes[..2]) && bytes[cut + 8..].starts_with(b".FIT")
    };
    cut_anywhere(&File { name: "fit of two", bytes: [first, second].concat(), ends, early: 0, seam: whole });
}

#[test]
fn a_gpx_truncated_anywhere_keeps_its_complete_points() {
    let text = samples::gpx(60);
    let ends: Vec<usize> = text.match_indices("</trkpt>").map(|(at, tag)| at + tag.len()).collect();
    // Once a point's time and all its quantities are there it counts, if its own end is not.
    cut_anywhere(&File {
        name: "gpx",
        bytes: text.clone().into_bytes(),
        ends: ends.clone(),
        early: 0,
        seam: never,
    });
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let ends = ends.iter().map(|end| 2 + 2 * end).collect();
    let bytes = [vec![0xFE, 0xFF], wide].concat();
    cut_anywhere(&File { name: "gpx, utf-16", bytes, ends, early: 0, seam: after_the_end });
}

#[test]
fn a_table_truncated_anywhere_keeps_its_complete_rows() {
    let starts_with_digit = |line: &str| line.starts_with(|c: char| c.is_ascii_digit());
    cut_anywhere(&table("vakaros", samples::vakaros(100), 2, starts_with_digit));
    cut_anywhere(&table("velocitek", samples::velocitek(80), 4, starts_with_digit));
    cut_anywhere(&table("expedition", samples::expedition(100), 0, starts_with_digit));
    cut_anywhere(&table("expedition in columns", samples::expedition_columns(120), 2, starts_with_digit));
    cut_anywhere(&table("astra", samples::astra(110), 5, starts_with_digit));
    cut_anywhere(&table("sensor logger", samples::sensor_logger(130), 1, starts_with_digit));
    cut_anywhere(&table("semicolons", samples::table(170), 6, starts_with_digit));
}

#[test]
fn a_log_truncated_anywhere_keeps_its_complete_sentences() {
    // A second's row is there with its first sentence; what follows fills it.
    cut_anywhere(&table("nmea", samples::nmea(35), 2, |line| line.contains("RMC")));
}

#[test]
fn a_binary_log_truncated_anywhere_keeps_its_complete_rows() {
    type Log = fn(u32) -> Vec<u8>;
    for (name, rows, log) in [("vkx", 160, samples::vkx as Log), ("vtk", 200, samples::vtk)] {
        // The wind behind every eighth row of a VKX is no position.
        let wind = |n: u32| if name == "vkx" && n.is_multiple_of(8) { 17 } else { 0 };
        let ends: Vec<usize> = (1..=rows).map(|n| log(n).len() - wind(n)).collect();
        let seam = match name {
            "vkx" => |bytes: &[u8], cut: usize| {
                matches!(bytes[cut], 2 | 0x0A) && (bytes[cut - 45] == 2 || bytes[cut - 17] == 0x0A)
            },
            _ => |bytes: &[u8], cut: usize| bytes[cut + 1] == 0 && bytes[cut + 2] == 0x0A,
        };
        cut_anywhere(&File { name, bytes: log(rows), ends, early: 0, seam });
    }
}

/// The contents of a truncated archive end at an unknown place: their beginning is read and the truncation reported.
#[test]
fn a_truncated_archive_gives_the_beginning_of_its_contents() {
    let noise: String = samples::nmea(400)
        .lines()
        .enumerate()
        .map(|(i, line)| {
            format!(
                "{line}\r\n{}",
                if i % 5 == 4 {
                    samples::sentence(&format!("PXXX,{}", i * 7919 % 100_003))
                } else {
                    String::new()
                }
            )
        })
        .collect();
    let archives = [
        ("gz", samples::gz(noise.as_bytes())),
        ("zip", samples::zip(&[("log.nmea", noise.as_bytes())], true)),
        ("zip unpacked", samples::zip(&[("log.nmea", &noise.as_bytes()[..12_000])], false)),
    ];
    for (name, bytes) in archives {
        let whole = read(name, &bytes).unwrap();
        assert!(bytes.len() > FIRST, "{name} has {} bytes", bytes.len());
        let mut last = 0;
        for cut in cut_places(bytes.len()) {
            let Ok(recording) = read(name, &bytes[..cut]) else {
                assert_eq!(last, 0, "{name} cut at {cut}: refused, after {last}");
                continue;
            };
            let kept = recording.columns.len();
            assert!(kept >= last, "{name} cut at {cut}: {kept} after {last}");
            last = kept;
            assert_eq!(recording.columns.time_ms[..], whole.columns.time_ms[..kept], "{name} cut at {cut}");
            assert!(reports_truncation(&recording), "{name} cut at {cut}: not reported");
        }
        assert!(last + 60 >= whole.columns.len(), "{name}: {last} of {}", whole.columns.len());
    }
}
