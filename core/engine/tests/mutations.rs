//! Recordings broken by chance, from a seed: no reader stumbles, none takes long, none takes much memory.
//!
//! `LEEBOW_MUTATIONS=1000000` sets how many of each format; `npm test` runs a million in the optimised build, as
//! many with every overflow a panic, and as many in WASM.
#![allow(clippy::unwrap_used, clippy::panic)]

mod broken;
mod samples;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::time::Instant;

use broken::{Format, memory};

#[global_allocator]
static MEMORY: memory::Counted = memory::Counted;

/// How many of each format where nobody says otherwise.
const USUAL: u64 = 4_000;

fn now_ms() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e3
}

/// Breaks files of the format with this name.
fn broken_anyhow(name: &str) {
    let count = std::env::var("LEEBOW_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(USUAL);
    let samples = samples::small();
    let place = samples.iter().position(|(known, _)| *known == name).unwrap();
    let mut format = Format::of(&samples, place).unwrap();
    let start = now_ms();
    let result = catch_unwind(AssertUnwindSafe(|| format.check(0, count, now_ms)));
    let result =
        result.unwrap_or_else(|_| Err(format!("{name}: seed {} makes the reader stumble", format.seed)));
    assert_eq!(result, Ok(()));
    println!("{name}: {count} broken, {:.2} µs each", (now_ms() - start) * 1e3 / count as f64);
}

#[test]
fn a_fit_broken_anyhow_is_read_or_refused_soon() {
    broken_anyhow("fit");
}

#[test]
fn a_gpx_broken_anyhow_is_read_or_refused_soon() {
    broken_anyhow("gpx");
}

#[test]
fn a_table_broken_anyhow_is_read_or_refused_soon() {
    broken_anyhow("csv");
}

#[test]
fn a_log_broken_anyhow_is_read_or_refused_soon() {
    broken_anyhow("nmea");
}

#[test]
fn a_vkx_broken_anyhow_is_read_or_refused_soon() {
    broken_anyhow("vkx");
}

#[test]
fn a_vtk_broken_anyhow_is_read_or_refused_soon() {
    broken_anyhow("vtk");
}

#[test]
fn an_archive_broken_anyhow_is_opened_or_refused_soon() {
    broken_anyhow("archive");
}
