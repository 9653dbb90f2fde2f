//! The tracks that the model is fitted on, each with its candidates and which of them are right.

use leebow_engine::angle::{circular_mean, wrap_180};
use leebow_engine::config::boat_class;
use leebow_engine::pipeline::side_sample;
use leebow_engine::wind::estimate::SideSample;
use leebow_simulator::{DeviceColumns, Noise, Scenario, Simulation, Spec, simulate};

use crate::known::around;
use crate::parallel::map_parallel;
use crate::{passages, recorded};

/// Seeds of the simulated tracks; those from 100 on are held out.
pub const SEEDS: std::ops::Range<u64> = 11..31;
/// Boats of the simulator, each with its family.
const BOATS: [(&str, Family); 18] = [
    ("29er", Family::Skiff),
    ("470", Family::Dinghy),
    ("49er", Family::Skiff),
    ("C420", Family::Dinghy),
    ("Formula Kite", Family::Skiff),
    ("i420", Family::Dinghy),
    ("J70", Family::Keelboat),
    ("Laser", Family::Dinghy),
    ("Melges 24", Family::Keelboat),
    ("Moth", Family::Skiff),
    ("Nacra 17", Family::Skiff),
    ("Viper 640", Family::Skiff),
    ("Foil Pumping", Family::Skiff),
    ("Kite Flying", Family::Skiff),
    ("Windsurf fin", Family::Board),
    ("Windsurf foil", Family::Board),
    ("Wing foil", Family::Board),
    ("Kite", Family::Kite),
];
const SCENARIOS: [Scenario; 5] = [
    Scenario::WindwardLeeward,
    Scenario::FreeRide,
    Scenario::ToAndFro,
    Scenario::ReachOnly,
    Scenario::Motoring,
];
/// A candidate is right when its mean and its median distance from the wind are within this, deg.
const RIGHT_DEG: f64 = 45.0;
/// Weight of a simulated track under engine or on one reach, which are rarer than others; these have weight 1.
const RARE_WEIGHT: f64 = 0.3;

/// Kinds of boats whose turns have equal weight in the shapes, however many there are of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    Dinghy,
    Keelboat,
    Skiff,
    Board,
    Kite,
}

pub const FAMILIES: [Family; 5] =
    [Family::Dinghy, Family::Keelboat, Family::Skiff, Family::Board, Family::Kite];

/// One track.
pub struct Track {
    pub sample: SideSample,
    /// Which candidates are right; none for a track that determines no wind.
    pub right: Vec<bool>,
    pub weight: f64,
    pub family: Family,
    /// Its turns are used for the shapes under sail.
    pub shapes_sailing: bool,
    pub under_engine: bool,
    pub is_real: bool,
}

/// All tracks.
pub fn tracks() -> Vec<Track> {
    simulated(SEEDS).into_iter().chain(recorded::tracks()).collect()
}

/// The simulated tracks of these seeds.
pub fn simulated(seeds: std::ops::Range<u64>) -> Vec<Track> {
    let mut sessions = Vec::new();
    for seed in seeds.clone() {
        for scenario in SCENARIOS {
            sessions.extend(BOATS.iter().map(|&(boat, family)| (boat, family, scenario, seed)));
        }
    }
    let sailed = map_parallel("simulated", &sessions, |&(boat, family, scenario, seed)| {
        sailed(boat, family, scenario, seed)
    });
    sailed.into_iter().flatten().chain(passages::tracks(seeds)).collect()
}

fn sailed(boat: &str, family: Family, scenario: Scenario, seed: u64) -> Vec<Track> {
    let is_class = boat_class(boat).is_some();
    if scenario == Scenario::Motoring && !is_class {
        return Vec::new();
    }
    let spec = spec(boat, scenario, seed);
    let Ok(session) = simulate(&spec) else { return Vec::new() };
    let columns = match seed % 3 {
        2 => DeviceColumns::PositionsAlone,
        _ => DeviceColumns::SpeedAndCourse,
    };
    let truth = true_wind(&session);
    let no_wind = matches!(scenario, Scenario::ReachOnly | Scenario::Motoring);
    let under_engine = scenario == Scenario::Motoring;
    let classes = if is_class { vec!["Other", boat] } else { vec!["Other"] };
    let track = |class: &str| {
        let sample = side_sample(session.recording(columns), boat_class(class)?)?;
        let right = right(&sample, |t| around(&truth, t).filter(|_| !no_wind));
        let weight = if no_wind { RARE_WEIGHT } else { 1.0 };
        let shapes_sailing = !no_wind;
        Some(Track { sample, right, weight, family, shapes_sailing, under_engine, is_real: false })
    };
    classes.into_iter().filter_map(track).collect()
}

/// Times, ms, and directions of the true wind.
pub fn true_wind(session: &Simulation) -> Vec<(f64, f64)> {
    let moments = session.truth.wind.iter().enumerate();
    moments.map(|(i, w)| (session.spec.start_time_ms + 10_000.0 * i as f64, w.twd_deg)).collect()
}

/// Length, interval, wind, current, receiver and helm vary with the seed and the boat.
fn spec(boat: &str, scenario: Scenario, seed: u64) -> Spec {
    let k = seed * 7 + boat.len() as u64 * 3 + scenario as u64;
    let twd_deg = (seed * 67 % 360) as f64;
    let asymmetric = k % 4 == 2;
    Spec {
        class: boat.to_string(),
        seed,
        scenario,
        twd_deg,
        minutes: [45.0, 25.0, 12.0, 70.0][(k % 4) as usize],
        rate_hz: [1.0, 5.0, 0.5, 1.0, 0.2][(k % 5) as usize],
        tws_kn: 7.0 + 2.2 * (k % 6) as f64,
        current_kn: [0.0, 0.0, 0.8, 0.0, 1.4][(k / 2 % 5) as usize],
        current_deg: twd_deg + if seed.is_multiple_of(2) { 90.0 } else { -60.0 },
        noise: if k % 3 == 1 { Noise::WATCH } else { Noise::LOGGER },
        helm_asymmetry_deg: if asymmetric { 4.0 } else { 0.0 },
        waves_deg: if asymmetric { 2.5 } else { 0.0 },
        offset_mark: asymmetric,
        ..Spec::default()
    }
}

/// Which candidates of a sample are right.
pub fn right(sample: &SideSample, truth: impl Fn(f64) -> Option<f64>) -> Vec<bool> {
    let is_right = |path: &[(f64, f64)]| {
        let mut off: Vec<f64> = path.iter().filter_map(|&(t, deg)| Some(wrap_180(deg - truth(t)?))).collect();
        let mean = circular_mean(off.iter().map(|&o| (o, 1.0))).map(|m| wrap_180(m.0).abs());
        off.iter_mut().for_each(|o| *o = o.abs());
        off.sort_by(f64::total_cmp);
        let middle = off.get(off.len() / 2).copied();
        mean.zip(middle).is_some_and(|(mean, middle)| mean.max(middle) <= RIGHT_DEG)
    };
    sample.candidates.iter().map(|c| is_right(&c.path)).collect()
}
