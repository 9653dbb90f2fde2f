//! Leebow's engine: reads recordings of sailing boats, finds maneuvers, measures what they cost, estimates the wind.
//!
//! The tacks of a GPX file:
//!
//! ```
//! use leebow_engine::segment::SegmentKind;
//! use leebow_engine::{Options, analyze};
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
//! | [`clean`] | `Recording` → [`Track`]: one rising time base, pieces without gaps, flags |
//! | [`motion`] | `Track` → [`Motion`](motion::Motion): smoothed position, speed, course, turn rate |
//! | [`wind`] | `Track` → [`WindSeries`](wind::WindSeries): estimated, measured, fused, with its standard deviation |
//! | [`segment`] | track and wind → turns, maneuvers, straights |
//! | [`maneuver`] | metrics, loss and quality of each maneuver |
//! | [`corrections`] | corrections by the user, applied to what was found |
//! | [`dashboard`] | statistics over many sessions |
//! | `fleet` | one wind of several boats that sailed together (feature `fleet`, native only) |
//! | [`race`] | races of a day from the tracks of its boats |
//! | [`stats`] | statistics of slices |
//! | [`records`] | speed records, flights of foiling boats |
//! | [`report`] | summary, straight-line analysis, regression |
//! | [`pipeline`] | the complete analysis of one file, in order |
//! | [`api`] | types and functions of the outward interface |
//! | `write` | `Recording` → GPX, CSV, GeoJSON, KML (feature `write`, native only) |
//!
//! `scripts/check-imports.mjs` enforces which module may use which. The crate does no I/O, reads no clock, and does not
//! panic on any input.
#![forbid(unsafe_code)]

pub mod angle;
pub mod api;
pub mod calendar;
pub mod channel;
pub mod clean;
pub mod config;
pub mod corrections;
pub mod damage;
pub mod dashboard;
pub mod error;
#[cfg(feature = "fleet")]
pub mod fleet;
pub mod geo;
pub mod maneuver;
pub mod motion;
pub mod pipeline;
pub mod race;
pub mod read;
pub mod records;
pub mod report;
pub mod segment;
pub mod stats;
pub mod track;
pub mod units;
pub mod wind;
#[cfg(feature = "write")]
pub mod write;

pub use api::{Analysis, Options, analyze};
pub use damage::Damage;
pub use error::{Error, ErrorKind};
pub use track::{Columns, Recording, Track};

/// Version of the engine.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
