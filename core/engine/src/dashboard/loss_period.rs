//! Median of the losses of the turns of several sessions, and how well it is known.
//!
//! Turns of one session are alike (same wind, same day), so the standard deviation of a median is that of independent turns
//! times the root of a design effect (Kish 1965), which is estimated from the signs of the turns about their median: of
//! independent turns the squared sums of the signs of the sessions add up to the number of turns.

use std::cmp::Ordering;

use crate::stats::quantile::quantile;
use crate::stats::student::t_quantile_95;

/// Losses of the turns of some sessions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LossPeriod {
    /// Number of turns.
    pub count: usize,
    /// First quartile, median, third quartile.
    pub quartiles_m: [f64; 3],
    /// Standard deviation of the median if the turns were independent: half the distance of the quantiles
    /// 1/2 ± 1/(2 √count).
    pub independent_sd_m: f64,
    /// Number of sessions with a turn.
    sessions: usize,
    /// Sum over the sessions of the squared difference between their turns above and below the median.
    squares: f64,
}

impl LossPeriod {
    /// Of the losses of each session; none without a loss.
    pub(super) fn of<'a>(sessions: impl Iterator<Item = &'a [f64]> + Clone) -> Option<Self> {
        let mut all: Vec<f64> = sessions.clone().flatten().copied().collect();
        let half = 0.5 / (all.len() as f64).sqrt();
        let mut at = |p: f64| quantile(&mut all, p);
        let quartiles_m = [at(0.25)?, at(0.5)?, at(0.75)?];
        let independent_sd_m = 0.5 * (at(0.5 + half)? - at(0.5 - half)?);
        let sign = |loss: &f64| match loss.total_cmp(&quartiles_m[1]) {
            Ordering::Less => -1.0,
            Ordering::Equal => 0.0,
            Ordering::Greater => 1.0,
        };
        let excess = |losses: &[f64]| losses.iter().map(sign).sum::<f64>();
        Some(Self {
            count: all.len(),
            quartiles_m,
            independent_sd_m,
            sessions: sessions.clone().filter(|losses| !losses.is_empty()).count(),
            squares: sessions.map(|losses| excess(losses) * excess(losses)).sum(),
        })
    }
}

/// Variance of medians relative to that of independent turns, at least 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct DesignEffect {
    ratio: f64,
    pub df: f64,
}

impl DesignEffect {
    /// Pooled over the periods, with n / (n - 1) for the n sessions of each; none when no period has two sessions.
    pub(super) fn of<'a>(periods: impl IntoIterator<Item = &'a LossPeriod>) -> Option<Self> {
        let [mut squares, mut turns, mut df] = [0.0; 3];
        for period in periods.into_iter().filter(|p| p.sessions > 1) {
            let n = period.sessions as f64;
            squares += period.squares * n / (n - 1.0);
            turns += period.count as f64;
            df += n - 1.0;
        }
        (df > 0.0).then(|| Self { ratio: (squares / turns).max(1.0), df })
    }

    /// The standard deviation of what would have this one if turns were independent.
    pub(super) fn sd(&self, independent: f64) -> f64 {
        independent * self.ratio.sqrt()
    }

    /// Half of the 90 % confidence interval of the same.
    pub(super) fn half_90(&self, independent: f64) -> f64 {
        t_quantile_95(self.df) * self.sd(independent)
    }
}
