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
    let spans: Vec<Option<Span>> = tracks.iter().map(|track| Span::of(track)).collect();
    let mut order: Vec<usize> = (0..tracks.len()).filter(|&i| spans[i].is_some()).collect();
    let start_ms = |i: usize| spans[i].map_or(0.0, |span| span.start_ms);
    order.sort_by(|&a, &b| start_ms(a).total_cmp(&start_ms(b)));
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for i in order {
        let is_of_one_day =
            |&one: &usize| spans[one].zip(spans[i]).is_some_and(|(one, later)| one.is_of_one_day(&later));
        let is_joined = |group: &[usize]| group.iter().any(is_of_one_day);
        // The groups are in the order of their first recordings, and stay so: the joined one stands where its first one was.
        let at = groups.iter().position(|group| is_joined(group)).unwrap_or(groups.len());
        let mut joined = vec![i];
        groups.retain_mut(|group| {
            let stays = !is_joined(group);
            if !stays {
                joined.append(group);
            }
            stays
        });
        groups.insert(at, joined);
    }
    groups.iter_mut().for_each(|group| group.sort_unstable());
    groups
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
