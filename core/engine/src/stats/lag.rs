//! Delay between two signals: the peak of their normalised cross-correlation (docs/algorithms.md, section 12).
//! Sign: a positive lag means that `x` moves first and `y` follows.

use crate::stats::moments::mean;
use crate::stats::regression::least_squares;

/// Longest lag searched, s. *guess*
pub const MAX_LAG_S: f64 = 10.0;
/// Width of the centred moving average that is subtracted (high-pass), s. *guess*
const HIGH_PASS_S: f64 = 20.0;
/// Standard deviation of the Gaussian low-pass, s: quicker movements are sensor noise. *measured* on simulated rhythms
/// (`npm run truth`).
const LOW_PASS_S: f64 = 0.7;
/// Least |r| of a published lag. *guess*
const MIN_R: f64 = 0.2;
/// Significance bound: a published |r| exceeds this many standard deviations 1/√n_eff of the correlation of unrelated
/// signals (2.6: two-sided 1 %).
const SIGNIFICANCE_SDS: f64 = 2.6;
/// Among peaks of at least this share of the highest, the one nearest to zero lag is taken: periodic signals repeat
/// their peaks. *guess*
const EQUAL_PEAK_SHARE: f64 = 0.95;
/// From this |r| on only periodicity produces competing peaks; below it noise may have raised a wrong one, above all
/// the trough half a period away. *guess*
const HIGH_R: f64 = 0.9;
/// Penalty on long lags: LAG_PENALTY (lag / LAG_SCALE_S)² is subtracted from |r|, for speed responds within seconds.
/// *measured* on simulated rhythms (`npm run truth`).
const LAG_SCALE_S: f64 = 3.0;
const LAG_PENALTY: f64 = 0.02;
/// Peaks at least this far apart are competitors, s; the best must exceed every competitor by this many standard
/// errors (1 − r²)/√T of its correlation, T the duration in s. *measured* on simulated rhythms (`npm run truth`: 1.1 %
/// wrong peaks).
const COMPETITOR_DISTANCE_S: f64 = 2.0;
const COMPETITOR_MARGIN_SDS: f64 = 2.3;

/// Cross-correlation of one or more blocks at lags from -max to +max samples.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Curve {
    /// Per lag, over the overlap: sums of centred products, of squares of x, of squares of y.
    xy: Vec<f64>,
    xx: Vec<f64>,
    yy: Vec<f64>,
    /// Effective number of independent samples (Bartlett).
    pub n_eff: f64,
    /// Number of samples.
    samples: f64,
}

/// A significant lag.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lag {
    /// Delay of y behind x, s.
    pub lag_s: f64,
    /// Correlation at that lag.
    pub r: f64,
    /// Effective number of independent samples.
    pub n_eff: f64,
}

impl Curve {
    /// An empty curve for lags of -max to +max samples.
    pub fn new(max: usize) -> Self {
        Self {
            xy: vec![0.0; 2 * max + 1],
            xx: vec![0.0; 2 * max + 1],
            yy: vec![0.0; 2 * max + 1],
            n_eff: 0.0,
            samples: 0.0,
        }
    }

    fn max(&self) -> usize {
        self.xy.len() / 2
    }

    /// Adds a block of evenly sampled values without gaps. Blocks of at most 2 max samples are ignored.
    pub fn add(&mut self, x: &[f64], y: &[f64]) {
        let n = x.len().min(y.len());
        if n <= 2 * self.max() {
            return;
        }
        let (x, y) = (centred(&x[..n]), centred(&y[..n]));
        self.scan(&x, &y);
        self.samples += n as f64;
        self.n_eff += effective_samples(&x, &y, self.max());
    }

    /// Adds the sums at every lag of two equally long signals with means near zero.
    fn scan(&mut self, x: &[f64], y: &[f64]) {
        let (sums_x, sums_y) = (CumulativeSums::of(x), CumulativeSums::of(y));
        for (k, lag) in (-(self.max() as isize)..=self.max() as isize).enumerate() {
            let (a, b) = overlap(x, y, lag);
            let (from_a, from_b) = ((-lag).max(0) as usize, lag.max(0) as usize);
            let count = a.len() as f64;
            let (sum_a, squares_a) = sums_x.over(from_a, a.len());
            let (sum_b, squares_b) = sums_y.over(from_b, a.len());
            self.xy[k] += product(a, b) - sum_a * sum_b / count;
            self.xx[k] += (squares_a - sum_a * sum_a / count).max(0.0);
            self.yy[k] += (squares_b - sum_b * sum_b / count).max(0.0);
        }
    }

    /// Adds the sums of another curve with the same range of lags.
    pub fn merge(&mut self, other: &Self) {
        let pairs = [(&mut self.xy, &other.xy), (&mut self.xx, &other.xx), (&mut self.yy, &other.yy)];
        for (mine, theirs) in pairs {
            mine.iter_mut().zip(theirs).for_each(|(a, b)| *a += b);
        }
        self.n_eff += other.n_eff;
        self.samples += other.samples;
    }

    /// Correlation at every lag, from -max to +max samples.
    pub fn rs(&self) -> Vec<f64> {
        (0..self.xy.len()).map(|k| self.r(k)).collect()
    }

    /// Correlation at a lag of `k - max` samples.
    fn r(&self, k: usize) -> f64 {
        let energy = (self.xx[k] * self.yy[k]).sqrt();
        if energy > 0.0 { self.xy[k] / energy } else { 0.0 }
    }

    /// The peak with the highest penalised |r|, when it exceeds every competitor by the required margin.
    fn unambiguous_peak(&self, r: &[f64], peaks: &[usize], rate_hz: f64) -> Option<usize> {
        let lag_s = |k: usize| (k as f64 - self.max() as f64) / rate_hz;
        let score = |k: usize| r[k].abs() - LAG_PENALTY * (lag_s(k) / LAG_SCALE_S) * (lag_s(k) / LAG_SCALE_S);
        let best = peaks.iter().copied().max_by(|&a, &b| score(a).total_cmp(&score(b)))?;
        let competitors = peaks.iter().filter(|&&k| (lag_s(k) - lag_s(best)).abs() >= COMPETITOR_DISTANCE_S);
        let next_best = competitors.map(|&k| score(k)).fold(f64::NEG_INFINITY, f64::max);
        let standard_error = (1.0 - r[best] * r[best]) / (self.samples / rate_hz).max(1.0).sqrt();
        (score(best) - next_best >= COMPETITOR_MARGIN_SDS * standard_error).then_some(best)
    }

    /// The lag at the peak, refined by a parabola through three points. None when the peak is not significant, lies at
    /// the edge, or is ambiguous with a competing one.
    pub fn peak(&self, rate_hz: f64) -> Option<Lag> {
        let r = self.rs();
        let highest = r.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        let inner = 1..r.len().saturating_sub(1);
        let is_peak = |k: &usize| r[*k].abs() >= r[k - 1].abs() && r[*k].abs() >= r[k + 1].abs();
        let peaks: Vec<usize> = inner.filter(is_peak).collect();
        let k = if highest >= HIGH_R {
            let high = peaks.iter().copied().filter(|&k| r[k].abs() >= EQUAL_PEAK_SHARE * highest);
            high.min_by_key(|k| k.abs_diff(self.max()))?
        } else {
            self.unambiguous_peak(&r, &peaks, rate_hz)?
        };
        let bound = MIN_R.max(SIGNIFICANCE_SDS / self.n_eff.max(1.0).sqrt());
        if r[k].abs() <= bound {
            return None;
        }
        let shift = parabola(r[k - 1], r[k], r[k + 1]);
        Some(Lag { lag_s: (k as f64 - self.max() as f64 + shift) / rate_hz, r: r[k], n_eff: self.n_eff })
    }
}

/// Lag of `y` behind `x`, both evenly sampled at `rate_hz`, after band-pass filtering.
#[cfg(any(test, feature = "internals"))]
pub fn lag(x: &[f64], y: &[f64], rate_hz: f64) -> Option<Lag> {
    let mut curve = Curve::new((MAX_LAG_S * rate_hz) as usize);
    curve.add(&rhythm(x, rate_hz), &rhythm(y, rate_hz));
    curve.peak(rate_hz)
}

/// A signal band-pass filtered for rhythm: linear trend, slow part and sensor noise removed.
pub fn rhythm(values: &[f64], rate_hz: f64) -> Vec<f64> {
    low_pass(&high_pass(&detrended(values), rate_hz), rate_hz)
}

/// A signal minus its least-squares line: a trend would leave an edge effect where the signal is reflected.
fn detrended(values: &[f64]) -> Vec<f64> {
    let index: Vec<f64> = (0..values.len()).map(|i| i as f64).collect();
    let Some(line) = least_squares(&index, values) else { return values.to_vec() };
    values.iter().zip(&index).map(|(v, i)| v - line.intercept - line.slope * i).collect()
}

/// Gaussian low-pass of even samples; weights are renormalised at the edges.
fn low_pass(values: &[f64], rate_hz: f64) -> Vec<f64> {
    let reach = (3.0 * LOW_PASS_S * rate_hz) as usize;
    let weight = |k: usize| {
        let d = k as f64 / (LOW_PASS_S * rate_hz);
        libm::exp(-0.5 * d * d)
    };
    let weights: Vec<f64> = (0..=reach).map(weight).collect();
    let at = |i: usize| {
        let (mut sum, mut weight_sum) = (0.0, 0.0);
        for (j, v) in values.iter().enumerate().take(i + reach + 1).skip(i.saturating_sub(reach)) {
            let w = weights[j.abs_diff(i)];
            sum += w * v;
            weight_sum += w;
        }
        sum / weight_sum
    };
    (0..values.len()).map(at).collect()
}

/// A signal minus its centred moving average over 20 s, reflected at the edges.
pub fn high_pass(values: &[f64], rate_hz: f64) -> Vec<f64> {
    let half = ((HIGH_PASS_S * rate_hz / 2.0) as usize).min(values.len().saturating_sub(1));
    let n = values.len();
    let reflected = |i: isize| {
        let last = n as isize - 1;
        let i = if i < 0 { -i } else { i };
        values[if i > last { (2 * last - i).max(0) } else { i } as usize]
    };
    let mut running = vec![0.0; n + 2 * half + 1];
    for k in 0..n + 2 * half {
        running[k + 1] = running[k] + reflected(k as isize - half as isize);
    }
    let width = (2 * half + 1) as f64;
    (0..n).map(|i| values[i] - (running[i + 2 * half + 1] - running[i]) / width).collect()
}

/// The overlapping parts: x_i paired with y_{i+lag}.
fn overlap<'a>(x: &'a [f64], y: &'a [f64], lag: isize) -> (&'a [f64], &'a [f64]) {
    let n = x.len();
    let by = lag.unsigned_abs().min(n);
    if lag >= 0 { (&x[..n - by], &y[by..]) } else { (&x[by..], &y[..n - by]) }
}

/// Values minus their mean, so that cumulative sums stay small.
fn centred(values: &[f64]) -> Vec<f64> {
    let mean = mean(values);
    values.iter().map(|v| v - mean).collect()
}

/// Cumulative sums of values and of their squares.
struct CumulativeSums {
    sum: Vec<f64>,
    squares: Vec<f64>,
}

impl CumulativeSums {
    fn of(values: &[f64]) -> Self {
        let (mut sum, mut squares) = (vec![0.0; values.len() + 1], vec![0.0; values.len() + 1]);
        for (i, v) in values.iter().enumerate() {
            sum[i + 1] = sum[i] + v;
            squares[i + 1] = squares[i] + v * v;
        }
        Self { sum, squares }
    }

    /// Sum and sum of squares of `count` values from index `from`.
    fn over(&self, from: usize, count: usize) -> (f64, f64) {
        let to = from + count;
        (self.sum[to] - self.sum[from], self.squares[to] - self.squares[from])
    }
}

/// Sum of products in eight partial sums: a fixed order of summation that vectorises.
fn product(a: &[f64], b: &[f64]) -> f64 {
    const LANES: usize = 8;
    let (mut by_a, mut by_b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let mut sums = [0.0; LANES];
    for (u, v) in by_a.by_ref().zip(by_b.by_ref()) {
        for k in 0..LANES {
            sums[k] += u[k] * v[k];
        }
    }
    let rest: f64 = by_a.remainder().iter().zip(by_b.remainder()).map(|(u, v)| u * v).sum();
    ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7])) + rest
}

/// Correlation of two signals over their overlap at every lag from -max to +max samples; zeros for signals of at most
/// 2 max samples.
#[cfg(feature = "internals")]
pub fn scan(x: &[f64], y: &[f64], max: usize) -> Vec<f64> {
    let mut curve = Curve::new(max);
    let n = x.len().min(y.len());
    if n > 2 * max {
        curve.scan(&centred(&x[..n]), &centred(&y[..n]));
    }
    curve.rs()
}

/// Effective number of independent samples of two zero-mean signals (Bartlett): n / (1 + 2 Σ ρ_x(k) ρ_y(k)), at least 1.
fn effective_samples(x: &[f64], y: &[f64], max: usize) -> f64 {
    let n = x.len() as f64;
    let energy = product(x, x) * product(y, y);
    if energy <= 0.0 {
        return n.max(1.0);
    }
    let autocovariance = |v: &[f64], k: usize| product(&v[..v.len() - k], &v[k..]);
    let products: f64 = (1..=max).map(|k| autocovariance(x, k) * autocovariance(y, k)).sum();
    (n / (1.0 + 2.0 * products / energy).max(1.0)).max(1.0)
}

/// Offset of the vertex of the parabola through three neighbours, in samples from the middle one.
fn parabola(before: f64, here: f64, after: f64) -> f64 {
    let bend = before - 2.0 * here + after;
    if bend.abs() > 0.0 { (0.5 * (before - after) / bend).clamp(-0.5, 0.5) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waves of two incommensurate periods, so that no lag repeats itself.
    fn waves(t_s: f64) -> f64 {
        libm::sin(t_s * 0.8) + 0.7 * libm::sin(t_s * 1.37 + 1.0) + 0.5 * libm::sin(t_s * 0.53 + 2.0)
    }

    fn signal(delay_s: f64, rate_hz: f64, seconds: usize) -> Vec<f64> {
        (0..seconds * rate_hz as usize).map(|i| waves(i as f64 / rate_hz - delay_s)).collect()
    }

    #[test]
    fn speed_that_follows_the_heel_by_1_3_seconds_has_a_positive_lag() {
        for rate_hz in [1.0, 5.0, 10.0] {
            let found = lag(&signal(0.0, rate_hz, 180), &signal(1.3, rate_hz, 180), rate_hz).unwrap();
            assert!((found.lag_s - 1.3).abs() < 0.1, "{found:?} at {rate_hz} Hz");
            assert!(found.r > 0.9);
        }
    }

    #[test]
    fn the_lag_changes_its_sign_with_the_order() {
        let found = lag(&signal(2.0, 5.0, 120), &signal(0.0, 5.0, 120), 5.0).unwrap();
        assert!((found.lag_s + 2.0).abs() < 0.05, "{found:?}");
    }

    #[test]
    fn an_opposite_movement_lags_as_well() {
        let against: Vec<f64> = signal(0.8, 5.0, 120).iter().map(|v| -v).collect();
        let found = lag(&signal(0.0, 5.0, 120), &against, 5.0).unwrap();
        assert!((found.lag_s - 0.8).abs() < 0.05 && found.r < -0.9, "{found:?}");
    }

    #[test]
    fn too_short_or_unrelated_signals_have_no_lag() {
        assert_eq!(lag(&signal(0.0, 1.0, 15), &signal(1.0, 1.0, 15), 1.0), None);
        assert_eq!(lag(&signal(0.0, 1.0, 60), &[0.5; 60], 1.0), None);
        // A ramp is taken away with the slow part; what is left of it is nothing.
        let ramp: Vec<f64> = (0..200).map(f64::from).collect();
        assert!(high_pass(&ramp, 1.0)[50].abs() < 1e-9);
    }

    #[test]
    fn blocks_are_worth_their_sum() {
        let (x, y) = (high_pass(&signal(0.0, 5.0, 60), 5.0), high_pass(&signal(1.0, 5.0, 60), 5.0));
        let mut one = Curve::new(50);
        one.add(&x, &y);
        let mut two = one.clone();
        two.merge(&one);
        assert!((two.n_eff - 2.0 * one.n_eff).abs() < 1e-9);
        assert_eq!(two.peak(5.0).unwrap().lag_s, one.peak(5.0).unwrap().lag_s);
    }
}
