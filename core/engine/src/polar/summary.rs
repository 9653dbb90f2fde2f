//! What is stored of a session, from its windows.

use std::collections::BTreeMap;

use super::session::{
    MAX_SOG_BIN, MAX_TWS_BIN, POLAR_VERSION, PolarCells, SOG_BIN_KN, SessionPolar, TWA_BIN_DEG, TWA_BINS,
    TWS_BIN_KN, WINDOW_S,
};
use super::thirds::thirds;
use super::windows::{Window, windows};
use crate::calendar::iso_utc;
use crate::debrief::DebriefTrack;
use crate::debrief::grid::Grid;
use crate::stats::quantile::median;

pub(super) fn summary_of(track: &DebriefTrack, grid: &Grid) -> SessionPolar {
    let time = |at: Option<&f64>| at.map(|ms| iso_utc(*ms)).unwrap_or_default();
    SessionPolar {
        boat_class: track.facts.boat_class.clone().unwrap_or_else(|| "Other".to_string()),
        start_time: time(track.time_ms.first()),
        end_time: time(track.time_ms.last()),
        own_track_wind: track.facts.wind.as_ref().map(|_| grid.own_track),
        ..session_of(&windows(track, grid))
    }
}

/// What windows alone tell of a session.
pub(super) fn session_of(windows: &[Window]) -> SessionPolar {
    let known = windows.iter().filter(|w| w.tws_kn.is_some()).count();
    SessionPolar {
        version: POLAR_VERSION,
        direction_sd_deg: median(&mut windows.iter().map(|w| w.direction_sd_deg).collect::<Vec<_>>()),
        straight_s: WINDOW_S * windows.len() as f64,
        tws_share: known as f64 / windows.len().max(1) as f64,
        cells: cells(windows),
        ..SessionPolar::default()
    }
}

pub(super) fn cells(windows: &[Window]) -> PolarCells {
    let unknown: Vec<Window> = windows.iter().copied().filter(|w| w.tws_kn.is_none()).collect();
    let by_third = unknown.iter().zip(thirds(&unknown)).map(|(w, third)| (w, -1 - third as i32));
    let by_speed = windows.iter().filter_map(|w| Some((w, bin(w.tws_kn?, TWS_BIN_KN, 0, MAX_TWS_BIN))));
    let mut counts: BTreeMap<[i32; 3], u32> = BTreeMap::new();
    for (w, tws) in by_speed.chain(by_third) {
        let twa = bin(w.twa_deg, TWA_BIN_DEG, -TWA_BINS, TWA_BINS - 1);
        let sog = bin(w.sog_kn, SOG_BIN_KN, 0, MAX_SOG_BIN);
        *counts.entry([tws, twa, sog]).or_default() += 1;
    }
    let column = |i: usize| counts.keys().map(|bins| bins[i]).collect();
    PolarCells { tws: column(0), twa: column(1), sog: column(2), n: counts.values().copied().collect() }
}

fn bin(value: f64, width: f64, least: i32, most: i32) -> i32 {
    ((value / width).floor() as i32).clamp(least, most)
}
