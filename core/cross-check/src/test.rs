//! Comparison with the other readers over the fixtures and, when present, the recordings.

use std::path::{Path, PathBuf};

use super::*;

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().map(|e| e.unwrap().path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    files
}

fn verdict_on(path: &Path) -> Option<Verdict> {
    compare_file(&path.to_string_lossy(), &std::fs::read(path).unwrap()).ok().filter(|v| v.judge.is_some())
}

fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

fn recordings() -> Option<PathBuf> {
    let named = std::env::var_os("LEEBOW_RECORDINGS").map(PathBuf::from);
    let folder =
        named.unwrap_or(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/recordings"));
    if !folder.is_dir() {
        eprintln!("skipped: no recordings here; set LEEBOW_RECORDINGS to their folder");
    }
    folder.is_dir().then_some(folder)
}

#[test]
fn every_undamaged_fixture_is_read_the_same_by_the_other_reader() {
    let mut compared = 0;
    for path in files(&fixtures()) {
        let Some(verdict) = verdict_on(&path) else { continue };
        assert_eq!(verdict.differences, [] as [Difference; 0], "{path:?}");
        assert_eq!(verdict.agrees, Some(true), "{path:?}");
        compared += verdict.judge_points.unwrap_or(0);
    }
    println!("{compared} points compared");
    assert!(compared > 5_000, "{compared} points compared");
}

#[test]
fn another_reader_reads_the_written_gpx_the_same() {
    let mut compared = 0;
    for path in files(&fixtures()) {
        let Ok(recording) = leebow_engine::read::read("", &std::fs::read(&path).unwrap()) else { continue };
        let (text, _) = leebow_engine::write::write(&recording, "gpx").unwrap();
        let verdict = compare_file("", text.as_bytes()).unwrap();
        assert_eq!(verdict.agrees, Some(true), "{path:?}: {:?}", verdict.differences);
        assert_eq!(verdict.judge_points, Some(recording.columns.len() as u32), "{path:?}");
        compared += recording.columns.len();
    }
    assert!(compared > 5_000, "{compared} points compared");
}

#[test]
fn every_undamaged_recording_is_read_the_same_or_the_difference_is_known() {
    let Some(folder) = recordings() else { return };
    let mut seen = Vec::new();
    for path in ["fit", "gpx", "nmea"].into_iter().flat_map(|sub| files(&folder.join(sub))) {
        let name = path.file_name().unwrap().to_string_lossy().to_string();
        let Some(verdict) = verdict_on(&path) else { continue };
        println!("{name}: {verdict:#?}");
        if verdict.agrees != Some(false) {
            continue;
        }
        let known = KNOWN.iter().find(|(begin, _)| name.starts_with(begin));
        let (begin, place) = known.unwrap_or_else(|| panic!("{name}: {:?}", verdict.differences));
        for Difference { said, right, clause } in &verdict.differences {
            assert!(right.contains(place), "{name}: {said} {right}");
            assert!(clause.starts_with("NMEA 0183, RMC"), "{name}: {clause}");
        }
        seen.push(*begin);
    }
    assert_eq!(seen, KNOWN.map(|(begin, _)| begin));
}

/// Recordings whose readings differ, and where the file contains Leebow's value.
const KNOWN: [(&str, &str); 2] = [
    // The receiver wrote 09:21:09 and 10:22:20 twice, with two positions.
    ("irene-2013-08-01-garbled", "another RMC of the same second"),
    // At the dock: speed 0 in the RMC, a tenth of a knot in the VTG.
    ("signalk-gofree", "the VTG after it"),
];

#[test]
fn a_refusal_of_the_other_reader_is_explained_with_the_specification() {
    let Some(folder) = recordings().map(|folder| folder.join("tricky")) else { return };
    for (file, right, clause) in [
        ("activity-filecrc.fit", "checksum is wrong", "FIT Protocol, CRC"),
        ("activity-unexpected-eof.fit", "ends before", "FIT Protocol, File Header"),
        ("gpx1.1_with_all_fields.gpx", "Leebow is right", "GPX 1.1 schema, wptType"),
        ("track_with_speed.gpx", "not valid GPX", "GPX 1.1 schema, gpxType"),
    ] {
        let verdict = verdict_on(&folder.join(file)).unwrap();
        assert_eq!((verdict.agrees, verdict.judge_points), (Some(false), None), "{file}");
        let difference = verdict.differences.first().unwrap();
        assert!(difference.right.contains(right) && difference.clause.starts_with(clause), "{difference:?}");
    }
}

#[test]
fn neither_reader_finds_a_track_in_a_settings_file() {
    let verdict = verdict_on(&fixtures().join("broken/settings-only.fit")).unwrap();
    assert_eq!((verdict.agrees, verdict.points), (Some(true), 0));
    assert!(verdict.no_track.is_some_and(|words| words.contains("no track")));
}

#[test]
fn a_difference_in_a_position_is_reported() {
    let gpx = |lat: &str| {
        format!(
            "<gpx version=\"1.1\" creator=\"a\"><trk><trkseg><trkpt lat=\"{lat}\" lon=\"10\">\
             <time>2026-06-13T13:58:02Z</time></trkpt></trkseg></trk></gpx>"
        )
    };
    let recording = leebow_engine::read::read("a", gpx("54.5").as_bytes()).unwrap();
    let reference = readers::read(Format::Gpx, gpx("54.6").as_bytes());
    let verdict = verdict(Format::Gpx, Ok(&recording), reference);
    assert_eq!(verdict.agrees, Some(false));
    let [Difference { said, right, clause }] = verdict.differences.as_slice() else { panic!("{verdict:?}") };
    assert_eq!(
        said,
        "latitude: 1 of 1 points differ, by up to 0.1 °; first at 13:58:02 UTC: Leebow reads 54.5, gpx 54.6."
    );
    assert!(right.contains("one of the two readers is wrong") && clause.contains("latitudeType"));
}
