//! Rhythm lag: two noisy samplings of one quasi-periodic signal, one delayed; signal-to-noise ratio 1.

use std::f64::consts::TAU;

use leebow_engine::stats::lag::lag;
use leebow_engine::stats::quantile::median;

use crate::table::Limit::AtMost;
use crate::table::{DATA_SETS, DataSet, Measured, Row, row};

/// Length of the signals, samples at 1 Hz.
const SECONDS: usize = 180;
/// Step of the generated signal, s.
const STEP_S: f64 = 0.05;
/// A larger error means that another crest was taken for the right one, s.
const WRONG_PEAK_S: f64 = 2.0;

/// The rows of the table, from `trials` signals per data set.
pub fn rows(trials: u64) -> Vec<Row> {
    let sets = DATA_SETS.map(|set| run_trials(if set == DataSet::Tuning { 0 } else { 1_000_000 }, trials));
    let medians = sets.each_ref().map(|(errors, _)| {
        let found = errors.len();
        Measured::new(
            median(&mut errors.clone()).unwrap_or(f64::NAN),
            format!("{found} of {trials} published"),
        )
    });
    let wrong = sets.each_ref().map(|(errors, wrong)| {
        Measured::new(100.0 * *wrong as f64 / errors.len() as f64, format!("of {}", errors.len()))
    });
    let name = |what: &str| format!("rhythm lag, SNR 1, 180 s, 1 Hz, {what}");
    vec![
        row((&name("median error"), " s", 3), [AtMost(0.15), AtMost(0.1)], medians),
        row((&name("wrong peaks"), " %", 1), [AtMost(2.0), AtMost(0.5)], wrong),
    ]
}

/// Absolute errors of the published lags, s, and how many of them took a wrong crest.
fn run_trials(first: u64, trials: u64) -> (Vec<f64>, usize) {
    let mut errors = Vec::new();
    for seed in first..first + trials {
        // A multiplier other than the generator's increment: else the sequences of neighbouring trials would be the same
        // but for one draw.
        let mut random = SplitMix64(seed.wrapping_mul(0xD134_2543_DE82_EF95) | 1);
        let lag_s = 0.3 + 2.2 * random.uniform();
        let wave = wave(&mut random);
        let lag_steps = (lag_s / STEP_S).round() as usize;
        let max_lag_steps = (3.0 / STEP_S) as usize;
        let every = (1.0 / STEP_S) as usize;
        let mut sample = |delay: usize| -> Vec<f64> {
            let at = |k: usize| wave[max_lag_steps - delay + k * every];
            (0..SECONDS).map(|k| at(k) + random.normal() * std::f64::consts::FRAC_1_SQRT_2).collect()
        };
        let (heel, speed) = (sample(0), sample(lag_steps));
        if let Some(found) = lag(&heel, &speed, 1.0) {
            errors.push((found.lag_s - lag_steps as f64 * STEP_S).abs());
        }
    }
    let wrong = errors.iter().filter(|e| **e > WRONG_PEAK_S).count();
    (errors, wrong)
}

/// A sine of period 8 s + OU(1.5 s, 20 s), as the simulated boats have it (docs/algorithms.md, section 14.4).
fn wave(random: &mut SplitMix64) -> Vec<f64> {
    let (mut phase, mut period) = (TAU * random.uniform(), 0.0);
    let keep = libm::exp(-STEP_S / 20.0);
    (0..((SECONDS + 4) as f64 / STEP_S) as usize)
        .map(|_| {
            period = keep * period + 1.5 * (1.0 - keep * keep).sqrt() * random.normal();
            phase += TAU * STEP_S / (8.0_f64 + period).max(4.0);
            libm::sin(phase)
        })
        .collect()
}

/// The splitmix64 generator (Steele, Lea and Flood 2014).
struct SplitMix64(u64);

impl SplitMix64 {
    /// Uniform in [0, 1), 53 bits.
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Standard normal (Box-Muller).
    fn normal(&mut self) -> f64 {
        let (a, b) = (self.uniform().max(1e-300), self.uniform());
        (-2.0 * libm::log(a)).sqrt() * libm::cos(TAU * b)
    }
}
