//! Tracks that belong together: of one day and one piece of water.

use std::borrow::Cow;
use std::ops::Range;

use super::input::{RaceTrack, RaceTrackFacts};
use crate::geo::distance_m;

/// Two recordings are of one day when one begins at most this long after the end of the other, ms, and at most this far from
/// where the other begins, m. So are two recordings that are of one day with a third one. *from* docs/races.md
const APART_MS: f64 = 3_600_000.0;
const APART_M: f64 = 20_000.0;
/// A track with a gap of this length, ms, is of several days: a grid of seconds over months would not fit. *guess*: boats that
/// race for days have no tracker that is silent for a day.
pub(super) const DAY_MS: f64 = 86_400_000.0;

/// The tracks of each day in time order, each in the order of the input: of a track with gaps of a day its part of the day.
pub(super) fn tracks_by_day<'a>(tracks: &[Cow<'a, RaceTrack>]) -> Vec<Vec<Cow<'a, RaceTrack>>> {
    let parts: Vec<(usize, Range<usize>)> = tracks
        .iter()
        .enumerate()
        .flat_map(|(i, t)| parts(t).into_iter().map(move |part| (i, part)))
        .collect();
    let spans: Vec<Option<Span>> = parts.iter().map(|(i, part)| Span::of(&tracks[*i], part)).collect();
    let of_part = |(i, part): &(usize, Range<usize>)| part_of(&tracks[*i], part);
    let day = |day: Vec<usize>| {
        let mut own: Vec<(usize, Range<usize>)> = Vec::new();
        for (track, part) in day.into_iter().filter_map(|at| parts.get(at)) {
            // Both parts are of one day where another boat sailed in the gap.
            match own.last_mut().filter(|(last, _)| last == track) {
                Some((_, before)) => before.end = part.end,
                None => own.push((*track, part.clone())),
            }
        }
        own.iter().map(of_part).collect()
    };
    days(&spans).into_iter().map(day).collect()
}

/// The fixes between gaps of a day.
fn parts(track: &RaceTrack) -> Vec<Range<usize>> {
    let gaps = track.time_ms.windows(2).enumerate().filter(|(_, t)| t[1] - t[0] > DAY_MS);
    let starts: Vec<usize> = [0].into_iter().chain(gaps.map(|(i, _)| i + 1)).collect();
    let ends = starts.iter().skip(1).copied().chain([track.time_ms.len()]);
    starts.iter().zip(ends).map(|(&start, end)| start..end).collect()
}

fn part_of<'a>(track: &Cow<'a, RaceTrack>, part: &Range<usize>) -> Cow<'a, RaceTrack> {
    if part.len() >= track.time_ms.len() {
        return track.clone();
    }
    let of = |column: &Vec<f64>| column.get(part.clone()).unwrap_or_default().to_vec();
    let of_channel = |column: &Vec<f32>| column.get(part.clone()).unwrap_or_default().to_vec();
    let time_ms = of(&track.time_ms);
    let ends_ms = time_ms.first().copied().zip(time_ms.last().copied());
    let about = |ms: f64| ends_ms.is_some_and(|(a, b)| (a - DAY_MS..b + DAY_MS).contains(&ms));
    let facts = &track.facts;
    Cow::Owned(RaceTrack {
        facts: RaceTrackFacts {
            name: facts.name.clone(),
            boat_class: facts.boat_class.clone(),
            turns: facts.turns.iter().filter(|turn| about(turn.time_ms)).copied().collect(),
            events: facts.events.iter().filter(|event| about(event.time_ms)).copied().collect(),
            ..*facts
        },
        time_ms,
        lat_deg: of(&track.lat_deg),
        lon_deg: of(&track.lon_deg),
        sog_mps: of_channel(&track.sog_mps),
        cog_deg: of_channel(&track.cog_deg),
        ewd_deg: of_channel(&track.ewd_deg),
        ewd_sd_deg: of_channel(&track.ewd_sd_deg),
    })
}

/// Indices of the recordings with at least two fixes in groups by time and place, each in the order of the input; the groups
/// in time order. The groups do not depend on the order of the recordings.
fn days(spans: &[Option<Span>]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..spans.len()).filter(|&i| spans[i].is_some()).collect();
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
    fn of(track: &RaceTrack, part: &Range<usize>) -> Option<Self> {
        let first = part.start;
        let last = part.end.min(track.lat_deg.len()).min(track.lon_deg.len()).checked_sub(1)?;
        let [start_ms, end_ms] = [*track.time_ms.get(first)?, *track.time_ms.get(last)?];
        let (lat_deg, lon_deg) = (*track.lat_deg.get(first)?, *track.lon_deg.get(first)?);
        (last > first).then_some(Self { start_ms, end_ms, lat_deg, lon_deg })
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
        days(&tracks.iter().map(|t| Span::of(t, &(0..t.time_ms.len()))).collect::<Vec<_>>())
    }

    #[test]
    fn a_track_with_a_gap_of_months_is_of_two_days_with_the_other_boats_of_each() {
        let with_gap = RaceTrack {
            time_ms: [10.0, 11.0, 1500.0, 1501.0].map(|h| h * 3.6e6).to_vec(),
            lat_deg: vec![54.0, 54.0, 54.0, 54.1],
            lon_deg: vec![10.0; 4],
            ..RaceTrack::default()
        };
        let tracks = [with_gap, track(10.2, 11.2, 0.0), track(1500.1, 1502.0, 0.0)].map(Cow::Owned);
        let days = tracks_by_day(&tracks);
        let fixes = |day: &Vec<Cow<RaceTrack>>| day.iter().map(|t| t.time_ms.len()).collect::<Vec<_>>();
        assert_eq!(days.iter().map(fixes).collect::<Vec<_>>(), [[2, 2], [2, 2]]);
        assert_eq!(days[1][0].lat_deg, [54.0, 54.1]);
    }

    #[test]
    fn a_gap_in_which_another_boat_sails_leaves_a_track_whole() {
        let with_gap = RaceTrack {
            time_ms: [10.0, 11.0, 40.0, 41.0].map(|h| h * 3.6e6).to_vec(),
            lat_deg: vec![54.0; 4],
            lon_deg: vec![10.0; 4],
            ..RaceTrack::default()
        };
        let mut other = track(9.0, 42.0, 0.0);
        other.time_ms.insert(1, 25.0 * 3.6e6);
        (other.lat_deg, other.lon_deg) = (vec![54.0; 3], vec![10.0; 3]);
        let days = tracks_by_day(&[Cow::Owned(with_gap), Cow::Owned(other)]);
        assert_eq!(days.len(), 1);
        assert_eq!(days[0].iter().map(|t| t.time_ms.len()).collect::<Vec<_>>(), [4, 3]);
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
