//! How far off the estimated wind is: one line a recording, one a group of simulated sessions.
//!
//! `cargo run --release --features simulate --example wind_eval -- real|sim [filter]`. Recordings are looked for
//! in `LEEBOW_RECORDINGS`, else beside the project. Half of the seeds and of the recordings are for reporting only.
// A tool for us: what cannot happen may stop it.
#![allow(clippy::expect_used)]

mod known;
mod real;
mod score;
mod sim;

fn main() {
    let mut args = std::env::args().skip(1);
    let what = args.next().unwrap_or_else(|| "all".to_string());
    let filter = args.next().unwrap_or_default();
    if what != "sim" {
        real::run(&filter);
    }
    if what != "real" {
        sim::run(&filter);
    }
}
