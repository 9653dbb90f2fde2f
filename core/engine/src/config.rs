//! Every threshold, named, with unit and reason; the boat classes beside it.

use serde::Serialize;

/// Limits of what is accepted, used by code, docs (docs/limits.md) and tests.
pub mod limits {
    /// Largest file, bytes.
    pub const FILE_BYTES: usize = 100 * 1024 * 1024;
    /// Most points of one file.
    pub const POINTS: usize = 5_000_000;
    /// Most channels of one file beside time and position, and most presses and timer's words of one log.
    pub const CHANNELS: usize = 256;
    pub const EVENTS: usize = 100_000;
    /// Most bytes that may come out of an archive.
    pub const ARCHIVE_BYTES: usize = 256 * 1024 * 1024;
    /// Most bytes that may come out of one byte of an archive.
    pub const ARCHIVE_RATIO: usize = 100;
    /// Most files in an archive.
    pub const ARCHIVE_ENTRIES: usize = 50;
    /// Deepest nesting of XML elements, most attributes of a tag, longest tag in bytes.
    pub const XML_DEPTH: usize = 64;
    pub const XML_ATTRIBUTES: usize = 64;
    pub const XML_TAG_BYTES: usize = 64 * 1024;
    /// Longest line of an NMEA log, bytes.
    pub const NMEA_LINE_BYTES: usize = 1024;
    /// Most columns of a table (those beyond are passed over), and its longest row in bytes.
    pub const CSV_COLUMNS: usize = 256;
    pub const CSV_ROW_BYTES: usize = 64 * 1024;
}

/// What we know of a boat class before seeing its track (ALGORITHMS 3.2.3).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct BoatClass {
    pub name: &'static str,
    /// Typical angle to the wind upwind and downwind, deg.
    pub upwind_deg: f64,
    pub downwind_deg: f64,
    /// Concentration (von Mises kappa) of the downwind angles; small = wide.
    pub downwind_kappa: f64,
    /// Speed downwind over speed upwind.
    pub speed_ratio: f64,
    /// White-jerk density of the smoother, m^2/s^5.
    pub jerk: f64,
    /// Above this the boat flies, kn; null for hulls.
    pub foil_speed_kn: Option<f64>,
    /// A speed no boat of the class reaches, kn.
    pub top_speed_kn: f64,
    /// Slow to recover: the limit of recovery is 60 s instead of 30 s.
    pub keelboat: bool,
}

const fn class(
    name: &'static str,
    up: f64,
    down: f64,
    kappa: f64,
    ratio: f64,
    jerk: f64,
    top: f64,
) -> BoatClass {
    BoatClass {
        name,
        upwind_deg: up,
        downwind_deg: down,
        downwind_kappa: kappa,
        speed_ratio: ratio,
        jerk,
        foil_speed_kn: None,
        top_speed_kn: top,
        keelboat: false,
    }
}

const fn foil(name: &'static str, up: f64, down: f64, ratio: f64, foil_speed_kn: f64) -> BoatClass {
    let base = class(name, up, down, 12.0, ratio, 2.0, 60.0);
    BoatClass { foil_speed_kn: Some(foil_speed_kn), ..base }
}

const fn keel(name: &'static str, up: f64, down: f64, ratio: f64) -> BoatClass {
    BoatClass { keelboat: true, ..class(name, up, down, 12.0, ratio, 0.2, 40.0) }
}

/// All boat classes of the specification; "Other" is the default.
pub const BOAT_CLASSES: &[BoatClass] = &[
    class("29er", 43.0, 142.0, 18.0, 1.4, 2.0, 40.0),
    class("470", 43.0, 158.0, 18.0, 1.15, 2.0, 35.0),
    class("49er", 43.0, 143.0, 18.0, 1.4, 2.0, 45.0),
    class("49erFX", 43.0, 143.0, 18.0, 1.4, 2.0, 45.0),
    class("C420", 44.0, 160.0, 18.0, 1.15, 2.0, 35.0),
    class("CFJ", 44.0, 160.0, 18.0, 1.15, 2.0, 35.0),
    foil("Formula Kite", 49.0, 143.0, 1.35, 12.0),
    class("i420", 44.0, 163.0, 18.0, 1.1, 2.0, 35.0),
    keel("J70", 43.0, 155.0, 1.15),
    class("Laser", 44.0, 170.0, 18.0, 1.05, 2.0, 30.0),
    keel("Melges 24", 42.0, 148.0, 1.35),
    foil("Moth", 47.0, 143.0, 1.35, 11.0),
    foil("Nacra 17", 48.0, 145.0, 1.35, 12.0),
    class("Viper 640", 43.0, 146.0, 18.0, 1.35, 2.0, 40.0),
    foil("Foil Pumping", 49.0, 140.0, 1.2, 9.0),
    foil("Kite Flying", 50.0, 135.0, 1.3, 12.0),
    class("Other", 44.0, 150.0, 8.0, 1.15, 2.0, 60.0),
];

/// Where Light ends, Sf and Df, kn of mean wind (ALGORITHMS 3.8): for foilers, keelboats and all others.
const BANDS_FOIL_KN: [f64; 3] = [8.0, 10.0, 16.0];
const BANDS_KEEL_KN: [f64; 3] = [8.0, 12.0, 16.0];
const BANDS_KN: [f64; 3] = [8.0, 11.0, 15.0];

/// The three bounds between the wind categories Light, Sf, Df and Windy of a class, kn.
pub fn wind_bands_kn(class: &BoatClass) -> [f64; 3] {
    match (class.foil_speed_kn, class.keelboat) {
        (Some(_), _) => BANDS_FOIL_KN,
        (None, true) => BANDS_KEEL_KN,
        (None, false) => BANDS_KN,
    }
}

/// The class with this name (letter case ignored).
pub fn boat_class(name: &str) -> Option<&'static BoatClass> {
    BOAT_CLASSES.iter().find(|c| c.name.eq_ignore_ascii_case(name))
}

/// "Other": wide priors for a boat we know nothing of.
pub const OTHER: &BoatClass = &BOAT_CLASSES[BOAT_CLASSES.len() - 1];
