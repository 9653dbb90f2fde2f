//! The boats and sessions of a file, each as a recording of its own.

use std::ops::Range;

use super::boats::{boats, taken};
use crate::stats::quantile::median;
use crate::track::Recording;

/// A file is divided where so many hours lie between two fixes, or a night, ms.
const SESSION_GAP_MS: f64 = 6.0 * 3_600_000.0;
const NIGHT_GAP_MS: f64 = 4.0 * 3_600_000.0;
const HOUR_MS: f64 = 3_600_000.0;

/// A boat of a file, or one of its sessions.
pub struct Divided {
    /// Name of the track, or the day; to be added to the name of the file.
    pub name: String,
    pub recording: Recording,
}

/// The boats of a recording, and of each the sessions between which six hours or a night lie. None for a recording of one boat
/// and one session.
pub(super) fn divide(recording: &Recording) -> Vec<Divided> {
    let all = boats(recording);
    let whole = 0..recording.columns.len();
    if all.is_empty() && sessions(recording).len() < 2 {
        return Vec::new();
    }
    let boats = match all.len() {
        0 => vec![(String::new(), vec![whole])],
        1 => all.into_iter().map(|(_, rows)| (String::new(), rows)).collect(),
        _ => all,
    };
    let mut divided = Vec::new();
    for (name, rows) in boats {
        let boat = taken(recording, &rows);
        let sessions = sessions(&boat);
        let several = sessions.len() > 1;
        for rows in sessions {
            let part = taken(&boat, std::slice::from_ref(&rows));
            let day = part.columns.time_ms.first().map_or(String::new(), |ms| session_name(*ms));
            let name = match (name.is_empty(), several) {
                (true, _) => day,
                (false, false) => name.clone(),
                (false, true) => format!("{name}, {day}"),
            };
            divided.push(Divided { name, recording: part });
        }
    }
    if divided.len() < 2 { Vec::new() } else { divided }
}

/// `2025-07-05 10.00`: a name of a file has no colon.
fn session_name(ms: f64) -> String {
    let iso = crate::calendar::iso_utc(ms);
    let at = |range| iso.get(range).unwrap_or_default();
    format!("{} {}.{}", at(0..10), at(11..13), at(14..16))
}

/// Rows of the sessions of a boat whose rows are in order of time.
fn sessions(recording: &Recording) -> Vec<Range<usize>> {
    let time_ms = &recording.columns.time_ms;
    let whole = 0..time_ms.len();
    let steps: Vec<f64> = time_ms.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let mut usual = steps.clone();
    // Trackers that send every hour have no gaps of hours.
    let seldom = median(&mut usual).is_none_or(|ms| ms > HOUR_MS / 6.0);
    if seldom || recording.undated || steps.iter().any(|ms| *ms < 0.0) {
        return vec![whole];
    }
    let lon_deg = recording.columns.lon_deg.first().copied().unwrap_or(0.0);
    let cuts = steps.iter().enumerate().filter(|(i, ms)| {
        let (before, after) = (time_ms.get(*i), time_ms.get(*i + 1));
        **ms >= SESSION_GAP_MS || before.zip(after).is_some_and(|(a, b)| has_night(*a, *b, lon_deg))
    });
    let mut ranges = Vec::new();
    let mut start = 0;
    for cut in cuts.map(|(i, _)| i + 1).chain([time_ms.len()]) {
        ranges.push(start..cut);
        start = cut;
    }
    ranges
}

/// True when the middle of a night by the sun lies in a gap of some hours.
fn has_night(from_ms: f64, to_ms: f64, lon_deg: f64) -> bool {
    let of_sun = |ms: f64| ms + lon_deg / 15.0 * HOUR_MS;
    let day = |ms: f64| (of_sun(ms) / (24.0 * HOUR_MS)).floor();
    to_ms - from_ms >= NIGHT_GAP_MS && day(to_ms) > day(from_ms)
}
