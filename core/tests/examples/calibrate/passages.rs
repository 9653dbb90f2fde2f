//! Simulated passages, races and rides that a tracker recorded.

use leebow_engine::config::boat_class;
use leebow_engine::pipeline::side_sample;
use leebow_simulator::{DeviceColumns, Noise, Scenario, Spec, simulate};

use crate::data::{Family, Track, right, true_wind};
use crate::known::around;
use crate::parallel::map_parallel;

/// Intervals of the trackers, s, durations of the passages and mean durations of their legs, min.
const TRACKERS: [[f64; 3]; 4] =
    [[30.0, 240.0, 20.0], [120.0, 480.0, 30.0], [300.0, 720.0, 60.0], [1800.0, 1440.0, 180.0]];
const CLASSES: [&str; 4] = ["J70", "Melges 24", "Viper 640", "Laser"];
const SCENARIOS: [Scenario; 3] = [Scenario::Passage, Scenario::WindwardLeeward, Scenario::FreeRide];
/// Longest race or ride, min.
const RACE_MIN: f64 = 360.0;
/// Interval of the fixes of which the tracker sends some, s.
const FIX_S: f64 = 10.0;
/// One of so many seeds is simulated.
const EVERY: usize = 5;

/// A session for every fifth seed and every tracker, class and scenario; every second boat's class is not known.
pub fn tracks(seeds: std::ops::Range<u64>) -> Vec<Track> {
    let mut all = Vec::new();
    for seed in seeds.step_by(EVERY) {
        for tracker in TRACKERS {
            for class in CLASSES {
                all.extend(SCENARIOS.map(|scenario| (seed, tracker, class, scenario)));
            }
        }
    }
    map_parallel("passages", &all, |&(seed, tracker, class, scenario)| track(seed, tracker, class, scenario))
        .into_iter()
        .flatten()
        .collect()
}

fn track(
    seed: u64,
    [interval_s, minutes, leg_min]: [f64; 3],
    class: &str,
    scenario: Scenario,
) -> Option<Track> {
    let is_passage = scenario == Scenario::Passage;
    let spec = Spec {
        class: class.to_string(),
        seed,
        scenario,
        minutes: if is_passage { minutes } else { minutes.min(RACE_MIN) },
        rate_hz: 1.0 / FIX_S,
        tws_kn: 7.0 + (seed % 5) as f64 * 2.5,
        twd_deg: (seed * 67 % 360) as f64,
        trend_deg_per_h: Some((seed % 3) as f64 * 2.0 - 2.0),
        mistakes: if is_passage { 0.0 } else { 1.0 },
        leg_min: Some(leg_min),
        noise: Noise { drift_m: 2.0, white_m: 1.0, ..Noise::LOGGER },
        heart_rate: false,
        ..Spec::default()
    };
    let session = simulate(&spec).ok()?;
    let mut recording = session.recording(DeviceColumns::PositionsAlone);
    let every = libm::round(interval_s / FIX_S) as usize;
    let rows: Vec<usize> = (0..recording.columns.len()).step_by(every).collect();
    recording.columns = std::mem::take(&mut recording.columns).into_selected(&rows);
    recording.breaks.clear();
    let truth = true_wind(&session);
    let sample = side_sample(recording, boat_class(if seed.is_multiple_of(2) { class } else { "Other" })?)?;
    let right = right(&sample, |t| around(&truth, t));
    Some(Track {
        sample,
        right,
        weight: 1.0,
        family: Family::Keelboat,
        shapes_sailing: false,
        under_engine: false,
        is_real: false,
    })
}
