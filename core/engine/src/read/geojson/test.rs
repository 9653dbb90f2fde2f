//! GeoJSON of programs and of our own writer, intact and damaged.

use super::*;
use crate::read::piecewise::whole;

fn read(text: &str) -> Result<Recording, Error> {
    whole(Format::Geojson, text.as_bytes())
}

fn position(second: u32) -> String {
    format!("[13.25,45.5{second:02}]")
}

fn time(second: u32) -> String {
    format!("\"2025-06-21T11:18:{second:02}Z\"")
}

fn list(seconds: std::ops::Range<u32>, item: fn(u32) -> String) -> String {
    format!("[{}]", seconds.map(item).collect::<Vec<_>>().join(","))
}

fn line(seconds: std::ops::Range<u32>, more: &str) -> String {
    format!(
        "{{\"type\":\"Feature\",\"geometry\":{{\"type\":\"LineString\",\"coordinates\":{}}},\
         \"properties\":{{\"time\":\"2020-01-01T00:00:00Z\",\"stroke-width\":2,\
         \"coordinateProperties\":{{\"times\":{}{more}}}}}}}",
        list(seconds.clone(), position),
        list(seconds, time)
    )
}

fn collection(features: &[String]) -> String {
    format!("{{\"type\":\"FeatureCollection\",\"features\":[{}]}}", features.join(",\n"))
}

#[test]
fn a_line_with_times_and_channels_is_read() {
    let text =
        collection(&[line(1..4, ",\"speeds\":[4.5,null,5.5],\"heart\":[120,121,122],\"bend\":[1,2,3]")]);
    assert!(is_geojson(text.as_bytes()));
    let recording = read(&text).unwrap();
    let columns = &recording.columns;
    assert_eq!((columns.len(), columns.time_ms[0]), (3, 1_750_504_681_000.0));
    assert_eq!((columns.lat_deg[2], columns.lon_deg[2]), (45.503, 13.25));
    let speeds = columns.get("sog").unwrap();
    assert!(speeds[0] == 4.5 && speeds[1].is_nan() && speeds[2] == 5.5);
    assert_eq!((columns.get("hr").unwrap()[1], columns.get("bend").unwrap()[2]), (121.0, 3.0));
    assert_eq!((columns.channels().len(), recording.damage.losses.len()), (3, 0));
    assert_eq!(recording.damage.expected, Some(3));
}

#[test]
fn properties_before_the_geometry_and_older_names_of_the_times_are_read() {
    let text = format!(
        "{{\"properties\":{{\"coordTimes\":{}}},\"geometry\":{{\"coordinates\":{},\"type\":\"LineString\"}},\"type\":\"Feature\"}}",
        list(0..4, time),
        list(0..4, position)
    );
    assert_eq!(read(&text).unwrap().columns.lat_deg, [45.5, 45.501, 45.502, 45.503]);
}

#[test]
fn every_feature_and_every_line_of_several_is_a_piece() {
    let lines = format!(
        "{{\"type\":\"Feature\",\"geometry\":{{\"type\":\"MultiLineString\",\"coordinates\":[{},{}]}},\
         \"properties\":{{\"coordinateProperties\":{{\"times\":[{},{}]}}}}}}",
        list(10..12, position),
        list(20..23, position),
        list(10..12, time),
        list(20..23, time)
    );
    let recording = read(&collection(&[line(0..3, ""), lines])).unwrap();
    assert_eq!((recording.columns.len(), recording.breaks), (8, vec![3, 5]));
}

#[test]
fn points_with_a_time_each_are_one_piece() {
    let point = |s: u32| {
        format!(
            "{{\"type\":\"Feature\",\"properties\":{{\"track_fid\":0,\"ele\":78,\"time\":\"2019/12/15 19:34:{s:02}+00\",\"speed\":4.5}},\
             \"geometry\":{{\"type\":\"Point\",\"coordinates\":{}}}}}",
            position(s)
        )
    };
    let mark =
        "{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Point\",\"coordinates\":[13,45]}}";
    let recording = read(&collection(&[point(1), mark.to_string(), point(2), point(4)])).unwrap();
    assert_eq!((recording.columns.len(), recording.breaks.len()), (3, 0));
    assert_eq!(recording.columns.time_ms[2] - recording.columns.time_ms[0], 3000.0);
    assert_eq!(recording.columns.get("sog").unwrap(), [4.5; 3]);
    assert_eq!(recording.columns.channels().len(), 2);
    assert_eq!(recording.damage.losses, []);
}

#[test]
fn times_in_numbers_and_heights_in_positions_are_read() {
    let text = "{\"type\":\"LineString\",\"coordinates\":[[13,45],[13,45.1,2.5]],\
        \"properties\":{\"times\":[1750504681000,1750504682]}}";
    let recording = read(text).unwrap();
    assert_eq!(recording.columns.time_ms, [1_750_504_681_000.0, 1_750_504_682_000.0]);
    let heights = recording.columns.get("ele").unwrap();
    assert!(heights[0].is_nan() && heights[1] == 2.5);
}

#[test]
fn a_planned_line_and_the_area_of_a_race_are_no_track() {
    let area = "{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[1,2],[3,4]]]}}";
    assert_eq!(read(&collection(&[area.to_string()])).unwrap_err().kind, ErrorKind::NoTimes);
    assert_eq!(read(&collection(&[])).unwrap_err().kind, ErrorKind::NoPositions);
    assert_eq!(read(&collection(&[area.to_string(), line(0..3, "")])).unwrap().columns.len(), 3);
}

#[test]
fn a_file_cut_anywhere_keeps_the_times_before_and_reports_its_end() {
    let text = collection(&[line(0..12, ",\"speed\":[1,2,3,4,5,6,7,8,9,10,11,12]")]);
    let first = text.find("\"times\"").unwrap();
    for cut in first..text.len() - 1 {
        let complete = text[first..cut].matches("Z\",").count();
        match read(&text[..cut]) {
            Ok(recording) => {
                assert!((complete..complete + 2).contains(&recording.columns.len()), "cut at {cut}");
                let lost = recording.damage.losses.iter().find(|l| l.kind == LossKind::Truncated).unwrap();
                assert_eq!(lost.points as usize, 12 - recording.columns.len(), "cut at {cut}");
            }
            Err(error) => assert_eq!((complete, error.kind), (0, ErrorKind::NoTimes), "cut at {cut}"),
        }
    }
}

#[test]
fn torn_positions_and_times_lose_no_others() {
    let text = collection(&[line(0..12, "")]);
    let recording = read(&text.replacen("45.503", "4x5", 1).replacen("11:18:07", "11:x8:07", 1)).unwrap();
    assert_eq!((recording.columns.len(), recording.damage.expected), (10, Some(12)));
    let kinds: Vec<LossKind> = recording.damage.losses.iter().map(|loss| loss.kind).collect();
    assert_eq!(kinds, [LossKind::NoPosition, LossKind::NoTime]);
    let recording = read(&text.replacen("[13.25,45.504],", "", 1)).unwrap();
    assert_eq!((recording.columns.len(), recording.damage.losses[0].kind), (11, LossKind::Malformed));
    let recording = read(&text.replacen("\"properties\"", "\u{7}\u{1}\"properties\"", 1)).unwrap();
    assert_eq!((recording.columns.len(), recording.damage.losses[0].kind), (12, LossKind::Malformed));
}
