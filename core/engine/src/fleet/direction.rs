//! The wind direction that the tracks of a fleet fit best. One track may fit two opposite directions; several tracks
//! seldom fit the same wrong one (docs/algorithms.md, section 6).

use super::co_sailing::shared;
use super::parallel::map_on_all_cores;
use super::{CandidateEvidence, TrackEvidence};
use crate::angle::wrap_180;
use crate::stats::order::sort_by_number;

/// Candidates nearer to each other than this in the mean are the same direction, deg. Hand-tuned (sections 4 and 6).
const SAME_DIRECTION_DEG: f64 = 50.0;
/// Correlation of the errors of two boats: n boats count as n/(1 + (n − 1) · this). *Measured*, for an earlier model, on
/// eleven boats of one class.
const ERROR_CORRELATION: f64 = 0.3;
/// Bound of the log-likelihood that one boat contributes against a direction, nats: she may have sailed in another wind.
const MAX_AGAINST_NATS: f64 = 8.0;
/// A boat whose log-likelihood of the fleet's direction is not above minus this is left out, nats. Hand-tuned.
const MAX_OUTLIER_NATS: f64 = 6.0;
/// Least log-odds of a fleet's direction against all others together. Hand-tuned.
const MIN_LOG_ODDS: f64 = 2.5;
/// Support by turns at which a boat has full weight, and which all boats must reach together, nats: four clear turns.
const MIN_SUPPORT_NATS: f64 = 11.0;

/// The direction of a fleet's wind.
#[derive(Debug, Clone, PartialEq)]
pub struct FleetDirection {
    /// For each boat the index of her candidate that is the fleet's direction, or why she is left out, a sentence.
    pub chosen: Vec<Result<usize, String>>,
    /// Log-odds against all other directions together.
    pub log_odds: f64,
}

/// A candidate of one of the boats.
#[derive(Clone, Copy)]
struct FleetCandidate<'a> {
    of: &'a TrackEvidence,
    evidence: &'a CandidateEvidence,
}

/// Chooses the direction of one fleet; a sentence when it is not determined.
pub(super) fn choose_direction(boats: &[&TrackEvidence]) -> Result<FleetDirection, String> {
    let with_candidates = boats.iter().filter(|b| !b.candidates.is_empty()).count();
    let measured = boats.iter().any(|b| b.measured.is_some());
    if with_candidates == 0 {
        return Err("None of these tracks tells a wind.".into());
    }
    let alpha = 1.0 / (1.0 + (with_candidates as f64 - 1.0) * ERROR_CORRELATION);
    let candidates: Vec<FleetCandidate> = boats
        .iter()
        .flat_map(|of| of.candidates.iter().map(|evidence| FleetCandidate { of, evidence }))
        .collect();
    let mut candidates = map_on_all_cores(&candidates, |candidate| {
        let score = |b: &&TrackEvidence| alpha * log_share(b, candidate) + measured_wind(b, candidate);
        (boats.iter().map(score).sum::<f64>(), *candidate)
    });
    sort_by_number(&mut candidates, |c| -c.0);
    let rivals = apart(&candidates);
    let Some((best, others)) = rivals.split_first() else {
        return Err("None of these tracks tells a wind.".into());
    };
    let against: f64 = others.iter().map(|r| libm::exp(r.0 - best.0)).sum();
    let log_odds = -libm::log(against.max(1e-12));
    if log_odds < MIN_LOG_ODDS {
        return Err("The tracks of this fleet fit more than one wind direction.".into());
    }
    let chosen: Vec<Result<usize, String>> = boats.iter().map(|b| choice(b, &best.1)).collect();
    let chosen_evidence =
        || boats.iter().zip(&chosen).filter_map(|(b, c)| b.candidates.get(*c.as_ref().ok()?));
    if alpha * chosen_evidence().map(|o| o.support).sum::<f64>() < MIN_SUPPORT_NATS && !measured {
        return Err("The boats of this fleet hardly turned through the wind.".into());
    }
    if 2 * chosen_evidence().filter(|o| o.mostly_reaches).count() > chosen_evidence().count() && !measured {
        return Err(
            "Most boats of this fleet reached to and fro, which looks the same from both sides of the wind."
                .into(),
        );
    }
    Ok(FleetDirection { chosen, log_odds })
}

/// The best candidate of every direction, with its score.
fn apart<'a>(candidates: &[(f64, FleetCandidate<'a>)]) -> Vec<(f64, FleetCandidate<'a>)> {
    let mut rivals: Vec<(f64, FleetCandidate)> = Vec::new();
    for one in candidates {
        if rivals.iter().all(|r| distance(&r.1, &one.1) > SAME_DIRECTION_DEG) {
            rivals.push(*one);
        }
    }
    rivals
}

/// Log of the share of a boat's probability on a candidate's direction, at least minus [`MAX_AGAINST_NATS`]; weighted by
/// the support of her turns.
fn log_share(boat: &TrackEvidence, candidate: &FleetCandidate) -> f64 {
    let (mut on_direction, mut all) = (0.0, 0.0);
    let top = boat.candidates.iter().map(|o| o.score).fold(f64::NEG_INFINITY, f64::max);
    for evidence in &boat.candidates {
        let probability = libm::exp(evidence.score - top);
        all += probability;
        if distance(&FleetCandidate { of: boat, evidence }, candidate) <= SAME_DIRECTION_DEG {
            on_direction += probability;
        }
    }
    let share =
        if all > 0.0 { libm::log((on_direction / all).max(1e-30)).max(-MAX_AGAINST_NATS) } else { 0.0 };
    share * (best_support(boat) / MIN_SUPPORT_NATS).min(1.0)
}

/// Log-likelihood of a candidate by the wind measured on board. The errors of vanes are independent, so that each counts
/// fully.
fn measured_wind(boat: &TrackEvidence, candidate: &FleetCandidate) -> f64 {
    let off = boat
        .measured
        .as_ref()
        .and_then(|m| mean_off(&m.time_ms, &m.twd_deg, &candidate.of.time_ms, &candidate.evidence.twd_deg));
    if off.is_some_and(|o| o > SAME_DIRECTION_DEG) { -MAX_AGAINST_NATS } else { 0.0 }
}

fn best_support(boat: &TrackEvidence) -> f64 {
    boat.candidates.first().map_or(0.0, |o| o.support)
}

/// The boat's own candidate of the fleet's direction.
fn choice(boat: &TrackEvidence, fleet: &FleetCandidate) -> Result<usize, String> {
    if boat.candidates.is_empty() {
        return Err(boat.no_candidates_reason.clone().unwrap_or_else(|| "This track tells no wind.".into()));
    }
    let off = |evidence: &CandidateEvidence| distance(&FleetCandidate { of: boat, evidence }, fleet);
    let nearest = boat.candidates.iter().position(|o| off(o) <= SAME_DIRECTION_DEG);
    match nearest.filter(|_| log_share(boat, fleet) > -MAX_OUTLIER_NATS) {
        Some(i) => Ok(i),
        None => Err("This track tells another wind than the fleet's.".into()),
    }
}

/// Mean distance of two candidates, deg.
fn distance(a: &FleetCandidate, b: &FleetCandidate) -> f64 {
    let own = mean_off(&a.of.time_ms, &a.evidence.twd_deg, &b.of.time_ms, &b.evidence.twd_deg);
    // Boats without a shared moment are compared by their mean winds.
    own.unwrap_or_else(|| match (mean(&a.evidence.twd_deg), mean(&b.evidence.twd_deg)) {
        (Some(x), Some(y)) => wrap_180(x - y).abs(),
        _ => 180.0,
    })
}

fn mean(deg: &[f64]) -> Option<f64> {
    crate::angle::circular_mean(deg.iter().map(|&d| (d, 1.0))).map(|m| m.0)
}

/// Mean distance over the moments that two series share, deg; none without one.
pub(super) fn mean_off(time_a: &[f64], a: &[f64], time_b: &[f64], b: &[f64]) -> Option<f64> {
    let (mut sum, mut n) = (0.0, 0.0);
    for (i, j) in shared(time_a, time_b) {
        if let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
            sum += wrap_180(x - y).abs();
            n += 1.0;
        }
    }
    (n > 0.0).then(|| sum / n)
}
