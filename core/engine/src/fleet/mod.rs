//! Wind of a fleet, estimated from the tracks of boats that sailed together (docs/algorithms.md, section 6).
//!
//! The evidence of each track ([`TrackEvidence`]: candidate directions with their log-likelihoods, and positions) is
//! computed by itself and can be stored. [`estimate_fleet_winds`] groups the tracks that sailed together, chooses the
//! direction of each group, and combines one wind over time at the place of every boat.
//!
//! | module | contents |
//! |---|---|
//! | `co_sailing` | groups of boats that sailed together |
//! | `direction` | the direction that the tracks of a group fit best |
//! | `combine` | one wind over time and place from the winds of the boats |
//! | `answer` | the result in the types of the border |
//! | `parallel` | work on all cores: the boats wait for it before their own analyses |

mod answer;
mod co_sailing;
mod combine;
mod direction;
mod parallel;

use serde::{Deserialize, Serialize};

pub use answer::{FleetAnswer, FleetBoat, FleetWind};
pub use co_sailing::co_sailing_groups;
pub use combine::Place;

use crate::wind::estimate::Current;
use direction::FleetDirection;

/// Interval of evidence and of the fleet's wind, ms; moments are whole multiples of it.
pub const FLEET_STEP_MS: f64 = 10_000.0;

/// Wind evidence of one track.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrackEvidence {
    /// Name of the file.
    pub name: String,
    /// Moments, UTC ms, multiples of [`FLEET_STEP_MS`], rising; none in the track's gaps.
    pub time_ms: Vec<f64>,
    /// Position of the boat, deg.
    pub lat_deg: Vec<f64>,
    pub lon_deg: Vec<f64>,
    /// The directions that fit the track, the best first.
    pub candidates: Vec<CandidateEvidence>,
    /// Wind measured on board.
    pub measured: Option<MeasuredWind>,
    /// Why there is no candidate, a sentence.
    pub no_candidates_reason: Option<String>,
}

/// One candidate direction, at the moments of the evidence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CandidateEvidence {
    pub twd_deg: Vec<f64>,
    /// One standard deviation, deg.
    pub sd_deg: Vec<f64>,
    /// Current: set (deg), drift (m/s) and the standard deviation of each.
    pub current: Option<[f64; 4]>,
    /// Log-likelihood ratio, nats; only differences between the candidates of one track have a meaning.
    pub score: f64,
    /// Sum of the positive log-likelihood ratios of the turns, nats.
    pub support: f64,
    /// True when the track is mostly reaches, which fit this direction and its opposite alike.
    pub mostly_reaches: bool,
}

/// A measured wind at those moments of the evidence that have one (JSON has no NaN).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MeasuredWind {
    pub time_ms: Vec<f64>,
    pub twd_deg: Vec<f64>,
    pub sd_deg: Vec<f64>,
}

/// Boats that sailed together, and the direction of their wind.
#[derive(Debug, Clone, PartialEq)]
pub struct Fleet<'a> {
    /// Index in the input and evidence of each boat, in the order of the input.
    pub boats: Vec<(usize, &'a TrackEvidence)>,
    /// The direction, or why there is none, a sentence.
    pub direction: Result<FleetDirection, String>,
}

/// Groups the tracks that sailed together and chooses the direction of each group. Boats that sailed alone are in none.
pub fn estimate_fleet_winds(all: &[TrackEvidence]) -> Vec<Fleet<'_>> {
    let fleet = |rows: Vec<usize>| {
        let boats: Vec<(usize, &TrackEvidence)> =
            rows.iter().filter_map(|&i| Some((i, all.get(i)?))).collect();
        let evidence: Vec<&TrackEvidence> = boats.iter().map(|b| b.1).collect();
        Fleet { direction: direction::choose_direction(&evidence), boats }
    };
    co_sailing_groups(all).into_iter().map(fleet).collect()
}

impl CandidateEvidence {
    /// The current, where there is one.
    pub fn current_estimate(&self) -> Option<Current> {
        let [set_deg, drift_mps, set_sd_deg, drift_sd_mps] = self.current?;
        Some(Current { set_deg, set_sd_deg, drift_mps, drift_sd_mps, wind_mps: f64::NAN })
    }
}

#[cfg(test)]
mod tests;
