//! What a turn is called, by the angles it was really sailed at, and the moment it is known by.

use super::{Bounds, HOLD_S, HOLD_WITHIN_S, REACH_S};
use crate::segment::SegmentKind;
use crate::simulate::crew::{Deed, Through, What};
use crate::simulate::label::{DOWN_DEG, Label, UP_DEG, label};
use crate::simulate::path::{Path, steps};
use crate::simulate::sweep::Sweep;

/// What a turn is called, and its wind angles going in and coming out, signed, deg.
pub(super) struct Named {
    pub label: Label,
    pub angle_in: f64,
    pub angle_out: f64,
    /// It is the second step of a rounding in two.
    pub in_steps: bool,
}

impl Path<'_> {
    /// Names a turn by its own courses, or with the step before it.
    pub(super) fn named(&self, deed: &Deed, bounds: &Bounds, twd_deg: f64) -> Option<Named> {
        let (angle_in, angle_out) = self.angles(bounds, twd_deg);
        let called = |angle_in: f64, in_steps: bool| {
            let label = self.label(deed, bounds, angle_in.abs(), angle_out.abs())?;
            Some(Named { label, angle_in, angle_out, in_steps })
        };
        let stepped = || called(self.angle_before(bounds.step_t0?, twd_deg), true);
        called(angle_in, false).or_else(stepped)
    }

    /// A turn that would have a name of its own, by the angles at its edges.
    pub(super) fn has_name(&self, through: Through, t0: usize, t1: usize) -> bool {
        let angle = |i: usize| self.angle_at(i).abs();
        label(through, angle(t0), angle(t1)).is_some()
    }

    /// Angles of the steady courses beside a turn, which end where the neighbours' turns begin.
    pub(super) fn angles(&self, bounds: &Bounds, twd_deg: f64) -> (f64, f64) {
        let steady = |from: usize, to: usize, at: usize| {
            let long = to >= from + steps(1.0);
            if long { self.angle(from, to, twd_deg) } else { self.angle(at, at + 1, twd_deg) }
        };
        let (t0, t1) = (bounds.t0, bounds.t1);
        let from = t0.saturating_sub(steps(6.0)).max(bounds.turned.unwrap_or(0));
        let to = (t1 + steps(5.0)).min(bounds.turns.unwrap_or(usize::MAX));
        (steady(from, t0.saturating_sub(steps(1.0)), t0), steady(t1, to, t1))
    }

    /// Angle of the course before a turn that begins here.
    pub(super) fn angle_before(&self, t0: usize, twd_deg: f64) -> f64 {
        self.angle(t0.saturating_sub(steps(6.0)), t0.saturating_sub(steps(1.0)).max(1), twd_deg)
    }

    /// Where the turn before this one began, when both may be steps of one rounding: neither crosses an axis, they turn
    /// the same way, and at most 30 s of reach lie between (ALGORITHMS 3.3.2).
    pub(super) fn step_before(&self, sweeps: &[Sweep], which: usize) -> Option<usize> {
        let turns = |s: &&Sweep| matches!(s.deed.what, What::Turn { through: Through::Neither, .. });
        let second = sweeps.get(which).filter(turns)?;
        let first = sweeps.get(which.checked_sub(1)?).filter(turns)?;
        let same = (self.turned(first.t0, first.t1) < 0.0) == (self.turned(second.t0, second.t1) < 0.0);
        let between = first.t1..second.t0.min(first.t1 + steps(REACH_S) + 1);
        let reaches = |i: usize| (UP_DEG..=DOWN_DEG).contains(&self.angle_at(i).abs());
        let reaching = between.clone().filter(|&i| reaches(i)).count();
        let soon = second.t0 <= first.t1 + steps(REACH_S) && 2 * reaching > between.len();
        (same && soon).then_some(first.t0)
    }

    /// The label of a deed, by the angles it was really sailed at.
    pub(super) fn label(&self, deed: &Deed, bounds: &Bounds, angle_in: f64, angle_out: f64) -> Option<Label> {
        let (through, out_deg) = match deed.what {
            What::Turn { through, out_deg, .. } => (through, out_deg),
            What::FailedTack => return Some((SegmentKind::FailedTack, vec![])),
            What::Start | What::Fall => return Some((SegmentKind::Fall, vec![])),
        };
        // The next turn came too soon for a course of its own: what was meant stands.
        let cut_short = bounds.next.is_some_and(|next| next < bounds.t1 + steps(4.0));
        let (kind, flags) = label(through, angle_in, if cut_short { out_deg.abs() } else { angle_out })?;
        let rounding = matches!(kind, SegmentKind::BearAway | SegmentKind::Douse);
        let holds = !rounding || through != Through::Neither || self.holds(kind, bounds);
        holds.then_some((kind, flags))
    }

    /// A rounding counts when the new band is held for 8 s outside tacks and gybes, but for a wobble.
    pub(super) fn holds(&self, kind: SegmentKind, bounds: &Bounds) -> bool {
        let in_band = |i: usize| {
            let angle = self.angle_at(i).abs();
            if kind == SegmentKind::BearAway { angle > DOWN_DEG } else { angle < UP_DEG }
        };
        let crossing = |i: &usize| bounds.crossings.iter().any(|(t0, t1)| (*t0..=*t1).contains(i));
        let after = (bounds.t1 + 1..self.moments.len()).filter(|i| !crossing(i));
        after.take(steps(HOLD_WITHIN_S)).filter(|&i| in_band(i)).count() >= steps(HOLD_S)
    }

    /// The moment by which a maneuver is known: the wind axis crossed, the middle of the turn, the fall.
    pub(super) fn moment_of(&self, kind: SegmentKind, deed: &Deed, bounds: &Bounds) -> usize {
        if kind == SegmentKind::Fall {
            return bounds.t0;
        }
        let through = match deed.what {
            What::Turn { through, .. } => through,
            _ => Through::Neither,
        };
        let crossed = |i: usize| {
            let (a, b) = (self.angle_at(i), self.angle_at(i + 1));
            let near_wind = a.abs() < 90.0;
            let right_axis = match through {
                Through::WindFrom => near_wind,
                Through::WindTo => !near_wind,
                Through::Both => true,
                Through::Neither => false,
            };
            right_axis && (a < 0.0) != (b < 0.0)
        };
        let crossing = (bounds.t0..bounds.t1).find(|&i| crossed(i));
        crossing.unwrap_or_else(|| self.middle(bounds.t0, bounds.t1))
    }
}
