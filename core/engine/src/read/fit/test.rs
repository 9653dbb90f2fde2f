//! FIT files built byte by byte.

use super::*;
use crate::random::Random;
use crate::read::piecewise::whole;
use crate::track::Format;

fn read(bytes: &[u8]) -> Result<Recording, Error> {
    whole(Format::Fit, bytes)
}
use crate::damage::LossKind;
use crate::error::ErrorKind;

/// 2026-06-13 14:00:00 UTC in FIT seconds.
pub const START: u32 = 1_150_293_600;
pub const START_MS: f64 = 1_781_359_200_000.0;

/// Builds a file: header, messages, checksum.
pub struct File(pub Vec<u8>);

impl File {
    pub fn activity() -> Self {
        let mut file = Self(Vec::new());
        file.define(1, 0, &[(0, 1, 0x00)]);
        file.0.extend([1, 4]);
        // timestamp, lat, lon, speed in mm/s
        file.define(0, 20, &[(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (6, 2, 0x84)]);
        file
    }

    pub fn define(&mut self, local: u8, global: u16, fields: &[(u8, u8, u8)]) {
        self.0.extend([0x40 | local, 0, 0]);
        self.0.extend(global.to_le_bytes());
        self.0.push(fields.len() as u8);
        self.0.extend(fields.iter().flat_map(|f| [f.0, f.1, f.2]));
    }

    /// A record `second` s after the start, sailing north at 5 m/s.
    pub fn record(&mut self, second: u32) {
        self.0.push(0);
        self.0.extend((START + second).to_le_bytes());
        self.0.extend((500_000_000i32 + second as i32 * 500).to_le_bytes());
        self.0.extend(100_000_000i32.to_le_bytes());
        self.0.extend(5000u16.to_le_bytes());
    }

    pub fn records(mut self, seconds: std::ops::Range<u32>) -> Self {
        seconds.for_each(|second| self.record(second));
        self
    }

    pub fn timer(&mut self, second: u32, event_type: u8) {
        self.define(2, 21, &[(253, 4, 0x86), (0, 1, 0), (1, 1, 0)]);
        self.0.push(2);
        self.0.extend((START + second).to_le_bytes());
        self.0.extend([0, event_type]);
    }

    pub fn bytes(self) -> Vec<u8> {
        let mut file = vec![14, 0x20, 0, 0];
        file.extend((self.0.len() as u32).to_le_bytes());
        file.extend(b".FIT");
        file.extend(crc::crc16(&file).to_le_bytes());
        file.extend(self.0);
        file.extend(crc::crc16(&file).to_le_bytes());
        file
    }
}

#[test]
fn a_watch_gives_time_position_and_speed() {
    let recording = read(&File::activity().records(0..10).bytes()).unwrap();
    let columns = &recording.columns;
    assert_eq!(columns.len(), 10);
    assert_eq!(columns.time_ms[3], START_MS + 3000.0);
    assert_eq!(columns.lat_deg[0], 500_000_000.0 * 180.0 / 2_147_483_648.0);
    assert_eq!(columns.get("sog").unwrap()[9], 5.0);
    assert!(recording.damage.losses.is_empty(), "{:?}", recording.damage.losses);
    assert_eq!(recording.damage.expected, Some(10));
}

#[test]
fn a_file_cut_anywhere_keeps_every_complete_record_before_the_cut() {
    let whole = File::activity().records(0..20).bytes();
    let first_record = whole.len() - 2 - 20 * 15;
    for cut in 14..whole.len() - 2 {
        let complete = cut.saturating_sub(first_record) / 15;
        match read(&whole[..cut]) {
            Ok(recording) => {
                assert_eq!(recording.columns.len(), complete, "cut at {cut}");
                assert!(
                    recording.damage.losses.iter().any(|l| l.kind == LossKind::Truncated),
                    "cut at {cut}"
                );
            }
            Err(error) => {
                assert!(complete == 0 && error.kind == ErrorKind::NoPositions, "cut at {cut}: {error}")
            }
        }
    }
}

#[test]
fn the_time_of_the_cut_is_reported() {
    let whole = File::activity().records(0..20).bytes();
    let recording = read(&whole[..whole.len() - 10]).unwrap();
    let reason = &recording.damage.losses[0].reason;
    assert_eq!(reason, "The file is incomplete: it ends at 14:00:18 UTC; about the last 1 s are missing.");
    let half = read(&whole[..whole.len() - 2 - 10 * 15]).unwrap().damage;
    assert_eq!((half.kept, half.expected, half.losses[0].points), (10, Some(20), 10));
    assert!(half.losses[0].reason.ends_with("about the last 10 s are missing."));
}

#[test]
fn one_wrong_bit_anywhere_is_reported_and_loses_at_most_adjacent_records() {
    let whole = File::activity().records(0..30).bytes();
    let first_record = whole.len() - 2 - 30 * 15;
    for bit in first_record * 8..(whole.len() - 2) * 8 {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let recording = read(&bytes).unwrap();
        assert!(recording.columns.len() >= 28, "bit {bit}: {} kept", recording.columns.len());
        assert!(recording.damage.losses.iter().any(|l| l.kind == LossKind::Checksum), "bit {bit}");
    }
}

#[test]
fn a_pause_of_the_watch_is_read() {
    let mut file = File::activity().records(0..5);
    file.timer(5, 4);
    file.timer(65, 0);
    let recording = read(&file.records(65..70).bytes()).unwrap();
    assert_eq!(recording.pauses_ms, [[START_MS + 5000.0, START_MS + 65_000.0]]);
}

#[test]
fn chained_files_are_one_recording_with_a_break() {
    let mut both = File::activity().records(0..5).bytes();
    both.extend(File::activity().records(100..105).bytes());
    let recording = read(&both).unwrap();
    assert_eq!(recording.columns.len(), 10);
    assert_eq!(recording.breaks, [5]);
    assert!(recording.damage.losses.is_empty());
}

#[test]
fn a_developers_heel_is_a_channel_of_its_name() {
    let mut file = File(Vec::new());
    file.define(3, 206, &[(0, 1, 2), (1, 1, 2), (2, 1, 2), (3, 8, 7)]);
    file.0.extend([3, 0, 7, 0x01]);
    file.0.extend(b"Heel\0\0\0\0");
    file.0.extend([0x60, 0, 0]);
    file.0.extend(20u16.to_le_bytes());
    file.0.extend([3, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85, 1, 7, 1, 0]);
    file.0.push(0);
    file.0.extend(START.to_le_bytes());
    file.0.extend([0, 0, 0, 0x20, 0, 0, 0, 0x10, (-20i8) as u8]);
    let recording = read(&file.bytes()).unwrap();
    assert_eq!(recording.columns.get("heel").unwrap(), [-20.0]);
}

#[test]
fn compressed_times_continue_past_thirty_two_seconds() {
    let mut file = File::activity().records(0..1);
    file.define(1, 20, &[(0, 4, 0x85), (1, 4, 0x85)]);
    let mut stamp = START;
    for _ in 0..40 {
        stamp += 3;
        file.0.push(0x80 | 1 << 5 | (stamp & 0x1F) as u8);
        file.0.extend(500_000_000i32.to_le_bytes());
        file.0.extend(100_000_000i32.to_le_bytes());
    }
    let recording = read(&file.bytes()).unwrap();
    assert_eq!(recording.columns.time_ms[40], START_MS + 120_000.0);
}

#[test]
fn the_error_of_a_settings_file_names_its_content() {
    let mut file = File(Vec::new());
    file.define(1, 0, &[(0, 1, 0x00)]);
    file.0.extend([1, 2]);
    let error = read(&file.bytes()).unwrap_err();
    assert_eq!(error.to_string(), "This file holds a device's settings and no track.");
}

#[test]
fn random_bytes_after_a_header_are_read_or_refused() {
    let mut random = Random::of(1);
    for length in 0..600 {
        let mut bytes = vec![14, 0x20, 0, 0, 0xFF, 0xFF, 0, 0, b'.', b'F', b'I', b'T', 0, 0];
        for _ in 0..length {
            bytes.push(random.bits_48() as u8 & if random.below(2) == 0 { 0x4F } else { 0xFF });
        }
        let _ = read(&bytes);
    }
}
