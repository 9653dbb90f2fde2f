//! A channel of the device and the displacements between fixes, as continuous functions of time.

use std::ops::Range;

use crate::angle::{bearing_deg, hypot, wrap_180};
use crate::stats::order::first_at;
use crate::track::{Track, flag};

/// Values farther apart are not interpolated: s, and median intervals of the track. *guess*
const MAX_INTERVAL_S: f64 = 10.0;
const MAX_MEDIAN_INTERVALS: f64 = 3.0;

/// The valid values of a channel inside one piece, with their integral over time.
pub(super) struct Series {
    /// s from the piece's first fix.
    time_s: Vec<f64>,
    /// Unwrapped where the channel is a direction.
    values: Vec<f64>,
    integral: Vec<f64>,
    /// Longest interval that is interpolated, s.
    max_interval_s: f64,
}

/// A stretch over which the boat does not sail a chord's least length is skipped after this, s. *guess*
const MAX_CHORD_S: f64 = 60.0;

/// The displacement between two fixes of a piece.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chord {
    /// s from the piece's first fix.
    pub start_s: f64,
    pub end_s: f64,
    /// Length, m.
    pub length_m: f64,
    /// deg.
    pub bearing_deg: f64,
}

impl Chord {
    /// Mean speed along the chord, m/s.
    pub(super) fn mps(&self) -> f64 {
        self.length_m / (self.end_s - self.start_s)
    }
}

impl Series {
    /// The values of a column in a piece where `is_valid`; directions are unwrapped.
    pub(super) fn of(
        track: &Track,
        piece: &Range<usize>,
        column: &[f32],
        is_direction: bool,
        is_valid: impl Fn(usize) -> bool,
    ) -> Self {
        let time = &track.columns.time_ms;
        let start_ms = time.get(piece.start).copied().unwrap_or(0.0);
        let max_interval_s = MAX_INTERVAL_S.max(MAX_MEDIAN_INTERVALS * track.median_dt_s);
        let [time_s, values, integral] = std::array::from_fn(|_| Vec::with_capacity(piece.len()));
        let mut series = Self { time_s, values, integral, max_interval_s };
        for row in piece.clone() {
            let (Some(&time_ms), Some(&value)) = (time.get(row), column.get(row)) else { break };
            if value.is_finite() && is_valid(row) {
                series.push((time_ms - start_ms) / 1000.0, f64::from(value), is_direction);
            }
        }
        series
    }

    fn push(&mut self, time_s: f64, value: f64, is_direction: bool) {
        let (mut unwrapped, mut sum) = (value, 0.0);
        if let (Some(&t), Some(&v), Some(&s)) = (self.time_s.last(), self.values.last(), self.integral.last())
        {
            if is_direction {
                unwrapped = v + wrap_180(value - v);
            }
            sum = s + (v + unwrapped) / 2.0 * (time_s - t);
        }
        self.time_s.push(time_s);
        self.values.push(unwrapped);
        self.integral.push(sum);
    }

    /// Integral up to a time and value then; none outside and in intervals that are not interpolated.
    fn at(&self, time_s: f64) -> Option<(f64, f64)> {
        self.before(first_at(&self.time_s, time_s).max(1), time_s)
    }

    /// The same with the first row that is not earlier, at least 1.
    fn before(&self, next: usize, time_s: f64) -> Option<(f64, f64)> {
        let (t0, t1) = (*self.time_s.get(next - 1)?, *self.time_s.get(next)?);
        if time_s < t0 || t1 - t0 > self.max_interval_s {
            return None;
        }
        let (v0, v1) = (self.values.get(next - 1)?, self.values.get(next)?);
        let value = v0 + (v1 - v0) * (time_s - t0) / (t1 - t0);
        Some((self.integral.get(next - 1)? + (v0 + value) / 2.0 * (time_s - t0), value))
    }

    /// Linearly interpolated value.
    pub(super) fn value(&self, time_s: f64) -> Option<f64> {
        self.at(time_s).map(|(_, value)| value)
    }

    /// Mean over a span of time.
    pub(super) fn mean(&self, start_s: f64, end_s: f64) -> Option<f64> {
        let (a, b) = (self.at(start_s)?.0, self.at(end_s)?.0);
        (end_s > start_s).then(|| (b - a) / (end_s - start_s))
    }

    /// Means over a span of time that much later, for ascending lags, s; none where one of them is unknown. The rows of a
    /// lag are found from those of the one before it.
    pub(super) fn means(&self, start_s: f64, end_s: f64, lags: &[f64]) -> Option<Vec<f64>> {
        let first = *lags.first()?;
        let mut rows = [start_s, end_s].map(|t| first_at(&self.time_s, t + first).max(1));
        let mut integral = |end: usize, time_s: f64| {
            while *self.time_s.get(rows[end])? < time_s {
                rows[end] += 1;
            }
            Some(self.before(rows[end], time_s)?.0)
        };
        let mut means = Vec::with_capacity(lags.len());
        for lag in lags {
            let (from_s, to_s) = (start_s + lag, end_s + lag);
            let (a, b) = (integral(0, from_s)?, integral(1, to_s)?);
            means.push((to_s > from_s).then(|| (b - a) / (to_s - from_s))?);
        }
        Some(means)
    }
}

/// Consecutive chords of a piece, each of at least `min_s` and `min_m`, over positions that are no outliers.
pub(super) fn chords(track: &Track, piece: &Range<usize>, min_s: f64, min_m: f64) -> Vec<Chord> {
    let columns = &track.columns;
    let start_ms = columns.time_ms.get(piece.start).copied().unwrap_or(0.0);
    let mut chords = Vec::new();
    let mut from: Option<(f64, f64, f64)> = None;
    for row in piece.clone() {
        let good = track.flags.get(row).is_some_and(|f| f & flag::OUTLIER == 0);
        let place = (columns.time_ms.get(row), columns.lat_deg.get(row), columns.lon_deg.get(row));
        let (Some(time_ms), Some(&lat), Some(&lon)) = place else { break };
        if !good {
            continue;
        }
        let end_s = (time_ms - start_ms) / 1000.0;
        if from.is_some_and(|(start_s, ..)| end_s - start_s < min_s) {
            continue;
        }
        let (east, north) = track.planes.to_m(row, lat, lon);
        let Some((start_s, e, n)) = from else {
            from = Some((end_s, east, north));
            continue;
        };
        let length_m = hypot(east - e, north - n);
        let is_complete = length_m >= min_m;
        if is_complete {
            chords.push(Chord { start_s, end_s, length_m, bearing_deg: bearing_deg(east - e, north - n) });
        }
        if is_complete || end_s - start_s > MAX_CHORD_S.max(min_s) {
            from = Some((end_s, east, north));
        }
    }
    chords
}
