//! VTK logs built byte by byte.

use super::*;
use crate::read::piecewise::whole;

fn read(bytes: &[u8]) -> Result<Recording, Error> {
    whole(Format::Vtk, bytes)
}

/// 2020-07-10 02:29:21 UTC.
const START_S: u64 = 1_594_348_161;

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

fn message(number: u64, fields: &[(u64, u64)]) -> Vec<u8> {
    let inner: Vec<u8> = fields.iter().flat_map(|(n, v)| [varint(n << 3), varint(*v)].concat()).collect();
    let body = [varint(number << 3 | 2), varint(inner.len() as u64), inner].concat();
    [(body.len() as u16).to_le_bytes().to_vec(), body].concat()
}

fn point(second: u64) -> Vec<u8> {
    message(
        1,
        &[
            (1, START_S + second),
            (2, 25),
            (3, zigzag(375_690_339 + second as i64)),
            (4, zigzag(-1_223_260_422)),
            (5, 123),
            (6, 270),
            (7, zigzag(1000)),
        ],
    )
}

fn log(seconds: std::ops::Range<u64>) -> Vec<u8> {
    seconds.flat_map(point).collect()
}

#[test]
fn points_are_converted_from_the_makers_units() {
    let bytes = [message(17, &[(1, 3), (2, 7)]), log(0..5)].concat();
    assert!(is_vtk(&bytes));
    let recording = read(&bytes).unwrap();
    let columns = &recording.columns;
    assert_eq!((columns.len(), columns.time_ms[0]), (5, START_S as f64 * 1000.0 + 250.0));
    assert_eq!((columns.lat_deg[0], columns.lon_deg[0]), (37.569_033_9, -122.326_042_2));
    assert_eq!(columns.get("sog").unwrap()[0], (12.3 * MPS_PER_KNOT) as f32);
    assert_eq!((columns.get("cog").unwrap()[0], columns.get("hdg_mag").unwrap()[0]), (270.0, 0.0));
    assert!(columns.get("hdg").is_none());
}

#[test]
fn with_a_declination_the_true_heading_is_computed() {
    let bytes = [message(18, &[(1, zigzag(13))]), log(0..5)].concat();
    assert_eq!(read(&bytes).unwrap().columns.get("hdg").unwrap()[0], 13.0);
}

#[test]
fn the_race_start_and_the_ends_of_the_line_are_events() {
    let bytes =
        [log(0..2), message(16, &[(1, 2)]), message(2, &[(1, 1), (2, 300)]), message(2, &[(1, 3)])].concat();
    let kinds: Vec<_> = read(&bytes).unwrap().events.iter().map(|event| event.kind).collect();
    let pin = EventKind::Pin { lat_deg: 37.569_034, lon_deg: -122.326_042_2 };
    assert_eq!(kinds, [pin, EventKind::TimerStart { seconds: 300.0 }, EventKind::RaceStart]);
}

#[test]
fn a_log_cut_anywhere_keeps_its_complete_points() {
    let bytes = log(0..6);
    let size = point(0).len();
    for cut in size + 1..bytes.len() {
        let recording = read(&bytes[..cut]).unwrap();
        assert_eq!(recording.columns.len(), cut / size, "cut at {cut}");
        assert_eq!(recording.damage.losses.is_empty(), cut % size == 0, "cut at {cut}");
    }
}

#[test]
fn damaged_bytes_lose_no_other_rows() {
    let bytes = [log(0..4), vec![0xEE; 77], log(4..8)].concat();
    let recording = read(&bytes).unwrap();
    assert_eq!((recording.columns.len(), recording.damage.losses.len()), (8, 1));
}
