//! GPX files.

use super::{Case, with};
use crate::samples::gpx;

pub fn cases() -> Vec<Case> {
    let good = gpx(10);
    let bare = |points: &str| format!("<gpx><trk><trkseg>{points}</trkseg></trk></gpx>").into_bytes();
    let timed = "<trkpt lat=\"45\" lon=\"13\"><time>2026-06-13T14:00:00Z</time></trkpt>";
    let at = |position: &str| bare(&timed.replace("lat=\"45\" lon=\"13\"", position));
    let when = |time: &str| bare(&timed.replace("2026-06-13T14:00:00Z", time));
    vec![
        ("good", good.clone().into_bytes(), "10"),
        ("character references in a position", at("lat=\"&#52;5\" lon='1&#x33;.0&#48;'"), "1"),
        ("character references in a time", when("2026-06-13T14&#58;00&#x3A;00Z"), "1"),
        ("a character reference of no character", at("lat=\"45&#x110000;\" lon=\"13\""), "! no_positions"),
        ("no points", bare(""), "! no_positions"),
        ("an empty root", b"<gpx/>".to_vec(), "! no_positions"),
        ("a route", b"<gpx><rte><rtept lat=\"1\" lon=\"1\"/></rte></gpx>".to_vec(), "! not_a_track"),
        ("waypoints", b"<gpx><wpt lat=\"1\" lon=\"1\"/></gpx>".to_vec(), "! not_a_track"),
        ("no times", bare("<trkpt lat=\"45\" lon=\"13\"/>"), "! no_times"),
        ("a time of words", when("yesterday"), "! no_times"),
        ("a date alone", when("2026-06-13"), "! no_times"),
        ("a thirteenth month", when("2026-13-13T14:00:00Z"), "! no_times"),
        ("a time in spaces", when("  2026-06-13T14:00:00Z\n"), "1"),
        ("a time with offset", when("2026-06-13T16:00:00+02:00"), "1"),
        ("no latitude", at("lon=\"13\""), "! no_positions"),
        ("latitude of words", at("lat=\"north\" lon=\"13\""), "! no_positions"),
        ("latitude of 91", at("lat=\"91\" lon=\"13\""), "! no_positions"),
        ("nan", at("lat=\"NaN\" lon=\"13\""), "! no_positions"),
        ("decimal comma", at("lat=\"45,5\" lon=\"13\""), "1"),
        ("single quotes", at("lat='45' lon='13'"), "1"),
        ("no quotes", at("lat=45 lon=13"), "! no_positions"),
        ("spaces around =", at("lat = \"45\" lon = \"13\""), "1"),
        ("null island", at("lat=\"0\" lon=\"0\""), "! no_positions"),
        ("the last letter missing", good.as_bytes()[..good.len() - 2].to_vec(), "10 - truncated"),
        ("no end", with(&good, "</trkseg></trk></gpx>", ""), "10 - truncated"),
        ("cut in a tag", good.as_bytes()[..good.len() - 60].to_vec(), "9 - truncated"),
        ("an unclosed point", with(&good, "</trkpt>", ""), "9 - malformed"),
        ("an unclosed extension", with(&good, "</extensions>", ""), "10 - malformed"),
        ("closed twice", with(&good, "</trkpt>", "</trkpt></trkpt>"), "10 - malformed"),
        ("a bare <", with(&good, "<ele>", "< <ele>"), "10 - malformed"),
        ("a torn tag", with(&good, "<ele>", "<el<ele>"), "10 - malformed"),
        ("a comment inside", with(&good, "<ele>", "<!-- <trkpt> --><ele>"), "10"),
        ("cdata inside", with(&good, "<ele>", "<![CDATA[ <trkpt> ]]><ele>"), "10"),
        ("a comment without end", with(&good, "<ele>", "<!-- <ele>"), "! no_positions"),
        ("an entity", with(&good, "sailing", "sailing &amp; more"), "10"),
        ("a document type", with(&good, "<gpx ", "<!DOCTYPE gpx SYSTEM \"x\"><gpx "), "! unreadable"),
        ("heart rate of words", with(&good, "120", "high"), "10"),
        ("zeros in the middle", with(&good, "<ele>", "\0\0\0<ele>"), "10"),
        (
            "utf-8 broken",
            [&good.as_bytes()[..200], &[0xC3, 0x28], &good.as_bytes()[200..]].concat(),
            "9 - noposition",
        ),
    ]
}
