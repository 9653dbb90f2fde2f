//! Archives built in memory.

use super::inflate::crc32;
use super::*;
use crate::read;

const GPX: &str = "<gpx><trk><trkseg><trkpt lat=\"45\" lon=\"13\"><time>2025-06-21T11:18:34Z</time></trkpt>\
                   <trkpt lat=\"45.1\" lon=\"13\"><time>2025-06-21T11:18:35Z</time></trkpt></trkseg></trk></gpx>";

/// A zip of these files, packed where that is asked for.
fn zip(files: &[(&str, &[u8])], packed: bool) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let body = if packed { miniz_oxide::deflate::compress_to_vec(content, 6) } else { content.to_vec() };
        let mut head = Vec::new();
        head.extend([20, 0, 0, 0, if packed { 8 } else { 0 }, 0, 0, 0, 0, 0]);
        head.extend(crc32(content).to_le_bytes());
        head.extend((body.len() as u32).to_le_bytes());
        head.extend((content.len() as u32).to_le_bytes());
        head.extend((name.len() as u16).to_le_bytes());
        head.extend([0, 0]);
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(&head);
        directory.extend([0; 10]);
        directory.extend((bytes.len() as u32).to_le_bytes());
        directory.extend(name.as_bytes());
        bytes.extend(b"PK\x03\x04");
        bytes.extend(head);
        bytes.extend(name.as_bytes());
        bytes.extend(body);
    }
    let (at, count) = (bytes.len() as u32, files.len() as u16);
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend(count.to_le_bytes());
    bytes.extend(count.to_le_bytes());
    bytes.extend((directory.len() as u32).to_le_bytes());
    bytes.extend(at.to_le_bytes());
    bytes.extend([0, 0]);
    bytes
}

fn gz(content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3];
    bytes.extend(b"race.gpx\0");
    bytes.extend(miniz_oxide::deflate::compress_to_vec(content, 6));
    bytes.extend(crc32(content).to_le_bytes());
    bytes.extend((content.len() as u32).to_le_bytes());
    bytes
}

#[test]
fn a_watchs_export_is_opened() {
    let plain = read::read("a.gpx", GPX.as_bytes()).unwrap();
    for archive in [
        zip(&[("17/", b""), ("17/activity.gpx", GPX.as_bytes())], true),
        zip(&[("readme.txt", b"hello"), ("activity.gpx", GPX.as_bytes())], false),
        gz(GPX.as_bytes()),
    ] {
        assert_eq!(read::sniff(&archive), Some(Format::Gpx));
        assert_eq!(read::read("a.zip", &archive).unwrap(), plain);
    }
}

#[test]
fn other_recordings_in_the_archive_are_named() {
    let archive = zip(&[("one.gpx", GPX.as_bytes()), ("two.gpx", GPX.as_bytes()), ("notes.txt", b"x")], true);
    let recording = read::read("a.zip", &archive).unwrap();
    let told = recording.damage.lacks.last().unwrap();
    assert_eq!(told, "The archive holds more recordings than the one shown, one.gpx: open two.gpx too.");
}

#[test]
fn a_cut_archive_gives_what_can_be_unpacked() {
    let points: String = (0..5000)
        .map(|i| {
            let clock = format!("{:02}:{:02}:{:02}", i / 3600, i / 60 % 60, i % 60);
            format!("<trkpt lat=\"45.{i:04}\" lon=\"13\"><time>2025-06-21T{clock}Z</time></trkpt>")
        })
        .collect();
    let text = format!("<gpx><trk><trkseg>{points}</trkseg></trk></gpx>");
    for archive in [zip(&[("a.gpx", text.as_bytes())], true), gz(text.as_bytes())] {
        let recording = read::read("a.zip", &archive[..archive.len() / 2]).unwrap();
        assert!((1000..4900).contains(&recording.columns.len()), "{}", recording.columns.len());
        assert!(recording.damage.lacks.iter().any(|lack| lack.contains("cut off")));
    }
}

#[test]
fn a_changed_archive_says_so() {
    let mut archive = zip(&[("a.gpx", GPX.as_bytes())], false);
    let digit = archive.iter().position(|b| *b == b'5').unwrap();
    archive[digit] = b'6';
    let recording = read::read("a.zip", &archive).unwrap();
    assert!(recording.damage.lacks.iter().any(|lack| lack.contains("checksum")));
}

#[test]
fn bombs_nests_and_crowds_are_refused() {
    let bomb = zip(&[("a.gpx", &vec![b' '; 20_000_000])], true);
    assert_eq!(read::read("a.zip", &bomb).unwrap_err().kind.id(), "too_large");
    let nest = zip(&[("inner.zip", &zip(&[("a.gpx", GPX.as_bytes())], true))], true);
    assert_eq!(read::read("a.zip", &nest).unwrap_err().kind.id(), "unreadable");
    let crowd: Vec<(&str, &[u8])> = (0..limits::ARCHIVE_ENTRIES + 1).map(|_| ("x", &b"x"[..])).collect();
    assert_eq!(read::read("a.zip", &zip(&crowd, false)).unwrap_err().kind.id(), "too_large");
    let nearly = zip(&crowd[1..], false);
    assert_eq!(read::read("a.zip", &nearly).unwrap_err().kind.id(), "unknown_format");
}

#[test]
fn an_archive_cut_anywhere_is_read_or_refused() {
    for archive in [zip(&[("a.gpx", GPX.as_bytes())], true), gz(GPX.as_bytes())] {
        for cut in 0..archive.len() {
            let _ = read::read("a.zip", &archive[..cut]);
        }
    }
}
