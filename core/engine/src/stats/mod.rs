//! Numbers on slices, nothing else: moments, quantiles, regression, correlation, lag.

pub mod regression;
