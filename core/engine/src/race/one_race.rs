//! The report of one race.

use super::answer::{GunCandidate, RaceColumns, RaceNote, RaceNoteCode, RaceReport};
use super::corrected::corrections_of;
use super::field::Field;
use super::find::{FoundStart, Participants, participants};
use super::gun::{Gun, estimate};
use super::input::{RaceOptions, RaceTrack};
use super::line::line;
use super::note;
use super::start::Start;
use super::timers::{Timers, taken_ends, timers};
use crate::calendar::iso_utc;

/// The wind at the start is the mean over this time before and after the gun, s.
const START_WIND_S: f64 = 60.0;

/// The race with this index: its report, and the columns of its boats in the report's order.
pub(super) fn report(
    field: &Field,
    tracks: &[&RaceTrack],
    options: &RaceOptions,
    starts: &[FoundStart],
    index: usize,
) -> (RaceReport, Vec<RaceColumns>) {
    let start = &starts[index];
    let corrections = corrections_of(field, starts, index, options);
    let is_excluded =
        |boat: usize| field.boats.get(boat).is_some_and(|b| corrections.excluded.contains(&b.name));
    let timers = timers(field, tracks, start.s);
    let boats = without(participants(field, start.s, start.end_s), is_excluded);
    let gun = gun(field, start, &timers, &boats);
    let boats = without(participants(field, gun.s, start.end_s), is_excluded);
    let about = (gun.s - START_WIND_S).max(0.0) as usize..(gun.s + START_WIND_S) as usize;
    let start_wind = field.wind.mean(about).filter(|_| !start.full_speed);
    let mut ends = taken_ends(field, tracks);
    ends.extend(corrections.line_ends);
    let line = line(field, &boats.racing, &gun, start.direction, &ends);
    let at_start = Start {
        field,
        gun: &gun,
        line: line.as_ref(),
        direction: start.direction,
        twd_sd_deg: start_wind.map_or(10.0, |w| w.1),
    };
    let differ: Vec<usize> = timers.differ.iter().map(|d| d.0).collect();
    let _starts = at_start.boats(&boats.racing, &differ);
    let (twd_deg, twd_sd_deg) =
        field.wind.mean(gun.s as usize..start.end_s as usize).unwrap_or((f64::NAN, f64::NAN));
    let report = RaceReport {
        start_time: iso_utc(field.ms(gun.s)),
        end_time: iso_utc(field.ms(start.end_s)),
        gun_basis: gun.basis,
        gun_sd_s: gun.sd_s,
        gun_candidates: gun
            .others
            .iter()
            .map(|&(s, score)| GunCandidate { time: iso_utc(field.ms(s)), score })
            .collect(),
        recalls: start.recalls.iter().map(|s| iso_utc(field.ms(*s))).collect(),
        tracks: boats.racing.iter().filter_map(|&b| Some(field.boats.get(b)?.name.clone())).collect(),
        wind_source: field.wind.source,
        twd_deg,
        twd_sd_deg,
        line: line.map(|l| l.answer(field, start_wind)),
        waypoints: Vec::new(),
        legs: Vec::new(),
        boats: Vec::new(),
        notes: notes(field, &gun, &timers, &boats),
    };
    (report, Vec::new())
}

fn without(all: Participants, is_excluded: impl Fn(usize) -> bool) -> Participants {
    let keep = |boats: Vec<usize>| boats.into_iter().filter(|&b| !is_excluded(b)).collect();
    Participants { racing: keep(all.racing), late: keep(all.late), others: keep(all.others) }
}

/// The gun: as the user gave it, by a timer, or by how the fleet moved.
fn gun(field: &Field, start: &FoundStart, timers: &Timers, boats: &Participants) -> Gun {
    match timers.gun_s {
        _ if start.typed => Gun::typed(start.s),
        Some(s) => Gun::of_timer(s),
        None => estimate(field, &boats.racing, start.s, start.direction, start.full_speed),
    }
}

fn notes(field: &Field, gun: &Gun, timers: &Timers, boats: &Participants) -> Vec<RaceNote> {
    let mut notes = Vec::new();
    let mut of_boat = |code, boat: usize, text: &str| {
        if let Some(b) = field.boats.get(boat) {
            let text = text.replace("{boat}", &b.name);
            notes.push(RaceNote { code, text, track: Some(b.name.clone()) });
        }
    };
    for &(boat, by_s) in &timers.differ {
        let way = if by_s > 0.0 { "after" } else { "before" };
        let text = format!(
            "The race timer of {{boat}} has the gun {:.1} s {way} the others: her distance to the line is not given.",
            by_s.abs()
        );
        of_boat(RaceNoteCode::ClockDiffers, boat, &text);
    }
    for &boat in &boats.late {
        of_boat(RaceNoteCode::JoinedLate, boat, "{boat} joined after the start and has no place.");
    }
    if boats.racing.len() == 1 {
        notes.push(note(RaceNoteCode::OneBoat, "One boat alone: check the start.".into()));
    } else if !gun.has_start_table() {
        let text = "The second of the gun is not known: there is no table of the start.";
        notes.push(note(RaceNoteCode::NoGun, text.into()));
    }
    notes
}
