//! The turns of a crew's actions on the course over ground, with the rule that cuts or joins two turns in one sweep
//! (docs/algorithms.md, section 14.7).

use crate::crew::{ActionKind, CrewAction, Crossed};
use crate::path::Path;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_path::constructed_path;

    /// The sweeps of two ordered turns of `first_deg` in 5 s from 20 s on and `second_deg` in 5 s, at a constant speed,
    /// with `pause_s` of a straight course between them. Every part has a name.
    fn two_turns(first_deg: f64, second_deg: f64, pause_s: f64, crossed: [Crossed; 2]) -> Vec<Sweep> {
        let second_s = 25.0 + pause_s;
        let course_deg = |t: f64| {
            first_deg * ((t - 20.0) / 5.0).clamp(0.0, 1.0)
                + second_deg * ((t - second_s) / 5.0).clamp(0.0, 1.0)
        };
        let moments = constructed_path(60.0, |_| 5.0, course_deg);
        let turn = |crossed| ActionKind::Turn { crossed, in_deg: 0.0, out_deg: 0.0 };
        let actions = [
            CrewAction { kind: turn(crossed[0]), from_s: 20.0, to_s: 25.0 },
            CrewAction { kind: turn(crossed[1]), from_s: second_s, to_s: second_s + 5.0 },
        ];
        sweeps(&Path::new(&moments), &actions, &|_, _, _| true)
    }

    const TACK_AND_BEAR_AWAY: [Crossed; 2] = [Crossed::WindFrom, Crossed::Neither];

    #[test]
    fn two_turns_with_a_stop_between_them_stay_two() {
        let found = two_turns(86.0, 60.0, 6.0, TACK_AND_BEAR_AWAY);
        assert_eq!(found.len(), 2);
        assert!(found[0].t1 < found[1].t0);
    }

    #[test]
    fn a_sweep_of_more_than_150_degrees_is_cut_where_the_rate_dips() {
        let found = two_turns(90.0, 90.0, 0.8, TACK_AND_BEAR_AWAY);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].t1, found[1].t0);
        let cut_s = found[0].t1 as f64 * 0.05;
        assert!((25.0..25.8).contains(&cut_s), "{cut_s}");
    }

    #[test]
    fn a_smaller_sweep_is_one_turn_that_crosses_what_the_first_crossed() {
        let found = two_turns(80.0, 60.0, 0.8, TACK_AND_BEAR_AWAY);
        let [sweep] = found.as_slice() else { panic!("{found:?}") };
        assert!(matches!(sweep.action.kind, ActionKind::Turn { crossed: Crossed::WindFrom, .. }));
        assert_eq!((sweep.action.from_s, sweep.action.to_s), (20.0, 30.8));
    }

    #[test]
    fn turns_in_opposite_senses_are_never_joined() {
        assert_eq!(two_turns(80.0, -60.0, 0.0, TACK_AND_BEAR_AWAY).len(), 2);
    }

    #[test]
    fn a_sweep_crosses_the_axis_that_one_of_its_turns_crosses() {
        let names = |a, b| combined(a, b);
        assert_eq!(names(Crossed::Neither, Crossed::WindTo), Crossed::WindTo);
        assert_eq!(names(Crossed::WindFrom, Crossed::Neither), Crossed::WindFrom);
        assert_eq!(names(Crossed::WindTo, Crossed::WindFrom), Crossed::WindTo);
        assert_eq!(names(Crossed::Neither, Crossed::Both), Crossed::Both);
    }
}
