//! Wind of a fleet in the types of the border.

use serde::{Deserialize, Serialize};

use super::combine::{FleetWindSample, Place, combine};
use super::parallel::map_on_all_cores;
use super::{Fleet, TrackEvidence};
use crate::angle::{circular_mean, hypot};
use crate::calendar::iso_utc;
use crate::stats::moments::Moments;
use crate::wind::estimate::{Current, Estimate, MIN_ERROR_PROBABILITY};
use crate::wind::{WindSeries, WindSource};

/// Wind of a fleet, and at each of its boats.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FleetAnswer {
    /// At the mean position of the boats; null when it is not determined.
    pub wind: Option<FleetWind>,
    /// Why there is no wind, a sentence; else null.
    pub reason: Option<String>,
    pub boats: Vec<FleetBoat>,
}

/// One boat of a fleet.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FleetBoat {
    /// Name of the file.
    pub name: String,
    /// Index of her evidence in the input.
    pub row: u32,
    /// True when her track is part of the fleet's wind.
    pub has_vote: bool,
    /// Why not, a sentence; else null.
    pub reason: Option<String>,
    /// The fleet's wind at her place, for her own analysis; null when her track fits another wind only.
    pub wind: Option<FleetWind>,
}

/// Wind of a fleet over time, in columns of equal length.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FleetWind {
    /// Greatest number of winds combined at a moment.
    pub boats: u32,
    /// First and last moment (ISO 8601 UTC).
    pub start_time: String,
    pub end_time: String,
    /// Mean direction over the time, and root mean square of the standard deviation, deg.
    pub mean_twd_deg: f64,
    pub mean_sd_deg: f64,
    pub flip_probability: f64,
    /// Rising, UTC ms.
    pub time_ms: Vec<f64>,
    pub twd_deg: Vec<f64>,
    pub sd_deg: Vec<f64>,
    /// Current, where most boats determine it: set (deg), drift (m/s), standard deviation of each.
    pub current: Option<[f64; 4]>,
}

impl Fleet<'_> {
    /// The result for the border.
    pub fn answer(&self) -> FleetAnswer {
        let Ok(direction) = &self.direction else {
            let reason = self.direction.as_ref().err().cloned();
            let boats =
                self.boats.iter().map(|(row, b)| boat_without_wind(*row, b, reason.clone())).collect();
            return FleetAnswer { wind: None, reason, boats };
        };
        let used: Vec<(&TrackEvidence, usize)> = self
            .boats
            .iter()
            .zip(&direction.chosen)
            .filter_map(|((_, boat), chosen)| Some((*boat, *chosen.as_ref().ok()?)))
            .collect();
        let wind = |place: Place| fleet_wind(&combine(&used, place), &used, direction.log_odds);
        let boat = |&((row, boat), chosen): &(&(usize, &TrackEvidence), &Result<usize, String>)| {
            let reason = chosen.as_ref().err().cloned();
            // A boat with candidates, none of which is the fleet's, sailed in another wind.
            let in_another_wind = reason.is_some() && !boat.candidates.is_empty();
            let wind = if in_another_wind { None } else { wind(Place::Of(boat)) };
            FleetBoat { wind, has_vote: reason.is_none(), ..boat_without_wind(*row, boat, reason) }
        };
        let boats: Vec<_> = self.boats.iter().zip(&direction.chosen).collect();
        let boats = map_on_all_cores(&boats, boat);
        let wind = wind(Place::Middle);
        let reason = wind.is_none().then(|| "The fleet's wind stays too uncertain all the time.".to_string());
        FleetAnswer { wind, reason, boats }
    }
}

fn boat_without_wind(row: usize, boat: &TrackEvidence, reason: Option<String>) -> FleetBoat {
    FleetBoat { name: boat.name.clone(), row: row as u32, has_vote: false, reason, wind: None }
}

fn fleet_wind(
    moments: &[FleetWindSample],
    used: &[(&TrackEvidence, usize)],
    log_odds: f64,
) -> Option<FleetWind> {
    let (first, last) = (moments.first()?, moments.last()?);
    let weighted = moments.iter().map(|m| (m.twd_deg, 1.0 / (m.sd_deg * m.sd_deg).max(1e-6)));
    let (mean_twd_deg, _) = circular_mean(weighted)?;
    Some(FleetWind {
        boats: moments.iter().map(|m| m.boats).max()? as u32,
        start_time: iso_utc(first.time_ms),
        end_time: iso_utc(last.time_ms),
        mean_twd_deg,
        mean_sd_deg: Moments::of(moments.iter().map(|m| m.sd_deg * m.sd_deg)).mean()?.sqrt(),
        flip_probability: (1.0 / (1.0 + libm::exp(log_odds))).max(MIN_ERROR_PROBABILITY),
        time_ms: moments.iter().map(|m| m.time_ms).collect(),
        twd_deg: moments.iter().map(|m| m.twd_deg).collect(),
        sd_deg: moments.iter().map(|m| m.sd_deg).collect(),
        current: mean_current(used).map(|c| [c.set_deg, c.drift_mps, c.set_sd_deg, c.drift_sd_mps]),
    })
}

impl FleetWind {
    /// What is wrong with the columns, as the end of a sentence: unequal lengths, or times that do not rise; none when they
    /// are valid.
    pub fn mistake(&self) -> Option<&'static str> {
        let n = self.time_ms.len();
        if self.twd_deg.len() != n || self.sd_deg.len() != n {
            return Some("fleet_wind has columns of unequal length");
        }
        let rises = self.time_ms.windows(2).all(|pair| pair[0] < pair[1]);
        (!rises).then_some("the times of fleet_wind do not rise")
    }

    /// The wind as an estimate for the boat; columns are cut to the shortest.
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
            wind_mps: f64::NAN,
        });
        let rival_probabilities = [0.0, self.flip_probability, 0.0];
        Estimate { wind, current, rival_probabilities }
    }
}

/// Mean current of the boats that have one, where these are more than half; the standard deviations are those of one boat,
/// as their errors are correlated.
fn mean_current(used: &[(&TrackEvidence, usize)]) -> Option<Current> {
    let currents: Vec<Current> =
        used.iter().filter_map(|(b, o)| b.candidates.get(*o)?.current_estimate()).collect();
    if 2 * currents.len() <= used.len() {
        return None;
    }
    let n = currents.len() as f64;
    let (mut east, mut north) = (0.0, 0.0);
    for c in &currents {
        let (sin, cos) = libm::sincos(crate::angle::to_rad(c.set_deg));
        east += c.drift_mps * sin / n;
        north += c.drift_mps * cos / n;
    }
    let mean = |of: fn(&Current) -> f64| currents.iter().map(of).sum::<f64>() / n;
    Some(Current {
        set_deg: crate::angle::wrap_360(crate::angle::to_deg(libm::atan2(east, north))),
        set_sd_deg: mean(|c| c.set_sd_deg),
        drift_mps: hypot(east, north),
        drift_sd_mps: mean(|c| c.drift_sd_mps),
        wind_mps: f64::NAN,
    })
}
