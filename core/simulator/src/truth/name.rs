//! The name of a turn by the wind angles sailed, and its reference moment.

use super::{Bounds, HOLD_S, HOLD_WITHIN_S, REACH_S};
use crate::crew::{ActionKind, CrewAction, Crossed};
use crate::label::{DOWN_DEG, Label, UP_DEG, label};
use crate::path::{Path, steps};
use crate::sweep::Sweep;
use leebow_engine::segment::SegmentKind;

/// The name of a turn, and its signed wind angles before and after it, deg.
pub(super) struct NamedTurn {
    pub label: Label,
    pub angle_in: f64,
    pub angle_out: f64,
    /// It is the second turn of a rounding in two turns.
    pub in_steps: bool,
}

impl Path<'_> {
    /// The name of a turn by its own courses, or together with the turn before it.
    pub(super) fn named(&self, action: &CrewAction, bounds: &Bounds, twd_deg: f64) -> Option<NamedTurn> {
        let (angle_in, angle_out) = self.angles(bounds, twd_deg);
        let named = |angle_in: f64, in_steps: bool| {
            let label = self.label(action, bounds, angle_in.abs(), angle_out.abs())?;
            Some(NamedTurn { label, angle_in, angle_out, in_steps })
        };
        let stepped = || named(self.angle_before(bounds.step_t0?, twd_deg), true);
        named(angle_in, false).or_else(stepped)
    }

    /// True when a turn alone has a name, by the angles at its edges.
    pub(super) fn has_name(&self, crossed: Crossed, t0: usize, t1: usize) -> bool {
        let angle = |i: usize| self.angle_at(i).abs();
        label(crossed, angle(t0), angle(t1)).is_some()
    }

    /// Signed wind angles of the mean courses before and after a turn, deg, without the neighbouring turns.
    pub(super) fn angles(&self, bounds: &Bounds, twd_deg: f64) -> (f64, f64) {
        let steady = |from: usize, to: usize, at: usize| {
            let long = to >= from + steps(1.0);
            if long { self.angle(from, to, twd_deg) } else { self.angle(at, at + 1, twd_deg) }
        };
        let (t0, t1) = (bounds.t0, bounds.t1);
        let from = t0.saturating_sub(steps(6.0)).max(bounds.previous_turn_end.unwrap_or(0));
        let to = (t1 + steps(5.0)).min(bounds.next_turn_start.unwrap_or(usize::MAX));
        (steady(from, t0.saturating_sub(steps(1.0)), t0), steady(t1, to, t1))
    }

    /// Signed wind angle of the mean course before a turn, deg.
    pub(super) fn angle_before(&self, t0: usize, twd_deg: f64) -> f64 {
        self.angle(t0.saturating_sub(steps(6.0)), t0.saturating_sub(steps(1.0)).max(1), twd_deg)
    }

    /// Start of the previous turn, when both may be one rounding: neither crosses an axis, both have one sense, and at
    /// most 30 s of reaching are between them.
    pub(super) fn step_before(&self, sweeps: &[Sweep], which: usize) -> Option<usize> {
        let turns = |s: &&Sweep| matches!(s.action.kind, ActionKind::Turn { crossed: Crossed::Neither, .. });
        let second = sweeps.get(which).filter(turns)?;
        let first = sweeps.get(which.checked_sub(1)?).filter(turns)?;
        let same = (self.turned(first.t0, first.t1) < 0.0) == (self.turned(second.t0, second.t1) < 0.0);
        let between = first.t1..second.t0.min(first.t1 + steps(REACH_S) + 1);
        let reaches = |i: usize| (UP_DEG..=DOWN_DEG).contains(&self.angle_at(i).abs());
        let reaching = between.clone().filter(|&i| reaches(i)).count();
        let soon = second.t0 <= first.t1 + steps(REACH_S) && 2 * reaching > between.len();
        (same && soon).then_some(first.t0)
    }

    /// The label of an action by the angles sailed.
    pub(super) fn label(
        &self,
        action: &CrewAction,
        bounds: &Bounds,
        angle_in: f64,
        angle_out: f64,
    ) -> Option<Label> {
        let (crossed, out_deg) = match action.kind {
            ActionKind::Turn { crossed, out_deg, .. } => (crossed, out_deg),
            ActionKind::FailedTack => return Some((SegmentKind::FailedTack, vec![])),
            ActionKind::Start | ActionKind::Fall => return Some((SegmentKind::Fall, vec![])),
        };
        // The next turn follows too soon for a mean course: the ordered angle counts.
        let cut_short = bounds.next.is_some_and(|next| next < bounds.t1 + steps(4.0));
        let (kind, flags) = label(crossed, angle_in, if cut_short { out_deg.abs() } else { angle_out })?;
        let rounding = matches!(kind, SegmentKind::BearAway | SegmentKind::Douse);
        let holds = !rounding || crossed != Crossed::Neither || self.is_held(kind, bounds);
        holds.then_some((kind, flags))
    }

    /// True when 8 s of the next 10.7 s, tacks and gybes not counted, are in the new band.
    pub(super) fn is_held(&self, kind: SegmentKind, bounds: &Bounds) -> bool {
        let in_band = |i: usize| {
            let angle = self.angle_at(i).abs();
            if kind == SegmentKind::BearAway { angle > DOWN_DEG } else { angle < UP_DEG }
        };
        let crossing = |i: &usize| bounds.crossings.iter().any(|(t0, t1)| (*t0..=*t1).contains(i));
        let after = (bounds.t1 + 1..self.moments.len()).filter(|i| !crossing(i));
        after.take(steps(HOLD_WITHIN_S)).filter(|&i| in_band(i)).count() >= steps(HOLD_S)
    }

    /// The reference moment of a maneuver: crossing of the wind axis, else middle of the turn; start of a fall.
    pub(super) fn reference_moment(&self, kind: SegmentKind, action: &CrewAction, bounds: &Bounds) -> usize {
        if kind == SegmentKind::Fall {
            return bounds.t0;
        }
        let crossed = match action.kind {
            ActionKind::Turn { crossed, .. } => crossed,
            _ => Crossed::Neither,
        };
        let crosses_axis = |i: usize| {
            let (a, b) = (self.angle_at(i), self.angle_at(i + 1));
            let near_wind = a.abs() < 90.0;
            let right_axis = match crossed {
                Crossed::WindFrom => near_wind,
                Crossed::WindTo => !near_wind,
                Crossed::Both => true,
                Crossed::Neither => false,
            };
            right_axis && (a < 0.0) != (b < 0.0)
        };
        let crossing = (bounds.t0..bounds.t1).find(|&i| crosses_axis(i));
        crossing.unwrap_or_else(|| self.middle(bounds.t0, bounds.t1))
    }
}
