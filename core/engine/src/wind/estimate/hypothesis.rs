//! Candidate wind directions with the sailing model fitted to each, and the log-odds between them (docs/algorithms.md,
//! sections 4.6, 4.7 and 4.9).

use super::ablation::{Part, has, part_of};
use super::model::{LikelihoodTable, SailingModel};
use super::problem::WindProblem;
use super::side::WEIGHTS;
use super::smooth_wind::SmoothedWind;
use crate::angle::{circular_mean, hypot, wrap_180, wrap_360};

// All constants below are *hand-tuned* together (docs/algorithms.md, section 4) unless marked.

/// Share of reaches from which on they matter, and from which on there is little else.
const REACH_SHARE: std::ops::Range<f64> = 0.4..0.65;
/// Standard deviation of the wind about the normal of the reaches, deg: reaches follow the shore.
const REACH_AXIS_SD_DEG: f64 = 9.0;
/// Factor and floor, deg, of the standard deviation of the posterior: observations are less independent than modelled.
const SD_FACTOR: f64 = 1.2;
const SD_FLOOR_DEG: f64 = 3.0;
/// Standard deviation of a smoothed estimate where courses and turns agree, deg; of what it exceeds this by, a share is
/// added.
const USUAL_HMM_SD_DEG: f64 = 5.0;
const EXCESS_SHARE: f64 = 0.8;

/// A candidate wind direction with the sailing model fitted to it.
pub(super) struct Hypothesis {
    pub sailing: SailingModel,
    pub table: LikelihoodTable,
    /// Circular mean and circular standard deviation of every step, deg: the posterior itself takes 30 times the memory.
    pub moments: Vec<(f64, f64)>,
    /// Log-likelihood ratio of courses, speeds and turns against a boat that does not sail by the wind, with the log prior
    /// of the sailing model, nats.
    #[cfg(feature = "internals")]
    pub fit: f64,
    /// Weighted sum of the fit and of the evidence, nats: candidates are compared by it.
    pub utility: f64,
    /// Sum of the positive log-likelihood ratios of the turns at its path, nats.
    pub support: f64,
    pub evidence: SideEvidence,
    /// Posterior mean of every step, deg.
    pub path: Vec<f64>,
    /// Standard deviation of errors outside the model, deg.
    pub unmodelled_deg: f64,
}

/// Evidence for a direction besides courses and the middles of turns.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SideEvidence {
    /// Log-likelihood ratio of the shapes of the turns, nats.
    pub turns_nats: f64,
    /// The same in the mean, nats a turn.
    pub mean_turn_nats: f64,
    /// Log-probability of that many tacks and gybes, nats.
    pub axes_nats: f64,
    /// How much better the turns fit a boat under engine, nats a turn.
    pub engine_excess: f64,
    /// Number of tacks and of gybes.
    pub turns: [usize; 2],
}

impl SideEvidence {
    /// Its part of the utility, nats.
    pub(super) fn utility(&self) -> f64 {
        part_of(Part::Shapes, WEIGHTS.turns * self.turns_nats) + self.axes_nats
    }
}

impl Hypothesis {
    /// Mean direction over its path, deg.
    pub(super) fn mean_deg(&self) -> f64 {
        circular_mean(self.path.iter().map(|&p| (p, 1.0))).map_or(0.0, |m| m.0)
    }

    /// Mean and calibrated standard deviation of every step, deg, by the hidden Markov model.
    pub(super) fn moments(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let floor = hypot(SD_FLOOR_DEG, self.reach_axis_sd_deg());
        let calibrated = move |sd: f64| hypot(SD_FACTOR * sd, floor);
        self.moments.iter().map(move |&(mean, sd)| (mean, calibrated(sd)))
    }

    /// Share of reaches in the track: 0 where beats and runs are enough, 1 where there is little else.
    pub(super) fn reaches(&self) -> f64 {
        part_of(Part::Reaches, reaches(&self.sailing))
    }

    /// Final mean and standard deviation of every step, deg: the smoothed estimate, drawn to that of the hidden Markov model by the share of
    /// reaches, which the smoother does not use.
    pub(super) fn final_moments(&self, problem: &WindProblem, smoothed: &SmoothedWind) -> Vec<(f64, f64)> {
        let mix = |(smooth, hmm): (&(f64, f64), (f64, f64))| {
            let off = self.reaches() * wrap_180(hmm.0 - smooth.0);
            (wrap_360(smooth.0 + off), self.inflate_sd(smooth.1, hmm.1))
        };
        if !has(Part::Smoother) {
            return self.moments().collect();
        }
        let mixed = smoothed.moments.iter().zip(self.moments()).map(mix).zip(problem.shifts_deg());
        mixed.map(|((mean, sd), shift_deg)| (mean, hypot(sd, shift_deg))).collect()
    }

    /// Standard deviation of a smoothed estimate with errors outside the model added in quadrature, and more where courses and
    /// turns disagree beyond what is usual, deg.
    fn inflate_sd(&self, smoothed_sd: f64, hmm_sd: f64) -> f64 {
        let excess = part_of(Part::Excess, (hmm_sd - USUAL_HMM_SD_DEG).max(0.0));
        let floor = hypot(part_of(Part::Unmodelled, self.unmodelled_deg), self.reach_axis_sd_deg());
        hypot(hypot(smoothed_sd, floor), EXCESS_SHARE * excess)
    }

    fn reach_axis_sd_deg(&self) -> f64 {
        REACH_AXIS_SD_DEG * self.reaches()
    }
}

/// Share of reaches of a sailing model, [0, 1].
pub(super) fn reaches(sailing: &SailingModel) -> f64 {
    ((sailing.reach.share - REACH_SHARE.start) / (REACH_SHARE.end - REACH_SHARE.start)).clamp(0.0, 1.0)
}

/// Mean distance between two paths, deg.
pub(super) fn distance(a: &[f64], b: &[f64]) -> f64 {
    let sum: f64 = a.iter().zip(b).map(|(x, y)| wrap_180(x - y).abs()).sum();
    sum / a.len().max(1) as f64
}
