//! Tables of Vakaros, Velocitek and plain names.

use super::{Case, with};
use crate::samples::{table, vakaros, velocitek};

pub fn cases() -> Vec<Case> {
    let good = vakaros(10);
    let row = "2026-06-13T14:00:03.049+0000";
    vec![
        ("good", good.clone().into_bytes(), "10"),
        ("velocitek", velocitek(10).into_bytes(), "10"),
        ("semicolons", table(10).into_bytes(), "10"),
        ("carriage returns", good.replace('\n', "\r\n").into_bytes(), "10"),
        ("carriage returns alone", good.replace('\n', "\r").into_bytes(), "10"),
        ("a mark before the names", format!("\u{feff}{good}").into_bytes(), "10"),
        ("quotes around names", with(&good, "timestamp,latitude", "\"timestamp\",\"latitude\""), "10"),
        (
            "names in capitals",
            with(&good, "timestamp,latitude,longitude", "Timestamp,LATITUDE,Longitude"),
            "10",
        ),
        ("lines before the names", format!("Exported\n\n{good}").into_bytes(), "10"),
        ("names alone", with(&vakaros(0), ",,,,,,,\n", ""), "! no_positions"),
        ("names and nothing more", b"timestamp,latitude,longitude,sog_kts".to_vec(), "! no_positions"),
        ("no time in a row", with(&good, row, ""), "9 - notime"),
        ("a time of words", with(&good, row, "noon"), "9 - notime"),
        ("the 31st of June", with(&good, row, "2026-06-31T14:00:03.049+0000"), "9 - notime"),
        ("no zone", with(&good, row, "2026-06-13T14:00:03.049"), "10"),
        ("latitude of words", with(&good, "45.500135000", "north"), "9 - noposition"),
        ("latitude of 100", with(&good, "45.500135000", "100"), "9 - noposition"),
        ("latitude missing", with(&good, "45.500135000", ""), "9 - noposition"),
        ("neither time nor place", with(&good, &format!("{row},45.500135000"), "x,y"), "9 - malformed"),
        ("speed of words", with(&good, "9.7", "fast"), "10"),
        ("a row of one cell", with(&good, row, &format!("END OF PAGE\n{row}")), "10 - malformed"),
        (
            "the names again",
            good.replace(row, &format!("timestamp,latitude,longitude,sog_kts\n{row}")).into_bytes(),
            "10 - malformed",
        ),
        ("cut in a row", good.as_bytes()[..good.len() - 30].to_vec(), "9 - truncated"),
        ("no line feed at the end", good.trim_end_matches([',', '\n']).as_bytes().to_vec(), "10"),
        ("a row of 70 kB", with(&good, row, &format!("{}\n{row}", "1,".repeat(35_000))), "10 - limit"),
        ("three hundred columns", with(&good, "trim", &format!("trim{}", ",x".repeat(300))), "10"),
        ("latitude twice", with(&good, "trim", "latitude"), "10"),
        ("times stand still", good.replace(row, "2026-06-13T14:00:02.049+0000").into_bytes(), "10"),
        ("times go back", good.replace(row, "2026-06-13T13:00:02.049+0000").into_bytes(), "10"),
        ("a quote without end", with(&good, "45.500135000", "\"45.500135000"), "9 - noposition"),
        ("zeros in a row", with(&good, row, "\0\0\0\0"), "9 - notime"),
        ("utf-16", good.encode_utf16().flat_map(u16::to_le_bytes).collect(), "10"),
    ]
}
