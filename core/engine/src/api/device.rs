//! What the device itself noted: pauses, the race timer, laps.

use serde::Serialize;

/// Something the device or a press on it put into the recording.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct DeviceEvent {
    pub kind: DeviceEventKind,
    pub time: String,
    /// Where it lasts: the end of a pause.
    pub end_time: Option<String>,
    /// A sentence in a sailor's words.
    pub words: String,
    /// Where an end of the line was pinged.
    pub lat_deg: Option<f64>,
    pub lon_deg: Option<f64>,
}

/// Kind of a [`DeviceEvent`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
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

/// A lap or a session as the device itself totalled it; its figures are the device's, not ours.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Lap {
    /// "Lap 3"; of a session "Session 1".
    pub name: String,
    pub start_time: String,
    pub end_time: String,
    /// Time with the device's timer running.
    pub timer_s: Option<f64>,
    pub distance_m: Option<f64>,
    pub mean_speed_kn: Option<f64>,
    pub max_speed_kn: Option<f64>,
    /// Of a session, in the format's own words.
    pub sport: Option<String>,
}
