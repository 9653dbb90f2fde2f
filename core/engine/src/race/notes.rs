//! Remarks on one race, in sentences.

use super::answer::{BoatState, RaceBoat, RaceNote, RaceNoteCode};
use super::course::SailedCourse;
use super::field::{Field, MANY_BOATS};
use super::find::Participants;
use super::gun::Gun;
use super::timers::Timers;

/// A remark on the race or the day.
pub(super) fn note(code: RaceNoteCode, text: String) -> RaceNote {
    RaceNote { code, text, track: None, clock_ahead_s: None }
}

/// The remarks on a race with this gun, in the order in which they matter.
pub(super) fn notes(
    field: &Field,
    gun: &Gun,
    timers: &Timers,
    boats: &Participants,
    course: &SailedCourse,
    has_placed_finish: bool,
) -> Vec<RaceNote> {
    let mut notes = of_race(field, gun, boats);
    if !course.waypoints.is_empty() && !course.has_finish() {
        let why = if has_placed_finish {
            "Fewer than half of the boats crossed the finishing line that was placed by hand"
        } else {
            "No finish was found"
        };
        notes.push(note(RaceNoteCode::NoFinish, format!("{why}: places are those at the last mark.")));
    }
    for &(boat, by_s) in &timers.differ {
        let way = if by_s > 0.0 { "after" } else { "before" };
        let by_s = by_s.abs();
        let text = format!(
            "The race timer of {{boat}} has the gun {by_s:.1} s {way} the others: her distance to the line is not given."
        );
        notes.extend(of_boat(field, boat, RaceNoteCode::ClockDiffers, &text));
    }
    for &boat in &boats.late {
        let text = "{boat} was not with the fleet at the gun and has no place.";
        notes.extend(of_boat(field, boat, RaceNoteCode::JoinedLate, text));
    }
    for &boat in &boats.others {
        let text = "{boat} did not sail the course and is in no table.";
        notes.extend(of_boat(field, boat, RaceNoteCode::Spectator, text));
    }
    notes
}

fn of_race(field: &Field, gun: &Gun, boats: &Participants) -> Vec<RaceNote> {
    let mut notes = Vec::new();
    let mut say = |code, text: &str| notes.push(note(code, text.to_string()));
    if field.wind.twd_deg.iter().all(|w| w.is_nan()) {
        say(RaceNoteCode::NoWind, "No wind is known: the legs are told by their direction alone.");
    }
    match boats.racing.len() {
        0 | 1 => say(RaceNoteCode::OneBoat, "One boat alone: check the start."),
        n if n < MANY_BOATS && !gun.has_start_table() => {
            let text = format!(
                "The tracks of {n} boats do not tell the second of the gun: there is no table of the start."
            );
            say(RaceNoteCode::FewBoats, &text);
        }
        _ if !gun.has_start_table() => {
            say(RaceNoteCode::NoGun, "The second of the gun is not known: there is no table of the start.");
        }
        _ => {}
    }
    let mut classes: Vec<&str> =
        boats.racing.iter().filter_map(|&b| Some(field.boats.get(b)?.class.name)).collect();
    classes.sort_unstable();
    classes.dedup();
    if classes.len() > 1 {
        let text = format!(
            "Boats of several classes sailed together ({}); places are among all of them.",
            classes.join(", ")
        );
        say(RaceNoteCode::MixedClasses, &text);
    }
    notes
}

/// Remarks on the boats that did not sail the whole course. Where many seem to have left out a mark, it is the course that
/// was not understood, and no boat is blamed.
pub(super) fn of_states(boats: &[RaceBoat]) -> Vec<RaceNote> {
    let differing = boats.iter().filter(|b| b.state == BoatState::CourseDiffers).count();
    let is_doubtful = 3 * differing > boats.len() && differing > 1;
    let blamed = |b: &&RaceBoat| !(is_doubtful && b.state == BoatState::CourseDiffers);
    let doubt = is_doubtful.then(|| {
        let text = "The course could not be told for sure: boats without a place may have sailed all of it.";
        note(RaceNoteCode::CourseDiffers, text.to_string())
    });
    let of = |boat: &RaceBoat| {
        let (code, what) = match boat.state {
            BoatState::Retired => (RaceNoteCode::StoppedEarly, "stopped before the finish"),
            BoatState::CourseDiffers => (RaceNoteCode::CourseDiffers, "left out a mark of the course"),
            BoatState::Finished | BoatState::Late => return None,
        };
        let text = format!("{} {what} and has no place; what she sailed of it is in the tables.", boat.track);
        Some(RaceNote { code, text, track: Some(boat.track.clone()), clock_ahead_s: None })
    };
    doubt.into_iter().chain(boats.iter().filter(blamed).filter_map(of)).collect()
}

fn of_boat(field: &Field, boat: usize, code: RaceNoteCode, text: &str) -> Option<RaceNote> {
    let name = &field.boats.get(boat)?.name;
    Some(RaceNote {
        code,
        text: text.replace("{boat}", name),
        track: Some(name.clone()),
        clock_ahead_s: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boat(track: &str, state: BoatState) -> RaceBoat {
        RaceBoat {
            track: track.to_string(),
            state,
            place: None,
            place_sure: false,
            elapsed_s: None,
            sailed_m: None,
            start: None,
            passings: Vec::new(),
            legs: Vec::new(),
        }
    }

    #[test]
    fn one_boat_of_many_that_left_out_a_mark_is_named() {
        let mut boats: Vec<RaceBoat> = (0..7).map(|i| boat(&i.to_string(), BoatState::Finished)).collect();
        boats.push(boat("Petrel", BoatState::CourseDiffers));
        let notes = of_states(&boats);
        assert_eq!(notes.len(), 1);
        assert_eq!(notes[0].track.as_deref(), Some("Petrel"));
    }

    #[test]
    fn where_most_boats_seem_to_have_left_out_a_mark_the_course_is_doubted_and_no_boat_is_blamed() {
        let mut boats: Vec<RaceBoat> =
            (0..8).map(|i| boat(&i.to_string(), BoatState::CourseDiffers)).collect();
        boats.push(boat("Petrel", BoatState::Retired));
        boats.push(boat("Tern", BoatState::Finished));
        let notes = of_states(&boats);
        assert_eq!(
            notes.iter().map(|n| n.code).collect::<Vec<_>>(),
            [RaceNoteCode::CourseDiffers, RaceNoteCode::StoppedEarly]
        );
        assert_eq!(notes[0].track, None);
        assert!(notes[0].text.contains("could not be told for sure"), "{}", notes[0].text);
    }
}
