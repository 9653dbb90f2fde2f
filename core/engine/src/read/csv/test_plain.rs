//! Rows read with assumed cell lengths and the same rows read by searching for delimiters, which a quote in the header
//! causes.

use super::*;
use crate::read::piecewise::{bits, whole};

const NAMES: &str = "timestamp,latitude,longitude,sog_kts,cog,note,hdg_true,heel,trim";

fn read(header: &str, rows: &str) -> Result<Recording, Error> {
    whole(Format::Csv, format!("{header}\n{rows}").as_bytes())
}

/// Reads the rows in both ways and compares, NaN by its bits.
fn agree(rows: &str) -> Recording {
    let quoted = NAMES.replace("note", "\"note\"");
    let [guessed, searched] = [NAMES, &quoted].map(|header| read(header, rows).unwrap());
    assert_eq!(bits(&guessed), bits(&searched), "{rows}");
    assert_eq!(guessed.damage, searched.damage, "{rows}");
    guessed
}

/// The row of this number; the length of a cell changes every tenth row.
fn row(i: u32) -> String {
    let (second, ms) = (i / 10 % 60, i % 10 * 100);
    let minute = i / 600 % 60;
    let speed = f64::from(i % 140) / 7.0;
    let heel = f64::from(i % 90) - 45.0;
    format!(
        "2026-10-07T10:{minute:02}:{second:02}.{ms:03}+0200,54.{:07},10.2707{:03},{speed:.2},{},,{:.1},{heel:.1},1.5",
        4_778_281 + i,
        i % 1000,
        i % 360,
        f64::from(i % 3600) / 10.0
    )
}

#[test]
fn a_table_is_the_same_with_assumed_and_with_searched_cell_lengths() {
    for end in ["\n", "\r\n"] {
        let rows: String = (0..2000).map(|i| row(i) + end).collect();
        let recording = agree(&rows);
        assert_eq!(recording.columns.len(), 2000);
        assert!(recording.damage.losses.is_empty() && recording.damage.lacks.is_empty());
        assert_eq!(recording.columns.time_ms[1] - recording.columns.time_ms[0], 100.0);
        assert_eq!(recording.columns.get("heel").unwrap()[0], -45.0);
    }
}

#[test]
fn an_unusual_cell_in_the_middle_of_a_table_is_read_as_elsewhere() {
    let odd = [
        "",
        " ",
        " 7.5",
        "7.5 ",
        "-",
        ".",
        "-0",
        "+3",
        "1e1",
        "7,5",
        "12.345678901234567",
        "123456789",
        "n/a",
        "\t",
        "\r",
        "5\r",
        "0x10",
        "1.2.3",
        "99999999999999999999",
        ",",
        ",,,",
        "\n",
        "3\n4",
    ];
    for (place, cell) in (0..9).flat_map(|place| odd.map(|cell| (place, cell))) {
        let rows: String = (0..12)
            .map(|i| {
                let text = row(i);
                let mut cells: Vec<&str> = text.split(',').collect();
                if i % 4 == 2 {
                    cells[place] = cell;
                }
                cells.join(",") + "\n"
            })
            .collect();
        agree(&rows);
    }
}

#[test]
fn times_in_changing_forms_are_the_same_moments() {
    let times = [
        "2026-10-07T10:00:00.000+0200",
        "2026-10-07T10:00:00.1+0200",
        "2026-10-07T10:00:00.200+0300",
        "2026-10-07T10:00:00.300Z",
        "2026-10-07T10:00:60.300Z",
        "2026-10-07T10:00:01.300",
        "2026-10-07T10:00:02",
        "2026-10-07T10:00:03",
        "2026-10-07 10:00:04",
        "2026-10-07T10:00:05,5",
        "2026-10-07T10:00:06.123456",
        "2026-10-07T10:00:07.123456",
        "2026-10-07T10:00:08Z",
        "2026-10-07T10:00:99Z",
        "2026-10-07T10:00:0xZ",
        "1791367210",
        "1791367211",
    ];
    let rows: String =
        times.iter().map(|time| format!("{time},54.4778281,10.2707925,7.5,178,,181.3,-2.0,1.3\n")).collect();
    let recording = agree(&rows);
    assert_eq!(recording.columns.len(), times.len() - 2);
}

#[test]
fn a_cut_table_is_the_same_with_assumed_and_with_searched_cell_lengths() {
    let rows: String = (0..8).map(|i| row(i) + "\r\n").collect();
    (rows.len() / 2..rows.len()).for_each(|cut| {
        agree(&rows[..cut]);
    });
}
