//! KML of earth viewers, apps and our own writer, intact and damaged.

use super::*;
use crate::damage::LossKind;
use crate::read::piecewise::whole;

fn read(bytes: &[u8]) -> Result<Recording, Error> {
    whole(Format::Kml, bytes)
}

fn kml(inside: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><kml xmlns=\"http://www.opengis.net/kml/2.2\" xmlns:gx=\"http://www.google.com/kml/ext/2.2\">\
         <Document>{inside}</Document></kml>"
    )
}

fn when(second: u32) -> String {
    format!("<when>2025-06-21T11:18:{second:02}Z</when>\n")
}

fn coord(second: u32) -> String {
    format!("<gx:coord>13.25 45.5{second:02} 2.5</gx:coord>\n")
}

fn track(seconds: std::ops::Range<u32>, more: &str) -> String {
    let times: String = seconds.clone().map(when).collect();
    let coords: String = seconds.map(coord).collect();
    format!("<Placemark><name>49er</name><gx:Track>{more}{times}{coords}</gx:Track></Placemark>")
}

#[test]
fn a_track_of_times_positions_and_channels_is_read() {
    let speeds = "<altitudeMode>absolute</altitudeMode><ExtendedData><SchemaData schemaUrl=\"#s\">\
        <gx:SimpleArrayData name=\"speed\"><gx:value>4.5</gx:value><gx:value/><gx:value>5.5</gx:value></gx:SimpleArrayData>\
        <gx:SimpleArrayData name=\"Heart Rate\"><gx:value>120</gx:value></gx:SimpleArrayData></SchemaData></ExtendedData>";
    let text = kml(&track(1..4, speeds));
    assert_eq!(format(text.as_bytes()), Some(Format::Kml));
    let recording = read(text.as_bytes()).unwrap();
    let columns = &recording.columns;
    assert_eq!((columns.len(), columns.time_ms[0]), (3, 1_750_504_681_000.0));
    assert_eq!((columns.lat_deg[2], columns.lon_deg[2]), (45.503, 13.25));
    assert_eq!(columns.get("ele").unwrap(), [2.5; 3]);
    let speeds = columns.get("sog").unwrap();
    assert!(speeds[0] == 4.5 && speeds[1].is_nan() && speeds[2] == 5.5);
    assert_eq!(columns.get("hr").unwrap()[0], 120.0);
    assert_eq!((recording.damage.losses.len(), recording.damage.expected), (0, Some(3)));
}

#[test]
fn a_height_clamped_to_the_ground_is_no_height() {
    assert_eq!(read(kml(&track(0..3, "")).as_bytes()).unwrap().columns.get("ele"), None);
}

#[test]
fn times_and_positions_in_turn_are_read() {
    let pairs: String = (0..5).map(|s| when(s) + &coord(s)).collect();
    let recording = read(kml(&format!("<Placemark><Track>{pairs}</Track></Placemark>")).as_bytes()).unwrap();
    assert_eq!((recording.columns.len(), recording.columns.lat_deg[4]), (5, 45.504));
}

#[test]
fn every_track_begins_a_new_piece() {
    let text = kml(&format!("<gx:MultiTrack>{}{}</gx:MultiTrack>", track(0..3, ""), track(9..12, "")));
    assert_eq!(read(text.as_bytes()).unwrap().breaks, [3]);
}

#[test]
fn placemarks_with_a_time_stamp_are_points_and_the_line_through_them_is_skipped() {
    let placemark = |s: u32| {
        format!(
            "<Placemark><TimeStamp>{}</TimeStamp><Point><coordinates>13.25,45.5{s:02},0</coordinates></Point></Placemark>",
            when(s)
        )
    };
    let line = "<Placemark><LineString><coordinates>13,45 13,46</coordinates></LineString></Placemark>";
    let mark = "<Placemark><name>Pin</name><Point><coordinates>13,45</coordinates></Point></Placemark>";
    let text = kml(&format!("{mark}{}{line}", (0..4).map(placemark).collect::<String>()));
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!((recording.columns.len(), recording.columns.lat_deg[3]), (4, 45.503));
    assert_eq!((recording.damage.losses.len(), recording.damage.expected), (0, Some(4)));
    let of_line = read(kml(line).as_bytes()).unwrap_err();
    assert_eq!(of_line.kind, ErrorKind::NoTimes);
    assert_eq!(read(kml(mark).as_bytes()).unwrap_err().kind, ErrorKind::NoTimes);
    assert_eq!(read(kml("").as_bytes()).unwrap_err().kind, ErrorKind::NoPositions);
}

#[test]
fn a_moment_without_a_position_keeps_its_values_and_a_torn_position_is_reported() {
    let text = kml(&track(0..6, "")).replacen("<gx:coord>13.25 45.501 2.5</gx:coord>", "<gx:coord/>", 1);
    let recording = read(text.replacen("45.503", "4x5", 1).as_bytes()).unwrap();
    assert_eq!(recording.columns.len(), 5);
    assert!(recording.columns.lat_deg[1].is_nan());
    let losses = &recording.damage.losses;
    assert_eq!((losses.len(), losses[0].kind, losses[0].points), (1, LossKind::NoPosition, 1));
}

#[test]
fn a_lost_time_is_reported() {
    let text = kml(&track(0..6, "")).replacen(&when(2), "", 1);
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!((recording.columns.len(), recording.damage.expected), (5, Some(6)));
    assert_eq!(recording.damage.losses[0].kind, LossKind::Malformed);
    assert!(recording.damage.losses[0].reason.contains("5 times and 6 positions"));
}

#[test]
fn a_file_cut_anywhere_keeps_the_positions_before_and_reports_its_end() {
    let text = kml(&track(0..12, ""));
    for cut in text.find("<gx:coord").unwrap()..text.len() - 2 {
        let complete = text[..cut].matches("</gx:coord>").count();
        match read(&text.as_bytes()[..cut]) {
            Ok(recording) => {
                assert_eq!(recording.columns.len(), complete, "cut at {cut}");
                let lost = recording.damage.losses.iter().find(|l| l.kind == LossKind::Truncated).unwrap();
                assert_eq!(lost.points as usize, 12 - complete, "cut at {cut}");
            }
            Err(error) => assert_eq!((complete, error.kind), (0, ErrorKind::NoPositions), "cut at {cut}"),
        }
    }
}

#[test]
fn coordinates_between_any_white_space_are_read() {
    for space in ["  ", "\n", " \t", "\r\n      "] {
        let text = kml(&track(0..4, "<altitudeMode>absolute</altitudeMode>"));
        let spaced = text
            .replace("13.25 ", &format!("{space}13.25{space}"))
            .replace(" 2.5<", &format!("{space}2.5{space}<"));
        let recording = read(spaced.as_bytes()).unwrap();
        assert_eq!((recording.columns.len(), recording.columns.lat_deg[3]), (4, 45.503), "{space:?}");
        assert_eq!(recording.columns.get("ele").unwrap(), [2.5; 4], "{space:?}");
    }
    let point = "<Placemark><TimeStamp><when>2025-06-21T11:18:00Z</when></TimeStamp><Point><coordinates>\n 13.25, 45.5 ,0\n\
                 </coordinates></Point></Placemark>";
    assert_eq!(read(kml(point).as_bytes()).unwrap().columns.lat_deg, [45.5]);
}

#[test]
fn values_in_character_data_and_beside_comments_are_read() {
    let values = "<SchemaData><gx:SimpleArrayData name=\"speed\"><gx:value>4.5</gx:value><gx:value>5.5</gx:value></gx:SimpleArrayData></SchemaData>";
    let text = kml(&track(0..2, values));
    let wrapped = text
        .replace("<when>", "<when><![CDATA[")
        .replace("Z</when>", "Z]]></when>")
        .replace("<gx:coord>", "<gx:coord><!-- lon lat -->")
        .replace("<gx:value>", "<gx:value><![CDATA[ ")
        .replace("</gx:value>", " ]]></gx:value>");
    let mut wrapped = read(wrapped.as_bytes()).unwrap();
    let plain = read(text.as_bytes()).unwrap();
    assert_eq!(plain.columns.get("sog").unwrap(), [4.5, 5.5]);
    wrapped.damage.losses.clear();
    assert_eq!(wrapped.columns, plain.columns);
}

#[test]
fn elements_of_other_namespaces_in_extended_data_are_no_points() {
    let foreign = "<ExtendedData xmlns:x=\"urn:x\"><x:Placemark><x:when>2001-01-01T00:00:00Z</x:when><x:Track><x:coord>1 2</x:coord>\
                   </x:Track></x:Placemark></ExtendedData>";
    assert_eq!(
        read(kml(&track(0..4, foreign)).as_bytes()).unwrap().columns,
        read(kml(&track(0..4, "")).as_bytes()).unwrap().columns
    );
    // Extended data that are not closed end with the next placemark.
    let torn = format!("{}<Placemark><ExtendedData><x:a>1{}", track(0..3, ""), track(4..7, ""));
    assert_eq!(read(kml(&torn).as_bytes()).unwrap().columns.len(), 6);
}
