//! Speed records and flights of the outward contract.

use serde::Serialize;

/// Greatest mean speeds by the published rules of GPS speed sailing (docs/algorithms.md, section 10); null where the
/// track is too short, too sparse or too inaccurate.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Records {
    pub best_2_s: Option<SpeedRecord>,
    pub best_10_s: Option<SpeedRecord>,
    /// Mean of the five fastest 10 s runs that do not overlap.
    pub best_5x10_s: Option<RunsRecord>,
    pub best_100_m: Option<SpeedRecord>,
    pub best_250_m: Option<SpeedRecord>,
    pub best_500_m: Option<SpeedRecord>,
    /// A nautical mile.
    pub best_1852_m: Option<SpeedRecord>,
    pub best_half_hour: Option<SpeedRecord>,
    pub best_hour: Option<SpeedRecord>,
    /// Fastest run of 250 to 500 m that returns to within 50 m of its start.
    pub alpha_500: Option<SpeedRecord>,
    /// Greatest mean speeds made good over two minutes, turns included, to windward and to leeward; `distance_m` is the
    /// distance made good. Null without a wind, and where another wind altogether is probable.
    pub vmg_up_2_min: Option<SpeedRecord>,
    pub vmg_down_2_min: Option<SpeedRecord>,
    /// Greatest distance of a day sailed at 5 kn or more, days of the time zone of the first fix: of the nautical one here, of
    /// the one on land where the typed interface names it.
    pub best_day: Option<DistanceRecord>,
    /// The same for clocks that may be in use on land there, of which the typed interface chooses one; empty where the day is
    /// the same by all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(skip), schemars(skip))]
    pub best_day_by_clock: Vec<DayByClock>,
}

/// The best day by a clock that is so many minutes ahead of UTC.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DayByClock {
    pub utc_offset_min: f64,
    pub best_day: Option<DistanceRecord>,
}

/// One speed record.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SpeedRecord {
    /// Mean speed over the run, and its standard deviation.
    pub speed_kn: f64,
    pub error_kn: f64,
    pub distance_m: f64,
    pub duration_s: f64,
    /// Times of the run; one end may lie between two fixes.
    pub start_time: String,
    pub end_time: String,
    /// Half-open range of the fixes inside.
    pub start: u32,
    pub end: u32,
}

/// Mean speed of several runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RunsRecord {
    pub speed_kn: f64,
    pub error_kn: f64,
    /// The fastest first.
    pub runs: Vec<SpeedRecord>,
}

/// A distance sailed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DistanceRecord {
    /// Distance, and its standard deviation.
    pub distance_m: f64,
    pub error_m: f64,
    /// Time in which it was sailed, without slower sailing and gaps.
    pub duration_s: f64,
    pub start_time: String,
    pub end_time: String,
    pub start: u32,
    pub end: u32,
}

/// Time on the foils, of classes that foil.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Foiling {
    /// A flight begins with a 2 s mean speed above the first and ends with one below the second; both are of the class.
    pub take_off_kn: f64,
    pub touch_down_kn: f64,
    /// Least duration of a flight.
    pub shortest_s: f64,
    /// Time under way, and time in flight.
    pub sailing_s: f64,
    pub foiling_s: f64,
    /// 100 · foiling_s / sailing_s; null when the boat was never under way.
    pub share_pct: Option<f64>,
    pub longest_s: Option<f64>,
    /// In time order.
    pub flights: Vec<Flight>,
}

/// One flight, from take-off to touch-down.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
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
