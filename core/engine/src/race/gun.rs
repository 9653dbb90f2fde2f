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
/// A whole minute is taken at most this far from the moment at which the fleet started to move, s.
const MINUTE_WITHIN_S: f64 = 15.0;
/// The fleet is on one line while the median distance to it is within this of the least, m, and this much longer, s.
const ALIGNED_M: f64 = 0.5;
const ALIGNED_MARGIN_S: f64 = 5.0;
/// Least boats of which a whole minute is told, and standard deviations of the gun, s: by timer, typed, at a whole minute,
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
    pub fn of_timer(s: f64) -> Self {
        Self { s, sd_s: TIMER_SD_S, basis: GunBasis::Timer, others: Vec::new() }
    }

    /// A gun as the user gave it.
    pub fn typed(s: f64) -> Self {
        Self { s, sd_s: TYPED_SD_S, basis: GunBasis::Typed, others: Vec::new() }
    }

    /// True where the second of the gun is known well enough for places at the line.
    pub fn has_start_table(&self) -> bool {
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
    let minutes = minutes_about(field, s);
    let aligned = aligned_span(field, boats, s, direction);
    let fits =
        |m: f64| (m - s).abs() <= MINUTE_WITHIN_S && aligned.is_some_and(|(a, b)| (a..=b).contains(&m));
    if let Some(&minute_s) = minutes.iter().find(|&&m| fits(m)) {
        let other = if minute_s > s { minute_s - 60.0 } else { minute_s + 60.0 };
        let share = 1.0 - (minute_s - s).abs() / 60.0;
        let others = vec![(s, 0.5 * (1.0 - share)), (other, 0.5 * (1.0 - share))];
        return Gun { s: minute_s, sd_s: MINUTE_SD_S, basis: GunBasis::WholeMinute, others };
    }
    let others = minutes.first().map(|&m| (m, 1.0 - (m - s).abs() / 60.0)).into_iter().collect();
    Gun { s, sd_s: ESTIMATED_SD_S, basis: GunBasis::Estimated, others }
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

/// Whole minutes of UTC about a moment, the nearest first, s from the start of the grid.
fn minutes_about(field: &Field, s: f64) -> Vec<f64> {
    let minute_ms = 60_000.0;
    let nearest_ms = libm::floor(field.ms(s) / minute_ms + 0.5) * minute_ms;
    vec![field.s(nearest_ms)]
}

/// First and last moment about the start at which the boats were on one line, s; none with too few positions.
fn aligned_span(field: &Field, boats: &[usize], s: f64, direction: (f64, f64)) -> Option<(f64, f64)> {
    let from = (s - 60.0).max(0.0) as usize;
    let distances: Vec<f64> =
        (from..from + 121).map(|row| off_common_line_m(field, boats, row, direction)).collect();
    let least = distances.iter().copied().filter(|d| d.is_finite()).reduce(f64::min)?;
    let at = distances.iter().position(|d| *d == least)?;
    let aligned = |d: &f64| *d <= least + ALIGNED_M;
    let before = distances.iter().take(at).rev().take_while(|d| aligned(d)).count();
    let after = distances.iter().skip(at + 1).take_while(|d| aligned(d)).count();
    let first = (from + at - before) as f64 - ALIGNED_MARGIN_S;
    Some((first, (from + at + after) as f64 + ALIGNED_MARGIN_S))
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
