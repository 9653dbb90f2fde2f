//! Events and totals recorded by the device: pauses, race timer, line, marks, laps, sessions.

use serde::Serialize;

/// An event that the device recorded by itself or at the press of a button.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DeviceEvent {
    pub kind: DeviceEventKind,
    /// ISO 8601 UTC, as all times of the contract.
    pub time: String,
    /// End of a pause; null for all other kinds.
    pub end_time: Option<String>,
    /// Description, a sentence.
    pub words: String,
    /// Position of `pin` and `committee_boat`; null for all other kinds.
    pub lat_deg: Option<f64>,
    pub lon_deg: Option<f64>,
}

/// Kind of a [`DeviceEvent`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum DeviceEventKind {
    Pause,
    TimerReset,
    TimerStart,
    TimerSync,
    RaceStart,
    RaceEnd,
    Pin,
    CommitteeBoat,
    Mark,
}

/// A lap or a session with the totals of the device, which are not derived from the fixes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Lap {
    /// "Lap 3" or "Session 1", numbered in file order.
    pub name: String,
    pub start_time: String,
    pub end_time: String,
    /// Time with the timer of the device running, s.
    pub timer_s: Option<f64>,
    pub distance_m: Option<f64>,
    pub mean_speed_kn: Option<f64>,
    pub max_speed_kn: Option<f64>,
    /// Sport of a session as the file spells it.
    pub sport: Option<String>,
}
