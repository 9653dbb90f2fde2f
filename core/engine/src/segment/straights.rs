//! Steady sailing between maneuvers (docs/algorithms.md, section 9).

use std::ops::Range;

use crate::angle::{circular_mean, circular_sd_deg, wrap_360};
use crate::config::BoatClass;
use crate::segment::TackSide;
use crate::segment::course::Course;
use crate::segment::legs::{Leg, Legs};
use crate::segment::wind_along_track::WindAlongTrack;
use crate::units::MPS_PER_KNOT;

/// Shortest straight, s. *guess*
const MIN_STRAIGHT_S: f64 = 20.0;
/// Time trimmed at each end, s. *guess*
const TRIM_S: f64 = 2.0;
/// Least change of the mean course that begins another straight, deg, and its least duration, s. *guess*
const SPLIT_DEG: f64 = 15.0;
const MIN_SPLIT_S: f64 = 8.0;
/// Length of the course means that are compared for it, s. *guess*
const COURSE_MEAN_S: f64 = 5.0;
/// Intervals between fixes over which courses are averaged before their deviation is measured, against noise of the
/// receiver. *measured* with `npm run truth` and on recordings
const NOISE_INTERVALS: f64 = 2.5;
/// Greatest circular standard deviation of the course, deg; the second downwind and for classes that foil. *guess*
const MAX_COURSE_SD_DEG: f64 = 10.0;
const MAX_DOWNWIND_COURSE_SD_DEG: f64 = 14.0;
/// A recording that never exceeds this speed has no straights and no turns without a name: somebody walked. *measured* on recordings
const WALKING_MPS: f64 = 3.0 * MPS_PER_KNOT;
/// An unsteady stretch is divided at the moment farthest from its mean course, without this much on either side, s.
/// *measured* with `npm run truth`, as the two below
const LEFT_OUT_S: f64 = 3.0;
/// Greatest number of divisions of a stretch. *guess*
const MAX_DIVISIONS: usize = 6;
/// Limit of the course deviation of a divided stretch, as a share of that of an undivided one. *guess*
const DIVIDED_SD_SHARE: f64 = 0.7;
/// Least mean speed, m/s or as a share of the pace, whichever is greater. *guess*
const MIN_MPS: f64 = 1.5 * MPS_PER_KNOT;
const MIN_PACE_SHARE: f64 = 0.4;
/// Greatest rate of the course means, and the least share of the time in which it is below. *guess*
const MAX_RATE_DPS: f64 = 4.0;
const MIN_CALM_SHARE: f64 = 0.9;
/// Points of sail by the mean absolute wind angle, deg: upwind below the first, downwind above the second. *guess*
pub const UPWIND_DEG: f64 = 70.0;
pub const DOWNWIND_DEG: f64 = 110.0;

/// A straight; times in s from the first fix.
#[derive(Debug, Clone, PartialEq)]
pub struct Straight {
    pub start_s: f64,
    pub end_s: f64,
    pub sog_mps: f64,
    pub cog_deg: f64,
    /// None where the wind is not known.
    pub wind: Option<StraightWind>,
}

/// Wind angle and progress of a straight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StraightWind {
    pub side: TackSide,
    /// Absolute value of the circular mean of the signed wind angle, deg.
    pub angle_deg: f64,
    /// Mean progress towards the wind, m/s; negative downwind.
    pub vmg_mps: f64,
}

/// Finds the straights outside `taken`: spans of time in order, s, that belong to other segments.
pub fn find_straights(
    course: &Course,
    wind_along: Option<&WindAlongTrack>,
    class: &BoatClass,
    taken: &[(f64, f64)],
) -> Vec<Straight> {
    let mut out = Vec::new();
    if only_walked(course) {
        return out;
    }
    // Noise of the receiver lasts for a fix or two, steering longer: the deviation is that of means.
    let fine_deg = course.centred_course((NOISE_INTERVALS * course.track.median_dt_s).min(COURSE_MEAN_S));
    let steadiness =
        Steadiness { course, wind_along, fine_deg, mean_deg: course.centred_course(COURSE_MEAN_S), class };
    for piece in &course.track.pieces {
        for (from, to) in free_spans(course.time_s[piece.start], course.time_s[piece.end - 1], taken) {
            for (a, b) in split(course, from, to) {
                steadiness.straights(a + TRIM_S, b - TRIM_S, 0, &mut out);
            }
        }
    }
    out
}

/// True for a recording that never exceeds [`WALKING_MPS`].
pub(super) fn only_walked(course: &Course) -> bool {
    course.sog_2s_mps.iter().all(|v| *v < WALKING_MPS)
}

/// The legs of a sparse track as straights: from fix to fix, with the mean speed along the lines between their fixes and
/// the direction from the first fix to the last.
pub fn leg_straights(
    course: &Course,
    wind_along: Option<&WindAlongTrack>,
    legs: &Legs,
    taken: &[(f64, f64)],
) -> Vec<Straight> {
    let of = |leg: &Leg| {
        let (first, last) = (leg.first, leg.last);
        let (start_s, end_s) = (course.time_s[first], course.time_s[last]);
        let straight = straight_between(course, None, start_s, end_s)?;
        let cog_deg = leg.course_deg(course);
        let wind = wind_along.and_then(|b| straight_wind(course, b, first + 1..last + 1));
        Some(Straight { cog_deg, wind, ..straight })
    };
    legs.outside(course, taken).filter_map(of).collect()
}

/// The parts of a span outside `taken`.
fn free_spans(from_s: f64, to_s: f64, taken: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut free = Vec::new();
    let mut at = from_s;
    for &(start, end) in &taken[taken.partition_point(|t| t.1 < from_s)..] {
        if start > to_s {
            break;
        }
        if start > at {
            free.push((at, start));
        }
        at = at.max(end);
    }
    if to_s > at {
        free.push((at, to_s));
    }
    free
}

/// Splits a span where the mean course of the next [`COURSE_MEAN_S`] differs from that since the last split by more than
/// [`SPLIT_DEG`], for at least [`MIN_SPLIT_S`].
fn split(course: &Course, from_s: f64, to_s: f64) -> Vec<(f64, f64)> {
    let mut parts = Vec::new();
    let mut start = from_s;
    let mut away_since: Option<f64> = None;
    let mut t = from_s + COURSE_MEAN_S;
    while t + COURSE_MEAN_S <= to_s {
        let behind = course.mean_course(t, start, away_since.unwrap_or(t));
        let ahead = course.mean_course(t, t, t + COURSE_MEAN_S);
        let off = behind.zip(ahead).is_some_and(|(b, a)| (a - b).abs() > SPLIT_DEG);
        match (off, away_since) {
            (true, None) => away_since = Some(t),
            (true, Some(since)) if t - since >= MIN_SPLIT_S => {
                parts.push((start, since));
                start = since;
                away_since = None;
            }
            (false, _) => away_since = None,
            _ => {}
        }
        t += 1.0;
    }
    parts.push((start, to_s));
    parts
}

/// Judges whether a stretch is a straight.
struct Steadiness<'a> {
    course: &'a Course<'a>,
    wind_along: Option<&'a WindAlongTrack<'a>>,
    class: &'a BoatClass,
    /// Unwrapped courses at each fix averaged over the noise of the receiver, and over waves and steering, deg.
    fine_deg: Vec<f64>,
    mean_deg: Vec<f64>,
}

impl Steadiness<'_> {
    /// Appends the straights of a stretch that was divided so many times before.
    fn straights(&self, from_s: f64, to_s: f64, divisions: usize, out: &mut Vec<Straight>) {
        if to_s - from_s < MIN_STRAIGHT_S || divisions > MAX_DIVISIONS {
            return;
        }
        let Some(straight) = straight_between(self.course, self.wind_along, from_s, to_s) else { return };
        let fixes = self.course.fixes(from_s, to_s);
        if straight.sog_mps <= MIN_MPS.max(MIN_PACE_SHARE * self.course.pace_mps) {
            return;
        }
        let sd_share = if divisions > 0 { DIVIDED_SD_SHARE } else { 1.0 };
        if self.is_steady(&straight, fixes.clone(), sd_share) {
            out.push(straight);
        } else if let Some(worst_s) = self.farthest_from_mean_s(fixes) {
            self.straights(from_s, worst_s - LEFT_OUT_S, divisions + 1, out);
            self.straights(worst_s + LEFT_OUT_S, to_s, divisions + 1, out);
        }
    }

    /// True when course deviation and turn rate are within their limits, the former multiplied by `sd_share`.
    fn is_steady(&self, straight: &Straight, fixes: Range<usize>, sd_share: f64) -> bool {
        let seconds = || self.course.seconds(fixes.clone());
        let courses = seconds().map(|(i, s)| (wrap_360(self.fine_deg[i]), s));
        let Some((_, r)) = circular_mean(courses) else { return false };
        let (first, last) = (fixes.start, fixes.end.saturating_sub(1));
        let rate = |i: usize| {
            let (a, b) = (i.saturating_sub(1).max(first), (i + 1).min(last));
            (self.mean_deg[b] - self.mean_deg[a]) / (self.course.time_s[b] - self.course.time_s[a])
        };
        let all_s: f64 = seconds().map(|(_, s)| s).sum();
        let calm_s: f64 = seconds().filter(|&(i, _)| rate(i).abs() < MAX_RATE_DPS).map(|(_, s)| s).sum();
        let downwind = straight.wind.is_some_and(|w| w.angle_deg > DOWNWIND_DEG);
        let varies = downwind || self.class.foil_speed_kn.is_some();
        let max_sd_deg = if varies { MAX_DOWNWIND_COURSE_SD_DEG } else { MAX_COURSE_SD_DEG };
        circular_sd_deg(r) <= sd_share * max_sd_deg && calm_s >= MIN_CALM_SHARE * all_s
    }

    /// The moment at which the course is farthest from its mean, s.
    fn farthest_from_mean_s(&self, fixes: Range<usize>) -> Option<f64> {
        let sums = self.course.seconds(fixes.clone()).map(|(i, s)| (self.mean_deg[i] * s, s));
        let (sum, all_s) = sums.fold((0.0, 0.0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
        let mean = sum / all_s;
        let off = |i: &usize| (self.mean_deg[*i] - mean).abs();
        let worst = fixes.max_by(|a, b| off(a).total_cmp(&off(b)))?;
        self.course.time_s.get(worst).copied()
    }
}

/// The straight between two moments of one piece, without a test of its steadiness; none where too little was recorded.
pub fn straight_between(
    course: &Course,
    wind_along: Option<&WindAlongTrack>,
    from_s: f64,
    to_s: f64,
) -> Option<Straight> {
    let fixes = course.fixes(from_s, to_s);
    let sog_mps = course.mean_sog(from_s, from_s, to_s)?;
    let (cog_deg, _) =
        circular_mean(course.seconds(fixes.clone()).map(|(i, s)| (wrap_360(course.course_deg[i]), s)))?;
    let wind = wind_along.and_then(|b| straight_wind(course, b, fixes));
    Some(Straight { start_s: from_s, end_s: to_s, sog_mps, cog_deg, wind })
}

/// Wind angle and progress of these fixes; none where the wind is known for less than half of their time.
fn straight_wind(
    course: &Course,
    wind_along: &WindAlongTrack,
    fixes: std::ops::Range<usize>,
) -> Option<StraightWind> {
    let angles = || course.seconds(fixes.clone()).map(|(i, s)| (wind_along.angle_at_fix(course, i), s));
    let (mean, _) = circular_mean(angles())?;
    let theta = crate::angle::wrap_180(mean);
    let (mut good_m, mut known_s, mut all_s) = (0.0, 0.0, 0.0);
    for (i, seconds) in course.seconds(fixes.clone()) {
        let angle = wind_along.angle_at_fix(course, i);
        all_s += seconds;
        if angle.is_finite() {
            good_m += seconds * course.motion.sog_mps[i] * libm::cos(crate::angle::to_rad(angle));
            known_s += seconds;
        }
    }
    if known_s < 0.5 * all_s {
        return None;
    }
    let side = if theta > 0.0 { TackSide::Starboard } else { TackSide::Port };
    Some(StraightWind { side, angle_deg: theta.abs(), vmg_mps: good_m / known_s })
}
