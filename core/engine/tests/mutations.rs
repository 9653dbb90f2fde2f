//! Recordings mutated at random from a seed: no reader panics, exceeds the time or the memory of docs/limits.md, or
//! gives a recording that violates the invariants.
//!
//! `LEEBOW_MUTATIONS` sets how many of each format, `LEEBOW_MUTATION_SEED` from which seed. `npm test` reads 100,000 with
//! the day as seed and with overflow checks, among the unit tests of the engine; `npm run soak` reads 1,000,000, also in
//! the optimised build and in WASM.
#![allow(clippy::unwrap_used, clippy::panic)]

pub mod mutated;
pub mod samples;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::time::Instant;

use mutated::{Format, memory};

#[global_allocator]
static MEMORY: memory::CountingAllocator = memory::CountingAllocator;

/// Mutations a format, and seed, without the environment variables.
const DEFAULT_COUNT: u64 = 4_000;
const DEFAULT_SEED: u64 = 0;

fn now_ms() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e3
}

/// A whole number from the environment; a value that is none fails the test.
fn number_from_env(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| {
        text.parse().unwrap_or_else(|_| panic!("{name} is not a whole number: {text}"))
    })
}

/// Reads the mutations of the format with this name.
fn read_mutations(name: &str) {
    let count = number_from_env("LEEBOW_MUTATIONS", DEFAULT_COUNT);
    let seed = number_from_env("LEEBOW_MUTATION_SEED", DEFAULT_SEED);
    let samples = samples::small();
    let index = samples.iter().position(|(known, _)| *known == name).unwrap();
    let mut format = Format::of(&samples, index).unwrap();
    let start = now_ms();
    let result = catch_unwind(AssertUnwindSafe(|| format.check(seed, count, now_ms)));
    let result =
        result.unwrap_or_else(|_| Err(format!("{name}: the reader panics at mutation {}", format.number)));
    assert_eq!(result, Ok(()), "repeat with LEEBOW_MUTATION_SEED={seed} LEEBOW_MUTATIONS={count}");
    let each_us = (now_ms() - start) * 1e3 / count as f64;
    println!("{name}: {count} mutations of seed {seed}, {each_us:.2} µs each");
}

#[test]
fn a_mutated_fit_is_read_or_refused_within_the_limits() {
    read_mutations("fit");
}

#[test]
fn a_mutated_gpx_is_read_or_refused_within_the_limits() {
    read_mutations("gpx");
}

#[test]
fn a_mutated_table_is_read_or_refused_within_the_limits() {
    read_mutations("csv");
}

#[test]
fn a_mutated_nmea_log_is_read_or_refused_within_the_limits() {
    read_mutations("nmea");
}

#[test]
fn a_mutated_vkx_is_read_or_refused_within_the_limits() {
    read_mutations("vkx");
}

#[test]
fn a_mutated_vtk_is_read_or_refused_within_the_limits() {
    read_mutations("vtk");
}

#[test]
fn a_mutated_tcx_is_read_or_refused_within_the_limits() {
    read_mutations("tcx");
}

#[test]
fn a_mutated_kml_is_read_or_refused_within_the_limits() {
    read_mutations("kml");
}

#[test]
fn a_mutated_geojson_is_read_or_refused_within_the_limits() {
    read_mutations("geojson");
}

#[test]
fn a_mutated_ubx_is_read_or_refused_within_the_limits() {
    read_mutations("ubx");
}

#[test]
fn a_mutated_sbp_is_read_or_refused_within_the_limits() {
    read_mutations("sbp");
}

#[test]
fn a_mutated_sbn_is_read_or_refused_within_the_limits() {
    read_mutations("sbn");
}

#[test]
fn a_mutated_oao_is_read_or_refused_within_the_limits() {
    read_mutations("oao");
}

#[test]
fn a_mutated_gpy_is_read_or_refused_within_the_limits() {
    read_mutations("gpy");
}

#[test]
fn a_mutated_log_of_nmea_2000_is_read_or_refused_within_the_limits() {
    read_mutations("n2k");
}

#[test]
fn a_mutated_ebl_is_read_or_refused_within_the_limits() {
    read_mutations("ebl");
}

#[test]
fn mutated_deltas_are_read_or_refused_within_the_limits() {
    read_mutations("signalk");
}

#[test]
fn a_mutated_archive_is_opened_or_refused_within_the_limits() {
    read_mutations("archive");
}

#[test]
fn two_seeds_share_no_mutation() {
    let samples = samples::small();
    let mut format = Format::of(&samples, 0).unwrap();
    let mut first_files = |seed: u64| -> Vec<Vec<u8>> {
        (0..100).map(|n| format.mutated(seed * 1_000_000 + n).to_vec()).collect()
    };
    let (today, tomorrow) = (first_files(20_261_122), first_files(20_261_123));
    assert_eq!(today, first_files(20_261_122));
    let shared = today.iter().filter(|file| tomorrow.contains(file)).count();
    assert!(shared < 10, "{shared} of 100 files are the same");
}
