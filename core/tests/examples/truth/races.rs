//! Races of simulated fleets, compared with their guns, marks, passings and gaps, with the fleet's wind and with the boats'
//! own winds.

mod compare;
mod duels;
mod fleets;
mod listing;
mod rows;

use leebow_engine::fleet::{TrackEvidence, estimate_fleet_winds};
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording, race_track, recording_wind_evidence};
use leebow_engine::race::input::{RaceWindColumns, RaceWindSource};
use leebow_engine::race::{RaceAnalysis, RaceOptions, RaceTrack, analyze};
use leebow_simulator::{DeviceColumns, Simulation, simulate};

use crate::parallel::map_parallel;
use crate::table::{DATA_SETS, Row};
use compare::{Day, compare};
use duels::DuelErrors;
use fleets::{RaceFleet, fleets};

/// A fleet, measured with the fleet's wind (none when it has none) and with the boats' own.
pub struct Evaluated {
    pub fleet: RaceFleet,
    pub by_fleet_wind: Option<Day>,
    pub by_boats_winds: Day,
    /// Pairs on legs, with the fleet's wind.
    pub duels: Vec<DuelErrors>,
}

/// The rows of the table, with at most `max_seeds` seeds per kind of fleet; with `list_errors` what went wrong goes to the
/// error stream, a few lines a fleet.
pub fn rows(max_seeds: u64, list_errors: bool) -> Vec<Row> {
    let all: Vec<RaceFleet> = DATA_SETS.iter().flat_map(|&set| fleets(set, max_seeds)).collect();
    let evaluated = map_parallel("races", &all, |fleet| evaluate(fleet, list_errors));
    let mut rows = rows::rows(&evaluated);
    rows.push(rows::duration());
    rows
}

/// Simulates a fleet and analyses its races.
fn evaluate(fleet: &RaceFleet, list_errors: bool) -> Evaluated {
    let boats: Vec<Simulation> = fleet.specs().iter().filter_map(|spec| simulate(spec).ok()).collect();
    let tracks: Vec<RaceTrack> = boats.iter().filter_map(track).collect();
    let of = |options: &RaceOptions| {
        let found = analyze(&tracks, options);
        if list_errors && options.wind.is_some() {
            eprint!("{}", listing::text(fleet, &boats, &found));
        }
        (compare(&boats, &found), found)
    };
    let options = fleet_wind(&boats).map(|wind| RaceOptions { wind: Some(wind), ..RaceOptions::default() });
    let by_fleet = options.as_ref().map(of);
    let duels = match (&options, &by_fleet) {
        (Some(options), Some((_, found))) => duels::errors(&boats, &tracks, options, found),
        _ => Vec::new(),
    };
    Evaluated {
        fleet: *fleet,
        by_fleet_wind: by_fleet.map(|(day, _)| day),
        by_boats_winds: of(&RaceOptions::default()).0,
        duels,
    }
}

/// Name of a boat's track.
pub fn name(boat: &Simulation) -> String {
    format!("boat {}", boat.spec.seed)
}

/// The track of a boat as her own analysis gives it.
pub fn track(boat: &Simulation) -> Option<RaceTrack> {
    let class = leebow_engine::config::boat_class(&boat.spec.class)?;
    let recording = boat.recording(DeviceColumns::SpeedAndCourse);
    let analysis = analyze_recording(&name(boat), "", recording, class, AnalysisInputs::default()).ok()?;
    Some(race_track(&analysis))
}

fn fleet_wind(boats: &[Simulation]) -> Option<RaceWindColumns> {
    let evidence = |boat: &Simulation| {
        let class = leebow_engine::config::boat_class(&boat.spec.class)?;
        let recording = boat.recording(DeviceColumns::SpeedAndCourse);
        recording_wind_evidence(&name(boat), recording, class, &AnalysisInputs::default()).ok()
    };
    let evidence: Vec<TrackEvidence> = boats.iter().filter_map(evidence).collect();
    let wind = estimate_fleet_winds(&evidence).first()?.answer().wind?;
    Some(RaceWindColumns {
        source: RaceWindSource::Fleet,
        time_ms: wind.time_ms,
        twd_deg: wind.twd_deg,
        sd_deg: wind.sd_deg,
        flip_probability: wind.flip_probability,
    })
}

/// The analysis of 50 boats over an hour at 1 Hz, made of the tracks of ten, and the time of its sections 1 to 4, s.
pub fn analysis_of_fifty() -> Option<(RaceAnalysis, f64)> {
    let boats: Vec<Simulation> = fleets::of_an_hour().iter().filter_map(|spec| simulate(spec).ok()).collect();
    let ten: Vec<RaceTrack> = boats.iter().filter_map(track).collect();
    let fifty: Vec<RaceTrack> = (0..50)
        .filter_map(|i| {
            let mut copy = ten.get(i % ten.len().max(1))?.clone();
            copy.facts.name = format!("boat {i}");
            // Beside the boat that it is copied from, so that no two boats sail one track.
            copy.lon_deg.iter_mut().for_each(|lon| *lon += 4e-5 * (i / 10) as f64);
            Some(copy)
        })
        .collect();
    let options = RaceOptions::default();
    let once = || {
        let start = std::time::Instant::now();
        let analysis = analyze(&fifty, &options);
        (analysis, start.elapsed().as_secs_f64())
    };
    (0..3).map(|_| once()).min_by(|a, b| a.1.total_cmp(&b.1))
}
