//! Races of a day, from the tracks of the boats that sailed them: starts, line, marks, legs, places and gaps, each with
//! its uncertainty (docs/races.md).
//!
//! | module | contents |
//! |---|---|
//! | `input` | tracks, corrections and wind as the caller gives them |
//! | `answer` | the result in the types of the border |
//! | `field` | all boats and their wind on one grid of seconds, in one plane |

#![allow(dead_code)] // Until the analysis of races is put together.

pub mod answer;
pub(crate) mod behind;
pub(crate) mod course;
#[cfg(test)]
mod course_tests;
pub(crate) mod field;
mod finish;
pub mod input;
pub(crate) mod legs;
mod mark_fit;
mod marks;
mod passings;
pub(crate) mod places;
pub(crate) mod progress;
mod rounding;
#[cfg(test)]
mod test_field;
pub(crate) mod turning;
mod waypoints;

pub use answer::{RaceColumns, RaceDay};
pub use input::{RaceCorrection, RaceOptions, RaceTrack, RaceTrackFacts};

/// The races of a day, and for each race the columns of its boats in the order of [`answer::RaceReport::boats`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RaceAnalysis {
    pub day: RaceDay,
    pub columns: Vec<Vec<RaceColumns>>,
}

/// Finds the races in the tracks of a day and analyses each.
pub fn analyze(tracks: &[RaceTrack], options: &RaceOptions) -> RaceAnalysis {
    let Some(_field) = field::Field::new(tracks, options) else {
        return RaceAnalysis::default();
    };
    RaceAnalysis::default()
}
