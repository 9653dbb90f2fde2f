//! The side of the wind that a log off Tallinn has in each of its rows, beside what the engine finds in the watch's track.

use std::path::Path;

use leebow_engine::Analysis;
use leebow_engine::segment::SegmentKind;
use leebow_engine::stats::quantile::median;

use crate::judge::clock_s;
use crate::known::timed_column;
use crate::recordings::{analyzed, crossings, row};
use crate::table::Limit::{AtMost, Unset};
use crate::table::{Measured, Row};

/// Tuned on, and not.
const DAYS: [&str; 2] = ["2023-09-06", "2023-09-27"];
/// A log's change of side belongs to a maneuver so near: its clock is not the watch's, s.
const SAME_TURN_S: f64 = 60.0;
/// A side kept so long lasts; the angle to the wind is read so far from the change of it.
const LASTING_MS: f64 = 60_000.0;
const TURNING_MS: f64 = 15_000.0;
/// Under a smaller apparent angle a boat beats.
const CLOSE_DEG: f64 = 65.0;

/// The side that the log off Tallinn has in each of its rows, against tacks, gybes and the side of the course.
pub fn rows(folder: &Path) -> Vec<Row> {
    let absent = || Measured::absent("no recordings here");
    let mut measured = [[absent(), absent()], [absent(), absent()]];
    for (half, day) in DAYS.iter().enumerate() {
        let Some(analysis) = analyzed(folder, &format!("gpx/keelboat-tallinn-{day}.gpx")) else { continue };
        let log = side_changes(&folder.join(format!("wind-truth/keelboat-tallinn-{day}.csv")));
        measured[0][half] = tacks(&analysis, &log);
        measured[1][half] = side_of_rows(&analysis, &log.rows);
    }
    let [turns, rows] = measured;
    vec![
        row("Tallinn tack column: missed and extra", "", 0, [AtMost(0.0), AtMost(0.0)], turns),
        row("Tallinn tack column: rows on the same side", " %", 1, [Unset, Unset], rows),
    ]
}

/// Each lasting change of side close to the wind wants a tack; each tack wants any change of side.
fn tacks(analysis: &Analysis, log: &Sides) -> Measured {
    let tacks = crossings(analysis).into_iter().filter(|m| m.kind == SegmentKind::Tack);
    let found: Vec<f64> = tacks.map(|m| clock_s(&m.time)).collect();
    let near = |times: &[f64], t: f64| times.iter().any(|u| (u - t).abs() <= SAME_TURN_S);
    let missed = log.tacks_s.iter().filter(|t| !near(&found, **t)).count();
    let extra = found.iter().filter(|t| !near(&log.all_s, **t)).count();
    let note = format!("{missed} of {} missed, {extra} of {} extra", log.tacks_s.len(), found.len());
    Measured::new((missed + extra) as f64, note)
}

fn side_of_rows(analysis: &Analysis, rows: &[(f64, f64)]) -> Measured {
    let Some(twa) = analysis.columns.get("etwa") else { return Measured::absent("no wind published") };
    let (mut same, mut all) = (0_usize, 0_usize);
    for &(time_ms, side) in rows {
        let at = analysis.columns.time_ms.partition_point(|&t| t < time_ms);
        let Some(&angle) = twa.get(at).filter(|a| a.is_finite()) else { continue };
        all += 1;
        same += usize::from((angle < 180.0) == (side > 0.0));
    }
    Measured::new(100.0 * same as f64 / all as f64, format!("of {all} rows"))
}

/// What a log with columns `tack` (+1 on starboard, -1 on port) and `awa` says of the sides.
struct Sides {
    /// Changes of side, s of the day, and those close to the wind before and after, from and to a side kept a minute.
    all_s: Vec<f64>,
    tacks_s: Vec<f64>,
    /// Time (ms) and side of each row.
    rows: Vec<(f64, f64)>,
}

/// A stretch on one side: first and last time, ms, and the side.
struct Run {
    from_ms: f64,
    to_ms: f64,
    side: f64,
}

fn side_changes(path: &Path) -> Sides {
    let (rows, awa) = (timed_column(path, "tack"), timed_column(path, "awa"));
    let mut runs: Vec<Run> = Vec::new();
    for &(t, side) in &rows {
        match runs.last_mut().filter(|run| run.side == side) {
            Some(run) => run.to_ms = t,
            None => runs.push(Run { from_ms: t, to_ms: t, side }),
        }
    }
    let of_day = |t: f64| t / 1000.0 % 86_400.0;
    let all_s = runs.iter().skip(1).map(|r| of_day(r.from_ms)).collect();
    runs.retain(|r| r.to_ms - r.from_ms >= LASTING_MS);
    runs.dedup_by_key(|r| r.side);
    let close = |from_ms: f64, to_ms: f64| {
        let mut own: Vec<f64> = awa.iter().filter(|a| (from_ms..to_ms).contains(&a.0)).map(|a| a.1).collect();
        median(&mut own).is_some_and(|angle| angle < CLOSE_DEG)
    };
    let is_tack = |t: f64| close(t - LASTING_MS, t - TURNING_MS) && close(t + TURNING_MS, t + LASTING_MS);
    let starts = runs.iter().skip(1).map(|r| r.from_ms);
    Sides { all_s, tacks_s: starts.filter(|t| is_tack(*t)).map(of_day).collect(), rows }
}
