//! The seeded simulator with its truth (docs/algorithms.md, section 14), and the writers of its files.
//!
//! Of the engine it has units, geometry and calendar, the types of recordings and errors, and the names and definitions
//! that both share: classes (keelboat, foiling speed) and kinds of segments. Polars, class angles and the measurement of
//! the truth are its own, so that an error of the engine is not in the truth it is compared with.
//!
//! ```
//! use leebow_simulator::{Spec, simulate};
//! let session = simulate(&Spec { class: "J70".into(), minutes: 10.0, ..Spec::default() })?;
//! assert_eq!(session.fixes.len(), 601);
//! # Ok::<(), leebow_engine::Error>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `spec`, `sailing`, `noise` | what to simulate, differences of a boat from her class, errors of the receiver |
//! | `random` | random numbers from integer arithmetic: the same session on every machine |
//! | `boat_models` | polars and parameters of the classes |
//! | `sea` | wind field and current |
//! | `course` | marks, start times and tasks |
//! | `race` | races: settings, line, marks, signals and tasks |
//! | `boat`, `crew` | motion of the boat, decisions of the crew |
//! | `path`, `sweep`, `label`, `truth` | labels, losses and wind of the noiseless path |
//! | `device` | fixes of the receiver |
//! | `recording` | the session as a recording |
//! | `write_*` | the formats |
#![forbid(unsafe_code)]

mod boat;
mod boat_models;
mod clock;
mod course;
mod crew;
mod demo;
mod device;
mod fixtures;
mod label;
mod noise;
mod path;
mod race;
mod random;
mod recording;
mod sailing;
mod sea;
mod spec;
mod sweep;
#[cfg(test)]
mod test_path;
mod truth;
mod write;
mod write_csv;
mod write_fit;
mod write_gpx;
mod write_nmea;

use std::f64::consts::TAU;

pub use boat::Moment;
pub use demo::{demo, demo_specs};
pub use device::Fix;
pub use fixtures::{FixtureSession, fixtures};
pub use noise::{Device, Noise};
pub use race::{Finish, RaceSettings};
pub use random::Random;
pub use recording::DeviceColumns;
pub use sailing::Sailing;
pub use sea::{Sea, Wind};
pub use spec::{MAX_MINUTES, Scenario, Spec};
pub use truth::{Lags, TrueLine, TrueManeuver, TruePlace, TrueRace, TrueStop, TrueWaypoint, TrueWind, Truth};
pub use write::{FORMATS, write, write_simulation};

use boat::{Boat, SIMULATION_STEP_S};
use leebow_engine::config;
use leebow_engine::error::Error;
use leebow_engine::geo::Plane;
use random::OrnsteinUhlenbeck;

/// A simulated session.
#[derive(Debug, Clone, PartialEq)]
pub struct Simulation {
    pub spec: Spec,
    /// The noiseless path, 20 moments per second.
    pub path: Vec<Moment>,
    /// The recorded fixes.
    pub fixes: Vec<Fix>,
    pub truth: Truth,
}

/// Simulates a session. Errors: `BadOptions` for a spec out of range.
pub fn simulate(spec: &Spec) -> Result<Simulation, Error> {
    spec.check()?;
    let spec = &spec.resolved();
    let class = boat_models::class_of(&spec.class).unwrap_or(config::OTHER);
    let model = &spec.sailing.of_class(boat_models::boat_model(&spec.class), spec.seed);
    let sea = sea::Sea::new(spec);
    let mut crew = crew::Crew::new(spec, model, &sea).covering(rival(spec)?);
    let (place, course_deg) = crew.first_place(sea.wind(0.0, 0.0, 0.0).twd_deg);
    let wind = sea.wind(0.0, place.0, place.1);
    let mut boat =
        Boat::new(model, place, course_deg, wind, Random::new(spec.seed, 4)).with_helm_and_waves(spec);
    let rhythm = Rhythm::new(spec);
    let count = (spec.minutes * 60.0 / SIMULATION_STEP_S) as usize + 1;
    let mut path = Vec::with_capacity(count);
    for step in 0..count {
        let time_s = step as f64 * SIMULATION_STEP_S;
        crew.step(&mut boat, time_s);
        let (heel, speed) = (rhythm.at(step), rhythm.at(step.saturating_sub(rhythm.lag_steps)));
        path.push(boat.step(time_s, &sea, heel, speed));
    }
    let plane = Plane::at(spec.lat_deg, spec.lon_deg);
    let truth = Truth {
        maneuvers: truth::measure(&path, &crew.actions, model, class, spec),
        wind: truth::wind_series(&path, spec.start_time_ms),
        lags: Lags { heel_s: rhythm.lag_steps as f64 * SIMULATION_STEP_S },
        stops: truth::stops(&path, spec.start_time_ms),
        races: truth::races(&path, crew.race_layouts(), spec, &sea, &plane),
    };
    let fixes = device::record(&path, spec, &plane);
    Ok(Simulation { spec: spec.clone(), path, fixes, truth })
}

/// The path of the boat that the boat of this spec covers.
fn rival(spec: &Spec) -> Result<Option<Vec<Moment>>, Error> {
    let Some((race, seed)) = spec.race.and_then(|race| Some((race, race.covers_seed?))) else {
        return Ok(None);
    };
    let race = race::RaceSettings { covers_seed: None, ..race };
    Ok(Some(simulate(&Spec { seed, race: Some(race), ..spec.clone() })?.path))
}

/// Quasi-periodic rhythm w(t) of heel and speed (docs/algorithms.md, section 14.4), in the speed after a lag.
struct Rhythm {
    wave: Vec<f64>,
    lag_steps: usize,
}

impl Rhythm {
    fn new(spec: &Spec) -> Self {
        let random = &mut Random::new(spec.seed, 5);
        let drawn_s = random.between(0.3, 2.5);
        let lag_steps = (spec.heel_lag_s.unwrap_or(drawn_s) / SIMULATION_STEP_S + 0.5) as usize;
        let mut period = OrnsteinUhlenbeck::new(1.5, 20.0, random);
        let mut size = OrnsteinUhlenbeck::new(0.3, 30.0, random);
        let mut phase = random.between(0.0, TAU);
        let wave = (0..(spec.minutes * 60.0 / SIMULATION_STEP_S) as usize + 1)
            .map(|_| {
                phase = (phase
                    + TAU * SIMULATION_STEP_S / (8.0 + period.step(SIMULATION_STEP_S, random)).max(4.0))
                    % TAU;
                (1.0 + size.step(SIMULATION_STEP_S, random)).max(0.0) * libm::sin(phase)
            })
            .collect();
        Self { wave, lag_steps }
    }

    fn at(&self, step: usize) -> f64 {
        self.wave.get(step).copied().unwrap_or(0.0)
    }
}
