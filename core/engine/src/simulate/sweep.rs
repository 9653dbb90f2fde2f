//! Deeds as the course over ground shows them: two that follow each other in one sweep are two maneuvers or one
//! (ALGORITHMS 3.3.2, "Cutting").

use super::crew::{Deed, Through, What};
use super::path::Path;

/// A sweep that turns more than this may be cut, deg, where its rate dips below this share of the lower peak.
const CUT_FROM_DEG: f64 = 150.0;
const DIP_SHARE: f64 = 0.5;
/// Both parts turn at least this much, deg.
const MIN_PART_DEG: f64 = 25.0;

/// A deed with the first and last moment of its turn, as indices of moments.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sweep {
    pub deed: Deed,
    pub t0: usize,
    pub t1: usize,
}

/// The deeds with the edges of their turns. `named` tells whether a turn by itself would have a name, by what it goes
/// through and the moments of it.
pub fn sweeps(path: &Path, deeds: &[Deed], named: &dyn Fn(Through, usize, usize) -> bool) -> Vec<Sweep> {
    let mut out: Vec<Sweep> = Vec::with_capacity(deeds.len());
    for deed in deeds {
        let (t0, t1) = path.edges(deed);
        let next = Sweep { deed: *deed, t0, t1 };
        match out.pop() {
            Some(last) if touch(path, &last, &next) => out.extend(join(path, last, next, named)),
            last => out.extend(last.into_iter().chain([next])),
        }
    }
    out
}

/// Both are turns, and the course never stopped turning between them.
fn touch(path: &Path, last: &Sweep, next: &Sweep) -> bool {
    let turns = |s: &Sweep| matches!(s.deed.what, What::Turn { .. });
    let same = (path.turned(last.t0, last.t1) < 0.0) == (path.turned(next.t0, next.t1) < 0.0);
    turns(last) && turns(next) && same && next.t0 <= last.t1
}

/// Cut where the course turned least, or one turn of both.
fn join(path: &Path, last: Sweep, next: Sweep, named: &dyn Fn(Through, usize, usize) -> bool) -> Vec<Sweep> {
    let (What::Turn { through: a, in_deg, .. }, What::Turn { through: b, out_deg, .. }) =
        (last.deed.what, next.deed.what)
    else {
        return vec![last, next];
    };
    let (done, begun) = (path.index(last.deed.to_s).max(last.t0), path.index(next.deed.from_s).min(next.t1));
    let cut = path.slowest_turning(done.min(begun), begun.max(done));
    let peak = |from: usize, to: usize| path.rate[from..to].iter().fold(0.0_f64, |m, r| m.max(r.abs()));
    let dips = path.rate[cut].abs() < DIP_SHARE * peak(last.t0, cut).min(peak(cut, next.t1));
    let wide = |from: usize, to: usize| path.turned(from, to).abs() >= MIN_PART_DEG;
    let parts = wide(last.t0, cut) && wide(cut, next.t1) && named(a, last.t0, cut) && named(b, cut, next.t1);
    if dips && parts && path.turned(last.t0, next.t1).abs() > CUT_FROM_DEG {
        return vec![Sweep { t1: cut, ..last }, Sweep { t0: cut, ..next }];
    }
    let what = What::Turn { through: both(a, b), in_deg, out_deg };
    vec![Sweep {
        deed: Deed { what, from_s: last.deed.from_s, to_s: next.deed.to_s },
        t0: last.t0,
        t1: next.t1,
    }]
}

/// What two turns in one sweep went through: the axis crossed first, or both in a whole circle.
fn both(first: Through, second: Through) -> Through {
    match (first, second) {
        (Through::Neither, other) => other,
        (Through::Both, _) | (_, Through::Both) => Through::Both,
        (first, _) => first,
    }
}
