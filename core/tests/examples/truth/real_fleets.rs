//! Races of real fleets (../shared/recordings/fleets, or the folder `fleets` of `LEEBOW_RECORDINGS`) compared with what is
//! known about them: the `truth.json` of each set. Measured set by set, because each is one kind of sailing.

#[path = "real_fleets/compare.rs"]
mod compare;
#[path = "real_fleets/known.rs"]
mod known;
#[path = "real_fleets/rows.rs"]
mod rows;

use std::path::PathBuf;

use leebow_engine::config::{BoatClass, boat_class};
use leebow_engine::fleet::{TrackEvidence, estimate_fleet_winds};
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording, race_track, recording_wind_evidence};
use leebow_engine::race::input::{RaceWindColumns, RaceWindSource};
use leebow_engine::race::{RaceOptions, RaceTrack, analyze};

use crate::parallel::map_parallel;
use compare::{Score, compare, listing};
pub use known::KnownDay;
#[allow(unused_imports)]
pub use rows::{parts, print, rows};

/// The fleets that are measured: recordings, with every so manieth boat.
const SETS: [(&str, usize); 7] = [
    ("finn-2012-08-05", 1),
    ("ilca-2025-09-19", 1),
    ("ilca-2025-09-19", 8),
    ("ilca-2025-09-20", 1),
    ("ilca-2025-09-20", 8),
    ("sailgp-2025-01-19", 1),
    ("club-2023-07-01", 1),
];
const KITES: &str = "kites-training-2025-06-06";
const MATCHES: &str = "match-";

/// A set of recordings as it is measured.
pub struct RealFleet {
    pub name: String,
    pub day: KnownDay,
    pub tracks: Vec<RaceTrack>,
    pub wind: Option<RaceWindColumns>,
}

/// The fleets whose names contain `wanted`, or another part of one: "ilca-2025-09-19/8+3" is every eighth boat without the
/// first three. None when the recordings are not there.
pub fn real_fleets(wanted: &str) -> Vec<RealFleet> {
    let Some(folder) = folder() else { return Vec::new() };
    let mut sets: Vec<(String, usize, usize)> =
        SETS.iter().map(|&(name, every)| (name.into(), every, 0)).collect();
    sets.push((KITES.into(), 1, 0));
    let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
    let mut matches: Vec<String> = entries.filter_map(|e| e.file_name().into_string().ok()).collect();
    matches.retain(|name| name.starts_with(MATCHES));
    matches.sort();
    sets.extend(matches.into_iter().map(|name| (name, 1, 0)));
    let named = |(name, every, skipped): &(String, usize, usize)| match (every, skipped) {
        (1, 0) => name.clone(),
        (_, 0) => format!("{name}/{every}"),
        _ => format!("{name}/{every}+{skipped}"),
    };
    match part(wanted) {
        Some(part) => sets = vec![part],
        None => sets.retain(|set| named(set).contains(wanted)),
    }
    let loaded = map_parallel("real fleets", &sets, |set| {
        let day = KnownDay::read(&folder.join(&set.0), set.1, set.2)?;
        let (tracks, wind) = tracks(&day, class_of(&set.0));
        Some(RealFleet { name: named(set), day, tracks, wind })
    });
    loaded.into_iter().flatten().collect()
}

/// The part of a fleet that is named as "name/every+skipped".
fn part(wanted: &str) -> Option<(String, usize, usize)> {
    let (name, numbers) = wanted.split_once('/')?;
    let (every, skipped) = numbers.split_once('+')?;
    Some((name.into(), every.parse().ok()?, skipped.parse().ok()?))
}

/// Finds the races of a fleet and compares them; with `list` what differs goes to the error stream.
pub fn score(fleet: &RealFleet, list: bool) -> Score {
    let options = RaceOptions { wind: fleet.wind.clone(), ..RaceOptions::default() };
    let start = std::time::Instant::now();
    let found = analyze(&fleet.tracks, &options);
    let seconds = start.elapsed().as_secs_f64();
    if list {
        eprint!("{}: {seconds:.2} s\n{}", fleet.name, listing(&fleet.day, &found));
    }
    Score { seconds, ..compare(&fleet.day, &found) }
}

fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("LEEBOW_RECORDINGS").map(PathBuf::from);
    let shared = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/recordings");
    Some(named.unwrap_or_else(shared).join("fleets")).filter(|folder| folder.is_dir())
}

/// The class that a sailor would name; Finns, F50s and AC75s are no classes of the engine.
fn class_of(set: &str) -> &'static BoatClass {
    let name = match set {
        _ if set.starts_with("ilca") => "Laser",
        _ if set.starts_with("kites") => "Formula Kite",
        _ => "Other",
    };
    boat_class(name).unwrap_or(leebow_engine::config::OTHER)
}

/// Each boat's own analysis, and the wind of all of them.
fn tracks(day: &KnownDay, class: &'static BoatClass) -> (Vec<RaceTrack>, Option<RaceWindColumns>) {
    let read = |file: &PathBuf| {
        let bytes = std::fs::read(file).ok()?;
        leebow_engine::read::read(&file.to_string_lossy(), &bytes).ok()
    };
    let mut evidence: Vec<TrackEvidence> = Vec::new();
    let mut tracks = Vec::new();
    for (name, file) in &day.files {
        let Some(recording) = read(file) else { continue };
        evidence.extend(recording_wind_evidence(name, recording, class, &AnalysisInputs::default()).ok());
        let Some(recording) = read(file) else { continue };
        let analysis = analyze_recording(name, "", recording, class, AnalysisInputs::default());
        tracks.extend(analysis.ok().as_ref().map(race_track));
    }
    let mut joined: Option<RaceWindColumns> = None;
    for wind in estimate_fleet_winds(&evidence).iter().filter_map(|fleet| fleet.answer().wind) {
        let all = joined.get_or_insert_with(|| RaceWindColumns {
            source: RaceWindSource::Fleet,
            time_ms: Vec::new(),
            twd_deg: Vec::new(),
            sd_deg: Vec::new(),
            flip_probability: 0.0,
        });
        if all.time_ms.last().is_some_and(|last| *last >= wind.time_ms[0]) {
            return (tracks, None);
        }
        all.time_ms.extend(&wind.time_ms);
        all.twd_deg.extend(&wind.twd_deg);
        all.sd_deg.extend(&wind.sd_deg);
        all.flip_probability = all.flip_probability.max(wind.flip_probability);
    }
    (tracks, joined)
}
