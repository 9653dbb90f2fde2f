//! A simulated session, and files of it in the writings of other programs.

use std::fmt::Write;

use leebow_engine::api::FileAnalysis;
use leebow_engine::calendar::{civil_from_days, iso_utc};
use leebow_engine::track::Recording;
use leebow_engine::{Options, analyze, read};
use leebow_simulator::{Fix, Noise, Spec, simulate};

/// 5 July 2025, 10:00 UTC.
pub const START_MS: f64 = 1_751_709_600_000.0;
const DAY_MS: f64 = 86_400_000.0;

/// What a row of a file is made of.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    pub ms: f64,
    pub lat: f64,
    pub lon: f64,
    pub sog_kn: f64,
}

/// Twenty minutes of a 49er off Kiel, at this rate from this moment on.
pub fn sailed(start_ms: f64, rate_hz: f64) -> Vec<Row> {
    rows(&Spec { minutes: 20.0, rate_hz, start_time_ms: start_ms, ..spec() })
}

pub fn spec() -> Spec {
    Spec { start_time_ms: START_MS, noise: Noise { outliers: 0.0, ..Noise::LOGGER }, ..Spec::default() }
}

pub fn rows(spec: &Spec) -> Vec<Row> {
    let row = |fix: &Fix| Row {
        ms: fix.time_ms,
        lat: fix.lat_deg,
        lon: fix.lon_deg,
        sog_kn: fix.sog_mps * 3600.0 / 1852.0,
    };
    simulate(spec).unwrap().fixes.iter().map(row).collect()
}

/// Year, month, day and milliseconds of the day.
pub fn civil(ms: f64) -> (i64, i64, i64, f64) {
    let days = (ms / DAY_MS).floor();
    let (year, month, day) = civil_from_days(days as i64);
    (year, month, day, ms - days * DAY_MS)
}

/// `10:00:01`
pub fn clock(ms: f64) -> String {
    iso_utc(ms)[11..19].to_string()
}

/// `2025-07-05T10:00:01.000Z`
pub fn iso(ms: f64) -> String {
    iso_utc(ms)
}

/// A table with these names, its times written by `time`.
pub fn table(names: &str, rows: &[Row], time: impl Fn(f64) -> String) -> Vec<u8> {
    let mut text = format!("{names}\n");
    for row in rows {
        writeln!(text, "{},{:.7},{:.7},{:.2}", time(row.ms), row.lat, row.lon, row.sog_kn).unwrap();
    }
    text.into_bytes()
}

/// A GPX with one track of these rows, its points written by `point`.
pub fn gpx(rows: &[Row], point: impl Fn(&Row) -> String) -> Vec<u8> {
    let points: String = rows.iter().map(point).collect();
    format!("<gpx version=\"1.1\" creator=\"x\"><trk><trkseg>{points}</trkseg></trk></gpx>").into_bytes()
}

/// A point of a GPX at this time as it is written.
pub fn point(row: &Row, time: &str) -> String {
    format!("<trkpt lat=\"{:.7}\" lon=\"{:.7}\"><time>{time}</time></trkpt>\n", row.lat, row.lon)
}

pub fn sentence(body: &str) -> String {
    format!("${body}*{:02X}\r\n", body.bytes().fold(0, |sum, b| sum ^ b))
}

/// `5424.0000,N,01012.0000,E`
pub fn nmea_position(row: &Row) -> String {
    let part = |deg: f64, width: usize, ends: [char; 2]| {
        let end = ends[usize::from(deg < 0.0)];
        let whole = deg.abs().floor();
        format!("{:0width$}{:08.5},{end}", whole as u32, (deg.abs() - whole) * 60.0)
    };
    format!("{},{}", part(row.lat, 2, ['N', 'S']), part(row.lon, 3, ['E', 'W']))
}

pub fn recording(bytes: &[u8]) -> Recording {
    read::read("file", bytes).unwrap()
}

pub fn report(bytes: &[u8]) -> FileAnalysis {
    let options = Options { boat_class: Some("49er".into()), ..Options::default() };
    analyze("file", bytes, None, &options).unwrap().report
}

/// Sentences about the file that contain a text.
pub fn says(recording: &Recording, text: &str) -> bool {
    recording.damage.lacks.iter().any(|sentence| sentence.contains(text))
}

/// Tacks, gybes, and the greatest speed to a tenth of a knot.
pub fn sailing(report: &FileAnalysis) -> (u32, u32, f64) {
    let s = &report.summary;
    (s.tacks, s.gybes, (s.max_speed_kn.unwrap_or(0.0) * 10.0).round() / 10.0)
}
