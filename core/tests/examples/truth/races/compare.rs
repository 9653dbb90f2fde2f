//! One day of races, found and true.

use leebow_engine::calendar::ms_from_iso;
use leebow_engine::geo::distance_m;
use leebow_engine::race::answer::{BoatState, Over, PlaceBasis, RaceBoat, RaceReport};
use leebow_engine::race::{RaceAnalysis, RaceColumns};
use leebow_simulator::{RaceSettings, Simulation, TrueRace};

use super::name;

/// A found race belongs to a true one with its start this near to the gun, and a passing to a true one this near, ms.
const SAME_START_MS: f64 = 60_000.0;
const SAME_PASSING_MS: f64 = 20_000.0;
/// Marks are compared that at least this many boats passed.
const MIN_PASSINGS: u32 = 4;
/// The gap is compared this long before and after a mark, ms.
const BESIDE_MARK_MS: f64 = 8_000.0;

/// What was right and wrong on one day, or on several.
#[derive(Default)]
pub struct Day {
    pub days: usize,
    pub races: usize,
    pub found: usize,
    pub false_races: usize,
    /// Practice starts and recalls: true, and found within a minute.
    pub rehearsals: [usize; 2],
    /// Error of the gun of each found race, s.
    pub guns_s: Vec<f64>,
    /// Boats that sailed the course as far as they meant to, and those of them with the right legs.
    pub boats: usize,
    pub legs_right: usize,
    /// True passings of marks and those of them that were not found, and the same of the finish.
    pub passings: usize,
    pub missed: usize,
    pub finishes: [usize; 2],
    /// Errors of the passings of marks and of the finish, of the gaps at marks, and changes of the gap over a mark, s.
    pub marks_s: Vec<f64>,
    pub finishes_s: Vec<f64>,
    pub gaps_s: Vec<f64>,
    pub jumps_s: Vec<f64>,
    /// Error and standard deviation of each mark, m.
    pub marks_m: Vec<[f64; 2]>,
    /// Crossings of the line after the gun: errors, s.
    pub crossings_s: Vec<f64>,
    /// Boats said to be over.
    pub accused: usize,
    /// Places at marks that are called sure, and those of them that are wrong.
    pub sure_places: [usize; 2],
    /// Boats that watch, and those of them that were given a place.
    pub spectators: [usize; 2],
}

/// Compares the races found in the tracks of these boats with the true ones.
pub fn compare(boats: &[Simulation], found: &RaceAnalysis) -> Day {
    let mut day = Day { days: 1, ..Day::default() };
    let races = boats.first().map_or(0, |b| b.truth.races.len());
    let mut of_none: Vec<usize> = (0..found.day.races.len()).collect();
    for k in 0..races {
        day.races += 1;
        let Some(race) = boats.first().and_then(|b| Some((b, b.truth.races.get(k)?))) else { continue };
        let gun_ms = race.0.spec.start_time_ms + 1000.0 * race.1.gun_s;
        day.rehearsals[0] += race.1.practice_starts_s.len() + race.1.recalls_s.len();
        let error = |i: usize| start_ms(&found.day.races[i]) - gun_ms;
        let nearest = of_none.iter().copied().min_by(|&a, &b| error(a).abs().total_cmp(&error(b).abs()));
        let Some(i) = nearest.filter(|&i| error(i).abs() < SAME_START_MS) else { continue };
        of_none.retain(|&other| other != i);
        day.found += 1;
        day.guns_s.push(error(i) / 1000.0);
        let columns = found.columns.get(i).map_or(&[] as &[RaceColumns], Vec::as_slice);
        day.compare_race(boats, k, &found.day.races[i], columns);
        day.rehearsals[1] += rehearsals_found(race.0, race.1, found);
    }
    day.false_races = of_none.len();
    day
}

fn start_ms(race: &RaceReport) -> f64 {
    ms_from_iso(&race.start_time).unwrap_or(f64::NAN)
}

/// Practice starts and recalls that were found as such.
fn rehearsals_found(boat: &Simulation, race: &TrueRace, found: &RaceAnalysis) -> usize {
    let has = |times: &[String], s: &f64| {
        let at_ms = boat.spec.start_time_ms + 1000.0 * s;
        times.iter().any(|t| ms_from_iso(t).is_some_and(|ms| (ms - at_ms).abs() < SAME_START_MS))
    };
    let recalls: Vec<String> = found.day.races.iter().flat_map(|r| r.recalls.clone()).collect();
    let practice = race.practice_starts_s.iter().filter(|s| has(&found.day.practice_starts, s)).count();
    practice + race.recalls_s.iter().filter(|s| has(&recalls, s)).count()
}

/// What a boat was to do and did.
struct Sailed<'a> {
    settings: RaceSettings,
    race: &'a TrueRace,
    start_ms: f64,
}

impl<'a> Sailed<'a> {
    fn of(boat: &'a Simulation, race: usize) -> Option<Self> {
        let settings = boat.spec.race.unwrap_or_default();
        let start_ms = boat.spec.start_time_ms + 1000.0 * settings.clock_offset_s;
        Some(Self { settings, race: boat.truth.races.get(race)?, start_ms })
    }

    /// Times of her passings by her own clock, ms, when she sailed the course as far as she meant to and was not late.
    fn passings_ms(&self) -> Option<Vec<f64>> {
        let all = self.race.passings_s.len();
        let meant = self.settings.retires_after.map_or(all, |after| (after as usize).min(all));
        let on_time = self.race.takes_part && self.settings.late_s == 0.0;
        let ms = |s: &Option<f64>| s.map(|s| self.start_ms + 1000.0 * s);
        let passings: Option<Vec<f64>> = self.race.passings_s.iter().take(meant).map(ms).collect();
        passings.filter(|_| on_time)
    }

    /// When she passed each waypoint, ms, as everybody who races: late, retired later, or not.
    fn arrivals_ms(&self) -> Vec<Option<f64>> {
        let start_ms = self.start_ms - 1000.0 * self.settings.clock_offset_s;
        let of_race = self.race.passings_s.iter().map(|s| s.map(|s| start_ms + 1000.0 * s));
        of_race.map(|ms| ms.filter(|_| self.race.takes_part)).collect()
    }

    fn has_right_clock(&self) -> bool {
        self.settings.clock_offset_s == 0.0
    }
}

/// Times (ms) and gaps (s) of the passings that were found of a boat.
fn found_passings(boat: &RaceBoat) -> Vec<(f64, f64, bool, u32)> {
    let passings = boat.passings.iter().flatten();
    passings.filter_map(|p| Some((ms_from_iso(&p.time)?, p.behind_s, p.place_sure, p.place))).collect()
}

impl Day {
    fn compare_race(
        &mut self,
        boats: &[Simulation],
        race: usize,
        report: &RaceReport,
        columns: &[RaceColumns],
    ) {
        let sailed: Vec<Option<Sailed>> = boats.iter().map(|b| Sailed::of(b, race)).collect();
        let times: Vec<Option<Vec<f64>>> =
            sailed.iter().map(|s| s.as_ref().and_then(Sailed::passings_ms)).collect();
        let arrivals: Vec<Vec<Option<f64>>> = sailed.iter().flatten().map(Sailed::arrivals_ms).collect();
        for ((boat, sailed), own) in boats.iter().zip(&sailed).zip(&times) {
            let Some(sailed) = sailed else { continue };
            let place = report.boats.iter().position(|b| b.track == name(boat));
            let entry = place.and_then(|i| report.boats.get(i));
            if !sailed.race.takes_part {
                self.spectators[0] += 1;
                let ranked = entry.is_some_and(|b| b.state == BoatState::Finished);
                self.spectators[1] += usize::from(ranked);
            }
            let over = entry.and_then(|b| b.start.as_ref()).is_some_and(|s| s.over == Some(Over::Over));
            self.accused += usize::from(over);
            let Some(own) = own else { continue };
            self.compare_passings(sailed, own, entry);
            let Some(entry) = entry.filter(|_| sailed.has_right_clock()) else { continue };
            self.compare_start(sailed, entry);
            self.compare_gaps(own, &arrivals, entry, place.and_then(|i| columns.get(i)));
        }
        if let Some(Some(sailed)) = sailed.first() {
            self.compare_marks(sailed.race, report);
        }
    }

    fn compare_passings(&mut self, sailed: &Sailed, own: &[f64], entry: Option<&RaceBoat>) {
        let found = entry.map(found_passings).unwrap_or_default();
        let finish = sailed.race.passings_s.len().saturating_sub(1);
        let (mut matched, mut finished) = (0, 0);
        for (i, at_ms) in own.iter().enumerate() {
            let error_ms = found.iter().map(|f| f.0 - at_ms).min_by(|a, b| a.abs().total_cmp(&b.abs()));
            let Some(error_ms) = error_ms.filter(|ms| ms.abs() < SAME_PASSING_MS) else { continue };
            let (count, errors) = if i == finish {
                (&mut finished, &mut self.finishes_s)
            } else {
                (&mut matched, &mut self.marks_s)
            };
            *count += 1;
            errors.push(error_ms / 1000.0);
        }
        let marks = own.len().min(finish);
        self.boats += 1;
        self.passings += marks;
        self.missed += marks - matched;
        self.finishes[0] += own.len() - marks;
        self.finishes[1] += own.len() - marks - finished;
        self.legs_right += usize::from(matched == marks && found.len() == matched + finished);
    }

    fn compare_start(&mut self, sailed: &Sailed, entry: &RaceBoat) {
        let found = entry.start.as_ref().and_then(|s| s.crossed_after_s);
        if let (Some(found), Some(crossed)) = (found, sailed.race.crossed_after_s) {
            self.crossings_s.push(found - crossed);
        }
    }

    /// Gaps of a boat at the marks and places, among all that passed them.
    fn compare_gaps(
        &mut self,
        own: &[f64],
        arrivals: &[Vec<Option<f64>>],
        entry: &RaceBoat,
        columns: Option<&RaceColumns>,
    ) {
        let found = found_passings(entry);
        for (i, at_ms) in own.iter().enumerate() {
            let Some(&(_, behind_s, sure, place)) =
                found.iter().find(|f| (f.0 - at_ms).abs() < SAME_PASSING_MS)
            else {
                continue;
            };
            let others: Vec<f64> = arrivals.iter().filter_map(|boat| *boat.get(i)?).collect();
            let first_ms = others.iter().copied().fold(f64::INFINITY, f64::min);
            self.gaps_s.push(behind_s - (at_ms - first_ms) / 1000.0);
            if sure {
                self.sure_places[0] += 1;
                let before = others.iter().filter(|ms| **ms < *at_ms).count();
                self.sure_places[1] += usize::from(before + 1 != place as usize);
            }
            let at = |ms: f64| {
                let columns = columns?;
                let row = columns.time_ms.iter().position(|t| *t >= ms)?;
                Some(f64::from(*columns.behind_s.get(row)?)).filter(|s| s.is_finite())
            };
            if i + 1 < own.len()
                && let (Some(before), Some(after)) = (at(at_ms - BESIDE_MARK_MS), at(at_ms + BESIDE_MARK_MS))
            {
                self.jumps_s.push((after - before).abs());
            }
        }
    }

    fn compare_marks(&mut self, race: &TrueRace, report: &RaceReport) {
        let truth: Vec<_> =
            race.waypoints.iter().filter(|w| w.kind != "finish").flat_map(|w| &w.marks).collect();
        // The line and the finish have no marks to compare.
        for waypoint in report.waypoints.iter().skip(1) {
            let estimated = |m: &&leebow_engine::race::answer::RaceMark| {
                m.place.basis == PlaceBasis::Estimated && m.passings >= MIN_PASSINGS
            };
            if waypoint.side.is_none() {
                continue;
            }
            for mark in waypoint.marks.iter().filter(estimated) {
                let away = |t: &&leebow_simulator::TruePlace| {
                    distance_m(mark.place.lat_deg, mark.place.lon_deg, t.lat_deg, t.lon_deg)
                };
                let nearest = truth.iter().map(away).fold(f64::INFINITY, f64::min);
                self.marks_m.push([nearest, mark.place.sd_m]);
            }
        }
    }

    /// Both days together.
    pub fn add(&mut self, other: &Self) {
        self.days += other.days;
        self.races += other.races;
        self.found += other.found;
        self.false_races += other.false_races;
        self.boats += other.boats;
        self.legs_right += other.legs_right;
        self.passings += other.passings;
        self.missed += other.missed;
        self.accused += other.accused;
        for i in 0..2 {
            self.rehearsals[i] += other.rehearsals[i];
            self.finishes[i] += other.finishes[i];
            self.sure_places[i] += other.sure_places[i];
            self.spectators[i] += other.spectators[i];
        }
        self.guns_s.extend(&other.guns_s);
        self.marks_s.extend(&other.marks_s);
        self.finishes_s.extend(&other.finishes_s);
        self.gaps_s.extend(&other.gaps_s);
        self.jumps_s.extend(&other.jumps_s);
        self.marks_m.extend(&other.marks_m);
        self.crossings_s.extend(&other.crossings_s);
    }
}
