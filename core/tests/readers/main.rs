//! Tests of the readers with intact, damaged and hostile files.
//!
//! One binary, because each test binary is linked separately. `mutations` is a separate binary, because the mutation
//! suites run it alone and in several builds.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../../engine/tests/mutated/mod.rs"]
mod mutated;
#[path = "../processor_time.rs"]
mod processor_time;
#[path = "../../engine/tests/samples/mod.rs"]
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

/// Counts the memory that a reader allocates, for the limits in `mutated`.
#[global_allocator]
static MEMORY: mutated::memory::CountingAllocator = mutated::memory::CountingAllocator;
