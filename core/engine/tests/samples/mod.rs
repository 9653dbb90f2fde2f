//! Small recordings of every format, built byte by byte, for tests that damage them.
#![allow(dead_code, unused_imports)]

/// 2026-06-13 14:00:00 UTC, ms since 1970, and seconds since the FIT epoch.
pub const START_MS: u64 = 1_781_359_200_000;
const START_FIT: u32 = 1_150_293_600;

pub mod ebl;
mod exchange;
mod network;
mod packed;
mod receivers;

pub use exchange::{geojson, kml, tcx};
pub use network::{canboat, canboat_json, ebl, n2k, signalk};
pub use packed::{ZipMethod, gz, gz_of, zip, zip_in, zip_of};
pub use receivers::{gpy, oao, sbn, sbp, ubx};

/// Name and bytes of a sample of every format and archive.
pub fn all() -> Vec<(&'static str, Vec<u8>)> {
    let table = table(20).into_bytes();
    let mut samples = plain();
    samples.push(("zip", zip(&[("17/", b""), ("17/log.fit", &fit(24, false)), ("log.csv", &table)], true)));
    samples.push(("zip unpacked", zip(&[("read.me", b"hello"), ("log.gpx", gpx(6).as_bytes())], false)));
    samples.push((
        "zip as a stream",
        zip_in(&[("read.me", b"hello"), ("log.gpx", gpx(6).as_bytes())], ZipMethod::Streamed),
    ));
    samples
        .push(("zip stored as a stream", zip_in(&[("log.gpx", gpx(6).as_bytes())], ZipMethod::StoredStream)));
    samples.push(("gz", gz(nmea(16).as_bytes())));
    samples.push(("gz in two parts", [gz(nmea(8).as_bytes()), gz(nmea(16).as_bytes())].concat()));
    samples
}

/// Name and bytes of a sample of every format.
pub fn plain() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("fit", fit(24, false)),
        ("fit big-endian", fit(24, true)),
        ("fit of compressed times", fit_compressed(40)),
        ("fit of two chained", [fit(9, true), fit_compressed(12)].concat()),
        ("gpx", gpx(16).into_bytes()),
        ("gpx utf-16", utf16(&gpx(8))),
        ("vakaros", vakaros(20).into_bytes()),
        ("velocitek", velocitek(16).into_bytes()),
        ("expedition", expedition(20).into_bytes()),
        ("expedition in columns", expedition_columns(20).into_bytes()),
        ("astra", astra(20).into_bytes()),
        ("sensor logger", sensor_logger(20).into_bytes()),
        ("table", table(20).into_bytes()),
        ("nmea", nmea(16).into_bytes()),
        ("vkx", vkx(24)),
        ("vtk", vtk(30)),
        ("tcx", tcx(12).into_bytes()),
        ("kml", kml(20).into_bytes()),
        ("geojson", geojson(20).into_bytes()),
        ("ubx", ubx(12)),
        ("sbp", sbp(20)),
        ("sbn", sbn(12)),
        ("oao", oao(12)),
        ("gpy", gpy(20)),
        ("n2k", n2k(12).into_bytes()),
        ("canboat", canboat(12).into_bytes()),
        ("canboat json", canboat_json(12).into_bytes()),
        ("ebl", ebl(12)),
        ("signalk", signalk(12).into_bytes()),
    ]
}

/// The smallest samples with all kinds of rows, by format, for tests that read a million.
pub fn small() -> Vec<(&'static str, Vec<Vec<u8>>)> {
    let tables = [
        vakaros(3),
        velocitek(4),
        expedition(5),
        expedition_columns(5),
        table(5),
        astra(4),
        sensor_logger(5),
    ];
    let (track, log) = (gpx(2).into_bytes(), nmea(3).into_bytes());
    vec![
        (
            "fit",
            vec![fit(6, false), fit(6, true), fit_compressed(12), [fit(2, true), fit_compressed(5)].concat()],
        ),
        ("gpx", vec![track.clone(), utf16(&gpx(1))]),
        ("csv", tables.into_iter().map(String::into_bytes).collect()),
        ("nmea", vec![log.clone()]),
        ("vkx", vec![vkx(9)]),
        ("vtk", vec![vtk(12)]),
        ("tcx", vec![tcx(4).into_bytes()]),
        ("kml", vec![kml(6).into_bytes()]),
        ("geojson", vec![geojson(6).into_bytes()]),
        ("ubx", vec![ubx(5)]),
        ("sbp", vec![sbp(12)]),
        ("sbn", vec![sbn(5)]),
        ("oao", vec![oao(6)]),
        ("gpy", vec![gpy(12)]),
        ("n2k", [n2k(3), canboat(3), canboat_json(3)].map(String::into_bytes).to_vec()),
        ("ebl", vec![ebl(3)]),
        ("signalk", vec![signalk(3).into_bytes()]),
        (
            "archive",
            vec![
                zip(&[("17/", b""), ("17/log.fit", &fit(6, false))], true),
                zip(&[("a.gpx", &track)], false),
                zip_in(&[("a.txt", b"hello"), ("a.gpx", &track)], ZipMethod::StreamedBare),
                zip_in(&[("a.gpx", &track)], ZipMethod::StoredStream),
                zip_in(&[("a.gpx", &track)], ZipMethod::LongStream),
                gz(&log),
                [gz(&log[..100]), gz(&log[100..])].concat(),
            ],
        ),
    ]
}

/// Latitude at second `s`, deg, sailing north at 5 m/s.
fn lat(s: u32) -> f64 {
    45.5 + f64::from(s) * 0.000_045
}

fn clock(s: u32) -> String {
    format!("{:02}:{:02}:{:02}", 14 + s / 3600, s / 60 % 60, s % 60)
}

fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0u16, |crc, byte| {
        (0..8)
            .fold(crc ^ u16::from(*byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xA001 } else { crc >> 1 })
    })
}

/// A FIT of a watch with speed, heart rate, heel as a developer field, a pause and a session.
pub fn fit(records: u32, big: bool) -> Vec<u8> {
    let two = |v: u16| if big { v.to_be_bytes() } else { v.to_le_bytes() };
    let four = |v: u32| if big { v.to_be_bytes() } else { v.to_le_bytes() };
    let mut body: Vec<u8> = Vec::new();
    let define = |body: &mut Vec<u8>, local: u8, number: u16, fields: &[[u8; 3]]| {
        body.extend([0x40 | local, 0, u8::from(big)]);
        body.extend(two(number));
        body.push(fields.len() as u8);
        body.extend(fields.iter().flatten());
    };
    define(&mut body, 1, 0, &[[0, 1, 0], [1, 2, 0x84]]);
    body.extend([1, 4]);
    body.extend(two(1));
    define(&mut body, 2, 206, &[[0, 1, 2], [1, 1, 2], [2, 1, 2], [3, 5, 7], [8, 4, 7]]);
    body.extend([2, 0, 7, 0x83]);
    body.extend(b"heel\0deg\0");
    body.extend([0x60, 0, u8::from(big)]);
    body.extend(two(20));
    body.extend([5, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85, 73, 4, 0x86, 3, 1, 2, 1, 7, 2, 0]);
    define(&mut body, 3, 21, &[[253, 4, 0x86], [0, 1, 0], [1, 1, 0]]);
    for s in 0..records {
        if s == records / 2 {
            body.push(3);
            body.extend(four(START_FIT + s));
            body.extend([0, 4, 3]);
            body.extend(four(START_FIT + s));
            body.extend([0, 0]);
        }
        body.push(0);
        body.extend(four(START_FIT + s));
        body.extend(four((lat(s) / 180.0 * 2_147_483_648.0) as i32 as u32));
        body.extend(four((13.25 / 180.0 * 2_147_483_648.0) as i32 as u32));
        body.extend(four(5000 + s));
        body.push(120);
        body.extend(two((-20i16) as u16));
    }
    define(&mut body, 4, 18, &[[253, 4, 0x86], [2, 4, 0x86], [5, 1, 0]]);
    body.push(4);
    body.extend(four(START_FIT + records));
    body.extend(four(START_FIT));
    body.push(32);
    framed(&body)
}

/// A FIT of these messages, with header and checksum.
pub fn framed(body: &[u8]) -> Vec<u8> {
    let mut file = vec![14, 0x20, 0, 0];
    file.extend((body.len() as u32).to_le_bytes());
    file.extend(b".FIT");
    file.extend(crc16(&file).to_le_bytes());
    file.extend(body);
    file.extend(crc16(&file).to_le_bytes());
    file
}

/// A FIT of records with time, position, speed and one byte of heart rate.
pub fn fit_plain(records: u32, big: bool) -> Vec<u8> {
    let four = |v: u32| if big { v.to_be_bytes() } else { v.to_le_bytes() };
    let mut body = vec![0x40, 0, u8::from(big)];
    body.extend(if big { [0, 20] } else { [20, 0] });
    body.extend([5, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85, 73, 4, 0x86, 3, 1, 2]);
    for s in 0..records {
        body.push(0);
        body.extend(four(START_FIT + s));
        body.extend(four((lat(s) / 180.0 * 2_147_483_648.0) as i32 as u32));
        body.extend(four((13.25 / 180.0 * 2_147_483_648.0) as i32 as u32));
        body.extend(four(5000 + s));
        body.push(120);
    }
    framed(&body)
}

/// A FIT of the smallest records: nine bytes of compressed header and position.
pub fn fit_tight(records: u32) -> Vec<u8> {
    let mut body = vec![0x40, 0, 0, 20, 0, 3, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85, 0];
    let place = [500_000_000i32.to_le_bytes(), 100_000_000i32.to_le_bytes()].concat();
    body.reserve(9 * records as usize + 32);
    body.extend(START_FIT.to_le_bytes());
    body.extend(&place);
    body.extend([0x41, 0, 0, 20, 0, 2, 0, 4, 0x85, 1, 4, 0x85]);
    for s in 1..records {
        body.push(0x80 | 1 << 5 | ((START_FIT + s) & 0x1F) as u8);
        body.extend(&place);
    }
    framed(&body)
}

/// A FIT of a beat and a run, a record every two seconds: `legs` of a minute at 45° to a north wind, then as many at
/// 150°, tacking and gybing between them at 5 m/s.
pub fn fit_beat_and_run(legs: u32) -> Vec<u8> {
    const SEMICIRCLES_PER_DEG: f64 = 2_147_483_648.0 / 180.0;
    const STEP_S: u32 = 2;
    const M_PER_DEG: f64 = 111_195.0;
    let mut body = vec![0x40, 0, 0, 20, 0, 3, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85];
    let (mut north_m, mut east_m) = (0.0, 0.0);
    for step in 0..2 * legs * 60 / STEP_S {
        let leg = step * STEP_S / 60;
        let angle_deg: f64 = if leg < legs { 45.0 } else { 150.0 };
        let course = if leg.is_multiple_of(2) { angle_deg } else { -angle_deg }.to_radians();
        let way_m = 5.0 * f64::from(STEP_S);
        north_m += way_m * libm::cos(course);
        east_m += way_m * libm::sin(course);
        let lat_deg = 45.5 + north_m / M_PER_DEG;
        let lon_deg = 13.25 + east_m / (M_PER_DEG * libm::cos(45.5f64.to_radians()));
        body.push(0);
        body.extend((START_FIT + step * STEP_S).to_le_bytes());
        body.extend(((lat_deg * SEMICIRCLES_PER_DEG) as i32).to_le_bytes());
        body.extend(((lon_deg * SEMICIRCLES_PER_DEG) as i32).to_le_bytes());
    }
    framed(&body)
}

/// A FIT with compressed times and a fraction of 1/128 s, and a full time in one of thirty records.
pub fn fit_compressed(records: u32) -> Vec<u8> {
    let mut body = vec![0x41, 0, 0, 20, 0, 4, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85, 3, 1, 2];
    body.extend([0x42, 0, 0, 20, 0, 4, 0, 4, 0x85, 1, 4, 0x85, 6, 2, 0x84, 48, 1, 2]);
    for s in 0..records {
        let place = [(lat(s) / 180.0 * 2_147_483_648.0) as i32, (13.25 / 180.0 * 2_147_483_648.0) as i32];
        if s % 30 == 0 {
            body.push(1);
            body.extend((START_FIT + s).to_le_bytes());
        } else {
            body.push(0x80 | 2 << 5 | ((START_FIT + s) & 0x1F) as u8);
        }
        body.extend(place.iter().flat_map(|v| v.to_le_bytes()));
        if s % 30 == 0 {
            body.push(120);
        } else {
            body.extend(5000u16.to_le_bytes());
            body.push(64);
        }
    }
    framed(&body)
}

/// GPX with Garmin's extensions and two segments.
pub fn gpx(points: u32) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" creator=\"Boat\" \
         xmlns:tp=\"http://www.garmin.com/xmlschemas/TrackPointExtension/v2\"><!-- sea --><trk><type>sailing</type><trkseg>\n",
    );
    for s in 0..points {
        if s == points / 2 {
            text += "</trkseg><trkseg>\n";
        }
        text += &format!(
            "<trkpt lat=\"{:.6}\" lon=\"13.25\"><ele>1.5</ele><time>2026-06-13T{}.500Z</time><extensions>\
             <tp:TrackPointExtension><tp:hr>120</tp:hr><tp:speed>5.0</tp:speed></tp:TrackPointExtension></extensions></trkpt>\n",
            lat(s),
            clock(s)
        );
    }
    text + "</trkseg></trk></gpx>\n"
}

fn utf16(text: &str) -> Vec<u8> {
    format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Vakaros' table with an empty line after each row.
pub fn vakaros(rows: u32) -> String {
    let row = |s| {
        format!(
            "2026-06-13T{}.049+0000,{:.9},13.250000000,9.7,0.5,359.5,-12.5,3\n,,,,,,,\n",
            clock(s),
            lat(s)
        )
    };
    "timestamp,latitude,longitude,sog_kts,cog,hdg_true,heel,trim\n,,,,,,,\n".to_string()
        + &(0..rows).map(row).collect::<String>()
}

/// Velocitek's table of the web converter.
pub fn velocitek(rows: u32) -> String {
    let row = |s| {
        format!(
            "2026-06-13 {}.240Z, {:.7}, 13.2500000, 9.7, 1, 1, 0.1, 0.2, -0.1, 102, 11, -5\n",
            clock(s),
            lat(s)
        )
    };
    "time, latitude, longitude, sog, cog,q1, q2, q3, q4, mag_heading, heel, pitch\n".to_string()
        + &(0..rows).map(row).collect::<String>()
}

/// Expedition's log of pairs, from v11.16 on.
pub fn expedition(rows: u32) -> String {
    let day = |s: u32| START_MS as f64 / 86_400_000.0 + 25_569.0 + f64::from(s) / 86_400.0;
    let row = |s| format!("0,{:.8},1,9.5,3,-40.5,48,{:.7},49,13.2500000,51,9.7\r\n", day(s), lat(s));
    "!Boat,Utc,BSP,AWA,Lat,Lon,SOG\r\n!boat,0,1,3,48,49,51\r\n!v12.5.1\r\n".to_string()
        + &(0..rows).map(row).collect::<String>()
}

/// Expedition's log of columns, up to v11.15.
pub fn expedition_columns(rows: u32) -> String {
    let day = |s: u32| START_MS as f64 / 86_400_000.0 + 25_569.0 + f64::from(s) / 86_400.0;
    let row = |s| format!("0,{:.8},9.5,-40.5,20.1,{:.7},13.2500000,9.7,\r\n", day(s), lat(s));
    "!Boat,Utc,BSP,AWA,AWS,Lat,Lon,SOG,Heel\r\n".to_string() + &(0..rows).map(row).collect::<String>()
}

/// The table of Astra instruments: a title line, tabs and the maker's names.
pub fn astra(rows: u32) -> String {
    let row = |s| {
        let minutes = (lat(s) - 45.0) * 60.0;
        format!("13/06/26\t{}\t45{minutes:07.4}N\t01315.0000E\t9.5\t-40.5\t20.1\t355\t9.7\t359\r\n", clock(s))
    };
    "Astra Yacht log\r\nDate\tTime\tLatitudine\tLongitudine\tBoatspeed\tAW_angle\tAW_speed\tHeading\tExt_SOG\tExt_COG\r\n"
        .to_string()
        + &(0..rows).map(row).collect::<String>()
}

/// The table of the app Sensor Logger.
pub fn sensor_logger(rows: u32) -> String {
    let row = |s: u32| {
        let ns = (START_MS + u64::from(s) * 1000) * 1_000_000;
        format!("{ns},{s}.0,0.5,4.5,0.9,359.5,1.5,13.25,{:.7}\n", lat(s))
    };
    "time,seconds_elapsed,bearingAccuracy,horizontalAccuracy,speed,bearing,altitude,longitude,latitude\n"
        .to_string()
        + &(0..rows).map(row).collect::<String>()
}

/// A table of common names with semicolons and decimal commas.
pub fn table(rows: u32) -> String {
    let row = |s| format!("13.06.2026;{};{:.6};13,25;18,0;\"a;b\"\n", clock(s), lat(s)).replace("45.", "45,");
    "Date;Time;Latitude;Longitude;Speed [km/h];Note\n".to_string() + &(0..rows).map(row).collect::<String>()
}

/// An NMEA sentence with its checksum.
pub fn sentence(body: &str) -> String {
    format!("${body}*{:02X}\r\n", body.bytes().fold(0, |sum, b| sum ^ b))
}

/// An NMEA log of track and wind.
pub fn nmea(seconds: u32) -> String {
    let of = |s: u32| {
        let (clock, minutes) = (clock(s).replace(':', ""), (lat(s) - 45.0) * 60.0);
        [
            sentence(&format!("GPRMC,{clock},A,45{minutes:07.4},N,01315.0000,E,9.7,359.5,130626,3.5,E,A")),
            sentence("IIHDG,355.0,,,3.5,E"),
            sentence("IIVHW,,,355.0,M,9.5,N,17.6,K"),
            sentence("WIMWV,40.0,R,20.0,N,A"),
            sentence("IIXDR,A,-12.5,D,HEEL,A,3.0,D,PTCH"),
        ]
        .concat()
    };
    (0..seconds).map(of).collect()
}

/// Vakaros' binary log.
pub fn vkx(rows: u32) -> Vec<u8> {
    let mut bytes = vec![0xFF, 5, 0, 0, 0, 0, 0, 0];
    for s in 0..rows {
        bytes.push(0x02);
        bytes.extend((START_MS + u64::from(s) * 1000).to_le_bytes());
        bytes.extend(((lat(s) * 1e7) as i32).to_le_bytes());
        bytes.extend(132_500_000i32.to_le_bytes());
        for value in [5.0f32, 0.1, 1.5, 0.98, 0.17, 0.0, 0.0] {
            bytes.extend(value.to_le_bytes());
        }
        if s % 8 == 7 {
            bytes.push(0x0A);
            bytes.extend((START_MS + u64::from(s) * 1000).to_le_bytes());
            bytes.extend([40f32.to_le_bytes(), 8f32.to_le_bytes()].concat());
        }
    }
    bytes
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// Velocitek's binary log.
pub fn vtk(points: u32) -> Vec<u8> {
    let zigzag = |v: i64| ((v << 1) ^ (v >> 63)) as u64;
    let mut bytes = Vec::new();
    for s in 0..points {
        let fields = [
            (1, START_MS / 1000 + u64::from(s)),
            (2, 25),
            (3, zigzag((lat(s) * 1e7) as i64)),
            (4, zigzag(132_500_000)),
            (5, 97),
            (7, zigzag(980)),
            (8, zigzag(-170)),
        ];
        let inner: Vec<u8> = fields.iter().flat_map(|(n, v)| [varint(n << 3), varint(*v)].concat()).collect();
        let body = [vec![0x0A], varint(inner.len() as u64), inner].concat();
        bytes.extend((body.len() as u16).to_le_bytes());
        bytes.extend(body);
    }
    bytes
}
