//! Scale of the device's speed and offset of its course against the positions, on straight stretches.

use super::series::{Chord, Series, chords};
use crate::angle::{hypot, to_rad, wrap_180};
use crate::stats::quantile::median;
use crate::track::Track;

/// Least duration, s, and length, m, of a window. *guess*
const WINDOW_S: f64 = 6.0;
const WINDOW_M: f64 = 20.0;
/// A window is straight when the bearings of both neighbours are within this of its own, deg. *guess*
const STRAIGHT_WITHIN_DEG: f64 = 15.0;
/// Fewest straight windows for a judgement. *guess*
pub(super) const MIN_WINDOWS: usize = 12;
/// Standard deviation of a normal distribution over its median absolute deviation; that of a median over that of a mean.
const SD_OF_MAD: f64 = 1.4826;
const SD_OF_MEDIAN: f64 = 1.2533;
/// Rounds of reweighting, and the residual beyond which an observation is weighted down, standard deviations. *guess*
const ROUNDS: usize = 4;
const HUBER: f64 = 1.5;

/// A median with its standard error and the robust standard deviation of the values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level {
    pub value: f64,
    pub error: f64,
    pub spread: f64,
}

/// The offset of a course as a function of the course b: `constant` + a cos b + b sin b.
#[derive(Debug, Clone, Copy)]
pub(super) struct CourseOffset {
    pub constant: Level,
    /// √(a² + b²) and its standard error, deg.
    pub amplitude_deg: f64,
    pub amplitude_error_deg: f64,
}

/// The straight windows of a track, each with the mean of the device's value over it.
fn windows<'a>(track: &'a Track, series: &'a [Series]) -> impl Iterator<Item = (Chord, f64)> + 'a {
    track.pieces.iter().zip(series).flat_map(|(piece, series)| {
        let all = chords(track, piece, WINDOW_S, WINDOW_M);
        let straight = |w: &[Chord]| {
            let near = |a: usize| wrap_180(w[a].bearing_deg - w[1].bearing_deg).abs() < STRAIGHT_WITHIN_DEG;
            let joined = w[0].end_s == w[1].start_s && w[1].end_s == w[2].start_s;
            joined && near(0) && near(2)
        };
        let own: Vec<Chord> = all.windows(3).filter(|w| straight(w)).map(|w| w[1]).collect();
        own.into_iter().filter_map(|c| Some((c, series.mean(c.start_s, c.end_s)?)))
    })
}

/// Device speed over speed of displacement.
pub(super) fn speed_ratio(track: &Track, speed: &[Series]) -> Option<Level> {
    level_of(windows(track, speed).map(|(chord, mps)| mps / chord.mps()).collect())
}

fn level_of(mut values: Vec<f64>) -> Option<Level> {
    let windows = values.len();
    let value = median(&mut values)?;
    let mut off: Vec<f64> = values.iter().map(|v| (v - value).abs()).collect();
    let spread = SD_OF_MAD * median(&mut off)?;
    let error = SD_OF_MEDIAN * spread / f64::sqrt(windows as f64);
    (windows >= MIN_WINDOWS).then_some(Level { value, error, spread })
}

/// Device course minus bearing of the displacement: robust regression on the course (Huber's weights).
pub(super) fn course_offset(track: &Track, course: &[Series]) -> Option<CourseOffset> {
    let observed: Vec<(f64, f64)> =
        windows(track, course).map(|(c, deg)| (c.bearing_deg, wrap_180(deg - c.bearing_deg))).collect();
    let constant = level_of(observed.iter().map(|o| o.1).collect())?;
    let rows: Vec<([f64; 3], f64)> = observed
        .iter()
        .map(|(bearing, off)| {
            let (sin, cos) = libm::sincos(to_rad(*bearing));
            ([1.0, cos, sin], *off)
        })
        .collect();
    let (mut fitted, mut spread) = ([constant.value, 0.0, 0.0], constant.spread.max(0.1));
    // On one course alone an offset cannot be distinguished from leeway and current.
    let mut variances = [f64::INFINITY; 3];
    for _ in 0..ROUNDS {
        let weight = |x: &[f64; 3], off: f64| {
            let z = (off - dot(x, &fitted)).abs() / spread;
            if z <= HUBER { 1.0 } else { HUBER / z }
        };
        let Some((solution, inverse)) = solve(&rows, weight) else { break };
        fitted = solution;
        let mut off: Vec<f64> = rows.iter().map(|(x, y)| (y - dot(x, &fitted)).abs()).collect();
        spread = (SD_OF_MAD * median(&mut off)?).max(0.1);
        variances = inverse.map(|v| v * spread * spread);
    }
    Some(CourseOffset {
        constant: Level { value: fitted[0], error: f64::sqrt(variances[0]), spread },
        amplitude_deg: hypot(fitted[1], fitted[2]),
        amplitude_error_deg: f64::sqrt(variances[1].max(variances[2])),
    })
}

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Weighted least squares with three unknowns: the solution and the diagonal of the inverse of the normal matrix. None
/// where the courses do not determine it.
fn solve(rows: &[([f64; 3], f64)], weight: impl Fn(&[f64; 3], f64) -> f64) -> Option<([f64; 3], [f64; 3])> {
    let (mut m, mut y) = ([[0.0; 3]; 3], [0.0; 3]);
    for (x, off) in rows {
        let w = weight(x, *off);
        for i in 0..3 {
            y[i] += w * x[i] * off;
            for j in 0..3 {
                m[i][j] += w * x[i] * x[j];
            }
        }
    }
    let minor = |i: usize, j: usize| {
        let (a, b, c, d) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3);
        m[a][c] * m[b][d] - m[a][d] * m[b][c]
    };
    let det = (0..3).map(|j| m[0][j] * minor(0, j)).sum::<f64>();
    let scale = m[0][0];
    if det <= 1e-6 * scale * scale * scale {
        return None;
    }
    let solution = [0, 1, 2].map(|i| (0..3).map(|j| minor(j, i) * y[j]).sum::<f64>() / det);
    Some((solution, [0, 1, 2].map(|i| minor(i, i) / det)))
}
