//! The report of one race.

use super::answer::{
    BoatState, GunCandidate, RaceBoat, RaceColumns, RaceMark, RaceReport, RaceWaypoint, StartLine,
    WaypointKind,
};
use super::behind::columns;
use super::corrected::{RaceCorrections, corrections_of};
use super::course::{Placed, SailedCourse, sail_course};
use super::duel::duel;
use super::duel_answer::Duel;
use super::field::Field;
use super::find::{FoundStart, Participants, is_present, participants};
use super::gun::{Gun, estimate};
use super::handicap::handicap;
use super::input::{RaceOptions, RaceTrack};
use super::legs::legs;
use super::line::{Line, line};
use super::notes::{notes, of_states};
use super::places::{race_boats, race_waypoints, standings};
use super::series::WINDOW_S;
use super::start::Start;
use super::timers::{Timers, taken_ends, timers};
use crate::calendar::iso_utc;

/// Standard deviation of the direction of a start whose wind is not known, deg. *guess*
const NO_WIND_SD_DEG: f64 = 20.0;

/// A race being put together.
struct Race<'a> {
    field: &'a Field,
    start: &'a FoundStart,
    gun: Gun,
    boats: Participants,
    /// Mean wind at the gun and its standard deviation, deg; none when unknown, and where the first leg is no beat.
    start_wind: Option<(f64, f64)>,
    line: Option<Line>,
    course: SailedCourse,
    has_placed_finish: bool,
}

/// The race with this index: its report, and the columns of its boats in the report's order.
pub(super) fn report(
    field: &Field,
    tracks: &[&RaceTrack],
    options: &RaceOptions,
    starts: &[FoundStart],
    index: usize,
) -> Option<(RaceReport, Vec<RaceColumns>)> {
    let start = starts.get(index)?;
    let corrections = corrections_of(field, starts, index, options);
    let timers = timers(field, tracks, start.s);
    let race = Race::new(field, tracks, start, &timers, &corrections);
    let (mut report, columns) = race.report(&timers);
    report.handicap = handicap(&report, &corrections.scoring);
    Some((report, columns))
}

/// Why the first boat gained on the second one on a leg of the race with this index; boats by the names of their tracks.
pub(super) fn duel_of(
    field: &Field,
    tracks: &[&RaceTrack],
    options: &RaceOptions,
    (starts, index): (&[FoundStart], usize),
    names: [&str; 2],
    leg: usize,
) -> Option<Duel> {
    let start = starts.get(index)?;
    let corrections = corrections_of(field, starts, index, options);
    let race = Race::new(field, tracks, start, &timers(field, tracks, start.s), &corrections);
    let boat = |name: &str| {
        let is_name = |&i: &usize| field.boats.get(i).is_some_and(|b| b.name == name);
        race.course.boats.iter().position(is_name)
    };
    let [a, b] = names;
    duel(field, &race.course, &legs(field, &race.course), boat(a)?, boat(b)?, leg)
}

impl<'a> Race<'a> {
    fn new(
        field: &'a Field,
        tracks: &[&RaceTrack],
        start: &'a FoundStart,
        timers: &Timers,
        corrections: &RaceCorrections,
    ) -> Self {
        let is_excluded =
            |boat: usize| field.boats.get(boat).is_some_and(|b| corrections.excluded.contains(&b.name));
        let about_start = without(participants(field, start.s, start.end_s), is_excluded);
        let gun = gun(field, start, timers, &about_start);
        let mut boats = without(participants(field, gun.s, start.end_s), is_excluded);
        let about = (gun.s as usize).saturating_sub(WINDOW_S)..gun.s as usize + WINDOW_S;
        let start_wind = field.wind.mean(about).filter(|_| !start.full_speed);
        let mut ends = taken_ends(field, tracks);
        ends.extend(corrections.line_ends.iter().copied());
        let line = line(field, &boats.racing, &gun, start.direction, &ends);
        let placed = Placed { line_at: line.map(|l| l.middle()), ..corrections.placed.clone() };
        let sailing: Vec<usize> = boats.racing.iter().chain(&boats.late).copied().collect();
        let setting_off_s = (gun.s, gun.s.max(start.s));
        let mut course = sail_course(field, &sailing, setting_off_s, start.end_s, &placed);
        let spectators: Vec<usize> = sailing
            .iter()
            .enumerate()
            .filter(|(i, _)| passed_nothing(&course, *i))
            .map(|(_, &b)| b)
            .collect();
        if !spectators.is_empty() {
            boats.racing.retain(|b| !spectators.contains(b));
            boats.late.retain(|b| !spectators.contains(b));
            // Who was there only for a part of the race, as before another one, needs no remark.
            let watched = |b: &usize| is_present(field, *b, gun.s, start.end_s);
            boats.others.extend(spectators.into_iter().filter(watched));
            let sailing: Vec<usize> = boats.racing.iter().chain(&boats.late).copied().collect();
            course = sail_course(field, &sailing, setting_off_s, start.end_s, &placed);
        }
        let has_placed_finish = placed.finish.iter().all(Option::is_some);
        Self { field, start, gun, boats, start_wind, line, course, has_placed_finish }
    }

    fn report(&self, timers: &Timers) -> (RaceReport, Vec<RaceColumns>) {
        let (field, gun, course) = (self.field, &self.gun, &self.course);
        let iso = |s: f64| iso_utc(field.ms(s));
        let legs = legs(field, course);
        let order = standings(course);
        let boats = in_order(self.boats_with_starts(race_boats(field, course, &legs), timers), &order);
        let columns = in_order(columns(field, course, &legs), &order);
        let end_s = course.last_passing_s().filter(|_| course.has_finish()).unwrap_or(self.start.end_s);
        // The gun may be later than the moment by which the race was found.
        let end_s = end_s.max(gun.s);
        let (twd_deg, twd_sd_deg) = field.wind.mean(gun.s as usize..end_s as usize).unzip();
        let mut all_notes = notes(field, gun, timers, &self.boats, course, self.has_placed_finish);
        all_notes.extend(of_states(&boats));
        let line = self.line.map(|l| l.answer(field, self.start_wind));
        let report = RaceReport {
            start_time: iso(gun.s),
            end_time: iso(end_s),
            gun_basis: gun.basis,
            gun_sd_s: gun.sd_s,
            gun_candidates: gun
                .others
                .iter()
                .map(|&(s, score)| GunCandidate { time: iso(s), score })
                .collect(),
            recalls: self.start.recalls.iter().map(|&s| iso(s)).collect(),
            tracks: boats.iter().map(|b| b.track.clone()).collect(),
            wind_source: field.wind.source,
            twd_deg,
            twd_sd_deg,
            waypoints: std::iter::once(start_waypoint(line.as_ref()))
                .chain(race_waypoints(field, course))
                .collect(),
            line,
            legs: legs.iter().map(|leg| leg.report.clone()).collect(),
            boats,
            handicap: None,
            notes: all_notes,
        };
        (report, columns)
    }

    /// The boats of the course with their starts; those that joined late have no place.
    fn boats_with_starts(&self, mut boats: Vec<RaceBoat>, timers: &Timers) -> Vec<RaceBoat> {
        let at_start = Start {
            field: self.field,
            gun: &self.gun,
            line: self.line.as_ref(),
            direction: self.start.direction,
            twd_sd_deg: self.start_wind.map_or(NO_WIND_SD_DEG, |w| w.1),
        };
        let differ: Vec<usize> = timers.differ.iter().map(|d| d.0).collect();
        let starts = at_start.boats(&self.boats.racing, &differ);
        for (boat, start) in boats.iter_mut().zip(starts) {
            boat.start = start;
        }
        for boat in boats.iter_mut().skip(self.boats.racing.len()) {
            boat.state = BoatState::Late;
            (boat.place, boat.place_sure) = (None, false);
        }
        boats
    }
}

fn passed_nothing(course: &SailedCourse, boat: usize) -> bool {
    let seen = course.passings.get(boat).is_some_and(|p| p.iter().any(Option::is_some));
    let unseen = course.unseen_s.get(boat).is_some_and(|p| p.iter().any(Option::is_some));
    !course.waypoints.is_empty() && !seen && !unseen
}

fn in_order<T: Clone>(items: Vec<T>, order: &[usize]) -> Vec<T> {
    order.iter().filter_map(|&i| items.get(i).cloned()).collect()
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

/// The starting line as the first waypoint.
fn start_waypoint(line: Option<&StartLine>) -> RaceWaypoint {
    let marks = line.map(|l| [l.pin, l.committee].map(|place| RaceMark { place, passings: 0 }));
    let marks = marks.map(Vec::from).unwrap_or_default();
    RaceWaypoint { id: 0, kind: WaypointKind::Line, side: None, marks, moved: false }
}
