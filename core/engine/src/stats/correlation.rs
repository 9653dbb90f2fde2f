//! Pearson correlation coefficient with the number of pairs and its two-sided p value.

use crate::stats::moments::Pairs;

/// Pearson correlation of two samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Correlation {
    /// Number of finite pairs used.
    pub n: usize,
    /// Correlation coefficient, in [-1, 1].
    pub r: f64,
    /// Two-sided p value: the probability of |r| at least as large if the two were uncorrelated normal samples.
    pub p: f64,
}

/// Pearson correlation over the finite pairs of two slices. None with fewer than three pairs or when either has zero
/// variance.
pub fn correlate(x: &[f64], y: &[f64]) -> Option<Correlation> {
    let m = Pairs::of(x, y);
    if m.n < 3 || m.xx <= 0.0 || m.yy <= 0.0 {
        return None;
    }
    let r = (m.xy / (m.xx * m.yy).sqrt()).clamp(-1.0, 1.0);
    Some(Correlation { n: m.n, r, p: two_sided_p(r, m.n) })
}

/// Two-sided p value of r: t = r sqrt((n-2)/(1-r²)) follows Student's t with n - 2 degrees of freedom, whose two tails
/// are I_{1-r²}((n-2)/2, 1/2).
fn two_sided_p(r: f64, n: usize) -> f64 {
    incomplete_beta((1.0 - r * r).max(0.0), (n as f64 - 2.0) / 2.0, 0.5)
}

/// Regularised incomplete beta function I_x(a, b) for a, b > 0; 0 for x ≤ 0 and 1 for x ≥ 1. Lentz's algorithm for the
/// continued fraction.
pub fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The fraction converges fast for x below the mean; above it, I_x(a, b) = 1 - I_{1-x}(b, a).
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let ln_front =
        libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b) + a * libm::log(x) + b * libm::log1p(-x);
    libm::exp(ln_front) * beta_fraction(x, a, b) / a
}

/// The continued fraction of I_x(a, b) (Numerical Recipes, section 6.4).
fn beta_fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    const MAX_TERMS: usize = 300;
    let nonzero = |v: f64| if v.abs() < TINY { TINY } else { v };
    let mut c = 1.0;
    let mut d = 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0));
    let mut h = d;
    for k in 1..=MAX_TERMS {
        let m = k as f64;
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / nonzero(1.0 + even * d);
        c = nonzero(1.0 + even / c);
        h *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / nonzero(1.0 + odd * d);
        c = nonzero(1.0 + odd / c);
        h *= d * c;
        if (d * c - 1.0).abs() < 1e-15 {
            break;
        }
    }
    h
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anscombes_first_set_gives_the_published_r_and_p() {
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let c = correlate(&x, &y).unwrap();
        assert_eq!(c.n, 11);
        assert!((c.r - 0.816_420_516_344_840_3).abs() < 1e-12);
        assert!((c.p - 0.002_169_628_873_078_783).abs() < 1e-12, "{}", c.p);
    }

    #[test]
    fn the_incomplete_beta_function_equals_its_closed_forms() {
        // I_x(1, b) = 1 - (1-x)^b, I_x(a, 1) = x^a, and the arcsine law.
        assert!((incomplete_beta(0.3, 1.0, 4.0) - (1.0 - 0.7_f64 * 0.7 * 0.7 * 0.7)).abs() < 1e-13);
        assert!((incomplete_beta(0.6, 3.0, 1.0) - 0.216).abs() < 1e-13);
        assert!((incomplete_beta(0.25, 0.5, 0.5) - 1.0 / 3.0).abs() < 1e-13);
    }

    #[test]
    fn three_points_on_a_line_have_r_of_minus_one() {
        let c = correlate(&[1.0, 2.0, 3.0], &[-1.0, -2.0, -3.0]).unwrap();
        assert_eq!((c.r, c.p), (-1.0, 0.0));
    }

    #[test]
    fn two_points_or_zero_variance_give_no_correlation() {
        assert_eq!(correlate(&[1.0, 2.0], &[1.0, 2.0]), None);
        assert_eq!(correlate(&[1.0, 1.0, 1.0], &[1.0, 2.0, 3.0]), None);
        assert_eq!(correlate(&[1.0, f64::NAN, 1.5], &[1.0, 2.0, 3.0]), None);
    }
}
