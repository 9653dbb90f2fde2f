//! Lags of signals whose delay is known.

use std::f64::consts::TAU;

use leebow_engine::stats::lag::{Curve, Lag, high_pass, lag};

use crate::random_values::random_values;

/// A sine of a period (s) with a delay (s), sampled at `rate_hz` for `seconds`.
fn wave(period_s: f64, delay_s: f64, rate_hz: f64, seconds: f64) -> Vec<f64> {
    let n = (seconds * rate_hz) as usize;
    (0..n).map(|i| libm::sin(TAU * (i as f64 / rate_hz - delay_s) / period_s)).collect()
}

/// Sum of two signals, the second scaled.
fn plus(a: &[f64], b: &[f64], share: f64) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + share * b).collect()
}

#[test]
fn of_a_periodic_wave_the_nearest_crest_gives_the_lag() {
    // The same wave fits at 0.6 s, at 4.6 s and at -3.4 s.
    let found = lag(&wave(4.0, 0.0, 5.0, 120.0), &wave(4.0, 0.6, 5.0, 120.0), 5.0).unwrap();
    assert!((found.lag_s - 0.6).abs() < 0.03, "{found:?}");
}

#[test]
fn the_parabola_finds_the_peak_between_two_samples() {
    for delay_s in [-1.37, -0.25, 0.0, 0.45, 1.12] {
        let x = plus(&wave(7.0, 0.0, 2.0, 180.0), &wave(5.1, 0.0, 2.0, 180.0), 0.8);
        let y = plus(&wave(7.0, delay_s, 2.0, 180.0), &wave(5.1, delay_s, 2.0, 180.0), 0.8);
        let found = lag(&x, &y, 2.0).unwrap();
        assert!((found.lag_s - delay_s).abs() < 0.06, "{delay_s}: {found:?}");
    }
}

#[test]
fn swapping_the_signals_changes_only_the_sign() {
    let x = random_values(600, 11);
    let later: Vec<f64> = [&x[..8], &x[..592]].concat();
    let (there, back) = (lag(&x, &later, 5.0).unwrap(), lag(&later, &x, 5.0).unwrap());
    assert!((there.lag_s - 1.6).abs() < 0.02, "{there:?}");
    assert!((there.lag_s + back.lag_s).abs() < 1e-9);
    assert!((there.r - back.r).abs() < 1e-9);
}

#[test]
fn units_and_offsets_do_not_change_a_lag() {
    let x = random_values(600, 12);
    let later: Vec<f64> = [&x[..3], &x[..597]].concat();
    let plain = lag(&x, &later, 5.0).unwrap();
    let scaled: Vec<f64> = later.iter().map(|v| 40.0 + 0.01 * v).collect();
    let other = lag(&x, &scaled, 5.0).unwrap();
    assert!((plain.lag_s - other.lag_s).abs() < 1e-6 && (plain.r - other.r).abs() < 1e-6);
}

#[test]
fn a_common_slow_drift_has_no_lag() {
    // Both signals rise through the leg; their fast parts are independent.
    let drift: Vec<f64> = (0..900).map(|i| f64::from(i) / 60.0).collect();
    let x = plus(&drift, &random_values(900, 13), 1.0);
    let y = plus(&drift, &random_values(900, 14), 1.0);
    assert_eq!(lag(&x, &y, 5.0), None);
}

#[test]
fn independent_noise_has_no_lag() {
    // At the best of many lags about one pair in twenty exceeds the significance of 2.6 standard deviations.
    let pairs = (0..200).map(|seed| (random_values(300, seed), random_values(300, seed + 1000)));
    let found: Vec<Lag> = pairs.filter_map(|(x, y)| lag(&x, &y, 5.0)).collect();
    assert!(found.len() <= 10, "{found:?} of 200");
    assert_eq!(lag(&random_values(900, 1), &random_values(900, 2), 5.0), None);
}

#[test]
fn the_high_pass_passes_the_rhythm_and_removes_the_level() {
    let rhythm = wave(2.5, 0.0, 5.0, 120.0);
    let level: Vec<f64> = rhythm.iter().enumerate().map(|(i, v)| v + 15.0 + 0.01 * i as f64).collect();
    let passed = high_pass(&level, 5.0);
    assert_eq!(passed.len(), rhythm.len());
    for i in 60..540 {
        assert!((passed[i] - rhythm[i]).abs() < 0.03, "at {i}: {} and {}", passed[i], rhythm[i]);
    }
    assert!(high_pass(&[], 5.0).is_empty());
    assert!(high_pass(&[3.0; 7], 5.0).iter().all(|v| v.abs() < 1e-12));
}

#[test]
fn the_effective_number_of_independent_samples_is_their_number_and_of_slow_ones_less() {
    let effective_number = |x: &[f64]| {
        let mut curve = Curve::new(20);
        curve.add(x, x);
        curve.n_eff
    };
    let quick = effective_number(&random_values(800, 7));
    assert!(quick > 600.0 && quick <= 800.0, "{quick}");
    let slow: Vec<f64> = random_values(80, 7).iter().flat_map(|&v| [v; 10]).collect();
    assert!(effective_number(&slow) < 0.25 * quick, "{}", effective_number(&slow));
}

#[test]
fn a_block_too_short_for_the_longest_lag_adds_nothing() {
    let mut curve = Curve::new(50);
    curve.add(&random_values(100, 3), &random_values(100, 3));
    assert_eq!(curve, Curve::new(50));
    assert_eq!(curve.peak(5.0), None);
}

#[test]
fn two_legs_with_one_lag_outweigh_a_third() {
    let leg = |seed: u64, delay: usize| {
        let x = random_values(400, seed);
        let y: Vec<f64> = [&x[..delay], &x[..400 - delay]].concat();
        let mut curve = Curve::new(50);
        curve.add(&x, &y);
        curve
    };
    let mut all = leg(1, 5);
    all.merge(&leg(2, 5));
    all.merge(&leg(3, 20));
    let found = all.peak(5.0).unwrap();
    assert!((found.lag_s - 1.0).abs() < 0.1, "{found:?}");
}
