//! The course over time as the turn finder reads it: unwrapped, lightly smoothed, with running integrals, so that
//! a mean over any window costs two look-ups.

use std::ops::Range;
use std::sync::OnceLock;

use crate::angle::wrap_180;
use crate::motion::Motion;
use crate::stats::quantile::median;
use crate::track::Track;
use crate::units::MPS_PER_KNOT;

/// Standard deviation of the Gaussian laid over course and turn rate, s. Longer would move a turn's edges.
const SMOOTHING_S: f64 = 0.5;
/// Slower than this a boat is not under way, m/s (1.5 kn).
pub(super) const UNDER_WAY_MPS: f64 = 1.5 * MPS_PER_KNOT;
/// Places of a table of weights: what lies beyond the last weight is nothing.
const PLACES: usize = 1024;
/// Fixes that are smoothed together: as many as the processor's nearest memory holds.
const BLOCK: usize = 256;
/// A window must lie inside its piece by this share, else it has no mean.
const WINDOW_SHARE: f64 = 0.6;

/// A stretch of time in s from the first fix, with the moment it is known by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stretch {
    pub start_s: f64,
    pub end_s: f64,
    pub time_s: f64,
}

impl Stretch {
    /// Its first moment: a fall is known by the moment before it, in which the speed goes.
    pub fn begins_s(&self) -> f64 {
        self.start_s.min(self.time_s)
    }
}

/// Course and speed of a track over time. Times are seconds from its first fix.
#[derive(Debug, Clone)]
pub struct Course<'a> {
    pub track: &'a Track,
    pub motion: &'a Motion,
    pub time_s: Vec<f64>,
    /// Unwrapped inside each piece, deg.
    pub course_deg: Vec<f64>,
    /// Turn rate, to starboard positive, deg/s.
    pub rate_dps: Vec<f64>,
    /// Median speed while under way, m/s.
    pub pace_mps: f64,
    /// Stops and falls, in order; nobody maneuvers in them.
    pub still: Vec<Stretch>,
    /// 2 s centred mean of the speed, m/s: the speed by which recovery is told, and the best one.
    pub sog_2s_mps: Vec<f64>,
    sailed_m: Vec<f64>,
    turned_deg_s: Vec<f64>,
    course_3s_deg: OnceLock<Vec<f64>>,
}

impl<'a> Course<'a> {
    /// Prepares a track.
    pub fn new(track: &'a Track, motion: &'a Motion) -> Self {
        let first_ms = track.columns.time_ms.first().copied().unwrap_or(0.0);
        let time_s: Vec<f64> = track.columns.time_ms.iter().map(|t| (t - first_ms) / 1000.0).collect();
        let mut course_deg = vec![0.0; time_s.len()];
        let mut rate_dps = vec![0.0; time_s.len()];
        let gaussian = Gaussian::new(SMOOTHING_S);
        for piece in &track.pieces {
            let t = &time_s[piece.clone()];
            let raw = unwrap(&motion.cog_deg[piece.clone()]);
            let rate = rates(t, &raw, &motion.turn_rate_dps[piece.clone()]);
            let (course, rate) = gaussian.means(t, &raw, &rate);
            course_deg[piece.clone()].copy_from_slice(&course);
            rate_dps[piece.clone()].copy_from_slice(&rate);
        }
        let sailed_m = integrate(&time_s, &motion.sog_mps, &track.pieces);
        let turned_deg_s = integrate(&time_s, &course_deg, &track.pieces);
        let pace_mps = pace(&motion.sog_mps);
        let (still, sog_2s_mps) = (Vec::new(), Vec::new());
        let mut course = Self {
            track,
            motion,
            time_s,
            course_deg,
            rate_dps,
            pace_mps,
            still,
            sog_2s_mps,
            sailed_m,
            turned_deg_s,
            course_3s_deg: OnceLock::new(),
        };
        course.sog_2s_mps = course.centred_sog(2.0);
        course
    }

    /// Start of the first stop or fall after a moment; infinity without one.
    pub fn still_after(&self, t_s: f64) -> f64 {
        self.still.iter().map(Stretch::begins_s).find(|&t| t > t_s).unwrap_or(f64::INFINITY)
    }

    /// UTC milliseconds of a moment.
    pub fn ms(&self, t_s: f64) -> f64 {
        self.track.columns.time_ms.first().copied().unwrap_or(0.0) + t_s * 1000.0
    }

    /// The gap-free piece around a moment: the first that ends at or after it.
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

    /// A per-fix quantity at a moment, between fixes on a straight line; none in gaps.
    pub fn value_at(&self, values: &[f64], t_s: f64) -> Option<f64> {
        let (before, next) = self.fixes_beside(t_s)?;
        Some(self.between(values, before, next, t_s))
    }

    /// The fixes of a piece at or before and at or after a moment.
    fn fixes_beside(&self, t_s: f64) -> Option<(usize, usize)> {
        let piece = self.piece_at(t_s)?;
        let next = self.first_at(&piece, t_s).clamp(piece.start, piece.end - 1);
        Some((next.saturating_sub(1).max(piece.start), next))
    }

    /// The first fix of a piece at or after a moment in it. Fixes are mostly evenly spaced, so it is first looked for
    /// where it then lies.
    fn first_at(&self, piece: &Range<usize>, t_s: f64) -> usize {
        let t = &self.time_s[piece.clone()];
        let (Some(first), Some(last)) = (t.first(), t.last()) else { return piece.start };
        let guess = ((t_s - first) / (last - first) * (t.len() - 1) as f64) as usize;
        let from = guess.saturating_sub(1).min(t.len() - 1);
        let near = t[from..].iter().take(4).position(|&at| at >= t_s);
        let found = near.filter(|&k| k > 0 || from == 0).map(|k| from + k);
        piece.start + found.unwrap_or_else(|| t.partition_point(|&at| at < t_s))
    }

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
        self.value_at(&self.course_deg, t_s)
    }

    /// Speed at a moment, m/s.
    pub fn sog_at(&self, t_s: f64) -> Option<f64> {
        self.value_at(&self.motion.sog_mps, t_s)
    }

    /// Position in the track's plane at a moment, m.
    pub fn position_at(&self, t_s: f64) -> Option<(f64, f64)> {
        Some((self.value_at(&self.motion.east_m, t_s)?, self.value_at(&self.motion.north_m, t_s)?))
    }

    /// Mean speed over a window of the piece around `at_s`, m/s; none where too little of it lies in the piece.
    pub fn mean_sog(&self, at_s: f64, from_s: f64, to_s: f64) -> Option<f64> {
        self.mean(&self.sailed_m, &self.motion.sog_mps, at_s, from_s, to_s)
    }

    /// Mean unwrapped course over a window of the piece around `at_s`, deg; none as in [`Self::mean_sog`].
    pub fn mean_course(&self, at_s: f64, from_s: f64, to_s: f64) -> Option<f64> {
        self.mean(&self.turned_deg_s, &self.course_deg, at_s, from_s, to_s)
    }

    /// The mean speed over a centred window at each fix, m/s; at the ends of pieces over what there is.
    pub fn centred_sog(&self, window_s: f64) -> Vec<f64> {
        self.centred(&self.sailed_m, &self.motion.sog_mps, window_s)
    }

    /// The mean unwrapped course over a centred window at each fix, deg, as [`Self::centred_sog`].
    pub fn centred_course(&self, window_s: f64) -> Vec<f64> {
        self.centred(&self.turned_deg_s, &self.course_deg, window_s)
    }

    /// The mean unwrapped course over three seconds about each fix, deg, told once.
    pub fn course_3s_deg(&self) -> &[f64] {
        self.course_3s_deg.get_or_init(|| self.centred_course(3.0))
    }

    fn centred(&self, running: &[f64], values: &[f64], window_s: f64) -> Vec<f64> {
        // Fixes in no piece keep their own value.
        let mut out = values.to_vec();
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

    /// Way sailed between two moments of one piece, m.
    pub fn way_m(&self, from_s: f64, to_s: f64) -> Option<f64> {
        let sog = &self.motion.sog_mps;
        Some(self.integral_at(&self.sailed_m, sog, to_s)? - self.integral_at(&self.sailed_m, sog, from_s)?)
    }

    fn mean(&self, running: &[f64], values: &[f64], at_s: f64, from_s: f64, to_s: f64) -> Option<f64> {
        let (first, last) = self.piece_span(at_s)?;
        let (from, to) = (from_s.max(first), to_s.min(last));
        if to - from <= 0.0 || to - from < WINDOW_SHARE * (to_s - from_s) {
            return None;
        }
        Some(
            (self.integral_at(running, values, to)? - self.integral_at(running, values, from)?) / (to - from),
        )
    }

    /// The running integral at a moment, exact for values that are straight lines between fixes.
    fn integral_at(&self, running: &[f64], values: &[f64], t_s: f64) -> Option<f64> {
        let (before, next) = self.fixes_beside(t_s)?;
        let here = self.between(values, before, next, t_s);
        Some(running[before] + 0.5 * (values[before] + here) * (t_s - self.time_s[before]))
    }
}

/// A quantity of one piece, straight between fixes, with its running integral.
struct Line<'a> {
    time_s: &'a [f64],
    values: &'a [f64],
    running: &'a [f64],
}

impl Line<'_> {
    /// Means over so long before and after each fix, as far as the piece reaches; a lone fix keeps what it had.
    fn centred(&self, half_s: f64, out: &mut [f64]) {
        let (Some(&first), Some(&last)) = (self.time_s.first(), self.time_s.last()) else { return };
        let (mut a, mut b) = (self.part(0), self.part(0));
        for (mean, &t) in out.iter_mut().zip(self.time_s) {
            let (from, to) = ((t - half_s).max(first), (t + half_s).min(last));
            if to <= from {
                continue;
            }
            while a.end_s <= from {
                a = self.part(a.next);
            }
            while b.end_s <= to {
                b = self.part(b.next);
            }
            *mean = (b.integral(to) - a.integral(from)) / (to - from);
        }
    }

    /// From a fix to the next; the last one lasts for ever.
    fn part(&self, fix: usize) -> Part {
        let next = fix + 1;
        let (Some(&start_s), Some(&value), Some(&running)) =
            (self.time_s.get(fix), self.values.get(fix), self.running.get(fix))
        else {
            return Part { start_s: 0.0, end_s: f64::INFINITY, next, running: 0.0, value: 0.0, slope: 0.0 };
        };
        let (end_s, slope) = match (self.time_s.get(next), self.values.get(next)) {
            (Some(&end_s), Some(end)) if end_s > start_s => (end_s, (end - value) / (end_s - start_s)),
            (Some(&end_s), Some(_)) => (end_s, 0.0),
            _ => (f64::INFINITY, 0.0),
        };
        Part { start_s, end_s, next, running, value, slope }
    }
}

/// A quantity between two fixes, and its integral up to the first of them.
struct Part {
    start_s: f64,
    end_s: f64,
    /// The fix it ends at.
    next: usize,
    running: f64,
    value: f64,
    slope: f64,
}

impl Part {
    fn integral(&self, t_s: f64) -> f64 {
        let dt = t_s - self.start_s;
        self.running + (self.value + 0.5 * self.slope * dt) * dt
    }
}

/// Median of the speeds at which a boat is under way; 0 when she never is.
fn pace(sog_mps: &[f64]) -> f64 {
    let mut under_way: Vec<f64> = sog_mps.iter().copied().filter(|v| *v > UNDER_WAY_MPS).collect();
    median(&mut under_way).unwrap_or(0.0)
}

/// Courses without the jump at north.
fn unwrap(deg: &[f64]) -> Vec<f64> {
    let mut out = Vec::with_capacity(deg.len());
    let mut last: Option<f64> = None;
    for &d in deg {
        let d = if d.is_finite() { d } else { last.unwrap_or(0.0) };
        let next = last.map_or(d, |l| l + wrap_180(d - l));
        out.push(next);
        last = Some(next);
    }
    out
}

/// The smoother's own turn rate where it has one and fixes are close; else the course's difference.
fn rates(t_s: &[f64], course_deg: &[f64], smoothed: &[f64]) -> Vec<f64> {
    let last = t_s.len().saturating_sub(1);
    (0..t_s.len())
        .map(|i| {
            let (a, b) = (i.saturating_sub(1), (i + 1).min(last));
            let span = t_s[b] - t_s[a];
            if smoothed[i].is_finite() && span <= 5.0 {
                smoothed[i]
            } else if span > 0.0 {
                (course_deg[b] - course_deg[a]) / span
            } else {
                0.0
            }
        })
        .collect()
}

/// A Gaussian laid over time, its weights in a table: fixes are many and rarely evenly spaced.
struct Gaussian {
    reach_s: f64,
    per_s: f64,
    weights: [f64; PLACES],
}

impl Gaussian {
    /// Entries of the table between no distance and the reach of three standard deviations.
    const ENTRIES: usize = 512;

    fn new(sigma_s: f64) -> Self {
        let reach_s = 3.0 * sigma_s;
        let weight = |k: usize| {
            let d = 3.0 * k as f64 / Self::ENTRIES as f64;
            if k > Self::ENTRIES { 0.0 } else { libm::exp(-0.5 * d * d) }
        };
        let weights = std::array::from_fn(weight);
        Self { reach_s, per_s: Self::ENTRIES as f64 / reach_s, weights }
    }

    fn weight(&self, distance_s: f64) -> f64 {
        // Adding this leaves the whole number in the lowest bits.
        const WHOLE: f64 = 4_503_599_627_370_496.0;
        let place = (distance_s * self.per_s + WHOLE).to_bits() as usize % PLACES;
        if distance_s > self.reach_s { 0.0 } else { self.weights[place] }
    }

    /// Means of two signals at each moment, edges normalised. Two moments weigh for one another alike.
    ///
    /// A block of moments is held against those one further on, then two, and so on until they are out of reach: so
    /// each line below goes through the whole block by itself.
    fn means(&self, t_s: &[f64], one: &[f64], other: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let own = self.weight(0.0);
        let mut sums = [one, other].map(|values| values.iter().map(|v| own * v).collect::<Vec<f64>>());
        let mut total = vec![own; t_s.len()];
        let mut weights = [0.0; BLOCK];
        for from in (0..t_s.len()).step_by(BLOCK) {
            for later in from + 1..t_s.len() {
                let count = BLOCK.min(t_s.len() - later);
                let weights = &mut weights[..count];
                let near = (from..from + count, later..later + count);
                let apart = t_s[near.0.clone()].iter().zip(&t_s[near.1.clone()]).map(|(t, next)| next - t);
                weights.iter_mut().zip(apart).for_each(|(weight, s)| *weight = self.weight(s));
                if weights.iter().all(|w| *w == 0.0) {
                    break;
                }
                for (sums, values) in sums.iter_mut().zip([one, other]) {
                    add(&mut sums[near.0.clone()], weights, &values[near.1.clone()]);
                    add(&mut sums[near.1.clone()], weights, &values[near.0.clone()]);
                }
                total[near.0].iter_mut().zip(&*weights).for_each(|(sum, w)| *sum += w);
                total[near.1].iter_mut().zip(&*weights).for_each(|(sum, w)| *sum += w);
            }
        }
        let [mut one, mut other] = sums;
        for sums in [&mut one, &mut other] {
            sums.iter_mut().zip(&total).for_each(|(sum, weight)| *sum /= weight);
        }
        (one, other)
    }
}

/// Adds weighted values to sums.
fn add(sums: &mut [f64], weights: &[f64], values: &[f64]) {
    sums.iter_mut().zip(weights).zip(values).for_each(|((sum, w), v)| *sum += w * v);
}

/// Trapezoid integral from each piece's start; it goes on counting over gaps without adding there.
fn integrate(t_s: &[f64], values: &[f64], pieces: &[Range<usize>]) -> Vec<f64> {
    let mut out = vec![0.0; t_s.len()];
    let mut sum = 0.0;
    for piece in pieces {
        for i in piece.clone() {
            if i > piece.start {
                sum += 0.5 * (values[i] + values[i - 1]) * (t_s[i] - t_s[i - 1]);
            }
            out[i] = sum;
        }
    }
    out
}
