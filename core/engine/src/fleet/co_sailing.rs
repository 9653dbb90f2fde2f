//! Who sailed together: boats that were on the water at the same time, in sight of each other.

use super::TrackEvidence;
use crate::geo::distance_m;
use crate::stats::quantile::median;

/// Two boats sail together when they share this much time, in moments of ten seconds, and half of it within this
/// distance of each other: a race course and what is around it, not the next bay.
const SHARED_MOMENTS: usize = 30;
const TOGETHER_M: f64 = 4000.0;

/// Numbers of the boats of each company, in the order they were given; who sailed alone is in none.
pub fn co_sailing_groups(all: &[TrackEvidence]) -> Vec<Vec<usize>> {
    let mut company: Vec<usize> = (0..all.len()).collect();
    for (i, one) in all.iter().enumerate() {
        for (j, other) in all.iter().enumerate().take(i) {
            if company[i] != company[j] && together(one, other) {
                let (from, to) = (company[i].max(company[j]), company[i].min(company[j]));
                company.iter_mut().filter(|c| **c == from).for_each(|c| *c = to);
            }
        }
    }
    let of = |c: usize| (0..all.len()).filter(|&i| company[i] == c).collect::<Vec<_>>();
    (0..all.len()).map(of).filter(|boats| boats.len() > 1).collect()
}

fn together(a: &TrackEvidence, b: &TrackEvidence) -> bool {
    let mut apart: Vec<f64> = shared(&a.time_ms, &b.time_ms)
        .filter_map(|(i, j)| {
            Some(distance_m(*a.lat_deg.get(i)?, *a.lon_deg.get(i)?, *b.lat_deg.get(j)?, *b.lon_deg.get(j)?))
        })
        .collect();
    apart.len() >= SHARED_MOMENTS && median(&mut apart).is_some_and(|m| m <= TOGETHER_M)
}

/// Places of the moments that two rising series share.
pub(super) fn shared<'a>(a: &'a [f64], b: &'a [f64]) -> impl Iterator<Item = (usize, usize)> + 'a {
    let mut j = 0;
    a.iter().enumerate().filter_map(move |(i, t)| {
        while b.get(j).is_some_and(|other| other < t) {
            j += 1;
        }
        (b.get(j) == Some(t)).then_some((i, j))
    })
}
