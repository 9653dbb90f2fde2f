//! Winds and candidates of sessions analysed without a class: is the right one published or among the candidates?
//!
//! `wind_eval candidates [filter]`: a line each board session, a line each group of simulated sessions, and how often
//! candidates of a given probability are right. `EACH=1` prints every simulated session.

use leebow_engine::api::FileAnalysis;
use leebow_engine::read::read;
use leebow_simulator::Scenario;

use crate::known::{BOARDS, folder};
use crate::unclassed::{LEAST_PROBABILITY, Outcome, Session, analyzed, outcome, sessions};

const SCENARIOS: [Scenario; 4] =
    [Scenario::ToAndFro, Scenario::FreeRide, Scenario::ReachOnly, Scenario::WindwardLeeward];

pub fn run(filter: &str) {
    boards(filter);
    for (half, seeds) in [("tuned", 11..31), ("held ", 101..121)] {
        let mut all = Vec::new();
        let mut sessions = sessions(&SCENARIOS, seeds);
        sessions.retain(|session| session.boat.name.contains(filter));
        for group in sessions.chunk_by(|a, b| (a.boat, a.scenario) == (b.boat, b.scenario)) {
            let Some(&Session { boat, scenario, .. }) = group.first() else { continue };
            let group: Vec<Outcome> = group.iter().filter_map(|session| outcome(*session)).collect();
            let name = format!("{scenario:?} {} [{}]", boat.name, boat.sport.unwrap_or("-"));
            println!("{half} {name}: {}", summary(&group));
            all.extend(group);
        }
        reliability(half, &all);
    }
}

fn boards(filter: &str) {
    for (file, twd_deg, _) in BOARDS.iter().filter(|b| b.0.contains(filter)) {
        let name = file.rsplit('/').next().unwrap_or(file);
        let Ok(bytes) = std::fs::read(folder().join(file)) else { continue };
        let Ok(recording) = read(name, &bytes) else { continue };
        let sport = recording.sport.clone();
        let Some(report) = analyzed(recording) else { continue };
        println!("{name:.44} [{}] {twd_deg:.0}: {}", sport.unwrap_or_default(), line(&report));
        if !filter.is_empty() {
            report
                .wind_candidates
                .iter()
                .for_each(|c| println!("    {:.0}: {}", c.twd_deg, c.reasons.join(" ")));
            println!("    {}", report.notes.join(" | "));
        }
    }
}

fn line(report: &FileAnalysis) -> String {
    let wind = report
        .wind
        .as_ref()
        .map(|w| format!("wind {:.0} ± {:.0}, rivals {:.3?}", w.twd_deg, w.sd_deg, w.rival_probabilities));
    let candidates = report.wind_candidates.iter();
    let candidates: Vec<String> =
        candidates.map(|c| format!("{:.0} ± {:.0}: {:.2}", c.twd_deg, c.sd_deg, c.probability)).collect();
    wind.unwrap_or_else(|| format!("candidates {}", candidates.join(", ")))
}

/// Numbers of a group, with the sessions that have neither the right wind nor the right candidate.
fn summary(group: &[Outcome]) -> String {
    if std::env::var_os("EACH").is_some() {
        group.iter().for_each(|o| println!("   {} {:.0}: {}", o.session.seed, o.twd_deg, line(&o.report)));
    }
    let answered = group.iter().filter(|o| o.is_answered()).count();
    let winds = group.iter().filter(|o| o.report.wind.is_some()).count();
    let wrong = group.iter().filter(|o| o.is_wrong()).count();
    let low = group.iter().filter(|o| o.report.wind.is_none() && o.right_candidate() < LEAST_PROBABILITY);
    let low: Vec<String> = low.map(|o| format!("{} ({:.2})", o.session.seed, o.right_candidate())).collect();
    format!("{answered} of {} ({winds} winds, {wrong} wrong) without: {}", group.len(), low.join(" "))
}

/// How often candidates of a probability are right, and how large their errors are.
fn reliability(half: &str, all: &[Outcome]) {
    let candidates: Vec<(f64, f64, f64)> = all
        .iter()
        .flat_map(|o| {
            o.report.wind_candidates.iter().map(|c| (c.probability, o.off_deg(c.twd_deg), c.sd_deg))
        })
        .collect();
    let is_right = |c: &(f64, f64, f64)| c.1.abs() <= crate::unclassed::RIGHT_DEG;
    for bin in 0..10 {
        let (low, high) = (0.1 * f64::from(bin), 0.1 * f64::from(bin + 1));
        let within: Vec<&(f64, f64, f64)> = candidates.iter().filter(|c| c.0 >= low && c.0 < high).collect();
        let n = within.len().max(1) as f64;
        let mean = within.iter().map(|c| c.0).sum::<f64>() / n;
        let right = within.iter().filter(|c| is_right(c)).count() as f64 / n;
        println!("{half} given {mean:.2}: right {right:.2} (of {})", within.len());
    }
    let told = all.iter().filter_map(|o| o.report.wind.as_ref());
    let told: f64 = told.map(|w| w.rival_probabilities.iter().sum::<f64>()).sum();
    let wrong = all.iter().filter(|o| o.is_wrong()).count();
    println!("{half} winds wrong {wrong}, rivals' probability in sum {told:.1}");
    let right: Vec<&(f64, f64, f64)> = candidates.iter().filter(|c| is_right(c)).collect();
    let held = right.iter().filter(|c| c.1.abs() <= 1.645 * c.2).count();
    println!("{half} right candidates in their 90 % interval: {held} of {}", right.len());
}
