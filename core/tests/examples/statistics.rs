//! Times of the statistics, for `benches/statistics.mjs`, on the arrays of `benches/statistics.py`.
//! `cargo run --release --example statistics -- 18000` prints seconds (minimum of several runs) as JSON.

use std::hint::black_box;
use std::time::Instant;

use leebow_engine::stats::correlation::correlate;
use leebow_engine::stats::lag;
use leebow_engine::stats::quantile::quantile;
use leebow_engine::stats::regression::least_squares;

/// Largest lag, samples: 10 s at 10 Hz.
const MAX_LAG: usize = 100;
/// Timed runs; the minimum counts.
const TRIES: usize = 7;
/// Least duration of a timed run, s.
const MIN_RUN_S: f64 = 0.01;

fn main() {
    let n = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(18_000);
    let (x, y) = arrays(n);
    let quartiles = || {
        // The values are copied first, as NumPy does.
        let mut values = x.clone();
        [0.25, 0.5, 0.75].map(|p| quantile(&mut values, p))
    };
    let scan = || lag::scan(black_box(&x), black_box(&y), MAX_LAG);
    println!(
        r#"{{"correlation":{},"least_squares":{},"percentiles":{},"lag_scan":{}}}"#,
        best_s(|| correlate(black_box(&x), black_box(&y))),
        best_s(|| least_squares(black_box(&x), black_box(&y))),
        best_s(quartiles),
        best_s(scan)
    );
}

fn arrays(n: usize) -> (Vec<f64>, Vec<f64>) {
    let mut state = 12_345_u64;
    let mut noise = || {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        state as f64 / 2_147_483_648.0 - 0.5
    };
    let noises: Vec<f64> = (0..2 * n).map(|_| noise()).collect();
    let wave = |t: f64| {
        let full = std::f64::consts::TAU;
        libm::sin(full * t / 7.7) + 0.6 * libm::sin(full * t / 3.1 + 1.0)
    };
    let t = |i: usize| i as f64 / 10.0;
    let x = (0..n).map(|i| wave(t(i)) + 0.4 * noises[i]).collect();
    let y = (0..n).map(|i| 5.0 + 0.7 * wave(t(i) - 1.3) + 0.4 * noises[n + i]).collect();
    (x, y)
}

/// Seconds of one call: the minimum of [`TRIES`] runs, each of as many calls as take [`MIN_RUN_S`].
fn best_s<T>(work: impl Fn() -> T) -> f64 {
    let timed = |runs: usize| {
        let start = Instant::now();
        for _ in 0..runs {
            black_box(work());
        }
        start.elapsed().as_secs_f64()
    };
    let mut runs = 1;
    while timed(runs) < MIN_RUN_S {
        runs *= 2;
    }
    (0..TRIES).map(|_| timed(runs) / runs as f64).fold(f64::INFINITY, f64::min)
}
