//! Leebow's engine: bytes of a recording in, what the crew did and what it cost out.
//!
//! ```
//! use leebow_engine::{analyze, Options};
//! let gpx = b"<gpx version=\"1.1\"><trk><trkseg/></trk></gpx>";
//! let err = analyze("empty.gpx", gpx, None, &Options::default()).unwrap_err();
//! assert_eq!(err.kind.id(), "no_positions");
//! ```
//!
//! The way of the data, and the modules in the order it passes through them:
//!
//! | module | from → to |
//! |---|---|
//! | [`read`] | bytes → [`Recording`]: what the file said, and what of it was lost |
//! | [`clean`] | `Recording` → [`Track`]: one sorted time base, gaps, flags |
//! | [`motion`] | `Track` → [`Motion`](motion::Motion): smoothed position, speed, course, turn rate |
//! | [`wind`] | `Track` → [`WindSeries`](wind::WindSeries): estimated, measured, fused, with its doubt |
//! | [`segment`] | track and wind → turns, maneuvers, straights |
//! | [`maneuver`] | what each maneuver measured and cost |
//! | [`corrections`] | what people know better, laid over what was found |
//! | [`dashboard`] | numbers over many sessions |
//! | `fleet` | several tracks asked together for one wind (feature of its own, native only) |
//! | [`race`] | boats told by one wind: legs, ladder, gains |
//! | [`stats`] | numbers on slices, nothing else |
//! | [`records`] | the fastest stretches, the flights of a foiler |
//! | [`report`] | summary, straight-line analysis, regression |
//! | [`pipeline`] | all of it in order: the one story |
//! | [`api`] | the whole border in plain types |
//! | `write` | `Recording` → GPX, CSV, GeoJSON, KML (feature of its own, native only) |
//!
//! Directions are enforced by `scripts/check-imports.mjs`. The crate does no I/O, reads no clock, and
//! does not panic on any input.
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
#[cfg(feature = "simulate")]
pub mod simulate;
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

/// The engine's version, part of every result.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
