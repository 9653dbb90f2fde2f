//! What of the own best third could be repeated: its lead, times the share of the differences that is no chance.

use super::answer::{Band, DebriefEvidence, DebriefPlot, DebriefPotential, DebriefUnit, ReferenceKind};
use super::evidence::{best_third, of_minutes, turn_values};
use super::findings::Today;
use super::reference::{best_minutes, lead_sd};
use super::summary::QuantityCode;
use super::summary_of::{MIN_MINUTES, MIN_TURNS, variance};
use super::text::{compared_with, count, fixed, metres};
use super::values::TurnValue;
use crate::calendar::iso_utc;
use crate::stats::moments::{Z_90, mean};
use crate::stats::order::sort_by_number;
use crate::units::mps_from_kn;

/// Potentials within the 90 % interval about 0, or smaller than this many metres in all, are not said. *guess*
const MIN_TOTAL_M: f64 = 5.0;

/// The potentials of a session, the largest first.
pub(super) fn potentials(today: &Today) -> Vec<DebriefPotential> {
    let turns = |code, plural, turns| of_turns(today, code, plural, turns);
    let mut found: Vec<DebriefPotential> = [
        turns(QuantityCode::TackLoss, "tacks", &today.values.tacks),
        turns(QuantityCode::GybeLoss, "gybes", &today.values.gybes),
        of_band(today, Band::Up),
        of_band(today, Band::Down),
    ]
    .into_iter()
    .flatten()
    .filter(|p| p.each >= Z_90 * p.each_sd && p.total_m >= MIN_TOTAL_M)
    .collect();
    sort_by_number(&mut found, |p| -p.total_m);
    found
}

fn of_turns(
    today: &Today,
    code: QuantityCode,
    plural: &str,
    turns: &[TurnValue],
) -> Option<DebriefPotential> {
    if turns.len() < MIN_TURNS {
        return None;
    }
    let best = best_third(turns);
    let values = |all: &[TurnValue]| all.iter().map(|t| t.value).collect::<Vec<_>>();
    let (usual, of_best) = (mean(&values(turns)), mean(&values(&best)));
    let observed = variance(&values(turns));
    let error = mean(&turns.iter().map(|t| t.sd * t.sd).collect::<Vec<_>>());
    let reliability = if observed > 0.0 { (1.0 - error / observed).clamp(0.0, 1.0) } else { 0.0 };
    let (lead, n) = (usual - of_best, turns.len() as f64);
    let each = reliability * lead;
    let each_sd = lead_sd(&values(turns), best.len(), reliability);
    let rest = |t: &&TurnValue| !best.iter().any(|b| b.maneuver == t.maneuver);
    let chosen: Vec<u32> = turns.iter().filter(rest).map(|t| t.maneuver as u32).collect();
    let amount = format!("{} of {} {plural}", count(best.len()), count(turns.len()));
    Some(DebriefPotential {
        code,
        text: format!(
            "Your best third of {plural} lost {} m less each; about {} m of that is no luck. All {plural} like that: {} m today.",
            fixed(lead, 1),
            fixed(each, 1),
            metres(each * n)
        ),
        compared_with: compared_with(ReferenceKind::BestThird, best.len(), today.summary, &amount),
        today: usual,
        best_third: of_best,
        unit: DebriefUnit::M,
        reliability,
        each,
        each_sd,
        total_m: each * n,
        total_sd_m: each_sd * n,
        plot: turn_values(today, turns, &chosen, of_best),
        evidence: DebriefEvidence { maneuvers: chosen, ..DebriefEvidence::default() },
    })
}

fn of_band(today: &Today, band: Band) -> Option<DebriefPotential> {
    let (code, minutes, text) = match band {
        Band::Up => (QuantityCode::UpwindVmg, &today.values.up, "upwind made {} kn more to windward"),
        Band::Down => (QuantityCode::DownwindVmg, &today.values.down, "downwind made {} kn more to leeward"),
    };
    if minutes.len() < MIN_MINUTES {
        return None;
    }
    let (best, reliability) = best_minutes(minutes)?;
    let values: Vec<f64> = minutes.iter().map(|m| m.vmg_kn).collect();
    let (usual, of_best) = (mean(&values), mean(&best.iter().map(|m| m.vmg_kn).collect::<Vec<_>>()));
    let lead = of_best - usual;
    let n = minutes.len() as f64;
    let each = reliability * lead;
    let each_sd = lead_sd(&values, best.len(), reliability);
    let metres_per_kn = mps_from_kn(1.0) * 60.0 * n;
    let rest: Vec<_> = minutes.iter().filter(|m| m.vmg_kn < of_best - lead).copied().collect();
    let amount = format!("{} of {} min", count(best.len()), count(minutes.len()));
    let lead_text = text.replace("{}", &fixed(lead, 2));
    Some(DebriefPotential {
        code,
        text: format!(
            "Your best third of the minutes {lead_text}; about {} kn of that is no luck. All minutes like that: {} m today.",
            fixed(each, 2),
            metres(each * metres_per_kn)
        ),
        compared_with: compared_with(ReferenceKind::BestThird, best.len(), today.summary, &amount),
        today: usual,
        best_third: of_best,
        unit: DebriefUnit::Kn,
        reliability,
        each,
        each_sd,
        total_m: each * metres_per_kn,
        total_sd_m: each_sd * metres_per_kn,
        evidence: of_minutes(&rest),
        plot: DebriefPlot::OverTime {
            time: minutes.iter().map(|m| iso_utc(m.start_ms)).collect(),
            values: values.iter().map(|v| Some(*v)).collect(),
            expected: minutes.iter().map(|_| Some(of_best)).collect(),
            expected_sd: 0.0,
        },
    })
}
