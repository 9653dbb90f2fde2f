//! TCX of watches and of Garmin Connect, intact and damaged.

use super::*;
use crate::damage::LossKind;
use crate::read::piecewise::whole;

fn read(bytes: &[u8]) -> Result<Recording, Error> {
    whole(Format::Tcx, bytes)
}

fn tcx(laps: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><TrainingCenterDatabase xmlns=\"http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2\">\
         <Activities><Activity Sport=\"Other\"><Id>2025-06-21T11:18:00Z</Id>{laps}<Creator><Name>Watch 7</Name></Creator>\
         </Activity></Activities><Author><Name>Connect</Name></Author></TrainingCenterDatabase>"
    )
}

fn lap(tracks: &[(u32, u32)]) -> String {
    let track = |(from, to): &(u32, u32)| {
        format!("<Track>{}</Track>", (*from..*to).map(|s| point(s, "")).collect::<String>())
    };
    let tracks: String = tracks.iter().map(track).collect();
    format!(
        "<Lap StartTime=\"2025-06-21T11:18:00Z\"><AverageHeartRateBpm><Value>99</Value></AverageHeartRateBpm>{tracks}</Lap>"
    )
}

fn point(second: u32, inside: &str) -> String {
    format!(
        "<Trackpoint><Time>2025-06-21T11:18:{second:02}Z</Time><Position><LatitudeDegrees>45.5{second:02}</LatitudeDegrees>\
         <LongitudeDegrees>13.25</LongitudeDegrees></Position>{inside}</Trackpoint>\n"
    )
}

#[test]
fn position_speed_heart_rate_and_height_of_a_watch_are_read() {
    let inside = "<AltitudeMeters>1.5</AltitudeMeters><DistanceMeters>9</DistanceMeters>\
        <HeartRateBpm><Value>120</Value></HeartRateBpm><Cadence>30</Cadence>\
        <Extensions><ns3:TPX><ns3:Speed>4.25</ns3:Speed></ns3:TPX></Extensions>";
    let text = tcx(&format!("<Lap><Track>{}</Track></Lap>", point(1, inside)));
    assert_eq!(format(text.as_bytes()), Some(Format::Tcx));
    let recording = read(text.as_bytes()).unwrap();
    let columns = &recording.columns;
    assert_eq!((columns.lat_deg[0], columns.lon_deg[0]), (45.501, 13.25));
    assert_eq!(columns.time_ms[0], 1_750_504_681_000.0);
    for (id, value) in [("sog", 4.25), ("hr", 120.0), ("ele", 1.5), ("cadence", 30.0)] {
        assert_eq!(columns.get(id).unwrap(), [value], "{id}");
    }
    assert_eq!(columns.channels().len(), 4);
    assert_eq!((recording.device.as_deref(), recording.sport.as_deref()), (Some("Watch 7"), Some("Other")));
}

#[test]
fn a_pause_begins_a_new_piece_and_a_lap_does_not() {
    let text = tcx(&[lap(&[(0, 3), (10, 13)]), lap(&[(13, 15)])].concat());
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!((recording.columns.len(), recording.breaks), (8, vec![3]));
}

#[test]
fn a_second_activity_is_a_piece_of_its_own() {
    let text = tcx(&format!("{}</Activity><Activity>{}", lap(&[(0, 3)]), lap(&[(20, 23)])));
    assert_eq!(read(text.as_bytes()).unwrap().breaks, [3]);
}

#[test]
fn a_point_without_a_position_is_left_out_and_reported() {
    let no_position = "<Trackpoint><Time>2025-06-21T11:18:02Z</Time></Trackpoint>";
    let text = tcx(&format!("<Lap><Track>{}{no_position}{}</Track></Lap>", point(1, ""), point(3, "")));
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!((recording.columns.len(), recording.damage.expected), (2, Some(3)));
    assert_eq!(recording.damage.losses[0].kind, LossKind::NoPosition);
    let indoors = tcx(&format!("<Lap><Track>{no_position}</Track></Lap>"));
    assert_eq!(read(indoors.as_bytes()).unwrap_err().kind, ErrorKind::NoPositions);
}

#[test]
fn a_file_cut_anywhere_keeps_the_complete_points_and_reports_its_end() {
    let text = tcx(&lap(&[(0, 12)]));
    for cut in text.find("<Trackpoint").unwrap()..text.len() - 2 {
        let complete = text[..cut].matches("</Trackpoint>").count();
        match read(&text.as_bytes()[..cut]) {
            Ok(recording) => {
                assert_eq!(recording.columns.len(), complete, "cut at {cut}");
                let found = recording.damage.losses.iter().any(|l| l.kind == LossKind::Truncated);
                assert!(found, "cut at {cut}");
            }
            Err(error) => assert_eq!((complete, error.kind), (0, ErrorKind::NoPositions), "cut at {cut}"),
        }
    }
}

#[test]
fn a_torn_point_loses_no_other() {
    let torn = "<Trackpoint><Time>2025-06-21T11:18:05Z</Time><Position><LatitudeDeg";
    let points = |seconds: std::ops::Range<u32>| seconds.map(|s| point(s, "")).collect::<String>();
    let text = tcx(&format!("<Lap><Track>{}{torn}{}</Track></Lap>", points(0..4), points(6..9)));
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!((recording.columns.len(), recording.damage.expected), (7, Some(8)));
    assert!(recording.damage.losses.iter().any(|l| l.kind == LossKind::Malformed && l.points == 1));
}
