//! What is known about the races of a day: its `truth.json`.

use std::path::{Path, PathBuf};

use leebow_engine::calendar::ms_from_iso;
use serde_json::Value;

/// The boats of a day and their true races.
pub struct KnownDay {
    /// Name and recording of each boat.
    pub files: Vec<(String, PathBuf)>,
    pub races: Vec<KnownRace>,
}

/// A true race. Times are UTC ms.
pub struct KnownRace {
    pub gun_ms: f64,
    pub gun_on_whole_minute: bool,
    /// Mean direction of the wind, deg.
    pub wind_from_deg: Option<f64>,
    /// Standard deviation of a passing, s.
    pub passing_sd_s: f64,
    pub finish_known: bool,
    pub waypoints: Vec<KnownWaypoint>,
    pub boats: Vec<KnownBoat>,
}

pub struct KnownWaypoint {
    pub is_finish: bool,
    /// Latitude and longitude of its marks, deg; empty when they are not known.
    pub marks: Vec<[f64; 2]>,
}

pub struct KnownBoat {
    pub name: String,
    /// At each waypoint; none where she did not pass it or was not seen.
    pub passings_ms: Vec<Option<f64>>,
    pub sure: Vec<bool>,
}

impl KnownBoat {
    /// Whether every passing of hers is known.
    pub fn is_complete(&self) -> bool {
        self.passings_ms.iter().all(Option::is_some) && self.sure.iter().all(|sure| *sure)
    }
}

impl KnownDay {
    /// The day of this folder with every so manieth of its boats, the first so many left out.
    pub fn read(folder: &Path, every: usize, skipped: usize) -> Option<Self> {
        let text = std::fs::read_to_string(folder.join("truth.json")).ok()?;
        let day: Value = serde_json::from_str(&text).ok()?;
        let mut names: Vec<(&String, &Value)> = day["boats"].as_object()?.iter().collect();
        names.sort_by_key(|entry| entry.0);
        let files: Vec<(String, PathBuf)> = names
            .into_iter()
            .skip(skipped)
            .step_by(every)
            .filter_map(|(name, file)| Some((name.clone(), folder.join(file.as_str()?))))
            .collect();
        let races = day["races"].as_array()?.iter().filter_map(|race| KnownRace::of(race, &files)).collect();
        Some(Self { files, races })
    }
}

impl KnownRace {
    fn of(race: &Value, files: &[(String, PathBuf)]) -> Option<Self> {
        let waypoint = |w: &Value| KnownWaypoint {
            is_finish: w["kind"] == "finish",
            marks: list(&w["marks"]).filter_map(|m| Some([m[0].as_f64()?, m[1].as_f64()?])).collect(),
        };
        let boats = race["boats"].as_object()?.iter().filter(|(name, _)| files.iter().any(|f| f.0 == **name));
        let mut boats: Vec<KnownBoat> = boats
            .map(|(name, boat)| KnownBoat {
                name: name.clone(),
                passings_ms: list(&boat["passings"]).map(|p| ms_from_iso(p.as_str()?)).collect(),
                sure: list(&boat["sure"]).map(|s| s == true).collect(),
            })
            .collect();
        boats.sort_by(|a, b| a.name.cmp(&b.name));
        Some(Self {
            gun_ms: ms_from_iso(race["gun"].as_str()?)?,
            wind_from_deg: race["wind_from_deg"].as_f64(),
            gun_on_whole_minute: race["gun_on_whole_minute"] == true,
            passing_sd_s: race["passing_sd_s"].as_f64()?,
            finish_known: race["finish_known"] == true,
            waypoints: list(&race["course"]).map(waypoint).collect(),
            boats,
        })
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
