//! Tables of Astra instruments, Sensor Logger and others with named columns.

use super::{Case, with};
use crate::samples::{astra, sensor_logger};

pub fn cases() -> Vec<Case> {
    [astras(), phones(), plain_names()].concat()
}

fn astras() -> Vec<Case> {
    let good = astra(10);
    let first = "13/06/26\t14:00:00\t4530.0000N\t01315.0000E";
    vec![
        ("astra: good", good.clone().into_bytes(), "10"),
        ("astra: no banner", with(&good, "Astra Yacht log\r\n", ""), "10"),
        ("astra: three banners", with(&good, "Astra Yacht log\r\n", "Astra\r\nYacht\r\nlog\r\n"), "10"),
        ("astra: commas for tabs", good.replace('\t', ",").into_bytes(), "10"),
        ("astra: the date of another calendar", with(&good, "13/06/26", "06/13/26"), "10"),
        ("astra: a clock past midnight", with(&good, "14:00:00", "24:00:00"), "9 - notime"),
        ("astra: no date", with(&good, "13/06/26", ""), "9 - notime"),
        ("astra: no clock", with(&good, "14:00:00", ""), "9 - notime"),
        ("astra: sixty minutes of arc", with(&good, "4530.0000N", "4560.0000N"), "9 - noposition"),
        ("astra: no hemisphere", with(&good, "4530.0000N", "4530.0000"), "9 - noposition"),
        ("astra: south by a minus", with(&good, first, "13/06/26\t14:00:00\t-45.5\t13.25"), "10"),
        ("astra: dashes where nothing is known", with(&good, "9.5\t-40.5\t20.1", "---\t---\t---"), "10"),
        (
            "astra: the instrument without position",
            with(&good, "4530.0000N\t01315.0000E", "\t"),
            "9 - noposition",
        ),
        (
            "astra: the names again, after a restart",
            with(&good, "\r\n13/06/26\t14:00:05", "\r\nDate\tTime\tLatitudine\r\n13/06/26\t14:00:05"),
            "10 - malformed",
        ),
        ("astra: cut in a row", good.as_bytes()[..good.len() - 30].to_vec(), "9 - truncated"),
        ("astra: one row", astra(1).into_bytes(), "1"),
    ]
}

fn phones() -> Vec<Case> {
    let good = sensor_logger(10);
    let seconds = good.replace("000000000,", ",");
    vec![
        ("phone: good", good.clone().into_bytes(), "10"),
        ("phone: seconds for nanoseconds", seconds.into_bytes(), "10"),
        ("phone: a speed it does not know", with(&good, ",4.5,0.9,", ",4.5,-1,"), "10"),
        ("phone: no latitude", with(&good, ",45.5000000", ","), "9 - noposition"),
        ("phone: null for a latitude", with(&good, ",45.5000000", ",null"), "9 - noposition"),
        ("phone: the gulf of Guinea", with(&good, "13.25,45.5000000", "0,0"), "9 - noposition"),
        ("phone: a time before phones", with(&good, "1781359200000000000", "0"), "9 - notime"),
        ("phone: a time with an exponent", with(&good, "1781359200000000000", "1.7813592e18"), "10"),
        (
            "phone: another sensor's table",
            b"time,seconds_elapsed,z,y,x\n1781359200000000000,0.1,1,2,3\n".to_vec(),
            "! unknown_format",
        ),
        (
            "phone: quotes around everything",
            good.lines()
                .map(|line| format!("\"{}\"\n", line.replace(',', "\",\"")))
                .collect::<String>()
                .into_bytes(),
            "10",
        ),
        ("phone: cut in the latitude", good.as_bytes()[..good.len() - 4].to_vec(), "9 - truncated"),
        ("phone: cut behind the last row", good.trim_end().as_bytes().to_vec(), "10"),
    ]
}

fn plain_names() -> Vec<Case> {
    let rows = "1781359200,45.5,13.25\n1781359201,45.50005,13.25\n";
    let named = |names: &str| format!("{names}\n{rows}").into_bytes();
    vec![
        ("names: time, lat, lon", named("time,lat,lon"), "2"),
        ("names: of another order than the cells", named("lat,lon,time"), "! no_positions"),
        ("names: in German", named("Zeit,Breite,Laenge"), "! unknown_format"),
        ("names: no time", b"lat,lon\n45.5,13.25\n".to_vec(), "! unknown_format"),
        ("names: no longitude", b"time,lat\n1781359200,45.5\n".to_vec(), "! unknown_format"),
        (
            "names: once more at each page",
            format!("time,lat,lon\n{rows}time,lat,lon\n{rows}").into_bytes(),
            "4 - malformed",
        ),
        ("names: a comment before", named("# boat 7\ntime,lat,lon"), "2"),
        (
            "names: sixty lines before",
            named(&format!("{}time,lat,lon", "note\n".repeat(60))),
            "! unknown_format",
        ),
        (
            "names: latitude and longitude in minutes",
            b"time,lat,lon\n1781359200,4530.0N,01315.0E\n".to_vec(),
            "1",
        ),
        (
            "names: a spreadsheet's times",
            b"time,lat,lon\n46186.58333333,45.5,13.25\n46186.58334491,45.5,13.25\n".to_vec(),
            "2",
        ),
        ("names: times of this morning", b"time,lat,lon\n14:00:00,45.5,13.25\n".to_vec(), "1"),
        ("names: decimal commas between commas", b"time,lat,lon\n1781359200,45,5,13,25\n".to_vec(), "1"),
    ]
}
