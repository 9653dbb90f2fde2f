//! Speed retention in turns (minimum over entry speed) as evidence of the upwind end (docs/algorithms.md, section 4.6).
//!
//! Boats of every family retain more speed in gybes than in tacks. Foiling boards usually gybe at both ends of a reach;
//! a tack from a reach stops the board. Turns that all but stop are falls, starts and rests and have no weight.

use crate::config::families::{BoatFamily, FAMILIES, FamilyShares};
use crate::wind::TurnEvent;

// All constants below are hand-tuned together (section 4) unless marked.

/// Retention up to which a turn has no weight, and from which on it has full weight.
const ZERO_WEIGHT_RETENTION: f64 = 0.3;
const FULL_WEIGHT_RETENTION: f64 = 0.5;
/// Most independent turns of one crew: further turns repeat her technique.
const MAX_INDEPENDENT_TURNS: f64 = 12.0;
/// Log-probability of a turn through the other axis by a crew that turns through one axis only.
const OTHER_AXIS_LOG: f64 = -3.0;
/// Background density of retentions that fit no family: with turns at one end, and at both.
const BACKGROUND: [f64; 2] = [0.12, 0.3];
/// Change of course up to which a turn has no weight, and from which on it has full weight, deg: small turns retain
/// their speed whatever they are.
const ZERO_WEIGHT_DEG: f64 = 40.0;
const FULL_WEIGHT_DEG: f64 = 80.0;
/// Changes of course between which turns of beats and runs pass into turns of reaches, deg.
const BEAT_TURN_DEG: f64 = 110.0;
const REACH_TURN_DEG: f64 = 150.0;
/// Bound of the log-odds, nats.
const MAX_NATS: f64 = 4.5;

/// Weighted sums over the turns through one axis.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct AxisTurns {
    /// Weights.
    n: f64,
    /// Retention, at most 1 each.
    retention: f64,
    /// Share of a turn that is wide, 0 to 1 each.
    wide: f64,
}

impl AxisTurns {
    /// Adds a turn; one without a finite retention is left out.
    pub fn add(&mut self, turn: &TurnEvent) {
        let retention = turn.min_mps / turn.entry_mps.max(0.3);
        if !retention.is_finite() {
            return;
        }
        let size = turn.change_deg.abs();
        let weight = ((retention - ZERO_WEIGHT_RETENTION) / (FULL_WEIGHT_RETENTION - ZERO_WEIGHT_RETENTION))
            .clamp(0.0, 1.0)
            * ((size - ZERO_WEIGHT_DEG) / (FULL_WEIGHT_DEG - ZERO_WEIGHT_DEG)).clamp(0.0, 1.0);
        self.n += weight;
        self.retention += weight * retention.min(1.0);
        self.wide += weight * ((size - BEAT_TURN_DEG) / (REACH_TURN_DEG - BEAT_TURN_DEG)).clamp(0.0, 1.0);
    }
}

/// Log-odds, nats, that the first turns are tacks and the others gybes against the reverse, by the shares of the families.
pub(super) fn log_odds(shares: &FamilyShares, [a, b]: [AxisTurns; 2]) -> f64 {
    let of = |ends| {
        FAMILIES.iter().zip(shares).map(|(family, share)| share * likelihood(family, ends)).sum::<f64>()
    };
    libm::log(of([a, b]) / of([b, a])).clamp(-MAX_NATS, MAX_NATS)
}

/// Log-odds by evidence that holds for one kind of boat, given the probability that the boat is of another kind.
pub(super) fn diluted(other_probability: f64, log_odds: f64) -> f64 {
    let share = 1.0 / (1.0 + libm::exp(-log_odds));
    libm::log(
        ((1.0 - other_probability) * 2.0 * share + other_probability)
            / ((1.0 - other_probability) * 2.0 * (1.0 - share) + other_probability),
    )
}

/// Likelihood of turns as tacks and gybes, up to a constant factor.
fn likelihood(family: &BoatFamily, ends: [AxisTurns; 2]) -> f64 {
    let n = ends[0].n + ends[1].n;
    if n <= 0.0 {
        return 1.0;
    }
    let wide = (ends[0].wide + ends[1].wide) / n;
    let scale = (MAX_INDEPENDENT_TURNS / n).min(1.0);
    let only = |kind: usize| {
        let share = family.one_axis_shares[0][kind]
            + (family.one_axis_shares[1][kind] - family.one_axis_shares[0][kind]) * wide;
        share * libm::exp(OTHER_AXIS_LOG * scale * ends[1 - kind].n)
    };
    let both = family.one_axis_shares.iter().map(|only| 1.0 - only[0] - only[1]);
    let both = both.zip([1.0 - wide, wide]).map(|(share, of)| share * of).sum::<f64>();
    let axes = only(0) + only(1) + both * libm::exp(-scale * n * std::f64::consts::LN_2);
    let background = BACKGROUND[usize::from(ends[0].n > 0.0 && ends[1].n > 0.0)];
    axes * (density(family, ends) + background)
}

/// Normal density of the mean retentions, without its factor of 2π.
fn density(family: &BoatFamily, ends: [AxisTurns; 2]) -> f64 {
    let off = |k: usize| ends[k].retention / ends[k].n - family.retention[k];
    let own = |k: usize| {
        family.kind_sd * family.kind_sd
            + family.turn_sd * family.turn_sd / ends[k].n.min(MAX_INDEPENDENT_TURNS)
    };
    let both = family.crew_sd * family.crew_sd;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::OTHER;
    use crate::config::families::family_shares;

    const HULL: FamilyShares = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    const FOILS: FamilyShares = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    const HALF: FamilyShares = [0.5, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0];

    fn end(turns: usize, change_deg: f64, retention: f64) -> AxisTurns {
        let mut end = AxisTurns::default();
        let turn = TurnEvent {
            time_ms: 0.0,
            middle_deg: 0.0,
            change_deg,
            entry_mps: 6.0,
            min_mps: 6.0 * retention,
            exit_mps: 5.0,
            max_rate_dps: 20.0,
        };
        (0..turns).for_each(|_| end.add(&turn));
        end
    }

    #[test]
    fn foiling_boards_that_reach_to_and_fro_and_keep_speed_gybe() {
        let gybes = end(20, 180.0, 0.75);
        assert!(log_odds(&FOILS, [AxisTurns::default(), gybes]) > 3.0);
        assert!(log_odds(&FOILS, [gybes, AxisTurns::default()]) < -3.0);
        assert!(log_odds(&family_shares(OTHER, 5.0), [AxisTurns::default(), gybes]) > 2.0);
    }

    #[test]
    fn a_hull_that_turns_at_one_end_only_is_classified_by_her_retention() {
        assert!(log_odds(&HULL, [end(8, 90.0, 0.52), AxisTurns::default()]) > 2.0);
        assert!(log_odds(&HULL, [AxisTurns::default(), end(8, 90.0, 0.8)]) > 2.0);
        assert!(log_odds(&HULL, [end(8, 170.0, 0.665), AxisTurns::default()]).abs() < 0.7);
    }

    #[test]
    fn turns_that_stop_have_no_weight() {
        assert_eq!(log_odds(&FOILS, [AxisTurns::default(), end(30, 180.0, 0.2)]), 0.0);
        assert_eq!(log_odds(&HALF, [AxisTurns::default(), end(30, 180.0, 0.2)]), 0.0);
    }

    #[test]
    fn a_thousand_turns_of_one_crew_are_little_more_evidence_than_twelve() {
        let few = log_odds(&HALF, [AxisTurns::default(), end(12, 170.0, 0.72)]);
        let many = log_odds(&HALF, [AxisTurns::default(), end(1000, 170.0, 0.72)]);
        assert!((few - many).abs() < 0.3, "{few} {many}");
    }

    #[test]
    fn equal_turns_at_both_ends_are_no_evidence() {
        let turns = end(10, 170.0, 0.65);
        assert_eq!(log_odds(&HALF, [turns, turns]), 0.0);
    }

    #[test]
    fn evidence_of_one_kind_is_weak_for_a_boat_that_may_be_of_another() {
        assert!((diluted(0.0, 3.0) - 3.0).abs() < 1e-9);
        assert_eq!(diluted(1.0, 5.0), 0.0);
        assert!(diluted(0.5, 10.0) < 1.2);
    }
}
