//! Recordings mutated at random, and the checks that hold for whatever is read from them.
//! Used by the tests, by the WASM build of them (examples/mutations_wasm.rs) and by the fuzzers.
#![allow(dead_code)]

pub mod analyses;
pub mod invariants;
pub mod memory;
pub mod mutate;
pub mod options;
pub mod random;

use leebow_engine::read::read;

use mutate::mutate;
use random::Random;

/// Time allowed a file: a constant, ms, and a part that grows with its length, ms a byte. docs/limits.md states both.
pub const ALLOWED_MS: f64 = 50.0;
pub const ALLOWED_MS_PER_BYTE: f64 = 0.0002;
/// Memory allowed beside the file: a constant, bytes, and a multiple of the file's length.
pub const ALLOWED_BYTES: usize = 16 * 1024 * 1024;
pub const ALLOWED_FILE_LENGTHS: usize = 8;
/// Mutations timed as one batch.
const BATCH: u64 = 64;
/// Runs of which the shortest counts, because other processes interrupt some.
const TIMED_RUNS: usize = 4;
/// Mutations a seed: those of seed n are numbered from n × this on.
const MUTATIONS_PER_SEED: u64 = 1_000_000;

/// Samples of one format, and the file mutated from them last.
pub struct Format {
    pub name: &'static str,
    samples: Vec<Vec<u8>>,
    bytes: Vec<u8>,
    /// Number of the mutation read last, for the message when the reader panics.
    pub number: u64,
}

impl Format {
    /// The format at this index of the samples; `None` past the last.
    pub fn of(samples: &[(&'static str, Vec<Vec<u8>>)], index: usize) -> Option<Self> {
        let (name, samples) = samples.get(index)?.clone();
        Some(Self { name, samples, bytes: Vec::new(), number: 0 })
    }

    /// The mutated file of a number: the same bytes on every platform.
    pub fn mutated(&mut self, number: u64) -> &[u8] {
        self.number = number;
        let count = self.samples.len() as u64;
        let sample = &self.samples[(number % count) as usize];
        let other = &self.samples[((number + 1) % count) as usize];
        self.bytes.clear();
        self.bytes.extend_from_slice(sample);
        mutate(&mut self.bytes, other, &mut Random::of(number ^ (self.name.len() as u64) << 56));
        &self.bytes
    }

    /// Reads the first `count` mutations of a seed; the first violated check as a message.
    pub fn check(&mut self, seed: u64, count: u64, now_ms: fn() -> f64) -> Result<(), String> {
        let first = seed.wrapping_mul(MUTATIONS_PER_SEED);
        for at in (0..count).step_by(BATCH as usize) {
            let batch = (at..count.min(at + BATCH)).map(|n| first.wrapping_add(n));
            let start = now_ms();
            for number in batch.clone() {
                self.check_reading(number)?;
            }
            // A batch within the time allowed for one file needs no timing file by file.
            if now_ms() - start > ALLOWED_MS {
                for number in batch {
                    self.check_time(number, now_ms)?;
                }
            }
        }
        Ok(())
    }

    fn check_reading(&mut self, number: u64) -> Result<(), String> {
        let name = self.name;
        let bytes = self.mutated(number);
        let (result, peak) = memory::peak_bytes_during(|| read("mutated", bytes));
        let allowed = ALLOWED_BYTES + ALLOWED_FILE_LENGTHS * bytes.len();
        if peak > allowed {
            return Err(format!(
                "{name}: mutation {number} takes {peak} bytes of memory, allowed are {allowed}"
            ));
        }
        match result.as_ref().map(invariants::violation) {
            Ok(Some(violation)) => Err(format!("{name}: mutation {number}: {violation}")),
            Ok(None) | Err(_) => Ok(()),
        }
    }

    fn check_time(&mut self, number: u64, now_ms: fn() -> f64) -> Result<(), String> {
        let name = self.name;
        let bytes = self.mutated(number);
        let allowed = ALLOWED_MS + ALLOWED_MS_PER_BYTE * bytes.len() as f64;
        let once = || {
            let start = now_ms();
            let _ = std::hint::black_box(read("mutated", bytes));
            now_ms() - start
        };
        let shortest = (0..TIMED_RUNS).map(|_| once()).fold(f64::INFINITY, f64::min);
        if shortest > allowed {
            Err(format!("{name}: mutation {number} takes {shortest:.1} ms, allowed are {allowed:.1} ms"))
        } else {
            Ok(())
        }
    }
}
