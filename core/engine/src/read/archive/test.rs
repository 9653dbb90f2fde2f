//! Archives built in memory.

use super::*;
use crate::read;
use crate::samples::{ZipMethod, gz, zip, zip_in};

const GPX: &str = "<gpx><trk><trkseg><trkpt lat=\"45\" lon=\"13\"><time>2025-06-21T11:18:34Z</time></trkpt>\
                   <trkpt lat=\"45.1\" lon=\"13\"><time>2025-06-21T11:18:35Z</time></trkpt></trkseg></trk></gpx>";

#[test]
fn the_zip_export_of_a_watch_is_opened() {
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
    let found = &recording.damage.lacks[0];
    assert_eq!(
        found,
        "The archive holds more than one recording and one.gpx is shown; unpack the archive to open two.gpx."
    );
}

#[test]
fn an_incomplete_archive_gives_what_can_be_unpacked() {
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
        let found: Vec<LossKind> = recording.damage.losses.iter().map(|loss| loss.kind).collect();
        assert_eq!(found, [LossKind::Truncated]);
        assert!(recording.damage.lacks[0].starts_with("The archive is incomplete"));
    }
}

#[test]
fn a_wrong_checksum_of_an_archive_is_reported() {
    let mut archive = zip(&[("a.gpx", GPX.as_bytes())], false);
    let digit = archive.iter().position(|b| *b == b'5').unwrap();
    archive[digit] = b'6';
    let recording = read::read("a.zip", &archive).unwrap();
    let found = &recording.damage.losses[0];
    assert_eq!((found.kind, found.reason.contains("checksum")), (LossKind::Checksum, true));
}

#[test]
fn archives_over_the_limits_and_nested_archives_are_refused() {
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

#[test]
fn a_zip_of_every_method_of_writing_is_opened() {
    let plain = read::read("a.gpx", GPX.as_bytes()).unwrap();
    // Bytes of a file that equal the signature of a descriptor.
    let lookalike = b"notes PK\x07\x08 and PK\x03\x04 more notes";
    for way in ZipMethod::ALL {
        let archive = zip_in(&[("read.me", lookalike), ("17/", b""), ("17/a.gpx", GPX.as_bytes())], way);
        assert_eq!(read::sniff(&archive), Some(Format::Gpx), "{way:?}");
        assert_eq!(read::read("a.zip", &archive).unwrap(), plain, "{way:?}");
    }
}

#[test]
fn the_members_of_a_gzip_file_are_one_file() {
    let plain = read::read("a.gpx", GPX.as_bytes()).unwrap();
    let (half, other) = GPX.as_bytes().split_at(GPX.len() / 2);
    let archive = [gz(half), gz(b""), gz(other)].concat();
    assert_eq!(read::read("a.gz", &archive).unwrap(), plain);
    // Tapes are filled up with zeros.
    assert_eq!(read::read("a.gz", &[archive, vec![0; 500]].concat()).unwrap(), plain);
}

#[test]
fn files_that_cannot_be_opened_are_named_beside_the_recording() {
    let gpx = GPX.as_bytes();
    let mut archive = zip(
        &[("17/diary.txt", b"We sailed well."), ("a.gpx", gpx), ("b.zip", &zip(&[("b.gpx", gpx)], true))],
        true,
    );
    // The encryption flag of the first file.
    archive[6] |= 1;
    let found = read::read("a.zip", &archive).unwrap().damage.lacks;
    assert_eq!(found[0], "In the archive diary.txt is locked with a password; it was not opened.");
    assert_eq!(found[1], "The archive holds another archive, b.zip; unpack it and open its contents.");
    let alone = read::read("a.zip", &archive[..90]).unwrap_err();
    assert_eq!(
        alone.to_string(),
        "This file could not be read: diary.txt in the archive is locked with a password."
    );
}

#[test]
fn an_archive_in_pieces_gives_the_same_recording() {
    let points: String = (0..400)
        .map(|i| {
            format!(
                "<trkpt lat=\"45.{i:04}\" lon=\"13\"><time>2025-06-21T11:{:02}:{:02}Z</time></trkpt>",
                i / 60,
                i % 60
            )
        })
        .collect();
    let text = format!("<gpx><trk><trkseg>{points}</trkseg></trk></gpx>");
    let files: [(&str, &[u8]); 3] =
        [("read.me", b"hello"), ("a.gpx", text.as_bytes()), ("b.gpx", GPX.as_bytes())];
    let archives =
        ZipMethod::ALL
            .map(|way| zip_in(&files, way))
            .into_iter()
            .chain([[gz(text.as_bytes()), gz(b" ")].concat()]);
    for archive in archives {
        for cut in [archive.len(), archive.len() - 30, archive.len() / 2] {
            let bytes = &archive[..cut];
            let whole = read::read("a", bytes);
            for size in [1, 7, 100, 3000] {
                let mut reading = Reading::eager(512);
                bytes.chunks(size).for_each(|piece| reading.push(piece));
                assert_eq!(format!("{:?}", reading.finish()), format!("{whole:?}"), "in pieces of {size}");
            }
        }
    }
}

#[test]
fn a_recording_that_could_not_be_read_is_named_beside_the_one_that_is_shown() {
    let no_places: &[u8] = b"timestamp,latitude,longitude,sog_kts\n2026-06-13T14:00:03Z,,,5\n";
    let archive = zip(&[("a.csv", no_places), ("b.gpx", GPX.as_bytes()), ("notes.txt", b"x")], true);
    assert_eq!(
        read::read("a.zip", &archive).unwrap().damage.lacks[0],
        "In the archive a.csv could not be read. This file has no positions, so there is no track to show."
    );
}

#[test]
fn a_damaged_recording_after_the_one_that_is_shown_is_named_with_its_damage() {
    let mut archive = zip(&[("a.gpx", GPX.as_bytes()), ("b.gpx", GPX.as_bytes())], false);
    let second = archive.windows(5).position(|w| w == b"b.gpx").unwrap();
    let digit = second + archive[second..].iter().position(|b| *b == b'5').unwrap();
    archive[digit] = b'6';
    let lacks = read::read("a.zip", &archive).unwrap().damage.lacks;
    assert_eq!(lacks[1], "In the archive b.gpx is damaged.", "{lacks:?}");
}

#[test]
fn a_file_named_as_a_recording_that_is_none_is_named_beside_the_one_that_is_shown() {
    let torn: &[u8] = b"\x0e\x10\x5a\x08 torn at its start";
    for files in
        [[("torn.FIT", torn), ("b.gpx", GPX.as_bytes())], [("b.gpx", GPX.as_bytes()), ("torn.FIT", torn)]]
    {
        let others: [(&str, &[u8]); 3] = [("notes.txt", b"x"), ("._b.gpx", torn), ("map.pdf", torn)];
        let archive = zip(&[&files[..], &others].concat(), true);
        let lacks = read::read("a.zip", &archive).unwrap().damage.lacks;
        let sentence = "In the archive torn.FIT could not be read. This is not a track file Leebow can read.";
        let of_archive = lacks.iter().filter(|lack| lack.starts_with("In the archive")).count();
        assert!(of_archive == 1 && lacks[0].starts_with(sentence), "{lacks:?}");
    }
}
