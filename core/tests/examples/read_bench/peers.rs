//! Other readers in Rust, and plain passes over the bytes. Each gives the sums over the points it read.

use std::{array::from_fn, sync::LazyLock};

use fitparser::Value;
use fitparser::profile::MesgNum;
use leebow_engine::read::{crc16, sniff};
use leebow_engine::track::Format;
use leebow_engine::units::MPS_PER_KNOT;
use nmea::ParseResult;

use crate::sums::Sums;

/// A reader; `None` where it reads no points.
pub type Read = dyn Fn(&[u8]) -> Option<Sums>;

/// The peers that read this file.
pub fn of(bytes: &[u8]) -> Vec<(&'static str, Box<Read>)> {
    match sniff(bytes) {
        Some(Format::Fit) => {
            vec![("fitparser crate", Box::new(fit)), ("own CRC-16 pass, slice-by-8", Box::new(crc))]
        }
        Some(Format::Gpx) => vec![
            ("gpx crate", Box::new(gpx)),
            ("memchr, < by <", Box::new(tags)),
            ("memchr, < counted", Box::new(tags_counted)),
        ],
        Some(Format::Nmea) => vec![("nmea crate", Box::new(nmea))],
        Some(Format::Csv) => vec![("csv crate", Box::new(csv))],
        _ => Vec::new(),
    }
}

/// A CRC-16 pass with tables of each byte before zeros, eight bytes at a time, which the requirement refers to.
fn crc(bytes: &[u8]) -> Option<Sums> {
    static TABLES: LazyLock<[[u16; 256]; 8]> =
        LazyLock::new(|| from_fn(|zeros| from_fn(|byte| crc16(&[&[byte as u8], &[0; 8][..zeros]].concat()))));
    std::hint::black_box(bytes.as_chunks().0.iter().fold(0u16, |crc, eight: &[u8; 8]| {
        let [low, high] = crc.to_le_bytes();
        let at = |i: usize, with: u8| TABLES[7 - i][usize::from(eight[i] ^ with)];
        at(0, low) ^ at(1, high) ^ (2..8).fold(0, |sum, i| sum ^ at(i, 0))
    }));
    None
}

/// Visits every `<`, as each XML reader must.
fn tags(bytes: &[u8]) -> Option<Sums> {
    for at in memchr::memchr_iter(b'<', bytes) {
        std::hint::black_box(at);
    }
    None
}

/// Counts every `<`: a lower bound.
fn tags_counted(bytes: &[u8]) -> Option<Sums> {
    std::hint::black_box(memchr::memchr_iter(b'<', bytes).count());
    None
}

fn fit(bytes: &[u8]) -> Option<Sums> {
    let mut sums = Sums::default();
    for record in fitparser::from_bytes(bytes).ok()?.iter().filter(|r| r.kind() == MesgNum::Record) {
        let (mut lat, mut lon, mut time, mut fraction_ms, mut speed) = (None, None, None, 0.0, None);
        for field in record.fields() {
            match (field.name(), field.value()) {
                ("position_lat", Value::SInt32(raw)) => lat = Some(f64::from(*raw) * 180.0 / 2_147_483_648.0),
                ("position_long", Value::SInt32(raw)) => {
                    lon = Some(f64::from(*raw) * 180.0 / 2_147_483_648.0)
                }
                ("timestamp", Value::Timestamp(at)) => time = Some(at.timestamp_millis() as f64),
                ("time128", Value::Float64(second)) => fraction_ms = second * 1000.0,
                ("enhanced_speed", Value::Float64(mps)) => speed = Some(*mps),
                _ => {}
            }
        }
        if let (Some(lat), Some(lon)) = (lat, lon) {
            sums.add(time.map(|ms| ms + fraction_ms), lat, lon, speed);
        }
    }
    Some(sums)
}

fn gpx(bytes: &[u8]) -> Option<Sums> {
    let mut sums = Sums::default();
    let file = ::gpx::read(bytes).ok()?;
    for point in file.tracks.iter().flat_map(|track| &track.segments).flat_map(|segment| &segment.points) {
        let time = point.time.map(time::OffsetDateTime::from);
        let time_ms = time.map(|t| (t.unix_timestamp_nanos() / 1_000_000) as f64);
        sums.add(time_ms, point.point().y(), point.point().x(), point.speed);
    }
    Some(sums)
}

fn nmea(bytes: &[u8]) -> Option<Sums> {
    let mut sums = Sums::default();
    for line in bytes.split(|b| *b == b'\n') {
        // All sentences are parsed; the fixes are those of RMC.
        if let Ok(ParseResult::RMC(rmc)) = std::hint::black_box(::nmea::parse_bytes(line.trim_ascii_end()))
            && let (Some(date), Some(clock), Some(lat), Some(lon)) =
                (rmc.fix_date, rmc.fix_time, rmc.lat, rmc.lon)
        {
            let time_ms = date.and_time(clock).and_utc().timestamp_millis() as f64;
            let mps = rmc.speed_over_ground.map(|kn| f64::from(kn) * MPS_PER_KNOT);
            sums.add(Some(time_ms), lat, lon, mps);
        }
    }
    Some(sums)
}

/// The table as text cells with numbers parsed by the standard library; times are not parsed.
fn csv(bytes: &[u8]) -> Option<Sums> {
    let mut reader = ::csv::Reader::from_reader(bytes);
    let column =
        |header: &::csv::ByteRecord, name: &str| header.iter().position(|cell| cell == name.as_bytes());
    let header = reader.byte_headers().ok()?.clone();
    let (lat, lon, sog) =
        (column(&header, "latitude")?, column(&header, "longitude")?, column(&header, "sog_kts")?);
    let (mut sums, mut row) = (Sums::default(), ::csv::ByteRecord::new());
    while reader.read_byte_record(&mut row).ok()? {
        let number = |at: usize| std::str::from_utf8(row.get(at)?).ok()?.parse::<f64>().ok();
        for at in [4, 5, 6, 7] {
            std::hint::black_box(number(at));
        }
        sums.add(None, number(lat)?, number(lon)?, number(sog).map(|kn| kn * MPS_PER_KNOT));
    }
    Some(sums)
}
