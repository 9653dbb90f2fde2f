//! What a recording is compared with others by: when and where it begins and ends, and its path in moments of ten seconds.

use crate::geo::distance_m;
use crate::stats::quantile::median;
use crate::track::{Columns, Recording};

/// Moments of a path, ms: those of all recordings are the same.
pub(super) const MOMENT_MS: f64 = 10_000.0;
/// A position between two fixes that are farther apart is not known, ms. *Guess*.
const LONGEST_STEP_MS: f64 = 30_000.0;
/// The outline of a longer recording has no path: it would take more memory than the recording. *Guess*.
const MOMENTS: f64 = 60_480.0;

/// An end of a recording.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct End {
    pub ms: f64,
    pub lat_deg: f64,
    pub lon_deg: f64,
    /// Speed there, m/s.
    pub mps: f64,
}

/// Times and path of a recording.
#[derive(Debug, Clone, PartialEq)]
pub struct Outline {
    pub(super) first: End,
    pub(super) last: End,
    /// Usual time between two fixes, ms.
    pub(super) step_ms: f64,
    /// Number of the first moment of the path since 1970.
    pub(super) from: f64,
    /// Latitude and longitude, NaN where they are not known.
    pub(super) path: Vec<[f64; 2]>,
}

/// Numbers of an outline before those of its path.
const HEAD: usize = 10;

impl Outline {
    /// The outline of a recording; none where it has no date, or no positions.
    pub fn of_recording(recording: &Recording) -> Option<Self> {
        if recording.undated { None } else { Self::of(&recording.columns) }
    }

    /// The outline of a track.
    pub fn of(columns: &Columns) -> Option<Self> {
        let Columns { time_ms, lat_deg, lon_deg, .. } = columns;
        let positions = lat_deg.iter().zip(lon_deg).map(|(lat, lon)| [*lat, *lon]);
        let mut fixes: Vec<(f64, [f64; 2])> = Vec::with_capacity(time_ms.len());
        for (ms, position) in time_ms.iter().copied().zip(positions) {
            let is_later = fixes.last().is_none_or(|(last, _)| ms > *last);
            if is_later && ms.is_finite() && position.iter().all(|deg| deg.is_finite()) {
                fixes.push((ms, position));
            }
        }
        let mut steps: Vec<f64> = fixes.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
        let step_ms = median(&mut steps)?;
        let (first, last) = (*fixes.first()?, *fixes.last()?);
        let from = (first.0 / MOMENT_MS).ceil();
        let path = if last.0 / MOMENT_MS - from > MOMENTS { Vec::new() } else { path(&fixes, from) };
        let end = |(ms, [lat_deg, lon_deg]): (f64, [f64; 2]), mps| End { ms, lat_deg, lon_deg, mps };
        let at_first = speed_mps(first, fixes.iter().copied());
        let at_last = speed_mps(last, fixes.iter().rev().copied());
        Some(Self { first: end(first, at_first), last: end(last, at_last), step_ms, from, path })
    }

    /// As numbers, which bindings pass on.
    pub fn numbers(&self) -> Vec<f64> {
        let Self { first, last, step_ms, from, path } = self;
        let ends = [first, last].into_iter().flat_map(|end| [end.ms, end.lat_deg, end.lon_deg, end.mps]);
        ends.chain([*step_ms, *from]).chain(path.iter().flatten().copied()).collect()
    }

    /// The outline with these numbers; none for others, as of a recording without an outline.
    pub fn from_numbers(numbers: &[f64]) -> Option<Self> {
        let (head, path) = numbers.split_at_checked(HEAD)?;
        let &[ms, lat_deg, lon_deg, mps, last_ms, last_lat, last_lon, last_mps, step_ms, from] = head else {
            return None;
        };
        let first = End { ms, lat_deg, lon_deg, mps };
        let last = End { ms: last_ms, lat_deg: last_lat, lon_deg: last_lon, mps: last_mps };
        let path = path.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        Some(Self { first, last, step_ms, from, path })
    }

    /// Adds a recording that begins after the end of this one.
    pub(super) fn append(&mut self, next: &Self) {
        // A moment at which both have a fix is that of the later one.
        if next.from - self.from <= MOMENTS {
            self.path.resize((next.from - self.from) as usize, [f64::NAN; 2]);
            self.path.extend(&next.path);
        }
        self.last = next.last;
    }

    /// Position and speed over the ten seconds before, at a moment.
    pub(super) fn at(&self, moment: f64) -> Option<([f64; 2], f64)> {
        let row = (moment >= self.from + 1.0).then_some((moment - self.from) as usize)?;
        let (before, here) = (self.path.get(row - 1)?, self.path.get(row)?);
        let m = distance_m(before[0], before[1], here[0], here[1]);
        m.is_finite().then_some((*here, m * 1000.0 / MOMENT_MS))
    }

    /// How much of its time it has positions for, moments.
    pub(super) fn known(&self) -> usize {
        self.path.iter().filter(|position| position[0].is_finite()).count()
    }
}

/// Positions at the moments from the first fix on.
fn path(fixes: &[(f64, [f64; 2])], from: f64) -> Vec<[f64; 2]> {
    let mut path = Vec::new();
    for pair in fixes.windows(2) {
        let [(a_ms, a), (b_ms, b)] = [pair[0], pair[1]];
        while (from + path.len() as f64) * MOMENT_MS <= b_ms {
            let part = ((from + path.len() as f64) * MOMENT_MS - a_ms) / (b_ms - a_ms);
            // Over the edge of the map there is no line between the two.
            let is_known = b_ms - a_ms <= LONGEST_STEP_MS && (a[1] - b[1]).abs() < 180.0;
            let between = |i: usize| a[i] + part * (b[i] - a[i]);
            path.push(if is_known { [between(0), between(1)] } else { [f64::NAN; 2] });
        }
    }
    path
}

/// Speed over the ten seconds beside an end, m/s: the fixes go away from it.
fn speed_mps(end: (f64, [f64; 2]), mut fixes: impl Iterator<Item = (f64, [f64; 2])>) -> f64 {
    let other = fixes.find(|(ms, _)| (ms - end.0).abs() >= MOMENT_MS).unwrap_or(end);
    let m = distance_m(end.1[0], end.1[1], other.1[0], other.1[1]);
    if other.0 == end.0 { 0.0 } else { m * 1000.0 / (other.0 - end.0).abs() }
}
