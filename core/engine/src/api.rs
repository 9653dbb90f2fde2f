//! The whole border in plain types: what goes in, what comes out. Bindings forward to this and add nothing.
//!
//! The small results (everything with `Serialize`) cross as one JSON string; their TypeScript types are derived
//! from these structs. Units stand in the names: the outward contract speaks knots, metres, degrees and ISO 8601.

mod device;
mod loss_line;
mod maneuvers;
mod reader;
mod records;
mod straight_lines;
mod why;
mod wind;

use serde::{Deserialize, Serialize};

pub use crate::corrections::{Action, Correction};
use crate::damage::Damage;
pub use crate::dashboard::{InConditions, answer as dashboard};
use crate::error::{Error, ErrorKind};
use crate::track::{Columns, Format};

pub use crate::pipeline::{analyze, why};
pub use device::{DeviceEvent, DeviceEventKind, Lap};
pub use loss_line::{Regression, regress};
pub use maneuvers::{Evidence, Maneuver, PreviewPoint, SailingMode, Straight};
pub use reader::Reader;
pub use records::{DistanceRecord, Flight, Foiling, Records, RunsRecord, SpeedRecord};
pub use straight_lines::{
    CorrelationRow, RhythmLag, StraightAnalysis, StraightAnalysisRequest, StraightColumn, StraightLine,
    StraightPick, VariableRow, VariableTable, straight_analysis,
};
pub use why::{Reason, Why};
pub use wind::{Current, Wind, WindSample};

/// Options of one analysis. Everything has a default; unknown names are refused.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Options {
    /// A name of [`crate::config::BOAT_CLASSES`]; "Other" when absent.
    pub boat_class: Option<String>,
    /// The user's hint of where the wind comes from, deg; strong evidence, not law.
    pub wind_hint_deg: Option<f64>,
    /// The wind of the fleet the boat sailed in, as `fleet` told it for her: in the place of her own estimate. Native only.
    #[cfg(feature = "fleet")]
    pub fleet_wind: Option<crate::fleet::FleetWind>,
    /// What people know better than the engine, in the order they said it.
    pub corrections: Vec<Correction>,
}

impl Options {
    /// Options from the JSON object that crosses the border; an empty text gives the defaults.
    pub fn from_json(json: &str) -> Result<Self, Error> {
        if json.is_empty() {
            return Ok(Self::default());
        }
        let refused = |reason: String| ErrorKind::BadOptions { reason }.into();
        // Serde would take a list for an object's fields in their order.
        if !json.trim_start().starts_with('{') {
            return Err(refused("These options cannot be used: they must be an object with names.".into()));
        }
        let options: Self = serde_json::from_str(json)
            .map_err(|error| refused(format!("These options cannot be used: {error}.")))?;
        crate::corrections::read(&options.corrections)?;
        #[cfg(feature = "fleet")]
        if let Some(mistake) = options.fleet_wind.as_ref().and_then(crate::fleet::FleetWind::mistake) {
            return Err(refused(format!("These options cannot be used: {mistake}.")));
        }
        Ok(options)
    }
}

/// The summary of one track.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Summary {
    pub distance_m: f64,
    pub duration_s: f64,
    /// Without gaps of more than five minutes.
    pub water_time_s: f64,
    /// Best 2 s mean, and its error (one standard deviation).
    pub max_speed_kn: Option<f64>,
    pub max_speed_error_kn: Option<f64>,
    pub sample_rate_hz: Option<f64>,
    pub tacks: u32,
    pub gybes: u32,
    pub sets: u32,
    pub douses: u32,
    pub straights: u32,
    pub accelerations: u32,
    /// Seconds in each wind category of the class, by the measured wind.
    pub conditions: InConditions,
}

/// What became of a correction.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct CorrectionOutcome {
    /// False when it no longer finds what it corrects; it is kept all the same.
    pub applied: bool,
    /// Why it was not applied, a sentence.
    pub reason: Option<String>,
}

impl CorrectionOutcome {
    /// By the reason it was not applied.
    pub(crate) fn of(reason: Option<String>) -> Self {
        Self { applied: reason.is_none(), reason }
    }
}

/// One element of `files` in the outward contract.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct FileAnalysis {
    pub name: String,
    /// Of the whole input, lower-case hex.
    pub sha256: String,
    pub format: Format,
    pub device: Option<String>,
    /// What the device was set to, in the format's own words.
    pub sport: Option<String>,
    pub boat_class: String,
    pub points: u32,
    pub start_time: String,
    pub end_time: String,
    /// IANA name; the engine leaves it null and the typed face fills it from the first position.
    pub time_zone: Option<String>,
    pub damage: Damage,
    pub summary: Summary,
    pub records: Records,
    /// Null for classes that do not foil.
    pub foiling: Option<Foiling>,
    pub wind: Option<Wind>,
    /// Why there is no wind, or no maneuver: a sentence each; empty when there is nothing to say.
    pub notes: Vec<String>,
    /// What became of the corrections asked for, in their order.
    pub corrections: Vec<CorrectionOutcome>,
    pub maneuvers: Vec<Maneuver>,
    pub straights: Vec<Straight>,
    /// Pauses, the race timer, the ends of the line, marks: in time order.
    pub events: Vec<DeviceEvent>,
    pub laps: Vec<Lap>,
    pub sessions: Vec<Lap>,
}

/// Segments as columns: maneuvers and straights in time order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SegmentColumns {
    /// [`crate::segment::SegmentKind`] as its number.
    pub kind: Vec<u8>,
    /// Half-open ranges of rows.
    pub start: Vec<u32>,
    pub end: Vec<u32>,
    /// Metrics in the order of [`SEGMENT_METRICS`], each as long as `kind`, NaN = unknown.
    pub metrics: Vec<Vec<f32>>,
}

/// Ids of the segment metrics that cross as columns.
pub const SEGMENT_METRICS: &[&str] = &[
    "loss_og_m",
    "loss_80_m",
    "angle_deg",
    "entry_speed_kn",
    "exit_speed_kn",
    "min_speed_kn",
    "max_speed_kn",
    "max_turn_rate_dps",
    "min_turn_rate_dps",
    "avg_turn_rate_dps",
    "duration_s",
    "quality",
];

/// Everything one file gives.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    pub report: FileAnalysis,
    /// One row a fix, with the derived channels.
    pub columns: Columns,
    /// What became of each fix: bits of [`crate::track::flag`], 0 for one that was used as it was recorded.
    pub fix_flags: Vec<u8>,
    pub segments: SegmentColumns,
}

/// A small result as it crosses the border. Numbers that are not finite become null.
pub fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_nobody_knows_are_refused_in_a_sentence() {
        assert_eq!(Options::from_json(""), Ok(Options::default()));
        let hinted = Options { wind_hint_deg: Some(270.0), ..Options::default() };
        assert_eq!(Options::from_json(r#"{"wind_hint_deg":270}"#), Ok(hinted));
        let refused = Options::from_json(r#"{"wind_hnt_deg":270}"#).unwrap_err();
        assert_eq!(refused.kind.id(), "bad_options");
        assert!(refused.to_string().starts_with("These options cannot be used"));
        for no_object in ["[]", "[\"49er\"]", "null", "7"] {
            let refused = Options::from_json(no_object).unwrap_err();
            assert_eq!(
                refused.to_string(),
                "These options cannot be used: they must be an object with names."
            );
        }
    }
}
