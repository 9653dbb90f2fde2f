//! Corrections by the user, applied to the segments the engine found (docs/algorithms.md, section 13).
//!
//! A correction identifies a segment by its kind and its times, not by a number or by rows, so that it still matches
//! when another version of the engine moves the turn by seconds. A correction without a match is reported and has no
//! effect; the engine never changes the list.
//!
//! | module | contents |
//! |---|---|
//! | `read` | validates corrections and converts them to [`Edit`]s |
//! | `apply` | applies edits to segments given as kinds and times |

mod apply;
mod read;

use serde::{Deserialize, Serialize};

use crate::segment::SegmentKind;

pub use apply::{Item, apply};
pub use read::read;

/// Flag of a maneuver that was changed, moved or added by a correction.
pub const CORRECTED: &str = "corrected";

/// Effect of a correction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Action {
    /// Changes the kind of the segment to `to_kind`.
    ChangeKind,
    /// Removes the segment: there was none.
    Delete,
    /// Adds a segment that the engine did not find.
    Add,
    /// Changes the times of the segment to `new_start_time` and `new_end_time`.
    Move,
    /// Sets the wind direction to `twd_deg` (0 to 360, from), over the whole track or from `start_time` to `end_time`.
    PinWind,
    /// Leaves the time from `start_time` to `end_time` out of the analysis, or takes it in.
    LeaveOut,
    TakeIn,
    /// Adds `shift_s` to all times of the recording: its clock was wrong. The other corrections are in its own clock.
    Clock,
    /// Adds `shift_s` to all times of the wind log.
    WindClock,
    /// Uses `instrument`, or all of them without it, where they contradict the track, too.
    TrustInstruments,
    /// Corrects the readings of the instruments on board by `calibration`.
    Calibrate,
}

/// What may contradict the track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Instrument {
    /// The wind angle measured on board.
    Vane,
    /// Another measured wind: that of a wind log, or a direction.
    Wind,
    /// Speed through the water.
    Log,
    /// Heading.
    Compass,
    /// Speed and course that a receiver gives beside its positions.
    Speed,
    Course,
}

/// Names of the instruments in corrections.
const NAMES: [(&str, Instrument); 6] = [
    ("vane", Instrument::Vane),
    ("wind", Instrument::Wind),
    ("log", Instrument::Log),
    ("compass", Instrument::Compass),
    ("speed", Instrument::Speed),
    ("course", Instrument::Course),
];

impl Instrument {
    /// None for an unknown name.
    fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, instrument)| *instrument)
    }

    fn is_wind(self) -> bool {
        matches!(self, Self::Vane | Self::Wind)
    }
}

/// True where corrections use an instrument that contradicts the track.
pub fn trusts(edits: &[Edit], instrument: Instrument) -> bool {
    edits.iter().any(|edit| match edit {
        Edit::TrustInstruments(Some(named)) => {
            *named == instrument || named.is_wind() && instrument.is_wind()
        }
        edit => *edit == Edit::TrustInstruments(None),
    })
}

/// What corrects the readings of the instruments on board; an instrument without a figure is as it reads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct InstrumentErrors {
    /// Added to the wind angles of the vane, deg.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vane_deg: Option<f64>,
    /// By which speeds through the water are multiplied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_factor: Option<f64>,
    /// Added to headings, deg.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compass_deg: Option<f64>,
    /// Added to the angle of heel, deg.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heel_deg: Option<f64>,
}

impl Action {
    /// True for the clock of the recording and that of the wind log.
    pub(crate) fn is_of_clock(self) -> bool {
        matches!(self, Self::Clock | Self::WindClock)
    }
}

/// One correction, as stored and exchanged in JSON. `kind`, `start_time` and `end_time` are those of the segment as it
/// was displayed when the correction was made. A field that the action does not use is an error.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct Correction {
    pub action: Action,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<SegmentKind>,
    /// ISO 8601 UTC; `end_time` lies after `start_time`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_time: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_time: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_kind: Option<SegmentKind>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_start_time: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_end_time: Option<String>,
    /// Where the wind blew from, 0 to 360, of `pin_wind`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub twd_deg: Option<f64>,
    /// Added to all times of the recording by `clock`, of its wind log by `wind_clock`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shift_s: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibration: Option<InstrumentErrors>,
    /// Which one `trust_instruments` uses; all without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(as = "Option<Instrument>", optional))]
    #[cfg_attr(feature = "types", schemars(with = "Option<Instrument>"))]
    pub instrument: Option<String>,
}

/// A span of time, UTC milliseconds; the end lies after the start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    pub start_ms: f64,
    pub end_ms: f64,
}

/// A validated correction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Edit {
    ChangeKind {
        kind: SegmentKind,
        at: Span,
        to: SegmentKind,
    },
    Delete {
        kind: SegmentKind,
        at: Span,
    },
    Add {
        kind: SegmentKind,
        at: Span,
    },
    Move {
        kind: SegmentKind,
        at: Span,
        to: Span,
    },
    PinWind {
        twd_deg: f64,
        at: Option<Span>,
    },
    /// Taken in, or left out.
    Part {
        take_in: bool,
        at: Span,
    },
    /// Of the recording, or of the wind log.
    Clock {
        shift_ms: f64,
        of_wind: bool,
    },
    /// One, or all.
    TrustInstruments(Option<Instrument>),
    Calibrate(InstrumentErrors),
}

/// What the corrections add to the clock of the recording, ms.
pub fn clock_shift_ms(edits: &[Edit]) -> f64 {
    shift_ms(edits, false)
}

/// The same of the wind log.
pub fn wind_clock_shift_ms(edits: &[Edit]) -> f64 {
    shift_ms(edits, true)
}

fn shift_ms(edits: &[Edit], wind: bool) -> f64 {
    let shift = |edit: &Edit| match edit {
        Edit::Clock { shift_ms, of_wind } if *of_wind == wind => *shift_ms,
        _ => 0.0,
    };
    edits.iter().map(shift).sum()
}

impl Edit {
    /// The kind of the segment it applies to; none for wind, parts, clock and instruments.
    pub fn kind(&self) -> Option<SegmentKind> {
        match self {
            Self::ChangeKind { kind, .. }
            | Self::Delete { kind, .. }
            | Self::Add { kind, .. }
            | Self::Move { kind, .. } => Some(*kind),
            Self::PinWind { .. }
            | Self::Part { .. }
            | Self::Clock { .. }
            | Self::TrustInstruments(_)
            | Self::Calibrate(_) => None,
        }
    }

    /// The same in a clock that is so much ahead of the recording's own.
    pub fn shifted(mut self, by_ms: f64) -> Self {
        let shift = |at: &mut Span| {
            at.start_ms += by_ms;
            at.end_ms += by_ms;
        };
        match &mut self {
            Self::ChangeKind { at, .. } | Self::Delete { at, .. } | Self::Add { at, .. } => shift(at),
            Self::Move { at, to, .. } => {
                shift(at);
                shift(to);
            }
            Self::PinWind { at, .. } => at.iter_mut().for_each(shift),
            Self::Part { at, .. } => shift(at),
            Self::Clock { .. } | Self::TrustInstruments(_) | Self::Calibrate(_) => {}
        }
        self
    }
}
