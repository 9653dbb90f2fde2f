//! Where a finding is seen: its turns or minutes, and the data of its plot.

use super::answer::{DebriefEvidence, DebriefPlot, DebriefRange, DebriefValue};
use super::compare::Comparison;
use super::findings::Today;
use super::input::DebriefManeuver;
use super::summary::QuantityCode;
use super::values::{Minute, TurnValue};
use crate::calendar::iso_utc;
use crate::stats::moments::mean;
use crate::stats::order::sort_by_number;
use crate::units::kn_from_mps;

/// The speed of turns is drawn from and to so many seconds from their moment.
const FROM_S: i32 = -10;
const TO_S: i32 = 30;

/// Minutes that follow each other within this time are one range, ms.
const MAX_APART_MS: f64 = 60_000.0;

/// The turns or minutes on the side of the effect: those that cost, of what went well the better ones.
pub(super) fn of(today: &Today, c: &Comparison) -> DebriefEvidence {
    let toward = c.effect().signum();
    let code = c.today.code;
    let is_chosen = |value: f64| (value - c.expected) * toward > 0.0;
    let turns = today.values.turns(code).iter().filter(|t| is_chosen(t.value));
    let minutes: Vec<Minute> =
        today.values.minutes(code).iter().filter(|m| is_chosen(value(m, code))).copied().collect();
    DebriefEvidence { maneuvers: turns.map(|t| t.maneuver as u32).collect(), ..of_minutes(&minutes) }
}

/// These minutes as evidence.
pub(super) fn of_minutes(minutes: &[Minute]) -> DebriefEvidence {
    DebriefEvidence { maneuvers: Vec::new(), minutes: minutes.len() as f64, ranges: ranges(minutes) }
}

/// The value of a minute of a quantity.
pub(super) fn value(m: &Minute, code: QuantityCode) -> f64 {
    use QuantityCode::*;
    match code {
        UpwindVmg | DownwindVmg => m.vmg_kn,
        UpwindAngle => m.angle_deg,
        _ => m.sog_kn,
    }
}

fn ranges(minutes: &[Minute]) -> Vec<DebriefRange> {
    let mut joined: Vec<(f64, f64)> = Vec::new();
    for m in minutes {
        match joined.last_mut() {
            Some(last) if m.start_ms - last.1 <= MAX_APART_MS => last.1 = m.end_ms,
            _ => joined.push((m.start_ms, m.end_ms)),
        }
    }
    joined.iter().map(|r| DebriefRange { start_time: iso_utc(r.0), end_time: iso_utc(r.1) }).collect()
}

/// Mean speed about the moments of these turns, and of the third of all with the least loss.
pub(super) fn turn_speed(today: &Today, code: QuantityCode, chosen: &[u32]) -> DebriefPlot {
    let all = today.values.turns(if code == QuantityCode::GybeLoss { code } else { QuantityCode::TackLoss });
    let best: Vec<u32> = best_third(all).iter().map(|t| t.maneuver as u32).collect();
    let of =
        |turns: &[u32]| turns.iter().filter_map(|i| today.maneuvers.get(*i as usize)).collect::<Vec<_>>();
    let (chosen, best) = (of(chosen), of(&best));
    let bound = |at: fn(&DebriefManeuver) -> f64| {
        mean(&chosen.iter().map(|m| (at(m) - m.time_ms) / 1000.0).collect::<Vec<_>>())
    };
    DebriefPlot::TurnSpeed {
        time_s: (FROM_S..=TO_S).map(f64::from).collect(),
        chosen_kn: (FROM_S..=TO_S).map(|s| mean_speed(today, &chosen, s)).collect(),
        best_third_kn: (FROM_S..=TO_S).map(|s| mean_speed(today, &best, s)).collect(),
        turn_start_s: bound(|m| m.start_ms),
        turn_end_s: bound(|m| m.end_ms),
    }
}

fn mean_speed(today: &Today, turns: &[&DebriefManeuver], s: i32) -> Option<f64> {
    let at = |m: &&DebriefManeuver| {
        let ms = m.time_ms + 1000.0 * f64::from(s);
        today.grid.between(ms - 500.0, ms + 500.0).first().map(|second| second.speed())
    };
    let speeds: Vec<f64> = turns.iter().filter_map(at).collect();
    (!speeds.is_empty() && 2 * speeds.len() >= turns.len()).then(|| kn_from_mps(mean(&speeds)))
}

/// The third of the turns with the least values, at least one.
pub(super) fn best_third(turns: &[TurnValue]) -> Vec<TurnValue> {
    let mut sorted = turns.to_vec();
    sort_by_number(&mut sorted, |t| t.value);
    sorted.truncate((turns.len() / 3).max(1));
    sorted
}

/// A value a minute, with the expected one.
pub(super) fn over_time(minutes: &[Minute], code: QuantityCode, c: &Comparison) -> DebriefPlot {
    DebriefPlot::OverTime {
        time: minutes.iter().map(|m| iso_utc(m.start_ms)).collect(),
        values: minutes.iter().map(|m| Some(value(m, code))).collect(),
        expected: minutes.iter().map(|_| Some(c.expected)).collect(),
        expected_sd: c.expected_sd,
    }
}

/// One value a turn; `chosen` are the turns of the evidence.
pub(super) fn turn_values(today: &Today, turns: &[TurnValue], chosen: &[u32], expected: f64) -> DebriefPlot {
    let of = |t: &TurnValue| {
        let time = today.maneuvers.get(t.maneuver).map(|m| iso_utc(m.time_ms)).unwrap_or_default();
        let maneuver = t.maneuver as u32;
        DebriefValue { time, value: t.value, maneuver, chosen: chosen.contains(&maneuver) }
    };
    DebriefPlot::Values { values: turns.iter().map(of).collect(), expected, expected_sd: 0.0 }
}
