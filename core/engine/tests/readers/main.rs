//! Tests of the readers: bytes of recordings, sound, damaged and hostile, and what is read from them.
//!
//! One binary, because each test binary is linked by itself. `mutations` is a binary of its own: the suites of broken
//! files run it alone, in several builds.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../broken/mod.rs"]
mod broken;
#[path = "../samples/mod.rs"]
mod samples;

mod bad_files;
mod bit_flips;
mod corpus;
mod device_events;
mod hostile;
mod pieces;
mod recordings;
mod round_trips;
mod truncation;

/// Counts the memory that a reader holds, for the limits in `broken`.
#[global_allocator]
static MEMORY: broken::memory::Counted = broken::memory::Counted;
