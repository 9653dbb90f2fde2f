//! The polar of a season from what is stored of its sessions.

use super::answer::{Polar, PolarBand, PolarBasis, PolarOptions, PolarSeason, PolarSides};
use super::bands::{BandOf, bands};
use super::curve::curve;
use super::histogram::Leg;
use super::outings::{Cell, Outing, Outings, outings};
use super::season::season;
use super::session::{POLAR_VERSION, SessionPolar, WINDOW_S};
use super::sides::side_difference;
use super::target::target;
use crate::calendar::ms_from_iso;
use crate::stats::quantile::median;

/// The polar of sessions of one class whose cells are those of sessions.
pub(super) fn merge(sessions: &[SessionPolar], options: &PolarOptions) -> Polar {
    let Outings { basis, left_out, outings } = outings(sessions);
    let boat_class = sessions
        .iter()
        .find(|s| s.version == POLAR_VERSION)
        .map(|s| s.boat_class.clone())
        .unwrap_or_default();
    let nothing = Polar { version: POLAR_VERSION, boat_class, left_out, ..Polar::default() };
    let Some(basis) = basis else { return nothing };
    let bands = bands(basis, options.bands, &nothing.boat_class);
    let speeds = 1 + outings.iter().flat_map(|o| &o.cells).map(|c| c.sog).max().unwrap_or(0) as usize;
    let direction_sd_deg = median(&mut outings.iter().filter_map(|o| o.direction_sd_deg).collect::<Vec<_>>());
    let splits_ms: Vec<f64> = options.splits.iter().filter_map(|time| ms_from_iso(time)).collect();
    let own_track = outings.iter().filter(|o| o.own_track).count();
    let of_band = |band: &BandOf| polar_band(&outings, band, options, speeds, direction_sd_deg, basis);
    let season = |leg| season(&outings, leg, &bands, &splits_ms, speeds);
    Polar {
        basis: Some(basis),
        sessions: outings.len() as u32,
        straight_s: outings.iter().map(|o| time_s(&o.cells)).sum(),
        own_track_share: own_track as f64 / outings.len().max(1) as f64,
        direction_sd_deg,
        bands: bands.iter().filter_map(of_band).collect(),
        sides: PolarSides {
            upwind: side_difference(&outings, Leg::Up),
            downwind: side_difference(&outings, Leg::Down),
        },
        season: PolarSeason { upwind: season(Leg::Up), downwind: season(Leg::Down) },
        ..nothing
    }
}

fn polar_band(
    outings: &[Outing],
    band: &BandOf,
    options: &PolarOptions,
    speeds: usize,
    direction_sd_deg: Option<f64>,
    basis: PolarBasis,
) -> Option<PolarBand> {
    let is_part = |c: &&Cell| band.bins.contains(&i32::from(c.tws)) && c.is_on(options.side);
    let cells: Vec<Vec<Cell>> =
        outings.iter().map(|o| o.cells.iter().filter(is_part).copied().collect()).collect();
    let sessions = cells.iter().filter(|cells| !cells.is_empty()).count() as u32;
    let target = |leg| {
        let found = target(&cells, leg, speeds, direction_sd_deg)?;
        Some(super::answer::PolarTarget {
            is_published: found.is_published && basis == PolarBasis::WindSpeed,
            ..found
        })
    };
    (sessions > 0).then(|| PolarBand {
        name: band.name.clone(),
        from_kn: band.from_kn,
        to_kn: band.to_kn,
        time_s: cells.iter().map(|cells| time_s(cells)).sum(),
        sessions,
        curve: curve(&cells, speeds),
        upwind: target(Leg::Up),
        downwind: target(Leg::Down),
    })
}

fn time_s(cells: &[Cell]) -> f64 {
    WINDOW_S * cells.iter().map(|c| f64::from(c.n)).sum::<f64>()
}
