//! Leaps: a receiver that repeated an old position and then catches up shows a few seconds of false high speed
//! (docs/algorithms.md, section 2).
//!
//! Fixes are grouped into steps of at least [`MIN_LEAP_STEP_S`], so that position noise at high rates does not count as speed. A
//! step much faster than those before it, with slow steps again within [`MAX_LEAP_S`], is a leap. The fixes inside it are
//! outliers; where the boat cannot have sailed straight across it either, the track is cut.

use std::ops::Range;

use crate::geo::distance_m;
use crate::track::{Columns, flag};

/// Shortest step, s: one second less a rounding error. *Guess*.
const MIN_LEAP_STEP_S: f64 = 0.95;
/// Greatest acceleration, m/s², and greatest gain of speed from one step to the next, m/s. *Guess*.
const MAX_ACCELERATION_MPS2: f64 = 4.0;
const MAX_GAIN_MPS: f64 = 8.0;
/// Position noise of a step, m. *Guess*.
const POSITION_NOISE_M: f64 = 3.0;
/// A leap lasts at most this long; longer fast stretches were sailed, s. *Guess*.
const MAX_LEAP_S: f64 = 10.0;
/// Most steps of an excursion there and back. *Guess*.
const MAX_EXCURSION_STEPS: usize = 3;
/// When the device speed contradicts a larger share of the steps, it is not speed over ground and is ignored. *Guess*.
const MAX_CONTRADICTED: f64 = 0.02;
/// After a leap the speed is within what the boat gains in this time of the speed before it, s. *Guess*.
const RETURN_S: f64 = 1.0;
/// A device speed of at least this share of a step's speed confirms the step. *Guess*.
const CONFIRMING_SHARE: f64 = 0.7;

/// One step from fix to fix.
struct Displacement {
    from: usize,
    to: usize,
    start_s: f64,
    end_s: f64,
    mps: f64,
    /// Greatest device speed in the step; 0 may also mean missing.
    device_mps: Option<f64>,
}

impl Displacement {
    fn middle_s(&self) -> f64 {
        (self.start_s + self.end_s) / 2.0
    }

    /// True when the device confirms the step, or a boat at `before_mps` may reach its speed in `ago_s`.
    fn follows(&self, before_mps: f64, ago_s: f64) -> bool {
        let confirmed = self.device_mps.is_some_and(|v| v >= CONFIRMING_SHARE * self.mps);
        confirmed || self.within(before_mps, ago_s)
    }

    /// True when the distance is at most that of speed `mps` plus the gain in `gaining_s`, plus noise.
    fn within(&self, mps: f64, gaining_s: f64) -> bool {
        let gain = (MAX_ACCELERATION_MPS2 * gaining_s).min(MAX_GAIN_MPS);
        let dt_s = self.end_s - self.start_s;
        self.mps * dt_s <= (mps + gain) * dt_s + POSITION_NOISE_M
    }

    /// True when the device speed contradicts the step's speed.
    fn is_contradicted(&self) -> bool {
        let dt_s = self.end_s - self.start_s;
        self.device_mps.is_some_and(|v| v > 0.0 && !self.within(v, dt_s / 2.0))
    }
}

/// Flags the fixes inside leaps as outliers; the rows at which the track is cut.
pub(super) fn find(columns: &Columns, pieces: &[Range<usize>], flags: &mut [u8]) -> Vec<usize> {
    let mut cuts = Vec::new();
    for piece in pieces {
        let rows: Vec<usize> =
            piece.clone().filter(|&r| flags.get(r).is_some_and(|f| f & flag::OUTLIER == 0)).collect();
        let steps = steps(columns, &rows, flags);
        for leap in leaps(columns, &steps) {
            let Some(inside) = steps.get(leap.steps.clone()) else { continue };
            let (Some(first), Some(last)) = (inside.first(), inside.last()) else { continue };
            let ends = leap.steps.end == steps.len();
            let good_again = if ends { piece.end } else { last.to };
            set_outliers(flags, first.from + 1..good_again);
            if !ends && !leap.crossed {
                cuts.push(good_again);
            }
        }
    }
    cuts
}

fn set_outliers(flags: &mut [u8], rows: Range<usize>) {
    flags.get_mut(rows).into_iter().flatten().for_each(|f| *f |= flag::OUTLIER);
}

fn steps(columns: &Columns, rows: &[usize], flags: &[u8]) -> Vec<Displacement> {
    let mut steps = Vec::new();
    let Some(&first) = rows.first() else { return steps };
    let most = |a: Option<f64>, b: Option<f64>| a.zip(b).map(|(a, b)| a.max(b));
    let sog = columns.get("sog");
    let speed = |row: usize| speed(sog, flags, row);
    let (mut from, mut device_mps) = (first, speed(first));
    for &to in rows.iter().skip(1) {
        device_mps = most(device_mps, speed(to));
        let (start_s, end_s) = (columns.time_s(from), columns.time_s(to));
        if end_s - start_s >= MIN_LEAP_STEP_S {
            let mps = way_m(columns, from, to) / (end_s - start_s);
            steps.push(Displacement { from, to, start_s, end_s, mps, device_mps });
            (from, device_mps) = (to, speed(to));
        }
    }
    let contradicted = steps.iter().filter(|s| s.is_contradicted()).count();
    if contradicted as f64 > MAX_CONTRADICTED * steps.len() as f64 {
        steps.iter_mut().for_each(|s| s.device_mps = None);
    }
    steps
}

/// The device speed of a row where it is valid.
fn speed(sog: Option<&[f32]>, flags: &[u8], row: usize) -> Option<f64> {
    let good = flags.get(row).is_some_and(|f| f & flag::NO_DOPPLER == 0);
    sog.and_then(|sog| sog.get(row)).filter(|_| good).map(|&v| f64::from(v))
}

/// The straight line between the positions of two rows, m.
pub(super) fn way_m(columns: &Columns, from: usize, to: usize) -> f64 {
    let at = |v: &[f64], row: usize| v.get(row).copied().unwrap_or(f64::NAN);
    let (lat, lon) = (&columns.lat_deg, &columns.lon_deg);
    distance_m(at(lat, from), at(lon, from), at(lat, to), at(lon, to))
}

/// A range of steps that were not sailed. `crossed`: the boat can have sailed straight from its start to its end.
struct Leap {
    steps: Range<usize>,
    crossed: bool,
}

fn leaps(columns: &Columns, steps: &[Displacement]) -> Vec<Leap> {
    let mut leaps = Vec::new();
    // At the start the slowest of the first three steps serves as the speed before.
    let slowest = |s: &[Displacement]| s.iter().take(3).map(|s| s.mps).fold(f64::INFINITY, f64::min);
    let mut before = (slowest(steps), steps.first().map_or(0.0, |s| 2.0 * s.start_s - s.middle_s()));
    let mut k = 0;
    while let Some(step) = steps.get(k) {
        let sailed = !step.is_contradicted() && step.follows(before.0, step.middle_s() - before.1);
        if steps.len() > 1
            && !sailed
            && let Some(leap) = leap(columns, steps, k, before)
        {
            k = leap.steps.end;
            leaps.push(leap);
            continue;
        }
        before = (step.mps, step.middle_s());
        k += 1;
    }
    leaps
}

/// The leap that begins with step `k`, when it ends within [`MAX_LEAP_S`]: at the end of an excursion there and back,
/// else at a step of the speed before it, else at a step reachable from that speed.
fn leap(columns: &Columns, steps: &[Displacement], k: usize, before: (f64, f64)) -> Option<Leap> {
    let start_s = steps.get(k)?.start_s;
    let soon = |s: &&Displacement| s.start_s - start_s <= MAX_LEAP_S;
    let soon = k + 1 + steps.iter().skip(k + 1).take_while(soon).count();
    let calm = |s: &Displacement| !s.is_contradicted() && s.within(before.0, RETURN_S);
    let follows = |s: &Displacement| !s.is_contradicted() && s.follows(before.0, s.middle_s() - before.1);
    let first =
        |good: &dyn Fn(&Displacement) -> bool| (k + 1..soon).find(|&m| steps.get(m).is_some_and(good));
    let back = |&m: &usize| steps.get(m).is_some_and(calm) && crossed(columns, steps, k..m, before.0);
    if let Some(end) = (k + 2..soon.min(k + 1 + MAX_EXCURSION_STEPS)).find(back) {
        return Some(Leap { steps: k..end, crossed: true });
    }
    let ends = (soon == steps.len()).then_some(soon);
    let end = first(&calm).or_else(|| first(&follows)).or(ends)?;
    Some(Leap { steps: k..end, crossed: false })
}

/// True when the boat can have sailed straight from the fix before these steps to the fix after them.
fn crossed(columns: &Columns, steps: &[Displacement], leap: Range<usize>, before_mps: f64) -> bool {
    let (Some(first), Some(last)) = (steps.get(leap.start), steps.get(leap.end - 1)) else { return false };
    let fastest = steps.get(leap.end).map_or(before_mps, |after| before_mps.max(after.mps));
    let (from, to, start_s, end_s) = (first.from, last.to, first.start_s, last.end_s);
    let mps = way_m(columns, from, to) / (end_s - start_s);
    Displacement { from, to, start_s, end_s, mps, device_mps: None }.within(fastest, RETURN_S)
}
