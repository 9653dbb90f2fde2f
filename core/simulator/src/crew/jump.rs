//! Jumps of kites and boards on a straight.

use super::Crew;
use crate::boat::Boat;
use crate::course::Task;
use crate::random::Random;
use crate::spec::Spec;

/// Least speed from which a boat jumps, m/s, and duration of a jump, s. *guess*
const MIN_JUMP_MPS: f64 = 5.0;
const JUMP_S: std::ops::Range<f64> = 2.0..6.0;
/// Speed approached in the air, ratio to that at the take-off. *guess*
const JUMP_SPEED: std::ops::Range<f64> = 0.25..0.75;

/// When to jump, from a stream of random numbers of its own.
#[derive(Debug, Clone)]
pub(super) struct Jumps {
    /// Mean time between two jumps, s; 0 = never.
    every_s: f64,
    next_s: f64,
    until_s: f64,
    random: Random,
}

impl Jumps {
    pub fn new(spec: &Spec) -> Self {
        let mut random = Random::new(spec.seed, 10);
        let every_s = spec.sailing.jump_every_s;
        let next_s = if every_s > 0.0 { random.exponential(every_s) } else { f64::INFINITY };
        Self { every_s, next_s, until_s: f64::NEG_INFINITY, random }
    }
}

impl Crew {
    /// A jump on the way to a mark; true while the boat is in the air.
    pub(super) fn jump(&mut self, boat: &mut Boat, time_s: f64) -> bool {
        let jumps = &mut self.jumps;
        let sails = matches!(self.tasks.front(), Some(Task::SailTo { .. }));
        if time_s >= jumps.next_s && sails && boat.speed_mps > MIN_JUMP_MPS {
            jumps.until_s = time_s + jumps.random.between(JUMP_S.start, JUMP_S.end);
            jumps.next_s = jumps.until_s + jumps.random.exponential(jumps.every_s);
            let ratio = jumps.random.between(JUMP_SPEED.start, JUMP_SPEED.end);
            boat.jump_mps = Some(ratio * boat.speed_mps);
        }
        boat.jump_mps = boat.jump_mps.filter(|_| time_s < jumps.until_s);
        boat.jump_mps.is_some()
    }
}
