//! The fleet's answer as it crosses the border.

use serde::{Deserialize, Serialize};

use super::mix::{Moment, Place, mix};
use super::{Fleet, TrackEvidence};
use crate::angle::circular_mean;
use crate::calendar::iso_utc;
use crate::stats::moments::Moments;
use crate::wind::estimate::{Current, Estimate};
use crate::wind::{WindSeries, WindSource};

/// A fleet, its wind, and what it says to each of its boats.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct FleetAnswer {
    /// Amid the fleet; null when the fleet does not know either.
    pub wind: Option<FleetWind>,
    /// Why there is no wind: a sentence.
    pub reason: Option<String>,
    pub boats: Vec<FleetBoat>,
}

/// One boat of a fleet.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct FleetBoat {
    /// The file's.
    pub name: String,
    /// Her place in the list that was asked.
    pub row: u32,
    /// True when her track is part of the fleet's wind.
    pub has_vote: bool,
    /// Why not: a sentence.
    pub reason: Option<String>,
    /// The fleet's wind where she was, for her own analysis; null for a boat in another breeze.
    pub wind: Option<FleetWind>,
}

/// A fleet's wind over time, in columns of equal length.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct FleetWind {
    /// Boats that tell it.
    pub boats: u32,
    /// When it begins and ends (ISO 8601 UTC).
    pub start_time: String,
    pub end_time: String,
    /// Mean over the time, and the doubt of a moment (one standard deviation).
    pub mean_twd_deg: f64,
    pub mean_sd_deg: f64,
    pub flip_probability: f64,
    /// Rising, UTC ms.
    pub time_ms: Vec<f64>,
    pub twd_deg: Vec<f64>,
    pub sd_deg: Vec<f64>,
    /// Water moving over the ground, where most boats tell it: set (deg), drift (m/s), a standard deviation of each.
    pub current: Option<[f64; 4]>,
}

impl Fleet<'_> {
    /// The answer for the border.
    pub fn answer(&self) -> FleetAnswer {
        let Ok(verdict) = &self.verdict else {
            let reason = self.verdict.as_ref().err().cloned();
            let boats = self.boats.iter().map(|(row, b)| silent(*row, b, reason.clone())).collect();
            return FleetAnswer { wind: None, reason, boats };
        };
        let voters: Vec<(&TrackEvidence, usize)> = self
            .boats
            .iter()
            .zip(&verdict.chosen)
            .filter_map(|((_, boat), chosen)| Some((*boat, *chosen.as_ref().ok()?)))
            .collect();
        let wind = |place: Place| told(&mix(&voters, place), &voters, verdict.log_odds);
        let boat = |((row, boat), chosen): (&(usize, &TrackEvidence), &Result<usize, String>)| {
            let reason = chosen.as_ref().err().cloned();
            // Who has opinions of her own, and none of them the fleet's, sails in another breeze.
            let strange = reason.is_some() && !boat.opinions.is_empty();
            let wind = if strange { None } else { wind(Place::Of(boat)) };
            FleetBoat { wind, has_vote: reason.is_none(), ..silent(*row, boat, reason) }
        };
        let boats = self.boats.iter().zip(&verdict.chosen).map(boat).collect();
        let wind = wind(Place::Middle);
        let reason = wind.is_none().then(|| "The fleet's wind stays too uncertain all the time.".to_string());
        FleetAnswer { wind, reason, boats }
    }
}

fn silent(row: usize, boat: &TrackEvidence, reason: Option<String>) -> FleetBoat {
    FleetBoat { name: boat.name.clone(), row: row as u32, has_vote: false, reason, wind: None }
}

fn told(moments: &[Moment], voters: &[(&TrackEvidence, usize)], log_odds: f64) -> Option<FleetWind> {
    let (first, last) = (moments.first()?, moments.last()?);
    let weighted = moments.iter().map(|m| (m.twd_deg, 1.0 / (m.sd_deg * m.sd_deg).max(1e-6)));
    let (mean_twd_deg, _) = circular_mean(weighted)?;
    Some(FleetWind {
        boats: moments.iter().map(|m| m.boats).max()? as u32,
        start_time: iso_utc(first.time_ms),
        end_time: iso_utc(last.time_ms),
        mean_twd_deg,
        mean_sd_deg: Moments::of(moments.iter().map(|m| m.sd_deg * m.sd_deg)).mean()?.sqrt(),
        flip_probability: 1.0 / (1.0 + libm::exp(log_odds)),
        time_ms: moments.iter().map(|m| m.time_ms).collect(),
        twd_deg: moments.iter().map(|m| m.twd_deg).collect(),
        sd_deg: moments.iter().map(|m| m.sd_deg).collect(),
        current: water(voters).map(|c| [c.set_deg, c.drift_mps, c.set_sd_deg, c.drift_sd_mps]),
    })
}

impl FleetWind {
    /// A sentence when the columns are none: of unequal length, or with times that do not rise.
    pub fn mistake(&self) -> Option<&'static str> {
        let n = self.time_ms.len();
        if self.twd_deg.len() != n || self.sd_deg.len() != n {
            return Some("fleet_wind has columns of unequal length");
        }
        let rises = self.time_ms.windows(2).all(|pair| pair[0] < pair[1]);
        (!rises).then_some("the times of fleet_wind do not rise")
    }

    /// The wind as an estimate of the boat it was told for; columns of unequal length give none of their rest.
    pub fn estimate(&self) -> Estimate {
        let n = self.time_ms.len().min(self.twd_deg.len()).min(self.sd_deg.len());
        let wind = WindSeries {
            source: WindSource::Fleet,
            time_ms: self.time_ms[..n].to_vec(),
            twd_deg: self.twd_deg[..n].to_vec(),
            sd_deg: self.sd_deg[..n].to_vec(),
            tws_mps: vec![f64::NAN; n],
            flip_probability: self.flip_probability,
        };
        let current = self.current.map(|[set_deg, drift_mps, set_sd_deg, drift_sd_mps]| Current {
            set_deg,
            set_sd_deg,
            drift_mps,
            drift_sd_mps,
        });
        Estimate { wind, current }
    }
}

/// The water's way, where more than half of the boats tell it: their mean, and the doubt of one of them, for they sail
/// in the same water and err alike.
fn water(voters: &[(&TrackEvidence, usize)]) -> Option<Current> {
    let told: Vec<Current> = voters.iter().filter_map(|(b, o)| b.opinions.get(*o)?.water()).collect();
    if 2 * told.len() <= voters.len() {
        return None;
    }
    let n = told.len() as f64;
    let (mut east, mut north) = (0.0, 0.0);
    for c in &told {
        let (sin, cos) = libm::sincos(crate::angle::to_rad(c.set_deg));
        east += c.drift_mps * sin / n;
        north += c.drift_mps * cos / n;
    }
    let mean = |of: fn(&Current) -> f64| told.iter().map(of).sum::<f64>() / n;
    Some(Current {
        set_deg: crate::angle::wrap_360(crate::angle::to_deg(libm::atan2(east, north))),
        set_sd_deg: mean(|c| c.set_sd_deg),
        drift_mps: libm::hypot(east, north),
        drift_sd_mps: mean(|c| c.drift_sd_mps),
    })
}
