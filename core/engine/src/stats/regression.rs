//! Linear regression: ordinary least squares, and the Theil-Sen slope, which is robust against outliers.

use crate::stats::moments::Pairs;
use crate::stats::quantile::median;

/// Theil-Sen uses all pairs of up to this many points; of more it takes an even stride. *guess* (bounds the time).
const MAX_EXACT_POINTS: usize = 2000;

/// Regression line y = intercept + slope x.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// Number of finite pairs used.
    pub n: usize,
    pub slope: f64,
    pub intercept: f64,
    /// Coefficient of determination, [0, 1]; 0 when y is constant.
    pub r2: f64,
}

/// Ordinary least squares over the finite pairs; none with fewer than two or when x is constant.
pub fn least_squares(x: &[f64], y: &[f64]) -> Option<Line> {
    let m = Pairs::of(x, y);
    if m.n < 2 || m.xx <= 0.0 {
        return None;
    }
    let slope = m.xy / m.xx;
    let r2 = if m.yy > 0.0 { (m.xy * m.xy / (m.xx * m.yy)).min(1.0) } else { 0.0 };
    Some(Line { n: m.n, slope, intercept: m.mean_y - slope * m.mean_x, r2 })
}

/// Theil-Sen estimate: the median of the slopes between all pairs of points with different x; none without such a pair.
pub fn theil_sen_slope(x: &[f64], y: &[f64]) -> Option<f64> {
    let points: Vec<(f64, f64)> =
        x.iter().copied().zip(y.iter().copied()).filter(|(a, b)| a.is_finite() && b.is_finite()).collect();
    let stride = points.len().div_ceil(MAX_EXACT_POINTS).max(1);
    let chosen: Vec<(f64, f64)> = points.into_iter().step_by(stride).collect();
    let mut slopes = Vec::with_capacity(chosen.len() * chosen.len().saturating_sub(1) / 2);
    for (i, a) in chosen.iter().enumerate() {
        slopes.extend(chosen[i + 1..].iter().filter(|b| b.0 != a.0).map(|b| (b.1 - a.1) / (b.0 - a.0)));
    }
    median(&mut slopes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_exactly() {
        let x = [1.0, 2.0, 4.0, 7.0];
        let y = x.map(|v| 3.0 - 2.0 * v);
        let line = least_squares(&x, &y).unwrap();
        assert!((line.slope + 2.0).abs() < 1e-12 && (line.intercept - 3.0).abs() < 1e-12);
        assert!((line.r2 - 1.0).abs() < 1e-12);
        assert_eq!(theil_sen_slope(&x, &y), Some(-2.0));
    }

    #[test]
    fn anscombes_first_set_gives_the_published_line() {
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let line = least_squares(&x, &y).unwrap();
        assert!((line.slope - 0.500_090_909_090_909_1).abs() < 1e-12);
        assert!((line.intercept - 3.000_090_909_090_909).abs() < 1e-12);
        assert!((line.r2 - 0.666_542_459_508_775_1).abs() < 1e-12);
    }

    #[test]
    fn constant_x_gives_no_line() {
        assert_eq!(least_squares(&[2.0, 2.0], &[1.0, 5.0]), None);
        assert_eq!(least_squares(&[2.0], &[1.0]), None);
        assert_eq!(theil_sen_slope(&[2.0, 2.0], &[1.0, 5.0]), None);
    }

    #[test]
    fn one_outlier_does_not_change_the_theil_sen_slope() {
        let x: Vec<f64> = (0..11).map(f64::from).collect();
        let mut y: Vec<f64> = x.iter().map(|v| 2.0 * v).collect();
        y[10] = 1000.0;
        assert_eq!(theil_sen_slope(&x, &y), Some(2.0));
    }
}
