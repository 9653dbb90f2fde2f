//! Tests of the analysis: recordings of known sailing, and what the engine finds in them.
//!
//! One binary, because each test binary is linked by itself.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod counts;
mod drawn;
mod golden_text;
mod golden_truth;
#[path = "../../engine/tests/mutated/memory.rs"]
mod memory;
mod passage;
#[path = "../processor_time.rs"]
mod processor_time;
#[path = "../../engine/tests/mutated/random.rs"]
mod random;
mod random_values;
mod sparse_invariants;

mod angles_and_places;
mod columns_and_notes;
mod corrections;
mod course_over_time;
mod dashboard;
mod debrief;
mod device_checks;
mod device_lag;
mod failure_modes;
mod far_apart;
mod file_recording;
mod goldens;
mod left_out;
mod losses;
mod made_good;
mod maneuvers;
mod measures;
mod outliers;
mod races;
mod races_corrected;
mod races_handicap;
mod races_json;
mod races_noted;
mod real_fleets;
mod real_sessions;
mod recording_intervals;
mod records;
mod recovery;
mod registry;
mod rhythm_lag;
mod rows_and_seconds;
mod running;
mod same_sailing;
mod sparse_trackers;
mod starts_and_falls;
mod stats_closed_forms;
mod straight_lines;
mod straights;
mod summary;
mod table_rows;
mod unnamed_turns;
mod vectors;
mod why;
mod wind_candidates;
mod wind_decades_apart;
mod wind_hint;
mod wind_logs;
mod wind_over_time;
mod wind_to_and_fro;
mod wind_uneven_turns;

/// Counts the memory of an analysis, for the limit in `wind_decades_apart`.
#[global_allocator]
static MEMORY: memory::CountingAllocator = memory::CountingAllocator;
