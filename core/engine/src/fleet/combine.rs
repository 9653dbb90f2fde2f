//! One wind over time and place from the winds of the boats (docs/algorithms.md, section 6).
//!
//! Weights follow from the standard deviation of each boat's wind and from her distance: gusts and oscillations reach one
//! boat before the next, and over kilometres the wind turns. Errors common to all boats (the same shifts, the same
//! current) do not average out, so that the standard deviation shrinks less than by the square root of their number; it
//! grows where they disagree.

use super::co_sailing::shared;
use super::{FLEET_STEP_MS, TrackEvidence};
use crate::angle::{circular_mean, wrap_180, wrap_360};
use crate::geo::distance_m;
use crate::wind::estimate::MAX_SD_DEG;

// Constants are hand-tuned on simulated fleets (docs/algorithms.md, section 6) unless marked.

/// Standard deviation between the winds of two distant boats by gusts and oscillations, deg, and the length scale, m.
const GUST_SD_DEG: f64 = 5.0;
const GUST_SCALE_M: f64 = 300.0;
/// Distance over which the wind turns by a degree, m.
const DEGREE_OF_TURN_M: f64 = 600.0;
/// Farthest boat that is used, m. Guess.
const MAX_DISTANCE_M: f64 = 8000.0;
/// Share of every boat's variance that is common to all boats.
const COMMON_VARIANCE_SHARE: f64 = 0.45;
/// A boat farther from the mean than this many standard deviations has its weight divided by the excess ratio. Guess.
const OUTLIER_SDS: f64 = 2.0;
/// Least standard deviation of a measured wind, deg. Guess.
const MIN_SENSOR_SD_DEG: f64 = 4.0;

/// Where the wind is estimated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Place<'a> {
    /// At the mean position of the boats.
    Middle,
    /// At this boat, at the moments of her evidence; her own measured wind is left out, as her own analysis uses it.
    Of(&'a TrackEvidence),
}

/// The wind of a fleet at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FleetWindSample {
    pub time_ms: f64,
    pub twd_deg: f64,
    pub sd_deg: f64,
    /// Number of winds combined.
    pub boats: usize,
}

/// Wind of one boat at one moment, and her position.
struct BoatWind {
    twd_deg: f64,
    sd_deg: f64,
    lat_deg: f64,
    lon_deg: f64,
}

/// The combined wind of these boats, each with the index of her candidate, every [`FLEET_STEP_MS`]; moments with a standard
/// deviation over [`MAX_SD_DEG`] are left out.
pub(super) fn combine(boats: &[(&TrackEvidence, usize)], place: Place) -> Vec<FleetWindSample> {
    let moments: Vec<f64> = match place {
        Place::Of(boat) => boat.time_ms.clone(),
        Place::Middle => steps(boats),
    };
    let winds: Vec<Vec<Option<BoatWind>>> = boats
        .iter()
        .flat_map(|(boat, candidate)| {
            let own = matches!(place, Place::Of(at) if std::ptr::eq(at, *boat));
            let measured = (!own).then(|| measured(boat, &moments)).flatten();
            [Some(estimated(boat, *candidate, &moments)), measured].into_iter().flatten()
        })
        .collect();
    let at = |k: usize| match place {
        Place::Of(boat) => Some((*boat.lat_deg.get(k)?, *boat.lon_deg.get(k)?)),
        Place::Middle => middle(winds.iter().filter_map(|w| w.get(k)?.as_ref())),
    };
    let moment = |(k, &time_ms): (usize, &f64)| {
        let winds_now: Vec<&BoatWind> = winds.iter().filter_map(|w| w.get(k)?.as_ref()).collect();
        combined_at(&winds_now, at(k)?)
            .filter(|m| m.1 <= MAX_SD_DEG)
            .map(|(twd_deg, sd_deg, boats)| FleetWindSample { time_ms, twd_deg, sd_deg, boats })
    };
    moments.iter().enumerate().filter_map(moment).collect()
}

/// All moments of the boats, rising, each once.
fn steps(boats: &[(&TrackEvidence, usize)]) -> Vec<f64> {
    let mut all: Vec<i64> =
        boats.iter().flat_map(|(b, _)| &b.time_ms).map(|t| libm::round(t / FLEET_STEP_MS) as i64).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(|k| k as f64 * FLEET_STEP_MS).collect()
}

fn estimated(boat: &TrackEvidence, candidate: usize, moments: &[f64]) -> Vec<Option<BoatWind>> {
    let mut winds: Vec<Option<BoatWind>> = moments.iter().map(|_| None).collect();
    let Some(candidate) = boat.candidates.get(candidate) else { return winds };
    for (i, j) in shared(moments, &boat.time_ms) {
        winds[i] = boat_wind(boat, j, candidate.twd_deg.get(j), candidate.sd_deg.get(j));
    }
    winds
}

fn measured(boat: &TrackEvidence, moments: &[f64]) -> Option<Vec<Option<BoatWind>>> {
    let wind = boat.measured.as_ref()?;
    let mut winds: Vec<Option<BoatWind>> = moments.iter().map(|_| None).collect();
    for (i, k) in shared(moments, &wind.time_ms) {
        let sd = wind.sd_deg.get(k).map(|sd| sd.max(MIN_SENSOR_SD_DEG));
        let here = boat.time_ms.partition_point(|t| *t < wind.time_ms[k]);
        winds[i] = boat_wind(boat, here, wind.twd_deg.get(k), sd.as_ref());
    }
    Some(winds)
}

fn boat_wind(
    boat: &TrackEvidence,
    row: usize,
    twd_deg: Option<&f64>,
    sd_deg: Option<&f64>,
) -> Option<BoatWind> {
    let (lat_deg, lon_deg) = (*boat.lat_deg.get(row)?, *boat.lon_deg.get(row)?);
    Some(BoatWind { twd_deg: *twd_deg?, sd_deg: *sd_deg?, lat_deg, lon_deg })
}

/// Mean position of the boats, deg; longitudes are taken relative to the first one, so that the dateline is no exception.
fn middle<'a>(mut winds: impl Iterator<Item = &'a BoatWind>) -> Option<(f64, f64)> {
    let first = winds.next()?;
    let (mut lat, mut lon, mut n) = (first.lat_deg, 0.0, 1.0);
    for boat_wind in winds {
        lat += boat_wind.lat_deg;
        lon += wrap_180(boat_wind.lon_deg - first.lon_deg);
        n += 1.0;
    }
    Some((lat / n, wrap_180(first.lon_deg + lon / n)))
}

/// Variance between the winds at two places, by their distance, deg².
fn variance_between(away_m: f64) -> f64 {
    let turned = away_m / DEGREE_OF_TURN_M;
    GUST_SD_DEG * GUST_SD_DEG * (1.0 - libm::exp(-away_m / GUST_SCALE_M)) + turned * turned
}

/// Mean direction, standard deviation (deg) and number of winds near a place; none without one.
fn combined_at(winds_now: &[&BoatWind], (lat_deg, lon_deg): (f64, f64)) -> Option<(f64, f64, usize)> {
    let near: Vec<(f64, f64)> = winds_now
        .iter()
        .filter_map(|w| {
            let away_m = distance_m(lat_deg, lon_deg, w.lat_deg, w.lon_deg);
            (away_m <= MAX_DISTANCE_M).then(|| (w.twd_deg, w.sd_deg * w.sd_deg + variance_between(away_m)))
        })
        .collect();
    let weights: Vec<f64> = near.iter().map(|(_, var)| 1.0 / var.max(0.01)).collect();
    let (mut twd_deg, _) = circular_mean(near.iter().zip(&weights).map(|(n, w)| (n.0, *w)))?;
    // Two rounds: outliers from the first mean have less weight in the second.
    let mut robust = weights.clone();
    for _ in 0..2 {
        for ((robust, weight), (twd, var)) in robust.iter_mut().zip(&weights).zip(&near) {
            let far = wrap_180(twd - twd_deg).abs() / var.sqrt().max(0.1);
            *robust = weight / (far / OUTLIER_SDS).max(1.0);
        }
        twd_deg = circular_mean(near.iter().zip(&robust).map(|(n, w)| (n.0, *w)))?.0;
    }
    let (sum, squares) = robust.iter().fold((0.0, 0.0), |(s, q), w| (s + w, q + w * w));
    let effective_count = sum * sum / squares;
    let mean_variance = 1.0 / sum;
    let off =
        near.iter().zip(&robust).map(|((twd, _), w)| w * wrap_180(twd - twd_deg) * wrap_180(twd - twd_deg));
    let disagreement = if near.len() > 1 { off.sum::<f64>() / (near.len() as f64 - 1.0) } else { 1.0 };
    let var = mean_variance
        * ((1.0 - COMMON_VARIANCE_SHARE) * disagreement.max(1.0) + COMMON_VARIANCE_SHARE * effective_count);
    Some((wrap_360(twd_deg), var.sqrt(), near.len()))
}
