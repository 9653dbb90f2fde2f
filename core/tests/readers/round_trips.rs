//! Written files read back to the same recording: every fixture and, when present, every recording.

use std::path::{Path, PathBuf};

use leebow_engine::Recording;
use leebow_engine::damage::LossKind;
use leebow_engine::read::read;
use leebow_engine::write::write;

/// Every file that gives a recording, and its name.
fn recordings() -> Vec<(String, Recording)> {
    let crate_folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut paths = files(&crate_folder.join("../../fixtures"));
    let named = std::env::var_os("LEEBOW_RECORDINGS").map(PathBuf::from);
    let real = named.unwrap_or(crate_folder.join("../../../shared/recordings"));
    if !real.is_dir() {
        eprintln!("only fixtures: no recordings here; set LEEBOW_RECORDINGS to their folder");
    }
    for sub in ["fit", "gpx", "csv", "nmea", "tricky"] {
        paths.extend(files(&real.join(sub)));
    }
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().to_string();
    let good = |path: PathBuf| Some((name(&path), read("", &std::fs::read(&path).unwrap()).ok()?));
    let read: Vec<_> = paths.into_iter().filter_map(good).collect();
    assert!(read.len() >= 12, "{} recordings", read.len());
    read
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().map(|e| e.unwrap().path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    files
}

/// Rows with a position.
fn placed(recording: &Recording) -> Vec<usize> {
    let columns = &recording.columns;
    (0..columns.len()).filter(|&i| columns.lat_deg[i].is_finite() && columns.lon_deg[i].is_finite()).collect()
}

/// The recording written and read back; an error when the format cannot hold it.
fn there_and_back(recording: &Recording, format: &str) -> Result<Recording, String> {
    let (text, _) = write(recording, format).map_err(|e| e.kind.id().to_string())?;
    Ok(read("back", text.as_bytes())
        .unwrap_or_else(|e| panic!("{format}: {e}\n{}", &text[..text.len().min(600)])))
}

fn same_times_and_places(name: &str, recording: &Recording, rows: &[usize], back: &Recording) {
    let (ours, theirs) = (&recording.columns, &back.columns);
    assert_eq!(theirs.len(), rows.len(), "{name}: rows");
    assert_eq!(back.damage.losses, [], "{name}");
    for (i, &row) in rows.iter().enumerate() {
        let pair = |a: f64, b: f64| a == b || a.is_nan() && b.is_nan();
        assert!(
            pair(ours.time_ms[row], theirs.time_ms[i]),
            "{name}, row {row}: {} {}",
            ours.time_ms[row],
            theirs.time_ms[i]
        );
        assert!(pair(ours.lat_deg[row], theirs.lat_deg[i]), "{name}, row {row}: latitude");
        assert!(pair(ours.lon_deg[row], theirs.lon_deg[i]), "{name}, row {row}: longitude");
    }
}

/// Checks that a channel reads back to the same bits, NaN included.
fn same_channel(name: &str, recording: &Recording, id: &str, rows: &[usize], back: &Recording) {
    let ours: Vec<f32> = recording.columns.get(id).map(|v| rows.iter().map(|&row| v[row]).collect()).unwrap();
    let missing = vec![f32::NAN; rows.len()];
    let theirs = back.columns.get(id).unwrap_or(&missing);
    for (i, (a, b)) in ours.iter().zip(theirs).enumerate() {
        assert!(a == b || a.is_nan() && b.is_nan(), "{name}: {id}, row {i}: {a} became {b}");
    }
}

fn ids(recording: &Recording) -> Vec<String> {
    recording.columns.channels().iter().map(|c| c.id.to_string()).collect()
}

#[test]
fn every_recording_reads_back_from_gpx_with_every_channel_and_segment() {
    let (mut whole, mut wind_logs) = (0, 0);
    for (name, recording) in recordings() {
        let rows = placed(&recording);
        let back = match there_and_back(&recording, "gpx") {
            Ok(back) => back,
            Err(refused) => {
                assert!(rows.is_empty() && refused == "no_positions", "{name}: {refused}");
                wind_logs += 1;
                continue;
            }
        };
        same_times_and_places(&name, &recording, &rows, &back);
        for id in ids(&recording) {
            same_channel(&name, &recording, &id, &rows, &back);
        }
        assert_eq!(back.sport, recording.sport, "{name}");
        assert_eq!(back.device, recording.device.clone().or(Some("Leebow".into())), "{name}");
        for &row in recording.breaks.iter().filter(|&&row| row > 0 && rows.first().is_some_and(|f| *f < row))
        {
            let there = rows.iter().position(|r| *r >= row);
            assert!(
                there.is_none_or(|at| back.breaks.contains(&at)),
                "{name}: the break at row {row} is gone"
            );
        }
        whole += 1;
    }
    println!("{whole} recordings, {wind_logs} wind logs without positions");
    assert!(whole >= 12);
}

#[test]
fn every_recording_reads_back_from_the_generic_table_with_every_channel() {
    for (name, recording) in recordings() {
        let rows = placed(&recording);
        // A wind log without any position needs none; else our reader asks a position of every row.
        let rows = if rows.is_empty() { (0..recording.columns.len()).collect() } else { rows };
        let (text, _) = write(&recording, "csv").unwrap();
        assert_eq!(text.lines().count(), recording.columns.len() + 1, "{name}: every row is written");
        let wind = ["twd", "tws", "awa", "aws"].iter().any(|id| recording.columns.get(id).is_some());
        if placed(&recording).is_empty() && !wind {
            continue;
        }
        let mut back = there_and_back(&recording, "csv").unwrap();
        back.damage.losses.retain(|loss| loss.kind != LossKind::NoPosition);
        same_times_and_places(&name, &recording, &rows, &back);
        for id in ids(&recording) {
            same_channel(&name, &recording, &id, &rows, &back);
        }
    }
}

#[test]
fn the_vakaros_layout_holds_its_columns_to_the_bit_and_reports_the_others() {
    for (name, recording) in recordings().into_iter().filter(|(_, r)| !placed(r).is_empty()) {
        let rows = placed(&recording);
        let (text, left_out) = write(&recording, "vakaros").unwrap();
        let mut back = read("back", text.as_bytes()).unwrap();
        assert_eq!(back.device.as_deref(), Some("Vakaros"), "{name}");
        for time_ms in &mut back.columns.time_ms {
            assert_eq!(time_ms.fract(), 0.0, "{name}: whole milliseconds");
        }
        let mut rounded = recording.clone();
        rounded.columns.time_ms.iter_mut().for_each(|ms| *ms = ms.round());
        let finer = rounded.columns.time_ms != recording.columns.time_ms;
        assert_eq!(finer, left_out.iter().any(|s| s.contains("millisecond")), "{name}");
        same_times_and_places(&name, &rounded, &rows, &back);
        for id in ids(&recording) {
            let holds = ["sog", "cog", "hdg", "heel", "pitch", "clew_load"].contains(&id.as_str())
                || id.starts_with("load_");
            if holds {
                same_channel(&name, &recording, &id, &rows, &back);
            } else {
                assert!(left_out.iter().any(|s| s.contains(&id)), "{name}: {id} is left out in silence");
            }
        }
    }
}

#[test]
fn kml_holds_every_moment_with_or_without_a_position() {
    for (name, recording) in recordings().into_iter().filter(|(_, r)| !placed(r).is_empty()) {
        let (text, left_out) = write(&recording, "kml").unwrap();
        assert_eq!(left_out, [] as [String; 0], "{name}");
        let inside = |tag: &str| -> Vec<&str> {
            let (open, close) = (format!("<{tag}>"), format!("</{tag}>"));
            let values = text.split(&open).skip(1).map(|rest| rest.split(&close).next().unwrap());
            values.collect()
        };
        let n = recording.columns.len();
        assert_eq!(inside("when").len(), n, "{name}");
        let places: Vec<Vec<f64>> =
            inside("gx:coord").iter().map(|c| c.split(' ').map(|v| v.parse().unwrap()).collect()).collect();
        let rows = placed(&recording);
        assert_eq!(places.len(), rows.len(), "{name}");
        for (place, &row) in places.iter().zip(&rows) {
            assert_eq!(
                place[..2],
                [recording.columns.lon_deg[row], recording.columns.lat_deg[row]],
                "{name}"
            );
        }
        for column in recording.columns.channels() {
            let head = |name: &str| format!("<gx:SimpleArrayData name=\"{name}\">");
            // A name that would be read as another channel has a prefix.
            let plain = head(&column.id);
            let begin = if text.contains(&plain) { plain } else { head(&format!("own_{}", column.id)) };
            let mut values = Vec::new();
            for part in text.split(&begin).skip(1) {
                let part = part.split("</gx:SimpleArrayData>").next().unwrap();
                let cells = part
                    .lines()
                    .skip(1)
                    .map(|l| l.trim_start_matches("<gx:value>").trim_end_matches("</gx:value>"));
                values.extend(cells.map(|cell| cell.parse::<f64>().map_or(f32::NAN, |v| v as f32)));
            }
            assert_eq!(values.len(), n, "{name}: {}", column.id);
            assert!(
                values.iter().zip(&column.values).all(|(a, b)| a == b || a.is_nan() && b.is_nan()),
                "{name}: {}",
                column.id
            );
        }
    }
}

#[test]
fn every_recording_reads_back_from_kml_with_every_moment_channel_and_piece() {
    for (name, recording) in recordings().into_iter().filter(|(_, r)| !placed(r).is_empty()) {
        let rows: Vec<usize> = (0..recording.columns.len()).collect();
        reads_back(&name, &recording, "kml", &rows);
    }
}

#[test]
fn every_recording_reads_back_from_geojson_with_every_channel_and_piece() {
    for (name, recording) in recordings().into_iter().filter(|(_, r)| !placed(r).is_empty()) {
        reads_back(&name, &recording, "geojson", &placed(&recording));
        let back = there_and_back(&recording, "geojson").unwrap();
        assert_eq!((back.device, back.sport), (recording.device, recording.sport), "{name}");
    }
}

/// Checks that these rows are read back with every channel and the beginning of every piece.
fn reads_back(name: &str, recording: &Recording, format: &str, rows: &[usize]) {
    let back = there_and_back(recording, format).unwrap();
    same_times_and_places(name, recording, rows, &back);
    for id in ids(recording) {
        same_channel(name, recording, &id, rows, &back);
    }
    // Channels in rows without a position may be left out.
    assert!(ids(&back).iter().all(|id| recording.columns.get(id).is_some()), "{name}: {:?}", ids(&back));
    for &row in recording.breaks.iter().filter(|&&row| row > 0) {
        let there = rows.iter().position(|r| *r >= row).filter(|at| *at > 0);
        assert!(there.is_none_or(|at| back.breaks.contains(&at)), "{name}: the break at row {row} is gone");
    }
}

#[test]
fn the_error_for_an_unknown_format_lists_the_known_ones() {
    let (_, recording) = recordings().remove(0);
    let refused = write(&recording, "docx").unwrap_err();
    assert!(refused.to_string().contains("gpx, csv, vakaros, geojson, kml"), "{refused}");
}
