//! The difference between two boats along a leg, step by step of a second, and its parts.

use std::ops::Range;

use super::course::SailedCourse;
use super::field::{Field, FieldBoat};
use super::legs::Leg;
use crate::angle::{hypot, to_rad};
use crate::segment::SegmentKind;

/// Speed and angle in a turn are compared with those of so many seconds before it, at least so many of them, else after it
/// (docs/races.md, 5).
const REFERENCE_S: usize = 10;
const MIN_REFERENCE_S: usize = 5;
/// The tack is the sign of the lateral velocity, mean of so many seconds before and after. *from* docs/races.md, 5
const HALF_TACK_S: usize = 2;

/// Metres that the first boat gained, by cause.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Parts {
    pub speed_m: f64,
    pub height_m: f64,
    pub shift_m: f64,
    pub turns_m: f64,
    pub rest_m: f64,
}

/// A part that needs a wind.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    Height,
    Shift,
    Turns,
}

impl Parts {
    pub(super) fn total_m(&self) -> f64 {
        self.speed_m + self.height_m + self.shift_m + self.turns_m + self.rest_m
    }

    pub(super) fn sum(parts: Option<&[Self]>) -> Self {
        let mut sum = Self::default();
        for p in parts.unwrap_or_default() {
            sum.speed_m += p.speed_m;
            sum.height_m += p.height_m;
            sum.shift_m += p.shift_m;
            sum.turns_m += p.turns_m;
            sum.rest_m += p.rest_m;
        }
        sum
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        Self {
            speed_m: self.speed_m - other.speed_m,
            height_m: self.height_m - other.height_m,
            shift_m: self.shift_m - other.shift_m,
            turns_m: self.turns_m - other.turns_m,
            rest_m: self.rest_m - other.rest_m,
        }
    }

    /// Removes a part.
    pub(super) fn take(&mut self, part: Part) -> f64 {
        std::mem::take(match part {
            Part::Height => &mut self.height_m,
            Part::Shift => &mut self.shift_m,
            Part::Turns => &mut self.turns_m,
        })
    }
}

/// Two boats on a leg. Rows are those of the field; the lists have one element for each from `first_row`.
pub(super) struct Steps {
    first_row: usize,
    /// Unit vector along the leg.
    direction: Vec<(f64, f64)>,
    turns_with_wind: bool,
    boats: [StepBoat; 2],
}

struct StepBoat {
    at: Vec<Option<(f64, f64)>>,
    /// What she does in the step after the row.
    doing: Vec<Doing>,
    /// Positive on one tack, negative on the other.
    tack: Vec<f64>,
    /// Last row of a turn.
    last_turn: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Doing {
    Sailing,
    /// The first and the last row, excluded, of the seconds with which the turn is compared.
    Turning(usize, usize),
    /// A stop, a rounding, or a turn that cannot be compared.
    Other,
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
        let boat = |i: usize| field.boats.get(*course.boats.get(i)?);
        let direction: Vec<(f64, f64)> = rows.clone().map(|row| leg.direction(field, row)).collect();
        let boats = [step_boat(boat(a)?, &rows, &direction), step_boat(boat(b)?, &rows, &direction)];
        let turns_with_wind = leg.twd_deg.is_finite() && leg.direction(field, rows.start) != leg.along;
        let steps = Self { first_row: rows.start, direction, turns_with_wind, boats };
        (steps.ahead_m(rows.start).is_some() && steps.ahead_m(rows.end - 1).is_some()).then_some(steps)
    }

    /// By how much the first boat is ahead along the leg in a row, m; none in a gap.
    pub(super) fn ahead_m(&self, row: usize) -> Option<f64> {
        self.ahead(row.checked_sub(self.first_row)?, &self.direction)
    }

    fn ahead(&self, at: usize, direction: &[(f64, f64)]) -> Option<f64> {
        let (apart, d) = (self.apart(at)?, direction.get(at)?);
        Some(apart.0 * d.0 + apart.1 * d.1)
    }

    fn apart(&self, at: usize) -> Option<(f64, f64)> {
        let [a, b] = &self.boats;
        let ((xa, ya), (xb, yb)) = ((*a.at.get(at)?)?, (*b.at.get(at)?)?);
        Some((xa - xb, ya - yb))
    }

    /// Distance of the boats across the leg in a row, m; none in a gap.
    pub(super) fn lateral_m(&self, row: usize) -> Option<f64> {
        let at = row.checked_sub(self.first_row)?;
        let (apart, d) = (self.apart(at)?, self.direction.get(at)?);
        Some(apart.0 * d.1 - apart.1 * d.0)
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
                (None, Some(after)) => part.rest_m = last.map_or(0.0, |last| after - last),
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
        let (Some(d0), Some(d1)) = (direction.get(at), direction.get(at + 1)) else {
            return Parts::default();
        };
        let (x, y) = (0.5 * (before.0 + after.0), 0.5 * (before.1 + after.1));
        let wind_m = x * (d1.0 - d0.0) + y * (d1.1 - d0.1);
        let [a, b] = self.boats.each_ref().map(|boat| boat.advance(at, direction));
        let ((Some(a), Some(b)), same_tack) = ((a, b), self.same_tack(self.first_row + at)) else {
            let d = (0.5 * (d0.0 + d1.0), 0.5 * (d0.1 + d1.1));
            let sailed_m = (after.0 - before.0) * d.0 + (after.1 - before.1) * d.1;
            return Parts { rest_m: sailed_m + wind_m, ..Parts::default() };
        };
        let height_m = 0.5 * (a.speed + b.speed) * (a.share - b.share);
        Parts {
            speed_m: 0.5 * (a.speed - b.speed) * (a.share + b.share),
            height_m: if same_tack { height_m } else { 0.0 },
            shift_m: if same_tack { wind_m } else { wind_m + height_m },
            turns_m: a.lost_in_turn_m - b.lost_in_turn_m,
            rest_m: 0.0,
        }
    }
}

/// A boat's step: speed, m/s, and the share of it that is made along the leg; of the seconds before a turn inside it.
struct Advance {
    speed: f64,
    share: f64,
    /// What she advances more in this step of a turn than before it, m.
    lost_in_turn_m: f64,
}

impl StepBoat {
    /// None in a step that is not compared.
    fn advance(&self, at: usize, direction: &[(f64, f64)]) -> Option<Advance> {
        let (speed, made) = self.made(at, direction)?;
        let share = |made: f64, speed: f64| if speed > 0.0 { made / speed } else { 0.0 };
        match *self.doing.get(at)? {
            Doing::Sailing => Some(Advance { speed, share: share(made, speed), lost_in_turn_m: 0.0 }),
            Doing::Turning(from, to) => {
                let steps: Vec<(f64, f64)> = (from..to).filter_map(|i| self.made(i, direction)).collect();
                let n = steps.len() as f64;
                if steps.len() < MIN_REFERENCE_S {
                    return None;
                }
                let (speed, usual) =
                    (steps.iter().map(|s| s.0).sum::<f64>() / n, steps.iter().map(|s| s.1).sum::<f64>() / n);
                Some(Advance { speed, share: share(usual, speed), lost_in_turn_m: made - usual })
            }
            Doing::Other => None,
        }
    }

    /// Speed in the step after a row, and the part of it along the mean direction, m/s.
    fn made(&self, at: usize, direction: &[(f64, f64)]) -> Option<(f64, f64)> {
        let ((x0, y0), (x1, y1)) = ((*self.at.get(at)?)?, (*self.at.get(at + 1)?)?);
        let (d0, d1) = (direction.get(at)?, direction.get(at + 1)?);
        let (x, y) = (x1 - x0, y1 - y0);
        Some((hypot(x, y), 0.5 * (x * (d0.0 + d1.0) + y * (d0.1 + d1.1))))
    }
}

fn step_boat(boat: &FieldBoat, rows: &Range<usize>, direction: &[(f64, f64)]) -> StepBoat {
    let at: Vec<Option<(f64, f64)>> = rows.clone().map(|row| boat.at(row)).collect();
    let mut doing = vec![Doing::Sailing; at.len()];
    let index = |s: f64| (s - rows.start as f64).clamp(0.0, at.len() as f64);
    let mut last_turn = None;
    for turn in &boat.turns {
        let is_turn = matches!(
            turn.kind,
            SegmentKind::Tack | SegmentKind::Gybe | SegmentKind::FailedTack | SegmentKind::Penalty
        );
        let ends = matches!(turn.kind, SegmentKind::BearAway | SegmentKind::Douse);
        let stops = matches!(turn.kind, SegmentKind::Stop | SegmentKind::Fall);
        let end_s = turn.recovered_s.max(turn.end_s);
        let (from, to) = (libm::floor(index(turn.start_s)) as usize, libm::ceil(index(end_s)) as usize);
        if from >= to || !(is_turn || ends || stops) {
            continue;
        }
        doing.iter_mut().take(to).skip(from).for_each(|d| *d = Doing::Other);
        if is_turn {
            last_turn = last_turn.max(Some(rows.start + to));
        }
    }
    let busy = doing.clone();
    for (from, to) in runs(&boat.turns, index) {
        let free = |range: &Range<usize>| {
            busy.get(range.clone()).is_some_and(|b| b.iter().all(|d| *d == Doing::Sailing))
        };
        let before =
            (MIN_REFERENCE_S..=REFERENCE_S).rev().filter_map(|n| Some(from.checked_sub(n)?..from)).find(free);
        let after = || (MIN_REFERENCE_S..=REFERENCE_S).rev().map(|n| to..to + n).find(free);
        if let Some(reference) = before.or_else(after) {
            let turning = Doing::Turning(reference.start, reference.end);
            doing.iter_mut().take(to).skip(from).for_each(|d| *d = turning);
        }
    }
    StepBoat { tack: tacks(&at, direction), at, doing, last_turn }
}

/// Ranges of indices of the tacks and gybes; those that overlap are one.
fn runs(turns: &[super::field::FieldTurn], index: impl Fn(f64) -> f64) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for turn in turns {
        let is_turn = matches!(
            turn.kind,
            SegmentKind::Tack | SegmentKind::Gybe | SegmentKind::FailedTack | SegmentKind::Penalty
        );
        let end_s = turn.recovered_s.max(turn.end_s);
        let (from, to) = (libm::floor(index(turn.start_s)) as usize, libm::ceil(index(end_s)) as usize);
        match runs.last_mut() {
            _ if !is_turn || from >= to => {}
            Some(last) if from < last.1 => last.1 = last.1.max(to),
            _ => runs.push((from, to)),
        }
    }
    runs
}

/// Lateral velocity, mean of four seconds; its sign is the tack.
fn tacks(at: &[Option<(f64, f64)>], direction: &[(f64, f64)]) -> Vec<f64> {
    let tack = |i: usize| {
        let (from, to) = (i.saturating_sub(HALF_TACK_S), (i + HALF_TACK_S).min(at.len().saturating_sub(1)));
        let ((x0, y0), (x1, y1)) = ((*at.get(from)?)?, (*at.get(to)?)?);
        let d = direction.get(i)?;
        Some((x1 - x0) * d.1 - (y1 - y0) * d.0)
    };
    (0..at.len()).map(|i| tack(i).unwrap_or(0.0)).collect()
}
