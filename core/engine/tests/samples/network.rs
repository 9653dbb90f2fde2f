//! Samples of logs of a boat's network.

use super::lat;

const DAY: u16 = 20_617;

/// Messages of second `s`: PGN, address of the device, payload.
fn messages(s: u32) -> Vec<(u32, u8, Vec<u8>)> {
    let of_day = (14 * 3600 + s) * 10_000;
    let [day, of_day] = [DAY.to_le_bytes().to_vec(), of_day.to_le_bytes().to_vec()];
    let place = |deg: f64| ((deg * 1e16) as i64).to_le_bytes();
    let mut gnss =
        [&[1][..], &day, &of_day, &place(lat(s)), &place(13.251), &[0; 8], &[0x10, 0xFC, 9]].concat();
    gnss.resize(43, 0xFF);
    let position = [((lat(s) * 1e7).round() as i32).to_le_bytes(), 132_500_000i32.to_le_bytes()].concat();
    let speed = 500u16.to_le_bytes();
    vec![
        (126_992, 3, [&[1, 0xF0][..], &day, &of_day].concat()),
        (129_025, 3, position),
        (129_026, 3, [&[1, 0xFC, 0x5D, 1][..], &speed, &[0xFF, 0xFF]].concat()),
        (130_306, 5, [&[1][..], &speed, &[0x70, 0xCC, 0xFA, 0xFF, 0xFF]].concat()),
        (127_250, 4, [&[1, 0x69, 3, 0, 0, 0x0C, 2][..], &[0xFD]].concat()),
        (127_257, 4, vec![1, 0xFF, 0x7F, 0x10, 0, 0x30, 0xF8, 0xFF]),
        (128_267, 6, vec![1, 0xD2, 4, 0, 0, 0, 0, 0xFF]),
        (129_029, 9, gnss),
    ]
}

fn clock(s: u32) -> String {
    format!("{:02}:{:02}:{:02}", 14 + s / 3600, s / 60 % 60, s % 60)
}

fn hex(data: &[u8], between: &str) -> String {
    data.iter().map(|b| format!("{b:02X}")).collect::<Vec<_>>().join(between)
}

/// NMEA 2000 as Yacht Devices' gateways write it, in frames.
pub fn n2k(seconds: u32) -> String {
    let mut log = String::new();
    for s in 0..seconds {
        for (pgn, source, data) in messages(s) {
            let id = 2 << 26 | pgn << 8 | u32::from(source);
            let mut line =
                |data: &[u8]| log += &format!("{}.120 R {id:08X} {}\r\n", clock(s), hex(data, " "));
            if data.len() <= 8 {
                line(&data);
                continue;
            }
            let number = (s as u8 & 7) << 5;
            line(&[&[number, data.len() as u8][..], &data[..6]].concat());
            for (i, part) in data[6..].chunks(7).enumerate() {
                line(&[&[number | (i as u8 + 1)][..], part].concat());
            }
        }
    }
    log
}

/// The same as canboat writes it.
pub fn canboat(seconds: u32) -> String {
    let line = |s: u32, (pgn, source, data): &(u32, u8, Vec<u8>)| {
        let clock = clock(s);
        format!("2026-06-13-{clock}.120,2,{pgn},{source},255,{},{}\n", data.len(), hex(data, ","))
    };
    (0..seconds).flat_map(|s| messages(s).iter().map(|m| line(s, m)).collect::<Vec<_>>()).collect()
}

/// The same as canboat's analyzer writes it.
pub fn canboat_json(seconds: u32) -> String {
    let line = |s: u32, pgn: u32, fields: &str| {
        let head =
            format!("{{\"timestamp\":\"2026-06-13T{}.120Z\",\"prio\":2,\"src\":3,\"dst\":255", clock(s));
        format!("{head},\"pgn\":{pgn},\"description\":\"\",\"fields\":{{{fields}}}}}\n")
    };
    let second = |s: u32| {
        let place = format!("\"Latitude\":{:.7},\"Longitude\":13.2500000", lat(s));
        let wind = "\"Wind Speed\":8.00,\"Wind Angle\":330.0,\"Reference\":\"Apparent\"";
        [line(s, 129_025, &place), line(s, 129_026, "\"COG\":2.0,\"SOG\":5.00"), line(s, 130_306, wind)]
            .concat()
    };
    (0..seconds).map(second).collect()
}

/// The same as Actisense's binary log.
pub fn ebl(seconds: u32) -> Vec<u8> {
    let second = |s: u32| {
        let ms = super::START_MS + u64::from(s) * 1000;
        messages(s).into_iter().map(move |(pgn, source, data)| (ms, pgn, source, data))
    };
    super::ebl::log((0..seconds).flat_map(second))
}

/// Deltas of Signal K, of the own vessel and of another one.
pub fn signalk(seconds: u32) -> String {
    let delta = |s: u32, vessel: &str, values: &str| {
        let update = format!("{{\"$source\":\"a.1\",\"timestamp\":\"2026-06-13T{}.120Z\"", clock(s));
        format!("{{\"context\":\"vessels.{vessel}\",\"updates\":[{update},\"values\":[{values}]}}]}}\n")
    };
    let value = |path: &str, value: &str| format!("{{\"path\":\"{path}\",\"value\":{value}}}");
    let second = |s: u32| {
        let place = format!("{{\"longitude\":13.25,\"latitude\":{:.7}}}", lat(s));
        let own = [
            value("navigation.position", &place),
            value("navigation.speedOverGround", "5"),
            value("navigation.courseOverGroundTrue", "0.0349"),
            value("environment.wind.angleApparent", "-0.52"),
            value("environment.wind.speedApparent", "8"),
            value("navigation.attitude", "{\"roll\":-0.2,\"pitch\":null}"),
        ];
        let other = value("navigation.position", "{\"longitude\":14,\"latitude\":45}");
        [delta(s, "self", &own.join(",")), delta(s, "urn:mrn:imo:mmsi:211999999", &other)].concat()
    };
    (0..seconds).map(second).collect()
}
