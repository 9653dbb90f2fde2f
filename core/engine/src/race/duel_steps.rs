//! The difference between two boats along a leg, step by step of a second, and its parts.

use std::ops::Range;

use super::course::SailedCourse;
use super::duel_boat::{StepBoat, step_boat};
use super::field::Field;
use super::legs::Leg;
use super::vectors::{across_and_along, dot, way};
use crate::angle::to_rad;

/// Metres that the first boat gained: by speed, height, shift, turns, and the rest.
pub(super) type Parts = [f64; 5];

/// The sum of parts.
pub(super) fn sum(parts: &[Parts]) -> Parts {
    std::array::from_fn(|part| parts.iter().map(|p| p[part]).sum())
}

/// Metres without a cause.
fn rest(metres: f64) -> Parts {
    [0.0, 0.0, 0.0, 0.0, metres]
}

/// Two boats on a leg. Rows are those of the field; the lists have one element for each from `first_row`.
pub(super) struct Steps {
    first_row: usize,
    /// Unit vector along the leg.
    direction: Vec<(f64, f64)>,
    turns_with_wind: bool,
    boats: [StepBoat; 2],
}

impl Steps {
    /// None when a boat is not seen in the first or the last row.
    pub(super) fn of(
        field: &Field,
        course: &SailedCourse,
        leg: &Leg,
        (a, b): (usize, usize),
        rows: Range<usize>,
    ) -> Option<Self> {
        let direction: Vec<(f64, f64)> = rows.clone().map(|row| leg.direction(field, row)).collect();
        let boats = [
            step_boat(course.boat(field, a)?, &rows, &direction),
            step_boat(course.boat(field, b)?, &rows, &direction),
        ];
        let turns_with_wind = leg.report.twd_deg.is_some() && leg.direction(field, rows.start) != leg.along;
        let steps = Self { first_row: rows.start, direction, turns_with_wind, boats };
        (steps.ahead_m(rows.start).is_some() && steps.ahead_m(rows.end - 1).is_some()).then_some(steps)
    }

    /// By how much the first boat is ahead along the leg in a row, m; none in a gap.
    pub(super) fn ahead_m(&self, row: usize) -> Option<f64> {
        self.ahead(row.checked_sub(self.first_row)?, &self.direction)
    }

    fn ahead(&self, at: usize, direction: &[(f64, f64)]) -> Option<f64> {
        Some(dot(self.apart(at)?, *direction.get(at)?))
    }

    fn apart(&self, at: usize) -> Option<(f64, f64)> {
        let [a, b] = &self.boats;
        Some(way((*b.at.get(at)?)?, (*a.at.get(at)?)?))
    }

    /// Distance of the boats across the leg in a row, m; none in a gap.
    pub(super) fn lateral_m(&self, row: usize) -> Option<f64> {
        let at = row.checked_sub(self.first_row)?;
        Some(across_and_along(self.apart(at)?, *self.direction.get(at)?).0)
    }

    /// Whether both boats are on the same tack in a row.
    pub(super) fn same_tack(&self, row: usize) -> bool {
        let tack = |b: &StepBoat| row.checked_sub(self.first_row).and_then(|at| b.tack.get(at).copied());
        let [a, b] = &self.boats;
        matches!((tack(a), tack(b)), (Some(a), Some(b)) if a * b > 0.0)
    }

    /// Whether each boat sails to the right in a row, looking along the leg; none in a gap.
    pub(super) fn to_right(&self, row: usize) -> [Option<bool>; 2] {
        let at = row.checked_sub(self.first_row);
        let right = |b: &StepBoat| b.tack.get(at?).filter(|t| **t != 0.0).map(|t| *t > 0.0);
        self.boats.each_ref().map(right)
    }

    /// The row after which neither boat turns.
    pub(super) fn last_turn(&self) -> Option<usize> {
        self.boats.iter().filter_map(|b| b.last_turn).max()
    }

    /// Sum over the turns of both boats of the square of the seconds of the turn within these rows, s².
    pub(super) fn turning_s2(&self, rows: &Range<usize>) -> f64 {
        let (from, to) = (rows.start.saturating_sub(self.first_row), rows.end.saturating_sub(self.first_row));
        self.boats.iter().flat_map(|boat| boat.turns_s(from..to)).map(|s| s * s).sum()
    }

    /// The parts of each step; the wind is turned by `error_deg` of each row.
    pub(super) fn parts(&self, error_deg: Option<&Vec<f64>>) -> Vec<Parts> {
        let turned = |(at, d): (usize, &(f64, f64))| {
            let error = error_deg.filter(|_| self.turns_with_wind).and_then(|e| e.get(at)).copied();
            // Clockwise, as directions are counted.
            let (sin, cos) = libm::sincos(to_rad(error.unwrap_or(0.0)));
            (d.0 * cos + d.1 * sin, d.1 * cos - d.0 * sin)
        };
        let direction: Vec<(f64, f64)> = match error_deg {
            Some(_) => self.direction.iter().enumerate().map(turned).collect(),
            None => self.direction.clone(),
        };
        let mut parts = vec![Parts::default(); direction.len().saturating_sub(1)];
        let mut last: Option<f64> = None;
        for (at, part) in parts.iter_mut().enumerate() {
            let before = self.ahead(at, &direction);
            let after = self.ahead(at + 1, &direction);
            match (before, after) {
                (Some(_), Some(_)) => *part = self.step(at, &direction),
                // Over a gap only the difference between its ends is known.
                (None, Some(after)) => *part = rest(last.map_or(0.0, |last| after - last)),
                _ => {}
            }
            last = before.or(last);
        }
        parts
    }

    /// By the product rule: the change of the difference is that of the boats' positions along the mean direction, and that
    /// of the direction across the mean positions.
    fn step(&self, at: usize, direction: &[(f64, f64)]) -> Parts {
        let (Some(before), Some(after)) = (self.apart(at), self.apart(at + 1)) else {
            return Parts::default();
        };
        let (d0, d1) = (direction[at], direction[at + 1]);
        let wind_m = dot((0.5 * (before.0 + after.0), 0.5 * (before.1 + after.1)), way(d0, d1));
        let [a, b] = self.boats.each_ref().map(|boat| boat.advance(at, direction));
        let ((Some(a), Some(b)), same_tack) = ((a, b), self.same_tack(self.first_row + at)) else {
            let sailed_m = dot(way(before, after), (0.5 * (d0.0 + d1.0), 0.5 * (d0.1 + d1.1)));
            return rest(sailed_m + wind_m);
        };
        let height_m = 0.5 * (a.speed + b.speed) * (a.share - b.share);
        let speed_m = 0.5 * (a.speed - b.speed) * (a.share + b.share);
        let turns_m = a.lost_in_turn_m - b.lost_in_turn_m;
        match same_tack {
            true => [speed_m, height_m, wind_m, turns_m, 0.0],
            false => [speed_m, 0.0, wind_m + height_m, turns_m, 0.0],
        }
    }
}
