//! The races of a day: where the fleet starts, what is a recall or a practice start, and where a race ends
//! (docs/races.md, 1).

use super::course::{FleetTurn, fleet_turns};
use super::field::{Field, FieldBoat, MANY_BOATS};
use super::finish::STOPPED_SHARE;
use super::rounding::AT_MARK_M;
use super::series::{StartEvidence, WINDOW_S, fleet_direction, maxima};
use super::turning::{TurningPoint, turning_points};
use super::vectors::{across_and_along, apart_m};
use crate::stats::geometric::middle;
use crate::stats::quantile::median;
use crate::stats::regression::theil_sen_slope;

/// Least time between two candidates, s. *hand-tuned* on the fleets of ../shared/recordings
const APART_S: usize = 150;
/// A race has its first mark and the next one within twice this time, s. *guess*
pub(super) const MARK_WITHIN_S: f64 = 25.0 * 60.0;
/// Logarithms of likelihood ratios. *hand-tuned* on the same fleets, parts of them and simulated fleets.
/// Prior of an event, and of a first leg that is no beat.
const EVENT: f64 = -0.7;
const REACH: f64 = -1.5;
/// A fleet of which nothing is known before starts so much less likely: its recordings begin where it begins to sail.
const UNKNOWN: f64 = -1.5;
/// What follows a start: without a mark that the boats pass together, for each such leg by each boat that one sails it with,
/// at most for each leg, and with all of them. Two boats that train sail alike, many do not.
const NO_MARK: f64 = -6.0;
const LEG_WITH_BOAT: f64 = 1.9;
const LEG: f64 = 5.0;
const RACE: f64 = 2.0;
/// The motion of a fleet at a mark of a race looks like a start, up to this.
const AT_MARK: f64 = 2.5;
/// While a race is sailed the fleet has to have waited before the next start: per unit of what the boats covered, as a share of their
/// speed, above half of the second number; 0.2 to 0.5 at starts, 0.6 to 0.8 at marks.
const WAITED: f64 = 10.0;
const WAITING: f64 = 0.58;
/// Of the candidates of a day without a start the user is offered at most so many. *guess*
const MAX_OFFERED: usize = 3;

/// A fleet that comes back after so many marks sailed a race. *guess*
const MIN_MARKS: usize = 3;
/// A leg is at least this share of the longest, and a fleet is back at its start within this share of its way from it. *guess*
pub(super) const LEG_SHARE: f64 = 0.35;
/// Share of the boats that pass the first mark together, and of the time in which a boat in the race is seen. *guess*
pub(super) const SHARED: f64 = 0.6;
/// Boats that turn back at this share of their distance from each other across the wind at the start sailed to no mark.
/// *hand-tuned* on simulated practice starts
const ABREAST: f64 = 0.5;
/// A fleet comes back from a recall within this time, s. *guess*
const RECALL_S: f64 = 15.0 * 60.0;
/// A race is over when most boats have been slow for this time, s. *guess*
const STOPPED_S: usize = 180;
/// Boats at the gun are this near to the fleet, m. *guess*
const NEAR_FLEET_M: f64 = 300.0;

/// A start that a race followed. Times in s from the start of the grid.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FoundStart {
    pub s: f64,
    /// When most boats had stopped, and the latest end of the race.
    pub stops_s: f64,
    pub end_s: f64,
    /// Unit vector in which the fleet starts.
    pub direction: (f64, f64),
    /// True when the boats come to the line at full speed, or the first leg is no beat.
    pub full_speed: bool,
    pub recalls: Vec<f64>,
    /// True when the user gave the gun.
    pub typed: bool,
}

/// The starts of a day.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct FoundStarts {
    pub starts: Vec<FoundStart>,
    pub practice: Vec<f64>,
    /// Moments that may be starts, with their probabilities, the most likely first.
    pub offered: Vec<(f64, f64)>,
}

/// The boats of a race: those that sailed it, those that joined late, and those that took no part.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Participants {
    pub racing: Vec<usize>,
    pub late: Vec<usize>,
    pub others: Vec<usize>,
}

/// A moment at which the fleet may have started.
#[derive(Debug, Clone)]
struct Candidate {
    s: f64,
    /// UTC: times in which no boat was seen are short in the grid.
    ms: f64,
    is_beat: bool,
    /// Logarithm of the likelihood ratio by the motion alone.
    motion: f64,
    covered: f64,
    /// Middle of the fleet.
    at: (f64, f64),
    /// When and where it passed marks together until it stopped, from the end of the first leg on.
    marks: Vec<(f64, (f64, f64))>,
    stops_s: f64,
}

impl Candidate {
    /// Marks before a moment at the ends of legs that are not much shorter than the longest: before a start fleets turn together
    /// to and fro.
    fn marks_before(&self, s: f64) -> usize {
        let mut from = self.at;
        let leg_m = |m: &(f64, (f64, f64))| apart_m(std::mem::replace(&mut from, m.1), m.1);
        let legs_m: Vec<f64> = self.marks.iter().map(leg_m).collect();
        let longest_m = legs_m.iter().copied().fold(0.0, f64::max);
        let is_leg = |(mark, leg_m): &(&(f64, (f64, f64)), f64)| mark.0 < s && *leg_m > LEG_SHARE * longest_m;
        self.marks.iter().zip(legs_m).filter(is_leg).count()
    }
}

/// An event of the day: a candidate, and whether it is a start or one for practice or recalled.
type Event = (usize, bool);

/// The candidates of a day, of which each is a start, a start for practice or recalled, or nothing.
struct Sequence<'a> {
    field: &'a Field,
    evidence: &'a StartEvidence,
    candidates: Vec<Candidate>,
}

impl Sequence<'_> {
    /// Logarithm of the likelihood of what followed an event until the next one, and of that one; the candidates between them are
    /// nothing.
    fn link(&self, from: Option<Event>, to: Option<Event>) -> f64 {
        let until = to.map_or(self.candidates.len(), |to| to.0);
        let next = self.candidates.get(until);
        let until_s = next.map_or(f64::INFINITY, |next| next.s - WINDOW_S as f64);
        let before = from.and_then(|from| Some((from.1, self.candidates.get(from.0)?)));
        let leg = LEG.min(LEG_WITH_BOAT * self.field.boats.len().saturating_sub(1) as f64);
        let followed = match before {
            None => 0.0,
            Some((true, race)) => (NO_MARK + leg * race.marks_before(until_s) as f64).min(RACE),
            Some((false, c)) if next.is_some_and(|next| self.came_back(c, next)) => 0.0,
            Some(_) => -leg,
        };
        let first = from.map_or(0, |from| from.0 + 1);
        let between = self.candidates.get(first..until).into_iter().flatten();
        let at_mark =
            |c: &Candidate, race: &Candidate| race.marks.iter().any(|m| (m.0 - c.s).abs() < WINDOW_S as f64);
        let is_mark = |c: &&Candidate| before.is_some_and(|(_, race)| at_mark(c, race));
        let marks =
            between.filter(is_mark).map(|c| c.motion.clamp(0.0, AT_MARK).min(2.0 * AT_MARK - c.motion));
        let passed = followed + marks.sum::<f64>();
        let Some(next) = next else { return passed };
        let race = before.filter(|(is_start, race)| *is_start && next.s < race.stops_s);
        let waited = race.map_or(0.0, |(_, race)| self.waited(race, next));
        passed + waited + EVENT + next.motion + if next.is_beat { 0.0 } else { REACH }
    }

    /// The same of what the fleet did between a race and the next start, before which it did not stop.
    fn waited(&self, race: &Candidate, next: &Candidate) -> f64 {
        let from_s = (race.s + 2.0 * WINDOW_S as f64).max(next.s - RECALL_S).min(next.s);
        let rows = (from_s as usize..=next.s as usize).step_by(10);
        let covered =
            rows.filter_map(|row| self.evidence.covered.get(row)).copied().fold(next.covered, f64::min);
        (WAITED * (0.5 * WAITING - covered)).min(0.0)
    }

    /// Whether the fleet came back to the place of a start for the next one, without a race between.
    fn came_back(&self, c: &Candidate, next: &Candidate) -> bool {
        let marks = c.marks_before(next.s);
        let is_race = marks >= MIN_MARKS || (marks > 0 && next.covered > WAITING);
        if is_race || next.ms - c.ms > 1000.0 * RECALL_S {
            return false;
        }
        let away_m = |at: (f64, f64)| apart_m(at, c.at);
        let rows = (c.s as usize..next.s as usize).step_by(10);
        let farthest_m = rows.filter_map(|row| fleet_at(self.field, row)).map(away_m).fold(0.0, f64::max);
        away_m(next.at) < LEG_SHARE * farthest_m
    }

    /// Probability of each candidate to be a start, and to be one for practice or recalled: by the most likely sequence with it
    /// over the most likely one.
    fn probabilities(&self) -> Vec<[f64; 2]> {
        let events: Vec<Event> = (0..self.candidates.len()).flat_map(|c| [(c, true), (c, false)]).collect();
        let mut until: Vec<f64> = Vec::new();
        for (i, &event) in events.iter().enumerate() {
            let earlier = events.iter().zip(&until).take(i - i % 2);
            let ways = earlier.map(|(&from, sum)| sum + self.link(Some(from), Some(event)));
            until.push(ways.fold(self.link(None, Some(event)), f64::max));
        }
        let mut after = vec![0.0; events.len()];
        for (i, &event) in events.iter().enumerate().rev() {
            let later = events.iter().zip(&after).skip(i - i % 2 + 2);
            let ways = later.map(|(&to, sum)| sum + self.link(Some(event), Some(to)));
            after[i] = ways.fold(self.link(Some(event), None), f64::max);
        }
        let best = until.iter().zip(&after).map(|(a, b)| a + b).fold(0.0, f64::max);
        // Where it is the same sequence rounding must not tell them apart.
        let of = |i: usize| 1.0 / (1.0 + libm::exp(best - until[i] - after[i] - 1e-9));
        (0..self.candidates.len()).map(|c| [of(2 * c), of(2 * c + 1)]).collect()
    }
}

/// Finds the starts of a day.
pub(super) fn find_starts(field: &Field) -> FoundStarts {
    let evidence = StartEvidence::new(field);
    let axis_deg = field.wind.mean(0..field.seconds).map_or(0.0, |(twd, _)| twd);
    let boats: Vec<usize> = (0..field.boats.len()).collect();
    let points = turning_points(field, &boats, &(0..field.seconds), axis_deg);
    let rows = maxima(&evidence.ratio, -RACE, APART_S);
    let mut candidates: Vec<Candidate> =
        rows.iter().filter_map(|&row| candidate(field, &evidence, &points, row)).collect();
    if boats.len() == 1 {
        // A boat alone has one start: a later one looks the same as a leeward mark, and one on a reach as a turn to and fro.
        candidates.retain(|c| c.is_beat && !c.marks.is_empty());
        candidates.truncate(1);
    }
    let is_few = boats.len() < MANY_BOATS;
    let sequence = Sequence { field, evidence: &evidence, candidates };
    let probabilities = sequence.probabilities();
    let mut found = FoundStarts::default();
    let mut rehearsals: Vec<&Candidate> = Vec::new();
    for (c, [start_probability, rehearsal]) in sequence.candidates.iter().zip(probabilities) {
        if start_probability > 0.5 {
            rehearsals.push(c);
            let came_back = rehearsals.windows(2).filter(|pair| sequence.came_back(pair[0], pair[1]));
            let mut before: Vec<&Candidate> = came_back.map(|pair| pair[0]).collect();
            // A few boats sail off the line together without a gun, too.
            let recall = before.pop_if(|last| !is_few && c.ms - last.ms < 1000.0 * RECALL_S);
            found.practice.extend(before.iter().map(|c| c.s));
            let recalls = recall.iter().map(|c| c.s).collect();
            rehearsals.clear();
            found.starts.push(start(field, c.s, c.is_beat, recalls));
        } else {
            found.offered.push((c.s, start_probability));
            if rehearsal > 0.5 {
                rehearsals.push(c);
            }
        }
    }
    if !found.starts.is_empty() {
        found.offered.clear();
    }
    found.offered.sort_by(|a, b| b.1.total_cmp(&a.1));
    found.offered.truncate(MAX_OFFERED);
    close(&mut found.starts);
    found
}

fn candidate(
    field: &Field,
    evidence: &StartEvidence,
    points: &[Vec<TurningPoint>],
    row: usize,
) -> Option<Candidate> {
    let (s, is_beat) = (row as f64, *evidence.is_beat.get(row)?);
    let stops_s = stopped_s(field, row);
    let marks = fleet_turns(field, points, s, stops_s.min(s + 2.0 * MARK_WITHIN_S));
    let present = field.boats.iter().filter(|b| b.at(row).is_some()).count() as f64;
    let shared: Vec<&FleetTurn> = marks.iter().filter(|m| m.turns.len() as f64 >= SHARED * present).collect();
    let at = fleet_at(field, row)?;
    let sailed_to = shared.iter().skip_while(|m| is_abreast(field, row, m));
    let marks: Vec<(f64, (f64, f64))> = sailed_to.map(|m| (m.s, m.at)).collect();
    let leg_m = |pair: &[(f64, (f64, f64))]| apart_m(pair[0].1, pair[1].1);
    let longest_m = marks.windows(2).map(leg_m).fold(0.0, f64::max);
    // Before a start boats turn together near its place.
    let is_before = |m: &(f64, (f64, f64))| apart_m(at, m.1) < LEG_SHARE * longest_m;
    let marks = marks.into_iter().skip_while(is_before).collect();
    let known = |b: &&FieldBoat| row.checked_sub(WINDOW_S).is_some_and(|before| b.at(before).is_some());
    let is_unknown =
        field.boats.len() >= MANY_BOATS && 2 * field.boats.iter().filter(known).count() < field.boats.len();
    let motion = *evidence.ratio.get(row)? + if is_unknown { UNKNOWN } else { 0.0 };
    Some(Candidate {
        s,
        ms: field.ms(s),
        is_beat,
        motion,
        covered: *evidence.covered.get(row)?,
        at,
        marks,
        stops_s,
    })
}

/// Middle of the fleet.
fn fleet_at(field: &Field, row: usize) -> Option<(f64, f64)> {
    middle(&field.boats.iter().filter_map(|b| b.at(row)).collect::<Vec<_>>())
}

/// True when the boats turn back side by side as they had started: they did not sail to a mark.
fn is_abreast(field: &Field, row: usize, mark: &FleetTurn) -> bool {
    let Some(direction) = fleet_direction(field, row) else { return false };
    let across_m = |at: (f64, f64)| across_and_along(at, direction).0;
    let pairs = mark
        .turns
        .iter()
        .filter_map(|&(boat, at)| Some((across_m(field.boats.get(boat)?.at(row)?), across_m(at))));
    let (started_m, turned_m): (Vec<f64>, Vec<f64>) = pairs.unzip();
    let bound = |of: fn(f64, f64) -> f64| turned_m.iter().copied().reduce(of).unwrap_or(0.0);
    // Of fewer boats the slope is chance.
    started_m.len() > MANY_BOATS
        && bound(f64::max) - bound(f64::min) > AT_MARK_M
        && theil_sen_slope(&started_m, &turned_m).is_some_and(|slope| slope > ABREAST)
}

/// A start as the user gave it, where none was found.
pub(super) fn start_at(field: &Field, s: f64) -> FoundStart {
    start(field, s.max(0.0), true, Vec::new())
}

fn start(field: &Field, s: f64, is_beat: bool, recalls: Vec<f64>) -> FoundStart {
    let row = s as usize;
    let windward = field.wind.to_windward(row).filter(|_| is_beat);
    let direction = windward.or_else(|| fleet_direction(field, row)).unwrap_or((0.0, 1.0));
    let stops_s = stopped_s(field, row);
    FoundStart { s, stops_s, end_s: stops_s, direction, full_speed: !is_beat, recalls, typed: false }
}

/// Sets the latest end of each race, in time order: before the time that is evidence of the next start, and never before its own.
pub(super) fn close(starts: &mut [FoundStart]) {
    starts.sort_by(|a, b| a.s.total_cmp(&b.s));
    let next: Vec<f64> =
        starts.iter().skip(1).map(|n| n.s - WINDOW_S as f64).chain([f64::INFINITY]).collect();
    for (start, next_s) in starts.iter_mut().zip(next) {
        start.end_s = next_s.min(start.stops_s).max(start.s);
    }
}

/// When most boats had stopped, or their recordings had ended, s.
pub(super) fn stopped_s(field: &Field, start: usize) -> f64 {
    let usual: Vec<f64> = field.boats.iter().map(|boat| racing_speed_mps(boat, start)).collect();
    let boats = usual.iter().filter(|v| v.is_finite()).count().max(1) as f64;
    let mut since = start;
    for row in start + 60..field.seconds {
        let stops = |(boat, usual): (&FieldBoat, &f64)| {
            let mps = boat.speed_mps(row);
            usual.is_finite() && (mps.is_nan() || mps < STOPPED_SHARE * usual)
        };
        let stopped = field.boats.iter().zip(&usual).filter(|b| stops(*b)).count() as f64;
        if stopped < SHARED * boats {
            since = row;
        }
        if row - since >= STOPPED_S {
            return since as f64;
        }
    }
    (field.seconds - 1) as f64
}

/// Median speed in the twenty minutes after a start, m/s; NaN for a boat that was not there.
fn racing_speed_mps(boat: &FieldBoat, start: usize) -> f64 {
    boat.usual_mps(start..start + 1200).unwrap_or(f64::NAN)
}

/// True for a boat whose positions are known for most of the time between gun and end.
pub(super) fn is_present(field: &Field, boat: usize, gun_s: f64, end_s: f64) -> bool {
    let rows = gun_s.max(0.0) as usize..(end_s as usize).min(field.seconds);
    let seconds = rows.len().max(1) as f64;
    let known = rows.filter(|&r| field.boats.get(boat).is_some_and(|b| b.at(r).is_some())).count();
    known as f64 >= SHARED * seconds
}

/// Which boats sailed a race from its gun to its end.
pub(super) fn participants(field: &Field, gun_s: f64, end_s: f64) -> Participants {
    let (from, to) = (gun_s.max(0.0) as usize, (end_s as usize).min(field.seconds));
    // A receiver may miss the very second.
    let near_gun = |b: &FieldBoat| (from.saturating_sub(15)..=from + 15).find_map(|r| b.at(r));
    let at_gun: Vec<Option<(f64, f64)>> =
        field.boats.iter().map(|b| b.at(from).or_else(|| near_gun(b))).collect();
    let centre = middle(&at_gun.iter().flatten().copied().collect::<Vec<_>>());
    let away = |p: (f64, f64)| centre.map_or(0.0, |c| apart_m(p, c));
    let mut aways: Vec<f64> = at_gun.iter().flatten().map(|p| away(*p)).collect();
    let limit_m = NEAR_FLEET_M + median(&mut aways).unwrap_or(0.0);
    let mut all = Participants::default();
    for (i, boat) in field.boats.iter().enumerate() {
        let known = (from..to).step_by(5).filter(|&r| boat.at(r).is_some()).count();
        let later = (from + to.saturating_sub(from) / 2..to).step_by(5).any(|r| boat.at(r).is_some());
        let near = at_gun[i].is_some_and(|p| away(p) <= limit_m);
        match (near, later) {
            (true, _) if known > 0 => all.racing.push(i),
            (false, true) => all.late.push(i),
            _ if is_present(field, i, gun_s, end_s) => all.others.push(i),
            _ => {}
        }
    }
    all
}
