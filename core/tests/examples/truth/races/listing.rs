//! Races found and true races of each fleet, for finding errors.

use std::fmt::Write;

use leebow_engine::calendar::ms_from_iso;
use leebow_engine::race::RaceAnalysis;
use leebow_simulator::Simulation;

use super::fleets::RaceFleet;
use super::name;

/// Some lines on a fleet: the true races, the races found, and for each boat her passings in s after the true gun.
pub fn text(fleet: &RaceFleet, boats: &[Simulation], found: &RaceAnalysis) -> String {
    let mut text = String::new();
    let Some(first) = boats.first() else { return text };
    let start_ms = first.spec.start_time_ms;
    let guns: Vec<f64> = first.truth.races.iter().map(|r| r.gun_s).collect();
    let s = |time: &str| (ms_from_iso(time).unwrap_or(f64::NAN) - start_ms) / 1000.0;
    // A string accepts every write.
    let _ = writeln!(
        text,
        "{}, {} {} ({} boats, seed {}): guns {guns:?}, practice {:?}",
        fleet.class,
        fleet.kind.name(),
        if fleet.data_set == crate::table::DataSet::Tuning { "tuning" } else { "held out" },
        fleet.boats,
        fleet.seed,
        found.day.practice_starts.iter().map(|t| s(t)).collect::<Vec<_>>(),
    );
    for note in &found.day.notes {
        let _ = writeln!(text, "  {}", note.text);
    }
    for race in &found.day.races {
        let start_s = s(&race.start_time);
        let near = guns
            .iter()
            .copied()
            .enumerate()
            .min_by(|a, b| (a.1 - start_s).abs().total_cmp(&(b.1 - start_s).abs()));
        let (k, gun_s) = near.unwrap_or((0, 0.0));
        let kinds: Vec<String> = race.waypoints.iter().map(|w| format!("{:?}", w.kind)).collect();
        let truth = first.truth.races.get(k).map(|r| r.waypoints.iter().map(|w| w.kind).collect::<Vec<_>>());
        let _ = writeln!(
            text,
            "  race at {start_s:.1} to {:.0} ({:?}, sd {:.1}), waypoints {}, true {}",
            s(&race.end_time),
            race.gun_basis,
            race.gun_sd_s,
            kinds.join(" "),
            truth.unwrap_or_default().join(" "),
        );
        for boat in boats {
            let Some(of_truth) = boat.truth.races.get(k) else { continue };
            let round = |s: Option<f64>| s.map_or("–".to_string(), |s| format!("{:.1}", s - gun_s));
            let own: Vec<String> = of_truth.passings_s.iter().map(|p| round(*p)).collect();
            let entry = race.boats.iter().find(|b| b.track == name(boat));
            let seen = entry.map(|b| {
                let times = b.passings.iter().map(|p| round(p.as_ref().map(|p| s(&p.time))));
                format!("{:?} {}", b.state, times.collect::<Vec<_>>().join(" "))
            });
            let _ = writeln!(text, "    {}: {} | {}", name(boat), own.join(" "), seen.unwrap_or_default());
        }
    }
    text
}
