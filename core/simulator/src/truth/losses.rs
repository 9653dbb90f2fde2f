//! True losses of maneuvers (docs/algorithms.md, section 14.7).

use super::Bounds;
use crate::boat::SIMULATION_STEP_S;
use crate::path::{Path, steps};
use leebow_engine::angle::to_rad;
use leebow_engine::segment::SegmentKind;

/// True for a wind angle, deg, at which a tack or gybe has a loss along the wind.
pub(super) fn in_band(kind: SegmentKind, angle_deg: f64) -> bool {
    if kind == SegmentKind::Tack { angle_deg <= 75.0 } else { angle_deg >= 105.0 }
}

/// The lower of the entry speed and that of the new leg, m/s; the entry speed where there is no new leg, or one of less
/// than 0.4 of it, on which the boat has not recovered.
pub(super) fn lower_speed(entry_mps: f64, new_leg_mps: Option<f64>) -> f64 {
    let sailed = new_leg_mps.filter(|leg| *leg >= 0.4 * entry_mps);
    sailed.map_or(entry_mps, |leg| leg.min(entry_mps))
}

impl Path<'_> {
    /// Last moment at which recovery can be.
    pub(super) fn limit(&self, bounds: &Bounds) -> usize {
        let latest = bounds.t1 + steps(bounds.limit_s);
        let next = bounds.next.unwrap_or(usize::MAX);
        latest.min(next).min(self.sog.len() - 1).max(bounds.t1)
    }

    /// Loss along the wind of a tack or gybe, m: entry VMG times time, minus the distance made good.
    pub(super) fn axis_loss(
        &self,
        kind: SegmentKind,
        bounds: &Bounds,
        end: usize,
        twd_deg: f64,
    ) -> Option<f64> {
        let start = bounds.t0.checked_sub(steps(1.0))?;
        let earliest = bounds.previous_s.map_or(0, |s| self.index(s));
        let from = start.saturating_sub(steps(10.0)).max(earliest);
        let over_s = start.checked_sub(from)? as f64 * SIMULATION_STEP_S;
        if over_s < 5.0 {
            return None;
        }
        let (sin, cos) = libm::sincos(to_rad(twd_deg));
        let sense = if kind == SegmentKind::Tack { 1.0 } else { -1.0 };
        let s = |i: usize| sense * (self.moments[i].east_m * sin + self.moments[i].north_m * cos);
        let entry_vmg = (s(start) - s(from)) / over_s;
        Some(entry_vmg * (end - start) as f64 * SIMULATION_STEP_S - (s(end) - s(start)))
    }

    /// Loss by distance sailed against speed, m: entry speed up to the middle of the turn and new speed from there, times
    /// time, minus the distance sailed.
    pub(super) fn path_loss(
        &self,
        t0: usize,
        middle: usize,
        end: usize,
        entry: f64,
        new: f64,
    ) -> Option<f64> {
        let start = t0.checked_sub(steps(1.0))?;
        let step =
            |i: usize| libm::hypot(self.moments[i].east_mps, self.moments[i].north_mps) * SIMULATION_STEP_S;
        let sailed: f64 = (start..end).map(step).sum();
        Some(
            entry * (middle - start) as f64 * SIMULATION_STEP_S
                + new * (end - middle) as f64 * SIMULATION_STEP_S
                - sailed,
        )
    }
}
