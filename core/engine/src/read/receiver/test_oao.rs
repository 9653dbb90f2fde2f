//! OAO logs built byte by byte.

use super::test_bits::with_a_wrong_bit;
use super::*;
use crate::read::piecewise::whole;

fn read(bytes: &[u8]) -> Result<Recording, Error> {
    whole(Format::Oao, bytes)
}

fn frame(mode: u8, content: &[u8]) -> Vec<u8> {
    let mode = [mode, 0x0A];
    [&mode[..], &fletcher(mode.iter().chain(content)), content].concat()
}

fn header() -> Vec<u8> {
    frame(0xD0, &[0; 508])
}

/// A fix of 2025-06-21 11:18, five of a second.
fn fix_of(fifth: u16, kind: u8) -> Vec<u8> {
    let content = [
        &(455_000_000 + i32::from(fifth) * 90).to_le_bytes()[..],
        &132_500_000i32.to_le_bytes(),
        &(-1500i32).to_le_bytes(),
        &9250u32.to_le_bytes(),
        &18_150_000u32.to_le_bytes(),
        &(1_750_504_680_000 + u64::from(fifth) * 200).to_le_bytes(),
        &[kind, 14],
        &210u32.to_le_bytes(),
        &800u32.to_le_bytes(),
        &[0; 8],
        &95u16.to_le_bytes(),
    ]
    .concat();
    frame(if fifth.is_multiple_of(5) { 0xD4 } else { 0xD5 }, &content)
}

fn log(fifths: std::ops::Range<u16>) -> Vec<u8> {
    fifths.flat_map(|fifth| fix_of(fifth, 3)).collect()
}

#[test]
fn doppler_speed_and_its_accuracy_are_read() {
    let bytes = [header(), log(0..3), frame(0xD1, &[0; 8]), log(3..6), b"]}".to_vec()].concat();
    assert_eq!(format(&bytes), Some(Format::Oao));
    assert_eq!(format(&log(0..3)), Some(Format::Oao));
    let recording = read(&bytes).unwrap();
    let columns = &recording.columns;
    assert_eq!((columns.len(), columns.time_ms[1]), (6, 1_750_504_680_200.0));
    assert_eq!((columns.lat_deg[5], columns.lon_deg[5]), (45.500_045, 13.25));
    for (id, value) in [
        ("sog", 9.25),
        ("cog", 181.5),
        ("ele", -1.5),
        ("accuracy", 0.8),
        ("sog_accuracy", 0.21),
        ("satellites", 14.0),
        ("hdop", 0.95),
    ] {
        assert_eq!(columns.get(id).unwrap()[3], value, "{id}");
    }
    assert_eq!((recording.device.as_deref(), recording.damage.losses.len()), (Some("Motion"), 0));
}

#[test]
fn a_fix_without_satellites_is_left_out_and_reported() {
    let recording = read(&[log(0..3), fix_of(3, 0), log(4..6)].concat()).unwrap();
    assert_eq!(recording.columns.len(), 5);
    let kinds: Vec<_> = recording.damage.losses.iter().map(|loss| (loss.kind, loss.points)).collect();
    assert_eq!(kinds, [(LossKind::NoPosition, 1)]);
}

#[test]
fn a_wrong_bit_loses_one_fix() {
    for (bit, flipped) in with_a_wrong_bit(&log(0..6), 2 * 52 * 8..4 * 52 * 8) {
        let recording = read(&flipped).unwrap();
        assert_eq!((recording.columns.len(), recording.damage.losses.is_empty()), (5, false), "bit {bit}");
    }
}

#[test]
fn a_log_cut_anywhere_keeps_its_complete_fixes() {
    let bytes = [header(), log(0..5)].concat();
    for cut in 512 + 52..bytes.len() {
        let recording = read(&bytes[..cut]).unwrap();
        assert_eq!(recording.columns.len(), (cut - 512) / 52, "cut at {cut}");
        assert_eq!(recording.damage.losses.is_empty(), (cut - 512) % 52 == 0, "cut at {cut}");
    }
}
