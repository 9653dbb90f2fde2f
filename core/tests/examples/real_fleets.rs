//! Scores the races of real fleets (../shared/recordings/fleets), a column a set, for work on the engine:
//! `cargo run --profile quick -p leebow-tests --example real_fleets -- [--set NAME] [--list]`. A name is a part of a set's, as
//! "ilca-2025-09-19/8" for every eighth boat. The same rows are in `npm run truth -- --group fleets`.

// Shared with `npm run truth`, which uses the rest.
#[allow(dead_code)]
#[path = "truth/parallel.rs"]
mod parallel;
#[allow(dead_code)]
#[path = "truth/real_fleets.rs"]
mod real_fleets;
#[allow(dead_code)]
#[path = "truth/table.rs"]
mod table;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let set = args.iter().position(|a| a == "--set").and_then(|i| args.get(i + 1));
    let list = args.iter().any(|a| a == "--list");
    real_fleets::print(&real_fleets::parts(set.map_or("", String::as_str), list));
}
