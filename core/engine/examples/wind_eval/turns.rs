//! Turns without wind, for this evaluation: runs of turning with steady sides.

use leebow_engine::angle::{wrap_180, wrap_360};
use leebow_engine::motion::Motion;
use leebow_engine::track::Track;
use leebow_engine::wind::TurnEvent;

pub fn find(track: &Track, motion: &Motion) -> Vec<TurnEvent> {
    track.pieces.iter().flat_map(|p| piece(track, motion, p.start, p.end)).collect()
}

fn piece(track: &Track, motion: &Motion, start: usize, end: usize) -> Vec<TurnEvent> {
    let time = &track.columns.time_ms;
    let rate = |i: usize| if motion.turn_rate_dps[i].is_nan() { 0.0 } else { motion.turn_rate_dps[i] };
    let (mut found, mut i) = (Vec::new(), start);
    while i < end {
        let sense = if rate(i) < 0.0 { -1.0 } else { 1.0 };
        if rate(i) * sense < 3.0 {
            i += 1;
            continue;
        }
        let mut a = i;
        while a > start && rate(a - 1) * sense > 1.0 {
            a -= 1;
        }
        let mut b = i;
        while b + 1 < end && rate(b + 1) * sense > 1.0 {
            b += 1;
        }
        i = b + 1;
        let before = |s: f64| window(time, start, end, time[a] - s * 1000.0, time[a] - 500.0);
        let after = |s: f64| window(time, start, end, time[b] + 500.0, time[b] + s * 1000.0);
        let (w0, w1) = (before(6.0), after(5.0));
        if w0.is_empty() || w1.is_empty() {
            continue;
        }
        let course = |w: std::ops::Range<usize>| {
            let (s, c) = w.fold((0.0, 0.0), |(s, c), k| (s + motion.east_mps[k], c + motion.north_mps[k]));
            leebow_engine::angle::to_deg(libm::atan2(s, c))
        };
        let mean =
            |w: std::ops::Range<usize>| w.clone().map(|k| motion.sog_mps[k]).sum::<f64>() / w.len() as f64;
        let inside: f64 = (a + 1..=b).map(|k| wrap_180(motion.cog_deg[k] - motion.cog_deg[k - 1])).sum();
        let (c0, c1) = (course(w0.clone()), course(w1.clone()));
        let change = inside + wrap_180(c1 - c0 - inside);
        if change.abs() < 25.0 {
            continue;
        }
        found.push(TurnEvent {
            time_ms: (time[a] + time[b]) / 2.0,
            middle_deg: wrap_360(c0 + change / 2.0),
            change_deg: change,
            entry_mps: mean(w0),
            min_mps: (a..w1.end).map(|k| motion.sog_mps[k]).fold(f64::INFINITY, f64::min),
            exit_mps: mean(w1),
            max_rate_dps: (a..=b).map(|k| rate(k) * sense).fold(0.0, f64::max),
        });
    }
    found
}

fn window(time: &[f64], start: usize, end: usize, from: f64, to: f64) -> std::ops::Range<usize> {
    let a = start + time[start..end].partition_point(|&t| t < from);
    let b = start + time[start..end].partition_point(|&t| t <= to);
    a..b.max(a)
}
