//! Why a maneuver is not counted, has no loss, or is left out of averages (docs/algorithms.md, sections 8.4 and 8.5).

use serde::{Deserialize, Serialize};

/// What a loss is a loss of (docs/algorithms.md, section 8.4). Losses of different bases are not averaged together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum LossBasis {
    /// Distance made good along the wind.
    Vmg,
    /// Distance sailed at the speed before the turn and of the new leg.
    Speed,
}

/// Why a maneuver is listed but not counted (docs/algorithms.md, section 8.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum NotCountedReason {
    /// The 5 s before the turn were not recorded.
    EntryNotRecorded,
    /// A swing that was taken back at once by another turn.
    TakenBack,
    /// The boat drifted before the turn.
    Drifting,
    /// The boat came out of a standstill and was not under way yet.
    FromStandstill,
    /// A rounding or a turn without a name that ended in a stop or a fall.
    EndsInStop,
    /// The course changed too little for a tack.
    NarrowTack,
    /// A gybe that hardly changed the course.
    SmallCourseChange,
    /// The wind is not known well enough to name it.
    UncertainWind,
    /// Several of these reasons, none of them enough by itself.
    LowQuality,
}

/// Why a maneuver has no loss, or no more than a lower bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum NoLossReason {
    /// The rider or boat fell or capsized.
    Fell,
    /// The boat stopped.
    Stopped,
    /// The next maneuver began before the speed was regained.
    NextManeuver,
    /// The speed was not regained within the time limit.
    NotRecovered,
    /// Too little was recorded before the turn.
    RecordingBegins,
    /// The recording ends before the speed was regained.
    RecordingEnds,
    /// Fixes are missing during the maneuver.
    Gap,
    /// The boat was slower than 2 kn, and than half of its usual speed, before the turn.
    SlowEntry,
    /// Part of a longer turn that has no entry or exit of its own.
    PartOfTurn,
    /// Another maneuver ended so shortly before that there is no steady entry.
    PreviousManeuver,
    /// The fixes are too far apart for a loss.
    Sparse,
}

/// Why a maneuver is left out of averages by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum LeftOutReason {
    /// It is not counted.
    NotCounted,
    /// It has no loss.
    NoLoss,
    /// The boat circled and waited, as before a start.
    Circling,
    /// The course changed by more than 200°.
    WideTurn,
    /// It gained more than the boat sails in half a second, or is one of as many of the largest losses of its kind.
    Trimmed,
}
