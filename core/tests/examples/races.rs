//! Analyses files and prints the course of the race that began at a time, with each boat's passings, legs and gaps:
//! `cargo run --release -p leebow-tests --example races -- [--class NAME] [--gun TIME] [--copies N] FILES…`. Times are
//! ISO 8601, in UTC. Without a gun the races of the day are found. Copies of the tracks, each 2 s later, make a large fleet for measuring
//! times.
// A development tool: it may panic on wrong input.
#![allow(clippy::expect_used)]

use leebow_engine::Options;
use leebow_engine::pipeline::race_track;
use leebow_engine::race::answer::{RaceMark, RaceReport};
use leebow_engine::race::{Duel, RaceColumns, RaceCorrection, RaceOptions, RaceTrack, analyze, duel};

fn main() {
    let (mut class, mut gun, mut copies, mut files) = ("Other".to_owned(), None, 1, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--class" => class = arguments.next().expect("a boat class"),
            "--copies" => copies = arguments.next().and_then(|n| n.parse().ok()).expect("a number"),
            "--gun" => gun = arguments.next(),
            _ => files.push(argument),
        }
    }
    let tracks: Vec<RaceTrack> = files.iter().map(|path| track(path, &class)).collect();
    let tracks = copied(&tracks, copies);
    let corrections =
        gun.iter().map(|time| RaceCorrection::SetGun { at: time.clone(), gun_time: time.clone() });
    let options = RaceOptions { wind: None, corrections: corrections.collect() };
    let start = std::time::Instant::now();
    let found = analyze(&tracks, &options);
    println!("{:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    for (race, columns) in found.day.races.iter().zip(&found.columns) {
        print_race(race, columns);
        let names: Vec<&str> = tracks.iter().map(|t| t.facts.name.as_str()).collect();
        if let [a, b] = names[..] {
            for leg in 0..race.legs.len() {
                print_duel(duel(&tracks, &options, &race.start_time, [a, b], leg).as_ref());
            }
        }
    }
    for note in &found.day.notes {
        println!("{:?}: {}", note.code, note.text);
    }
}

fn print_race(race: &RaceReport, columns: &[RaceColumns]) {
    println!(
        "\n{} to {}, gun {:?} \u{b1} {:.0} s",
        race.start_time, race.end_time, race.gun_basis, race.gun_sd_s
    );
    println!(
        "wind {:.0} \u{b1} {:.0} deg",
        race.twd_deg.unwrap_or(f64::NAN),
        race.twd_sd_deg.unwrap_or(f64::NAN)
    );
    for w in &race.waypoints {
        println!("waypoint {} {:?} {:?}{}", w.id, w.kind, w.side, if w.moved { ", moved" } else { "" });
        for RaceMark { place, passings } in &w.marks {
            let (lat, lon, sd) = (place.lat_deg, place.lon_deg, place.sd_m);
            println!("    {lat:.6} {lon:.6} \u{b1} {sd:.0} m, {:?}, {passings} passings", place.basis);
        }
    }
    for l in &race.legs {
        println!(
            "leg {} {:?}: {:.0} m to {:.0} deg, wind {:.0} deg",
            l.from,
            l.kind,
            l.length_m,
            l.axis_deg,
            l.twd_deg.unwrap_or(f64::NAN)
        );
    }
    for (boat, columns) in race.boats.iter().zip(columns) {
        println!("{} {:?}, place {:?}, sure {}", boat.track, boat.state, boat.place, boat.place_sure);
        let passings = boat.passings.iter().zip(&boat.legs).enumerate();
        for (k, (passing, leg)) in passings {
            if let Some(p) = passing {
                let sure = if p.place_sure { "" } else { "?" };
                print!(
                    "    {} {} \u{b1} {:.1} s, {}{sure}, {:.1} s behind",
                    k + 1,
                    p.time,
                    p.sd_s,
                    p.place,
                    p.behind_s
                );
            } else {
                print!("    {} not seen", k + 1);
            }
            if let Some(l) = leg {
                print!("; leg {:.0} s, {:.0} m, +{:.1} %,", l.time_s, l.sailed_m, l.sailed_over_shortest_pct);
                print!(
                    " vmg {:.2} kn, sog {:.2} kn, {} tacks, {} gybes,",
                    l.vmg_kn, l.sog_kn, l.tacks, l.gybes
                );
                print!(" gain {:.1} \u{b1} {:.1} s", l.gain_s, l.gain_sd_s);
            }
            println!();
        }
        let minutes = (0..columns.time_ms.len()).step_by(60);
        let gap = |i: usize| format!("{:.0}/{:.0}", columns.behind_s[i], columns.behind_m[i]);
        println!("    behind s/m each minute: {}", minutes.map(gap).collect::<Vec<_>>().join(" "));
    }
    for note in &race.notes {
        println!("{:?}: {}", note.code, note.text);
    }
}

fn print_duel(duel: Option<&Duel>) {
    let Some(d) = duel else { return println!("no duel") };
    let p = &d.sum;
    println!(
        "duel leg {}: speed {:.0} \u{b1} {:.0}, height {:.0} \u{b1} {:.0}, shift {:.0} \u{b1} {:.0}, turns {:.0} \u{b1} {:.0}, rest {:.0}, total {:.0} \u{b1} {:.0} m: {:?}",
        d.leg,
        p.speed_m,
        p.speed_sd_m,
        p.height_m,
        p.height_sd_m,
        p.shift_m,
        p.shift_sd_m,
        p.turns_m,
        p.turns_sd_m,
        p.rest_m,
        p.total_m,
        p.total_sd_m,
        d.said
    );
}

fn copied(tracks: &[RaceTrack], copies: usize) -> Vec<RaceTrack> {
    let copy = |n: usize, track: &RaceTrack| {
        let mut track = track.clone();
        track.facts.name = format!("{} {n}", track.facts.name);
        track.time_ms.iter_mut().for_each(|ms| *ms += 2000.0 * n as f64);
        for turn in &mut track.facts.turns {
            for ms in [&mut turn.start_ms, &mut turn.time_ms, &mut turn.end_ms, &mut turn.recovered_ms] {
                *ms += 2000.0 * n as f64;
            }
        }
        track
    };
    (0..copies).flat_map(|n| tracks.iter().map(move |t| copy(n, t))).collect()
}

fn track(path: &str, class: &str) -> RaceTrack {
    let bytes = std::fs::read(path).expect("a file that can be read");
    let name = path.rsplit('/').next().unwrap_or(path);
    let options = Options { boat_class: Some(class.to_owned()), ..Options::default() };
    race_track(&leebow_engine::analyze(name, &bytes, None, &options).expect("an analysis"))
}
