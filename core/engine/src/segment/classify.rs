//! Turns and wind → named maneuvers: cutting, naming, roundings in steps (ALGORITHMS 3.3.2).

use crate::angle::{wrap_180, wrap_360};
use crate::segment::course::Course;
use crate::segment::hold::Hold;
use crate::segment::table::{
    DOWN_DEG, Label, PENALTY_DEG, Passed, ROUNDING_DEG, UP_DEG, WindAngleSweep, flag, label,
};
use crate::segment::turns::{Turn, moment_of, turn_between};
use crate::segment::under_way::unsailed;
use crate::segment::wind_along_track::WindAlongTrack;
use crate::segment::wind_angle_sweep::{beside_axis, passed, sweep_of};
use crate::segment::{SegmentKind, TackSide};
use crate::stats::order::sort_by_number;
use crate::wind::WindAt;

/// A run that turns more than this may hold two maneuvers, deg.
const CUT_FROM_DEG: f64 = 150.0;
/// A dip below this share of the lower peak beside it parts two maneuvers.
const DIP_SHARE: f64 = 0.5;
/// In a whole circle, where a receiver's noise makes many dips, below this one; fixes farther apart than that smear
/// them, s.
const CIRCLE_DIP_SHARE: f64 = 0.25;
const CLOSE_S: f64 = 2.0;
/// The least a part may turn, deg.
const MIN_PART_DEG: f64 = 25.0;
/// Where a tack ends and a bear-away begins when the turn rate does not say it, deg.
const TACK_ENDS_DEG: f64 = 60.0;
/// Longest reach between the steps of one rounding, s.
const STEP_APART_S: f64 = 30.0;

/// A turn with its name and the reasons for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// None for head-ups and bear-offs, which are kept for what is measured around them.
    pub kind: Option<SegmentKind>,
    pub turn: Turn,
    /// The moment: the axis crossed, or the middle, s from the first fix.
    pub time_s: f64,
    /// Unwrapped course minus wind going in and coming out.
    pub way: WindAngleSweep,
    pub passed: Passed,
    pub wind: WindAt,
    pub flags: Vec<&'static str>,
    /// False for the parts of a cut turn whose loss would mean nothing.
    pub has_loss: bool,
}

impl Found {
    /// It goes from one tack to the other.
    pub fn crosses(&self) -> bool {
        matches!(self.passed, Passed::WindFrom | Passed::WindTo)
    }

    /// The side the wind comes over going in and coming out.
    pub fn tack_sides(&self) -> (TackSide, TackSide) {
        // The way is course minus wind: left of the wind is starboard tack.
        let side = |deg: f64| if wrap_180(deg) < 0.0 { TackSide::Starboard } else { TackSide::Port };
        (side(self.way.in_deg), side(self.way.out_deg))
    }
}

/// Names every turn. Turns where the wind is unknown are left out.
pub fn classify(course: &Course, wind_along: &WindAlongTrack, turns: &[Turn]) -> Vec<Found> {
    let hold = Hold::new(course, wind_along, turns);
    let mut found = Vec::new();
    for (i, turn) in turns.iter().enumerate() {
        if let Some((way, wind)) = sweep_of(course, wind_along, turns, i) {
            let naming = Naming { course, hold: &hold, wind };
            naming.name_run(turn, way, &mut found);
        }
    }
    join_steps(&hold, &mut found);
    found
}

/// A part of a run, and its way through the wind angles.
type Part = (Turn, WindAngleSweep);

/// Names the parts of one run.
struct Naming<'a> {
    course: &'a Course<'a>,
    hold: &'a Hold<'a>,
    wind: WindAt,
}

impl Naming<'_> {
    fn label(&self, turn: &Turn, way: &WindAngleSweep) -> Option<Label> {
        if passed(turn, way) != way.passed() {
            return None;
        }
        label(way, self.wind.sd_deg)
            .filter(|l| !l.must_hold || self.hold.held(l.kind, turn.start_s, turn.end_s))
    }

    fn name_run(&self, turn: &Turn, way: WindAngleSweep, out: &mut Vec<Found>) {
        if let Some((first, second)) = self.cut_at_dip(turn, way) {
            self.name_run(&first.0, first.1, out);
            let cut_from = out.len();
            self.name_run(&second.0, second.1, out);
            self.tell_cut(out, cut_from, &way);
            return;
        }
        let label = self.label(turn, &way);
        if label.is_some_and(|l| l.flag == Some(flag::BEAR_AWAY_AFTER)) && self.cut_tack(turn, way, out) {
            return;
        }
        out.push(self.found(turn, way, label));
    }

    /// Two parts at the deepest dip of the turn rate that leaves both with a name and with enough of a turn.
    fn cut_at_dip(&self, turn: &Turn, way: WindAngleSweep) -> Option<(Part, Part)> {
        if turn.change_deg.abs() <= CUT_FROM_DEG {
            return None;
        }
        let good =
            |(t, w): &Part| t.change_deg.abs() >= MIN_PART_DEG && self.label(turn_or(t, turn), w).is_some();
        let circle = matches!(way.passed(), Passed::Both { .. }) && way.sweep() >= PENALTY_DEG;
        let share =
            if circle && self.course.track.median_dt_s <= CLOSE_S { CIRCLE_DIP_SHARE } else { DIP_SHARE };
        let cuts = self.dips(turn, share).into_iter().filter_map(|at_s| self.parts(turn, way, at_s));
        cuts.into_iter().find(|(first, second)| good(first) && good(second))
    }

    fn parts(&self, turn: &Turn, way: WindAngleSweep, at_s: f64) -> Option<(Part, Part)> {
        let cut_deg = way.in_deg
            + (self.course.course_at(at_s)? - self.course.course_at(turn.start_s)?)
            + self.lead_in(turn, way)?;
        let first = turn_between(self.course, turn.start_s, at_s)?;
        let second = turn_between(self.course, at_s, turn.end_s)?;
        Some((
            (first, WindAngleSweep { in_deg: way.in_deg, out_deg: cut_deg }),
            (second, WindAngleSweep { in_deg: cut_deg, out_deg: way.out_deg }),
        ))
    }

    /// What the course had turned from its steady value when the turn began, deg.
    fn lead_in(&self, turn: &Turn, way: WindAngleSweep) -> Option<f64> {
        Some(wrap_180(self.course.course_at(turn.start_s)? - self.wind.twd_deg - way.in_deg))
    }

    /// The dips of the turn rate between two peaks, one moment each, the deepest first.
    fn dips(&self, turn: &Turn, share: f64) -> Vec<f64> {
        let fixes = self.course.fixes(turn.start_s, turn.end_s);
        let rate: Vec<f64> = self.course.rate_dps[fixes.clone()].iter().map(|r| r * turn.sense()).collect();
        let mut peak_after = vec![0.0_f64; rate.len()];
        for k in (0..rate.len().saturating_sub(1)).rev() {
            peak_after[k] = peak_after[k + 1].max(rate[k + 1]);
        }
        let mut peak_before = 0.0_f64;
        let mut dips: Vec<(f64, usize)> = Vec::new();
        let mut open: Option<(f64, usize)> = None;
        for (k, &r) in rate.iter().enumerate() {
            let lower = peak_before.min(peak_after[k]);
            if lower > 0.0 && r < share * lower {
                let deeper = open.is_none_or(|(d, _)| r / lower < d);
                open = if deeper { Some((r / lower, k)) } else { open };
            } else {
                dips.extend(open.take());
            }
            peak_before = peak_before.max(r);
        }
        dips.extend(open);
        sort_by_number(&mut dips, |d| d.0);
        dips.into_iter().map(|(_, k)| self.course.time_s[fixes.start + k]).collect()
    }

    /// A tack at the layline that bears away in the same sweep: cut behind the tack if the rest is a bear-away.
    fn cut_tack(&self, turn: &Turn, way: WindAngleSweep, out: &mut Vec<Found>) -> bool {
        let ends = self.tack_ends(turn, way);
        let cut = ends.into_iter().flatten().find_map(|at_s| self.bear_away_from(turn, way, at_s));
        let Some(((tack, tack_way), (rest, rest_way), rest_label)) = cut else { return false };
        let whole = WindAngleSweep { in_deg: tack_way.in_deg, out_deg: way.out_deg };
        let mut first = self.found(&tack, tack_way, label(&whole, self.wind.sd_deg));
        first.has_loss = false;
        first.passed = Passed::WindFrom;
        let mut second = self.found(&rest, rest_way, Some(rest_label));
        second.has_loss = false;
        out.extend([first, second]);
        true
    }

    /// The tack up to a moment and the bear-away after it, if that is one.
    fn bear_away_from(&self, turn: &Turn, way: WindAngleSweep, at_s: f64) -> Option<(Part, Part, Label)> {
        let (tack, (rest, rest_way)) = self.parts(turn, way, at_s)?;
        let rest_label = label(&rest_way, self.wind.sd_deg)?;
        let away = rest_label.kind == SegmentKind::BearAway;
        let held = away && self.hold.held(rest_label.kind, turn.start_s, turn.end_s);
        held.then_some((tack, (rest, rest_way), rest_label))
    }

    /// Where a tack ends that bears away: at the least turn rate after the crossing and before the peak that follows;
    /// else where the angle is 60.
    fn tack_ends(&self, turn: &Turn, way: WindAngleSweep) -> [Option<f64>; 2] {
        let crossed = self.moment(turn, &way, Passed::WindFrom);
        let after = Turn { start_s: crossed, ..*turn };
        let beyond = wrap_180(way.in_deg).signum();
        let level = nearest_multiple(way.in_deg, way.out_deg, 0.0) - beyond * TACK_ENDS_DEG;
        [
            self.dips(&after, DIP_SHARE).first().copied(),
            self.course_of(turn, &way, level).map(|c| moment_of(self.course, turn, c)),
        ]
    }

    /// After a cut, a tack keeps the angle of the whole turn as its way out, which leaves it without a loss.
    fn tell_cut(&self, out: &mut [Found], second: usize, whole: &WindAngleSweep) {
        if let Some(i) = second.checked_sub(1) {
            let tack = out[i].kind == Some(SegmentKind::Tack);
            if tack && (whole.b() > UP_DEG) {
                out[i].has_loss = false;
                if let Some(rest) = out.get_mut(second) {
                    rest.has_loss &= rest.kind != Some(SegmentKind::BearAway);
                }
            }
        }
    }

    fn found(&self, turn: &Turn, way: WindAngleSweep, label: Option<Label>) -> Found {
        let passed = passed(turn, &way);
        let time_s = self.moment(turn, &way, passed);
        let flags = label.and_then(|l| l.flag).into_iter().collect();
        let kind = label.map(|l| l.kind).filter(|k| unsailed(self.course, turn, *k, passed).is_none());
        Found { kind, turn: *turn, time_s, way, passed, wind: self.wind, flags, has_loss: true }
    }

    /// The axis crossed first, or the middle of the course change.
    fn moment(&self, turn: &Turn, way: &WindAngleSweep, passed: Passed) -> f64 {
        let level = match passed {
            Passed::WindFrom | Passed::Both { from_first: true } => {
                nearest_multiple(way.in_deg, way.out_deg, 0.0)
            }
            Passed::WindTo | Passed::Both { .. } => nearest_multiple(way.in_deg, way.out_deg, 180.0),
            Passed::Neither => 0.5 * (way.in_deg + way.out_deg),
        };
        let level = level + if passed == Passed::WindTo { beside_axis(turn.boom, &self.wind) } else { 0.0 };
        match self.course_of(turn, way, level) {
            Some(course_deg) => moment_of(self.course, turn, course_deg),
            None => 0.5 * (turn.start_s + turn.end_s),
        }
    }

    /// The track's unwrapped course that corresponds to an angle of the way.
    fn course_of(&self, turn: &Turn, way: &WindAngleSweep, level_deg: f64) -> Option<f64> {
        Some(self.course.course_at(turn.start_s)? - self.lead_in(turn, *way)? + (level_deg - way.in_deg))
    }
}

fn turn_or<'t>(part: &'t Turn, whole: &'t Turn) -> &'t Turn {
    // A hold is looked for after the whole run: what follows a part inside it is still turning.
    if part.end_s < whole.end_s { whole } else { part }
}

/// The first multiple of 360 (plus offset) on the way from `from` to `to`.
fn nearest_multiple(from_deg: f64, to_deg: f64, offset_deg: f64) -> f64 {
    let turns = (from_deg - offset_deg) / 360.0;
    let k = if to_deg > from_deg { turns.floor() + 1.0 } else { turns.ceil() - 1.0 };
    k * 360.0 + offset_deg
}

/// Head-ups and bear-offs that together make one rounding in steps.
fn join_steps(hold: &Hold, found: &mut Vec<Found>) {
    let mut i = 0;
    while i < found.len() {
        if let Some((j, kind)) = step_partner(hold, found, i) {
            let (last, first_turn, in_deg) = (found[j].clone(), found[i].turn, found[i].way.in_deg);
            let turn = Turn {
                end_s: last.turn.end_s,
                change_deg: last.turn.change_deg + first_turn.change_deg,
                ..first_turn
            };
            let out_deg = in_deg + wrap_180(last.way.out_deg - in_deg);
            found[i] = Found { kind: Some(kind), turn, way: WindAngleSweep { in_deg, out_deg }, ..last };
            found.drain(i + 1..=j);
        }
        i += 1;
    }
}

/// The step that ends a rounding begun by step `i`, with the rounding's kind.
fn step_partner(hold: &Hold, found: &[Found], i: usize) -> Option<(usize, SegmentKind)> {
    let first = found.get(i).filter(|f| f.kind.is_none() && f.passed == Passed::Neither)?;
    let a = first.way.a();
    let mut last_end = first.turn.end_s;
    for (j, step) in found.iter().enumerate().skip(i + 1) {
        let reaching = |deg: f64| (UP_DEG..=DOWN_DEG).contains(&deg);
        if step.kind.is_some()
            || step.passed != Passed::Neither
            || step.turn.start_s - last_end > STEP_APART_S
            || !reaching(step.way.a())
        {
            return None;
        }
        let b = step.way.b();
        let kind = match () {
            () if a < UP_DEG && b > DOWN_DEG && b - a >= ROUNDING_DEG => Some(SegmentKind::BearAway),
            () if a > DOWN_DEG && b < UP_DEG && a - b >= ROUNDING_DEG => Some(SegmentKind::Douse),
            () => None,
        };
        if let Some(kind) = kind {
            return hold.held(kind, first.turn.start_s, step.turn.end_s).then_some((j, kind));
        }
        last_end = step.turn.end_s;
    }
    None
}

/// Course in and out as compass directions, for the evidence.
pub fn courses(found: &Found) -> (f64, f64) {
    (wrap_360(found.way.in_deg + found.wind.twd_deg), wrap_360(found.way.out_deg + found.wind.twd_deg))
}
