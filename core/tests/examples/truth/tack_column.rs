//! Tack side in each row of the logs off Tallinn, compared with what the engine finds in the watch's track.

use std::path::Path;

use leebow_engine::Analysis;
use leebow_engine::segment::SegmentKind;
use leebow_engine::stats::quantile::median;

use crate::evaluation::clock_s;
use crate::known::timed_column;
use crate::recordings::{analyzed, crossings};
use crate::table::Limit::{AtMost, Unset};
use crate::table::{Measured, Row, row};

/// Days of the logs: tuning data, held-out data.
const DAYS: [&str; 2] = ["2023-09-06", "2023-09-27"];
/// Largest difference between a change of side in the log and the matching maneuver, s. The clocks of log and watch
/// differ.
const MATCH_S: f64 = 60.0;
/// Least duration of a side that counts as a change, ms.
const MIN_SIDE_MS: f64 = 60_000.0;
/// Time around a change of side that is left out of the apparent wind angle, ms.
const TURN_MS: f64 = 15_000.0;
/// Largest median apparent wind angle on a beat, deg.
const MAX_BEAT_AWA_DEG: f64 = 65.0;

/// Tacks of the track against the changes of side in the log, and the tack side at each row of the log.
pub fn rows(folder: &Path) -> Vec<Row> {
    let absent = || Measured::absent("no recordings here");
    let mut measured = [[absent(), absent()], [absent(), absent()]];
    for (set, day) in DAYS.iter().enumerate() {
        let Some(analysis) = analyzed(folder, &format!("gpx/keelboat-tallinn-{day}.gpx")) else { continue };
        let log = side_changes(&folder.join(format!("wind-truth/keelboat-tallinn-{day}.csv")));
        measured[0][set] = tacks(&analysis, &log);
        measured[1][set] = side_of_rows(&analysis, &log.rows);
    }
    let [turns, rows] = measured;
    vec![
        row(("Tallinn tack column: missed and extra", "", 0), [AtMost(0.0), AtMost(0.0)], turns),
        row(("Tallinn tack column: rows on the same side", " %", 1), [Unset, Unset], rows),
    ]
}

/// Each change of side on a beat should have a tack, and each tack a change of side of any kind.
fn tacks(analysis: &Analysis, log: &Sides) -> Measured {
    let tacks = crossings(analysis).into_iter().filter(|m| m.kind == SegmentKind::Tack);
    let found: Vec<f64> = tacks.map(|m| clock_s(&m.time)).collect();
    let near = |times: &[f64], t: f64| times.iter().any(|u| (u - t).abs() <= MATCH_S);
    let missed = log.tacks_s.iter().filter(|t| !near(&found, **t)).count();
    let extra = found.iter().filter(|t| !near(&log.all_s, **t)).count();
    let note = format!("{missed} of {} missed, {extra} of {} extra", log.tacks_s.len(), found.len());
    Measured::new((missed + extra) as f64, note)
}

/// Share of the log's rows in which the engine has the same tack side, %.
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

/// Tack sides of a log with columns `tack` (+1 starboard tack, -1 port tack) and `awa` (deg).
struct Sides {
    /// All changes of side, seconds since midnight.
    all_s: Vec<f64>,
    /// Changes between two sides of at least a minute, on a beat before and after, seconds since midnight.
    tacks_s: Vec<f64>,
    /// Time (ms) and side of each row.
    rows: Vec<(f64, f64)>,
}

/// Consecutive rows with one side: first and last time, ms, and the side.
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
    runs.retain(|r| r.to_ms - r.from_ms >= MIN_SIDE_MS);
    runs.dedup_by_key(|r| r.side);
    let close = |from_ms: f64, to_ms: f64| {
        let mut own: Vec<f64> = awa.iter().filter(|a| (from_ms..to_ms).contains(&a.0)).map(|a| a.1).collect();
        median(&mut own).is_some_and(|angle| angle < MAX_BEAT_AWA_DEG)
    };
    let is_tack = |t: f64| close(t - MIN_SIDE_MS, t - TURN_MS) && close(t + TURN_MS, t + MIN_SIDE_MS);
    let starts = runs.iter().skip(1).map(|r| r.from_ms);
    Sides { all_s, tacks_s: starts.filter(|t| is_tack(*t)).map(of_day).collect(), rows }
}
