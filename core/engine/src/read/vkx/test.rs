//! VKX logs built byte by byte.

use super::*;
use crate::damage::LossKind;
use crate::error::ErrorKind;
use crate::read::piecewise::whole;
use crate::track::EventKind;

fn read(bytes: &[u8]) -> Result<Recording, Error> {
    whole(Format::Vkx, bytes)
}

/// 2025-06-21 11:18:34 UTC.
const START_MS: u64 = 1_750_504_714_000;

fn header() -> Vec<u8> {
    vec![0xFF, 5, 0, 0, 0, 0, 0, 0]
}

/// A position `tenths` of a second after the start, heeled 20 degrees to starboard, heading north.
fn position(tenths: u64) -> Vec<u8> {
    let half = 10f32.to_radians();
    let mut row = vec![0x02];
    row.extend((START_MS + tenths * 100).to_le_bytes());
    row.extend((454_000_000i32 + tenths as i32 * 50).to_le_bytes());
    row.extend((-132_500_000i32).to_le_bytes());
    for value in [5.5f32, 3.0, 1.25, libm::cosf(half), libm::sinf(half), 0.0, 0.0] {
        row.extend(value.to_le_bytes());
    }
    row
}

fn row(key: u8, payload: &[&[u8]]) -> Vec<u8> {
    let mut row = vec![key];
    row.extend(START_MS.to_le_bytes());
    payload.iter().for_each(|part| row.extend(*part));
    assert_eq!(row.len(), 1 + super::payload(key).unwrap());
    row
}

fn log(tenths: std::ops::Range<u64>) -> Vec<u8> {
    let mut bytes = header();
    tenths.for_each(|t| bytes.extend(position(t)));
    bytes
}

#[test]
fn positions_speed_and_attitude_are_read() {
    let bytes = log(0..10);
    assert!(is_vkx(&bytes));
    let recording = read(&bytes).unwrap();
    let columns = &recording.columns;
    assert_eq!((columns.len(), columns.time_ms[9]), (10, START_MS as f64 + 900.0));
    assert_eq!((columns.lat_deg[0], columns.lon_deg[0]), (45.4, -13.25));
    assert_eq!(columns.get("sog").unwrap()[0], 5.5);
    assert!((columns.get("heel").unwrap()[0] - 20.0).abs() < 1e-4);
    assert_eq!(columns.get("hdg").unwrap()[0], 0.0);
    assert!((f64::from(columns.get("cog").unwrap()[0]) - 3f64.to_degrees()).abs() < 1e-4);
    assert_eq!(recording.damage.losses, []);
}

#[test]
fn wind_loads_and_water_speed_are_added_to_the_position_before_them() {
    let mut bytes = log(0..2);
    bytes.extend(row(0x0A, &[&40f32.to_le_bytes(), &8f32.to_le_bytes()]));
    bytes.extend(row(0x0F, &[b"Jib\0", &512f32.to_le_bytes()]));
    bytes.extend(row(0x0B, &[&4.5f32.to_le_bytes(), &0f32.to_le_bytes()]));
    let columns = read(&bytes).unwrap().columns;
    assert!(columns.get("awa").unwrap()[0].is_nan());
    assert_eq!((columns.get("awa").unwrap()[1], columns.get("aws").unwrap()[1]), (40.0, 8.0));
    assert_eq!(columns.get("load_jib").unwrap()[1], 512.0);
    assert_eq!(columns.get("stw").unwrap()[1], 4.5);
}

#[test]
fn the_race_timer_and_the_start_line_are_events() {
    let mut bytes = log(0..2);
    bytes.extend(row(0x04, &[&[1], &300i32.to_le_bytes()]));
    bytes.extend(row(0x05, &[&[0], &45.5f32.to_le_bytes(), &13.25f32.to_le_bytes()]));
    bytes.extend(row(0x04, &[&[3], &0i32.to_le_bytes()]));
    let kinds: Vec<_> = read(&bytes).unwrap().events.iter().map(|event| event.kind).collect();
    let pin = EventKind::Pin { lat_deg: 45.5, lon_deg: 13.25 };
    assert_eq!(kinds, [EventKind::TimerStart { seconds: 300.0 }, pin, EventKind::RaceStart]);
}

#[test]
fn internal_rows_of_the_maker_are_skipped() {
    let mut bytes = log(0..1);
    for key in [0x01, 0x07, 0x0E, 0x20, 0x21, 0xFE, 0xFF] {
        bytes.push(key);
        bytes.extend(vec![9; super::payload(key).unwrap()]);
    }
    bytes.extend(position(1));
    let recording = read(&bytes).unwrap();
    assert_eq!((recording.columns.len(), recording.damage.losses.len()), (2, 0));
}

#[test]
fn a_log_cut_anywhere_keeps_its_complete_rows() {
    let bytes = log(0..6);
    for cut in 9..bytes.len() {
        let complete = (cut - 8) / 45;
        match read(&bytes[..cut]) {
            Ok(recording) => {
                assert_eq!(recording.columns.len(), complete, "cut at {cut}");
                let is_incomplete = (cut - 8) % 45 > 0;
                let found = recording.damage.losses.iter().any(|loss| loss.kind == LossKind::Truncated);
                assert_eq!(found, is_incomplete, "cut at {cut}");
            }
            Err(error) => assert_eq!((complete, error.kind), (0, ErrorKind::NoPositions)),
        }
    }
}

#[test]
fn damaged_bytes_lose_no_other_rows() {
    let mut bytes = log(0..4);
    bytes.extend([0x77; 100]);
    (4..8).for_each(|t| bytes.extend(position(t)));
    let recording = read(&bytes).unwrap();
    assert_eq!(recording.columns.len(), 8);
    let loss = &recording.damage.losses[0];
    assert_eq!((loss.kind, loss.from, loss.to), (LossKind::Malformed, 8 + 4 * 45, 8 + 4 * 45 + 100));
}

#[test]
fn an_impossible_time_loses_its_row() {
    let mut bytes = log(0..3);
    bytes[8 + 45 + 8] = 0x40;
    let recording = read(&bytes).unwrap();
    assert_eq!((recording.columns.len(), recording.damage.expected), (2, Some(3)));
}
