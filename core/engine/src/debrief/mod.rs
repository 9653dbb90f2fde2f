//! The debrief of one session: where the distance went, what differs from earlier sessions or from the fleet by more than
//! chance, and what of the best third could be repeated (docs/debrief.md).
//!
//! | module | contents |
//! |---|---|
//! | `input` | session, earlier sessions and race as the caller gives them |
//! | `summary` | what is stored of a session |
//! | `answer` | the result in the types of the border |

pub mod answer;
pub mod input;
pub mod summary;

pub use answer::Debrief;
pub use input::{DebriefFacts, DebriefOptions, DebriefTrack};
pub use summary::SessionSummary;

use crate::calendar::iso_utc;
use summary::SUMMARY_VERSION;

/// What is stored of a session.
pub fn summary(track: &DebriefTrack) -> SessionSummary {
    let time = |at: Option<&f64>| at.map(|ms| iso_utc(*ms)).unwrap_or_default();
    SessionSummary {
        version: SUMMARY_VERSION,
        boat_class: track.facts.boat_class.clone().unwrap_or_else(|| "Other".to_string()),
        start_time: time(track.time_ms.first()),
        end_time: time(track.time_ms.last()),
        ..SessionSummary::default()
    }
}

/// The debrief of a session; `boats` are the tracks of other boats of the races in the options.
pub fn debrief(track: &DebriefTrack, boats: &[DebriefTrack], options: &DebriefOptions) -> Debrief {
    let _ = (track, boats, options);
    Debrief::default()
}
