//! The sequence of turning points that the boats of a race have in common.

use super::course::LegEnds;
use super::field::MANY_BOATS;
use super::find::{MARK_WITHIN_S, SHARED};
use super::rounding::{AT_MARK_M, PLACE_S};
use super::turning::{MIN_CHANGE_DEG, TurningKind, TurningPoint, UP_LIMIT_DEG};
use super::vectors::apart_m;
use crate::stats::geometric::middle;
use crate::stats::quantile::median;

/// Turning points of two boats are at one mark or gate within this distance, m, or the way of some time of fast boats:
/// gates are up to 150 m wide and foiling boats pass outside of them. Tacks and gybes, of which most are at no mark, only
/// within this share of it (with one of the other kind as well, which a boat that comes to the mark on the other tack has). *guess*
const SAME_PLACE_M: f64 = 110.0;
const SAME_TACK_SHARE: f64 = 0.3;
/// Two turning points of one place cost up to this share of a missing one by their distance, and as much by the time
/// between them. *guess*
const PLACE_COST: f64 = 0.4;
/// Cost of a tack or gybe without a partner; of other turning points it is the share of the other boats that turn at their
/// place. *guess*
const UNMATCHED_TACK_COST: f64 = 0.05;
/// Turning points of a few boats are at one place within so many times the distance at the ends of beats. *guess*
const FEW_PLACE_RATIO: f64 = 3.0;
/// Boats of which one is taken as the model of the sequence, at most: more cost time and are no better. *guess*
pub(super) const MAX_MODELS: usize = 15;

/// A waypoint that the boats have in common.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Common {
    /// Medians of the angles to the wind, deg.
    pub before_deg: f64,
    pub after_deg: f64,
    /// When each boat turned, s; none where she was not seen to.
    pub turns_s: Vec<Option<f64>>,
}

impl Common {
    /// What ends and begins here.
    pub(super) fn ends(&self) -> LegEnds {
        ends(self.before_deg, self.after_deg)
    }

    /// By how much the angle to the wind changes here.
    pub(super) fn change_deg(&self) -> f64 {
        (self.after_deg - self.before_deg).abs()
    }
}

/// What ends and begins between these angles to the wind, deg.
fn ends(before_deg: f64, after_deg: f64) -> LegEnds {
    match (before_deg < UP_LIMIT_DEG, after_deg < UP_LIMIT_DEG) {
        (true, false) => LegEnds::Beat,
        (false, true) => LegEnds::ToBeat,
        _ => LegEnds::Other,
    }
}

/// Turning points of all boats, each with the share of the others that turn at its place.
struct Points<'a> {
    boats: &'a [Vec<TurningPoint>],
    same_m: f64,
}

/// The sequence of most boats: all are aligned with the boat whose sequence is nearest to all others. `speed_mps` is that of the
/// fleet.
pub(super) fn common_sequence(boats: &[Vec<TurningPoint>], speed_mps: f64) -> Vec<Common> {
    let points = Points { boats, same_m: SAME_PLACE_M.max(PLACE_S * speed_mps) };
    let costs: Vec<Vec<f64>> = boats.iter().map(|own| points.unmatched_costs(own)).collect();
    let all: Vec<Own> = boats.iter().zip(&costs).map(|(points, costs)| Own { points, costs }).collect();
    let step = boats.len().div_ceil(MAX_MODELS).max(1);
    let mut best: Option<(f64, &Own)> = None;
    for model in all.iter().step_by(step) {
        let cost = all.iter().map(|own| points.align(model, own).0).sum::<f64>();
        let longer = |of: &Own| model.points.len() > of.points.len();
        if best.is_none_or(|(least, of)| cost < least || (cost == least && longer(of))) {
            best = Some((cost, model));
        }
    }
    let Some((_, model)) = best else { return Vec::new() };
    let matches: Vec<Vec<Option<usize>>> = all.iter().map(|own| points.align(model, own).1).collect();
    let column = |column: usize| -> Vec<Option<&TurningPoint>> {
        let partner = |m: &Vec<Option<usize>>| m.get(column).copied().flatten();
        matches.iter().zip(boats).map(|(m, own)| own.get(partner(m)?)).collect()
    };
    let columns: Vec<Vec<Option<&TurningPoint>>> = (0..model.points.len()).map(column).collect();
    let lasts: Vec<Option<usize>> = matches.iter().map(|m| m.iter().rposition(Option::is_some)).collect();
    let is_common = |k: usize, column: &[Option<&TurningPoint>]| {
        let having = column.iter().flatten().count();
        let sailing = lasts.iter().filter(|last| last.is_some_and(|l| l >= k)).count() as f64;
        let at_mark = || having as f64 > SHARED * sailing && spread_m(column) <= AT_MARK_M;
        let changes = column.iter().flatten().map(|p| (p.after_deg - p.before_deg).abs());
        let change_deg = median(&mut changes.collect::<Vec<_>>()).unwrap_or(0.0);
        // On runs boats change their course by up to 33 deg, anywhere.
        let is_clear = change_deg >= 2.0 * MIN_CHANGE_DEG;
        // A few boats gybe together by chance.
        let is_gybe = |kind: TurningKind| kind == TurningKind::ReachingGybe && boats.len() < MANY_BOATS;
        let kinds = column.iter().flatten().map(|p| p.kind);
        let across = kinds.filter(|&kind| kind == TurningKind::Across || is_gybe(kind)).count();
        2 * across <= having && (is_clear || at_mark()) && 2 * having > boats.len()
    };
    let common = columns.iter().enumerate().filter(|(k, column)| is_common(*k, column));
    common.filter_map(|(_, column)| waypoint(column)).collect()
}

fn waypoint(column: &[Option<&TurningPoint>]) -> Option<Common> {
    let angle = |of: fn(&TurningPoint) -> f64| {
        median(&mut column.iter().flatten().map(|p| of(p)).collect::<Vec<_>>())
    };
    Some(Common {
        before_deg: angle(|p| p.before_deg)?,
        after_deg: angle(|p| p.after_deg)?,
        turns_s: column.iter().map(|p| p.map(|p| p.time_s)).collect(),
    })
}

/// Median distance of points from their middle, m.
fn spread_m(column: &[Option<&TurningPoint>]) -> f64 {
    let points: Vec<(f64, f64)> = column.iter().flatten().map(|p| p.at).collect();
    let Some(centre) = middle(&points) else { return f64::INFINITY };
    let mut distances: Vec<f64> = points.iter().map(|p| apart_m(*p, centre)).collect();
    median(&mut distances).unwrap_or(f64::INFINITY)
}

/// The turning points of a boat and what each costs without a partner.
struct Own<'a> {
    points: &'a [TurningPoint],
    costs: &'a [f64],
}

impl Points<'_> {
    fn unmatched_costs(&self, own: &[TurningPoint]) -> Vec<f64> {
        let cost = |p: &TurningPoint| {
            let there = |other: &&Vec<TurningPoint>| other.iter().any(|q| self.cost(p, q).is_finite());
            let share = self.boats.iter().filter(there).count().saturating_sub(1) as f64
                / self.boats.len().saturating_sub(1).max(1) as f64;
            match p.kind {
                kind if kind.is_across() => UNMATCHED_TACK_COST,
                _ => share,
            }
        };
        own.iter().map(cost).collect()
    }

    /// Share of the cost of a missing point by which two points differ; infinite where they cannot be at one waypoint.
    fn cost(&self, a: &TurningPoint, b: &TurningPoint) -> f64 {
        let distance_m = apart_m(a.at, b.at);
        let is_tack = a.kind.is_across() || b.kind.is_across();
        let limit_m = if is_tack { SAME_TACK_SHARE * self.same_m } else { self.same_m };
        // Two boats may round gates that are wider, or turn elsewhere at the ends of their beats: it is a mark all the same.
        let is_end = |p: &TurningPoint| ends(p.before_deg, p.after_deg) != LegEnds::Other;
        let is_few = self.boats.len() < MANY_BOATS && is_end(a) && is_end(b);
        let most_m = if is_few { FEW_PLACE_RATIO * limit_m } else { limit_m };
        if (a.kind != b.kind && !is_tack) || distance_m > most_m {
            return f64::INFINITY;
        }
        let far = |ratio: f64| ratio.min(1.0);
        PLACE_COST * (far(distance_m / limit_m) + far((a.time_s - b.time_s).abs() / MARK_WITHIN_S))
    }

    /// Edit alignment of two sequences: its cost, and for each point of the first the index of its partner in the second.
    fn align(&self, a: &Own, b: &Own) -> (f64, Vec<Option<usize>>) {
        let width = b.points.len() + 1;
        let mut costs = vec![f64::INFINITY; (a.points.len() + 1) * width];
        let matched = |i: usize, j: usize| self.cost(&a.points[i], &b.points[j]) * a.costs[i].min(b.costs[j]);
        for i in 0..=a.points.len() {
            for j in 0..=b.points.len() {
                let mut least = if i == 0 && j == 0 { 0.0 } else { f64::INFINITY };
                if i > 0 {
                    least = least.min(costs[(i - 1) * width + j] + a.costs[i - 1]);
                }
                if j > 0 {
                    least = least.min(costs[i * width + j - 1] + b.costs[j - 1]);
                }
                if i > 0 && j > 0 {
                    least = least.min(costs[(i - 1) * width + j - 1] + matched(i - 1, j - 1));
                }
                costs[i * width + j] = least;
            }
        }
        let mut partners = vec![None; a.points.len()];
        let (mut i, mut j) = (a.points.len(), b.points.len());
        while i > 0 && j > 0 {
            let here = costs[i * width + j];
            // Where it costs the same, the earlier one is the partner: boats retire, but do not begin late.
            if here == costs[(i - 1) * width + j] + a.costs[i - 1] {
                i -= 1;
            } else if here == costs[(i - 1) * width + j - 1] + matched(i - 1, j - 1) {
                (i, j) = (i - 1, j - 1);
                partners[i] = Some(j);
            } else {
                j -= 1;
            }
        }
        (costs.last().copied().unwrap_or(0.0), partners)
    }
}
