//! Measurement model: positions, device speed and course of a track as the smoother uses them (docs/algorithms.md,
//! section 3).

use std::borrow::Cow;
use std::ops::Range;

use super::device_lag;
use super::kalman::{self, Fix, Pair, Smoothed};
use crate::angle::{to_deg, to_rad, wrap_180};
use crate::config::BoatClass;
use crate::track::{Track, flag};

/// Standard deviation of position noise between fixes, m, without the slow wander of the receiver. *from* GPS error
/// models of the literature; *guess* for watches.
const POSITION_SD_M: f64 = 1.0;
/// Largest position standard deviation used, m, whatever accuracy the device states. *guess*
const WORST_POSITION_SD_M: f64 = 10.0;
/// Standard deviation of Doppler speed, m/s. *guess*
const SPEED_SD_MPS: f64 = 0.15;
/// Standard deviation of the device's course, deg: many devices write whole degrees. *guess*
const COURSE_SD_DEG: f64 = 1.5;
/// Below this speed the device's course is not used, m/s; its speed is not used when exactly 0. *guess*
const COURSE_MIN_MPS: f64 = 0.5;
/// Largest standard deviation of the smoothed course along which a speed without course is used, rad. *guess*
const MAX_COURSE_SD_RAD: f64 = 0.5;
/// Longest run of zero speeds across which the neighbouring speeds are compared, fixes. *guess*
const MAX_ZERO_RUN: usize = 60;
/// Up to this speed a device speed bounds the velocity whatever the course, m/s. *guess*
const SLOW_MPS: f64 = 2.0;
/// ... applied only where the smoothed speed exceeds it by this, m/s; otherwise it would bias towards rest. *guess*
const MIN_EXCESS_MPS: f64 = 1.0;

/// Least duration, s, and displacement, m, of the windows in which the device's velocity is compared with the displacement
/// of the positions. *guess*
const COMPARE_S: f64 = 10.0;
const COMPARE_M: f64 = 15.0;
/// Accepted range of device speed over speed from displacement; outside it the column is no speed over ground in m/s.
/// *guess*
const RATIO_MIN: f64 = 0.85;
const RATIO_MAX: f64 = 1.35;
/// Largest median difference between device course and bearing of the displacement, deg; above it the column is no course
/// over ground. *guess*
const COURSE_OFF_DEG: f64 = 15.0;

/// The usable speed, course and accuracy columns of the device.
pub(super) struct Device<'a> {
    sog: Option<Cow<'a, [f32]>>,
    cog: Option<Cow<'a, [f32]>>,
    /// Their lag behind the positions, s, already compensated.
    pub lag_s: Option<f64>,
    accuracy: Option<&'a [f32]>,
}

fn value(column: Option<&[f32]>, row: usize) -> Option<f64> {
    column.and_then(|c| c.get(row)).map(|&v| f64::from(v)).filter(|v| v.is_finite())
}

impl<'a> Device<'a> {
    /// Checks the device's speed and course against its positions and compensates their lag.
    pub fn of(track: &'a Track) -> Self {
        let columns = &track.columns;
        let (sog, cog) = (columns.get("sog"), columns.get("cog"));
        let (ratio, off) = compare(track, sog, cog);
        let sog = sog.filter(|_| ratio.is_none_or(|r| (RATIO_MIN..RATIO_MAX).contains(&r)));
        let cog = cog.filter(|_| off.is_none_or(|o| o < COURSE_OFF_DEG));
        let lag_s = device_lag::find(track, sog, cog);
        let accuracy = columns.get("accuracy");
        match (lag_s, sog) {
            (Some(lag), Some(sog)) => {
                let (sog, cog) = device_lag::compensated(track, lag, sog, cog);
                Device { sog: Some(Cow::Owned(sog)), cog: cog.map(Cow::Owned), lag_s, accuracy }
            }
            _ => Device { sog: sog.map(Cow::Borrowed), cog: cog.map(Cow::Borrowed), lag_s, accuracy },
        }
    }

    fn speed(&self, track: &Track, row: usize) -> Option<f64> {
        let good = track.flags.get(row).is_some_and(|f| f & flag::NO_DOPPLER == 0);
        value(self.sog.as_deref(), row).filter(|&v| good && v > 0.0)
    }

    /// A speed of at most [`SLOW_MPS`]. Exactly 0 counts only between slow speeds: devices also write it for missing.
    fn slow_speed(&self, track: &Track, piece: &Range<usize>, row: usize) -> Option<f64> {
        let good = track.flags.get(row).is_some_and(|f| f & flag::NO_DOPPLER == 0);
        let speed = value(self.sog.as_deref(), row).filter(|v| good && (0.0..=SLOW_MPS).contains(v))?;
        let positive = |row: usize| value(self.sog.as_deref(), row).filter(|&v| v > 0.0);
        let before = || (piece.start..row).rev().take(MAX_ZERO_RUN).find_map(positive);
        let after = || (row + 1..piece.end).take(MAX_ZERO_RUN).find_map(positive);
        let slow = |v: Option<f64>| v.is_some_and(|v| v <= SLOW_MPS);
        (speed > 0.0 || (slow(after()) && before().is_none_or(|v| v <= SLOW_MPS))).then_some(speed)
    }

    fn velocity(&self, track: &Track, row: usize) -> Option<Velocity> {
        let speed = self.speed(track, row).filter(|&v| v >= COURSE_MIN_MPS)?;
        let course = value(self.cog.as_deref(), row)?;
        Some(velocity(speed, libm::sincos(to_rad(course)), speed * to_rad(COURSE_SD_DEG)))
    }

    fn position_var(&self, row: usize) -> f64 {
        let sd = value(self.accuracy, row).unwrap_or(0.0).clamp(POSITION_SD_M, WORST_POSITION_SD_M);
        sd * sd
    }
}

/// A velocity by axis and its variance, m/s and (m/s)².
#[derive(Clone, Copy)]
pub(super) struct Velocity {
    mps: Pair,
    var: Pair,
}

/// Velocity of a speed along a course given by its sine and cosine; `across_sd` is the standard deviation across it, m/s.
fn velocity(speed: f64, (sin, cos): (f64, f64), across_sd: f64) -> Velocity {
    let along = SPEED_SD_MPS * SPEED_SD_MPS;
    let across = along + across_sd * across_sd;
    let var = [along * sin * sin + across * cos * cos, along * cos * cos + across * sin * sin];
    Velocity { mps: Pair([speed * sin, speed * cos]), var: Pair(var) }
}

/// The fixes of a piece, with device velocity where the device has speed and course.
pub(super) fn fixes(track: &Track, piece: Range<usize>, device: &Device) -> Vec<Fix> {
    let columns = &track.columns;
    let start_ms = columns.time_ms.get(piece.start).copied().unwrap_or(0.0);
    let rows = piece.clone().zip(columns.time_ms.get(piece.clone()).unwrap_or_default());
    rows.map(|(row, time_ms)| {
        let outlier = track.flags.get(row).is_some_and(|f| f & flag::OUTLIER != 0);
        let (lat, lon) = (columns.lat_deg.get(row), columns.lon_deg.get(row));
        let (east, north) = track.plane.to_m(lat.copied().unwrap_or(0.0), lon.copied().unwrap_or(0.0));
        let mut fix = Fix {
            time_s: (time_ms - start_ms) / 1000.0,
            position_m: Pair([east, north]),
            position_var: (!outlier).then(|| device.position_var(row)),
            velocity_mps: Pair::default(),
            velocity_var: Pair::default(),
        };
        if let Some(Velocity { mps, var }) = device.velocity(track, row) {
            (fix.velocity_mps, fix.velocity_var) = (mps, var);
        }
        fix
    })
    .collect()
}

/// Zero velocity with the variance of a small speed on an unknown course.
fn slow_velocity(speed: f64) -> Velocity {
    let var = speed * speed / 2.0 + 4.0 * SPEED_SD_MPS * SPEED_SD_MPS;
    Velocity { mps: Pair::default(), var: Pair::both(var) }
}

/// Adds device speeds without course as velocities along the course smoothed from positions alone.
pub(super) fn add_speeds(
    track: &Track,
    piece: &Range<usize>,
    device: &Device,
    class: &BoatClass,
    fixes: &mut [Fix],
) {
    if device.sog.is_none() || fixes.iter().all(Fix::has_velocity) {
        return;
    }
    let mut added = Vec::with_capacity(fixes.len());
    kalman::smooth(fixes, class, |rows, states| {
        for (i, state) in rows.rev().zip(states) {
            if fixes.get(i).is_some_and(|fix| !fix.has_velocity()) {
                added.extend(velocity_of_speed(track, piece, device, piece.start + i, state).map(|v| (i, v)));
            }
        }
    });
    for (i, Velocity { mps, var }) in added {
        if let Some(fix) = fixes.get_mut(i) {
            (fix.velocity_mps, fix.velocity_var) = (mps, var);
        }
    }
}

/// Velocity of the device's speed along the course of a smoothed state; none where that course is too uncertain.
fn velocity_of_speed(
    track: &Track,
    piece: &Range<usize>,
    device: &Device,
    row: usize,
    state: &Smoothed,
) -> Option<Velocity> {
    let (course_sd, mps) = (state.course_sd_rad(), state.speed_mps());
    let along =
        device.speed(track, row).filter(|_| course_sd < MAX_COURSE_SD_RAD && mps > 0.0).map(|speed| {
            let [east, north] = state.velocity_mps.0;
            velocity(speed, (east / mps, north / mps), 2.0 * speed * course_sd)
        });
    let slow = || device.slow_speed(track, piece, row).filter(|v| mps > v + MIN_EXCESS_MPS);
    along.or_else(|| slow().map(slow_velocity))
}

/// Median ratio of device speed to speed from displacement, and median absolute difference between device course and
/// bearing of the displacement, deg, over windows of at least 10 s.
fn compare(track: &Track, sog: Option<&[f32]>, cog: Option<&[f32]>) -> (Option<f64>, Option<f64>) {
    let (mut ratios, mut offs) = (Vec::new(), Vec::new());
    let time = &track.columns.time_ms;
    for piece in &track.pieces {
        let mut from = piece.start;
        for row in piece.clone() {
            let (Some(&t0), Some(&t1)) = (time.get(from), time.get(row)) else { break };
            if t1 - t0 < COMPARE_S * 1000.0 || row < from + 2 {
                continue;
            }
            let (displacement_m, course_deg) = displacement(track, from, row);
            if displacement_m > COMPARE_M {
                let mean = |column| mean_between(column, time, from, row);
                ratios.extend(mean(sog).map(|v| v * (t1 - t0) / 1000.0 / displacement_m));
                offs.extend(value(cog, (from + row) / 2).map(|c| wrap_180(c - course_deg).abs()));
            }
            from = row;
        }
    }
    (median_of(ratios), median_of(offs))
}

/// Length, m, and bearing, deg, of the displacement between two rows.
fn displacement(track: &Track, from: usize, to: usize) -> (f64, f64) {
    let at = |row: usize| {
        let column = |v: &[f64]| v.get(row).copied().unwrap_or(0.0);
        track.plane.to_m(column(&track.columns.lat_deg), column(&track.columns.lon_deg))
    };
    let (a, b) = (at(from), at(to));
    let (east, north) = (b.0 - a.0, b.1 - a.1);
    (libm::hypot(east, north), to_deg(libm::atan2(east, north)))
}

/// Time-weighted mean of a column between two rows; none where a value is missing.
fn mean_between(column: Option<&[f32]>, time_ms: &[f64], from: usize, to: usize) -> Option<f64> {
    let mut sum = 0.0;
    for row in from..to {
        let (a, b) = (value(column, row)?, value(column, row + 1)?);
        sum += (a + b) / 2.0 * (time_ms.get(row + 1)? - time_ms.get(row)?);
    }
    Some(sum / (time_ms.get(to)? - time_ms.get(from)?))
}

/// Upper median; none without values.
fn median_of(mut values: Vec<f64>) -> Option<f64> {
    let at = values.len().checked_sub(1)? / 2;
    Some(*values.select_nth_unstable_by(at, f64::total_cmp).1)
}
