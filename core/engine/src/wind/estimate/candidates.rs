//! The wind directions that fit one track: those published instead of a wind, and all of them for an estimate from several
//! tracks (docs/algorithms.md, sections 4.7 and 6).

use super::hypothesis::{Hypothesis, SideEvidence};
use super::problem::WindProblem;
#[cfg(feature = "fleet")]
use super::side::SideTurns;
#[cfg(feature = "fleet")]
use super::steps::Steps;
#[cfg(feature = "fleet")]
use super::{Current, NoWind};
use super::{one_line, publish, reasons};
use crate::angle::{circular_mean, circular_sd_deg, wrap_360};
use crate::config::BoatClass;
#[cfg(feature = "fleet")]
use crate::motion::Motion;
use crate::stats::order::sort_by_number;
#[cfg(feature = "fleet")]
use crate::track::Track;
#[cfg(feature = "fleet")]
use crate::wind::TurnEvent;

/// Least probability of a published candidate. *hand-tuned*
const MIN_PROBABILITY: f64 = 0.02;
/// Standard deviation of the wind about the normal of a track on one line, deg: reaches are sailed 60 to 120° off; and the
/// probability that it blew from within 45° of either normal. *guess*
const LINE_SD_DEG: f64 = 18.0;
const LINE_SHARE: f64 = 0.96;

/// A direction that fits a track.
#[derive(Debug, Clone, PartialEq)]
pub struct DirectionCandidate {
    /// Mean direction over the track, deg, and its standard deviation, deg.
    pub twd_deg: f64,
    pub sd_deg: f64,
    /// Probability that the wind blew from about there; those of one track sum to at most 1.
    pub probability: f64,
    /// What speaks for it, a sentence each.
    pub reasons: Vec<String>,
}

/// The most probable candidates of a track, the best first. `all` are its hypotheses, the best first.
pub(super) fn candidates(
    problem: &WindProblem,
    all: &[Hypothesis],
    class: &BoatClass,
) -> Vec<DirectionCandidate> {
    if let Some(line_deg) = one_line::line_deg(problem.steps) {
        return normals_of_line(problem, line_deg);
    }
    let mut likely: Vec<(&Hypothesis, f64)> = all.iter().zip(publish::probabilities(problem, all)).collect();
    likely.retain(|candidate| candidate.1 >= MIN_PROBABILITY);
    sort_by_number(&mut likely, |candidate| -candidate.1);
    let candidate = |(hypothesis, probability): (&Hypothesis, f64)| {
        let moments = hypothesis.final_moments(problem, &problem.smoothed(hypothesis, class));
        let (twd_deg, length) = circular_mean(moments.iter().map(|m| (m.0, 1.0)))?;
        let squares: f64 = moments.iter().map(|m| m.1 * m.1).sum();
        let sd_deg = (squares / moments.len().max(1) as f64).sqrt();
        // One direction does not describe a wind that changes by much.
        let sd_deg = sd_deg.max(0.5 * circular_sd_deg(length));
        let reasons = reasons::reasons(problem, &hypothesis.evidence, &hypothesis.path);
        Some(DirectionCandidate { twd_deg, sd_deg, probability, reasons })
    };
    likely.into_iter().filter_map(candidate).collect()
}

/// The two normals of the line on which all courses lie, the more probable one first.
fn normals_of_line(problem: &WindProblem, line_deg: f64) -> Vec<DirectionCandidate> {
    let ends = [line_deg + 90.0, line_deg - 90.0].map(|deg| {
        let path = vec![wrap_360(deg); problem.steps.all.len()];
        (wrap_360(deg), problem.side_evidence(&path), path)
    });
    let [first, second] = ends.each_ref().map(|(_, evidence, _)| evidence.utility());
    let share = LINE_SHARE / (1.0 + libm::exp(second - first));
    let shares = [share, LINE_SHARE - share];
    let normal = |((twd_deg, evidence, path), probability): ((f64, SideEvidence, Vec<f64>), f64)| {
        let reasons = reasons::reasons(problem, &evidence, &path);
        DirectionCandidate { twd_deg, sd_deg: LINE_SD_DEG, probability, reasons }
    };
    let mut normals: Vec<DirectionCandidate> = ends.into_iter().zip(shares).map(normal).collect();
    sort_by_number(&mut normals, |candidate| -candidate.probability);
    normals.retain(|candidate| candidate.probability >= MIN_PROBABILITY);
    normals
}

/// Candidates this far behind the best are left out for a fleet, nats. *guess*
#[cfg(feature = "fleet")]
const MAX_BEHIND_NATS: f64 = 20.0;

/// A wind direction that fits a track, at all of its steps, uncertain ones too.
#[cfg(feature = "fleet")]
#[derive(Debug, Clone, PartialEq)]
pub struct WindCandidate {
    /// UTC ms, every few seconds.
    pub time_ms: Vec<f64>,
    pub twd_deg: Vec<f64>,
    /// One standard deviation, deg.
    pub sd_deg: Vec<f64>,
    pub current: Option<Current>,
    /// Log-likelihood ratio, nats; only differences between the candidates of one track have a meaning.
    pub score: f64,
    /// Sum of the positive log-likelihood ratios of the turns, nats.
    pub support: f64,
    /// True when the track is mostly reaches, which fit this direction and its opposite alike.
    pub mostly_reaches: bool,
}

/// The directions that fit a track, the best first, whether or not one could be published.
///
/// # Errors
/// Those of [`super::estimate`].
#[cfg(feature = "fleet")]
pub fn wind_candidates(
    track: &Track,
    motion: &Motion,
    turns: &[TurnEvent],
    class: &BoatClass,
    hint_deg: Option<f64>,
) -> Result<Vec<WindCandidate>, NoWind> {
    let steps = Steps::of(track, motion);
    steps.require_sailing()?;
    let side = SideTurns::of(turns, steps.slow_mps);
    let problem = WindProblem::new(&steps, &side, turns, class, hint_deg);
    let mut hypotheses = problem.hypotheses();
    let probabilities = publish::probabilities(&problem, &hypotheses);
    if let Some(best) = hypotheses.first().filter(|_| hint_deg.is_none()) {
        let reason = match best {
            best if best.support <= 0.0 => Some(publish::FEW_TURNS),
            best if publish::looks_motored(&problem, best, &probabilities) => Some(publish::MOTORING),
            _ => None,
        };
        if let Some(reason) = reason {
            return Err(NoWind::because(reason));
        }
    }
    let best = hypotheses.first().map_or(0.0, |h| h.utility);
    hypotheses.retain(|h| h.utility > best - MAX_BEHIND_NATS);
    let candidate = |h: &Hypothesis| {
        let smoothed = problem.smoothed(h, class);
        let moments = h.final_moments(&problem, &smoothed);
        WindCandidate {
            time_ms: steps.all.iter().map(|s| s.time_ms).collect(),
            twd_deg: moments.iter().map(|m| m.0).collect(),
            sd_deg: moments.iter().map(|m| m.1).collect(),
            current: smoothed.current.determined(),
            score: h.utility,
            support: h.support,
            mostly_reaches: h.reaches() >= 1.0,
        }
    };
    Ok(hypotheses.iter().map(candidate).collect())
}
