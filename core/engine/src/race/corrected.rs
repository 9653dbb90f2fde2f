//! Corrections by the user: checked, and applied to clocks, starts, boats and places.

use std::borrow::Cow;

use super::answer::{RaceNote, RaceNoteCode};
use super::clock::BESIDE_S;
use super::course::{Placed, PlacedMark};
use super::days::DAY_MS;
use super::field::Field;
use super::find::{FoundStart, close, start_at, stopped_s};
use super::handicap::Scoring;
use super::input::{LineEnd, RaceCorrection, RaceOptions, RaceTrack, RatingSystem};
use super::line::TakenEnd;
use crate::calendar::ms_from_iso;
use crate::error::{Error, ErrorKind};

/// Least and greatest time correction factor, allowance and length of a course: what is outside was meant for the other system.
/// *from* docs/races.md, 6
const FACTORS: [f64; 2] = [0.1, 10.0];
const ALLOWANCES_S_PER_NM: [f64; 2] = [-2000.0, 3000.0];
const COURSES_NM: [f64; 2] = [0.01, 30_000.0];

impl RaceOptions {
    /// Options from a JSON object; an empty text gives the defaults.
    ///
    /// # Errors
    /// `BadOptions` for text that is no JSON object of options, and for values that no race can have.
    pub fn from_json(json: &str) -> Result<Self, Error> {
        if json.is_empty() {
            return Ok(Self::default());
        }
        let bad = |reason: String| Error::from(ErrorKind::BadOptions { reason });
        // Serde would accept a list as the values of the fields in their order.
        if !json.trim_start().starts_with('{') {
            return Err(bad("These options cannot be used: they must be a JSON object.".into()));
        }
        let options: Self = serde_json::from_str(json)
            .map_err(|error| bad(format!("These options cannot be used: {error}.")))?;
        let mistakes = options.corrections.iter().enumerate();
        let system = system_of(&options.corrections);
        match mistakes.filter_map(|(i, c)| Some((i, mistake(c, system)?))).next() {
            Some((i, what)) => Err(bad(format!("Correction {} cannot be used: {what}.", i + 1))),
            None => Ok(options),
        }
    }
}

/// What is wrong with a correction, as the end of a sentence; none when it is valid.
fn mistake(correction: &RaceCorrection, system: RatingSystem) -> Option<String> {
    use RaceCorrection as C;
    let times: Vec<&String> = match correction {
        C::SetGun { at, gun_time } => vec![at, gun_time],
        C::SetClock { .. } | C::SetHandicap { .. } | C::SetRating { .. } => Vec::new(),
        C::SetCourseLength { at, .. } | C::SetScore { at, .. } => vec![at],
        C::PlaceMark { at, .. } | C::PlaceLineEnd { at, .. } | C::SetFinish { at, .. } => vec![at],
        C::MergeRace { at } | C::SplitRace { at } | C::ExcludeBoat { at, .. } => vec![at],
    };
    if let Some(time) = times.into_iter().find(|t| ms_from_iso(t).is_none()) {
        return Some(format!("\"{time}\" is not a time"));
    }
    let [least_nm, greatest_nm] = COURSES_NM;
    match correction {
        // A day, for devices set to another time zone.
        C::SetClock { ahead_s, .. } if ahead_s.is_nan() || 1000.0 * ahead_s.abs() > DAY_MS => {
            Some("a clock can be set by a day at most".into())
        }
        C::SetRating { rating, start_after_s, .. } => mistake_of_rating(*rating, *start_after_s, system),
        C::SetCourseLength { length_nm, .. } if !(least_nm..=greatest_nm).contains(length_nm) => {
            Some(format!("a course is {least_nm} to {greatest_nm} nautical miles long"))
        }
        C::PlaceMark { lat_deg, lon_deg, .. }
        | C::PlaceLineEnd { lat_deg, lon_deg, .. }
        | C::SetFinish { lat_deg, lon_deg, .. }
            if lat_deg.abs() > 90.0 || lon_deg.abs() > 180.0 || (lat_deg + lon_deg).is_nan() =>
        {
            Some(format!("{lat_deg}, {lon_deg} is not a place"))
        }
        _ => None,
    }
}

fn mistake_of_rating(rating: f64, start_after_s: Option<f64>, system: RatingSystem) -> Option<String> {
    let [least, greatest] = match system {
        RatingSystem::TimeOnTime => FACTORS,
        RatingSystem::TimeOnDistance => ALLOWANCES_S_PER_NM,
    };
    if !(least..=greatest).contains(&rating) {
        return Some(match system {
            RatingSystem::TimeOnTime => format!("a time correction factor is between {least} and {greatest}"),
            RatingSystem::TimeOnDistance => {
                format!("an allowance is between {least} and {greatest} seconds per nautical mile")
            }
        });
    }
    let is_far = start_after_s.is_some_and(|s| s.is_nan() || 1000.0 * s.abs() > DAY_MS);
    is_far.then(|| "classes start within a day".into())
}

/// How ratings are applied.
fn system_of(corrections: &[RaceCorrection]) -> RatingSystem {
    let system = |c: &RaceCorrection| match c {
        RaceCorrection::SetHandicap { system } => Some(*system),
        _ => None,
    };
    corrections.iter().rev().find_map(system).unwrap_or_default()
}

/// The tracks with their clocks set.
pub(super) fn with_clocks<'a>(tracks: &'a [RaceTrack], options: &RaceOptions) -> Vec<Cow<'a, RaceTrack>> {
    let ahead_s = |name: &str| -> f64 {
        let clocks = options.corrections.iter().filter_map(|c| match c {
            RaceCorrection::SetClock { track, ahead_s } if track == name => Some(*ahead_s),
            _ => None,
        });
        clocks.fold(0.0, |_, last| last)
    };
    let set = |track: &'a RaceTrack| match ahead_s(&track.facts.name) {
        0.0 => Cow::Borrowed(track),
        ahead_s => Cow::Owned(earlier(track, 1000.0 * ahead_s)),
    };
    tracks.iter().map(set).collect()
}

fn earlier(track: &RaceTrack, by_ms: f64) -> RaceTrack {
    let mut set = track.clone();
    set.time_ms.iter_mut().for_each(|t| *t -= by_ms);
    for turn in &mut set.facts.turns {
        for time in [&mut turn.start_ms, &mut turn.time_ms, &mut turn.end_ms, &mut turn.recovered_ms] {
            *time -= by_ms;
        }
    }
    set.facts.events.iter_mut().for_each(|e| e.time_ms -= by_ms);
    set
}

/// Applies the corrections that make, join or divide races, in their order; returns which could not be applied.
pub(super) fn correct_starts(
    field: &Field,
    starts: &mut Vec<FoundStart>,
    options: &RaceOptions,
) -> Vec<RaceNote> {
    let mut notes = Vec::new();
    for correction in &options.corrections {
        let applied = match correction {
            RaceCorrection::SetGun { at, gun_time } => set_gun(field, starts, at, gun_time),
            RaceCorrection::MergeRace { at } => merge(field, starts, at),
            RaceCorrection::SplitRace { at } => split(field, starts, at),
            _ => continue,
        };
        if applied {
            close(starts);
        } else {
            notes.push(not_applied());
        }
    }
    notes
}

fn not_applied() -> RaceNote {
    let text = "A correction belongs to no race of these tracks any more, and was not applied.".to_string();
    RaceNote { code: RaceNoteCode::CorrectionNotApplied, text, track: None, clock_ahead_s: None }
}

fn set_gun(field: &Field, starts: &mut Vec<FoundStart>, at: &str, gun_time: &str) -> bool {
    let (Some(at_s), Some(gun_s)) = (seconds(field, at), seconds(field, gun_time)) else { return false };
    if !(0.0..field.seconds as f64).contains(&gun_s) {
        return false;
    }
    let mut start = match race_at(starts, at_s) {
        Some(i) => starts.remove(i),
        None => start_at(field, gun_s),
    };
    if start.s != gun_s {
        (start.s, start.stops_s) = (gun_s, stopped_s(field, gun_s as usize));
    }
    start.typed = true;
    starts.push(start);
    true
}

fn merge(field: &Field, starts: &mut Vec<FoundStart>, at: &str) -> bool {
    let next = seconds(field, at).and_then(|s| race_at(starts, s)).map(|i| i + 1);
    let next = next.filter(|&n| n < starts.len());
    next.map(|n| starts.remove(n)).is_some()
}

fn split(field: &Field, starts: &mut Vec<FoundStart>, at: &str) -> bool {
    let at_s = seconds(field, at).filter(|s| race_at(starts, *s).is_some());
    at_s.map(|s| starts.push(start_at(field, s))).is_some()
}

fn seconds(field: &Field, time: &str) -> Option<f64> {
    ms_from_iso(time).map(|ms| field.s(ms))
}

/// Index of the race that runs at a moment or starts so soon after it that what is before its start is looked at.
fn race_at(starts: &[FoundStart], s: f64) -> Option<usize> {
    let runs = |start: &FoundStart| (start.s - BESIDE_S..=start.end_s).contains(&s);
    // Where two do, the later is about to start.
    starts.iter().rposition(|start| start.s <= s && runs(start)).or_else(|| starts.iter().position(runs))
}

/// What the user corrected in one race.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct RaceCorrections {
    pub line_ends: Vec<TakenEnd>,
    pub placed: Placed,
    pub excluded: Vec<String>,
    pub scoring: Scoring,
}

/// The corrections that belong to the race with this index.
pub(super) fn corrections_of(
    field: &Field,
    starts: &[FoundStart],
    race: usize,
    options: &RaceOptions,
) -> RaceCorrections {
    use RaceCorrection as C;
    let mut of_race = RaceCorrections::default();
    of_race.scoring.system = system_of(&options.corrections);
    let is_here = |at: &str| seconds(field, at).and_then(|s| race_at(starts, s)) == Some(race);
    let place = |lat_deg: &f64, lon_deg: &f64| field.plane.to_m(*lat_deg, *lon_deg);
    for correction in &options.corrections {
        match correction {
            C::PlaceMark { at, waypoint, mark, lat_deg, lon_deg } if is_here(at) => {
                let (waypoint, mark) = (*waypoint, *mark);
                let marks = &mut of_race.placed.marks;
                marks.retain(|m| (m.waypoint, m.mark) != (waypoint, mark));
                marks.push(PlacedMark { waypoint, mark, at: place(lat_deg, lon_deg) });
            }
            C::SetFinish { at, end, lat_deg, lon_deg } if is_here(at) => {
                let side = if *end == LineEnd::Pin { 0 } else { 1 };
                of_race.placed.finish[side] = Some(place(lat_deg, lon_deg));
            }
            C::PlaceLineEnd { at, end, lat_deg, lon_deg } if is_here(at) => {
                let at = place(lat_deg, lon_deg);
                of_race.line_ends.push(TakenEnd { end: *end, taken_ms: None, at });
            }
            C::ExcludeBoat { at, track } if is_here(at) => of_race.excluded.push(track.clone()),
            C::SetRating { track, rating, start_after_s } => {
                of_race.scoring.ratings.push((track.clone(), *rating, start_after_s.unwrap_or(0.0)));
            }
            C::SetCourseLength { at, length_nm } if is_here(at) => {
                of_race.scoring.course_nm = Some(*length_nm)
            }
            C::SetScore { at, track, score } if is_here(at) => {
                of_race.scoring.scores.push((track.clone(), *score))
            }
            _ => {}
        }
    }
    of_race
}
