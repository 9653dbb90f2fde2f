//! Steady sailing between maneuvers (ALGORITHMS 3.5).

use std::ops::Range;

use crate::angle::{circular_mean, circular_sd_deg, wrap_360};
use crate::config::BoatClass;
use crate::segment::TackSide;
use crate::segment::course::Course;
use crate::segment::wind_along_track::WindAlongTrack;
use crate::units::MPS_PER_KNOT;

/// Shortest straight, s, and what is trimmed off at each end.
const MIN_S: f64 = 20.0;
const TRIM_S: f64 = 2.0;
/// A change of course of this much, held this long, begins another straight.
const CHANGE_DEG: f64 = 15.0;
const CHANGE_HELD_S: f64 = 8.0;
/// Course means compared for it, s.
const MEAN_S: f64 = 5.0;
/// Fixes over which a receiver's noise is averaged before steadiness is judged.
const NOISE_FIXES: f64 = 2.5;
/// Widest spread of course, deg; in following waves a foil wanders more.
const MAX_SD_DEG: f64 = 10.0;
const MAX_SD_SURF_DEG: f64 = 14.0;
/// A recording that is never faster than a walk shows somebody walking, m/s (3 kn).
const WALK_MPS: f64 = 3.0 * MPS_PER_KNOT;
/// Where a stretch is unsteady it is parted at its worst moment, and so long about that is left out on either side, s.
const WORST_S: f64 = 3.0;
/// It is parted so often at most: what is unsteady then is no leg.
const MOST_PARTED: usize = 6;
/// Beside a wild moment the rest is steadier than this share of what a whole leg may be, else all of it is wild.
const PARTED_SHARE: f64 = 0.7;
/// Slowest mean speed: this, or this share of the median.
const MIN_MPS: f64 = 1.5 * MPS_PER_KNOT;
const MIN_SHARE: f64 = 0.4;
/// The turn rate of the means stays under this for this share of the fixes: a weave to and fro is no turn.
const MAX_RATE_DPS: f64 = 4.0;
const RATE_SHARE: f64 = 0.9;
/// Points of sail by the mean wind angle, deg.
pub const UPWIND_DEG: f64 = 70.0;
pub const DOWNWIND_DEG: f64 = 110.0;

/// A straight; times in s from the first fix.
#[derive(Debug, Clone, PartialEq)]
pub struct Straight {
    pub start_s: f64,
    pub end_s: f64,
    pub sog_mps: f64,
    pub cog_deg: f64,
    /// Mean absolute wind angle and progress towards the wind; none without wind.
    pub wind: Option<StraightWind>,
}

/// A straight against the wind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StraightWind {
    pub side: TackSide,
    pub angle_deg: f64,
    pub vmg_mps: f64,
}

/// Finds the straights outside `taken`, spans of time in order that belong to maneuvers, stops and falls.
pub fn find_straights(
    course: &Course,
    wind_along: Option<&WindAlongTrack>,
    class: &BoatClass,
    taken: &[(f64, f64)],
) -> Vec<Straight> {
    let mut out = Vec::new();
    if course.sog_2s_mps.iter().all(|v| *v < WALK_MPS) {
        return out;
    }
    // A receiver's noise lasts for a fix or two, what the helm does for longer: steadiness is read on means.
    let fine_deg = course.centred_course((NOISE_FIXES * course.track.median_dt_s).min(MEAN_S));
    let steadiness =
        Steadiness { course, wind_along, fine_deg, mean_deg: course.centred_course(MEAN_S), class };
    for piece in &course.track.pieces {
        for (from, to) in free_spans(course.time_s[piece.start], course.time_s[piece.end - 1], taken) {
            for (a, b) in split(course, from, to) {
                steadiness.straights(a + TRIM_S, b - TRIM_S, 0, &mut out);
            }
        }
    }
    out
}

/// What `taken` leaves of a span.
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

/// Splits where the course settles elsewhere: the mean of what follows leaves that of what went before and stays away.
fn split(course: &Course, from_s: f64, to_s: f64) -> Vec<(f64, f64)> {
    let mut parts = Vec::new();
    let mut start = from_s;
    let mut away_since: Option<f64> = None;
    let mut t = from_s + MEAN_S;
    while t + MEAN_S <= to_s {
        let behind = course.mean_course(t, start, away_since.unwrap_or(t));
        let ahead = course.mean_course(t, t, t + MEAN_S);
        let off = behind.zip(ahead).is_some_and(|(b, a)| (a - b).abs() > CHANGE_DEG);
        match (off, away_since) {
            (true, None) => away_since = Some(t),
            (true, Some(since)) if t - since >= CHANGE_HELD_S => {
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

/// What is asked of a stretch before it is a straight.
struct Steadiness<'a> {
    course: &'a Course<'a>,
    wind_along: Option<&'a WindAlongTrack<'a>>,
    class: &'a BoatClass,
    /// Courses without the receiver's noise, and without the weave of waves and helm, deg.
    fine_deg: Vec<f64>,
    mean_deg: Vec<f64>,
}

impl Steadiness<'_> {
    /// The straights of a stretch: the whole of it, or what is left beside its worst moments.
    fn straights(&self, from_s: f64, to_s: f64, parted: usize, out: &mut Vec<Straight>) {
        if to_s - from_s < MIN_S || parted > MOST_PARTED {
            return;
        }
        let Some(straight) = straight_between(self.course, self.wind_along, from_s, to_s) else { return };
        let fixes = self.course.fixes(from_s, to_s);
        if straight.sog_mps <= MIN_MPS.max(MIN_SHARE * self.course.pace_mps) {
            return;
        }
        let strict = if parted > 0 { PARTED_SHARE } else { 1.0 };
        if self.is_steady(&straight, fixes.clone(), strict) {
            out.push(straight);
        } else if let Some(worst_s) = self.worst(fixes) {
            self.straights(from_s, worst_s - WORST_S, parted + 1, out);
            self.straights(worst_s + WORST_S, to_s, parted + 1, out);
        }
    }

    fn is_steady(&self, straight: &Straight, fixes: Range<usize>, strict: f64) -> bool {
        let Some(fine) = self.fine_deg.get(fixes.clone()) else { return false };
        let Some((_, r)) = circular_mean(fine.iter().map(|&c| (wrap_360(c), 1.0))) else { return false };
        let (first, last) = (fixes.start, fixes.end.saturating_sub(1));
        let rate = |i: usize| {
            let (a, b) = (i.saturating_sub(1).max(first), (i + 1).min(last));
            (self.mean_deg[b] - self.mean_deg[a]) / (self.course.time_s[b] - self.course.time_s[a])
        };
        let calm = fixes.clone().filter(|&i| rate(i).abs() < MAX_RATE_DPS).count();
        let surfs = straight.wind.is_some_and(|w| w.angle_deg > DOWNWIND_DEG);
        let weaves = surfs || self.class.foil_speed_kn.is_some();
        let max_sd = if weaves { MAX_SD_SURF_DEG } else { MAX_SD_DEG };
        circular_sd_deg(r) <= strict * max_sd && calm as f64 >= RATE_SHARE * fixes.len() as f64
    }

    /// The moment at which the course is farthest from its mean.
    fn worst(&self, fixes: Range<usize>) -> Option<f64> {
        let courses = self.mean_deg.get(fixes.clone())?;
        let mean = courses.iter().sum::<f64>() / courses.len() as f64;
        let off = |i: &usize| (self.mean_deg[*i] - mean).abs();
        let worst = fixes.max_by(|a, b| off(a).total_cmp(&off(b)))?;
        self.course.time_s.get(worst).copied()
    }
}

/// A straight between two moments of one piece, however steady it was; none where too little of it was recorded.
pub fn straight_between(
    course: &Course,
    wind_along: Option<&WindAlongTrack>,
    from_s: f64,
    to_s: f64,
) -> Option<Straight> {
    let fixes = course.fixes(from_s, to_s);
    let sog_mps = course.mean_sog(from_s, from_s, to_s)?;
    let (cog_deg, _) = circular_mean(course.course_deg[fixes.clone()].iter().map(|&c| (wrap_360(c), 1.0)))?;
    let wind = wind_along.and_then(|b| against(course, b, fixes));
    Some(Straight { start_s: from_s, end_s: to_s, sog_mps, cog_deg, wind })
}

fn against(
    course: &Course,
    wind_along: &WindAlongTrack,
    fixes: std::ops::Range<usize>,
) -> Option<StraightWind> {
    let angles = || fixes.clone().map(|i| (wind_along.angle_at_fix(course, i), 1.0));
    let (mean, _) = circular_mean(angles())?;
    let theta = crate::angle::wrap_180(mean);
    let (mut vmg, mut n) = (0.0, 0.0);
    for i in fixes.clone() {
        let angle = wind_along.angle_at_fix(course, i);
        if angle.is_finite() {
            vmg += course.motion.sog_mps[i] * libm::cos(crate::angle::to_rad(angle));
            n += 1.0;
        }
    }
    // A straight whose wind is known for less than half of it has none.
    if n < 0.5 * fixes.len() as f64 {
        return None;
    }
    let side = if theta > 0.0 { TackSide::Starboard } else { TackSide::Port };
    Some(StraightWind { side, angle_deg: theta.abs(), vmg_mps: vmg / n })
}
