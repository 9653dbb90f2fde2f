//! Records and flights as they cross the border.

use serde::Serialize;

/// The fastest a boat was, by the published rules of GPS speed sailing; null where the track is too short, too sparse
/// or too poor for one.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Records {
    pub best_2_s: Option<SpeedRecord>,
    pub best_10_s: Option<SpeedRecord>,
    /// The mean of the five fastest 10 s that do not overlap.
    pub best_5x10_s: Option<RunsRecord>,
    pub best_100_m: Option<SpeedRecord>,
    pub best_250_m: Option<SpeedRecord>,
    pub best_500_m: Option<SpeedRecord>,
    /// A nautical mile.
    pub best_1852_m: Option<SpeedRecord>,
    pub best_half_hour: Option<SpeedRecord>,
    pub best_hour: Option<SpeedRecord>,
    /// Out, round and back to within 50 m of the start, 250 to 500 m in all.
    pub alpha_500: Option<SpeedRecord>,
    /// The way of the best day (by the nautical time zone of the first fix), at 5 kn and more.
    pub best_day: Option<DistanceRecord>,
}

/// One record.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct SpeedRecord {
    /// Mean speed over the stretch, and its error (one standard deviation).
    pub speed_kn: f64,
    pub error_kn: f64,
    pub distance_m: f64,
    pub duration_s: f64,
    /// Where it happened; one end may lie between two fixes.
    pub start_time: String,
    pub end_time: String,
    /// Half-open range of the fixes inside.
    pub start: u32,
    pub end: u32,
}

/// A mean over several runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct RunsRecord {
    pub speed_kn: f64,
    pub error_kn: f64,
    /// The fastest first.
    pub runs: Vec<SpeedRecord>,
}

/// A way sailed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct DistanceRecord {
    /// Way, and its error (one standard deviation).
    pub distance_m: f64,
    pub error_m: f64,
    /// Time in which it was sailed; slower times and gaps are not in it.
    pub duration_s: f64,
    pub start_time: String,
    pub end_time: String,
    pub start: u32,
    pub end: u32,
}

/// How much of the sailing was flown; null for classes that do not foil.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Foiling {
    /// A flight begins above the one and ends below the other: thresholds of the class, of the 2 s mean speed.
    pub take_off_kn: f64,
    pub touch_down_kn: f64,
    /// What is shorter is no flight.
    pub shortest_s: f64,
    /// Time under way, and in flight.
    pub sailing_s: f64,
    pub foiling_s: f64,
    /// Share of the sailing that was flown; null when nothing was sailed.
    pub share_pct: Option<f64>,
    pub longest_s: Option<f64>,
    /// In time order.
    pub flights: Vec<Flight>,
}

/// From take-off to touch-down.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Flight {
    /// Take-off and touch-down.
    pub start_time: String,
    pub end_time: String,
    pub start: u32,
    pub end: u32,
    pub duration_s: f64,
    pub distance_m: f64,
    /// Mean speed.
    pub speed_kn: f64,
}
