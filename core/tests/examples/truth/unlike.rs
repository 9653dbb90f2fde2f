//! Conditions in which boats and crews are unlike the simulator's ordinary sessions of their class, and unlike the
//! engine's priors: angles and speeds of their own, foils in lulls, kites that jump, tired crews, swell, club keelboats.

use leebow_engine::config::BoatClass;
use leebow_simulator::{Sailing, Spec};

use crate::sessions::{Condition, race};

/// What is unlike the ordinary sessions of a class.
#[derive(Clone, Copy, PartialEq)]
pub enum Unlike {
    /// Angles and speeds of her own.
    OwnAngles,
    /// Foils in a wind just above that of their take-off, with lulls in which they come down.
    SlowFoils,
    /// Kites with wide angles that jump and crash.
    Kites,
    TiredCrew,
    Swell,
    /// Keelboats without a class of the engine, which hardly slow down in tacks.
    ClubKeelboats,
}

/// The conditions, each with its seeds per class and data set.
pub const UNLIKE: &[Condition] = &[
    unlike(Unlike::OwnAngles, 3),
    unlike(Unlike::SlowFoils, 6),
    unlike(Unlike::Kites, 6),
    unlike(Unlike::TiredCrew, 2),
    unlike(Unlike::Swell, 2),
    unlike(Unlike::ClubKeelboats, 12),
];

const fn unlike(what: Unlike, seeds: u64) -> Condition {
    Condition { unlike: Some(what), ..race(1.0, 0.0, seeds) }
}

/// Best angles upwind and downwind in 12 kn of wind, means of the published certificates of a type, deg. *From* the ORC
/// certificates 2015 to 2025 collected in github.com/jieter/orc-data: 51 of the J/70, 58 of the Melges 24, 4 of the Viper
/// 640. They differ from the engine's priors by 4 to 6° upwind and by up to 6° downwind.
const PUBLISHED_DEG: [(&str, f64, f64); 3] =
    [("J70", 37.7, 148.3), ("Melges 24", 37.9, 148.3), ("Viper 640", 37.9, 143.5)];
/// No certificates exist of the other classes: their boats differ by up to this much from the class's angles, deg. *guess*
const UNPUBLISHED_DEG: (f64, f64) = (6.0, 9.0);
/// Boats of a class with certificates differ by up to this much from their mean, deg: twice their standard deviation in the
/// certificates, and as much for the crews. *guess*
const PUBLISHED_SPREAD_DEG: (f64, f64) = (2.0, 4.0);
/// Speeds of boats of a class differ by up to this ratio, upwind and downwind independently.
const SPEED_SPREAD: f64 = 0.15;

impl Unlike {
    pub fn name(self) -> &'static str {
        match self {
            Self::OwnAngles => "own angles",
            Self::SlowFoils => "slow foils",
            Self::Kites => "kites",
            Self::TiredCrew => "tired crew",
            Self::Swell => "swell",
            Self::ClubKeelboats => "club keelboats",
        }
    }

    /// True for the classes under which the sessions of this condition are analysed; "Other" stands for boats without a
    /// class.
    pub fn is_sailed_by(self, class: &BoatClass) -> bool {
        match self {
            Self::SlowFoils => class.foil_speed_kn.is_some() && !class.name.contains("Kite"),
            Self::Kites => class.name.contains("Kite") || class.name == "Other",
            Self::ClubKeelboats => class.name == "Other",
            _ => class.name != "Other",
        }
    }

    /// The spec of an ordinary session under this condition.
    pub fn applied_to(self, spec: &Spec) -> Spec {
        let spread = |salt: u64| spread(spec, salt);
        let usual = Sailing::default();
        let (class, tws_kn, mistakes, sailing) = match self {
            Self::OwnAngles => (spec.class.as_str(), spec.tws_kn, 1.0, own_angles(spec)),
            Self::SlowFoils => {
                let slow = 0.85 + 0.15 * spread(1);
                let sailing = Sailing { lull_depth: 0.8, upwind_speed: slow, downwind_speed: slow, ..usual };
                (spec.class.as_str(), 8.5 + 1.5 * spread(2), 1.0, sailing)
            }
            Self::Kites => {
                let sailing = Sailing {
                    upwind_deg: Some(54.0 + 4.0 * spread(1)),
                    downwind_deg: Some(128.0 + 6.0 * spread(2)),
                    downwind_speed: 1.15,
                    jump_every_s: 120.0,
                    ..usual
                };
                let class = if spec.class == "Other" { "Kite" } else { &spec.class };
                (class, 16.0 + 4.0 * spread(3), 2.0, sailing)
            }
            Self::TiredCrew => (spec.class.as_str(), spec.tws_kn, 2.0, Sailing { tiredness: 1.0, ..usual }),
            Self::Swell => {
                let sailing = Sailing {
                    swell_deg: 3.5 + 1.5 * spread(1),
                    swell_kn: 0.4 + 0.2 * spread(2),
                    swell_s: 7.0 + 3.0 * spread(3),
                    ..usual
                };
                (spec.class.as_str(), spec.tws_kn, 1.0, sailing)
            }
            Self::ClubKeelboats => {
                (if spec.seed.is_multiple_of(2) { "J24" } else { "First 36.7" }, spec.tws_kn, 1.0, usual)
            }
        };
        Spec { class: class.to_string(), tws_kn, mistakes, sailing, ..spec.clone() }
    }
}

/// The angles and speeds of one boat.
fn own_angles(spec: &Spec) -> Sailing {
    let published = PUBLISHED_DEG.iter().find(|(name, ..)| *name == spec.class);
    let (about, (up, down)) = match published {
        Some(&(_, up, down)) => ((up, down), PUBLISHED_SPREAD_DEG),
        None => (Sailing::angles_of_class(&spec.class), UNPUBLISHED_DEG),
    };
    Sailing {
        upwind_deg: Some(about.0 + up * spread(spec, 1)),
        downwind_deg: Some((about.1 + down * spread(spec, 2)).min(172.0)),
        upwind_speed: 1.0 + SPEED_SPREAD * spread(spec, 3),
        downwind_speed: 1.0 + SPEED_SPREAD * spread(spec, 4),
        ..Sailing::default()
    }
}

/// A number from -1 to 1 of the class and the seed of a session, evenly spread over the sessions (a Weyl sequence).
fn spread(spec: &Spec, salt: u64) -> f64 {
    let class: u64 = spec.class.bytes().map(u64::from).sum();
    let at = (13 * spec.seed + 7 * class + 5 * salt * salt) as f64 * 0.618_033_988_75;
    2.0 * at.fract() - 1.0
}
