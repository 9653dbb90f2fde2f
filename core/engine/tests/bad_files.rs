//! Bad files by intent: each with what is expected of it written beside it.
//! `n` means that n points are kept without a loss, `n - kind` that a loss of that kind is told, `! id` an error.
#![allow(clippy::unwrap_used, clippy::panic)]

mod samples;

use leebow_engine::config::limits;
use leebow_engine::read::read;
use samples::{expedition, fit, gpx, nmea, sentence, table, vakaros, velocitek, vkx, vtk};

/// What became of a file, as the tables below write it.
fn outcome(bytes: &[u8]) -> String {
    match read("file", bytes) {
        Err(error) => format!("! {}", error.kind.id()),
        Ok(recording) => {
            let mut kinds: Vec<String> =
                recording.damage.losses.iter().map(|l| format!("{:?}", l.kind).to_lowercase()).collect();
            kinds.dedup();
            let told = if kinds.is_empty() { String::new() } else { format!(" - {}", kinds.join(" ")) };
            format!("{}{told}", recording.columns.len())
        }
    }
}

fn check(cases: &[(&str, Vec<u8>, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .map(|(what, bytes, expected)| (what, outcome(bytes), expected))
        .filter(|(_, got, expected)| got != *expected)
        .map(|(what, got, expected)| format!("{what}: expected \"{expected}\", got \"{got}\""))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `text` with the first `from` replaced.
fn with(text: &str, from: &str, to: &str) -> Vec<u8> {
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1).into_bytes()
}

/// `bytes` with those at `at` replaced.
fn patched(mut bytes: Vec<u8>, at: usize, new: &[u8]) -> Vec<u8> {
    bytes[at..at + new.len()].copy_from_slice(new);
    bytes
}

#[test]
fn files_that_are_no_recordings() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01".to_vec();
    check(&[
        ("nothing", vec![], "! empty_file"),
        ("one zero", vec![0], "! unknown_format"),
        ("zeros", vec![0; 5000], "! unknown_format"),
        ("ones", vec![0xFF; 5000], "! unknown_format"),
        ("spaces", vec![b' '; 500], "! unknown_format"),
        ("line feeds", vec![b'\n'; 500], "! unknown_format"),
        ("a picture", png, "! unknown_format"),
        ("prose", b"We sailed well, and then the wind died.\n".to_vec(), "! unknown_format"),
        ("html", b"<!doctype html><html><body>404</body></html>".to_vec(), "! unknown_format"),
        ("kml", b"<?xml version=\"1.0\"?><kml><Document/></kml>".to_vec(), "! unknown_format"),
        (
            "tcx",
            b"<TrainingCenterDatabase><Activities/></TrainingCenterDatabase>".to_vec(),
            "! unknown_format",
        ),
        ("json", b"{\"lat\":45.5,\"lon\":13.2}".to_vec(), "! unknown_format"),
        ("a mark of byte order alone", vec![0xEF, 0xBB, 0xBF], "! unknown_format"),
        ("utf-16 mark alone", vec![0xFF, 0xFE], "! unknown_format"),
        ("a table of results", b"Place,Sail,Points\n1,ITA 1,3\n".to_vec(), "! unknown_format"),
        ("a table without names", b"1,2,3\n4,5,6\n".to_vec(), "! unknown_format"),
        ("names alone of no track", b"a;b;c".to_vec(), "! unknown_format"),
        ("a zip's magic alone", b"PK\x03\x04".to_vec(), "! unreadable"),
        ("a gzip's magic alone", vec![0x1F, 0x8B, 8], "! unreadable"),
        ("an empty zip", [&b"PK\x05\x06"[..], &[0; 18]].concat(), "! unknown_format"),
    ]);
}

#[test]
fn broken_fit() {
    let good = fit(10, false);
    // 14 bytes of header, the file's id, the developer's field, the record's definition.
    let body = good.len() - 16;
    let (record, first) = (20, good.len() - 2 - 25 - 10 * 20 - 14);
    let nth = |n: usize| first + n * record;
    let mut never_closed = patched(good.clone(), 4, &[0; 4]);
    never_closed.truncate(good.len() - 2);
    let mut chained_half = good.clone();
    chained_half.extend(&good[..good.len() / 2]);
    let mut junk_behind = good.clone();
    junk_behind.extend(b"hello, junk");
    let mut zeros_behind = good.clone();
    zeros_behind.extend([0; 64]);
    check(&[
        ("good", good.clone(), "10"),
        ("good, big-endian", fit(10, true), "10"),
        ("wrong checksum", patched(good.clone(), good.len() - 2, &[1, 2]), "10 - checksum"),
        ("wrong header checksum", patched(good.clone(), 12, &[1, 2]), "10 - checksum"),
        ("no header checksum", patched(good.clone(), 12, &[0, 0]), "10 - checksum"),
        ("header of 13", patched(good.clone(), 0, &[13]), "10 - malformed checksum"),
        ("header of 255", patched(good.clone(), 0, &[255]), "10 - malformed checksum"),
        (
            "length too long",
            patched(good.clone(), 4, &(body as u32 + 1000).to_le_bytes()),
            "10 - checksum truncated",
        ),
        ("never closed", never_closed, "10 - checksum malformed truncated"),
        ("no checksum at the end", good[..good.len() - 2].to_vec(), "10 - truncated"),
        ("half a checksum", good[..good.len() - 1].to_vec(), "10 - truncated"),
        ("header alone", good[..14].to_vec(), "! no_positions"),
        ("twelve bytes", good[..12].to_vec(), "! no_positions"),
        ("junk behind", junk_behind, "10 - malformed"),
        ("zeros behind", zeros_behind, "10"),
        ("a second file cut off", chained_half, "13 - truncated"),
        (
            "an absurd time in the middle",
            patched(good.clone(), nth(3) + 1, &[1, 2, 3, 4]),
            "9 - notime checksum",
        ),
        ("no time in the middle", patched(good.clone(), nth(3) + 1, &[0xFF; 4]), "9 - notime checksum"),
        (
            "no position in the middle",
            patched(good.clone(), nth(3) + 5, &[0xFF, 0xFF, 0xFF, 0x7F]),
            "9 - noposition checksum",
        ),
        ("off the globe", patched(good.clone(), nth(3) + 5, &[0, 0, 0, 0x7F]), "9 - noposition checksum"),
        ("a record's header is another's", patched(good.clone(), nth(3), &[7]), "9 - malformed checksum"),
        ("noise in place of a record", patched(good.clone(), nth(3), &[0xEE; 20]), "9 - malformed checksum"),
        (
            "noise in place of three records",
            patched(good.clone(), nth(3), &[0xEE; 60]),
            "7 - malformed checksum",
        ),
        ("the first record is noise", patched(good.clone(), nth(0), &[0xEE; 20]), "9 - malformed checksum"),
    ]);
}

#[test]
fn broken_gpx() {
    let good = gpx(10);
    let bare = |points: &str| format!("<gpx><trk><trkseg>{points}</trkseg></trk></gpx>").into_bytes();
    let timed = "<trkpt lat=\"45\" lon=\"13\"><time>2026-06-13T14:00:00Z</time></trkpt>";
    let at = |position: &str| bare(&timed.replace("lat=\"45\" lon=\"13\"", position));
    let when = |time: &str| bare(&timed.replace("2026-06-13T14:00:00Z", time));
    check(&[
        ("good", good.clone().into_bytes(), "10"),
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
        ("decimal comma", at("lat=\"45,5\" lon=\"13\""), "! no_positions"),
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
    ]);
}

#[test]
fn broken_tables() {
    let good = vakaros(10);
    let row = "2026-06-13T14:00:03.049+0000";
    check(&[
        ("good", good.clone().into_bytes(), "10"),
        ("velocitek", velocitek(10).into_bytes(), "10"),
        ("semicolons", table(10).into_bytes(), "10"),
        ("carriage returns", good.replace('\n', "\r\n").into_bytes(), "10"),
        ("a mark before the names", format!("\u{feff}{good}").into_bytes(), "10"),
        ("quotes around names", with(&good, "timestamp,latitude", "\"timestamp\",\"latitude\""), "10"),
        (
            "names in capitals",
            with(&good, "timestamp,latitude,longitude", "Timestamp,LATITUDE,Longitude"),
            "10",
        ),
        ("lines before the names", format!("Exported\n\n{good}").into_bytes(), "10"),
        ("names alone", with(&vakaros(0), ",,,,,,,\n", ""), "! no_positions"),
        ("names and nothing more", b"timestamp,latitude,longitude,sog_kts".to_vec(), "! no_positions"),
        ("no time in a row", with(&good, row, ""), "9 - notime"),
        ("a time of words", with(&good, row, "noon"), "9 - notime"),
        ("the 31st of June", with(&good, row, "2026-06-31T14:00:03.049+0000"), "9 - notime"),
        ("no zone", with(&good, row, "2026-06-13T14:00:03.049"), "10"),
        ("latitude of words", with(&good, "45.500135000", "north"), "9 - noposition"),
        ("latitude of 100", with(&good, "45.500135000", "100"), "9 - noposition"),
        ("latitude missing", with(&good, "45.500135000", ""), "9 - noposition"),
        ("neither time nor place", with(&good, &format!("{row},45.500135000"), "x,y"), "9 - malformed"),
        ("speed of words", with(&good, "9.7", "fast"), "10"),
        ("a row of one cell", with(&good, row, &format!("END OF PAGE\n{row}")), "10 - malformed"),
        (
            "the names again",
            good.replace(row, &format!("timestamp,latitude,longitude,sog_kts\n{row}")).into_bytes(),
            "10 - malformed",
        ),
        ("cut in a row", good.as_bytes()[..good.len() - 30].to_vec(), "9 - truncated"),
        ("no line feed at the end", good.trim_end_matches([',', '\n']).as_bytes().to_vec(), "10"),
        ("a row of 70 kB", with(&good, row, &format!("{}\n{row}", "1,".repeat(35_000))), "10 - limit"),
        ("three hundred columns", with(&good, "trim", &format!("trim{}", ",x".repeat(300))), "10"),
        ("latitude twice", with(&good, "trim", "latitude"), "10"),
        ("times stand still", good.replace(row, "2026-06-13T14:00:02.049+0000").into_bytes(), "10"),
        ("times go back", good.replace(row, "2026-06-13T13:00:02.049+0000").into_bytes(), "10"),
        ("a quote without end", with(&good, "45.500135000", "\"45.500135000"), "9 - noposition"),
        ("zeros in a row", with(&good, row, "\0\0\0\0"), "9 - notime"),
        ("utf-16", good.encode_utf16().flat_map(u16::to_le_bytes).collect(), "10"),
    ]);
}

#[test]
fn broken_expedition() {
    let good = expedition(10);
    check(&[
        ("good", good.clone().into_bytes(), "10"),
        ("no numbers", with(&good, "!boat,0,1,3,48,49,51\r\n", ""), "! no_positions"),
        ("numbers of words", with(&good, "!boat,0,1,3,48,49,51", "!boat,a,b,c"), "! no_positions"),
        ("an absurd number", with(&good, "48,49,51\r\n", "48,49,99999999999\r\n"), "10"),
        ("an odd number of cells", with(&good, "51,9.7", "51"), "10"),
        ("another boat's row", with(&good, "!v12.5.1\r\n", "!v12.5.1\r\n7,x\r\n"), "10 - malformed"),
        ("a time of words", with(&good, "\r\n0,", "\r\n0,now,1,"), "9 - notime"),
        ("cut in a row", good.as_bytes()[..good.len() - 9].to_vec(), "9 - truncated"),
    ]);
}

#[test]
fn broken_logs() {
    let good = nmea(10);
    let first = good.lines().next().unwrap().to_string();
    let rmc = |body: &str| (sentence(body) + &nmea(3)).into_bytes();
    check(&[
        ("good", good.clone().into_bytes(), "10"),
        ("line feeds alone", good.replace('\r', "").into_bytes(), "10"),
        ("a wrong checksum", with(&good, "WIMWV,40.0", "WIMWV,41.0"), "10 - checksum"),
        (
            "no checksums",
            good.lines()
                .map(|l| l.split('*').next().unwrap().to_string() + "\n")
                .collect::<String>()
                .into_bytes(),
            "10",
        ),
        (
            "small letters in a checksum",
            good.to_lowercase().replace("$gp", "$GP").into_bytes(),
            "! no_positions",
        ),
        ("torn in two", with(&good, "WIMWV,40.0", "WIM\r\nWV,40.0"), "10 - malformed"),
        (
            "torn by the next",
            with(&good, "WIMWV,40.0,R,20.0,N,A", "WIMWV,40.0$IIHDG"),
            "10 - malformed checksum",
        ),
        ("junk between", with(&good, "$WIMWV", "*** disk full ***\r\n$WIMWV"), "10 - malformed"),
        ("zeros between", with(&good, "$WIMWV", "\0\0\0\0\r\n$WIMWV"), "10 - malformed"),
        ("a line of 2 kB", with(&good, "$WIMWV", &format!("{}\r\n$WIMWV", "x".repeat(2000))), "10 - limit"),
        ("cut in a sentence", good.as_bytes()[..good.len() - 8].to_vec(), "10 - truncated"),
        ("void", rmc("GPRMC,135959,V,,,,,,,130626,,"), "3"),
        ("the date of a cold start", rmc("GPRMC,135959,A,4530.0,N,01315.0,E,5,1,060180,,"), "4"),
        ("an absurd date", rmc("GPRMC,135959,A,4530.0,N,01315.0,E,5,1,991399,,"), "4"),
        ("an absurd clock", rmc("GPRMC,256199,A,4530.0,N,01315.0,E,5,1,130626,,"), "3 - notime"),
        ("latitude of 99 minutes", rmc("GPRMC,135959,A,4599.0,N,01315.0,E,5,1,130626,,"), "4"),
        ("no hemisphere", rmc("GPRMC,135959,A,4530.0,,01315.0,E,5,1,130626,,"), "4"),
        (
            "a hundred fields",
            rmc(&format!("GPRMC,135959,A,4530.0,N,01315.0,E,5,1,130626,,{}", ",".repeat(100))),
            "4",
        ),
        (
            "ships of others",
            ("!AIVDM,1,1,,B,13aGua?P00PHfERNFruh0?vN289E,0*35\r\n".to_string() + &nmea(3)).into_bytes(),
            "3",
        ),
        ("a maker's own", (sentence("PGRME,15.0,M,45.0,M,25.0,M") + &nmea(3)).into_bytes(), "3"),
        ("wind alone", sentence("WIMWV,40.0,R,20.0,N,A").into_bytes(), "! no_times"),
        ("wind of words", with(&nmea(3), &first, &(sentence("WIMWV,abc,R,xyz,N,A") + &first)), "3 - notime"),
        ("a tag of noise", ("$$$$\r\n".to_string() + &nmea(3)).into_bytes(), "3 - malformed"),
        ("a dollar at the end", (nmea(3) + "$").into_bytes(), "3 - truncated"),
    ]);
}

#[test]
fn broken_binary_logs() {
    let (good, native) = (vkx(10), vtk(10));
    let point = native.len() / 10;
    let row = |n: usize| 8 + n * 45 + if n > 7 { 17 } else { 0 };
    let mut noise = good.clone();
    noise.splice(row(4)..row(4), [0x66; 31]);
    let mut unknown = native.clone();
    unknown.splice(point..point, [3, 0, 0x98, 0x06, 0x01]);
    check(&[
        ("good vkx", good.clone(), "10"),
        ("good vtk", native.clone(), "10"),
        ("vkx: page header alone", good[..8].to_vec(), "! unknown_format"),
        ("vkx: noise between rows", noise, "10 - malformed"),
        ("vkx: an absurd time", patched(good.clone(), row(4) + 8, &[0x7F]), "9 - notime"),
        (
            "vkx: off the globe",
            patched(good.clone(), row(4) + 9, &[0xFF, 0xFF, 0xFF, 0x7F]),
            "9 - noposition",
        ),
        ("vkx: no attitude", patched(good.clone(), row(4) + 29, &[0; 16]), "10"),
        ("vkx: a speed that is no number", patched(good.clone(), row(4) + 17, &[0xFF; 4]), "10"),
        ("vkx: a key nobody knows", patched(good.clone(), row(4), &[0x99]), "9 - malformed"),
        ("vkx: cut", good[..good.len() - 5].to_vec(), "9 - truncated"),
        ("vtk: a field nobody knows", unknown, "10"),
        ("vtk: a length that is none", patched(native.clone(), 3 * point, &[0xFF, 0xFF]), "9 - malformed"),
        (
            "vtk: a point of noise",
            patched(native.clone(), 3 * point + 2, &vec![0xFF; point - 2]),
            "9 - malformed",
        ),
        ("vtk: cut", native[..native.len() - 5].to_vec(), "9 - truncated"),
    ]);
}

#[test]
fn limits_hold_at_their_number_and_one_beyond() {
    let nested = |depth: usize| {
        // gpx, trk, trkseg and trkpt are four of them.
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
        let filler = "x".repeat(n - name.len() - 1);
        with(&gpx(2), "<type>", &format!("{name}{filler}\">"))
    };
    // The mark, the tag, the checksum and the carriage return are ten of them.
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
        ("tag + 1", tag(limits::XML_TAG_BYTES + 1000), "2 - malformed"),
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
