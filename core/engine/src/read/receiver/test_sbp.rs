//! SBP logs built byte by byte.

use super::*;
use crate::read::piecewise::whole;

fn read(bytes: &[u8]) -> Result<Recording, Error> {
    whole(Format::Sbp, bytes)
}

fn header() -> Vec<u8> {
    let mut header = [&[38, 0, 0xA0, 0xA2, 0, 30, 0xFD][..], b"BOAT,932000175,1,V1.4"].concat();
    header.resize(64, 0xFF);
    header
}

/// A fix of 2025-06-21 11:18.
fn fix(second: u32) -> Vec<u8> {
    let packed = (25 * 12 + 6) << 22 | 21 << 17 | 11 << 12 | 18 << 6 | second;
    [
        &[5, 9][..],
        &(second as u16 * 1000 + 250).to_le_bytes(),
        &packed.to_le_bytes(),
        &[0; 4],
        &(455_000_000 + second as i32 * 450).to_le_bytes(),
        &132_500_000i32.to_le_bytes(),
        &150i32.to_le_bytes(),
        &925u16.to_le_bytes(),
        &18_150u16.to_le_bytes(),
        &[0, 0, 31, 40],
    ]
    .concat()
}

fn log(seconds: std::ops::Range<u32>) -> Vec<u8> {
    seconds.flat_map(fix).collect()
}

#[test]
fn doppler_speed_and_its_accuracy_are_read() {
    let bytes = [header(), log(0..5), vec![0xFF; 64], b"\n".to_vec()].concat();
    assert_eq!(format(&bytes), Some(Format::Sbp));
    let recording = read(&bytes).unwrap();
    let columns = &recording.columns;
    assert_eq!((columns.len(), columns.time_ms[1]), (5, 1_750_504_681_250.0));
    assert_eq!((columns.lat_deg[1], columns.lon_deg[1]), (45.500_045, 13.25));
    for (id, value) in [
        ("sog", 9.25),
        ("cog", 181.5),
        ("ele", 1.5),
        ("sog_accuracy", 0.31),
        ("satellites", 9.0),
        ("hdop", 1.0),
    ] {
        assert_eq!(columns.get(id).unwrap()[3], value, "{id}");
    }
    assert_eq!((recording.device.as_deref(), recording.damage.losses.len()), (Some("Locosys"), 0));
}

#[test]
fn a_log_cut_anywhere_keeps_its_complete_fixes() {
    let bytes = [header(), log(0..5)].concat();
    for cut in 96..bytes.len() {
        let recording = read(&bytes[..cut]).unwrap();
        assert_eq!(recording.columns.len(), (cut - 64) / 32, "cut at {cut}");
        assert_eq!(recording.damage.losses.is_empty(), cut % 32 == 0, "cut at {cut}");
    }
}

#[test]
fn lost_bytes_lose_one_fix() {
    let bytes = [header(), log(0..6), fix(6)[..20].to_vec(), log(7..14)].concat();
    let recording = read(&bytes).unwrap();
    assert!((13..=14).contains(&recording.columns.len()), "{}", recording.columns.len());
    assert_eq!(recording.columns.time_ms.last(), Some(&1_750_504_693_250.0));
    assert!(!recording.damage.losses.is_empty());
}
