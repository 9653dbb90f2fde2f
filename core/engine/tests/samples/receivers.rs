//! Samples of the binary logs of receivers.

use super::{lat, sentence};

/// Hour, minute and second of second `s`.
fn clock(s: u32) -> [u8; 3] {
    [14 + s / 3600, s / 60 % 60, s % 60].map(|v| v as u8)
}

fn lat_e7(s: u32) -> i32 {
    (lat(s) * 1e7).round() as i32
}

const LON_E7: i32 = 132_500_000;

/// Fletcher's checksum.
fn fletcher(bytes: &[u8]) -> [u8; 2] {
    bytes.iter().fold([0u8; 2], |[a, b], byte| {
        let a = a.wrapping_add(*byte);
        [a, b.wrapping_add(a)]
    })
}

/// A message of a u-blox receiver.
fn ubx_message(class: u8, id: u8, payload: &[u8]) -> Vec<u8> {
    let body = [&[class, id], &(payload.len() as u16).to_le_bytes()[..], payload].concat();
    [&[0xB5, 0x62], &body[..], &fletcher(&body)].concat()
}

/// A UBX log of fixes, with other messages and sentences between them.
pub fn ubx(points: u32) -> Vec<u8> {
    let mut log = ubx_message(0x0A, 4, b"ROM CORE 3.01");
    for s in 0..points {
        let mut payload = vec![0; 92];
        let mut set = |at: usize, bytes: &[u8]| payload[at..at + bytes.len()].copy_from_slice(bytes);
        let [hour, minute, second] = clock(s);
        set(4, &2026u16.to_le_bytes());
        set(6, &[6, 13, hour, minute, second, 7]);
        set(16, &250_000_000i32.to_le_bytes());
        set(20, &[3, 1, 0, 14]);
        set(24, &LON_E7.to_le_bytes());
        set(28, &lat_e7(s).to_le_bytes());
        set(36, &1500i32.to_le_bytes());
        set(40, &800u32.to_le_bytes());
        set(60, &5000i32.to_le_bytes());
        set(64, &50_000i32.to_le_bytes());
        set(68, &210u32.to_le_bytes());
        log.extend(ubx_message(1, 7, &payload));
        if s % 4 == 3 {
            log.extend(ubx_message(1, 4, &[1; 18]));
            log.extend(sentence("GNGLL,,,,,,V,N").into_bytes());
        }
    }
    log
}

/// An SBP log of a Locosys logger, with memory behind it that was not written.
pub fn sbp(points: u32) -> Vec<u8> {
    let mut log = [&[38, 0, 0xA0, 0xA2, 0, 30, 0xFD][..], b"BOAT,932000175,1,V1.4"].concat();
    log.resize(64, 0xFF);
    for s in 0..points {
        let [hour, minute, second] = clock(s).map(u32::from);
        let packed = (26 * 12 + 6) << 22 | 13 << 17 | hour << 12 | minute << 6 | second;
        log.extend([5, 9]);
        log.extend((second as u16 * 1000 + 250).to_le_bytes());
        log.extend(packed.to_le_bytes());
        log.extend([0; 4]);
        log.extend(lat_e7(s).to_le_bytes());
        log.extend(LON_E7.to_le_bytes());
        log.extend(150i32.to_le_bytes());
        log.extend(500u16.to_le_bytes());
        log.extend(50u16.to_le_bytes());
        log.extend([0, 0, 31, 40]);
    }
    log.extend([0xFF; 32]);
    log
}

/// A SiRF message of a Locosys logger.
fn sirf_message(payload: &[u8]) -> Vec<u8> {
    let sum = payload.iter().map(|byte| u16::from(*byte)).sum::<u16>() & 0x7FFF;
    let length = (payload.len() as u16).to_be_bytes();
    [&[0xA0, 0xA2], &length[..], payload, &sum.to_be_bytes(), &[0xB0, 0xB3]].concat()
}

/// An SBN log of a Locosys logger, with lists of satellites between the fixes.
pub fn sbn(points: u32) -> Vec<u8> {
    let mut log = sirf_message(b"\xFDBOAT,932000175,1,V1.4(B0803T)");
    for s in 0..points {
        let mut payload = vec![0; 97];
        let mut set = |at: usize, bytes: &[u8]| payload[at..at + bytes.len()].copy_from_slice(bytes);
        let [hour, minute, second] = clock(s);
        set(0, &[41, 0, 0, 2, 4]);
        set(11, &2026u16.to_be_bytes());
        set(13, &[6, 13, hour, minute]);
        set(17, &(u16::from(second) * 1000 + 250).to_be_bytes());
        set(23, &lat_e7(s).to_be_bytes());
        set(27, &LON_E7.to_be_bytes());
        set(35, &150i32.to_be_bytes());
        set(40, &500u16.to_be_bytes());
        set(42, &50u16.to_be_bytes());
        set(50, &112u32.to_be_bytes());
        set(88, &[9, 5]);
        set(95, &[31, 40]);
        log.extend(sirf_message(&payload));
        if s % 4 == 3 {
            log.extend(sirf_message(&[13, 2, 14, 0, 90, 0, 45, 20, 1, 2, 0, 30]));
        }
    }
    log
}

/// A frame of a Motion receiver.
fn oao_frame(mode: u8, content: &[u8]) -> Vec<u8> {
    let mode = [mode, 0x0A];
    [&mode[..], &fletcher(&[&mode, content].concat()), content].concat()
}

/// An OAO log, with other frames between the fixes.
pub fn oao(points: u32) -> Vec<u8> {
    let mut log = oao_frame(0xD0, &[1; 508]);
    for s in 0..points {
        let content = [
            &lat_e7(s).to_le_bytes()[..],
            &LON_E7.to_le_bytes(),
            &1500i32.to_le_bytes(),
            &5000u32.to_le_bytes(),
            &50_000u32.to_le_bytes(),
            &(super::START_MS + u64::from(s) * 1000).to_le_bytes(),
            &[3, 14],
            &210u32.to_le_bytes(),
            &800u32.to_le_bytes(),
            &[0; 8],
            &95u16.to_le_bytes(),
        ];
        log.extend(oao_frame(0xD4, &content.concat()));
        if s % 4 == 3 {
            log.extend(oao_frame(0xD1, &[1; 8]));
        }
    }
    log.extend(b"]}");
    log
}

/// A GPY log: every fifth fix is complete, the others are differences to it; a record of another kind between them.
pub fn gpy(points: u32) -> Vec<u8> {
    let record = |content: &[u8]| [content, &fletcher(content)].concat();
    let mut header = [&[0xF0, 0, 72, 0, 2, 0][..], b"ESP logger"].concat();
    header.resize(70, 0);
    let mut log = record(&header);
    for s in 0..points {
        let since = s % 5;
        let content = if since == 0 {
            [
                &[0xE0, 0, 95, 0][..],
                &(super::START_MS + u64::from(s) * 1000).to_le_bytes(),
                &5000u32.to_le_bytes(),
                &210u32.to_le_bytes(),
                &lat_e7(s).to_le_bytes(),
                &LON_E7.to_le_bytes(),
                &50_000u32.to_le_bytes(),
                &[14, 3],
            ]
            .concat()
        } else {
            let north = (lat_e7(s) - lat_e7(s - since)) as i16;
            let differences = [since as i16 * 1000, 20, -5, north, 0, 3].map(i16::to_le_bytes).concat();
            [&[0xD0, 0, 95, 0][..], &differences, &[14, 3]].concat()
        };
        log.extend(record(&content));
        if s % 8 == 7 {
            log.extend(record(&[0xDE, 0, 12, 0, 1, 2, 3, 4, 5, 6]));
        }
    }
    log
}
