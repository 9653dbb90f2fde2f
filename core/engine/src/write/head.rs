//! The head of a recording: everything except its columns.

use serde::Serialize;

use crate::damage::Damage;
use crate::track::{Event, Format, Recording, Totals};

/// Everything of a [`Recording`] except its columns, as the bindings return it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename = "RecordingHead")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Head {
    pub format: Format,
    pub device: Option<String>,
    pub sport: Option<String>,
    /// Pauses reported by the device, start and end, ms since 1970.
    pub pauses_ms: Vec<[f64; 2]>,
    /// Rows at which the file begins a new piece.
    pub breaks: Vec<u32>,
    pub events: Vec<Event>,
    /// Laps and sessions with the totals that the device computed.
    pub totals: Vec<Totals>,
    pub damage: Damage,
}

impl Head {
    pub fn of(recording: &Recording) -> Self {
        Self {
            format: recording.format,
            device: recording.device.clone(),
            sport: recording.sport.clone(),
            pauses_ms: recording.pauses_ms.clone(),
            breaks: recording.breaks.iter().map(|&row| row as u32).collect(),
            events: recording.events.clone(),
            totals: recording.totals.clone(),
            damage: recording.damage.clone(),
        }
    }

    /// The head as JSON, for formats that can hold it.
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
