//! All wind directions that fit one track, for an estimate from several tracks (docs/algorithms.md, section 6).

use super::hypothesis::Hypothesis;
use super::problem::WindProblem;
use super::steps::Steps;
use super::{Current, MIN_STEADY_S, NoWind, motoring};
use crate::config::BoatClass;
use crate::motion::Motion;
use crate::track::Track;
use crate::wind::TurnEvent;

/// Candidates this far behind the best are left out, nats. Guess.
const MAX_BEHIND_NATS: f64 = 40.0;

/// A wind direction that fits a track, at all of its steps, uncertain ones too.
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

/// The directions that fit a track, the best first, whether or not one could be published. Errors as in
/// [`super::estimate_with`].
pub fn wind_candidates(
    track: &Track,
    motion: &Motion,
    turns: &[TurnEvent],
    class: &BoatClass,
    hint_deg: Option<f64>,
) -> Result<Vec<WindCandidate>, NoWind> {
    let steps = Steps::of(track, motion);
    if steps.steady_s() < MIN_STEADY_S {
        return Err(NoWind::because("There is too little steady sailing in this track to tell the wind."));
    }
    if hint_deg.is_none() && motoring::is_motoring(&steps, turns) {
        return Err(NoWind::because(
            "The speed hardly changes, whatever the course: this looks like motoring.",
        ));
    }
    let problem = WindProblem::new(&steps, turns, class, hint_deg);
    let mut hypotheses = problem.hypotheses();
    let best = hypotheses.first().map_or(0.0, |h| h.score);
    hypotheses.retain(|h| h.score > best - MAX_BEHIND_NATS);
    let candidate = |h: &Hypothesis| {
        let sharp = problem.sharpened(h, class);
        let moments = h.final_moments(&sharp);
        WindCandidate {
            time_ms: steps.all.iter().map(|s| s.time_ms).collect(),
            twd_deg: moments.iter().map(|m| m.0).collect(),
            sd_deg: moments.iter().map(|m| m.1).collect(),
            current: sharp.current.determined(),
            score: h.score,
            support: h.support,
            mostly_reaches: h.could_be_opposite(),
        }
    };
    Ok(hypotheses.iter().map(candidate).collect())
}
