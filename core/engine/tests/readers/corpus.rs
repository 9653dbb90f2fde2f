//! What the fuzzers found their way to, read again: no panic, sound recordings, the same a hundred times over.

use std::path::{Path, PathBuf};
use std::time::Instant;

use leebow_engine::Options;
use leebow_engine::api::analyze;
use leebow_engine::read::{Reading, read};

use crate::broken::{ALLOWED_BYTES, ALLOWED_MS, ALLOWED_MS_A_BYTE, ALLOWED_TIMES, memory, sound};

/// How often a file is read to find out whether it is read the same each time.
const TIMES: usize = 100;

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() { files_below(&path, files) } else { files.push(path) }
    }
}

/// The fuzzers' corpus of these targets.
fn corpus(targets: &[&str]) -> Vec<(PathBuf, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let mut files = Vec::new();
    targets.iter().for_each(|target| files_below(&root.join(target), &mut files));
    assert!(files.len() > 50 * targets.len(), "{} files", files.len());
    files.into_iter().map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
}

const READERS: [&str; 8] = ["fit", "gpx", "csv", "nmea", "vkx", "vtk", "archive", "sniffed"];

#[test]
fn everything_the_fuzzers_reached_is_read_or_refused_soon() {
    for (path, bytes) in corpus(&READERS) {
        let name = path.display();
        let (result, most) = memory::most_during(|| read("file", &bytes));
        assert!(most <= ALLOWED_BYTES + ALLOWED_TIMES * bytes.len(), "{name} takes {most} bytes");
        match &result {
            Ok(recording) => assert_eq!(sound::flaw(recording), None, "{name}"),
            Err(error) => assert!(error.to_string().ends_with('.'), "{name}: {error}"),
        }
        let once = || {
            let start = Instant::now();
            let _ = std::hint::black_box(read("file", &bytes));
            start.elapsed().as_secs_f64() * 1e3
        };
        let allowed_ms = ALLOWED_MS + ALLOWED_MS_A_BYTE * bytes.len() as f64;
        assert!((0..4).any(|_| once() <= allowed_ms), "{name} takes over {allowed_ms} ms");
    }
}

#[test]
fn a_file_is_read_the_same_a_hundred_times_over() {
    for (path, bytes) in corpus(&READERS) {
        let first = format!("{:?}", read("file", &bytes));
        for _ in 1..TIMES {
            assert!(format!("{:?}", read("file", &bytes)) == first, "{}", path.display());
        }
    }
}

#[test]
fn everything_the_fuzzers_reached_is_analysed_or_refused() {
    for (path, bytes) in corpus(&["analyze"]) {
        let options = Options::default();
        let first = analyze("file", &bytes, None, &options);
        if let Ok(analysis) = &first {
            assert!(analysis.columns.time_ms.windows(2).all(|pair| pair[0] < pair[1]), "{}", path.display());
        }
        for _ in 0..2 {
            let again = analyze("file", &bytes, None, &options);
            assert!(format!("{again:?}") == format!("{first:?}"), "{}", path.display());
        }
    }
}

#[test]
fn pieces_the_fuzzers_divided_read_like_the_whole() {
    for (path, bytes) in corpus(&READERS) {
        let whole = format!("{:?}", read("file", &bytes));
        let mut reading = Reading::default();
        bytes.chunks(7).for_each(|piece| reading.push(piece));
        assert!(format!("{:?}", reading.finish()) == whole, "{}", path.display());
    }
}
