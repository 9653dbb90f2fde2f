//! Makers' names and units of quantities → the registry's ids and stored units.

use std::borrow::Cow;

use super::quantities::{Unit, unit};

/// Longest name of a channel outside the registry, characters. *Guess*.
const LONGEST_NAME: usize = 64;
/// Prefix of a name that is not to be mapped to the registry; the writers put it there.
pub(crate) const OWN: &str = "own_";

/// The channel id of a maker's name and the factor to the stored unit. An unknown name becomes the id, in lower case
/// with underscores, with factor 1; so does a known one with a unit that is not known for its quantity, which is then
/// part of the id. `None` for a name without letters.
pub(crate) fn by_name(name: &str, units: &str) -> Option<(Cow<'static, str>, f64)> {
    let plain = plain_name(name)?;
    if let Some(own) = plain.strip_prefix(OWN).filter(|own| !own.is_empty()) {
        return Some((Cow::Owned(own.to_string()), 1.0));
    }
    let Some(id) = known(&plain) else { return Some((Cow::Owned(plain), 1.0)) };
    Some(match unit(id, units) {
        Some(Unit::Factor(factor)) => (Cow::Borrowed(id), factor),
        Some(Unit::Scale(scale)) => (Cow::Owned([id, scale.suffix()].concat()), 1.0),
        None => (Cow::Owned(plain_name(&[&plain, "_", units].concat())?), 1.0),
    })
}

/// The registry's id of a maker's name, whatever its unit.
pub(super) fn quantity(name: &str) -> Option<&'static str> {
    plain_name(name).as_deref().and_then(known)
}

/// True for the name of a quantity whose stated unit is not known.
pub(super) fn has_unknown_unit(name: &str, units: &str) -> bool {
    quantity(name).is_some_and(|id| unit(id, units).is_none())
}

/// The name in ASCII lower case, with runs of other characters than letters and digits as one underscore. Letters
/// beyond ASCII are unchanged, because their case tables would enlarge the WASM.
pub(crate) fn plain_name(name: &str) -> Option<String> {
    let mut plain = String::with_capacity(name.len().min(LONGEST_NAME));
    for c in name.chars().take(LONGEST_NAME) {
        if c.is_alphanumeric() {
            plain.push(c.to_ascii_lowercase());
        } else if !plain.is_empty() && !plain.ends_with('_') {
            plain.push('_');
        }
    }
    let plain = plain.trim_end_matches('_');
    plain.chars().any(char::is_alphabetic).then(|| plain.to_string())
}

/// The registry's ids and their common names: a table, because a match of texts is larger in the WASM.
const NAMES: &[(&str, &[&str])] = &[
    (
        "sog",
        &[
            "sog",
            "speed",
            "velocity",
            "gps_speed",
            "speed_over_ground",
            "sog_kts",
            "sog_kn",
            "enhanced_speed",
            "speedoverground",
        ],
    ),
    ("cog", &["cog", "course", "course_over_ground", "bearing", "courseovergroundtrue"]),
    ("hdg", &["hdg", "hdg_true", "heading_true", "true_heading", "headingtrue"]),
    (
        "hdg_mag",
        &[
            "heading",
            "hdg_mag",
            "mag_heading",
            "magnetic_heading",
            "heading_magnetic",
            "headingmagnetic",
            "compass",
        ],
    ),
    ("heel", &["heel", "roll", "heel_angle"]),
    ("pitch", &["pitch", "trim", "pitch_angle"]),
    ("hr", &["hr", "heart_rate", "heartrate"]),
    ("ele", &["ele", "altitude", "elevation", "alt"]),
    ("stw", &["stw", "sow", "bsp", "boatspeed", "boat_speed", "speed_through_water", "speedthroughwater"]),
    ("awa", &["awa", "apparent_wind_angle", "wind_angle_apparent", "wind_angleapparent"]),
    ("aws", &["aws", "apparent_wind_speed", "wind_speed_apparent", "wind_speedapparent"]),
    ("twa", &["twa", "true_wind_angle", "wind_angle_true", "wind_angletruewater"]),
    (
        "tws",
        &[
            "tws",
            "true_wind_speed",
            "wind_speed",
            "windspeed",
            "wind_speed_true",
            "wind_speedtrue",
            "wind_speedoverground",
        ],
    ),
    (
        "twd",
        &[
            "twd",
            "true_wind_direction",
            "wind_direction",
            "winddirection",
            "wind_dir",
            "winddir",
            "wind_direction_true",
            "wind_directiontrue",
        ],
    ),
    ("twd_mag", &["twd_mag", "magnetic_wind_direction", "wind_direction_magnetic", "wind_directionmagnetic"]),
    ("depth", &["depth"]),
    ("temperature", &["temp", "atemp", "temperature"]),
    ("cadence", &["cad", "cadence"]),
    ("accuracy", &["hacc", "accuracy", "horizontal_accuracy"]),
];

/// The registry's id of a common name.
fn known(plain: &str) -> Option<&'static str> {
    NAMES.iter().find(|(_, names)| names.contains(&plain)).map(|(id, _)| *id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::MPS_PER_KNOT;

    #[test]
    fn a_unit_that_is_not_known_is_part_of_the_name() {
        assert_eq!(by_name("speed", "furlongs").unwrap(), (Cow::Borrowed("speed_furlongs"), 1.0));
        assert!(has_unknown_unit("speed", "furlongs") && !has_unknown_unit("speed", "Km / h"));
        assert!(!has_unknown_unit("jibesCount", "furlongs"));
    }

    #[test]
    fn makers_names_become_ids_of_the_registry() {
        assert_eq!(by_name("Trim", "").unwrap().0, "pitch");
        assert_eq!(by_name("heart rate", "bpm").unwrap(), (Cow::Borrowed("hr"), 1.0));
        assert_eq!(by_name("speed", "kn").unwrap(), (Cow::Borrowed("sog"), MPS_PER_KNOT));
        assert_eq!(by_name("Heading", "").unwrap().0, "hdg_mag");
    }

    #[test]
    fn the_winds_of_other_programs_have_ids_of_the_registry() {
        for (name, id) in [
            ("True Wind Direction", "twd"),
            ("wind_direction", "twd"),
            ("WindSpeed", "tws"),
            ("Apparent Wind Angle", "awa"),
            ("Heading True", "hdg"),
            ("Boat Speed", "stw"),
        ] {
            assert_eq!(by_name(name, "").unwrap().0, id, "{name}");
        }
    }

    #[test]
    fn a_makers_second_speed_is_not_taken_for_the_speed() {
        assert_eq!(by_name("own_gps_speed", "").unwrap(), (Cow::Borrowed("gps_speed"), 1.0));
        assert_eq!(by_name("own", "").unwrap().0, "own");
    }

    #[test]
    fn an_unknown_quantity_keeps_its_own_name() {
        assert_eq!(by_name("jibesCount", "").unwrap().0, "jibescount");
        assert_eq!(by_name("Max Speed 2s!", "").unwrap().0, "max_speed_2s");
        assert_eq!(by_name("--", ""), None);
    }
}
