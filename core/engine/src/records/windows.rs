//! The fastest stretch over a time or over a distance: two fixes walk along the track, each once.
//!
//! A stretch begins or ends at a fix; its other end lies between fixes, where speed runs on a straight line.

use std::ops::Range;

use crate::records::Run;
use crate::records::sailed::Sailed;

/// Of two stretches that differ by less than this, the earlier one stands: the last bits of sums are no speed.
const FASTER: f64 = 1.0 + 1e-9;

/// A stretch on its way to becoming a record.
struct Stretch {
    start_s: f64,
    end_s: f64,
    way_m: f64,
    /// Fixes in it, and those beside ends that lie between fixes.
    fixes: Range<usize>,
}

impl Stretch {
    fn mps(&self) -> f64 {
        self.way_m / (self.end_s - self.start_s)
    }
}

/// The fastest mean over this many seconds.
pub(super) fn fastest_over_time(sailed: &Sailed, pieces: &[Range<usize>], seconds: f64) -> Option<Run> {
    fastest_runs(sailed, pieces, seconds, 1).pop()
}

/// The fastest mean over this many metres.
pub(super) fn fastest_over_distance(sailed: &Sailed, pieces: &[Range<usize>], metres: f64) -> Option<Run> {
    let mut best = Best::of(sailed, &[]);
    pieces.iter().for_each(|p| over_distance(p, metres, &mut best));
    best.run()
}

/// Up to so many of the fastest stretches of a time, none overlapping a faster one, the fastest first: the way the
/// record keepers' programs choose them.
pub(super) fn fastest_runs(sailed: &Sailed, pieces: &[Range<usize>], seconds: f64, count: usize) -> Vec<Run> {
    let most: Vec<Most> = pieces.iter().map(|p| Most::of(sailed, p.clone(), seconds)).collect();
    let mut runs: Vec<Run> = Vec::new();
    while runs.len() < count {
        let mut best = Best::of(sailed, &runs);
        most.iter().for_each(|most| over_time(most, seconds, &mut best));
        let Some(run) = best.run() else { break };
        runs.push(run);
    }
    runs
}

/// The fastest stretch so far that passes the gates and overlaps none of others; the earlier of two alike.
struct Best<'a> {
    sailed: &'a Sailed<'a>,
    others: &'a [Run],
    stretch: Option<Stretch>,
    /// What the next one must be faster than, m/s.
    limit_mps: f64,
}

impl<'a> Best<'a> {
    fn of(sailed: &'a Sailed<'a>, others: &'a [Run]) -> Self {
        Self { sailed, others, stretch: None, limit_mps: 0.0 }
    }

    /// True where so much way, at most, in so much time, at least, cannot be the fastest.
    fn is_slower(&self, way_m: f64, seconds: f64) -> bool {
        way_m * FASTER < self.limit_mps * seconds
    }

    fn take(&mut self, stretch: Stretch) {
        let faster = stretch.way_m > self.limit_mps * (stretch.end_s - stretch.start_s);
        let apart = |r: &Run| stretch.end_s <= r.start_s || stretch.start_s >= r.end_s;
        if faster && self.others.iter().all(apart) && self.sailed.is_good(&stretch.fixes) {
            self.limit_mps = stretch.mps() * FASTER;
            self.stretch = Some(stretch);
        }
    }

    fn run(self) -> Option<Run> {
        self.stretch.map(|s| self.sailed.run(s.start_s, s.end_s, s.way_m, &s.fixes))
    }
}

/// The most way that stretches of one time hold, by the fix of a piece they begin at, as far as there are such, and by
/// the fix they end at. They are asked over and over, and most are too slow.
struct Most {
    piece: Range<usize>,
    begun_m: Vec<f64>,
    ended_m: Vec<f64>,
}

impl Most {
    fn of(sailed: &Sailed, piece: Range<usize>, seconds: f64) -> Self {
        let (t, way) = (&sailed.course.time_s[piece.clone()], &sailed.way_m[piece.clone()]);
        let nothing = vec![f64::NEG_INFINITY; t.len()];
        let (mut begun_m, mut ended_m) = (nothing.clone(), nothing);
        // The fix at or before the far end.
        let mut k = 0;
        for ((most, &from), &begun) in begun_m.iter_mut().zip(t).zip(way) {
            let end = from + seconds;
            while k + 1 < t.len() && t[k + 1] <= end {
                k += 1;
            }
            let beyond = if k + 1 < t.len() { k + 1 } else { k };
            if end > t[beyond] {
                break;
            }
            *most = way[beyond] - begun;
        }
        let mut k = 0;
        for ((most, &to), &ended) in ended_m.iter_mut().zip(t).zip(way) {
            let start = to - seconds;
            if start < t[0] {
                continue;
            }
            while t[k + 1] <= start {
                k += 1;
            }
            *most = ended - way[k];
        }
        Most { piece, begun_m, ended_m }
    }
}

/// Every stretch of a piece that lasts so long and begins or ends at a fix.
fn over_time(most: &Most, seconds: f64, best: &mut Best) {
    let sailed = best.sailed;
    let Range { start: first, end: beyond } = most.piece;
    let (t, way) = (&sailed.course.time_s, &sailed.way_m);
    let at_or_before = |t_s: f64, from: usize| from + t[from..beyond].partition_point(|t| *t <= t_s) - 1;
    for (i, &most_m) in (first..).zip(&most.begun_m) {
        if best.is_slower(most_m, seconds) {
            continue;
        }
        let end = t[i] + seconds;
        let k = at_or_before(end, i);
        let way_m = way[k] + sailed.way_after(k, end - t[k]) - way[i];
        let fixes = i..k + 1 + usize::from(end > t[k]);
        best.take(Stretch { start_s: t[i], end_s: end, way_m, fixes });
    }
    for (j, &most_m) in (first..).zip(&most.ended_m) {
        if best.is_slower(most_m, seconds) {
            continue;
        }
        let start = t[j] - seconds;
        let k = at_or_before(start, first);
        if start > t[k] {
            let way_m = way[j] - way[k] - sailed.way_after(k, start - t[k]);
            best.take(Stretch { start_s: start, end_s: t[j], way_m, fixes: k..j + 1 });
        }
    }
}

/// Every stretch of a piece that is so long and begins or ends at a fix.
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
        best.take(Stretch { start_s, end_s, way_m: metres, fixes: from + i..from + k + 2 });
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
            best.take(Stretch { start_s, end_s, way_m: metres, fixes: from + k..from + j + 1 });
        }
    }
}
