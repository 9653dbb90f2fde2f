//! Types and functions of the outward interface. The bindings forward to this module and add nothing.
//!
//! Small results (everything with `Serialize`) are exchanged as one JSON string; their TypeScript types are derived from
//! these structs. Names carry the unit: knots, metres, seconds, degrees; times are ISO 8601 UTC with milliseconds.

mod debrief;
mod device;
mod loss_line;
mod maneuvers;
mod parts;
mod polar;
mod races;
mod reader;
mod records;
mod straight_lines;
mod why;
mod wind;

use serde::{Deserialize, Serialize};

pub use crate::corrections::{Action, Correction, Instrument, InstrumentErrors};
use crate::damage::Damage;
pub use crate::dashboard::{
    ExpectedLoss, Improvement, InConditions, LinePoint, LossLine, LossPoint, Stability, WindReport,
    answer as dashboard,
};
use crate::error::Error;
use crate::track::{Columns, Format};

#[cfg(feature = "fleet")]
pub use crate::pipeline::wind_evidence;
pub use crate::pipeline::{FileRecording, analyze, debrief_track, race_track, why};
pub use crate::segment::{SegmentKind, TackSide};
pub use debrief::{debrief, debrief_summary};
pub use device::{DeviceEvent, DeviceEventKind, Lap};
pub use loss_line::{Regression, regress};
pub use maneuvers::{
    Evidence, LeftOutReason, LossBasis, Maneuver, NoLossReason, NotCountedReason, PreviewPoint, SailingMode,
    Straight,
};
pub use parts::TrackPart;
pub use polar::{polar, polar_summary};
pub use races::{DuelRequest, duel, races};
pub use reader::Reader;
pub use records::{DayByClock, DistanceRecord, Flight, Foiling, Records, RunsRecord, SpeedRecord};
pub use straight_lines::{
    CorrelationRow, RhythmLag, StraightAnalysis, StraightAnalysisRequest, StraightColumn, StraightLine,
    StraightPick, VariableRow, VariableTable, straight_analysis,
};
pub use why::{Reason, Why};
pub use wind::{Current, Wind, WindCandidate, WindSample};

/// Options of one analysis. Every field has a default; unknown fields are an error.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Options {
    /// A name of [`crate::config::BOAT_CLASSES`]; "Other" when absent.
    pub boat_class: Option<String>,
    /// The direction the wind blew from as the user gives it, deg, about ± 15°: decides which way the wind blew; the track
    /// refines it.
    pub wind_hint_deg: Option<f64>,
    /// Wind of the fleet at this boat, which replaces the estimate of its own track (feature `fleet`, native only).
    #[cfg(feature = "fleet")]
    pub fleet_wind: Option<crate::fleet::FleetWind>,
    /// Corrections by the user, applied in this order.
    pub corrections: Vec<Correction>,
}

impl Options {
    /// Options from a JSON object; an empty text gives the defaults.
    ///
    /// # Errors
    /// `BadOptions` for other JSON, unknown fields and values without a meaning.
    pub fn from_json(json: &str) -> Result<Self, Error> {
        if json.is_empty() {
            return Ok(Self::default());
        }
        // Serde would accept a list as the values of the fields in their order.
        if !json.trim_start().starts_with('{') {
            return Err(Error::bad_options("These options cannot be used: they must be a JSON object."));
        }
        let options: Self = serde_json::from_str(json)
            .map_err(|error| Error::bad_options(format!("These options cannot be used: {error}.")))?;
        crate::corrections::read(&options.corrections)?;
        #[cfg(feature = "fleet")]
        if let Some(mistake) = options.fleet_wind.as_ref().and_then(crate::fleet::FleetWind::mistake) {
            return Err(Error::bad_options(format!("These options cannot be used: {mistake}.")));
        }
        Ok(options)
    }
}

/// The summary of one track.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Summary {
    pub distance_m: f64,
    /// Without the parts that are left out, and without rests.
    pub duration_s: f64,
    /// Duration without gaps of more than five minutes.
    pub water_time_s: f64,
    /// Of the parts that are left out because they are under engine; absent without one. Parts that may as well be under tow
    /// are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub under_engine: Option<UnderEngine>,
    /// Greatest 2 s mean speed, and its standard deviation. Of fixes more than 2.5 s apart without a speed the greatest mean
    /// from fix to fix, a lower bound.
    pub max_speed_kn: Option<f64>,
    pub max_speed_error_kn: Option<f64>,
    /// Reciprocal of the median interval between fixes; null where no two fixes belong to one piece.
    pub sample_rate_hz: Option<f64>,
    /// Counted maneuvers by kind.
    pub tacks: u32,
    pub gybes: u32,
    /// Bear aways.
    pub sets: u32,
    pub douses: u32,
    /// Those without a name, because the wind is not known.
    pub turns: u32,
    pub straights: u32,
    pub accelerations: u32,
    /// Seconds in each wind category of the class, by the measured wind; zero without one.
    pub conditions: InConditions,
}

/// What was done under engine.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct UnderEngine {
    pub distance_m: f64,
    pub duration_s: f64,
}

/// Outcome of a correction.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CorrectionOutcome {
    /// False when no segment matches it any more.
    pub applied: bool,
    /// Why it was not applied, a sentence; null when it was.
    pub reason: Option<String>,
}

impl CorrectionOutcome {
    /// The outcome by the reason it was not applied, if there is one.
    pub(crate) fn of(reason: Option<String>) -> Self {
        Self { applied: reason.is_none(), reason }
    }
}

/// An instrument that contradicts the track.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Doubt {
    pub instrument: Instrument,
    pub reason: DoubtReason,
    /// What contradicts, one of `notes`.
    pub sentence: String,
    /// True where the user has chosen to use it all the same.
    pub used: bool,
    /// Times inside the recording, in order.
    pub spans: Vec<DoubtedSpan>,
    /// From the start of the recording on, so many seconds apart.
    pub step_s: f64,
    pub readings: Vec<DoubtReading>,
}

/// A time at which an instrument contradicts the track.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DoubtedSpan {
    pub start_time: String,
    pub end_time: String,
}

/// Why an instrument is doubted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum DoubtReason {
    /// The wind that it measures turns with the boat: a vane that hangs, a direction that follows the heading.
    TurnsWithBoat,
    /// The wind that it measures comes from the opposite side.
    Opposite,
    /// It stands still while the boat moves otherwise.
    Frozen,
}

/// What an instrument read beside what the track says: directions in deg, speeds in kn.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DoubtReading {
    pub read: Option<f64>,
    pub track: Option<f64>,
}

/// One element of `files` in the outward contract.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FileAnalysis {
    /// As the caller names the file.
    pub name: String,
    /// SHA-256 of the whole input, lower-case hexadecimal.
    pub sha256: String,
    pub format: Format,
    /// Device or maker; null where the file does not name it.
    pub device: Option<String>,
    /// Sport the device was set to, as the file spells it; of a generic one the name of its profile.
    pub sport: Option<String>,
    pub boat_class: String,
    /// Fixes of the cleaned track.
    pub points: u32,
    pub start_time: String,
    pub end_time: String,
    /// IANA name. Null from the engine; `@leebow/core` fills it from the first position.
    pub time_zone: Option<String>,
    /// The file has no dates: its times are those of 1970-01-01.
    pub undated: bool,
    pub damage: Damage,
    /// What the recording consists of, in time order; one part of sailing as a rule.
    pub parts: Vec<TrackPart>,
    pub summary: Summary,
    pub records: Records,
    /// Null for classes that do not foil.
    pub foiling: Option<Foiling>,
    pub wind: Option<Wind>,
    /// Where the wind is null, directions that fit the track, the most probable first, at most four; else empty.
    pub wind_candidates: Vec<WindCandidate>,
    /// Instruments that contradict the track: they are not used there, unless a correction says so. Absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub doubts: Option<Vec<Doubt>>,
    /// Remarks on the wind, the corrections and the maneuvers, a sentence each.
    pub notes: Vec<String>,
    /// Outcome of each correction of the options, in their order.
    pub corrections: Vec<CorrectionOutcome>,
    pub maneuvers: Vec<Maneuver>,
    pub straights: Vec<Straight>,
    /// Pauses, race timer, ends of the line and marks, in time order.
    pub events: Vec<DeviceEvent>,
    /// Laps, then sessions, as the device totalled them.
    pub laps: Vec<Lap>,
    pub sessions: Vec<Lap>,
}

/// Maneuvers and straights as columns of equal length, in the order of their first fix.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SegmentColumns {
    /// Number of the [`crate::segment::SegmentKind`].
    pub kind: Vec<u8>,
    /// Half-open ranges of rows.
    pub start: Vec<u32>,
    pub end: Vec<u32>,
    /// Metrics in the order of [`SEGMENT_METRICS`], each as long as `kind`, NaN = unknown.
    pub metrics: Vec<Vec<f32>>,
}

/// Ids of the columns of [`SegmentColumns::metrics`].
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
    "loss_at_least_m",
];

/// Complete result of one file.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    pub report: FileAnalysis,
    /// One row per fix, with the derived channels.
    pub columns: Columns,
    /// Bits of [`crate::flag`], one byte per fix; 0 for a fix used as recorded.
    pub fix_flags: Vec<u8>,
    pub segments: SegmentColumns,
}

/// A small result as JSON. Numbers that are not finite become null.
pub fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_options_are_an_error_with_a_sentence() {
        assert_eq!(Options::from_json(""), Ok(Options::default()));
        let hinted = Options { wind_hint_deg: Some(270.0), ..Options::default() };
        assert_eq!(Options::from_json(r#"{"wind_hint_deg":270}"#), Ok(hinted));
        let error = Options::from_json(r#"{"wind_hnt_deg":270}"#).unwrap_err();
        assert_eq!(error.kind.id(), "bad_options");
        assert!(error.to_string().starts_with("These options cannot be used"));
        for no_object in ["[]", "[\"49er\"]", "null", "7"] {
            let error = Options::from_json(no_object).unwrap_err();
            assert_eq!(error.to_string(), "These options cannot be used: they must be a JSON object.");
        }
    }
}
