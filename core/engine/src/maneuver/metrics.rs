//! Speeds, angle and turn rates of one maneuver (docs/algorithms.md, section 8.2).

use crate::angle::wrap_180;
use crate::segment::course::Course;
use crate::segment::turns::{LEAD_S, Turn, WINDOW_S};
pub use crate::segment::under_way::entry_mps;

/// Longest median interval at which turn rates are reported, s. *guess*
const MAX_RATE_INTERVAL_S: f64 = 2.0;
/// Length of the means of which the least and the greatest speed are taken, s. *guess*
const EXTREME_MEAN_S: f64 = 1.0;
/// Latest moment of the least and the greatest speed, s after the turn. *guess*
const EXTREME_WITHIN_S: f64 = 10.0;
/// Middle share of the course change over which the least turn rate is taken. *guess*
const MIDDLE_SHARE: f64 = 0.8;

/// Speeds (m/s), course change (deg, unsigned, may exceed 180) and turn rates of one maneuver; none where too little was
/// recorded.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Metrics {
    pub entry_mps: Option<f64>,
    pub exit_mps: Option<f64>,
    pub min_mps: Option<f64>,
    pub max_mps: Option<f64>,
    pub angle_deg: Option<f64>,
    pub rates: Option<Rates>,
}

/// Turn rates in the sense of the turn, deg/s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rates {
    pub max_dps: f64,
    pub min_dps: f64,
    pub avg_dps: f64,
}

/// Measures a turn whose maneuver ends at `end_s`, s from the first fix.
pub fn measure(course: &Course, turn: &Turn, end_s: f64) -> Metrics {
    let (t0, t1) = (turn.start_s, turn.end_s);
    let c_in = course.mean_course(t0, t0 - LEAD_S - WINDOW_S, t0 - LEAD_S);
    let c_out = course.mean_course(t1, t1, t1 + WINDOW_S);
    let angle_deg = c_in.zip(c_out).map(|(a, b)| (b - a).abs());
    let extremes = speed_extremes(course, t0 - LEAD_S, end_s.min(t1 + EXTREME_WITHIN_S));
    Metrics {
        entry_mps: entry_mps(course, turn),
        exit_mps: course.mean_sog(t1, t1, t1 + WINDOW_S),
        min_mps: extremes.map(|e| e.0),
        max_mps: extremes.map(|e| e.1),
        angle_deg,
        rates: angle_deg.and_then(|angle| rates(course, turn, angle)),
    }
}

/// Least and greatest speed between two moments, m/s; none without a fix between them.
fn speed_extremes(course: &Course, from_s: f64, to_s: f64) -> Option<(f64, f64)> {
    let inside = course.fixes(from_s, to_s);
    let mut extremes: Option<(f64, f64)> = None;
    for i in inside {
        let t = course.time_s[i];
        let v = course
            .mean_sog(t, t - EXTREME_MEAN_S / 2.0, t + EXTREME_MEAN_S / 2.0)
            .unwrap_or(course.motion.sog_mps[i]);
        extremes = Some(extremes.map_or((v, v), |(low, high)| (low.min(v), high.max(v))));
    }
    extremes
}

/// Turn rates by the heading channel where it covers the turn, else by the course over ground; none for sparse fixes.
fn rates(course: &Course, turn: &Turn, angle_deg: f64) -> Option<Rates> {
    if course.track.median_dt_s > MAX_RATE_INTERVAL_S || turn.end_s <= turn.start_s {
        return None;
    }
    let fixes = course.fixes(turn.start_s, turn.end_s);
    let by_compass = heading_rates(course, fixes.clone());
    let signed = by_compass.unwrap_or_else(|| course.rate_dps[fixes.clone()].to_vec());
    let rate: Vec<f64> = signed.iter().map(|r| r * turn.sense()).collect();
    let times = &course.time_s[fixes];
    let max_dps = rate.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let min_dps = min_rate_in_middle(times, &rate);
    max_dps.is_finite().then_some(Rates {
        max_dps,
        min_dps: if min_dps.is_finite() { min_dps } else { max_dps },
        avg_dps: angle_deg / (turn.end_s - turn.start_s),
    })
}

/// The least rate over the middle [`MIDDLE_SHARE`] of the course change, deg/s; infinity without a fix there.
fn min_rate_in_middle(times: &[f64], rate: &[f64]) -> f64 {
    let mut turned = vec![0.0; rate.len()];
    for k in 1..rate.len() {
        turned[k] = turned[k - 1] + 0.5 * (rate[k] + rate[k - 1]) * (times[k] - times[k - 1]);
    }
    let total = turned.last().copied().unwrap_or(0.0);
    let edge = total * (1.0 - MIDDLE_SHARE) / 2.0;
    let inside = turned.iter().zip(rate).filter(|(t, _)| **t >= edge && **t <= total - edge);
    inside.map(|(_, r)| *r).fold(f64::INFINITY, f64::min)
}

/// Turn rates of the heading channel at these fixes, deg/s; none unless all of them have a heading.
fn heading_rates(course: &Course, fixes: std::ops::Range<usize>) -> Option<Vec<f64>> {
    let heading = course.track.columns.get("hdg")?;
    let last = heading.len().checked_sub(1)?;
    fixes
        .map(|i| {
            let (a, b) = (i.saturating_sub(1), (i + 1).min(last));
            let change = wrap_180(f64::from(heading[b]) - f64::from(heading[a]));
            let rate = change / (course.time_s[b] - course.time_s[a]);
            rate.is_finite().then_some(rate)
        })
        .collect()
}
