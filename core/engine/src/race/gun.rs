//! The moment of the gun, from race timers, the user, or how the fleet moved (docs/races.md, 2.1).

use super::MAX_GUN_SHIFT_S;
use super::answer::GunBasis;
use super::field::{Field, MANY_BOATS};
use super::series::{LEAST_MPS, WINDOW_S};
use super::vectors::{across_and_along, dot};
use crate::stats::order::sort_by_number;
use crate::stats::quantile::median;
use crate::stats::regression::theil_sen_slope;

/// A boat gets under way before the gun by up to about the time in which she gains her speed, s for each m/s, and after it by that of
/// so many m to the line. *hand-tuned* on the fleets of ../shared/recordings and parts of them
const GAIN_S: f64 = 3.0;
const TO_LINE_M: f64 = 15.0;
/// So likely is a boat that does otherwise, and (its logarithm) a gun that is not on a whole minute. *hand-tuned* on the same fleets
/// and simulated ones
const UNUSUAL: f64 = 0.02;
const OFF_MINUTE: f64 = -13.0;
/// A minute is sure above this probability. *guess*
const SURE: f64 = 0.95;
/// Boats that come to the line under way are in a line at the gun, as they cross: mean distance to it in this time, s.
/// *from* docs/races.md, 2
const CROSSING_S: usize = 4;
/// Standard deviations of the gun, s: by timer, typed or at a whole minute, by when boats got under way together, which is the
/// greatest with which a start table is given, else at a whole minute. *hand-tuned* on simulated and real fleets
pub(super) const TIMER_SD_S: f64 = 0.5;
pub(super) const SURE_SD_S: f64 = 1.0;
const ESTIMATED_SD_S: f64 = 8.0;
const UNSURE_MINUTE_SD_S: f64 = 30.0;

/// The gun of a race: s from the start of the grid.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Gun {
    pub s: f64,
    pub sd_s: f64,
    pub basis: GunBasis,
    /// Other moments with their share of the evidence, the most likely first.
    pub others: Vec<(f64, f64)>,
}

impl Gun {
    /// A gun by a race timer.
    pub(super) fn of_timer(s: f64) -> Self {
        Self { s, sd_s: TIMER_SD_S, basis: GunBasis::Timer, others: Vec::new() }
    }

    /// A gun as the user gave it.
    pub(super) fn typed(s: f64) -> Self {
        Self { s, sd_s: SURE_SD_S, basis: GunBasis::Typed, others: Vec::new() }
    }

    /// True where the second of the gun is known well enough for places at the line.
    pub(super) fn has_start_table(&self) -> bool {
        self.sd_s <= ESTIMATED_SD_S
    }
}

/// The gun about a candidate, from the motion of these boats. `direction` is the unit vector in which the fleet starts, and
/// `full_speed` that the gun cannot be estimated from their speed.
pub(super) fn estimate(
    field: &Field,
    boats: &[usize],
    candidate_s: f64,
    direction: (f64, f64),
    full_speed: bool,
) -> Gun {
    let moved =
        if full_speed { Vec::new() } else { under_way(field, boats, candidate_s as usize, direction) };
    let median_of = |of: fn(&(f64, f64)) -> f64| median(&mut moved.iter().map(of).collect::<Vec<_>>());
    let s = median_of(|m| m.0).unwrap_or(candidate_s);
    let mps = median_of(|m| m.1).unwrap_or(LEAST_MPS);
    let [early_s, late_s] = [mps * GAIN_S, TO_LINE_M / mps].map(|s| s.max(ESTIMATED_SD_S));
    // The boats of a fleet are early or late together: more of them are no more evidence.
    let share = (MANY_BOATS as f64 / moved.len().max(1) as f64).min(1.0);
    let likelihood = |gun_s: f64| {
        let of_boat = |after_s: f64| (after_s / late_s).max(-after_s / early_s).min(-libm::log(UNUSUAL));
        let off_m = off_line_while_crossing_m(field, boats, gun_s, direction);
        let in_line = if off_m.is_nan() { 0.0 } else { 2.0 * MANY_BOATS as f64 * libm::log1p(off_m) };
        let about = (gun_s - candidate_s) / UNSURE_MINUTE_SD_S;
        -share * moved.iter().map(|m| of_boat(m.0 - gun_s)).sum::<f64>() - in_line - 0.5 * about * about
    };
    let is_many = boats.len() >= MANY_BOATS;
    let minutes = (0..3).map(|k| minute_from(field, s - WINDOW_S as f64) + 60.0 * f64::from(k));
    let mut guns: Vec<(f64, f64)> = minutes.map(|minute_s| (minute_s, likelihood(minute_s))).collect();
    if is_many && 2 * moved.len() > boats.len() {
        guns.push((s, likelihood(s) + OFF_MINUTE));
    }
    let most = guns.iter().map(|gun| gun.1).fold(f64::NEG_INFINITY, f64::max);
    let all: f64 = guns.iter().map(|gun| libm::exp(gun.1 - most)).sum();
    guns.iter_mut().for_each(|gun| gun.1 = libm::exp(gun.1 - most) / all);
    sort_by_number(&mut guns, |gun| -gun.1);
    let (best_s, probability) = guns.first().copied().unwrap_or((s, 0.0));
    let (sd_s, basis) = match is_many {
        true if best_s == s => (ESTIMATED_SD_S, GunBasis::Estimated),
        true if probability > SURE => (SURE_SD_S, GunBasis::WholeMinute),
        _ => (UNSURE_MINUTE_SD_S, GunBasis::Estimated),
    };
    guns.retain(|gun| gun.0 != best_s && gun.1 > UNUSUAL);
    guns.truncate(1);
    Gun { s: best_s, sd_s, basis, others: guns }
}

/// When each boat got under way, s, and her speed made good one to two minutes later, m/s.
fn under_way(field: &Field, boats: &[usize], candidate: usize, direction: (f64, f64)) -> Vec<(f64, f64)> {
    // Where half of the boats are slow until a minute after the candidate, the search goes on from there.
    for about in (candidate..=candidate + MAX_GUN_SHIFT_S as usize).step_by(WINDOW_S) {
        let started = |&boat: &usize| last_slow_s(field, boat, about, direction);
        let starts: Vec<(f64, f64)> = boats.iter().filter_map(started).collect();
        let still_slow = starts.iter().filter(|s| s.0 >= (about + WINDOW_S) as f64 - 1.0).count();
        if 2 * still_slow < starts.len() {
            return starts;
        }
    }
    Vec::new()
}

/// The last moment within a minute of the candidate at which the boat's speed in the direction of the start was below half
/// of what it was one to two minutes later, and that later speed; none where it does not get under way.
fn last_slow_s(field: &Field, boat: usize, candidate: usize, direction: (f64, f64)) -> Option<(f64, f64)> {
    let boat = field.boats.get(boat)?;
    let made_good = |row: usize| boat.mean_velocity(row).map(|mps| dot(mps, direction));
    let later_if_slow = |row: usize| {
        let mut later: Vec<f64> =
            (row + WINDOW_S..row + 2 * WINDOW_S).step_by(10).filter_map(made_good).collect();
        let later_mps = median(&mut later)?.max(LEAST_MPS);
        (made_good(row)? < 0.5 * later_mps).then_some((row as f64, later_mps))
    };
    let rows = candidate.saturating_sub(WINDOW_S)..=candidate + WINDOW_S;
    rows.rev().find_map(later_if_slow)
}

/// The first whole minute of UTC from a moment on, s from the start of the grid.
fn minute_from(field: &Field, s: f64) -> f64 {
    field.s(libm::ceil(field.ms(s) / 60_000.0) * 60_000.0)
}

/// Mean over the time in which boats cross after a gun of their median distance to the common line, m.
fn off_line_while_crossing_m(field: &Field, boats: &[usize], gun_s: f64, direction: (f64, f64)) -> f64 {
    let from = gun_s.max(0.0) as usize;
    let distances = (from..from + CROSSING_S).map(|row| off_common_line_m(field, boats, row, direction));
    distances.sum::<f64>() / CROSSING_S as f64
}

/// Median distance of the boats to their common line at a row, m; NaN with fewer than four positions.
fn off_common_line_m(field: &Field, boats: &[usize], row: usize, direction: (f64, f64)) -> f64 {
    let places = boats.iter().filter_map(|&b| field.boats.get(b)?.at(row));
    let (across, along): (Vec<f64>, Vec<f64>) = places.map(|at| across_and_along(at, direction)).unzip();
    if along.len() < 4 {
        return f64::NAN;
    }
    let slope = theil_sen_slope(&across, &along).unwrap_or(0.0).clamp(-1.0, 1.0);
    let mut offsets: Vec<f64> = across.iter().zip(&along).map(|(x, y)| y - slope * x).collect();
    let Some(middle) = median(&mut offsets) else { return f64::NAN };
    let mut distances: Vec<f64> = offsets.iter().map(|o| (o - middle).abs()).collect();
    median(&mut distances).unwrap_or(f64::NAN)
}
