//! Tracks that belong together: of one day and one piece of water.

use super::input::RaceTrack;
use crate::geo::distance_m;

/// Recordings of one day follow each other within this time, ms, and begin within this distance, m.
const APART_MS: f64 = 3_600_000.0;
const APART_M: f64 = 20_000.0;

/// Indices of the tracks with at least two fixes in groups by time and place, each in the order of the input; the groups
/// in time order.
pub(super) fn days(tracks: &[&RaceTrack]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..tracks.len()).filter(|&i| span(tracks[i]).is_some()).collect();
    let start = |i: usize| span(tracks[i]).map_or(0.0, |s| s.0);
    order.sort_by(|&a, &b| start(a).total_cmp(&start(b)));
    let mut groups: Vec<(f64, Vec<usize>)> = Vec::new();
    for i in order {
        let Some((from, to)) = span(tracks[i]) else { continue };
        let joins = |(end, members): &&mut (f64, Vec<usize>)| {
            from <= *end + APART_MS && members.iter().any(|&m| near(tracks[m], tracks[i]))
        };
        match groups.iter_mut().find(joins) {
            Some((end, members)) => {
                *end = end.max(to);
                members.push(i);
            }
            None => groups.push((to, vec![i])),
        }
    }
    let sorted = |(_, mut members): (f64, Vec<usize>)| {
        members.sort_unstable();
        members
    };
    groups.into_iter().map(sorted).collect()
}

fn span(track: &RaceTrack) -> Option<(f64, f64)> {
    let n = track.time_ms.len().min(track.lat_deg.len()).min(track.lon_deg.len());
    (n >= 2).then(|| Some((*track.time_ms.first()?, *track.time_ms.get(n - 1)?))).flatten()
}

fn near(a: &RaceTrack, b: &RaceTrack) -> bool {
    let first = |t: &RaceTrack| t.lat_deg.first().copied().zip(t.lon_deg.first().copied());
    first(a).zip(first(b)).is_some_and(|(a, b)| distance_m(a.0, a.1, b.0, b.1) <= APART_M)
}
