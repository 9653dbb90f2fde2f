//! The evidence of a start, second by second (docs/races.md, 1).

use super::field::{Field, FieldBoat};
use super::turning::RUN_DEG;
use super::vectors::{dot, unit, way};
use crate::angle::{bearing_deg, hypot, wrap_180};
use crate::stats::quantile::{median, quantile};

/// Displacement is taken over this time, s. *hand-tuned* on the fleets of ../shared/recordings
pub(super) const WINDOW_S: usize = 60;
/// What a boat did before is the mean of her displacements over the windows that end so many s before, s: in one window the
/// turn at a mark looks like waiting. *hand-tuned* on the fleets of ../shared/recordings
const BEFORE_S: [usize; 3] = [0, 30, 60];
/// Of a boat whose way before is not known it is taken as this: between waiting (0.3) and sailing a leg (0.8), as measured on
/// the same fleets, because trackers that record a race at a time begin minutes before the gun.
/// *hand-tuned* on the fleets of ../shared/recordings
const UNKNOWN_BEFORE: f64 = 0.5;
/// Speed of a boat, also to windward: this quantile of its means over the window.
/// *hand-tuned* on the fleets of ../shared/recordings
const SPEED_SHARE: f64 = 0.85;
/// Most that faster than usual counts (docs/races.md, 1). *hand-tuned*
const MOST: f64 = 1.1;
/// Least speeds by which others are divided, m/s. *numerical*
pub(super) const LEAST_MPS: f64 = 0.3;
/// The first leg is a beat when the fleet goes off within so much of the wind, deg, else a reach. *hand-tuned*
const BEAT_DEG: f64 = 60.0;
/// Log-likelihood ratios per unit of what is measured, and where each is 0: the advance beyond what was covered before, the
/// same to windward, and the advance. *hand-tuned* on the starts, marks and pauses of the fleets of ../shared/recordings
const ONSET: [f64; 2] = [6.0, 0.2];
const TO_WINDWARD: [f64; 2] = [4.0, 0.35];
const ONSET_OF_REACH: [f64; 2] = [8.0, 0.28];
const ADVANCE: [f64; 2] = [2.0, 0.7];

/// The evidence of a start over the day.
pub(super) struct StartEvidence {
    /// Logarithm of the likelihood of the fleet's motion at a start over that elsewhere; NaN where fewer than half of the
    /// boats are known, and on a run.
    pub ratio: Vec<f64>,
    /// Whether the first leg would be a beat.
    pub is_beat: Vec<bool>,
    /// What the median boat covered before, as a share of her speed.
    pub covered: Vec<f64>,
}

impl StartEvidence {
    pub(super) fn new(field: &Field) -> Self {
        let boats: Vec<Boat> = field.boats.iter().map(|boat| Boat::of(field, boat)).collect();
        let nothing = (f64::NAN, (false, f64::NAN));
        let all = (0..field.seconds).map(|row| at(field, &boats, row).unwrap_or(nothing));
        let (ratio, (is_beat, covered)) = all.unzip();
        Self { ratio, is_beat, covered }
    }
}

/// A boat with her usual speeds over the window, m/s.
struct Boat<'a> {
    boat: &'a FieldBoat,
    mps: f64,
    to_windward_mps: f64,
}

impl<'a> Boat<'a> {
    fn of(field: &Field, boat: &'a FieldBoat) -> Self {
        let rows = || (0..field.seconds).step_by(5);
        let usual = |mut all: Vec<f64>| quantile(&mut all, SPEED_SHARE).unwrap_or(0.0).max(LEAST_MPS);
        let speed = |row| displacement(boat, row).map(|(x, y)| hypot(x, y));
        let to_windward = |row| Some(dot(displacement(boat, row)?, field.wind.to_windward(row)?));
        Self {
            boat,
            mps: usual(rows().filter_map(speed).collect()),
            to_windward_mps: usual(rows().filter_map(to_windward).collect()),
        }
    }

    /// Advance in this direction, and what was covered before.
    fn onset(&self, row: usize, direction: (f64, f64)) -> Option<(f64, f64)> {
        let advance = dot(displacement(self.boat, row)?, direction) / self.mps;
        let before = BEFORE_S.iter().filter_map(|s| displacement(self.boat, row.checked_sub(WINDOW_S + s)?));
        let covered: Vec<f64> = before.map(|(x, y)| hypot(x, y) / self.mps).collect();
        let covered_mean = covered.iter().sum::<f64>() / covered.len() as f64;
        let covered = if covered.is_empty() { UNKNOWN_BEFORE } else { covered_mean };
        Some((advance, covered))
    }

    /// To windward now, and not before.
    fn to_windward(&self, field: &Field, row: usize) -> Option<f64> {
        let share = |row| {
            Some(dot(displacement(self.boat, row)?, field.wind.to_windward(row)?) / self.to_windward_mps)
        };
        let (now, before) = (share(row)?, share(row.checked_sub(WINDOW_S)?)?);
        Some(now.min(MOST) - before.max(0.0))
    }
}

/// Log-likelihood ratio of a start at a row, whether its first leg would be a beat, and what was covered before.
fn at(field: &Field, boats: &[Boat], row: usize) -> Option<(f64, (bool, f64))> {
    let direction = fleet_direction(field, row)?;
    let onsets: Vec<(f64, f64)> = boats.iter().filter_map(|b| b.onset(row, direction)).collect();
    if onsets.is_empty() || 2 * onsets.len() < boats.len() {
        return None;
    }
    let onset = middle(onsets.iter().map(|(advance, covered)| advance.min(1.0) - covered).collect())?;
    let (advance, covered): (Vec<f64>, Vec<f64>) = onsets.into_iter().unzip();
    let advance = middle(advance)?;
    let term = |value: f64, [weight, zero]: [f64; 2]| weight * (value - zero);
    let to_wind_deg =
        field.wind.twd(row).map(|twd| wrap_180(twd - bearing_deg(direction.0, direction.1)).abs());
    let upwind: Vec<f64> = boats.iter().filter_map(|b| b.to_windward(field, row)).collect();
    let upwind = middle(upwind).map_or(0.0, |v| term(v, TO_WINDWARD));
    // A fleet that goes off on a run has rounded a mark or sails home.
    if to_wind_deg.is_some_and(|deg| deg > RUN_DEG) {
        return None;
    }
    let is_beat = to_wind_deg.is_some_and(|deg| deg < BEAT_DEG);
    let set_off = if is_beat { term(onset, ONSET) + upwind } else { term(onset, ONSET_OF_REACH) };
    let ratio = set_off + term(advance, ADVANCE);
    Some((ratio, (is_beat, middle(covered)?)))
}

/// Median, of two the smaller.
fn middle(mut values: Vec<f64>) -> Option<f64> {
    if values.len() == 2 {
        return values.into_iter().reduce(f64::min);
    }
    median(&mut values)
}

/// Mean velocity over the window from a row, m/s.
fn displacement(boat: &FieldBoat, row: usize) -> Option<(f64, f64)> {
    let (x, y) = way(boat.at(row)?, boat.at(row + WINDOW_S)?);
    Some((x / WINDOW_S as f64, y / WINDOW_S as f64))
}

/// Direction of the fleet's median displacement over the window from a row, a unit vector.
pub(super) fn fleet_direction(field: &Field, row: usize) -> Option<(f64, f64)> {
    let (mut east, mut north): (Vec<f64>, Vec<f64>) =
        field.boats.iter().filter_map(|boat| displacement(boat, row)).unzip();
    let (x, y) = (median(&mut east)?, median(&mut north)?);
    unit((x, y)).filter(|_| hypot(x, y) * WINDOW_S as f64 > 1.0)
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
