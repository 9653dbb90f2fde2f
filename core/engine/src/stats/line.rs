//! A line through values with known and unknown variance: weighted least squares, the variance τ² between the values by
//! DerSimonian and Laird (1986).

use crate::stats::student::t_quantile_95;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// Weighted mean of the places of the values, and the line there.
    centre: f64,
    height: f64,
    pub slope: f64,
    height_variance: f64,
    slope_variance: f64,
    /// What the residuals widen the variances by.
    scale: f64,
    /// Mean share of the known variance of a value in its whole variance.
    known: f64,
    df: f64,
}

impl Fit {
    /// The line at a place and its standard deviation.
    pub fn at(&self, x: f64) -> (f64, f64) {
        let away = x - self.centre;
        let variance = self.height_variance + away * away * self.slope_variance;
        (self.height + away * self.slope, variance.sqrt())
    }

    /// Half of the 90 % confidence interval of the slope, widened where the residuals ask for it (Knapp and Hartung 2003):
    /// of few values, τ² itself is uncertain, and what is known of each may be too good.
    pub fn half_90(&self) -> f64 {
        t_quantile_95(self.df) * self.slope_variance.sqrt()
    }

    /// The same where the standard deviations of the values are right but for their `known_df` degrees of freedom: those of
    /// the sum of the known variance and τ² by Welch and Satterthwaite. Three values that agree are enough.
    pub fn half_90_of_known(&self, known_df: f64) -> f64 {
        let (known, unknown) = (self.known, 1.0 - self.known);
        let df = 1.0 / (known * known / known_df + unknown * unknown / self.df);
        t_quantile_95(df) * (self.slope_variance / self.scale).sqrt()
    }
}

/// The line through rows of place, value and standard deviation; none of fewer than three or of one place.
pub fn fit(rows: &[[f64; 3]]) -> Option<Fit> {
    let df = rows.len() as f64 - 2.0;
    if df < 1.0 {
        return None;
    }
    // A value that is known exactly would be the only one to count.
    let floor = 1e-3 * rows.iter().map(|r| r[2]).fold(1e-6, f64::max);
    let variance = |row: &[f64; 3]| row[2].max(floor) * row[2].max(floor);
    let first = weighted(rows, |row| 1.0 / variance(row))?;
    let tau2 = ((first.squares - df) / first.excess).max(0.0);
    let line = weighted(rows, |row| 1.0 / (variance(row) + tau2))?;
    let scale = (line.squares / df).max(1.0);
    Some(Fit {
        centre: line.centre,
        height: line.height,
        slope: line.slope,
        height_variance: scale / line.weight,
        slope_variance: scale / line.xx,
        scale,
        known: rows.iter().map(|row| variance(row) / (variance(row) + tau2)).sum::<f64>() / rows.len() as f64,
        df,
    })
}

struct Weighted {
    centre: f64,
    height: f64,
    slope: f64,
    weight: f64,
    xx: f64,
    /// Weighted sum of the squared residuals.
    squares: f64,
    /// What a variance of 1 between the values adds to it.
    excess: f64,
}

fn weighted(rows: &[[f64; 3]], weight: impl Fn(&[f64; 3]) -> f64) -> Option<Weighted> {
    let sum = |value: &dyn Fn(&[f64; 3]) -> f64| rows.iter().map(|r| weight(r) * value(r)).sum::<f64>();
    let w = sum(&|_| 1.0);
    let (centre, height) = (sum(&|r| r[0]) / w, sum(&|r| r[1]) / w);
    let xx = sum(&|r| (r[0] - centre) * (r[0] - centre));
    let slope = sum(&|r| (r[0] - centre) * (r[1] - height)) / xx;
    let rest = |r: &[f64; 3]| r[1] - height - slope * (r[0] - centre);
    let squares = sum(&|r| rest(r) * rest(r));
    let ww = sum(&weight);
    let wwxx = sum(&|r| weight(r) * (r[0] - centre) * (r[0] - centre));
    let excess = w - ww / w - wwxx / xx;
    slope.is_finite().then_some(Weighted { centre, height, slope, weight: w, xx, squares, excess })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_variance_between_the_values_the_line_is_that_of_weighted_least_squares() {
        // y = 3 + 2 x, the values ± 0.1 beside it: less than their standard deviations of 1 and 2.
        let rows = [[0.0, 3.1, 1.0], [1.0, 4.9, 2.0], [2.0, 7.1, 1.0], [3.0, 8.9, 2.0], [4.0, 11.1, 1.0]];
        let found = fit(&rows).unwrap();
        // Σw = 3.5, the mean place 2, Σw (x - 2)² = 8.5.
        assert!((found.centre - 2.0).abs() < 1e-12 && (found.slope - 2.0).abs() < 0.05);
        assert!((found.slope_variance - 1.0 / 8.5).abs() < 1e-12);
        assert!((found.height_variance - 1.0 / 3.5).abs() < 1e-12);
        let (height, sd) = found.at(4.0);
        assert!((height - 11.1).abs() < 0.1 && (sd - (1.0_f64 / 3.5 + 4.0 / 8.5).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn values_that_differ_by_more_than_they_are_known_widen_the_interval() {
        let rows = |sd: f64| (0..10).map(|i| [f64::from(i), f64::from(i % 2), sd]).collect::<Vec<_>>();
        let (exact, rough) = (fit(&rows(0.01)).unwrap(), fit(&rows(0.5)).unwrap());
        // Ordinary least squares: residual variance 0.303 over 8 degrees of freedom, Σ(x - 4.5)² = 82.5.
        assert!((exact.slope_variance.sqrt() - 0.0606).abs() < 0.002, "{}", exact.slope_variance.sqrt());
        assert!((rough.slope_variance.sqrt() / exact.slope_variance.sqrt() - 1.0).abs() < 0.1);
        assert!((exact.half_90() / exact.slope_variance.sqrt() - 1.8595).abs() < 1e-3);
    }

    #[test]
    fn values_that_agree_have_the_freedom_of_their_own_deviations_and_others_that_of_their_number() {
        let agree = fit(&[[0.0, 1.0, 0.5], [1.0, 2.1, 0.5], [2.0, 3.0, 0.5]]).unwrap();
        // Σw (x - 1)² = 8; the 0.95 quantiles of Student's t of 10 and of 1.
        assert!((agree.half_90_of_known(10.0) - 1.8125 / 8.0_f64.sqrt()).abs() < 1e-3);
        let differ = fit(&[[0.0, 1.0, 1e-4], [1.0, 5.0, 1e-4], [2.0, 3.0, 1e-4]]).unwrap();
        let sd = (differ.slope_variance / differ.scale).sqrt();
        assert!((differ.half_90_of_known(10.0) / sd - 6.3138).abs() < 0.01);
    }

    #[test]
    fn two_values_and_values_of_one_place_have_no_line() {
        assert_eq!(fit(&[[0.0, 1.0, 1.0], [1.0, 2.0, 1.0]]), None);
        assert_eq!(fit(&[[1.0, 1.0, 1.0], [1.0, 2.0, 1.0], [1.0, 3.0, 1.0]]), None);
    }
}
