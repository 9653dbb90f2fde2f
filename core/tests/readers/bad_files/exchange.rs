//! TCX, KML and GeoJSON files.

use super::{Case, with};
use crate::samples::{geojson, kml, tcx, zip};

pub fn cases() -> Vec<Case> {
    [tcx_cases(), kml_cases(), geojson_cases()].concat()
}

fn tcx_cases() -> Vec<Case> {
    let good = tcx(10);
    let bytes = good.as_bytes();
    vec![
        ("tcx: good", bytes.to_vec(), "10"),
        (
            "tcx: no position",
            with(&good, "<LatitudeDegrees>45.500000</LatitudeDegrees>", ""),
            "9 - noposition",
        ),
        ("tcx: no time", with(&good, "<Time>2026-06-13T14:00:00.500Z</Time>", ""), "9 - notime"),
        (
            "tcx: null island",
            with(
                &good,
                ">45.500000</LatitudeDegrees><LongitudeDegrees>13.25<",
                ">0</LatitudeDegrees><LongitudeDegrees>0<",
            ),
            "9 - noposition",
        ),
        ("tcx: heart rate of words", with(&good, "<Value>120", "<Value>high"), "10"),
        ("tcx: cut", bytes[..bytes.len() - 200].to_vec(), "9 - truncated"),
        ("tcx: no end", with(&good, "</Activities></TrainingCenterDatabase>", ""), "10 - truncated"),
        ("tcx: an unclosed point", with(&good, "</Trackpoint>", ""), "9 - malformed"),
        ("tcx: an unclosed lap", with(&good, "</Lap>", ""), "10 - malformed"),
        (
            "tcx: no points",
            b"<TrainingCenterDatabase><Activities/></TrainingCenterDatabase>".to_vec(),
            "! no_positions",
        ),
        (
            "tcx: a document type",
            with(&good, "<TrainingCenterDatabase", "<!DOCTYPE x><TrainingCenterDatabase"),
            "! unreadable",
        ),
    ]
}

fn kml_cases() -> Vec<Case> {
    let good = kml(10);
    let bytes = good.as_bytes();
    let line =
        b"<kml><Placemark><LineString><coordinates>13,45 13,46</coordinates></LineString></Placemark></kml>";
    let first = "<gx:coord>13.25 45.500045 1.5</gx:coord>\n";
    vec![
        ("kml: good", bytes.to_vec(), "10"),
        ("kml: in a kmz", zip(&[("doc.kml", bytes)], true), "10"),
        ("kml: a line without times", line.to_vec(), "! no_times"),
        ("kml: nothing", b"<kml/>".to_vec(), "! no_positions"),
        ("kml: a lost position", with(&good, first, ""), "9 - malformed"),
        ("kml: a lost time", with(&good, "<when>2026-06-13T14:00:01.500Z</when>", ""), "9 - malformed"),
        ("kml: a position of words", with(&good, first, "<gx:coord>here</gx:coord>"), "9 - noposition"),
        ("kml: an empty position", with(&good, first, "<gx:coord/>"), "10"),
        ("kml: a time of words", with(&good, "2026-06-13T14:00:01.500Z", "noon"), "9 - notime"),
        ("kml: an unclosed track", with(&good, "</gx:Track>", ""), "10 - malformed"),
        ("kml: a value too many", with(&good, "<gx:value>", "<gx:value/><gx:value>"), "10"),
        ("kml: cut in the positions", bytes[..bytes.len() - 520].to_vec(), "5 - truncated"),
        ("kml: no end", with(&good, "</gx:MultiTrack></Placemark></Document></kml>", ""), "10 - truncated"),
    ]
}

fn geojson_cases() -> Vec<Case> {
    let good = geojson(10);
    let bytes = good.as_bytes();
    let polygon =
        b"{\"type\":\"Feature\",\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[13,45],[13,46]]]}}";
    vec![
        ("geojson: good", bytes.to_vec(), "10"),
        ("geojson: with a mark of byte order", [&[0xEF, 0xBB, 0xBF], bytes].concat(), "10"),
        ("geojson: an area", polygon.to_vec(), "! no_times"),
        (
            "geojson: no features",
            b"{\"type\":\"FeatureCollection\",\"features\":[]}".to_vec(),
            "! no_positions",
        ),
        ("geojson: a lost position", with(&good, "[13.25,45.500045],", ""), "9 - malformed"),
        ("geojson: a lost time", with(&good, "\"2026-06-13T14:00:01.500Z\",", ""), "9 - malformed"),
        ("geojson: a position of words", with(&good, "[13.25,45.500045]", "[\"east\",45]"), "9 - noposition"),
        ("geojson: a position of one number", with(&good, "[13.25,45.500045]", "[13.25]"), "9 - noposition"),
        ("geojson: off the globe", with(&good, "[13.25,45.500045]", "[13.25,95]"), "9 - noposition"),
        ("geojson: a time of words", with(&good, "2026-06-13T14:00:01.500Z", "noon"), "9 - notime"),
        ("geojson: a time that is null", with(&good, "\"2026-06-13T14:00:01.500Z\"", "null"), "9 - notime"),
        ("geojson: commas too many", with(&good, "],[", "],,,["), "10"),
        ("geojson: noise between features", with(&good, "},\n{", "},\u{7}?\n{"), "10 - malformed"),
        (
            "geojson: an unclosed list",
            with(&good, "\"sog\":[5.0,5.0,null,5.0]", "\"sog\":[5.0"),
            "5 - truncated",
        ),
        ("geojson: closed twice", with(&good, "\n]}\n", "\n]}}\n"), "10 - malformed"),
        ("geojson: cut in the times", bytes[..bytes.len() - 120].to_vec(), "6 - truncated"),
        ("geojson: no end", bytes[..bytes.len() - 4].to_vec(), "10 - truncated"),
        ("geojson: an unclosed text", with(&good, "Boat\"", "Boat"), "1 - malformed truncated"),
    ]
}
