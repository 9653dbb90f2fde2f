//! The truth of a session: what every deed of the crew was and cost, measured on the noiseless path with the
//! noiseless wind where the boat was, by the definitions of ALGORITHMS 3.3.2 and 3.4.

use serde::Serialize;

use super::boat::{Moment, STEP_S};
use super::boats::Sailing;
use super::clock::iso_utc;
use super::crew::{Deed, Through, What};
use super::path::{Path, round, steps};
use crate::angle::to_rad;
use crate::segment::{SegmentKind, TackSide};
use crate::units::kn_from_mps;

/// Below this a course is upwind, above the other downwind, deg (table of ALGORITHMS 3.3.2).
const UP_DEG: f64 = 75.0;
const DOWN_DEG: f64 = 100.0;

/// A kind and its flags.
type Label = (SegmentKind, Vec<&'static str>);

/// Everything about a session that an analysis would like to know.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Truth {
    pub maneuvers: Vec<TrueManeuver>,
    /// Every 10 s, over the ground, where the boat was.
    pub wind: Vec<TrueWind>,
    pub lags: Lags,
}

/// Delay of the speed behind a channel that moves first.
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
    keelboat: bool,
    start_ms: f64,
) -> Vec<TrueManeuver> {
    let path = Path::new(moments);
    let edges: Vec<(usize, usize)> = deeds.iter().map(|d| path.edges(d)).collect();
    let mut found = Vec::new();
    for (i, deed) in deeds.iter().enumerate() {
        let next = deeds.get(i + 1..).and_then(|rest| {
            let later = rest.iter().zip(&edges[i + 1..]).find(|(d, _)| d.what != What::Start);
            later.map(|(d, e)| if d.what == What::Fall { e.0 } else { e.0.saturating_sub(steps(1.0)) })
        });
        let previous_s = found.last().map(|m: &TrueManeuver| m.t95_s.unwrap_or(m.t1_s));
        let limit_s = if keelboat { 60.0 } else { 30.0 };
        let bounds = Bounds { t0: edges[i].0, t1: edges[i].1, next, previous_s, limit_s };
        if let Some(maneuver) = path.maneuver(deed, &bounds, sailing, start_ms) {
            found.push(maneuver);
        }
    }
    found
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
struct Bounds {
    t0: usize,
    t1: usize,
    /// Start of what comes next.
    next: Option<usize>,
    /// When the previous one had recovered, s.
    previous_s: Option<f64>,
    limit_s: f64,
}

impl Path<'_> {
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
        let angle_in = self.angle(before.start, before.end, twd_deg);
        let angle_out = self.angle(t1, t1 + steps(5.0), twd_deg);
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
        let holds = !rounding || through != Through::Neither || self.holds(kind, bounds.t1);
        holds.then_some((kind, flags))
    }

    /// A rounding counts when the new band is held for 8 s of the next 25.
    fn holds(&self, kind: SegmentKind, t1: usize) -> bool {
        let in_band = |&i: &usize| {
            let angle = self.angle_at(i).abs();
            if kind == SegmentKind::BearAway { angle > DOWN_DEG } else { angle < UP_DEG }
        };
        (t1..(t1 + steps(25.0)).min(self.moments.len())).filter(in_band).count() >= steps(8.0)
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

/// The label of a turn by the table of ALGORITHMS 3.3.2, `None` for turns that are no maneuver.
fn label(through: Through, a: f64, b: f64) -> Option<Label> {
    let up = |angle: f64| angle < UP_DEG;
    let down = |angle: f64| angle > DOWN_DEG;
    match through {
        Through::Both => Some((SegmentKind::Penalty, vec![])),
        Through::WindFrom if down(a) && up(b) => Some((SegmentKind::Douse, vec!["tack_out"])),
        Through::WindFrom if down(a) => Some((SegmentKind::Tack, vec!["chicken_gybe"])),
        Through::WindFrom if up(a) && down(b) => Some((SegmentKind::Tack, vec!["bear_away_after"])),
        Through::WindFrom => Some((SegmentKind::Tack, vec![])),
        Through::WindTo if up(a) && down(b) => Some((SegmentKind::BearAway, vec!["gybe_set"])),
        Through::WindTo if down(a) && up(b) => Some((SegmentKind::Douse, vec!["gybe_drop"])),
        Through::WindTo => Some((SegmentKind::Gybe, vec![])),
        Through::Neither if (a - b).abs() < 35.0 => None,
        Through::Neither if up(a) && down(b) => Some((SegmentKind::BearAway, vec![])),
        Through::Neither if down(a) && up(b) => Some((SegmentKind::Douse, vec![])),
        Through::Neither => None,
    }
}

fn side(angle_deg: f64) -> TackSide {
    if angle_deg >= 0.0 { TackSide::Starboard } else { TackSide::Port }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::angle::wrap_360;
    use std::f64::consts::FRAC_1_SQRT_2 as SQRT_HALF;

    /// Mean of the cosine over 45 degrees to either side: sin 45 over 45 in radians.
    const MEAN_COS: f64 = 4.0 * SQRT_HALF / std::f64::consts::PI;

    #[test]
    fn a_turn_is_called_by_what_it_passed_and_where_it_led() {
        let kind = |through, a, b| label(through, a, b).map(|(kind, flags)| (kind, flags.first().copied()));
        assert_eq!(kind(Through::WindFrom, 43.0, 44.0), Some((SegmentKind::Tack, None)));
        assert_eq!(kind(Through::WindTo, 145.0, 140.0), Some((SegmentKind::Gybe, None)));
        assert_eq!(kind(Through::WindTo, 90.0, 95.0), Some((SegmentKind::Gybe, None)));
        assert_eq!(kind(Through::Neither, 43.0, 140.0), Some((SegmentKind::BearAway, None)));
        assert_eq!(kind(Through::WindTo, 43.0, 140.0), Some((SegmentKind::BearAway, Some("gybe_set"))));
        assert_eq!(kind(Through::WindTo, 140.0, 43.0), Some((SegmentKind::Douse, Some("gybe_drop"))));
        assert_eq!(kind(Through::WindFrom, 140.0, 43.0), Some((SegmentKind::Douse, Some("tack_out"))));
        assert_eq!(kind(Through::Neither, 43.0, 90.0), None);
        assert_eq!(kind(Through::Neither, 72.0, 102.0), None);
    }

    /// A boat at 5 m/s, 45 degrees off a north wind, that tacks in a moment and keeps her way on but for a
    /// slow time of `slow_s` seconds at half her speed.
    fn tack_with_a_slow_time(slow_s: f64) -> Vec<Moment> {
        let wind = crate::simulate::Wind { twd_deg: 0.0, tws_mps: 6.0 };
        let (mut east_m, mut north_m) = (0.0, 0.0);
        (0..steps(120.0))
            .map(|i| {
                let time_s = i as f64 * STEP_S;
                let course = -45.0 + 90.0 * ((time_s - 57.5) / 5.0).clamp(0.0, 1.0);
                let speed = if (60.0..60.0 + slow_s).contains(&time_s) { 2.5 } else { 5.0 };
                let (sin, cos) = libm::sincos(to_rad(course));
                let moment = Moment {
                    time_s,
                    east_m,
                    north_m,
                    east_mps: speed * sin,
                    north_mps: speed * cos,
                    hdg_deg: wrap_360(course),
                    stw_mps: speed,
                    heel_deg: 0.0,
                    pitch_deg: 0.0,
                    wind,
                };
                east_m += moment.east_mps * STEP_S;
                north_m += moment.north_mps * STEP_S;
                moment
            })
            .collect()
    }

    fn measured(slow_s: f64) -> TrueManeuver {
        let what = What::Turn { through: Through::WindFrom, in_deg: 45.0, out_deg: -45.0 };
        let deeds = [Deed { what, from_s: 57.5, to_s: 62.5 }];
        let sailing = super::super::boats::sailing("49er");
        measure(&tack_with_a_slow_time(slow_s), &deeds, sailing, false, 0.0).remove(0)
    }

    #[test]
    fn a_tack_that_keeps_her_speed_gains_by_pointing_up() {
        // Five seconds through the wind at 5 m/s: the mean of cos over 45 degrees is 0.900 against 0.707.
        let tack = measured(0.0);
        let gain = 5.0 * 5.0 * (MEAN_COS - SQRT_HALF);
        assert!((tack.loss_80_m.unwrap() + gain).abs() < 0.3, "{tack:?}");
        assert!((tack.tc_s - 60.0).abs() < 0.1 && tack.from_side == TackSide::Starboard);
        assert!((tack.t1_s - tack.t0_s - 5.0).abs() < 1.3);
    }

    #[test]
    fn ten_seconds_at_half_speed_cost_what_they_cost() {
        // Beyond the turn 7.5 s at 2.5 m/s less, at 45 degrees; inside it 2.5 s of it while pointing higher.
        let (quick, slow) = (measured(0.0), measured(10.0));
        let more = slow.loss_og_m.unwrap() - quick.loss_og_m.unwrap();
        let expected = 7.5 * 2.5 * SQRT_HALF + 2.5 * 2.5 * MEAN_COS;
        assert!((more - expected).abs() < 1.0, "{more} for {expected}");
        assert!(slow.t80_s.unwrap() >= 69.0 && slow.t95_s >= slow.t80_s);
        assert!((slow.min_mps - 2.5).abs() < 0.01 && (slow.entry_mps - 5.0).abs() < 0.01);
    }

    /// A boat with the wind from the north that bears away from 45 to 145 degrees at 60 s and speeds up from 4 to
    /// 6 m/s in ten seconds.
    fn bear_away() -> Vec<Moment> {
        let wind = crate::simulate::Wind { twd_deg: 0.0, tws_mps: 6.0 };
        let (mut east_m, mut north_m) = (0.0, 0.0);
        let moment = |i: usize| {
            let time_s = i as f64 * STEP_S;
            let course = 45.0 + 100.0 * ((time_s - 57.5) / 5.0).clamp(0.0, 1.0);
            let speed = 4.0 + 2.0 * ((time_s - 60.0) / 10.0).clamp(0.0, 1.0);
            let (sin, cos) = libm::sincos(to_rad(course));
            let (east_mps, north_mps) = (speed * sin, speed * cos);
            let at = (east_m, north_m);
            east_m += east_mps * STEP_S;
            north_m += north_mps * STEP_S;
            Moment {
                time_s,
                east_m: at.0,
                north_m: at.1,
                east_mps,
                north_mps,
                hdg_deg: course,
                stw_mps: speed,
                heel_deg: 0.0,
                pitch_deg: 0.0,
                wind,
            }
        };
        (0..steps(140.0)).map(moment).collect()
    }

    #[test]
    fn a_bear_away_is_measured_by_its_speeds() {
        let what = What::Turn { through: Through::Neither, in_deg: -45.0, out_deg: -145.0 };
        let deeds = [Deed { what, from_s: 57.5, to_s: 62.5 }];
        let sailing = super::super::boats::sailing("49er");
        let found = measure(&bear_away(), &deeds, sailing, false, 0.0).remove(0);
        assert_eq!((found.kind, found.from_side), (SegmentKind::BearAway, TackSide::Port));
        assert!((found.tc_s - 60.0).abs() < 0.2, "{}", found.tc_s);
        // Against 6 m/s from the middle on: a triangle of 2 m/s over ten seconds.
        assert!((found.loss_og_m.unwrap() - 10.0).abs() < 0.6, "{found:?}");
        // 4.8 m/s, four fifths of the new speed, come four seconds after the middle.
        assert!((found.t80_s.unwrap() - 64.0).abs() < 0.6);
        assert!((found.loss_80_m.unwrap() - (2.0 + 1.2) / 2.0 * 4.0).abs() < 0.8);
    }

    #[test]
    fn a_rounding_that_is_not_held_is_none() {
        let mut moments = bear_away();
        moments.truncate(steps(66.0));
        let what = What::Turn { through: Through::Neither, in_deg: -45.0, out_deg: -145.0 };
        let deeds = [Deed { what, from_s: 57.5, to_s: 62.5 }];
        let sailing = super::super::boats::sailing("49er");
        assert!(measure(&moments, &deeds, sailing, false, 0.0).is_empty());
    }

    #[test]
    fn a_keelboat_is_given_longer_to_recover() {
        let what = What::Turn { through: Through::WindFrom, in_deg: 45.0, out_deg: -45.0 };
        let deeds = [Deed { what, from_s: 57.5, to_s: 62.5 }];
        let sailing = super::super::boats::sailing("J70");
        let moments = tack_with_a_slow_time(40.0);
        let dinghy = measure(&moments, &deeds, sailing, false, 0.0).remove(0);
        let keelboat = measure(&moments, &deeds, sailing, true, 0.0).remove(0);
        assert!(dinghy.t80_s.is_none() && dinghy.loss_80_m.is_none());
        assert!((keelboat.t80_s.unwrap() - 100.0).abs() < 1.5);
    }

    #[test]
    fn the_wind_is_told_every_ten_seconds() {
        let series = wind_series(&tack_with_a_slow_time(0.0), 0.0);
        assert_eq!(series.len(), 12);
        assert_eq!(series[1].time, "1970-01-01T00:00:10.000Z");
        assert!((series[1].tws_kn - 11.66).abs() < 0.01);
    }
}
