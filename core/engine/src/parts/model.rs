//! Under sail, under tow or engine, or on the road: a hidden Markov model over blocks of the track, by the steadiness of
//! the speed, its size and its changes, and by what turns do to it. What the blocks say is bounded, so that no one of them
//! decides.

use std::ops::Range;

use crate::config::BoatClass;
use crate::motion::Motion;
use crate::stats::quantile::median;
use crate::track::Track;
use crate::units::mps_from_kn;

/// Duration of a block, s. *Guess*: a part lasts many times as long.
const BLOCK_S: f64 = 20.0;
/// Fewest fixes of a block and its neighbours by which the steadiness of a speed is known. *Guess*.
const MIN_FIXES: f64 = 12.0;
/// Least speed at which steadiness says something, m/s. *Guess*.
const UNDER_WAY_MPS: f64 = 1.0;
/// Interval over which an acceleration is measured, s. *Guess*: longer than the errors of a speed.
const ACCELERATION_S: f64 = 5.0;

/// Blocks of a window over which the steadiness of a speed is measured, three minutes, and of the shortest in a short piece.
/// *Guess*: a gust is shorter.
const WINDOW: usize = 9;
const LEAST_WINDOW: usize = 5;
/// Logarithm of the relative standard deviation of the blocks' mean speeds over the steadiest window around a moment, ends and
/// spreads below and above: means, because waves and the noise of a receiver hide the steadiness of an engine in single
/// speeds. Under sail it lies between that of a leg, the first number, and that of gusts and turns; under engine up to 1 % or
/// so. *Guess* on 26 real recordings under sail: of the windows of their boats 1 of 100 is below 1.2 %, 12 are below 2.2 %, the
/// first number, and the middle is 4.5 %.
const STEADY_SAIL: (f64, f64) = (-3.8, -2.2);
const SAIL_SPREAD: (f64, f64) = (0.5, 0.7);
const STEADY_ENGINE: (f64, f64) = (-7.0, -4.6);
const ENGINE_SPREAD: f64 = 0.6;
/// Blocks from a turn within which they are of the same sailing, and cosine of the largest difference of their courses. *Guess*.
const NEAR_TURN: usize = 5;
const SAME_COURSE_COS: f64 = 0.97;
/// Blocks of a recording that is long enough to compare its parts: ten minutes. *Guess*.
const COMPARED: usize = 30;
/// From so many pairs of blocks on, the steadiness of this sailing counts as much as that of all. *Guess*.
const USUAL_PAIRS: f64 = 3.0;
/// Way made good over way sailed of a straight minute. *Guess*.
const STRAIGHT: f64 = 0.995;
/// Cosine of the least change of course of a turn. *Guess*: 45°.
const TURNED_COS: f64 = 0.7;
/// Change of the speed by a turn, as a share of it: up to the first it is a turn of an engine, from the second on one of a
/// boat under sail. *Guess*.
const TURN_CHANGE: (f64, f64) = (0.03, 0.10);
/// The least that the rounding of a recorded speed leaves. *Guess*.
const LEAST_STEADINESS: f64 = 1e-3;
/// Most that a block says for or against, and for an engine by its steadiness, nats. *Guess*: 20 s are not independent of the
/// next, and three steady minutes are no tow yet.
const MOST_SAID: f64 = 2.0;
const MOST_STEADY: f64 = 1.7;
/// At rest a session goes on: what a block says for the other states, nats. *Guess*.
const AT_REST: f64 = -0.9;
/// Below the greatest speed of its class a boat may sail: what that says for the road, nats. *Guess*.
const SAILABLE: f64 = -0.4;
/// Share of a class's top speed, which no boat of it reaches, that hardly one sails for a block. *Guess*.
const SUSTAINED: f64 = 0.7;
/// Greatest speed of a tow or an engine of a boat that sails, m/s. *Guess*.
const MAX_TOW_MPS: f64 = 12.0;
/// Accelerations of cars, m/s², that no boat reaches that begins to plane, and none that begins to fly. *Guess*.
const CAR_ACCELERATION_MPS2: f64 = 1.4;
const CAR_ACCELERATION_OVER_FOILS_MPS2: f64 = 1.7;
/// Braking of cars, m/s²: 11 m/s in the interval. *Guess*: a boat that capsizes at 20 kn has 10 m/s to lose; on 26 real
/// recordings none brakes at more than 1.3.
const CAR_BRAKING_MPS2: f64 = 2.2;
/// What such an acceleration or braking says for the road, nats. *Guess*.
const ACCELERATES: f64 = 3.0;

/// Nats for leaving sailing, for going on to another kind, and for returning, over a block; after a gap. *Guess*: a part
/// needs some minutes of steady evidence.
const LEAVE: f64 = -13.0;
const CHANGE: f64 = -9.0;
const RETURN: f64 = -10.0;
const AFTER_GAP: f64 = 2.0;
/// Of the first block, and after the last one. *Guess*: recordings begin and end with a tow or a ride more often than these
/// occur later.
const FIRST: [f64; STATES] = [-0.2, -10.0, -10.0];
const LAST: [f64; STATES] = [0.0, -8.0, -8.0];

const STATES: usize = 3;

/// How a boat moves that is not under sail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Engine,
    Road,
}

/// Rows of one state other than sail.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stretch {
    pub rows: Range<usize>,
    pub state: State,
    /// Mean probability that it is not under sail.
    pub probability: f64,
}

/// Sums over the fixes of a block.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    fixes: f64,
    mps: f64,
    east_mps: f64,
    north_mps: f64,
}

impl Sums {
    fn add(self, other: Self) -> Self {
        Self {
            fixes: self.fixes + other.fixes,
            mps: self.mps + other.mps,
            east_mps: self.east_mps + other.east_mps,
            north_mps: self.north_mps + other.north_mps,
        }
    }

    fn made_good(self) -> f64 {
        libm::sqrt(self.east_mps * self.east_mps + self.north_mps * self.north_mps)
    }

    /// Cosine of the angle between two courses.
    fn along(self, other: Self) -> f64 {
        (self.east_mps * other.east_mps + self.north_mps * other.north_mps)
            / (self.made_good() * other.made_good())
    }

    fn is_straight(self) -> bool {
        self.mean_mps() >= UNDER_WAY_MPS && self.made_good() >= STRAIGHT * self.mps
    }

    /// True for enough fixes of a boat under way, so that its steadiness says something.
    fn shows_steadiness(self) -> bool {
        self.fixes >= MIN_FIXES && self.mean_mps() >= UNDER_WAY_MPS
    }

    fn mean_mps(self) -> f64 {
        self.mps / self.fixes.max(1.0)
    }
}

/// A block: rows of one piece.
struct Block {
    rows: Range<usize>,
    sums: Sums,
    /// Greatest acceleration and braking that begin in it, m/s².
    acceleration_mps2: f64,
    braking_mps2: f64,
    begins_piece: bool,
}

/// The stretches that are not under sail, in time order.
pub(super) fn moved(track: &Track, motion: &Motion, class: &BoatClass) -> Vec<Stretch> {
    let blocks = blocks(track, motion);
    let turns: Vec<f64> = (0..blocks.len()).map(|i| by_turn(&blocks, i)).collect();
    let sail = steadiness_of_legs(&blocks, &turns);
    let said: Vec<[f64; STATES]> =
        turns.iter().enumerate().map(|(i, turn)| said(&blocks, i, *turn, sail, class)).collect();
    if said.iter().all(|said| said[1] <= 0.0 && said[2] <= 0.0) {
        return Vec::new();
    }
    let likely = posterior(&blocks, &said);
    let state = |i: usize| match likely.get(i) {
        Some(p) if p[0] < 0.5 => Some(if p[2] > p[1] { State::Road } else { State::Engine }),
        _ => None,
    };
    let (mut stretches, mut from) = (Vec::new(), 0);
    for i in 1..=blocks.len() {
        let goes_on = blocks.get(i).is_some_and(|block| !block.begins_piece) && state(i) == state(from);
        if !goes_on {
            stretches.extend(state(from).and_then(|state| stretch(&blocks, &likely, from..i, state)));
            from = i;
        }
    }
    stretches
}

fn stretch(blocks: &[Block], likely: &[[f64; STATES]], range: Range<usize>, state: State) -> Option<Stretch> {
    let (of, all) = (blocks.get(range.clone())?, likely.get(range)?);
    let probability = 1.0 - all.iter().map(|p| p[0]).sum::<f64>() / all.len() as f64;
    Some(Stretch { rows: of.first()?.rows.start..of.last()?.rows.end, state, probability })
}

fn blocks(track: &Track, motion: &Motion) -> Vec<Block> {
    let time = |row: usize| track.columns.time_s(row);
    let mps = |row: usize| motion.sog_mps.get(row).copied().unwrap_or(f64::NAN);
    let mut blocks = Vec::new();
    for piece in &track.pieces {
        let (mut start, mut ahead) = (piece.start, piece.start);
        while start < piece.end {
            let until = time(start) + BLOCK_S;
            let mut block = Block {
                rows: start..start,
                sums: Sums::default(),
                acceleration_mps2: 0.0,
                braking_mps2: 0.0,
                begins_piece: start == piece.start,
            };
            let mut row = start;
            while row < piece.end && time(row) < until {
                let v = mps(row);
                block.sums = block.sums.add(Sums {
                    fixes: 1.0,
                    mps: v,
                    east_mps: motion.east_mps.get(row).copied().unwrap_or(f64::NAN),
                    north_mps: motion.north_mps.get(row).copied().unwrap_or(f64::NAN),
                });
                while ahead + 1 < piece.end && time(ahead) < time(row) + ACCELERATION_S {
                    ahead += 1;
                }
                let step_s = time(ahead) - time(row);
                if (ACCELERATION_S..2.0 * ACCELERATION_S).contains(&step_s) {
                    let mps2 = (mps(ahead) - v) / step_s;
                    block.acceleration_mps2 = block.acceleration_mps2.max(mps2);
                    block.braking_mps2 = block.braking_mps2.max(-mps2);
                }
                row += 1;
            }
            block.rows = start..row.max(start + 1);
            start = block.rows.end;
            blocks.push(block);
        }
    }
    blocks
}

/// The sums over a block and its neighbours in its piece, a minute.
fn minute(blocks: &[Block], i: usize) -> Sums {
    let block = |i: usize| blocks.get(i);
    let before = i.checked_sub(1).and_then(block).filter(|_| block(i).is_some_and(|b| !b.begins_piece));
    let after = block(i + 1).filter(|after| !after.begins_piece);
    [before, block(i), after].into_iter().flatten().fold(Sums::default(), |sums, block| sums.add(block.sums))
}

/// What a turn in this block or the next says for tow or engine: an engine drives on at its speed, sails lose some in a tack
/// or a gybe, and have another on another course. 0 without a turn; each is seen by two blocks.
fn by_turn(blocks: &[Block], i: usize) -> f64 {
    let Some([before, first, second, after]) =
        i.checked_sub(1).and_then(|from| blocks.get(from..from + 4)?.first_chunk::<4>())
    else {
        return 0.0;
    };
    let [a, b] = [before.sums, after.sums];
    let is_whole = [first, second, after].iter().all(|block| !block.begins_piece);
    if !is_whole || !a.is_straight() || !b.is_straight() || a.along(b) > TURNED_COS {
        return 0.0;
    }
    let (v0, v1) = (a.mean_mps(), b.mean_mps());
    let slowest = first.sums.mean_mps().min(second.sums.mean_mps());
    let mean = (v0 + v1) / 2.0;
    let change = ((v0 - v1).abs() / mean).max(1.0 - slowest / mean);
    let (engine, sail) = TURN_CHANGE;
    let said = (1.0 - 2.0 * (change - engine) / (sail - engine)).clamp(-1.0, 1.0);
    if is_zigzag(blocks, i, a, b) { said.min(0.0) } else { said }
}

/// Whether a turn from one course to another leads back to one of minutes before, or is led back later: so do tacks and gybes,
/// and hardly an engine. In a computed track, and in an even breeze with a good crew, they may cost no speed.
fn is_zigzag(blocks: &[Block], i: usize, before: Sums, after: Sums) -> bool {
    let sails = |rows: Range<usize>, course: Sums| {
        let blocks = blocks.get(rows.start..rows.end.min(blocks.len())).unwrap_or_default();
        blocks.iter().any(|b| b.sums.is_straight() && b.sums.along(course) >= SAME_COURSE_COS)
    };
    sails(i.saturating_sub(COMPARED)..i.saturating_sub(1), after) || sails(i + 3..i + COMPARED, before)
}

/// Logarithm of the steadiness of a leg under sail in this recording, by the differences of the speed on one course near turns
/// that cost speed. None where nothing turns, and in a few minutes: an even breeze and an engine look alike.
fn steadiness_of_legs(blocks: &[Block], turns: &[f64]) -> Option<f64> {
    turns.iter().find(|turn| **turn != 0.0 && blocks.len() >= COMPARED)?;
    let near_sail = |i: usize| {
        let near = turns.get(i.saturating_sub(NEAR_TURN)..(i + NEAR_TURN).min(turns.len()));
        near.is_some_and(|near| near.iter().any(|turn| *turn < -0.5))
    };
    let straight = |i: usize| blocks.get(i).map(|block| block.sums).filter(|sums| sums.is_straight());
    let difference = |(i, j): (usize, usize)| {
        let (a, b) = (straight(i)?, straight(j)?);
        let (v0, v1) = (a.mean_mps(), b.mean_mps());
        (a.along(b) >= SAME_COURSE_COS).then(|| 2.0 * (v0 - v1).abs() / (v0 + v1))
    };
    let near = (0..blocks.len()).filter(|i| near_sail(*i));
    let pairs = near.flat_map(|i| (i + 2..i + 2 + WINDOW).map(move |j| (i, j)));
    let mut differences: Vec<f64> = pairs.filter_map(difference).collect();
    let (n, usual) = (differences.len() as f64, STEADY_SAIL.0);
    // The median of the difference of two speeds is 0.95 standard deviations of one.
    let own = median(&mut differences).map_or(usual, |m| libm::log(m.max(LEAST_STEADINESS) / 0.95));
    Some(usual + (own.min(usual) - usual) * n / (n + USUAL_PAIRS))
}

/// Logarithm of the steadiness over the steadiest window around a block, in its piece.
fn steadiest(blocks: &[Block], i: usize) -> Option<f64> {
    let begins = |i: usize| blocks.get(i).is_none_or(|block| block.begins_piece);
    let first = (i.saturating_sub(WINDOW - 1)..=i).rev().find(|at| begins(*at));
    let first = first.unwrap_or((i + 1).saturating_sub(WINDOW));
    let end = (i + 1..i + WINDOW).find(|at| begins(*at)).unwrap_or(i + WINDOW);
    let length = WINDOW.min(end - first);
    let windows = (first..=i.min(end - length)).filter_map(|from| blocks.get(from..from + length));
    windows.filter(|window| window.len() >= LEAST_WINDOW).filter_map(log_steadiness).reduce(f64::min)
}

/// Logarithm of the relative standard deviation of the blocks' mean speeds.
fn log_steadiness(window: &[Block]) -> Option<f64> {
    let sums = window.iter().fold(Sums::default(), |sums, block| sums.add(block.sums));
    let (n, mean) = (window.len() as f64, sums.mean_mps());
    let square = |block: &Block| {
        let off = block.sums.mean_mps() - mean;
        block.sums.fixes * off * off
    };
    let variance = window.iter().map(square).sum::<f64>() / sums.fixes * n / (n - 1.0);
    sums.shows_steadiness().then(|| libm::log((variance.sqrt() / mean).max(LEAST_STEADINESS)))
}

/// What a block says for tow or engine, and for the road, against sail, nats.
fn said(blocks: &[Block], i: usize, turn: f64, sail: Option<f64>, class: &BoatClass) -> [f64; STATES] {
    let Some(block) = blocks.get(i) else { return [0.0; STATES] };
    let mps = minute(blocks, i).mean_mps();
    let steady = match sail.zip(steadiest(blocks, i)) {
        _ if mps < UNDER_WAY_MPS => AT_REST,
        Some((leg, x)) => by_steadiness(x, leg),
        None => 0.0,
    };
    let too_fast_for_tow = if mps > MAX_TOW_MPS { MOST_SAID } else { 0.0 };
    let of_boats =
        if class.foil_speed_kn.is_some() { CAR_ACCELERATION_OVER_FOILS_MPS2 } else { CAR_ACCELERATION_MPS2 };
    let is_car = block.acceleration_mps2 > of_boats || block.braking_mps2 > CAR_BRAKING_MPS2;
    let car = if is_car { ACCELERATES } else { 0.0 };
    let even = if mps > 0.5 * MAX_TOW_MPS { steady.max(0.0) } else { 0.0 };
    let road = by_speed(block.sums.mean_mps(), class) + even + car;
    [0.0, steady + turn - too_fast_for_tow, road.clamp(-MOST_SAID, 2.0 * MOST_SAID)]
}

/// Log-odds of tow or engine against sail, by the logarithm of a steadiness and that of a leg under sail.
fn by_steadiness(x: f64, leg: f64) -> f64 {
    let beyond = |distance: f64, sd: f64| -0.5 * (distance.max(0.0) / sd) * (distance.max(0.0) / sd);
    let (least, most) = STEADY_ENGINE;
    let width = most - least + 1.25 * ENGINE_SPREAD;
    let engine = beyond(x - most, ENGINE_SPREAD) - libm::log(width);
    let (below, above) = SAIL_SPREAD;
    // A leg as steady as an engine says nothing for the engine.
    let own = (STEADY_SAIL.1 - leg + 1.25 * (below + above)).min(width);
    let sail = beyond(leg - x, below) + beyond(x - STEADY_SAIL.1, above) - libm::log(own);
    (engine - sail).clamp(-MOST_SAID, MOST_STEADY)
}

/// Log-odds of the road against sail by the speed: little where boats sail, much above.
fn by_speed(mps: f64, class: &BoatClass) -> f64 {
    let limit = SUSTAINED * mps_from_kn(class.top_speed_kn);
    match mps {
        mps if mps < UNDER_WAY_MPS => AT_REST,
        mps if mps <= limit => SAILABLE,
        mps => (10.0 * (mps / limit - 1.0)).min(MOST_SAID),
    }
}

/// Probabilities of the states of each block, by forward and backward.
fn posterior(blocks: &[Block], said: &[[f64; STATES]]) -> Vec<[f64; STATES]> {
    let change = |i: usize| if blocks.get(i).is_some_and(|b| b.begins_piece) { AFTER_GAP } else { 0.0 };
    let step = |from: usize, to: usize, i: usize| match (from, to) {
        _ if from == to => 0.0,
        (0, _) => LEAVE + change(i),
        (_, 0) => RETURN + change(i),
        _ => CHANGE + change(i),
    };
    let spread = |values: &[f64; STATES], i: usize, backward: bool| -> [f64; STATES] {
        std::array::from_fn(|to| {
            let terms: [f64; STATES] = std::array::from_fn(|from| {
                values[from] + if backward { step(to, from, i) } else { step(from, to, i) }
            });
            log_sum(&terms)
        })
    };
    let mut forward: Vec<[f64; STATES]> = Vec::with_capacity(said.len());
    for (i, said) in said.iter().enumerate() {
        let before = forward.last().map_or(FIRST, |before| spread(before, i, false));
        forward.push(std::array::from_fn(|k| before[k] + said[k]));
    }
    let mut future = LAST;
    for i in (0..forward.len()).rev() {
        let here = forward[i];
        let both: [f64; STATES] = std::array::from_fn(|k| here[k] + future[k]);
        let all = log_sum(&both);
        forward[i] = both.map(|value| libm::exp(value - all));
        let next: [f64; STATES] = std::array::from_fn(|k| future[k] + said[i][k]);
        future = spread(&next, i, true);
    }
    forward
}

fn log_sum(terms: &[f64]) -> f64 {
    let top = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    top + libm::log(terms.iter().map(|term| libm::exp(term - top)).sum())
}
