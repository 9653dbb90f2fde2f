//! The track in steps of a few seconds, each with course, speed and weight (docs/algorithms.md, section 4.1).

use super::NoWind;
use crate::angle::{bearing_deg, wrap_180};
use crate::motion::Motion;
use crate::stats::quantile::order_statistic;
use crate::track::Track;

/// Shortest step, s; steps are longer in longer tracks and where the median interval is longer. *hand-tuned*
const MIN_STEP_S: f64 = 5.0;
/// Most steps of a track: bounds the cost of the estimate. *numerical*
const MAX_STEPS: f64 = 20_000.0;
/// Most velocity samples of a step; a step has one a second up to this. *numerical*
const MAX_SAMPLES: f64 = 60.0;
/// A step is steady when this share of its samples turns slower than [`STEADY_DPS`]. *hand-tuned* (section 4)
const STEADY_SHARE: f64 = 0.6;
/// Change of course between two samples that still counts as steady, deg. *hand-tuned*
const STEADY_DPS: f64 = 3.0;
/// Lower bounds of a sailing boat's speed: m/s, and as a share of the upper quartile of all steps. *hand-tuned*
const MIN_SAILING_MPS: f64 = 0.6;
const MIN_SAILING_SHARE: f64 = 0.35;
/// A straight ends where the course leaves its running mean by this, deg. *hand-tuned*
const STRAIGHT_DEG: f64 = 12.0;
/// Length of that running mean, s. *hand-tuned*
pub(super) const STRAIGHT_MEAN_S: f64 = 120.0;
/// Weight of a shortest step, of longer ones in proportion to their length, and most weight of a straight, independent
/// observations: errors of trim and of the angle sailed last for a whole leg. *hand-tuned*
const STEP_WEIGHT: f64 = 0.07;
const MAX_STRAIGHT_WEIGHT: f64 = 1.0;
/// Least steady sailing for an estimate, s. *hand-tuned*
const MIN_STEADY_S: f64 = 120.0;
/// A step within this of a steady one is under way, s. *hand-tuned*
const UNDER_WAY_S: f64 = 180.0;
/// The same in steps, where these are long. *guess*
const UNDER_WAY_STEPS: f64 = 1.5;
/// A displacement of a sparse track is a step. It is steady when its course is within this of that of a neighbour, deg.
/// *guess*
const STEADY_NEIGHBOUR_DEG: f64 = 15.0;
/// The errors of trim and of the angle sailed that a displacement shares with the next one last for about this long, s: a
/// step has weight in proportion to its duration, at most 1. *guess* that passed the rows of sparse trackers of
/// `npm run truth`.
const LEG_CORRELATION_S: f64 = 900.0;

/// One step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub time_ms: f64,
    /// Seconds since the step before; 0 for the first.
    pub dt_s: f64,
    pub course_deg: f64,
    pub speed_mps: f64,
    /// Weight as evidence, independent observations; 0 where the boat turned or did not sail.
    pub weight: f64,
}

/// All steps of a track.
pub(super) struct Steps {
    pub all: Vec<Step>,
    /// Least speed of a sailing boat in this track, m/s.
    pub slow_mps: f64,
    /// Length of a step, s; in a sparse track about that of most.
    pub step_s: f64,
    /// True where every step is the displacement from one fix to the next.
    pub is_sparse: bool,
}

impl Steps {
    /// Divides every piece of a track into steps; the rest of a piece shorter than a step is left out.
    pub(super) fn of(track: &Track, motion: &Motion) -> Self {
        let time = &track.columns.time_ms;
        let whole_s: f64 = track.pieces.iter().map(|p| span_s(time, p.start, p.end)).sum();
        let step_s = MIN_STEP_S.max(whole_s / MAX_STEPS).max(track.median_dt_s);
        let mut all = Vec::new();
        if track.is_sparse() {
            track.pieces.iter().for_each(|piece| all.extend(displacements(track, motion, piece)));
        }
        for piece in track.pieces.iter().filter(|_| !track.is_sparse()) {
            let seconds = Seconds { track, motion, start: piece.start, end: piece.end };
            seconds.steps(step_s, &mut all);
        }
        let max_straight_weight = if track.is_sparse() { f64::INFINITY } else { MAX_STRAIGHT_WEIGHT };
        let mut steps = Steps { all, slow_mps: MIN_SAILING_MPS, step_s, is_sparse: track.is_sparse() };
        steps.link();
        steps.weigh(max_straight_weight);
        steps
    }

    /// The given steps, most of which last `step_s`.
    #[cfg(test)]
    pub fn given(all: Vec<Step>, step_s: f64) -> Self {
        let mut steps = Steps { all, slow_mps: MIN_SAILING_MPS, step_s, is_sparse: false };
        steps.link();
        steps
    }

    /// Seconds of steady sailing.
    fn steady_s(&self) -> f64 {
        self.all.iter().filter(|s| s.weight > 0.0).count() as f64 * self.step_s
    }

    /// Refuses a track with too little steady sailing.
    pub(super) fn require_sailing(&self) -> Result<(), NoWind> {
        if self.steady_s() < MIN_STEADY_S {
            return Err(NoWind::because(
                "There is too little steady sailing in this track to tell the wind.",
            ));
        }
        Ok(())
    }

    /// True for each step within [`UNDER_WAY_S`] of a steady one: where a boat drifts for minutes no wind is published.
    pub(super) fn under_way(&self) -> Vec<bool> {
        let near_s = UNDER_WAY_S.max(UNDER_WAY_STEPS * self.step_s);
        let near = |last: &mut f64, step: &Step| {
            if step.weight > 0.0 {
                *last = step.time_ms;
            }
            (step.time_ms - *last).abs() <= near_s * 1000.0
        };
        let (mut before, mut after) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut out: Vec<bool> = self.all.iter().map(|step| near(&mut before, step)).collect();
        out.iter_mut().zip(&self.all).rev().for_each(|(sails, step)| *sails |= near(&mut after, step));
        out
    }

    /// Index of the first step not before a time, or the last one.
    pub(super) fn at(&self, time_ms: f64) -> usize {
        self.all.partition_point(|s| s.time_ms < time_ms).min(self.all.len().saturating_sub(1))
    }

    /// Number of steps in a time, s, at least 1. A displacement of a sparse track counts as a shortest step, however long it
    /// is: a leg has few.
    pub(super) fn count_in(&self, time_s: f64) -> f64 {
        (time_s / if self.is_sparse { MIN_STEP_S } else { self.step_s }).max(1.0)
    }

    /// Fills in the intervals between steps.
    fn link(&mut self) {
        let mut before = None;
        for step in &mut self.all {
            step.dt_s = before.map_or(0.0, |t: f64| (step.time_ms - t) / 1000.0);
            before = Some(step.time_ms);
        }
    }

    /// Sets the weight of slow steps to 0 and bounds the weight of every straight.
    fn weigh(&mut self, max_straight_weight: f64) {
        let mut speeds: Vec<f64> = self.all.iter().map(|s| s.speed_mps).collect();
        self.slow_mps = upper_quartile(&mut speeds)
            .map_or(MIN_SAILING_MPS, |q| MIN_SAILING_MPS.max(MIN_SAILING_SHARE * q));
        let slow = self.slow_mps;
        for step in self.all.iter_mut().filter(|s| s.speed_mps < slow) {
            step.weight = 0.0;
        }
        let mut from = 0;
        while from < self.all.len() {
            let to = self.straight_end(from);
            let total: f64 = self.all[from..to].iter().map(|s| s.weight).sum();
            let scale = (max_straight_weight / total.max(1e-9)).min(1.0);
            self.all[from..to].iter_mut().for_each(|s| s.weight *= scale);
            from = to;
        }
    }

    /// End (exclusive) of the straight that begins at a step.
    fn straight_end(&self, from: usize) -> usize {
        let Some(first) = self.all.get(from) else { return from + 1 };
        let (mut mean, mut n) = (first.course_deg, 1.0);
        for (i, step) in self.all.iter().enumerate().skip(from + 1) {
            let off = wrap_180(step.course_deg - mean);
            if off.abs() > STRAIGHT_DEG || step.dt_s > 4.0 * self.step_s {
                return i;
            }
            n += 1.0;
            mean += off / f64::min(n, self.count_in(STRAIGHT_MEAN_S));
        }
        self.all.len()
    }
}

/// The displacements from fix to fix of a piece of a sparse track as steps.
fn displacements<'a>(
    track: &'a Track,
    motion: &'a Motion,
    piece: &std::ops::Range<usize>,
) -> impl Iterator<Item = Step> + 'a {
    let piece = piece.clone();
    (piece.start + 1..piece.end).map(move |i| {
        let (from_ms, to_ms) = (track.columns.time_ms[i - 1], track.columns.time_ms[i]);
        let course_deg = motion.cog_deg[i];
        let along = |k: usize| wrap_180(motion.cog_deg[k] - course_deg).abs() <= STEADY_NEIGHBOUR_DEG;
        let is_steady = (i > piece.start + 1 && along(i - 1)) || (i + 1 < piece.end && along(i + 1));
        let dt_s = (to_ms - from_ms) / 1000.0;
        let weight = (dt_s / LEG_CORRELATION_S).clamp(STEP_WEIGHT, 1.0);
        Step {
            time_ms: 0.5 * (from_ms + to_ms),
            dt_s: 0.0,
            course_deg,
            speed_mps: motion.sog_mps[i],
            weight: if is_steady { weight } else { 0.0 },
        }
    })
}

fn span_s(time_ms: &[f64], start: usize, end: usize) -> f64 {
    match (time_ms.get(start), end.checked_sub(1).and_then(|e| time_ms.get(e))) {
        (Some(a), Some(b)) => (b - a) / 1000.0,
        _ => 0.0,
    }
}

fn upper_quartile(values: &mut [f64]) -> Option<f64> {
    let at = values.len().checked_sub(1)? * 3 / 4;
    order_statistic(values, at)
}

/// A gap-free piece of the track, sampled once a second.
struct Seconds<'a> {
    track: &'a Track,
    motion: &'a Motion,
    start: usize,
    end: usize,
}

impl Seconds<'_> {
    fn steps(&self, step_s: f64, out: &mut Vec<Step>) {
        let time = &self.track.columns.time_ms;
        let Some(&first_ms) = time.get(self.start) else { return };
        let count = (span_s(time, self.start, self.end) / step_s) as usize;
        let mut row = self.start;
        for n in 0..count {
            let from_ms = first_ms + n as f64 * step_s * 1000.0;
            out.push(self.step(from_ms, step_s, &mut row));
        }
    }

    fn step(&self, from_ms: f64, step_s: f64, row: &mut usize) -> Step {
        let (mut east, mut north, mut speed) = (0.0, 0.0, 0.0);
        let (mut steady, mut turns, mut before) = (0, 0, None);
        let seconds = libm::round(step_s).min(MAX_SAMPLES) as usize + 1;
        for s in 0..seconds {
            let (ve, vn) = self.velocity(from_ms + s as f64 * 1000.0 * step_s / (seconds - 1) as f64, row);
            east += ve;
            north += vn;
            speed += (ve * ve + vn * vn).sqrt();
            let course = bearing_deg(ve, vn);
            if let Some(last) = before {
                turns += 1;
                steady += usize::from(wrap_180(course - last).abs() < STEADY_DPS);
            }
            before = Some(course);
        }
        let is_steady = steady as f64 >= STEADY_SHARE * turns as f64;
        Step {
            time_ms: from_ms + step_s * 500.0,
            dt_s: 0.0,
            course_deg: bearing_deg(east, north),
            speed_mps: speed / seconds as f64,
            weight: if is_steady { STEP_WEIGHT * step_s / MIN_STEP_S } else { 0.0 },
        }
    }

    /// Velocity (east, north; m/s) at a time, interpolated between fixes; `row` is advanced to the fix before it.
    fn velocity(&self, time_ms: f64, row: &mut usize) -> (f64, f64) {
        let time = &self.track.columns.time_ms;
        while *row + 2 < self.end && time.get(*row + 1).is_some_and(|&t| t <= time_ms) {
            *row += 1;
        }
        while *row > self.start && time.get(*row).is_some_and(|&t| t > time_ms) {
            *row -= 1;
        }
        let at = |v: &[f64], i: usize| v.get(i).copied().unwrap_or(0.0);
        let next = (*row + 1).min(self.end - 1);
        let (t0, t1) = (at(time, *row), at(time, next));
        let f = if t1 > t0 { ((time_ms - t0) / (t1 - t0)).clamp(0.0, 1.0) } else { 0.0 };
        let mix = |v: &[f64]| at(v, *row) + (at(v, next) - at(v, *row)) * f;
        (mix(&self.motion.east_mps), mix(&self.motion.north_mps))
    }
}
