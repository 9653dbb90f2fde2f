//! Lag and smoothing of a device's speed or course against the positions (docs/algorithms.md, section 3).
//!
//! Both are visible only where the channel changes: chords of about a second in turns, and where the boat gains or loses
//! speed. The lag minimises the sum of squared differences between the chord and the mean of the channel over the chord's
//! time, that much later. What remains at the best lag in proportion to the rate of change is the timing uncertainty.

use super::series::{Chord, Series, chords};
use crate::angle::{to_rad, wrap_180};
use crate::stats::quantile::median;
use crate::track::Track;

/// Grid of lags: step, s, and first and last one, steps. *guess*
const LAG_STEP_S: f64 = 0.25;
const LAG_STEPS: std::ops::RangeInclusive<i32> = -14..=40;
/// Shortest chord, s: one second less a rounding error; sparser recordings than this median interval, s, give no lag.
/// *guess*
const MIN_CHORD_S: f64 = 0.95;
const MAX_INTERVAL_S: f64 = 2.6;
/// Slowest chord whose bearing is used, m/s. *guess*
const MIN_MPS: f64 = 1.0;
/// A chord belongs to a turn when the bearing changes by this, deg, from this long before it to this long after it, s, or
/// when such a chord is within [`BESIDE_S`]. *guess*
const TURN_DEG: f64 = 30.0;
const TURN_HALF_S: f64 = 3.0;
const BESIDE_S: f64 = 5.0;
/// The same for a speed: the change as share of the median speed, and at least, m/s. *guess*
const CHANGE_SHARE: f64 = 0.25;
const MIN_CHANGE_MPS: f64 = 1.0;
/// Differences count as at most this: deg, and share of the median speed. *guess*
const CAP_DEG: f64 = 60.0;
const CAP_SHARE: f64 = 0.5;
/// Noise of a chord's ends, m: bearings of shorter chords are mostly noise and have less weight. *guess*
const NOISE_M: f64 = 3.0;
/// Groups of turns of the jackknife, fewest turns for a lag, and most chords that are used. *guess*
const GROUPS: usize = 12;
const MIN_TURNS: usize = 3;
const MAX_CHORDS: usize = 6000;
/// A lag is significant from this many standard errors and this length, s, on. *guess*
const SIGNIFICANT: f64 = 3.0;
const MIN_LAG_S: f64 = 0.3;
/// Half the span of the second difference that shows smoothing, s, and least share of it that a smoothed channel lacks.
/// *guess*
const BEND_HALF_S: f64 = 2.0;
const MIN_SHARE: f64 = 0.05;

/// Which channel is compared.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Quantity {
    Speed,
    Course,
}

/// Delay and smoothing of a channel.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Timing {
    /// Delay behind the positions, s; 0 where none is significant.
    pub lag_s: f64,
    /// Remaining timing uncertainty in turns, s: rms difference in proportion to the rate of change.
    pub smear_s: f64,
}

/// A chord in a turn: difference to the channel is taken at every lag.
struct InTurn {
    chord: Chord,
    piece: usize,
    turn: usize,
}

/// Chords with the length of the arc over them: turning by 2x makes a chord shorter than its arc by sin(x)/x.
fn arcs(mut chords: Vec<Chord>) -> Vec<Chord> {
    let turned = |i: usize| -> Option<f64> {
        let (a, b) = (chords.get(i.checked_sub(1)?)?, chords.get(i + 1)?);
        Some(to_rad(wrap_180(b.bearing_deg - a.bearing_deg)).abs() / 4.0)
    };
    let half: Vec<f64> = (0..chords.len()).map(|i| turned(i).unwrap_or(0.0)).collect();
    for (chord, x) in chords.iter_mut().zip(half) {
        if x > 0.0 && chord.mps() >= MIN_MPS {
            chord.length_m *= x / libm::sin(x);
        }
    }
    chords
}

/// The timing of a channel given by its series of every piece; none for sparse recordings and without a turn.
pub(super) fn timing(track: &Track, series: &[Series], quantity: Quantity) -> Option<Timing> {
    if track.median_dt_s.is_nan() || track.median_dt_s > MAX_INTERVAL_S {
        return None;
    }
    let all: Vec<Vec<Chord>> =
        track.pieces.iter().map(|p| arcs(chords(track, p, MIN_CHORD_S, 0.0))).collect();
    let mut speeds: Vec<f64> = all.iter().flatten().map(Chord::mps).filter(|v| *v > MIN_MPS).collect();
    let pace_mps = median(&mut speeds)?;
    let turning = select(&all, quantity, pace_mps);
    let turns = turning.last().map_or(0, |c| c.turn + 1);
    let cap = if quantity == Quantity::Course { CAP_DEG } else { CAP_SHARE * pace_mps };
    let differences = |c: &InTurn, lags: &[f64]| -> Option<Vec<f64>> {
        let mut means = series.get(c.piece)?.means(c.chord.start_s, c.chord.end_s, lags)?;
        means.iter_mut().for_each(|mean| {
            *mean = match quantity {
                Quantity::Course => wrap_180(c.chord.bearing_deg - *mean).clamp(-cap, cap),
                Quantity::Speed => (c.chord.mps() - *mean).clamp(-cap, cap),
            }
        });
        Some(means)
    };
    let lag = find_lag(&turning, turns, differences);
    let significant = |(lag, error): &(f64, f64)| lag.abs() >= MIN_LAG_S && lag.abs() >= SIGNIFICANT * error;
    let lag_s = lag.filter(significant).map_or(0.0, |(lag, _)| lag);
    Some(Timing {
        lag_s,
        smear_s: smear_s(&turning, series, lag_s, |c| differences(c, &[lag_s])?.first().copied()),
    })
}

/// Timing uncertainty that smoothing leaves at the best lag, s. What a smoothed channel y lacks is opposite to its second
/// difference Δ²y over ±2 s; regression of the differences between positions and channel on it is not biased by noise of
/// the positions. The uncertainty is the rms of the explained differences over that of the channel's rate of change.
fn smear_s(
    turning: &[InTurn],
    series: &[Series],
    lag_s: f64,
    difference: impl Fn(&InTurn) -> Option<f64>,
) -> f64 {
    let (mut bends, mut products, mut rates, mut squares, mut n) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for c in turning {
        let middle_s = (c.chord.start_s + c.chord.end_s) / 2.0 + lag_s;
        let at = |by: f64| series.get(c.piece)?.value(middle_s + by);
        let (Some(a), Some(b), Some(d)) = (at(-BEND_HALF_S), at(BEND_HALF_S), difference(c)) else {
            continue;
        };
        let Some(here) = at(0.0) else { continue };
        let (bend, rate) = (a - 2.0 * here + b, (b - a) / (2.0 * BEND_HALF_S));
        bends += bend * bend;
        products += bend * d;
        rates += rate * rate;
        squares += d * d;
        n += 1.0;
    }
    if bends <= 0.0 || rates <= 0.0 {
        return 0.0;
    }
    // A smoothed velocity lacks speed in turns besides, so that a speed may be off either way.
    let share = (products / bends).abs();
    let error = f64::sqrt(squares / n / bends);
    if share < SIGNIFICANT * error || share < MIN_SHARE {
        return 0.0;
    }
    share * f64::sqrt(bends / rates)
}

/// The chords of turns.
fn select(all: &[Vec<Chord>], quantity: Quantity, pace_mps: f64) -> Vec<InTurn> {
    let (mut turning, mut turn) = (Vec::new(), 0);
    let least = match quantity {
        Quantity::Course => TURN_DEG,
        Quantity::Speed => (CHANGE_SHARE * pace_mps).max(MIN_CHANGE_MPS),
    };
    for (piece, chords) in all.iter().enumerate() {
        let turns = |i| change(chords, i, quantity).is_some_and(|change| change.abs() >= least);
        let turns: Vec<bool> = (0..chords.len()).map(turns).collect();
        let mut last_s = f64::NEG_INFINITY;
        let (mut next, mut was) = (0, false);
        for (i, chord) in chords.iter().enumerate() {
            if turns[i] {
                last_s = chord.end_s;
            }
            next = next.max(i);
            while next < chords.len() && !turns[next] {
                next += 1;
            }
            let ahead = chords.get(next).map_or(f64::INFINITY, |c| c.start_s);
            let is = chord.start_s - last_s <= BESIDE_S || ahead - chord.end_s <= BESIDE_S;
            let usable = chord.mps() >= MIN_MPS || quantity == Quantity::Speed;
            if is && usable && turning.len() < MAX_CHORDS {
                turning.push(InTurn { chord: *chord, piece, turn });
            }
            if was && !is {
                turn += 1;
            }
            was = is;
        }
        if was {
            turn += 1;
        }
    }
    turning
}

/// Change of bearing, deg, or speed, m/s, about a chord.
fn change(chords: &[Chord], i: usize, quantity: Quantity) -> Option<f64> {
    let here = chords.get(i)?;
    let middle = |c: &Chord| (c.start_s + c.end_s) / 2.0;
    let steps = ((TURN_HALF_S / (here.end_s - here.start_s)).round() as usize).max(1);
    let value = |a: &Chord, b: &Chord| match quantity {
        Quantity::Course => wrap_180(b.bearing_deg - a.bearing_deg),
        Quantity::Speed => b.mps() - a.mps(),
    };
    let (first, last) = (chords.get(i.checked_sub(steps)?)?, chords.get(i + steps)?);
    let near = middle(last) - middle(first) <= 4.0 * TURN_HALF_S;
    let moving = [first, here, last].iter().all(|c| c.mps() >= MIN_MPS) || quantity == Quantity::Speed;
    (near && moving).then(|| value(first, here) + value(here, last))
}

/// The lag of the least sum of squares, refined by a parabola, and its jackknife standard error over the turns; none at an
/// end of the grid and with too few turns.
fn find_lag(
    turning: &[InTurn],
    turns: usize,
    differences: impl Fn(&InTurn, &[f64]) -> Option<Vec<f64>>,
) -> Option<(f64, f64)> {
    if turns < MIN_TURNS {
        return None;
    }
    let groups = turns.min(GROUPS);
    let lags: Vec<f64> = LAG_STEPS.map(|k| f64::from(k) * LAG_STEP_S).collect();
    let mut squares = vec![vec![0.0; lags.len()]; groups];
    for c in turning {
        // A chord takes part at all lags or at none.
        let Some(all) = differences(c, &lags) else { continue };
        let noise = NOISE_M / c.chord.length_m.max(0.1);
        let weight = 1.0 / (1.0 + noise * noise);
        let own = squares.get_mut(c.turn % groups)?;
        own.iter_mut().zip(&all).for_each(|(sum, d)| *sum += weight * d * d);
    }
    let total = |without: Option<usize>| -> Vec<f64> {
        let used = || squares.iter().enumerate().filter(|(g, _)| Some(*g) != without).map(|(_, s)| s);
        (0..lags.len()).map(|k| used().map(|s| s[k]).sum()).collect()
    };
    let lag = least(&lags, &total(None))?;
    let mut sum = 0.0;
    for group in 0..groups {
        let off = least(&lags, &total(Some(group)))? - lag;
        sum += off * off;
    }
    let n = groups as f64;
    Some((lag, f64::sqrt(sum * (n - 1.0) / n).max(0.03)))
}

fn least(lags: &[f64], squares: &[f64]) -> Option<f64> {
    let at = (0..squares.len()).min_by(|&a, &b| squares[a].total_cmp(&squares[b]))?;
    let (a, b, c) = (*squares.get(at.checked_sub(1)?)?, squares[at], *squares.get(at + 1)?);
    let bend = a - 2.0 * b + c;
    let off = if bend > 0.0 { 0.5 * (a - c) / bend } else { 0.0 };
    Some(lags[at] + off * LAG_STEP_S)
}
