//! The straights of a session in windows of 10 s.

use super::session::WINDOW_S;
use crate::angle::{to_deg, to_rad};
use crate::debrief::DebriefTrack;
use crate::debrief::grid::{Doing, Grid, Second, dot, is_under_way};
use crate::segment::SegmentKind;
use crate::units::{kn_from_mps, mps_from_kn};

/// Least time after a turn, ms.
const AFTER_TURN_MS: f64 = 15_000.0;

/// Means over 10 s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Window {
    pub start_ms: f64,
    pub tws_kn: Option<f64>,
    /// Positive on starboard tack.
    pub twa_deg: f64,
    pub sog_kn: f64,
    pub direction_sd_deg: f64,
}

/// The windows in straights, clear of turns; through the water where a current is known.
pub(super) fn windows(track: &DebriefTrack, grid: &Grid) -> Vec<Window> {
    let current = track.facts.current.map_or([0.0; 2], |c| {
        let (sin, cos) = libm::sincos(to_rad(c.set_deg));
        [mps_from_kn(c.drift_kn) * sin, mps_from_kn(c.drift_kn) * cos]
    });
    let turns = ends_of_turns(track);
    let is_clear = |s: &Second| {
        let turn = turns[..turns.partition_point(|t| t.0 <= s.ms)].last();
        turn.is_none_or(|t| s.ms - t.1 >= AFTER_TURN_MS)
    };
    let mut found = Vec::new();
    let mut part: Vec<&Second> = Vec::new();
    for s in &grid.seconds {
        if part.last().is_some_and(|last| s.ms - last.ms > 1000.0) {
            part.clear();
        }
        if s.doing != Doing::Straight || s.n.is_none() || !is_under_way(s) || !is_clear(s) {
            part.clear();
            continue;
        }
        part.push(s);
        if part.len() as f64 == WINDOW_S {
            found.extend(window(&part, current));
            part.clear();
        }
    }
    found
}

/// Start of each maneuver that is no straight, by time, and the latest end of it and those before.
fn ends_of_turns(track: &DebriefTrack) -> Vec<(f64, f64)> {
    let turns = track.facts.maneuvers.iter().filter(|m| m.kind != SegmentKind::Straight);
    let mut ends: Vec<(f64, f64)> = turns.map(|m| (m.start_ms, m.end_ms)).collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut latest = f64::NEG_INFINITY;
    for turn in &mut ends {
        latest = latest.max(turn.1);
        turn.1 = latest;
    }
    ends
}

fn window(seconds: &[&Second], current: [f64; 2]) -> Option<Window> {
    let n = seconds.len() as f64;
    let sum = |value: &dyn Fn(&Second) -> f64| seconds.iter().map(|s| value(s)).sum::<f64>();
    let v = [sum(&|s| s.v[0]) / n - current[0], sum(&|s| s.v[1]) / n - current[1]];
    let wind = |i: usize| sum(&|s| s.n.map_or(0.0, |n| n[i]));
    let (wind, tws) = ([wind(0), wind(1)], sum(&|s| s.tws_kn.unwrap_or(f64::NAN)) / n);
    let twa_deg = to_deg(libm::atan2(wind[0] * v[1] - wind[1] * v[0], dot(v, wind)));
    let sog_kn = kn_from_mps(dot(v, v).sqrt());
    let direction_sd_deg = to_deg(sum(&|s| s.sd_rad) / n);
    let tws_kn = tws.is_finite().then_some(tws);
    let first = seconds.first()?;
    let window = Window { start_ms: first.ms, tws_kn, twa_deg, sog_kn, direction_sd_deg };
    (twa_deg.is_finite() && sog_kn.is_finite()).then_some(window)
}
