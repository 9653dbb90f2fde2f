//! Random numbers from integer arithmetic (PCG XSH-RR 64/32), so that a seed gives the same session on every machine.

use std::f64::consts::TAU;

const MULTIPLIER: u64 = 6_364_136_223_846_793_005;

/// A stream of random numbers. Two streams of one seed are independent of each other.
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
    increment: u64,
}

impl Random {
    /// Stream number `stream` of this seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut random = Self { state: 0, increment: (stream << 1) | 1 };
        random.next_u32();
        random.state = random.state.wrapping_add(seed);
        random.next_u32();
        random
    }

    /// The next 32 random bits.
    pub fn next_u32(&mut self) -> u32 {
        let old = self.state;
        self.state = old.wrapping_mul(MULTIPLIER).wrapping_add(self.increment);
        let xorshifted = (((old >> 18) ^ old) >> 27) as u32;
        xorshifted.rotate_right((old >> 59) as u32)
    }

    /// Uniform in [0, 1), 53 bits.
    pub fn unit(&mut self) -> f64 {
        let high = u64::from(self.next_u32() >> 5);
        let low = u64::from(self.next_u32() >> 6);
        ((high << 26) | low) as f64 / (1u64 << 53) as f64
    }

    /// Uniform in [low, high).
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// True with this probability.
    pub fn bernoulli(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// -1 or 1, each as often as the other.
    pub fn sign(&mut self) -> f64 {
        if self.bernoulli(0.5) { 1.0 } else { -1.0 }
    }

    /// Normal with mean 0 and standard deviation 1 (Box-Muller).
    pub fn normal(&mut self) -> f64 {
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - self.unit()));
        radius * libm::cos(TAU * self.unit())
    }

    /// Exponential with this mean: the waiting time of a Poisson event.
    pub fn exponential(&mut self, mean: f64) -> f64 {
        -mean * libm::log(1.0 - self.unit())
    }
}

/// An Ornstein-Uhlenbeck process about zero, stepped exactly (docs/algorithms.md, section 14.1).
#[derive(Debug, Clone)]
pub struct OrnsteinUhlenbeck {
    pub value: f64,
    sd: f64,
    tau_s: f64,
}

impl OrnsteinUhlenbeck {
    /// Standard deviation `sd`, time constant `tau_s`; the first value is drawn from the stationary distribution.
    pub fn new(sd: f64, tau_s: f64, random: &mut Random) -> Self {
        Self { value: sd * random.normal(), sd, tau_s }
    }

    /// The value `dt_s` later.
    pub fn step(&mut self, dt_s: f64, random: &mut Random) -> f64 {
        let decay = libm::exp(-dt_s / self.tau_s.max(1e-9));
        self.value = self.value * decay + self.sd * libm::sqrt(1.0 - decay * decay) * random.normal();
        self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        // pcg32-demo, seed 42, sequence 54.
        let mut random = Random::new(42, 54);
        let first: Vec<u32> = (0..6).map(|_| random.next_u32()).collect();
        assert_eq!(first, [0xa15c_02b7, 0x7b47_f409, 0xba1d_3330, 0x83d2_f293, 0xbfa4_784b, 0xcbed_606e]);
    }

    #[test]
    fn the_process_has_the_given_standard_deviation() {
        let mut random = Random::new(7, 1);
        let mut process = OrnsteinUhlenbeck::new(3.0, 12.0, &mut random);
        let squares: f64 = (0..20_000).map(|_| process.step(6.0, &mut random)).map(|v| v * v).sum();
        let sd = libm::sqrt(squares / 20_000.0);
        assert!((sd - 3.0).abs() < 0.15, "{sd}");
    }

    #[test]
    fn streams_of_one_seed_are_independent() {
        let (mut a, mut b) = (Random::new(1, 1), Random::new(1, 2));
        let agree = (0..2000).filter(|_| a.bernoulli(0.5) == b.bernoulli(0.5)).count();
        assert!((850..1150).contains(&agree), "{agree}");
    }
}
