//! Probabilities of the candidate directions of a track (docs/algorithms.md, section 4.7).

use super::hypothesis::Hypothesis;
use crate::angle::wrap_180;

/// Weight of the difference of two scores by the angle between the directions: opposite, and about a quarter apart.
/// Observations of one crew are less independent than modelled, most of all those that tell beats from broad reaches.
/// Hand-tuned on simulated sessions (opposite) and on recordings of keelboats (quarters), of which the winds a quarter off
/// are not published and the right ones are.
const OPPOSITE_WEIGHT: f64 = 1.0;
const QUARTER_WEIGHT: f64 = 0.3;
/// Candidates farther apart than this in the mean are opposite, deg.
const OPPOSITE_DEG: f64 = 130.0;
/// Probability that the wind blew from none of the candidates: with much support of turns, and without any; the nats of
/// support by which it falls to a third of the way.
const NONE_SUPPORTED: f64 = 0.02;
const NONE_UNSUPPORTED: f64 = 0.2;
const SUPPORT_NATS: f64 = 8.0;

/// Most that a candidate is ahead of the first one by the size of its turns, nats.
const MAX_AHEAD_NATS: f64 = 30.0;
/// Most that the size of turns adds to the log-odds, nats.
const MAX_WIDE_NATS: f64 = 1.0;

/// The ranking of the candidates of a track, the best first, and the log-odds of the best against all others together. The size
/// of turns decides only where the rest nearly does, and never against it.
pub(super) fn of_track(all: &[Hypothesis]) -> (Ranking, f64) {
    let without_size = Ranking::of(all, |h| h.score);
    let with_size = Ranking::of(all, |h| h.score + h.wide);
    let log_odds = with_size.log_odds().min(without_size.log_odds() + MAX_WIDE_NATS);
    let ranking = if with_size.log_odds() < without_size.log_odds() { with_size } else { without_size };
    (ranking, log_odds)
}

/// Probabilities of the candidates of a track.
pub(super) struct Ranking {
    /// Of each candidate, in their order; the sum is below 1.
    pub probabilities: Vec<f64>,
}

impl Ranking {
    /// The probabilities of candidates, the best first: exp(weight · difference of scores to the best), normalised.
    fn of(all: &[Hypothesis], score: impl Fn(&Hypothesis) -> f64) -> Self {
        let Some(best) = all.first() else { return Ranking { probabilities: Vec::new() } };
        let weight = |h: &Hypothesis| {
            let apart = wrap_180(h.mean_deg() - best.mean_deg()).abs();
            let weight = if apart > OPPOSITE_DEG { OPPOSITE_WEIGHT } else { QUARTER_WEIGHT };
            libm::exp((weight * (score(h) - score(best))).min(MAX_AHEAD_NATS))
        };
        let weights: Vec<f64> = all.iter().map(weight).collect();
        let sum: f64 = weights.iter().sum();
        let none = NONE_SUPPORTED
            + (NONE_UNSUPPORTED - NONE_SUPPORTED) * libm::exp(-best.support.max(0.0) / SUPPORT_NATS);
        Ranking { probabilities: weights.iter().map(|w| (1.0 - none) * w / sum).collect() }
    }

    /// Log-odds of the best candidate against all others together.
    pub fn log_odds(&self) -> f64 {
        let Some((best, rivals)) = self.probabilities.split_first() else { return 0.0 };
        -libm::log((rivals.iter().sum::<f64>() / best).max(1e-12))
    }

    /// Log-odds of the best candidate against all others and none of them.
    pub fn log_odds_with_none(&self) -> f64 {
        let best = self.probabilities.first().copied().unwrap_or(0.0);
        libm::log(best / (1.0 - best).max(1e-12))
    }

    /// Probabilities of winds about 90°, 180° and 270° clockwise of the best candidate.
    pub fn rivals(&self, all: &[Hypothesis]) -> [f64; 3] {
        let mut rivals = [0.0; 3];
        let Some(best) = all.first() else { return rivals };
        for (hypothesis, probability) in all.iter().zip(&self.probabilities).skip(1) {
            let off = wrap_180(hypothesis.mean_deg() - best.mean_deg());
            let quarter = if off.abs() > OPPOSITE_DEG {
                1
            } else if off > 0.0 {
                0
            } else {
                2
            };
            rivals[quarter] += probability;
        }
        rivals
    }
}
