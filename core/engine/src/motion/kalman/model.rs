//! How a boat moves between two fixes: Singer's model of fading acceleration.

use super::pair::Pair;

/// Time constant of acceleration, s: about the length of a tack.
const FADE_S: f64 = 4.0;

/// How position, velocity and acceleration go on over an interval: x' = F x. The same for both axes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Transition {
    /// The interval, s.
    pub t: Pair,
    /// Position and velocity gained per acceleration, and what remains of it.
    pub b: Pair,
    pub c: Pair,
    pub e: Pair,
}

/// Transition and process noise for one interval.
#[derive(Debug, Clone, Copy)]
struct Interval {
    dt_s: f64,
    transition: Transition,
    /// Upper triangle pp, pv, pa, vv, va, aa.
    noise: [Pair; 6],
}

/// The model for intervals as they come.
#[derive(Debug, Clone, Copy)]
pub(super) struct Model {
    /// Variance of acceleration at rest, (m/s²)².
    accel_var: f64,
    now: Interval,
    /// The one used before: where stamps are rounded, two intervals take turns.
    other: Interval,
}

impl Model {
    /// The model for a jerk density, m²/s⁵.
    pub fn new(jerk: f64) -> Self {
        let none = Pair::default();
        let transition = Transition { t: none, b: none, c: none, e: Pair::both(1.0) };
        let still = Interval { dt_s: 0.0, transition, noise: [none; 6] };
        Model { accel_var: jerk * FADE_S / 2.0, now: still, other: still }
    }

    /// Variance of acceleration at rest, (m/s²)².
    pub fn accel_var(&self) -> f64 {
        self.accel_var
    }

    pub fn transition(&self) -> &Transition {
        &self.now.transition
    }

    pub fn noise(&self) -> &[Pair; 6] {
        &self.now.noise
    }

    /// Computes the transition for an interval, unless it is one of the last two.
    pub fn set_interval(&mut self, dt_s: f64) {
        // Times in ms leave the last digits of equal intervals unequal.
        let same = |interval: &Interval| (dt_s - interval.dt_s).abs() < 1e-9;
        if same(&self.now) {
            return;
        }
        if !same(&self.other) {
            self.other = self.interval(dt_s);
        }
        std::mem::swap(&mut self.now, &mut self.other);
    }

    fn interval(&self, dt_s: f64) -> Interval {
        let x = dt_s / FADE_S;
        let left = libm::exp(-x);
        let ((b, c), noise) = if x < 0.02 {
            (gained_soon(dt_s), self.noise_soon(dt_s))
        } else {
            ((FADE_S * FADE_S * (x - 1.0 + left), FADE_S * (1.0 - left)), self.noise_over(x, left))
        };
        let [t, b, c, e] = [dt_s, b, c, left].map(Pair::both);
        Interval { dt_s, transition: Transition { t, b, c, e }, noise: noise.map(Pair::both) }
    }

    /// Noise of a short interval.
    fn noise_soon(&self, t: f64) -> [f64; 6] {
        let q = 2.0 * self.accel_var / FADE_S;
        let (t2, t3) = (t * t, t * t * t);
        [q * t3 * t2 / 20.0, q * t2 * t2 / 8.0, q * t3 / 6.0, q * t3 / 3.0, q * t2 / 2.0, q * t]
    }

    fn noise_over(&self, x: f64, left: f64) -> [f64; 6] {
        let (left2, v) = (left * left, self.accel_var);
        let f = FADE_S;
        let pp = 1.0 - left2 + 2.0 * x + 2.0 * x * x * x / 3.0 - 2.0 * x * x - 4.0 * x * left;
        let pv = left2 + 1.0 - 2.0 * left + 2.0 * x * left - 2.0 * x + x * x;
        let pa = 1.0 - left2 - 2.0 * x * left;
        let vv = 4.0 * left - 3.0 - left2 + 2.0 * x;
        let va = left2 + 1.0 - 2.0 * left;
        let aa = 1.0 - left2;
        [v * f * f * f * f * pp, v * f * f * f * pv, v * f * f * pa, v * f * f * vv, v * f * va, v * aa]
    }
}

/// Position and velocity per acceleration over a short interval, as series: the closed form would lose its digits.
fn gained_soon(t: f64) -> (f64, f64) {
    let x = t / FADE_S;
    (t * t * (0.5 - x / 6.0 + x * x / 24.0), t * (1.0 - x / 2.0 + x * x / 6.0))
}
