//! Track and segments → summary, straight-line analysis, regression of losses.

pub mod conditions;
pub mod straight_lines;
pub mod summary;
