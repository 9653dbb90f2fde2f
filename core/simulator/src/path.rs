//! A noiseless path with smoothed speed and turn rate, and the quantities measured on it.

use crate::boat::{Moment, SIMULATION_STEP_S};
use crate::crew::{ActionKind, CrewAction};
use leebow_engine::angle::{circular_mean, to_deg, wind_angle, wrap_180, wrap_360};

/// Turn rate at the edges of a turn, deg/s.
const EDGE_DPS: f64 = 1.0;

/// The path with smoothed speed and turn rate. `from`, `to` and `limit` are indices of moments.
pub struct Path<'a> {
    pub moments: &'a [Moment],
    /// 2 s centred mean of the speed over ground, m/s.
    pub sog: Vec<f64>,
    /// Turn rate of the course over ground, deg/s, of the velocity averaged over ± 0.6 s.
    pub rate: Vec<f64>,
}

impl<'a> Path<'a> {
    pub fn new(moments: &'a [Moment]) -> Self {
        let speeds: Vec<f64> = moments.iter().map(|m| libm::hypot(m.east_mps, m.north_mps)).collect();
        let sog = centred_mean(&speeds, steps(1.0));
        let half = steps(0.6);
        let east = centred_mean(&moments.iter().map(|m| m.east_mps).collect::<Vec<_>>(), half);
        let north = centred_mean(&moments.iter().map(|m| m.north_mps).collect::<Vec<_>>(), half);
        let course = |i: usize| to_deg(libm::atan2(east[i], north[i]));
        let rate = (0..moments.len())
            .map(|i| {
                let (a, b) = (i.saturating_sub(2), (i + 2).min(moments.len() - 1));
                wrap_180(course(b) - course(a)) / ((b - a).max(1) as f64 * SIMULATION_STEP_S)
            })
            .collect();
        Self { moments, sog, rate }
    }

    /// First and last moment of a turn: where the turn rate falls below 1 deg/s on either side of its maximum.
    pub fn edges(&self, action: &CrewAction) -> (usize, usize) {
        let (from, to) = (self.index(action.from_s), self.index(action.to_s));
        if matches!(action.kind, ActionKind::Start | ActionKind::Fall) {
            return (from, to);
        }
        let fastest = (from..=to).max_by(|&a, &b| self.rate[a].abs().total_cmp(&self.rate[b].abs()));
        let fastest = fastest.unwrap_or(from);
        let sense = if self.rate[fastest] < 0.0 { -1.0 } else { 1.0 };
        let turns = |i: usize| sense * self.rate[i] >= EDGE_DPS;
        let (mut t0, mut t1) = (fastest, fastest);
        while t0 > 0 && turns(t0 - 1) {
            t0 -= 1;
        }
        while t1 + 1 < self.rate.len() && turns(t1 + 1) {
            t1 += 1;
        }
        (t0, t1)
    }

    /// Course change between two moments, deg.
    pub fn turned(&self, from: usize, to: usize) -> f64 {
        self.rate[from.min(to)..to].iter().sum::<f64>() * SIMULATION_STEP_S
    }

    /// The moment of the smallest absolute turn rate in a span.
    pub fn slowest_turning(&self, from: usize, to: usize) -> usize {
        (from..=to).min_by(|&a, &b| self.rate[a].abs().total_cmp(&self.rate[b].abs())).unwrap_or(from)
    }

    /// The moment at which half of the course change is done.
    pub fn middle(&self, t0: usize, t1: usize) -> usize {
        let total: f64 = self.rate[t0..t1].iter().sum();
        let mut turned = 0.0;
        for i in t0..t1 {
            turned += self.rate[i];
            if turned.abs() >= total.abs() / 2.0 {
                return i;
            }
        }
        t1
    }

    /// Mean speed from 10 to 20 s after the turn, m/s; `None` with less than 5 s of it.
    pub fn new_leg_speed(&self, t1: usize, limit: usize) -> Option<f64> {
        let (from, to) = (t1 + steps(10.0), (t1 + steps(20.0)).min(limit));
        (to >= from + steps(5.0)).then(|| self.mean_sog(from, to))
    }

    pub fn first(&self, from: usize, limit: usize, speed: f64) -> Option<usize> {
        (from..=limit).find(|&i| self.sog[i] >= speed)
    }

    /// The moment of recovery: 95 % of the reference speed, or the start of three steady seconds at 90 %.
    pub fn recovered(&self, t80: usize, limit: usize, reference: f64) -> Option<usize> {
        let steady = |i: usize| {
            let accelerates = (self.sog[i] - self.sog[i.saturating_sub(steps(1.0))]).abs();
            self.sog[i] >= 0.9 * reference && self.rate[i].abs() < 2.0 && accelerates < 0.02 * reference
        };
        let mut held = 0;
        for i in t80..=limit {
            if self.sog[i] >= 0.95 * reference {
                return Some(if held > 0 && held >= steps(3.0) { i - held } else { i });
            }
            held = if steady(i) { held + 1 } else { 0 };
            if held >= steps(3.0) {
                return Some(i + 1 - held);
            }
        }
        None
    }

    pub fn index(&self, time_s: f64) -> usize {
        ((time_s / SIMULATION_STEP_S + 0.5) as usize).min(self.moments.len() - 1)
    }

    pub fn time(&self, i: usize) -> f64 {
        round(self.moments[i].time_s, 1000.0)
    }

    pub fn mean_sog(&self, from: usize, to: usize) -> f64 {
        let to = to.min(self.moments.len());
        let speeds = self.moments[from.min(to)..to].iter().map(|m| libm::hypot(m.east_mps, m.north_mps));
        speeds.sum::<f64>() / to.saturating_sub(from).max(1) as f64
    }

    /// Mean wind direction of a span, deg.
    pub fn wind_deg(&self, from: usize, to: usize) -> f64 {
        let span = &self.moments[from.min(self.moments.len() - 1)..to.min(self.moments.len())];
        circular_mean(span.iter().map(|m| (m.wind.twd_deg, 1.0))).map_or(0.0, |(mean, _)| mean)
    }

    /// Signed wind angle of the mean course of a span, deg.
    pub fn angle(&self, from: usize, to: usize, twd_deg: f64) -> f64 {
        let to = to.min(self.moments.len());
        let (east, north) = self.moments[from.min(to)..to]
            .iter()
            .fold((0.0, 0.0), |(e, n), m| (e + m.east_mps, n + m.north_mps));
        wind_angle(twd_deg, wrap_360(to_deg(libm::atan2(east, north))))
    }

    /// Signed wind angle of the course over ground at one moment, deg.
    pub fn angle_at(&self, i: usize) -> f64 {
        let m = &self.moments[i];
        wind_angle(m.wind.twd_deg, to_deg(libm::atan2(m.east_mps, m.north_mps)))
    }
}

/// Number of simulation steps in a duration, s.
pub fn steps(seconds: f64) -> usize {
    (seconds / SIMULATION_STEP_S + 0.5) as usize
}

/// Centred mean over `half` values on either side, fewer at the ends.
fn centred_mean(values: &[f64], half: usize) -> Vec<f64> {
    let mut sums = Vec::with_capacity(values.len() + 1);
    sums.push(0.0);
    let mut sum = 0.0;
    for v in values {
        sum += v;
        sums.push(sum);
    }
    (0..values.len())
        .map(|i| {
            let (a, b) = (i.saturating_sub(half), (i + half + 1).min(values.len()));
            (sums[b] - sums[a]) / (b - a) as f64
        })
        .collect()
}

/// Rounded to 1/`per_unit`.
pub fn round(value: f64, per_unit: f64) -> f64 {
    libm::round(value * per_unit) / per_unit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crew::Crossed;
    use crate::test_path::constructed_path;

    /// A boat at 4 m/s on a course (deg) over time (s), the wind from the north.
    fn path(seconds: f64, course: impl Fn(f64) -> f64) -> Vec<Moment> {
        constructed_path(seconds, |_| 4.0, course)
    }

    #[test]
    fn a_turn_extends_as_far_as_the_course_changes() {
        // 60 degrees in 6 s, from 20 s on.
        let moments = path(60.0, |t| 10.0 * (t - 20.0).clamp(0.0, 6.0));
        let path = Path::new(&moments);
        let kind = ActionKind::Turn { crossed: Crossed::Neither, in_deg: 0.0, out_deg: 0.0 };
        let (t0, t1) = path.edges(&CrewAction { kind, from_s: 21.0, to_s: 24.0 });
        assert!((path.time(t0) - 20.0).abs() < 0.7 && (path.time(t1) - 26.0).abs() < 0.7);
        assert!((path.time(path.middle(t0, t1)) - 23.0).abs() < 0.1);
        assert!((path.rate[path.index(23.0)] - 10.0).abs() < 0.01);
    }

    #[test]
    fn angles_are_signed_by_the_tack() {
        let moments = path(20.0, |_| 315.0);
        let path = Path::new(&moments);
        assert!((path.angle(0, 100, path.wind_deg(0, 100)) - 45.0).abs() < 1e-9);
        assert!((path.angle_at(7) - 45.0).abs() < 1e-9);
        assert!((path.mean_sog(0, 100) - 4.0).abs() < 1e-9);
    }

    #[test]
    fn steady_sailing_has_recovered_at_once() {
        let moments = path(40.0, |_| 315.0);
        let path = Path::new(&moments);
        assert_eq!(path.recovered(100, 500, 4.0), Some(100));
        // Three steady seconds at 90 % are enough, and recovery is at their start.
        assert_eq!(path.recovered(100, 500, 4.4), Some(100));
        assert_eq!(path.recovered(100, 500, 5.0), None);
        assert_eq!(path.first(0, 500, 4.5), None);
    }

    #[test]
    fn a_mean_at_the_end_uses_the_values_available() {
        assert_eq!(centred_mean(&[1.0, 2.0, 6.0], 1), [1.5, 3.0, 4.0]);
    }
}
