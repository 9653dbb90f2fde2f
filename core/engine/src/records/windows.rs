//! The fastest run over a duration or over a distance, by a sliding window in linear time (docs/algorithms.md, section
//! 10).
//!
//! A run begins or ends at a fix; its other end lies between fixes, where speed is interpolated linearly.

use std::ops::Range;

use crate::records::Run;
use crate::records::sailed::Sailed;

/// Least ratio by which a later run must be faster: rounding of sums makes no record.
const MIN_IMPROVEMENT: f64 = 1.0 + 1e-9;

/// A candidate for a record.
struct Candidate {
    start_s: f64,
    end_s: f64,
    way_m: f64,
    /// Fixes inside, and the neighbours of ends that lie between fixes.
    fixes: Range<usize>,
}

impl Candidate {
    fn mps(&self) -> f64 {
        self.way_m / (self.end_s - self.start_s)
    }
}

/// The fastest run of this duration; none when no piece is long enough.
pub(super) fn fastest_over_time(sailed: &Sailed, pieces: &[Range<usize>], seconds: f64) -> Option<Run> {
    fastest_runs(sailed, pieces, seconds, 1).pop()
}

/// The fastest run over this distance; none when no piece is long enough.
pub(super) fn fastest_over_distance(sailed: &Sailed, pieces: &[Range<usize>], metres: f64) -> Option<Run> {
    let mut best = Best::of(sailed, &[]);
    pieces.iter().for_each(|p| over_distance(p, metres, &mut best));
    best.run()
}

/// Up to `count` fastest runs of a duration, the fastest first, none overlapping a faster one: the greedy choice of GPS
/// speed-sailing programs.
pub(super) fn fastest_runs(sailed: &Sailed, pieces: &[Range<usize>], seconds: f64, count: usize) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    while runs.len() < count {
        let mut best = Best::of(sailed, &runs);
        pieces.iter().for_each(|p| over_time(p, seconds, &mut best));
        let Some(run) = best.run() else { break };
        runs.push(run);
    }
    runs
}

/// The fastest candidate so far that passes the gates and overlaps none of `others`; the earlier of two equal ones.
struct Best<'a> {
    sailed: &'a Sailed<'a>,
    others: &'a [Run],
    candidate: Option<Candidate>,
    /// Speed that the next one must exceed, m/s.
    limit_mps: f64,
}

impl<'a> Best<'a> {
    fn of(sailed: &'a Sailed<'a>, others: &'a [Run]) -> Self {
        Self { sailed, others, candidate: None, limit_mps: 0.0 }
    }

    /// True when at most `way_m` in at least `seconds` cannot be the fastest.
    fn is_slower(&self, way_m: f64, seconds: f64) -> bool {
        way_m * MIN_IMPROVEMENT < self.limit_mps * seconds
    }

    fn take(&mut self, candidate: Candidate) {
        let faster = candidate.way_m > self.limit_mps * (candidate.end_s - candidate.start_s);
        let apart = |r: &Run| candidate.end_s <= r.start_s || candidate.start_s >= r.end_s;
        if faster && self.others.iter().all(apart) && self.sailed.is_good(&candidate.fixes) {
            self.limit_mps = candidate.mps() * MIN_IMPROVEMENT;
            self.candidate = Some(candidate);
        }
    }

    fn run(self) -> Option<Run> {
        self.candidate.map(|s| self.sailed.run(s.start_s, s.end_s, s.way_m, &s.fixes))
    }
}

/// Tries every run of a piece of this duration that begins or ends at a fix. An upper bound of its distance, that between
/// the fixes about it, rejects most runs before the exact distance is computed.
fn over_time(piece: &Range<usize>, seconds: f64, best: &mut Best) {
    let (sailed, from) = (best.sailed, piece.start);
    let (t, way) = (&sailed.course.time_s[piece.clone()], &sailed.way_m[piece.clone()]);
    // Last fix at or before the end of the run.
    let mut k = 0;
    for (i, (&start_s, &begun)) in t.iter().zip(way).enumerate() {
        let end_s = start_s + seconds;
        while k + 1 < t.len() && t[k + 1] <= end_s {
            k += 1;
        }
        let beyond = if k + 1 < t.len() { k + 1 } else { k };
        if end_s > t[beyond] {
            break;
        }
        if !best.is_slower(way[beyond] - begun, seconds) {
            let way_m = way[k] + sailed.way_after(from + k, end_s - t[k]) - begun;
            let fixes = from + i..from + k + 1 + usize::from(end_s > t[k]);
            best.take(Candidate { start_s, end_s, way_m, fixes });
        }
    }
    // Last fix at or before its start.
    let mut k = 0;
    for (j, (&end_s, &ended)) in t.iter().zip(way).enumerate() {
        let start_s = end_s - seconds;
        if start_s < t[0] {
            continue;
        }
        while t[k + 1] <= start_s {
            k += 1;
        }
        if start_s > t[k] && !best.is_slower(ended - way[k], seconds) {
            let way_m = ended - way[k] - sailed.way_after(from + k, start_s - t[k]);
            best.take(Candidate { start_s, end_s, way_m, fixes: from + k..from + j + 1 });
        }
    }
}

/// Tries every run of a piece over this distance that begins or ends at a fix.
fn over_distance(piece: &Range<usize>, metres: f64, best: &mut Best) {
    let (sailed, from) = (best.sailed, piece.start);
    let (t, way) = (&sailed.course.time_s[piece.clone()], &sailed.way_m[piece.clone()]);
    let Some(&first_m) = way.first() else { return };
    let mut k = 0;
    for (i, (&start_s, &begun)) in t.iter().zip(way).enumerate() {
        let end = begun + metres;
        while k + 1 < way.len() && way[k + 1] < end {
            k += 1;
        }
        if k + 1 == way.len() {
            break;
        }
        if best.is_slower(metres, t[k] - start_s) {
            continue;
        }
        let end_s = t[k] + sailed.time_after(from + k, end - way[k]);
        best.take(Candidate { start_s, end_s, way_m: metres, fixes: from + i..from + k + 2 });
    }
    let mut k = 0;
    for (j, (&end_s, &ended)) in t.iter().zip(way).enumerate() {
        let start = ended - metres;
        if start < first_m {
            continue;
        }
        while way[k + 1] <= start {
            k += 1;
        }
        if !best.is_slower(metres, end_s - t[k + 1]) {
            let start_s = t[k] + sailed.time_after(from + k, start - way[k]);
            best.take(Candidate { start_s, end_s, way_m: metres, fixes: from + k..from + j + 1 });
        }
    }
}
