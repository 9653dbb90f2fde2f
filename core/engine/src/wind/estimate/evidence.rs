//! Evidence of turns and speeds about the wind direction (docs/algorithms.md, sections 4.4 and 4.6).

use super::chain::{CELLS, cell_deg};
use super::model::von_mises;
use super::speed_retention::{self, AxisTurns};
use super::steps::Step;
use crate::angle::{to_rad, wrap_180, wrap_360};
use crate::config::families::FamilyShares;
use crate::wind::TurnEvent;

// All constants below are hand-tuned together (section 4) unless marked.

/// Changes of course of turns that are evidence, deg: smaller ones pass no axis, larger ones are circles. The sense of a
/// turn is known, so that its middle is defined beyond 180°: boats on a reach overshoot in their gybes.
const MIN_CHANGE_DEG: f64 = 40.0;
const MAX_CHANGE_DEG: f64 = 250.0;
/// Least entry and exit speed of a turn that is evidence, as a share of the least sailing speed: slower ones are falls
/// and starts.
const MIN_SPEED_SHARE: f64 = 0.7;
/// Share of tacks among turns, and the same of gybes; the remaining turns are uninformative.
const THROUGH_SHARE: f64 = 0.4;
/// Standard deviation of a turn's middle about the wind or its opposite, deg; from this change of course on, deg, it
/// grows by this much per degree.
const MIDDLE_SD_DEG: f64 = 9.0;
const WIDE_TURN_DEG: f64 = 110.0;
const MIDDLE_SD_PER_DEG: f64 = 0.15;

/// A turn is through an axis when its middle is this near to it, deg, and this much more per degree beyond
/// [`WIDE_TURN_DEG`].
const NEAR_AXIS_DEG: f64 = 40.0;
const NEAR_AXIS_PER_DEG: f64 = 0.25;
/// Log of the maximum turn rate: tacks minus gybes.
const RATE: Difference = Difference { mean: 0.30, boat_sd: 0.30, turn_sd: 0.35 };
/// A turn of more than this, deg, is evidence against a tack: one nat per this many degrees more, times this weight, as
/// turns of one rider are alike.
const WIDE_TACK_DEG: f64 = 130.0;
const WIDE_TACK_PER_NAT_DEG: f64 = 25.0;
const WIDE_TACK_WEIGHT: f64 = 0.3;
/// Bound of each kind of evidence about the end of the axis, nats, and the one for boards on foils, whose turns and
/// courses follow no racing habit.
const MAX_END_NATS: f64 = 5.0;
const MAX_END_FOILS_NATS: f64 = 2.0;
/// Bound of the habit of boards, nats: one rider in twenty tacks at the ends of reaches. Guess.
const MAX_HABIT_NATS: f64 = 3.0;

/// Log of exit over entry speed of turns on one tack, away from the wind minus towards it.
const BEAR_AWAY: Difference = Difference { mean: 0.13, boat_sd: 0.1, turn_sd: 0.25 };
/// Change of wind angle of these turns, deg, and bound of the log of one.
const BEAR_AWAY_DEG: std::ops::RangeInclusive<f64> = 20.0..=110.0;
const MAX_BEAR_AWAY_LOG: f64 = 0.5;

/// Log of the mean speed made good along the wind, downwind minus upwind.
const MADE_GOOD: Difference = Difference { mean: 0.28, boat_sd: 0.2, turn_sd: 0.0 };
/// Least |cosine| of the wind angle of courses compared, and the least share of the weight at either end.
const MIN_ALONG_COS: f64 = 0.17;
const MIN_ALONG_COS_FOILS: f64 = 0.5;
const MIN_END_SHARE: f64 = 0.1;
/// Minimum over entry speed below which a turn on foils is a fall.
const FALL_RETENTION: f64 = 0.35;

/// A quantity that is distributed about `mean` when the upwind end is right and about `-mean` when it is wrong.
struct Difference {
    mean: f64,
    /// Standard deviation over boats.
    boat_sd: f64,
    /// Standard deviation over the turns of one boat.
    turn_sd: f64,
}

impl Difference {
    /// Log-odds of the right end: 2 · mean · value / variance of the value; `inverse_count` is 1/n, summed over the groups
    /// of turns compared.
    fn log_odds(&self, value: f64, inverse_count: f64) -> f64 {
        let var = self.boat_sd * self.boat_sd + self.turn_sd * self.turn_sd * inverse_count;
        2.0 * self.mean * value / var
    }
}

/// Log-likelihood ratio of every wind direction given a turn, against an uninformative turn, nats; none for a turn that
/// is no evidence.
pub(super) fn turn_likelihoods(turn: &TurnEvent) -> Option<[f64; CELLS]> {
    let log_likelihood = turn_log_likelihood(turn)?;
    Some(std::array::from_fn(log_likelihood))
}

/// The same of one direction.
pub(super) fn turn_log_likelihood_ratio(turn: &TurnEvent, cell: usize) -> Option<f64> {
    turn_log_likelihood(turn).map(|log_likelihood| log_likelihood(cell))
}

fn turn_log_likelihood(turn: &TurnEvent) -> Option<impl Fn(usize) -> f64> {
    let change = turn.change_deg.abs();
    if !is_evidence(turn) {
        return None;
    }
    let sd = to_rad(middle_sd_deg(change));
    let kappa = 1.0 / (sd * sd);
    let nothing = (1.0 - 2.0 * THROUGH_SHARE) / 360.0;
    let middle_deg = turn.middle_deg;
    Some(move |cell: usize| {
        let off = cell_deg(cell) - middle_deg;
        let through = THROUGH_SHARE * (von_mises(off, kappa) + von_mises(off + 180.0, kappa));
        libm::log((through + nothing) / nothing)
    })
}

/// Standard deviation of the middle of a turn about the axis, by its change of course, deg.
pub(super) fn middle_sd_deg(change_deg: f64) -> f64 {
    MIDDLE_SD_DEG + MIDDLE_SD_PER_DEG * (change_deg.abs() - WIDE_TURN_DEG).max(0.0)
}

fn is_evidence(turn: &TurnEvent) -> bool {
    (MIN_CHANGE_DEG..=MAX_CHANGE_DEG).contains(&turn.change_deg.abs()) && turn.middle_deg.is_finite()
}

/// The turns entered and left at sailing speed; `slow_mps` is the least speed of sailing.
pub(super) fn at_sailing_speed(turns: &[TurnEvent], slow_mps: f64) -> Vec<TurnEvent> {
    let fast = |t: &&TurnEvent| t.entry_mps.min(t.exit_mps) > MIN_SPEED_SHARE * slow_mps;
    turns.iter().filter(fast).copied().collect()
}

/// Log-odds of a wind against its opposite by the speed made good along it: boats make more good downwind than upwind.
/// `path_deg` is the wind at every step.
pub(super) fn made_good(steps: &[Step], foils: bool, path_deg: &[f64]) -> f64 {
    let clearly = if foils { MIN_ALONG_COS_FOILS } else { MIN_ALONG_COS };
    let (mut up, mut down, mut all) = ((0.0, 0.0), (0.0, 0.0), 0.0);
    for (step, &wind) in steps.iter().zip(path_deg).filter(|(s, _)| s.weight > 0.0) {
        let along = libm::cos(to_rad(wind - step.course_deg));
        let side = if along > 0.0 { &mut up } else { &mut down };
        all += step.weight;
        if along.abs() > clearly {
            side.0 += step.weight;
            side.1 += step.weight * step.speed_mps * along.abs();
        }
    }
    if up.0.min(down.0) < MIN_END_SHARE * all || up.0.min(down.0) <= 0.0 {
        return 0.0;
    }
    let ratio = libm::log((down.1 / down.0) / (up.1 / up.0));
    MADE_GOOD.log_odds(ratio, 0.0).clamp(-max_nats(foils), max_nats(foils))
}

/// Log-odds of a wind against its opposite by turn rates: boats turn faster in tacks than in gybes. `wind_at` is the
/// wind at a time, ms.
pub(super) fn rate_of_turning(turns: &[TurnEvent], foils: bool, wind_at: impl Fn(f64) -> Option<f64>) -> f64 {
    let mut kinds = [(0.0, 0.0); 2];
    for turn in turns.iter().filter(|t| is_evidence(t) && t.min_mps.is_finite() && t.entry_mps.is_finite()) {
        let fell = foils && turn.min_mps < FALL_RETENTION * turn.entry_mps;
        if let (false, Some(end)) = (fell, axis_end(turn, &wind_at)) {
            kinds[end].0 += 1.0;
            kinds[end].1 += libm::log(turn.max_rate_dps.max(1.0));
        }
    }
    let [(tacks, t), (gybes, g)] = kinds;
    if tacks == 0.0 || gybes == 0.0 {
        return 0.0;
    }
    RATE.log_odds(t / tacks - g / gybes, 1.0 / tacks + 1.0 / gybes).clamp(-max_nats(foils), max_nats(foils))
}

/// Log-odds of a wind against its opposite by the speed retained in turns.
pub(super) fn speed_retention(
    turns: &[TurnEvent],
    shares: &FamilyShares,
    wind_at: impl Fn(f64) -> Option<f64>,
) -> f64 {
    let mut ends = [AxisTurns::default(); 2];
    for turn in turns.iter().filter(|t| is_evidence(t)) {
        if let Some(end) = axis_end(turn, &wind_at) {
            ends[end].add(turn);
        }
    }
    speed_retention::log_odds(shares, ends)
}

/// Numbers of tacks and of gybes among the turns.
pub(super) fn axis_turns(turns: &[TurnEvent], wind_at: impl Fn(f64) -> Option<f64>) -> [usize; 2] {
    let mut counts = [0; 2];
    for end in turns.iter().filter(|t| is_evidence(t)).filter_map(|turn| axis_end(turn, &wind_at)) {
        counts[end] += 1;
    }
    counts
}

/// 0 for a turn whose middle is near the wind (a tack), 1 for one near its opposite (a gybe), none for others.
fn axis_end(turn: &TurnEvent, wind_at: &impl Fn(f64) -> Option<f64>) -> Option<usize> {
    let off = wrap_180(turn.middle_deg - wind_at(turn.time_ms)?).abs();
    let near = NEAR_AXIS_DEG + NEAR_AXIS_PER_DEG * (turn.change_deg.abs() - WIDE_TURN_DEG).clamp(0.0, 70.0);
    if off < near {
        return Some(0);
    }
    (off > 180.0 - near).then_some(1)
}

/// Bound of one kind of evidence, nats.
fn max_nats(foils: bool) -> f64 {
    if foils { MAX_END_FOILS_NATS } else { MAX_END_NATS }
}

/// Log-odds of a wind against its opposite by turns on one tack: a boat gains speed when she bears away and loses it
/// when she heads up.
pub(super) fn bear_away(turns: &[TurnEvent], wind_at: impl Fn(f64) -> Option<f64>) -> f64 {
    let (mut sum, mut n) = (0.0, 0.0);
    for turn in turns.iter().filter(|t| t.middle_deg.is_finite() && t.entry_mps > 0.0 && t.exit_mps > 0.0) {
        let Some(wind) = wind_at(turn.time_ms) else { continue };
        let half = turn.change_deg / 2.0;
        let (before, after) =
            (wrap_180(wind - turn.middle_deg + half), wrap_180(wind - turn.middle_deg - half));
        let wider = after.abs() - before.abs();
        // Through bow or stern the angle changes by less than the course.
        let one_tack = before * after > 0.0 && wider.abs() > 0.9 * turn.change_deg.abs();
        if one_tack && BEAR_AWAY_DEG.contains(&wider.abs()) {
            let gained =
                libm::log(turn.exit_mps / turn.entry_mps).clamp(-MAX_BEAR_AWAY_LOG, MAX_BEAR_AWAY_LOG);
            sum += gained * wider.signum();
            n += 1.0;
        }
    }
    if n > 0.0 { BEAR_AWAY.log_odds(sum / n, 1.0 / n).clamp(-MAX_END_NATS, MAX_END_NATS) } else { 0.0 }
}

/// Log-odds of a wind against its opposite by the habit of boards to gybe from reach to reach, by the size of the turns.
pub(super) fn board_habit(turns: &[TurnEvent], wind_at: impl Fn(f64) -> Option<f64>) -> f64 {
    let opposite = |t: f64| wind_at(t).map(|wind| wrap_360(wind + 180.0));
    let odds = wide_tacks(turns, &wind_at) - wide_tacks(turns, opposite);
    odds.clamp(-MAX_HABIT_NATS, MAX_HABIT_NATS)
}

/// Log-odds, at most 0, of a wind by the size of the turns through its axis. Boards on foils gybe from reach to reach
/// through a wide angle; a tack through such an angle would begin on a broad reach, from which boards do not tack.
pub(super) fn wide_tacks(turns: &[TurnEvent], wind_at: impl Fn(f64) -> Option<f64>) -> f64 {
    let mut odds = 0.0;
    for turn in turns.iter().filter(|t| is_evidence(t)) {
        let wide = ((turn.change_deg.abs() - WIDE_TACK_DEG) / WIDE_TACK_PER_NAT_DEG).clamp(0.0, 2.0);
        odds += match axis_end(turn, &wind_at) {
            Some(0) => -WIDE_TACK_WEIGHT * wide,
            Some(_) => WIDE_TACK_WEIGHT * wide,
            None => 0.0,
        };
    }
    odds.clamp(-2.0 * MAX_END_NATS, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIXED: FamilyShares = [0.8, 0.0, 0.2, 0.0, 0.0, 0.0, 0.0];

    fn turn(middle_deg: f64, change_deg: f64, retention: f64) -> TurnEvent {
        TurnEvent {
            time_ms: 0.0,
            middle_deg,
            change_deg,
            entry_mps: 4.0,
            min_mps: 4.0 * retention,
            exit_mps: 4.0 * (retention + 0.15),
            max_rate_dps: 20.0,
        }
    }

    #[test]
    fn a_turn_is_the_same_evidence_for_a_wind_and_its_opposite() {
        let log_likelihood = turn_likelihoods(&turn(90.0, 90.0, 0.6)).unwrap();
        assert!((log_likelihood[45] - log_likelihood[135]).abs() < 1e-9);
        assert!(log_likelihood[45] > 3.0 && log_likelihood[0] < 0.1);
    }

    #[test]
    fn a_gybe_from_reach_to_reach_may_exceed_180_but_a_circle_is_no_evidence() {
        assert!(turn_likelihoods(&turn(270.0, -205.0, 0.8)).is_some());
        assert!(turn_likelihoods(&turn(270.0, 355.0, 0.8)).is_none());
    }

    #[test]
    fn turns_that_retain_less_speed_are_tacks() {
        let turns =
            [turn(0.0, 90.0, 0.55), turn(0.0, 90.0, 0.6), turn(180.0, 80.0, 0.8), turn(180.0, 80.0, 0.85)];
        assert!(speed_retention(&turns, &MIXED, |_| Some(0.0)) > 1.0);
        assert!(speed_retention(&turns, &MIXED, |_| Some(180.0)) < -1.0);
    }

    #[test]
    fn faster_turns_are_tacks() {
        let slow = |middle_deg: f64| TurnEvent { max_rate_dps: 12.0, ..turn(middle_deg, 80.0, 0.7) };
        let turns = [turn(0.0, 90.0, 0.7), turn(0.0, 90.0, 0.7), slow(180.0), slow(180.0)];
        assert!(rate_of_turning(&turns, false, |_| Some(0.0)) > 1.0);
        assert!(rate_of_turning(&turns, false, |_| Some(180.0)) < -1.0);
    }

    #[test]
    fn bearing_away_gains_speed_and_heading_up_loses_it() {
        // On starboard tack in wind from north: from 45 to 120 deg off the wind, and back.
        let away = TurnEvent { exit_mps: 5.0, ..turn(277.5, -75.0, 0.9) };
        let up = TurnEvent { exit_mps: 3.2, ..turn(277.5, 75.0, 0.7) };
        assert!(bear_away(&[away, up], |_| Some(0.0)) > 1.0);
        assert!(bear_away(&[away, up], |_| Some(180.0)) < -1.0);
        // A tack is neither.
        assert_eq!(bear_away(&[turn(0.0, 90.0, 0.6)], |_| Some(0.0)), 0.0);
    }

    #[test]
    fn wide_turns_are_no_tacks_from_broad_reach_to_broad_reach() {
        let round = [turn(180.0, 200.0, 0.5); 8];
        assert_eq!(wide_tacks(&round, |_| Some(0.0)), 0.0);
        assert!(wide_tacks(&round, |_| Some(180.0)) < -4.0);
        assert_eq!(wide_tacks(&[turn(0.0, 90.0, 0.6)], |_| Some(0.0)), 0.0);
    }

    #[test]
    fn a_turn_that_ends_at_a_standstill_is_no_evidence() {
        let mut swum = turn(0.0, 120.0, 0.1);
        swum.exit_mps = 0.4;
        assert!(at_sailing_speed(&[swum], 2.0).is_empty());
    }
}
