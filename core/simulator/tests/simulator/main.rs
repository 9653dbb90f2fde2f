//! Tests of the simulator: sessions, their sailing, their devices and their files.
//!
//! One binary, because each test binary is linked by itself.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod devices;
mod fixtures;
mod races;
mod races_boats;
mod races_classes;
mod races_committee;
mod races_json;
mod read_back;
mod sailing;
mod sessions;
mod unlike_class;
