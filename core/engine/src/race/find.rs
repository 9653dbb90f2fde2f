//! The races of a day: where the fleet starts, what is a recall or a practice start, and where a race ends
//! (docs/races.md, 1).

use super::course::{FleetTurn, fleet_turns};
use super::field::{Field, FieldBoat, MANY_BOATS};
use super::finish::STOPPED_SHARE;
use super::rounding::{AT_MARK_M, NEAR_MARKS_M};
use super::series::{StartEvidence, WINDOW_S, fleet_direction, maxima};
use super::turning::{TurningPoint, turning_points};
use crate::angle::hypot;
use crate::stats::geometric::middle;
use crate::stats::quantile::median;
use crate::stats::regression::theil_sen_slope;

/// Least time between two candidates, s. *hand-tuned* on the fleets of ../shared/recordings
const APART_S: usize = 150;
/// What a mark that the fleet passes together within this time, s, adds to the ratio; without one it is less by so much and never above 0.
/// *hand-tuned* on the fleets of ../shared/recordings
pub(super) const MARK_WITHIN_S: f64 = 25.0 * 60.0;
const WITH_MARK: f64 = 2.0;
const WITHOUT_MARK: f64 = -6.0;
/// A fleet of which nothing is known before starts so much less likely: its recordings begin where it begins to sail. *guess*
const UNKNOWN_LESS: f64 = 1.5;
/// While a race is sailed a start is less likely by this: its marks look like starts to boats that round them together.
/// *hand-tuned* on the same fleets
const IN_A_RACE: f64 = -3.0;
const IN_A_RACE_OF_FEW: f64 = -6.0;
/// By so much less per unit of what the boats covered before, as a share of their speed: 0.2 to 0.5 at starts, 0.6 to 0.8 at
/// marks of the same fleets. *hand-tuned*
const WAITED: f64 = 10.0;
const WAITING: f64 = 0.58;
/// Above this ratio by the motion alone even two boats set off afresh, and the marks before belong to what they did before.
/// *hand-tuned* on the same fleets: two boats that race reach 2.8 at their marks, two that train 3.7 at the ends of their runs
const AFRESH_RATIO: f64 = 4.2;
/// A candidate is a start above this ratio. Of the others, those that a mark would make one, the user is offered at most so many.
/// *hand-tuned* on the same fleets; the number of candidates is a guess.
const START_RATIO: f64 = 0.5;
const MAX_OFFERED: usize = 3;

/// A few boats sail side by side for training as well: a race of theirs has so many marks or more. So has one after
/// which the fleet comes back within minutes. *hand-tuned*
const MIN_MARKS: usize = 3;
/// A leg is at least this share of the longest, and a fleet is back at its start within this share of a leg. *guess*
pub(super) const LEG_SHARE: f64 = 0.35;
/// Share of the boats that pass the first mark together, and of the time in which a boat in the race is seen. *guess*
pub(super) const SHARED: f64 = 0.6;
/// Boats that turn back at this share of their distance from each other across the wind at the start sailed to no mark.
/// *hand-tuned* on simulated practice starts
const ABREAST: f64 = 0.5;
/// Two starts within this time without a mark between are a recall and its restart, s, when the fleet came back. *guess*
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
    /// Log-likelihood ratio by the motion alone, and with the marks after it.
    motion: f64,
    ratio: f64,
    covered: f64,
    /// Middle of the fleet.
    at: (f64, f64),
    /// When and where the fleet passed its first mark.
    mark: Option<(f64, (f64, f64))>,
    /// When and where it passed marks together until it stopped.
    marks: Vec<(f64, (f64, f64))>,
    stops_s: f64,
}

impl Candidate {
    /// Marks before a moment at the ends of legs that are not much shorter than the longest.
    fn marks_before(&self, s: f64) -> usize {
        let mut from = self.at;
        let leg_m = |m: &(f64, (f64, f64))| {
            let to = m.1;
            let before = std::mem::replace(&mut from, to);
            hypot(to.0 - before.0, to.1 - before.1)
        };
        let legs_m: Vec<f64> = self.marks.iter().filter(|m| m.0 < s).map(leg_m).collect();
        let longest_m = legs_m.iter().copied().fold(0.0, f64::max);
        legs_m.iter().filter(|m| **m > LEG_SHARE * longest_m).count()
    }

    /// Its ratio while a race is sailed.
    fn ratio_in_race(&self, is_few: bool) -> f64 {
        let in_race = if is_few { IN_A_RACE_OF_FEW } else { IN_A_RACE };
        self.ratio + in_race + WAITED * (WAITING - self.covered)
    }

    /// Whether a later candidate is the start: more likely by the motion than a mark is worth.
    fn is_surpassed_by(&self, later: &Self) -> bool {
        later.ms - self.ms < 1000.0 * MARK_WITHIN_S && later.motion > self.motion.max(0.0) + WITH_MARK
    }
}

/// Finds the starts of a day.
pub(super) fn find_starts(field: &Field) -> FoundStarts {
    let evidence = StartEvidence::new(field);
    let axis_deg = field.wind.mean(0..field.seconds).map_or(0.0, |(twd, _)| twd);
    let boats: Vec<usize> = (0..field.boats.len()).collect();
    let points = turning_points(field, &boats, &(0..field.seconds), axis_deg);
    let rows = maxima(&evidence.ratio, START_RATIO - WITH_MARK, APART_S);
    let candidates: Vec<Candidate> =
        rows.iter().filter_map(|&row| candidate(field, &evidence, &points, row)).collect();
    let mut found = FoundStarts::default();
    let mut running: Option<&Candidate> = None;
    // Starts of the fleet that no race followed, until the next one.
    let mut rehearsals: Vec<&Candidate> = Vec::new();
    let is_few = (2..MANY_BOATS).contains(&field.boats.len());
    for (i, c) in candidates.iter().enumerate() {
        // A boat alone has one start: a later one looks the same as a leeward mark, and one on a reach as a turn to and fro.
        if field.boats.len() == 1 && running.is_some() {
            break;
        }
        if field.boats.len() == 1 && !c.is_beat {
            continue;
        }
        let later = candidates.get(i + 1..).unwrap_or_default();
        let is_in_race = running.is_some_and(|race| c.s < race.stops_s);
        let ratio = if is_in_race { c.ratio_in_race(is_few) } else { c.ratio };
        if is_in_race && ratio < START_RATIO {
            continue;
        }
        let afresh = later.iter().find(|n| n.motion > AFRESH_RATIO);
        let is_thin = is_few && c.marks_before(afresh.map_or(c.stops_s, |n| n.s)) < MIN_MARKS;
        let is_surpassed = later.iter().any(|n| c.is_surpassed_by(n));
        if later.iter().any(|n| is_restart(c, n)) || (!is_few && c.mark.is_none() && c.motion > START_RATIO) {
            rehearsals.push(c);
        } else if ratio < START_RATIO || is_thin || is_surpassed {
            found.offer(c.s, if is_thin || is_surpassed { ratio.min(0.0) } else { ratio });
        } else {
            let recalls = found.rehearsed(c.ms, is_few, std::mem::take(&mut rehearsals));
            found.starts.push(start(field, c.s, c.is_beat, recalls));
            running = Some(c);
        }
    }
    rehearsals.iter().for_each(|c| found.offer(c.s, c.ratio.min(0.0)));
    if !found.starts.is_empty() {
        found.offered.clear();
    }
    found.offered.sort_by(|a, b| b.1.total_cmp(&a.1));
    found.offered.truncate(MAX_OFFERED);
    close(&mut found.starts);
    found
}

impl FoundStarts {
    fn offer(&mut self, s: f64, ratio: f64) {
        if ratio > START_RATIO - WITH_MARK {
            self.offered.push((s, 1.0 / (1.0 + libm::exp(-ratio))));
        }
    }

    /// Of the starts before this one that no race followed, the last one was recalled where it was minutes before; the others
    /// were for practice, as all are of a few boats, which sail off the line together without a gun, too.
    fn rehearsed(&mut self, start_ms: f64, is_few: bool, mut rehearsals: Vec<&Candidate>) -> Vec<f64> {
        let recall = rehearsals.pop_if(|last| !is_few && start_ms - last.ms < 1000.0 * RECALL_S);
        self.practice.extend(rehearsals.iter().map(|c| c.s));
        recall.iter().map(|c| c.s).collect()
    }
}

/// Whether the fleet came back and started again at `next`: after too few marks for a race, or more likely by the motion.
fn is_restart(c: &Candidate, next: &Candidate) -> bool {
    let Some((_, mark)) = next.mark.or(c.mark) else { return false };
    let leg_m = hypot(mark.0 - next.at.0, mark.1 - next.at.1);
    let is_before_mark = c.mark.is_none_or(|(mark_s, _)| next.s < mark_s);
    let is_early = c.marks_before(next.s) < MIN_MARKS && next.covered < WAITING;
    let least = if is_before_mark || is_early { c.motion - WITH_MARK } else { c.motion + WITH_MARK };
    next.ms - c.ms < 1000.0 * RECALL_S
        && next.motion > least.max(0.0)
        && hypot(next.at.0 - c.at.0, next.at.1 - c.at.1) < LEG_SHARE * leg_m
}

fn candidate(
    field: &Field,
    evidence: &StartEvidence,
    points: &[Vec<TurningPoint>],
    row: usize,
) -> Option<Candidate> {
    let (s, is_beat) = (row as f64, *evidence.is_beat.get(row)?);
    let at = |row: usize| middle(&field.boats.iter().filter_map(|b| b.at(row)).collect::<Vec<_>>());
    let stops_s = stopped_s(field, row);
    let marks = fleet_turns(field, points, s, stops_s.min(s + 2.0 * MARK_WITHIN_S));
    let present = field.boats.iter().filter(|b| b.at(row).is_some()).count() as f64;
    let shared: Vec<&FleetTurn> = marks.iter().filter(|m| m.turns.len() as f64 >= SHARED * present).collect();
    let at = at(row)?;
    let ahead = fleet_direction(field, row)?;
    let is_leg = |m: &FleetTurn| {
        let (x, y) = (m.at.0 - at.0, m.at.1 - at.1);
        hypot(x, y) > NEAR_MARKS_M && x * ahead.0 + y * ahead.1 > 0.0
    };
    let first = shared.first().filter(|m| m.s - s < MARK_WITHIN_S && is_leg(m) && !is_abreast(field, row, m));
    let known = |b: &&FieldBoat| row.checked_sub(WINDOW_S).is_some_and(|before| b.at(before).is_some());
    let is_unknown =
        field.boats.len() >= MANY_BOATS && 2 * field.boats.iter().filter(known).count() < field.boats.len();
    let motion = *evidence.ratio.get(row)? - if is_unknown { UNKNOWN_LESS } else { 0.0 };
    Some(Candidate {
        s,
        ms: field.ms(s),
        is_beat,
        motion,
        covered: *evidence.covered.get(row)?,
        ratio: if first.is_some() { motion + WITH_MARK } else { (motion + WITHOUT_MARK).min(0.0) },
        at,
        mark: first.map(|m| (m.s, m.at)),
        marks: shared.iter().map(|m| (m.s, m.at)).collect(),
        stops_s,
    })
}

/// True when the boats turn back side by side as they had started: they did not sail to a mark.
fn is_abreast(field: &Field, row: usize, mark: &FleetTurn) -> bool {
    let Some((east, north)) = fleet_direction(field, row) else { return false };
    let across_m = |(e, n): (f64, f64)| e * north - n * east;
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
    let mut east: Vec<f64> = at_gun.iter().flatten().map(|p| p.0).collect();
    let mut north: Vec<f64> = at_gun.iter().flatten().map(|p| p.1).collect();
    let centre = median(&mut east).zip(median(&mut north));
    let away = |p: (f64, f64)| centre.map_or(0.0, |c| hypot(p.0 - c.0, p.1 - c.1));
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
