//! Statistics on slices of numbers: moments, quantiles, regression, correlation, lag (docs/algorithms.md, section 12).

pub mod correlation;
pub mod geometric;
pub mod lag;
pub mod line;
pub mod moments;
pub mod order;
pub mod quantile;
pub mod regression;
pub mod student;
pub mod travel;
