//! Recordings broken by chance: how they are broken, and what must hold of whatever is read from them.
//! Shared by the tests, the WASM build of them (examples/broken_wasm.rs) and the fuzzers.
#![allow(dead_code)]

pub mod memory;
pub mod mutate;
pub mod sound;

use leebow_engine::read::read;

use mutate::{Random, mutate};

/// Time allowed: this much for any file, and this much more a byte, ms.
pub const ALLOWED_MS: f64 = 50.0;
pub const ALLOWED_MS_A_BYTE: f64 = 0.0002;
/// Memory allowed beyond the file, bytes: this much for any, and so many times the file's length.
pub const ALLOWED_BYTES: usize = 16 * 1024 * 1024;
pub const ALLOWED_TIMES: usize = 8;
/// Files that are timed together.
const TOGETHER: u64 = 64;

/// The files of one format, to be broken.
pub struct Format {
    pub name: &'static str,
    samples: Vec<Vec<u8>>,
    bytes: Vec<u8>,
    /// What is being read, for the message when the reader stumbles.
    pub seed: u64,
}

impl Format {
    /// The formats by number.
    pub fn of(samples: &[(&'static str, Vec<Vec<u8>>)], place: usize) -> Option<Self> {
        let (name, samples) = samples.get(place)?.clone();
        Some(Self { name, samples, bytes: Vec::new(), seed: 0 })
    }

    /// The broken file of a seed.
    pub fn broken(&mut self, seed: u64) -> &[u8] {
        self.seed = seed;
        let sample = &self.samples[seed as usize % self.samples.len()];
        let other = &self.samples[(seed as usize + 1) % self.samples.len()];
        self.bytes.clear();
        self.bytes.extend_from_slice(sample);
        mutate(&mut self.bytes, other, &mut Random::of(seed ^ (self.name.len() as u64) << 56));
        &self.bytes
    }

    /// Reads the broken files of seeds `from..to`; the first thing about one that must not be.
    pub fn check(&mut self, from: u64, to: u64, now_ms: fn() -> f64) -> Result<(), String> {
        let mut at = from;
        while at < to {
            let end = to.min(at + TOGETHER);
            let start = now_ms();
            for seed in at..end {
                self.sound(seed)?;
            }
            // Together within the time of one: each is within its own.
            if now_ms() - start > ALLOWED_MS {
                for seed in at..end {
                    self.soon(seed, now_ms)?;
                }
            }
            at = end;
        }
        Ok(())
    }

    fn sound(&mut self, seed: u64) -> Result<(), String> {
        let name = self.name;
        let bytes = self.broken(seed);
        let (result, most) = memory::most_during(|| read("broken", bytes));
        let allowed = ALLOWED_BYTES + ALLOWED_TIMES * bytes.len();
        if most > allowed {
            return Err(format!("{name}: seed {seed} takes {most} bytes of memory, allowed are {allowed}"));
        }
        match result.as_ref().map(sound::flaw) {
            Ok(Some(flaw)) => Err(format!("{name}: seed {seed}: {flaw}")),
            Ok(None) | Err(_) => Ok(()),
        }
    }

    /// On a busy machine one of three runs is not interrupted.
    fn soon(&mut self, seed: u64, now_ms: fn() -> f64) -> Result<(), String> {
        let name = self.name;
        let bytes = self.broken(seed);
        let allowed = ALLOWED_MS + ALLOWED_MS_A_BYTE * bytes.len() as f64;
        let once = || {
            let start = now_ms();
            let _ = std::hint::black_box(read("broken", bytes));
            now_ms() - start
        };
        let least = (0..4).map(|_| once()).fold(f64::INFINITY, f64::min);
        if least > allowed { Err(format!("{name}: seed {seed} takes {least:.1} ms")) } else { Ok(()) }
    }
}
