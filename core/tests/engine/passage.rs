//! A passage of legs and turns with given courses and speeds, without noise, as a recording.

use leebow_engine::angle::{to_deg, to_rad, wrap_360};
use leebow_engine::geo::Plane;
use leebow_engine::track::{Columns, Format, Recording};

/// Step of the path, s.
const STEP_S: f64 = 0.05;
/// Time constant with which the speed approaches its target, s.
const SPEED_TAU_S: f64 = 3.0;

/// A passage under construction.
pub struct Passage {
    pub plane: Plane,
    pub start_ms: f64,
    course_deg: f64,
    sog_mps: f64,
    path: Vec<(f64, f64)>,
}

impl Passage {
    /// Starts at a position on a course (deg) at a speed (m/s).
    pub fn from(lat_deg: f64, lon_deg: f64, course_deg: f64, sog_mps: f64) -> Self {
        let start_ms = 1_781_359_200_000.0;
        Self { plane: Plane::at(lat_deg, lon_deg), start_ms, course_deg, sog_mps, path: vec![(0.0, 0.0)] }
    }

    /// Sails straight on for `seconds`, the speed approaching `sog_mps`.
    pub fn leg(mut self, seconds: f64, sog_mps: f64) -> Self {
        for _ in 0..(seconds / STEP_S) as usize {
            self.step(sog_mps);
        }
        self
    }

    /// Turns by `by_deg` (to starboard positive) along half a cosine, the speed approaching `sog_mps`.
    pub fn turn(mut self, by_deg: f64, rate_dps: f64, sog_mps: f64) -> Self {
        let (from, seconds) = (self.course_deg, 2.0 * by_deg.abs() / rate_dps);
        let steps = (seconds / STEP_S) as usize;
        for k in 1..=steps {
            let f = k as f64 / steps as f64;
            // The rate is pi/4 of `rate_dps` in the middle and zero at both ends.
            self.course_deg = from + by_deg * 0.5 * (1.0 - libm::cos(std::f64::consts::PI * f));
            self.step(sog_mps);
        }
        self.course_deg = from + by_deg;
        self
    }

    fn step(&mut self, target_mps: f64) {
        self.sog_mps += (target_mps - self.sog_mps) * STEP_S / SPEED_TAU_S;
        let (sin, cos) = libm::sincos(to_rad(self.course_deg));
        let (east, north) = self.path.last().copied().unwrap_or_default();
        self.path.push((east + sin * self.sog_mps * STEP_S, north + cos * self.sog_mps * STEP_S));
    }

    /// The same passage rotated clockwise about its start.
    pub fn rotated(mut self, by_deg: f64) -> Self {
        let (sin, cos) = libm::sincos(to_rad(by_deg));
        self.path.iter_mut().for_each(|p| *p = (p.0 * cos + p.1 * sin, p.1 * cos - p.0 * sin));
        self
    }

    /// The same passage reflected: east and west exchanged.
    pub fn mirrored(mut self) -> Self {
        self.path.iter_mut().for_each(|p| p.0 = -p.0);
        self
    }

    /// The recording at `rate_hz` fixes per second, with speed and course.
    pub fn recorded(&self, rate_hz: f64) -> Recording {
        let stride = (1.0 / rate_hz / STEP_S).round() as usize;
        let rows: Vec<usize> = (1..self.path.len() - 1).step_by(stride).collect();
        let velocity = |i: usize| {
            let (a, b) = (self.path[i - 1], self.path[i + 1]);
            ((b.0 - a.0) / (2.0 * STEP_S), (b.1 - a.1) / (2.0 * STEP_S))
        };
        let place = |i: &usize| self.plane.to_deg(self.path[*i].0, self.path[*i].1);
        let mut columns = Columns::new(
            rows.iter().map(|&i| self.start_ms + i as f64 * STEP_S * 1000.0).collect(),
            rows.iter().map(|i| place(i).0).collect(),
            rows.iter().map(|i| place(i).1).collect(),
        )
        .unwrap_or_default();
        let speed = |i: &usize| libm::hypot(velocity(*i).0, velocity(*i).1) as f32;
        let course = |i: &usize| wrap_360(to_deg(libm::atan2(velocity(*i).0, velocity(*i).1))) as f32;
        columns.set("sog", rows.iter().map(speed).collect());
        columns.set("cog", rows.iter().map(course).collect());
        Recording::of(Format::Gpx, columns)
    }
}
