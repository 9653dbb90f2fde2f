//! The truth of a session: what every deed of the crew was and cost, measured on the noiseless path with the
//! noiseless wind where the boat was, by the definitions of ALGORITHMS 3.3.2 and 3.4.

mod losses;
mod maneuver;
mod named;

use serde::Serialize;

use super::boat::Moment;
use super::boats::Sailing;
use super::clock::iso_utc;
use super::crew::{Deed, Through, What};
use super::path::{Path, round, steps};
use super::spec::Spec;
use super::sweep::{Sweep, sweeps};
use crate::config::BoatClass;
use crate::segment::{SegmentKind, TackSide};
use crate::units::{MPS_PER_KNOT, kn_from_mps, mps_from_kn};

/// A tack that bears away in the same sweep ends here, deg.
const TACK_ENDS_DEG: f64 = 60.0;
/// Seconds of the new band that make a rounding, and within how many outside tacks and gybes.
const HOLD_S: f64 = 8.0;
const HOLD_WITHIN_S: f64 = 10.7;

/// Longest reach between the steps of one rounding, s.
const REACH_S: f64 = 30.0;
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
    spec: &Spec,
) -> Vec<TrueManeuver> {
    let start_ms = spec.start_time_ms;
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
            step_t0: if spec.offset_mark { path.step_before(&sweeps, i) } else { None },
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
    /// Where the first step of a rounding in two began.
    step_t0: Option<usize>,
    /// The class flies above this.
    flies_mps: f64,
    /// Turns through an axis: they do not break a band.
    crossings: &'a [(usize, usize)],
}

fn side(angle_deg: f64) -> TackSide {
    if angle_deg >= 0.0 { TackSide::Starboard } else { TackSide::Port }
}

#[cfg(test)]
mod tests;
