//! UBX logs built byte by byte.

use super::test_bits::with_a_wrong_bit;
use super::*;
use crate::read::piecewise::whole;

fn read(bytes: &[u8]) -> Result<Recording, Error> {
    whole(Format::Ubx, bytes)
}

fn message(class: u8, id: u8, payload: &[u8]) -> Vec<u8> {
    let body = [&[class, id], &(payload.len() as u16).to_le_bytes()[..], payload].concat();
    [&[0xB5, 0x62], &body[..], &fletcher(body.iter())].concat()
}

/// A payload of NAV-PVT at 2025-06-21 11:18, with these bytes replaced.
fn payload(second: u8, replaced: &[(usize, &[u8])]) -> Vec<u8> {
    let mut payload = vec![0; 92];
    let fields: [(usize, &[u8]); 12] = [
        (4, &2025u16.to_le_bytes()),
        (6, &[6, 21, 11, 18, second, 7]),
        (16, &(-400i32).to_le_bytes()),
        (20, &[3, 1, 0, 14]),
        (24, &132_500_000i32.to_le_bytes()),
        (28, &(455_000_000 + i32::from(second) * 450).to_le_bytes()),
        (36, &1500i32.to_le_bytes()),
        (40, &800u32.to_le_bytes()),
        (60, &9250i32.to_le_bytes()),
        (64, &18_150_000i32.to_le_bytes()),
        (68, &210u32.to_le_bytes()),
        (76, &120u16.to_le_bytes()),
    ];
    for (at, bytes) in fields.iter().chain(replaced) {
        payload[*at..at + bytes.len()].copy_from_slice(bytes);
    }
    payload
}

fn fix(second: u8) -> Vec<u8> {
    message(1, 7, &payload(second, &[]))
}

fn log(seconds: std::ops::Range<u8>) -> Vec<u8> {
    seconds.flat_map(fix).collect()
}

#[test]
fn doppler_speed_and_its_accuracy_are_read() {
    let bytes = log(0..4);
    assert_eq!(format(&bytes), Some(Format::Ubx));
    let recording = read(&bytes).unwrap();
    let columns = &recording.columns;
    // 400 ns before the second are the second.
    assert_eq!((columns.len(), columns.time_ms[1]), (4, 1_750_504_681_000.0));
    assert_eq!((columns.lat_deg[1], columns.lon_deg[1]), (45.500_045, 13.25));
    for (id, value) in [
        ("sog", 9.25),
        ("cog", 181.5),
        ("ele", 1.5),
        ("accuracy", 0.8),
        ("sog_accuracy", 0.21),
        ("satellites", 14.0),
    ] {
        assert_eq!(columns.get(id).unwrap()[3], value, "{id}");
    }
    assert_eq!((recording.device.as_deref(), recording.damage.expected), (Some("u-blox"), Some(4)));
}

#[test]
fn other_messages_and_sentences_between_the_fixes_are_skipped() {
    let sentence = b"$GNRMC,111800.00,A*00\r\n".to_vec();
    let bytes = [sentence.clone(), message(1, 4, &[0; 18]), log(0..2), sentence, log(2..4)].concat();
    assert_eq!(format(&bytes), Some(Format::Ubx));
    let recording = read(&bytes).unwrap();
    assert_eq!((recording.columns.len(), recording.damage.losses.len()), (4, 0));
    assert_eq!(read(&message(1, 4, &[0; 18])).unwrap_err().kind.id(), "no_positions");
}

#[test]
fn fixes_without_position_or_time_are_left_out_and_reported() {
    let without = |at: usize| message(1, 7, &payload(2, &[(at, &[0])]));
    let bytes = [log(0..2), without(20), without(21), without(11), without(7), log(3..5)].concat();
    let recording = read(&bytes).unwrap();
    assert_eq!((recording.columns.len(), recording.damage.expected), (4, Some(8)));
    let kinds: Vec<_> = recording.damage.losses.iter().map(|loss| (loss.kind, loss.points)).collect();
    assert_eq!(kinds, [(LossKind::NoPosition, 2), (LossKind::NoTime, 2)]);
}

#[test]
fn a_wrong_bit_loses_one_fix() {
    let bytes = log(0..6);
    let size = fix(0).len();
    for (bit, flipped) in with_a_wrong_bit(&bytes, 2 * size * 8..4 * size * 8) {
        let recording = read(&flipped).unwrap();
        assert_eq!(recording.columns.len(), 5, "bit {bit}");
        assert!(!recording.damage.losses.is_empty(), "bit {bit}");
    }
}

#[test]
fn a_log_cut_anywhere_keeps_its_complete_fixes() {
    let (bytes, size) = (log(0..5), fix(0).len());
    for cut in size..bytes.len() {
        let recording = read(&bytes[..cut]).unwrap();
        assert_eq!(recording.columns.len(), cut / size, "cut at {cut}");
        assert_eq!(recording.damage.losses.is_empty(), cut % size == 0, "cut at {cut}");
    }
}

#[test]
fn damaged_bytes_lose_no_other_fixes() {
    let bytes = [log(0..4), vec![0xB5, 0x62, 0xEE, 9, 9, 9, 77], log(4..8)].concat();
    let recording = read(&bytes).unwrap();
    assert_eq!((recording.columns.len(), recording.damage.losses.len()), (8, 1));
    let bytes = [log(0..4), fix(5)[30..].to_vec(), log(6..8)].concat();
    assert_eq!(read(&bytes).unwrap().columns.len(), 6);
}
