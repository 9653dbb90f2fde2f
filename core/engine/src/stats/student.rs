//! Student's t distribution.

use crate::stats::correlation::incomplete_beta;

/// Probability that Student's t with `df` degrees of freedom is at least as far from 0 as this value.
pub fn two_sided_p(t: f64, df: f64) -> f64 {
    incomplete_beta(df / (df + t * t), 0.5 * df, 0.5)
}

/// The 0.95 quantile of Student's t, by bisection.
pub fn t_quantile_95(df: f64) -> f64 {
    let (mut low, mut high) = (0.0, 700.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if two_sided_p(middle, df) > 0.1 {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_and_probabilities_are_those_of_students_tables() {
        for (df, quantile) in [(1.0, 6.314), (5.0, 2.015), (8.0, 1.860), (30.0, 1.697)] {
            assert!((t_quantile_95(df) - quantile).abs() < 1e-3, "{df}");
        }
        for (t, df, p) in [(2.306, 8.0, 0.05), (-2.306, 8.0, 0.05), (0.0, 8.0, 1.0), (3.169, 10.0, 0.01)] {
            assert!((two_sided_p(t, df) - p).abs() < 1e-4, "{t}, {df}");
        }
    }
}
