//! The fleets that are simulated: classes, courses, and boats that do not sail as the others.

use leebow_simulator::{Finish, Noise, RaceSettings, Sailing, Scenario, Spec};

use crate::table::DataSet;

/// A class with its wind (kn) and the minutes that a race of two laps takes.
const CLASSES: [(&str, f64, f64, bool); 8] = [
    ("49er", 12.0, 48.0, false),
    ("470", 11.0, 70.0, false),
    ("Laser", 10.0, 85.0, false),
    ("J70", 12.0, 75.0, false),
    ("29er", 9.0, 75.0, false),
    ("Nacra 17", 12.0, 45.0, true),
    ("Formula Kite", 13.0, 42.0, true),
    ("C420", 13.0, 75.0, false),
];

/// What a fleet does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    WindwardLeeward,
    Gate,
    Offset,
    Triangle,
    FinishUp,
    FinishReach,
    /// Two practice starts and a general recall before the race.
    Recalls,
    /// One boat recalled, one late, one that retires, one that watches, one whose clock is 3 s ahead.
    Stragglers,
    /// Three races.
    Day,
    /// No race: every boat sails for herself.
    FreeRide,
}

impl Kind {
    pub const ALL: [Self; 10] = [
        Self::WindwardLeeward,
        Self::Gate,
        Self::Offset,
        Self::Triangle,
        Self::FinishUp,
        Self::FinishReach,
        Self::Recalls,
        Self::Stragglers,
        Self::Day,
        Self::FreeRide,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::WindwardLeeward => "one mark at each end",
            Self::Gate => "gate",
            Self::Offset => "offset mark and gate",
            Self::Triangle => "triangle",
            Self::FinishUp => "finish to windward, marks to starboard",
            Self::FinishReach => "finish on a reach",
            Self::Recalls => "practice starts and a recall",
            Self::Stragglers => "boats that do not sail as the others",
            Self::Day => "three races",
            Self::FreeRide => "free rides",
        }
    }

    fn settings(self) -> RaceSettings {
        let plain = RaceSettings::default();
        match self {
            Self::WindwardLeeward | Self::FreeRide => RaceSettings { overstand_deg: 8.0, ..plain },
            Self::Gate | Self::Stragglers => RaceSettings { gate: true, ..plain },
            Self::Offset => RaceSettings { offset_m: 90.0, gate: true, ..plain },
            Self::Triangle => RaceSettings { triangle: true, ..plain },
            Self::FinishUp => RaceSettings { finish: Finish::Up, starboard_rounding: true, ..plain },
            Self::FinishReach => RaceSettings { finish: Finish::Reach, ..plain },
            Self::Recalls => RaceSettings { practice_starts: 2, general_recalls: 1, ..plain },
            Self::Day => RaceSettings { races: 3, laps: 1, ..plain },
        }
    }
}

/// One fleet of one class on one day.
#[derive(Clone, Copy)]
pub struct RaceFleet {
    pub kind: Kind,
    pub class: &'static str,
    tws_kn: f64,
    minutes: f64,
    foils: bool,
    pub boats: u64,
    pub seed: u64,
    pub data_set: DataSet,
}

/// The fleets of a data set: each kind with some of the classes, so that each class comes with several kinds.
pub fn fleets(data_set: DataSet, max_seeds: u64) -> Vec<RaceFleet> {
    let first = if data_set == DataSet::Tuning { 1 } else { 100 };
    let mut all = Vec::new();
    for (i, kind) in Kind::ALL.into_iter().enumerate() {
        for k in 0..max_seeds.min(4) as usize {
            let (class, tws_kn, minutes, foils) = CLASSES[(2 * k + i) % CLASSES.len()];
            let number = (i * 4 + k) as u64;
            let boats = 6 + (number * 5) % 7;
            // Seeds from 10 000 on in the tuning data, from a million on in the held-out data.
            let seed = 10_000 * first + 20 * number;
            all.push(RaceFleet { kind, class, tws_kn, minutes, foils, boats, seed, data_set });
        }
    }
    all
}

impl RaceFleet {
    /// The specs of its boats. Every third has a watch, the others loggers.
    pub fn specs(&self) -> Vec<Spec> {
        let settings = RaceSettings { start_at_speed: self.foils, ..self.kind.settings() };
        let more_min = match self.kind {
            Kind::Recalls => 28.0,
            Kind::Day => 1.3 * self.minutes,
            _ => 0.0,
        };
        let rides = self.kind == Kind::FreeRide;
        let spec = Spec {
            class: self.class.to_string(),
            seed: self.seed,
            scenario: if rides { Scenario::FreeRide } else { Scenario::Race },
            minutes: self.minutes + more_min,
            tws_kn: self.tws_kn,
            twd_deg: (self.seed * 67 % 360) as f64,
            race: Some(settings),
            sailing: Sailing { session_effect: 1.5, ..Sailing::default() },
            ..Spec::default()
        };
        spec.fleet(self.boats).into_iter().enumerate().map(|(i, s)| self.boat(i, s)).collect()
    }

    fn boat(&self, number: usize, mut spec: Spec) -> Spec {
        spec.noise = if number % 3 == 2 { Noise::WATCH } else { Noise::LOGGER };
        let settings = spec.race.unwrap_or_default();
        let stops_after_finish = number % 2 == 1;
        let own = RaceSettings { stops_after_finish, ..settings };
        let own = match (self.kind, number) {
            (Kind::Stragglers, 1) => RaceSettings { individual_recall: true, ..own },
            (Kind::Stragglers, 2) => RaceSettings { late_s: 240.0, ..own },
            (Kind::Stragglers, 3) => RaceSettings { retires_after: Some(2), ..own },
            (Kind::Stragglers, 4) => RaceSettings { spectator: true, ..own },
            (Kind::Stragglers, 5) => RaceSettings { clock_offset_s: 3.0, ..own },
            (Kind::WindwardLeeward, 1) => RaceSettings { covers_seed: Some(self.seed), ..own },
            _ => own,
        };
        Spec { race: Some(own), ..spec }
    }
}

/// Ten boats in a race of an hour.
pub fn of_an_hour() -> Vec<Spec> {
    let race = RaceSettings { gate: true, ..RaceSettings::default() };
    Spec { scenario: Scenario::Race, minutes: 60.0, race: Some(race), seed: 7, ..Spec::default() }.fleet(10)
}
