//! The truth of a session: what every deed of the crew was and cost, measured on the noiseless path with the
//! noiseless wind where the boat was, by the definitions of ALGORITHMS 3.3.2 and 3.4.

use serde::Serialize;

use super::boat::{Moment, STEP_S};
use super::boats::Sailing;
use super::clock::iso_utc;
use super::crew::{Deed, Through, What};
use super::label::{DOWN_DEG, Label, UP_DEG, label};
use super::path::{Path, round, steps};
use super::sweep::{Sweep, sweeps};
use crate::angle::to_rad;
use crate::config::BoatClass;
use crate::segment::{SegmentKind, TackSide};
use crate::units::{MPS_PER_KNOT, kn_from_mps, mps_from_kn};

/// A tack that bears away in the same sweep ends here, deg.
const TACK_ENDS_DEG: f64 = 60.0;
/// Seconds of the new band that make a rounding, and within how many outside tacks and gybes.
const HOLD_S: f64 = 8.0;
const HOLD_WITHIN_S: f64 = 10.7;

/// Slower than this a boat has no way on, m/s (half a knot); a fall keeps her in the water at least so long, s.
const STANDSTILL_MPS: f64 = 0.26;
const FALL_LASTS_S: f64 = 5.0;
/// A boat slower than half a knot for so long has stopped, m/s and s (table of ALGORITHMS 3.3.2).
const STOP_MPS: f64 = 0.5 * MPS_PER_KNOT;
const STOP_S: f64 = 30.0;

/// Everything about a session that an analysis would like to know.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Truth {
    pub maneuvers: Vec<TrueManeuver>,
    /// Every 10 s, over the ground, where the boat was.
    pub wind: Vec<TrueWind>,
    pub lags: Lags,
    /// Times without way on, by the engine's own definition: below half a knot for half a minute.
    pub stops: Vec<TrueStop>,
}

/// A boat that lies: becalmed, resting, or held on the line.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TrueStop {
    pub time: String,
    /// From the session's start.
    pub start_s: f64,
    pub end_s: f64,
}

/// Delay of the speed behind a channel that moves first. The clew is loaded as the boat heels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Lags {
    pub heel_s: f64,
}

/// Wind at one moment.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TrueWind {
    pub time: String,
    pub twd_deg: f64,
    pub tws_kn: f64,
}

/// One maneuver. Times in s from the session's start beside the written ones.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TrueManeuver {
    pub kind: SegmentKind,
    pub flags: Vec<&'static str>,
    pub time: String,
    /// Start, moment and end of the turn, s from the session's start.
    pub t0_s: f64,
    pub tc_s: f64,
    pub t1_s: f64,
    pub t80_s: Option<f64>,
    pub t95_s: Option<f64>,
    pub from_side: TackSide,
    pub to_side: TackSide,
    /// Absolute wind angle going in and coming out, deg.
    pub wind_angle_in_deg: f64,
    pub wind_angle_out_deg: f64,
    pub twd_deg: f64,
    pub entry_mps: f64,
    pub min_mps: f64,
    pub loss_og_m: Option<f64>,
    pub loss_80_m: Option<f64>,
}

/// Measures what the crew did.
pub fn measure(
    moments: &[Moment],
    deeds: &[Deed],
    sailing: &Sailing,
    class: &BoatClass,
    start_ms: f64,
) -> Vec<TrueManeuver> {
    let path = Path::new(moments);
    let sweeps = sweeps(&path, deeds, &|through, t0, t1| path.has_name(through, t0, t1));
    let crossings: Vec<(usize, usize)> = sweeps.iter().filter(|s| crosses(s)).map(|s| (s.t0, s.t1)).collect();
    let flies_mps = mps_from_kn(class.foil_speed_kn.unwrap_or(0.0));
    let mut found = Vec::new();
    for (i, sweep) in sweeps.iter().enumerate() {
        let later = sweeps.iter().skip(i + 1).find(|s| s.deed.what != What::Start);
        let next =
            later.map(|s| if s.deed.what == What::Fall { s.t0 } else { s.t0.saturating_sub(steps(1.0)) });
        let previous_s = found.last().map(|m: &TrueManeuver| m.t95_s.unwrap_or(m.t1_s));
        let limit_s = if class.keelboat { 60.0 } else { 30.0 };
        let turn = |s: &&Sweep| matches!(s.deed.what, What::Turn { .. });
        let turned = sweeps.iter().take(i).rfind(turn).map(|s| s.t1);
        let turns = sweeps.iter().skip(i + 1).find(turn).map(|s| s.t0);
        let bounds = Bounds {
            t0: sweep.t0,
            t1: sweep.t1,
            next,
            previous_s,
            limit_s,
            flies_mps,
            turned,
            turns,
            crossings: &crossings,
        };
        if let Some(maneuver) = path.maneuver(&sweep.deed, &bounds, sailing, start_ms) {
            let away = path.bear_away_after(&maneuver, &sweep.deed, &bounds, sailing, start_ms);
            found.push(maneuver);
            found.extend(away);
        }
    }
    found
}

fn crosses(sweep: &Sweep) -> bool {
    matches!(sweep.deed.what, What::Turn { through: Through::WindFrom | Through::WindTo, .. })
}

/// The stops of a path.
pub fn stops(moments: &[Moment], start_ms: f64) -> Vec<TrueStop> {
    let lies = |m: &Moment| libm::hypot(m.east_mps, m.north_mps) < STOP_MPS;
    let runs = moments.chunk_by(|a, b| lies(a) == lies(b)).filter(|run| run.first().is_some_and(lies));
    let ends = runs.filter_map(|run| Some((run.first()?.time_s, run.last()?.time_s)));
    ends.filter(|(start_s, end_s)| end_s - start_s >= STOP_S)
        .map(|(start_s, end_s)| {
            let (start_s, end_s) = (round(start_s, 1000.0), round(end_s, 1000.0));
            TrueStop { time: iso_utc(start_ms + start_s * 1000.0), start_s, end_s }
        })
        .collect()
}

/// The wind every 10 s.
pub fn wind_series(moments: &[Moment], start_ms: f64) -> Vec<TrueWind> {
    let every = moments.iter().step_by(steps(10.0));
    every
        .map(|m| TrueWind {
            time: iso_utc(start_ms + m.time_s * 1000.0),
            twd_deg: round(m.wind.twd_deg, 100.0),
            tws_kn: round(kn_from_mps(m.wind.tws_mps), 100.0),
        })
        .collect()
}

/// Where a maneuver may be measured; indices of moments.
struct Bounds<'a> {
    t0: usize,
    t1: usize,
    /// Start of what comes next.
    next: Option<usize>,
    /// When the previous one had recovered, s.
    previous_s: Option<f64>,
    limit_s: f64,
    /// End of the turn before and start of the one after.
    turned: Option<usize>,
    turns: Option<usize>,
    /// The class flies above this.
    flies_mps: f64,
    /// Turns through an axis: they do not break a band.
    crossings: &'a [(usize, usize)],
}

impl Path<'_> {
    /// A turn that would have a name of its own, by the angles at its edges.
    fn has_name(&self, through: Through, t0: usize, t1: usize) -> bool {
        let angle = |i: usize| self.angle_at(i).abs();
        label(through, angle(t0), angle(t1)).is_some()
    }

    /// The bear-away at the end of a tack at the layline that goes on to the run in one sweep: from 60 degrees on.
    fn bear_away_after(
        &self,
        tack: &TrueManeuver,
        deed: &Deed,
        bounds: &Bounds,
        sailing: &Sailing,
        start_ms: f64,
    ) -> Option<TrueManeuver> {
        if !tack.flags.contains(&"bear_away_after") {
            return None;
        }
        let crossed = self.index(tack.tc_s);
        let t0 = (crossed..bounds.t1).find(|&i| self.angle_at(i).abs() >= TACK_ENDS_DEG)?;
        let What::Turn { out_deg, .. } = deed.what else { return None };
        let what = What::Turn { through: Through::Neither, in_deg: TACK_ENDS_DEG.copysign(out_deg), out_deg };
        let rest = Deed { what, from_s: self.time(t0), to_s: deed.to_s };
        let away = self.maneuver(&rest, &Bounds { t0, ..*bounds }, sailing, start_ms)?;
        Some(TrueManeuver { wind_angle_in_deg: TACK_ENDS_DEG, loss_og_m: None, loss_80_m: None, ..away })
    }

    fn maneuver(
        &self,
        deed: &Deed,
        bounds: &Bounds,
        sailing: &Sailing,
        start_ms: f64,
    ) -> Option<TrueManeuver> {
        if deed.what == What::Start {
            return self.start(deed, sailing, start_ms);
        }
        let (t0, t1) = (bounds.t0, bounds.t1);
        let before = t0.saturating_sub(steps(6.0))..t0.saturating_sub(steps(1.0));
        let twd_deg = self.wind_deg(t0.saturating_sub(steps(10.0)), t1 + steps(10.0));
        let entry = self.mean_sog(before.start, before.end);
        if !self.whole(deed, bounds, entry) {
            return None;
        }
        let (angle_in, angle_out) = self.angles(bounds, twd_deg);
        let (kind, flags) = self.label(deed, bounds, angle_in.abs(), angle_out.abs())?;
        let tc = self.moment_of(kind, deed, bounds);
        let along = matches!(kind, SegmentKind::Tack | SegmentKind::Gybe);
        let limit = self.limit(bounds);
        let reference = if along { Some(entry) } else { self.new_leg_speed(t1, limit) };
        let slowest = (t0..=(t1 + steps(8.0)).min(limit))
            .min_by(|&a, &b| self.sog[a].total_cmp(&self.sog[b]))
            .unwrap_or(t1);
        let t80 = reference.and_then(|r| self.first(slowest.max(t1), limit, 0.80 * r));
        let t95 = t80.and_then(|t| self.recovered(t, limit, reference.unwrap_or(0.0)));
        let loss = |end: Option<usize>| match kind {
            SegmentKind::Tack | SegmentKind::Gybe => {
                self.axis_loss(kind, bounds, end?, twd_deg, angle_in.abs(), angle_out.abs())
            }
            SegmentKind::BearAway | SegmentKind::Douse => self.path_loss(t0, tc, end?, entry, reference?),
            _ => None,
        };
        let swing_end = if along { t95 } else { Some((t1 + steps(20.0)).min(limit).max(tc)) };
        Some(TrueManeuver {
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
            loss_og_m: loss(swing_end).map(|m| round(m, 100.0)),
            loss_80_m: loss(t80.map(|t| if along { t } else { t.max(tc) })).map(|m| round(m, 100.0)),
        })
    }

    /// Angles of the steady courses beside a turn, which end where the neighbours' turns begin.
    fn angles(&self, bounds: &Bounds, twd_deg: f64) -> (f64, f64) {
        let steady = |from: usize, to: usize, at: usize| {
            let long = to >= from + steps(1.0);
            if long { self.angle(from, to, twd_deg) } else { self.angle(at, at + 1, twd_deg) }
        };
        let (t0, t1) = (bounds.t0, bounds.t1);
        let from = t0.saturating_sub(steps(6.0)).max(bounds.turned.unwrap_or(0));
        let to = (t1 + steps(5.0)).min(bounds.turns.unwrap_or(usize::MAX));
        (steady(from, t0.saturating_sub(steps(1.0)), t0), steady(t1, to, t1))
    }

    /// A turn begun from standstill is none, nor one that the recording's end cuts off; a fall is one from the foil,
    /// with the boat in the water for a while.
    fn whole(&self, deed: &Deed, bounds: &Bounds, entry_mps: f64) -> bool {
        let last = self.moments.len() - 1;
        match deed.what {
            What::Fall => {
                entry_mps > bounds.flies_mps && bounds.t0 + steps(FALL_LASTS_S) <= bounds.t1.min(last)
            }
            _ => entry_mps > STANDSTILL_MPS && bounds.t1 + steps(2.0) <= last,
        }
    }

    /// The label of a deed, by the angles it was really sailed at.
    fn label(&self, deed: &Deed, bounds: &Bounds, angle_in: f64, angle_out: f64) -> Option<Label> {
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
    fn holds(&self, kind: SegmentKind, bounds: &Bounds) -> bool {
        let in_band = |i: usize| {
            let angle = self.angle_at(i).abs();
            if kind == SegmentKind::BearAway { angle > DOWN_DEG } else { angle < UP_DEG }
        };
        let crossing = |i: &usize| bounds.crossings.iter().any(|(t0, t1)| (*t0..=*t1).contains(i));
        let after = (bounds.t1 + 1..self.moments.len()).filter(|i| !crossing(i));
        after.take(steps(HOLD_WITHIN_S)).filter(|&i| in_band(i)).count() >= steps(HOLD_S)
    }

    /// A start: from the gun to nine tenths of the upwind speed.
    fn start(&self, deed: &Deed, sailing: &Sailing, start_ms: f64) -> Option<TrueManeuver> {
        let from = self.index(deed.from_s);
        let tws = self.moments.get(from)?.wind.tws_mps;
        let full = sailing.speed_mps(sailing.up_deg, tws);
        let end = self.first(from, (from + steps(30.0)).min(self.sog.len() - 1), 0.9 * full)?;
        let twd_deg = self.wind_deg(from, end);
        let angle = self.angle(end.saturating_sub(steps(2.0)), end, twd_deg);
        Some(TrueManeuver {
            kind: SegmentKind::Acceleration,
            flags: vec![],
            time: iso_utc(start_ms + deed.from_s * 1000.0),
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
        })
    }

    /// The moment by which a maneuver is known: the wind axis crossed, the middle of the turn, the fall.
    fn moment_of(&self, kind: SegmentKind, deed: &Deed, bounds: &Bounds) -> usize {
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

    /// Until when recovery is waited for.
    fn limit(&self, bounds: &Bounds) -> usize {
        let latest = bounds.t1 + steps(bounds.limit_s);
        let next = bounds.next.unwrap_or(usize::MAX);
        latest.min(next).min(self.sog.len() - 1).max(bounds.t1)
    }

    /// Metres lost along the wind: entry VMG times time, less what was made good.
    fn axis_loss(
        &self,
        kind: SegmentKind,
        bounds: &Bounds,
        end: usize,
        twd_deg: f64,
        angle_in: f64,
        angle_out: f64,
    ) -> Option<f64> {
        let tack = kind == SegmentKind::Tack;
        let in_band = |angle: f64| if tack { angle <= 75.0 } else { angle >= 105.0 };
        if !in_band(angle_in) || !in_band(angle_out) {
            return None;
        }
        let start = bounds.t0.checked_sub(steps(1.0))?;
        let earliest = bounds.previous_s.map_or(0, |s| self.index(s));
        let from = start.saturating_sub(steps(10.0)).max(earliest);
        let over_s = start.checked_sub(from)? as f64 * STEP_S;
        if over_s < 5.0 {
            return None;
        }
        let (sin, cos) = libm::sincos(to_rad(twd_deg));
        let sense = if tack { 1.0 } else { -1.0 };
        let s = |i: usize| sense * (self.moments[i].east_m * sin + self.moments[i].north_m * cos);
        let entry_vmg = (s(start) - s(from)) / over_s;
        Some(entry_vmg * (end - start) as f64 * STEP_S - (s(end) - s(start)))
    }

    /// Metres lost against the old speed up to the middle of the turn and the new one from there on.
    fn path_loss(&self, t0: usize, middle: usize, end: usize, entry: f64, new: f64) -> Option<f64> {
        let start = t0.checked_sub(steps(1.0))?;
        let step = |i: usize| libm::hypot(self.moments[i].east_mps, self.moments[i].north_mps) * STEP_S;
        let sailed: f64 = (start..end).map(step).sum();
        Some(entry * (middle - start) as f64 * STEP_S + new * (end - middle) as f64 * STEP_S - sailed)
    }
}

fn side(angle_deg: f64) -> TackSide {
    if angle_deg >= 0.0 { TackSide::Starboard } else { TackSide::Port }
}

#[cfg(test)]
mod tests;
