//! Damaged chains: a file after an incomplete one, wrong headers.

use super::test::{File, START_MS};
use super::*;
use crate::read::piecewise::whole;
use crate::track::Format;

fn read(bytes: &[u8]) -> Recording {
    whole(Format::Fit, bytes).unwrap()
}

fn kinds(recording: &Recording) -> Vec<LossKind> {
    recording.damage.losses.iter().map(|loss| loss.kind).collect()
}

/// 20 records of a file, then those of the seconds from 100 on.
fn two() -> (Vec<u8>, Vec<u8>) {
    (File::activity().records(0..20).bytes(), File::activity().records(100..140).bytes())
}

#[test]
fn a_chained_file_after_an_incomplete_one_is_read_completely() {
    let (first, second) = two();
    let first_record = first.len() - 2 - 20 * 15;
    for cut in first_record..first.len() - 2 {
        let recording = read(&[&first[..cut], &second[..]].concat());
        let complete = (cut - first_record) / 15;
        assert_eq!(recording.columns.len(), complete + 40, "cut at {cut}");
        assert_eq!(recording.columns.time_ms[complete], START_MS + 100_000.0, "cut at {cut}");
        assert_eq!(kinds(&recording), [LossKind::Truncated], "cut at {cut}");
        assert_eq!(recording.damage.losses[0].to, cut as u64);
    }
}

#[test]
fn the_missing_part_of_an_incomplete_file_is_reported() {
    let (first, second) = two();
    let loss = &read(&[&first[..first.len() - 2 - 5 * 15], &second[..]].concat()).damage.losses[0];
    assert_eq!(loss.points, 5);
    assert_eq!(
        loss.reason,
        "The file is incomplete: it ends at 14:00:14 UTC; about the last 5 s are missing."
    );
}

#[test]
fn a_chained_file_after_damaged_bytes_is_read_completely() {
    let (first, second) = two();
    let recording = read(&[&first[..], b"no FIT at all", &second[..]].concat());
    assert_eq!((recording.columns.len(), kinds(&recording)), (60, vec![LossKind::Malformed]));
    let padded = read(&[&first[..], &[0; 100], &second[..]].concat());
    assert_eq!((padded.columns.len(), kinds(&padded)), (60, vec![]));
}

#[test]
fn any_wrong_bit_in_a_header_is_reported_and_loses_no_record() {
    let (first, second) = two();
    let chained = [&first[..], &second[..]].concat();
    for (name, file, from) in
        [("alone", &first, 0), ("first of two", &chained, 0), ("second", &chained, first.len())]
    {
        let rows = read(file).columns.len();
        for bit in 0..14 * 8 {
            // A wrong version has no consequences; the checksum of the header reports it.
            let mut flipped = file.clone();
            flipped[from + bit / 8] ^= 1 << (bit % 8);
            let recording = read(&flipped);
            assert_eq!(recording.columns.len(), rows, "{name}, bit {bit}: {:?}", recording.damage);
            assert!(!recording.damage.losses.is_empty(), "{name}, bit {bit}");
        }
    }
}

#[test]
fn a_wrong_compressed_time_loses_its_record_and_shifts_no_other() {
    let mut file = File::activity().records(0..1);
    file.define(1, 20, &[(0, 4, 0x85), (1, 4, 0x85)]);
    let mut heads = Vec::new();
    for second in 1..80u32 {
        heads.push(file.0.len() + 14);
        file.0.push(0x80 | 1 << 5 | ((super::test::START + second) & 0x1F) as u8);
        file.0.extend((500_000_000i32 + second as i32 * 500).to_le_bytes());
        file.0.extend(100_000_000i32.to_le_bytes());
    }
    let bytes = file.bytes();
    let times = read(&bytes).columns.time_ms;
    // After the last file none follows by which the length could be checked.
    for head in &heads[..heads.len() - 1] {
        for bit in 0..5 {
            let mut flipped = bytes.clone();
            flipped[*head] ^= 1 << bit;
            let kept = read(&flipped).columns.time_ms;
            let strange = kept.iter().filter(|ms| !times.contains(ms)).count();
            assert_eq!(strange, 0, "byte {head}, bit {bit}");
            assert!(kept.len() + 1 >= times.len(), "byte {head}, bit {bit}: {} kept", kept.len());
        }
    }
}

#[test]
fn a_wrong_length_is_reported_the_same_for_any_division_into_pieces() {
    let (first, _) = two();
    for length in [60, 150, 299, 5000] {
        let mut file = first.clone();
        file[4..8].copy_from_slice(&u32::to_le_bytes(length));
        let at_once = crate::read::read("a.fit", &file).unwrap();
        for size in [1, 2, 17, 100] {
            let mut reading = crate::read::Reading::eager(64);
            file.chunks(size).for_each(|piece| reading.push(piece));
            assert_eq!(reading.finish().unwrap(), at_once, "{length}, in pieces of {size}");
        }
    }
}
