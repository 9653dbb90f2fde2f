//! GPY logs built byte by byte.

use super::*;
use crate::read::piecewise::whole;

fn read(bytes: &[u8]) -> Result<Recording, Error> {
    whole(Format::Gpy, bytes)
}

fn record(content: &[u8]) -> Vec<u8> {
    [content, &fletcher(content.iter())].concat()
}

fn header() -> Vec<u8> {
    let mut content = [&[0xF0, 0, 72, 0, 2, 0][..], b"ESP logger"].concat();
    content.resize(70, 0);
    record(&content)
}

/// A complete fix of 2025-06-21 11:18.
fn complete(second: u8) -> Vec<u8> {
    let content = [
        &[0xE0, 0, 95, 0][..],
        &(1_750_504_680_000 + i64::from(second) * 1000).to_le_bytes(),
        &9250u32.to_le_bytes(),
        &210u32.to_le_bytes(),
        &(455_000_000 + i32::from(second) * 450).to_le_bytes(),
        &132_500_000i32.to_le_bytes(),
        &18_150_600u32.to_le_bytes(),
        &[14, 3],
    ];
    record(&content.concat())
}

/// A fix some seconds after the complete one, slower by 1 m/s and less certain.
fn later(seconds: u8) -> Vec<u8> {
    let differences = [i16::from(seconds) * 1000, -1000, 40, i16::from(seconds) * 450, -70, 150];
    let differences = differences.map(i16::to_le_bytes).concat();
    record(&[&[0xD0, 0, 90, 0][..], &differences, &[13, 3]].concat())
}

/// A complete fix and nine differences to it.
fn block(second: u8) -> Vec<u8> {
    [complete(second), (1..10).flat_map(later).collect()].concat()
}

#[test]
fn doppler_speed_and_its_accuracy_are_read_from_differences() {
    let unknown = record(&[0xDE, 0, 12, 0, 1, 2, 3, 4, 5, 6]);
    let bytes = [header(), complete(0), unknown, later(1), later(2), complete(3), later(1)].concat();
    assert_eq!(format(&bytes), Some(Format::Gpy));
    let recording = read(&bytes).unwrap();
    let columns = &recording.columns;
    let seconds: Vec<f64> = columns.time_ms.iter().map(|ms| (ms - 1_750_504_680_000.0) / 1000.0).collect();
    assert_eq!(seconds, [0.0, 1.0, 2.0, 3.0, 4.0]);
    assert_eq!((columns.lat_deg[2], columns.lon_deg[2]), (45.500_09, 13.249_993));
    for (id, values) in [
        ("sog", [9.25, 8.25]),
        ("cog", [181.506, 183.0]),
        ("sog_accuracy", [0.21, 0.25]),
        ("satellites", [14.0, 13.0]),
        ("hdop", [0.95, 0.9]),
    ] {
        assert_eq!(columns.get(id).unwrap()[..2], values, "{id}");
    }
    assert_eq!((recording.device.as_deref(), recording.damage.losses.len()), (Some("ESP logger"), 0));
}

#[test]
fn a_damaged_difference_loses_one_fix_and_a_damaged_complete_fix_those_that_refer_to_it() {
    let bytes = [header(), block(0), block(10), block(20)].concat();
    let block_bytes = 36 + 9 * 20;
    let with_wrong_byte = |at: usize| {
        let mut wrong = bytes.clone();
        wrong[72 + block_bytes + at] ^= 4;
        read(&wrong).unwrap()
    };
    for at in 36 + 20..36 + 40 {
        let recording = with_wrong_byte(at);
        // Where the kind of the record or its length is damaged, a complete fix may be among what is lost.
        let lost = if at == 36 + 20 { 9 - 1 } else { 1 };
        assert_eq!(recording.columns.len(), 30 - lost, "byte {at}");
        assert!(!recording.damage.losses.is_empty(), "byte {at}");
    }
    for at in 0..36 {
        let recording = with_wrong_byte(at);
        assert_eq!(recording.columns.len(), 20, "byte {at}");
        assert!(recording.columns.time_ms.windows(2).all(|pair| pair[0] < pair[1]), "byte {at}");
        // A record of unknown kind is not counted as a point.
        let points = recording.damage.losses.iter().map(|loss| loss.points).sum::<u32>();
        assert_eq!(points, if at == 0 { 9 } else { 10 }, "byte {at}");
    }
}

#[test]
fn a_log_cut_anywhere_keeps_its_complete_fixes() {
    let bytes = [header(), block(0)].concat();
    for cut in 72 + 36..bytes.len() {
        let recording = read(&bytes[..cut]).unwrap();
        assert_eq!(recording.columns.len(), 1 + (cut - 72 - 36) / 20, "cut at {cut}");
        assert_eq!(recording.damage.losses.is_empty(), (cut - 72 - 36) % 20 == 0, "cut at {cut}");
    }
}

#[test]
fn numbers_at_the_limits_of_their_types_are_read_without_overflow() {
    let extreme = |from: i32, difference: i16| {
        let full = [
            &[0xE0, 0, 95, 0][..],
            &1_750_504_680_000i64.to_le_bytes(),
            &[0xFF; 8],
            &from.to_le_bytes(),
            &from.to_le_bytes(),
            &from.to_le_bytes(),
            &[14, 3],
        ];
        let later = [&[0xD0, 0, 90, 0][..], &[difference; 6].map(i16::to_le_bytes).concat(), &[13, 3]];
        [header(), complete(0), record(&full.concat()), record(&later.concat()), complete(3)].concat()
    };
    for (from, difference) in [(i32::MAX, i16::MAX), (i32::MIN, i16::MIN)] {
        let recording = read(&extreme(from, difference)).unwrap();
        // The position lies outside the earth.
        assert_eq!(recording.columns.len(), 2, "{:?}", recording.columns.lat_deg);
        assert!(recording.columns.get("cog").unwrap().iter().all(|cog| (0.0..360.0).contains(cog)));
    }
}
