//! Two boats on a leg, compared with what they would be without any error: the same decomposition of the positions of the
//! simulation by the wind of the simulation. The turns are those that were found, so that only the parts are judged.

use leebow_engine::calendar::ms_from_iso;
use leebow_engine::geo::Plane;
use leebow_engine::race::duel_answer::DuelParts;
use leebow_engine::race::input::{RaceWindColumns, RaceWindSource};
use leebow_engine::race::{RaceAnalysis, RaceOptions, RaceTrack, duel};
use leebow_simulator::{Moment, Simulation};

/// A leg found with and without errors begins and ends within this time, ms; others are not compared, since a part of
/// another time is another part.
const SAME_LEG_MS: f64 = 1_500.0;
/// Boats on the leg are compared with the next one in the result, so many pairs a race.
const MAX_PAIRS: usize = 4;
/// Seconds between two values of the true wind.
const WIND_STEP_S: usize = 10;
/// Moments of the simulation a second.
const MOMENTS_A_SECOND: usize = 20;

/// Parts of a leg between two boats: speed, height, shift, turns, total.
pub const PARTS: [&str; 5] = ["speed", "height", "shift", "turns", "total"];

/// A pair on a leg: the error and standard deviation of each part, and by how much the parts miss their sum, m.
pub struct DuelErrors {
    pub parts_m: [[f64; 2]; 5],
    pub missing_m: f64,
}

/// The pairs of the races of a day.
pub fn errors(
    boats: &[Simulation],
    tracks: &[RaceTrack],
    options: &RaceOptions,
    found: &RaceAnalysis,
) -> Vec<DuelErrors> {
    let exact: Vec<RaceTrack> = tracks.iter().filter_map(|track| without_noise(track, boats)).collect();
    let truth = RaceOptions { wind: true_wind(boats), ..options.clone() };
    let mut all = Vec::new();
    for race in &found.day.races {
        for pair in race.boats.windows(2).take(MAX_PAIRS) {
            for leg in 0..race.legs.len() {
                let names = [pair[0].track.as_str(), pair[1].track.as_str()];
                let measured = duel(tracks, options, &race.start_time, names, leg);
                let exact = duel(&exact, &truth, &race.start_time, names, leg);
                let (Some(measured), Some(exact)) = (measured, exact) else { continue };
                let is_near = |a: &str, b: &str| match (ms_from_iso(a), ms_from_iso(b)) {
                    (Some(a), Some(b)) => (a - b).abs() < SAME_LEG_MS,
                    _ => false,
                };
                if is_near(&measured.start_time, &exact.start_time)
                    && is_near(&measured.end_time, &exact.end_time)
                {
                    all.push(DuelErrors {
                        parts_m: compared(&measured.sum, &exact.sum),
                        missing_m: missing_m(&measured.sum, measured.end_m - measured.start_m),
                    });
                }
            }
        }
    }
    all
}

fn compared(measured: &DuelParts, exact: &DuelParts) -> [[f64; 2]; 5] {
    [
        [measured.speed_m - exact.speed_m, measured.speed_sd_m],
        [measured.height_m - exact.height_m, measured.height_sd_m],
        [measured.shift_m - exact.shift_m, measured.shift_sd_m],
        [measured.turns_m - exact.turns_m, measured.turns_sd_m],
        [measured.total_m - exact.total_m, measured.total_sd_m],
    ]
}

fn missing_m(p: &DuelParts, change_m: f64) -> f64 {
    (p.speed_m + p.height_m + p.shift_m + p.turns_m + p.rest_m - change_m).abs()
}

/// The track with the positions and velocities of the simulation, once a second.
fn without_noise(track: &RaceTrack, boats: &[Simulation]) -> Option<RaceTrack> {
    let boat = boats.iter().find(|boat| super::name(boat) == track.facts.name)?;
    let plane = Plane::at(boat.spec.lat_deg, boat.spec.lon_deg);
    let moments: Vec<&Moment> = boat.path.iter().step_by(MOMENTS_A_SECOND).collect();
    let places: Vec<(f64, f64)> = moments.iter().map(|m| plane.to_deg(m.east_m, m.north_m)).collect();
    let course = |m: &&Moment| libm::atan2(m.east_mps, m.north_mps).to_degrees().rem_euclid(360.0) as f32;
    Some(RaceTrack {
        facts: track.facts.clone(),
        time_ms: moments.iter().map(|m| boat.spec.start_time_ms + 1000.0 * m.time_s).collect(),
        lat_deg: places.iter().map(|p| p.0).collect(),
        lon_deg: places.iter().map(|p| p.1).collect(),
        sog_mps: moments.iter().map(|m| libm::hypot(m.east_mps, m.north_mps) as f32).collect(),
        cog_deg: moments.iter().map(course).collect(),
        ewd_deg: Vec::new(),
        ewd_sd_deg: Vec::new(),
    })
}

/// The mean of the true winds at the boats. Boats of a fleet start at the same moment.
fn true_wind(boats: &[Simulation]) -> Option<RaceWindColumns> {
    let rows = boats.iter().map(|b| b.path.len()).min()?;
    let rows: Vec<usize> = (0..rows).step_by(WIND_STEP_S * MOMENTS_A_SECOND).collect();
    let start_ms = boats.first()?.spec.start_time_ms;
    let mean = |row: &usize| {
        let sum = boats.iter().filter_map(|b| b.path.get(*row)).fold((0.0, 0.0), |sum, m| {
            let (sin, cos) = libm::sincos(m.wind.twd_deg.to_radians());
            (sum.0 + sin, sum.1 + cos)
        });
        libm::atan2(sum.0, sum.1).to_degrees().rem_euclid(360.0)
    };
    let a_row_ms = 1000.0 / MOMENTS_A_SECOND as f64;
    Some(RaceWindColumns {
        source: RaceWindSource::Measured,
        time_ms: rows.iter().map(|row| start_ms + *row as f64 * a_row_ms).collect(),
        twd_deg: rows.iter().map(mean).collect(),
        sd_deg: vec![0.1; rows.len()],
        flip_probability: 0.0,
    })
}
