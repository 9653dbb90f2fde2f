//! The debrief of a session in the types of the border. `sd` is one standard deviation; times are ISO 8601 UTC; null is
//! what is not known or withheld. Sentences are in English, made from the figures beside them.

use serde::Serialize;

use super::summary::QuantityCode;
use crate::dashboard::WindCategory;

/// What cost most in a session, against references that are named.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Debrief {
    pub head: DebriefHead,
    /// All three references, the preferred first, with the reason why one is missing.
    pub references: Vec<DebriefReference>,
    /// Earlier sessions that can be compared: same class and wind category, within 12 months.
    pub sessions: u32,
    /// Where the distance went, by each reference that there is, in the order of `references`.
    pub budgets: Vec<DebriefBudget>,
    /// What differs by more than chance and cost distance, the largest first; at most five.
    pub findings: Vec<DebriefFinding>,
    /// The same where this session was better.
    pub went_well: Vec<DebriefFinding>,
    /// What could be repeated of the own best third, the largest first; no findings.
    pub potentials: Vec<DebriefPotential>,
    /// How many quantities were compared without a difference that is shown.
    pub not_shown: u32,
    /// Where nothing was found, a sentence; null where there are findings.
    pub no_finding: Option<String>,
    pub little: DebriefLittle,
    /// What could not be separated or measured and why, a sentence each.
    pub notes: Vec<String>,
}

/// The session in figures.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DebriefHead {
    /// "1 h 50, 7.3 nm, 42 tacks, 24 gybes, 4.0 kn on average. Wind 112° ± 5°, 8 kn, estimated from this track."
    pub text: String,
    pub water_time_s: f64,
    pub distance_m: f64,
    pub mean_speed_kn: Option<f64>,
    pub tacks: u32,
    pub gybes: u32,
    pub twd_deg: Option<f64>,
    pub twd_sd_deg: Option<f64>,
    pub tws_kn: Option<f64>,
    pub wind_category: Option<WindCategory>,
    /// Minutes of straights in each band.
    pub upwind_minutes: f64,
    pub downwind_minutes: f64,
}

/// With what the session is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum ReferenceKind {
    /// The median boat of the same race at the same time.
    Fleet,
    /// Own earlier sessions.
    Sessions,
    /// The own best third of the same day.
    BestThird,
}

/// A reference and whether there is one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DebriefReference {
    pub kind: ReferenceKind,
    /// "Last six", "Best third", "Race boats".
    pub label: String,
    pub available: bool,
    /// Why it is missing, a sentence; null where it is available.
    pub reason: Option<String>,
}

/// Distance made good that was lost against a reference, in parts.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DebriefBudget {
    pub reference: ReferenceKind,
    /// "You made good 312 ± 22 m less than your last six sessions would have in the same time and wind."
    pub text: String,
    /// Sum over the bands, m; negative for gained.
    pub lost_m: f64,
    pub lost_sd_m: f64,
    /// What was made good and what the reference would have, m.
    pub made_good_m: f64,
    pub expected_m: f64,
    /// Upwind, then downwind; a band that was not sailed is absent.
    pub bands: Vec<DebriefBand>,
}

/// A band of wind angles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Band {
    Up,
    Down,
}

/// The budget of one band. The parts add up to `lost_m`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DebriefBand {
    pub band: Band,
    pub seconds: f64,
    pub lost_m: f64,
    pub lost_sd_m: f64,
    /// In the order of [`PartCode`]; parts that cannot be separated are absent.
    pub parts: Vec<DebriefPart>,
    /// Distance gained by being on the lifted tack as a share of the greatest possible; null without a wind that is
    /// independent of the track.
    pub shift_capture: Option<f64>,
}

/// A part of the distance lost.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DebriefPart {
    pub code: PartCode,
    /// Negative for gained.
    pub lost_m: f64,
    pub sd_m: f64,
    /// Number of turns or roundings; null for others.
    pub count: Option<u32>,
    /// Duration; null for turns and roundings.
    pub seconds: Option<f64>,
}

/// What a part of the budget is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum PartCode {
    Tacks,
    Gybes,
    Speed,
    Angle,
    Shifts,
    /// Angle and shifts as one part, where the wind does not allow to separate them.
    AngleAndShifts,
    /// Extra distance of a last straight to a mark, sailed freer than the others: past the lay line.
    Extra,
    Stops,
    /// Without a wind, or with one that is too uncertain; may be negative.
    Unexplained,
}

/// A difference from a reference that is larger than chance.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DebriefFinding {
    pub code: QuantityCode,
    pub reference: ReferenceKind,
    /// "Tacks cost 9.1 m each, 2.7 ± 1.1 m more than in your last six sessions in about this wind: 113 m today."
    pub text: String,
    /// A second sentence with further figures; null where there is none.
    pub detail: Option<String>,
    /// "Your last six Laser sessions in 6 to 10 kn, 212 min upwind"
    pub compared_with: String,
    /// Today's value and what was expected, in `unit`.
    pub today: f64,
    pub expected: f64,
    /// today - expected, its standard deviation and 90 % confidence interval.
    pub effect: f64,
    pub sd: f64,
    pub low: f64,
    pub high: f64,
    pub unit: DebriefUnit,
    /// Metres over the session, positive for lost, and the standard deviation.
    pub total_m: f64,
    pub total_sd_m: f64,
    /// Probability of a difference at least as large by chance.
    pub p: f64,
    pub evidence: DebriefEvidence,
    pub plot: DebriefPlot,
    /// Earlier sessions, in time order; empty for another reference.
    pub earlier: Vec<SessionValue>,
}

/// Unit of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum DebriefUnit {
    M,
    Kn,
    Deg,
    Pct,
}

/// Where a finding is seen on the map and in the tables.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DebriefEvidence {
    /// Indices of maneuvers of the analysis; empty for what is no turn.
    pub maneuvers: Vec<u32>,
    /// In time order; empty for turns.
    pub ranges: Vec<DebriefRange>,
    pub minutes: f64,
}

/// A time range, half-open.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DebriefRange {
    pub start_time: String,
    pub end_time: String,
}

/// The data of a finding's plot.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum DebriefPlot {
    /// Mean speed about the moment of the turns, of the chosen ones and of the best third.
    TurnSpeed {
        time_s: Vec<f64>,
        chosen_kn: Vec<Option<f64>>,
        best_third_kn: Vec<Option<f64>>,
        /// Mean start and end of the turns.
        turn_start_s: f64,
        turn_end_s: f64,
    },
    /// One value a turn, with what was expected.
    Values { values: Vec<DebriefValue>, expected: f64, expected_sd: f64 },
    /// A value a minute, null between the straights, with what was expected of them and its standard deviation.
    OverTime { time: Vec<String>, values: Vec<Option<f64>>, expected: Vec<Option<f64>>, expected_sd: f64 },
    /// Today against the earlier sessions.
    Sessions { today: f64, today_sd: f64, expected: f64, expected_sd: f64 },
}

/// A value of a turn.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DebriefValue {
    pub time: String,
    pub value: f64,
    /// Index of the maneuver.
    pub maneuver: u32,
    /// Whether it belongs to the evidence, such as the turns outside of the best third.
    pub chosen: bool,
}

/// A quantity of an earlier session, as it is compared: speeds at today's wind speed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SessionValue {
    pub start_time: String,
    pub value: f64,
    pub count: f64,
}

/// What could be repeated of the own best third: its measured lead, reduced to the share that is not chance.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DebriefPotential {
    pub code: QuantityCode,
    /// "Your best third of tacks lost 4.1 m less; about 2.8 m of it is repeatable."
    pub text: String,
    pub compared_with: String,
    pub today: f64,
    pub best_third: f64,
    pub unit: DebriefUnit,
    /// Share of the variance between the values that is no measurement error, [0, 1].
    pub reliability: f64,
    /// Repeatable, of one turn, in `unit`.
    pub each: f64,
    pub each_sd: f64,
    pub total_m: f64,
    pub total_sd_m: f64,
    /// The turns outside of the best third.
    pub evidence: DebriefEvidence,
    pub plot: DebriefPlot,
}

/// What there is of what is needed for findings.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DebriefLittle {
    /// True where no row of turns or minutes is full, so that nothing at all can be said.
    pub too_little: bool,
    /// "Too little to say: 3 tacks"; null where there is enough.
    pub text: Option<String>,
    pub rows: Vec<LittleRow>,
}

/// One need.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LittleRow {
    pub code: LittleCode,
    /// "Tacks", "Straight upwind", "Earlier Laser sessions in 6 to 10 kn"
    pub label: String,
    pub have: f64,
    pub need: f64,
}

/// What a [`LittleRow`] counts: turns, minutes of straights, sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum LittleCode {
    Tacks,
    Gybes,
    UpwindMinutes,
    DownwindMinutes,
    Sessions,
}
