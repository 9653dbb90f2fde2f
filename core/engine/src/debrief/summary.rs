//! What is stored of a session, so that later ones can be compared with it without its track.

use serde::{Deserialize, Serialize};

use crate::dashboard::WindCategory;

/// Version of [`SessionSummary`]; summaries of another one are computed again from the track.
pub const SUMMARY_VERSION: u32 = 1;

/// A session in sums: what the debrief of a later one needs of it. Small; stored with the track.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SessionSummary {
    /// [`SUMMARY_VERSION`] of the engine that made it; others are not compared.
    pub version: u32,
    pub boat_class: String,
    pub start_time: String,
    pub end_time: String,
    /// By the mean measured wind; null without one. Sessions of one category are compared.
    pub wind_category: Option<WindCategory>,
    pub tws_kn: Option<f64>,
    /// True where the wind's direction was estimated from the track alone; null without a wind.
    pub own_track_wind: Option<bool>,
    pub quantities: Vec<SessionQuantity>,
}

/// One quantity of a session; a session without enough of it has none.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SessionQuantity {
    pub code: QuantityCode,
    /// Mean in the unit of the code; of losses without the least and the greatest tenth.
    pub mean: f64,
    /// Number of independent values: turns, or minutes.
    pub count: f64,
    /// Variance of one such value within the session: that of the mean is at least `variance / count`.
    pub variance: f64,
    /// Mean measured wind speed where the quantity was measured; null without one.
    pub tws_kn: Option<f64>,
}

/// The fixed list of what is compared between sessions. Its length bounds the number of tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum QuantityCode {
    /// Loss per tack, m.
    TackLoss,
    /// Loss per gybe, m.
    GybeLoss,
    /// Share of the tacks and gybes after which 80 % of the speed was not regained, %.
    NotRecovered,
    /// Speed on straights, kn.
    UpwindSpeed,
    /// Speed made good to windward on straights, kn.
    UpwindVmg,
    /// Absolute wind angle on straights, deg.
    UpwindAngle,
    DownwindSpeed,
    /// Speed made good to leeward, kn.
    DownwindVmg,
    /// Speed on starboard less that on port tack, kn.
    UpwindSides,
    DownwindSides,
    /// Speed in the 30 s after tacks as a share of that before, %.
    AfterTacks,
    /// Time at a stop as a share of the time on the water, %.
    Stops,
}
