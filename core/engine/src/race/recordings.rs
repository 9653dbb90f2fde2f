//! What the recordings of a race folder say of each other before races are looked for: which are of one boat, and whose clock
//! is off by quarters of an hour.

use std::borrow::Cow;

use super::answer::{RaceNote, RaceNoteCode};
use super::clock::SEEN_S;
use super::input::{RaceTrack, RaceTrackFacts};
use super::vectors::apart_m;
use crate::geo::Plane;
use crate::stats::order::sort_by_number;
use crate::stats::quantile::{median, quantile};

/// Recordings are compared at whole multiples of this, s. *guess*
const STEP_S: f64 = 10.0;
/// Least time that two recordings show together, and a boat beside others, steps: ten minutes. *guess*
const MIN_STEPS: usize = 60;

/// Recordings of one boat are this near to each other at 19 of 20 moments, m: two receivers on a boat of 5 m, each with its error.
/// *guess*; the nearest two boats of the recorded fleets are 80 m apart.
const ONE_BOAT_M: f64 = 15.0;

/// Clocks are off by a whole multiple of this, as zones are, and by this many at most. *definition*
const QUARTER_S: f64 = 900.0;
const MAX_QUARTERS: i64 = 56;
/// A boat sails with the others where her distance from the second nearest is at most this multiple of theirs. A clock is doubted
/// where that distance is greater, or not known, with the times as they are. *guess*
const WITH_OTHERS: f64 = 2.5;

/// Where a boat was at a step, in the plane, m.
type Place = (i64, (f64, f64));

/// Where the boats were, of each track in the order of the steps.
pub(super) struct Places(Vec<Vec<Place>>);

impl Places {
    pub(super) fn of(tracks: &[Cow<RaceTrack>]) -> Self {
        let first = tracks.iter().find_map(|t| Some((*t.lat_deg.first()?, *t.lon_deg.first()?)));
        let (lat_deg, lon_deg) = first.unwrap_or_default();
        let plane = Plane::at(lat_deg, lon_deg);
        Self(tracks.iter().map(|track| places(track, &plane)).collect())
    }

    /// Pairs of recordings of one boat: the one that is left out, and the longer one that stays; of two of one length that whose
    /// name is first.
    pub(super) fn copies(&self, tracks: &[Cow<RaceTrack>]) -> Vec<(usize, usize)> {
        let mut order: Vec<usize> = (0..self.0.len()).collect();
        order.sort_by(|&a, &b| tracks[a].facts.name.cmp(&tracks[b].facts.name));
        let length_ms = |i: &usize| Some(tracks[*i].time_ms.last()? - tracks[*i].time_ms.first()?);
        sort_by_number(&mut order, |i| -libm::round(length_ms(i).unwrap_or(0.0) / (1000.0 * STEP_S)));
        let mut stay: Vec<usize> = Vec::new();
        let mut left_out = Vec::new();
        for one in order {
            match stay.iter().find(|other| self.are_one_boat(one, **other)) {
                Some(other) => left_out.push((one, *other)),
                None => stay.push(one),
            }
        }
        left_out
    }

    fn are_one_boat(&self, a: usize, b: usize) -> bool {
        let mut apart = self.apart(a, b, 0);
        apart.retain(|m| m.is_finite());
        let shorter = self.0[a].len().min(self.0[b].len());
        apart.len() >= MIN_STEPS.max(shorter / 2) && quantile(&mut apart, 0.95) <= Some(ONE_BOAT_M)
    }

    /// Distance of one boat from another at each step of the first, m, with her clock moved by so many steps; infinite where
    /// the other was not seen.
    fn apart(&self, one: usize, other: usize, steps: i64) -> Vec<f64> {
        let others = &self.0[other];
        let mut at = 0;
        let of = |(step, here): &Place| {
            while others.get(at).is_some_and(|place| place.0 < step + steps) {
                at += 1;
            }
            let there = others.get(at).filter(|place| place.0 == step + steps);
            there.map_or(f64::INFINITY, |there| apart_m(*here, there.1))
        };
        self.0[one].iter().map(of).collect()
    }

    /// By how much clocks are ahead, s: of the boats that sailed with the others at another time, a number of quarters of an
    /// hour away, and not at their own. `is_out` tells the recordings that are left out.
    pub(super) fn clocks(&self, is_out: impl Fn(usize) -> bool) -> Vec<(usize, f64)> {
        let boats: Vec<usize> = (0..self.0.len()).filter(|&i| !is_out(i)).collect();
        let own: Vec<Option<f64>> = boats.iter().map(|&boat| self.beside_others(boat, &boats, 0)).collect();
        let mut together: Vec<f64> = own.iter().flatten().copied().collect();
        // Most boats agree on the time.
        if 2 * together.len() <= boats.len() {
            return Vec::new();
        }
        let Some(usual) = median(&mut together) else { return Vec::new() };
        let mut clocks = Vec::new();
        for (&boat, own) in boats.iter().zip(&own) {
            if own.is_some_and(|m| m <= WITH_OTHERS * usual) {
                continue;
            }
            let mut best = (0, WITH_OTHERS * usual);
            for quarters in -MAX_QUARTERS..=MAX_QUARTERS {
                let apart = self.beside_others(boat, &boats, quarters).filter(|m| *m < best.1);
                best = apart.map_or(best, |m| (quarters, m));
            }
            if best.0 != 0 {
                clocks.push((boat, -(best.0 as f64) * QUARTER_S));
            }
        }
        clocks
    }

    /// Median distance of a boat from the second nearest of the others with her clock moved by so many quarters of an hour, m;
    /// none where they were not seen together for half of her time.
    fn beside_others(&self, boat: usize, boats: &[usize], quarters: i64) -> Option<f64> {
        let mut nearest = vec![[f64::INFINITY; 2]; self.0[boat].len()];
        for &other in boats.iter().filter(|other| **other != boat) {
            for (near, m) in
                nearest.iter_mut().zip(self.apart(boat, other, quarters * (QUARTER_S / STEP_S) as i64))
            {
                *near = [near[0].min(m), near[1].min(near[0].max(m))];
            }
        }
        let mut second: Vec<f64> = nearest.iter().map(|near| near[1]).filter(|m| m.is_finite()).collect();
        if second.len() < MIN_STEPS.max(nearest.len() / 2) {
            return None;
        }
        median(&mut second)
    }
}

fn places(track: &RaceTrack, plane: &Plane) -> Vec<Place> {
    let step_ms = 1000.0 * STEP_S;
    let at = |row: usize| plane.to_m(track.lat_deg[row], track.lon_deg[row]);
    let mut places = Vec::new();
    let rows = track.time_ms.len().min(track.lat_deg.len()).min(track.lon_deg.len());
    for row in 1..rows {
        let [from_ms, to_ms] = [track.time_ms[row - 1], track.time_ms[row]];
        if to_ms - from_ms > 1000.0 * SEEN_S {
            continue;
        }
        let [a, b] = [at(row - 1), at(row)];
        let mut step = (from_ms / step_ms).ceil();
        while step * step_ms < to_ms {
            let f = (step * step_ms - from_ms) / (to_ms - from_ms);
            places.push((step as i64, (a.0 + f * (b.0 - a.0), a.1 + f * (b.1 - a.1))));
            step += 1.0;
        }
    }
    places
}

/// That a recording is left out for another one of the same boat.
pub(super) fn copy_note(copy: &str, other: &str) -> RaceNote {
    let text = format!("“{copy}” is another recording of the boat of “{other}”, and is left out.");
    RaceNote { code: RaceNoteCode::SameBoat, text, track: Some(copy.to_string()), clock_ahead_s: None }
}

/// That a clock seems to be off, with the correction that sets it.
pub(super) fn clock_note(track: &RaceTrackFacts, ahead_s: f64) -> RaceNote {
    let name = track.name.as_str();
    let minutes = (ahead_s.abs() / 60.0) as u32;
    let away = format!("{}:{:02} h", minutes / 60, minutes % 60);
    let way = if ahead_s > 0.0 { "earlier" } else { "later" };
    let what = if track.without_zone {
        format!("The times of “{name}” have no zone")
    } else {
        format!("The clock of “{name}” seems to be off")
    };
    let text =
        format!("{what}: {away} {way} she sailed with the others. Set her clock, and she races with them.");
    let track = Some(name.to_string());
    RaceNote { code: RaceNoteCode::ClockDiffers, text, track, clock_ahead_s: Some(ahead_s) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A boat that beats up and runs down before 10:00 for an hour, `late_s` behind and `aside_m` beside the others, with a
    /// clock that is ahead by so many hours.
    fn boat(late_s: f64, aside_m: f64, ahead_h: f64) -> RaceTrack {
        let mut track = RaceTrack::default();
        for s in 0..3600 {
            let sailed = f64::from(s) - late_s;
            let north_m = 1500.0 * libm::sin(sailed / 300.0);
            let east_m = 400.0 * libm::cos(sailed / 130.0) + aside_m;
            track.time_ms.push(1.7e12 + 1000.0 * f64::from(s) + 3.6e6 * ahead_h);
            track.lat_deg.push(54.0 + north_m / 111_300.0);
            track.lon_deg.push(10.0 + east_m / 65_500.0);
        }
        track
    }

    /// Copies, and clocks that are ahead, s.
    type Found = (Vec<(usize, usize)>, Vec<(usize, f64)>);

    fn found(tracks: &[RaceTrack]) -> Found {
        let all: Vec<Cow<RaceTrack>> = tracks.iter().map(Cow::Borrowed).collect();
        let places = Places::of(&all);
        let copies = places.copies(&all);
        let clocks = places.clocks(|i| copies.iter().any(|(copy, _)| *copy == i));
        (copies, clocks)
    }

    fn fleet() -> Vec<RaceTrack> {
        (0..5).map(|i| boat(7.0 * f64::from(i), 12.0 * f64::from(i), 0.0)).collect()
    }

    #[test]
    fn a_second_receiver_of_a_boat_is_left_out_and_boats_side_by_side_stay() {
        let mut tracks = fleet();
        assert_eq!(found(&tracks), (vec![], vec![]));
        let mut second = boat(7.0, 13.5, 0.0);
        for values in [&mut second.time_ms, &mut second.lat_deg, &mut second.lon_deg] {
            values.truncate(2400);
        }
        tracks.insert(0, second);
        assert_eq!(found(&tracks), (vec![(0, 2)], vec![]), "the shorter one");
    }

    #[test]
    fn a_clock_that_is_hours_off_is_found_by_the_boats_she_sailed_with() {
        for ahead_h in [2.0, -1.0, 5.75] {
            let mut tracks = fleet();
            tracks[3] = boat(20.0, 30.0, ahead_h);
            assert_eq!(found(&tracks), (vec![], vec![(3, 3600.0 * ahead_h)]), "{ahead_h} h");
        }
    }

    #[test]
    fn boats_that_sail_hours_apart_are_two_fleets_and_a_boat_that_trains_elsewhere_is_none() {
        let mut tracks = fleet();
        tracks.extend((0..4).map(|i| boat(9.0 * f64::from(i), 15.0 * f64::from(i), 3.0)));
        assert_eq!(found(&tracks).1, []);
        let mut beside = fleet();
        beside.push(boat(1100.0, 2500.0, 2.1));
        assert_eq!(found(&beside).1, []);
    }
}
