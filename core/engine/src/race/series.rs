//! How the boats of a field move to windward, second by second: the evidence of starts (docs/races.md, 1).

use super::field::{Field, FieldBoat};
use crate::angle::hypot;
use crate::stats::quantile::{median, quantile};

/// Displacement is taken over this time, s.
const WINDOW_S: usize = 60;
/// Speed made good of a boat: this quantile of its means over the window. Speed of a boat: this quantile.
const BEST_SHARE: f64 = 0.85;
const SPEED_SHARE: f64 = 0.75;
/// Most that faster than usual counts, and least speed downwind before that speaks against a start.
const MOST: f64 = 1.1;
const RUNNING: f64 = 0.4;
/// Least speeds by which others are divided, m/s.
const LEAST_MPS: f64 = 0.3;
/// A start without a beat: least advance, and least advance beyond what was covered before, of this share of the boats.
const REACH_ADVANCE: f64 = 0.45;
const REACH_GAIN: f64 = 0.2;
const REACH_SHARE: f64 = 0.6;

/// The course of the evidence of a start over the day; NaN where it is not known.
pub(super) struct StartSeries {
    /// Median over the boats of the evidence for the beginning of a beat.
    pub beat: Vec<f64>,
    /// The same for a beginning in any direction.
    pub any: Vec<f64>,
    /// Median over the boats of the distance covered in the window before, as a share of what they make good to windward.
    pub covered: Vec<f64>,
    /// Each boat's own evidence for a beat.
    pub boats: Vec<Vec<f32>>,
}

impl StartSeries {
    pub(super) fn new(field: &Field) -> Self {
        let made_good: Vec<Vec<f32>> = (0..field.boats.len()).map(|b| made_good(field, b)).collect();
        let upwind = |values: &Vec<f32>| {
            let mut known: Vec<f64> =
                values.iter().map(|v| f64::from(*v)).filter(|v| v.is_finite()).collect();
            quantile(&mut known, BEST_SHARE).unwrap_or(LEAST_MPS).max(LEAST_MPS)
        };
        let made_good_mps: Vec<f64> = made_good.iter().map(upwind).collect();
        let boats: Vec<Vec<f32>> =
            made_good.iter().zip(&made_good_mps).map(|(values, &best)| evidence(values, best)).collect();
        let speed_mps: Vec<f64> = (0..field.boats.len()).map(|b| speed_mps(field, b)).collect();
        let beat = (0..field.seconds).map(|row| middle(&boats, row)).collect();
        let any = any_direction(field, &speed_mps);
        let covered = (0..field.seconds).map(|row| covered_share(field, &made_good_mps, row)).collect();
        Self { beat, any, covered, boats }
    }
}

/// Mean speed to windward over the window from each row, m/s; NaN where unknown.
fn made_good(field: &Field, boat: usize) -> Vec<f32> {
    let Some(boat) = field.boats.get(boat) else { return Vec::new() };
    let value = |row: usize| {
        let ((x0, y0), (x1, y1)) = (boat.at(row)?, boat.at(row + WINDOW_S)?);
        let (east, north) = field.wind.to_windward(row)?;
        Some(((x1 - x0) * east + (y1 - y0) * north) / WINDOW_S as f64)
    };
    (0..field.seconds).map(|row| value(row).unwrap_or(f64::NAN) as f32).collect()
}

/// Upwind now, neither upwind nor downwind before.
fn evidence(made_good: &[f32], best_mps: f64) -> Vec<f32> {
    let share = |row: usize| made_good.get(row).map_or(f64::NAN, |v| f64::from(*v) / best_mps);
    let value = |row: usize| {
        let (now, before) = (share(row), share(row.checked_sub(WINDOW_S)?));
        Some(now.min(MOST) - before.max(0.0) - (-before - RUNNING).max(0.0))
    };
    // The smaller of a number and NaN is the number.
    let known = |row: usize| share(row).is_finite() && row >= WINDOW_S && share(row - WINDOW_S).is_finite();
    (0..made_good.len())
        .map(|row| if known(row) { value(row).unwrap_or(f64::NAN) as f32 } else { f32::NAN })
        .collect()
}

/// Median over the boats, of two the smaller; NaN where fewer than half of them are there.
fn middle(boats: &[Vec<f32>], row: usize) -> f64 {
    let at = boats.iter().filter_map(|b| b.get(row)).map(|v| f64::from(*v));
    let mut known: Vec<f64> = at.filter(|v| v.is_finite()).collect();
    if known.is_empty() || 2 * known.len() < boats.len() {
        return f64::NAN;
    }
    if known.len() == 2 {
        return known.iter().copied().fold(f64::INFINITY, f64::min);
    }
    median(&mut known).unwrap_or(f64::NAN)
}

fn speed_mps(field: &Field, boat: usize) -> f64 {
    let Some(boat) = field.boats.get(boat) else { return LEAST_MPS };
    let mut speeds: Vec<f64> =
        (0..field.seconds).step_by(5).map(|r| boat.speed_mps(r)).filter(|v| v.is_finite()).collect();
    quantile(&mut speeds, SPEED_SHARE).unwrap_or(LEAST_MPS).max(LEAST_MPS)
}

/// Evidence for a start in any direction: all boats advance along the way of the fleet, and did not get far before.
fn any_direction(field: &Field, speed_mps: &[f64]) -> Vec<f64> {
    (0..field.seconds).map(|row| start_in_any_direction(field, speed_mps, row)).collect()
}

fn covered_share(field: &Field, made_good_mps: &[f64], row: usize) -> f64 {
    let share = |(boat, mps): (&FieldBoat, &f64)| {
        let (before, now) = (boat.at(row.checked_sub(WINDOW_S)?)?, boat.at(row)?);
        Some(hypot(now.0 - before.0, now.1 - before.1) / (WINDOW_S as f64 * mps))
    };
    median(&mut field.boats.iter().zip(made_good_mps).filter_map(share).collect::<Vec<_>>())
        .unwrap_or(f64::NAN)
}

fn start_in_any_direction(field: &Field, speed_mps: &[f64], row: usize) -> f64 {
    let Some(direction) = fleet_direction(field, row) else { return f64::NAN };
    let window = WINDOW_S as f64;
    let shares: Vec<(f64, f64)> = field
        .boats
        .iter()
        .zip(speed_mps)
        .filter_map(|(boat, mps)| {
            let (now, later) = (boat.at(row)?, boat.at(row + WINDOW_S)?);
            let before = boat.at(row.checked_sub(WINDOW_S)?)?;
            let advance = (later.0 - now.0) * direction.0 + (later.1 - now.1) * direction.1;
            let covered = hypot(now.0 - before.0, now.1 - before.1);
            Some((advance / (window * mps), covered / (window * mps)))
        })
        .collect();
    if shares.is_empty() || 2 * shares.len() < field.boats.len() {
        return f64::NAN;
    }
    let starts = shares.iter().filter(|(f, h)| *f > REACH_ADVANCE && f - h > REACH_GAIN).count();
    if (starts as f64) < REACH_SHARE * shares.len() as f64 {
        return f64::NAN;
    }
    median(&mut shares.iter().map(|(f, h)| f - h).collect::<Vec<_>>()).unwrap_or(f64::NAN)
}

/// Direction of the fleet's median displacement over the window from a row, a unit vector.
pub(super) fn fleet_direction(field: &Field, row: usize) -> Option<(f64, f64)> {
    let (mut east, mut north) = (Vec::new(), Vec::new());
    for boat in &field.boats {
        if let (Some((x0, y0)), Some((x1, y1))) = (boat.at(row), boat.at(row + WINDOW_S)) {
            east.push(x1 - x0);
            north.push(y1 - y0);
        }
    }
    let (x, y) = (median(&mut east)?, median(&mut north)?);
    let length = hypot(x, y);
    (length > 1.0).then(|| (x / length, y / length))
}

/// Rows of the maxima above a limit, at least `apart` rows from each other, in time order.
pub(super) fn maxima(series: &[f64], limit: f64, apart: usize) -> Vec<usize> {
    let mut above: Vec<usize> = (0..series.len()).filter(|&r| series[r] > limit).collect();
    above.sort_by(|&a, &b| series[b].total_cmp(&series[a]).then(a.cmp(&b)));
    let mut chosen: Vec<usize> = Vec::new();
    for row in above {
        if chosen.iter().all(|&c| c.abs_diff(row) >= apart) {
            chosen.push(row);
        }
    }
    chosen.sort_unstable();
    chosen
}
