//! Regression line of the loss chart.

use serde::Serialize;

use crate::stats::regression::least_squares;

/// Least-squares line y = intercept + slope · x.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Regression {
    /// Number of pairs in which both values are finite.
    pub n: u32,
    pub slope: f64,
    pub intercept: f64,
    /// Coefficient of determination, [0, 1]; 0 with fewer than 2 pairs, with any missing value, and without spread in x.
    pub r2: f64,
}

/// Least squares of y on x over the finite pairs. Slope and intercept are 0 with fewer than two pairs and without spread
/// in x; `r2` also with any missing value.
pub fn regress(x: &[f64], y: &[f64]) -> Regression {
    let finite = x.iter().zip(y).filter(|(a, b)| a.is_finite() && b.is_finite()).count();
    let none = Regression { n: finite as u32, slope: 0.0, intercept: 0.0, r2: 0.0 };
    let Some(line) = least_squares(x, y) else { return none };
    let complete = finite == x.len().max(y.len());
    let r2 = if complete { line.r2 } else { 0.0 };
    Regression { n: line.n as u32, slope: line.slope, intercept: line.intercept, r2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r2_is_zero_for_missing_values_too_few_points_and_no_spread() {
        assert_eq!(regress(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0]).r2, 1.0);
        assert_eq!(regress(&[1.0, 2.0, 3.0], &[2.0, 4.0, f64::NAN]).r2, 0.0);
        assert_eq!(regress(&[1.0], &[2.0]), Regression { n: 1, slope: 0.0, intercept: 0.0, r2: 0.0 });
        assert_eq!(regress(&[3.0, 3.0], &[2.0, 9.0]).r2, 0.0);
    }
}
