//! Sessions without a class: a wind or the right candidate, calibrated candidates, hints that are kept.

use leebow_engine::angle::{wrap_180, wrap_360};
use leebow_engine::config::OTHER;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::read::read;
use leebow_simulator::Scenario;

use crate::known::{BOARDS, folder};
use crate::parallel::map_parallel;
use crate::table::Limit::{AtLeast, AtMost, Between, Unset};
use crate::table::{DATA_SETS, DataSet, Measured, Row, row};
use crate::unclassed::{self, Boat, LEAST_PROBABILITY, Outcome, RIGHT_DEG, Session, analyzed, outcome};

const SCENARIOS: [Scenario; 4] =
    [Scenario::ToAndFro, Scenario::FreeRide, Scenario::ReachOnly, Scenario::WindwardLeeward];
/// Seeds per boat and scenario.
const SEEDS: u64 = 20;
/// Candidates given a probability of about 0.6, and the share of them that should be right.
const ABOUT_60: std::ops::Range<f64> = 0.5..0.7;
/// Offsets of the hints from the right wind, deg.
const HINTS_OFF_DEG: [f64; 4] = [0.0, 20.0, -20.0, 180.0];

/// The rows of the table, with at most `max_seeds` seeds per boat and scenario.
pub fn rows(max_seeds: u64) -> Vec<Row> {
    let all: Vec<Session> = DATA_SETS.iter().flat_map(|&set| sessions(set, max_seeds)).collect();
    let outcomes: Vec<Outcome> =
        map_parallel("candidates", &all, |session| outcome(*session)).into_iter().flatten().collect();
    let mut rows: Vec<Row> = FAMILIES.iter().map(|family| to_and_fro(&outcomes, family)).collect();
    rows.push(in_both("no class: published winds more than 45° off", &outcomes, 2, |chosen| {
        let winds = chosen.iter().filter(|o| o.report.wind.is_some()).count();
        let wrong = chosen.iter().filter(|o| o.is_wrong()).count();
        Measured::new(100.0 * wrong as f64 / winds as f64, format!("{wrong} of {winds}"))
    }));
    rows.push(in_both("no class: candidates given 0.5 to 0.7 that are right", &outcomes, 3, about_60));
    rows.push(in_both("no class: right candidates in their 90 % interval", &outcomes, 4, in_interval));
    rows.extend(boards());
    rows
}

fn sessions(set: DataSet, max_seeds: u64) -> Vec<Session> {
    let first = if set == DataSet::Tuning { 11 } else { 101 };
    unclassed::sessions(&SCENARIOS, first..first + SEEDS.min(max_seeds))
}

fn is_held_out(outcome: &Outcome) -> bool {
    outcome.session.seed >= 100
}

/// A row measured in both data sets; `kind` selects its limits.
fn in_both(
    name: &'static str,
    all: &[Outcome],
    kind: usize,
    measure: impl Fn(&[&Outcome]) -> Measured,
) -> Row {
    let limits = match kind {
        2 => [AtMost(5.0), AtMost(1.0)],
        3 => [Between(50.0, 70.0), Between(55.0, 65.0)],
        _ => [Between(80.0, 97.0), Between(86.0, 94.0)],
    };
    let measured = DATA_SETS.map(|set| {
        let of_set = |o: &&Outcome| is_held_out(o) == (set != DataSet::Tuning);
        measure(&all.iter().filter(of_set).collect::<Vec<_>>())
    });
    row((name, " %", 0), limits, measured)
}

/// Families of boats in the table, and the simulated boats that belong to each.
const FAMILIES: [(&str, &[&str]); 5] = [
    (
        "to and fro, windsurf fin and foil, no class: wind or right candidate",
        &["Windsurf fin", "Windsurf foil"],
    ),
    ("to and fro, wing foil, no class: wind or right candidate", &["Wing foil", "Foil Pumping"]),
    ("to and fro, kite, no class: wind or right candidate", &["Kite", "Kite Flying"]),
    ("to and fro, dinghies, no class: wind or right candidate", &["Laser", "470", "49er", "Moth"]),
    ("to and fro, keelboat, no class: wind or right candidate", &["J70"]),
];

fn to_and_fro(all: &[Outcome], (name, boats): &(&'static str, &[&str])) -> Row {
    let is_of = |boat: Boat| boats.contains(&boat.name);
    let measured = DATA_SETS.map(|set| {
        let own = all.iter().filter(|o| {
            let to_and_fro = o.session.scenario == Scenario::ToAndFro;
            to_and_fro && is_of(o.session.boat) && is_held_out(o) == (set != DataSet::Tuning)
        });
        let own: Vec<&Outcome> = own.collect();
        let answered = own.iter().filter(|o| o.is_answered()).count();
        let winds = own.iter().filter(|o| o.report.wind.is_some()).count();
        let wrong = own.iter().filter(|o| o.is_wrong()).count();
        let note = format!("of {}; {winds} winds, {wrong} of them wrong", own.len());
        Measured::new(100.0 * answered as f64 / own.len() as f64, note)
    });
    row((*name, " %", 0), [AtLeast(100.0), AtLeast(100.0)], measured)
}

fn about_60(chosen: &[&Outcome]) -> Measured {
    let candidates = chosen.iter().flat_map(|o| o.report.wind_candidates.iter().map(move |c| (o, c)));
    let about: Vec<bool> = candidates
        .filter(|(_, c)| ABOUT_60.contains(&c.probability))
        .map(|(o, c)| o.is_right(c.twd_deg))
        .collect();
    let right = about.iter().filter(|right| **right).count();
    Measured::new(100.0 * right as f64 / about.len() as f64, format!("of {}", about.len()))
}

fn in_interval(chosen: &[&Outcome]) -> Measured {
    let right = chosen.iter().flat_map(|o| {
        let own = o.report.wind_candidates.iter().filter(|c| o.is_right(c.twd_deg));
        own.map(move |c| o.off_deg(c.twd_deg).abs() <= 1.645 * c.sd_deg)
    });
    let right: Vec<bool> = right.collect();
    let held = right.iter().filter(|held| **held).count();
    Measured::new(100.0 * held as f64 / right.len() as f64, format!("of {}", right.len()))
}

/// Board sessions of the recordings whose wind is known.
fn boards() -> Vec<Row> {
    let (mut sessions, mut answered, mut wrong) = (0, 0, 0);
    let (mut hints, mut kept) = (0, 0);
    for (file, twd_deg, _) in BOARDS.iter().filter(|b| b.1.is_finite()) {
        let Ok(bytes) = std::fs::read(folder().join(file)) else { continue };
        let Ok(recording) = read(file, &bytes) else { continue };
        for off_deg in HINTS_OFF_DEG {
            let hint_deg = wrap_360(twd_deg + off_deg);
            let inputs = AnalysisInputs { hint_deg: Some(hint_deg), ..AnalysisInputs::default() };
            let Ok(hinted) = analyze_recording("", "", recording.clone(), OTHER, inputs) else { continue };
            let is_near = |deg: f64| wrap_180(deg - hint_deg).abs() <= RIGHT_DEG;
            hints += 1;
            kept += usize::from(hinted.report.wind.is_some_and(|w| is_near(w.twd_deg)));
        }
        let Some(report) = analyzed(recording) else { continue };
        let is_right = |deg: f64| wrap_180(deg - twd_deg).abs() <= RIGHT_DEG;
        let candidates = report.wind_candidates.iter().filter(|c| is_right(c.twd_deg));
        let probable = candidates.filter(|c| c.probability >= LEAST_PROBABILITY).count() > 0;
        sessions += 1;
        let wind = report.wind.map(|w| is_right(w.twd_deg));
        wrong += usize::from(wind == Some(false));
        answered += usize::from(wind.unwrap_or(probable));
    }
    let share =
        |part: usize, all: usize| Measured::new(100.0 * part as f64 / all as f64, format!("of {all}"));
    let absent = || Measured::absent("");
    vec![
        row(
            ("board recordings, no class: wind or right candidate", " %", 0),
            [AtLeast(100.0), AtLeast(100.0)],
            [share(answered, sessions), absent()],
        ),
        row(
            ("board recordings, no class: wind at the wrong end", "", 0),
            [AtMost(0.0), AtMost(0.0)],
            [Measured::new(wrong as f64, format!("of {sessions}")), absent()],
        ),
        row(
            ("board recordings: hints, ± 20° and at the wrong end, that are kept", " %", 0),
            [AtLeast(100.0), Unset],
            [share(kept, hints), absent()],
        ),
    ]
}
