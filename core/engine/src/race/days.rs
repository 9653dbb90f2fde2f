//! Tracks that belong together: of one day and one piece of water.

use super::input::RaceTrack;
use crate::geo::distance_m;

/// Two recordings are of one day when one begins at most this long after the end of the other, ms, and at most this far from
/// where the other begins, m. So are two recordings that are of one day with a third one.
const APART_MS: f64 = 3_600_000.0;
const APART_M: f64 = 20_000.0;

/// Indices of the tracks with at least two fixes in groups by time and place, each in the order of the input; the groups
/// in time order. The groups do not depend on the order of the tracks.
pub(super) fn days(tracks: &[&RaceTrack]) -> Vec<Vec<usize>> {
    let mut spans: Vec<(usize, Span)> =
        tracks.iter().enumerate().filter_map(|(i, track)| Some((i, Span::of(track)?))).collect();
    spans.sort_by(|a, b| a.1.start_ms.total_cmp(&b.1.start_ms));
    let mut groups: Vec<Vec<(usize, Span)>> = Vec::new();
    for later in spans {
        let is_joined =
            |group: &mut Vec<(usize, Span)>| group.iter().any(|one| one.1.is_of_one_day(&later.1));
        let mut joined: Vec<_> = groups.extract_if(.., is_joined).flatten().collect();
        joined.push(later);
        groups.push(joined);
    }
    groups.sort_by(|a, b| start_ms(a).total_cmp(&start_ms(b)));
    let indices = |group: Vec<(usize, Span)>| {
        let mut indices: Vec<usize> = group.into_iter().map(|(i, _)| i).collect();
        indices.sort_unstable();
        indices
    };
    groups.into_iter().map(indices).collect()
}

fn start_ms(group: &[(usize, Span)]) -> f64 {
    group.iter().map(|(_, span)| span.start_ms).fold(f64::INFINITY, f64::min)
}

/// Time of a recording, and where it begins.
#[derive(Debug, Clone, Copy)]
struct Span {
    start_ms: f64,
    end_ms: f64,
    lat_deg: f64,
    lon_deg: f64,
}

impl Span {
    /// None with fewer than two fixes.
    fn of(track: &RaceTrack) -> Option<Self> {
        let n = track.time_ms.len().min(track.lat_deg.len()).min(track.lon_deg.len());
        let last = n.checked_sub(1).filter(|last| *last > 0)?;
        let [start_ms, end_ms] = [*track.time_ms.first()?, *track.time_ms.get(last)?];
        Some(Self { start_ms, end_ms, lat_deg: *track.lat_deg.first()?, lon_deg: *track.lon_deg.first()? })
    }

    /// Compares with a recording that begins later or at the same time.
    fn is_of_one_day(&self, later: &Self) -> bool {
        later.start_ms <= self.end_ms + APART_MS
            && distance_m(self.lat_deg, self.lon_deg, later.lat_deg, later.lon_deg) <= APART_M
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// A recording of these hours that begins so far north of the first.
    fn track(from_h: f64, to_h: f64, north_km: f64) -> RaceTrack {
        let lat_deg = 54.0 + north_km / 111.0;
        RaceTrack {
            time_ms: vec![from_h * 3.6e6, to_h * 3.6e6],
            lat_deg: vec![lat_deg; 2],
            lon_deg: vec![10.0; 2],
            ..RaceTrack::default()
        }
    }

    fn groups(tracks: &[RaceTrack]) -> Vec<Vec<usize>> {
        days(&tracks.iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_boat_between_two_that_are_too_far_apart_joins_them() {
        let tracks = [track(10.0, 12.0, 0.0), track(10.1, 12.0, 30.0), track(10.2, 12.0, 15.0)];
        assert_eq!(groups(&tracks[..2]), [[0], [1]]);
        assert_eq!(groups(&tracks), [[0, 1, 2]]);
    }

    #[test]
    fn a_recording_over_noon_joins_morning_and_afternoon() {
        let tracks = [track(9.0, 11.0, 0.0), track(13.5, 15.0, 0.0), track(10.5, 13.0, 0.0)];
        assert_eq!(groups(&tracks[..2]), [[0], [1]]);
        assert_eq!(groups(&tracks), [[0, 1, 2]]);
    }

    #[test]
    fn the_groups_do_not_depend_on_the_order_of_the_tracks() {
        let mut random = Random::of(9);
        for _ in 0..100 {
            let mut tracks: Vec<RaceTrack> = (0..12)
                .map(|_| {
                    let from_h = random.below(48) as f64 / 4.0;
                    track(from_h, from_h + 1.0 + random.below(3) as f64, 8.0 * random.below(12) as f64)
                })
                .collect();
            let sorted = |tracks: &[RaceTrack]| {
                let places = |group: &Vec<usize>| {
                    let mut places: Vec<_> = group
                        .iter()
                        .map(|&i| {
                            [tracks[i].time_ms[0], tracks[i].time_ms[1], tracks[i].lat_deg[0]]
                                .map(f64::to_bits)
                        })
                        .collect();
                    places.sort_unstable();
                    places
                };
                let mut all: Vec<_> = groups(tracks).iter().map(places).collect();
                all.sort_unstable();
                all
            };
            let before = sorted(&tracks);
            tracks.reverse();
            assert_eq!(sorted(&tracks), before);
        }
    }
}
