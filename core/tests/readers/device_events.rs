//! Data of the device in the analysis: laps, sessions, pauses, race timer, start line.

use leebow_engine::api::{DeviceEventKind, FileAnalysis};
use leebow_engine::{Options, analyze};

use crate::samples;

fn read(name: &str, bytes: &[u8]) -> FileAnalysis {
    analyze(name, bytes, None, &Options::default()).unwrap().report
}

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../fixtures/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[test]
fn a_watchs_lap_and_session_are_in_knots_and_metres() {
    let report = read("kiel.fit", &fixture("49er-kiel.fit"));
    assert_eq!(report.sport.as_deref(), Some("sailing"));
    let ([lap], [session]) = (&report.laps[..], &report.sessions[..]) else { panic!("one of each") };
    assert_eq!((lap.name.as_str(), session.name.as_str()), ("Lap 1", "Session 1"));
    assert_eq!(lap.start_time, report.start_time);
    let off = (session.distance_m.unwrap() / report.summary.distance_m - 1.0).abs();
    assert!(off < 0.05, "the device's distance is {off} off ours");
    assert!(session.max_speed_kn.unwrap() >= report.summary.max_speed_kn.unwrap() - 1.0);
}

#[test]
fn the_race_timer_and_the_ends_of_the_line_are_in_time_order() {
    let ms = |second: u64| (samples::START_MS + second * 1000).to_le_bytes();
    let timer = |second: u64, event: u8, to_gun: i32| {
        [&[4][..], &ms(second), &[event], &to_gun.to_le_bytes()].concat()
    };
    let end = |second: u64, end: u8| {
        [&[5][..], &ms(second), &[end], &54.4f32.to_le_bytes(), &10.2f32.to_le_bytes()].concat()
    };
    let mut log = samples::vkx(24);
    for row in [
        timer(2, 0, 300),
        timer(3, 1, 300),
        end(1, 0),
        timer(4, 2, 240),
        timer(10, 3, 0),
        end(0, 1),
        timer(20, 4, 0),
    ] {
        log.extend(row);
    }
    let events = read("race.vkx", &log).events;
    let kinds: Vec<DeviceEventKind> = events.iter().map(|event| event.kind).collect();
    use DeviceEventKind::{CommitteeBoat, Pin, RaceEnd, RaceStart, TimerReset, TimerStart, TimerSync};
    let pressed = [CommitteeBoat, Pin, TimerReset, TimerStart, TimerSync, RaceStart, RaceEnd];
    assert!(pressed.iter().all(|kind| kinds.contains(kind)), "{kinds:?}");
    assert!(events.is_sorted_by(|a, b| a.time <= b.time));
    let words = |kind| events.iter().rfind(|event| event.kind == kind).unwrap().words.clone();
    assert_eq!(words(TimerReset), "Race timer set to 5:00.");
    assert_eq!(words(RaceStart), "The gun: the race began.");
    let pin = events.iter().find(|event| event.kind == Pin).unwrap();
    assert!((pin.lat_deg.unwrap() - 54.4).abs() < 1e-5 && (pin.lon_deg.unwrap() - 10.2).abs() < 1e-5);
}
