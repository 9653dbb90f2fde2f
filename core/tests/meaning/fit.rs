//! A small FIT activity of several sessions.

use crate::session::Row;

/// Seconds between FIT's epoch and that of Unix.
const EPOCH_S: f64 = 631_065_600.0;

/// A session: its sport by FIT's number, and its rows.
pub type Session<'a> = (u8, &'a [Row]);

fn definition(local: u8, global: u16, fields: &[(u8, u8, u8)]) -> Vec<u8> {
    let mut bytes = vec![0x40 | local, 0, 0];
    bytes.extend(global.to_le_bytes());
    bytes.push(fields.len() as u8);
    bytes.extend(fields.iter().flat_map(|(number, size, base)| [*number, *size, *base]));
    bytes
}

fn stamp(ms: f64) -> [u8; 4] {
    ((ms / 1000.0 - EPOCH_S) as u32).to_le_bytes()
}

fn semicircles(deg: f64) -> [u8; 4] {
    ((deg / 180.0 * f64::from(1u32 << 31)).round() as i32).to_le_bytes()
}

fn crc(bytes: &[u8]) -> u16 {
    const TABLE: [u16; 16] = [
        0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800, 0xB401,
        0x5000, 0x9C01, 0x8801, 0x4400,
    ];
    bytes.iter().fold(0, |crc: u16, byte| {
        [byte & 15, byte >> 4]
            .into_iter()
            .fold(crc, |crc, nibble| (crc >> 4) ^ TABLE[usize::from(crc & 15)] ^ TABLE[usize::from(nibble)])
    })
}

/// The file: all records, then a session message for each session.
pub fn activity(sessions: &[Session]) -> Vec<u8> {
    let mut data = definition(0, 0, &[(0, 1, 0)]);
    data.extend([0, 4]);
    data.extend(definition(1, 20, &[(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (6, 2, 0x84)]));
    for row in sessions.iter().flat_map(|(_, rows)| rows.iter()) {
        data.push(1);
        data.extend(stamp(row.ms));
        data.extend(semicircles(row.lat));
        data.extend(semicircles(row.lon));
        data.extend(((row.sog_kn * 514.444) as u16).to_le_bytes());
    }
    data.extend(definition(2, 18, &[(253, 4, 0x86), (2, 4, 0x86), (7, 4, 0x86), (5, 1, 0)]));
    for (sport, rows) in sessions {
        let (first, last) = (rows[0].ms, rows[rows.len() - 1].ms);
        data.push(2);
        data.extend(stamp(last));
        data.extend(stamp(first));
        data.extend(((last - first) as u32).to_le_bytes());
        data.push(*sport);
    }
    let mut file = vec![14, 0x20];
    file.extend(2100u16.to_le_bytes());
    file.extend((data.len() as u32).to_le_bytes());
    file.extend(b".FIT");
    let head = crc(&file);
    file.extend(head.to_le_bytes());
    file.extend(data);
    let all = crc(&file);
    file.extend(all.to_le_bytes());
    file
}
