//! Messages other than records: laps, sessions, pauses, marks, the receiver's log.

use super::test::{File, START, START_MS};
use super::*;
use crate::read::piecewise::whole;
use crate::track::Format;

fn read(bytes: &[u8]) -> Result<Recording, Error> {
    whole(Format::Fit, bytes)
}
use crate::track::{EventKind, Part};

fn values(recording: &Recording, id: &str) -> Vec<f32> {
    recording.columns.get(id).map(<[f32]>::to_vec).unwrap_or_default()
}

/// A lap (global 19) or session (18): timestamp, start, elapsed and timer in ms, distance in cm, top speed.
fn total(file: &mut File, global: u16, from: u32, to: u32, max: u8, sport: Option<u8>) {
    let mut fields =
        vec![(253, 4, 0x86), (2, 4, 0x86), (7, 4, 0x86), (8, 4, 0x86), (9, 4, 0x86), (max, 2, 0x84)];
    fields.extend(sport.map(|_| (5, 1, 0x00)));
    file.define(5, global, &fields);
    file.0.push(5);
    let length_ms = (to - from) * 1000;
    for value in [START + to + 2, START + from, length_ms, length_ms - 1000, 123_450] {
        file.0.extend(value.to_le_bytes());
    }
    file.0.extend(7500u16.to_le_bytes());
    file.0.extend(sport);
}

#[test]
fn laps_and_sessions_have_the_totals_of_the_device() {
    let mut file = File::activity().records(0..20);
    total(&mut file, 19, 0, 8, 14, None);
    total(&mut file, 19, 8, 20, 14, None);
    total(&mut file, 18, 0, 20, 15, Some(32));
    let recording = read(&file.bytes()).unwrap();
    let parts: Vec<Part> = recording.totals.iter().map(|t| t.part).collect();
    assert_eq!(parts, [Part::Lap, Part::Lap, Part::Session]);
    let lap = recording.totals[1];
    assert_eq!((lap.start_ms, lap.end_ms), (START_MS + 8000.0, START_MS + 20_000.0));
    assert_eq!((lap.timer_s, lap.distance_m, lap.max_mps), (Some(11.0), Some(1234.5), Some(7.5)));
    assert_eq!(recording.totals[2].sport, Some("sailing"));
    assert_eq!(recording.sport.as_deref(), Some("sailing"));
}

#[test]
fn a_generic_sport_has_the_name_of_its_profile_and_another_one_its_own() {
    for (number, sport) in [(0, "Wingfoiling"), (43, "windsurfing")] {
        let mut file = File::activity().records(0..3);
        file.define(5, 12, &[(0, 1, 0x00), (3, 12, 0x07)]);
        file.0.extend([5, number]);
        file.0.extend(b"Wingfoiling\0");
        assert_eq!(read(&file.bytes()).unwrap().sport.as_deref(), Some(sport));
    }
}

#[test]
fn a_lap_without_a_date_is_skipped() {
    let mut file = File::activity().records(0..3);
    file.define(5, 19, &[(2, 4, 0x86), (7, 4, 0x86)]);
    file.0.push(5);
    file.0.extend(77u32.to_le_bytes());
    file.0.extend(1000u32.to_le_bytes());
    assert_eq!(read(&file.bytes()).unwrap().totals, []);
}

#[test]
fn a_pause_of_any_length_is_a_gap_and_not_a_jump() {
    let mut file = File::activity().records(0..6);
    file.timer(5, 4);
    file.timer(9, 0);
    let recording = read(&file.records(9..14).bytes()).unwrap();
    assert_eq!(recording.breaks, [6]);
    assert_eq!(recording.pauses_ms, [[START_MS + 5000.0, START_MS + 9000.0]]);
}

#[test]
fn a_device_that_records_during_its_pause_has_no_gap() {
    let mut file = File::activity().records(0..6);
    file.timer(5, 4);
    let mut file = file.records(6..12);
    file.timer(11, 0);
    assert_eq!(read(&file.records(12..14).bytes()).unwrap().breaks, [] as [usize; 0]);
}

#[test]
fn a_mark_set_by_hand_is_an_event() {
    let mut file = File::activity().records(0..3);
    file.define(2, 21, &[(253, 4, 0x86), (0, 1, 0), (1, 1, 0)]);
    file.0.push(2);
    file.0.extend((START + 2).to_le_bytes());
    file.0.extend([32, 3]);
    let recording = read(&file.bytes()).unwrap();
    let found: Vec<_> = recording.events.iter().map(|e| (e.time_ms, e.kind)).collect();
    assert_eq!(found, [(START_MS + 2000.0, EventKind::Mark)]);
}

/// Defines `gps_metadata` with its clock, position, height, speed, heading, UTC and velocity.
fn define_gps(file: &mut File) {
    let fields = [
        (253, 4, 0x86),
        (0, 2, 0x84),
        (1, 4, 0x85),
        (2, 4, 0x85),
        (3, 4, 0x86),
        (4, 4, 0x86),
        (5, 2, 0x84),
        (6, 4, 0x86),
        (7, 6, 0x83),
    ];
    file.define(6, 160, &fields);
}

/// The receiver's fix at `tenth` tenths of a second after the device had been on for `on` s, at `utc`.
fn gps(file: &mut File, on: u32, tenth: u32, utc: u32, speed: u32, heading: u16) {
    file.0.push(6);
    file.0.extend((on + tenth / 10).to_le_bytes());
    file.0.extend((tenth as u16 % 10 * 100).to_le_bytes());
    file.0.extend((500_000_000i32 + tenth as i32 * 50).to_le_bytes());
    file.0.extend(100_000_000i32.to_le_bytes());
    file.0.extend(2510u32.to_le_bytes());
    file.0.extend(speed.to_le_bytes());
    file.0.extend(heading.to_le_bytes());
    file.0.extend(utc.to_le_bytes());
    file.0.extend([0i16, -450, 0].map(i16::to_le_bytes).concat());
}

#[test]
fn the_receivers_log_is_the_track_when_it_has_more_fixes() {
    let mut file = File(Vec::new());
    // Records each second with a heart rate; the clock of both counts from power-on.
    file.define(0, 20, &[(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (3, 1, 0x02)]);
    define_gps(&mut file);
    for tenth in 0..30 {
        if tenth % 10 == 0 {
            file.0.push(0);
            file.0.extend((START + tenth / 10).to_le_bytes());
            file.0.extend(500_000_000i32.to_le_bytes());
            file.0.extend(100_000_000i32.to_le_bytes());
            file.0.push(120 + tenth as u8);
        }
        gps(&mut file, START, tenth, START + tenth / 10, 5250, 18_050);
    }
    let recording = read(&file.bytes()).unwrap();
    assert_eq!((recording.columns.len(), recording.damage.expected), (30, Some(30)));
    assert_eq!(recording.columns.time_ms[13], START_MS + 1300.0);
    assert_eq!(recording.columns.lat_deg[2], 500_000_100.0 * 180.0 / 2_147_483_648.0);
    assert_eq!((values(&recording, "sog")[7], values(&recording, "cog")[7]), (5.25, 180.5));
    assert_eq!(values(&recording, "ele")[0], 2.0);
    let hr = values(&recording, "hr");
    assert_eq!((hr[0], hr[10], hr[20]), (120.0, 130.0, 140.0));
    assert_eq!(hr.iter().filter(|v| !v.is_nan()).count(), 3);
}

#[test]
fn a_clock_counting_from_power_on_is_related_to_utc_by_the_correlation() {
    let mut file = File(Vec::new());
    file.define(7, 162, &[(253, 4, 0x86), (4, 2, 0x84), (1, 4, 0x86), (5, 2, 0x84)]);
    file.0.push(7);
    file.0.extend(START.to_le_bytes());
    file.0.extend(250u16.to_le_bytes());
    file.0.extend(40u32.to_le_bytes());
    file.0.extend(50u16.to_le_bytes());
    define_gps(&mut file);
    (0..5).for_each(|tenth| gps(&mut file, 40, tenth, 0, 5250, 0));
    let times = read(&file.bytes()).unwrap().columns.time_ms;
    assert_eq!(times[0..2], [START_MS + 200.0, START_MS + 300.0]);
}

#[test]
fn without_a_correlation_the_utc_of_the_fixes_sets_the_clock() {
    let mut file = File(Vec::new());
    define_gps(&mut file);
    // Power-on was 40 s before 0.3 s past the full second.
    (0..30).for_each(|tenth| gps(&mut file, 40, tenth, START + (tenth + 3) / 10, 5250, 0));
    let times = read(&file.bytes()).unwrap().columns.time_ms;
    assert_eq!(times[0], START_MS + 300.0);
}

#[test]
fn speed_and_course_are_computed_from_the_velocities_when_absent() {
    let mut file = File(Vec::new());
    define_gps(&mut file);
    (0..3).for_each(|tenth| gps(&mut file, START, tenth, 0, u32::MAX, u16::MAX));
    let recording = read(&file.bytes()).unwrap();
    assert_eq!((values(&recording, "sog")[1], values(&recording, "cog")[1]), (4.5, 180.0));
}

#[test]
fn gps_metadata_without_positions_changes_nothing() {
    let mut file = File::activity().records(0..5);
    file.define(6, 160, &[(3, 4, 0x86), (4, 4, 0x86)]);
    for _ in 0..20 {
        file.0.push(6);
        file.0.extend([0u8; 8]);
    }
    let recording = read(&file.bytes()).unwrap();
    assert_eq!((recording.columns.len(), recording.damage.expected), (5, Some(5)));
    assert!(recording.damage.losses.is_empty());
}

#[test]
fn fractions_of_the_second_are_read_in_both_byte_orders() {
    for big in [false, true] {
        let mut file = File(Vec::new());
        let number = |value: u32| if big { value.to_be_bytes() } else { value.to_le_bytes() };
        file.0.extend([0x40, 0, u8::from(big)]);
        file.0.extend(if big { 20u16.to_be_bytes() } else { 20u16.to_le_bytes() });
        file.0.extend([4, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85, 48, 1, 0x02]);
        for step in 0..4u32 {
            file.0.push(0);
            file.0.extend(number(START));
            file.0.extend(number(500_000_000));
            file.0.extend(number(100_000_000));
            file.0.push(step as u8 * 32);
        }
        let times = read(&file.bytes()).unwrap().columns.time_ms;
        assert_eq!(times, [0.0, 250.0, 500.0, 750.0].map(|ms| START_MS + ms), "big-endian: {big}");
    }
}

/// A developer's uint8 field of this name, number 7 of developer 0.
fn describe(file: &mut File, name: &str) {
    let length = name.len() as u8 + 1;
    file.define(3, 206, &[(0, 1, 2), (1, 1, 2), (2, 1, 2), (3, length, 7)]);
    file.0.extend([3, 0, 7, 0x02]);
    file.0.extend(name.bytes());
    file.0.push(0);
}

/// Records with the developer's field, and with the device's heart rate where it is given.
fn records_with(file: &mut File, seconds: std::ops::Range<u32>, developer: u8, heart_rate: Option<u8>) {
    let mut fields = vec![253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85];
    fields.extend(heart_rate.map(|_| [3, 1, 0x02]).into_iter().flatten());
    file.0.extend([0x60, 0, 0, 20, 0, (fields.len() / 3) as u8]);
    file.0.extend(&fields);
    file.0.extend([1, 7, 1, 0]);
    for second in seconds {
        file.0.push(0);
        file.0.extend((START + second).to_le_bytes());
        file.0.extend(500_000_000i32.to_le_bytes());
        file.0.extend(100_000_000i32.to_le_bytes());
        file.0.extend(heart_rate);
        file.0.push(developer);
    }
}

#[test]
fn an_apps_value_is_not_mixed_with_the_devices_value() {
    let mut file = File(Vec::new());
    describe(&mut file, "Heart Rate");
    records_with(&mut file, 0..2, 99, None);
    records_with(&mut file, 2..4, 98, Some(120));
    let recording = read(&file.bytes()).unwrap();
    let hr = values(&recording, "hr");
    assert!(hr[0].is_nan() && hr[1].is_nan(), "{hr:?}");
    assert_eq!(hr[2..], [120.0, 120.0]);
    assert_eq!(values(&recording, "heart_rate"), [99.0, 99.0, 98.0, 98.0]);
}

#[test]
fn an_apps_value_is_used_when_the_device_writes_none() {
    let mut file = File(Vec::new());
    describe(&mut file, "Heart Rate");
    records_with(&mut file, 0..2, 99, None);
    assert_eq!(values(&read(&file.bytes()).unwrap(), "hr"), [99.0, 99.0]);
}

#[test]
fn an_apps_value_with_the_name_of_a_device_field_has_its_own_channel() {
    let mut file = File(Vec::new());
    describe(&mut file, "hr");
    records_with(&mut file, 0..2, 99, Some(120));
    let recording = read(&file.bytes()).unwrap();
    assert_eq!((values(&recording, "hr")[0], values(&recording, "hr_developer")[0]), (120.0, 99.0));
}

#[test]
fn a_watch_is_named_by_its_product_number() {
    for (maker, product, name) in
        [(1u16, 4536u16, "Garmin fenix 8"), (1, 65_000, "Garmin"), (123, 4536, "Polar")]
    {
        let mut file = File::activity().records(0..2);
        file.define(4, 0, &[(0, 1, 0x00), (1, 2, 0x84), (2, 2, 0x84)]);
        file.0.extend([4, 4]);
        file.0.extend(maker.to_le_bytes());
        file.0.extend(product.to_le_bytes());
        assert_eq!(read(&file.bytes()).unwrap().device.as_deref(), Some(name));
    }
}
