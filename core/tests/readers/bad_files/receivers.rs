//! Binary logs of receivers.

use super::{Case, patched};
use crate::samples::{gpy, nmea, oao, sbn, sbp, ubx};

pub fn cases() -> Vec<Case> {
    [ubx_cases(), sbp_cases(), sbn_cases(), oao_cases(), gpy_cases()].concat()
}

fn ubx_cases() -> Vec<Case> {
    let good = ubx(7);
    // The first message names the firmware.
    let fix = |n: usize| 21 + 100 * n;
    let sum_of = |mut log: Vec<u8>, n: usize| {
        let (from, to) = (fix(n) + 2, fix(n) + 98);
        let sum = log[from..to].iter().fold([0u8; 2], |[a, b], byte| {
            let a = a.wrapping_add(*byte);
            [a, b.wrapping_add(a)]
        });
        log[to..to + 2].copy_from_slice(&sum);
        log
    };
    let changed = |at: usize, new: &[u8]| sum_of(patched(good.clone(), fix(2) + 6 + at, new), 2);
    let bytes_lost = |from: usize, to: usize| [&good[..from], &good[to..]].concat();
    vec![
        ("ubx: good", good.clone(), "7"),
        ("ubx: behind nmea", [nmea(2).as_bytes(), &good].concat(), "7"),
        ("ubx: a wrong checksum", patched(good.clone(), fix(2) + 66, &[1]), "6 - checksum"),
        ("ubx: no fix", changed(20, &[0]), "6 - noposition"),
        ("ubx: no valid time", changed(11, &[0]), "6 - notime"),
        ("ubx: a thirteenth month", changed(6, &[13]), "6 - notime"),
        ("ubx: off the globe", changed(28, &i32::MAX.to_le_bytes()), "6 - noposition"),
        ("ubx: a speed below zero", changed(60, &(-5i32).to_le_bytes()), "7"),
        ("ubx: a length too long", patched(good.clone(), fix(2) + 4, &[0xFF, 0xFF]), "6 - malformed"),
        ("ubx: bytes lost", bytes_lost(fix(2) + 40, fix(2) + 50), "6 - malformed"),
        ("ubx: its beginning is lost", good[fix(1) + 3..].to_vec(), "5 - malformed"),
        ("ubx: no fixes", good[..21].to_vec(), "! no_positions"),
        ("ubx: cut", good[..fix(3) - 9].to_vec(), "2 - truncated"),
        ("ubx: zeros behind", [&good[..], &[0; 4000]].concat(), "7 - malformed"),
    ]
}

fn sbp_cases() -> Vec<Case> {
    let good = sbp(9);
    let fix = |n: usize| 64 + 32 * n;
    vec![
        ("sbp: good", good.clone(), "9"),
        ("sbp: a header alone", good[..64].to_vec(), "! unknown_format"),
        ("sbp: null island", patched(good.clone(), fix(2) + 12, &[0; 8]), "8 - noposition"),
        (
            "sbp: off the globe",
            patched(good.clone(), fix(2) + 12, &[0xFF, 0xFF, 0xFF, 0x7F]),
            "8 - malformed",
        ),
        ("sbp: another second", patched(good.clone(), fix(2) + 2, &[0xFF, 0]), "8 - malformed"),
        ("sbp: cut", good[..fix(8) + 5].to_vec(), "8 - truncated"),
    ]
}

fn sbn_cases() -> Vec<Case> {
    let good = sbn(7);
    // Behind the information, and behind the list of satellites after the fourth fix.
    let start = good.len() - 7 * 105 - 20;
    let fix = |n: usize| start + 105 * n + if n > 3 { 20 } else { 0 };
    // The sum changes by as much as its bytes.
    let with_mode = |mode: [u8; 2]| {
        let change = u16::from(mode[0]) + u16::from(mode[1]) - 6;
        let at = fix(2) + 101;
        let sum = u16::from_be_bytes([good[at], good[at + 1]]) + change;
        patched(patched(good.clone(), fix(2) + 7, &mode), at, &sum.to_be_bytes())
    };
    vec![
        ("sbn: good", good.clone(), "7"),
        ("sbn: another name of the owner", patched(good.clone(), 6, b"G"), "7"),
        ("sbn: a wrong checksum", patched(good.clone(), fix(2) + 66, &[1]), "6 - checksum"),
        ("sbn: dead reckoning", with_mode([0x1A, 0x47]), "6 - noposition"),
        ("sbn: another end", patched(good.clone(), fix(2) + 103, &[0]), "6 - malformed"),
        ("sbn: a length too long", patched(good.clone(), fix(2) + 2, &[0x7F]), "6 - malformed"),
        ("sbn: bytes lost", [&good[..fix(2) + 40], &good[fix(2) + 50..]].concat(), "6 - malformed"),
        ("sbn: a line feed behind", [&good[..], b"\n"].concat(), "7"),
        ("sbn: information alone", good[..start].to_vec(), "! no_positions"),
        ("sbn: cut", good[..fix(3) - 9].to_vec(), "2 - truncated"),
    ]
}

fn oao_cases() -> Vec<Case> {
    let good = oao(7);
    let fix = |n: usize| 512 + 52 * n + if n > 3 { 12 } else { 0 };
    vec![
        ("oao: good", good.clone(), "7"),
        ("oao: without a header", good[512..].to_vec(), "7"),
        ("oao: a damaged header", patched(good.clone(), 100, &[9]), "7 - checksum"),
        ("oao: a wrong checksum", patched(good.clone(), fix(2) + 33, &[1]), "6 - checksum"),
        ("oao: an unknown mode", patched(good.clone(), fix(2), &[0xDE]), "6 - malformed"),
        ("oao: bytes lost", [&good[..fix(2) + 10], &good[fix(2) + 20..]].concat(), "6 - malformed"),
        ("oao: a header alone", good[..512].to_vec(), "! no_positions"),
        ("oao: cut", good[..fix(3) - 9].to_vec(), "2 - truncated"),
    ]
}

fn gpy_cases() -> Vec<Case> {
    // A header of 72 bytes, five records of 116 bytes in all; a record of 12 bytes behind the eighth.
    let good = gpy(15);
    let second = 72 + 116;
    vec![
        ("gpy: good", good.clone(), "15"),
        ("gpy: a damaged header", patched(good.clone(), 10, &[9]), "15 - checksum"),
        ("gpy: a damaged difference", patched(good.clone(), second + 40, &[9]), "14 - checksum"),
        ("gpy: a damaged complete fix", patched(good.clone(), second + 8, &[9]), "10 - checksum malformed"),
        ("gpy: bytes lost", [&good[..second + 10], &good[second + 20..]].concat(), "10 - malformed"),
        ("gpy: a header alone", good[..72].to_vec(), "! no_positions"),
        ("gpy: cut", good[..second - 9].to_vec(), "4 - truncated"),
    ]
}
