//! A session against others: the session is the unit, its variance is moderated, and of many comparisons few are false.
//!
//! Moderated variance: Smyth 2004; false discovery rate: Benjamini and Hochberg 1995.

use super::summary::SessionQuantity;
use crate::stats::moments::{Pairs, mean};
use crate::stats::order::sort_by_number;
use crate::stats::student::{t_quantile_95, two_sided_p};

/// Prior degrees of freedom and prior ratio of the variance between sessions to that expected from within them. *measured*
/// on 90 simulated comparisons and six recorded sessions, in which the ratio is 2.3.
const PRIOR_DF: f64 = 8.0;
const PRIOR_RATIO: f64 = 1.5;

/// Share of false findings among the findings.
const FALSE_DISCOVERY_RATE: f64 = 0.1;

/// Least spread of the wind speeds of the sessions by which speeds are reduced to today's, kn (standard deviation). *guess*
const MIN_TWS_SPREAD_KN: f64 = 0.7;

/// Least number of other sessions or boats.
pub(super) const MIN_OTHERS: usize = 4;

/// A quantity of today against those of others.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Comparison {
    pub today: SessionQuantity,
    pub expected: f64,
    /// Standard deviation of what was expected, and of today - expected.
    pub expected_sd: f64,
    pub sd: f64,
    pub df: f64,
    pub p: f64,
    /// The others, at today's wind speed where speeds are reduced to it.
    pub others: Vec<f64>,
    /// Turns or minutes of each.
    pub counts: Vec<f64>,
}

impl Comparison {
    pub(super) fn effect(&self) -> f64 {
        self.today.mean - self.expected
    }

    /// Half of the 90 % confidence interval of the effect.
    pub(super) fn half_90(&self) -> f64 {
        t_quantile_95(self.df) * self.sd
    }
}

/// Compares today's quantity with those of others; `by_wind` reduces them to today's wind speed where it is known of all.
/// None with fewer than four others.
pub(super) fn compare(
    today: SessionQuantity,
    others: &[SessionQuantity],
    by_wind: bool,
) -> Option<Comparison> {
    let n = others.len();
    if n < MIN_OTHERS {
        return None;
    }
    let n_f = n as f64;
    let y: Vec<f64> = others.iter().map(|q| q.mean).collect();
    let (expected, reduced, leverage, df) = match slope(today, others).filter(|_| by_wind) {
        Some((slope, leverage, today_kn)) => {
            let at = |q: &SessionQuantity| q.mean + slope * (today_kn - q.tws_kn.unwrap_or(today_kn));
            let reduced: Vec<f64> = others.iter().map(at).collect();
            (mean(&reduced), reduced, leverage, n_f - 2.0)
        }
        None => (mean(&y), y, 0.0, n_f - 1.0),
    };
    let squares: f64 = reduced.iter().map(|v| (v - expected) * (v - expected)).sum();
    let within = |q: &SessionQuantity| q.variance / q.count.max(1.0);
    let w2 = mean(&others.iter().map(within).collect::<Vec<_>>()).max(within(&today));
    let s2 = (squares + PRIOR_DF * PRIOR_RATIO * w2) / (df + PRIOR_DF);
    let s2 = s2.max(w2);
    let df = df + PRIOR_DF;
    let sd = (s2 * (1.0 + 1.0 / n_f + leverage)).sqrt();
    let t = (today.mean - expected) / sd;
    let p = if sd > 0.0 && t.is_finite() { two_sided_p(t, df) } else { 1.0 };
    let expected_sd = (s2 * (1.0 / n_f + leverage)).sqrt();
    let counts = others.iter().map(|q| q.count).collect();
    Some(Comparison { today, expected, expected_sd, sd, df, p, others: reduced, counts })
}

/// Slope of the quantity on the wind speed, the leverage of today's wind speed, and that speed, kn.
fn slope(today: SessionQuantity, others: &[SessionQuantity]) -> Option<(f64, f64, f64)> {
    let today_kn = today.tws_kn?;
    let x: Vec<f64> = others.iter().map(|q| q.tws_kn).collect::<Option<_>>()?;
    let y: Vec<f64> = others.iter().map(|q| q.mean).collect();
    let pairs = Pairs::of(&x, &y);
    let spread = (pairs.xx / pairs.n.max(1) as f64).sqrt();
    let away = today_kn - pairs.mean_x;
    (spread >= MIN_TWS_SPREAD_KN).then(|| (pairs.xy / pairs.xx, away * away / pairs.xx, today_kn))
}

/// Indices of the probabilities that are findings at a false discovery rate of 0.1.
pub(super) fn discoveries(p: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    sort_by_number(&mut order, |i| p[*i]);
    let m = p.len() as f64;
    let is_below = |(rank, i): (usize, &usize)| p[*i] <= FALSE_DISCOVERY_RATE * (rank as f64 + 1.0) / m;
    let last = order.iter().enumerate().filter(|at| is_below(*at)).map(|(rank, _)| rank + 1).next_back();
    order.truncate(last.unwrap_or(0));
    order
}
