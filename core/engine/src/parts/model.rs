//! Under sail, under tow or engine, or on the road: a hidden Markov model over blocks of the track, by the steadiness of
//! the speed, its size and its changes, and by what turns do to it. What the blocks say is bounded, so that no one of them
//! decides.

use std::ops::Range;

use crate::config::{self, BoatClass};
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

/// Relative standard deviation of the speed over a minute, its logarithm's mean and spread, under sail and under engine.
/// *Measured*: of the straight minutes of 26 real recordings under sail 99 of 100 are above 0.8 %, the middle is 5 %.
const STEADY_SAIL: (f64, f64) = (-3.5, 0.8);
const STEADY_ENGINE: (f64, f64) = (-5.8, 0.8);
/// The steadiness of this sailing is that of its straight minutes next to turns that cost speed, from so many blocks on as
/// much as that of all. *Guess*.
const USUAL_BLOCKS: f64 = 9.0;
/// Blocks from a turn within which a straight minute is of the same sailing. *Guess*.
const NEAR_TURN: usize = 5;
/// Way made good over way sailed of a straight minute. *Guess*.
const STRAIGHT: f64 = 0.995;
/// Cosine of the least change of course of a turn. *Guess*: 45°.
const TURNED_COS: f64 = 0.7;
/// Change of the speed by a turn, as a share of it: up to the first it is a turn of an engine, from the second on one of a
/// boat under sail. *Guess*.
const TURN_CHANGE: (f64, f64) = (0.03, 0.10);
/// The least that the rounding of a recorded speed leaves. *Guess*.
const LEAST_STEADINESS: f64 = 1e-3;
/// Most that a block says for or against, nats. *Guess*: 20 s are not independent of the next.
const MOST_SAID: f64 = 2.0;
/// Speed that hardly a boat of unknown class sails for a minute, kn. *Guess*.
const FAST_KN: f64 = 36.0;
/// Greatest speed of a tow or an engine of a boat that sails, m/s. *Guess*.
const MAX_TOW_MPS: f64 = 12.0;
/// Accelerations of cars, m/s²: at the least, and at the most for a boat that begins to plane or to fly. *Guess*.
const CAR_ACCELERATION_MPS2: f64 = 1.4;

/// Nats for leaving sailing, for going on to another kind, and for returning, over a block; after a gap. *Guess*: a part
/// needs some minutes of steady evidence.
const LEAVE: f64 = -12.0;
const CHANGE: f64 = -9.0;
const RETURN: f64 = -9.0;
const AFTER_GAP: f64 = 2.0;
/// Of the first block. *Guess*: recordings begin with a tow or a ride more often than these occur later.
const FIRST: [f64; STATES] = [-0.2, -5.0, -5.0];

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
    mps2: f64,
    east_mps: f64,
    north_mps: f64,
}

impl Sums {
    fn add(self, other: Self) -> Self {
        Self {
            fixes: self.fixes + other.fixes,
            mps: self.mps + other.mps,
            mps2: self.mps2 + other.mps2,
            east_mps: self.east_mps + other.east_mps,
            north_mps: self.north_mps + other.north_mps,
        }
    }

    fn made_good(self) -> f64 {
        libm::sqrt(self.east_mps * self.east_mps + self.north_mps * self.north_mps)
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

    /// Relative standard deviation of the speed.
    fn steadiness(self) -> f64 {
        let mean = self.mean_mps();
        let variance = (self.mps2 / self.fixes.max(1.0) - mean * mean).max(0.0);
        variance.sqrt() / mean.max(1e-9)
    }
}

/// A block: rows of one piece.
struct Block {
    rows: Range<usize>,
    sums: Sums,
    /// Greatest acceleration that begins in it, m/s².
    acceleration_mps2: f64,
    begins_piece: bool,
}

/// The stretches that are not under sail, in time order.
pub(super) fn moved(track: &Track, motion: &Motion, class: &BoatClass) -> Vec<Stretch> {
    let blocks = blocks(track, motion);
    let turns: Vec<f64> = (0..blocks.len()).map(|i| by_turn(&blocks, i)).collect();
    let sail = usual_steadiness(&blocks, &turns);
    let said: Vec<[f64; STATES]> =
        turns.iter().enumerate().map(|(i, turn)| said(&blocks, i, *turn, sail, class)).collect();
    if said.iter().all(|said| said[1] <= 0.0 && said[2] <= 0.0) {
        return Vec::new();
    }
    let likely = posterior(&blocks, &said);
    let mut stretches: Vec<Stretch> = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    for i in 0..=blocks.len() {
        let away = likely.get(i).is_some_and(|p| p[0] < 0.5);
        let after_gap = blocks.get(i).is_none_or(|block| block.begins_piece);
        if let Some((from, to)) = open.filter(|_| !away || after_gap) {
            stretches.extend(stretch(&blocks, &likely, from, to));
            open = None;
        }
        if away {
            open = Some((open.map_or(i, |(from, _)| from), i + 1));
        }
    }
    stretches
}

fn stretch(blocks: &[Block], likely: &[[f64; STATES]], from: usize, to: usize) -> Option<Stretch> {
    let (first, last) = (blocks.get(from)?, blocks.get(to - 1)?);
    let all = likely.get(from..to)?;
    let sum = |state: usize| all.iter().map(|p| p[state]).sum::<f64>();
    let state = if sum(2) > sum(1) { State::Road } else { State::Engine };
    let probability = 1.0 - sum(0) / all.len() as f64;
    Some(Stretch { rows: first.rows.start..last.rows.end, state, probability })
}

fn blocks(track: &Track, motion: &Motion) -> Vec<Block> {
    let time = |row: usize| track.columns.time_ms.get(row).copied().unwrap_or(f64::NAN) / 1000.0;
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
                begins_piece: start == piece.start,
            };
            let mut row = start;
            while row < piece.end && time(row) < until {
                let v = mps(row);
                block.sums = block.sums.add(Sums {
                    fixes: 1.0,
                    mps: v,
                    mps2: v * v,
                    east_mps: motion.east_mps.get(row).copied().unwrap_or(f64::NAN),
                    north_mps: motion.north_mps.get(row).copied().unwrap_or(f64::NAN),
                });
                while ahead + 1 < piece.end && time(ahead) < time(row) + ACCELERATION_S {
                    ahead += 1;
                }
                let step_s = time(ahead) - time(row);
                if step_s >= ACCELERATION_S && step_s < 2.0 * ACCELERATION_S {
                    block.acceleration_mps2 = block.acceleration_mps2.max((mps(ahead) - v) / step_s);
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
    let along = (a.east_mps * b.east_mps + a.north_mps * b.north_mps) / (a.made_good() * b.made_good());
    if !is_whole || !a.is_straight() || !b.is_straight() || along > TURNED_COS {
        return 0.0;
    }
    let (v0, v1) = (a.mean_mps(), b.mean_mps());
    let slowest = first.sums.mean_mps().min(second.sums.mean_mps());
    let mean = (v0 + v1) / 2.0;
    let change = ((v0 - v1).abs() / mean).max(1.0 - slowest / mean);
    let (engine, sail) = TURN_CHANGE;
    (1.0 - 2.0 * (change - engine) / (sail - engine)).clamp(-1.0, 1.0)
}

/// The steadiness under sail of this recording: its logarithm's mean and spread. None where nothing turns: an even breeze
/// and an engine look alike.
fn usual_steadiness(blocks: &[Block], turns: &[f64]) -> Option<(f64, f64)> {
    let (mean, sd) = STEADY_SAIL;
    turns.iter().find(|turn| **turn != 0.0)?;
    let near_sail = |i: usize| {
        let near = turns.get(i.saturating_sub(NEAR_TURN)..(i + NEAR_TURN).min(turns.len()));
        near.is_some_and(|near| near.iter().any(|turn| *turn < -0.5))
    };
    let straight = (0..blocks.len()).filter(|i| near_sail(*i)).map(|i| minute(blocks, i));
    let mut own: Vec<f64> = straight
        .filter(|minute| minute.is_straight() && minute.shows_steadiness())
        .map(|minute| libm::log(minute.steadiness().max(LEAST_STEADINESS)))
        .collect();
    let n = own.len() as f64;
    let own = median(&mut own).unwrap_or(mean).min(mean);
    Some((mean + (own - mean) * n / (n + USUAL_BLOCKS), sd))
}

/// What a block says for tow or engine, and for the road, against sail, nats.
fn said(
    blocks: &[Block],
    i: usize,
    turn: f64,
    sail: Option<(f64, f64)>,
    class: &BoatClass,
) -> [f64; STATES] {
    let Some(block) = blocks.get(i) else { return [0.0; STATES] };
    let minute = minute(blocks, i);
    let mps = minute.mean_mps();
    let sail = sail.filter(|_| minute.shows_steadiness());
    let steady = sail.map_or(0.0, |sail| by_steadiness(minute.steadiness(), sail));
    let too_fast_for_tow = if mps > MAX_TOW_MPS { MOST_SAID } else { 0.0 };
    let fast = by_speed(block.sums.mean_mps(), class);
    let car = if block.acceleration_mps2 > CAR_ACCELERATION_MPS2 && class.foil_speed_kn.is_none() {
        MOST_SAID
    } else {
        0.0
    };
    let road = if mps > 0.5 * MAX_TOW_MPS { fast + steady.max(0.0) } else { fast };
    [0.0, steady + turn - too_fast_for_tow, (road + car).clamp(-MOST_SAID, 2.0 * MOST_SAID)]
}

/// Log-odds of tow or engine against sail.
fn by_steadiness(steadiness: f64, sail: (f64, f64)) -> f64 {
    let x = libm::log(steadiness.max(LEAST_STEADINESS));
    let density = |(mean, sd): (f64, f64)| -0.5 * ((x - mean) / sd) * ((x - mean) / sd) - libm::log(sd);
    (density(STEADY_ENGINE) - density(sail)).clamp(-MOST_SAID, MOST_SAID)
}

/// Log-odds of the road against sail by the speed: nothing at rest, little where boats sail, much above.
fn by_speed(mps: f64, class: &BoatClass) -> f64 {
    let unknown = class.name == config::OTHER.name;
    let limit = mps_from_kn(if unknown { FAST_KN } else { class.top_speed_kn });
    if mps < UNDER_WAY_MPS {
        0.0
    } else if mps <= limit {
        -0.4
    } else {
        (10.0 * (mps / limit - 1.0)).min(MOST_SAID)
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
    let mut future = [0.0; STATES];
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

fn log_sum(terms: &[f64; STATES]) -> f64 {
    let top = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    top + libm::log(terms.iter().map(|term| libm::exp(term - top)).sum())
}
