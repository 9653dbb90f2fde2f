//! The turns of a crew's actions on the course over ground, with the rule that cuts or joins two turns in one sweep
//! (docs/algorithms.md, section 14.7).

use super::crew::{ActionKind, CrewAction, Crossed};
use super::path::Path;

/// A sweep through more than this angle may be cut, deg.
const CUT_FROM_DEG: f64 = 150.0;
/// The turn rate at the cut is below this ratio to the lower of both peaks.
const DIP_SHARE: f64 = 0.5;
/// Least course change of each part, deg.
const MIN_PART_DEG: f64 = 25.0;

/// An action with the first and last moment of its turn, as indices of the path's moments.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sweep {
    pub action: CrewAction,
    pub t0: usize,
    pub t1: usize,
}

/// The actions with the edges of their turns. `has_name` is true when a turn alone has a name, by what it crosses and its
/// first and last moment.
pub fn sweeps(
    path: &Path,
    actions: &[CrewAction],
    has_name: &dyn Fn(Crossed, usize, usize) -> bool,
) -> Vec<Sweep> {
    let mut out: Vec<Sweep> = Vec::with_capacity(actions.len());
    for action in actions {
        let (t0, t1) = path.edges(action);
        let next = Sweep { action: *action, t0, t1 };
        match out.pop() {
            Some(last) if are_continuous(path, &last, &next) => {
                out.extend(cut_or_join(path, last, next, has_name))
            }
            last => out.extend(last.into_iter().chain([next])),
        }
    }
    out
}

/// True when both are turns in one sense without a stop between them.
fn are_continuous(path: &Path, last: &Sweep, next: &Sweep) -> bool {
    let turns = |s: &Sweep| matches!(s.action.kind, ActionKind::Turn { .. });
    let same = (path.turned(last.t0, last.t1) < 0.0) == (path.turned(next.t0, next.t1) < 0.0);
    turns(last) && turns(next) && same && next.t0 <= last.t1
}

/// Two turns cut at the least turn rate, or one turn of both.
fn cut_or_join(
    path: &Path,
    last: Sweep,
    next: Sweep,
    has_name: &dyn Fn(Crossed, usize, usize) -> bool,
) -> Vec<Sweep> {
    let (ActionKind::Turn { crossed: a, in_deg, .. }, ActionKind::Turn { crossed: b, out_deg, .. }) =
        (last.action.kind, next.action.kind)
    else {
        return vec![last, next];
    };
    let (done, begun) =
        (path.index(last.action.to_s).max(last.t0), path.index(next.action.from_s).min(next.t1));
    let cut = path.slowest_turning(done.min(begun), begun.max(done));
    let peak = |from: usize, to: usize| path.rate[from..to].iter().fold(0.0_f64, |m, r| m.max(r.abs()));
    let dips = path.rate[cut].abs() < DIP_SHARE * peak(last.t0, cut).min(peak(cut, next.t1));
    let wide = |from: usize, to: usize| path.turned(from, to).abs() >= MIN_PART_DEG;
    let parts =
        wide(last.t0, cut) && wide(cut, next.t1) && has_name(a, last.t0, cut) && has_name(b, cut, next.t1);
    if dips && parts && path.turned(last.t0, next.t1).abs() > CUT_FROM_DEG {
        return vec![Sweep { t1: cut, ..last }, Sweep { t0: cut, ..next }];
    }
    let kind = ActionKind::Turn { crossed: combined(a, b), in_deg, out_deg };
    vec![Sweep {
        action: CrewAction { kind, from_s: last.action.from_s, to_s: next.action.to_s },
        t0: last.t0,
        t1: next.t1,
    }]
}

/// What two turns in one sweep crossed: the axis crossed first, or both in a full circle.
fn combined(first: Crossed, second: Crossed) -> Crossed {
    match (first, second) {
        (Crossed::Neither, other) => other,
        (Crossed::Both, _) | (_, Crossed::Both) => Crossed::Both,
        (first, _) => first,
    }
}
