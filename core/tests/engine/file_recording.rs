//! A recording in memory, analysed again and again: each analysis equals that of the file.

use std::fs;
use std::path::{Path, PathBuf};

use leebow_engine::api::{FileRecording, Reader, to_json, why};
use leebow_engine::corrections::{Action, Correction};
use leebow_engine::{Analysis, Options, analyze};

use crate::random_values::random_values;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// Name and bytes of every session among the fixtures, and of every damaged one.
fn files() -> Vec<(String, Vec<u8>)> {
    let entries = [fixtures(), fixtures().join("broken")].map(|folder| fs::read_dir(folder).unwrap());
    let mut paths: Vec<PathBuf> = entries.into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e != "json" && e != "ts" && e != "md"));
    paths.sort();
    paths
        .into_iter()
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_string(), fs::read(&path).unwrap()))
        .collect()
}

fn wind_log() -> Vec<u8> {
    fs::read(fixtures().join("j70-with-wind-log.wind.nmea")).unwrap()
}

fn of_class(class: &str) -> Options {
    Options { boat_class: Some(class.into()), ..Options::default() }
}

/// Options as a user changes them on one session, each with or without the wind log.
fn choices() -> Vec<(Options, bool)> {
    let pinned = Correction {
        action: Action::PinWind,
        kind: None,
        start_time: None,
        end_time: None,
        to_kind: None,
        new_start_time: None,
        new_end_time: None,
        twd_deg: Some(205.0),
        shift_s: None,
        calibration: None,
        instrument: None,
    };
    vec![
        (Options::default(), false),
        (of_class("49er"), false),
        (Options { wind_hint_deg: Some(220.0), ..of_class("49er") }, false),
        (Options { corrections: vec![pinned], ..of_class("49er") }, false),
        (of_class("Formula Kite"), false),
        (of_class("J70"), true),
        (of_class("Laserr"), false),
    ]
}

/// Everything of an analysis in comparable form, floats by their bits; of an error its JSON.
fn content(analysis: Result<Analysis, leebow_engine::Error>) -> (String, Vec<u64>) {
    let Analysis { report, columns, fix_flags, segments } = match analysis {
        Ok(analysis) => analysis,
        Err(error) => return (error.to_json(), Vec::new()),
    };
    let ids: Vec<&str> = columns.channels().iter().map(|c| c.id.as_ref()).collect();
    let text = format!("{} {ids:?} {:?} {:?}", to_json(&report), segments.kind, fix_flags);
    let rows = segments.start.iter().chain(&segments.end).map(|row| u64::from(*row));
    let places = [&columns.time_ms, &columns.lat_deg, &columns.lon_deg].into_iter().flatten();
    let channels = columns.channels().iter().map(|c| &c.values).chain(&segments.metrics).flatten();
    let bits = rows.chain(places.map(|v| v.to_bits())).chain(channels.map(|v| u64::from(v.to_bits())));
    (text, bits.collect())
}

#[test]
fn a_recording_analysed_again_with_other_options_equals_a_first_analysis_with_them() {
    let log = wind_log();
    let held_log = FileRecording::read("wind.nmea", &log).unwrap();
    let (mut analysed, mut order) = (0, random_values(1000, 20).into_iter());
    for (name, bytes) in files() {
        let Ok(recording) = FileRecording::read(&name, &bytes) else { continue };
        let choices = choices();
        let first = |(options, with_log): &(Options, bool)| {
            content(analyze(&name, &bytes, with_log.then_some(("wind.nmea", &log[..])), options))
        };
        let first: Vec<_> = choices.iter().map(first).collect();
        // Every choice at least once, then some of them in any order, so that classes come back.
        let again = (0..6).map(|_| ((order.next().unwrap() + 0.5) * choices.len() as f64) as usize);
        for choice in (0..choices.len()).chain(again) {
            let (options, with_log) = &choices[choice];
            let found = content(recording.analyze(with_log.then_some(&held_log), options));
            assert!(found == first[choice], "{name} differs with {options:?}");
            analysed += 1;
        }
    }
    assert!(analysed > 12 * 13, "{analysed} analyses");
}

#[test]
fn a_recording_explains_a_moment_as_its_file_does_also_after_an_analysis() {
    let log = wind_log();
    let held_log = FileRecording::read("wind.nmea", &log).unwrap();
    let name = "j70-with-wind-log.gpx";
    let bytes = fs::read(fixtures().join(name)).unwrap();
    let recording = FileRecording::read(name, &bytes).unwrap();
    let report = recording.analyze(Some(&held_log), &of_class("J70")).unwrap().report;
    let tack_ms = leebow_engine::calendar::ms_from_iso(&report.maneuvers[0].time).unwrap();
    for (options, with_log) in choices() {
        let wind = with_log.then_some(("wind.nmea", &log[..]));
        let of_file = why(name, &bytes, wind, &options, tack_ms);
        let of_recording = recording.why(with_log.then_some(&held_log), &options, tack_ms);
        assert_eq!(of_recording, of_file, "{options:?}");
    }
}

#[test]
fn a_recording_read_in_chunks_gives_the_analysis_of_the_whole_file() {
    for (name, bytes) in files() {
        let mut reader = Reader::open(&name, Options::default(), bytes.len());
        bytes.chunks(7000).for_each(|chunk| reader.push(chunk).unwrap());
        let found = reader.recording().and_then(|recording| recording.analyze(None, &of_class("49er")));
        assert!(content(found) == content(analyze(&name, &bytes, None, &of_class("49er"))), "{name}");
    }
}

#[test]
fn the_memory_of_a_recording_is_that_of_its_columns_and_does_not_grow_with_analyses() {
    let name = "49er-kiel.fit";
    let recording = FileRecording::read(name, &fs::read(fixtures().join(name)).unwrap()).unwrap();
    let rows = recording.analyze(None, &of_class("49er")).unwrap().columns.len();
    let once = recording.bytes();
    assert!((80 * rows..200 * rows).contains(&once), "{once} bytes of {rows} fixes");
    for class in ["J70", "Laser", "49er"] {
        recording.analyze(None, &of_class(class)).unwrap();
        assert_eq!(recording.bytes(), once, "{class}");
    }
}
