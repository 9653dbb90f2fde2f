//! The debrief of one session: where the distance went, what differs from earlier sessions or from the fleet by more than
//! chance, and what of the best third could be repeated (docs/debrief.md).
//!
//! | module | contents |
//! |---|---|
//! | `input` | session, earlier sessions and race as the caller gives them |
//! | `summary`, `summary_of` | what is stored of a session |
//! | `answer` | the result in the types of the border |
//! | `grid` | motion, wind and band of each second |
//! | `values` | single values of turns and minutes |
//! | `reference`, `budget` | where the distance went, against a reference |
//! | `compare` | a session against others: moderated variance, false discovery rate |
//! | `findings`, `evidence`, `sentences`, `text` | what differs by more than chance, where it is seen, and how it is said |
//! | `potential` | what of the best third could be repeated |
//! | `head`, `report` | the session in figures, and the debrief put together |

pub mod answer;
mod budget;
mod compare;
mod evidence;
mod findings;
pub(crate) mod grid;
mod head;
pub mod input;
mod potential;
mod reference;
mod report;
mod sentences;
pub mod summary;
mod summary_of;
#[cfg(test)]
mod test_budget;
#[cfg(test)]
mod test_compare;
#[cfg(test)]
mod test_report;
#[cfg(test)]
pub(crate) mod test_track;
#[cfg(test)]
mod test_values;
mod text;
mod values;

pub use answer::Debrief;
pub use input::{DebriefFacts, DebriefOptions, DebriefTrack};
pub use summary::SessionSummary;

/// What is stored of a session. Without a wind, or with one that may be the wrong way round, it has no quantities.
pub fn summary(track: &DebriefTrack) -> SessionSummary {
    let (track, grid) = with_grid(track);
    summary_of::summary_of(&track, &grid, &values::Values::of(&track, &grid))
}

/// A session in its own wind, without it where it may be the wrong way round, and its seconds.
pub(crate) fn with_grid(track: &DebriefTrack) -> (DebriefTrack, grid::Grid) {
    let options = DebriefOptions::default();
    let (track, _) = report::with_sure_wind(track, &options);
    let grid = grid::Grid::of(&track, &options);
    (track, grid)
}

/// The debrief of a session; `boats` are the tracks of other boats of the races in the options.
pub fn debrief(track: &DebriefTrack, boats: &[DebriefTrack], options: &DebriefOptions) -> Debrief {
    report::report(track, boats, options)
}
