//! Sessions analysed without a class: the wind or the candidates that they get, against the true wind.

use leebow_engine::angle::{circular_mean, wrap_180};
use leebow_engine::api::FileAnalysis;
use leebow_engine::config::OTHER;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::track::Recording;
use leebow_simulator::{DeviceColumns, Noise, Scenario, Spec, simulate};

/// A direction within this of the wind is the right one, deg.
pub const RIGHT_DEG: f64 = 45.0;
/// Least probability of the right candidate.
pub const LEAST_PROBABILITY: f64 = 0.3;

/// A simulated boat and the sport that its watch records; watches have no profile for wings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Boat {
    pub name: &'static str,
    pub sport: Option<&'static str>,
}

/// All families, each with the sport of its file and without one.
pub const BOATS: [Boat; 18] = [
    boat("Windsurf fin", Some("windsurfing")),
    boat("Windsurf fin", None),
    boat("Windsurf foil", Some("windsurfing")),
    boat("Windsurf foil", None),
    boat("Wing foil", Some("windsurfing")),
    boat("Wing foil", None),
    boat("Foil Pumping", Some("surfing")),
    boat("Foil Pumping", None),
    boat("Kite", Some("kitesurfing")),
    boat("Kite", None),
    boat("Kite Flying", None),
    boat("Laser", Some("sailing")),
    boat("Laser", None),
    boat("470", None),
    boat("49er", None),
    boat("Moth", None),
    boat("J70", Some("sailing")),
    boat("J70", None),
];

const fn boat(name: &'static str, sport: Option<&'static str>) -> Boat {
    Boat { name, sport }
}

/// One simulated session.
#[derive(Debug, Clone, Copy)]
pub struct Session {
    pub boat: Boat,
    pub scenario: Scenario,
    pub seed: u64,
}

/// The sessions of a data set: every boat in every scenario. The crews of the classes on foils tack from one reach onto the
/// other, which riders do not: these sessions are left out.
pub fn sessions(scenarios: &[Scenario], seeds: std::ops::Range<u64>) -> Vec<Session> {
    let mut all = Vec::new();
    for &scenario in scenarios {
        for boat in BOATS {
            let tacks =
                scenario == Scenario::ReachOnly && matches!(boat.name, "Foil Pumping" | "Kite Flying");
            let seeds = if tacks { 0..0 } else { seeds.clone() };
            all.extend(seeds.map(|seed| Session { boat, scenario, seed }));
        }
    }
    all
}

/// What a session got.
#[derive(Debug, Clone)]
pub struct Outcome {
    pub session: Session,
    pub twd_deg: f64,
    pub report: FileAnalysis,
}

impl Outcome {
    /// Distance of a direction from the true wind, deg.
    pub fn off_deg(&self, deg: f64) -> f64 {
        wrap_180(deg - self.twd_deg)
    }

    pub fn is_right(&self, deg: f64) -> bool {
        self.off_deg(deg).abs() <= RIGHT_DEG
    }

    /// The probability of the right candidate, 0 without one.
    pub fn right_candidate(&self) -> f64 {
        let right = self.report.wind_candidates.iter().filter(|c| self.is_right(c.twd_deg));
        right.map(|c| c.probability).fold(0.0, f64::max)
    }

    /// True when a wind at another end or quarter is published.
    pub fn is_wrong(&self) -> bool {
        self.report.wind.as_ref().is_some_and(|w| !self.is_right(w.twd_deg))
    }

    /// True with the right wind, or without one but with the right candidate.
    pub fn is_answered(&self) -> bool {
        match &self.report.wind {
            Some(wind) => self.is_right(wind.twd_deg),
            None => self.right_candidate() >= LEAST_PROBABILITY,
        }
    }
}

/// The analysis of a recording without a class.
pub fn analyzed(recording: Recording) -> Option<FileAnalysis> {
    Some(analyze_recording("", "", recording, OTHER, AnalysisInputs::default()).ok()?.report)
}

/// Simulates and analyses a session; none for a spec that cannot be sailed.
pub fn outcome(session: Session) -> Option<Outcome> {
    let Session { boat, scenario, seed } = session;
    let spec = Spec {
        class: boat.name.to_string(),
        seed,
        scenario,
        twd_deg: (seed * 67 % 360) as f64,
        minutes: if seed.is_multiple_of(3) { 25.0 } else { 45.0 },
        rate_hz: if seed.is_multiple_of(2) { 1.0 } else { 0.5 },
        tws_kn: 9.0 + 3.0 * (seed % 4) as f64,
        noise: if seed % 5 < 3 { Noise::LOGGER } else { Noise::WATCH },
        ..Spec::default()
    };
    let sailed = simulate(&spec).ok()?;
    let columns = match seed % 3 {
        2 => DeviceColumns::PositionsAlone,
        _ => DeviceColumns::SpeedAndCourse,
    };
    let mut recording = sailed.recording(columns);
    recording.sport = boat.sport.map(str::to_string);
    let twd_deg = circular_mean(sailed.truth.wind.iter().map(|w| (w.twd_deg, 1.0)))?.0;
    Some(Outcome { session, twd_deg, report: analyzed(recording)? })
}
