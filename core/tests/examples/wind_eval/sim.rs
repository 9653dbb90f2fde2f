//! Simulated sessions of every class: seeds below 50 to tune on, from 100 on to report.

use leebow_engine::angle::wrap_360;
use leebow_engine::config::{BOAT_CLASSES, boat_class};
use leebow_engine::track::Recording;
use leebow_engine::wind::estimate::estimate;
use leebow_engine::{clean, motion};
use leebow_simulator::{DeviceColumns, Moment, Noise, Scenario, Simulation, Spec, simulate};

use crate::events::turn_events;
use crate::score::{Score, quantile, score};

struct Group {
    name: &'static str,
    scenario: Scenario,
    current_kn: f64,
    rate_hz: f64,
    doppler: bool,
    minutes: f64,
}

const GROUPS: &[Group] = &[
    Group {
        name: "race 1 Hz",
        scenario: Scenario::WindwardLeeward,
        current_kn: 0.0,
        rate_hz: 1.0,
        doppler: true,
        minutes: 40.0,
    },
    Group {
        name: "race 5 Hz positions",
        scenario: Scenario::WindwardLeeward,
        current_kn: 0.0,
        rate_hz: 5.0,
        doppler: false,
        minutes: 40.0,
    },
    Group {
        name: "race 0.2 Hz",
        scenario: Scenario::WindwardLeeward,
        current_kn: 0.0,
        rate_hz: 0.2,
        doppler: false,
        minutes: 40.0,
    },
    Group {
        name: "cross current",
        scenario: Scenario::WindwardLeeward,
        current_kn: 1.1,
        rate_hz: 1.0,
        doppler: true,
        minutes: 40.0,
    },
    Group {
        name: "free ride",
        scenario: Scenario::FreeRide,
        current_kn: 0.0,
        rate_hz: 1.0,
        doppler: true,
        minutes: 40.0,
    },
    Group {
        name: "to and fro",
        scenario: Scenario::ToAndFro,
        current_kn: 0.0,
        rate_hz: 1.0,
        doppler: true,
        minutes: 40.0,
    },
    Group {
        name: "motoring",
        scenario: Scenario::Motoring,
        current_kn: 0.0,
        rate_hz: 1.0,
        doppler: true,
        minutes: 40.0,
    },
    Group {
        name: "reach only",
        scenario: Scenario::ReachOnly,
        current_kn: 0.0,
        rate_hz: 1.0,
        doppler: true,
        minutes: 40.0,
    },
];

/// Class given to the engine: `UNKNOWN_CLASS` in the environment gives "Other".
fn engine_class(class: &str) -> &str {
    if std::env::var_os("UNKNOWN_CLASS").is_some() { "Other" } else { class }
}

pub fn run(filter: &str) {
    for group in GROUPS.iter().filter(|g| g.name.contains(filter)) {
        group_line(group, "tuned", 0, TUNED_EACH, !filter.is_empty());
        if std::env::var_os("TUNED").is_none() {
            group_line(group, "held ", 100, held_each(), !filter.is_empty());
        }
    }
}

/// Sessions of a class and group: three for each of 16 classes, seeds below 50.
const TUNED_EACH: u64 = 3;

/// Sessions of a class and group held back for reporting; `EACH` in the environment sets their number.
fn held_each() -> u64 {
    std::env::var("EACH").ok().and_then(|n| n.parse().ok()).unwrap_or(3)
}

fn group_line(group: &Group, half: &str, first_seed: u64, sessions: u64, each: bool) {
    let mut all = Score { off_deg: Vec::new(), sd_deg: Vec::new(), moments: 0 };
    let (mut tracks, mut published, mut flipped, mut medians) = (0, 0, 0, Vec::new());
    for (n, class) in BOAT_CLASSES.iter().enumerate().filter(|(_, c)| c.name != "Kite Flying") {
        for k in 0..sessions {
            let seed = first_seed + n as u64 * sessions + k;
            let mixed = seed * 37;
            let twd = wrap_360(mixed as f64 * 77.7);
            let spec = Spec {
                class: class.name.to_string(),
                seed,
                scenario: group.scenario,
                minutes: group.minutes,
                rate_hz: group.rate_hz,
                twd_deg: twd,
                tws_kn: 7.0 + 3.0 * ((mixed % 4) as f64),
                current_kn: group.current_kn * (0.75 + 0.3 * (mixed % 3) as f64),
                current_deg: wrap_360(twd + if seed.is_multiple_of(2) { 90.0 } else { -90.0 }),
                noise: if mixed % 5 < 3 { Noise::LOGGER } else { Noise::WATCH },
                ..Spec::default()
            };
            let session = simulate(&spec).expect("a spec that can be sailed");
            tracks += 1;
            if let Some(one) = one(&session, group.doppler) {
                published += 1;
                let middle = quantile(&one.size(), 0.5);
                flipped += usize::from(middle > 90.0);
                if each {
                    println!("   {} {} {:.0} kn: {}", class.name, spec.seed, spec.tws_kn, one.line());
                }
                medians.push(middle);
                all.moments += one.moments;
                all.off_deg.extend(one.off_deg);
                all.sd_deg.extend(one.sd_deg);
            } else if each {
                println!("   {} {} {:.0} kn: none", class.name, spec.seed, spec.tws_kn);
            }
        }
    }
    println!(
        "{half} {:20} published {published}/{tracks} flipped {flipped} worst median {:5.1}  {}",
        group.name,
        quantile(&medians, 1.0),
        all.line()
    );
}

fn one(session: &Simulation, doppler: bool) -> Option<Score> {
    let class = boat_class(engine_class(&session.spec.class))?;
    let mut recording = recording(session, doppler);
    let track = clean::clean(&mut recording, class).ok()?;
    let motion = motion::smooth(&track, class);
    let turns = turn_events(&track, &motion, class);
    let series = estimate(&track, &motion, &turns, class, None).ok()?.wind;
    let start = session.spec.start_time_ms;
    let moments: Vec<f64> = session.path.iter().step_by(100).map(|m| start + m.time_s * 1000.0).collect();
    let truth = |t: f64| {
        let at = ((t - start) / 50.0) as usize;
        session.path.get(at).map(|m: &Moment| m.wind.twd_deg)
    };
    Some(score(&series, &moments, truth))
}

pub fn recording(session: &Simulation, doppler: bool) -> Recording {
    session.recording(if doppler { DeviceColumns::SpeedAndCourse } else { DeviceColumns::PositionsAlone })
}
