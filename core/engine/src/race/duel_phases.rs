//! Parts of a leg by how two boats sailed to each other.

use std::ops::Range;

use super::duel_answer::DuelRelation;
use super::duel_steps::Steps;

/// Shorter phases belong to the longer one beside them, s. *from* docs/races.md, 5
const MIN_PHASE_S: usize = 20;

/// Steps in one relation: each row stands for the step after it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PhaseRows {
    pub rows: Range<usize>,
    pub relation: DuelRelation,
}

/// The phases of the steps between these rows, in time order and without gaps.
pub(super) fn phases(steps: &Steps, rows: Range<usize>) -> Vec<PhaseRows> {
    let to_mark = steps.last_turn().unwrap_or(rows.start);
    let relation = |row: usize| {
        let apart_m = |row: usize| steps.lateral_m(row).map_or(0.0, f64::abs);
        if row >= to_mark {
            DuelRelation::ToMark
        } else if steps.same_tack(row) {
            DuelRelation::SameTack
        } else if apart_m(row + 1) >= apart_m(row) {
            DuelRelation::Apart
        } else {
            DuelRelation::Together
        }
    };
    let mut phases: Vec<PhaseRows> = Vec::new();
    for row in rows.start..rows.end.saturating_sub(1) {
        push(&mut phases, PhaseRows { rows: row..row + 1, relation: relation(row) });
    }
    while let Some(short) = shortest(&phases) {
        merge(&mut phases, short);
    }
    phases
}

/// Adds a phase; to the last one when it is of the same relation.
fn push(phases: &mut Vec<PhaseRows>, phase: PhaseRows) {
    match phases.last_mut() {
        Some(last) if last.relation == phase.relation => last.rows.end = phase.rows.end,
        _ => phases.push(phase),
    }
}

/// The shortest phase that is too short and has a neighbour.
fn shortest(phases: &[PhaseRows]) -> Option<usize> {
    let short = |(_, p): &(usize, &PhaseRows)| p.rows.len() < MIN_PHASE_S;
    let found = phases.iter().enumerate().filter(short).min_by_key(|(_, p)| p.rows.len());
    found.map(|(at, _)| at).filter(|_| phases.len() > 1)
}

fn merge(phases: &mut Vec<PhaseRows>, at: usize) {
    let length = |at: Option<usize>| at.and_then(|at| phases.get(at)).map_or(0, |p| p.rows.len());
    let into = if length(at.checked_sub(1)) >= length(Some(at + 1)) { at.saturating_sub(1) } else { at + 1 };
    let Some(relation) = phases.get(into).map(|p| p.relation) else { return };
    if let Some(phase) = phases.get_mut(at) {
        phase.relation = relation;
    }
    for phase in std::mem::take(phases) {
        push(phases, phase);
    }
}
