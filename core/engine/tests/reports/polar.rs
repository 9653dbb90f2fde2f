//! The polar of a season: of sessions as the engine stores them, and of cells of any numbers.

use leebow_engine::api;
use leebow_engine::calendar::iso_utc;
use leebow_engine::polar::answer::{Polar, PolarBands, PolarSide};
use leebow_engine::polar::session::PolarCells;
use leebow_engine::polar::{POLAR_VERSION, PolarOptions, SessionPolar};

use super::sailing::GUN_MS;
use super::{Choices, Water, ensure, ensure_finite, refused, sailed, to_json};

pub(super) fn check(choices: &mut Choices) -> Result<(), String> {
    let mut sessions = Vec::new();
    for _ in 0..choices.below(3) {
        let water = Water::of(choices);
        let (track, facts) = sailed(choices, &water, 0);
        if let Some(stored) = refused(api::polar_summary(&to_json(&facts), track))? {
            ensure_finite(&stored)?;
            // What the engine stores, it accepts.
            let alone = api::polar(&to_json(&vec![&stored]), "");
            check_answer(&alone.map_err(|error| format!("{error} {stored:?}"))?, 1)?;
            sessions.push(stored);
        }
    }
    sessions.extend(choices.several(14, session));
    let options = PolarOptions {
        side: choices.pick(&[PolarSide::Both, PolarSide::Port, PolarSide::Starboard]),
        bands: choices.pick(&[PolarBands::Class, PolarBands::FourKnots]),
        splits: choices.several(3, |choices| iso_utc(GUN_MS + 8.64e7 * f64::from(choices.byte()))),
    };
    match refused(api::polar(&to_json(&sessions), &to_json(&options)))? {
        Some(found) => check_answer(&found, sessions.len()),
        None => Ok(()),
    }
}

/// A session whose cells are bins of the histogram, mostly.
fn session(choices: &mut Choices) -> SessionPolar {
    let n = choices.below(120);
    let start_ms = GUN_MS + 8.64e7 * f64::from(choices.byte());
    let tws = choices.below(30) as i32 - 3;
    let mut cells = PolarCells::default();
    for _ in 0..n {
        cells.tws.push(tws + choices.below(3) as i32);
        cells.twa.push(choices.pick(&[22, -22, 75, -75, 23, -23, 89, -90, 0]));
        cells
            .sog
            .push(choices.pick(&[50, 60, 0, 999]) + choices.below(12) as i32 * choices.pick(&[1, 0, -1]));
        cells.n.push(choices.pick(&[1, 9, 90, 0, u32::MAX]));
    }
    SessionPolar {
        version: choices.pick(&[POLAR_VERSION, POLAR_VERSION, POLAR_VERSION, 0]),
        boat_class: choices.pick(&["Laser", "Laser", "Laser", "Laser", "49er"]).to_string(),
        start_time: iso_utc(start_ms),
        end_time: iso_utc(start_ms + choices.pick(&[3.6e6, 0.0, -3.6e6, 9e7])),
        own_track_wind: choices.maybe(Choices::is_set),
        direction_sd_deg: choices.maybe(Choices::number),
        straight_s: 10.0 * n as f64,
        tws_share: choices.share(),
        cells,
    }
}

fn check_answer(found: &Polar, sessions: usize) -> Result<(), String> {
    ensure_finite(found)?;
    ensure(found.sessions as usize <= sessions && found.straight_s >= 0.0, &found.sessions)?;
    for band in &found.bands {
        let curve = &band.curve;
        let lengths = [curve.q25_kn.len(), curve.median_kn.len(), curve.q75_kn.len(), curve.time_s.len()];
        ensure(lengths == [curve.twa_deg.len(); 4], &lengths)?;
        for ((low, middle), high) in curve.q25_kn.iter().zip(&curve.median_kn).zip(&curve.q75_kn) {
            ensure(low <= middle && middle <= high, &(low, middle, high))?;
        }
        for target in [band.upwind, band.downwind].into_iter().flatten() {
            ensure((0.0..=180.0).contains(&target.twa_deg), &target)?;
            ensure(target.q25_kn <= target.median_kn && target.median_kn <= target.q75_kn, &target)?;
            ensure(target.vmg_interval_kn.is_none_or(|[low, high]| low <= high), &target)?;
        }
    }
    for trend in [&found.season.upwind, &found.season.downwind] {
        ensure(trend.points.iter().all(|point| point.sd_percent >= 0.0), trend)?;
        ensure(trend.points.iter().all(|point| (point.session as usize) < sessions), trend)?;
    }
    Ok(())
}
