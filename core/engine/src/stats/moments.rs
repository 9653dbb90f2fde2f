//! Weighted moments in one pass (Welford).

/// Half-width of the 90 % interval of a normal distribution in standard deviations.
pub const Z_90: f64 = 1.645;

/// The mean; 0 without values.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Running mean and variance of weighted values.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Moments {
    /// Sum of weights.
    pub weight: f64,
    pub mean: f64,
    /// Weighted sum of squared deviations from the mean.
    squares: f64,
}

impl Moments {
    /// The moments of unweighted finite values.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut m = Self::default();
        values.into_iter().for_each(|v| m.add(v, 1.0));
        m
    }

    /// Adds one value; non-finite values and non-positive weights are ignored.
    pub fn add(&mut self, value: f64, weight: f64) {
        if value.is_finite() && weight > 0.0 {
            self.weight += weight;
            let d = value - self.mean;
            self.mean += d * weight / self.weight;
            self.squares += weight * d * (value - self.mean);
        }
    }

    /// The mean; none without values.
    pub fn mean(&self) -> Option<f64> {
        (self.weight > 0.0).then_some(self.mean)
    }

    /// Population standard deviation (divided by the sum of weights); none without values.
    pub fn sd(&self) -> Option<f64> {
        (self.weight > 0.0).then(|| (self.squares / self.weight).max(0.0).sqrt())
    }
}

/// Moments of pairs: means and centred sums of squares (`xx`, `yy`) and products (`xy`) over the finite ones.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Pairs {
    pub n: usize,
    pub mean_x: f64,
    pub mean_y: f64,
    pub xx: f64,
    pub yy: f64,
    pub xy: f64,
}

impl Pairs {
    /// The moments of two slices; pairs with a missing value are ignored. Two passes: means, then deviations.
    pub fn of(x: &[f64], y: &[f64]) -> Self {
        let pairs = || x.iter().zip(y).filter(|(a, b)| a.is_finite() && b.is_finite());
        let mut m = Self::default();
        for (a, b) in pairs() {
            m.n += 1;
            m.mean_x += a;
            m.mean_y += b;
        }
        if m.n == 0 {
            return m;
        }
        m.mean_x /= m.n as f64;
        m.mean_y /= m.n as f64;
        for (a, b) in pairs() {
            let (dx, dy) = (a - m.mean_x, b - m.mean_y);
            m.xx += dx * dx;
            m.yy += dy * dy;
            m.xy += dx * dy;
        }
        m
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_standard_deviation_of_a_textbook_sample() {
        let m = Moments::of([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0, f64::NAN]);
        assert_eq!(m.mean(), Some(5.0));
        assert_eq!(m.sd(), Some(2.0));
        assert_eq!(Moments::default().mean(), None);
    }

    #[test]
    fn a_weight_of_two_counts_a_value_twice() {
        let mut a = Moments::default();
        a.add(1.0, 2.0);
        a.add(4.0, 1.0);
        assert_eq!(a.mean(), Some(2.0));
        assert!((a.sd().unwrap() - Moments::of([1.0, 1.0, 4.0]).sd().unwrap()).abs() < 1e-12);
    }

    #[test]
    fn pairs_give_covariance() {
        let m = Pairs::of(&[1.0, 2.0, 3.0, f64::NAN], &[2.0, 4.0, 6.0, 1.0]);
        assert_eq!((m.n, m.xx, m.yy, m.xy), (3, 2.0, 8.0, 4.0));
    }
}
