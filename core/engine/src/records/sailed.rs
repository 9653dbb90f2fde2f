//! A track as the records read it.

use std::ops::Range;

use crate::records::Run;
use crate::records::doubt::Doubt;
use crate::records::unrest::Unrest;
use crate::report::summary::gates;
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
        let sog = &course.motion.sog_mps;
        let mut way_m = vec![0.0; sog.len()];
        for piece in &course.track.pieces {
            for i in piece.start + 1..piece.end {
                let dt = course.time_s[i] - course.time_s[i - 1];
                way_m[i] = way_m[i - 1] + 0.5 * (sog[i] + sog[i - 1]) * dt;
            }
        }
        let (mut poor, mut variance) = (vec![0], vec![0.0]);
        let unrest = Unrest::of(course);
        let doubt = Doubt::of(course, &unrest);
        let mut passes = gates(course);
        if doubt.is_by_positions() {
            unrest.leaps().for_each(|fixes| passes[fixes.start..fixes.end.min(sog.len())].fill(false));
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
        Self { course, way_m, poor, doubt, variance }
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
        let told = self.course.track.columns.get("sog").is_some_and(|v| v[i].is_finite());
        told && self.course.motion.flags[i] & flag::NO_DOPPLER == 0
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
        let sog = &self.course.motion.sog_mps;
        sog[k] * dt_s + 0.5 * self.slope(k) * dt_s * dt_s
    }

    /// Time from fix `k` to the place so many metres on, before the next fix, s.
    pub fn time_after(&self, k: usize, way_m: f64) -> f64 {
        let v = self.course.motion.sog_mps[k];
        let root = libm::sqrt((v * v + 2.0 * self.slope(k) * way_m).max(0.0));
        if v + root > 0.0 { 2.0 * way_m / (v + root) } else { 0.0 }
    }

    /// Change of speed from fix `k` to the next, m/s².
    fn slope(&self, k: usize) -> f64 {
        let (t, sog) = (&self.course.time_s, &self.course.motion.sog_mps);
        match (t.get(k + 1), sog.get(k + 1)) {
            (Some(next), Some(v)) if *next > t[k] => (v - sog[k]) / (next - t[k]),
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
        Run { start_s, end_s, way_m, chance_mps: 0.0, sd_mps }
    }
}
