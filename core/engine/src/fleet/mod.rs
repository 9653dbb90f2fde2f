//! Several tracks of one place and time, asked together for one wind (ALGORITHMS 3.2.6).
//!
//! Each track is read by itself and gives its [`TrackEvidence`]: the directions of the wind that fit it, with what each is
//! worth, and where the boat was. Pieces of evidence are small and can be kept; from them [`estimate_fleet_winds`] finds out who sailed
//! together, which side of the wind the fleet was on, and one wind of all, told for the place of every boat.
//!
//! | module | what |
//! |---|---|
//! | `company` | who sailed together |
//! | `vote` | the question of the direction, answered together |
//! | `mix` | one wind over time out of many |
//! | `tell` | the answer in the border's form |

mod co_sailing;
mod mix;
mod tell;
mod vote;

use serde::{Deserialize, Serialize};

pub use co_sailing::co_sailing_groups;
pub use mix::Place;
pub use tell::{FleetAnswer, FleetBoat, FleetWind};

use crate::wind::estimate::Current;
use vote::Verdict;

/// Step of testimonies and of the fleet's wind, ms; moments are whole steps of the clock.
pub const FLEET_STEP_MS: f64 = 10_000.0;

/// What one track says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrackEvidence {
    /// Of the file.
    pub name: String,
    /// UTC ms, whole tens of seconds, rising; moments in the track's pauses are absent.
    pub time_ms: Vec<f64>,
    /// Where the boat was.
    pub lat_deg: Vec<f64>,
    pub lon_deg: Vec<f64>,
    /// The directions that fit the track, the best first.
    pub opinions: Vec<CandidateEvidence>,
    /// The wind measured on board.
    pub measured: Option<MeasuredWind>,
    /// Why there is no opinion: a sentence.
    pub silence: Option<String>,
}

/// One direction of the wind, at the moments of the testimony.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CandidateEvidence {
    pub twd_deg: Vec<f64>,
    /// One standard deviation, deg.
    pub sd_deg: Vec<f64>,
    /// Water moving over the ground: set (deg), drift (m/s) and a standard deviation of each.
    pub current: Option<[f64; 4]>,
    /// Worth in nats, to be held against that of the track's other opinions.
    pub score: f64,
    /// What the turns say for it, nats.
    pub support: f64,
    /// The track reaches to and fro, which looks the same from both sides of the wind.
    pub mostly_reaches: bool,
}

/// A measured wind at the moments of a testimony; NaN would not cross as JSON, so that it has moments of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MeasuredWind {
    pub time_ms: Vec<f64>,
    pub twd_deg: Vec<f64>,
    pub sd_deg: Vec<f64>,
}

/// Boats that sailed together, and what they say together.
#[derive(Debug, Clone, PartialEq)]
pub struct Fleet<'a> {
    /// In the order they were given; of each its number there.
    pub boats: Vec<(usize, &'a TrackEvidence)>,
    pub verdict: Result<Verdict, String>,
}

/// Finds the fleets among these tracks, and asks each. Boats that sailed alone belong to none.
pub fn estimate_fleet_winds(all: &[TrackEvidence]) -> Vec<Fleet<'_>> {
    let fleet = |rows: Vec<usize>| {
        let boats: Vec<(usize, &TrackEvidence)> =
            rows.iter().filter_map(|&i| Some((i, all.get(i)?))).collect();
        let told: Vec<&TrackEvidence> = boats.iter().map(|b| b.1).collect();
        Fleet { verdict: vote::vote(&told), boats }
    };
    co_sailing_groups(all).into_iter().map(fleet).collect()
}

impl CandidateEvidence {
    /// The current as the estimate has it.
    pub fn water(&self) -> Option<Current> {
        let [set_deg, drift_mps, set_sd_deg, drift_sd_mps] = self.current?;
        Some(Current { set_deg, set_sd_deg, drift_mps, drift_sd_mps })
    }
}

#[cfg(test)]
mod tests;
