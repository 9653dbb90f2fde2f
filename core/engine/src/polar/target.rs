//! Targets with their uncertainty between sessions.

use super::answer::PolarTarget;
use super::histogram::{Histogram, Leg};
use super::outings::Cell;
use super::session::WINDOW_S;
use crate::stats::student::t_quantile_95;

/// Least time and least number of sessions of a target that is published.
const PUBLISHED_S: f64 = 1800.0;
const PUBLISHED_SESSIONS: u32 = 3;

/// A session with less time on a side of the wind is not counted as one of a target, s. *guess*
const COUNTED_S: f64 = 120.0;

/// Of more sessions than these, whole groups are left out in turn: the time stays bounded, and 49 degrees of freedom are as
/// good as more.
pub(super) const MAX_GROUPS: usize = 50;

/// The target on one side of the wind. `outings` are the cells of each outing in the band and on the tacks that are asked
/// for, by time.
pub(super) fn target(
    outings: &[Vec<Cell>],
    leg: Leg,
    speeds: usize,
    direction_sd_deg: Option<f64>,
) -> Option<PolarTarget> {
    let on_leg = |cells: &Vec<Cell>| cells.iter().copied().filter(|c| leg.has(c)).collect::<Vec<_>>();
    let on_leg: Vec<Vec<Cell>> = outings.iter().map(on_leg).filter(|cells| !cells.is_empty()).collect();
    let times: Vec<f64> =
        on_leg.iter().map(|cells| WINDOW_S * cells.iter().map(|c| f64::from(c.n)).sum::<f64>()).collect();
    let mut all = Histogram::new(speeds);
    on_leg.iter().flatten().for_each(|cell| all.add(cell, 1.0));
    let whole = all.typical(leg)?;
    let without = without_each(&mut all, &on_leg, leg);
    let angle_sd = spread(without.iter().map(|w| w.0));
    let vmg_sd = spread(without.iter().map(|w| w.1));
    let sessions = times.iter().filter(|s| **s >= COUNTED_S).count() as u32;
    let time_s: f64 = times.iter().sum();
    let half = vmg_sd.map(|sd| sd * t_quantile_95(degrees_of_freedom(&times)));
    let wind_sd = direction_sd_deg.unwrap_or(0.0) / (without.len().max(1) as f64).sqrt();
    let [q25_kn, median_kn, q75_kn] = whole.quartiles_kn;
    Some(PolarTarget {
        twa_deg: whole.angle_deg,
        twa_sd_deg: angle_sd.map(|sd| crate::angle::hypot(sd, wind_sd)),
        speed_kn: q75_kn,
        vmg_kn: whole.vmg_kn,
        vmg_interval_kn: half.map(|half| [whole.vmg_kn - half, whole.vmg_kn + half]),
        q25_kn,
        median_kn,
        q75_kn,
        time_s,
        sessions,
        is_published: time_s >= PUBLISHED_S && sessions >= PUBLISHED_SESSIONS,
    })
}

/// Angle and speed made good without each of at most [`MAX_GROUPS`] groups of outings in turn; fewer than two groups give none.
fn without_each(all: &mut Histogram, outings: &[Vec<Cell>], leg: Leg) -> Vec<(f64, f64)> {
    let groups = outings.len().min(MAX_GROUPS);
    let mut without = Vec::with_capacity(groups);
    for group in 0..groups {
        let left_out = || outings.iter().skip(group).step_by(MAX_GROUPS).flatten();
        left_out().for_each(|cell| all.add(cell, -1.0));
        without.extend(all.typical(leg).map(|t| (t.angle_deg, t.vmg_kn)));
        left_out().for_each(|cell| all.add(cell, 1.0));
    }
    without
}

/// Standard deviation by the jackknife, times √(n / (n - 1)).
fn spread(without: impl ExactSizeIterator<Item = f64> + Clone) -> Option<f64> {
    let n = without.len();
    let mean = without.clone().sum::<f64>() / n as f64;
    (n >= 2).then(|| without.map(|v| (v - mean) * (v - mean)).sum::<f64>().sqrt())
}

/// One less than the number of sessions, where they are equally long; fewer, where a few of them have most of the time.
fn degrees_of_freedom(times: &[f64]) -> f64 {
    let sum: f64 = times.iter().sum();
    let squares: f64 = times.iter().map(|t| t * t).sum();
    (sum * sum / squares - 1.0).clamp(1.0, MAX_GROUPS as f64 - 1.0)
}
