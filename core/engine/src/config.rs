//! Input limits, the boat classes of the specification, wind categories and the limit of an uncertain wind; `classes` has all
//! other boat classes, `families` the kinds of boat that the wind estimate knows.

pub mod classes;
pub mod families;

use serde::Serialize;

/// Input limits, used by code, tests and docs/limits.md. All are *guess*: well above any real recording, and small
/// enough that a file at a limit is read in seconds.
pub mod limits {
    /// Largest file, bytes.
    pub const FILE_BYTES: usize = 100 * 1024 * 1024;
    /// Greatest number of points of one file.
    pub const POINTS: usize = 5_000_000;
    /// Greatest number of channels of one file besides time and position.
    pub const CHANNELS: usize = 256;
    /// Greatest number of device events of one file.
    pub const EVENTS: usize = 100_000;
    /// Greatest unpacked size of an archive, bytes.
    pub const ARCHIVE_BYTES: usize = 256 * 1024 * 1024;
    /// Greatest ratio of unpacked to packed size.
    pub const ARCHIVE_RATIO: usize = 100;
    /// Greatest number of files in an archive.
    pub const ARCHIVE_ENTRIES: usize = 50;
    /// Deepest nesting of XML elements.
    pub const XML_DEPTH: usize = 64;
    /// Greatest number of attributes of an XML tag.
    pub const XML_ATTRIBUTES: usize = 64;
    /// Longest XML tag, bytes.
    pub const XML_TAG_BYTES: usize = 64 * 1024;
    /// Longest line of an NMEA log, bytes.
    pub const NMEA_LINE_BYTES: usize = 1024;
    /// Greatest number of columns of a table that are read; further ones are ignored.
    pub const CSV_COLUMNS: usize = 256;
    /// Longest row of a table, bytes.
    pub const CSV_ROW_BYTES: usize = 64 * 1024;
}

/// A wind that may be the wrong way round with this probability is not used for races, debriefs and speeds made good
/// without being asked. *guess*
pub(crate) const MAX_FLIP_PROBABILITY: f64 = 0.05;

/// Prior knowledge of a boat class (docs/algorithms.md, section 4). Angles and speed ratios: *from* published polars and
/// coaching manuals, rounded; concentrations, jerk and top speeds: *guess*.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BoatClass {
    pub name: &'static str,
    /// True for the classes of the specification, which forms list.
    pub listed: bool,
    /// Usual absolute wind angle upwind and downwind, deg.
    pub upwind_deg: f64,
    pub downwind_deg: f64,
    /// Concentration (von Mises κ) of the downwind angles; standard deviation ≈ 57.3°/√κ.
    pub downwind_kappa: f64,
    /// Usual speed downwind divided by that upwind.
    pub speed_ratio: f64,
    /// Spectral density of the white jerk of the motion model, m²/s⁵ (section 3).
    pub jerk: f64,
    /// Speed above which the boat is on its foils, kn; null for classes that do not foil.
    pub foil_speed_kn: Option<f64>,
    /// Speed that no boat of the class reaches, kn: faster fixes are outliers.
    pub top_speed_kn: f64,
    /// True for keelboats: slower turns, and a recovery limit of 60 s instead of 30 s.
    pub keelboat: bool,
    /// True for boards under a sail, wing or kite, which gybe from reach to reach.
    pub board: bool,
    /// Length of the hull or board, m: published class rules, rounded.
    pub length_m: f64,
}

/// A class of the specification that does not foil and is no keelboat.
const fn class(
    name: &'static str,
    length_m: f64,
    (upwind_deg, downwind_deg): (f64, f64),
    downwind_kappa: f64,
    speed_ratio: f64,
    top_speed_kn: f64,
) -> BoatClass {
    BoatClass {
        name,
        listed: true,
        upwind_deg,
        downwind_deg,
        downwind_kappa,
        speed_ratio,
        jerk: 2.0,
        foil_speed_kn: None,
        top_speed_kn,
        keelboat: false,
        board: false,
        length_m,
    }
}

/// A class that foils: κ 12, top speed 60 kn.
const fn foil(
    name: &'static str,
    length_m: f64,
    angles_deg: (f64, f64),
    ratio: f64,
    foil_speed_kn: f64,
) -> BoatClass {
    let base = class(name, length_m, angles_deg, 12.0, ratio, 60.0);
    BoatClass { foil_speed_kn: Some(foil_speed_kn), ..base }
}

/// A board that foils.
const fn board(
    name: &'static str,
    length_m: f64,
    angles_deg: (f64, f64),
    ratio: f64,
    foil_speed_kn: f64,
) -> BoatClass {
    BoatClass { board: true, ..foil(name, length_m, angles_deg, ratio, foil_speed_kn) }
}

/// A keelboat: κ 12, jerk 0.2, top speed 40 kn.
const fn keel(name: &'static str, length_m: f64, angles_deg: (f64, f64), ratio: f64) -> BoatClass {
    BoatClass { keelboat: true, jerk: 0.2, ..class(name, length_m, angles_deg, 12.0, ratio, 40.0) }
}

/// All boat classes of the specification; "Other", the default, with the length of a small dinghy (*guess*), is the last.
pub const BOAT_CLASSES: &[BoatClass] = &[
    class("29er", 4.4, (43.0, 142.0), 18.0, 1.4, 40.0),
    class("470", 4.7, (43.0, 158.0), 18.0, 1.15, 35.0),
    class("49er", 4.9, (43.0, 143.0), 18.0, 1.4, 45.0),
    class("49erFX", 4.9, (43.0, 143.0), 18.0, 1.4, 45.0),
    class("C420", 4.2, (44.0, 160.0), 18.0, 1.15, 35.0),
    class("CFJ", 4.2, (44.0, 160.0), 18.0, 1.15, 35.0),
    board("Formula Kite", 1.5, (49.0, 143.0), 1.35, 12.0),
    class("i420", 4.2, (44.0, 163.0), 18.0, 1.1, 35.0),
    keel("J70", 6.9, (43.0, 155.0), 1.15),
    class("Laser", 4.2, (44.0, 170.0), 18.0, 1.05, 30.0),
    keel("Melges 24", 7.3, (42.0, 148.0), 1.35),
    foil("Moth", 3.4, (47.0, 143.0), 1.35, 11.0),
    foil("Nacra 17", 5.3, (48.0, 145.0), 1.35, 12.0),
    class("Viper 640", 6.4, (43.0, 146.0), 18.0, 1.35, 40.0),
    board("Foil Pumping", 1.5, (49.0, 140.0), 1.2, 9.0),
    board("Kite Flying", 1.5, (50.0, 135.0), 1.3, 12.0),
    class("Other", 4.5, (44.0, 150.0), 8.0, 1.15, 60.0),
];

/// Upper bounds of the wind categories Light, Sf and Df, kn of the 10 min mean (docs/algorithms.md, section 11): of
/// classes that foil, keelboats and all others. *guess*, near the limits of the 29er and 49erFX coaching manuals.
const FOIL_BANDS_KN: [f64; 3] = [8.0, 10.0, 16.0];
const KEELBOAT_BANDS_KN: [f64; 3] = [8.0, 12.0, 16.0];
const BANDS_KN: [f64; 3] = [8.0, 11.0, 15.0];

/// The three bounds between the wind categories Light, Sf, Df and Windy of a class, kn.
pub fn wind_bands_kn(class: &BoatClass) -> [f64; 3] {
    match (class.foil_speed_kn, class.keelboat) {
        (Some(_), _) => FOIL_BANDS_KN,
        (None, true) => KEELBOAT_BANDS_KN,
        (None, false) => BANDS_KN,
    }
}

/// The class that sailors call by this name, in any spelling: of the specification, else of [`classes`]; none for an
/// unknown name.
pub fn boat_class(name: &str) -> Option<&'static BoatClass> {
    let same = |known: &str| classes::is_same_name(known, name);
    BOAT_CLASSES.iter().find(|c| same(c.name)).or_else(|| classes::find(name))
}

/// All boat classes: those of the specification, then the others, family by family.
pub fn all_classes() -> Vec<&'static BoatClass> {
    BOAT_CLASSES.iter().chain(classes::more_classes()).collect()
}

/// "Other": the default, with wide priors.
pub const OTHER: &BoatClass = &BOAT_CLASSES[BOAT_CLASSES.len() - 1];
