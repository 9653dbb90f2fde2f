//! How far off the estimated wind is: one line a recording, one a group of simulated sessions.
//!
//! `cargo run --release -p leebow-tests --example wind_eval -- real|sim|candidates|turns|trace [filter]`; `turns` prints
//! the speed retention of the simulator's turns, `trace` a recording minute by minute. Recordings are looked for
//! in `LEEBOW_RECORDINGS`, else beside the project. Half of the seeds and of the recordings are for reporting only.
// A development tool: it may panic on impossible input.
#![allow(clippy::expect_used)]

mod candidates;
mod events;
mod known;
mod real;
mod score;
mod sim;
mod trace;
mod turns;
mod unclassed;
mod worst;

fn main() {
    let mut args = std::env::args().skip(1);
    let what = args.next().unwrap_or_else(|| "all".to_string());
    let filter = args.next().unwrap_or_default();
    match what.as_str() {
        "candidates" => return candidates::run(&filter),
        "turns" => return turns::run(&filter),
        "trace" => return trace::run(&filter),
        "worst" => return worst::run(&filter),
        _ => {}
    }
    if what != "sim" {
        real::run(&filter);
    }
    if what != "real" {
        sim::run(&filter);
    }
}
