//! Turning points of a boat: where she may have passed a mark.

use std::ops::Range;

use super::field::{Field, FieldBoat};
use crate::angle::{bearing_deg, to_rad, wrap_180};
use crate::segment::SegmentKind;
use crate::stats::order::sort_by_number;
use crate::stats::quantile::quantile;

/// Reversals of the distance to windward below this size are ignored: m, and share of the range of the boat
/// (docs/races.md, 3; measured on 365 known passings).
const MIN_REVERSAL_M: f64 = 50.0;
const MIN_REVERSAL_SHARE: f64 = 0.25;
/// An extreme this close to a gap may have been higher inside the gap, s. *guess*
const GAP_MARGIN_S: usize = 6;
/// Angles to the wind that end the upwind and begin the downwind band, deg. *guess*: halfway to a beam reach.
const UP_LIMIT_DEG: f64 = 72.0;
const DOWN_LIMIT_DEG: f64 = 108.0;
/// A boat is in a band after this long in it, and a reach between the bands lasts at least this long, s (docs/races.md, 3).
const BAND_S: usize = 8;
const MIN_REACH_S: usize = 10;
/// Share of the seconds between the bands that must be reaching. *guess*
const MIN_REACH_SHARE: f64 = 0.7;
/// Course changes that count without an extreme: deg, steady for so long on both sides, s (docs/races.md, 3).
const MIN_CHANGE_DEG: f64 = 35.0;
const STEADY_S: usize = 15;
/// Half of the time that a turn may take between its steady sides, s, and greatest standard deviation of a steady
/// course, deg. *guess*
const HALF_TURN_S: usize = 4;
const MAX_STEADY_SD_DEG: f64 = 12.0;
/// A reach is at least this far above the class's angle on a run, deg. *guess*
const REACH_ABOVE_RUN_DEG: f64 = 4.0;
/// Course changes this close to an extreme belong to it, s. *guess*
const EXTREME_TURN_S: f64 = 20.0;

/// A point where a boat may have passed a mark.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TurningPoint {
    /// Row of the field, and the same in s from the start of the grid.
    pub row: usize,
    pub time_s: f64,
    pub east_m: f64,
    pub north_m: f64,
    pub kind: TurningKind,
    /// False when the boat turned inside or beside a gap: where and when is not known.
    pub seen: bool,
    /// The middles of two turns, s, when a reach lay between the upwind and the downwind band: two marks. The extreme is
    /// then anywhere on the reach.
    pub reach: Option<(f64, f64)>,
}

/// Kind of a [`TurningPoint`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TurningKind {
    /// Greatest distance to windward.
    Top,
    /// Least distance to windward.
    Bottom,
    /// A change of course that is no extreme, tack or gybe.
    Course,
    /// A gybe between two steady courses: a mark where the fleet has it in common.
    Gybe,
}

/// The turning points of a boat in these rows, in time order: the extremes of the distance to windward along `axis_deg`
/// (direction the wind blows from) whose reversals are large enough, without the one at the start; and sustained changes
/// of course that are no tacks or gybes.
pub(crate) fn turning_points(
    field: &Field,
    boat: usize,
    rows: Range<usize>,
    axis_deg: f64,
) -> Vec<TurningPoint> {
    let mut points = turning_points_and_gybes(field, boat, rows, axis_deg);
    points.retain(|p| p.kind != TurningKind::Gybe);
    points
}

/// The same with gybes between two steady courses, which are marks where a fleet has them in common.
pub(super) fn turning_points_and_gybes(
    field: &Field,
    boat: usize,
    rows: Range<usize>,
    axis_deg: f64,
) -> Vec<TurningPoint> {
    let Some(b) = field.boats.get(boat) else { return Vec::new() };
    let rows = rows.start.min(field.seconds)..rows.end.min(field.seconds);
    let (sin, cos) = libm::sincos(to_rad(axis_deg));
    let windward_m: Vec<f64> =
        rows.clone().map(|r| b.at(r).map_or(f64::NAN, |(x, y)| x * sin + y * cos)).collect();
    let extremes = extremes(&windward_m, min_reversal_m(&windward_m));
    let courses = Courses::of(field, b, rows.clone(), axis_deg);
    let mut points: Vec<TurningPoint> = Vec::new();
    for (k, &(at, top)) in extremes.iter().enumerate() {
        let from = k.checked_sub(1).and_then(|before| extremes.get(before)).map_or(0, |e| e.0);
        let to = extremes.get(k + 1).map_or(windward_m.len(), |e| e.0);
        let kind = if top { TurningKind::Top } else { TurningKind::Bottom };
        if let Some(mut point) = point(b, rows.start + at, kind) {
            point.seen = beside(&windward_m, at).iter().all(|u| u.is_finite());
            point.reach = if point.seen { courses.reach(from..to, at, top) } else { None };
            points.push(point);
        }
    }
    let of_extreme = |p: &TurningPoint, s: f64| {
        let (from, to) = p.reach.unwrap_or((p.time_s, p.time_s));
        s > from.min(p.time_s) - EXTREME_TURN_S && s < to.max(p.time_s) + EXTREME_TURN_S
    };
    let is_extreme = |p: &TurningPoint| matches!(p.kind, TurningKind::Top | TurningKind::Bottom);
    for (row, kind) in courses.changes() {
        if !points.iter().any(|p| is_extreme(p) && of_extreme(p, row as f64)) {
            points.extend(point(b, row, kind));
        }
    }
    sort_by_number(&mut points, |p| p.time_s);
    points
}

fn point(boat: &FieldBoat, row: usize, kind: TurningKind) -> Option<TurningPoint> {
    let (east_m, north_m) = boat.at(row)?;
    Some(TurningPoint { row, time_s: row as f64, east_m, north_m, kind, seen: true, reach: None })
}

/// Least size of a reversal of these distances to windward, m.
fn min_reversal_m(windward_m: &[f64]) -> f64 {
    let mut known: Vec<f64> = windward_m.iter().copied().filter(|u| u.is_finite()).collect();
    let range = quantile(&mut known, 0.97).unwrap_or(0.0) - quantile(&mut known, 0.03).unwrap_or(0.0);
    MIN_REVERSAL_M.max(MIN_REVERSAL_SHARE * range)
}

/// Indices of the maxima (true) and minima between which the values go at least `least` back, without the first.
fn extremes(values: &[f64], least: f64) -> Vec<(usize, bool)> {
    let mut found = Vec::new();
    let mut known = values.iter().copied().enumerate().filter(|(_, v)| v.is_finite());
    let Some(first) = known.next() else { return found };
    let (mut high, mut low) = (first, first);
    // None until the first leg has a direction: the extreme before it is the start.
    let mut rising: Option<bool> = None;
    for now in known {
        if now.1 > high.1 {
            high = now;
        }
        if now.1 < low.1 {
            low = now;
        }
        if rising != Some(true) && now.1 >= low.1 + least {
            if rising == Some(false) {
                found.push((low.0, false));
            }
            rising = Some(true);
            high = now;
        } else if rising != Some(false) && now.1 <= high.1 - least {
            if rising == Some(true) {
                found.push((high.0, true));
            }
            rising = Some(false);
            low = now;
        }
    }
    found
}

fn beside(values: &[f64], at: usize) -> &[f64] {
    values.get(at.saturating_sub(GAP_MARGIN_S)..(at + GAP_MARGIN_S + 1).min(values.len())).unwrap_or_default()
}

/// Courses of a boat, mean of three seconds, and her angles to the wind.
struct Courses<'a> {
    boat: &'a FieldBoat,
    first_row: usize,
    /// Without jumps of 360 deg; NaN in gaps.
    course_deg: Vec<f64>,
    /// In [-180, 180), positive on starboard tack.
    wind_angle_deg: Vec<f64>,
}

impl<'a> Courses<'a> {
    fn of(field: &Field, boat: &'a FieldBoat, rows: Range<usize>, axis_deg: f64) -> Self {
        let mut last = f64::NAN;
        let first_row = rows.start;
        let course_deg: Vec<f64> = rows
            .map(|row| {
                let course = course_deg(boat, row);
                if course.is_finite() {
                    last = if last.is_finite() { last + wrap_180(course - last) } else { course };
                    last
                } else {
                    f64::NAN
                }
            })
            .collect();
        let twd = |at: usize| field.wind.twd_deg.get(first_row + at).copied().filter(|w| w.is_finite());
        let angle = |(at, course): (usize, &f64)| wrap_180(twd(at).unwrap_or(axis_deg) - course);
        let wind_angle_deg = course_deg.iter().enumerate().map(angle).collect();
        Self { boat, first_row, course_deg, wind_angle_deg }
    }

    /// The middles of the turns from the upwind band onto a reach and from it into the downwind band around the top `at`
    /// (or the reverse around a bottom), s; none without a reach.
    fn reach(&self, within: Range<usize>, at: usize, top: bool) -> Option<(f64, f64)> {
        let up = |i: usize| self.wind_angle_deg.get(i).is_some_and(|a| a.abs() < UP_LIMIT_DEG);
        let down = |i: usize| self.wind_angle_deg.get(i).is_some_and(|a| a.abs() > DOWN_LIMIT_DEG);
        let before = |i: usize| if top { up(i) } else { down(i) };
        let after = |i: usize| if top { down(i) } else { up(i) };
        let run = |from: usize, band: &dyn Fn(usize) -> bool| (from..from + BAND_S).all(band);
        let starts = |range: Range<usize>| range.start..range.end.saturating_sub(BAND_S);
        let leave = starts(within.start..at + BAND_S).rev().find(|&i| run(i, &before))? + BAND_S;
        let enter = starts(leave..within.end).find(|&i| run(i, &after))?;
        let reaching = (leave..enter).filter(|&i| !up(i) && !down(i)).count();
        if enter < leave + MIN_REACH_S || (reaching as f64) < MIN_REACH_SHARE * (enter - leave) as f64 {
            return None;
        }
        let half = |from: usize, to: usize| self.half_way(from.saturating_sub(3), to + 3);
        let middle = (leave + enter) / 2;
        Some((half(leave.saturating_sub(3), middle)?, half(middle, enter + 3)?))
    }

    /// The moment between two rows at which half of the change of course between them is made, s.
    fn half_way(&self, from: usize, to: usize) -> Option<f64> {
        let (c0, c1) = (*self.course_deg.get(from)?, *self.course_deg.get(to)?);
        let half = 0.5 * (c0 + c1);
        let pairs = self.course_deg.get(from..=to)?;
        let at = pairs.windows(2).position(|p| matches!(p, [a, b] if (a - half) * (b - half) <= 0.0))?;
        let (a, b) = (pairs.get(at)?, pairs.get(at + 1)?);
        let share = if a == b { 0.0 } else { (half - a) / (b - a) };
        Some((self.first_row + from + at) as f64 + share)
    }

    /// Rows in the middle of sustained changes of course that are no tacks, and whether they are gybes.
    fn changes(&self) -> Vec<(usize, TurningKind)> {
        let n = self.course_deg.len();
        let means = RunningMeans::of(&self.course_deg);
        let change = |at: usize| -> f64 {
            let before =
                means.steady(at.saturating_sub(HALF_TURN_S + STEADY_S)..at.saturating_sub(HALF_TURN_S));
            let after = means.steady(at + HALF_TURN_S + 1..at + HALF_TURN_S + STEADY_S + 1);
            match (before, after) {
                (Some(a), Some(b)) if at >= HALF_TURN_S + STEADY_S => b - a,
                _ => 0.0,
            }
        };
        let sizes: Vec<f64> = (0..n).map(|at| change(at).abs()).collect();
        let most = |at: usize| {
            let near = at.saturating_sub(STEADY_S)..(at + STEADY_S + 1).min(n);
            let size = sizes.get(at).copied().unwrap_or(0.0);
            size >= MIN_CHANGE_DEG
                && sizes
                    .get(near.clone())
                    .unwrap_or_default()
                    .iter()
                    .zip(near)
                    .all(|(&other, i)| other < size || (other == size && i >= at))
        };
        let kind = |at: usize| {
            let side = |i: usize| self.wind_angle_deg.get(i).copied().unwrap_or(f64::NAN);
            let (before, after) = (side(at.saturating_sub(HALF_TURN_S + 2)), side(at + HALF_TURN_S + 2));
            let turn = self.tack_or_gybe(self.first_row + at);
            // On a run boats gybe at their best angles anywhere; at a gybe mark they come and go on reaches.
            let reach = 90.0..self.boat.class.downwind_deg - REACH_ABOVE_RUN_DEG;
            let between_reaches = reach.contains(&before.abs()) && reach.contains(&after.abs());
            let gybe = between_reaches.then_some(TurningKind::Gybe);
            match turn {
                Some(SegmentKind::Gybe) => gybe,
                Some(_) => None,
                None if before * after > 0.0 => Some(TurningKind::Course),
                None => gybe,
            }
        };
        (0..n).filter(|&at| most(at)).filter_map(|at| Some((self.first_row + at, kind(at)?))).collect()
    }

    fn tack_or_gybe(&self, row: usize) -> Option<SegmentKind> {
        let s = row as f64;
        let of_kind = |kind| matches!(kind, SegmentKind::Tack | SegmentKind::Gybe | SegmentKind::FailedTack);
        let turn = self.boat.turns.iter().find(|t| of_kind(t.kind) && t.start_s <= s && s <= t.end_s);
        turn.map(|t| t.kind)
    }
}

/// Course over ground, mean of three seconds, deg; NaN in gaps and at rest.
pub(super) fn course_deg(boat: &FieldBoat, row: usize) -> f64 {
    let near = [row.saturating_sub(1), row, row + 1];
    let velocities = near.iter().filter_map(|&r| boat.velocity(r));
    let (east, north) = velocities.fold((0.0, 0.0), |sum, v| (sum.0 + v.0, sum.1 + v.1));
    if boat.velocity(row).is_none() || (east == 0.0 && north == 0.0) {
        f64::NAN
    } else {
        bearing_deg(east, north)
    }
}

/// Sums from which means and standard deviations of any range are read.
struct RunningMeans(Vec<(f64, f64, usize)>);

impl RunningMeans {
    fn of(values: &[f64]) -> Self {
        let mut sums = vec![(0.0, 0.0, 0)];
        let mut sum = (0.0, 0.0, 0);
        for &v in values {
            if v.is_finite() {
                sum = (sum.0 + v, sum.1 + v * v, sum.2 + 1);
            }
            sums.push(sum);
        }
        Self(sums)
    }

    /// The mean of a range without gaps whose values are steady.
    fn steady(&self, range: Range<usize>) -> Option<f64> {
        let (from, to) = (self.0.get(range.start)?, self.0.get(range.end)?);
        let count = (to.2 - from.2) as f64;
        if range.is_empty() || to.2 - from.2 < range.len() {
            return None;
        }
        let mean = (to.0 - from.0) / count;
        let variance = (to.1 - from.1) / count - mean * mean;
        (variance <= MAX_STEADY_SD_DEG * MAX_STEADY_SD_DEG).then_some(mean)
    }
}
