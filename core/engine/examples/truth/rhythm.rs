//! Rhythm lags: two signals of one unsteady wave, one later than the other, each with as much noise as wave.

use std::f64::consts::TAU;

use leebow_engine::stats::lag::lag;
use leebow_engine::stats::quantile::median;

use crate::table::Limit::AtMost;
use crate::table::{Bar, HALVES, Half, Measured, Row};

const SECONDS: usize = 180;
const STEP_S: f64 = 0.05;
/// Farther off than this another crest was taken for the right one, s.
const WRONG_S: f64 = 2.0;

pub fn rows(trials: u64) -> Vec<Row> {
    let halves = HALVES.map(|half| trial(if half == Half::TunedOn { 0 } else { 1_000_000 }, trials));
    let medians = halves.each_ref().map(|(errors, _)| {
        let found = errors.len();
        Measured::new(
            median(&mut errors.clone()).unwrap_or(f64::NAN),
            format!("{found} of {trials} published"),
        )
    });
    let wrong = halves.each_ref().map(|(errors, wrong)| {
        Measured::new(100.0 * *wrong as f64 / errors.len() as f64, format!("of {}", errors.len()))
    });
    let row = |name: &str, unit, decimals, must, reach, measured| {
        let name = format!("rhythm lag, SNR 1, 180 s, 1 Hz, {name}");
        Row::Bar(Bar { name, unit, decimals, must: AtMost(must), reach: AtMost(reach), measured })
    };
    vec![row("median error", " s", 3, 0.15, 0.1, medians), row("wrong peaks", " %", 1, 2.0, 0.5, wrong)]
}

/// Errors of the lags published, and how many of them took a wrong crest.
fn trial(first: u64, trials: u64) -> (Vec<f64>, usize) {
    let mut errors = Vec::new();
    for seed in first..first + trials {
        // Not the generator's own stride: trials would be one another's sequences, a throw later.
        let mut dice = Dice(seed.wrapping_mul(0xD134_2543_DE82_EF95) | 1);
        let lag_s = 0.3 + 2.2 * dice.share();
        let wave = wave(&mut dice);
        let late = (lag_s / STEP_S).round() as usize;
        let most = (3.0 / STEP_S) as usize;
        let every = (1.0 / STEP_S) as usize;
        let mut seen = |delay: usize| -> Vec<f64> {
            let at = |k: usize| wave[most - delay + k * every];
            (0..SECONDS).map(|k| at(k) + dice.normal() * std::f64::consts::FRAC_1_SQRT_2).collect()
        };
        let (heel, speed) = (seen(0), seen(late));
        if let Some(found) = lag(&heel, &speed, 1.0) {
            errors.push((found.lag_s - late as f64 * STEP_S).abs());
        }
    }
    let wrong = errors.iter().filter(|e| **e > WRONG_S).count();
    (errors, wrong)
}

/// A wave of about eight seconds whose period wanders, of the simulated boats' kind.
fn wave(dice: &mut Dice) -> Vec<f64> {
    let (mut phase, mut period) = (TAU * dice.share(), 0.0);
    let keep = libm::exp(-STEP_S / 20.0);
    (0..((SECONDS + 4) as f64 / STEP_S) as usize)
        .map(|_| {
            period = keep * period + 1.5 * (1.0 - keep * keep).sqrt() * dice.normal();
            phase += TAU * STEP_S / (8.0_f64 + period).max(4.0);
            libm::sin(phase)
        })
        .collect()
}

/// The published generator splitmix64.
struct Dice(u64);

impl Dice {
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        let (a, b) = (self.share().max(1e-300), self.share());
        (-2.0 * libm::log(a)).sqrt() * libm::cos(TAU * b)
    }
}
