//! The readers over recordings, compared with the figures in the recordings' index. Without the recordings the tests
//! print that they are skipped and pass.

use std::path::PathBuf;

use leebow_engine::Recording;
use leebow_engine::read::{read, sniff};
use leebow_engine::track::Format;

/// The folder of recordings: `LEEBOW_RECORDINGS`, or beside the project.
fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("LEEBOW_RECORDINGS").map(PathBuf::from);
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/recordings");
    let found = named.into_iter().chain([beside]).find(|folder| folder.is_dir());
    if found.is_none() {
        eprintln!("skipped: no recordings here; set LEEBOW_RECORDINGS to their folder");
    }
    found
}

/// The files of a subfolder, in order of their names.
fn files(subfolder: &str) -> Vec<(String, Vec<u8>)> {
    let Some(folder) = folder() else { return Vec::new() };
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder.join(subfolder)).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().to_string();
    paths.iter().map(|path| (name(path), std::fs::read(path).unwrap())).collect()
}

/// The file whose name begins with `begin`.
fn file(subfolder: &str, begin: &str) -> Option<Vec<u8>> {
    files(subfolder).into_iter().find(|(name, _)| name.starts_with(begin)).map(|(_, bytes)| bytes)
}

fn median_step_s(recording: &Recording) -> f64 {
    let time_ms = &recording.columns.time_ms;
    let mut steps: Vec<f64> = time_ms.windows(2).map(|w| w[1] - w[0]).collect();
    steps.sort_by(f64::total_cmp);
    steps[steps.len() / 2] / 1000.0
}

/// File, points with position, records, and records a second, as the index says.
const FIT: &[(&str, u32, u32, f64)] = &[
    ("wingfoil-2026-06-13", 2831, 2859, 0.5),
    ("wingfoil-2026-07-31", 1715, 1756, 0.5),
    ("wingfoil-2026-08-01", 1975, 1995, 0.5),
    ("wingfoil-2026-08-03", 3046, 3060, 0.5),
    ("wingfoil-2026-08-04", 3708, 3746, 0.5),
    ("wingfoil-2026-08-05", 8573, 8788, 1.0),
    ("wingfoil-2026-08-06", 2614, 2723, 0.5),
    ("wingfoil-2026-08-07_ciq_flights", 602, 611, 1.0),
    ("wingfoil-2026-08-07_ciq_takeoff", 291, 291, 1.0),
];

#[test]
fn every_watch_recording_has_the_points_of_its_index() {
    for (begin, points, records, hz) in FIT {
        let Some(bytes) = file("fit", begin) else { return };
        let recording = read(begin, &bytes).unwrap();
        assert_eq!((recording.damage.kept, recording.damage.expected), (*points, Some(*records)), "{begin}");
        assert_eq!(1.0 / median_step_s(&recording), *hz, "{begin}");
        assert!(recording.columns.get("sog").is_some(), "{begin}");
    }
}

#[test]
fn every_gpx_has_all_its_points_and_reports_missing_speed() {
    for (name, bytes) in files("gpx") {
        let recording = read(&name, &bytes).unwrap();
        let written = memchr::memmem::find_iter(&bytes, b"<trkpt").count();
        assert_eq!(recording.columns.len(), written, "{name}");
        assert!(recording.damage.losses.is_empty(), "{name}");
        assert!(recording.damage.lacks[0].contains("export the session as FIT"), "{name}");
        let slow = name.starts_with("keelboat");
        assert_eq!(median_step_s(&recording) > 3.0, slow, "{name}");
    }
}

#[test]
fn both_makers_tables_have_all_their_rows() {
    let Some(bytes) = file("csv", "vakaros") else { return };
    let recording = read("vakaros.csv", &bytes).unwrap();
    assert_eq!((recording.damage.kept, recording.damage.losses.len()), (27_868, 0));
    assert!((median_step_s(&recording) - 0.5).abs() < 0.01);
    let read_one = |begin| read(begin, &file("csv", begin).unwrap()).unwrap();
    let (web, tool) = (read_one("velocitek-web"), read_one("velocitek-vtktool"));
    assert_eq!(web.columns.time_ms, tool.columns.time_ms);
    assert_eq!(web.columns.lat_deg, tool.columns.lat_deg);
    assert_eq!(web.columns.get("sog"), tool.columns.get("sog"));
    assert_eq!((web.columns.len(), median_step_s(&web)), (587, 0.25));
    // The native log of the same session: the maker's own tool rounds nothing of it.
    let native = read_one("velocitek-session");
    assert_eq!(native.columns.time_ms, tool.columns.time_ms);
    assert_eq!(native.columns.lon_deg, tool.columns.lon_deg);
    for channel in ["sog", "cog", "hdg_mag", "heel", "pitch"] {
        let (ours, theirs) = (native.columns.get(channel).unwrap(), tool.columns.get(channel).unwrap());
        let apart = ours.iter().zip(theirs).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(apart < 0.001, "{channel}: {apart}");
    }
}

#[test]
fn the_tables_of_other_makers_have_all_their_rows() {
    for (begin, rows, device) in [
        ("astra", 7036, "Astra"),
        ("expedition", 6851, "Expedition"),
        ("velocitek-session", 587, "Velocitek"),
    ] {
        let Some(bytes) = file("csv", begin) else { return };
        let recording = read(begin, &bytes).unwrap();
        assert_eq!((recording.columns.len(), recording.device.as_deref()), (rows, Some(device)), "{begin}");
    }
    let Some(bytes) = file("wind-truth", "keelboat-tallinn-2023-09-06.csv") else { return };
    assert_eq!(read("truth.csv", &bytes).unwrap().columns.len(), 1129);
}

#[test]
fn wind_logs_give_their_wind() {
    for (begin, channel, rows) in [
        ("irene-2007", "awa", 3600),
        ("irene-2008", "twa", 6300),
        ("psaros33", "twa", 3800),
        ("balaton", "twa", 2700),
        ("lake-st-clair", "awa", 350),
        ("signalk-gofree", "twd", 141),
        ("signalk-plaka", "twa", 7000),
        ("tiny", "awa", 4),
    ] {
        let Some(bytes) = file("nmea", begin) else { return };
        let recording = read(begin, &bytes).unwrap();
        assert_eq!(recording.format, Format::Nmea);
        let said = recording.columns.get(channel).unwrap().iter().filter(|v| !v.is_nan()).count();
        assert!(said >= rows, "{begin}: {said} rows with {channel}");
    }
}

#[test]
fn a_log_of_wrong_checksums_is_refused() {
    let Some(bytes) = file("nmea", "irene-2013-bad") else { return };
    assert_eq!(sniff(&bytes), Some(Format::Nmea));
    let refused = read("bad.txt", &bytes).unwrap_err();
    assert_eq!(refused.kind.id(), "unreadable");
    assert!(
        refused.to_string().contains("the checksums of 37550 of its 39480 sentences do not match"),
        "{refused}"
    );
}

#[test]
fn unusual_and_damaged_files_are_read_or_refused_with_a_sentence() {
    for (name, bytes) in files("tricky") {
        match read(&name, &bytes) {
            Ok(recording) => {
                let damage = &recording.damage;
                assert_eq!(damage.kept as usize, recording.columns.len(), "{name}");
                assert!(damage.expected.is_none_or(|expected| expected >= damage.kept), "{name}");
                assert!(damage.losses.iter().all(|loss| loss.reason.ends_with('.')), "{name}");
            }
            Err(error) => assert!(error.to_string().ends_with('.'), "{name}: {error}"),
        }
    }
}

#[test]
fn truncated_recordings_report_where_they_end() {
    for (begin, subfolder) in [("wingfoil-2026-06-13", "fit"), ("snipe-2025-06-21-ESP30782-P01", "gpx")] {
        let Some(bytes) = file(subfolder, begin) else { return };
        let whole = read(begin, &bytes).unwrap();
        // The first tenth of the watch's file is settings.
        for part in 4..40 {
            let cut = bytes.len() * part / 40;
            let recording = read(begin, &bytes[..cut]).unwrap();
            let kept = recording.columns.len();
            assert_eq!(recording.columns.time_ms, whole.columns.time_ms[..kept], "{begin} cut at {cut}");
            let last_loss = recording.damage.losses.last().unwrap();
            assert_eq!(
                (last_loss.to, last_loss.time_ms),
                (cut as u64, recording.columns.time_ms.last().copied())
            );
            assert!(
                last_loss.reason.starts_with("The file is incomplete: it ends at "),
                "{begin}: {}",
                last_loss.reason
            );
        }
    }
}

/// Knots no boat of these recordings sailed, by the begin of their names.
const NOT_SAILED_KN: &[(&str, &[(&str, f64)])] = &[
    ("fit", &[("wingfoil", 17.0)]),
    ("gpx", &[("wingfoil", 20.0), ("keelboat", 10.0), ("snipe", 10.0)]),
    ("csv", &[("vakaros", 7.5), ("velocitek", 4.0)]),
];

#[test]
fn no_recording_has_an_impossible_best_speed() {
    for (subfolder, limits) in NOT_SAILED_KN {
        for (name, bytes) in files(subfolder) {
            let Some((_, limit)) = limits.iter().find(|(begin, _)| name.starts_with(begin)) else { continue };
            let analysis =
                leebow_engine::analyze(&name, &bytes, None, &leebow_engine::Options::default()).unwrap();
            let best = analysis.report.summary.max_speed_kn.unwrap();
            assert!(best > 2.0 && best < *limit, "{name}: {best} kn");
        }
    }
}
