//! The debrief of a session against earlier ones and against the boats of its races.

use leebow_engine::api;
use leebow_engine::calendar::{iso_utc, ms_from_iso};
use leebow_engine::debrief::answer::Debrief;
use leebow_engine::debrief::input::DebriefRace;
use leebow_engine::debrief::{DebriefFacts, DebriefOptions, SessionSummary};

use super::sailing::SHIFTS_S;
use super::{Choices, Water, ensure, ensure_finite, refused, sailed, to_json};

pub(super) fn check(choices: &mut Choices) -> Result<(), String> {
    let water = Water::of(choices);
    let boats = 1 + choices.below(3);
    let (tracks, facts): (Vec<_>, Vec<_>) = (0..boats).map(|boat| sailed(choices, &water, boat)).unzip();
    let earlier = earlier(choices, &water)?;
    let races = choices.several(3, |choices| {
        let start_ms = water.gun_ms + 1000.0 * choices.pick(&SHIFTS_S);
        DebriefRace {
            start_ms,
            end_ms: start_ms + 1000.0 * choices.pick(&[900.0, 0.0, -5.0]),
            boats: choices.several(3, |choices| format!("boat {}", choices.below(4))),
            marks_ms: choices.several(4, |choices| start_ms + 4000.0 * f64::from(choices.byte())),
        }
    });
    let options = to_json(&DebriefOptions { earlier, races, wind: None });
    let Some(found) = refused(api::debrief(&to_json(&facts), tracks, &options))? else { return Ok(()) };
    check_answer(&found, &facts[0])
}

/// Summaries of sessions of the days before, some with changed numbers.
fn earlier(choices: &mut Choices, water: &Water) -> Result<Vec<SessionSummary>, String> {
    let (track, facts) = sailed(choices, &Water { changed: false, ..*water }, 0);
    let Some(summary) = refused(api::debrief_summary(&to_json(&facts), track))? else {
        return Ok(Vec::new());
    };
    ensure_finite(&summary)?;
    let of_day = |choices: &mut Choices, day: usize| {
        let mut of_day = summary.clone();
        for time in [&mut of_day.start_time, &mut of_day.end_time] {
            let ms = ms_from_iso(time).unwrap_or(0.0) - 86_400_000.0 * (day as f64 + 1.0);
            *time = if choices.seldom() { "never".to_string() } else { iso_utc(ms) };
        }
        for quantity in &mut of_day.quantities {
            quantity.mean *= 0.9 + 0.2 * choices.share();
            if choices.seldom() {
                (quantity.count, quantity.variance) = (choices.number(), choices.number());
            }
        }
        of_day
    };
    Ok((0..choices.below(9)).map(|day| of_day(choices, day)).collect())
}

fn check_answer(found: &Debrief, facts: &DebriefFacts) -> Result<(), String> {
    ensure_finite(found)?;
    for budget in &found.budgets {
        for band in &budget.bands {
            let sum: f64 = band.parts.iter().map(|part| part.lost_m).sum();
            ensure((sum - band.lost_m).abs() <= 1e-6 * (1.0 + band.lost_m.abs()), band)?;
            ensure(band.lost_sd_m >= 0.0 && band.parts.iter().all(|part| part.sd_m >= 0.0), band)?;
        }
    }
    for finding in found.findings.iter().chain(&found.went_well) {
        ensure((0.0..=1.0).contains(&finding.p) && finding.sd >= 0.0, finding)?;
        ensure(finding.low <= finding.high && finding.total_sd_m >= 0.0, finding)?;
        let indices = &finding.evidence.maneuvers;
        ensure(indices.iter().all(|index| (*index as usize) < facts.maneuvers.len()), finding)?;
    }
    let mut sentences = found.notes.iter().chain(&found.no_finding);
    sentences.try_for_each(|sentence| ensure(sentence.ends_with('.'), sentence))
}
