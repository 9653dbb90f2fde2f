//! Races of a day, from the tracks of the boats that sailed them: starts, line, marks, legs, places and gaps, each with
//! its uncertainty (docs/races.md).
//!
//! | module | contents |
//! |---|---|
//! | `input` | tracks, corrections and wind as the caller gives them |
//! | `answer` | the result in the types of the border |
//! | `days` | tracks of one day and one piece of water |
//! | `clock` | the seconds of a grid and UTC |
//! | `field`, `vectors` | all boats and their wind on one grid of seconds, in one plane |
//! | `series`, `find` | where the fleet starts, recalls, practice starts, ends of races |
//! | `corrected` | corrections by the user |
//! | `timers`, `gun`, `line`, `start` | the gun, the starting line, each boat at the start |
//! | `turning` | turning points of a boat |
//! | `waypoints`, `steering` | the sequence of turning points that the fleet has in common, and of places that explain its courses |
//! | `rounding`, `mark_fit`, `marks` | where the marks lay |
//! | `crossing`, `passings`, `finish` | when each boat passed them and finished |
//! | `course`, `course_end` | the course that a fleet sailed, and where it ends |
//! | `legs`, `places` | legs, places, gains |
//! | `progress`, `behind` | gaps in every second |
//! | `duel`, `duel_steps`, `duel_boat`, `duel_phases`, `wind_error` | why one of two boats gained on a leg |
//! | `duel_answer` | the same in the types of the border |
//! | `handicap` | the result by corrected time |
//! | `notes`, `one_race` | the report of one race, and remarks on it |

pub mod answer;
mod behind;
mod clock;
mod corrected;
mod course;
mod course_end;
mod crossing;
mod days;
mod duel;
pub mod duel_answer;
mod duel_boat;
mod duel_phases;
mod duel_steps;
pub(crate) mod field;
mod find;
mod finish;
mod gun;
mod handicap;
pub mod input;
mod legs;
mod line;
mod mark_fit;
mod marks;
mod notes;
mod one_race;
mod passings;
mod places;
mod progress;
mod recordings;
mod rounding;
mod series;
mod start;
mod steering;
#[cfg(test)]
mod test_behind;
#[cfg(test)]
mod test_course;
#[cfg(test)]
mod test_duel;
#[cfg(test)]
mod test_duel_parts;
#[cfg(test)]
mod test_field;
#[cfg(test)]
mod test_find;
#[cfg(test)]
mod test_handicap;
#[cfg(test)]
mod test_legs;
#[cfg(test)]
mod test_marks;
#[cfg(test)]
mod test_passings;
#[cfg(test)]
mod test_properties;
#[cfg(test)]
mod test_steering;
#[cfg(test)]
mod test_turning;
#[cfg(test)]
mod test_waypoints;
#[cfg(test)]
mod tests;
mod timers;
mod turning;
mod vectors;
mod waypoints;
mod wind_error;

use answer::{GunCandidate, RaceNoteCode};
pub use answer::{RaceColumns, RaceDay};
pub use duel_answer::Duel;
use field::Field;
pub use input::{RaceCorrection, RaceOptions, RaceTrack, RaceTrackFacts};
use notes::note;

use std::borrow::Cow;

use crate::calendar::{iso_utc, ms_from_iso};
use crate::config::MAX_FLIP_PROBABILITY;

/// The gun of a race lies at most so far from the start by which the race was found, s. *guess*
const MAX_GUN_SHIFT_S: f64 = 120.0;

/// The races of a day, and for each race the columns of its boats in the order of [`answer::RaceReport::boats`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RaceAnalysis {
    pub day: RaceDay,
    pub columns: Vec<Vec<RaceColumns>>,
}

impl RaceAnalysis {
    /// Puts the races in time order: those of two places overlap, and a gun may be before that of the race found before. By
    /// insertion: they are few and nearly in order, and another sort of such large values would be kilobytes of the module.
    fn sort_by_time(&mut self) {
        let races = &mut self.day.races;
        for last in 1..races.len() {
            let moves =
                (1..=last).rev().take_while(|at| races[last].start_time < races[at - 1].start_time).count();
            races[last - moves..=last].rotate_right(1);
            self.columns[last - moves..=last].rotate_right(1);
        }
        self.day.practice_starts.sort();
    }
}

/// Finds the races in tracks, analyses each, and applies the corrections. Tracks of several days or places are analysed day
/// by day.
pub fn analyze(tracks: &[RaceTrack], options: &RaceOptions) -> RaceAnalysis {
    let (set, notes) = one_a_boat(corrected::with_clocks(tracks, options));
    let days = days::tracks_by_day(&set);
    let mut analysis = RaceAnalysis::default();
    for day in &days {
        let of_day: Vec<&RaceTrack> = day.iter().map(AsRef::as_ref).collect();
        analyze_day(&of_day, options, &mut analysis);
    }
    analysis.sort_by_time();
    analysis.day.notes.splice(0..0, notes);
    if days.len() > 1 {
        let text =
            format!("These recordings are of {} days or places, each with races of its own.", days.len());
        analysis.day.notes.insert(0, note(RaceNoteCode::OtherDay, text));
    }
    analysis
}

/// The recordings without second ones of the same boat, and what there is to say of them.
fn one_a_boat(mut tracks: Vec<Cow<RaceTrack>>) -> (Vec<Cow<RaceTrack>>, Vec<answer::RaceNote>) {
    let places = recordings::Places::of(&tracks);
    let copies = places.copies(&tracks);
    let is_out = |i: usize| copies.iter().any(|(copy, _)| *copy == i);
    let name = |i: usize| tracks[i].facts.name.as_str();
    let left_out = copies.iter().map(|&(copy, other)| recordings::copy_note(name(copy), name(other)));
    let clocks = places.clocks(is_out);
    let off = clocks.iter().map(|&(boat, ahead_s)| recordings::clock_note(&tracks[boat].facts, ahead_s));
    let notes = left_out.chain(off).collect();
    let mut at = 0..;
    tracks.retain(|_| at.next().is_some_and(|i| !is_out(i)));
    (tracks, notes)
}

/// Why the first of two boats (names of their tracks) gained on the second one on a leg of the race whose gun was next to
/// `start_time` (ISO 8601 UTC, as in [`answer::RaceReport`]). None for an unknown race, boat or leg, and where they were not
/// seen on the leg together.
pub fn duel(
    tracks: &[RaceTrack],
    options: &RaceOptions,
    start_time: &str,
    boats: [&str; 2],
    leg: usize,
) -> Option<Duel> {
    let start_ms = ms_from_iso(start_time)?;
    let (set, _) = one_a_boat(corrected::with_clocks(tracks, options));
    days::tracks_by_day(&set).iter().find_map(|day| {
        let of_day: Vec<&RaceTrack> = day.iter().map(AsRef::as_ref).collect();
        let field = Field::new(&of_day, options)?;
        let mut starts = find::find_starts(&field).starts;
        corrected::correct_starts(&field, &mut starts, options);
        let from_s = |s: f64| (s - field.s(start_ms)).abs();
        let nearest = starts.iter().enumerate().min_by(|a, b| f64::total_cmp(&from_s(a.1.s), &from_s(b.1.s)));
        let index = nearest.filter(|(_, start)| from_s(start.s) <= MAX_GUN_SHIFT_S)?.0;
        one_race::duel_of(&field, &of_day, options, (&starts, index), boats, leg)
    })
}

fn analyze_day(tracks: &[&RaceTrack], options: &RaceOptions, analysis: &mut RaceAnalysis) {
    let Some(field) = Field::new(tracks, options) else { return };
    let mut found = find::find_starts(&field);
    let notes = &mut analysis.day.notes;
    let is_unsure = field.wind.flip_probability >= MAX_FLIP_PROBABILITY && field.wind.flip_probability < 1.0;
    if is_unsure && !found.starts.is_empty() {
        let text = "The wind may have blown the other way round, which decides which marks are the windward ones. \
                    Give the wind's direction first.";
        notes.push(note(RaceNoteCode::WindMayBeReversed, text.to_string()));
        found = find::FoundStarts::default();
    } else {
        notes.extend(corrected::correct_starts(&field, &mut found.starts, options));
    }
    if found.starts.is_empty() && !is_unsure {
        let text = match found.offered.len() {
            0 => "No start found. Set it by hand.",
            _ => "No start found for certain. Set it by hand.",
        };
        notes.push(note(RaceNoteCode::NoStart, text.to_string()));
    }
    let offered = found.offered.iter();
    analysis
        .day
        .candidates
        .extend(offered.map(|&(s, score)| GunCandidate { time: iso_utc(field.ms(s)), score }));
    analysis.day.practice_starts.extend(found.practice.iter().map(|s| iso_utc(field.ms(*s))));
    for index in 0..found.starts.len() {
        if let Some((report, columns)) = one_race::report(&field, tracks, options, &found.starts, index) {
            analysis.day.races.push(report);
            analysis.columns.push(columns);
        }
    }
}
