//! One maneuver, measured on the noiseless path.

use super::losses::{in_band, lower_speed};
use super::name::NamedTurn;
use super::{Bounds, MIN_FALL_S, MIN_TURN_SPEED_MPS, TACK_ENDS_DEG, TrueManeuver, side};
use crate::boat_models::BoatModel;
use crate::crew::{ActionKind, CrewAction, Crossed};
use crate::path::{Path, round, steps};
use leebow_engine::calendar::iso_utc;
use leebow_engine::segment::SegmentKind;

impl Path<'_> {
    pub(super) fn maneuver(
        &self,
        action: &CrewAction,
        bounds: &Bounds,
        model: &BoatModel,
        start_ms: f64,
    ) -> Option<TrueManeuver> {
        if action.kind == ActionKind::Start {
            return self.start(action, model, start_ms);
        }
        let (t0, t1) = (bounds.t0, bounds.t1);
        let before = t0.saturating_sub(steps(6.0))..t0.saturating_sub(steps(1.0));
        let twd_deg = self.wind_deg(t0.saturating_sub(steps(10.0)), t1 + steps(10.0));
        let entry = self.mean_sog(before.start, before.end);
        if !self.is_complete(action, bounds, entry) {
            return None;
        }
        let named = self.named(action, bounds, twd_deg)?;
        Some(self.measured(action, bounds, start_ms, (entry, twd_deg), named))
    }

    /// Recovery and losses of a named turn with this entry speed, m/s, in this wind, deg.
    fn measured(
        &self,
        action: &CrewAction,
        bounds: &Bounds,
        start_ms: f64,
        (entry, twd_deg): (f64, f64),
        NamedTurn { label: (kind, flags), angle_in, angle_out, in_steps }: NamedTurn,
    ) -> TrueManeuver {
        let (t0, t1) = (bounds.t0, bounds.t1);
        let tc = self.reference_moment(kind, action, bounds);
        let along = matches!(kind, SegmentKind::Tack | SegmentKind::Gybe);
        let limit = self.limit(bounds);
        let by_wind = along && in_band(kind, angle_in.abs()) && in_band(kind, angle_out.abs());
        let new_leg = self.new_leg_speed(t1, limit);
        let lower = lower_speed(entry, new_leg);
        let reference = match along {
            true if by_wind => Some(entry),
            true => Some(lower),
            false => new_leg,
        };
        let slowest = (t0..=(t1 + steps(8.0)).min(limit))
            .min_by(|&a, &b| self.sog[a].total_cmp(&self.sog[b]))
            .unwrap_or(t1);
        let t80_of = |speed: f64| self.first(slowest.max(t1), limit, 0.80 * speed);
        let t80 = reference.and_then(t80_of);
        let t95 = t80.and_then(|t| self.recovered(t, limit, reference.unwrap_or(0.0)));
        let middle = self.middle(t0, t1);
        let by_speed = |end: usize, new: f64| self.path_loss(t0, middle, end, entry, new);
        let loss = |end: Option<usize>| match kind {
            SegmentKind::Tack | SegmentKind::Gybe if by_wind => self.axis_loss(kind, bounds, end?, twd_deg),
            SegmentKind::Tack | SegmentKind::Gybe => by_speed(end?, lower),
            // A rounding in two turns has no loss.
            _ if in_steps => None,
            SegmentKind::BearAway | SegmentKind::Douse => self.path_loss(t0, tc, end?, entry, reference?),
            _ => None,
        };
        let swing_end = if along { t95 } else { Some((t1 + steps(20.0)).min(limit).max(tc)) };
        let (loss_og, loss_80) = (loss(swing_end), loss(t80.map(|t| if along { t } else { t.max(tc) })));
        let speed_loss_80 = t80_of(lower).filter(|_| along).and_then(|end| by_speed(end, lower));
        TrueManeuver {
            kind,
            flags,
            time: iso_utc(start_ms + self.time(tc) * 1000.0),
            t0_s: self.time(t0),
            tc_s: self.time(tc),
            t1_s: self.time(t1),
            t80_s: t80.map(|i| self.time(i)),
            t95_s: t95.map(|i| self.time(i)),
            from_side: side(angle_in),
            to_side: side(angle_out),
            wind_angle_in_deg: round(angle_in.abs(), 100.0),
            wind_angle_out_deg: round(angle_out.abs(), 100.0),
            twd_deg: round(twd_deg, 100.0),
            entry_mps: round(entry, 1000.0),
            min_mps: round(self.sog[slowest], 1000.0),
            loss_og_m: loss_og.map(|m| round(m, 100.0)),
            loss_80_m: loss_80.map(|m| round(m, 100.0)),
            loss_basis: loss_80.or(loss_og).map(|_| if by_wind { "vmg" } else { "speed" }),
            speed_loss_80_m: speed_loss_80.map(|m| round(m, 100.0)),
        }
    }

    /// The bear-away that continues a tack in one sweep: from 60 degrees to the wind on.
    pub(super) fn bear_away_after(
        &self,
        tack: &TrueManeuver,
        action: &CrewAction,
        bounds: &Bounds,
        model: &BoatModel,
        start_ms: f64,
    ) -> Option<TrueManeuver> {
        if !tack.flags.contains(&"bear_away_after") {
            return None;
        }
        let crossed = self.index(tack.tc_s);
        let t0 = (crossed..bounds.t1).find(|&i| self.angle_at(i).abs() >= TACK_ENDS_DEG)?;
        let ActionKind::Turn { out_deg, .. } = action.kind else { return None };
        let kind =
            ActionKind::Turn { crossed: Crossed::Neither, in_deg: TACK_ENDS_DEG.copysign(out_deg), out_deg };
        let rest = CrewAction { kind, from_s: self.time(t0), to_s: action.to_s };
        let away = self.maneuver(&rest, &Bounds { t0, ..*bounds }, model, start_ms)?;
        let none = (None, None, None);
        let (loss_og_m, loss_80_m, loss_basis) = none;
        Some(TrueManeuver { wind_angle_in_deg: TACK_ENDS_DEG, loss_og_m, loss_80_m, loss_basis, ..away })
    }

    /// False for turns from a standstill and turns cut off by the end of the session. A fall starts above the foiling
    /// speed, with the boat in the water for at least five seconds.
    pub(super) fn is_complete(&self, action: &CrewAction, bounds: &Bounds, entry_mps: f64) -> bool {
        let last = self.moments.len() - 1;
        match action.kind {
            ActionKind::Fall => {
                entry_mps > bounds.foiling_mps && bounds.t0 + steps(MIN_FALL_S) <= bounds.t1.min(last)
            }
            _ => entry_mps > MIN_TURN_SPEED_MPS && bounds.t1 + steps(2.0) <= last,
        }
    }

    /// A start: from the signal to 90 % of the upwind polar speed.
    pub(super) fn start(
        &self,
        action: &CrewAction,
        model: &BoatModel,
        start_ms: f64,
    ) -> Option<TrueManeuver> {
        let from = self.index(action.from_s);
        let tws = self.moments.get(from)?.wind.tws_mps;
        let full = model.speed_mps(model.upwind_deg, tws);
        let end = self.first(from, (from + steps(30.0)).min(self.sog.len() - 1), 0.9 * full)?;
        let twd_deg = self.wind_deg(from, end);
        let angle = self.angle(end.saturating_sub(steps(2.0)), end, twd_deg);
        Some(TrueManeuver {
            kind: SegmentKind::Acceleration,
            flags: vec![],
            time: iso_utc(start_ms + action.from_s * 1000.0),
            t0_s: self.time(from),
            tc_s: self.time(from),
            t1_s: self.time(end),
            t80_s: None,
            t95_s: None,
            from_side: side(angle),
            to_side: side(angle),
            wind_angle_in_deg: round(angle.abs(), 100.0),
            wind_angle_out_deg: round(angle.abs(), 100.0),
            twd_deg: round(twd_deg, 100.0),
            entry_mps: round(self.sog[from], 1000.0),
            min_mps: round(self.sog[from], 1000.0),
            loss_og_m: None,
            loss_80_m: None,
            loss_basis: None,
            speed_loss_80_m: None,
        })
    }
}
