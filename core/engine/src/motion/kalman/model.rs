//! Motion model between two fixes: Singer's first-order Gauss-Markov acceleration (docs/algorithms.md, section 3).

use super::pair::Pair;

/// Correlation time of acceleration, s: about the duration of a tack. *guess*
const ACCELERATION_TIME_S: f64 = 4.0;

/// State transition over an interval, x' = F x, equal for both axes: F = [[1, t, b], [0, 1, c], [0, 0, e]].
#[derive(Debug, Clone, Copy)]
pub(super) struct Transition {
    /// The interval, s.
    pub t: Pair,
    /// Position and velocity gained per unit of acceleration, and the remaining share of acceleration.
    pub b: Pair,
    pub c: Pair,
    pub e: Pair,
}

/// Transition and process noise for one interval.
#[derive(Debug, Clone, Copy)]
struct Interval {
    dt_s: f64,
    transition: Transition,
    /// Process noise covariance, upper triangle: pp, pv, pa, vv, va, aa.
    noise: [Pair; 6],
}

/// Motion model with a cache of the last two intervals.
#[derive(Debug, Clone, Copy)]
pub(super) struct Model {
    /// Stationary variance of acceleration, (m/s²)².
    accel_var: f64,
    /// The interval in use and the one used before: with rounded time stamps two intervals alternate.
    intervals: [Interval; 2],
    uses_second: bool,
}

impl Model {
    /// The model for a jerk density, m²/s⁵.
    pub(super) fn new(jerk: f64) -> Self {
        let none = Pair::default();
        let transition = Transition { t: none, b: none, c: none, e: Pair::both(1.0) };
        let still = Interval { dt_s: 0.0, transition, noise: [none; 6] };
        Model { accel_var: jerk * ACCELERATION_TIME_S / 2.0, intervals: [still; 2], uses_second: false }
    }

    /// Stationary variance of acceleration, (m/s²)².
    pub(super) fn accel_var(&self) -> f64 {
        self.accel_var
    }

    pub(super) fn transition(&self) -> &Transition {
        &self.now().transition
    }

    pub(super) fn noise(&self) -> &[Pair; 6] {
        &self.now().noise
    }

    /// Selects the transition for an interval, computing it unless it is one of the last two.
    pub(super) fn set_interval(&mut self, dt_s: f64) {
        // Intervals computed from ms differ in the last digits.
        let is_now = |model: &Self| (dt_s - model.now().dt_s).abs() < 1e-9;
        if is_now(self) {
            return;
        }
        self.uses_second = !self.uses_second;
        if !is_now(self) {
            self.intervals[usize::from(self.uses_second)] = self.interval(dt_s);
        }
    }

    fn now(&self) -> &Interval {
        &self.intervals[usize::from(self.uses_second)]
    }

    fn interval(&self, dt_s: f64) -> Interval {
        let x = dt_s / ACCELERATION_TIME_S;
        let left = libm::exp(-x);
        let ((b, c), noise) = if x < 0.02 {
            (gains_short(dt_s), self.noise_short(dt_s))
        } else {
            (
                (
                    ACCELERATION_TIME_S * ACCELERATION_TIME_S * (x - 1.0 + left),
                    ACCELERATION_TIME_S * (1.0 - left),
                ),
                self.noise_closed(x, left),
            )
        };
        let [t, b, c, e] = [dt_s, b, c, left].map(Pair::both);
        Interval { dt_s, transition: Transition { t, b, c, e }, noise: noise.map(Pair::both) }
    }

    /// Process noise of a short interval by series (white jerk).
    fn noise_short(&self, t: f64) -> [f64; 6] {
        let q = 2.0 * self.accel_var / ACCELERATION_TIME_S;
        let (t2, t3) = (t * t, t * t * t);
        [q * t3 * t2 / 20.0, q * t2 * t2 / 8.0, q * t3 / 6.0, q * t3 / 3.0, q * t2 / 2.0, q * t]
    }

    /// Process noise of any interval, closed form; x = t / time constant, `left` = exp(−x).
    fn noise_closed(&self, x: f64, left: f64) -> [f64; 6] {
        let (left2, v) = (left * left, self.accel_var);
        let f = ACCELERATION_TIME_S;
        let pp = 1.0 - left2 + 2.0 * x + 2.0 * x * x * x / 3.0 - 2.0 * x * x - 4.0 * x * left;
        let pv = left2 + 1.0 - 2.0 * left + 2.0 * x * left - 2.0 * x + x * x;
        let pa = 1.0 - left2 - 2.0 * x * left;
        let vv = 4.0 * left - 3.0 - left2 + 2.0 * x;
        let va = left2 + 1.0 - 2.0 * left;
        let aa = 1.0 - left2;
        [v * f * f * f * f * pp, v * f * f * f * pv, v * f * f * pa, v * f * f * vv, v * f * va, v * aa]
    }
}

/// Position and velocity gained per unit of acceleration over a short interval, by series: the closed form cancels.
fn gains_short(t: f64) -> (f64, f64) {
    let x = t / ACCELERATION_TIME_S;
    (t * t * (0.5 - x / 6.0 + x * x / 24.0), t * (1.0 - x / 2.0 + x * x / 6.0))
}
