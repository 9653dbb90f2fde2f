//! The races of a day: where the fleet starts, what is a recall or a practice start, and where a race ends
//! (docs/races.md, 1).

use super::field::{Field, FieldBoat};
use super::series::{StartSeries, fleet_direction, maxima};
use super::turning::{TurningKind, TurningPoint, turning_points};
use crate::angle::{bearing_deg, hypot, to_rad};
use crate::stats::quantile::median;
use crate::stats::regression::theil_sen_slope;

/// Least evidence of a start on a beat and in any direction, and least time between two candidates, s.
const BEAT: f64 = 0.35;
const ANY: f64 = 0.3;
const APART_S: usize = 150;
/// A start on a beat has both kinds of evidence within this time, s.
const SAME_START_S: usize = 45;
/// A first leg is a reach from 55 to 140 degrees off the wind: cosines.
const REACH_COS: std::ops::RangeInclusive<f64> = -0.77..=0.57;
/// A boat takes part in a candidate with this evidence within this time of it, s.
const AGREES: f32 = 0.2;
const AGREES_WITHIN_S: usize = 20;
/// Share of the boats that agree on a start, and pass the first mark together within this time, s, and distance, m.
const SHARED: f64 = 0.6;
const ROUNDING_WITHIN_S: f64 = 25.0 * 60.0;
const ROUNDING_WITHIN_M: f64 = 40.0;
const ROUNDING_APART_S: f64 = 600.0;
/// After a start that is no beat, this share of the boats turns at one place among this many of their first turning points.
const SHARED_GATE: f64 = 0.4;
const FIRST_MARKS: usize = 3;
/// Boats that turn back at this share of their distance from each other across the wind at the start sailed to no mark.
const ABREAST: f64 = 0.5;
/// Two starts within this time without a mark between are a recall and its restart, s.
const RECALL_S: f64 = 15.0 * 60.0;
/// Before a start the boats wait at about the same height of the course, within this share of the first leg, for longer than
/// this share of its time and this time, s; at a mark they only pass.
const NEAR_SHARE: f64 = 0.25;
const WAIT_SHARE: f64 = 0.4;
const LEAST_WAIT_S: f64 = 90.0;
/// Boats that do not wait sail to and fro: for this time, s, until shortly before the start, s, the fleet covers less than
/// this share of what it makes good to windward. At a mark that lasts less than a minute.
const TO_AND_FRO_S: usize = 120;
const UNTIL_S: usize = 30;
const TO_AND_FRO: f64 = 0.7;
/// A race is over when this share of the boats has been below this share of their median speed for this time, s.
const STOPPED: f64 = 0.3;
const STOPPED_S: usize = 180;
/// It ends at the latest before the next start, s, and never before its own.
const BEFORE_NEXT_S: f64 = 60.0;
/// Boats at the gun are this near to the fleet, m, and in the race for this share of it.
const NEAR_FLEET_M: f64 = 300.0;
const PRESENT: f64 = 0.6;

/// A start that a race followed. Times in s from the start of the grid.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FoundStart {
    pub s: f64,
    /// Latest end of the race.
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
}

/// The boats of a race: those that sailed it, those that joined late, and those that took no part.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Participants {
    pub racing: Vec<usize>,
    pub late: Vec<usize>,
    pub others: Vec<usize>,
}

/// A moment at which the fleet may have started.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    row: usize,
    is_beat: bool,
    /// When the fleet passed its first mark, s.
    mark_s: Option<f64>,
}

/// Finds the starts of a day.
pub(super) fn find_starts(field: &Field) -> FoundStarts {
    let series = StartSeries::new(field);
    let mut candidates: Vec<Candidate> = candidates(&series);
    candidates.retain(|c| c.is_beat || is_reach(field, c.row));
    candidates.iter_mut().for_each(|c| c.mark_s = shared_rounding_s(field, *c));
    candidates.retain(|c| follows_a_wait(field, &series, *c));
    let mut found = FoundStarts::default();
    let mut recalls: Vec<f64> = Vec::new();
    let mut running: Option<FirstLeg> = None;
    for (i, c) in candidates.iter().enumerate() {
        let s = c.row as f64;
        let is_mark = |leg: &FirstLeg| {
            s < leg.end_s && !leg.waited_at(field, c.row) && !sailed_to_and_fro(&series, c.row)
        };
        if running.as_ref().is_some_and(is_mark) {
            continue;
        }
        let agree = agreeing_share(&series, *c);
        // A boat alone has one start: a later one looks the same as a leeward mark.
        if field.boats.len() == 1 && !found.starts.is_empty() {
            break;
        }
        let next_s = candidates.get(i + 1).map_or(f64::INFINITY, |n| n.row as f64);
        let is_alone = field.boats.len() == 1;
        let Some(mark_s) = c.mark_s.or(is_alone.then_some(s)) else {
            found.practice.push(s);
            continue;
        };
        if next_s - s < RECALL_S && next_s < mark_s {
            if agree >= SHARED {
                recalls.push(s)
            } else {
                found.practice.push(s)
            }
            continue;
        }
        if agree < 0.5 {
            found.practice.push(s);
            continue;
        }
        let recalled = std::mem::take(&mut recalls);
        let (recalled, practised): (Vec<f64>, Vec<f64>) =
            recalled.into_iter().partition(|r| s - r < RECALL_S);
        found.practice.extend(practised);
        let start = start(field, *c, recalled);
        running = Some(FirstLeg::new(field, &start, mark_s));
        found.starts.push(start);
    }
    found.practice.extend(recalls);
    found.practice.sort_by(f64::total_cmp);
    close(field, &mut found.starts);
    found
}

/// A start as the user gave it, where none was found.
pub(super) fn start_at(field: &Field, s: f64) -> FoundStart {
    start(field, Candidate { row: s.max(0.0) as usize, is_beat: true, mark_s: None }, Vec::new())
}

/// Sets the latest end of each race, in time order.
pub(super) fn close(field: &Field, starts: &mut [FoundStart]) {
    starts.sort_by(|a, b| a.s.total_cmp(&b.s));
    let next: Vec<f64> = starts.iter().skip(1).map(|n| n.s - BEFORE_NEXT_S).chain([f64::INFINITY]).collect();
    for (start, next_s) in starts.iter_mut().zip(next) {
        start.end_s = next_s.min(stopped_s(field, start.s as usize)).max(start.s);
    }
}

fn candidates(series: &StartSeries) -> Vec<Candidate> {
    let beats = maxima(&series.beat, BEAT, APART_S);
    let any = maxima(&series.any, ANY, APART_S);
    let alone = |row: &usize| beats.iter().all(|b| b.abs_diff(*row) >= SAME_START_S);
    let others = any.iter().filter(|r| alone(r)).map(|&row| Candidate { row, is_beat: false, mark_s: None });
    let mut all: Vec<Candidate> =
        beats.iter().map(|&row| Candidate { row, is_beat: true, mark_s: None }).chain(others).collect();
    all.sort_by_key(|c| c.row);
    all
}

fn start(field: &Field, c: Candidate, recalls: Vec<f64>) -> FoundStart {
    let windward = field.wind.to_windward(c.row).filter(|_| c.is_beat);
    let direction = windward.or_else(|| fleet_direction(field, c.row)).unwrap_or((0.0, 1.0));
    FoundStart {
        s: c.row as f64,
        end_s: f64::INFINITY,
        direction,
        full_speed: !c.is_beat,
        recalls,
        typed: false,
    }
}

/// Share of the boats whose own evidence speaks for the candidate; all for a start that is no beat.
fn agreeing_share(series: &StartSeries, c: Candidate) -> f64 {
    if !c.is_beat {
        return 1.0;
    }
    let rows = c.row.saturating_sub(AGREES_WITHIN_S)..=c.row + AGREES_WITHIN_S;
    let best = |boat: &Vec<f32>| rows.clone().filter_map(|r| boat.get(r)).copied().fold(f32::NAN, f32::max);
    let all: Vec<f32> = series.boats.iter().map(best).filter(|v| v.is_finite()).collect();
    let agree = all.iter().filter(|v| **v > AGREES).count();
    agree as f64 / all.len().max(1) as f64
}

/// Median time at which many boats turned at one place after a candidate, s; none where they did not. After a start on a
/// beat that is the first mark, where most boats turn back; after another start one of the first marks, which may be a gate.
fn shared_rounding_s(field: &Field, c: Candidate) -> Option<f64> {
    let to = ((c.row as f64 + ROUNDING_WITHIN_S) as usize).min(field.seconds);
    let axis_deg = match field.wind.mean(c.row..to).filter(|_| c.is_beat) {
        Some((twd, _)) => twd,
        None => {
            let (east, north) = fleet_direction(field, c.row)?;
            bearing_deg(east, north)
        }
    };
    let (marks, least) = if c.is_beat { (1, SHARED) } else { (FIRST_MARKS, SHARED_GATE) };
    let of_boat = |boat: usize| -> Vec<TurningPoint> {
        let points = turning_points(field, boat, c.row..to, axis_deg).into_iter();
        let is_mark = |p: &TurningPoint| !c.is_beat || p.kind == TurningKind::Top;
        points.filter(|p| is_mark(p) && p.row > c.row + 20).take(marks).collect()
    };
    let firsts: Vec<Vec<TurningPoint>> = (0..field.boats.len()).map(of_boat).collect();
    let present = field.boats.iter().filter(|b| b.at(c.row).is_some()).count();
    let near = |centre: &TurningPoint| -> Vec<f64> {
        let close = |p: &&TurningPoint| {
            let away_m = hypot(p.east_m - centre.east_m, p.north_m - centre.north_m);
            away_m <= ROUNDING_WITHIN_M && (p.time_s - centre.time_s).abs() <= ROUNDING_APART_S
        };
        firsts.iter().filter_map(|boat| Some(boat.iter().find(close)?.time_s)).collect()
    };
    let mut best = firsts.iter().flatten().map(near).max_by_key(Vec::len)?;
    if c.is_beat && is_abreast(field, c.row, axis_deg, &firsts) {
        return None;
    }
    ((best.len() as f64) >= least * present.max(1) as f64).then(|| median(&mut best)).flatten()
}

/// True when the boats turn back side by side as they had started: they did not sail to a mark.
fn is_abreast(field: &Field, start: usize, axis_deg: f64, firsts: &[Vec<TurningPoint>]) -> bool {
    let (east, north) = libm::sincos(to_rad(axis_deg));
    let across_m = |(e, n): (f64, f64)| e * north - n * east;
    let pairs = field.boats.iter().zip(firsts).filter_map(|(boat, points)| {
        let turned = points.first()?;
        Some((across_m(boat.at(start)?), across_m((turned.east_m, turned.north_m))))
    });
    let (started_m, turned_m): (Vec<f64>, Vec<f64>) = pairs.unzip();
    started_m.len() > 2 && theil_sen_slope(&started_m, &turned_m).is_some_and(|slope| slope > ABREAST)
}

/// The first leg of a race that runs: which candidates after its start are its marks.
struct FirstLeg {
    /// When most boats had stopped, s.
    end_s: f64,
    direction: (f64, f64),
    height_m: f64,
    time_s: f64,
}

impl FirstLeg {
    fn new(field: &Field, start: &FoundStart, mark_s: f64) -> Self {
        let along = |boat: &FieldBoat, row: usize| {
            boat.at(row).map(|(e, n)| e * start.direction.0 + n * start.direction.1)
        };
        let height = |b: &FieldBoat| Some((along(b, mark_s as usize)? - along(b, start.s as usize)?).abs());
        let mut heights: Vec<f64> = field.boats.iter().filter_map(height).collect();
        let height_m = median(&mut heights).unwrap_or(0.0);
        let end_s = stopped_s(field, start.s as usize);
        Self { end_s, direction: start.direction, height_m, time_s: mark_s - start.s }
    }

    /// True when most boats had waited about the place of this row, as before a start; at a mark they only pass.
    fn waited_at(&self, field: &Field, row: usize) -> bool {
        let waited = |boat: &FieldBoat| {
            let along = |(e, n): (f64, f64)| e * self.direction.0 + n * self.direction.1;
            let here = along(boat.at(row)?);
            let stays =
                |r: &usize| boat.at(*r).is_some_and(|p| (along(p) - here).abs() < NEAR_SHARE * self.height_m);
            Some((0..row).rev().take_while(stays).count() as f64)
        };
        let mut times: Vec<f64> = field.boats.iter().filter_map(waited).collect();
        median(&mut times).is_some_and(|s| s > (WAIT_SHARE * self.time_s).max(LEAST_WAIT_S))
    }
}

/// True when the fleet goes off on a reach, or there is no wind to tell.
fn is_reach(field: &Field, row: usize) -> bool {
    let (Some(go), Some(wind)) = (fleet_direction(field, row), field.wind.to_windward(row)) else {
        return true;
    };
    REACH_COS.contains(&(go.0 * wind.0 + go.1 * wind.1))
}

/// True when the fleet had waited for the start, or most recordings begin just before it.
fn follows_a_wait(field: &Field, series: &StartSeries, c: Candidate) -> bool {
    let before = c.row.checked_sub(TO_AND_FRO_S + UNTIL_S);
    let known = field.boats.iter().filter(|b| before.is_some_and(|row| b.at(row).is_some())).count();
    if 2 * known < field.boats.len() || sailed_to_and_fro(series, c.row) {
        return true;
    }
    let leg = c.mark_s.map(|mark_s| FirstLeg::new(field, &start(field, c, Vec::new()), mark_s));
    leg.is_some_and(|leg| leg.waited_at(field, c.row))
}

/// True when the fleet had sailed to and fro for some time before this row.
fn sailed_to_and_fro(series: &StartSeries, row: usize) -> bool {
    let low = |r: usize| series.covered.get(r).is_some_and(|share| *share < TO_AND_FRO);
    let ends = row.saturating_sub(UNTIL_S)..=row;
    ends.into_iter().any(|end| end >= TO_AND_FRO_S && (end - TO_AND_FRO_S..end).all(low))
}

/// When most boats had stopped, or their recordings had ended, s.
fn stopped_s(field: &Field, start: usize) -> f64 {
    let usual: Vec<f64> = field.boats.iter().map(|boat| racing_speed_mps(boat, start)).collect();
    let boats = usual.iter().filter(|v| v.is_finite()).count().max(1) as f64;
    let mut since = start;
    for row in start + 60..field.seconds {
        let stops = |(boat, usual): (&FieldBoat, &f64)| {
            let mps = boat.speed_mps(row);
            usual.is_finite() && (mps.is_nan() || mps < STOPPED * usual)
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
    let rows = (start..start + 1200).step_by(5);
    let mut speeds: Vec<f64> = rows.map(|r| boat.speed_mps(r)).filter(|v| v.is_finite()).collect();
    median(&mut speeds).unwrap_or(f64::NAN)
}

/// True for a boat whose positions are known for most of the time between gun and end.
pub(super) fn is_present(field: &Field, boat: usize, gun_s: f64, end_s: f64) -> bool {
    let rows = gun_s.max(0.0) as usize..(end_s as usize).min(field.seconds);
    let seconds = rows.len().max(1) as f64;
    let known = rows.filter(|&r| field.boats.get(boat).is_some_and(|b| b.at(r).is_some())).count();
    known as f64 >= PRESENT * seconds
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
