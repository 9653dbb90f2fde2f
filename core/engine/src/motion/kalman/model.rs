//! How a boat moves between two fixes: Singer's model of fading acceleration.

/// Time constant of acceleration, s: about the length of a tack.
const FADE_S: f64 = 4.0;

/// Transition and process noise of one axis for one interval.
#[derive(Debug, Clone, Copy)]
pub(super) struct Model {
    /// Variance of acceleration at rest, (m/s²)².
    accel_var: f64,
    dt_s: f64,
    /// Position and velocity gained per acceleration, and what remains of it.
    pub p_of_a: f64,
    pub v_of_a: f64,
    pub a_of_a: f64,
    /// Upper triangle pp, pv, pa, vv, va, aa.
    pub noise: [f64; 6],
}

impl Model {
    /// The model for a jerk density, m²/s⁵.
    pub fn new(jerk: f64) -> Self {
        let accel_var = jerk * FADE_S / 2.0;
        Model { accel_var, dt_s: 0.0, p_of_a: 0.0, v_of_a: 0.0, a_of_a: 1.0, noise: [0.0; 6] }
    }

    /// Variance of acceleration at rest, (m/s²)².
    pub fn accel_var(&self) -> f64 {
        self.accel_var
    }

    /// The interval of the transition, s.
    pub fn interval_s(&self) -> f64 {
        self.dt_s
    }

    /// Computes the transition for an interval, unless it is the one of before.
    pub fn set_interval(&mut self, dt_s: f64) {
        // Times in ms leave the last digits of equal intervals unequal.
        if (dt_s - self.dt_s).abs() < 1e-9 {
            return;
        }
        self.dt_s = dt_s;
        let x = dt_s / FADE_S;
        let left = libm::exp(-x);
        self.a_of_a = left;
        if x < 0.02 {
            self.short(dt_s);
        } else {
            self.p_of_a = FADE_S * FADE_S * (x - 1.0 + left);
            self.v_of_a = FADE_S * (1.0 - left);
            self.noise = self.long(x, left);
        }
    }

    /// Series for short intervals, where the closed form loses its digits.
    fn short(&mut self, t: f64) {
        let x = t / FADE_S;
        self.p_of_a = t * t * (0.5 - x / 6.0 + x * x / 24.0);
        self.v_of_a = t * (1.0 - x / 2.0 + x * x / 6.0);
        let q = 2.0 * self.accel_var / FADE_S;
        let (t2, t3) = (t * t, t * t * t);
        self.noise = [q * t3 * t2 / 20.0, q * t2 * t2 / 8.0, q * t3 / 6.0, q * t3 / 3.0, q * t2 / 2.0, q * t];
    }

    fn long(&self, x: f64, left: f64) -> [f64; 6] {
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
