//! The sequence of turning points that the boats of a race have in common.

use super::course::middle;
use super::turning::{TurningKind, TurningPoint};
use crate::angle::hypot;
use crate::stats::quantile::median;

/// Cost of a turning point without a partner; two of the same kind cost up to 0.8 by their distance, m, and the time
/// between them, s. *guess*
const UNMATCHED_COST: f64 = 1.0;
const FAR_M: f64 = 300.0;
const FAR_S: f64 = 900.0;
/// Of gybes, most of which are at no mark: cost without a partner, and greatest distance of partners, m. *guess*
const UNMATCHED_GYBE_COST: f64 = 0.05;
const MAX_GYBE_DISTANCE_M: f64 = 40.0;
/// A gybe is a mark when so many boats, and more than this share of those that sailed on, have it within this median distance
/// of its middle, m. *guess*
const MIN_GYBE_BOATS: usize = 4;
const MIN_GYBE_SHARE: f64 = 0.7;
const MAX_GYBE_SPREAD_M: f64 = 25.0;
/// Changes of course farther apart belong to different marks, m. *guess*
const MAX_COURSE_DISTANCE_M: f64 = 75.0;
/// A waypoint is common when more than this share of the boats that sailed on has it, and more than that of all boats.
/// *guess*: so many may retire.
const MIN_SHARE_SAILING: f64 = 0.5;
const MIN_SHARE_ALL: f64 = 0.4;
/// Small fleets, in which a single boat that sails on makes no waypoint, boats. *guess*
const SMALL_FLEET: usize = 4;

/// Turning points of all boats, matched.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sequence {
    pub waypoints: Vec<Common>,
}

/// A waypoint that the boats have in common.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Common {
    pub kind: TurningKind,
    /// The second of two marks with a reach between, after an extreme.
    pub offset: bool,
    /// Per boat.
    pub turns: Vec<Option<CommonTurn>>,
}

/// The turn of a boat at a common waypoint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct CommonTurn {
    pub time_s: f64,
    /// False inside or beside a gap.
    pub seen: bool,
    /// False when the moment is only near the turn.
    pub at_turn: bool,
}

/// The modal sequence of the boats: all are aligned with the boat whose sequence is nearest to all others.
pub(super) fn common_sequence(points: &[Vec<TurningPoint>]) -> Sequence {
    let costs = |a: &[TurningPoint]| points.iter().map(|b| align(a, b).0).sum::<f64>();
    let mut best: Option<(f64, &Vec<TurningPoint>)> = None;
    for own in points {
        let cost = costs(own);
        let better = best.is_none_or(|(least, of)| cost < least || (cost == least && own.len() > of.len()));
        if better {
            best = Some((cost, own));
        }
    }
    let Some((_, model)) = best else { return Sequence { waypoints: Vec::new() } };
    let matches: Vec<Vec<Option<usize>>> = points.iter().map(|own| align(model, own).1).collect();
    let last_of = |m: &Vec<Option<usize>>| m.iter().rposition(Option::is_some);
    let lasts: Vec<Option<usize>> = matches.iter().map(last_of).collect();
    let is_common = |column: usize| {
        let having = matches.iter().filter(|m| matches!(m.get(column), Some(Some(_)))).count();
        let sailing = lasts.iter().filter(|last| last.is_some_and(|l| l >= column)).count();
        let share_all = if points.len() <= SMALL_FLEET { MIN_SHARE_SAILING } else { MIN_SHARE_ALL };
        let is_gybe = model.get(column).is_some_and(|p| p.kind == TurningKind::Gybe);
        let of_column = |(m, own): (&Vec<Option<usize>>, &Vec<TurningPoint>)| {
            own.get(m.get(column).copied().flatten()?).map(|p| (p.east_m, p.north_m))
        };
        let at_mark = || {
            having >= MIN_GYBE_BOATS
                && having as f64 > MIN_GYBE_SHARE * sailing as f64
                && spread_m(&matches.iter().zip(points).filter_map(of_column).collect::<Vec<_>>())
                    <= MAX_GYBE_SPREAD_M
        };
        (!is_gybe || at_mark())
            && having as f64 > MIN_SHARE_SAILING * sailing as f64
            && having as f64 > share_all * points.len() as f64
    };
    let mut waypoints = Vec::new();
    for (column, of_model) in model.iter().enumerate().filter(|(c, _)| is_common(*c)) {
        let own: Vec<Option<&TurningPoint>> = matches
            .iter()
            .zip(points)
            .map(|(m, own)| m.get(column).copied().flatten().and_then(|at| own.get(at)))
            .collect();
        waypoints.extend(waypoint(of_model.kind, &own));
    }
    Sequence { waypoints }
}

/// The waypoint of these matched points: two when most boats sailed a reach between two turns.
fn waypoint(kind: TurningKind, points: &[Option<&TurningPoint>]) -> Vec<Common> {
    let known = points.iter().flatten();
    let reaching = known.clone().filter(|p| p.reach.is_some()).count();
    let seen = known.filter(|p| p.seen).count();
    let turn = |p: &TurningPoint, time_s: Option<f64>| CommonTurn {
        time_s: time_s.unwrap_or(p.time_s),
        seen: p.seen,
        at_turn: time_s.is_some(),
    };
    if 2 * reaching <= seen {
        let turns = points.iter().map(|p| p.map(|p| turn(p, Some(p.time_s)))).collect();
        let kind = if kind == TurningKind::Gybe { TurningKind::Course } else { kind };
        return vec![Common { kind, offset: false, turns }];
    }
    let first = points.iter().map(|p| p.map(|p| turn(p, p.reach.map(|r| r.0)))).collect();
    let second = points.iter().map(|p| p.map(|p| turn(p, p.reach.map(|r| r.1)))).collect();
    vec![
        Common { kind, offset: false, turns: first },
        Common { kind: TurningKind::Course, offset: true, turns: second },
    ]
}

/// Edit alignment of two sequences: its cost, and for each point of the first the index of its partner in the second.
fn align(a: &[TurningPoint], b: &[TurningPoint]) -> (f64, Vec<Option<usize>>) {
    let width = b.len() + 1;
    let mut costs = vec![0.0; (a.len() + 1) * width];
    let at = |i: usize, j: usize| i * width + j;
    let cost = |costs: &[f64], i: usize, j: usize| costs.get(at(i, j)).copied().unwrap_or(f64::INFINITY);
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            let mut least = if i == 0 && j == 0 { 0.0 } else { f64::INFINITY };
            if i > 0 {
                least = least.min(cost(&costs, i - 1, j) + unmatched_cost(before(a, i)));
            }
            if j > 0 {
                least = least.min(cost(&costs, i, j - 1) + unmatched_cost(before(b, j)));
            }
            if let (Some(p), Some(q)) = (before(a, i), before(b, j)) {
                least = least.min(cost(&costs, i - 1, j - 1) + match_cost(p, q));
            }
            if let Some(cell) = costs.get_mut(at(i, j)) {
                *cell = least;
            }
        }
    }
    let mut partners = vec![None; a.len()];
    let (mut i, mut j) = (a.len(), b.len());
    while let (Some(p), Some(q)) = (before(a, i), before(b, j)) {
        let here = cost(&costs, i, j);
        // Where it costs the same, the earlier one is the partner: boats retire, but do not begin late.
        if here == cost(&costs, i - 1, j) + unmatched_cost(Some(p)) {
            i -= 1;
        } else if here == cost(&costs, i - 1, j - 1) + match_cost(p, q) {
            (i, j) = (i - 1, j - 1);
            if let Some(partner) = partners.get_mut(i) {
                *partner = Some(j);
            }
        } else {
            j -= 1;
        }
    }
    (cost(&costs, a.len(), b.len()), partners)
}

fn unmatched_cost(point: Option<&TurningPoint>) -> f64 {
    if point.is_some_and(|p| p.kind == TurningKind::Gybe) { UNMATCHED_GYBE_COST } else { UNMATCHED_COST }
}

/// Median distance of points from their middle, m.
fn spread_m(points: &[(f64, f64)]) -> f64 {
    let Some((x, y)) = middle(points) else { return f64::INFINITY };
    let mut distances: Vec<f64> = points.iter().map(|p| hypot(p.0 - x, p.1 - y)).collect();
    median(&mut distances).unwrap_or(f64::INFINITY)
}

fn before(points: &[TurningPoint], end: usize) -> Option<&TurningPoint> {
    end.checked_sub(1).and_then(|at| points.get(at))
}

/// Infinite for points that cannot be the same waypoint.
fn match_cost(a: &TurningPoint, b: &TurningPoint) -> f64 {
    let distance_m = hypot(a.east_m - b.east_m, a.north_m - b.north_m);
    let far = match a.kind {
        TurningKind::Course => distance_m > MAX_COURSE_DISTANCE_M,
        TurningKind::Gybe => distance_m > MAX_GYBE_DISTANCE_M,
        TurningKind::Top | TurningKind::Bottom => false,
    };
    let apart_s = (a.time_s - b.time_s).abs();
    if a.kind != b.kind || far {
        f64::INFINITY
    } else if a.kind == TurningKind::Gybe {
        UNMATCHED_GYBE_COST * (distance_m / MAX_GYBE_DISTANCE_M)
    } else {
        0.4 * (distance_m / FAR_M).min(1.0) + 0.4 * (apart_s / FAR_S).min(1.0)
    }
}
