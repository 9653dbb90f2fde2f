//! Measurement model: positions, device speed and course of a track as the smoother uses them (docs/algorithms.md,
//! section 3).

use std::ops::Range;

use super::device::{Channel, Device};
use super::kalman::{self, Fix, Fixes, Pair, Smoothed};
use crate::angle::{hypot, to_rad};
use crate::config::BoatClass;
use crate::track::{Track, flag};

/// Standard deviation of position noise between fixes, m, without the slow error of the receiver. *from* GPS error
/// models of the literature; *guess* for watches.
const POSITION_SD_M: f64 = 1.0;
/// Largest position standard deviation used, m, whatever accuracy the device states. *guess*
const WORST_POSITION_SD_M: f64 = 10.0;
/// Standard deviation of Doppler speed, m/s, where the device does not state a larger one. *guess*
const SPEED_SD_MPS: f64 = 0.15;
/// Standard deviation of the device's course, deg: many devices write whole degrees. *guess*
const COURSE_SD_DEG: f64 = 1.5;
/// Below this speed the device's course is not used, m/s; its speed is not used when exactly 0. *guess*
const COURSE_MIN_MPS: f64 = 0.5;
/// Largest standard deviation of the smoothed course along which a speed without course is used, rad. *guess*
const MAX_COURSE_SD_RAD: f64 = 0.5;
/// A positive speed is beside a zero speed up to this long before or after it, s. *guess*
const BESIDE_ZERO_S: f64 = 60.0;
/// Up to this speed a device speed bounds the velocity whatever the course, m/s. *guess*
const SLOW_MPS: f64 = 2.0;
/// ... applied only where the smoothed speed exceeds it by this, m/s; otherwise it would bias towards rest. *guess*
const MIN_EXCESS_MPS: f64 = 1.0;

fn value(column: Option<&[f32]>, row: usize) -> Option<f64> {
    column.and_then(|c| c.get(row)).map(|&v| f64::from(v)).filter(|v| v.is_finite())
}

impl Channel {
    fn value(&self, row: usize) -> Option<f64> {
        value(Some(&self.values), row)
    }

    fn timing_sd(&self, row: usize) -> f64 {
        value(Some(&self.timing_sd), row).unwrap_or(0.0)
    }
}

impl Device<'_> {
    fn speed(&self, track: &Track, row: usize) -> Option<f64> {
        let good = track.flags.get(row).is_some_and(|f| f & flag::NO_DOPPLER == 0);
        self.sog.as_ref()?.value(row).filter(|&v| good && v > 0.0)
    }

    /// A speed of at most [`SLOW_MPS`]. Exactly 0 counts only between slow speeds: devices also write it for missing.
    /// `zeros` are the rows around it without a positive speed.
    fn slow_speed(
        &self,
        track: &Track,
        piece: &Range<usize>,
        zeros: &Range<usize>,
        row: usize,
    ) -> Option<f64> {
        let good = track.flags.get(row).is_some_and(|f| f & flag::NO_DOPPLER == 0);
        let speed = self.sog.as_ref()?.value(row).filter(|v| good && (0.0..=SLOW_MPS).contains(v))?;
        let time_ms = |row: usize| track.columns.time_ms.get(row).copied().unwrap_or(f64::NAN);
        let beside = |other: usize| {
            let near =
                piece.contains(&other) && (time_ms(other) - time_ms(row)).abs() <= BESIDE_ZERO_S * 1000.0;
            self.positive(other).filter(|_| near)
        };
        let before = zeros.start.checked_sub(1).and_then(beside);
        let after = beside(zeros.end);
        let slow = after.is_some_and(|v| v <= SLOW_MPS) && before.is_none_or(|v| v <= SLOW_MPS);
        (speed > 0.0 || slow).then_some(speed)
    }

    fn positive(&self, row: usize) -> Option<f64> {
        self.sog.as_ref()?.value(row).filter(|&v| v > 0.0)
    }

    /// The rows of a piece around a row up to the nearest positive speeds, which are not in it.
    fn zeros_around(&self, piece: &Range<usize>, row: usize) -> Range<usize> {
        let is_positive = |row: &usize| self.positive(*row).is_some();
        let start = (piece.start..row).rev().find(is_positive).map_or(piece.start, |before| before + 1);
        start..(row..piece.end).find(is_positive).unwrap_or(piece.end)
    }

    fn velocity(&self, track: &Track, row: usize) -> Option<Velocity> {
        let speed = self.speed(track, row).filter(|&v| v >= COURSE_MIN_MPS)?;
        let cog = self.cog.as_ref()?;
        let across_sd = speed * to_rad(hypot(COURSE_SD_DEG, cog.timing_sd(row)));
        Some(velocity(speed, self.speed_sd(row), libm::sincos(to_rad(cog.value(row)?)), across_sd))
    }

    /// Standard deviation of the device speed at a fix, m/s.
    fn speed_sd(&self, row: usize) -> SpeedSd {
        let doppler = value(self.sog_accuracy, row).unwrap_or(0.0).max(SPEED_SD_MPS);
        SpeedSd { doppler, timing: self.sog.as_ref().map_or(0.0, |sog| sog.timing_sd(row)) }
    }

    fn position_var(&self, row: usize) -> f64 {
        let sd = value(self.accuracy, row).unwrap_or(0.0).clamp(POSITION_SD_M, WORST_POSITION_SD_M);
        sd * sd
    }
}

/// A velocity by axis and its variance, m/s and (m/s)²; both 0 where there is none.
#[derive(Clone, Copy, Default)]
pub(super) struct Velocity {
    mps: Pair,
    var: Pair,
}

/// Standard deviation of a device speed, m/s: that of the Doppler measurement in any direction, and that due to its timing
/// along the course.
#[derive(Clone, Copy)]
struct SpeedSd {
    doppler: f64,
    timing: f64,
}

/// Velocity of a speed with its standard deviation along a course given by its sine and cosine; `across_sd` is the standard
/// deviation due to the course, m/s.
fn velocity(speed: f64, sd: SpeedSd, (sin, cos): (f64, f64), across_sd: f64) -> Velocity {
    let along_sd = hypot(sd.doppler, sd.timing);
    let along = along_sd * along_sd;
    let across = sd.doppler * sd.doppler + across_sd * across_sd;
    let var = [along * sin * sin + across * cos * cos, along * cos * cos + across * sin * sin];
    Velocity { mps: Pair([speed * sin, speed * cos]), var: Pair(var) }
}

/// The fixes of a piece, with device velocity where the device has speed and course.
pub(super) struct PieceFixes<'a> {
    track: &'a Track,
    device: &'a Device<'a>,
    piece: Range<usize>,
    start_ms: f64,
    /// Of each fix, stored because sines and cosines take long; empty where the device has no speed.
    velocities: Vec<Velocity>,
}

impl<'a> PieceFixes<'a> {
    pub(super) fn new(track: &'a Track, piece: Range<usize>, device: &'a Device<'a>) -> Self {
        let start_ms = track.columns.time_ms.get(piece.start).copied().unwrap_or(0.0);
        let velocities = match device.sog {
            Some(_) => piece.clone().map(|row| device.velocity(track, row).unwrap_or_default()).collect(),
            None => Vec::new(),
        };
        Self { track, device, piece, start_ms, velocities }
    }

    /// Adds device speeds without course as velocities along the course smoothed from positions alone.
    pub(super) fn add_speeds(&mut self, class: &BoatClass) {
        if self.velocities.iter().all(|v| v.var.0[0] > 0.0) {
            return;
        }
        let mut completed = self.velocities.clone();
        let mut zeros = 0..0;
        kalman::smooth(self, class, |rows, states| {
            for (i, state) in rows.rev().zip(states) {
                let Some(velocity) = completed.get_mut(i).filter(|v| v.var.0[0] <= 0.0) else { continue };
                let row = self.piece.start + i;
                // Searched once a run: rows of 25 Hz would each search thousands.
                if !zeros.contains(&row) {
                    zeros = self.device.zeros_around(&self.piece, row);
                }
                *velocity = self.velocity_of_speed(row, &zeros, state).unwrap_or_default();
            }
        });
        self.velocities = completed;
    }

    /// Velocity of the device's speed along the course of a smoothed state; none where that course is too uncertain.
    fn velocity_of_speed(&self, row: usize, zeros: &Range<usize>, state: &Smoothed) -> Option<Velocity> {
        let Self { track, device, piece, .. } = self;
        let (course_sd, mps) = (state.course_sd_rad(), state.speed_mps());
        let along =
            device.speed(track, row).filter(|_| course_sd < MAX_COURSE_SD_RAD && mps > 0.0).map(|speed| {
                let [east, north] = state.velocity_mps.0;
                velocity(speed, device.speed_sd(row), (east / mps, north / mps), 2.0 * speed * course_sd)
            });
        let slow = || device.slow_speed(track, piece, zeros, row).filter(|v| mps > v + MIN_EXCESS_MPS);
        along.or_else(|| slow().map(slow_velocity))
    }
}

impl Fixes for PieceFixes<'_> {
    fn count(&self) -> usize {
        self.piece.len()
    }

    fn at(&self, i: usize) -> Fix {
        let (row, columns) = (self.piece.start + i, &self.track.columns);
        let value = |column: &[f64]| column.get(row).copied().unwrap_or(0.0);
        let (east, north) = self.track.planes.to_m(row, value(&columns.lat_deg), value(&columns.lon_deg));
        let outlier = self.track.flags.get(row).is_some_and(|f| f & flag::OUTLIER != 0);
        let Velocity { mps, var } = self.velocities.get(i).copied().unwrap_or_default();
        Fix {
            time_s: (value(&columns.time_ms) - self.start_ms) / 1000.0,
            position_m: Pair([east, north]),
            position_var: (!outlier).then(|| self.device.position_var(row)),
            velocity_mps: mps,
            velocity_var: var,
        }
    }
}

/// Zero velocity with the variance of a small speed on an unknown course.
fn slow_velocity(speed: f64) -> Velocity {
    let var = speed * speed / 2.0 + 4.0 * SPEED_SD_MPS * SPEED_SD_MPS;
    Velocity { mps: Pair::default(), var: Pair::both(var) }
}
