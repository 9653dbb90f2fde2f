//! Where the worst errors are: by class, by angle to the wind, by part of the session.

use leebow_engine::angle::wrap_180;
use leebow_engine::config::{BOAT_CLASSES, boat_class};
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_simulator::{Noise, Scenario, Spec, simulate};

use crate::score::quantile;
use crate::sim::recording;

/// Errors beyond this are counted, deg.
const WORST_DEG: f64 = 10.0;

struct Seen {
    class: &'static str,
    off_deg: f64,
    sd_deg: f64,
    angle_deg: f64,
    part: &'static str,
}

pub fn run(filter: &str) {
    let first = std::env::var("SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(11);
    let scenario = if filter == "ride" { Scenario::FreeRide } else { Scenario::WindwardLeeward };
    let each = filter == "each";
    let brief = std::env::var_os("BRIEF").is_some();
    let mut all: Vec<Seen> = Vec::new();
    for class in BOAT_CLASSES.iter().filter(|c| c.name != "Other") {
        for seed in first..first + 6u64 {
            let twd_deg = (seed * 67 % 360) as f64;
            let spec = Spec {
                class: class.name.to_string(),
                seed,
                scenario,
                twd_deg,
                tws_kn: 7.0 + (seed % 5) as f64 * 2.5,
                noise: if seed % 2 == 1 { Noise::WATCH } else { Noise::LOGGER },
                ..Spec::default()
            };
            let before = all.len();
            session(&spec, class.name, &mut all);
            if each {
                let own: Vec<f64> = all[before..].iter().map(|s: &Seen| s.off_deg.abs()).collect();
                println!(
                    "{} {seed}: median {:.1} p95 {:.1}",
                    class.name,
                    quantile(&own, 0.5),
                    quantile(&own, 0.95)
                );
            }
        }
    }
    tell("all", &all, |_| true);
    if brief {
        tell("close reach", &all, |s| (60.0..80.0).contains(&s.angle_deg));
        return;
    }
    for class in BOAT_CLASSES {
        tell(class.name, &all, |s| s.class == class.name);
    }
    for (name, from, to) in [
        ("upwind", 0.0, 60.0),
        ("close reach", 60.0, 80.0),
        ("reach", 80.0, 110.0),
        ("broad", 110.0, 135.0),
        ("down", 135.0, 160.0),
        ("square", 160.0, 181.0),
    ] {
        tell(name, &all, |s| (from..to).contains(&s.angle_deg));
    }
    for part in ["first turn", "between", "last turn"] {
        tell(part, &all, |s| s.part == part);
    }
}

fn tell(name: &str, all: &[Seen], wanted: impl Fn(&Seen) -> bool) {
    let own: Vec<&Seen> = all.iter().filter(|s| wanted(s)).collect();
    if own.is_empty() {
        return;
    }
    let sizes: Vec<f64> = own.iter().map(|s| s.off_deg.abs()).collect();
    let worst = sizes.iter().filter(|s| **s > WORST_DEG).count();
    let worst_all = all.iter().filter(|s| s.off_deg.abs() > WORST_DEG).count();
    let held = own.iter().filter(|s| s.off_deg.abs() <= 1.645 * s.sd_deg).count();
    let sds: Vec<f64> = own.iter().map(|s| s.sd_deg).collect();
    println!(
        "{name:14} {:5.1} % of all, median {:4.1} p95 {:4.1}, beyond 10°: {:4.1} %, {:4.1} % of the worst; in90 {:3.0} % sd {:.1}",
        100.0 * own.len() as f64 / all.len() as f64,
        quantile(&sizes, 0.5),
        quantile(&sizes, 0.95),
        100.0 * worst as f64 / own.len() as f64,
        100.0 * worst as f64 / worst_all as f64,
        100.0 * held as f64 / own.len() as f64,
        quantile(&sds, 0.5)
    );
}

fn session(spec: &Spec, name: &'static str, all: &mut Vec<Seen>) {
    let Ok(sailed) = simulate(spec) else { return };
    let Some(class) = boat_class(name) else { return };
    let recording = recording(&sailed, spec.seed % 3 != 2);
    let Ok(analysis) = analyze_recording("simulated", "", recording, class, AnalysisInputs::default()) else {
        return;
    };
    let columns = &analysis.columns;
    let (Some(ewd), Some(sd)) = (columns.get("ewd"), columns.get("ewd_sd")) else { return };
    let turns: Vec<f64> = sailed
        .truth
        .maneuvers
        .iter()
        .filter_map(|m| Some(m.tc_s).filter(|_| matches!(m.kind.letter(), 'T' | 'G')))
        .collect();
    let mut next = 0.0;
    for (i, &t) in columns.time_ms.iter().enumerate() {
        let at_s = (t - spec.start_time_ms) / 1000.0;
        if at_s < next || !ewd[i].is_finite() {
            continue;
        }
        next = at_s + 10.0;
        let Some(moment) = sailed.path.get((at_s * 20.0) as usize) else { continue };
        let part = match (turns.first(), turns.last()) {
            (Some(&a), _) if at_s < a => "first turn",
            (_, Some(&b)) if at_s > b => "last turn",
            _ => "between",
        };
        all.push(Seen {
            class: name,
            off_deg: wrap_180(f64::from(ewd[i]) - moment.wind.twd_deg),
            sd_deg: f64::from(sd[i]),
            angle_deg: wrap_180(moment.hdg_deg - moment.wind.twd_deg).abs(),
            part,
        });
    }
}
