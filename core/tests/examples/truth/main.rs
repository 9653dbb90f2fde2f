//! Every requirement on the engine in one table, measured on tuning data and on held-out data: `npm run truth`, or
//! `cargo run --release -p leebow-tests --features calibrate --example truth -- [--quick] [--group GROUP]… [--without PART]…`.
//!
//! `--conditions [SEEDS] [FIRST SEED] [CONDITION] [--list-errors] [--true-wind]` prints one row per condition, with
//! `--list-errors` one line for every maneuver missed, extra or misnamed, with `--true-wind` analysed with the true
//! wind. With the groups pairs and races `--list-errors` lists what differs. `--records [SEEDS] [FIRST SEED] [CONDITION]` prints one line per speed record.

mod candidates;
mod conditions;
mod current;
#[allow(dead_code)]
#[path = "../calibrate/data.rs"]
mod data;
mod debrief;
mod devices;
mod evaluation;
mod fleets;
#[path = "../wind_eval/known.rs"]
mod known;
mod made_good;
mod measures;
mod pairs;
mod parallel;
mod parts;
#[path = "../calibrate/passages.rs"]
mod passages;
mod polar;
mod races;
// Shared with the example of this name, which uses the rest.
#[allow(dead_code)]
mod real_fleets;
#[allow(dead_code)]
#[path = "../calibrate/recorded.rs"]
mod recorded;
mod recordings;
mod records;
mod rhythm;
#[path = "../wind_eval/score.rs"]
mod score;
mod sessions;
mod simulated;
mod sparse;
mod special_sessions;
mod table;
mod tack_column;
mod tracks;
#[path = "../wind_eval/unclassed.rs"]
mod unclassed;
mod unlike;
mod unlike_rows;
mod unnamed;
mod wind;

use leebow_engine::wind::estimate::{self, Part};
use sessions::{
    ASYMMETRIC_HELM, Evaluated, NO_WIND, RACES_AND_RIDES, RECIPROCAL_REACHES, evaluate_all,
    sessions as sessions_of,
};
use table::{DATA_SETS, Row};
use unlike::UNLIKE;

const GROUPS: [&str; 21] = [
    "simulated",
    "wind",
    "asymmetric-helm",
    "unlike-class",
    "records",
    "no-wind",
    "reciprocal-reaches",
    "candidates",
    "fleet",
    "races",
    "fleets",
    "debrief",
    "polar",
    "rhythm",
    "devices",
    "pairs",
    "sparse",
    "parts",
    "recordings",
    "tracks",
    "external",
];

/// Leaves a part of the estimate of the wind out of everything that is measured.
fn leave_out(name: &str) {
    match Part::ALL.into_iter().find(|part| part.name() == name) {
        Some(part) => estimate::leave_out(part),
        None => {
            let names: Vec<String> = Part::ALL.into_iter().map(Part::name).collect();
            eprintln!("There is no part \"{name}\". The parts are {}.", names.join(", "));
            std::process::exit(2);
        }
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| args.iter().any(|a| a == word);
    if has("--conditions") {
        return conditions::print(&args);
    }
    if has("--records") {
        return records::print(&args);
    }
    let named: Vec<&String> =
        args.iter().zip(args.iter().skip(1)).filter(|(a, _)| *a == "--group").map(|(_, b)| b).collect();
    if let Some(unknown) = named.iter().find(|g| !GROUPS.contains(&g.as_str())) {
        eprintln!("There is no group \"{unknown}\". The groups are {}.", GROUPS.join(", "));
        std::process::exit(2);
    }
    for (_, name) in args.iter().zip(args.iter().skip(1)).filter(|(a, _)| *a == "--without") {
        leave_out(name);
    }
    let wanted = |group: &str| named.is_empty() || named.iter().any(|g| *g == group);
    let max_seeds = if has("--quick") { 1 } else { u64::MAX };
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    if wanted("simulated") {
        let evaluated = both_sets("simulated", RACES_AND_RIDES, max_seeds);
        rows.extend(simulated::rows(&evaluated));
        rows.extend(current::rows(&evaluated));
        rows.extend(made_good::rows(&evaluated));
    }
    let mut reliability = Vec::new();
    if wanted("wind") {
        let (measured, bins) = wind::rows(max_seeds);
        rows.extend(measured);
        reliability = bins;
    }
    if wanted("records") {
        rows.extend(records::rows(max_seeds));
    }
    if wanted("asymmetric-helm") {
        rows.extend(special_sessions::asymmetric_helm(&both_sets(
            "asymmetric-helm",
            ASYMMETRIC_HELM,
            max_seeds,
        )));
    }
    if wanted("unlike-class") {
        rows.extend(unlike_rows::rows(&both_sets("unlike-class", UNLIKE, max_seeds)));
    }
    if wanted("no-wind") {
        rows.extend(special_sessions::no_wind(&both_sets("no-wind", NO_WIND, max_seeds)));
    }
    if wanted("fleet") {
        rows.extend(fleets::rows(max_seeds));
    }
    if wanted("races") {
        rows.extend(races::rows(max_seeds, has("--list-errors")));
    }
    if wanted("fleets") {
        rows.extend(real_fleets::rows(has("--list-errors")));
    }
    if wanted("debrief") {
        rows.extend(debrief::rows(max_seeds));
    }
    if wanted("polar") {
        rows.extend(polar::rows(max_seeds));
    }
    if wanted("reciprocal-reaches") {
        rows.extend(special_sessions::reciprocal_reaches(&both_sets(
            "reciprocal-reaches",
            RECIPROCAL_REACHES,
            max_seeds,
        )));
    }
    if wanted("candidates") {
        rows.extend(candidates::rows(max_seeds));
    }
    if wanted("rhythm") {
        rows.extend(rhythm::rows(if has("--quick") { 100 } else { 2000 }));
    }
    if wanted("devices") {
        rows.extend(devices::rows(max_seeds));
    }
    let mut pair_lines = Vec::new();
    if wanted("pairs") {
        let (measured, compared) = pairs::rows(max_seeds, has("--list-errors"));
        rows.extend(measured);
        pair_lines = compared;
    }
    if wanted("sparse") {
        rows.extend(sparse::rows(max_seeds));
    }
    if wanted("parts") {
        rows.extend(parts::rows(max_seeds, has("--list-errors")));
    }
    if wanted("recordings") {
        let (measured, wind_lines) = recordings::rows();
        rows.extend(measured);
        lines = wind_lines;
    }
    if wanted("tracks") {
        rows.extend(tracks::rows(has("--list-errors")));
    }
    if wanted("external") {
        rows.extend(external());
    }
    table::print(&rows);
    if !reliability.is_empty() {
        println!("\n| probability | tuning: given | right | tracks | held out: given | right | tracks |");
        println!("|---|---|---|---|---|---|---|");
        reliability.iter().for_each(|line| println!("{line}"));
    }
    if !pair_lines.is_empty() {
        println!(
            "\nOne recording in two forms, all pairs of recordings and the simulated ones that differ:\n"
        );
        pair_lines.iter().for_each(|line| println!("- {line}"));
    }
    if !lines.is_empty() {
        println!("\nThe wind estimated from the track alone, against the wind measured on board:\n");
        lines.iter().for_each(|line| println!("- {line}"));
    }
}

/// Simulates and analyses the sessions of these conditions in both data sets.
fn both_sets(what: &str, conditions: &[sessions::Condition], max_seeds: u64) -> Vec<Evaluated> {
    let all = DATA_SETS.iter().flat_map(|&set| sessions_of(conditions, set, max_seeds)).collect();
    evaluate_all(what, all, false)
}

/// Requirements that other programs measure.
fn external() -> Vec<Row> {
    vec![
        Row::External {
            name: "native and WASM",
            required: "bit-identical",
            target: "",
            place: "core/js/test/conformance.test.ts, in npm test",
        },
        Row::External {
            name: "analysis of 3 h at 10 Hz, relative to decoding it with @garmin/fitsdk",
            required: "≤ 0.5×",
            target: "≤ 0.2×",
            place: "npm run bench",
        },
        Row::External {
            name: "statistics, relative to scipy, equal to 1e-9",
            required: "≤ 2×",
            target: "≤ 1×",
            place: "npm run bench",
        },
    ]
}
