//! Alpha racing: out, round, and back through the same gate.
//!
//! The rules are two: the boat comes back to within 50 m of where she began, and sails at most 500 m to do so. As the
//! programs of the record keepers do, at least 250 m are asked for, without which a boat lying still would score.

use std::ops::Range;

use crate::records::Run;
use crate::records::sailed::Sailed;

/// The ends lie within this, m.
const GATE_M: f64 = 50.0;
/// Least and most way between them, m.
const LEAST_M: f64 = 250.0;
const MOST_M: f64 = 500.0;
/// Fixes closer than this along the way are passed over, m: a boat adrift writes thousands in one place.
const APART_M: f64 = 1.0;

/// The fastest alpha of a track. Begin and end are fixes.
pub(super) fn fastest_alpha(sailed: &Sailed, pieces: &[Range<usize>]) -> Option<Run> {
    let mut best: Option<(f64, usize, usize)> = None;
    for piece in pieces {
        Places::of(sailed, piece).improve(sailed, &mut best);
    }
    let (_, i, j) = best?;
    let t = &sailed.course.time_s;
    Some(sailed.run(t[i], t[j], sailed.way_m[j] - sailed.way_m[i], &(i..j + 1)))
}

/// Places along one piece, at least a metre apart.
struct Places {
    fixes: Vec<usize>,
    /// Length of the line through the places up to each, m: no two are farther apart than it is long between them.
    line_m: Vec<f64>,
}

impl Places {
    fn of(sailed: &Sailed, piece: &Range<usize>) -> Self {
        let motion = sailed.course.motion;
        let mut fixes = vec![piece.start];
        let mut line_m = vec![0.0];
        let mut last = piece.start;
        for i in piece.clone() {
            if sailed.way_m[i] - sailed.way_m[last] >= APART_M {
                let step = libm::hypot(
                    motion.east_m[i] - motion.east_m[last],
                    motion.north_m[i] - motion.north_m[last],
                );
                line_m.push(line_m.last().copied().unwrap_or(0.0) + step);
                fixes.push(i);
                last = i;
            }
        }
        Self { fixes, line_m }
    }

    /// Looks back from every place over at most 500 m. Where the boat was far off, as many places are passed over as
    /// she needed to come near; where she would have been too slow to be the best, all are.
    fn improve(&self, sailed: &Sailed, best: &mut Option<(f64, usize, usize)>) {
        let (t, way) = (&sailed.course.time_s, &sailed.way_m);
        let motion = sailed.course.motion;
        let (mut first, mut beyond) = (0, 0);
        for (at, &j) in self.fixes.iter().enumerate() {
            while way[j] - way[self.fixes[first]] > MOST_M {
                first += 1;
            }
            while beyond < at && way[j] - way[self.fixes[beyond]] >= LEAST_M {
                beyond += 1;
            }
            let mut k = first;
            while k < beyond {
                let i = self.fixes[k];
                let (east, north) =
                    (motion.east_m[j] - motion.east_m[i], motion.north_m[j] - motion.north_m[i]);
                let apart_m = (east * east + north * north).sqrt();
                if apart_m > GATE_M {
                    let near = self.line_m[k] + apart_m - GATE_M;
                    if self.line_m[beyond - 1] < near {
                        break;
                    }
                    k += self.line_m[k..beyond].partition_point(|m| *m < near).max(1);
                    continue;
                }
                let mps = (way[j] - way[i]) / (t[j] - t[i]);
                if best.is_none_or(|b| mps > b.0) && sailed.is_good(&(i..j + 1)) {
                    *best = Some((mps, i, j));
                }
                k += 1;
            }
        }
    }
}
