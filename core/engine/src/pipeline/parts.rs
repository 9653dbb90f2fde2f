//! The parts of a recording in an analysis, and the sentences on those that are left out.

use std::ops::Range;

use crate::api::{TrackPart, UnderEngine};
use crate::calendar::iso_utc;
use crate::corrections::Edit;
use crate::parts::{Choice, FoundPart, PartKind};
use crate::report::summary::way_m;
use crate::segment::course::Course;
use crate::track::Track;

/// What the corrections say of parts.
pub(super) fn choices(edits: &[Edit]) -> Vec<Choice> {
    let choice = |edit: &Edit| match *edit {
        Edit::Part { take_in, at } => Some(Choice { take_in, start_ms: at.start_ms, end_ms: at.end_ms }),
        _ => None,
    };
    edits.iter().filter_map(choice).collect()
}

/// The parts as they are given out.
pub(super) fn outward(track: &Track, parts: &[FoundPart]) -> Vec<TrackPart> {
    let time = |row: usize| iso_utc(track.columns.time_ms.get(row).copied().unwrap_or(0.0));
    let part = |part: &FoundPart| TrackPart {
        kind: part.kind,
        start_time: time(part.rows.start),
        end_time: time(part.rows.end.saturating_sub(1)),
        start: part.rows.start as u32,
        end: part.rows.end as u32,
        left_out: part.left_out,
        by_hand: part.by_hand,
        probability: part.probability,
        sport: part.sport.clone(),
        reason: (!part.reason.is_empty()).then(|| part.reason.clone()),
    };
    parts.iter().map(part).collect()
}

/// The rows that are not left out, of so many.
pub(super) fn kept(parts: &[TrackPart], rows: usize) -> Vec<Range<usize>> {
    let (mut kept, mut from) = (Vec::new(), 0);
    for part in parts.iter().filter(|part| part.left_out) {
        kept.push(from..part.start as usize);
        from = part.end as usize;
    }
    kept.push(from..rows);
    kept
}

/// The values of these rows; none of a column that is missing.
pub(super) fn of_rows<T: Copy>(values: &[T], rows: &[Range<usize>]) -> Vec<T> {
    rows.iter().flat_map(|rows| values.get(rows.clone()).unwrap_or_default()).copied().collect()
}

/// Duration of what is neither left out nor a rest, from first to last fix of each stretch with its gaps, s.
pub(super) fn sailed_s(track: &Track, parts: &[FoundPart]) -> f64 {
    let is_sailed = |part: &FoundPart| !part.left_out && part.kind != PartKind::AtRest;
    let stretches = parts.chunk_by(|a, b| is_sailed(a) == is_sailed(b)).filter_map(|alike| {
        let (first, last) = (alike.first().filter(|part| is_sailed(part))?, alike.last()?);
        Some(seconds(track, &(first.rows.start..last.rows.end)))
    });
    stretches.sum()
}

/// What was left out because it is under engine.
pub(super) fn under_engine(course: &Course, parts: &[FoundPart]) -> Option<UnderEngine> {
    let of = |part: &&FoundPart| part.kind == PartKind::Motoring && part.left_out && !part.by_hand;
    let rows = || parts.iter().filter(of).map(|part| &part.rows);
    rows().next()?;
    Some(UnderEngine {
        distance_m: rows().fold(0.0, |sum, rows| way_m(course, rows, sum)),
        duration_s: rows().map(|rows| seconds(course.track, rows)).sum(),
    })
}

/// What a part is, in words.
fn words(part: &FoundPart) -> String {
    match (part.kind, &part.sport) {
        (_, Some(sport)) => sport.clone(),
        (PartKind::Towed, _) => "tow or engine".to_string(),
        (PartKind::Motoring, _) => "engine".to_string(),
        (PartKind::OnLand, _) => "a drive on land".to_string(),
        (PartKind::Sailing, _) => "sailing".to_string(),
        (PartKind::Ashore, _) => "ashore".to_string(),
        (PartKind::AtRest, _) => "at rest".to_string(),
        _ => "in doubt".to_string(),
    }
}

/// The sentences on what was left out, and on what may not be sailing.
pub(super) fn notes(track: &Track, parts: &[FoundPart]) -> Vec<String> {
    let mut notes = Vec::new();
    let mut said: Vec<String> = Vec::new();
    let is_nothing_left = parts.iter().all(|part| part.left_out);
    for part in parts.iter().filter(|part| part.left_out) {
        let what = if part.by_hand { "left out by hand".to_string() } else { words(part) };
        if said.contains(&what) {
            continue;
        }
        let alike =
            parts.iter().filter(|p| p.left_out && (p.by_hand == part.by_hand) && words(p) == words(part));
        let (count, s) = alike.fold((0, 0.0), |(count, s), part| (count + 1, s + seconds(track, &part.rows)));
        notes.push(match (is_nothing_left, count, part.by_hand) {
            (true, ..) => format!("No sailing was found in this recording: {} of it is {what}.", minutes(s)),
            (_, 1, true) => format!("1 part of the recording was left out by hand ({}).", minutes(s)),
            (_, _, true) => {
                format!("{count} parts of the recording were left out by hand ({} in all).", minutes(s))
            }
            (_, 1, _) => format!("1 part of the recording is {what} ({}) and was left out.", minutes(s)),
            _ => format!(
                "{count} parts of the recording are {what} ({} in all) and were left out.",
                minutes(s)
            ),
        });
        said.push(what);
    }
    for part in parts.iter().filter(|part| part.kind == PartKind::Unknown && !part.left_out) {
        let (from, sure) = (clock(track, part.rows.start), (1.0 - part.probability) * 100.0);
        let to = clock(track, part.rows.end.saturating_sub(1));
        notes.push(format!("Under engine? {from} to {to} UTC, kept: {sure:.0} % sailing."));
    }
    notes
}

fn clock(track: &Track, row: usize) -> String {
    let iso = iso_utc(track.columns.time_ms.get(row).copied().unwrap_or(0.0));
    iso.get(11..16).unwrap_or_default().to_string()
}

fn seconds(track: &Track, rows: &Range<usize>) -> f64 {
    let time = |row: usize| track.columns.time_ms.get(row).copied().unwrap_or(0.0);
    (time(rows.end.saturating_sub(1)) - time(rows.start)) / 1000.0
}

fn minutes(s: f64) -> String {
    let all = (s / 60.0).round().max(1.0) as u64;
    if all < 60 { format!("{all} min") } else { format!("{} h {:02} min", all / 60, all % 60) }
}
