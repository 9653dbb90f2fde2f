//! The moment of the gun, from race timers, the user, or how the fleet moved (docs/races.md, 2.1).

use super::answer::GunBasis;
use super::field::Field;
use crate::stats::quantile::median;
use crate::stats::regression::theil_sen_slope;

/// Search for the start of each boat about the candidate, s.
const SEARCH_S: usize = 60;
/// Speed made good that shows a boat racing: 60 to 120 s later, and half of it.
const LATER_S: std::ops::Range<usize> = 60..120;
const STARTED_SHARE: f64 = 0.5;
/// Half of the window in which the speed made good is averaged, s.
const HALF_WINDOW_S: usize = 2;
/// A whole minute is taken at most this long before the moment at which the fleet started to move, and after it, s: boats
/// that come to the line at full speed move up to a minute before the gun.
const MINUTE_BEFORE_S: f64 = 15.0;
const MINUTE_AFTER_S: f64 = 75.0;
/// The fleet is on one line while the median distance to it is at most this ratio of the least and this more, m, and this
/// much longer, s.
const ALIGNED_RATIO: f64 = 1.6;
const ALIGNED_M: f64 = 1.0;
const ALIGNED_MARGIN_S: f64 = 5.0;
/// Least boats from which a whole minute is taken, and standard deviations of the gun, s: by timer, typed, at a whole minute,
/// estimated, estimated from fewer boats.
const MINUTE_BOATS: usize = 5;
const TIMER_SD_S: f64 = 0.5;
const TYPED_SD_S: f64 = 1.0;
const MINUTE_SD_S: f64 = 1.0;
const ESTIMATED_SD_S: f64 = 8.0;
const FEW_BOATS_SD_S: f64 = 45.0;
/// Greatest standard deviation of a gun by which a start table is given, s.
pub(super) const START_TABLE_SD_S: f64 = 8.0;

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
        Self { s, sd_s: TYPED_SD_S, basis: GunBasis::Typed, others: Vec::new() }
    }

    /// True where the second of the gun is known well enough for places at the line.
    pub(super) fn has_start_table(&self) -> bool {
        self.sd_s <= START_TABLE_SD_S
    }
}

/// The gun about a candidate, from the motion of these boats. `direction` is the unit vector in which the fleet starts, and
/// `full_speed` that the boats come to the line at full speed, so that their speed does not tell the gun.
pub(super) fn estimate(
    field: &Field,
    boats: &[usize],
    candidate_s: f64,
    direction: (f64, f64),
    full_speed: bool,
) -> Gun {
    let started = |&boat: &usize| last_slow_s(field, boat, candidate_s as usize, direction);
    let mut starts: Vec<f64> = boats.iter().filter_map(started).collect();
    let moved_s = if full_speed { None } else { median(&mut starts) };
    let s = moved_s.unwrap_or(candidate_s);
    if boats.len() < MINUTE_BOATS {
        return Gun { s, sd_s: FEW_BOATS_SD_S, basis: GunBasis::Estimated, others: Vec::new() };
    }
    match aligned_minute_s(field, boats, s, direction) {
        Some(minute_s) => {
            Gun { s: minute_s, sd_s: MINUTE_SD_S, basis: GunBasis::WholeMinute, others: others(minute_s, s) }
        }
        None => Gun {
            s,
            sd_s: ESTIMATED_SD_S,
            basis: GunBasis::Estimated,
            others: others(s, minute_near(field, s)),
        },
    }
}

/// The other moment that the gun may have had: the less likely, the farther it is.
fn others(chosen_s: f64, other_s: f64) -> Vec<(f64, f64)> {
    let away_s = (chosen_s - other_s).abs();
    if away_s < 1.0 { Vec::new() } else { vec![(other_s, 0.5 * libm::exp(-away_s / MINUTE_BEFORE_S))] }
}

/// The last moment within a minute of the candidate at which the boat's speed in the direction of the start was below half
/// of what it was one to two minutes later; none where she does not get under way.
fn last_slow_s(field: &Field, boat: usize, candidate: usize, direction: (f64, f64)) -> Option<f64> {
    let boat = field.boats.get(boat)?;
    let made_good = |row: usize| {
        let (mut sum, mut count) = (0.0, 0.0);
        for r in row.saturating_sub(HALF_WINDOW_S)..=row + HALF_WINDOW_S {
            if let Some((east, north)) = boat.velocity(r) {
                sum += east * direction.0 + north * direction.1;
                count += 1.0;
            }
        }
        (count > 0.0).then(|| sum / count)
    };
    let last_slow = |row: usize| {
        let mut later: Vec<f64> =
            (row + LATER_S.start..row + LATER_S.end).step_by(10).filter_map(made_good).collect();
        Some(made_good(row)? < STARTED_SHARE * median(&mut later)?.max(0.3))
    };
    let rows = candidate.saturating_sub(SEARCH_S)..=candidate + SEARCH_S;
    rows.rev().find(|&row| last_slow(row) == Some(true)).map(|row| row as f64)
}

/// The whole minute of UTC nearest to a moment, s from the start of the grid.
fn minute_near(field: &Field, s: f64) -> f64 {
    field.s(libm::floor(field.ms(s) / 60_000.0 + 0.5) * 60_000.0)
}

/// The first whole minute about the moment at which the fleet started to move when the boats were on one line; none where
/// they were so at other times only.
fn aligned_minute_s(field: &Field, boats: &[usize], s: f64, direction: (f64, f64)) -> Option<f64> {
    let from = (s - MINUTE_BEFORE_S - ALIGNED_MARGIN_S).max(0.0) as usize;
    let to = (s + MINUTE_AFTER_S) as usize;
    let distances: Vec<f64> =
        (from..=to).map(|row| off_common_line_m(field, boats, row, direction)).collect();
    let least_m = distances.iter().copied().filter(|d| d.is_finite()).reduce(f64::min)?;
    // The least distance within the margin of a moment.
    let about = |minute_s: f64| {
        let near = |row: usize| (row as f64 - minute_s).abs() <= ALIGNED_MARGIN_S;
        let rows = (from..=to).zip(&distances).filter(|(row, d)| near(*row) && d.is_finite());
        rows.map(|(_, d)| *d).reduce(f64::min)
    };
    let first = minute_near(field, s - MINUTE_BEFORE_S + 30.0);
    let limit_m = ALIGNED_RATIO * least_m + ALIGNED_M;
    // Boats that started well stay on one line for a while: a later minute counts when they came to it since.
    let at_start_m = about(s)?;
    let is_gun = |m: &f64| {
        let came = *m <= s + MINUTE_BEFORE_S || limit_m < at_start_m;
        *m <= s + MINUTE_AFTER_S && came && about(*m).is_some_and(|d| d <= limit_m)
    };
    [first, first + 60.0].into_iter().find(is_gun)
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
