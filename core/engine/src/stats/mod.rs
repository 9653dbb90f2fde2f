//! Numbers on slices, nothing else: moments, quantiles, regression, correlation, lag.
