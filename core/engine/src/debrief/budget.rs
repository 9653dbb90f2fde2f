//! Where the distance went: what was made good less than at the pace of a reference, in parts that add up exactly.
//!
//! With V the speed and c the share of it along the wind n of the moment, V* and c* those of the reference, m the mean wind
//! of 10 min and (V_r, c_r) those of the 10 s before a turn:
//! V* c* - v·m = (V_r c_r - V c) + (V* - V_r)(c_r + c*)/2 + (V* + V_r)/2 (c* - c_r) + v·(n - m),
//! which are turns, speed, angle and shifts; outside of turns V_r c_r = V c.

use super::answer::{Band, DebriefBand, DebriefPart, PartCode};
use super::grid::{Doing, Grid, Second, dot, sign};
use super::input::{DebriefManeuver, DebriefRace, DebriefTrack};
use super::reference::{Pace, Reference};
use crate::angle::to_rad;
use crate::segment::SegmentKind;
use crate::stats::quantile::median;

/// Seconds with a less certain wind are not explained, deg.
const MAX_WIND_SD_DEG: f64 = 12.0;

/// Correlation time of the wind's error, s (docs/races.md).
const WIND_ERROR_S: f64 = 180.0;

/// Error of a part by the receiver, m (docs/races.md).
const RECEIVER_M: f64 = 1.4;

/// Angle and shifts by a wind of the own track are less certain than that wind says. *measured* on 16 simulated sessions.
const OWN_TRACK_FACTOR: f64 = 1.6;

/// A last straight to a mark that is sailed so much freer than the median is past the lay line, deg.
const OVERSTOOD_DEG: f64 = 8.0;

/// Least duration of such a straight, s. *guess*
const MIN_LAST_STRAIGHT_S: usize = 10;

/// Before a turn over so many milliseconds, at least half of them.
const BEFORE_MS: f64 = 10_000.0;

/// A turn from a reach to a reach is no part of a band: cosine of its bound, 70° from the wind (docs/algorithms.md).
const MIN_SHARE_BEFORE: f64 = 0.342;

const CODES: [PartCode; 8] = [
    PartCode::Tacks,
    PartCode::Gybes,
    PartCode::Speed,
    PartCode::Angle,
    PartCode::Shifts,
    PartCode::Extra,
    PartCode::Stops,
    PartCode::Unexplained,
];

/// Parts of a band with their sums and the derivatives by the direction of the wind, per second and radian.
struct Sums {
    lost: Part,
    parts: [Part; 8],
    expected_m: f64,
    seconds: usize,
    stopped: usize,
    unexplained: usize,
    turns: Vec<usize>,
    extra: usize,
    shift_potential_m: f64,
    /// Relative standard deviation of the pace, times the distance that it gives.
    pace_sd_m: f64,
}

#[derive(Default)]
struct Part {
    m: f64,
    /// By second: time and derivative.
    slopes: Vec<(f64, f64)>,
}

impl Part {
    fn add(&mut self, s: &Second, m: f64, slope: f64) {
        self.m += m;
        self.slopes.push((s.ms, slope * s.sd_rad));
    }

    /// Variance by the wind's error, whose correlation falls with exp(-|dt| / 180 s).
    fn variance(&self) -> f64 {
        let (mut sum, mut carried, mut before_ms) = (0.0, 0.0, f64::NEG_INFINITY);
        for &(ms, slope) in &self.slopes {
            carried *= libm::exp((before_ms - ms) / (1000.0 * WIND_ERROR_S));
            sum += slope * slope + 2.0 * slope * carried;
            carried += slope;
            before_ms = ms;
        }
        sum.max(0.0)
    }
}

/// The bands of a session against a reference, with what the reference would have made good.
pub(super) fn bands(
    track: &DebriefTrack,
    grid: &Grid,
    reference: &Reference,
    races: &[DebriefRace],
) -> Vec<(DebriefBand, f64)> {
    let before = paces_before(track, grid);
    let of = |band| {
        let overstood = if band == Band::Up { overstood(track, grid, races) } else { Vec::new() };
        let sums = sums(grid, reference, band, &before, &overstood);
        (sums.seconds > 0).then(|| (band_of(track, grid, band, &sums), sums.expected_m))
    };
    [Band::Up, Band::Down].into_iter().filter_map(of).collect()
}

/// Speed and share along the wind over the 10 s before each turn, with the velocity across the wind; after it where there
/// were less than 5 s.
fn paces_before(track: &DebriefTrack, grid: &Grid) -> Vec<Option<(Pace, f64)>> {
    let of = |m: &DebriefManeuver| {
        let band = match m.kind {
            SegmentKind::Tack => Band::Up,
            SegmentKind::Gybe => Band::Down,
            _ => return None,
        };
        let end_ms = m.recovered_ms.unwrap_or(m.end_ms).max(m.end_ms);
        let straight = |from: f64, to: f64| {
            let all = grid.between(from, to);
            let known: Vec<(f64, f64, f64)> = all
                .iter()
                .filter(|s| matches!(s.doing, Doing::Straight | Doing::Sailing))
                .filter_map(|s| {
                    Some((s.speed(), sign(band) * dot(s.v, s.n?), sign(band) * across(s.v, s.n?)))
                })
                .collect();
            (known.len() as f64 >= BEFORE_MS / 2000.0).then_some(known)
        };
        let known =
            straight(m.start_ms - BEFORE_MS, m.start_ms).or_else(|| straight(end_ms, end_ms + BEFORE_MS))?;
        let n = known.len() as f64;
        let speed = known.iter().map(|k| k.0).sum::<f64>() / n;
        let good = known.iter().map(|k| k.1).sum::<f64>() / n;
        let lateral = known.iter().map(|k| k.2).sum::<f64>() / n;
        (speed > 0.3).then_some((Pace { speed, share: good / speed, sd: 0.0 }, lateral))
    };
    track.facts.maneuvers.iter().map(of).collect()
}

/// Derivative of v·n by the direction of n, per radian.
fn across(v: [f64; 2], n: [f64; 2]) -> f64 {
    v[0] * n[1] - v[1] * n[0]
}

/// Times of last straights to a mark that were sailed much freer than the median, UTC ms.
fn overstood(track: &DebriefTrack, grid: &Grid, races: &[DebriefRace]) -> Vec<(f64, f64)> {
    let upwind = |s: &&Second| s.band == Some(Band::Up) && matches!(s.doing, Doing::Straight);
    let angle = |s: &Second| s.twa_deg().map(f64::abs);
    let mut all: Vec<f64> = grid.seconds.iter().filter(upwind).filter_map(angle).collect();
    let Some(usual) = median(&mut all) else { return Vec::new() };
    let maneuvers = &track.facts.maneuvers;
    let bear_aways = maneuvers.iter().filter(|m| m.kind == SegmentKind::BearAway).map(|m| m.start_ms);
    let marks = races.iter().flat_map(|r| r.marks_ms.iter().copied()).chain(bear_aways);
    let of_mark = |mark_ms: f64| {
        let turns = maneuvers.iter().filter(|m| m.kind == SegmentKind::Tack && m.end_ms < mark_ms);
        let from_ms = turns.map(|m| m.recovered_ms.unwrap_or(m.end_ms)).fold(f64::NEG_INFINITY, f64::max);
        let last = grid.between(from_ms, mark_ms);
        let mut angles: Vec<f64> = last.iter().filter(upwind).filter_map(angle).collect();
        let freer = angles.len() >= MIN_LAST_STRAIGHT_S && median(&mut angles)? > usual + OVERSTOOD_DEG;
        freer.then_some((from_ms, mark_ms))
    };
    let mut found: Vec<(f64, f64)> = marks.filter_map(of_mark).collect();
    found.dedup_by(|a, b| (a.0 - b.0).abs() < 1.0);
    found
}

fn sums(
    grid: &Grid,
    reference: &Reference,
    band: Band,
    before: &[Option<(Pace, f64)>],
    overstood: &[(f64, f64)],
) -> Sums {
    let mut sums = Sums {
        lost: Part::default(),
        parts: Default::default(),
        expected_m: 0.0,
        seconds: 0,
        stopped: 0,
        unexplained: 0,
        turns: Vec::new(),
        extra: overstood.len(),
        shift_potential_m: 0.0,
        pace_sd_m: 0.0,
    };
    for (s, pace) in grid.seconds.iter().zip(&reference.paces) {
        let (Some(pace), Some(m)) = (pace, s.mean_n) else { continue };
        if s.band != Some(band) || s.doing == Doing::Else {
            continue;
        }
        let turn = match s.doing {
            Doing::Turn(i) => before.get(i).copied().flatten().map(|own| (i, own)),
            _ => None,
        };
        if turn.is_some_and(|(_, (own, _))| own.share < MIN_SHARE_BEFORE) {
            continue;
        }
        let is_extra = overstood.iter().any(|(from, to)| (*from..*to).contains(&s.ms));
        sums.add(s, pace, m, band, turn, is_extra);
    }
    sums
}

impl Sums {
    /// Adds a second of the band to the parts that it belongs to. `m`: unit vector of the mean wind, `turn`: the turn that it
    /// is in, with the boat's own pace and velocity across the wind before it.
    fn add(
        &mut self,
        s: &Second,
        pace: &Pace,
        m: [f64; 2],
        band: Band,
        turn: Option<(usize, (Pace, f64))>,
        is_extra: bool,
    ) {
        let a = sign(band);
        let expected = pace.speed * pace.share;
        let lost = expected - a * dot(s.v, m);
        self.seconds += 1;
        self.expected_m += expected;
        self.pace_sd_m += expected * pace.sd;
        // The mean over 10 min has the derivative of the second, of which it is a part; the error hardly changes meanwhile.
        let q_m = a * across(s.v, m);
        self.lost.add(s, lost, -q_m);
        let [tacks, gybes, speed, angle, shifts, extra, stops, unexplained] = &mut self.parts;
        if s.doing == Doing::Stop {
            self.stopped += 1;
            return stops.add(s, lost, -q_m);
        }
        let Some(n) = s.n.filter(|_| s.sd_rad <= to_rad(MAX_WIND_SD_DEG)) else {
            self.unexplained += 1;
            return unexplained.add(s, lost, -q_m);
        };
        let (good, q) = (a * dot(s.v, n), a * across(s.v, n));
        let (v, c, q_r) = if let Some((i, (own, q_r))) = turn {
            let part = if band == Band::Up { tacks } else { gybes };
            part.add(s, own.speed * own.share - good, q_r - q);
            if self.turns.last() != Some(&i) {
                self.turns.push(i);
            }
            (own.speed, own.share, q_r)
        } else {
            let v = s.speed();
            (v, if v > 0.0 { good / v } else { 0.0 }, q)
        };
        let slope = if v > 0.1 { q_r / v } else { 0.0 };
        speed.add(s, (pace.speed - v) * (c + pace.share) / 2.0, (pace.speed - v) / 2.0 * slope);
        let freer = if is_extra { extra } else { angle };
        freer.add(s, (pace.speed + v) / 2.0 * (pace.share - c), -(pace.speed + v) / 2.0 * slope);
        shifts.add(s, good - a * dot(s.v, m), q - q_m);
        self.shift_potential_m += (across(s.v, n) * across(n, m)).abs();
    }
}

fn band_of(track: &DebriefTrack, grid: &Grid, band: Band, sums: &Sums) -> DebriefBand {
    let turned = |kind| {
        let of_kind = |i: &&usize| track.facts.maneuvers.get(**i).is_some_and(|m| m.kind == kind);
        sums.turns.iter().filter(of_kind).count() as u32
    };
    let by_wind = |part: &Part, factor: f64| factor * factor * part.variance() + RECEIVER_M * RECEIVER_M;
    let own = if grid.own_track { OWN_TRACK_FACTOR } else { 1.0 };
    let part = |i: usize| {
        let (code, of) = (CODES[i], &sums.parts[i]);
        let straight = sums.seconds - sums.stopped - sums.unexplained;
        let (count, seconds) = match code {
            PartCode::Tacks => (Some(turned(SegmentKind::Tack)), None),
            PartCode::Gybes => (Some(turned(SegmentKind::Gybe)), None),
            PartCode::Extra => (Some(sums.extra as u32), None),
            PartCode::Stops => (None, Some(sums.stopped as f64)),
            PartCode::Unexplained => (None, Some(sums.unexplained as f64)),
            _ => (None, Some(straight as f64)),
        };
        let of_pace = if matches!(code, PartCode::Speed | PartCode::Angle) { sums.pace_sd_m } else { 0.0 };
        let factor = if matches!(code, PartCode::Angle | PartCode::Shifts) { own } else { 1.0 };
        let sd_m = (by_wind(of, factor) + of_pace * of_pace / 2.0).sqrt();
        DebriefPart { code, lost_m: of.m, sd_m, count, seconds }
    };
    let is_there = |p: &DebriefPart| p.count != Some(0) && p.seconds != Some(0.0);
    let mut parts: Vec<DebriefPart> = (0..CODES.len()).map(part).filter(is_there).collect();
    if grid.own_track {
        merge_angle_and_shifts(&mut parts, sums, by_wind(&merged(sums), OWN_TRACK_FACTOR));
    }
    let gained = -sums.parts[4].m;
    let capture = gained / sums.shift_potential_m;
    DebriefBand {
        band,
        seconds: sums.seconds as f64,
        lost_m: sums.lost.m,
        lost_sd_m: (by_wind(&sums.lost, own) + sums.pace_sd_m * sums.pace_sd_m).sqrt(),
        parts,
        shift_capture: (!grid.own_track && sums.shift_potential_m > 1.0).then_some(capture),
    }
}

/// Angle and shifts as one part: the derivatives by the wind cancel in their sum.
fn merged(sums: &Sums) -> Part {
    let [_, _, _, angle, shifts, ..] = &sums.parts;
    let mut slopes: Vec<(f64, f64)> = angle.slopes.iter().chain(&shifts.slopes).copied().collect();
    crate::stats::order::sort_by_number(&mut slopes, |s| s.0);
    Part { m: angle.m + shifts.m, slopes }
}

fn merge_angle_and_shifts(parts: &mut Vec<DebriefPart>, sums: &Sums, variance: f64) {
    parts.retain(|p| p.code != PartCode::Shifts);
    if let Some(angle) = parts.iter_mut().find(|p| p.code == PartCode::Angle) {
        let pace = sums.pace_sd_m * sums.pace_sd_m / 2.0;
        angle.code = PartCode::AngleAndShifts;
        angle.lost_m += sums.parts[4].m;
        angle.sd_m = (variance + pace).sqrt();
    }
}
