//! Turns and wind → named turns: cutting and names (docs/algorithms.md, section 7.8).

mod steps;

use crate::angle::{wrap_180, wrap_360};
use crate::segment::course::Course;
use crate::segment::hold::BandHold;
use crate::segment::table::{Label, MIN_PENALTY_DEG, PassedAxis, UP_DEG, WindAngleSweep, flag, label};
use crate::segment::turns::{MIN_TURN_DEG, Turn, moment_of, turn_between};
use crate::segment::under_way::why_not_sailed;
use crate::segment::wind_along_track::WindAlongTrack;
use crate::segment::wind_angle_sweep::{passed_axis, sweep_of};
use crate::segment::{SegmentKind, TackSide};
use crate::stats::order::sort_by_number;
use crate::wind::WindAt;
use steps::join_steps;

/// A turn of more than this may consist of two maneuvers, deg. *guess*
const CUT_FROM_DEG: f64 = 150.0;
/// A dip of the turn rate below this share of the lower peak beside it may separate two maneuvers. *guess*
const DIP_SHARE: f64 = 0.5;
/// The same of a whole circle, where noise of the receiver causes many dips, at median intervals up to this, s: at longer
/// ones dips are smeared. *measured* with `npm run truth`
const CIRCLE_DIP_SHARE: f64 = 0.25;
const CIRCLE_DIP_INTERVAL_S: f64 = 2.0;
/// Absolute wind angle at which a tack that bears away ends where the turn rate has no dip, deg. *guess*
const TACK_END_DEG: f64 = 60.0;
/// A turn with its name and the quantities it was named by.
#[derive(Debug, Clone, PartialEq)]
pub struct ClassifiedTurn {
    /// None for turns without a name, which still separate their neighbours.
    pub kind: Option<SegmentKind>,
    pub turn: Turn,
    /// The moment at which the axis was passed, or the middle of the course change, s from the first fix.
    pub time_s: f64,
    /// Without a wind: the courses themselves, as angles to north.
    pub sweep: WindAngleSweep,
    /// [`PassedAxis::Neither`] without a wind.
    pub passed: PassedAxis,
    /// None where the wind is not known.
    pub wind: Option<WindAt>,
    pub flags: Vec<&'static str>,
    /// False for parts of a cut turn for which no loss is defined.
    pub has_loss: bool,
    /// The turn of which a tack is the first part and a bear away the rest: the loss of the tack is that of all of it.
    pub whole: Option<Part>,
}

impl ClassifiedTurn {
    /// True for a turn from one tack to the other.
    pub fn crosses(&self) -> bool {
        matches!(self.passed, PassedAxis::WindFrom | PassedAxis::WindTo)
    }

    /// The tack before and after the turn; none without a wind.
    pub fn tack_sides(&self) -> Option<(TackSide, TackSide)> {
        // The angles are course minus wind: left of the wind is starboard tack.
        let side = |deg: f64| if wrap_180(deg) < 0.0 { TackSide::Starboard } else { TackSide::Port };
        self.wind.map(|_| (side(self.sweep.in_deg), side(self.sweep.out_deg)))
    }

    /// The turn that loses: of a tack that bears away in the same turn the whole of it.
    pub fn losing(&self) -> Self {
        let Some((turn, sweep)) = self.whole else { return self.clone() };
        Self { turn, sweep, has_loss: true, ..self.clone() }
    }

    /// Course change by the steady courses beside the turn, deg, to starboard positive.
    pub fn angle_deg(&self) -> f64 {
        self.sweep.out_deg - self.sweep.in_deg
    }
}

/// Names all turns of a track, in time order. Turns in an unknown wind are left out, cut turns give several.
pub fn classify(course: &Course, wind_along: &WindAlongTrack, turns: &[Turn]) -> Vec<ClassifiedTurn> {
    let hold = BandHold::new(course, wind_along, turns);
    let mut found = Vec::new();
    for (i, turn) in turns.iter().enumerate() {
        if let Some((sweep, wind)) = sweep_of(course, wind_along, turns, i) {
            let classifier = Classifier { course, hold: &hold, wind };
            classifier.classify_turn(turn, sweep, &mut found);
        }
    }
    // The parts of a cut turn may lie on both sides of a turn inside it.
    sort_by_number(&mut found, |f| f.turn.start_s);
    join_steps(&hold, &mut found);
    found
}

/// A part of a turn and its sweep.
pub type Part = (Turn, WindAngleSweep);

/// A step of the classification of a turn that may be cut.
enum Task {
    Classify(Part),
    /// The first part of a cut is classified.
    BeginSecond,
    /// Both parts of a cut are classified; the turn before the cut.
    EndCut(Part),
}

/// Names one turn and its parts.
struct Classifier<'a> {
    course: &'a Course<'a>,
    hold: &'a BandHold<'a>,
    wind: WindAt,
}

impl Classifier<'_> {
    /// The name of a turn by the table; none for a sway of a running boat and for a rounding that was not held.
    fn label(&self, turn: &Turn, sweep: &WindAngleSweep) -> Option<Label> {
        if passed_axis(turn, sweep) != sweep.passed() {
            return None;
        }
        label(sweep, self.wind.sd_deg)
            .filter(|l| !l.must_hold || self.hold.is_held(l.kind, turn.start_s, turn.end_s))
    }

    /// Appends a turn, or its parts when it is cut. The parts are cut in turn: a list of what is left to do takes the place
    /// of recursion, because a drifting receiver may circle thousands of times in one turn.
    fn classify_turn(&self, turn: &Turn, sweep: WindAngleSweep, out: &mut Vec<ClassifiedTurn>) {
        let mut left = vec![Task::Classify((*turn, sweep))];
        // For each cut whose second part is not classified yet, its index in `out`.
        let mut seconds = Vec::new();
        while let Some(task) = left.pop() {
            match task {
                Task::Classify((turn, sweep)) => match self.cut_at_dip(&turn, sweep) {
                    Some((first, second)) => left.extend([
                        Task::EndCut((turn, sweep)),
                        Task::Classify(second),
                        Task::BeginSecond,
                        Task::Classify(first),
                    ]),
                    None => self.classify_uncut(&turn, sweep, out),
                },
                Task::BeginSecond => seconds.push(out.len()),
                Task::EndCut(whole) => {
                    let second = seconds.pop().unwrap_or(out.len());
                    without_losses_after_cut(out, second, &whole);
                }
            }
        }
    }

    /// Appends a turn without a dip at which it is cut, or a tack and the bear away in the same turn.
    fn classify_uncut(&self, turn: &Turn, sweep: WindAngleSweep, out: &mut Vec<ClassifiedTurn>) {
        let label = self.label(turn, &sweep);
        if label.is_some_and(|l| l.flag == Some(flag::BEAR_AWAY_AFTER)) && self.cut_tack(turn, sweep, out) {
            return;
        }
        out.push(self.classified(turn, sweep, label));
    }

    /// Two parts, cut at the deepest dip of the turn rate for which both have a name and a sufficient course change.
    fn cut_at_dip(&self, turn: &Turn, sweep: WindAngleSweep) -> Option<(Part, Part)> {
        if turn.change_deg.abs() <= CUT_FROM_DEG {
            return None;
        }
        let good =
            |(t, w): &Part| t.change_deg.abs() >= MIN_TURN_DEG && self.label(turn_or(t, turn), w).is_some();
        let circle = matches!(sweep.passed(), PassedAxis::Both { .. }) && sweep.size_deg() >= MIN_PENALTY_DEG;
        let share = if circle && self.course.track.median_dt_s <= CIRCLE_DIP_INTERVAL_S {
            CIRCLE_DIP_SHARE
        } else {
            DIP_SHARE
        };
        let cuts = self.dips(turn, share).into_iter().filter_map(|at_s| self.parts(turn, sweep, at_s));
        cuts.into_iter().find(|(first, second)| good(first) && good(second))
    }

    /// The two parts of a turn cut at a moment.
    fn parts(&self, turn: &Turn, sweep: WindAngleSweep, at_s: f64) -> Option<(Part, Part)> {
        let cut_deg = sweep.in_deg
            + (self.course.course_at(at_s)? - self.course.course_at(turn.start_s)?)
            + self.lead_in_deg(turn, sweep)?;
        let first = turn_between(self.course, turn.start_s, at_s)?;
        let second = turn_between(self.course, at_s, turn.end_s)?;
        Some((
            (first, WindAngleSweep { in_deg: sweep.in_deg, out_deg: cut_deg }),
            (second, WindAngleSweep { in_deg: cut_deg, out_deg: sweep.out_deg }),
        ))
    }

    /// Course at the start of the turn minus the steady course before it, deg.
    fn lead_in_deg(&self, turn: &Turn, sweep: WindAngleSweep) -> Option<f64> {
        Some(wrap_180(self.course.course_at(turn.start_s)? - self.wind.twd_deg - sweep.in_deg))
    }

    /// Moments of the dips of the turn rate below a share of the lower peak beside them, the deepest first.
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

    /// Appends the parts of a tack that bears away in the same turn, when the rest is a bear away; false when it is not.
    fn cut_tack(&self, turn: &Turn, sweep: WindAngleSweep, out: &mut Vec<ClassifiedTurn>) -> bool {
        let ends = self.tack_ends(turn, sweep);
        let inside = ends.into_iter().flatten().filter(|at_s| turn.start_s < *at_s && *at_s < turn.end_s);
        let cut = inside.into_iter().find_map(|at_s| self.bear_away_from(turn, sweep, at_s));
        let Some(((tack, tack_sweep), (rest, rest_sweep), rest_label)) = cut else { return false };
        let whole = WindAngleSweep { in_deg: tack_sweep.in_deg, out_deg: sweep.out_deg };
        let mut first = self.classified(&tack, tack_sweep, label(&whole, self.wind.sd_deg));
        first.has_loss = false;
        first.whole = Some((*turn, whole));
        first.passed = PassedAxis::WindFrom;
        let mut second = self.classified(&rest, rest_sweep, Some(rest_label));
        second.has_loss = false;
        out.extend([first, second]);
        true
    }

    /// The tack up to a moment, the bear away after it, and the name of the latter; none when the rest is none.
    fn bear_away_from(&self, turn: &Turn, sweep: WindAngleSweep, at_s: f64) -> Option<(Part, Part, Label)> {
        let (tack, (rest, rest_sweep)) = self.parts(turn, sweep, at_s)?;
        let rest_label = label(&rest_sweep, self.wind.sd_deg)?;
        let away = rest_label.kind == SegmentKind::BearAway;
        let held = away && self.hold.is_held(rest_label.kind, turn.start_s, turn.end_s);
        held.then_some((tack, (rest, rest_sweep), rest_label))
    }

    /// Possible ends of a tack that bears away: the deepest dip of the turn rate after its crossing, and the moment at
    /// [`TACK_END_DEG`].
    fn tack_ends(&self, turn: &Turn, sweep: WindAngleSweep) -> [Option<f64>; 2] {
        let crossed = self.moment(turn, &sweep, PassedAxis::WindFrom);
        let after = Turn { start_s: crossed, ..*turn };
        let beyond = wrap_180(sweep.in_deg).signum();
        let level = nearest_multiple(sweep.in_deg, sweep.out_deg, 0.0) - beyond * TACK_END_DEG;
        [
            self.dips(&after, DIP_SHARE).first().copied(),
            self.course_of(turn, &sweep, level).map(|c| moment_of(self.course, turn, c)),
        ]
    }

    /// A turn with its name, unless it was not sailed.
    fn classified(&self, turn: &Turn, sweep: WindAngleSweep, label: Option<Label>) -> ClassifiedTurn {
        let passed = passed_axis(turn, &sweep);
        let time_s = self.moment(turn, &sweep, passed);
        let flags = label.and_then(|l| l.flag).into_iter().collect();
        let kind = label.map(|l| l.kind).filter(|k| why_not_sailed(self.course, turn, *k, passed).is_none());
        let wind = Some(self.wind);
        ClassifiedTurn { kind, turn: *turn, time_s, sweep, passed, wind, flags, has_loss: true, whole: None }
    }

    /// The moment of the axis passed first, or of the middle of the course change; the middle of the turn where the course
    /// never has that value.
    fn moment(&self, turn: &Turn, sweep: &WindAngleSweep, passed: PassedAxis) -> f64 {
        let level = match passed {
            PassedAxis::WindFrom | PassedAxis::Both { from_first: true } => {
                nearest_multiple(sweep.in_deg, sweep.out_deg, 0.0)
            }
            PassedAxis::WindTo | PassedAxis::Both { .. } => {
                nearest_multiple(sweep.in_deg, sweep.out_deg, 180.0)
            }
            PassedAxis::Neither => 0.5 * (sweep.in_deg + sweep.out_deg),
        };
        match self.course_of(turn, sweep, level) {
            Some(course_deg) => moment_of(self.course, turn, course_deg),
            None => 0.5 * (turn.start_s + turn.end_s),
        }
    }

    /// The unwrapped course of the track that corresponds to an angle of the sweep.
    fn course_of(&self, turn: &Turn, sweep: &WindAngleSweep, level_deg: f64) -> Option<f64> {
        Some(
            self.course.course_at(turn.start_s)? - self.lead_in_deg(turn, *sweep)?
                + (level_deg - sweep.in_deg),
        )
    }
}

/// Removes the loss of a tack cut from a turn that ends farther off the wind than "up"; with a bear away after it, which has
/// none either, it is that of the turn. The second part begins at index `second` of `out`.
fn without_losses_after_cut(out: &mut [ClassifiedTurn], second: usize, whole: &Part) {
    let Some((firsts, rest)) = out.split_at_mut_checked(second) else { return };
    let Some(tack) = firsts.last_mut() else { return };
    if tack.kind != Some(SegmentKind::Tack) || whole.1.angle_out_deg() <= UP_DEG {
        return;
    }
    tack.has_loss = false;
    if let Some(away) = rest.first_mut().filter(|rest| rest.kind == Some(SegmentKind::BearAway)) {
        away.has_loss = false;
        tack.whole = Some(*whole);
    }
}

fn turn_or<'t>(part: &'t Turn, whole: &'t Turn) -> &'t Turn {
    // The band is examined after the whole turn: after an inner part the boat is still turning.
    if part.end_s < whole.end_s { whole } else { part }
}

/// The first value offset + 360 k on the way from `from` to `to`.
fn nearest_multiple(from_deg: f64, to_deg: f64, offset_deg: f64) -> f64 {
    let turns = (from_deg - offset_deg) / 360.0;
    let k = if to_deg > from_deg { turns.floor() + 1.0 } else { turns.ceil() - 1.0 };
    k * 360.0 + offset_deg
}

/// Course before and after the turn, deg, [0, 360).
pub fn courses(found: &ClassifiedTurn) -> (f64, f64) {
    let from_deg = found.wind.map_or(0.0, |w| w.twd_deg);
    (wrap_360(found.sweep.in_deg + from_deg), wrap_360(found.sweep.out_deg + from_deg))
}
