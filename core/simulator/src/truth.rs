//! The truth of a session: maneuvers, losses, wind and stops, measured on the noiseless path with the noiseless wind at
//! the boat (docs/algorithms.md, section 14.7).

mod losses;
mod maneuver;
mod name;
mod races;

pub use races::{TrueLine, TruePlace, TrueRace, TrueWaypoint, races};

use serde::Serialize;

use crate::boat::Moment;
use crate::boat_models::BoatModel;
use crate::crew::{ActionKind, CrewAction, Crossed};
use crate::path::{Path, round, steps};
use crate::spec::Spec;
use crate::sweep::{Sweep, sweeps};
use leebow_engine::calendar::iso_utc;
use leebow_engine::config::BoatClass;
use leebow_engine::segment::{SegmentKind, TackSide};
use leebow_engine::units::{MPS_PER_KNOT, kn_from_mps, mps_from_kn};

/// Wind angle at which a tack that continues into a bear-away ends, deg.
const TACK_ENDS_DEG: f64 = 60.0;
/// A rounding has at least `HOLD_S` seconds in the new band within the next `HOLD_WITHIN_S`, without tacks and gybes.
const HOLD_S: f64 = 8.0;
const HOLD_WITHIN_S: f64 = 10.7;

/// Longest reach between the two turns of one rounding, s.
const REACH_S: f64 = 30.0;
/// Turns from below this speed are no maneuvers, m/s (half a knot).
const MIN_TURN_SPEED_MPS: f64 = 0.26;
/// Least time in the water of a fall, s.
const MIN_FALL_S: f64 = 5.0;
/// A stop is at least `STOP_S` below this speed, m/s.
const STOP_MPS: f64 = 0.5 * MPS_PER_KNOT;
const STOP_S: f64 = 30.0;

/// What really happened in a session.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Truth {
    pub maneuvers: Vec<TrueManeuver>,
    /// Wind over the ground at the boat, every 10 s.
    pub wind: Vec<TrueWind>,
    pub lags: Lags,
    /// Stops: below half a knot for at least 30 s.
    pub stops: Vec<TrueStop>,
    /// Races, in sessions of races.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub races: Vec<TrueRace>,
}

/// A stop: becalmed, resting, or held at the start line.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TrueStop {
    pub time: String,
    /// Start and end, s from the session's start.
    pub start_s: f64,
    pub end_s: f64,
}

/// Delay of the speed behind another channel. The clew load has the delay of the heel.
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

/// One true maneuver.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TrueManeuver {
    pub kind: SegmentKind,
    pub flags: Vec<&'static str>,
    pub time: String,
    /// Start, reference moment and end of the turn, and recovery to 80 and 95 %, s from the session's start.
    pub t0_s: f64,
    pub tc_s: f64,
    pub t1_s: f64,
    pub t80_s: Option<f64>,
    pub t95_s: Option<f64>,
    pub from_side: TackSide,
    pub to_side: TackSide,
    /// Absolute wind angle before and after the turn, deg.
    pub wind_angle_in_deg: f64,
    pub wind_angle_out_deg: f64,
    pub twd_deg: f64,
    pub entry_mps: f64,
    pub min_mps: f64,
    /// Losses along the wind of tacks and gybes sailed in their bands, by distance sailed against speed of the others.
    pub loss_og_m: Option<f64>,
    pub loss_80_m: Option<f64>,
    /// "vmg" or "speed"; none without a loss.
    pub loss_basis: Option<&'static str>,
    /// loss_80 by distance sailed against speed of every tack and gybe, as of a turn without a name.
    pub speed_loss_80_m: Option<f64>,
}

/// The true maneuvers of a path, from the actions of the crew.
pub fn measure(
    moments: &[Moment],
    actions: &[CrewAction],
    model: &BoatModel,
    class: &BoatClass,
    spec: &Spec,
) -> Vec<TrueManeuver> {
    let start_ms = spec.start_time_ms;
    let path = Path::new(moments);
    let sweeps = sweeps(&path, actions, &|crossed, t0, t1| path.has_name(crossed, t0, t1));
    let crossings: Vec<(usize, usize)> = sweeps.iter().filter(|s| crosses(s)).map(|s| (s.t0, s.t1)).collect();
    let foiling_mps = mps_from_kn(class.foil_speed_kn.unwrap_or(0.0));
    let mut found = Vec::new();
    for (i, sweep) in sweeps.iter().enumerate() {
        let later = sweeps.iter().skip(i + 1).find(|s| s.action.kind != ActionKind::Start);
        let next = later
            .map(|s| if s.action.kind == ActionKind::Fall { s.t0 } else { s.t0.saturating_sub(steps(1.0)) });
        let previous_s = found.last().map(|m: &TrueManeuver| m.t95_s.unwrap_or(m.t1_s));
        let limit_s = if class.keelboat { 60.0 } else { 30.0 };
        let turn = |s: &&Sweep| matches!(s.action.kind, ActionKind::Turn { .. });
        let previous_turn_end = sweeps.iter().take(i).rfind(turn).map(|s| s.t1);
        let next_turn_start = sweeps.iter().skip(i + 1).find(turn).map(|s| s.t0);
        let bounds = Bounds {
            t0: sweep.t0,
            t1: sweep.t1,
            next,
            previous_s,
            limit_s,
            foiling_mps,
            previous_turn_end,
            next_turn_start,
            step_t0: if spec.offset_mark || spec.race.is_some_and(|race| race.offset_m > 0.0) {
                path.step_before(&sweeps, i)
            } else {
                None
            },
            crossings: &crossings,
        };
        if let Some(maneuver) = path.maneuver(&sweep.action, &bounds, model, start_ms) {
            let away = path.bear_away_after(&maneuver, &sweep.action, &bounds, model, start_ms);
            found.push(maneuver);
            found.extend(away);
        }
    }
    found
}

fn crosses(sweep: &Sweep) -> bool {
    matches!(sweep.action.kind, ActionKind::Turn { crossed: Crossed::WindFrom | Crossed::WindTo, .. })
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

/// The span in which a maneuver is measured; `usize` are indices of moments.
struct Bounds<'a> {
    t0: usize,
    t1: usize,
    /// Start of the next maneuver.
    next: Option<usize>,
    /// Recovery of the previous maneuver, s.
    previous_s: Option<f64>,
    limit_s: f64,
    /// End of the previous turn and start of the next one.
    previous_turn_end: Option<usize>,
    next_turn_start: Option<usize>,
    /// Start of the first turn of a rounding in two turns.
    step_t0: Option<usize>,
    /// Foiling speed of the class, m/s; 0 for hulls.
    foiling_mps: f64,
    /// First and last moments of the turns through an axis, which do not interrupt a band.
    crossings: &'a [(usize, usize)],
}

fn side(angle_deg: f64) -> TackSide {
    if angle_deg >= 0.0 { TackSide::Starboard } else { TackSide::Port }
}

#[cfg(test)]
mod tests;
