//! What one track has to say about the wind, rivals and all, for those who ask several tracks together.

use super::hypothesis::{Hypothesis, WindProblem};
use super::steps::Steps;
use super::{Current, MIN_STEADY_S, NoWind, motoring};
use crate::config::BoatClass;
use crate::motion::Motion;
use crate::track::Track;
use crate::wind::TurnEvent;

/// Rivals worse than the best by so much are not worth telling, nats.
const WORTH_TELLING: f64 = 40.0;

/// One direction of the wind that fits a track, over all of it, doubtful moments too.
#[derive(Debug, Clone, PartialEq)]
pub struct WindCandidate {
    /// UTC ms, every few seconds.
    pub time_ms: Vec<f64>,
    pub twd_deg: Vec<f64>,
    /// One standard deviation, deg.
    pub sd_deg: Vec<f64>,
    pub current: Option<Current>,
    /// Worth in nats, to be held against that of the track's other voices.
    pub score: f64,
    /// What the turns say for it, nats.
    pub support: f64,
    /// The track reaches to and fro, which looks the same from both sides of the wind.
    pub mostly_reaches: bool,
}

/// The directions that fit a track, the best first; none of them has to be good enough to be published alone.
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
    let mut rivals = problem.hypotheses();
    let best = rivals.first().map_or(0.0, |h| h.score);
    rivals.retain(|h| h.score > best - WORTH_TELLING);
    let voice = |h: &Hypothesis| {
        let sharp = problem.sharpened(h, class);
        let told = h.told(&sharp);
        WindCandidate {
            time_ms: steps.all.iter().map(|s| s.time_ms).collect(),
            twd_deg: told.iter().map(|m| m.0).collect(),
            sd_deg: told.iter().map(|m| m.1).collect(),
            current: sharp.current.determined(),
            score: h.score,
            support: h.support,
            mostly_reaches: h.could_be_turned(),
        }
    };
    Ok(rivals.iter().map(voice).collect())
}
