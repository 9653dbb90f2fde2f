//! The way a boat keeps on through her turns: which end of a track is upwind.
//!
//! A gybe keeps more way than a tack, in every family of boats; and who flies to and fro gybes at both ends, for
//! tacking stops a board that came on a reach. Turns that all but stop are falls, starts and rests, and do not vote.

use crate::config::BoatClass;
use crate::wind::TurnEvent;

/// Least over entry speed below which a turn does not vote, and from which on it votes in full.
const STOPPED: f64 = 0.3;
const MOVING: f64 = 0.5;
/// So many turns of one crew are worth no more than this many.
const MOST_TURNS: f64 = 12.0;
/// Log of the chance of a turn that keeps way at the other end than the crew's manner has it.
const AGAINST_MANNER: f64 = -3.0;
/// Share of crews who keep anything at all, at one end and at both.
const STRANGE: [f64; 2] = [0.12, 0.3];
/// Turns of the first size, deg, and less do not vote: they keep their way whatever they are.
const LEAST_DEG: f64 = 40.0;
const ENOUGH_DEG: f64 = 80.0;
/// From turns of this size, deg, which are beats' and runs', to those of this size, which are reaches'.
const BEAT_TURN_DEG: f64 = 110.0;
const REACH_TURN_DEG: f64 = 150.0;
/// A boat of which nothing else is known flies this probably at this usual speed, m/s, and less, and at that and more.
const SLOW_MPS: f64 = 3.0;
const FAST_MPS: f64 = 5.5;
const LEAST_FLIES: f64 = 0.05;
const MOST_FLIES: f64 = 0.7;
/// Most that all this may say, nats.
const MOST: f64 = 4.5;

/// What a family of boats keeps in tacks and gybes (least over entry speed, mean of a crew), how much that differs from
/// crew to crew, for both kinds alike and for one, and from turn to turn; and the share of crews that turn through one
/// end alone: narrow turns and wide ones, tacks and gybes.
struct Family {
    keeps: [f64; 2],
    crew: f64,
    kind: f64,
    turn: f64,
    only: [[f64; 2]; 2],
}

/// As the simulator has it, and keelboats and catamarans with instruments on board (ALGORITHMS 3.2.4).
const HULLS: Family =
    Family { keeps: [0.57, 0.76], crew: 0.07, kind: 0.05, turn: 0.1, only: [[0.3, 0.3], [0.2, 0.2]] };
const FLIERS: Family =
    Family { keeps: [0.62, 0.75], crew: 0.08, kind: 0.07, turn: 0.12, only: [[0.3, 0.3], [0.02, 0.6]] };

/// Turns through one end that kept way.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct AxisTurns {
    n: f64,
    kept: f64,
    wide: f64,
}

impl AxisTurns {
    pub fn add(&mut self, turn: &TurnEvent) {
        let kept = turn.min_mps / turn.entry_mps.max(0.3);
        if !kept.is_finite() {
            return;
        }
        let size = turn.change_deg.abs();
        let votes = ((kept - STOPPED) / (MOVING - STOPPED)).clamp(0.0, 1.0)
            * ((size - LEAST_DEG) / (ENOUGH_DEG - LEAST_DEG)).clamp(0.0, 1.0);
        self.n += votes;
        self.kept += votes * kept.min(1.0);
        self.wide += votes * ((size - BEAT_TURN_DEG) / (REACH_TURN_DEG - BEAT_TURN_DEG)).clamp(0.0, 1.0);
    }
}

/// True for a boat of a named class.
pub(super) fn is_known(class: &BoatClass) -> bool {
    class.name != crate::config::OTHER.name
}

/// How probably a boat flies: her class tells, else her usual speed.
pub(super) fn flies(class: &BoatClass, usual_mps: f64) -> f64 {
    if !is_known(class) {
        let fast = ((usual_mps - SLOW_MPS) / (FAST_MPS - SLOW_MPS)).clamp(0.0, 1.0);
        return LEAST_FLIES + (MOST_FLIES - LEAST_FLIES) * fast;
    }
    f64::from(u8::from(class.foil_speed_kn.is_some()))
}

/// Log-odds that the first end is the upwind one and not the other, for a boat that flies this probably.
pub(super) fn log_odds(flies: f64, [a, b]: [AxisTurns; 2]) -> f64 {
    let of = |ends| (1.0 - flies) * HULLS.likelihood(ends) + flies * FLIERS.likelihood(ends);
    libm::log(of([a, b]) / of([b, a])).clamp(-MOST, MOST)
}

/// Log-odds that hold for hulls alone, for a boat that flies this probably.
pub(super) fn of_hulls(flies: f64, log_odds: f64) -> f64 {
    let share = 1.0 / (1.0 + libm::exp(-log_odds));
    libm::log(((1.0 - flies) * 2.0 * share + flies) / ((1.0 - flies) * 2.0 * (1.0 - share) + flies))
}

impl Family {
    /// Likelihood of tacks and gybes.
    fn likelihood(&self, ends: [AxisTurns; 2]) -> f64 {
        let n = ends[0].n + ends[1].n;
        if n <= 0.0 {
            return 1.0;
        }
        let wide = (ends[0].wide + ends[1].wide) / n;
        let scale = (MOST_TURNS / n).min(1.0);
        let only = |kind: usize| {
            let share = self.only[0][kind] + (self.only[1][kind] - self.only[0][kind]) * wide;
            share * libm::exp(AGAINST_MANNER * scale * ends[1 - kind].n)
        };
        let both = self.only.iter().map(|only| 1.0 - only[0] - only[1]);
        let both = both.zip([1.0 - wide, wide]).map(|(share, of)| share * of).sum::<f64>();
        let manner = only(0) + only(1) + both * libm::exp(-scale * n * std::f64::consts::LN_2);
        let strange = STRANGE[usize::from(ends[0].n > 0.0 && ends[1].n > 0.0)];
        manner * (self.density(ends) + strange)
    }

    /// Density of the mean shares kept.
    fn density(&self, ends: [AxisTurns; 2]) -> f64 {
        let off = |k: usize| ends[k].kept / ends[k].n - self.keeps[k];
        let own = |k: usize| self.kind * self.kind + self.turn * self.turn / ends[k].n.min(MOST_TURNS);
        let both = self.crew * self.crew;
        let (n0, n1) = (ends[0].n > 0.0, ends[1].n > 0.0);
        if n0 && n1 {
            let (a, b, (x, y)) = (both + own(0), both + own(1), (off(0), off(1)));
            let det = a * b - both * both;
            let square = (b * x * x - 2.0 * both * x * y + a * y * y) / det;
            return libm::exp(-0.5 * square) / det.sqrt();
        }
        let k = usize::from(n1);
        let variance = both + own(k);
        libm::exp(-0.5 * off(k) * off(k) / variance) / variance.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{OTHER, boat_class};

    fn end(turns: usize, change_deg: f64, kept: f64) -> AxisTurns {
        let mut end = AxisTurns::default();
        let turn = TurnEvent {
            time_ms: 0.0,
            middle_deg: 0.0,
            change_deg,
            entry_mps: 6.0,
            min_mps: 6.0 * kept,
            exit_mps: 5.0,
            max_rate_dps: 20.0,
        };
        (0..turns).for_each(|_| end.add(&turn));
        end
    }

    #[test]
    fn who_flies_to_and_fro_and_keeps_way_gybes() {
        let gybes = end(20, 180.0, 0.75);
        assert!(log_odds(1.0, [AxisTurns::default(), gybes]) > 3.0);
        assert!(log_odds(1.0, [gybes, AxisTurns::default()]) < -3.0);
        assert!(log_odds(flies(OTHER, 5.0), [AxisTurns::default(), gybes]) > 2.0);
    }

    #[test]
    fn a_hull_that_turns_at_one_end_alone_is_told_by_what_she_keeps() {
        assert!(log_odds(0.0, [end(8, 90.0, 0.52), AxisTurns::default()]) > 2.0);
        assert!(log_odds(0.0, [AxisTurns::default(), end(8, 90.0, 0.8)]) > 2.0);
        assert!(log_odds(0.0, [end(8, 170.0, 0.665), AxisTurns::default()]).abs() < 0.7);
    }

    #[test]
    fn turns_that_stop_do_not_vote() {
        assert_eq!(log_odds(1.0, [AxisTurns::default(), end(30, 180.0, 0.2)]), 0.0);
        assert_eq!(log_odds(0.5, [AxisTurns::default(), end(30, 180.0, 0.2)]), 0.0);
    }

    #[test]
    fn a_thousand_turns_of_one_crew_say_little_more_than_a_dozen() {
        let few = log_odds(0.5, [AxisTurns::default(), end(12, 170.0, 0.72)]);
        let many = log_odds(0.5, [AxisTurns::default(), end(1000, 170.0, 0.72)]);
        assert!((few - many).abs() < 0.3, "{few} {many}");
    }

    #[test]
    fn both_ends_alike_tell_nothing() {
        let turns = end(10, 170.0, 0.65);
        assert_eq!(log_odds(0.5, [turns, turns]), 0.0);
    }

    #[test]
    fn a_class_tells_whether_she_flies_and_an_unknown_boat_s_speed_hints_at_it() {
        let named = |name| flies(boat_class(name).unwrap(), 5.0);
        assert_eq!([named("Moth"), named("49er")], [1.0, 0.0]);
        assert!(flies(OTHER, 2.5) < 0.1 && flies(OTHER, 6.0) > 0.6);
    }

    #[test]
    fn what_holds_for_hulls_alone_says_little_of_a_boat_that_may_fly() {
        assert!((of_hulls(0.0, 3.0) - 3.0).abs() < 1e-9);
        assert_eq!(of_hulls(1.0, 5.0), 0.0);
        assert!(of_hulls(0.5, 10.0) < 1.2);
    }
}
