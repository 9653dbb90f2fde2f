//! A track as the records read it.

use std::borrow::Cow;
use std::ops::Range;

use crate::records::Run;
use crate::records::doubt::Doubt;
use crate::records::position_noise::PositionNoise;
use crate::report::summary::{CONFIRMED_WITHIN_MPS, gates};
use crate::segment::course::Course;
use crate::stats::quantile::median;
use crate::track::flag;

/// One fix of so many may have failed the gates.
const POOR_ONE_IN: usize = 100;
/// So long at either end of a stretch without the device's own speed the smoother has fixes on one side only, s.
const EDGE_S: f64 = 3.0;

/// Running sums over the fixes of a track, so that any stretch costs two look-ups.
pub(super) struct Sailed<'a> {
    pub course: &'a Course<'a>,
    /// Speed at each fix, m/s.
    pub mps: Cow<'a, [f64]>,
    /// Way since the start of the piece, m, with speed on straight lines between fixes.
    pub way_m: Vec<f64>,
    /// Fixes before this one that failed the gates.
    poor: Vec<usize>,
    /// How well mean speeds are known.
    pub doubt: Doubt,
    /// Sum before this fix of the variances of the smoothed speeds, the middle one being 1.
    variance: Vec<f64>,
}

impl<'a> Sailed<'a> {
    pub fn new(course: &'a Course<'a>) -> Self {
        let mps = speeds_mps(course);
        let mut way_m = vec![0.0; mps.len()];
        for piece in &course.track.pieces {
            for i in piece.start + 1..piece.end {
                let dt = course.time_s[i] - course.time_s[i - 1];
                way_m[i] = way_m[i - 1] + 0.5 * (mps[i] + mps[i - 1]) * dt;
            }
        }
        let (mut poor, mut variance) = (vec![0], vec![0.0]);
        let position_noise = PositionNoise::of(course);
        let doubt = Doubt::of(course, &position_noise);
        let mut passes = gates(course);
        if doubt.is_by_positions() {
            position_noise
                .leaps()
                .for_each(|fixes| passes[fixes.start..fixes.end.min(mps.len())].fill(false));
        }
        let (mut failed, mut sum) = (0, 0.0);
        let sds = &course.motion.sog_sd_mps;
        let middle = median(&mut sds.clone()).filter(|sd| *sd > 0.0).unwrap_or(1.0);
        for (passes, sd) in passes.iter().zip(sds) {
            failed += usize::from(!passes);
            sum += sd * sd / (middle * middle);
            poor.push(failed);
            variance.push(sum);
        }
        Self { course, mps, way_m, poor, doubt, variance }
    }

    /// The pieces, cut where two fixes are farther apart, and, where the device tells speed at both, where they are
    /// farther apart than `told_s`; without their edges where the device has no speed of its
    /// own there: what the smoother makes of an edge is no record.
    pub fn pieces_without_steps_over(&self, longest_s: f64, told_s: f64) -> Vec<Range<usize>> {
        let t = &self.course.time_s;
        let mut out = Vec::with_capacity(self.course.track.pieces.len());
        for piece in &self.course.track.pieces {
            let mut start = piece.start;
            for i in piece.start + 1..piece.end {
                let longest_s = if self.has_speed(i - 1) && self.has_speed(i) { told_s } else { longest_s };
                if t[i] - t[i - 1] > longest_s {
                    out.push(self.without_edges(start..i));
                    start = i;
                }
            }
            out.push(self.without_edges(start..piece.end));
        }
        out.retain(|piece| !piece.is_empty());
        out
    }

    fn has_speed(&self, i: usize) -> bool {
        has_speed(self.course, i)
    }

    fn without_edges(&self, piece: Range<usize>) -> Range<usize> {
        let t = &self.course.time_s;
        let (first, last) = (t[piece.start], t[piece.end - 1]);
        let known = |i: &usize| self.has_speed(*i);
        let inside = |i: &usize| t[*i] - first >= EDGE_S && last - t[*i] >= EDGE_S;
        let begin = piece.clone().find(|i| known(i) || inside(i)).unwrap_or(piece.end);
        let end = (begin..piece.end).rev().find(|i| known(i) || inside(i)).map_or(begin, |i| i + 1);
        begin..end
    }

    /// Way from fix `k` to a moment before the next one, m.
    pub fn way_after(&self, k: usize, dt_s: f64) -> f64 {
        self.mps[k] * dt_s + 0.5 * self.slope(k) * dt_s * dt_s
    }

    /// Time from fix `k` to the place so many metres on, before the next fix, s.
    pub fn time_after(&self, k: usize, way_m: f64) -> f64 {
        let v = self.mps[k];
        let root = libm::sqrt((v * v + 2.0 * self.slope(k) * way_m).max(0.0));
        if v + root > 0.0 { 2.0 * way_m / (v + root) } else { 0.0 }
    }

    /// Change of speed from fix `k` to the next, m/s².
    fn slope(&self, k: usize) -> f64 {
        let (t, mps) = (&self.course.time_s, &self.mps);
        match (t.get(k + 1), mps.get(k + 1)) {
            (Some(next), Some(v)) if *next > t[k] => (v - mps[k]) / (next - t[k]),
            _ => 0.0,
        }
    }

    /// True when at most one in a hundred of these fixes failed the gates.
    pub fn is_good(&self, fixes: &Range<usize>) -> bool {
        (self.poor[fixes.end] - self.poor[fixes.start]) * POOR_ONE_IN <= fixes.len()
    }

    /// A stretch with its doubt, by the fixes inside it and beside its ends.
    pub fn run(&self, start_s: f64, end_s: f64, way_m: f64, fixes: &Range<usize>) -> Run {
        let mean = (self.variance[fixes.end] - self.variance[fixes.start]) / fixes.len().max(1) as f64;
        let sd_mps = self.doubt.mean_mps(end_s - start_s, libm::sqrt(mean));
        Run { start_s, end_s, way_m, selection_bias_mps: 0.0, sd_mps }
    }
}

fn has_speed(course: &Course, i: usize) -> bool {
    let told = course.track.columns.get("sog").is_some_and(|v| v[i].is_finite());
    told && course.motion.flags[i] & flag::NO_DOPPLER == 0
}

/// The smoothed speeds, which follow the device's where it has a course as well. Where it has none, half of what it
/// measured is lost on the way through a course that positions alone know, so its own speeds stand where they are near.
fn speeds_mps<'a>(course: &'a Course) -> Cow<'a, [f64]> {
    let (smoothed, columns) = (&course.motion.sog_mps, &course.track.columns);
    let Some(own) = columns.get("sog").filter(|_| columns.get("cog").is_none()) else {
        return Cow::Borrowed(smoothed);
    };
    let near =
        |i: usize| has_speed(course, i) && (f64::from(own[i]) - smoothed[i]).abs() <= CONFIRMED_WITHIN_MPS;
    let speed = |(i, v): (usize, &f64)| if near(i) { f64::from(own[i]) } else { *v };
    Cow::Owned(smoothed.iter().enumerate().map(speed).collect())
}
