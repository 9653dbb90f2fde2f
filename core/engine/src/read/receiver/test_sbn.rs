//! SBN logs built byte by byte.

use super::test_bits::with_a_wrong_bit;
use super::*;
use crate::read::piecewise::whole;

fn read(bytes: &[u8]) -> Result<Recording, Error> {
    whole(Format::Sbn, bytes)
}

fn message(payload: &[u8]) -> Vec<u8> {
    let sum = payload.iter().map(|byte| u16::from(*byte)).sum::<u16>() & 0x7FFF;
    let length = (payload.len() as u16).to_be_bytes();
    [&[0xA0, 0xA2], &length[..], payload, &sum.to_be_bytes(), &[0xB0, 0xB3]].concat()
}

fn information() -> Vec<u8> {
    message(b"\xFDBOAT,932000175,1,V1.4(B0803T)")
}

/// Navigation data of 2025-06-21 11:18 with these bytes replaced.
fn payload(second: u8, replaced: &[(usize, &[u8])]) -> Vec<u8> {
    let mut payload = vec![0; 97];
    let fields: [(usize, &[u8]); 13] = [
        (0, &[41]),
        (3, &0x0204u16.to_be_bytes()),
        (11, &2025u16.to_be_bytes()),
        (13, &[6, 21, 11, 18]),
        (17, &(u16::from(second) * 1000 + 250).to_be_bytes()),
        (23, &(455_000_000 + i32::from(second) * 450).to_be_bytes()),
        (27, &(-132_500_000i32).to_be_bytes()),
        (35, &150i32.to_be_bytes()),
        (40, &925u16.to_be_bytes()),
        (42, &18_150u16.to_be_bytes()),
        (50, &112u32.to_be_bytes()),
        (88, &[9, 5]),
        (95, &[31, 40]),
    ];
    for (at, bytes) in fields.iter().chain(replaced) {
        payload[*at..at + bytes.len()].copy_from_slice(bytes);
    }
    payload
}

fn fix(second: u8) -> Vec<u8> {
    message(&payload(second, &[]))
}

fn log(seconds: std::ops::Range<u8>) -> Vec<u8> {
    seconds.flat_map(fix).collect()
}

#[test]
fn doppler_speed_and_its_accuracy_are_read() {
    let satellites = message(&[13, 1, 14, 0, 90, 0, 45]);
    let bytes = [information(), log(0..2), satellites, log(2..5), b"\n".to_vec()].concat();
    assert_eq!(format(&bytes), Some(Format::Sbn));
    let recording = read(&bytes).unwrap();
    let columns = &recording.columns;
    assert_eq!((columns.len(), columns.time_ms[1]), (5, 1_750_504_681_250.0));
    assert_eq!((columns.lat_deg[1], columns.lon_deg[1]), (45.500_045, -13.25));
    for (id, value) in [
        ("sog", 9.25),
        ("cog", 181.5),
        ("ele", 1.5),
        ("accuracy", 1.12),
        ("sog_accuracy", 0.31),
        ("satellites", 9.0),
        ("hdop", 1.0),
    ] {
        assert_eq!(columns.get(id).unwrap()[3], value, "{id}");
    }
    assert_eq!((recording.device.as_deref(), recording.damage.losses.len()), (Some("Locosys"), 0));
}

#[test]
fn the_first_loggers_state_no_accuracy_of_the_speed() {
    let short = |second| message(&payload(second, &[])[..95]);
    let recording = read(&[information(), short(0), short(1)].concat()).unwrap();
    assert_eq!(recording.columns.get("sog").unwrap()[1], 9.25);
    assert!(recording.columns.get("sog_accuracy").is_none());
}

#[test]
fn a_fix_without_satellites_is_no_position_and_an_invalid_velocity_no_speed() {
    let with_mode = |second, mode: u16| message(&payload(second, &[(3, &mode.to_be_bytes())]));
    // No fix, two satellites, dead reckoning; then a fix in two dimensions whose velocity is invalid.
    let bytes = [
        information(),
        log(0..2),
        with_mode(2, 0x0A50),
        with_mode(3, 0x1002),
        with_mode(4, 0x1A47),
        with_mode(5, 0x1213),
    ]
    .concat();
    let recording = read(&bytes).unwrap();
    let kinds: Vec<_> = recording.damage.losses.iter().map(|loss| (loss.kind, loss.points)).collect();
    assert_eq!(kinds, [(LossKind::NoPosition, 3)]);
    for id in ["sog", "cog", "sog_accuracy"] {
        let values = recording.columns.get(id).unwrap();
        assert!(values[1].is_finite() && values[2].is_nan(), "{id}");
    }
}

#[test]
fn a_changed_name_of_the_owner_is_no_damage() {
    let mut bytes = [information(), log(0..3)].concat();
    bytes[6] = b'G';
    assert_eq!(format(&bytes), Some(Format::Sbn));
    let recording = read(&bytes).unwrap();
    assert_eq!((recording.columns.len(), recording.damage.losses.len()), (3, 0));
}

#[test]
fn a_wrong_bit_loses_one_fix() {
    let bytes = log(0..6);
    let size = fix(0).len();
    for (bit, flipped) in with_a_wrong_bit(&bytes, 2 * size * 8..4 * size * 8) {
        let recording = read(&flipped).unwrap();
        // The highest bit of a length and of a sum is not used.
        let unused = [2, size - 4].contains(&(bit / 8 % size)) && bit % 8 == 7;
        assert_eq!(recording.columns.len(), if unused { 6 } else { 5 }, "bit {bit}");
        assert_eq!(recording.damage.losses.is_empty(), unused, "bit {bit}");
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
