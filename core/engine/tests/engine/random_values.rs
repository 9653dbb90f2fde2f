//! Reproducible noise for tests.

/// `n` pseudo-random numbers in [-0.5, 0.5) from a 64-bit linear congruential generator (Knuth's MMIX constants).
pub fn random_values(n: usize, seed: u64) -> Vec<f64> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / (1_u64 << 31) as f64 - 0.5
    };
    (0..n).map(|_| next()).collect()
}
