//! One sail in every form of log, built byte by byte: a position five times a second, all else once or twice.

use super::*;
use crate::read::piecewise::{Reading as Pieces, whole};
use crate::read::{read, sniff};
use crate::samples::ebl as encoder;

/// 2026-06-13 14:00:00 UTC, ms since 1970.
const START_MS: f64 = 1_781_359_200_000.0;
const DAY: u16 = 20_617;

/// A message: ms since the start, PGN, address of the device, payload.
type Message = (u32, u32, u8, Vec<u8>);

fn rad(deg: f64) -> [u8; 2] {
    ((deg.to_radians() * 1e4).round() as i32 as u16).to_le_bytes()
}

fn cm_per_s(mps: f64) -> [u8; 2] {
    ((mps * 100.0).round() as u16).to_le_bytes()
}

fn position(ms: u32) -> Vec<u8> {
    let lat = 543_000_000 + ms as i32 * 9 / 20;
    [lat.to_le_bytes(), 102_000_000i32.to_le_bytes()].concat()
}

fn time(ms: u32) -> Vec<u8> {
    let of_day = (14 * 3600 * 1000 + ms) * 10;
    [&[1, 0xF0][..], &DAY.to_le_bytes(), &of_day.to_le_bytes()].concat()
}

/// The full fix of a second receiver, 100 m east.
fn gnss(ms: u32) -> Vec<u8> {
    let degrees = |deg: f64| ((deg * 1e16) as i64).to_le_bytes();
    let mut data = [&time(ms)[..1], &time(ms)[2..]].concat();
    data.extend([degrees(54.3 + f64::from(ms) * 4.5e-8), degrees(10.2015), 0i64.to_le_bytes()].concat());
    data.extend([0x10, 0xFC, 12]);
    data.resize(43, 0xFF);
    data
}

/// Messages of sailing at 5 m/s to the north; apparent wind 30° from port at 8 m/s.
fn sail(seconds: u32) -> Vec<Message> {
    let mut messages = Vec::new();
    for ms in (0..seconds * 1000).step_by(200) {
        messages.push((ms, 129_025, 3, position(ms)));
        messages.push((
            ms + 20,
            129_026,
            3,
            [&[1, 0xFC][..], &rad(2.0), &cm_per_s(5.0), &[0xFF; 2]].concat(),
        ));
        if ms % 1000 == 0 {
            messages.push((ms + 5, 126_992, 3, time(ms)));
            messages.push((ms + 30, 129_029, 9, gnss(ms)));
            let wind = |deg: f64| [&[1][..], &cm_per_s(8.0), &rad(deg), &[0xFA, 0xFF, 0xFF]].concat();
            messages.push((ms + 40, 130_306, 5, wind(330.0)));
            let heading = [&[1][..], &rad(5.0), &rad(0.0), &rad(3.0), &[0xFD]].concat();
            messages.push((ms + 50, 127_250, 4, heading));
            messages.push((ms + 60, 128_259, 6, [&[1][..], &cm_per_s(4.8), &[0xFF; 5]].concat()));
            messages.push((
                ms + 70,
                127_257,
                4,
                [&[1][..], &rad(90.0), &rad(2.0), &rad(-12.0), &[0xFF]].concat(),
            ));
            messages.push((ms + 80, 128_267, 6, [&[1][..], &1234u32.to_le_bytes(), &[0; 3]].concat()));
            // The position of another ship, by AIS, and a message that is not read.
            messages.push((ms + 90, 129_038, 43, vec![0xFF; 8]));
            messages.push((ms + 95, 127_508, 7, vec![0xFF; 8]));
        }
    }
    messages
}

/// The same in frames of eight bytes.
fn frames(messages: Vec<Message>) -> Vec<Message> {
    let mut frames = Vec::new();
    for (number, (ms, pgn, source, data)) in messages.into_iter().enumerate() {
        if data.len() <= 8 {
            frames.push((ms, pgn, source, data));
            continue;
        }
        let message = (number as u8 & 7) << 5;
        frames.push((ms, pgn, source, [&[message, data.len() as u8][..], &data[..6]].concat()));
        for (i, part) in data[6..].chunks(7).enumerate() {
            frames.push((ms, pgn, source, [&[message | (i as u8 + 1)][..], part].concat()));
        }
    }
    frames
}

fn clock(ms: u32) -> String {
    format!("14:{:02}:{:02}.{:03}", ms / 60_000, ms / 1000 % 60, ms % 1000)
}

fn hex(data: &[u8], between: &str) -> String {
    data.iter().map(|b| format!("{b:02X}")).collect::<Vec<_>>().join(between)
}

fn id(pgn: u32, source: u8) -> u32 {
    2 << 26 | pgn << 8 | u32::from(source)
}

fn lines(messages: Vec<Message>, line: impl Fn(&Message) -> String) -> Vec<u8> {
    messages.iter().map(|message| line(message) + "\r\n").collect::<String>().into_bytes()
}

fn canboat_plain(messages: Vec<Message>) -> Vec<u8> {
    lines(messages, |(ms, pgn, source, data)| {
        let (clock, count) = (clock(*ms), data.len());
        format!("2026-06-13-{clock},2,{pgn},{source},255,{count},{}", hex(data, ",").to_lowercase())
    })
}

fn yacht_devices(messages: Vec<Message>) -> Vec<u8> {
    lines(frames(messages), |(ms, pgn, source, data)| {
        format!("{} R {:08X} {}", clock(*ms), id(*pgn, *source), hex(data, " "))
    })
}

fn candump_log(messages: Vec<Message>, ahead_s: f64) -> Vec<u8> {
    lines(frames(messages), |(ms, pgn, source, data)| {
        let s = (START_MS + f64::from(*ms)) / 1000.0 + ahead_s;
        format!("({s:.6}) can0 {:08X}#{}", id(*pgn, *source), hex(data, ""))
    })
}

fn candump(messages: Vec<Message>) -> Vec<u8> {
    lines(frames(messages), |(_, pgn, source, data)| {
        format!("  can0  {:08X}   [{}]  {}   '........'", id(*pgn, *source), data.len(), hex(data, " "))
    })
}

fn n2k_ascii(messages: Vec<Message>) -> Vec<u8> {
    lines(messages, |(ms, pgn, source, data)| {
        format!("A{} {source:02X}FF2 {pgn:05X} {}", clock(*ms).replace(':', ""), hex(data, ""))
    })
}

fn ebl(messages: Vec<Message>) -> Vec<u8> {
    let message = |(ms, pgn, source, data)| (START_MS as u64 + u64::from(ms), pgn, source, data);
    encoder::log(messages.into_iter().map(message))
}

/// Canboat's JSON, with angles in degrees or radians.
fn canboat_json(seconds: u32, in_degrees: bool) -> Vec<u8> {
    let angle = |deg: f64| if in_degrees { format!("{deg:.1}") } else { format!("{:.4}", deg.to_radians()) };
    let (cog, wind, heading) = (angle(2.0), angle(330.0), angle(5.0));
    let (variation, roll) = (angle(3.0), angle(-12.0));
    let mut log = String::new();
    for ms in (0..seconds * 1000).step_by(200) {
        let lat = 54.3 + f64::from(ms) * 4.5e-8;
        let mut message = |pgn: u32, source: u8, fields: &str| {
            let clock = clock(ms);
            log += &format!(
                "{{\"timestamp\":\"2026-06-13T{clock}Z\",\"prio\":2,\"src\":{source},\"dst\":255,\"pgn\":{pgn},\"description\":\"x\",\"fields\":{{{fields}}}}}\n"
            );
        };
        message(129_025, 3, &format!("\"Latitude\":{lat:.7},\"Longitude\":10.2000000"));
        message(129_026, 3, &format!("\"SID\":1,\"COG Reference\":\"True\",\"COG\":{cog},\"SOG\":5.00"));
        if ms % 1000 == 0 {
            message(
                130_306,
                5,
                &format!("\"Wind Speed\":8.00,\"Wind Angle\":{wind},\"Reference\":\"Apparent\""),
            );
            message(
                127_250,
                4,
                &format!(
                    "\"Heading\":{heading},\"Deviation\":0.0,\"Variation\":{variation},\"Reference\":\"Magnetic\""
                ),
            );
            message(127_257, 4, &format!("\"Pitch\":0.0,\"Roll\":{roll}"));
            message(128_259, 6, "\"Speed Water Referenced\":4.80");
            message(128_267, 6, "\"Depth\":12.34");
        }
    }
    log.into_bytes()
}

fn delta(context: &str, ms: u32, source: &str, values: &str) -> String {
    let clock = clock(ms);
    format!(
        "{{\"context\":\"vessels.{context}\",\"updates\":[{{\"$source\":\"{source}\",\"timestamp\":\"2026-06-13T{clock}Z\",\"values\":[{values}]}}]}}\n"
    )
}

fn value(path: &str, value: &str) -> String {
    format!("{{\"path\":\"{path}\",\"value\":{value}}}")
}

/// Deltas of the own vessel, and of another one that is heard first.
fn deltas(seconds: u32) -> String {
    let own = "urn:mrn:imo:mmsi:211000001";
    let place =
        |lat: f64| value("navigation.position", &format!("{{\"longitude\":10.2,\"latitude\":{lat:.7}}}"));
    let mut log = delta("urn:mrn:imo:mmsi:211999999", 0, "ais", &place(54.9));
    for ms in (0..seconds * 1000).step_by(200) {
        log += &delta(own, ms, "gps.1", &place(54.3 + f64::from(ms) * 4.5e-8));
        let moving =
            [value("navigation.speedOverGround", "5"), value("navigation.courseOverGroundTrue", "0.0349066")];
        log += &delta(own, ms + 20, "gps.1", &moving.join(","));
        if ms % 1000 == 0 {
            let others = [
                value("environment.wind.angleApparent", "-0.5235988"),
                value("environment.wind.speedApparent", "8"),
                value("navigation.headingMagnetic", "0.0872665"),
                value("navigation.magneticVariation", "0.0523599"),
                value("navigation.attitude", "{\"yaw\":0,\"pitch\":0.01,\"roll\":-0.2094395}"),
                value("navigation.speedThroughWater", "4.8"),
                value("environment.depth.belowTransducer", "12.34"),
            ];
            log += &delta(own, ms + 40, "bus.5", &others.join(","));
            log += &delta("urn:mrn:imo:mmsi:211999999", ms + 50, "ais", &place(54.9));
        }
    }
    log
}

/// Checks that a recording is the sail, and that it was recognized.
fn is_the_sail(name: &str, bytes: &[u8], format: Format) -> Recording {
    assert_eq!(sniff(bytes), Some(format), "{name}");
    let recording = read("", bytes).unwrap();
    let columns = &recording.columns;
    assert_eq!(columns.len(), 100, "{name}: {:?}", recording.damage);
    let last = columns.len() - 1;
    assert!((columns.time_ms[last] - columns.time_ms[0] - 19_800.0).abs() < 210.0, "{name}");
    assert!((columns.lat_deg[50] - 54.300_45).abs() < 1e-7, "{name}: {}", columns.lat_deg[50]);
    assert!(
        columns.lon_deg.iter().all(|lon| (lon - 10.2).abs() < 1e-9),
        "{name}: the receiver that sends faster"
    );
    for (id, expected) in [
        ("sog", 5.0),
        ("cog", 2.0),
        ("awa", 330.0),
        ("aws", 8.0),
        ("hdg", 8.0),
        ("hdg_mag", 5.0),
        ("stw", 4.8),
        ("heel", -12.0),
        ("depth", 12.34),
    ] {
        let values = columns.get(id).unwrap_or_else(|| panic!("{name} has no {id}"));
        let found: Vec<f32> = values.iter().copied().filter(|v| !v.is_nan()).collect();
        assert!(found.len() >= 19, "{name}: {id} has {} values", found.len());
        assert!(found.iter().all(|v| (v - expected).abs() < 0.06), "{name}: {id} {found:?}");
    }
    recording
}

#[test]
fn one_sail_is_the_same_in_every_form_of_log() {
    let plain = |recording: Recording| assert_eq!(recording.damage.losses, [], "{:?}", recording.damage);
    for (name, bytes, format) in [
        ("canboat", canboat_plain(sail(20)), Format::N2k),
        ("canboat in frames", canboat_plain(frames(sail(20))), Format::N2k),
        ("canboat JSON in degrees", canboat_json(20, true), Format::N2k),
        ("canboat JSON in radians", canboat_json(20, false), Format::N2k),
        ("Yacht Devices", yacht_devices(sail(20)), Format::N2k),
        ("N2K ASCII", n2k_ascii(sail(20)), Format::N2k),
        ("candump log", candump_log(sail(20), 0.0), Format::N2k),
        ("EBL", ebl(sail(20)), Format::Ebl),
        ("Signal K", deltas(20).into_bytes(), Format::Signalk),
    ] {
        let recording = is_the_sail(name, &bytes, format);
        assert!(!recording.undated, "{name}");
        // The receiver tells its time 5 ms after its position.
        assert!((recording.columns.time_ms[0] - START_MS).abs() <= 5.0, "{name}");
        plain(recording);
    }
}

#[test]
fn frames_without_a_time_have_that_of_the_receiver() {
    let bytes = candump(sail(21));
    assert_eq!(sniff(&bytes), Some(Format::N2k));
    let recording = read("", &bytes).unwrap();
    // The first position is before the first time, and the receiver tells its time once a second.
    assert!((100..=105).contains(&recording.columns.len()), "{}", recording.columns.len());
    assert!((recording.columns.time_ms[0] - START_MS).abs() < 1001.0);
    assert!(
        recording.columns.time_ms.windows(2).all(|pair| pair[1] > pair[0]),
        "{:?}",
        recording.columns.time_ms
    );
}

#[test]
fn a_logger_with_a_wrong_clock_has_the_time_of_the_receiver() {
    let recording = is_the_sail("fast", &candump_log(sail(20), 7200.0), Format::N2k);
    assert!((recording.columns.time_ms[0] - START_MS).abs() < 100.0);
    let said = "The logger's clock was 2 h 0 min ahead of that of the receiver; the receiver's is used.";
    assert_eq!(recording.damage.lacks, [said]);
}

#[test]
fn a_clock_that_is_set_on_the_way_is_right_before_and_after() {
    let (before, after): (Vec<Message>, Vec<Message>) =
        sail(40).into_iter().partition(|(ms, ..)| *ms < 20_000);
    let bytes = [candump_log(before, -864_000.0), candump_log(after, 0.0)].concat();
    let recording = read("", &bytes).unwrap();
    let times = &recording.columns.time_ms;
    let off = times.windows(2).filter(|pair| (pair[1] - pair[0] - 200.0).abs() > 100.0).count();
    assert!(off <= 2, "{off}");
    assert!(
        (times[0] - START_MS).abs() < 100.0 && (times.last().unwrap() - START_MS - 39_800.0).abs() < 300.0
    );
    assert!(
        recording.damage.lacks[0].starts_with("The logger's clock was 10 days behind"),
        "{:?}",
        recording.damage
    );
}

#[test]
fn a_log_of_times_of_day_without_a_receivers_date_has_none() {
    let messages = sail(20).into_iter().filter(|(_, pgn, ..)| ![126_992, 129_029].contains(pgn)).collect();
    let recording = is_the_sail("undated", &yacht_devices(messages), Format::N2k);
    assert!(recording.undated);
    assert_eq!(recording.columns.time_ms[0], 14.0 * 3_600_000.0);
}

#[test]
fn a_wind_log_without_positions_has_a_row_a_second() {
    let messages = sail(20).into_iter().filter(|(_, pgn, ..)| ![129_025, 129_029].contains(pgn)).collect();
    let recording = whole(Format::N2k, &canboat_plain(messages)).unwrap();
    assert_eq!(recording.columns.len(), 20);
    assert!(recording.columns.lat_deg.iter().all(|lat| lat.is_nan()));
    assert!(recording.columns.get("awa").unwrap().iter().all(|awa| (awa - 330.0).abs() < 0.1));
}

#[test]
fn damage_costs_what_it_hits_and_is_said() {
    let reasons = |bytes: &[u8]| {
        let damage = read("", bytes).unwrap().damage;
        (damage.kept, damage.losses.iter().map(|loss| loss.reason.clone()).collect::<Vec<_>>().join(" "))
    };
    let text = String::from_utf8(yacht_devices(sail(20))).unwrap();
    let broken = text.replacen("14:00:05.000 R 09F80103", "14:00:05.000 R 09F8", 1);
    assert_eq!(reasons(broken.as_bytes()), (99, "Lines that are no messages were skipped.".to_string()));
    let cut = &text.as_bytes()[..text.len() - 40];
    assert!(
        reasons(cut).1.starts_with("The file is incomplete: it ends at 14:00:19 UTC"),
        "{}",
        reasons(cut).1
    );
    let third = text.lines().filter(|line| line.contains("09F80509")).nth(2).unwrap();
    let lost = text.replacen(&format!("{third}\r\n"), "", 1);
    assert_eq!(
        reasons(lost.as_bytes()),
        (100, "Messages of which a part is missing were left out.".to_string())
    );
    let mut log = ebl(sail(20));
    let middle = log.len() / 2;
    log[middle..middle + 3].copy_from_slice(&[0xAA; 3]);
    let (kept, said) = reasons(&log);
    assert!(kept >= 99 && !said.is_empty(), "{kept} {said}");
}

#[test]
fn a_file_in_pieces_is_read_as_a_whole_one() {
    for bytes in [yacht_devices(sail(20)), ebl(sail(20)), deltas(20).into_bytes(), canboat_json(20, false)] {
        let mut pieces = Pieces::default();
        bytes.chunks(777).for_each(|piece| pieces.push(piece));
        assert_eq!(format!("{:?}", pieces.finish().unwrap()), format!("{:?}", read("", &bytes).unwrap()));
    }
}

#[test]
fn a_servers_log_has_sentences_and_messages_of_a_network_side_by_side() {
    let mut log = String::new();
    for (i, line) in String::from_utf8(canboat_plain(sail(20))).unwrap().lines().enumerate() {
        let ms = START_MS as u64 + 40 * i as u64;
        log += &format!("{ms};canboatjs;{line}\n{ms};gps;$IIXDR,A,4.0,D,RUDDER\n");
    }
    let recording = is_the_sail("server", log.as_bytes(), Format::N2k);
    assert!(recording.columns.get("rudder").unwrap().iter().filter(|v| **v == 4.0).count() > 90);
}

#[test]
fn the_values_that_a_server_repeats_at_the_start_are_not_read() {
    let old = delta("self", 0, "gps.1", &value("navigation.speedOverGround", "9"));
    let old = old.replace("2026-06-13", "2026-06-12");
    let recording = is_the_sail("repeated", format!("{}{old}", deltas(20)).as_bytes(), Format::Signalk);
    assert_eq!(recording.damage.losses, []);
}

#[test]
fn two_devices_that_send_the_same_are_not_mixed() {
    let mut messages = sail(20);
    let twin: Vec<Message> = messages.iter().filter(|m| m.1 == 130_306).cloned().collect();
    messages.extend(twin.into_iter().map(|(ms, pgn, _, data)| {
        (ms + 1, pgn, 77, [&data[..1], &cm_per_s(20.0)[..], &rad(90.0), &data[5..]].concat())
    }));
    messages.sort_by_key(|message| message.0);
    is_the_sail("twins", &canboat_plain(messages), Format::N2k);
}

#[test]
fn other_json_is_no_log() {
    for text in
        ["{}", "{\"a\":1}\n{\"b\":2}\n", "[1,2]", "{\"pgn\":", "A man\n", "(1)\n", "can0\n", "12:34:56 R\n"]
    {
        assert_eq!(format(text.as_bytes()), None, "{text}");
    }
    assert!(!is_ebl(&[0x1B, 1, 3, 0, 0]) && !is_ebl(b"\x1B[31m"));
}
