//! Races of a day, from the tracks of the boats that sailed them: starts, line, marks, legs, places and gaps, each with
//! its uncertainty (docs/races.md).
//!
//! | module | contents |
//! |---|---|
//! | `input` | tracks, corrections and wind as the caller gives them |
//! | `answer` | the result in the types of the border |
//! | `field` | all boats and their wind on one grid of seconds, in one plane |

pub mod answer;
pub(crate) mod field;
pub mod input;

pub use answer::RaceDay;
pub use input::{RaceCorrection, RaceOptions, RaceTrack};
