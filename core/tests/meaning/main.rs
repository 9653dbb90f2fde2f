//! Tests of what a file means: days and hours in any writing, units, stamps that repeat, sports, boats and parts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod boats;
mod currents;
mod days;
mod fit;
mod parts;
mod session;
mod stamps;
mod units;
mod winds;
mod writings;
