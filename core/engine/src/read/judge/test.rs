//! The judges over the fixtures, and over real recordings where they are.

use std::path::{Path, PathBuf};

use super::*;

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().map(|e| e.unwrap().path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    files
}

fn judged(path: &Path) -> Option<Verdict> {
    let bytes = std::fs::read(path).unwrap();
    super::super::sniff(&bytes)?;
    judge(&path.to_string_lossy(), &bytes).ok()
}

#[test]
fn every_good_fixture_is_read_the_same_by_its_judge() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut compared = 0;
    for path in files(&folder) {
        let Some(verdict) = judged(&path).filter(|v| v.judge.is_some()) else { continue };
        assert_eq!(verdict.refused, None, "{path:?}");
        let unread = |d: &String| !d.contains("does not read it");
        let differences: Vec<_> = verdict.differences.into_iter().filter(unread).collect();
        assert_eq!(differences, [] as [String; 0], "{path:?}");
        compared += verdict.judge_points.unwrap_or(0);
    }
    println!("{compared} points compared");
    assert!(compared > 5_000, "{compared} points compared");
}

#[test]
fn every_recording_is_read_the_same_or_the_difference_is_known() {
    let named = std::env::var_os("LEEBOW_RECORDINGS").map(PathBuf::from);
    let folder =
        named.unwrap_or(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/recordings"));
    if !folder.is_dir() {
        eprintln!("skipped: no recordings here; set LEEBOW_RECORDINGS to their folder");
        return;
    }
    for path in ["fit", "gpx", "nmea", "tricky"].into_iter().flat_map(|sub| files(&folder.join(sub))) {
        let name = path.file_name().unwrap().to_string_lossy().to_string();
        let Some(verdict) = judged(&path).filter(|v| v.judge.is_some()) else { continue };
        println!("{name}: {} points, judge {:?} {:?}", verdict.points, verdict.judge_points, verdict.refused);
        for difference in verdict.differences {
            println!("    {difference}");
            // The gpx crate passes over extensions; anything else must be among the known.
            let known = difference.contains("does not read it")
                || KNOWN.iter().any(|(begin, _)| name.starts_with(begin));
            assert!(known, "{name}: {difference}");
        }
    }
}

/// Recordings whose readings differ, and why ours stands.
const KNOWN: &[(&str, &str)] = &[
    ("irene-2013-08-01-garbled", "a position damaged under a valid checksum, said right by the GLL after it"),
    ("signalk-gofree", "a VTG of the same second says another speed, a twentieth of a m/s"),
];
