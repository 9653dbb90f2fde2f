//! Why one of two boats gained on a leg: speed, height, shift and turns, which add up to the difference.

use std::ops::Range;

use super::answer::LegKind;
use super::course::SailedCourse;
use super::duel_answer::{Duel, DuelParts, DuelPhase, DuelPoint, DuelSaid};
use super::duel_phases::{PhaseRows, phases};
use super::duel_steps::{Parts, Steps, sum};
use super::field::{Field, RECEIVERS_SD_M};
use super::legs::Leg;
use super::wind_error::error_curves;
use crate::angle::{hypot, to_rad};
use crate::calendar::iso_utc;
use crate::segment::TackSide;
use crate::stats::moments::Z_90;

/// What is said is larger than so many lengths, and at most so many causes. *from* docs/races.md, 5
const MIN_SAID_LENGTHS: f64 = 2.0;
const MAX_SAID: usize = 3;
/// Standard deviation of the velocity before a turn, which stands for the turn's, m/s: *measured* on simulated fleets.
const REFERENCE_SD_MPS: f64 = 0.13;

/// The difference between two boats on a leg, from when both sailed it until the first one ended it; `a` and `b` are
/// indices in the course. None where an end of the leg was not seen or they were not on it together.
pub(crate) fn duel(
    field: &Field,
    course: &SailedCourse,
    legs: &[Leg],
    a: usize,
    b: usize,
    leg: usize,
) -> Option<Duel> {
    let of_leg = legs.get(leg)?;
    let rows = common_rows(course, a, b, leg)?;
    let steps = Steps::of(field, course, of_leg, (a, b), rows.clone())?;
    let phases = phases(&steps, rows.clone());
    let base = steps.parts(None);
    let has_wind = of_leg.report.twd_deg.is_some();
    let turned: Vec<Vec<Parts>> = match of_leg.report.kind {
        LegKind::Up | LegKind::Down => {
            let sd_deg = field.wind.sd_deg.get(rows.clone())?;
            error_curves(sd_deg).iter().map(|curve| steps.parts(Some(curve))).collect()
        }
        LegKind::Reach => Vec::new(),
    };
    let of_rows = |within: &Range<usize>| {
        let steps_of = within.start - rows.start..within.end - rows.start;
        let own = sum(&base[steps_of.clone()]);
        let error = |turned: &Vec<Parts>| {
            let turned = sum(&turned[steps_of.clone()]);
            std::array::from_fn(|part| turned[part] - own[part])
        };
        let errors: Vec<Parts> = turned.iter().map(error).collect();
        let of_turns_m = REFERENCE_SD_MPS * libm::sqrt(steps.turning_s2(within));
        let receiver_sd_m = hypot(RECEIVERS_SD_M, of_turns_m);
        Measured { own, errors, receiver_sd_m }.without_wind(!has_wind)
    };
    let iso = |row: usize| iso_utc(field.ms(row as f64));
    let answer = |phase: &PhaseRows| DuelPhase {
        start_time: iso(phase.rows.start),
        end_time: iso(phase.rows.end),
        relation: phase.relation,
        parts: of_rows(&phase.rows).answer(),
    };
    let whole = of_rows(&(rows.start..rows.end - 1));
    let name = |i: usize| Some(course.boat(field, i)?.name.clone());
    let length_m = course.boat(field, a)?.length_m;
    let start_m = steps.ahead_m(rows.start)?;
    Some(Duel {
        a: name(a)?,
        b: name(b)?,
        leg: leg as u32,
        start_time: iso(rows.start),
        end_time: iso(rows.end - 1),
        start_m,
        end_m: steps.ahead_m(rows.end - 1)?,
        sum: whole.answer(),
        phases: phases.iter().map(answer).collect(),
        points: points(&steps, rows.clone(), of_leg.report.kind, &field.wind.sd_deg),
        said: whole.said(MIN_SAID_LENGTHS * length_m),
    })
}

/// The boats at every other row and at the last one.
fn points(steps: &Steps, rows: Range<usize>, kind: LegKind, wind_sd_deg: &[f64]) -> Vec<DuelPoint> {
    let last = rows.end - 1;
    let point = |row: usize| {
        let right_m = steps.lateral_m(row);
        let turned = match kind {
            LegKind::Reach => 0.0,
            LegKind::Up | LegKind::Down => wind_sd_deg.get(row).map_or(0.0, |sd| libm::sin(to_rad(*sd))),
        };
        let [a_tack, b_tack] = steps.to_right(row).map(|to_right| tack(kind, to_right?));
        DuelPoint {
            after_s: (row - rows.start) as f64,
            ahead_m: steps.ahead_m(row),
            // Where no wind is known its error is not, either.
            ahead_sd_m: right_m.map(|m| hypot(m * turned, RECEIVERS_SD_M)).filter(|sd| sd.is_finite()),
            right_m,
            a_tack,
            b_tack,
        }
    };
    (rows.start..last).step_by(2).chain([last]).map(point).collect()
}

/// The tack of a boat that sails to the right, looking along the leg, or to the left.
fn tack(kind: LegKind, to_right: bool) -> Option<TackSide> {
    match (kind, to_right) {
        (LegKind::Up, true) | (LegKind::Down, false) => Some(TackSide::Port),
        (LegKind::Up, false) | (LegKind::Down, true) => Some(TackSide::Starboard),
        (LegKind::Reach, _) => None,
    }
}

/// The rows in which both boats are on the leg and seen at both ends.
fn common_rows(course: &SailedCourse, a: usize, b: usize, leg: usize) -> Option<Range<usize>> {
    let start_s = course.leg_start_s(a, leg)?.max(course.leg_start_s(b, leg)?);
    let ends = [a, b].map(|i| course.passing(i, leg).map(|p| p.time_s));
    let end_s = ends.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let rows = libm::ceil(start_s.max(0.0)) as usize..(end_s.min(course.end_s).max(0.0) as usize + 1);
    (ends.iter().any(Option::is_some) && rows.len() >= 2).then_some(rows)
}

/// Parts with what errors of the wind change of them.
struct Measured {
    own: Parts,
    errors: Vec<Parts>,
    /// Of one part, by the receivers.
    receiver_sd_m: f64,
}

impl Measured {
    /// Without a wind only the speed and the total are known.
    fn without_wind(mut self, without: bool) -> Self {
        if without {
            let [speed_m, height_m, shift_m, turns_m, rest_m] = self.own;
            self.own = [speed_m, 0.0, 0.0, 0.0, rest_m + height_m + shift_m + turns_m];
        }
        self
    }

    fn sd(&self, value: impl Fn(&Parts) -> f64, receiver_sd_m: f64) -> f64 {
        let of_wind: f64 = self.errors.iter().map(|e| value(e) * value(e)).sum();
        hypot(libm::sqrt(of_wind), receiver_sd_m)
    }

    fn answer(&self) -> DuelParts {
        let [speed_m, height_m, shift_m, turns_m, rest_m] = self.own;
        let [speed_sd_m, height_sd_m, shift_sd_m, turns_sd_m, rest_sd_m] =
            std::array::from_fn(|part| self.sd(|p| p[part], self.receiver_sd_m));
        let total_m = |p: &Parts| p.iter().sum();
        DuelParts {
            speed_m,
            speed_sd_m,
            height_m,
            height_sd_m,
            shift_m,
            shift_sd_m,
            turns_m,
            turns_sd_m,
            rest_m,
            rest_sd_m,
            total_m: total_m(&self.own),
            total_sd_m: self.sd(total_m, RECEIVERS_SD_M),
        }
    }

    /// The causes beyond chance and larger than `least_m`, the largest first.
    fn said(&self, least_m: f64) -> Vec<DuelSaid> {
        let [speed_m, height_m, ..] = self.own;
        let beyond = |(said, part): (DuelSaid, usize)| {
            let size_m = self.own[part].abs();
            let is_beyond = size_m > least_m && size_m > Z_90 * self.sd(|p| p[part], self.receiver_sd_m);
            is_beyond.then_some((said, size_m))
        };
        let causes = [DuelSaid::Speed, DuelSaid::Height, DuelSaid::Shift, DuelSaid::Turns];
        let mut said: Vec<(DuelSaid, f64)> = causes.into_iter().zip(0..).filter_map(beyond).collect();
        let both = |p: &Parts| p[0] + p[1];
        if let [(DuelSaid::Speed, size_m), (DuelSaid::Height, _), ..] = said[..]
            && speed_m * height_m < 0.0
            && both(&self.own).abs() < self.sd(both, RECEIVERS_SD_M)
        {
            let mode = if speed_m > 0.0 { DuelSaid::LowerAndFaster } else { DuelSaid::HigherAndSlower };
            said.splice(..2, [(mode, size_m)]);
        }
        crate::stats::order::sort_by_number(&mut said, |s| -s.1);
        said.into_iter().take(MAX_SAID).map(|s| s.0).collect()
    }
}
