//! The simulated sessions that are measured, and their evaluation.

use leebow_engine::angle::wrap_360;
use leebow_engine::config::{BOAT_CLASSES, BoatClass, boat_class};
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::wind::{WindSeries, WindSource};
use leebow_simulator::{DeviceColumns, Noise, Scenario, Simulation, Spec, simulate};

use crate::evaluation::{SessionErrors, evaluate};
use crate::parallel::map_parallel;
use crate::table::DataSet;
use crate::unlike::Unlike;
use crate::unnamed::unnamed_errors;

/// A way of sailing and recording, simulated for every class.
#[derive(Clone, Copy, PartialEq)]
pub struct Condition {
    pub scenario: Scenario,
    pub rate_hz: f64,
    pub current_kn: f64,
    /// Seeds per class and data set.
    pub seeds: u64,
    /// The analysis gets the boat class; else it assumes "Other".
    pub class_given: bool,
    /// One tack is sailed lower than the other, waves swing the boat, and the top mark has an offset mark.
    pub asymmetric_helm: bool,
    /// What is unlike the ordinary sessions of the class, if anything.
    pub unlike: Option<Unlike>,
}

pub const fn race(rate_hz: f64, current_kn: f64, seeds: u64) -> Condition {
    Condition {
        scenario: Scenario::WindwardLeeward,
        rate_hz,
        current_kn,
        seeds,
        class_given: true,
        asymmetric_helm: false,
        unlike: None,
    }
}

const fn other(scenario: Scenario, seeds: u64) -> Condition {
    Condition { scenario, ..race(1.0, 0.0, seeds) }
}

/// Windward-leeward races and free rides, which tacks, gybes, wind and losses are measured on.
pub const RACES_AND_RIDES: &[Condition] = &[
    race(1.0, 0.0, 8),
    race(5.0, 0.0, 6),
    race(10.0, 0.0, 2),
    race(0.2, 0.0, 6),
    race(1.0, 0.8, 6),
    race(1.0, 1.4, 4),
    other(Scenario::FreeRide, 4),
];

const fn asymmetric(rate_hz: f64) -> Condition {
    Condition { asymmetric_helm: true, ..race(rate_hz, 0.0, 4) }
}

/// Races with an asymmetric helm, waves and an offset mark.
pub const ASYMMETRIC_HELM: &[Condition] = &[asymmetric(1.0), asymmetric(5.0)];

/// Sessions that determine no wind.
pub const NO_WIND: &[Condition] = &[other(Scenario::ReachOnly, 6), other(Scenario::Motoring, 6)];

const fn reciprocal_reaches(rate_hz: f64, class_given: bool) -> Condition {
    Condition {
        scenario: Scenario::ToAndFro,
        rate_hz,
        current_kn: 0.0,
        seeds: 3,
        class_given,
        asymmetric_helm: false,
        unlike: None,
    }
}

/// Foils on reciprocal reaches with a gybe at both ends.
pub const RECIPROCAL_REACHES: &[Condition] = &[
    reciprocal_reaches(0.5, true),
    reciprocal_reaches(1.0, true),
    reciprocal_reaches(5.0, true),
    reciprocal_reaches(0.5, false),
    reciprocal_reaches(1.0, false),
    reciprocal_reaches(5.0, false),
];

/// Sessions that several devices record.
pub const DEVICES: &[Condition] = &[race(1.0, 0.0, 2), race(5.0, 0.0, 1)];

/// Sessions that are compared in two forms of recording.
pub const PAIRS: &[Condition] =
    &[race(1.0, 0.0, 2), race(5.0, 0.0, 1), race(1.0, 0.8, 1), other(Scenario::FreeRide, 1)];

/// Seeds below 50 are tuning data; seeds from this one to 999 are held out.
const FIRST_HELD_OUT_SEED: u64 = 100;

/// One session to simulate.
#[derive(Clone, Copy)]
pub struct Session {
    pub condition: Condition,
    pub class: &'static BoatClass,
    pub seed: u64,
    pub data_set: DataSet,
}

/// A session with the errors of its analysis.
pub struct Evaluated {
    pub session: Session,
    pub errors: SessionErrors,
}

/// Every session of these conditions in a data set, with at most `max_seeds` seeds per class.
pub fn sessions(conditions: &[Condition], data_set: DataSet, max_seeds: u64) -> Vec<Session> {
    let first = if data_set == DataSet::Tuning { 1 } else { FIRST_HELD_OUT_SEED };
    let of = |c: &Condition| sessions_from(&[*c], first, c.seeds.min(max_seeds));
    conditions.iter().flat_map(of).collect()
}

/// Every session of these conditions with `seeds` seeds per class from `first` on. Reciprocal reaches are simulated for
/// foiling classes only.
pub fn sessions_from(conditions: &[Condition], first: u64, seeds: u64) -> Vec<Session> {
    let data_set = if first < FIRST_HELD_OUT_SEED { DataSet::Tuning } else { DataSet::HeldOut };
    let mut all = Vec::new();
    for &condition in conditions {
        let foils = condition.scenario == Scenario::ToAndFro;
        let sails = |c: &&BoatClass| match condition.unlike {
            Some(unlike) => unlike.is_sailed_by(c),
            None => c.name != "Other" && (!foils || c.foil_speed_kn.is_some()),
        };
        for class in BOAT_CLASSES.iter().filter(sails) {
            all.extend((first..first + seeds).map(|seed| Session { condition, class, seed, data_set }));
        }
    }
    all
}

impl Session {
    /// Class and condition in words.
    pub fn name(&self) -> String {
        let Condition { scenario, rate_hz, current_kn, class_given, asymmetric_helm, unlike, .. } =
            self.condition;
        let class = if class_given { "" } else { " class unknown" };
        let helm = if asymmetric_helm { " asymmetric helm" } else { "" };
        let unlike = unlike.map_or(String::new(), |unlike| format!(" {}", unlike.name()));
        format!("{} {rate_hz} Hz {current_kn} kn {scenario:?}{class}{helm}{unlike}", self.class.name)
    }

    /// What to simulate. The receiver is a logger, up to 1 Hz every second time a watch; the current sets across the
    /// wind, from either side.
    pub fn spec(&self) -> Spec {
        let Self { condition, class, seed, .. } = self;
        let twd_deg = (seed * 67 % 360) as f64;
        let watch = condition.rate_hz <= 1.0 && seed % 2 == 1;
        // 3 or 6 degrees lower on one tack than on the other; each tack equally often.
        let asymmetry_deg = if seed % 2 == 0 { 3.0 } else { -3.0 } * (1 + seed / 2 % 2) as f64;
        let spec = Spec {
            class: class.name.to_string(),
            seed: *seed,
            rate_hz: condition.rate_hz,
            scenario: condition.scenario,
            tws_kn: 7.0 + (seed % 5) as f64 * 2.5,
            twd_deg,
            current_kn: condition.current_kn,
            current_deg: wrap_360(twd_deg + if seed % 4 < 2 { 90.0 } else { -90.0 }),
            noise: if watch { Noise::WATCH } else { Noise::LOGGER },
            helm_asymmetry_deg: if condition.asymmetric_helm { asymmetry_deg } else { 0.0 },
            waves_deg: if condition.asymmetric_helm { 2.5 } else { 0.0 },
            offset_mark: condition.asymmetric_helm,
            ..Spec::default()
        };
        condition.unlike.map_or_else(|| spec.clone(), |unlike| unlike.applied_to(&spec))
    }

    /// What the device records: positions and times only in one recording of three and in all below 0.5 Hz.
    pub fn writes(&self) -> DeviceColumns {
        let doppler = self.condition.rate_hz >= 0.5 && self.seed % 3 != 2;
        if doppler { DeviceColumns::SpeedAndCourse } else { DeviceColumns::PositionsAlone }
    }

    /// Simulates and analyses the session; with `true_wind` the analysis uses the true wind.
    fn evaluate(&self, true_wind: bool) -> Option<Evaluated> {
        let simulation = simulate(&self.spec()).ok()?;
        let recording = simulation.recording(self.writes());
        let inputs = AnalysisInputs {
            pinned: true_wind.then(|| true_wind_series(&simulation)),
            ..AnalysisInputs::default()
        };
        let class = boat_class(if self.condition.class_given { self.class.name } else { "Other" })?;
        let analysis = analyze_recording("simulated", "", recording, class, inputs).ok()?;
        let mut errors = evaluate(&simulation, &analysis.report);
        errors.unnamed = unnamed_errors(&simulation, simulation.recording(self.writes()), class);
        Some(Evaluated { session: *self, errors })
    }
}

/// Simulates and analyses all sessions, on all cores; the results in their order.
pub fn evaluate_all(what: &str, sessions: Vec<Session>, true_wind: bool) -> Vec<Evaluated> {
    map_parallel(what, &sessions, |session| session.evaluate(true_wind)).into_iter().flatten().collect()
}

/// The true wind at the boat, every 10 s, with a standard deviation of 0.5 degrees.
pub fn true_wind_series(simulation: &Simulation) -> WindSeries {
    let truth = &simulation.truth.wind;
    WindSeries {
        source: WindSource::Estimated,
        time_ms: (0..truth.len()).map(|k| simulation.spec.start_time_ms + 10_000.0 * k as f64).collect(),
        twd_deg: truth.iter().map(|w| w.twd_deg).collect(),
        sd_deg: vec![0.5; truth.len()],
        tws_mps: vec![f64::NAN; truth.len()],
        flip_probability: 0.0,
    }
}
