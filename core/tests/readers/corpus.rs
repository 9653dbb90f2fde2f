//! The corpus of the fuzzers, read again: no panic, no violated invariant, the same result every time.

use std::path::{Path, PathBuf};

use crate::mutated::{
    ALLOWED_BYTES, ALLOWED_FILE_LENGTHS, ALLOWED_MS, ALLOWED_MS_PER_BYTE, analyses, invariants, memory,
    options,
};
use crate::processor_time;
use leebow_engine::Options;
use leebow_engine::api::{Action, analyze};
use leebow_engine::read::{Reading, read};

/// Readings of each file whose results are compared.
const TIMES: usize = 100;

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() { files_below(&path, files) } else { files.push(path) }
    }
}

/// Path and bytes of every file in the corpus of these targets.
fn corpus(targets: &[&str]) -> Vec<(PathBuf, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let mut files = Vec::new();
    targets.iter().for_each(|target| files_below(&root.join(target), &mut files));
    assert!(files.len() > 50 * targets.len(), "{} files", files.len());
    files.into_iter().map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
}

const READERS: [&str; 19] = [
    "fit", "gpx", "csv", "nmea", "vkx", "vtk", "archive", "sniffed", "tcx", "kml", "geojson", "ubx", "sbp",
    "sbn", "oao", "gpy", "n2k", "ebl", "signalk",
];

#[test]
fn every_corpus_file_is_read_or_refused_within_the_limits() {
    for (path, bytes) in corpus(&READERS) {
        let name = path.display();
        let (result, most) = memory::peak_bytes_during(|| read("file", &bytes));
        assert!(most <= ALLOWED_BYTES + ALLOWED_FILE_LENGTHS * bytes.len(), "{name} takes {most} bytes");
        match &result {
            Ok(recording) => assert_eq!(invariants::violation(recording), None, "{name}"),
            Err(error) => assert!(error.to_string().ends_with('.'), "{name}: {error}"),
        }
        let once = || {
            let start = processor_time::now();
            let _ = std::hint::black_box(read("file", &bytes));
            (processor_time::now() - start).as_secs_f64() * 1e3
        };
        let allowed_ms = ALLOWED_MS + ALLOWED_MS_PER_BYTE * bytes.len() as f64;
        assert!((0..4).any(|_| once() <= allowed_ms), "{name} takes over {allowed_ms} ms");
    }
}

#[test]
fn a_hundred_readings_of_a_file_give_the_same_recording() {
    for (path, bytes) in corpus(&READERS) {
        let first = format!("{:?}", read("file", &bytes));
        for _ in 1..TIMES {
            assert!(format!("{:?}", read("file", &bytes)) == first, "{}", path.display());
        }
    }
}

#[test]
fn every_corpus_file_is_analyzed_or_refused() {
    for (path, bytes) in corpus(&["analyze"]) {
        let options = Options::default();
        let first = analyze("file", &bytes, None, &options);
        let violation = first.as_ref().ok().and_then(|analysis| analyses::violation(analysis, &options));
        assert_eq!(violation, None, "{}", path.display());
        for _ in 0..2 {
            let again = analyze("file", &bytes, None, &options);
            assert!(format!("{again:?}") == format!("{first:?}"), "{}", path.display());
        }
    }
}

#[test]
fn every_corpus_file_is_analyzed_with_its_hint_pin_class_fleet_wind_and_corrections() {
    for (path, bytes) in corpus(&["options"]) {
        let Some(first) = analyses::analyze_encoded(&bytes) else { continue };
        let first = first.unwrap_or_else(|violation| panic!("{}: {violation}", path.display()));
        let again = analyses::analyze_encoded(&bytes).unwrap().unwrap();
        assert!(format!("{again:?}") == format!("{first:?}"), "{}", path.display());
    }
}

#[test]
fn encoded_options_hold_every_option_and_every_kind_of_correction() {
    let requests = options::seeds().map(|(_, encoded)| options::decode(&encoded));
    let options: Vec<Options> =
        requests.iter().map(|request| Options::from_json(&request.json).unwrap()).collect();
    assert!(options.iter().any(|options| options.wind_hint_deg.is_some()));
    assert!(options.iter().any(|options| options.boat_class.is_some()));
    assert!(options.iter().any(|options| options.fleet_wind.is_some()));
    assert!(requests.iter().any(|request| request.own_wind_log));
    for action in [Action::ChangeKind, Action::Delete, Action::Add, Action::Move, Action::PinWind] {
        let mut corrections = options.iter().flat_map(|options| &options.corrections);
        assert!(corrections.any(|correction| correction.action == action), "{action:?}");
    }
}

#[test]
fn a_corpus_file_read_in_pieces_gives_the_same_recording() {
    for (path, bytes) in corpus(&READERS) {
        let whole = format!("{:?}", read("file", &bytes));
        let mut reading = Reading::default();
        bytes.chunks(7).for_each(|piece| reading.push(piece));
        assert!(format!("{:?}", reading.finish()) == whole, "{}", path.display());
    }
}
