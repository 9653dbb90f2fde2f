//! Which side of the wind the fleet was on. One track may fit two opposite winds; many tracks seldom fit the same
//! wrong one, so that the question is put to all of them together.

use super::co_sailing::shared;
use super::{CandidateEvidence, TrackEvidence};
use crate::angle::wrap_180;
use crate::stats::order::sort_by_number;
use crate::wind::estimate::MIN_LOG_ODDS;

/// Opinions nearer than this in the mean are of the same wind, deg.
const SAME_DEG: f64 = 50.0;
/// Boats of a class sail alike and err alike: what one more boat adds to the log-odds is worth so much less.
const ALIKE: f64 = 0.3;
/// Most that one boat says against a direction, nats: she may have sailed in a wind of her own.
const MOST: f64 = 8.0;
/// A boat that gives the fleet's direction less than this, nats, has a wind of her own, or an hour nobody understands.
const OUTVOTED: f64 = 6.0;
/// What turns must say for the wind, nats: four clear ones do. A boat with less has less of a say, and the turns of all
/// boats, who are alike too, must make it together.
const MIN_SUPPORT: f64 = 11.0;

/// What the fleet concludes.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Of each boat the opinion that is the fleet's, by its number; why she has no vote otherwise.
    pub chosen: Vec<Result<usize, String>>,
    /// Log-odds against all other directions together.
    pub log_odds: f64,
}

/// A direction of the wind: an opinion of one of the boats.
#[derive(Clone, Copy)]
struct FleetCandidate<'a> {
    of: &'a TrackEvidence,
    opinion: &'a CandidateEvidence,
}

/// Asks the boats of one fleet; a sentence when they do not know either.
pub fn vote(boats: &[&TrackEvidence]) -> Result<Verdict, String> {
    let voters = boats.iter().filter(|b| !b.opinions.is_empty()).count();
    let measured = boats.iter().any(|b| b.measured.is_some());
    if voters == 0 {
        return Err("None of these tracks tells a wind.".into());
    }
    let alpha = 1.0 / (1.0 + (voters as f64 - 1.0) * ALIKE);
    let mut candidates: Vec<(f64, FleetCandidate)> = Vec::new();
    for &of in boats {
        for opinion in &of.opinions {
            let candidate = FleetCandidate { of, opinion };
            let worth: f64 = boats.iter().map(|b| alpha * said(b, &candidate) + vane(b, &candidate)).sum();
            candidates.push((worth, candidate));
        }
    }
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
    let told = || boats.iter().zip(&chosen).filter_map(|(b, c)| b.opinions.get(*c.as_ref().ok()?));
    if alpha * told().map(|o| o.support).sum::<f64>() < MIN_SUPPORT && !measured {
        return Err("The boats of this fleet hardly turned through the wind.".into());
    }
    if 2 * told().filter(|o| o.mostly_reaches).count() > told().count() && !measured {
        return Err(
            "Most boats of this fleet reached to and fro, which looks the same from both sides of the wind."
                .into(),
        );
    }
    Ok(Verdict { chosen, log_odds })
}

/// The best candidates of every direction, each with its worth.
fn apart<'a>(candidates: &[(f64, FleetCandidate<'a>)]) -> Vec<(f64, FleetCandidate<'a>)> {
    let mut rivals: Vec<(f64, FleetCandidate)> = Vec::new();
    for one in candidates {
        if rivals.iter().all(|r| distance(&r.1, &one.1) > SAME_DEG) {
            rivals.push(*one);
        }
    }
    rivals
}

/// Log of the share of a boat's belief that lies on a candidate's direction, [`MOST`] at the least.
fn said(boat: &TrackEvidence, candidate: &FleetCandidate) -> f64 {
    let (mut near, mut all) = (0.0, 0.0);
    let top = boat.opinions.iter().map(|o| o.score).fold(f64::NEG_INFINITY, f64::max);
    for opinion in &boat.opinions {
        let belief = libm::exp(opinion.score - top);
        all += belief;
        if distance(&FleetCandidate { of: boat, opinion }, candidate) <= SAME_DEG {
            near += belief;
        }
    }
    let share = if all > 0.0 { libm::log((near / all).max(1e-30)).max(-MOST) } else { 0.0 };
    share * (best_support(boat) / MIN_SUPPORT).min(1.0)
}

/// What the vane on board says against a candidate. Vanes do not sail alike: each counts whole.
fn vane(boat: &TrackEvidence, candidate: &FleetCandidate) -> f64 {
    let off = boat
        .measured
        .as_ref()
        .and_then(|m| mean_off(&m.time_ms, &m.twd_deg, &candidate.of.time_ms, &candidate.opinion.twd_deg));
    if off.is_some_and(|o| o > SAME_DEG) { -MOST } else { 0.0 }
}

fn best_support(boat: &TrackEvidence) -> f64 {
    boat.opinions.first().map_or(0.0, |o| o.support)
}

/// The boat's own opinion of the fleet's direction.
fn choice(boat: &TrackEvidence, fleet: &FleetCandidate) -> Result<usize, String> {
    if boat.opinions.is_empty() {
        return Err(boat.silence.clone().unwrap_or_else(|| "This track tells no wind.".into()));
    }
    let off = |opinion: &CandidateEvidence| distance(&FleetCandidate { of: boat, opinion }, fleet);
    let nearest = boat.opinions.iter().position(|o| off(o) <= SAME_DEG);
    match nearest.filter(|_| said(boat, fleet) > -OUTVOTED) {
        Some(i) => Ok(i),
        None => Err("This track tells another wind than the fleet's.".into()),
    }
}

/// How far two directions are from each other in the mean, deg.
fn distance(a: &FleetCandidate, b: &FleetCandidate) -> f64 {
    let own = mean_off(&a.of.time_ms, &a.opinion.twd_deg, &b.of.time_ms, &b.opinion.twd_deg);
    // Boats that were never out together are compared by their mean winds.
    own.unwrap_or_else(|| match (mean(&a.opinion.twd_deg), mean(&b.opinion.twd_deg)) {
        (Some(x), Some(y)) => wrap_180(x - y).abs(),
        _ => 180.0,
    })
}

fn mean(deg: &[f64]) -> Option<f64> {
    crate::angle::circular_mean(deg.iter().map(|&d| (d, 1.0))).map(|m| m.0)
}

/// Mean distance over the moments two series share; none where they share none.
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
