//! A measured wind is evidence: it is tested at every turn of the track, and left out where it contradicts it
//! (docs/algorithms.md, section 5).
//!
//! Three states of the instruments over time: right; following the boat (a vane that does not turn, or sticks at zero, a
//! direction that follows the heading); reversed. Each turn is evidence by the change of the measured direction, which is
//! none or that of the course, and by its difference from the wind of the track. Forward and backward over the turns
//! gives the probability of each state at each turn, once with the track's wind as it is and once with the opposite one.

use crate::angle::{circular_mean, circular_sd_deg, hypot, wrap_180};
use crate::api::{DoubtReason, Instrument};
use crate::segment::course::Course;
use crate::segment::turns::Turn;
use crate::wind::WindSeries;
use crate::wind::fuse::contradicts;
use crate::wind::measured::bridge_s;

/// Smallest change of course that is evidence, deg. *guess*, as all below
const MIN_CHANGE_DEG: f64 = 40.0;
/// Of the sailing from one turn to the next, at least and at most so long, s, the middle half is compared: clocks of
/// instruments and receiver differ by up to a minute.
const MIN_LEG_S: f64 = 20.0;
const MAX_LEG_S: f64 = 300.0;
const STEP_S: f64 = 2.0;
/// Standard deviation of a change of the measured wind, deg, and as a share of the change of course; of its difference from
/// the track's, beside that of both.
const CHANGE_SD_DEG: f64 = 12.0;
const CHANGE_SD_SHARE: f64 = 0.2;
const OFFSET_SD_DEG: f64 = 20.0;
/// Share of changes and differences that say nothing: in a dying breeze, in a shift.
const OUTLIERS: f64 = 0.2;
/// Probabilities of the states at the start, and of a change from each state (row) to each by the next turn.
const START: [f64; 3] = [0.98, 0.01, 0.01];
const CHANGES: [[f64; 3]; 3] = [[0.9975, 0.002, 0.0005], [0.005, 0.9945, 0.0005], [0.0005, 0.0005, 0.999]];
/// Least probability that the track's wind is the opposite one.
const MIN_FLIP: f64 = 1e-3;
/// The vane's own angle is named where it is as constant as this, deg.
const CONSTANT_DEG: f64 = 15.0;

/// States of the instruments.
const RIGHT: usize = 0;
const FOLLOWING: usize = 1;
const REVERSED: usize = 2;

/// A turn as evidence of the instruments.
struct Evidence {
    start_s: f64,
    end_s: f64,
    /// Changes over the turn, deg.
    measured_deg: f64,
    course_deg: f64,
    /// Difference from the track's wind and its standard deviation, deg.
    offset: Option<(f64, f64)>,
}

/// A measured wind without the times at which it contradicts the track.
pub(crate) struct Tested {
    pub kept: Option<WindSeries>,
    /// Times that are left out, `[from_ms, to_ms]`; infinite where no turn that agrees lies before or after.
    pub left_out_ms: Vec<[f64; 2]>,
    pub reason: DoubtReason,
    /// What contradicts, the beginning of a sentence.
    pub what: String,
    /// The wind of the track alone.
    pub of_track: Option<WindSeries>,
}

/// [`tested`] by the changes of the measured wind, and by the wind of the track where either speaks against it. `instrument`
/// measured it; `is_trusted`: it is used all the same.
pub(super) fn tested_by_track(
    course: &Course,
    turns: &[Turn],
    measured: &WindSeries,
    (instrument, is_trusted): (Instrument, bool),
    estimate: Option<&WindSeries>,
) -> Option<Tested> {
    let differs = estimate.is_some_and(|wind| contradicts(wind, measured));
    if !differs && tested(course, turns, measured, None, instrument).is_none() {
        return None;
    }
    let mut tested = tested(course, turns, measured, estimate, instrument)?;
    if is_trusted {
        tested.kept = Some(measured.clone());
    }
    Some(tested)
}

/// The measured wind without the times at which it contradicts the track; none where it does at no time. `estimate`: the
/// wind of the track alone.
pub(crate) fn tested(
    course: &Course,
    turns: &[Turn],
    measured: &WindSeries,
    estimate: Option<&WindSeries>,
    instrument: Instrument,
) -> Option<Tested> {
    let evidence = evidence(course, turns, measured, estimate);
    let flip = estimate.map_or(0.0, |wind| wind.flip_probability.max(MIN_FLIP));
    let states = states(&evidence, flip);
    let worst = |state: &[f64; 3]| if state[REVERSED] > state[FOLLOWING] { REVERSED } else { FOLLOWING };
    let found: Vec<usize> =
        states.iter().map(|state| if state[RIGHT] < 0.5 { worst(state) } else { RIGHT }).collect();
    let spans = spans(&evidence, &found);
    let first = spans.first()?;
    let is_left_out =
        |ms: f64| spans.iter().any(|span| (course.ms(span.from_s)..=course.ms(span.to_s)).contains(&ms));
    let kept: Vec<usize> =
        (0..measured.time_ms.len()).filter(|&i| !is_left_out(measured.time_ms[i])).collect();
    let kept = (!kept.is_empty()).then(|| measured.at_samples(&kept));
    let what = match first.state {
        REVERSED => "the measured wind comes from the side opposite to that of the track".to_string(),
        _ => following(course, first, instrument),
    };
    let reason = if first.state == REVERSED { DoubtReason::Opposite } else { DoubtReason::TurnsWithBoat };
    let left_out_ms = spans.iter().map(|span| [course.ms(span.from_s), course.ms(span.to_s)]).collect();
    Some(Tested { kept, left_out_ms, reason, what, of_track: estimate.cloned() })
}

/// A span of time in which the instruments are not right.
struct Span {
    from_s: f64,
    /// Start of the first turn that contradicts.
    contradicts_s: f64,
    to_s: f64,
    state: usize,
}

/// The spans between turns of which one contradicts the measurement: from the end of the last turn that agrees to the start
/// of the next one that does.
fn spans(evidence: &[Evidence], found: &[usize]) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for (i, state) in found.iter().enumerate().filter(|(_, state)| **state != RIGHT) {
        let from_s = i.checked_sub(1).and_then(|i| evidence.get(i)).map_or(f64::NEG_INFINITY, |e| e.end_s);
        let to_s = evidence.get(i + 1).map_or(f64::INFINITY, |e| e.start_s);
        match spans.last_mut() {
            Some(last) if last.to_s >= from_s => last.to_s = to_s,
            _ => spans.push(Span { from_s, contradicts_s: evidence[i].start_s, to_s, state: *state }),
        }
    }
    spans
}

/// The evidence of the turns beside which the boat sailed steadily in a measured wind.
fn evidence(
    course: &Course,
    turns: &[Turn],
    measured: &WindSeries,
    estimate: Option<&WindSeries>,
) -> Vec<Evidence> {
    let bridge_s = bridge_s(measured);
    let mean = |from_s: f64, to_s: f64, value: &dyn Fn(f64) -> Option<f64>| {
        let steps = ((to_s - from_s) / STEP_S) as usize;
        let values = (0..=steps).filter_map(|k| value(from_s + STEP_S * k as f64));
        circular_mean(values.map(|deg| (deg, 1.0))).map(|(mean, _)| mean)
    };
    let twd = |t: f64| measured.at(course.ms(t), bridge_s).map(|wind| wind.twd_deg);
    let cog = |t: f64| course.course_at(t);
    let of_turn = |i: usize| {
        let turn = turns.get(i)?;
        let (first_s, last_s) = course.piece_span(turn.start_s)?;
        let before_s =
            i.checked_sub(1).and_then(|i| turns.get(i)).map_or(first_s, |turn| turn.end_s.max(first_s));
        let after_s = turns.get(i + 1).map_or(last_s, |turn| turn.start_s.min(last_s));
        let (leg_in, leg_out) = (turn.start_s - before_s, after_s - turn.end_s);
        if leg_in < MIN_LEG_S || leg_out < MIN_LEG_S {
            return None;
        }
        let (leg_in, leg_out) = (leg_in.min(MAX_LEG_S), leg_out.min(MAX_LEG_S));
        let (from, to) = (turn.start_s - 0.75 * leg_in, turn.start_s - 0.25 * leg_in);
        let (back, end) = (turn.end_s + 0.25 * leg_out, turn.end_s + 0.75 * leg_out);
        let course_deg = wrap_180(mean(back, end, &cog)? - mean(from, to, &cog)?);
        let (before_deg, after_deg) = (mean(from, to, &twd)?, mean(back, end, &twd)?);
        let middle_ms = course.ms(0.5 * (turn.start_s + turn.end_s));
        let track = estimate.and_then(|wind| wind.at(middle_ms, super::ESTIMATE_BRIDGE_S));
        let (middle_deg, _) = circular_mean([(before_deg, 1.0), (after_deg, 1.0)])?;
        Some(Evidence {
            start_s: turn.start_s,
            end_s: turn.end_s,
            measured_deg: wrap_180(after_deg - before_deg),
            course_deg,
            offset: track
                .map(|wind| (wrap_180(middle_deg - wind.twd_deg), hypot(wind.sd_deg, OFFSET_SD_DEG))),
        })
    };
    (0..turns.len()).filter_map(of_turn).filter(|e| e.course_deg.abs() >= MIN_CHANGE_DEG).collect()
}

/// Density of a difference of directions, 1/deg: normal, with a share of outliers.
fn density(deg: f64, sd_deg: f64) -> f64 {
    let z = wrap_180(deg) / sd_deg;
    (1.0 - OUTLIERS) * libm::exp(-0.5 * z * z) / (sd_deg * std::f64::consts::TAU.sqrt()) + OUTLIERS / 360.0
}

impl Evidence {
    /// Likelihood of each state.
    fn likelihoods(&self, is_flipped: bool) -> [f64; 3] {
        let sd_deg = hypot(CHANGE_SD_DEG, CHANGE_SD_SHARE * self.course_deg);
        let (still, turning) =
            (density(self.measured_deg, sd_deg), density(self.measured_deg - self.course_deg, sd_deg));
        let off =
            |by_deg: f64| self.offset.map_or(1.0, |(deg, sd_deg)| 360.0 * density(deg - by_deg, sd_deg));
        let (right_deg, reversed_deg) = if is_flipped { (180.0, 0.0) } else { (0.0, 180.0) };
        [still * off(right_deg), turning, still * off(reversed_deg)]
    }
}

/// Probability of each state at each turn; `flip` is that of the track's wind being the opposite one.
fn states(evidence: &[Evidence], flip: f64) -> Vec<[f64; 3]> {
    let (as_is, log_as_is) = forward_backward(evidence, false);
    let (flipped, log_flipped) = forward_backward(evidence, true);
    let odds = flip / (1.0 - flip) * libm::exp((log_flipped - log_as_is).min(700.0));
    let share = odds / (1.0 + odds);
    let mixed = |(a, b): (&[f64; 3], &[f64; 3])| std::array::from_fn(|i| a[i] * (1.0 - share) + b[i] * share);
    as_is.iter().zip(&flipped).map(mixed).collect()
}

/// Posterior of the states at each turn, and the log-likelihood of all of them.
fn forward_backward(evidence: &[Evidence], is_flipped: bool) -> (Vec<[f64; 3]>, f64) {
    let likelihoods: Vec<[f64; 3]> = evidence.iter().map(|e| e.likelihoods(is_flipped)).collect();
    let (mut before, mut log_evidence, mut states) = (START, 0.0, Vec::with_capacity(evidence.len()));
    for likelihood in &likelihoods {
        let (now, sum) = normalized(std::array::from_fn(|i| before[i] * likelihood[i]));
        log_evidence += libm::log(sum);
        before = std::array::from_fn(|to| (0..3).map(|from| now[from] * CHANGES[from][to]).sum());
        states.push(now);
    }
    let mut future = [1.0; 3];
    for (state, likelihood) in states.iter_mut().zip(&likelihoods).rev() {
        *state = normalized(std::array::from_fn(|i| state[i] * future[i])).0;
        let next = future;
        let past = |from: usize| (0..3).map(|to| CHANGES[from][to] * likelihood[to] * next[to]).sum();
        future = normalized(std::array::from_fn(past)).0;
    }
    (states, log_evidence)
}

fn normalized(values: [f64; 3]) -> ([f64; 3], f64) {
    let sum: f64 = values.iter().sum();
    (values.map(|value| value / sum.max(f64::MIN_POSITIVE)), sum.max(f64::MIN_POSITIVE))
}

/// How the instruments follow the boat, with the angle that they show on every course, where it is the same.
fn following(course: &Course, span: &Span, instrument: Instrument) -> String {
    let columns = &course.track.columns;
    let inside = |row: &usize| (span.contradicts_s..=span.to_s).contains(&course.time_s[*row]);
    let constant = |id: &str| {
        let values = columns.get(id)?;
        let rows = (0..course.time_s.len()).filter(inside);
        let (deg, r) = circular_mean(rows.filter_map(|row| Some((f64::from(*values.get(row)?), 1.0))))?;
        (circular_sd_deg(r) < CONSTANT_DEG).then(|| wrap_180(deg).abs())
    };
    let angle = (instrument == Instrument::Vane).then(|| constant("awa").or_else(|| constant("twa")));
    match angle.flatten() {
        Some(deg) => format!("the wind angle of the instruments is {deg:.0}° on every course"),
        None => "the measured wind turns with the boat".to_string(),
    }
}
