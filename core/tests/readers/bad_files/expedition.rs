//! Expedition's logs.

use super::{Case, with};
use crate::samples::{expedition, expedition_columns};

pub fn cases() -> Vec<Case> {
    [pairs(), columns()].concat()
}

fn pairs() -> Vec<Case> {
    let good = expedition(10);
    vec![
        ("good", good.clone().into_bytes(), "10"),
        ("no numbers", with(&good, "!boat,0,1,3,48,49,51\r\n", ""), "! no_positions"),
        ("numbers of words", with(&good, "!boat,0,1,3,48,49,51", "!boat,a,b,c"), "! no_positions"),
        ("an impossible number", with(&good, "48,49,51\r\n", "48,49,99999999999\r\n"), "10"),
        ("a number beyond 32 bits", with(&good, ",48,45", ",4294967344,45"), "9 - noposition"),
        ("an odd number of cells", with(&good, "51,9.7", "51"), "10"),
        ("another boat's row", with(&good, "!v12.5.1\r\n", "!v12.5.1\r\n7,x\r\n"), "10 - malformed"),
        ("a time of words", with(&good, "\r\n0,", "\r\n0,now,1,"), "9 - notime"),
        ("cut in a row", good.as_bytes()[..good.len() - 9].to_vec(), "9 - truncated"),
    ]
}

fn columns() -> Vec<Case> {
    let good = expedition_columns(10);
    let first = "46186.58333333";
    let filetime = (1_781_359_200u64 + 11_644_473_600) * 10_000_000;
    vec![
        ("columns: good", good.clone().into_bytes(), "10"),
        ("columns: a time of Windows", with(&good, first, &filetime.to_string()), "10"),
        ("columns: no time", with(&good, first, ""), "9 - notime"),
        ("columns: a day of 1900", with(&good, first, "1.5"), "9 - notime"),
        ("columns: no position", with(&good, "45.5000000,13.2500000", ","), "9 - noposition"),
        ("columns: latitude of 95", with(&good, "45.5000000", "95.5"), "9 - noposition"),
        ("columns: a number of a sensor gone mad", with(&good, "20.1", "1e300"), "10"),
        (
            "columns: the names again, in another order",
            with(&good, "\r\n0,46186.58336", "\r\n!Boat,Utc,Lat,Lon\r\n0,46186.58336"),
            "10",
        ),
        ("columns: shorter rows", good.replace(",\r\n", "\r\n").into_bytes(), "10"),
        ("columns: line feeds alone", good.replace('\r', "").into_bytes(), "10"),
        (
            "columns: zeros between rows",
            with(&good, "\r\n0,46186.58336", "\r\n\0\0\0\0\r\n0,46186.58336"),
            "10 - malformed",
        ),
        ("columns: names alone", expedition_columns(0).into_bytes(), "! no_positions"),
    ]
}
