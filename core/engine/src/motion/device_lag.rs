//! How far a device's speed and course lag behind its positions (ALGORITHMS 3.1): receivers smooth their Doppler.
//!
//! The way between two fixes is the velocity summed up over it. Summed up so much later, the lagging velocity fits
//! best (of a device that tells no course, its speed and the length of the way): the lag is where the squares of what is left are least, between the steps tried by a parabola. It is
//! believed when both halves of the track say the same, and when it leaves clearly less than no lag does.

use crate::angle::to_rad;
use crate::track::{Track, flag};

/// Lags tried, s: whole steps up to the longest on either side.
const LAG_STEP_S: f64 = 0.25;
const LONGEST_STEPS: i32 = 14;
/// Ways between fixes looked at, s; slower devices tell no lag.
const WAY_S: std::ops::RangeInclusive<f64> = 0.95..=2.6;
/// Most fixes and least ways that are looked at.
const MOST_FIXES: usize = 40_000;
const LEAST_WAYS: usize = 200;
/// A shorter lag is left alone, s; both halves of the track tell it within this, s.
const LEAST_S: f64 = 0.3;
const AGREE_S: f64 = 0.25;
/// The way and the velocity go together like this at least (correlation), and what is left with the lag is less than
/// without by this many times what chance makes of it.
const TOGETHER: f64 = 0.9;
const CLEAR: f64 = 40.0;
/// Ways in a row that go to the same half.
const BLOCK: usize = 60;

/// A velocity summed up over time, by axis, m; `of` is the number of a fix in its piece.
struct Summed<'a> {
    time_ms: &'a [f64],
    way_m: Vec<[f64; 2]>,
}

/// The squares left at every lag tried, of one half of the ways.
#[derive(Default)]
struct Squares {
    left: Vec<f64>,
    /// Of the ways themselves about their mean.
    all: f64,
    sum: [f64; 2],
    ways: usize,
}

/// The lag of this speed and course, s, positive when they come late; None where it is not clear or does not matter.
pub(super) fn find(track: &Track, sog: Option<&[f32]>, cog: Option<&[f32]>) -> Option<f64> {
    let sog = sog?;
    if *WAY_S.end() < track.median_dt_s {
        return None;
    }
    let mut halves = [Squares::new(), Squares::new()];
    let (mut seen, mut ways) = (0, 0);
    for piece in &track.pieces {
        if seen >= MOST_FIXES {
            break;
        }
        let piece = piece.start..piece.end.min(piece.start + MOST_FIXES - seen);
        seen += piece.len();
        let Some(summed) = Summed::of(track, piece.clone(), sog, cog) else { continue };
        summed.add_ways(track, piece.start, cog.is_some(), &mut halves, &mut ways);
    }
    let [one, other] = &halves;
    let both = one.with(other);
    let (lag, a, b) = (both.best()?, one.best()?, other.best()?);
    let clear = both.ways >= LEAST_WAYS && both.is_clear(lag);
    (clear && lag.abs() > LEAST_S && (a - b).abs() <= AGREE_S).then_some(lag)
}

/// Speed and course as they would have been without the lag: at each fix what the device said so much later. Where it
/// said nothing then, they stay as they are.
pub(super) fn taken_out(
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

/// What the device said at a fix, m/s east and north; without a course the speed alone.
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

impl<'a> Summed<'a> {
    /// None for a piece in which the device is silent at some fix: its sum would stand still there.
    fn of(track: &'a Track, piece: std::ops::Range<usize>, sog: &[f32], cog: Option<&[f32]>) -> Option<Self> {
        let time_ms = track.columns.time_ms.get(piece.clone())?;
        let mut way_m: Vec<[f64; 2]> = Vec::with_capacity(piece.len());
        let (mut sum, mut last) = ([0.0; 2], None);
        for (i, row) in piece.enumerate() {
            // Silent for a moment, it goes on as it was.
            let now = velocity(track, row, sog, cog).or(last)?;
            if let (Some(before), true) = (last, i > 0) {
                let dt_s = (time_ms[i] - time_ms[i - 1]) / 1000.0;
                for axis in 0..2 {
                    sum[axis] += 0.5 * (before[axis] + now[axis]) * dt_s;
                }
            }
            way_m.push(sum);
            last = Some(now);
        }
        Some(Self { time_ms, way_m })
    }

    /// The sum at a time, straight between fixes; `from` is a fix not after it, `per_ms` how many come by usually.
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
        let (a, b) = (self.way_m.get(*from)?, self.way_m.get(*from + 1)?);
        let f = (time_ms - t0) / (t1 - t0);
        (f >= 0.0).then(|| [0, 1].map(|axis| a[axis] + (b[axis] - a[axis]) * f))
    }

    /// Compares the ways between fixes about a second apart with the velocity's, at every lag.
    fn add_ways(
        &self,
        track: &Track,
        start: usize,
        by_axis: bool,
        halves: &mut [Squares; 2],
        ways: &mut usize,
    ) {
        let place = |i: usize| {
            let at = |v: &[f64]| v.get(start + i).copied().unwrap_or(0.0);
            let good = track.flags.get(start + i).is_some_and(|f| f & flag::OUTLIER == 0);
            good.then(|| track.plane.to_m(at(&track.columns.lat_deg), at(&track.columns.lon_deg)))
        };
        let mut from = 0;
        let mut cursors = vec![0; (2 * LONGEST_STEPS + 1) as usize];
        let per_ms = 1.0 / (1000.0 * track.median_dt_s);
        let mut sums = |time_ms: f64| -> Option<Vec<[f64; 2]>> {
            let lags = lags_s().zip(&mut cursors);
            lags.map(|(lag, from)| self.at(time_ms + 1000.0 * lag, from, per_ms)).collect()
        };
        // A way mostly begins where the last one ended.
        let mut last: Option<(usize, Vec<[f64; 2]>)> = None;
        for to in 0..self.time_ms.len() {
            let dt_s = (self.time_ms[to] - self.time_ms[from]) / 1000.0;
            if dt_s < *WAY_S.start() {
                continue;
            }
            let pair = (place(from), place(to));
            let begun = last.take().filter(|(at, _)| *at == from).map(|(_, sums)| sums);
            let t0 = self.time_ms[std::mem::replace(&mut from, to)];
            let (Some(a), Some(b), true) = (pair.0, pair.1, WAY_S.contains(&dt_s)) else { continue };
            let mut mps = [(b.0 - a.0) / dt_s, (b.1 - a.1) / dt_s];
            if !by_axis {
                mps = [libm::hypot(mps[0], mps[1]), 0.0];
            }
            let Some(begun) = begun.or_else(|| sums(t0)) else { continue };
            let Some(ended) = sums(self.time_ms[to]) else { continue };
            let left = begun.iter().zip(&ended);
            let left = left.map(|(x, y)| [0, 1].map(|axis| mps[axis] - (y[axis] - x[axis]) / dt_s));
            halves[*ways / BLOCK % 2].add(mps, left);
            *ways += 1;
            last = Some((to, ended));
        }
    }
}

fn lags_s() -> impl Iterator<Item = f64> {
    (-LONGEST_STEPS..=LONGEST_STEPS).map(|k| f64::from(k) * LAG_STEP_S)
}

impl Squares {
    fn new() -> Self {
        Self { left: vec![0.0; (2 * LONGEST_STEPS + 1) as usize], ..Self::default() }
    }

    fn add(&mut self, mps: [f64; 2], left: impl Iterator<Item = [f64; 2]>) {
        self.left.iter_mut().zip(left).for_each(|(sum, [e, n])| *sum += e * e + n * n);
        self.all += mps[0] * mps[0] + mps[1] * mps[1];
        self.sum = [self.sum[0] + mps[0], self.sum[1] + mps[1]];
        self.ways += 1;
    }

    fn with(&self, other: &Self) -> Self {
        Self {
            left: self.left.iter().zip(&other.left).map(|(a, b)| a + b).collect(),
            all: self.all + other.all,
            sum: [self.sum[0] + other.sum[0], self.sum[1] + other.sum[1]],
            ways: self.ways + other.ways,
        }
    }

    /// Where the least is left, s; None at the ends of what was tried.
    fn best(&self) -> Option<f64> {
        let least = (0..self.left.len()).min_by(|&a, &b| self.left[a].total_cmp(&self.left[b]))?;
        let (a, b, c) =
            (*self.left.get(least.checked_sub(1)?)?, self.left[least], *self.left.get(least + 1)?);
        let bend = a - 2.0 * b + c;
        let off = if bend > 0.0 { 0.5 * (a - c) / bend } else { 0.0 };
        Some((least as f64 - f64::from(LONGEST_STEPS) + off) * LAG_STEP_S)
    }

    fn is_clear(&self, lag_s: f64) -> bool {
        let at = |lag: f64| {
            let k = libm::round(lag / LAG_STEP_S) as i32 + LONGEST_STEPS;
            usize::try_from(k).ok().and_then(|k| self.left.get(k).copied()).unwrap_or(f64::NAN)
        };
        let n = self.ways as f64;
        let all = self.all - (self.sum[0] * self.sum[0] + self.sum[1] * self.sum[1]) / n;
        let (with, without) = (at(lag_s), at(0.0));
        with < (1.0 - TOGETHER * TOGETHER) * all && without - with > CLEAR * with / (2.0 * n)
    }
}
