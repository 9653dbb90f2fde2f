//! Records with missing and implausible values, in both byte orders.

use super::test::START;
use super::*;
use crate::damage::LossKind;
use crate::read::piecewise::{bits, whole};
use crate::track::Format;

/// Fields: time, position, speed, enhanced speed, heart rate, fraction in 1/128 s, signed heading of two bytes.
const FIELDS: [(u8, u8, u8); 8] = [
    (253, 4, 0x86),
    (0, 4, 0x85),
    (1, 4, 0x85),
    (6, 2, 0x84),
    (73, 4, 0x86),
    (3, 1, 0x02),
    (48, 1, 0x02),
    (13, 1, 0x01),
];
const COUNT: u32 = 3000;

#[derive(Clone, Copy)]
struct Row {
    stamp: u32,
    lat: i32,
    plain: u16,
    enhanced: u32,
    rate: u8,
}

fn row(i: u32) -> Row {
    Row {
        stamp: START + i / 4,
        lat: 500_000_000 + i as i32 * 90,
        plain: 5000,
        enhanced: 5003 + i % 7,
        rate: 120,
    }
}

fn bytes_of(value: Row, i: u32, big: bool) -> Vec<u8> {
    let longitude = 100_000_000i32;
    let mut bytes = Vec::new();
    if big {
        bytes.extend(value.stamp.to_be_bytes());
        bytes.extend(value.lat.to_be_bytes());
        bytes.extend(longitude.to_be_bytes());
        bytes.extend(value.plain.to_be_bytes());
        bytes.extend(value.enhanced.to_be_bytes());
    } else {
        bytes.extend(value.stamp.to_le_bytes());
        bytes.extend(value.lat.to_le_bytes());
        bytes.extend(longitude.to_le_bytes());
        bytes.extend(value.plain.to_le_bytes());
        bytes.extend(value.enhanced.to_le_bytes());
    }
    bytes.extend([value.rate, (i % 4 * 32) as u8, (i % 90) as u8]);
    bytes
}

fn file(rows: &[Row], big: bool) -> Vec<u8> {
    let mut messages = vec![0x40, 0, u8::from(big)];
    messages.extend(if big { 20u16.to_be_bytes() } else { 20u16.to_le_bytes() });
    messages.push(FIELDS.len() as u8);
    messages.extend(FIELDS.iter().flat_map(|f| [f.0, f.1, f.2]));
    for (i, value) in (0u32..).zip(rows) {
        messages.push(0);
        messages.extend(bytes_of(*value, i, big));
    }
    let mut file = vec![14, 0x20, 0, 0];
    file.extend((messages.len() as u32).to_le_bytes());
    file.extend(b".FIT");
    file.extend([0, 0]);
    file.extend(messages);
    file.extend(crc::crc16(&file).to_le_bytes());
    file
}

/// Reads the rows in both byte orders and compares, NaN by its bits.
fn agree(rows: &[Row]) -> Recording {
    let [little, big] = [false, true].map(|big| whole(Format::Fit, &file(rows, big)).unwrap());
    assert!(bits(&little) == bits(&big));
    assert_eq!(little.damage, big.damage);
    little
}

fn changed(change: impl Fn(u32, &mut Row)) -> Vec<Row> {
    (0..COUNT)
        .map(|i| {
            let mut row = row(i);
            change(i, &mut row);
            row
        })
        .collect()
}

#[test]
fn an_undamaged_session_is_read_exactly() {
    let recording = agree(&changed(|_, _| {}));
    assert_eq!(recording.columns.len(), COUNT as usize);
    assert!(recording.damage.losses.is_empty());
    let sog = recording.columns.get("sog").unwrap();
    assert!((0..COUNT).all(|i| sog[i as usize] == ((5003 + i % 7) as f32) / 1000.0));
    assert_eq!(recording.columns.time_ms[7] - recording.columns.time_ms[4], 750.0);
}

#[test]
fn an_intermittent_heart_rate_is_missing_in_the_same_records() {
    for step in [2, 300] {
        let recording = agree(&changed(|i, row| {
            if i / step % 2 == 1 {
                row.rate = 0xFF;
            }
        }));
        let rates = recording.columns.get("hr").unwrap();
        assert!((0..COUNT).all(|i| rates[i as usize].is_nan() == (i / step % 2 == 1)), "{step}");
    }
    let late = agree(&changed(|i, row| row.rate = if i < 1500 { 0xFF } else { 99 }));
    assert_eq!(late.columns.get("hr").unwrap()[1500], 99.0);
}

#[test]
fn the_enhanced_speed_takes_precedence() {
    let recording = agree(&changed(|i, row| {
        if i % 5 == 0 {
            row.enhanced = u32::MAX;
        }
        if i % 700 == 3 {
            row.plain = u16::MAX;
        }
    }));
    let sog = recording.columns.get("sog").unwrap();
    assert_eq!((sog[5], sog[6]), (5.0, 5.009));
}

#[test]
fn records_without_a_position_or_with_an_impossible_time_are_reported() {
    let unplaced = agree(&changed(|i, row| {
        if (900..950).contains(&i) {
            row.lat = i32::MAX;
        }
    }));
    assert_eq!(unplaced.columns.len(), COUNT as usize - 50);
    assert!(unplaced.damage.losses.iter().any(|loss| loss.kind == LossKind::NoPosition && loss.points == 50));
    let absurd = agree(&changed(|i, row| {
        if i == 1000 {
            row.stamp = 7;
        }
    }));
    assert_eq!(absurd.columns.len(), COUNT as usize - 1);
    let untimed = agree(&changed(|i, row| {
        if i % 800 == 799 {
            row.stamp = u32::MAX;
        }
    }));
    assert_eq!(untimed.columns.len(), COUNT as usize - 3);
}
