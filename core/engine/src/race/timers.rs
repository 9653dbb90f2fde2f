//! Race timers of the devices: the gun, and clocks that differ (docs/races.md, 2.1).

use super::MAX_GUN_SHIFT_S;
use super::field::Field;
use super::gun::TIMER_SD_S;
use super::input::{LineEnd, RaceEvent, RaceEventKind, RaceTrack};
use super::line::TakenEnd;
use crate::stats::quantile::median;

/// What the timers say of one start.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Timers {
    /// Median of their guns, s from the start of the grid; none without a timer.
    pub gun_s: Option<f64>,
    /// Boats whose timer differs from the others, with the difference, s; both of two.
    pub differ: Vec<(usize, f64)>,
}

/// The timers of these boats about a candidate; `tracks` are those of the field.
pub(super) fn timers(field: &Field, tracks: &[&RaceTrack], candidate_s: f64) -> Timers {
    let nearest = |boat: usize| {
        let track = tracks.get(field.boats.get(boat)?.track)?;
        let starts = track.facts.events.iter().filter(|e| e.kind == RaceEventKind::RaceStart);
        let times = starts.map(|e| field.s(e.time_ms)).filter(|s| (s - candidate_s).abs() <= MAX_GUN_SHIFT_S);
        times.min_by(|a, b| (a - candidate_s).abs().total_cmp(&(b - candidate_s).abs())).map(|s| (boat, s))
    };
    let guns: Vec<(usize, f64)> = (0..field.boats.len()).filter_map(nearest).collect();
    let Some(gun_s) = median(&mut guns.iter().map(|g| g.1).collect::<Vec<_>>()) else {
        return Timers::default();
    };
    let agree_s = 3.0 * TIMER_SD_S;
    // Of two that differ neither is known to be right: both are as far from their middle.
    let limit_s = if guns.len() == 2 { 0.5 * agree_s } else { agree_s };
    let differ =
        guns.iter().map(|&(boat, s)| (boat, s - gun_s)).filter(|(_, by)| by.abs() > limit_s).collect();
    Timers { gun_s: Some(gun_s), differ }
}

/// The ends of the line that the devices took.
pub(super) fn taken_ends(field: &Field, tracks: &[&RaceTrack]) -> Vec<TakenEnd> {
    let taken = |event: &RaceEvent| {
        let end = match event.kind {
            RaceEventKind::Pin => LineEnd::Pin,
            RaceEventKind::CommitteeBoat => LineEnd::Committee,
            RaceEventKind::RaceStart => return None,
        };
        let (lat_deg, lon_deg) = (event.lat_deg?, event.lon_deg?);
        if lat_deg.abs() > 90.0 || lon_deg.abs() > 180.0 {
            return None;
        }
        Some(TakenEnd { end, taken_ms: Some(event.time_ms), at: field.plane.to_m(lat_deg, lon_deg) })
    };
    tracks.iter().flat_map(|t| t.facts.events.iter().filter_map(taken)).collect()
}
