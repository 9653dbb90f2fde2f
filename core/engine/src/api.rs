//! The whole border in plain types: what goes in, what comes out. Bindings forward to this and add nothing.
//!
//! The small results (everything with `Serialize`) cross as one JSON string; their TypeScript types are derived
//! from these structs. Units stand in the names: the outward contract speaks knots, metres, degrees and ISO 8601.

mod records;
mod straight_lines;
mod why;

use serde::{Deserialize, Serialize};
use sha2::Digest;

use crate::config;
pub use crate::corrections::{Action, Correction};
use crate::damage::Damage;
pub use crate::dashboard::{InConditions, answer as dashboard};
use crate::error::{Error, ErrorKind};
use crate::read::Reading;
use crate::segment::{SegmentKind, TackSide};
use crate::stats::regression::least_squares;
use crate::track::{Columns, Format};
use crate::wind::WindSource;

pub use crate::pipeline::{analyze, why};
pub use records::{DistanceRecord, Flight, Foiling, Records, RunsRecord, SpeedRecord};
pub use straight_lines::{
    CorrelationRow, RhythmLag, StraightAnalysis, StraightColumn, StraightLine, StraightPick,
    StraightQuestion, VariableRow, VariableTable, straight_analysis,
};
pub use why::{Reason, Why};

/// Options of one analysis. Everything has a default; unknown names are refused.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Options {
    /// A name of [`config::BOAT_CLASSES`]; "Other" when absent.
    pub boat_class: Option<String>,
    /// The user's hint of where the wind comes from, deg; strong evidence, not law.
    pub wind_hint_deg: Option<f64>,
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
        Ok(options)
    }
}

/// One maneuver of the outward contract.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Maneuver {
    pub kind: SegmentKind,
    /// "Tack 1", "Gybe 3", "Bear Away 1": numbered per kind in time order.
    pub name: String,
    /// The moment: bow or stern through the wind, or the middle of the turn (ISO 8601 UTC).
    pub time: String,
    pub start_time: String,
    pub end_time: String,
    /// Half-open range of fixes.
    pub start: u32,
    pub end: u32,
    pub flags: Vec<String>,
    /// The tack it began and ended on.
    pub from_side: Option<TackSide>,
    pub to_side: Option<TackSide>,
    pub duration_s: f64,
    pub angle_deg: Option<f64>,
    pub entry_speed_kn: Option<f64>,
    pub exit_speed_kn: Option<f64>,
    pub min_speed_kn: Option<f64>,
    pub max_speed_kn: Option<f64>,
    pub max_turn_rate_dps: Option<f64>,
    pub min_turn_rate_dps: Option<f64>,
    pub avg_turn_rate_dps: Option<f64>,
    pub loss_og_m: Option<f64>,
    pub loss_80_m: Option<f64>,
    /// 90 % interval of loss_80: it carries the doubt of the wind and of the fixes.
    pub loss_80_low_m: Option<f64>,
    pub loss_80_high_m: Option<f64>,
    /// Measured wind, mean of 10 min about it; null when not measured.
    pub tws_kn: Option<f64>,
    /// Way made good from the start of the turn to its end: to windward in a tack, to leeward in a gybe.
    pub made_good_m: Option<f64>,
    /// [0, 1]; counted from 0.5.
    pub quality: f64,
    pub evidence: Evidence,
    /// Up to 64 samples around the turn, wind from above.
    pub preview: Vec<PreviewPoint>,
}

/// Why a maneuver was called what it is called.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Evidence {
    /// Absolute wind angle going in and coming out, deg.
    pub wind_angle_in_deg: Option<f64>,
    pub wind_angle_out_deg: Option<f64>,
    pub course_in_deg: Option<f64>,
    pub course_out_deg: Option<f64>,
    /// "wind_from", "wind_to", "both" or "neither".
    pub passed: String,
    /// Wind used, and its standard deviation, deg.
    pub wind_deg: Option<f64>,
    pub wind_sd_deg: Option<f64>,
    /// Wind its loss was measured by, sharpened by the two courses of the maneuver itself, and the doubt left, deg.
    pub loss_wind_deg: Option<f64>,
    pub loss_wind_sd_deg: Option<f64>,
    /// Times of the turn, s from `time`: start and end of the turn, 80 % and 95 % recovery.
    pub turn_start_s: Option<f64>,
    pub turn_end_s: Option<f64>,
    pub recovered_80_s: Option<f64>,
    pub recovered_95_s: Option<f64>,
}

/// One sample of a maneuver's preview.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct PreviewPoint {
    /// Seconds from the maneuver's moment.
    pub dt_s: f64,
    /// Metres from the boat at that moment: across the wind (right looking upwind), and to windward.
    pub x_m: f64,
    pub y_m: f64,
    pub sog_kn: f64,
}

/// One straight of the outward contract.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Straight {
    /// "Straight 1".
    pub name: String,
    pub start_time: String,
    pub end_time: String,
    /// Half-open range of fixes.
    pub start: u32,
    pub end: u32,
    pub side: Option<TackSide>,
    /// Null without a wind.
    pub mode: Option<SailingMode>,
    pub sog_kn: f64,
    pub cog_deg: f64,
    /// Mean absolute wind angle, deg.
    pub twa_deg: Option<f64>,
    pub vmg_kn: Option<f64>,
}

/// Point of sail, by bands of the wind angle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub enum SailingMode {
    Upwind,
    Reach,
    Downwind,
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

/// The wind of one track.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Wind {
    /// Mean direction over the track, and its doubt (one standard deviation).
    pub twd_deg: f64,
    pub sd_deg: f64,
    pub flip_probability: f64,
    pub source: WindSource,
    /// Mean measured speed; null when not measured.
    pub tws_kn: Option<f64>,
    /// Standard deviations of measured direction and speed over the track; null when not measured.
    pub twd_std_deg: Option<f64>,
    pub tws_std_kn: Option<f64>,
    /// Water moving over the ground, where the track shows it: null where it does not.
    pub current: Option<Current>,
    /// Every 10 s; only moments it stands behind.
    pub series: Vec<WindSample>,
}

/// The current over a track, with one standard deviation of each.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Current {
    /// Direction it sets towards.
    pub set_deg: f64,
    pub set_sd_deg: f64,
    pub drift_kn: f64,
    pub drift_sd_kn: f64,
}

/// One moment of [`Wind::series`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct WindSample {
    pub time: String,
    pub twd_deg: f64,
    pub sd_deg: f64,
    pub tws_kn: Option<f64>,
}

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

/// What became of a correction.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct CorrectionFate {
    /// False when it no longer finds what it corrects; it is kept all the same.
    pub applied: bool,
    /// Why it was not applied, a sentence.
    pub reason: Option<String>,
}

impl CorrectionFate {
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
    pub corrections: Vec<CorrectionFate>,
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
    /// [`SegmentKind`] as its number.
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
    pub segments: SegmentColumns,
}

/// A regression line of y on x.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Regression {
    /// Finite pairs used.
    pub n: u32,
    pub slope: f64,
    pub intercept: f64,
    /// 0 with fewer than 2 points, any missing value or no spread in x.
    pub r2: f64,
}

/// A small result as it crosses the border. Numbers that are not finite become null.
pub fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Least squares of y on x, for the loss chart: r2 (and the line) is 0 with fewer than two points, with any value
/// missing, and without spread in x.
pub fn regress(x: &[f64], y: &[f64]) -> Regression {
    let finite = x.iter().zip(y).filter(|(a, b)| a.is_finite() && b.is_finite()).count();
    let none = Regression { n: finite as u32, slope: 0.0, intercept: 0.0, r2: 0.0 };
    let Some(line) = least_squares(x, y) else { return none };
    let complete = finite == x.len().max(y.len());
    let r2 = if complete { line.r2 } else { 0.0 };
    Regression { n: line.n as u32, slope: line.slope, intercept: line.intercept, r2 }
}

/// Takes a file in chunks as they arrive, reads them as they come, and analyses it when it has ended.
pub struct Reader {
    name: String,
    options: Options,
    length: usize,
    sum: sha2::Sha256,
    reading: Reading,
}

impl Reader {
    /// A reader for one file.
    pub fn open(name: &str, options: Options) -> Self {
        Self {
            name: name.to_string(),
            options,
            length: 0,
            sum: sha2::Sha256::default(),
            reading: Reading::default(),
        }
    }

    /// Takes the next chunk; refused as soon as the file is over the limit.
    pub fn push(&mut self, chunk: &[u8]) -> Result<(), Error> {
        if self.length.saturating_add(chunk.len()) > config::limits::FILE_BYTES {
            let limit = format!("{} MB is the most", config::limits::FILE_BYTES / (1024 * 1024));
            return Err(ErrorKind::TooLarge { limit }.into());
        }
        self.length += chunk.len();
        self.sum.update(chunk);
        self.reading.push(chunk);
        Ok(())
    }

    /// Ends the input and analyses it.
    pub fn finish(self, wind: Option<(&str, &[u8])>) -> Result<Analysis, Error> {
        let Self { name, options, sum, reading, .. } = self;
        crate::pipeline::analyze_read(&name, || reading.finish(), sum, wind, &options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_chart_with_a_missing_value_explains_nothing() {
        assert_eq!(regress(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0]).r2, 1.0);
        assert_eq!(regress(&[1.0, 2.0, 3.0], &[2.0, 4.0, f64::NAN]).r2, 0.0);
        assert_eq!(regress(&[1.0], &[2.0]), Regression { n: 1, slope: 0.0, intercept: 0.0, r2: 0.0 });
        assert_eq!(regress(&[3.0, 3.0], &[2.0, 9.0]).r2, 0.0);
    }

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

    #[test]
    fn a_file_in_chunks_reads_like_the_file_at_once() {
        let point = |s: u32| {
            let north = 45.5 + f64::from(s) * 0.000_045;
            let clock = format!("{:02}:{:02}:{:02}", 10 + s / 3600, s / 60 % 60, s % 60);
            format!("<trkpt lat=\"{north:.6}\" lon=\"13.2\"><time>2026-06-13T{clock}Z</time></trkpt>\n")
        };
        // Long enough to be read before it has ended, and not.
        for points in [0, 20_000] {
            let points: String = (0..points).map(point).collect();
            let gpx = format!("<gpx version=\"1.1\"><trk><trkseg>{points}</trkseg></trk></gpx>");
            let mut reader = Reader::open("north.gpx", Options::default());
            for chunk in gpx.as_bytes().chunks(7000) {
                reader.push(chunk).unwrap();
            }
            let whole = analyze("north.gpx", gpx.as_bytes(), None, &Options::default());
            assert_eq!(format!("{:?}", reader.finish(None)), format!("{whole:?}"));
        }
    }

    #[test]
    fn a_file_over_the_limit_is_refused_before_it_is_whole() {
        let mut reader = Reader::open("large.fit", Options::default());
        let half = vec![0; config::limits::FILE_BYTES / 2];
        assert_eq!((reader.push(&half), reader.push(&half)), (Ok(()), Ok(())));
        assert_eq!(reader.push(b"!").unwrap_err().kind.id(), "too_large");
    }
}
