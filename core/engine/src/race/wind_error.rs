//! Errors that the wind of a leg may have, as a few curves over time.

/// Time over which an error of the direction lasts, s, and the step of its grid, s. *from* docs/races.md, 5
const ERROR_TIME_S: f64 = 180.0;
const STEP_S: usize = 5;
/// Number of leading eigenvectors of the covariance. *from* docs/races.md, 5
const CURVES: usize = 8;
/// Steps of the iteration. The eigenvalues fall like 1 / k², so that it converges by (8 / 9)² a step. *numerical*
const ITERATIONS: usize = 60;

/// Curves of the direction's error, deg, one value a second, of a wind with these standard deviations (deg, one a second):
/// √λ v of the leading eigenvalues λ and eigenvectors v of the covariance sd(s) sd(t) exp(-|s - t| / 180 s). The variance
/// of a linear function of the wind is the sum of the squares of its values for these curves.
pub(super) fn error_curves(sd_deg: &[f64]) -> Vec<Vec<f64>> {
    let grid: Vec<f64> =
        sd_deg.iter().step_by(STEP_S).map(|sd| if sd.is_finite() { *sd } else { 0.0 }).collect();
    let n = grid.len();
    let start = |k: usize| -> Vec<f64> {
        let phase = |i: usize| std::f64::consts::PI * k as f64 * (i as f64 + 0.5) / n as f64;
        (0..n).map(|i| libm::cos(phase(i))).collect()
    };
    let mut vectors: Vec<Vec<f64>> = (0..CURVES.min(n)).map(start).collect();
    orthonormalize(&mut vectors);
    for _ in 0..ITERATIONS {
        vectors = vectors.iter().map(|v| covariance_times(&grid, v)).collect();
        orthonormalize(&mut vectors);
    }
    let curve = |v: &Vec<f64>| {
        let value = dot(&covariance_times(&grid, v), v).max(0.0);
        let scale = libm::sqrt(value);
        (0..sd_deg.len()).map(|second| scale * between(v, second)).collect()
    };
    vectors.iter().map(curve).collect()
}

/// The product of the covariance with a vector, in one pass in each direction, as the exponential allows.
fn covariance_times(sd: &[f64], v: &[f64]) -> Vec<f64> {
    let decay = libm::exp(-(STEP_S as f64) / ERROR_TIME_S);
    let scaled: Vec<f64> = sd.iter().zip(v).map(|(sd, v)| sd * v).collect();
    let (mut sum, mut forward) = (0.0, Vec::with_capacity(v.len()));
    for x in &scaled {
        sum = x + decay * sum;
        forward.push(sum);
    }
    sum = 0.0;
    let mut product = vec![0.0; v.len()];
    for (i, x) in scaled.iter().enumerate().rev() {
        // Without this element, which the forward pass has.
        let of_later = decay * sum;
        sum = x + of_later;
        if let (Some(p), Some(f), Some(sd)) = (product.get_mut(i), forward.get(i), sd.get(i)) {
            *p = sd * (f + of_later);
        }
    }
    product
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Gram-Schmidt; vectors that depend on those before become zero.
fn orthonormalize(vectors: &mut [Vec<f64>]) {
    for k in 0..vectors.len() {
        let (before, rest) = vectors.split_at_mut(k);
        let Some(own) = rest.first_mut() else { return };
        for other in before.iter() {
            let share = dot(own, other);
            own.iter_mut().zip(other).for_each(|(x, y)| *x -= share * y);
        }
        let length = libm::sqrt(dot(own, own));
        own.iter_mut().for_each(|x| *x = if length > 1e-9 { *x / length } else { 0.0 });
    }
}

/// Value at a second, between the steps of the grid.
fn between(v: &[f64], second: usize) -> f64 {
    let at = second / STEP_S;
    let share = (second % STEP_S) as f64 / STEP_S as f64;
    let here = v.get(at).copied().unwrap_or(0.0);
    here + share * (v.get(at + 1).copied().unwrap_or(here) - here)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curves_have_most_of_the_variance_of_the_wind_and_are_eigenvectors() {
        let sd: Vec<f64> = (0..600).map(|i| 3.0 + 0.002 * f64::from(i)).collect();
        let curves = error_curves(&sd);
        assert_eq!(curves.len(), 8);
        let mut shares = Vec::new();
        for second in (0..600).step_by(5) {
            let variance: f64 = curves.iter().map(|c| c[second] * c[second]).sum();
            shares.push(variance / (sd[second] * sd[second]));
        }
        assert!(shares.iter().all(|s| *s > 0.75 && *s < 1.0 + 1e-9), "{shares:?}");
        let grid: Vec<f64> = sd.iter().step_by(5).copied().collect();
        for curve in &curves {
            let own: Vec<f64> = curve.iter().step_by(5).copied().collect();
            let (product, value) = (covariance_times(&grid, &own), dot(&own, &own));
            for (p, v) in product.iter().zip(&own) {
                assert!((p - value * v).abs() < 1e-3 * value, "{p} {}", value * v);
            }
        }
    }

    #[test]
    fn the_mean_of_a_constant_error_has_its_exact_standard_deviation() {
        let sd = vec![4.0; 900];
        let means = error_curves(&sd).into_iter().map(|c| c.iter().step_by(5).sum::<f64>() / 180.0);
        let sum: f64 = means.map(|m| m * m).sum();
        let mut exact = 0.0;
        for i in 0..180 {
            for j in 0..180 {
                exact += 16.0 * libm::exp(-5.0 * f64::from(i32::abs(i - j)) / 180.0) / (180.0 * 180.0);
            }
        }
        assert!((sum / exact - 1.0).abs() < 0.01, "{sum} {exact}");
    }
}
