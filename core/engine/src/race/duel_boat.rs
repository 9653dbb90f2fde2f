//! One boat of two that are compared on a leg, step by step of a second: her speed, the way she makes along the leg, and what
//! she loses in her turns.

use std::ops::Range;

use super::field::{FieldBoat, FieldTurn};
use crate::angle::hypot;
use crate::segment::SegmentKind;

/// Speed and angle in a turn are compared with those of so many seconds before it, at least half of them, else after it
/// (docs/races.md, 5). *guess*
const REFERENCE_S: usize = 10;
/// The tack is the sign of the lateral velocity, mean of so many seconds before and after. *from* docs/races.md, 5
const HALF_TACK_S: usize = 2;

pub(super) struct StepBoat {
    pub at: Vec<Option<(f64, f64)>>,
    velocity: Vec<Option<(f64, f64)>>,
    /// Speed in the step after the row while sailing, m/s.
    speed_mps: Vec<Option<f64>>,
    /// What she does in the step after the row.
    doing: Vec<Doing>,
    /// Positive on one tack, negative on the other.
    pub tack: Vec<f64>,
    /// Last row of a turn.
    pub last_turn: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Doing {
    Sailing,
    /// The first and the last row, excluded, of the seconds with which the turn is compared.
    Turning(usize, usize),
    /// A stop, a rounding, or a turn that cannot be compared.
    Other,
}

/// A boat's step: speed, m/s, and the share of it that is made along the leg; of the seconds before a turn inside it.
pub(super) struct Advance {
    pub speed: f64,
    pub share: f64,
    /// What she advances more in this step of a turn than before it, m.
    pub lost_in_turn_m: f64,
}

impl StepBoat {
    /// None in a step that is not compared.
    pub(super) fn advance(&self, at: usize, direction: &[(f64, f64)]) -> Option<Advance> {
        let made = self.made(at, direction)?;
        let share = |made: f64, speed: f64| if speed > 0.0 { made / speed } else { 0.0 };
        match *self.doing.get(at)? {
            Doing::Sailing => {
                let speed = (*self.speed_mps.get(at)?)?;
                Some(Advance { speed, share: share(made, speed), lost_in_turn_m: 0.0 })
            }
            Doing::Turning(from, to) => {
                let (speed, usual) = self.usual(from..to, direction)?;
                Some(Advance { speed, share: share(usual, speed), lost_in_turn_m: made - usual })
            }
            Doing::Other => None,
        }
    }

    /// Speed over these rows and the part of it along the direction, m/s, by the smoothed velocity: over the few seconds of
    /// a reference it is more exact than the positions, whose error changes by a metre.
    fn usual(&self, rows: Range<usize>, direction: &[(f64, f64)]) -> Option<(f64, f64)> {
        let sailed = rows.filter_map(|row| Some(((*self.velocity.get(row)?)?, direction.get(row)?)));
        let mut sum = (0.0, 0.0, 0.0, 0);
        for ((x, y), d) in sailed {
            sum = (sum.0 + x, sum.1 + y, sum.2 + x * d.0 + y * d.1, sum.3 + 1);
        }
        let (east, north, along, count) = sum;
        let n = f64::from(count);
        (count as usize >= REFERENCE_S / 2).then(|| (hypot(east, north) / n, along / n))
    }

    /// Seconds of each turn within these steps.
    pub(super) fn turns_s(&self, steps: Range<usize>) -> Vec<f64> {
        let doing = self.doing.get(steps).unwrap_or_default();
        let turns =
            doing.chunk_by(|a, b| a == b).filter(|run| matches!(run.first(), Some(Doing::Turning(..))));
        turns.map(|run| run.len() as f64).collect()
    }

    /// Metres made along the mean direction in the step after a row.
    fn made(&self, at: usize, direction: &[(f64, f64)]) -> Option<f64> {
        let ((x0, y0), (x1, y1)) = ((*self.at.get(at)?)?, (*self.at.get(at + 1)?)?);
        let (d0, d1) = (direction.get(at)?, direction.get(at + 1)?);
        let (x, y) = (x1 - x0, y1 - y0);
        Some(0.5 * (x * (d0.0 + d1.0) + y * (d0.1 + d1.1)))
    }
}

/// The speed of each step of a straight, by the way made good over a reference about it, so that neither the helm's weaving nor the
/// receiver's noise counts as speed.
fn speeds(at: &[Option<(f64, f64)>], doing: &[Doing]) -> Vec<Option<f64>> {
    let mut speeds = vec![None; at.len()];
    let mut from = 0;
    let is_sailed = |i: usize| {
        doing.get(i) == Some(&Doing::Sailing)
            && at.get(i).is_some_and(Option::is_some)
            && at.get(i + 1).is_some_and(Option::is_some)
    };
    while from < at.len() {
        let to = (from..at.len()).find(|&i| !is_sailed(i)).unwrap_or(at.len());
        for i in from..to {
            let (first, last) =
                (i.saturating_sub(REFERENCE_S / 2).max(from), (i + 1 + REFERENCE_S / 2).min(to));
            let ends = (at.get(first).copied().flatten(), at.get(last).copied().flatten());
            if let ((Some((x0, y0)), Some((x1, y1))), Some(speed)) = (ends, speeds.get_mut(i)) {
                *speed = Some(hypot(x1 - x0, y1 - y0) / (last - first) as f64);
            }
        }
        from = to + 1;
    }
    speeds
}

pub(super) fn step_boat(boat: &FieldBoat, rows: &Range<usize>, direction: &[(f64, f64)]) -> StepBoat {
    let at: Vec<Option<(f64, f64)>> = rows.clone().map(|row| boat.at(row)).collect();
    let mut doing = vec![Doing::Sailing; at.len()];
    let index = |s: f64| (s - rows.start as f64).clamp(0.0, at.len() as f64);
    let mut last_turn = None;
    for turn in &boat.turns {
        let is_turn = is_turn(turn.kind);
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
            (REFERENCE_S / 2..=REFERENCE_S).rev().filter_map(|n| Some(from.checked_sub(n)?..from)).find(free);
        let after = || (REFERENCE_S / 2..=REFERENCE_S).rev().map(|n| to..to + n).find(free);
        if let Some(reference) = before.or_else(after) {
            let turning = Doing::Turning(reference.start, reference.end);
            doing.iter_mut().take(to).skip(from).for_each(|d| *d = turning);
        }
    }
    let velocity = rows.clone().map(|row| boat.velocity(row)).collect();
    let speed_mps = speeds(&at, &doing);
    StepBoat { tack: tacks(&at, direction), at, velocity, speed_mps, doing, last_turn }
}

/// True for a maneuver that is compared with the seconds before it.
fn is_turn(kind: SegmentKind) -> bool {
    matches!(kind, SegmentKind::Tack | SegmentKind::Gybe | SegmentKind::FailedTack | SegmentKind::Penalty)
}

/// Ranges of indices of the tacks and gybes; those that overlap are one.
fn runs(turns: &[FieldTurn], index: impl Fn(f64) -> f64) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for turn in turns {
        let is_turn = is_turn(turn.kind);
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
