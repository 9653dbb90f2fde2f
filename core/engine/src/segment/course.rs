//! Course and speed of a track over time (docs/algorithms.md, section 7.1): unwrapped, smoothed, with running integrals,
//! so that a mean over any window takes constant time.

mod integrals;
mod smoothing;

use std::ops::Range;
use std::sync::OnceLock;

use crate::motion::Motion;
use crate::stats::order::first_at;
use crate::stats::quantile::weighted_median;
use crate::track::Track;
use crate::units::MPS_PER_KNOT;
use integrals::{Line, integrate};
use smoothing::Smoother;

/// Least speed of a boat under way, m/s. *guess*
pub(super) const UNDER_WAY_MPS: f64 = 1.5 * MPS_PER_KNOT;
/// Least share of a window inside its piece for which a mean exists. *guess*
const MIN_WINDOW_SHARE: f64 = 0.6;

/// A stop, fall, crash or failed tack: its times, and the moment by which it is reported; s from the first fix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Episode {
    pub start_s: f64,
    pub end_s: f64,
    pub time_s: f64,
}

impl Episode {
    /// True for a fall or a crash: its moment precedes the start of its slow stretch, that of a stop does not.
    pub fn is_fall(&self) -> bool {
        self.time_s < self.start_s
    }

    /// The earlier of start and moment: the moment of a fall, the steepest loss of speed, precedes its slow stretch.
    pub fn begins_s(&self) -> f64 {
        self.start_s.min(self.time_s)
    }
}

/// Course and speed of a track over time. Times are seconds from its first fix.
///
/// Between two fixes speed and course are linear; those of a sparse track are constant there, the mean velocity between
/// the two, and its turn rate is 0: nothing is known of its turns but the courses beside them.
#[derive(Debug, Clone)]
pub struct Course<'a> {
    pub track: &'a Track,
    pub motion: &'a Motion,
    pub time_s: Vec<f64>,
    /// Unwrapped inside each piece, deg.
    pub course_deg: Vec<f64>,
    /// Turn rate, to starboard positive, deg/s.
    pub rate_dps: Vec<f64>,
    /// Median speed while under way, m/s; 0 for a boat that never is.
    pub pace_mps: f64,
    /// Stops, falls and crashes in time order. Turns inside them are dropped.
    pub standstills: Vec<Episode>,
    /// 2 s centred mean of the speed at each fix, m/s.
    pub sog_2s_mps: Vec<f64>,
    /// Running integrals of speed, m, and of course, deg s.
    sailed_m: Vec<f64>,
    turned_deg_s: Vec<f64>,
    course_3s_deg: OnceLock<Vec<f64>>,
    /// Speed and course between two fixes are those of the later one.
    held: bool,
}

impl<'a> Course<'a> {
    /// Prepares a track.
    pub fn new(track: &'a Track, motion: &'a Motion) -> Self {
        let first_ms = track.columns.time_ms.first().copied().unwrap_or(0.0);
        let time_s: Vec<f64> = track.columns.time_ms.iter().map(|t| (t - first_ms) / 1000.0).collect();
        let mut course_deg = vec![0.0; time_s.len()];
        let mut rate_dps = vec![0.0; time_s.len()];
        let smoother = Smoother::new();
        for piece in &track.pieces {
            let rows = piece.clone();
            let (course, rate) = smoother.course_and_rate(
                &time_s[rows.clone()],
                &motion.cog_deg[rows.clone()],
                &motion.turn_rate_dps[rows.clone()],
            );
            course_deg[rows.clone()].copy_from_slice(&course);
            if !track.is_sparse() {
                rate_dps[rows].copy_from_slice(&rate);
            }
        }
        let held = track.is_sparse();
        let sailed_m = integrate(&time_s, &motion.sog_mps, &track.pieces, held);
        let turned_deg_s = integrate(&time_s, &course_deg, &track.pieces, held);
        let pace_mps = pace(&time_s, &motion.sog_mps, &track.pieces);
        let (standstills, sog_2s_mps) = (Vec::new(), Vec::new());
        let mut course = Self {
            track,
            motion,
            time_s,
            course_deg,
            rate_dps,
            pace_mps,
            standstills,
            sog_2s_mps,
            sailed_m,
            turned_deg_s,
            course_3s_deg: OnceLock::new(),
            held,
        };
        course.sog_2s_mps = course.centred_sog(2.0);
        course
    }

    /// Beginning of the first standstill after a moment, s; infinity without one.
    pub fn next_standstill_s(&self, t_s: f64) -> f64 {
        self.standstills.iter().map(Episode::begins_s).find(|&t| t > t_s).unwrap_or(f64::INFINITY)
    }

    /// The fixes of a range in one piece with the seconds that each stands for.
    pub fn seconds(&self, fixes: Range<usize>) -> impl Iterator<Item = (usize, f64)> {
        seconds(&self.time_s, fixes)
    }

    /// UTC milliseconds of a moment.
    pub fn ms(&self, t_s: f64) -> f64 {
        self.track.columns.time_ms.first().copied().unwrap_or(0.0) + t_s * 1000.0
    }

    /// The piece around a moment; none in a gap and outside the track.
    pub fn piece_at(&self, t_s: f64) -> Option<Range<usize>> {
        let i = self.track.pieces.partition_point(|p| self.time_s[p.end - 1] < t_s);
        self.track.pieces.get(i).filter(|p| self.time_s[p.start] <= t_s).cloned()
    }

    /// First and last moment of the piece around a moment.
    pub fn piece_span(&self, t_s: f64) -> Option<(f64, f64)> {
        self.piece_at(t_s).map(|p| (self.time_s[p.start], self.time_s[p.end - 1]))
    }

    /// Fixes with a time in `[from, to]`.
    pub fn fixes(&self, from_s: f64, to_s: f64) -> Range<usize> {
        let start = self.time_s.partition_point(|&t| t < from_s);
        start..self.time_s.partition_point(|&t| t <= to_s).max(start)
    }

    /// A per-fix quantity at a moment, linear between fixes; none in a gap.
    pub fn value_at(&self, values: &[f64], t_s: f64) -> Option<f64> {
        let (before, next) = self.fixes_beside(t_s)?;
        Some(self.between(values, before, next, t_s))
    }

    /// The fixes of a piece at or before and at or after a moment.
    fn fixes_beside(&self, t_s: f64) -> Option<(usize, usize)> {
        let piece = self.piece_at(t_s)?;
        let found = piece.start + first_at(&self.time_s[piece.clone()], t_s);
        let next = found.clamp(piece.start, piece.end - 1);
        Some((next.saturating_sub(1).max(piece.start), next))
    }

    /// A quantity at a moment between two fixes.
    fn between(&self, values: &[f64], before: usize, next: usize, t_s: f64) -> f64 {
        let (t0, t1) = (self.time_s[before], self.time_s[next]);
        if t1 <= t0 {
            return values[next];
        }
        let f = ((t_s - t0) / (t1 - t0)).clamp(0.0, 1.0);
        values[before] + (values[next] - values[before]) * f
    }

    /// Unwrapped course at a moment, deg.
    pub fn course_at(&self, t_s: f64) -> Option<f64> {
        self.sailing_at(&self.course_deg, t_s)
    }

    /// Speed at a moment, m/s.
    pub fn sog_at(&self, t_s: f64) -> Option<f64> {
        self.sailing_at(&self.motion.sog_mps, t_s)
    }

    /// Speed or course at a moment; none in a gap.
    fn sailing_at(&self, values: &[f64], t_s: f64) -> Option<f64> {
        let (before, next) = self.fixes_beside(t_s)?;
        Some(if self.held { values[next] } else { self.between(values, before, next, t_s) })
    }

    /// East and north of the origin of the track's first plane at a moment, m.
    pub fn position_at(&self, t_s: f64) -> Option<(f64, f64)> {
        Some((self.value_at(&self.motion.east_m, t_s)?, self.value_at(&self.motion.north_m, t_s)?))
    }

    /// Mean speed over the part of a window inside the piece around `at_s`, m/s; none where less than
    /// [`MIN_WINDOW_SHARE`] of it lies there.
    pub fn mean_sog(&self, at_s: f64, from_s: f64, to_s: f64) -> Option<f64> {
        self.mean(&self.sailed_m, &self.motion.sog_mps, at_s, from_s, to_s)
    }

    /// Mean unwrapped course over a window, deg, as [`Self::mean_sog`].
    pub fn mean_course(&self, at_s: f64, from_s: f64, to_s: f64) -> Option<f64> {
        self.mean(&self.turned_deg_s, &self.course_deg, at_s, from_s, to_s)
    }

    /// Mean speed over a centred window at each fix, m/s; windows are cut at the ends of pieces.
    pub fn centred_sog(&self, window_s: f64) -> Vec<f64> {
        self.centred(&self.sailed_m, &self.motion.sog_mps, window_s)
    }

    /// Mean unwrapped course over a centred window at each fix, deg, as [`Self::centred_sog`].
    pub fn centred_course(&self, window_s: f64) -> Vec<f64> {
        self.centred(&self.turned_deg_s, &self.course_deg, window_s)
    }

    /// Mean unwrapped course over 3 s about each fix, deg; computed at the first call.
    pub fn course_3s_deg(&self) -> &[f64] {
        self.course_3s_deg.get_or_init(|| self.centred_course(3.0))
    }

    /// Means over centred windows by a running integral; of a sparse track the values themselves.
    fn centred(&self, running: &[f64], values: &[f64], window_s: f64) -> Vec<f64> {
        // Fixes outside all pieces keep their own value.
        let mut out = values.to_vec();
        if self.held {
            return out;
        }
        for piece in &self.track.pieces {
            let rows = piece.clone();
            let line = Line {
                time_s: &self.time_s[rows.clone()],
                values: &values[rows.clone()],
                running: &running[rows.clone()],
            };
            line.centred(window_s / 2.0, &mut out[rows]);
        }
        out
    }

    /// Distance sailed between two moments of one piece, m: the integral of the speed.
    pub fn way_m(&self, from_s: f64, to_s: f64) -> Option<f64> {
        let sog = &self.motion.sog_mps;
        Some(self.integral_at(&self.sailed_m, sog, to_s)? - self.integral_at(&self.sailed_m, sog, from_s)?)
    }

    /// Mean over a window by a running integral.
    fn mean(&self, running: &[f64], values: &[f64], at_s: f64, from_s: f64, to_s: f64) -> Option<f64> {
        let (first, last) = self.piece_span(at_s)?;
        let (from, to) = (from_s.max(first), to_s.min(last));
        if to - from <= 0.0 || to - from < MIN_WINDOW_SHARE * (to_s - from_s) {
            return None;
        }
        Some(
            (self.integral_at(running, values, to)? - self.integral_at(running, values, from)?) / (to - from),
        )
    }

    /// The running integral of speed or course at a moment, exact for the interpolation between fixes.
    fn integral_at(&self, running: &[f64], values: &[f64], t_s: f64) -> Option<f64> {
        let (before, next) = self.fixes_beside(t_s)?;
        if self.held {
            return Some(running[before] + values[next] * (t_s - self.time_s[before]));
        }
        let here = self.between(values, before, next, t_s);
        Some(running[before] + 0.5 * (values[before] + here) * (t_s - self.time_s[before]))
    }
}

/// Median over time of the speeds above [`UNDER_WAY_MPS`], m/s; 0 without any.
fn pace(time_s: &[f64], sog_mps: &[f64], pieces: &[Range<usize>]) -> f64 {
    let fixes = pieces.iter().flat_map(|piece| seconds(time_s, piece.clone()));
    let mut under_way: Vec<(f64, f64)> =
        fixes.map(|(i, s)| (sog_mps[i], s)).filter(|(v, _)| *v > UNDER_WAY_MPS).collect();
    weighted_median(&mut under_way).unwrap_or(0.0)
}

/// The fixes of a range in one piece with the seconds that each stands for: those since the fix before, of the first those
/// to the next.
fn seconds(time_s: &[f64], fixes: Range<usize>) -> impl Iterator<Item = (usize, f64)> {
    let Range { start, end } = fixes;
    let seconds = move |i: usize| match (i > start, i + 1 < end) {
        (true, _) => time_s[i] - time_s[i - 1],
        (false, true) => time_s[i + 1] - time_s[i],
        (false, false) => 1.0,
    };
    fixes.map(move |i| (i, seconds(i)))
}
