//! FIT files.

use super::{Case, patched};
use crate::samples::{fit, fit_compressed, fit_plain, framed};

pub fn cases() -> Vec<Case> {
    [activity(), definitions(), chains(), clocks()].concat()
}

fn activity() -> Vec<Case> {
    let good = fit(10, false);
    // 14 bytes of header, the file's id, the developer's field, the record's definition.
    let body = good.len() - 16;
    let (record, first) = (20, good.len() - 2 - 25 - 10 * 20 - 14);
    let nth = |n: usize| first + n * record;
    let mut never_closed = patched(good.clone(), 4, &[0; 4]);
    never_closed.truncate(good.len() - 2);
    let mut chained_half = good.clone();
    chained_half.extend(&good[..good.len() / 2]);
    let mut junk_behind = good.clone();
    junk_behind.extend(b"hello, junk");
    let mut zeros_behind = good.clone();
    zeros_behind.extend([0; 64]);
    vec![
        ("good", good.clone(), "10"),
        ("good, big-endian", fit(10, true), "10"),
        ("wrong checksum", patched(good.clone(), good.len() - 2, &[1, 2]), "10 - checksum"),
        ("wrong header checksum", patched(good.clone(), 12, &[1, 2]), "10 - checksum"),
        ("no header checksum", patched(good.clone(), 12, &[0, 0]), "10 - checksum"),
        ("header of 13", patched(good.clone(), 0, &[13]), "10 - malformed checksum"),
        ("header of 255", patched(good.clone(), 0, &[255]), "10 - malformed checksum"),
        (
            "length too long",
            patched(good.clone(), 4, &(body as u32 + 1000).to_le_bytes()),
            "10 - checksum truncated",
        ),
        (
            "a length of four gigabytes",
            patched(good.clone(), 4, &[0xFE, 0xFF, 0xFF, 0xFF]),
            "10 - checksum truncated",
        ),
        ("not closed by the device", never_closed, "10 - checksum malformed truncated"),
        ("no checksum at the end", good[..good.len() - 2].to_vec(), "10 - truncated"),
        ("half a checksum", good[..good.len() - 1].to_vec(), "10 - truncated"),
        ("header alone", good[..14].to_vec(), "! no_positions"),
        ("twelve bytes", good[..12].to_vec(), "! no_positions"),
        ("junk behind", junk_behind, "10 - malformed"),
        ("zeros behind", zeros_behind, "10"),
        ("a second file cut off", chained_half, "13 - truncated"),
        (
            "an impossible time in the middle",
            patched(good.clone(), nth(3) + 1, &[1, 2, 3, 4]),
            "9 - notime checksum",
        ),
        ("no time in the middle", patched(good.clone(), nth(3) + 1, &[0xFF; 4]), "9 - notime checksum"),
        (
            "no position in the middle",
            patched(good.clone(), nth(3) + 5, &[0xFF, 0xFF, 0xFF, 0x7F]),
            "9 - noposition checksum",
        ),
        ("off the globe", patched(good.clone(), nth(3) + 5, &[0, 0, 0, 0x7F]), "9 - noposition checksum"),
        ("a record's header is another's", patched(good.clone(), nth(3), &[7]), "9 - malformed checksum"),
        ("noise in place of a record", patched(good.clone(), nth(3), &[0xEE; 20]), "9 - malformed checksum"),
        (
            "noise in place of three records",
            patched(good.clone(), nth(3), &[0xEE; 60]),
            "7 - malformed checksum",
        ),
        ("the first record is noise", patched(good.clone(), nth(0), &[0xEE; 20]), "9 - malformed checksum"),
    ]
}

/// The body of a plain FIT, which begins with a definition of 21 bytes.
fn body(records: u32) -> Vec<u8> {
    let file = fit_plain(records, false);
    file[14..file.len() - 2].to_vec()
}

fn definitions() -> Vec<Case> {
    let with = |at: usize, new: &[u8]| framed(&patched(body(10), at, new));
    let before = |messages: &[u8]| framed(&[messages, &body(10)].concat());
    vec![
        ("definition: of an invalid byte order", with(2, &[2]), "! no_positions"),
        ("definition: of no fields, never used", before(&[0x45, 0, 0, 20, 0, 0]), "10"),
        ("definition: of an unknown message", before(&[0x45, 0, 0, 0x34, 0x12, 1, 0, 1, 2, 5, 7]), "10"),
        ("definition: of an unknown base type", with(18, &[3, 1, 0x7F]), "10"),
        ("definition: a position of two bytes", with(9, &[0, 2, 0x83]), "! no_times"),
        (
            "definition: an undeclared developer field",
            before(&[0x65, 0, 0, 20, 0, 1, 253, 4, 0x86, 1, 9, 2, 9]),
            "10",
        ),
        ("definition: cut off", framed(&body(10))[..14 + 12].to_vec(), "! no_positions"),
        ("definition: none before the records", framed(&body(10)[21..]), "! no_positions"),
        (
            "definition: settings and nothing more",
            framed(&[0x40, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2]),
            "! not_a_track",
        ),
    ]
}

fn chains() -> Vec<Case> {
    let (first, second) = (fit_plain(10, false), fit_compressed(12));
    let joined = |a: &[u8], b: &[u8]| [a, b].concat();
    vec![
        ("chain: two good ones", joined(&first, &second), "22"),
        (
            "chain: the first one's checksum is wrong",
            joined(&patched(first.clone(), first.len() - 2, &[1, 2]), &second),
            "22 - checksum",
        ),
        (
            "chain: the second one's checksum is wrong",
            joined(&first, &patched(second.clone(), second.len() - 2, &[1, 2])),
            "22 - checksum",
        ),
        (
            "chain: the second one's mark is wrong",
            joined(&first, &patched(second.clone(), 8, b"FIT.")),
            "10 - malformed",
        ),
        ("chain: cut off in the second header", joined(&first, &second[..9]), "10 - truncated"),
        ("chain: cut off in the second definition", joined(&first, &second[..20]), "10 - truncated"),
        ("chain: the same one twice", joined(&first, &first), "20"),
        ("chain: the later one first", joined(&second, &patched(first.clone(), 4, &first[4..8])), "22"),
    ]
}

fn clocks() -> Vec<Case> {
    let good = fit_compressed(12);
    // Header, two definitions of 18 bytes, the first record of 14.
    let second = 14 + 18 + 18 + 14;
    let without_first = [&body_of(&good)[..36], &body_of(&good)[50..]].concat();
    vec![
        ("clock: five bits with nothing to count from", framed(&without_first), "! no_times"),
        ("clock: five bits that jump", patched(good.clone(), second, &[0xDF]), "11 - notime checksum"),
        ("clock: an invalid fraction", patched(good.clone(), second + 11, &[0xFF]), "12 - checksum"),
        ("clock: a 129th of a second", patched(good.clone(), second + 11, &[200]), "12 - checksum"),
        ("clock: seconds since power-on, never set", framed(&uptime()), "! no_times"),
    ]
}

fn body_of(file: &[u8]) -> Vec<u8> {
    file[14..file.len() - 2].to_vec()
}

/// Records whose times count seconds from power-on.
fn uptime() -> Vec<u8> {
    let mut body = body(10);
    (0..10).for_each(|n| {
        body[21 + n * 18 + 1..21 + n * 18 + 5].copy_from_slice(&(100 + n as u32).to_le_bytes())
    });
    body
}
