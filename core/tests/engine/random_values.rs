//! Reproducible noise for tests.

use crate::random::Random;

/// `n` random numbers, uniform in [-0.5, 0.5).
pub fn random_values(n: usize, seed: u64) -> Vec<f64> {
    let mut random = Random::of(seed);
    (0..n).map(|_| random.unit() - 0.5).collect()
}
