//! Turning points of a boat: where she may have passed a mark.

use std::ops::Range;

use super::field::{Field, FieldBoat};
use super::find::SHARED;
use super::rounding::ONE_ROUNDING_M;
use super::vectors::apart_m;
use crate::angle::{bearing_deg, to_rad, wrap_180};
use crate::stats::order::sort_by_number;

/// The angle to the wind before and after a turn is its mean over this time, s, from so many s before and after the middle
/// of the turn. *hand-tuned* on the fleets of ../shared/recordings: the reach between a top mark
/// and its offset mark lasts 20 s, and waves swing a boat that runs for less.
pub(super) const SIDE_S: usize = 12;
pub(super) const HALF_TURN_S: usize = 4;
/// A change is two turns where means over this shorter time, s, from so many s on, change by so much, deg, twice within two such times
/// of it, a side apart and at two marks: a top mark and its offset mark. *hand-tuned* on the same fleets and simulated offset marks
const SHORT_SIDE_S: usize = 7;
const SHORT_HALF_TURN_S: usize = 3;
const PART_DEG: f64 = 30.0;
/// Least change of the angle to the wind at a mark, deg: between a run and a broad reach, above the swings of a run; half of the
/// least change of course.
/// *hand-tuned* on the same fleets.
pub(super) const MIN_CHANGE_DEG: f64 = 20.0;
/// A change of course is a tack or a gybe when the angle to the wind changes by less than this share of it. *hand-tuned* on the same
/// fleets, whose winds are up to 20 deg wrong
const ACROSS_SHARE: f64 = 0.35;
/// Angle to the wind between a beat and a reach, deg. *guess*: halfway to a beam reach.
pub(super) const UP_LIMIT_DEG: f64 = 72.0;
/// It is one as well when the wind comes from the other side and both angles are below the first, or above the second, deg: in a
/// wind that is 20 deg wrong the angles on both sides differ by 40. *guess*
const TACK_DEG: f64 = 80.0;
const GYBE_DEG: f64 = 115.0;
/// On a run boats sail at this angle to the wind, deg, or lower, and gybe anywhere. *hand-tuned* on the same fleets: 140 to 150 do the same
pub(super) const RUN_DEG: f64 = 140.0;
/// The middle of a turn is that of the rows at which the change is at least this share of the greatest. *guess*
const TOP_SHARE: f64 = 0.97;

/// A point where a boat may have passed a mark.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TurningPoint {
    /// S from the start of the grid.
    pub time_s: f64,
    /// East and north, m.
    pub at: (f64, f64),
    pub kind: TurningKind,
    /// Angles to the wind before and after it, deg: 0 is head to wind, 180 before the wind.
    pub before_deg: f64,
    pub after_deg: f64,
}

/// Kind of a [`TurningPoint`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TurningKind {
    /// The angle to the wind grows.
    BearAway,
    /// It becomes smaller.
    HeadUp,
    /// A tack or a gybe: the wind comes from the other side at about the same angle.
    Across,
    /// A gybe between two reaches.
    ReachingGybe,
}

impl TurningKind {
    pub(super) fn is_across(self) -> bool {
        matches!(self, Self::Across | Self::ReachingGybe)
    }
}

/// The turning points of these boats in these rows, each in time order; where no wind is known it is taken to blow from
/// `axis_deg`.
pub(crate) fn turning_points(
    field: &Field,
    boats: &[usize],
    rows: &Range<usize>,
    axis_deg: f64,
) -> Vec<Vec<TurningPoint>> {
    let motions = boats.iter().filter_map(|&b| Motion::of(field, b, rows, axis_deg));
    motions.map(|motion| motion.points()).collect()
}

/// Course of a boat and her angle to the wind, from a row on.
struct Motion<'a> {
    boat: &'a FieldBoat,
    first_row: usize,
    courses: Sides,
    /// Angle to the wind, and its sine, which is positive where the wind comes from starboard.
    angles: Sides,
    sides: Sides,
}

impl<'a> Motion<'a> {
    /// None for a boat that the field does not have.
    fn of(field: &'a Field, boat: usize, rows: &Range<usize>, axis_deg: f64) -> Option<Self> {
        let boat = field.boats.get(boat)?;
        let rows = rows.start.min(field.seconds)..rows.end.min(field.seconds);
        let courses_deg = courses_deg(boat, rows.clone());
        let signed =
            |(row, course): (usize, &f64)| wrap_180(field.wind.twd(row).unwrap_or(axis_deg) - course);
        let signed_deg: Vec<f64> = rows.clone().zip(&courses_deg).map(signed).collect();
        let each = |of: fn(f64) -> f64| Sides::of(&signed_deg.iter().map(|a| of(*a)).collect::<Vec<_>>());
        Some(Self {
            boat,
            first_row: rows.start,
            courses: Sides::of(&courses_deg),
            angles: each(f64::abs),
            sides: each(|a| libm::sin(to_rad(a))),
        })
    }

    fn points(&self) -> Vec<TurningPoint> {
        let changes: Vec<usize> =
            self.angles.peaks(MIN_CHANGE_DEG).into_iter().flat_map(|at| self.parts(at)).collect();
        let is_apart = |at: &usize| changes.iter().all(|c| c.abs_diff(*at) > SIDE_S);
        let turns = self.courses.peaks(2.0 * MIN_CHANGE_DEG).into_iter().filter(is_apart);
        let all = turns.chain(changes.iter().copied());
        let mut points: Vec<TurningPoint> = all.filter_map(|at| self.point(at)).collect();
        sort_by_number(&mut points, |p| p.time_s);
        points
    }

    /// The turns that a change of the angle to the wind is made of.
    fn parts(&self, at: usize) -> Vec<usize> {
        let (first, second) = self.angles.parts(at).unwrap_or((at, at));
        let ends = self.boat.at(self.first_row + first).zip(self.boat.at(self.first_row + second));
        let is_divided = ends.is_some_and(|(p, q)| apart_m(p, q) >= ONE_ROUNDING_M);
        if is_divided { vec![first, second] } else { vec![at] }
    }

    fn point(&self, at: usize) -> Option<TurningPoint> {
        let (before_deg, after_deg) = self.angles.beside(at)?;
        let turn_deg = self.courses.beside(at).map_or(0.0, |(before, after)| after - before);
        let change_deg = after_deg - before_deg;
        let is_of_one_side = self.sides.beside(at).is_some_and(|(before, after)| before * after > 0.0);
        let both = |range: Range<f64>| range.contains(&before_deg) && range.contains(&after_deg);
        let is_small = change_deg.abs() < MIN_CHANGE_DEG.min(ACROSS_SHARE * turn_deg.abs());
        let kind = if !is_of_one_side && both(90.0..RUN_DEG) {
            TurningKind::ReachingGybe
        } else if is_small || (!is_of_one_side && (both(0.0..TACK_DEG) || both(GYBE_DEG..180.0))) {
            TurningKind::Across
        } else if change_deg > 0.0 {
            TurningKind::BearAway
        } else {
            TurningKind::HeadUp
        };
        let row = self.first_row + at;
        Some(TurningPoint { time_s: row as f64, at: self.boat.at(row)?, kind, before_deg, after_deg })
    }
}

/// Courses over ground, each the mean of three seconds, without jumps at north, deg; NaN in gaps and at rest.
pub(super) fn courses_deg(boat: &FieldBoat, rows: Range<usize>) -> Vec<f64> {
    let mut last = f64::NAN;
    let unwrapped = |row: usize| match boat.mean_velocity(row) {
        None | Some((0.0, 0.0)) => f64::NAN,
        Some((east, north)) => {
            let course = bearing_deg(east, north);
            last = if last.is_finite() { last + wrap_180(course - last) } else { course };
            last
        }
    };
    rows.map(unwrapped).collect()
}

/// Sums of a series and of its known values, from which means before and after any row are read.
struct Sides(Vec<(f64, usize)>);

impl Sides {
    fn of(values: &[f64]) -> Self {
        let mut sum = (0.0, 0);
        let next = |v: &f64| {
            if v.is_finite() {
                sum = (sum.0 + v, sum.1 + 1);
            }
            sum
        };
        Self([(0.0, 0)].into_iter().chain(values.iter().map(next)).collect())
    }

    /// Means before and after a row; none where too little is known.
    fn beside(&self, at: usize) -> Option<(f64, f64)> {
        self.beside_within(at, HALF_TURN_S, SIDE_S)
    }

    fn beside_within(&self, at: usize, half: usize, side: usize) -> Option<(f64, f64)> {
        Some((self.mean(at.checked_sub(half + side)?, side)?, self.mean(at + half + 1, side)?))
    }

    fn mean(&self, from: usize, length: usize) -> Option<f64> {
        let (a, b) = (self.0.get(from)?, self.0.get(from + length)?);
        let known = (b.1 - a.1) as f64;
        (known >= SHARED * length as f64).then(|| (b.0 - a.0) / known)
    }

    /// The two turns of one sense that a change is made of; none where it is one.
    fn parts(&self, at: usize) -> Option<(usize, usize)> {
        let (before, after) = self.beside(at)?;
        let size = |row: usize| {
            let change = self.beside_within(row, SHORT_HALF_TURN_S, SHORT_SIDE_S).map_or(0.0, |(a, b)| b - a);
            change * (after - before).signum()
        };
        let is_most = |&row: &usize| {
            let near = row.saturating_sub(SHORT_SIDE_S)..=row + SHORT_SIDE_S;
            size(row) >= PART_DEG && near.into_iter().all(|r| size(r) <= size(row))
        };
        let mut tops = (at.saturating_sub(2 * SHORT_SIDE_S)..=at + 2 * SHORT_SIDE_S).filter(is_most);
        let (first, last) = (tops.next()?, tops.next_back()?);
        (last - first >= SIDE_S).then_some((first, last))
    }

    /// Rows at which the values change most, at least by so much.
    fn peaks(&self, least: f64) -> Vec<usize> {
        let change = |at: usize| self.beside(at).map_or(0.0, |(before, after)| (after - before).abs());
        let sizes: Vec<f64> = (0..self.0.len()).map(change).collect();
        let is_most = |at: usize| {
            let first = at.saturating_sub(SIDE_S);
            let near = sizes.get(first..(at + SIDE_S + 1).min(sizes.len())).unwrap_or_default();
            near.iter().enumerate().all(|(i, &s)| s < sizes[at] || (s == sizes[at] && first + i >= at))
        };
        // A turn that is shorter than what is left out between the sides changes as much at each of several rows.
        let middle = |at: usize| {
            let is_top = |&i: &usize| sizes.get(i).is_some_and(|s| *s >= TOP_SHARE * sizes[at]);
            let before = (0..at).rev().take_while(is_top).count();
            let after = (at + 1..sizes.len()).take_while(is_top).count();
            (2 * at + after - before.min(at + after)) / 2
        };
        (0..sizes.len()).filter(|&at| sizes[at] >= least && is_most(at)).map(middle).collect()
    }
}
