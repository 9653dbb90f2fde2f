//! The parts of a recording: what is sailing, and what is left out (docs/algorithms.md, section 3.1).
//!
//! | module | contents |
//! |---|---|
//! | `sports` | sports by the words of files |
//! | `model` | under sail, under tow or engine, on the road, by how it moves |
//! | `edges` | where such a part begins and ends |
//! | `rest` | ashore, and at rest |

mod edges;
mod model;
mod rest;
pub mod sports;

use std::ops::Range;

use crate::angle::hypot;
use crate::config::{BoatClass, OTHER};
use crate::motion::Motion;
use crate::track::{Recording, Track, flag};
use crate::units::kn_from_mps;

/// What a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum PartKind {
    Sailing,
    /// Behind another boat, or under engine: the two move alike.
    Towed,
    /// Under engine, of a class that has one.
    Motoring,
    OnLand,
    OtherSport,
    /// It does not move, at an end of the recording or beside a way on land.
    Ashore,
    /// At anchor, or waiting for twenty minutes within a cable: neither sailing nor left out.
    AtRest,
    /// It may be sailing; it counts as that.
    Unknown,
}

/// A part: rows of the track.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundPart {
    pub kind: PartKind,
    pub rows: Range<usize>,
    /// Probability of the kind.
    pub probability: f64,
    pub sport: Option<String>,
    /// A sentence; empty for sailing.
    pub reason: String,
    pub left_out: bool,
    /// It was taken in or left out by hand.
    pub by_hand: bool,
}

impl FoundPart {
    fn sailing(rows: Range<usize>) -> Self {
        Self {
            kind: PartKind::Sailing,
            rows,
            probability: 1.0,
            sport: None,
            reason: String::new(),
            left_out: false,
            by_hand: false,
        }
    }
}

/// What a user says of a span of time, UTC ms: that it is to be taken in, or left out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    pub take_in: bool,
    pub start_ms: f64,
    pub end_ms: f64,
}

/// A part is left out from this probability on; below it, it is kept as unknown. *Guess*
const LEFT_OUT_FROM: f64 = 0.9;
/// Shorter parts belong to what is around them, s. *Guess*.
const SHORTEST_S: f64 = 60.0;

/// A class that makes more than this share of the fixes a drive on land is not the boat's, where none of it is one without a
/// class and it stays within a share of its way of where it began. *guess*: races of AC75s 0.1 to 0.3, a drive in a curve 0.5.
const OUTSAILED_SHARE: f64 = 0.2;
const IN_ONE_PLACE: f64 = 0.4;

/// The parts of a track, in time order, each row in one, and whether the boat may be of the class. Where it may not, because
/// it sails faster, they are those without a class.
pub fn find(
    recording: &Recording,
    track: &Track,
    motion: &Motion,
    class: &BoatClass,
    choices: &[Choice],
) -> (Vec<FoundPart>, bool) {
    let of = |class| of_class(recording, track, motion, class, choices);
    let parts = of(class);
    let driven = on_land(&parts);
    if driven.len() as f64 > OUTSAILED_SHARE * track.columns.len() as f64 && is_in_one_place(&driven, motion)
    {
        let without = of(OTHER);
        if on_land(&without).is_empty() {
            return (without, false);
        }
    }
    (parts, true)
}

/// The rows on land.
fn on_land(parts: &[FoundPart]) -> Vec<usize> {
    parts.iter().filter(|part| part.kind == PartKind::OnLand).flat_map(|part| part.rows.clone()).collect()
}

/// Whether the way of these rows stays near its beginning, as a race does and a drive does not.
fn is_in_one_place(rows: &[usize], motion: &Motion) -> bool {
    let apart_m = |&a: &usize, &b: &usize| {
        let along = |of: &[f64]| of.get(b).zip(of.get(a)).map_or(0.0, |(b, a)| b - a);
        hypot(along(&motion.east_m), along(&motion.north_m))
    };
    let way_m: f64 = rows.windows(2).map(|pair| apart_m(&pair[0], &pair[1])).sum();
    let farthest_m = rows.iter().map(|row| apart_m(&rows[0], row)).fold(0.0, f64::max);
    farthest_m < IN_ONE_PLACE * way_m
}

fn of_class(
    recording: &Recording,
    track: &Track,
    motion: &Motion,
    class: &BoatClass,
    choices: &[Choice],
) -> Vec<FoundPart> {
    let mut parts = by_sport(recording, track);
    if !track.is_sparse() {
        let moved = model::moved(track, motion, class);
        parts = parts.into_iter().flat_map(|part| by_motion(part, &moved, track, motion, class)).collect();
        parts = rest::divided(joined(parts), track, motion);
    }
    choices.iter().for_each(|choice| choose(&mut parts, track, choice));
    joined(parts)
}

/// Parts by the sports that the file names.
fn by_sport(recording: &Recording, track: &Track) -> Vec<FoundPart> {
    let time_ms = &track.columns.time_ms;
    let sport_at = |ms: f64| {
        let span = recording.sports.iter().rev().find(|span| (span.start_ms..=span.end_ms).contains(&ms));
        span.map(|span| span.sport.as_str()).filter(|sport| sports::is_other(sport))
    };
    if recording.sports.iter().all(|span| !sports::is_other(&span.sport)) {
        return vec![FoundPart::sailing(0..time_ms.len())];
    }
    let labels: Vec<Option<&str>> = time_ms.iter().map(|ms| sport_at(*ms)).collect();
    let (mut parts, mut start) = (Vec::new(), 0);
    for same in labels.chunk_by(|a, b| a == b) {
        let rows = start..start + same.len();
        start = rows.end;
        let sailing = FoundPart::sailing(rows);
        parts.push(match same.first().copied().flatten() {
            None => sailing,
            Some(sport) => FoundPart {
                kind: PartKind::OtherSport,
                probability: sports::OTHER_PROBABILITY,
                sport: Some(sports::words(sport)),
                reason: format!("The file says that this is {}.", sports::words(sport)),
                left_out: true,
                ..sailing
            },
        });
    }
    parts
}

/// Divides a part that may be sailing by how the boat moves.
fn by_motion(
    part: FoundPart,
    moved: &[model::Stretch],
    track: &Track,
    motion: &Motion,
    class: &BoatClass,
) -> Vec<FoundPart> {
    if part.left_out {
        return vec![part];
    }
    let (mut parts, mut from) = (Vec::new(), part.rows.start);
    for (i, stretch) in moved.iter().enumerate() {
        // Not into the stretch after it.
        let end = moved.get(i + 1).map_or(part.rows.end, |next| next.rows.start.min(part.rows.end));
        let rows = edges::of(&stretch.rows, track, motion, &(from..end.max(from)));
        let length_s = seconds(track, &rows);
        if rows.is_empty() || length_s < SHORTEST_S {
            continue;
        }
        if rows.start > from {
            parts.push(FoundPart::sailing(from..rows.start));
        }
        from = rows.end;
        parts.push(of_stretch(stretch, rows, motion, class));
    }
    if from < part.rows.end {
        parts.push(FoundPart::sailing(from..part.rows.end));
    }
    parts
}

fn of_stretch(stretch: &model::Stretch, rows: Range<usize>, motion: &Motion, class: &BoatClass) -> FoundPart {
    let speeds = motion.sog_mps.get(rows.clone()).unwrap_or_default();
    let greatest_kn = kn_from_mps(speeds.iter().copied().fold(0.0, f64::max));
    let mean_kn = kn_from_mps(speeds.iter().sum::<f64>() / speeds.len().max(1) as f64);
    let (kind, reason) = match stretch.state {
        model::State::Road => {
            (PartKind::OnLand, format!("It moves as a car does, at up to {greatest_kn:.0} kn."))
        }
        _ => {
            let kind = if class.keelboat { PartKind::Motoring } else { PartKind::Towed };
            (kind, format!("Steady {mean_kn:.1} kn, steadier than a boat sails."))
        }
    };
    let left_out = stretch.probability >= LEFT_OUT_FROM;
    let kind = if left_out { kind } else { PartKind::Unknown };
    FoundPart { kind, rows, probability: stretch.probability, reason, left_out, ..FoundPart::sailing(0..0) }
}

fn seconds(track: &Track, rows: &Range<usize>) -> f64 {
    let time = |row: usize| track.columns.time_ms.get(row).copied().unwrap_or(f64::NAN);
    if rows.is_empty() { 0.0 } else { (time(rows.end - 1) - time(rows.start)) / 1000.0 }
}

/// Takes in or leaves out the rows of a span.
fn choose(parts: &mut Vec<FoundPart>, track: &Track, choice: &Choice) {
    let time_ms = &track.columns.time_ms;
    let chosen = time_ms.partition_point(|ms| *ms < choice.start_ms)
        ..time_ms.partition_point(|ms| *ms <= choice.end_ms);
    let divided = parts.drain(..).flat_map(|part| {
        let inside = part.rows.start.max(chosen.start)..part.rows.end.min(chosen.end);
        if inside.is_empty() || part.left_out != choice.take_in {
            return vec![part];
        }
        let of = |rows: Range<usize>| FoundPart { rows, ..part.clone() };
        let changed = FoundPart { left_out: !choice.take_in, by_hand: true, ..of(inside.clone()) };
        vec![of(part.rows.start..inside.start), changed, of(inside.end..part.rows.end)]
    });
    *parts = divided.filter(|part| !part.rows.is_empty()).collect();
}

/// Neighbours that are alike as one.
fn joined(parts: Vec<FoundPart>) -> Vec<FoundPart> {
    let mut out: Vec<FoundPart> = Vec::with_capacity(parts.len());
    for part in parts {
        match out.last_mut() {
            Some(last)
                if last.kind == part.kind
                    && last.sport == part.sport
                    && last.left_out == part.left_out
                    && last.by_hand == part.by_hand =>
            {
                last.rows.end = part.rows.end;
            }
            _ => out.push(part),
        }
    }
    out
}

/// Leaves the rows of the parts that are left out outside all pieces of the track.
pub fn leave_out(track: &mut Track, parts: &[FoundPart]) {
    for part in parts.iter().filter(|part| part.left_out) {
        let rows = track.flags.get_mut(part.rows.clone()).unwrap_or_default();
        rows.iter_mut().for_each(|flags| *flags |= flag::LEFT_OUT);
        let pieces = track.pieces.drain(..).flat_map(|piece| {
            let before = piece.start..piece.end.min(part.rows.start);
            let after = piece.start.max(part.rows.end)..piece.end;
            [before, after]
        });
        track.pieces = pieces.filter(|piece| !piece.is_empty()).collect();
    }
}

#[cfg(test)]
mod tests;
