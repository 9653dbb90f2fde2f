//! Reports of one track: summary, straight-line analysis, wind conditions.

pub mod conditions;
pub mod straight_lines;
pub mod summary;
