//! Which sessions are sailed, and the sailing of them.

use leebow_engine::angle::wrap_360;
use leebow_engine::config::{BOAT_CLASSES, BoatClass, boat_class};
use leebow_engine::pipeline::{Known, analyze_recording};
use leebow_engine::simulate::{Noise, Scenario, Simulation, Spec, Writes, simulate};
use leebow_engine::wind::{WindSeries, WindSource};

use crate::cores::each;
use crate::judge::{Judged, judge};
use crate::table::Half;

/// A way of sailing and recording, sailed by every class.
#[derive(Clone, Copy, PartialEq)]
pub struct Condition {
    pub scenario: Scenario,
    pub rate_hz: f64,
    pub current_kn: f64,
    /// Seeds a class and half.
    pub seeds: u64,
    /// The engine is told the class; else it takes her for a boat nobody knows.
    pub told: bool,
    /// A helm who sails one tack lower, waves that swing the boat, an offset mark at the top.
    pub lively: bool,
}

const fn race(rate_hz: f64, current_kn: f64, seeds: u64) -> Condition {
    Condition { scenario: Scenario::WindwardLeeward, rate_hz, current_kn, seeds, told: true, lively: false }
}

const fn other(scenario: Scenario, seeds: u64) -> Condition {
    Condition { scenario, rate_hz: 1.0, current_kn: 0.0, seeds, told: true, lively: false }
}

pub const SAILED: &[Condition] = &[
    race(1.0, 0.0, 8),
    race(5.0, 0.0, 6),
    race(10.0, 0.0, 2),
    race(0.2, 0.0, 6),
    race(1.0, 0.8, 6),
    race(1.0, 1.4, 4),
    other(Scenario::FreeRide, 4),
];

const fn lively(rate_hz: f64) -> Condition {
    Condition { lively: true, ..race(rate_hz, 0.0, 4) }
}

/// Races as people sail them who are not a simulator.
pub const LIVELY: &[Condition] = &[lively(1.0), lively(5.0)];

pub const SILENT: &[Condition] = &[other(Scenario::ReachOnly, 6), other(Scenario::Motoring, 6)];

const fn to_and_fro(rate_hz: f64, told: bool) -> Condition {
    Condition { scenario: Scenario::ToAndFro, rate_hz, current_kn: 0.0, seeds: 3, told, lively: false }
}

/// Boards and boats on foils that reach to and fro and gybe at both ends.
pub const GYBING: &[Condition] = &[
    to_and_fro(0.5, true),
    to_and_fro(1.0, true),
    to_and_fro(5.0, true),
    to_and_fro(0.5, false),
    to_and_fro(1.0, false),
    to_and_fro(5.0, false),
];

/// Founders tune on seeds below 50 and look at none from 100 to 999.
const FIRST_NOT_TUNED_ON: u64 = 100;

#[derive(Clone, Copy)]
pub struct Session {
    pub condition: Condition,
    pub class: &'static BoatClass,
    pub seed: u64,
    pub half: Half,
}

pub struct Sailed {
    pub session: Session,
    pub judged: Judged,
}

/// Every session of these conditions in a half; `most` seeds at most.
pub fn sessions(conditions: &[Condition], half: Half, most: u64) -> Vec<Session> {
    let first = if half == Half::TunedOn { 1 } else { FIRST_NOT_TUNED_ON };
    let of = |c: &Condition| sessions_from(&[*c], first, c.seeds.min(most));
    conditions.iter().flat_map(of).collect()
}

/// Every session of these conditions with so many seeds.
pub fn sessions_from(conditions: &[Condition], first: u64, seeds: u64) -> Vec<Session> {
    let half = if first < FIRST_NOT_TUNED_ON { Half::TunedOn } else { Half::NotTunedOn };
    let mut all = Vec::new();
    for &condition in conditions {
        let foils = condition.scenario == Scenario::ToAndFro;
        let sails = |c: &&BoatClass| c.name != "Other" && (!foils || c.foil_speed_kn.is_some());
        for class in BOAT_CLASSES.iter().filter(sails) {
            all.extend((first..first + seeds).map(|seed| Session { condition, class, seed, half }));
        }
    }
    all
}

impl Session {
    pub fn name(&self) -> String {
        let Condition { scenario, rate_hz, current_kn, told, lively, .. } = self.condition;
        let known = if told { "" } else { " not told" };
        let lively = if lively { " lively" } else { "" };
        format!("{} {rate_hz} Hz {current_kn} kn {scenario:?}{known}{lively}", self.class.name)
    }

    /// Loggers and, up to 1 Hz, every other time a watch; the current sets across, from either side.
    pub fn spec(&self) -> Spec {
        let Self { condition, class, seed, .. } = self;
        let twd_deg = (seed * 67 % 360) as f64;
        let watch = condition.rate_hz <= 1.0 && seed % 2 == 1;
        // Up to six degrees lower on one tack than on the other, as often the one as the other.
        let asymmetry_deg = if seed % 2 == 0 { 3.0 } else { -3.0 } * (1 + seed / 2 % 2) as f64;
        Spec {
            class: class.name.to_string(),
            seed: *seed,
            rate_hz: condition.rate_hz,
            scenario: condition.scenario,
            tws_kn: 7.0 + (seed % 5) as f64 * 2.5,
            twd_deg,
            current_kn: condition.current_kn,
            current_deg: wrap_360(twd_deg + if seed % 4 < 2 { 90.0 } else { -90.0 }),
            noise: if watch { Noise::WATCH } else { Noise::LOGGER },
            helm_asymmetry_deg: if condition.lively { asymmetry_deg } else { 0.0 },
            waves_deg: if condition.lively { 2.5 } else { 0.0 },
            offset_mark: condition.lively,
            ..Spec::default()
        }
    }

    /// One recording in three, and all of the slowest, hold positions and times alone.
    pub fn writes(&self) -> Writes {
        let doppler = self.condition.rate_hz >= 0.5 && self.seed % 3 != 2;
        if doppler { Writes::SpeedAndCourse } else { Writes::PositionsAlone }
    }

    fn sail(&self, wind_told: bool) -> Option<Sailed> {
        let sailed = simulate(&self.spec()).ok()?;
        let recording = sailed.recording(self.writes());
        let known = Known { pinned: wind_told.then(|| true_wind(&sailed)), ..Known::default() };
        let class = boat_class(if self.condition.told { self.class.name } else { "Other" })?;
        let analysis = analyze_recording("simulated", "", recording, class, known).ok()?;
        let judged = judge(&sailed, &analysis.report);
        Some(Sailed { session: *self, judged })
    }
}

/// Sails them all, in order.
pub fn sail(what: &str, sessions: Vec<Session>, wind_told: bool) -> Vec<Sailed> {
    each(what, &sessions, |session| session.sail(wind_told)).into_iter().flatten().collect()
}

/// The true wind at the boat: told, what is left are the errors of turns and losses alone.
fn true_wind(sailed: &Simulation) -> WindSeries {
    let truth = &sailed.truth.wind;
    WindSeries {
        source: WindSource::Estimated,
        time_ms: (0..truth.len()).map(|k| sailed.spec.start_time_ms + 10_000.0 * k as f64).collect(),
        twd_deg: truth.iter().map(|w| w.twd_deg).collect(),
        sd_deg: vec![0.5; truth.len()],
        tws_mps: vec![f64::NAN; truth.len()],
        flip_probability: 0.0,
    }
}
