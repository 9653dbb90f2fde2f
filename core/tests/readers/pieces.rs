//! A file in pieces gives the same recording as at once, for any division.

use std::path::{Path, PathBuf};

use leebow_engine::read::{Reading, read};

use crate::mutated::random::Random;
use crate::samples;

/// Divisions of each file.
const WAYS: u64 = 100;
/// Bytes by which the format is determined here, because the files are small.
const START: usize = 4096;

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() { files_below(&path, files) } else { files.push(path) }
    }
}

/// Fixtures, damaged files and a sample of every format.
fn files() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    files_below(&root.join("../../fixtures"), &mut paths);
    let recordings = paths.iter().filter(|path| {
        ["fit", "gpx", "csv", "nmea"].iter().any(|ending| path.extension().is_some_and(|e| e == *ending))
    });
    let named = recordings.map(|path| (path.display().to_string(), std::fs::read(path).unwrap()));
    named.chain(samples::all().into_iter().map(|(name, bytes)| (name.to_string(), bytes))).collect()
}

/// The result of a reading as text, in which NaN is equal to itself.
fn said(result: &Result<leebow_engine::Recording, leebow_engine::Error>) -> String {
    format!("{result:?}")
}

fn in_pieces(mut reading: Reading, bytes: &[u8], most: usize, random: &mut Random) -> String {
    let mut rest = bytes;
    while !rest.is_empty() {
        let (piece, more) = rest.split_at((1 + random.below(most)).min(rest.len()));
        reading.push(piece);
        rest = more;
    }
    said(&reading.finish())
}

#[test]
fn a_file_in_pieces_of_any_length_gives_the_same_recording() {
    for (name, bytes) in files() {
        let whole = said(&read(&name, &bytes));
        for way in 0..WAYS {
            let mut random = Random::of(way);
            // Some ways with crumbs, some with large pieces; long files get no crumbs, for the time.
            let most = [64, 700, 5000, 70_000][way as usize % 4].max(bytes.len() / 400);
            let pieces = in_pieces(Reading::eager(START), &bytes, most, &mut random);
            assert!(pieces == whole, "{name}, way {way}: {:.600}\n{whole:.600}", pieces);
        }
    }
}

/// Some ten kB of every format.
fn long() -> [(&'static str, Vec<u8>); 20] {
    [
        ("fit", samples::fit(600, false)),
        ("fit big-endian", samples::fit(600, true)),
        ("gpx", samples::gpx(60).into_bytes()),
        ("vakaros", samples::vakaros(150).into_bytes()),
        ("expedition", samples::expedition(150).into_bytes()),
        ("nmea", samples::nmea(60).into_bytes()),
        ("vkx", samples::vkx(250)),
        ("vtk", samples::vtk(500)),
        ("tcx", samples::tcx(50).into_bytes()),
        ("kml", samples::kml(150).into_bytes()),
        ("geojson", samples::geojson(200).into_bytes()),
        ("ubx", samples::ubx(150)),
        ("sbp", samples::sbp(400)),
        ("sbn", samples::sbn(130)),
        ("oao", samples::oao(250)),
        ("gpy", samples::gpy(600)),
        ("n2k", samples::n2k(60).into_bytes()),
        ("canboat json", samples::canboat_json(60).into_bytes()),
        ("ebl", samples::ebl(60)),
        ("signalk", samples::signalk(60).into_bytes()),
    ]
}

#[test]
fn a_damaged_file_in_pieces_gives_the_same_recording() {
    for (name, sample) in long() {
        for seed in 0..150 {
            let mut random = Random::of(seed);
            let mut bytes = sample.clone();
            for _ in 0..1 + random.below(4) {
                let at = START / 2 + random.below(bytes.len() - START / 2);
                match random.below(4) {
                    0 => bytes[at] ^= 1 << random.below(8),
                    1 => drop(bytes.drain(at..(at + random.below(200)).min(bytes.len()))),
                    2 => drop(bytes.splice(at..at, [0x40, 0, 1, b'<', b'!', b'\n', b'"', 0xFF])),
                    _ => bytes.truncate(at.max(START)),
                }
                if bytes.len() <= START {
                    break;
                }
            }
            let whole = said(&read(name, &bytes));
            let pieces = in_pieces(Reading::eager(START), &bytes, 300, &mut random);
            assert!(pieces == whole, "{name}, seed {seed}:\n{:.900}\n{whole:.900}", pieces);
        }
    }
}

#[test]
fn a_hundred_readings_of_the_same_pieces_give_the_same_recording() {
    for (name, bytes) in samples::all() {
        let once = in_pieces(Reading::eager(START), &bytes, 500, &mut Random::of(7));
        for _ in 0..100 {
            assert!(in_pieces(Reading::eager(START), &bytes, 500, &mut Random::of(7)) == once, "{name}");
        }
    }
}

#[test]
fn a_long_recording_is_read_while_it_arrives() {
    // Longer than what is waited for before the format is told.
    for (name, bytes) in [
        ("fit", samples::fit(90_000, false)),
        ("gpx", samples::gpx(12_000).into_bytes()),
        ("vakaros", samples::vakaros(30_000).into_bytes()),
        ("nmea", samples::nmea(10_000).into_bytes()),
        ("vkx", samples::vkx(40_000)),
        ("vtk", samples::vtk(60_000)),
        ("tcx", samples::tcx(6_000).into_bytes()),
        ("kml", samples::kml(20_000).into_bytes()),
        ("geojson", samples::geojson(35_000).into_bytes()),
        ("ubx", samples::ubx(15_000)),
        ("sbn", samples::sbn(15_000)),
        ("gpy", samples::gpy(70_000)),
        ("n2k", samples::n2k(3_000).into_bytes()),
        ("ebl", samples::ebl(6_000)),
        ("signalk", samples::signalk(3_000).into_bytes()),
        (
            "zip",
            samples::zip_in(
                &[("a.csv", samples::vakaros(30_000).as_bytes())],
                samples::ZipMethod::StoredStream,
            ),
        ),
    ] {
        assert!(bytes.len() > 1_500_000, "{name}: {}", bytes.len());
        let whole = said(&read(name, &bytes));
        for most in [40_000, 900_000, 100_000_000] {
            assert!(
                in_pieces(Reading::default(), &bytes, most, &mut Random::of(3)) == whole,
                "{name}, {most}"
            );
        }
    }
}
