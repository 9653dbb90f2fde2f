//! Numbers on slices, nothing else: moments, quantiles, regression, correlation, lag.

pub mod correlation;
pub mod lag;
pub mod moments;
pub mod order;
pub mod quantile;
pub mod regression;
pub mod travel;
