//! Every bar in one table, measured on what was tuned on and on what was not: `npm run truth`, or
//! `cargo run --release --features simulate,fleet --example truth -- [--quick] [--group GROUP]…`.
//! Groups are simulated, lively, records, silence, gybing, fleet, rhythm, recordings, elsewhere. One row a condition, and with
//! `--tell` one line for every maneuver missed, invented or misnamed:
//! `-- --conditions [SEEDS] [FIRST SEED] [CONDITION] [--tell] [--wind-told]`; one line a record:
//! `-- --records [SEEDS] [FIRST SEED] [CONDITION]`.

mod beside;
mod conditions;
mod cores;
mod fleets;
mod judge;
#[path = "../wind_eval/known.rs"]
mod known;
mod recordings;
mod records;
mod rhythm;
#[path = "../wind_eval/score.rs"]
mod score;
mod sessions;
mod sides;
mod simulated;
mod table;

use sessions::{GYBING, LIVELY, SAILED, SILENT, Sailed, sail, sessions as sessions_of};
use table::{HALVES, Row};

const GROUPS: [&str; 9] =
    ["simulated", "lively", "records", "silence", "gybing", "fleet", "rhythm", "recordings", "elsewhere"];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| args.iter().any(|a| a == word);
    if has("--conditions") {
        return conditions::tell(&args);
    }
    if has("--records") {
        return records::tell(&args);
    }
    let named: Vec<&String> =
        args.iter().zip(args.iter().skip(1)).filter(|(a, _)| *a == "--group").map(|(_, b)| b).collect();
    if let Some(unknown) = named.iter().find(|g| !GROUPS.contains(&g.as_str())) {
        eprintln!("There is no group called {unknown}; there are {}.", GROUPS.join(", "));
        std::process::exit(2);
    }
    let wanted = |group: &str| named.is_empty() || named.iter().any(|g| *g == group);
    let most = if has("--quick") { 1 } else { u64::MAX };
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    if wanted("simulated") {
        let sailed = both_halves("simulated", SAILED, most);
        rows.extend(simulated::rows(&sailed));
        rows.extend(beside::rows(&sailed));
    }
    if wanted("records") {
        rows.extend(records::rows(most));
    }
    if wanted("lively") {
        rows.extend(simulated::lively(&both_halves("lively", LIVELY, most)));
    }
    if wanted("silence") {
        rows.extend(simulated::silence(&both_halves("silence", SILENT, most)));
    }
    if wanted("fleet") {
        rows.extend(fleets::rows(most));
    }
    if wanted("gybing") {
        rows.extend(simulated::gybing(&both_halves("gybing", GYBING, most)));
    }
    if wanted("rhythm") {
        rows.extend(rhythm::rows(if has("--quick") { 100 } else { 2000 }));
    }
    if wanted("recordings") {
        let (bars, told) = recordings::rows();
        rows.extend(bars);
        lines = told;
    }
    if wanted("elsewhere") {
        rows.extend(elsewhere());
    }
    table::print(&rows);
    if !lines.is_empty() {
        println!("\nThe wind of the track alone beside the wind on board, recording by recording:\n");
        lines.iter().for_each(|line| println!("- {line}"));
    }
}

fn both_halves(what: &str, conditions: &[sessions::Condition], most: u64) -> Vec<Sailed> {
    let all = HALVES.iter().flat_map(|&half| sessions_of(conditions, half, most)).collect();
    sail(what, all, false)
}

/// Bars that need another program beside the engine.
fn elsewhere() -> Vec<Row> {
    vec![
        Row::Elsewhere {
            name: "native and WASM",
            must: "equal to the bit",
            reach: "",
            place: "core/js/test/conformance.test.ts, in npm test",
        },
        Row::Elsewhere {
            name: "analysis of 3 h at 10 Hz beside @garmin/fitsdk decoding it",
            must: "≤ 0.5×",
            reach: "≤ 0.2×",
            place: "npm run bench",
        },
        Row::Elsewhere {
            name: "statistics beside scipy, equal to 1e-9",
            must: "≤ 2×",
            reach: "≤ 1×",
            place: "npm run bench",
        },
    ]
}
