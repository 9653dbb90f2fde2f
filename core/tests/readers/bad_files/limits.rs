//! Files at every limit and one beyond it.

use leebow_engine::config::limits;
use leebow_engine::read::read;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, compress_to_output, create_comp_flags_from_zip_params,
};

use super::{check, with};
use crate::mutated::random::Random;
use crate::samples::{ZipMethod, fit_tight, gpx, gz_of, nmea, sentence, vakaros, zip_of};

#[test]
fn files_at_a_limit_are_read_and_files_beyond_it_are_not() {
    let nested = |depth: usize| {
        // gpx, trk, trkseg and trkpt are four levels.
        let (open, close) = ("<a>".repeat(depth - 4), "</a>".repeat(depth - 4));
        format!(
            "<gpx><trk><trkseg><trkpt lat=\"45\" lon=\"13\"><time>2026-06-13T14:00:00Z</time></trkpt>\
             <trkpt lat=\"45\" lon=\"13\"><time>2026-06-13T14:00:01Z</time>{open}{close}</trkpt></trkseg></trk></gpx>"
        )
        .into_bytes()
    };
    let attributes = |n: usize| {
        let many: String = (0..n - 2).map(|i| format!(" a{i}=\"1\"")).collect();
        format!(
            "<gpx><trk><trkseg><trkpt{many} lat=\"45\" lon=\"13\"><time>2026-06-13T14:00:00Z</time></trkpt></trkseg></trk></gpx>"
        )
        .into_bytes()
    };
    let tag = |n: usize| {
        let name = "<type a=\"";
        let filler = "x".repeat(n - name.len() - 2);
        with(&gpx(2), "<type>", &format!("{name}{filler}\">"))
    };
    // `$`, the tag, the checksum and the carriage return take ten bytes.
    let line = |n: usize| (nmea(3) + &sentence(&format!("PXXX,{}", "x".repeat(n - 10)))).into_bytes();
    let row = |n: usize| {
        let row = "2026-06-13T14:00:09+0000,45.5,13.25,9,1,2,3,";
        format!("{}{row}{}\n", vakaros(1), "4".repeat(n - row.len())).into_bytes()
    };
    let columns = |n: usize| {
        let names: String = (0..n - 3).map(|i| format!("c{i},")).collect();
        let cells = "1,".repeat(n - 3);
        format!("time,lat,{names}lon\n1781359200,45.5,{cells}13.25\n").into_bytes()
    };
    check(&[
        ("depth", nested(limits::XML_DEPTH), "2"),
        ("depth + 1", nested(limits::XML_DEPTH + 1), "1 - limit"),
        ("attributes", attributes(limits::XML_ATTRIBUTES), "1"),
        ("attributes + 1", attributes(limits::XML_ATTRIBUTES + 1), "! no_positions"),
        ("tag", tag(limits::XML_TAG_BYTES), "2"),
        ("tag + 1", tag(limits::XML_TAG_BYTES + 1), "2 - malformed"),
        ("line", line(limits::NMEA_LINE_BYTES), "3"),
        ("line + 1", line(limits::NMEA_LINE_BYTES + 1), "3 - limit"),
        ("row", row(limits::CSV_ROW_BYTES), "2"),
        ("row + 1", row(limits::CSV_ROW_BYTES + 1), "1 - limit"),
        ("columns", columns(limits::CSV_COLUMNS), "1"),
        ("columns + 1", columns(limits::CSV_COLUMNS + 1), "! unknown_format"),
        ("a file of 100 MB", vec![b' '; limits::FILE_BYTES], "! unknown_format"),
        ("a file of 100 MB + 1", vec![b' '; limits::FILE_BYTES + 1], "! too_large"),
    ]);
}

#[test]
fn five_million_points_are_read_and_one_more_is_too_many() {
    let whole = read("file", &fit_tight(limits::POINTS as u32)).unwrap();
    assert_eq!((whole.columns.len(), whole.damage.losses.len()), (limits::POINTS, 0));
    drop(whole);
    let error = read("file", &fit_tight(limits::POINTS as u32 + 1)).unwrap_err();
    assert_eq!(error.kind.id(), "too_large");
}

/// A deflate stream of random bytes followed by this many spaces, and its contents.
fn packed(noise: usize, spaces: usize) -> (Vec<u8>, Vec<u8>) {
    let mut random = Random::of(7);
    let noise: Vec<u8> = (0..noise).map(|_| random.bits_48() as u8).collect();
    let content = [gpx(2).into_bytes(), b"<!--".to_vec(), noise, vec![b' '; spaces]].concat();
    (compress_to_vec(&content, 6), content)
}

#[test]
fn an_archive_at_the_ratio_is_opened_and_one_byte_beyond_it_is_refused() {
    // As many spaces as make it a hundred to one: each makes the archive longer by a thousandth.
    let exact = |noise: usize| {
        let mut spaces = 0;
        for _ in 0..12 {
            let (body, content) = packed(noise, spaces);
            let wanted = body.len() * limits::ARCHIVE_RATIO;
            if wanted == content.len() && packed(noise, spaces + 1).0.len() == body.len() {
                return Some(spaces);
            }
            spaces = (spaces + wanted).saturating_sub(content.len());
        }
        None
    };
    let (noise, spaces) = (20_000..20_050).find_map(|noise| Some((noise, exact(noise)?))).unwrap();
    // The zip's checksum is not that of the file.
    for (more, in_gz, in_zip) in [(0, "2", "2 - checksum"), (1, "! too_large", "! too_large")] {
        let (body, content) = packed(noise, spaces + more);
        assert_eq!(content.len(), body.len() * limits::ARCHIVE_RATIO + more);
        let zip = zip_of(&[("a.gpx", 0, content.len(), body.clone())], ZipMethod::Packed);
        check(&[("gz", gz_of(&body, &content), in_gz), ("zip", zip, in_zip)]);
    }
}

/// A megabyte compressed eighty to one, as a part of a deflate stream that others may follow.
fn packed_megabyte() -> Vec<u8> {
    let (_, content) = packed(12_500, 1024 * 1024);
    let mut packer = CompressorOxide::new(create_comp_flags_from_zip_params(6, -15, 0));
    let mut body = Vec::new();
    compress_to_output(&mut packer, &content[..1024 * 1024], TDEFLFlush::Full, |part| {
        body.extend_from_slice(part);
        true
    });
    body
}

#[test]
fn an_archive_with_the_most_bytes_is_opened_and_one_byte_more_is_refused() {
    let megabyte = packed_megabyte();
    let track = gpx(2).into_bytes();
    // The last part of a stream, with nothing in it or with these bytes as they are.
    let end = |bytes: &[u8]| {
        let length = bytes.len() as u16;
        [&[1][..], &length.to_le_bytes(), &(!length).to_le_bytes(), bytes].concat()
    };
    let filler = |megabytes: usize, last: &[u8]| {
        let body = [megabyte.repeat(megabytes), end(last)].concat();
        ("filler.bin", 0, megabytes * 1024 * 1024 + last.len(), body)
    };
    for (more, outcome) in [(0, "2 - checksum ~"), (1, "! too_large")] {
        let rest = vec![b' '; 60_000 - track.len() + more];
        let others = vec![b' '; 1024 * 1024 - 60_000 * 17];
        let mut files = vec![("a.gpx", 0, track.len(), end(&track)), filler(255, &rest), filler(0, &others)];
        files.extend((0..16).map(|_| filler(0, &[b' '; 60_000])));
        let length: usize = files.iter().map(|(_, _, length, _)| length).sum();
        assert_eq!(length, limits::ARCHIVE_BYTES + more);
        check(&[("all that may come out", zip_of(&files, ZipMethod::Packed), outcome)]);
    }
}

/// Every limit with its description in `docs/limits.md`.
const DOCUMENTED: [(&str, usize, &str); 13] = [
    (
        "FILE_BYTES",
        limits::FILE_BYTES,
        "bytes of a file; larger ones are refused, in pieces as soon as the limit is exceeded",
    ),
    ("POINTS", limits::POINTS, "points of a recording; larger ones are refused"),
    ("CHANNELS", limits::CHANNELS, "channels beside time and position; further ones are left out"),
    (
        "EVENTS",
        limits::EVENTS,
        "button presses and timer events of a VKX or VTK; further ones are left out and reported",
    ),
    ("ARCHIVE_BYTES", limits::ARCHIVE_BYTES, "bytes of an archive's contents; larger ones are refused"),
    (
        "ARCHIVE_RATIO",
        limits::ARCHIVE_RATIO,
        "bytes of contents for one byte of an archive, from 1 MB on; higher ratios are refused",
    ),
    ("ARCHIVE_ENTRIES", limits::ARCHIVE_ENTRIES, "files in an archive; larger ones are refused"),
    (
        "XML_DEPTH",
        limits::XML_DEPTH,
        "nested elements of a GPX; reading ends at a deeper one, which is reported",
    ),
    ("XML_ATTRIBUTES", limits::XML_ATTRIBUTES, "attributes of a tag; further ones are ignored"),
    ("XML_TAG_BYTES", limits::XML_TAG_BYTES, "bytes of a tag; a longer one is skipped and reported"),
    (
        "NMEA_LINE_BYTES",
        limits::NMEA_LINE_BYTES,
        "bytes of a line of a log; a longer one is skipped and reported",
    ),
    ("CSV_COLUMNS", limits::CSV_COLUMNS, "columns of a table; further ones are ignored"),
    ("CSV_ROW_BYTES", limits::CSV_ROW_BYTES, "bytes of a row; a longer one is skipped and reported"),
];

#[test]
fn every_limit_is_in_the_docs_with_its_value() {
    let source = include_str!("../../../engine/src/config.rs");
    let module = &source[source.find("pub mod limits").unwrap()..];
    let module = &module[..module.find("\n}").unwrap()];
    assert_eq!(module.matches("pub const ").count(), DOCUMENTED.len(), "a limit that the docs do not name");
    let docs = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/limits.md")).unwrap();
    for (name, value, what) in DOCUMENTED {
        assert!(module.contains(&format!("pub const {name}:")), "{name}");
        let line = format!("| `{name}` | {} | {what} |", grouped(value));
        assert!(docs.contains(&line), "docs/limits.md lacks: {line}");
    }
}

/// 5000000 as 5 000 000.
fn grouped(value: usize) -> String {
    let digits = value.to_string();
    let place = |(i, c): (usize, char)| {
        if i > 0 && (digits.len() - i).is_multiple_of(3) { format!(" {c}") } else { c.to_string() }
    };
    digits.chars().enumerate().map(place).collect()
}
