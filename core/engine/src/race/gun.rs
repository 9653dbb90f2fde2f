//! The moment of the gun, from race timers, the user, or how the fleet moved (docs/races.md, 2.1).

use super::answer::GunBasis;
use super::field::{Field, MANY_BOATS};
use super::series::{LEAST_MPS, WINDOW_S};
use crate::stats::quantile::median;
use crate::stats::regression::theil_sen_slope;

/// The start of each boat is where she makes good less than half of what she does one to two minutes later. Where half of the boats
/// are slow until a minute after the candidate, the search goes on from there, at most so often. *guess*
const SEARCHES: usize = 3;
/// Boats that start from a stop get under way together: within this median difference, s; they are in a line as long before
/// and after the gun. *hand-tuned* on simulated fleets and parts of the recorded ones
const TOGETHER_S: f64 = 10.0;
/// The gun is at most this long before the moment at which the boats got under way, s, or the time in which they later make
/// good so many m, which is longer in light air (*hand-tuned* on the ILCAs of 20 September 2025); and at most so
/// long after it, where they come to the line at full speed.
const GUN_BEFORE_S: f64 = 15.0;
const GUN_BEFORE_M: f64 = 40.0;
const GUN_AFTER_S: f64 = 75.0;
/// Boats that come to the line under way are in a line at the gun, as they cross: mean distance to it in this time, s.
/// *from* docs/races.md, 2
const CROSSING_S: usize = 4;
/// The fleet is on one line while the median distance to it is at most this ratio of the least and this more, m. Of two minutes one
/// is clearly the gun when the other is farther from it. *from* docs/races.md, 2
const ALIGNED_RATIO: f64 = 1.5;
const ALIGNED_M: f64 = 1.0;
/// Standard deviations of the gun, s: by timer, typed or at a whole minute, by when boats got under way together, which is the
/// greatest with which a start table is given, else at a whole minute. *hand-tuned* on simulated and real fleets
const TIMER_SD_S: f64 = 0.5;
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
    let moved = if full_speed { None } else { under_way(field, boats, candidate_s as usize, direction) };
    let s = moved.as_ref().map_or(candidate_s, |moved| moved.s);
    let before_s =
        moved.as_ref().map_or(GUN_BEFORE_S, |moved| GUN_BEFORE_S.max(GUN_BEFORE_M / moved.later_mps));
    let first_s = minute_from(field, s - before_s);
    let second_s = first_s + 60.0;
    let off_m = |minute_s: f64| off_line_while_crossing_m(field, boats, minute_s, direction);
    let (first_m, second_m) = (off_m(first_s), off_m(second_s));
    let has_second = second_s <= s + GUN_AFTER_S;
    let differ = first_m.max(second_m) > ALIGNED_RATIO * first_m.min(second_m) + ALIGNED_M;
    let is_second = has_second && second_m < first_m;
    // Boats that get under way together may have waited far below the line.
    let together = boats.len() >= MANY_BOATS
        && moved.is_none_or(|moved| moved.spread_s <= TOGETHER_S)
        && !(is_second && differ);
    let (minute_s, other_s) = if is_second && !together { (second_s, first_s) } else { (first_s, second_s) };
    let is_clear = if together { minute_s <= s + 2.0 * TOGETHER_S } else { !has_second || differ };
    if is_clear && is_aligned(field, boats, s, minute_s, direction) {
        let others = others(minute_s, if together { s } else { other_s });
        return Gun { s: minute_s, sd_s: SURE_SD_S, basis: GunBasis::WholeMinute, others };
    }
    let (s, other_s, sd_s) =
        if together { (s, minute_s, ESTIMATED_SD_S) } else { (minute_s, other_s, UNSURE_MINUTE_SD_S) };
    Gun { s, sd_s, basis: GunBasis::Estimated, others: others(s, other_s) }
}

/// The other moment that the gun may have had: the less likely, the farther it is.
fn others(chosen_s: f64, other_s: f64) -> Vec<(f64, f64)> {
    let away_s = (chosen_s - other_s).abs();
    if away_s < 1.0 { Vec::new() } else { vec![(other_s, 0.5 * libm::exp(-away_s / GUN_BEFORE_S))] }
}

/// When boats got under way: the median, the median difference from it, s, and their median speed made good one to two
/// minutes later, m/s.
struct UnderWay {
    s: f64,
    spread_s: f64,
    later_mps: f64,
}

fn under_way(field: &Field, boats: &[usize], candidate: usize, direction: (f64, f64)) -> Option<UnderWay> {
    let mut about = candidate;
    for _ in 0..SEARCHES {
        let started = |&boat: &usize| last_slow_s(field, boat, about, direction);
        let (mut starts, mut later): (Vec<f64>, Vec<f64>) = boats.iter().filter_map(started).unzip();
        let until = about + WINDOW_S;
        let still_slow = starts.iter().filter(|s| **s >= until as f64 - 1.0).count();
        if 2 * still_slow < starts.len() {
            let s = median(&mut starts)?;
            let spread_s = median(&mut starts.iter().map(|t| (t - s).abs()).collect::<Vec<_>>())?;
            return Some(UnderWay { s, spread_s, later_mps: median(&mut later)? });
        }
        about = until;
    }
    None
}

/// The last moment within a minute of the candidate at which the boat's speed in the direction of the start was below half
/// of what it was one to two minutes later, and that later speed; none where it does not get under way.
fn last_slow_s(field: &Field, boat: usize, candidate: usize, direction: (f64, f64)) -> Option<(f64, f64)> {
    let boat = field.boats.get(boat)?;
    let made_good =
        |row: usize| boat.mean_velocity(row).map(|(east, north)| east * direction.0 + north * direction.1);
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

/// True when the boats were in a line at about this minute, by the least distance to one about the moment `s`.
fn is_aligned(field: &Field, boats: &[usize], s: f64, minute_s: f64, direction: (f64, f64)) -> bool {
    let least_m = |from_s: f64, to_s: f64| {
        let rows = from_s.max(0.0) as usize..=to_s.max(0.0) as usize;
        let distances = rows.map(|row| off_common_line_m(field, boats, row, direction));
        distances.filter(|d| d.is_finite()).reduce(f64::min)
    };
    let least = least_m(s - GUN_BEFORE_S - TOGETHER_S, s + GUN_AFTER_S);
    let about = least_m(minute_s - TOGETHER_S, minute_s + TOGETHER_S);
    least.zip(about).is_some_and(|(least_m, m)| m <= ALIGNED_RATIO * least_m + ALIGNED_M)
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
    let (across, along): (Vec<f64>, Vec<f64>) =
        places.map(|(e, n)| (e * direction.1 - n * direction.0, e * direction.0 + n * direction.1)).unzip();
    if along.len() < 4 {
        return f64::NAN;
    }
    let slope = theil_sen_slope(&across, &along).unwrap_or(0.0);
    let mut offsets: Vec<f64> = across.iter().zip(&along).map(|(x, y)| y - slope * x).collect();
    let Some(middle) = median(&mut offsets) else { return f64::NAN };
    let mut distances: Vec<f64> = offsets.iter().map(|o| (o - middle).abs()).collect();
    median(&mut distances).unwrap_or(f64::NAN)
}
