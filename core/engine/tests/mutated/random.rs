//! The random numbers of the engine's tests: those of a seed are the same on every machine.
#![allow(dead_code)]

/// A 64-bit linear congruential generator (Knuth's MMIX constants) whose high bits are mixed. A test that fails prints the
/// seeds in use.
pub struct Random {
    seed: u64,
    state: u64,
}

impl Random {
    pub fn of(seed: u64) -> Self {
        Self { seed, state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) }
    }

    /// 48 random bits.
    pub fn bits_48(&mut self) -> u64 {
        self.state =
            self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let x = self.state ^ (self.state >> 29);
        x.wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 16
    }

    /// 64 random bits.
    pub fn bits_64(&mut self) -> u64 {
        self.bits_48() << 32 ^ self.bits_48()
    }

    /// A number below `n`; 0 for `n` = 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits_48() % n.max(1) as u64) as usize
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        self.bits_48() as f64 / (1_u64 << 48) as f64
    }

    /// Nearly normal, with mean 0 and standard deviation 1.
    pub fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }
}

impl Drop for Random {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("The test used the random numbers of seed {}.", self.seed);
        }
    }
}
