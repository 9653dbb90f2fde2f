//! Tracks of one file: boats that sailed at the same time, sessions that are hours apart, and the sports of both.

use std::ops::Range;

use super::text::printable;
use crate::geo::distance_m;
use crate::stats::order::sort_by_number;
use crate::stats::quantile::quantile;
use crate::track::{Recording, SportSpan};

/// Two tracks of at least this duration in common are of two boats or receivers, s. *Guess*.
const MIN_COMMON_S: f64 = 60.0;
/// Farther apart than this at a tenth of the moments they are two boats, m. *measured* (docs/truth.md): of boats that raced side by
/// side none stays within 50 m for nine tenths of the time, but half of it within 28 m.
const APART_M: f64 = 30.0;
const MOSTLY: f64 = 0.9;
/// Moments at which two tracks are compared. *Guess*.
const COMPARED: usize = 60;
/// Rows of a track of the file.
struct Piece {
    rows: Range<usize>,
    name: Option<String>,
    from_ms: f64,
    to_ms: f64,
}

/// The rows of each boat of a recording with several, or of one that several receivers recorded; none for others.
pub(super) fn boats(recording: &Recording) -> Vec<(String, Vec<Range<usize>>)> {
    let mut pieces = pieces(recording);
    sort_by_number(&mut pieces, |piece| piece.from_ms);
    if pieces.len() < 2 || !pieces.windows(2).any(|pair| common_s(&pair[0], &pair[1]) >= MIN_COMMON_S) {
        return Vec::new();
    }
    let (mut boats, mut dropped): (Vec<Vec<Piece>>, bool) = (Vec::new(), false);
    for piece in pieces {
        let free = |boat: &&mut Vec<Piece>| boat.iter().all(|other| common_s(other, &piece) < MIN_COMMON_S);
        let is_named =
            |boat: &[Piece]| piece.name.is_some() && boat.iter().any(|other| other.name == piece.name);
        let same_place = |boat: &&mut Vec<Piece>| {
            boat.iter()
                .any(|other| common_s(other, &piece) >= MIN_COMMON_S && !are_apart(recording, other, &piece))
        };
        // A second receiver of a boat: the better one counts, which has more fixes.
        if let Some(boat) = boats.iter_mut().find(same_place) {
            let other = boat.iter_mut().find(|other| common_s(other, &piece) >= MIN_COMMON_S);
            dropped = true;
            if let Some(other) = other.filter(|other| other.rows.len() < piece.rows.len()) {
                *other = piece;
            }
            continue;
        }
        let at = boats.iter_mut().position(|boat| is_named(boat) && free(&boat));
        let at = at.or_else(|| boats.iter_mut().position(|boat| piece.name.is_none() && free(&boat)));
        match at.and_then(|at| boats.get_mut(at)) {
            Some(boat) => boat.push(piece),
            None => boats.push(vec![piece]),
        }
    }
    if boats.len() < 2 && !dropped {
        return Vec::new();
    }
    let named = |(i, boat): (usize, Vec<Piece>)| {
        let name = boat.iter().find_map(|piece| piece.name.clone());
        let name = name.map_or_else(|| format!("boat {}", i + 1), |name| printable(&name));
        let mut rows: Vec<Range<usize>> = boat.into_iter().map(|piece| piece.rows).collect();
        sort_by_number(&mut rows, |rows| rows.start as f64);
        (name, rows)
    };
    boats.into_iter().enumerate().map(named).collect()
}

fn pieces(recording: &Recording) -> Vec<Piece> {
    let time_ms = &recording.columns.time_ms;
    let ends = recording.tracks.iter().skip(1).map(|track| track.first_row).chain([time_ms.len()]);
    let piece = |(track, end): (&crate::track::FileTrack, usize)| {
        let rows = track.first_row..end;
        let times = time_ms.get(rows.clone())?;
        let from_ms = times.iter().copied().fold(f64::INFINITY, f64::min);
        let to_ms = times.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (from_ms <= to_ms).then(|| Piece { rows, name: track.name.clone(), from_ms, to_ms })
    };
    recording.tracks.iter().zip(ends).filter_map(piece).collect()
}

/// Duration that two tracks have in common, s.
fn common_s(a: &Piece, b: &Piece) -> f64 {
    (a.to_ms.min(b.to_ms) - a.from_ms.max(b.from_ms)) / 1000.0
}

/// True when two tracks are at different places at the same times.
fn are_apart(recording: &Recording, a: &Piece, b: &Piece) -> bool {
    let columns = &recording.columns;
    let (from, to) = (a.from_ms.max(b.from_ms), a.to_ms.min(b.to_ms));
    let place = |piece: &Piece, ms: f64| {
        let times = columns.time_ms.get(piece.rows.clone())?;
        let after = times.partition_point(|time| *time < ms).min(times.len() - 1);
        let (a, b) = (piece.rows.start + after.saturating_sub(1), piece.rows.start + after);
        let (a_ms, b_ms) = (*columns.time_ms.get(a)?, *columns.time_ms.get(b)?);
        let part = if b_ms > a_ms { ((ms - a_ms) / (b_ms - a_ms)).clamp(0.0, 1.0) } else { 1.0 };
        let between = |deg: &[f64]| Some(deg.get(a)? + part * (deg.get(b)? - deg.get(a)?));
        Some((between(&columns.lat_deg)?, between(&columns.lon_deg)?))
    };
    let at = |i: usize| from + (to - from) * i as f64 / COMPARED as f64;
    let apart = |i: usize| {
        let ((lat0, lon0), (lat1, lon1)) = (place(a, at(i))?, place(b, at(i))?);
        let m = distance_m(lat0, lon0, lat1, lon1);
        m.is_finite().then_some(m)
    };
    let mut distances: Vec<f64> = (0..=COMPARED).filter_map(apart).collect();
    quantile(&mut distances, MOSTLY).is_some_and(|m| m > APART_M)
}

/// The recording of a file with several boats is that of the boat with most fixes, and this is said; the sports of the tracks
/// become spans of time.
pub(super) fn settle(recording: &mut Recording) {
    let boats = boats(recording);
    let most = boats.iter().rev().max_by_key(|(_, rows)| rows.iter().map(Range::len).sum::<usize>());
    if let Some((name, rows)) = most.cloned() {
        let names: Vec<&str> = boats.iter().map(|(name, _)| name.as_str()).take(SAID).collect();
        let more = if boats.len() > SAID { " and more" } else { "" };
        let sentence = match boats.len() {
            1 => "The file has a second recording of the same boat; the one with more points is used."
                .to_string(),
            _ => format!(
                "{} boats sailed at the same time in this file: {}{more}. This is {name}.",
                boats.len(),
                names.join(", ")
            ),
        };
        *recording = taken(recording, &rows);
        recording.damage.lacks.push(sentence);
    }
    name_sports(recording);
}

/// Names of boats in a sentence.
const SAID: usize = 8;

/// The sports of tracks and sessions as spans of time, and the sport of the file, where one is on the water.
fn name_sports(recording: &mut Recording) {
    let of_track = |piece: Piece| {
        let track = recording.tracks.iter().rev().find(|track| track.first_row <= piece.rows.start)?;
        let sport = printable(track.sport.as_ref()?);
        Some(SportSpan { start_ms: piece.from_ms, end_ms: piece.to_ms, sport })
    };
    let mut sports: Vec<SportSpan> = pieces(recording).into_iter().filter_map(of_track).collect();
    sports.extend(recording.totals.iter().filter_map(|total| {
        let sport = total.sport?.to_string();
        Some(SportSpan { start_ms: total.start_ms, end_ms: total.end_ms, sport })
    }));
    if let (Some(sport), true) = (&recording.sport, sports.is_empty()) {
        let (start_ms, end_ms) = (f64::NEG_INFINITY, f64::INFINITY);
        sports.push(SportSpan { start_ms, end_ms, sport: sport.clone() });
    }
    recording.sports = sports;
}

/// A recording with these rows alone.
pub(super) fn taken(recording: &Recording, rows: &[Range<usize>]) -> Recording {
    let picked: Vec<usize> = rows.iter().flat_map(Clone::clone).collect();
    let mut part = recording.clone();
    part.columns = std::mem::take(&mut part.columns).into_selected(&picked);
    // A new piece begins at each of the file's, and where rows were left out.
    let jumps = picked.windows(2).enumerate().filter(|(_, pair)| pair[1] != pair[0] + 1);
    let old = |row: &usize| picked.binary_search(row).ok();
    part.breaks = recording.breaks.iter().filter_map(old).chain(jumps.map(|(i, _)| i + 1)).collect();
    part.breaks.sort_unstable();
    part.breaks.dedup();
    part.breaks.retain(|row| *row > 0);
    let tracks = std::mem::take(&mut part.tracks).into_iter().filter_map(|track| {
        let first_row = picked.partition_point(|row| *row < track.first_row);
        let is_in = picked.get(first_row).is_some_and(|row| rows.iter().any(|r| r.contains(row)));
        let begins = rows.iter().any(|rows| rows.contains(&track.first_row));
        (is_in && begins).then_some(crate::track::FileTrack { first_row, ..track })
    });
    part.tracks = tracks.collect();
    part.damage.kept = picked.len() as u32;
    part.damage.expected = part.damage.expected.map(|_| picked.len() as u32);
    part
}
