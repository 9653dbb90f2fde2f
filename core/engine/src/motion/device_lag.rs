//! Lag of a device's Doppler speed and course behind its positions: receivers low-pass their Doppler
//! (docs/algorithms.md, section 3).
//!
//! The velocity integrated over the interval between two fixes equals their displacement. The lag minimises the sum of
//! squared residuals between displacement and the integral of the velocity taken that much later (without a course: path
//! length and integrated speed), over a grid refined by a parabola. It is accepted when both halves of the track agree
//! and the improvement over no lag is significant.

use crate::angle::to_rad;
use crate::track::{Track, flag};

/// Grid of lags: step, s, and number of steps on either side of 0. *guess*
const LAG_STEP_S: f64 = 0.25;
const MAX_LAG_STEPS: i32 = 14;
/// Intervals between fixes that are used, s; sparser recordings give no lag. *guess*
const INTERVAL_S: std::ops::RangeInclusive<f64> = 0.95..=2.6;
/// Most fixes and fewest intervals that are used. *guess*
const MAX_FIXES: usize = 40_000;
const MIN_INTERVALS: usize = 200;
/// Shortest lag that is compensated, s, and largest difference between the lags of both halves, s. *guess*
const MIN_LAG_S: f64 = 0.3;
const MAX_HALVES_DIFFERENCE_S: f64 = 0.25;
/// Least correlation between displacement and integrated velocity, and least improvement over no lag in units of the
/// residual variance. *guess*
const MIN_CORRELATION: f64 = 0.9;
const MIN_IMPROVEMENT: f64 = 40.0;
/// Consecutive intervals that go to the same half. *guess*
const BLOCK_INTERVALS: usize = 60;

/// Integral of the device velocity from the first fix of a piece to each fix, by axis, m.
struct IntegratedVelocity<'a> {
    time_ms: &'a [f64],
    path_m: Vec<[f64; 2]>,
}

/// Sums of squared residuals per lag, over one half of the intervals.
#[derive(Default)]
struct ResidualSquares {
    residual: Vec<f64>,
    /// Sum of squares of the mean velocities of the intervals.
    all: f64,
    sum: [f64; 2],
    intervals: usize,
}

/// Lag of speed and course, s, positive when they are late; none when it is insignificant or shorter than 0.3 s.
pub(super) fn find(track: &Track, sog: Option<&[f32]>, cog: Option<&[f32]>) -> Option<f64> {
    let sog = sog?;
    if *INTERVAL_S.end() < track.median_dt_s {
        return None;
    }
    let mut halves = [ResidualSquares::new(), ResidualSquares::new()];
    let (mut seen, mut intervals) = (0, 0);
    for piece in &track.pieces {
        if seen >= MAX_FIXES {
            break;
        }
        let piece = piece.start..piece.end.min(piece.start + MAX_FIXES - seen);
        seen += piece.len();
        let Some(integrated) = IntegratedVelocity::of(track, piece.clone(), sog, cog) else { continue };
        integrated.add_intervals(track, piece.start, cog.is_some(), &mut halves, &mut intervals);
    }
    let [one, other] = &halves;
    let both = one.with(other);
    let (lag, a, b) = (both.best()?, one.best()?, other.best()?);
    let clear = both.intervals >= MIN_INTERVALS && both.is_significant(lag);
    (clear && lag.abs() > MIN_LAG_S && (a - b).abs() <= MAX_HALVES_DIFFERENCE_S).then_some(lag)
}

/// Speed and course with the lag compensated: at each fix the values recorded `lag_s` later, interpolated; unchanged
/// where there are none.
pub(super) fn compensated(
    track: &Track,
    lag_s: f64,
    sog: &[f32],
    cog: Option<&[f32]>,
) -> (Vec<f32>, Option<Vec<f32>>) {
    let (mut speeds, mut courses) = (sog.to_vec(), cog.map(<[f32]>::to_vec));
    for piece in &track.pieces {
        let Some(time) = track.columns.time_ms.get(piece.clone()) else { continue };
        let mut next = 0;
        for (i, &t) in time.iter().enumerate() {
            let at = t + 1000.0 * lag_s;
            next = time.get(next..).map_or(next, |rest| next + rest.partition_point(|&x| x < at));
            let Some(before) = next.checked_sub(1).filter(|_| next < time.len()) else { continue };
            let f = (at - time[before]) / (time[next] - time[before]);
            let row = |k: usize| velocity(track, piece.start + k, sog, cog);
            let (Some(a), Some(b)) = (row(before), row(next)) else { continue };
            let mix = |axis: usize| a[axis] + (b[axis] - a[axis]) * f;
            let (east, north) = (mix(0), mix(1));
            speeds[piece.start + i] = libm::hypot(east, north) as f32;
            if let Some(courses) = &mut courses {
                courses[piece.start + i] = crate::angle::bearing_deg(east, north) as f32;
            }
        }
    }
    (speeds, courses)
}

/// Device velocity at a fix, m/s east and north; without a course (speed, 0).
fn velocity(track: &Track, row: usize, sog: &[f32], cog: Option<&[f32]>) -> Option<[f64; 2]> {
    let good = track.flags.get(row)? & (flag::NO_DOPPLER | flag::OUTLIER) == 0;
    let speed = f64::from(*sog.get(row)?);
    let Some(cog) = cog else { return (good && speed.is_finite()).then_some([speed, 0.0]) };
    let course = f64::from(*cog.get(row)?);
    if !good || !speed.is_finite() || !course.is_finite() {
        return None;
    }
    let (sin, cos) = libm::sincos(to_rad(course));
    Some([speed * sin, speed * cos])
}

impl<'a> IntegratedVelocity<'a> {
    /// Integrates over a piece, holding the last velocity over missing ones; none when the first is missing.
    fn of(track: &'a Track, piece: std::ops::Range<usize>, sog: &[f32], cog: Option<&[f32]>) -> Option<Self> {
        let time_ms = track.columns.time_ms.get(piece.clone())?;
        let mut path_m: Vec<[f64; 2]> = Vec::with_capacity(piece.len());
        let (mut sum, mut last) = ([0.0; 2], None);
        for (i, row) in piece.enumerate() {
            let now = velocity(track, row, sog, cog).or(last)?;
            if let (Some(before), true) = (last, i > 0) {
                let dt_s = (time_ms[i] - time_ms[i - 1]) / 1000.0;
                for axis in 0..2 {
                    sum[axis] += 0.5 * (before[axis] + now[axis]) * dt_s;
                }
            }
            path_m.push(sum);
            last = Some(now);
        }
        Some(Self { time_ms, path_m })
    }

    /// Linearly interpolated integral at a time. `from` is a cursor at a fix not after it, `per_ms` the usual number of
    /// fixes per ms.
    fn at(&self, time_ms: f64, from: &mut usize, per_ms: f64) -> Option<[f64; 2]> {
        let passed = (time_ms - *self.time_ms.get(*from)?) * per_ms;
        let ahead = *from + (passed as usize).saturating_sub(1);
        if self.time_ms.get(ahead).is_some_and(|&t| t <= time_ms) {
            *from = ahead;
        }
        while self.time_ms.get(*from + 1).is_some_and(|&t| t <= time_ms) {
            *from += 1;
        }
        let (t0, t1) = (*self.time_ms.get(*from)?, *self.time_ms.get(*from + 1)?);
        let (a, b) = (self.path_m.get(*from)?, self.path_m.get(*from + 1)?);
        let f = (time_ms - t0) / (t1 - t0);
        (f >= 0.0).then(|| [0, 1].map(|axis| a[axis] + (b[axis] - a[axis]) * f))
    }

    /// Adds the residuals of the intervals between fixes about a second apart, at every lag.
    fn add_intervals(
        &self,
        track: &Track,
        start: usize,
        by_axis: bool,
        halves: &mut [ResidualSquares; 2],
        intervals: &mut usize,
    ) {
        let place = |i: usize| {
            let at = |v: &[f64]| v.get(start + i).copied().unwrap_or(0.0);
            let good = track.flags.get(start + i).is_some_and(|f| f & flag::OUTLIER == 0);
            good.then(|| track.plane.to_m(at(&track.columns.lat_deg), at(&track.columns.lon_deg)))
        };
        let mut from = 0;
        let mut cursors = vec![0; (2 * MAX_LAG_STEPS + 1) as usize];
        let per_ms = 1.0 / (1000.0 * track.median_dt_s);
        let mut sums = |time_ms: f64| -> Option<Vec<[f64; 2]>> {
            let lags = lags_s().zip(&mut cursors);
            lags.map(|(lag, from)| self.at(time_ms + 1000.0 * lag, from, per_ms)).collect()
        };
        // An interval usually begins where the last one ended.
        let mut last: Option<(usize, Vec<[f64; 2]>)> = None;
        for to in 0..self.time_ms.len() {
            let dt_s = (self.time_ms[to] - self.time_ms[from]) / 1000.0;
            if dt_s < *INTERVAL_S.start() {
                continue;
            }
            let pair = (place(from), place(to));
            let begun = last.take().filter(|(at, _)| *at == from).map(|(_, sums)| sums);
            let t0 = self.time_ms[std::mem::replace(&mut from, to)];
            let (Some(a), Some(b), true) = (pair.0, pair.1, INTERVAL_S.contains(&dt_s)) else { continue };
            let mut mps = [(b.0 - a.0) / dt_s, (b.1 - a.1) / dt_s];
            if !by_axis {
                mps = [libm::hypot(mps[0], mps[1]), 0.0];
            }
            let Some(begun) = begun.or_else(|| sums(t0)) else { continue };
            let Some(ended) = sums(self.time_ms[to]) else { continue };
            let residual = begun.iter().zip(&ended);
            let residual = residual.map(|(x, y)| [0, 1].map(|axis| mps[axis] - (y[axis] - x[axis]) / dt_s));
            halves[*intervals / BLOCK_INTERVALS % 2].add(mps, residual);
            *intervals += 1;
            last = Some((to, ended));
        }
    }
}

fn lags_s() -> impl Iterator<Item = f64> {
    (-MAX_LAG_STEPS..=MAX_LAG_STEPS).map(|k| f64::from(k) * LAG_STEP_S)
}

impl ResidualSquares {
    fn new() -> Self {
        Self { residual: vec![0.0; (2 * MAX_LAG_STEPS + 1) as usize], ..Self::default() }
    }

    fn add(&mut self, mps: [f64; 2], residual: impl Iterator<Item = [f64; 2]>) {
        self.residual.iter_mut().zip(residual).for_each(|(sum, [e, n])| *sum += e * e + n * n);
        self.all += mps[0] * mps[0] + mps[1] * mps[1];
        self.sum = [self.sum[0] + mps[0], self.sum[1] + mps[1]];
        self.intervals += 1;
    }

    fn with(&self, other: &Self) -> Self {
        Self {
            residual: self.residual.iter().zip(&other.residual).map(|(a, b)| a + b).collect(),
            all: self.all + other.all,
            sum: [self.sum[0] + other.sum[0], self.sum[1] + other.sum[1]],
            intervals: self.intervals + other.intervals,
        }
    }

    /// The lag with the least residual, s; none at the ends of the grid.
    fn best(&self) -> Option<f64> {
        let least =
            (0..self.residual.len()).min_by(|&a, &b| self.residual[a].total_cmp(&self.residual[b]))?;
        let (a, b, c) = (
            *self.residual.get(least.checked_sub(1)?)?,
            self.residual[least],
            *self.residual.get(least + 1)?,
        );
        let bend = a - 2.0 * b + c;
        let off = if bend > 0.0 { 0.5 * (a - c) / bend } else { 0.0 };
        Some((least as f64 - f64::from(MAX_LAG_STEPS) + off) * LAG_STEP_S)
    }

    fn is_significant(&self, lag_s: f64) -> bool {
        let at = |lag: f64| {
            let k = libm::round(lag / LAG_STEP_S) as i32 + MAX_LAG_STEPS;
            usize::try_from(k).ok().and_then(|k| self.residual.get(k).copied()).unwrap_or(f64::NAN)
        };
        let n = self.intervals as f64;
        let all = self.all - (self.sum[0] * self.sum[0] + self.sum[1] * self.sum[1]) / n;
        let (with, without) = (at(lag_s), at(0.0));
        with < (1.0 - MIN_CORRELATION * MIN_CORRELATION) * all
            && without - with > MIN_IMPROVEMENT * with / (2.0 * n)
    }
}
