//! The binary logs of Vakaros and Velocitek.

use super::{Case, patched};
use crate::samples::{vkx, vtk};

pub fn cases() -> Vec<Case> {
    [first(), more_vkx(), more_vtk()].concat()
}

fn first() -> Vec<Case> {
    let (good, native) = (vkx(10), vtk(10));
    let point = native.len() / 10;
    let row = |n: usize| 8 + n * 45 + if n > 7 { 17 } else { 0 };
    let mut noise = good.clone();
    noise.splice(row(4)..row(4), [0x66; 31]);
    let mut unknown = native.clone();
    unknown.splice(point..point, [3, 0, 0x98, 0x06, 0x01]);
    vec![
        ("good vkx", good.clone(), "10"),
        ("good vtk", native.clone(), "10"),
        ("vkx: page header alone", good[..8].to_vec(), "! unknown_format"),
        ("vkx: noise between rows", noise, "10 - malformed"),
        ("vkx: an impossible time", patched(good.clone(), row(4) + 8, &[0x7F]), "9 - notime"),
        (
            "vkx: off the globe",
            patched(good.clone(), row(4) + 9, &[0xFF, 0xFF, 0xFF, 0x7F]),
            "9 - noposition",
        ),
        ("vkx: no attitude", patched(good.clone(), row(4) + 29, &[0; 16]), "10"),
        ("vkx: a speed that is no number", patched(good.clone(), row(4) + 17, &[0xFF; 4]), "10"),
        ("vkx: an unknown key", patched(good.clone(), row(4), &[0x99]), "9 - malformed"),
        ("vkx: cut", good[..good.len() - 5].to_vec(), "9 - truncated"),
        ("vtk: an unknown field", unknown, "10"),
        ("vtk: an invalid length", patched(native.clone(), 3 * point, &[0xFF, 0xFF]), "9 - malformed"),
        (
            "vtk: a point of noise",
            patched(native.clone(), 3 * point + 2, &vec![0xFF; point - 2]),
            "9 - malformed",
        ),
        ("vtk: cut", native[..native.len() - 5].to_vec(), "9 - truncated"),
    ]
}

fn more_vkx() -> Vec<Case> {
    let good = vkx(7);
    let row = |n: usize| 8 + n * 45;
    let absent = |n: usize| good[row(n)..row(n + 1)].to_vec();
    let mut twice = good.clone();
    twice.splice(row(3)..row(3), absent(3));
    let mut another_page = good.clone();
    another_page.splice(row(3)..row(3), [0xFF, 5, 0, 0, 0, 0, 0, 0]);
    let mut closed = good.clone();
    closed.extend([0xFE, 0, 0]);
    let mut a_byte_lost = good.clone();
    a_byte_lost.remove(row(3) + 20);
    let mut a_byte_more = good.clone();
    a_byte_more.insert(row(3) + 20, 7);
    let mut erased = good.clone();
    erased.extend([0xFF; 512]);
    let timer = |kind: u8| {
        let mut bytes = good.clone();
        let mut event = vec![0x04];
        event.extend(1_781_359_203_000u64.to_le_bytes());
        event.push(kind);
        event.extend((-300i32).to_le_bytes());
        bytes.splice(row(4)..row(4), event);
        bytes
    };
    let nan = f32::NAN.to_le_bytes();
    vec![
        ("vkx: a row twice", twice, "8"),
        ("vkx: a page header between rows", another_page, "7"),
        ("vkx: closed by the device", closed, "7"),
        ("vkx: erased memory behind", erased, "7"),
        ("vkx: a byte lost in a row", a_byte_lost, "6 - malformed"),
        ("vkx: a byte too many in a row", a_byte_more, "7 - malformed"),
        ("vkx: its beginning is lost", good[row(2)..].to_vec(), "! unknown_format"),
        ("vkx: a page of a version to come", patched(good.clone(), 1, &[0x30]), "! unknown_format"),
        ("vkx: no row but the wind", [&good[..8], &[0x0A; 17][..], &[0x0A; 17]].concat(), "! no_positions"),
        (
            "vkx: the time goes back by two days",
            patched(good.clone(), row(4) + 1, &(1_781_359_204_000u64 - 172_800_000).to_le_bytes()),
            "6 - notime",
        ),
        (
            "vkx: the time goes back by a minute",
            patched(good.clone(), row(4) + 1, &(1_781_359_204_000u64 - 60_000).to_le_bytes()),
            "7",
        ),
        ("vkx: null island", patched(good.clone(), row(4) + 9, &[0; 8]), "6 - noposition"),
        (
            "vkx: an attitude that is no number",
            patched(good.clone(), row(4) + 29, &[nan, nan, nan, nan].concat()),
            "7",
        ),
        ("vkx: a timer", timer(1), "7"),
        ("vkx: a timer of an unknown kind", timer(99), "7"),
        ("vkx: cut after a key", good[..row(6) + 1].to_vec(), "6 - truncated"),
        ("vkx: cut between two rows", good[..row(6)].to_vec(), "6"),
    ]
}

fn more_vtk() -> Vec<Case> {
    let good = vtk(7);
    let point = good.len() / 7;
    let at = |n: usize| n * point;
    let between = |piece: &[u8]| {
        let mut bytes = good.clone();
        bytes.splice(at(3)..at(3), piece.iter().copied());
        bytes
    };
    let mut a_byte_lost = good.clone();
    a_byte_lost.remove(at(3) + 9);
    let mut erased = good.clone();
    erased.extend([0xFF; 512]);
    // The first field of a point, its seconds: one byte of tag, five of varint.
    let seconds = |bytes: &[u8; 5]| patched(good.clone(), at(3) + 5, bytes);
    vec![
        ("vtk: a record of nothing", between(&[0, 0]), "7"),
        ("vtk: a record of a kind to come", between(&[4, 0, 0xA2, 0x06, 1, 1]), "7"),
        ("vtk: a press on RC", between(&[5, 0, 0x82, 1, 2, 8, 1]), "7"),
        ("vtk: a press of an unknown kind", between(&[5, 0, 0x82, 1, 2, 8, 77]), "7"),
        ("vtk: a press before the first point", [&[5, 0, 0x82, 1, 2, 8, 1][..], &good].concat(), "7"),
        ("vtk: a timer", between(&[6, 0, 0x12, 4, 8, 1, 0x10, 60]), "7"),
        ("vtk: an invalid wire type", between(&[2, 0, 0x0F, 1]), "7 - malformed"),
        ("vtk: an inner length beyond its record", between(&[3, 0, 0x0A, 0x50, 1]), "7 - malformed"),
        (
            "vtk: a number without end",
            between(&[12, 0, 0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
            "7 - malformed",
        ),
        ("vtk: a record longer than any", between(&[0xFF, 0x7F]), "7 - malformed"),
        ("vtk: a byte lost in a point", a_byte_lost, "6 - malformed"),
        ("vtk: erased memory behind", erased, "7 - malformed"),
        ("vtk: a point of 1970", seconds(&[0x81, 0x80, 0x80, 0x80, 0]), "6 - notime"),
        (
            "vtk: a point without place",
            between(&[10, 0, 0x0A, 8, 0x08, 0xA0, 0x95, 0xB5, 0xD1, 0x06, 0x10, 5]),
            "7 - noposition",
        ),
        ("vtk: its first record is torn off", good[3..].to_vec(), "! unknown_format"),
        (
            "vtk: a description alone",
            vec![4, 0, 0x8A, 1, 1, 0, 4, 0, 0x8A, 1, 1, 0, 4, 0, 0x8A, 1, 1, 0],
            "! no_positions",
        ),
        ("vtk: cut in a length", good[..at(6) + 1].to_vec(), "6 - truncated"),
        ("vtk: cut between two points", good[..at(6)].to_vec(), "6"),
    ]
}
