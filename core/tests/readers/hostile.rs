//! Files built to need much time or memory: the readers stay within the limits of docs/limits.md. Each kind is read at
//! two sizes, so that quadratic growth exceeds the limits.

use leebow_engine::config::limits;
use leebow_engine::read::{Reading, read};

use crate::mutated::random::Random;
use crate::mutated::{ALLOWED_BYTES, ALLOWED_FILE_LENGTHS, ALLOWED_MS, ALLOWED_MS_PER_BYTE, memory};
use crate::processor_time;
use crate::samples::{self, framed};

/// Approximate sizes, bytes.
const SIZES: [usize; 2] = [64 * 1024, 4 * 1024 * 1024];
/// Factor on the time allowed in a build that is not optimised. *Guess*.
const CHECKED_BUILD_FACTOR: f64 = if cfg!(debug_assertions) { 5.0 } else { 1.0 };

/// Reads the file at every size; sentences on the limits it exceeded. For an archive the limits of its contents apply.
fn exceeded(name: &str, file: &dyn Fn(usize) -> Vec<u8>) -> Vec<String> {
    let unpacked = if name.contains("packed") { limits::ARCHIVE_RATIO } else { 1 };
    let mut over = Vec::new();
    for size in SIZES {
        let bytes = file(size);
        let (_, most) = memory::peak_bytes_during(|| read(name, &bytes));
        let allowed = ALLOWED_BYTES + ALLOWED_FILE_LENGTHS * bytes.len() * unpacked;
        if most > allowed {
            over.push(format!("{name}: {most} bytes of memory for {}, allowed are {allowed}", bytes.len()));
        }
        let allowed_ms =
            CHECKED_BUILD_FACTOR * (ALLOWED_MS + ALLOWED_MS_PER_BYTE * (bytes.len() * unpacked) as f64);
        let once = || {
            let start = processor_time::now();
            let _ = std::hint::black_box(read(name, &bytes));
            (processor_time::now() - start).as_secs_f64() * 1e3
        };
        // The shortest of four runs.
        let least_ms = (0..4).map(|_| once()).find(|ms| *ms <= allowed_ms);
        if least_ms.is_none() {
            over.push(format!("{name}: over {allowed_ms:.0} ms for {} bytes", bytes.len()));
        }
    }
    over
}

/// A kind of file: its name, and a function from an approximate size to its bytes.
type Kind<'a> = (&'a str, &'a dyn Fn(usize) -> Vec<u8>);

fn check_all(files: &[Kind]) {
    let over: Vec<String> = files.iter().flat_map(|(name, file)| exceeded(name, *file)).collect();
    assert!(over.is_empty(), "{}", over.join("\n"));
}

fn repeated(piece: &[u8], size: usize) -> Vec<u8> {
    piece.repeat(size / piece.len() + 1)
}

/// The body of a FIT: a definition of these fields, then records by `record` up to `size` bytes.
fn records(fields: &[[u8; 3]], size: usize, record: impl Fn(u32) -> Vec<u8>) -> Vec<u8> {
    let mut body = vec![0x40, 0, 0, 20, 0, fields.len() as u8];
    body.extend(fields.iter().flatten());
    let mut s = 0;
    while body.len() < size {
        body.extend(record(s));
        s += 1;
    }
    body
}

const FIRST_S: u32 = 1_150_293_600;

fn plain_record(s: u32) -> Vec<u8> {
    [&[0][..], &(FIRST_S + s).to_le_bytes(), &500_000_000i32.to_le_bytes(), &100_000_000i32.to_le_bytes()]
        .concat()
}

const PLAIN: [[u8; 3]; 3] = [[253, 4, 0x86], [0, 4, 0x85], [1, 4, 0x85]];

#[test]
fn a_hostile_fit_stays_within_the_limits() {
    // A record is nine bytes: one of header with five bits of time, eight of position.
    let tight = |size: usize| {
        let mut body = records(&PLAIN, 20, plain_record);
        body.extend([0x41, 0, 0, 20, 0, 2, 0, 4, 0x85, 1, 4, 0x85]);
        for s in 1..size as u32 / 9 {
            body.push(0x80 | 1 << 5 | ((FIRST_S + s) & 0x1F) as u8);
            body.extend([500_000_000i32.to_le_bytes(), 100_000_000i32.to_le_bytes()].concat());
        }
        body
    };
    // Two hundred developers' fields in the first and the last record alone.
    let wide = |size: usize| {
        let mut body = vec![0x42, 0, 0, 206, 0, 4, 0, 1, 2, 1, 1, 2, 2, 1, 2, 3, 5, 7];
        for field in 0..200u8 {
            body.extend([2, 0, field, 1]);
            body.extend(format!("ch{field:03}").as_bytes());
        }
        let mut full = vec![0x63, 0, 0, 20, 0, 3];
        full.extend(PLAIN.iter().flatten());
        full.push(200);
        full.extend((0..200u8).flat_map(|field| [field, 1, 0]));
        let full_record = |s: u32| [&[3], &plain_record(s)[1..], &[7; 200]].concat();
        body.extend(full);
        body.extend(full_record(0));
        body.extend(tight(size));
        let last = size as u32 / 9 + 1;
        body.extend(full_record(last));
        body
    };
    let definitions = |size: usize| {
        let mut body = records(&PLAIN, 600, plain_record);
        body.extend(repeated(&[0x41, 0, 0, 20, 0, 0, 0x41, 0, 0, 21, 0, 0], size));
        body
    };
    let declarations = |size: usize| {
        let mut body = vec![0x42, 0, 0, 206, 0, 4, 0, 1, 2, 1, 1, 2, 2, 1, 2, 3, 5, 7];
        for n in 0..size / 9 {
            body.extend([2, (n >> 8) as u8, n as u8, 1]);
            body.extend(format!("{:05}", n % 100_000).as_bytes());
        }
        body.extend(records(&PLAIN, 600, plain_record));
        body
    };
    // As many declarations as are read.
    let mut declared = vec![0x42, 0, 0, 206, 0, 4, 0, 1, 2, 1, 1, 2, 2, 1, 2, 3, 5, 7];
    for n in 0..1024 {
        declared.extend([2, (n >> 8) as u8, n as u8, 1]);
        declared.extend(format!("c{n:04}").as_bytes());
    }
    declared.extend(records(&PLAIN, 600, plain_record));
    // A definition of these fields and of 255 developers' fields.
    let definition_of_all = |fields: &[[u8; 3]]| {
        let mut definition = vec![0x63, 0, 0, 20, 0, fields.len() as u8];
        definition.extend(fields.as_flattened());
        definition.push(255);
        definition.extend((0..255u8).flat_map(|field| [field, 1, 0]));
        definition
    };
    check_all(&[
        ("records of nine bytes", &|size| framed(&tight(size))),
        ("two hundred channels of two values", &|size| framed(&wide(size))),
        ("definitions and nothing else", &|size| framed(&definitions(size))),
        ("developers' fields without end", &|size| framed(&declarations(size))),
        ("developers' fields with names of their own in a chain", &|size| {
            let part = |part: usize| {
                let mut body = vec![0x42, 0, 0, 206, 0, 4, 0, 1, 2, 1, 1, 2, 2, 1, 2, 3, 11, 7];
                for n in 0..1024 {
                    body.extend([2, (n >> 8) as u8, n as u8, 1]);
                    body.extend(format!("own_{part:03}{n:04}").as_bytes());
                }
                framed(&body)
            };
            (0..size / 15_000 + 1).flat_map(part).chain(framed(&records(&PLAIN, 600, plain_record))).collect()
        }),
        ("definitions in turn of all developers' fields", &|size| {
            let mut body = declared.clone();
            body.extend(repeated(&[definition_of_all(&[]), definition_of_all(&PLAIN)].concat(), size));
            framed(&body)
        }),
        ("definitions in turn of all fields beside all channels", &|size| {
            let mut body = declared.clone();
            body.extend(definition_of_all(&PLAIN));
            let fields = |first: u8| {
                let numbers = (0..255u8).map(|n| n.wrapping_add(first));
                [&[0x41, 0, 0, 20, 0, 255][..], &numbers.flat_map(|n| [n, 1, 2]).collect::<Vec<u8>>()]
                    .concat()
            };
            body.extend(repeated(&[fields(0), fields(1)].concat(), size));
            framed(&body)
        }),
        ("file ids of many fields without bytes", &|size| {
            let mut body = records(&PLAIN, 600, plain_record);
            body.extend([0x43, 0, 0, 0, 0, 255]);
            body.extend((0..255u8).flat_map(|_| [254, 0, 2]));
            body.extend(vec![3; size]);
            framed(&body)
        }),
        ("events without end", &|size| {
            let mut body = records(&PLAIN, 600, plain_record);
            body.extend([0x43, 0, 0, 21, 0, 3, 253, 4, 0x86, 0, 1, 0, 1, 1, 0]);
            let pair = |s: u32| {
                [&[3][..], &(FIRST_S + s).to_le_bytes(), &[0, if s.is_multiple_of(2) { 4 } else { 0 }]]
                    .concat()
            };
            (0..size as u32 / 7).for_each(|s| body.extend(pair(s)));
            framed(&body)
        }),
        ("headers in a chain", &|size| repeated(&framed(&[]), size)),
        ("files in a chain", &|size| repeated(&framed(&records(&PLAIN, 40, plain_record)), size)),
        ("noise after a record", &|size| {
            let mut body = records(&PLAIN, 600, plain_record);
            let mut random = Random::of(1);
            body.extend((0..size).map(|_| random.bits_48() as u8));
            framed(&body)
        }),
        ("records torn every second time", &|size| {
            let torn = |s: u32| [plain_record(2 * s), vec![0xEE; 7]].concat();
            framed(&records(&PLAIN, size, torn))
        }),
        ("times to and fro by a month", &|size| {
            framed(&records(&PLAIN, size, |s| plain_record(if s % 2 == 0 { s } else { 40 * 86_400 + s })))
        }),
    ]);
}

#[test]
fn a_hostile_gpx_stays_within_the_limits() {
    let framed = |points: &str| format!("<gpx><trk><trkseg>{points}</trkseg></trk></gpx>").into_bytes();
    let point = |inside: &str| {
        format!("<trkpt lat=\"45\" lon=\"13\"><time>2026-06-13T14:00:00Z</time>{inside}</trkpt>")
    };
    let many = |size: usize, piece: &dyn Fn(usize) -> String| {
        let mut text = String::new();
        for n in 0.. {
            if text.len() >= size {
                break;
            }
            text += &piece(n);
        }
        text
    };
    check_all(&[
        ("a new quantity in every point", &|size| {
            framed(&many(size, &|n| point(&format!("<extensions><q{n}>1</q{n}></extensions>"))))
        }),
        ("new quantities in one point", &|size| {
            framed(&point(&format!(
                "<extensions>{}</extensions>",
                many(size, &|n| format!("<q{n}>1</q{n}>"))
            )))
        }),
        ("points as short as can be", &|size| {
            framed(&many(size, &|_| {
                "<trkpt lat=\"1\" lon=\"1\"><time>2026-06-13T14:00:00Z</time></trkpt>".into()
            }))
        }),
        ("segments without end", &|size| framed(&many(size, &|_| format!("{}</trkseg><trkseg>", point(""))))),
        ("a comment without end", &|size| framed(&format!("{}<!--{}", point(""), "-".repeat(size)))),
        ("comments without end", &|size| framed(&many(size, &|_| "<!--".into()))),
        ("tags that open and never close", &|size| framed(&many(size, &|_| "<a>".into()))),
        ("brackets alone", &|size| framed(&"<".repeat(size))),
        ("a tag without end", &|size| framed(&format!("<a {}", "b=\"c\" ".repeat(size / 6)))),
        ("entities", &|size| framed(&many(size, &|_| "&amp;".into()))),
        ("character data without end", &|size| {
            framed(&format!("{}<![CDATA[{}", point(""), "]".repeat(size)))
        }),
        ("utf-16 of one half", &|size| {
            [vec![0xFF, 0xFE], b"<\0g\0p\0x\0>\0".to_vec(), vec![0xD8; size]].concat()
        }),
    ]);
}

#[test]
fn a_hostile_table_stays_within_the_limits() {
    let header = "time,lat,lon";
    let row = "1781359200,45.5,13.25";
    let lines = |size: usize, first: &str, line: &dyn Fn(usize) -> String| {
        let mut text = first.to_string();
        for n in 0.. {
            if text.len() >= size {
                break;
            }
            text += &line(n);
        }
        text.into_bytes()
    };
    let names: String = (0..250).map(|n| format!(",c{n}")).collect();
    check_all(&[
        ("rows as short as can be", &|size| {
            lines(size, "time,lat,lon\n", &|n| format!("{},1,1\n", 1_781_359_200 + n))
        }),
        ("names and no rows", &|size| lines(size, "", &|_| "a,b\n".into())),
        ("wide names, the last cell alone filled", &|size| {
            let full = format!("{row}{}\n", ",1".repeat(250));
            let first = format!("{header}{names}\n{full}");
            let mut bytes = lines(size, &first, &|n| format!("{},1,1\n", 1_781_359_201 + n));
            bytes.extend(full.as_bytes());
            bytes
        }),
        ("quotes that open", &|size| lines(size, &format!("{header}\n"), &|_| "\"".into())),
        ("rows of quotes", &|size| lines(size, &format!("{header}\n"), &|_| format!("{row},\"\n"))),
        ("commas alone", &|size| lines(size, &format!("{header}\n{row}\n"), &|_| ",".into())),
        ("line feeds alone", &|size| lines(size, &format!("{header}\n{row}\n"), &|_| "\n".into())),
        ("bad rows every second time", &|size| {
            lines(size, &format!("{header}\n"), &|n| format!("{row}\nx,{n}\n"))
        }),
        ("Expedition's names again and again", &|size| {
            lines(size, "!Boat,Utc,Lat,Lon\n", &|n| format!("!boat,0,48,{}\n", n % 4096))
        }),
        ("a header of 60 kB", &|size| lines(size, "", &|n| format!("{}\n", "lat,".repeat(15_000 + n)))),
    ]);
}

#[test]
fn a_hostile_nmea_log_stays_within_the_limits() {
    let rmc = samples::nmea(1).lines().next().unwrap().to_string();
    let after = |piece: &'static [u8]| {
        let rmc = rmc.clone();
        move |size: usize| [format!("{rmc}\r\n").as_bytes(), &repeated(piece, size)].concat()
    };
    check_all(&[
        ("sentences of nothing", &after(b"$,*00\n")),
        ("dollars alone", &after(b"$")),
        ("dollars in lines of 1 kB", &|size| repeated(&[&[b'$'; 1000][..], b"\n"].concat(), size)),
        ("a wind in the same second", &after(b"$WIMWV,40.0,R,20.0,N,A\n")),
        (
            "times to and fro",
            &after(b"$GPGLL,4530.0,N,01315.0,E,140000,A\n$GPGLL,4530.0,N,01315.0,E,020000,A\n"),
        ),
        ("times as short as can be", &after(b"$GPZDA,000000\n$GPZDA,000001\n$WIHDT,1\n")),
        ("clocks without date, then one", &|size| {
            let mut log =
                repeated(b"$GPGLL,4530.0,N,01315.0,E,140000,A\n$GPGLL,4530.0,N,01315.0,E,140020,A\n", size);
            log.extend(rmc.as_bytes());
            log
        }),
    ]);
}

#[test]
fn a_hostile_binary_log_stays_within_the_limits() {
    let vkx_row = samples::vkx(1)[8..].to_vec();
    let vtk = samples::vtk(3);
    check_all(&[
        ("keys alone", &|size| [&samples::vkx(5)[..], &vec![0xFE; size]].concat()),
        ("positions that begin and are none", &|size| [&samples::vkx(5)[..], &vec![2; size]].concat()),
        ("rows torn every second time", &|size| {
            [&samples::vkx(5)[..], &repeated(&[&vkx_row[..], &[0x99; 3]].concat(), size)].concat()
        }),
        ("lengths of nothing", &|size| [&vtk[..], &vec![0; size]].concat()),
        ("lengths of nothing alone", &|size| vec![0; size]),
        ("records of one byte that are none", &|size| [&vtk[..], &repeated(&[1, 0, 7], size)].concat()),
        ("buttons without end", &|size| [&vtk[..], &repeated(&[5, 0, 0x82, 1, 2, 8, 1], size)].concat()),
        ("points as short as can be", &|size| {
            let mut inner = vec![0x08];
            inner.extend([0xA0, 0x95, 0xB5, 0xD1, 0x06, 0x18, 0x02]);
            let body = [vec![0x0A, inner.len() as u8], inner].concat();
            let record = [vec![body.len() as u8, 0], body].concat();
            repeated(&record, size)
        }),
    ]);
}

#[test]
fn a_hostile_kml_stays_within_the_limits() {
    let after = |part: &'static str| {
        move |size: usize| [b"<kml><Track>", &repeated(part.as_bytes(), size)[..]].concat()
    };
    check_all(&[
        ("times alone", &after("<when/>")),
        ("times of a second", &after("<when>2026-06-13T14:00:00Z</when>")),
        ("positions alone", &after("<coord/>")),
        ("rows as short as can be", &after("<when>2026-06-13T14Z</when><coord>1 1</coord>")),
        ("channels without values", &after("<SimpleArrayData name='a'/><SimpleArrayData name='b'/>")),
        ("values alone", &after("<SimpleArrayData name='a'><value/>")),
        ("tracks without end", &after("<Track><when/>")),
        ("placemarks without end", &after("<Placemark>")),
    ]);
}

#[test]
fn a_hostile_geojson_stays_within_the_limits() {
    let after = |beginning: &'static str, part: &'static str| {
        move |size: usize| [beginning.as_bytes(), &repeated(part.as_bytes(), size)[..]].concat()
    };
    const COORDINATES: &str = "{\"type\":\"LineString\",\"coordinates\":[";
    const PROPERTIES: &str = "{\"type\":\"Feature\",\"properties\":{";
    const TIMES: &str = "{\"type\":\"Feature\",\"properties\":{\"times\":[";
    check_all(&[
        ("positions as short as can be", &after(COORDINATES, "[1,1]")),
        ("positions and times as short as can be", &|size| {
            let rows = size / 17;
            let (positions, times) = (repeated(b"[1,1],", 6 * rows), repeated(b"1000000000,", 11 * rows));
            [COORDINATES.as_bytes(), &positions, b"],\"properties\":{\"times\":[", &times, b"]}}"].concat()
        }),
        ("numbers in a position", &after(COORDINATES, "1,")),
        ("brackets", &after(COORDINATES, "[")),
        ("brackets that close", &after(COORDINATES, "]")),
        ("times that are none", &after(TIMES, "1,")),
        ("times that are null", &after(TIMES, "null,")),
        ("channels", &after(PROPERTIES, "\"ab\":[],")),
        ("values of a channel", &after(PROPERTIES, "\"ab\":[1,2,3,4,5,6,7,8,9,0],")),
        ("values of a point", &after(PROPERTIES, "\"sog\":1,")),
        ("texts", &after(PROPERTIES, "\"\",")),
        ("a text without end", &after("{\"type\":\"Feature\",\"x\":\"", "abcdefgh")),
        ("features", &after("{\"type\":\"FeatureCollection\",\"features\":[", "{}")),
        ("features in features", &after("{\"type\":\"FeatureCollection\"", ",\"features\":[{")),
        ("noise", &after("{\"type\":\"Feature\"", "\u{7}?,")),
    ]);
}

#[test]
fn a_hostile_log_of_a_receiver_stays_within_the_limits() {
    let (ubx, sbn) = (samples::ubx(3), samples::sbn(3));
    let (oao, gpy) = (samples::oao(3), samples::gpy(3));
    check_all(&[
        ("ubx: heads", &|size| [&ubx[..], &repeated(&[0xB5, 0x62], size)].concat()),
        ("ubx: fixes that begin", &|size| [&ubx[..], &repeated(&[0xB5, 0x62, 1, 7, 92, 0], size)].concat()),
        ("ubx: long messages that begin", &|size| {
            [&ubx[..], &repeated(&[0xB5, 0x62, 1, 7, 0, 32], size)].concat()
        }),
        ("ubx: sentences that begin", &|size| [&ubx[..], &repeated(b"$", size)].concat()),
        ("ubx: sentences that are empty", &|size| [&ubx[..], &repeated(b"$\n", size)].concat()),
        ("ubx: empty messages", &|size| {
            [&ubx[..], &repeated(&[0xB5, 0x62, 1, 4, 0, 0, 5, 15], size)].concat()
        }),
        ("sbn: starts", &|size| [&sbn[..], &repeated(&[0xA0, 0xA2], size)].concat()),
        ("sbn: long fixes that begin", &|size| {
            [&sbn[..], &repeated(&[0xA0, 0xA2, 3, 0xFF, 41], size)].concat()
        }),
        ("sbn: names without end", &|size| {
            [&sbn[..], &repeated(&[0xA0, 0xA2, 0, 1, 0xFD, 0, 0xFD, 0xB0, 0xB3], size)].concat()
        }),
        ("oao: fixes that begin", &|size| [&oao[..], &repeated(&[0xD4, 0x0A], size)].concat()),
        ("oao: headers that begin", &|size| [&oao[..], &repeated(&[0xD0, 0x0A], size)].concat()),
        ("gpy: fixes that begin", &|size| [&gpy[..], &repeated(&[0xE0, 0xD0], size)].concat()),
        ("gpy: the longest records begin", &|size| [&gpy[..], &repeated(&[0xDE, 0, 0, 2], size)].concat()),
        ("gpy: fixes with the longest records behind", &|size| {
            let fix = &gpy[72..108];
            [&gpy[..], &repeated(&[fix, &[0xDE, 0, 0, 2]].concat(), size)].concat()
        }),
    ]);
}

#[test]
fn a_hostile_log_of_a_network_stays_within_the_limits() {
    let (n2k, ebl, signalk) = (samples::n2k(3), samples::ebl(3), samples::signalk(3));
    let after = |log: &[u8], more: &[u8], size: usize| [log, &repeated(more, size)].concat();
    check_all(&[
        ("n2k: frames without a message", &|size| {
            after(n2k.as_bytes(), b"00:00:00.000 R 09F80503 00\n", size)
        }),
        ("n2k: positions", &|size| after(n2k.as_bytes(), b"00:00:00.000 R 09F80103 1 \n", size)),
        ("n2k: lines", &|size| after(n2k.as_bytes(), b"\n0\n", size)),
        ("n2k: brackets", &|size| after(n2k.as_bytes(), b"{\n", size)),
        ("n2k: one long object", &|size| after(n2k.as_bytes(), b"{\"pgn\":", size)),
        ("n2k: messages of no fields", &|size| after(n2k.as_bytes(), b"{\"pgn\":1}\n", size)),
        ("ebl: escapes", &|size| after(&ebl, &[0x1B], size)),
        ("ebl: records that begin", &|size| after(&ebl, &[0x1B, 1], size)),
        ("ebl: empty records", &|size| after(&ebl, &[0x1B, 1, 0x1B, 0x0A], size)),
        ("ebl: messages that begin", &|size| after(&ebl, &[0x10, 2], size)),
        ("ebl: empty messages", &|size| after(&ebl, &[0x10, 2, 0x10, 3], size)),
        ("signalk: vessels", &|size| {
            let delta = |n: usize| format!("{{\"context\":\"{n}\",\"updates\":[{{}}]}}\n");
            let vessels: String = (0..size / 30).map(delta).collect();
            after(signalk.as_bytes(), vessels.as_bytes(), vessels.len())
        }),
        ("signalk: updates", &|size| after(signalk.as_bytes(), b"{\"updates\":[{},{},{},{},{}]}\n", size)),
    ]);
}

#[test]
fn a_hostile_archive_stays_within_the_limits() {
    let gpx = samples::gpx(4);
    let zeros = |size: usize| vec![0u8; size * 100];
    check_all(&[
        ("zeros packed too well", &|size| samples::gz(&zeros(size))),
        ("zeros packed too well in a zip", &|size| samples::zip(&[("a.fit", &zeros(size))], true)),
        ("forty recordings, each packed well", &|size| {
            let text = gpx.repeat(size * 2 / gpx.len() + 1);
            let files: Vec<(&str, &[u8])> = (0..40).map(|_| ("a.gpx", text.as_bytes())).collect();
            samples::zip(&files, true)
        }),
        ("headers of a zip", &|size| repeated(b"PK\x03\x04", size)),
        ("ends of a zip", &|size| repeated(b"PK\x05\x06", size)),
        ("headers of a zip behind other bytes", &|size| [b"x", &repeated(b"PK\x03\x04", size)[..]].concat()),
        ("recordings that cannot be read", &|size| {
            let torn = repeated(b"<gpx><trk><trkseg><trkpt lat='1' lon='1'>", size * 2);
            let files: Vec<(&str, &[u8])> = (0..40).map(|_| ("a.gpx", &torn[..])).collect();
            samples::zip(&files, true)
        }),
    ]);
}

#[test]
fn a_long_archive_in_pieces_is_never_in_memory_completely() {
    let rows = samples::vkx(300_000);
    let stored = samples::zip_in(&[("a.vkx", &rows)], samples::ZipMethod::StoredStream);
    for (name, archive) in [("gz", samples::gz(&rows)), ("zip", stored)] {
        let (recording, most) = memory::peak_bytes_during(|| {
            let mut reading = Reading::default();
            archive.chunks(64 * 1024).for_each(|piece| reading.push(piece));
            reading.finish().unwrap()
        });
        let points = recording.columns.len();
        assert!(points > 250_000, "{name}: {points}");
        assert!(most <= ALLOWED_BYTES + 80 * points, "{name}: {most} bytes for {points} points");
    }
}

#[test]
fn no_control_character_of_a_file_is_in_a_sentence_or_a_name_for_the_user() {
    let is_plain = |text: &str| !text.chars().any(char::is_control);
    for text in [
        "a\u{1b}]0;owned\u{7},b\0c,d\u{9b}31me\n1,2,3\n",
        "<k\u{1b}[2Jm\0l><a/></k\u{1b}[2Jm\0l>",
        "timestamp\u{1b}[31m;height;\u{8}\u{8}\n1;2;3\n",
    ] {
        let error = read("a.csv", text.as_bytes()).unwrap_err().to_string();
        assert!(is_plain(&error), "{error:?}");
    }
    let gpx = "<gpx creator=\"Wa\u{1b}[31mtch&#27;[5m&#0;\"><trk><type>sail\u{7}&#x1b;]ing</type><trkseg><trkpt lat=\"45\" \
               lon=\"13\"><time>2026-06-13T14:00:00Z</time></trkpt></trkseg></trk></gpx>";
    let recording = read("a.gpx", gpx.as_bytes()).unwrap();
    assert_eq!(
        (recording.device.as_deref(), recording.sport.as_deref()),
        (Some("Wa[31mtch[5m"), Some("sail]ing"))
    );
}

#[test]
fn a_recording_of_as_many_pauses_as_points_is_written_in_time_proportional_to_its_length() {
    let pair = |s: u32| {
        let event = |s: u32, kind: u8| [&[3][..], &(FIRST_S + s).to_le_bytes(), &[0, kind]].concat();
        [plain_record(2 * s), event(2 * s, 4), event(2 * s + 1, 0)].concat()
    };
    let mut body = vec![0x43, 0, 0, 21, 0, 3, 253, 4, 0x86, 0, 1, 0, 1, 1, 0];
    body.extend(records(&PLAIN, 3_000_000, pair));
    let recording = read("pauses.fit", &framed(&body)).unwrap();
    let rows = recording.columns.len();
    assert!(rows > 60_000 && recording.pauses_ms.len() > 60_000, "{rows}");
    for format in leebow_engine::write::FORMATS {
        let start = processor_time::now();
        let (text, _) = leebow_engine::write::write(&recording, format).unwrap();
        let each_us = (processor_time::now() - start).as_secs_f64() * 1e6 / rows as f64;
        assert!(text.len() > rows && each_us < 8.0 * CHECKED_BUILD_FACTOR, "{format}: {each_us} µs a row");
    }
}
