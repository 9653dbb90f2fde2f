//! Leebow's engine: reads recordings of sailing boats, finds maneuvers, measures what they cost, estimates the wind.
//!
//! The tacks of a GPX file:
//!
//! ```
//! use leebow_engine::{Options, SegmentKind, analyze};
//!
//! let gpx = include_bytes!("../../../fixtures/ilca-weymouth.gpx");
//! let options = Options { boat_class: Some("Laser".into()), ..Options::default() };
//! let report = analyze("ilca-weymouth.gpx", gpx, None, &options)?.report;
//! for tack in report.maneuvers.iter().filter(|m| m.kind == SegmentKind::Tack) {
//!     println!("{}: {} m lost, from {} kn", tack.time, tack.loss_80_m.unwrap_or(f64::NAN), tack.entry_speed_kn.unwrap_or(f64::NAN));
//! }
//! # assert!(report.summary.tacks > 5);
//! # Ok::<(), leebow_engine::Error>(())
//! ```
//!
//! The modules, in the order in which data passes through them:
//!
//! | module | input → output, or contents |
//! |---|---|
//! | [`read`] | bytes → [`Recording`]: the contents of the file, and a report of what could not be read |
//! | `clean` | `Recording` → [`Track`]: one rising time base, pieces without gaps, flags |
//! | `motion` | `Track` → `Motion`: smoothed position, speed, course, turn rate |
//! | `parts` | `Track` and `Motion` → the parts that are sailing, and those that are left out |
//! | `wind` | `Track` → `WindSeries`: estimated, measured, fused, with its standard deviation |
//! | `segment` | track and wind → turns, maneuvers, straights |
//! | `maneuver` | metrics, loss and quality of each maneuver |
//! | `corrections` | corrections by the user, applied to what was found |
//! | `dashboard` | statistics over many sessions |
//! | `fleet` | one wind of several boats that sailed together (feature `fleet`, native only) |
//! | [`race`] | races of a day from the tracks of its boats |
//! | [`debrief`] | what cost most in a session, against earlier ones or the fleet |
//! | [`polar`] | speed by wind angle, targets and trend of the sessions of a boat |
//! | `stats` | statistics of slices |
//! | `records` | speed records, flights of foiling boats |
//! | `report` | summary, straight-line analysis, regression |
//! | `pipeline` | the complete analysis of one file, in order |
//! | [`api`] | types and functions of the outward interface |
//! | [`verdict`] | what a comparison with another reader says |
//! | `write` | `Recording` → GPX, CSV, GeoJSON, KML (feature `write`, native only) |
//!
//! Public are [`api`], [`channel`], [`config`], [`debrief`], `fleet`, [`polar`], [`race`], [`read`] and `write`; the other
//! modules are the crate's own, public with the feature `internals`. `scripts/check-imports.mjs` enforces which module may use which. The crate
//! does no I/O, reads no clock, and does not panic on any input.
#![cfg_attr(not(test), forbid(unsafe_code))]
// With all features everything that is `pub` can be named from outside; what cannot is `pub(crate)`.
#![cfg_attr(
    all(feature = "calibrate", feature = "fuzz", feature = "types", not(test)),
    deny(unreachable_pub)
)]
#![warn(clippy::missing_errors_doc)]

pub mod api;
pub mod channel;
pub mod config;
pub mod debrief;
#[cfg(feature = "fleet")]
pub mod fleet;
pub mod polar;
pub mod race;
pub mod read;
pub mod verdict;
#[cfg(feature = "write")]
pub mod write;

// The other modules are the crate's own. The simulator, the tests and the examples see them by the feature `internals`.
#[cfg(not(feature = "internals"))]
mod angle;
#[cfg(feature = "internals")]
pub mod angle;
#[cfg(not(feature = "internals"))]
mod calendar;
#[cfg(feature = "internals")]
pub mod calendar;
#[cfg(not(feature = "internals"))]
mod clean;
#[cfg(feature = "internals")]
pub mod clean;
#[cfg(not(feature = "internals"))]
mod corrections;
#[cfg(feature = "internals")]
pub mod corrections;
#[cfg(not(feature = "internals"))]
mod damage;
#[cfg(feature = "internals")]
pub mod damage;
#[cfg(not(feature = "internals"))]
mod dashboard;
#[cfg(feature = "internals")]
pub mod dashboard;
#[cfg(not(feature = "internals"))]
mod error;
#[cfg(feature = "internals")]
pub mod error;
#[cfg(not(feature = "internals"))]
mod geo;
#[cfg(feature = "internals")]
pub mod geo;
#[cfg(not(feature = "internals"))]
mod maneuver;
#[cfg(feature = "internals")]
pub mod maneuver;
#[cfg(not(feature = "internals"))]
mod motion;
#[cfg(feature = "internals")]
pub mod motion;
#[cfg(not(feature = "internals"))]
mod parts;
#[cfg(feature = "internals")]
pub mod parts;
#[cfg(not(feature = "internals"))]
mod pipeline;
#[cfg(feature = "internals")]
pub mod pipeline;
#[cfg(not(feature = "internals"))]
mod records;
#[cfg(feature = "internals")]
pub mod records;
#[cfg(not(feature = "internals"))]
mod report;
#[cfg(feature = "internals")]
pub mod report;
#[cfg(not(feature = "internals"))]
mod segment;
#[cfg(feature = "internals")]
pub mod segment;
#[cfg(not(feature = "internals"))]
mod stats;
#[cfg(feature = "internals")]
pub mod stats;
#[cfg(not(feature = "internals"))]
mod track;
#[cfg(feature = "internals")]
pub mod track;
#[cfg(not(feature = "internals"))]
mod units;
#[cfg(feature = "internals")]
pub mod units;
#[cfg(not(feature = "internals"))]
mod wind;
#[cfg(feature = "internals")]
pub mod wind;

pub use api::{Analysis, Options, SegmentKind, analyze};
pub use damage::Damage;
pub use error::{Error, ErrorKind};
pub use track::{Columns, Format, Recording, Track, flag};

/// The mutation tests are unit tests, too: these alone are compiled with overflow checks and debug assertions.
#[cfg(test)]
#[path = "../tests/mutations.rs"]
mod mutations;
#[cfg(test)]
use mutations::{mutated::random, samples};
#[cfg(test)]
extern crate self as leebow_engine;
#[cfg(all(test, feature = "types"))]
mod test_types;

/// Version of the engine.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
