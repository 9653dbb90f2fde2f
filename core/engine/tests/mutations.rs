//! Recordings broken by chance, from a seed: no reader stumbles, and none takes long.
//!
//! `LEEBOW_MUTATIONS=1000000` sets how many of each format; `npm test` runs a million in the optimised build.
#![allow(clippy::unwrap_used, clippy::panic)]

mod samples;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use leebow_engine::read::read;

/// How many of each format where nobody says otherwise.
const USUAL: u64 = 4_000;

/// A generator that gives the same numbers everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let x = self.0 ^ (self.0 >> 29);
        x.wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 16
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// Texts that have made readers stumble.
const NASTY: &[&[u8]] = &[
    b"\0",
    b"\xff\xff\xff\xff",
    b"\xff\xff\xff\x7f",
    b"\x80\0\0\0",
    b"-",
    b"1e308",
    b"nan",
    b"\"",
    b"<",
    b">",
    b"&",
    b"<!--",
    b"]]>",
    b"<trkpt",
    b"</trkpt>",
    b"$",
    b"*",
    b"\n",
    b"\r\n",
    b",,,,",
    b"99999999999999999999",
    b"\xef\xbb\xbf",
    b"-0",
    b"24:00:00",
    b"!boat,4095,1",
    b"PK\x03\x04",
    b"\x0a",
    b"\x40\0\0",
];

fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len() + 1);
        let length = random.below(64).min(bytes.len() - at);
        match random.below(9) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = random.next() as u8,
            2 => drop(bytes.drain(at..at + length)),
            3 => {
                let piece = bytes[at..at + length].to_vec();
                bytes.splice(at..at, piece);
            }
            4 => drop(bytes.splice(at..at, NASTY[random.below(NASTY.len())].iter().copied())),
            5 => {
                let nasty = NASTY[random.below(NASTY.len())];
                let end = (at + nasty.len()).min(bytes.len());
                bytes.splice(at..end, nasty.iter().copied());
            }
            6 => bytes.truncate(at),
            7 => {
                let from = random.below(other.len());
                let piece = &other[from..(from + 40).min(other.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
            _ => {
                // Digits become other digits: absurd times, places and lengths.
                for byte in bytes[at..at + length].iter_mut().filter(|b| b.is_ascii_digit()) {
                    *byte = b'0' + random.below(10) as u8;
                }
            }
        }
    }
}

#[test]
fn a_recording_broken_anyhow_is_read_or_refused_soon() {
    let count = std::env::var("LEEBOW_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(USUAL);
    let samples = samples::all();
    for (place, (name, sample)) in samples.iter().enumerate() {
        let other = &samples[(place + 1) % samples.len()].1;
        let (start, mut slowest) = (Instant::now(), 0.0f64);
        for seed in 0..count {
            let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ place as u64);
            let mut bytes = sample.clone();
            mutate(&mut bytes, other, &mut random);
            let before = Instant::now();
            let result = catch_unwind(AssertUnwindSafe(|| read("broken", &bytes)));
            let took_ms = before.elapsed().as_secs_f64() * 1e3;
            slowest = slowest.max(took_ms);
            let result = result.unwrap_or_else(|_| panic!("{name}: seed {seed} makes the reader stumble"));
            // 50 ms + 200 ns a byte; on a busy machine one of three runs is not interrupted.
            let bar_ms = 50.0 + bytes.len() as f64 * 0.0002;
            let again = || {
                let before = Instant::now();
                let _ = read("broken", &bytes);
                before.elapsed().as_secs_f64() * 1e3
            };
            let slow = took_ms > bar_ms && (0..3).all(|_| again() > bar_ms);
            assert!(!slow, "{name}: seed {seed} takes {took_ms} ms");
            if let Ok(recording) = result {
                let columns = &recording.columns;
                assert_eq!(recording.damage.kept as usize, columns.len(), "{name}: seed {seed}");
                assert!(
                    columns.channels().iter().all(|c| c.values.len() == columns.len()),
                    "{name}: seed {seed}"
                );
                assert!(columns.time_ms.iter().all(|t| t.is_finite()), "{name}: seed {seed}");
                assert!(recording.breaks.iter().all(|row| *row < columns.len()), "{name}: seed {seed}");
                for loss in &recording.damage.losses {
                    assert!(loss.from <= loss.to, "{name}: seed {seed}: {loss:?}");
                }
            }
        }
        let each_us = start.elapsed().as_secs_f64() * 1e6 / count as f64;
        println!("{name}: {count} broken, {each_us:.1} µs each, the slowest {slowest:.2} ms");
    }
}
