//! GPX of devices and apps, intact and damaged.

use super::*;
use crate::damage::LossKind;
use crate::read::piecewise::whole;
use crate::read::text::as_utf8;

fn read(bytes: &[u8]) -> Result<Recording, Error> {
    whole(Format::Gpx, bytes)
}

fn gpx(points: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"Boat &amp; Co\"><trk><trkseg>{points}</trkseg></trk></gpx>"
    )
}

fn point(second: u32, inside: &str) -> String {
    format!(
        "<trkpt lat=\"45.5{second:02}\" lon=\"13.25\"><time>2025-06-21T11:18:{second:02}Z</time>{inside}</trkpt>\n"
    )
}

fn points(seconds: std::ops::Range<u32>) -> String {
    seconds.map(|second| point(second, "")).collect()
}

fn values(recording: &Recording, id: &str) -> Vec<f32> {
    recording.columns.get(id).map(<[f32]>::to_vec).unwrap_or_default()
}

#[test]
fn garmins_extensions_are_read_under_any_prefix() {
    for prefix in ["ns3:", "gpxtpx:", "x:", ""] {
        let inside = format!(
            "<ele>1.5</ele><extensions><{prefix}TrackPointExtension><{prefix}hr>120</{prefix}hr>\
             <{prefix}speed>4.25</{prefix}speed><{prefix}course>181.5</{prefix}course>\
             </{prefix}TrackPointExtension></extensions>"
        );
        let recording = read(gpx(&point(1, &inside)).as_bytes()).unwrap();
        assert_eq!(values(&recording, "hr"), [120.0], "{prefix}");
        assert_eq!(values(&recording, "sog"), [4.25]);
        assert_eq!(values(&recording, "cog"), [181.5]);
        assert_eq!(values(&recording, "ele"), [1.5]);
        assert_eq!(recording.device.as_deref(), Some("Boat & Co"));
    }
}

#[test]
fn the_speed_and_course_of_gpx_1_0_are_read() {
    let recording = read(gpx(&point(1, "<course>90</course><speed>1.2</speed>")).as_bytes()).unwrap();
    assert_eq!((values(&recording, "sog"), values(&recording, "cog")), (vec![1.2], vec![90.0]));
}

#[test]
fn an_unknown_makers_heel_is_read() {
    let recording =
        read(gpx(&point(1, "<extensions><acme:Heel>-21.5</acme:Heel></extensions>")).as_bytes()).unwrap();
    assert_eq!(values(&recording, "heel"), [-21.5]);
}

#[test]
fn a_file_with_a_namespace_prefix_gives_the_same_recording() {
    let text = gpx(&points(0..3));
    let prefixed =
        text.replace("</", "</g:").replace('<', "<g:").replace("<g:/g:", "</g:").replace("<g:?", "<?");
    assert_eq!(read(prefixed.as_bytes()).unwrap().columns, read(text.as_bytes()).unwrap().columns);
}

#[test]
fn utf16_and_byte_order_marks_change_nothing() {
    let text = gpx(&points(0..3));
    let plain = read(text.as_bytes()).unwrap().columns;
    let marked = format!("\u{feff}{text}");
    let utf16: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(read(marked.as_bytes()).unwrap().columns, plain);
    assert_eq!(read(&utf16).unwrap().columns, plain);
    assert_eq!(format(&as_utf8(&utf16).0), Some(Format::Gpx));
}

#[test]
fn a_new_segment_is_a_gap_and_not_a_jump() {
    let text = gpx(&format!("{}</trkseg><trkseg></trkseg><trkseg>{}", points(0..3), points(20..23)));
    assert_eq!(read(text.as_bytes()).unwrap().breaks, [3]);
}

#[test]
fn a_point_without_a_time_is_left_out_and_reported() {
    let text = gpx(&format!("{}<trkpt lat=\"45\" lon=\"13\"/>{}", points(0..2), points(3..5)));
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!(recording.columns.len(), 4);
    assert_eq!(recording.damage.expected, Some(5));
    assert_eq!((recording.damage.losses[0].kind, recording.damage.losses[0].points), (LossKind::NoTime, 1));
}

#[test]
fn a_planned_route_is_refused() {
    let route = "<gpx><rte><rtept lat=\"45\" lon=\"13\"/></rte></gpx>";
    assert_eq!(read(route.as_bytes()).unwrap_err().kind.id(), "not_a_track");
    let timeless = gpx("<trkpt lat=\"45\" lon=\"13\"/>");
    assert_eq!(read(timeless.as_bytes()).unwrap_err().kind, ErrorKind::NoTimes);
    assert_eq!(read(gpx("").as_bytes()).unwrap_err().kind, ErrorKind::NoPositions);
    let nonsense = gpx("<trkpt lat=\"undefined\" lon=\"x\"><time>2025-06-21T11:18:00Z</time></trkpt>");
    assert_eq!(read(nonsense.as_bytes()).unwrap_err().kind, ErrorKind::NoPositions);
}

#[test]
fn a_file_cut_anywhere_keeps_the_complete_points_and_reports_its_end() {
    let text = gpx(&points(0..20));
    let end = text.rfind("</gpx>").unwrap();
    for cut in text.find("<trkpt").unwrap()..end + 5 {
        let complete = text[..cut].matches("</trkpt>").count();
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
fn an_unclosed_point_loses_no_other() {
    let text = gpx(&format!("{}<trkpt lat=\"45.6\" lon=\"13.2\"><time>2025-{}", points(0..3), points(5..8)));
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!(recording.columns.len(), 6);
    assert_eq!(recording.damage.expected, Some(7));
    assert!(recording.damage.losses.iter().any(|l| l.kind == LossKind::Malformed && l.points == 1));
}

#[test]
fn a_document_type_declaration_is_refused() {
    let bomb = "<!DOCTYPE gpx [<!ENTITY a \"b\">]><gpx><trk/></gpx>";
    assert_eq!(read(bomb.as_bytes()).unwrap_err().kind.id(), "unreadable");
}

#[test]
fn elements_nested_over_the_limit_are_not_read() {
    let tower = format!("<gpx><trk><trkseg>{}{}", points(0..2), "<a>".repeat(100_000));
    let recording = read(tower.as_bytes()).unwrap();
    assert_eq!(recording.columns.len(), 2);
    assert_eq!(recording.damage.losses.last().unwrap().kind, LossKind::Limit);
}

#[test]
fn several_tracks_and_segments_are_pieces_of_one_recording() {
    let track = |from: u32| {
        format!(
            "<trk><trkseg>{}</trkseg><trkseg>{}</trkseg></trk>",
            points(from..from + 3),
            points(from + 5..from + 8)
        )
    };
    let text = format!("<gpx>{}{}</gpx>", track(0), track(20));
    let recording = read(text.as_bytes()).unwrap();
    assert_eq!((recording.columns.len(), recording.breaks), (12, vec![3, 6, 9]));
}

#[test]
fn times_with_fractions_offsets_and_without_a_zone_are_read() {
    let one = |time: &str| {
        read(gpx(&format!("<trkpt lat=\"45\" lon=\"13\"><time>{time}</time></trkpt>")).as_bytes()).unwrap()
    };
    let noon = one("2025-06-21T12:00:00Z").columns.time_ms[0];
    for (time, later_ms) in [
        ("2025-06-21T12:00:00.25Z", 250.0),
        ("2025-06-21T14:00:00+02:00", 0.0),
        ("2025-06-21T14:00:00.5+0200", 500.0),
        ("2025-06-21T07:00:00-05", 0.0),
        ("2025-06-21T12:00:00", 0.0),
    ] {
        assert_eq!(one(time).columns.time_ms, [noon + later_ms], "{time}");
    }
    assert!(one("2025-06-21T12:00:00").damage.lacks[0].contains("no time zone"));
}

#[test]
fn values_of_several_makers_elements_are_read() {
    // In the form of Velocitek, of Waterspeed and of another app.
    for (inside, channel, value) in [
        ("<extensions><vcc:heading>181.5</vcc:heading></extensions>", "hdg_mag", 181.5),
        ("<extensions><vcc:heel>-12</vcc:heel><vcc:pitch>2.5</vcc:pitch></extensions>", "pitch", 2.5),
        ("<extensions><ws:data><ws:heart_rate>131</ws:heart_rate></ws:data></extensions>", "hr", 131.0),
        (
            "<extensions><gpxdata:hr>131</gpxdata:hr><gpxdata:distance>5</gpxdata:distance></extensions>",
            "hr",
            131.0,
        ),
        ("<extensions><heartrate>131</heartrate></extensions>", "hr", 131.0),
        ("<extensions><acme:MastBend>4.5</acme:MastBend></extensions>", "mastbend", 4.5),
    ] {
        let recording = read(gpx(&point(1, inside)).as_bytes()).unwrap();
        assert_eq!(values(&recording, channel), [value], "{inside}");
    }
}

#[test]
fn a_file_ending_after_an_incomplete_instruction_is_the_same_in_pieces() {
    let point = |s: u32| format!("<trkpt lat=\"45\" lon=\"13\"><time>2025-06-21T11:18:{s}Z</time></trkpt>");
    let text = format!("<gpx><trk><trkseg>{}{}<part><?an instruction?> ", point(34), point(35));
    let whole = crate::read::read("a.gpx", text.as_bytes()).unwrap();
    for cut in text.len() - 24..text.len() {
        let mut reading = crate::read::Reading::eager(64);
        reading.push(&text.as_bytes()[..cut]);
        reading.push(&text.as_bytes()[cut..]);
        assert_eq!(format!("{:?}", reading.finish().unwrap()), format!("{whole:?}"), "cut at {cut}");
    }
}

#[test]
fn times_and_numbers_in_character_data_are_read() {
    let plain = read(gpx(&point(7, "<ele>1.5</ele><speed>4.5</speed>")).as_bytes()).unwrap();
    let text = gpx(&point(7, "<ele><![CDATA[1.5]]></ele><speed><!-- m/s --> 4.5</speed>"))
        .replace("<time>", "<time>\n<![CDATA[")
        .replace("</time>", "]]> </time>");
    assert_eq!(read(text.as_bytes()).unwrap().columns, plain.columns);
    for cut in 0..text.len() {
        let mut reading = crate::read::Reading::eager(64);
        reading.push(&text.as_bytes()[..cut]);
        reading.push(&text.as_bytes()[cut..]);
        assert_eq!(reading.finish().map(|r| r.columns), Ok(plain.columns.clone()), "cut at {cut}");
    }
}

#[test]
fn elements_of_other_namespaces_in_extensions_are_no_points_and_no_segments() {
    let plain = read(gpx(&points(0..4)).as_bytes()).unwrap();
    for inside in [
        "<x:trkpt xmlns:x=\"urn:x\" lat=\"1\" lon=\"2\"><x:time>2001-01-01T00:00:00Z</x:time></x:trkpt>",
        "<x:data><x:trkseg><x:trkpt/></x:trkseg><x:time>2001-01-01T00:00:00Z</x:time></x:data>",
        "<trkpt xmlns=\"urn:x\" lat=\"1\" lon=\"2\"></trkpt>",
    ] {
        let foreign = format!("<extensions>{inside}</extensions>");
        let behind: String = (0..4).map(|second| point(second, &foreign)).collect();
        let before: String =
            (0..4).map(|second| point(second, "").replace("<time>", &format!("{foreign}<time>"))).collect();
        let of_file = format!("</trkseg></trk>{foreign}<trk><trkseg>{}", points(0..4));
        for text in [behind, before, of_file] {
            let recording = read(gpx(&text).as_bytes()).unwrap();
            assert_eq!(recording.columns.lat_deg, plain.columns.lat_deg, "{text}");
            assert_eq!(recording.columns.time_ms, plain.columns.time_ms, "{text}");
            assert_eq!((recording.breaks, recording.damage.losses.len()), (vec![], 0), "{text}");
        }
    }
}

#[test]
fn a_point_after_extensions_that_were_not_closed_is_read() {
    let torn =
        format!("{}<trkpt lat=\"45.6\" lon=\"13.2\"><extensions><x:hr>12{}", points(0..3), points(5..8));
    let recording = read(gpx(&torn).as_bytes()).unwrap();
    assert_eq!((recording.columns.len(), recording.damage.expected), (6, Some(7)));
    let time = "<extensions><x:time>2025-06-21T11:18:00Z</x:time></extensions>";
    let in_extensions = gpx(&format!("<trkpt lat=\"45.6\" lon=\"13.2\">{time}</trkpt>"));
    assert_eq!(read(in_extensions.as_bytes()).unwrap().columns.len(), 1);
}
