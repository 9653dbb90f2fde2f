//! One wind over time out of the winds that the boats tell.
//!
//! Every boat weighs by her own doubt and by her distance: puffs and swings of the wind reach one boat before the next,
//! and over some kilometres the wind itself turns. What all boats of a fleet get wrong together (they wait for the same shift, the same water carries them) no number of boats mends, so
//! that the doubt of the sum shrinks less than by the square root of their number, and grows where they disagree.

use super::co_sailing::shared;
use super::{FLEET_STEP_MS, TrackEvidence};
use crate::angle::{circular_mean, wrap_180, wrap_360};
use crate::geo::distance_m;
use crate::wind::estimate::MAX_SD_DEG;

/// The winds of two boats differ by so much, deg, when they are farther apart than puffs and swings reach, m; beside
/// that the wind turns by a degree over this distance, m. Farther than the last, m, a boat has no vote here.
const SWINGS_DEG: f64 = 5.0;
const SWINGS_M: f64 = 300.0;
const TURNS_A_DEGREE_M: f64 = 600.0;
const OUT_OF_SIGHT_M: f64 = 8000.0;
/// Share of every boat's variance that is the same for all.
const SHARED_ERROR: f64 = 0.45;
/// A boat further off the others than this many deviations weighs less, the further the less.
const STRANGE: f64 = 2.0;
/// A measured wind is no better than this, deg (ALGORITHMS 2.6).
const SENSOR_SD_DEG: f64 = 4.0;

/// Where the wind is told for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Place<'a> {
    /// Amid the fleet.
    Middle,
    /// Where this boat was, at the moments she was out; her own measured wind is left for her own analysis.
    Of(&'a TrackEvidence),
}

/// The wind of a fleet at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    pub time_ms: f64,
    pub twd_deg: f64,
    pub sd_deg: f64,
    /// Boats that speak.
    pub boats: usize,
}

/// What one boat says at one moment.
struct Word {
    twd_deg: f64,
    sd_deg: f64,
    lat_deg: f64,
    lon_deg: f64,
}

/// The wind of these boats, of each the number of her opinion, every ten seconds; doubtful moments are absent.
pub fn mix(boats: &[(&TrackEvidence, usize)], place: Place) -> Vec<Moment> {
    let moments: Vec<f64> = match place {
        Place::Of(boat) => boat.time_ms.clone(),
        Place::Middle => steps(boats),
    };
    let words: Vec<Vec<Option<Word>>> = boats
        .iter()
        .flat_map(|(boat, opinion)| {
            let own = matches!(place, Place::Of(at) if std::ptr::eq(at, *boat));
            let measured = (!own).then(|| measured(boat, &moments)).flatten();
            [Some(estimated(boat, *opinion, &moments)), measured].into_iter().flatten()
        })
        .collect();
    let at = |k: usize| match place {
        Place::Of(boat) => Some((*boat.lat_deg.get(k)?, *boat.lon_deg.get(k)?)),
        Place::Middle => middle(words.iter().filter_map(|w| w.get(k)?.as_ref())),
    };
    let moment = |(k, &time_ms): (usize, &f64)| {
        let said: Vec<&Word> = words.iter().filter_map(|w| w.get(k)?.as_ref()).collect();
        together(&said, at(k)?).filter(|m| m.1 <= MAX_SD_DEG).map(|(twd_deg, sd_deg, boats)| Moment {
            time_ms,
            twd_deg,
            sd_deg,
            boats,
        })
    };
    moments.iter().enumerate().filter_map(moment).collect()
}

/// Every step from the first boat's start to the last one's end at which somebody speaks.
fn steps(boats: &[(&TrackEvidence, usize)]) -> Vec<f64> {
    let mut all: Vec<i64> =
        boats.iter().flat_map(|(b, _)| &b.time_ms).map(|t| libm::round(t / FLEET_STEP_MS) as i64).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(|k| k as f64 * FLEET_STEP_MS).collect()
}

fn estimated(boat: &TrackEvidence, opinion: usize, moments: &[f64]) -> Vec<Option<Word>> {
    let mut words: Vec<Option<Word>> = moments.iter().map(|_| None).collect();
    let Some(opinion) = boat.opinions.get(opinion) else { return words };
    for (i, j) in shared(moments, &boat.time_ms) {
        words[i] = word(boat, j, opinion.twd_deg.get(j), opinion.sd_deg.get(j));
    }
    words
}

fn measured(boat: &TrackEvidence, moments: &[f64]) -> Option<Vec<Option<Word>>> {
    let wind = boat.measured.as_ref()?;
    let mut words: Vec<Option<Word>> = moments.iter().map(|_| None).collect();
    for (i, k) in shared(moments, &wind.time_ms) {
        let sd = wind.sd_deg.get(k).map(|sd| sd.max(SENSOR_SD_DEG));
        let here = boat.time_ms.partition_point(|t| *t < wind.time_ms[k]);
        words[i] = word(boat, here, wind.twd_deg.get(k), sd.as_ref());
    }
    Some(words)
}

fn word(boat: &TrackEvidence, row: usize, twd_deg: Option<&f64>, sd_deg: Option<&f64>) -> Option<Word> {
    let (lat_deg, lon_deg) = (*boat.lat_deg.get(row)?, *boat.lon_deg.get(row)?);
    Some(Word { twd_deg: *twd_deg?, sd_deg: *sd_deg?, lat_deg, lon_deg })
}

/// Half way between the boats. Boats of one company are near each other: the mean of their positions will do, the
/// longitudes counted from the first one's so that the dateline is no place of its own.
fn middle<'a>(mut words: impl Iterator<Item = &'a Word>) -> Option<(f64, f64)> {
    let first = words.next()?;
    let (mut lat, mut lon, mut n) = (first.lat_deg, 0.0, 1.0);
    for word in words {
        lat += word.lat_deg;
        lon += wrap_180(word.lon_deg - first.lon_deg);
        n += 1.0;
    }
    Some((lat / n, wrap_180(first.lon_deg + lon / n)))
}

/// Variance between the winds of two places so far apart, deg².
fn between(away_m: f64) -> f64 {
    let turned = away_m / TURNS_A_DEGREE_M;
    SWINGS_DEG * SWINGS_DEG * (1.0 - libm::exp(-away_m / SWINGS_M)) + turned * turned
}

/// Mean, standard deviation, and how many spoke.
fn together(said: &[&Word], (lat_deg, lon_deg): (f64, f64)) -> Option<(f64, f64, usize)> {
    let near: Vec<(f64, f64)> = said
        .iter()
        .filter_map(|w| {
            let away_m = distance_m(lat_deg, lon_deg, w.lat_deg, w.lon_deg);
            (away_m <= OUT_OF_SIGHT_M).then(|| (w.twd_deg, w.sd_deg * w.sd_deg + between(away_m)))
        })
        .collect();
    let weights: Vec<f64> = near.iter().map(|(_, var)| 1.0 / var.max(0.01)).collect();
    let (mut twd_deg, _) = circular_mean(near.iter().zip(&weights).map(|(n, w)| (n.0, *w)))?;
    // Twice: who is far off the first mean weighs less in the second.
    let mut held = weights.clone();
    for _ in 0..2 {
        for ((held, weight), (twd, var)) in held.iter_mut().zip(&weights).zip(&near) {
            let far = wrap_180(twd - twd_deg).abs() / var.sqrt().max(0.1);
            *held = weight / (far / STRANGE).max(1.0);
        }
        twd_deg = circular_mean(near.iter().zip(&held).map(|(n, w)| (n.0, *w)))?.0;
    }
    let (sum, squares) = held.iter().fold((0.0, 0.0), |(s, q), w| (s + w, q + w * w));
    let many = sum * sum / squares;
    let alone = 1.0 / sum;
    let off =
        near.iter().zip(&held).map(|((twd, _), w)| w * wrap_180(twd - twd_deg) * wrap_180(twd - twd_deg));
    let disagreement = if near.len() > 1 { off.sum::<f64>() / (near.len() as f64 - 1.0) } else { 1.0 };
    let var = alone * ((1.0 - SHARED_ERROR) * disagreement.max(1.0) + SHARED_ERROR * many);
    Some((wrap_360(twd_deg), var.sqrt(), near.len()))
}
