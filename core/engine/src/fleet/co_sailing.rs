//! Groups of boats that sailed together: on the water at the same time, near each other (docs/algorithms.md, section 6).

use super::TrackEvidence;
use crate::geo::distance_m;
use crate::stats::quantile::median;

/// Two boats sail together when they share at least this many moments (of 10 s), half of them within this distance of
/// each other, m: a race course and its surroundings. Guess.
const MIN_SHARED_MOMENTS: usize = 30;
const MAX_DISTANCE_M: f64 = 4000.0;

/// The groups, each as indices in rising order: connected components of at least two boats. Boats that sailed alone are in
/// none.
pub fn co_sailing_groups(all: &[TrackEvidence]) -> Vec<Vec<usize>> {
    let mut group: Vec<usize> = (0..all.len()).collect();
    for (i, one) in all.iter().enumerate() {
        for (j, other) in all.iter().enumerate().take(i) {
            if group[i] != group[j] && sail_together(one, other) {
                let (from, to) = (group[i].max(group[j]), group[i].min(group[j]));
                group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
            }
        }
    }
    let members = |g: usize| (0..all.len()).filter(|&i| group[i] == g).collect::<Vec<_>>();
    (0..all.len()).map(members).filter(|boats| boats.len() > 1).collect()
}

fn sail_together(a: &TrackEvidence, b: &TrackEvidence) -> bool {
    let mut apart: Vec<f64> = shared(&a.time_ms, &b.time_ms)
        .filter_map(|(i, j)| {
            Some(distance_m(*a.lat_deg.get(i)?, *a.lon_deg.get(i)?, *b.lat_deg.get(j)?, *b.lon_deg.get(j)?))
        })
        .collect();
    apart.len() >= MIN_SHARED_MOMENTS && median(&mut apart).is_some_and(|m| m <= MAX_DISTANCE_M)
}

/// Pairs of indices of the values that two rising series share.
pub(super) fn shared<'a>(a: &'a [f64], b: &'a [f64]) -> impl Iterator<Item = (usize, usize)> + 'a {
    let mut j = 0;
    a.iter().enumerate().filter_map(move |(i, t)| {
        while b.get(j).is_some_and(|other| other < t) {
            j += 1;
        }
        (b.get(j) == Some(t)).then_some((i, j))
    })
}
