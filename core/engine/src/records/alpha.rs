//! Alpha racing: out, around and back through the same gate (docs/algorithms.md, section 10).
//!
//! The run ends within 50 m of its start after at most 500 m. As in GPS speed-sailing programs it must be at least 250 m,
//! without which a stationary boat would score.

use crate::angle::hypot;
use std::ops::Range;

use crate::records::Run;
use crate::records::sailed::Sailed;

/// Largest distance between start and end, m. *from* the rules of alpha racing.
const GATE_M: f64 = 50.0;
/// Least and largest distance sailed between them, m. *from* the rules and GPS speed-sailing programs.
const MIN_DISTANCE_M: f64 = 250.0;
const MAX_DISTANCE_M: f64 = 500.0;
/// Least spacing of the fixes examined, m: a drifting boat records thousands in one place. *guess*
const MIN_SPACING_M: f64 = 1.0;

/// The fastest alpha run of a track; start and end are fixes.
pub(super) fn fastest_alpha(sailed: &Sailed, pieces: &[Range<usize>]) -> Option<Run> {
    let mut best: Option<(f64, usize, usize)> = None;
    for piece in pieces {
        SpacedFixes::of(sailed, piece).improve(sailed, &mut best);
    }
    let (_, i, j) = best?;
    let t = &sailed.course.time_s;
    Some(sailed.run(t[i], t[j], sailed.way_m[j] - sailed.way_m[i], &(i..j + 1)))
}

/// Fixes of one piece at least a metre apart.
struct SpacedFixes {
    fixes: Vec<usize>,
    /// Length of the polyline up to each, m: an upper bound of the distance between two fixes.
    line_m: Vec<f64>,
}

impl SpacedFixes {
    fn of(sailed: &Sailed, piece: &Range<usize>) -> Self {
        let motion = sailed.course.motion;
        let mut fixes = vec![piece.start];
        let mut line_m = vec![0.0];
        let mut last = piece.start;
        for i in piece.clone() {
            if sailed.way_m[i] - sailed.way_m[last] >= MIN_SPACING_M {
                let step =
                    hypot(motion.east_m[i] - motion.east_m[last], motion.north_m[i] - motion.north_m[last]);
                line_m.push(line_m.last().copied().unwrap_or(0.0) + step);
                fixes.push(i);
                last = i;
            }
        }
        Self { fixes, line_m }
    }

    /// Searches backwards from every fix over at most 500 m. Fixes that cannot lie within the gate, by the polyline's
    /// length, are skipped.
    fn improve(&self, sailed: &Sailed, best: &mut Option<(f64, usize, usize)>) {
        let (t, way) = (&sailed.course.time_s, &sailed.way_m);
        let motion = sailed.course.motion;
        let (mut first, mut beyond) = (0, 0);
        for (at, &j) in self.fixes.iter().enumerate() {
            while way[j] - way[self.fixes[first]] > MAX_DISTANCE_M {
                first += 1;
            }
            while beyond < at && way[j] - way[self.fixes[beyond]] >= MIN_DISTANCE_M {
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
