//! Channels of a straight resampled on an even time grid, in display units.

use crate::angle::{circular_mean, unwrapped, wrap_180, wrap_360};
use crate::channel::find;
use crate::track::Columns;
use crate::units::MPS_PER_KNOT;

/// Gaps longer than the larger of this, s, and this many median intervals are not interpolated. *guess*
const MAX_INTERPOLATED_GAP_S: f64 = 2.0;
const MAX_INTERPOLATED_INTERVALS: f64 = 2.5;

/// Variables of the analysis, in table order. `heel` is heel to leeward, `twa` its absolute value.
pub(super) const VARIABLES: [&str; 12] =
    ["ewd", "tws", "twd", "vmg", "vmg_twd", "sog", "etab", "twa", "heel", "pitch", "clew_load", "cog"];

/// True for directions, which have a circular mean.
pub(super) fn is_direction(variable: &str) -> bool {
    matches!(variable, "ewd" | "twd" | "cog")
}

/// Median interval of fixes, s; 1 when there is none.
pub(super) fn interval_s(time_ms: &[f64]) -> f64 {
    let mut steps: Vec<f64> = time_ms.windows(2).map(|w| (w[1] - w[0]) / 1000.0).collect();
    crate::stats::quantile::median(&mut steps).filter(|dt| *dt > 0.0).unwrap_or(1.0)
}

/// The variable at one fix, in knots, degrees or the channel's own unit; NaN where unknown.
pub(super) fn value(columns: &Columns, variable: &str, i: usize) -> f64 {
    let at = |id: &str| columns.get(id).map_or(f64::NAN, |c| f64::from(c[i]));
    match variable {
        // On starboard tack (angle 0 to 180) leeward is to port, where heel is negative.
        "heel" => {
            let angle = if at("etwa").is_finite() { at("etwa") } else { at("twa") };
            if angle.is_finite() { at("heel") * if angle < 180.0 { -1.0 } else { 1.0 } } else { f64::NAN }
        }
        "twa" => wrap_180(at("twa")).abs(),
        id if find(id).is_some_and(|c| c.unit == "m/s") => at(id) / MPS_PER_KNOT,
        id => at(id),
    }
}

/// Even samples of a variable between two instants, linearly interpolated; NaN in gaps. Directions are unwrapped.
pub(super) fn sampled(columns: &Columns, variable: &str, from_ms: f64, to_ms: f64, rate_hz: f64) -> Vec<f64> {
    let time = &columns.time_ms;
    let count = ((to_ms - from_ms) / 1000.0 * rate_hz + 1e-6).max(0.0) as usize + 1;
    let bridge_ms = 1000.0 * MAX_INTERPOLATED_GAP_S.max(MAX_INTERPOLATED_INTERVALS * interval_s(time));
    let mut next = time.partition_point(|t| *t < from_ms);
    let mut out: Vec<f64> = Vec::with_capacity(count);
    for k in 0..count {
        let t = from_ms + 1000.0 * k as f64 / rate_hz;
        while next < time.len() && time[next] < t {
            next += 1;
        }
        out.push(between(columns, variable, next, t, bridge_ms));
    }
    if is_direction(variable) {
        let known: Vec<f64> = unwrapped(out.iter().copied().filter(|d| d.is_finite())).collect();
        out.iter_mut().filter(|d| d.is_finite()).zip(known).for_each(|(d, known)| *d = known);
    }
    out
}

fn between(columns: &Columns, variable: &str, next: usize, t_ms: f64, bridge_ms: f64) -> f64 {
    let time = &columns.time_ms;
    if time.get(next) == Some(&t_ms) {
        return value(columns, variable, next);
    }
    let Some(before) = next.checked_sub(1).filter(|_| next < time.len()) else { return f64::NAN };
    let gap = time[next] - time[before];
    if gap > bridge_ms {
        return f64::NAN;
    }
    let (a, b) = (value(columns, variable, before), value(columns, variable, next));
    let f = (t_ms - time[before]) / gap;
    if is_direction(variable) { a + wrap_180(b - a) * f } else { a + (b - a) * f }
}

/// Directions unwrapped about a mean, so that linear statistics apply; other values are unchanged.
pub(super) fn about(values: &[f64], mean_deg: Option<f64>) -> Vec<f64> {
    match mean_deg {
        Some(mean) => values.iter().map(|v| mean + wrap_180(v - mean)).collect(),
        None => values.to_vec(),
    }
}

/// Circular mean, deg, of the values of a direction; none for other variables.
pub(super) fn direction_of(variable: &str, values: &[f64]) -> Option<f64> {
    let finite = values.iter().filter(|v| v.is_finite()).map(|v| (wrap_360(*v), 1.0));
    if is_direction(variable) { circular_mean(finite).map(|(mean, _)| mean) } else { None }
}
