//! Where a boat is at rest: ashore, or at anchor and waiting.

use std::ops::Range;

use super::{FoundPart, PartKind};
use crate::geo::distance_m;
use crate::motion::Motion;
use crate::track::Track;

/// A rest lasts at least so long, s, within a cable of where it began, m.
const LEAST_S: f64 = 1200.0;
const CABLE_M: f64 = 185.2;
/// A boat that lies ashore stays within the error of its receiver, m. *Guess*: one at anchor swings farther.
const ASHORE_M: f64 = 25.0;
/// Positions are compared over a minute, and over at most so long, s.
const STEP_S: f64 = 60.0;
const MAX_STEP_S: f64 = 180.0;
/// Greatest speeds at rest, m/s: made good over a minute and on average, and sailed over a minute. *Guess*: a boat in a calm
/// makes more way, and one that waits to and fro sails.
const MAX_MPS: f64 = 0.3;
const MEAN_MPS: f64 = 0.15;
const SAILED_MPS: f64 = 0.5;
/// From the end of a recording, or of a way on land, a rest ashore begins within this time, s: the boat is carried. *Guess*.
const CARRIED_S: f64 = 180.0;
/// *Guess*.
const PROBABILITY: f64 = 0.95;

/// A position after at least a minute.
struct Stop {
    row: usize,
    s: f64,
    lat_deg: f64,
    lon_deg: f64,
    /// Mean speed until the next one, m/s.
    mps: f64,
}

impl Stop {
    fn away_m(&self, other: &Self) -> f64 {
        distance_m(self.lat_deg, self.lon_deg, other.lat_deg, other.lon_deg)
    }
}

/// The parts, with rests of their own where they may be sailing.
pub(super) fn divided(parts: Vec<FoundPart>, track: &Track, motion: &Motion) -> Vec<FoundPart> {
    let is_land = |at: Option<usize>| {
        at.and_then(|at| parts.get(at))
            .is_none_or(|part| matches!(part.kind, PartKind::OnLand | PartKind::OtherSport) && part.left_out)
    };
    let beside_land: Vec<[bool; 2]> =
        (0..parts.len()).map(|i| [is_land(i.checked_sub(1)), is_land(Some(i + 1))]).collect();
    let of = |(part, beside_land): (FoundPart, [bool; 2])| match part.kind {
        PartKind::Sailing => with_rests(part, beside_land, track, motion),
        _ => vec![part],
    };
    parts.into_iter().zip(beside_land).flat_map(of).collect()
}

fn with_rests(part: FoundPart, beside_land: [bool; 2], track: &Track, motion: &Motion) -> Vec<FoundPart> {
    let time_s = |row: usize| track.columns.time_s(row);
    let carried = |a: usize, b: usize| time_s(b) - time_s(a) <= CARRIED_S;
    let (mut parts, mut from) = (Vec::new(), part.rows.start);
    let last = part.rows.end.saturating_sub(1);
    for (mut rows, is_still) in rests(&part.rows, track, motion) {
        let [begins, ends] = [
            is_still && beside_land[0] && carried(part.rows.start, rows.start),
            is_still && beside_land[1] && carried(rows.end - 1, last),
        ];
        rows = if begins { from } else { rows.start }..if ends { part.rows.end } else { rows.end };
        if rows.start > from {
            parts.push(FoundPart::sailing(from..rows.start));
        }
        from = rows.end;
        // A recording that is nothing else is analysed as it stands.
        let is_all = rows == (0..track.columns.len());
        let (kind, reason) = match (begins || ends) && !is_all {
            true => (PartKind::Ashore, "It does not move."),
            false => (PartKind::AtRest, "It stays within a cable."),
        };
        parts.push(FoundPart {
            kind,
            probability: PROBABILITY,
            reason: reason.to_string(),
            left_out: kind == PartKind::Ashore,
            ..FoundPart::sailing(rows)
        });
    }
    if from < part.rows.end {
        parts.push(FoundPart::sailing(from..part.rows.end));
    }
    parts
}

/// The rests among these rows in time order, and whether the boat lies still.
fn rests(rows: &Range<usize>, track: &Track, motion: &Motion) -> Vec<(Range<usize>, bool)> {
    let stops = stops(rows, track, motion);
    let (mut rests, mut at) = (Vec::new(), 0);
    while let Some(first) = stops.get(at) {
        let slow = |two: &[Stop]| {
            let [a, b] = two else { return false };
            let is_slow = a.mps <= SAILED_MPS && a.away_m(b) <= MAX_MPS * (b.s - a.s);
            is_slow && b.s - a.s <= MAX_STEP_S && first.away_m(b) <= CABLE_M
        };
        let length = stops.get(at..).unwrap_or_default().windows(2).take_while(|two| slow(two)).count();
        let all = stops.get(at..=at + length).unwrap_or_default();
        let lasts_s = all.last().map_or(0.0, |last| last.s - first.s);
        let way_m: f64 = all.windows(2).map(|two| two[0].away_m(&two[1])).sum();
        match all.last().filter(|_| lasts_s >= LEAST_S && way_m <= MEAN_MPS * lasts_s) {
            Some(last) => {
                let is_still = all.iter().all(|stop| first.away_m(stop) <= ASHORE_M);
                rests.push((first.row..last.row + 1, is_still));
                at += length + 1;
            }
            None => at += 1,
        }
    }
    rests
}

fn stops(rows: &Range<usize>, track: &Track, motion: &Motion) -> Vec<Stop> {
    let (mut stops, mut sum_mps): (Vec<Stop>, f64) = (Vec::new(), 0.0);
    for row in rows.clone() {
        let s = track.columns.time_s(row);
        let goes_on = |last: &&mut Stop| s - last.s < STEP_S;
        let mps = motion.sog_mps.get(row).copied().unwrap_or(f64::NAN);
        if let Some(last) = stops.last_mut().filter(goes_on) {
            sum_mps += mps;
            last.mps = sum_mps / (row + 1 - last.row) as f64;
            continue;
        }
        sum_mps = mps;
        let m = motion.east_m.get(row).zip(motion.north_m.get(row));
        let (lat_deg, lon_deg) = m.map_or((f64::NAN, f64::NAN), |(e, n)| track.planes.to_deg(row, *e, *n));
        stops.push(Stop { row, s, lat_deg, lon_deg, mps });
    }
    stops
}
