//! Cumulative sums over a track, as the records use it.

use std::borrow::Cow;
use std::ops::Range;

use crate::motion::Motion;
use crate::records::Run;
use crate::records::position_noise::PositionNoise;
use crate::records::uncertainty::SpeedUncertainty;
use crate::report::summary::{CONFIRMED_WITHIN_MPS, gates};
use crate::segment::course::Course;
use crate::stats::quantile::median;
use crate::track::flag;

/// At most one in this many fixes of a run may have failed the gates. *guess*
const MAX_REJECTED_ONE_IN: usize = 100;
/// Number of fixes per sum of variances: sums are read a few times only, so that one each fix would waste memory.
const BLOCK_FIXES: usize = 64;
/// Time excluded at either end of a piece without Doppler speed, s: the smoother has fixes on one side only. *guess*
const EDGE_WITHOUT_DOPPLER_S: f64 = 3.0;

/// Cumulative sums over the fixes of a track, so that any run costs two look-ups.
pub(super) struct Sailed<'a> {
    pub course: &'a Course<'a>,
    /// Speed at each fix, m/s.
    pub mps: Cow<'a, [f64]>,
    /// Distance since the start of the piece, m, with speed linear between fixes.
    pub way_m: Vec<f64>,
    /// Number of fixes before this one that failed the gates.
    rejected: Vec<u32>,
    /// Uncertainty of mean speeds.
    pub uncertainty: SpeedUncertainty,
    /// Median standard deviation of the smoothed speeds, m/s.
    median_sd_mps: f64,
    /// Sum before every [`BLOCK_FIXES`]th fix of the relative variances.
    variance: Vec<f64>,
}

impl<'a> Sailed<'a> {
    pub(super) fn new(course: &'a Course<'a>) -> Self {
        let sds = &course.motion.sog_sd_mps;
        let median_sd_mps = median(&mut sds.clone()).filter(|sd| *sd > 0.0).unwrap_or(1.0);
        let position_noise = PositionNoise::of(course);
        let uncertainty = SpeedUncertainty::of(course, &position_noise);
        let mps = speeds_mps(course, &uncertainty);
        let mut passes = gates(course);
        if uncertainty.is_by_positions() {
            position_noise
                .jumps()
                .for_each(|fixes| passes[fixes.start..fixes.end.min(mps.len())].fill(false));
        }
        drop(position_noise);
        let mut failed = 0;
        let mut rejected = Vec::with_capacity(mps.len() + 1);
        rejected.push(failed);
        rejected.extend(passes.iter().map(|passes| {
            failed += u32::from(!passes);
            failed
        }));
        drop(passes);
        let way_m = way_m(course, &mps);
        let mut sailed =
            Self { course, mps, way_m, rejected, uncertainty, median_sd_mps, variance: vec![0.0] };
        for block in 1..=sds.len() / BLOCK_FIXES {
            sailed.variance.push(sailed.variance_before(block * BLOCK_FIXES));
        }
        sailed
    }

    /// Sum of the relative variances of the fixes before this one.
    fn variance_before(&self, fix: usize) -> f64 {
        let block = (fix / BLOCK_FIXES).min(self.variance.len() - 1);
        let variances = (block * BLOCK_FIXES..fix).map(|fix| self.relative_variance(fix));
        variances.fold(self.variance[block], |sum, v| sum + v)
    }

    /// Ratio of the variance of a fix's speed to that of the track's: of the smoothed speed to its median, or of what the
    /// device states to the scatter of its speeds where that is larger.
    fn relative_variance(&self, fix: usize) -> f64 {
        let Motion { sog_sd_mps, .. } = self.course.motion;
        let variance = sog_sd_mps[fix] * sog_sd_mps[fix] / (self.median_sd_mps * self.median_sd_mps);
        let stated =
            self.uncertainty.fix_sd_mps().zip(self.course.motion.stated_sd_mps(self.course.track, fix));
        stated.map_or(variance, |(scatter, stated)| variance.max(stated * stated / (scatter * scatter)))
    }

    /// The pieces, divided at intervals longer than `longest_s`, or `doppler_s` where the device recorded speed at both
    /// fixes; without ends that have no Doppler speed, where the smoother has fixes on one side only.
    pub(super) fn pieces_with_intervals_up_to(&self, longest_s: f64, doppler_s: f64) -> Vec<Range<usize>> {
        let t = &self.course.time_s;
        let mut out = Vec::with_capacity(self.course.track.pieces.len());
        for piece in &self.course.track.pieces {
            let mut start = piece.start;
            for i in piece.start + 1..piece.end {
                let longest_s =
                    if self.has_speed(i - 1) && self.has_speed(i) { doppler_s } else { longest_s };
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
        let inside =
            |i: &usize| t[*i] - first >= EDGE_WITHOUT_DOPPLER_S && last - t[*i] >= EDGE_WITHOUT_DOPPLER_S;
        let begin = piece.clone().find(|i| known(i) || inside(i)).unwrap_or(piece.end);
        let end = (begin..piece.end).rev().find(|i| known(i) || inside(i)).map_or(begin, |i| i + 1);
        begin..end
    }

    /// Distance from fix `k` to `dt_s` later, before the next fix, m.
    pub(super) fn way_after(&self, k: usize, dt_s: f64) -> f64 {
        self.mps[k] * dt_s + 0.5 * self.slope(k) * dt_s * dt_s
    }

    /// Time from fix `k` to `way_m` later, before the next fix, s.
    pub(super) fn time_after(&self, k: usize, way_m: f64) -> f64 {
        let v = self.mps[k];
        let root = f64::sqrt((v * v + 2.0 * self.slope(k) * way_m).max(0.0));
        if v + root > 0.0 { 2.0 * way_m / (v + root) } else { 0.0 }
    }

    /// Acceleration from fix `k` to the next, m/s².
    fn slope(&self, k: usize) -> f64 {
        let (t, mps) = (&self.course.time_s, &self.mps);
        match (t.get(k + 1), mps.get(k + 1)) {
            (Some(next), Some(v)) if *next > t[k] => (v - mps[k]) / (next - t[k]),
            _ => 0.0,
        }
    }

    /// True when at most one in a hundred of these fixes failed the gates.
    pub(super) fn is_good(&self, fixes: &Range<usize>) -> bool {
        let rejected = self.rejected[fixes.end] - self.rejected[fixes.start];
        rejected as usize * MAX_REJECTED_ONE_IN <= fixes.len()
    }

    /// A run with its standard deviation, from the fixes inside and beside its ends.
    pub(super) fn run(&self, start_s: f64, end_s: f64, way_m: f64, fixes: &Range<usize>) -> Run {
        let sum = self.variance_before(fixes.end) - self.variance_before(fixes.start);
        let mean = sum / fixes.len().max(1) as f64;
        let sd_mps = self.uncertainty.mean_sd_mps(end_s - start_s, f64::sqrt(mean));
        Run { start_s, end_s, way_m, selection_bias_mps: 0.0, sd_mps }
    }
}

/// Distance since the start of the piece at each fix, m.
fn way_m(course: &Course, mps: &[f64]) -> Vec<f64> {
    let mut way_m = vec![0.0; mps.len()];
    for piece in &course.track.pieces {
        for i in piece.start + 1..piece.end {
            let dt = course.time_s[i] - course.time_s[i - 1];
            way_m[i] = way_m[i - 1] + 0.5 * (mps[i] + mps[i - 1]) * dt;
        }
    }
    way_m
}

fn has_speed(course: &Course, i: usize) -> bool {
    let recorded = course.motion.device_mps(course.track).is_some_and(|v| v[i].is_finite());
    recorded && course.motion.flags[i] & flag::NO_DOPPLER == 0
}

/// Speeds used for records: the device's Doppler speeds where they agree with the smoothed ones, as the rules of speed
/// sailing ask. The smoother mixes them with positions and courses, whose errors across the course can only add to a speed.
fn speeds_mps<'a>(course: &'a Course, uncertainty: &SpeedUncertainty) -> Cow<'a, [f64]> {
    let smoothed = &course.motion.sog_mps;
    let device = course.motion.device_mps(course.track);
    let Some(device) = device.filter(|_| !uncertainty.is_by_positions()) else {
        return Cow::Borrowed(smoothed);
    };
    let confirmed =
        |i: usize| has_speed(course, i) && (f64::from(device[i]) - smoothed[i]).abs() <= CONFIRMED_WITHIN_MPS;
    let speed = |(i, v): (usize, &f64)| if confirmed(i) { f64::from(device[i]) } else { *v };
    Cow::Owned(smoothed.iter().enumerate().map(speed).collect())
}
