//! One day of a real fleet, found and true.

use std::fmt::Write;

use leebow_engine::calendar::ms_from_iso;
use leebow_engine::geo::distance_m;
use leebow_engine::race::RaceAnalysis;
use leebow_engine::race::answer::{GunBasis, PlaceBasis, RaceBoat, RaceReport, WaypointKind};

use super::known::{KnownBoat, KnownDay, KnownRace};

/// A found race belongs to a true one with its start this near to the gun, and a passing to a true one this near, ms.
const SAME_START_MS: f64 = 60_000.0;
const SAME_PASSING_MS: f64 = 20_000.0;
/// A mark is there when a true one lies this near, m.
const SAME_MARK_M: f64 = 50.0;
/// A gun on a whole minute is right within this, s.
const RIGHT_S: f64 = 0.5;
/// So many candidates of a start are looked at: a user is offered no more.
const CANDIDATES: usize = 3;
/// A place may be wrong by what the true passings leave open: this many of their standard deviations.
const PLACE_SDS: f64 = 2.0;

/// What was right and wrong on one day, or on several.
#[derive(Default, Clone)]
pub struct Score {
    pub days: usize,
    pub races: usize,
    pub found: usize,
    /// True races with a found one or one of the first candidates at their gun.
    pub offered: usize,
    pub false_races: usize,
    /// True guns that were called a practice start or a recall.
    pub denied: usize,
    pub guns_s: Vec<f64>,
    /// Guns said to be on a whole minute, and those of them that are right.
    pub minutes: [usize; 2],
    /// Boats whose passings are all known, and those with the right legs; also in the found races alone.
    pub boats: usize,
    pub legs_right: usize,
    pub boats_found: usize,
    /// True passings of marks, those missed, and found ones that are none.
    pub passings: usize,
    pub missed: usize,
    pub passings_found: usize,
    pub missed_found: usize,
    pub claimed: usize,
    pub invented: usize,
    pub marks_s: Vec<f64>,
    pub gaps_s: Vec<f64>,
    /// Error of each mark, m; infinite where there is none.
    pub marks_m: Vec<f64>,
    pub sure_places: [usize; 2],
    pub seconds: f64,
}

pub fn compare(day: &KnownDay, found: &RaceAnalysis) -> Score {
    let mut score = Score { days: 1, races: day.races.len(), ..Score::default() };
    let mut of_none: Vec<usize> = (0..found.day.races.len()).collect();
    let denied: Vec<f64> = found
        .day
        .practice_starts
        .iter()
        .chain(found.day.races.iter().flat_map(|race| &race.recalls))
        .filter_map(|time| ms_from_iso(time))
        .collect();
    for race in &day.races {
        let is_here = |ms: &f64| (ms - race.gun_ms).abs() <= SAME_START_MS;
        score.denied += usize::from(denied.iter().any(is_here));
        let error = |i: usize| (start_ms(&found.day.races[i]) - race.gun_ms).abs();
        let nearest = of_none.iter().copied().min_by(|&a, &b| error(a).total_cmp(&error(b)));
        let own = nearest.filter(|&i| error(i) <= SAME_START_MS);
        let offered = found.day.candidates.iter().take(CANDIDATES).filter_map(|c| ms_from_iso(&c.time));
        score.offered += usize::from(own.is_some() || offered.into_iter().any(|ms| is_here(&ms)));
        of_none.retain(|&i| Some(i) != own);
        score.add_race(race, own.and_then(|i| found.day.races.get(i)));
    }
    score.false_races = of_none.len();
    score
}

fn start_ms(race: &RaceReport) -> f64 {
    ms_from_iso(&race.start_time).unwrap_or(f64::NAN)
}

/// A passing that was found: time, gap, place.
struct Found {
    ms: f64,
    behind_s: f64,
    place: u32,
    sure: bool,
    is_finish: bool,
}

fn passings(report: &RaceReport, boat: &RaceBoat) -> Vec<Found> {
    let of = |p: &leebow_engine::race::answer::Passing| {
        let waypoint = report.waypoints.iter().find(|w| w.id == p.waypoint)?;
        Some(Found {
            ms: ms_from_iso(&p.time)?,
            behind_s: p.behind_s,
            place: p.place,
            sure: p.place_sure,
            is_finish: waypoint.kind == WaypointKind::Finish,
        })
    };
    boat.passings.iter().flatten().filter_map(of).collect()
}

impl Score {
    fn add_race(&mut self, race: &KnownRace, report: Option<&RaceReport>) {
        if let Some(report) = report {
            self.found += 1;
            let error_s = (start_ms(report) - race.gun_ms) / 1000.0;
            self.guns_s.push(error_s);
            if report.gun_basis == GunBasis::WholeMinute && race.gun_on_whole_minute {
                self.minutes[0] += 1;
                self.minutes[1] += usize::from(error_s.abs() < RIGHT_S);
            }
            self.add_marks(race, report);
        }
        for boat in &race.boats {
            let entry = report.and_then(|r| r.boats.iter().find(|b| b.track == boat.name));
            let own = report.zip(entry).map(|(report, entry)| passings(report, entry)).unwrap_or_default();
            self.add_boat(race, boat, &own, report.is_some());
        }
    }

    fn add_boat(&mut self, race: &KnownRace, boat: &KnownBoat, own: &[Found], is_found: bool) {
        let nearest = |ms: f64, finish: bool| {
            let near = own.iter().filter(|f| f.is_finish == finish && (f.ms - ms).abs() <= SAME_PASSING_MS);
            near.min_by(|a, b| (a.ms - ms).abs().total_cmp(&(b.ms - ms).abs()))
        };
        let (mut known, mut missed) = (0, 0);
        for (k, _) in race.waypoints.iter().enumerate().filter(|(_, w)| !w.is_finish) {
            let Some(ms) = boat.passings_ms[k].filter(|_| boat.sure[k]) else { continue };
            known += 1;
            let Some(found) = nearest(ms, false) else {
                missed += 1;
                continue;
            };
            self.marks_s.push((found.ms - ms) / 1000.0);
            self.add_place(race, boat, k, ms, found);
        }
        // The finish of a course on which it is not known lies behind the last mark.
        let last_ms = boat.passings_ms.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
        let is_scored = |f: &&Found| !f.is_finish && (race.finish_known || f.ms <= last_ms + SAME_PASSING_MS);
        let is_true =
            |f: &Found| boat.passings_ms.iter().flatten().any(|ms| (f.ms - ms).abs() <= SAME_PASSING_MS);
        let is_complete = boat.is_complete();
        let invented = own.iter().filter(is_scored).filter(|f| !is_true(f)).count();
        // A mark at the finish is the finish.
        let is_at_finish = |f: &&Found| {
            let finishes = race.waypoints.iter().zip(&boat.passings_ms).filter(|(w, _)| w.is_finish);
            finishes.filter_map(|(_, ms)| *ms).any(|ms| (f.ms - ms).abs() <= SAME_PASSING_MS)
        };
        let marks = race.waypoints.iter().filter(|w| !w.is_finish).count();
        let scored = own.iter().filter(is_scored).filter(|f| !is_at_finish(f)).count();
        if is_complete {
            self.claimed += scored;
            self.invented += invented;
            self.boats += 1;
            self.boats_found += usize::from(is_found);
            self.legs_right += usize::from(missed == 0 && known == marks && invented == 0 && scored == marks);
        }
        self.passings += known;
        self.missed += missed;
        if is_found {
            self.passings_found += known;
            self.missed_found += missed;
        }
    }

    fn add_place(&mut self, race: &KnownRace, boat: &KnownBoat, k: usize, ms: f64, found: &Found) {
        let others = || race.boats.iter().filter(|b| b.name != boat.name);
        let times: Vec<f64> = others().filter_map(|b| b.passings_ms[k].filter(|_| b.sure[k])).collect();
        // Without the true time of each boat the first one is not known; one without it that sailed on was not seen.
        let is_known = |b: &KnownBoat| match b.passings_ms[k] {
            Some(_) => b.sure[k],
            None => b.passings_ms.iter().skip(k).all(Option::is_none),
        };
        if race.boats.iter().all(is_known) {
            let first_ms = times.iter().copied().fold(ms, f64::min);
            self.gaps_s.push(found.behind_s - (ms - first_ms) / 1000.0);
        }
        if found.sure {
            let unknown = others().count() - times.len();
            let open_ms = 1000.0 * PLACE_SDS * race.passing_sd_s;
            let best = 1 + times.iter().filter(|t| **t < ms - open_ms).count();
            let worst = 1 + times.iter().filter(|t| **t < ms + open_ms).count() + unknown;
            self.sure_places[0] += 1;
            self.sure_places[1] += usize::from((best..=worst).contains(&(found.place as usize)));
        }
    }

    fn add_marks(&mut self, race: &KnownRace, report: &RaceReport) {
        let truth: Vec<[f64; 2]> = race.waypoints.iter().flat_map(|w| w.marks.clone()).collect();
        // Where a waypoint's marks are not known, a found one may be it.
        if race.waypoints.iter().any(|w| w.marks.is_empty()) {
            return;
        }
        let marks = report.waypoints.iter().filter(|w| w.side.is_some()).flat_map(|w| &w.marks);
        for mark in marks.filter(|m| m.place.basis == PlaceBasis::Estimated) {
            let away = |t: &[f64; 2]| distance_m(mark.place.lat_deg, mark.place.lon_deg, t[0], t[1]);
            let nearest = truth.iter().map(away).fold(f64::INFINITY, f64::min);
            self.marks_m.push(if nearest > SAME_MARK_M { f64::INFINITY } else { nearest });
        }
    }

    /// Both days together.
    pub fn add(&mut self, other: &Self) {
        for (own, more) in [
            (&mut self.days, other.days),
            (&mut self.races, other.races),
            (&mut self.found, other.found),
            (&mut self.offered, other.offered),
            (&mut self.false_races, other.false_races),
            (&mut self.denied, other.denied),
            (&mut self.boats, other.boats),
            (&mut self.legs_right, other.legs_right),
            (&mut self.boats_found, other.boats_found),
            (&mut self.passings, other.passings),
            (&mut self.missed, other.missed),
            (&mut self.passings_found, other.passings_found),
            (&mut self.missed_found, other.missed_found),
            (&mut self.claimed, other.claimed),
            (&mut self.invented, other.invented),
        ] {
            *own += more;
        }
        for i in 0..2 {
            self.minutes[i] += other.minutes[i];
            self.sure_places[i] += other.sure_places[i];
        }
        self.guns_s.extend(&other.guns_s);
        self.marks_s.extend(&other.marks_s);
        self.gaps_s.extend(&other.gaps_s);
        self.marks_m.extend(&other.marks_m);
        self.seconds += other.seconds;
    }
}

/// The races of a day, true and found, a line each, and the waypoints of the found ones.
pub fn listing(day: &KnownDay, found: &RaceAnalysis) -> String {
    let mut text = String::new();
    for race in &day.races {
        let _ = writeln!(text, "  true gun {}, {} waypoints", time(race.gun_ms), race.waypoints.len());
        for (k, waypoint) in race.waypoints.iter().enumerate() {
            let mut passed: Vec<f64> = race.boats.iter().filter_map(|b| b.passings_ms[k]).collect();
            passed.sort_by(f64::total_cmp);
            let middle = passed.get(passed.len() / 2).copied().unwrap_or(f64::NAN);
            let _ = writeln!(
                text,
                "    {} {} of {} boats, marks {:.5?}",
                k + 1,
                time(middle),
                passed.len(),
                waypoint.marks
            );
        }
    }
    for race in &found.day.races {
        let _ = writeln!(
            text,
            "  found gun {} {:?} \u{b1} {:.0} s to {}, recalls {:?}",
            race.start_time, race.gun_basis, race.gun_sd_s, race.end_time, race.recalls
        );
        for (k, waypoint) in race.waypoints.iter().skip(1).enumerate() {
            let mut passed: Vec<f64> =
                race.boats.iter().filter_map(|b| ms_from_iso(&b.passings.get(k)?.as_ref()?.time)).collect();
            passed.sort_by(f64::total_cmp);
            let middle = passed.get(passed.len() / 2).copied().unwrap_or(f64::NAN);
            let marks: Vec<[f64; 3]> =
                waypoint.marks.iter().map(|m| [m.place.lat_deg, m.place.lon_deg, m.place.sd_m]).collect();
            let _ = writeln!(
                text,
                "    {} {} of {} boats, {:?} {:.5?}",
                k + 1,
                time(middle),
                passed.len(),
                waypoint.kind,
                marks
            );
        }
    }
    for candidate in &found.day.candidates {
        let _ = writeln!(text, "  candidate {} {:.2}", candidate.time, candidate.score);
    }
    for practice in &found.day.practice_starts {
        let _ = writeln!(text, "  practice {practice}");
    }
    for note in &found.day.notes {
        let _ = writeln!(text, "  {}", note.text);
    }
    text
}

fn time(ms: f64) -> String {
    if ms.is_finite() { leebow_engine::calendar::iso_utc(ms) } else { "-".into() }
}
