//! What turns say about the wind.

use super::chain::{CELLS, cell_deg};
use super::model::von_mises;
use super::speed_retention::{self, AxisTurns};
use super::steps::Step;
use crate::angle::{to_rad, wrap_180};
use crate::wind::TurnEvent;

/// Smaller turns are no change of tack, larger ones circles, deg. The sense of a turn is known, so that its middle
/// is, too, beyond 180 deg: reaching to and fro, boats overshoot.
const LEAST_CHANGE_DEG: f64 = 40.0;
const MOST_CHANGE_DEG: f64 = 250.0;
/// Slower than this share of sailing speed before or after, a turn is a fall, a start or a swim.
const SAILING_SHARE: f64 = 0.7;
/// Shares of tacks and of gybes among turns, the same for both: their middles do not tell which is which. The rest
/// says nothing.
const THROUGH: f64 = 0.4;
/// Spread of a turn's middle about the wind, deg, and from which change on it grows, by how much per deg.
const MIDDLE_SD_DEG: f64 = 9.0;
const WIDE_TURN_DEG: f64 = 110.0;
const WIDER: f64 = 0.15;
/// Most that the user's hint says against another direction, nats.
const HINT: f64 = 8.0;

/// A turn through the wind, bow or stern: a middle this near to it, deg, and by so much for every deg it is wider than
/// usual.
const NEAR_DEG: f64 = 40.0;
const NEARER: f64 = 0.25;
/// How a boat's tacks differ from her own gybes on average, and how much that varies from boat to boat: log of the
/// turn rate.
const RATE: Difference = Difference { mean: 0.30, spread: 0.30, of_one: 0.35 };
/// From this size on, deg, a turn through the wind is less and less a tack, by a nat every so many degrees; turns of
/// one rider are alike, and each counts for so much.
const WIDE_TACK_DEG: f64 = 130.0;
const WIDE_TACK_PER_NAT_DEG: f64 = 25.0;
const WIDE_TACK_WEIGHT: f64 = 0.3;
/// Most that the way of turning can say in all, nats.
const MOST: f64 = 5.0;
/// The same of boards on foils, whose riders ride for fun and fall.
const MOST_FOILS: f64 = 2.0;

/// Log of the speed after over that before a turn that bears away, and heads up with the other sign; the least and
/// the most change of such turns on one tack, deg, and most that one of them may say.
const BORE_AWAY: Difference = Difference { mean: 0.13, spread: 0.1, of_one: 0.25 };
const BORE_AWAY_DEG: std::ops::RangeInclusive<f64> = 20.0..=110.0;
const BORE_AWAY_LOG: f64 = 0.5;

/// Log of the speed made good downwind over that upwind.
const MADE_GOOD: Difference = Difference { mean: 0.28, spread: 0.2, of_one: 0.0 };
/// Cosine of the wind angle from which a course is up or down, and the least share of either.
const CLEARLY_ALONG: f64 = 0.17;
const CLEARLY_ALONG_FOILS: f64 = 0.5;
/// Least share of her speed that a board on a foil keeps in a turn that is no fall.
const FLIES: f64 = 0.35;
const LEAST_SHARE: f64 = 0.1;

/// A quantity by which tacks differ from gybes: its mean, its spread over boats, and over the turns of one.
struct Difference {
    mean: f64,
    spread: f64,
    of_one: f64,
}

impl Difference {
    /// Log-odds that a difference seen over so many turns has the right sign.
    fn log_odds(&self, seen: f64, per_turn: f64) -> f64 {
        let var = self.spread * self.spread + self.of_one * self.of_one * per_turn;
        2.0 * self.mean * seen / var
    }
}

/// Log-likelihood of every wind direction given a turn; None when the turn says nothing.
pub(super) fn of_turn(turn: &TurnEvent) -> Option<[f64; CELLS]> {
    let says = turn_says(turn)?;
    Some(std::array::from_fn(says))
}

/// Log-likelihood of one cell given a turn.
pub(super) fn of_turn_in(turn: &TurnEvent, cell: usize) -> Option<f64> {
    turn_says(turn).map(|says| says(cell))
}

fn turn_says(turn: &TurnEvent) -> Option<impl Fn(usize) -> f64> {
    let change = turn.change_deg.abs();
    if !says(turn) {
        return None;
    }
    let sd = to_rad(middle_sd_deg(change));
    let kappa = 1.0 / (sd * sd);
    let nothing = (1.0 - 2.0 * THROUGH) / 360.0;
    let middle_deg = turn.middle_deg;
    Some(move |cell: usize| {
        let off = cell_deg(cell) - middle_deg;
        let through = THROUGH * (von_mises(off, kappa) + von_mises(off + 180.0, kappa));
        libm::log((through + nothing) / nothing)
    })
}

/// Spread of the middle of a turn of this size about the wind, deg.
pub(super) fn middle_sd_deg(change_deg: f64) -> f64 {
    MIDDLE_SD_DEG + WIDER * (change_deg.abs() - WIDE_TURN_DEG).max(0.0)
}

fn says(turn: &TurnEvent) -> bool {
    (LEAST_CHANGE_DEG..=MOST_CHANGE_DEG).contains(&turn.change_deg.abs()) && turn.middle_deg.is_finite()
}

/// The turns made at sailing speed; `slow_mps` is the least of it.
pub(super) fn sailed(turns: &[TurnEvent], slow_mps: f64) -> Vec<TurnEvent> {
    let fast = |t: &&TurnEvent| t.entry_mps.min(t.exit_mps) > SAILING_SHARE * slow_mps;
    turns.iter().filter(fast).copied().collect()
}

/// Log-likelihood of every wind direction given the user's idea of it.
pub(super) fn of_hint(hint_deg: f64) -> [f64; CELLS] {
    let mut row = [0.0; CELLS];
    for (cell, value) in row.iter_mut().enumerate() {
        *value = HINT * (0.5 + 0.5 * libm::cos(to_rad(cell_deg(cell) - hint_deg)));
    }
    row
}

/// Log-odds of a wind against its opposite by the speed made good along it: boats run from the wind faster than they
/// beat against it, by angle and by speed together, whether they race or reach about.
pub(super) fn made_good(steps: &[Step], foils: bool, path_deg: &[f64]) -> f64 {
    let clearly = if foils { CLEARLY_ALONG_FOILS } else { CLEARLY_ALONG };
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
    if up.0.min(down.0) < LEAST_SHARE * all || up.0.min(down.0) <= 0.0 {
        return 0.0;
    }
    let ratio = libm::log((down.1 / down.0) / (up.1 / up.0));
    MADE_GOOD.log_odds(ratio, 0.0).clamp(-most(foils), most(foils))
}

/// Log-odds of a wind against its opposite by the way of turning: a boat tacks faster than she gybes. `wind_at` is the
/// wind in question.
pub(super) fn rate_of_turning(turns: &[TurnEvent], foils: bool, wind_at: impl Fn(f64) -> Option<f64>) -> f64 {
    let mut kinds = [(0.0, 0.0); 2];
    for turn in turns.iter().filter(|t| says(t) && t.min_mps.is_finite() && t.entry_mps.is_finite()) {
        let fell = foils && turn.min_mps < FLIES * turn.entry_mps;
        if let (false, Some(end)) = (fell, end_of(turn, &wind_at)) {
            kinds[end].0 += 1.0;
            kinds[end].1 += libm::log(turn.max_rate_dps.max(1.0));
        }
    }
    let [(tacks, t), (gybes, g)] = kinds;
    if tacks == 0.0 || gybes == 0.0 {
        return 0.0;
    }
    RATE.log_odds(t / tacks - g / gybes, 1.0 / tacks + 1.0 / gybes).clamp(-most(foils), most(foils))
}

/// Log-odds of a wind against its opposite by the way that is kept on through turns.
pub(super) fn speed_retention(turns: &[TurnEvent], flies: f64, wind_at: impl Fn(f64) -> Option<f64>) -> f64 {
    let mut ends = [AxisTurns::default(); 2];
    for turn in turns.iter().filter(|t| says(t)) {
        if let Some(end) = end_of(turn, &wind_at) {
            ends[end].add(turn);
        }
    }
    speed_retention::log_odds(flies, ends)
}

/// 0 for a turn through the wind, 1 for one away from it.
fn end_of(turn: &TurnEvent, wind_at: &impl Fn(f64) -> Option<f64>) -> Option<usize> {
    let off = wrap_180(turn.middle_deg - wind_at(turn.time_ms)?).abs();
    let near = NEAR_DEG + NEARER * (turn.change_deg.abs() - WIDE_TURN_DEG).clamp(0.0, 70.0);
    if off < near {
        return Some(0);
    }
    (off > 180.0 - near).then_some(1)
}

/// Most that one kind of evidence may say, nats.
fn most(foils: bool) -> f64 {
    if foils { MOST_FOILS } else { MOST }
}

/// Log-odds of a wind against its opposite by turns on one tack: bearing away a boat gains speed, heading up she
/// loses it.
pub(super) fn bore_away(turns: &[TurnEvent], wind_at: impl Fn(f64) -> Option<f64>) -> f64 {
    let (mut sum, mut n) = (0.0, 0.0);
    for turn in turns.iter().filter(|t| t.middle_deg.is_finite() && t.entry_mps > 0.0 && t.exit_mps > 0.0) {
        let Some(wind) = wind_at(turn.time_ms) else { continue };
        let half = turn.change_deg / 2.0;
        let (before, after) =
            (wrap_180(wind - turn.middle_deg + half), wrap_180(wind - turn.middle_deg - half));
        let wider = after.abs() - before.abs();
        // Through bow or stern the angle changes by less than the course.
        let one_tack = before * after > 0.0 && wider.abs() > 0.9 * turn.change_deg.abs();
        if one_tack && BORE_AWAY_DEG.contains(&wider.abs()) {
            let gained = libm::log(turn.exit_mps / turn.entry_mps).clamp(-BORE_AWAY_LOG, BORE_AWAY_LOG);
            sum += gained * wider.signum();
            n += 1.0;
        }
    }
    if n > 0.0 { BORE_AWAY.log_odds(sum / n, 1.0 / n).clamp(-MOST, MOST) } else { 0.0 }
}

/// Log-odds, never in favour, of a wind by the size of the turns through it. Boards that fly reach to and fro and
/// gybe from reach to reach, far round; a tack that wide begins on a broad reach, and nobody tacks from there.
pub(super) fn wide_tacks(turns: &[TurnEvent], wind_at: impl Fn(f64) -> Option<f64>) -> f64 {
    let mut odds = 0.0;
    for turn in turns.iter().filter(|t| says(t)) {
        let wide = ((turn.change_deg.abs() - WIDE_TACK_DEG) / WIDE_TACK_PER_NAT_DEG).clamp(0.0, 2.0);
        odds += match end_of(turn, &wind_at) {
            Some(0) => -WIDE_TACK_WEIGHT * wide,
            Some(_) => WIDE_TACK_WEIGHT * wide,
            None => 0.0,
        };
    }
    odds.clamp(-2.0 * MOST, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(middle_deg: f64, change_deg: f64, kept: f64) -> TurnEvent {
        TurnEvent {
            time_ms: 0.0,
            middle_deg,
            change_deg,
            entry_mps: 4.0,
            min_mps: 4.0 * kept,
            exit_mps: 4.0 * (kept + 0.15),
            max_rate_dps: 20.0,
        }
    }

    #[test]
    fn a_turn_speaks_for_the_wind_and_its_opposite_alike() {
        let says = of_turn(&turn(90.0, 90.0, 0.6)).unwrap();
        assert!((says[45] - says[135]).abs() < 1e-9);
        assert!(says[45] > 3.0 && says[0] < 0.1);
    }

    #[test]
    fn a_reach_to_reach_gybe_may_pass_180_but_a_circle_says_nothing() {
        assert!(of_turn(&turn(270.0, -205.0, 0.8)).is_some());
        assert!(of_turn(&turn(270.0, 355.0, 0.8)).is_none());
    }

    #[test]
    fn turns_that_keep_less_speed_are_the_tacks() {
        let turns =
            [turn(0.0, 90.0, 0.55), turn(0.0, 90.0, 0.6), turn(180.0, 80.0, 0.8), turn(180.0, 80.0, 0.85)];
        assert!(speed_retention(&turns, 0.2, |_| Some(0.0)) > 1.0);
        assert!(speed_retention(&turns, 0.2, |_| Some(180.0)) < -1.0);
    }

    #[test]
    fn turns_that_turn_faster_are_the_tacks() {
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
        assert!(bore_away(&[away, up], |_| Some(0.0)) > 1.0);
        assert!(bore_away(&[away, up], |_| Some(180.0)) < -1.0);
        // A tack is neither.
        assert_eq!(bore_away(&[turn(0.0, 90.0, 0.6)], |_| Some(0.0)), 0.0);
    }

    #[test]
    fn nobody_tacks_from_broad_reach_to_broad_reach() {
        let round = [turn(180.0, 200.0, 0.5); 8];
        assert_eq!(wide_tacks(&round, |_| Some(0.0)), 0.0);
        assert!(wide_tacks(&round, |_| Some(180.0)) < -4.0);
        assert_eq!(wide_tacks(&[turn(0.0, 90.0, 0.6)], |_| Some(0.0)), 0.0);
    }

    #[test]
    fn a_swim_beside_the_board_is_no_turn() {
        let mut swum = turn(0.0, 120.0, 0.1);
        swum.exit_mps = 0.4;
        assert!(sailed(&[swum], 2.0).is_empty());
    }
}
