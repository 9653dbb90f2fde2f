//! Archives.

use super::{Case, patched, with};
use leebow_engine::config::limits;

use crate::samples::{ZipMethod, fit_plain, gpx, gz, vakaros, zip, zip_in};

pub fn cases() -> Vec<Case> {
    let track = gpx(10).into_bytes();
    let fit = fit_plain(10, false);
    let plain = zip(&[("a.gpx", &track)], false);
    let packed = zip(&[("a.gpx", &track)], true);
    let gzip = gz(&track);
    let of = |files: &[(&str, &[u8])]| zip(files, true);
    let many = |count: usize| {
        let mut files: Vec<(&str, &[u8])> = vec![("a.txt", b"hello"); count - 1];
        files.push(("a.gpx", &track));
        zip(&files, false)
    };
    let flag = |bytes: &[u8], local: usize, value: u8| {
        // In the file's own header and in the archive's list.
        let list = bytes.windows(4).rposition(|w| w == b"PK\x01\x02").unwrap();
        patched(patched(bytes.to_vec(), local, &[value]), list + local + 2, &[value])
    };
    let many_points = gpx(150).into_bytes();
    let (long, long_gzip) = (zip(&[("a.gpx", &many_points)], true), gz(&many_points));
    let mut twice = gzip.clone();
    twice.extend(gz(&fit));
    let mut junk_behind = gzip.clone();
    junk_behind.extend(b"junk");
    let (first, second) = track.split_at(track.len() / 2);
    let in_parts = [gz(first), gz(second)];
    let streamed = zip_in(&[("a.gpx", &track)], ZipMethod::Streamed);
    let behind = streamed.windows(4).rposition(|w| w == b"PK\x07\x08").unwrap();
    let beside = |files: &[(&str, &[u8])]| zip(files, true);
    let two = zip(&[("a.gpx", &track), ("b.txt", b"hello")], true);
    let second_head = two.windows(4).skip(4).position(|w| w == b"PK\x03\x04").unwrap() + 4;
    let noise_between = [&two[..second_head], &[0xEE; 9][..], &two[second_head..]].concat();
    let no_places = b"timestamp,latitude,longitude,sog_kts\n2026-06-13T14:00:03Z,,,5\n";
    let pair = zip(&[("a.gpx", &track), ("b.gpx", &many_points)], true);
    let in_second = pair.windows(5).position(|w| w == b"b.gpx").unwrap() + 300;
    let track_and_damaged = patched(pair, in_second, &[0xEE; 40]);
    let tape = patched(vec![0; 1024], 257, b"ustar");
    let list = packed.windows(4).rposition(|w| w == b"PK\x01\x02").unwrap();
    vec![
        ("zip: good", packed.clone(), "10"),
        ("zip: good, not packed", plain.clone(), "10"),
        ("gz: good", gzip.clone(), "10"),
        ("zip: a folder alone", of(&[("17/", b"")]), "! unknown_format"),
        (
            "zip: prose alone",
            of(&[("read.me", b"We sailed well, and then the wind died.")]),
            "! unknown_format",
        ),
        ("zip: an empty file", of(&[("a.gpx", b"")]), "! empty_file"),
        ("zip: prose and a track", of(&[("read.me", b"hello"), ("a.gpx", &track)]), "10"),
        (
            "zip: what macos puts beside",
            of(&[("__MACOSX/._a.gpx", b"\0\x05\x16\x07"), ("a.gpx", &track)]),
            "10",
        ),
        ("zip: two recordings", of(&[("a.fit", &fit), ("b.gpx", &track)]), "10 ~"),
        ("zip: a broken recording first", of(&[("a.fit", &fit[..60]), ("b.gpx", &track)]), "1 - truncated ~"),
        (
            "zip: a table without positions and a track",
            of(&[("a.csv", no_places), ("b.gpx", &track)]),
            "10 ~",
        ),
        ("zip: a track and a damaged one", track_and_damaged, "10 - checksum ~"),
        ("zip: bytes before it", [&b"#!/bin/sh\nexec unzip\n"[..], &packed].concat(), "10 - malformed"),
        ("zip: a recording in a zip in it", of(&[("b.zip", &packed)]), "! unreadable"),
        ("zip: a recording in a gz in it", of(&[("a.gpx.gz", &gzip)]), "! unreadable"),
        ("gz: a recording in a gz in it", gz(&gzip), "! unreadable"),
        ("zip: as many files as may be", many(limits::ARCHIVE_ENTRIES), "10"),
        ("zip: one file more", many(limits::ARCHIVE_ENTRIES + 1), "! too_large"),
        ("zip: a path that climbs", of(&[("../../../etc/a.gpx", &track)]), "10"),
        ("zip: a path from the root", of(&[("/etc/a.gpx", &track)]), "10"),
        ("zip: a path of Windows", of(&[("C:\\boats\\a.gpx", &track)]), "10"),
        ("zip: locked with a password", flag(&packed, 6, 1), "! unreadable"),
        ("zip: packed in an unusual way", flag(&packed, 8, 14), "! unreadable"),
        (
            "zip: a wrong checksum in its list",
            patched(packed.clone(), list + 16, &[1, 2, 3, 4]),
            "10 - checksum",
        ),
        ("zip: its list is noise", patched(packed.clone(), list, &[0xEE; 30]), "10 - malformed"),
        ("zip: cut off in its list", packed[..list + 20].to_vec(), "10 - truncated"),
        ("zip: cut off in the file", long[..long.len() / 2].to_vec(), "55 - truncated ~"),
        ("zip: cut off in its header", packed[..20].to_vec(), "! unreadable"),
        ("zip: noise in what is packed", patched(packed.clone(), 120, &[0xEE; 40]), "! unreadable"),
        (
            "zip: what is packed is no track",
            of(&[("a.csv", &with(&vakaros(3), "latitude", "height"))]),
            "! unknown_format",
        ),
        ("gz: cut off", long_gzip[..long_gzip.len() / 2].to_vec(), "51 - truncated ~"),
        ("gz: a wrong checksum", patched(gzip.clone(), gzip.len() - 8, &[1, 2, 3, 4]), "10 - checksum"),
        ("gz: two files of different kinds in a row", twice, "10 - malformed"),
        ("gz: junk behind", junk_behind, "10 - malformed"),
        (
            "gz: a header without end",
            [&[0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3][..], &[b'a'; 50]].concat(),
            "! unreadable",
        ),
        ("gz: nothing packed", gz(b""), "! empty_file"),
        ("gz: in two parts", in_parts.concat(), "10"),
        (
            "gz: in two parts, and zeros up to the end of a tape",
            [in_parts.concat(), vec![0; 512]].concat(),
            "10",
        ),
        (
            "gz: its second part is cut off",
            in_parts.concat()[..in_parts.concat().len() - 60].to_vec(),
            "5 - truncated ~",
        ),
        ("gz: its second part ends in its header", [&gzip[..], &gzip[..7]].concat(), "10 - truncated"),
        ("gz: cut off in its checksum", gzip[..gzip.len() - 3].to_vec(), "10 - truncated"),
        ("gz: a wrong length", patched(gzip.clone(), gzip.len() - 4, &[9, 9, 9]), "10 - checksum"),
        ("zip: written as a stream", zip_in(&[("a.gpx", &track)], ZipMethod::Streamed), "10"),
        (
            "zip: written as a stream, without marks",
            zip_in(&[("a.gpx", &track)], ZipMethod::StreamedBare),
            "10",
        ),
        ("zip: a stream that is not packed", zip_in(&[("a.gpx", &track)], ZipMethod::StoredStream), "10"),
        ("zip: with long lengths", zip_in(&[("a.gpx", &track)], ZipMethod::Long), "10"),
        ("zip: a stream with long lengths", zip_in(&[("a.gpx", &track)], ZipMethod::LongStream), "10"),
        (
            "zip: a stream with a wrong checksum",
            patched(streamed.clone(), behind + 4, &[1, 2, 3, 4]),
            "10 - checksum",
        ),
        ("zip: a stream that is cut off behind the file", streamed[..behind + 7].to_vec(), "10 - truncated"),
        (
            "zip: a file with a password beside a track",
            patched(beside(&[("diary.txt", b"x"), ("a.gpx", &track)]), 6, &[1]),
            "10 ~",
        ),
        ("zip: an archive beside a track", of(&[("b.zip", &packed), ("a.gpx", &track)]), "10 ~"),
        ("zip: noise between its files", noise_between, "10 - malformed"),
        (
            "zip: a wrong checksum in the file's own header",
            patched(packed.clone(), 14, &[1, 2, 3, 4]),
            "10 - checksum",
        ),
        (
            "zip: its file is longer than its header says",
            patched(plain.clone(), 18, &[40, 0, 0, 0]),
            "! unreadable",
        ),
        (
            "zip: its file is longer than the archive",
            patched(packed.clone(), 18, &[0xFF, 0xFF, 0xFF, 0x7F]),
            "10 - truncated",
        ),
        ("zip: empty", zip(&[], true), "! unknown_format"),
        (
            "an archive of another kind (7z)",
            [&b"7z\xBC\xAF\x27\x1C"[..], &[0; 60]].concat(),
            "! unknown_format",
        ),
        ("zip: a tape archive in it", of(&[("a.tar", &tape)]), "! unreadable"),
    ]
}
