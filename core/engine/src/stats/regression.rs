//! Least squares of y on x.

/// The line y = slope * x + intercept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// Finite pairs used.
    pub n: usize,
    pub slope: f64,
    pub intercept: f64,
    /// Share of the variation of y explained, [0, 1]; 0 with fewer than 2 pairs, any missing value,
    /// or no spread in x or y.
    pub r2: f64,
}

/// Ordinary least squares over the pairs in which both are finite; values beyond the shorter slice count as missing.
/// Without spread in x the line is flat through the mean of y; without pairs it is NaN.
pub fn least_squares(x: &[f64], y: &[f64]) -> Line {
    let pairs = || x.iter().zip(y).filter(|(x, y)| x.is_finite() && y.is_finite());
    let n = pairs().count();
    let count = n as f64;
    let mean_x = pairs().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = pairs().map(|(_, y)| y).sum::<f64>() / count;
    let (mut sxx, mut sxy, mut syy) = (0.0, 0.0, 0.0);
    for (x, y) in pairs() {
        let (dx, dy) = (x - mean_x, y - mean_y);
        sxx += dx * dx;
        sxy += dx * dy;
        syy += dy * dy;
    }
    let slope = if sxx > 0.0 { sxy / sxx } else { 0.0 };
    let complete = n == x.len() && n == y.len() && n >= 2;
    let r2 = if complete && sxx > 0.0 && syy > 0.0 { (sxy * sxy / (sxx * syy)).min(1.0) } else { 0.0 };
    Line { n, slope, intercept: mean_y - slope * mean_x, r2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_faster_entry_that_costs_a_metre_a_knot_less_is_found_exactly() {
        let line = least_squares(&[10.0, 11.0, 12.0, 13.0], &[8.0, 7.0, 6.0, 5.0]);
        assert_eq!(line, Line { n: 4, slope: -1.0, intercept: 18.0, r2: 1.0 });
    }

    #[test]
    fn a_missing_loss_leaves_the_line_but_explains_nothing() {
        let line = least_squares(&[10.0, 11.0, 12.0], &[8.0, f64::NAN, 6.0]);
        assert_eq!((line.n, line.slope, line.r2), (2, -1.0, 0.0));
    }

    #[test]
    fn tacks_that_all_began_at_one_speed_explain_nothing() {
        let line = least_squares(&[12.0, 12.0], &[3.0, 5.0]);
        assert_eq!(line, Line { n: 2, slope: 0.0, intercept: 4.0, r2: 0.0 });
        assert!(least_squares(&[], &[]).intercept.is_nan());
    }
}
