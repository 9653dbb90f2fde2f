//! Which recordings belong together: files of one session, one after the other, and receivers of one boat at the same time.

use super::outline::Outline;
use crate::geo::distance_m;
use crate::stats::quantile::quantile;

/// One file goes on after another where so little lies between them, ms. *Guess*: a logger that begins a file each hour, or
/// was started again.
const TOUCHING_MS: f64 = 30_000.0;
/// The same where the names of the files differ in their digits alone, and the boat sails at both ends, ms. *Guess*.
const NAMED_ALIKE_MS: f64 = 600_000.0;
/// A boat under way, m/s.
const UNDER_WAY_MPS: f64 = 1.0;
/// How far a boat gets between two files: so much at rest, m, and so many times as far as its speed says. *Guess*.
const AT_REST_M: f64 = 30.0;
const FASTER: f64 = 1.5;
/// Of two files that may go on, the nearer one does where the other is so many times as far. *Guess*.
const CLEARLY: f64 = 3.0;
/// Intervals of fixes of one device differ by no more than this factor. *Guess*.
const INTERVALS: f64 = 2.5;

/// Two receivers are on one boat where they sail together for so long, moments of ten seconds.
/// *measured* (docs/truth.md): of 2,466 pairs of boats that raced or trained together none stays within 30 m for 95 % of 15 min.
const TOGETHER: usize = 90;
/// How far receivers of one boat are apart at 95 % of the moments, m, and s of way by clocks that differ. *Guess*.
const RECEIVERS_M: f64 = 20.0;
const CLOCKS_S: f64 = 1.0;
const NEARLY_ALWAYS: f64 = 0.95;
/// A receiver that knows so much more of the day than another is the better one, whatever its rate. *Guess*.
const MORE: f64 = 1.1;

/// How a recording belongs to the others it was named with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Relation {
    /// Index of the first recording of its session: its own where it goes on after none.
    pub session: usize,
    /// Index of the first recording of the session of the same boat at the same time that is used in its place, and how far
    /// the two are apart at most moments, m.
    pub same_boat: Option<(usize, f64)>,
}

impl Relation {
    /// As numbers, which bindings pass on: the two indices, and the distance; NaN for another boat.
    pub fn numbers(&self) -> [f64; 3] {
        let (row, apart_m) = self.same_boat.map_or((f64::NAN, f64::NAN), |(row, m)| (row as f64, m));
        [self.session as f64, row, apart_m]
    }
}

/// A session: its recordings in order of time.
struct Session {
    rows: Vec<usize>,
    outline: Outline,
}

/// The relations of recordings with these file names and outlines, in their order.
pub fn related(names: &[String], outlines: &[Vec<f64>]) -> Vec<Relation> {
    let outlines: Vec<Option<Outline>> = outlines.iter().map(|one| Outline::from_numbers(one)).collect();
    let mut relations: Vec<Relation> =
        (0..outlines.len()).map(|session| Relation { session, same_boat: None }).collect();
    let sessions = sessions(names, &outlines);
    for Session { rows, .. } in &sessions {
        for row in rows {
            if let (Some(relation), Some(first)) = (relations.get_mut(*row), rows.first()) {
                relation.session = *first;
            }
        }
    }
    let mut used: Vec<&Session> = Vec::new();
    let mut waiting: Vec<&Session> = sessions.iter().collect();
    while let Some(best) = best_of(&waiting) {
        let session = waiting.remove(best);
        let apart =
            |other: &&Session| Some((*other.rows.first()?, apart_m(&other.outline, &session.outline)?));
        match used.iter().find_map(apart) {
            None => used.push(session),
            same_boat => {
                for row in &session.rows {
                    relations.get_mut(*row).into_iter().for_each(|relation| relation.same_boat = same_boat);
                }
            }
        }
    }
    relations
}

/// Of these than which none knows more of the day the one with most fixes a second.
fn best_of(sessions: &[&Session]) -> Option<usize> {
    let most = sessions.iter().map(|session| session.outline.known()).max()?;
    let knows = |session: &Session| session.outline.known() as f64 * MORE >= most as f64;
    let step_ms = |row: usize| sessions.get(row).map_or(f64::INFINITY, |session| session.outline.step_ms);
    let rows = (0..sessions.len()).filter(|row| sessions.get(*row).is_some_and(|session| knows(session)));
    rows.reduce(|one, other| if step_ms(other) < step_ms(one) { other } else { one })
}

/// The sessions of recordings that have an outline.
fn sessions(names: &[String], outlines: &[Option<Outline>]) -> Vec<Session> {
    let next = successors(names, outlines);
    let mut sessions = Vec::new();
    for (row, outline) in outlines.iter().enumerate() {
        let Some(outline) = outline.as_ref().filter(|_| !next.contains(&Some(row))) else { continue };
        let mut session = Session { rows: vec![row], outline: outline.clone() };
        let mut at = row;
        while let Some(row) = next.get(at).copied().flatten() {
            session.rows.push(row);
            outlines.get(row).iter().copied().flatten().for_each(|later| session.outline.append(later));
            at = row;
        }
        sessions.push(session);
    }
    sessions
}

/// Of each recording the one that goes on after it: the nearest for both, and clearly nearer than any other.
fn successors(names: &[String], outlines: &[Option<Outline>]) -> Vec<Option<usize>> {
    let is_alike =
        |a: usize, b: usize| names.get(a).zip(names.get(b)).is_some_and(|(a, b)| letters(a).eq(letters(b)));
    let gap = |a: usize, b: usize| {
        let (before, after) = (outlines.get(a)?.as_ref()?, outlines.get(b)?.as_ref()?);
        gap_m(before, after, || is_alike(a, b))
    };
    // Those after each recording and those before it, with how far they are from it.
    let mut after: Vec<Vec<(usize, f64)>> = vec![Vec::new(); outlines.len()];
    let mut before = after.clone();
    for (a, after) in after.iter_mut().enumerate() {
        for (b, before) in before.iter_mut().enumerate() {
            if let Some(m) = gap(a, b) {
                after.push((b, m));
                before.push((a, m));
            }
        }
    }
    let nearest = |row: usize, others: &[(usize, f64)]| {
        // Names that differ in their digits alone decide first.
        let mut found: Vec<(usize, f64)> = others.to_vec();
        if found.iter().any(|other| is_alike(row, other.0)) {
            found.retain(|other| is_alike(row, other.0));
        }
        let least = found.iter().copied().reduce(|one, other| if other.1 < one.1 { other } else { one })?;
        (found.iter().filter(|(_, m)| *m <= CLEARLY * least.1).count() == 1).then_some(least.0)
    };
    (0..outlines.len())
        .map(|row| {
            let next = nearest(row, &after[row])?;
            (nearest(next, &before[next])? == row).then_some(next)
        })
        .collect()
}

/// The name of a file without its digits.
fn letters(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(|byte| !byte.is_ascii_digit())
}

/// How far one recording begins from the end of another that it goes on after, m.
fn gap_m(before: &Outline, after: &Outline, is_alike: impl FnOnce() -> bool) -> Option<f64> {
    let (end, begin) = (before.last, after.first);
    let gap_ms = begin.ms - end.ms;
    let (a, b) = (before.step_ms, after.step_ms);
    // The last fix of a file may be the first of the next.
    let touching_ms = TOUCHING_MS.max(2.0 * a);
    if !(0.0..=touching_ms.max(NAMED_ALIKE_MS)).contains(&gap_ms) || a.max(b) > INTERVALS * a.min(b) {
        return None;
    }
    if gap_ms > touching_ms && !(end.mps.min(begin.mps) > UNDER_WAY_MPS && is_alike()) {
        return None;
    }
    let m = distance_m(end.lat_deg, end.lon_deg, begin.lat_deg, begin.lon_deg);
    (m <= AT_REST_M + FASTER * end.mps.max(begin.mps) * gap_ms / 1000.0).then_some(m)
}

/// How far two recordings are apart at most moments at which both sail, m; none where they are of two boats, or too short to
/// tell.
pub(super) fn apart_m(a: &Outline, b: &Outline) -> Option<f64> {
    let (from, to) = (a.from.max(b.from), (a.from + a.path.len() as f64).min(b.from + b.path.len() as f64));
    let moments = (0..(to - from).max(0.0) as usize).map(|i| from + i as f64);
    let (mut distances, mut way_m) = (Vec::new(), 0.0);
    for moment in moments {
        let Some(((a, a_mps), (b, b_mps))) = a.at(moment).zip(b.at(moment)) else { continue };
        if a_mps.min(b_mps) > UNDER_WAY_MPS {
            distances.push(distance_m(a[0], a[1], b[0], b[1]));
            way_m += a_mps;
        }
    }
    let n = distances.len();
    let m = quantile(&mut distances, NEARLY_ALWAYS)?;
    (n >= TOGETHER && m <= RECEIVERS_M + CLOCKS_S * way_m / n as f64).then_some(m)
}

#[cfg(test)]
#[path = "related_tests.rs"]
mod tests;
