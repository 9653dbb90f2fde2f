//! Makers' names and units of quantities → the registry's ids and stored units.

use std::borrow::Cow;

use crate::units::MPS_PER_KNOT;

/// Longest name of a channel outside the registry, characters. *Guess*.
const LONGEST_NAME: usize = 64;
/// Prefix of a name that is not to be mapped to the registry; the writers put it there.
pub(crate) const OWN: &str = "own_";

/// The channel id of a maker's name and the factor to the stored unit. An unknown name becomes the id, in lower case
/// with underscores, with factor 1. `None` for a name without letters.
pub(crate) fn by_name(name: &str, units: &str) -> Option<(Cow<'static, str>, f64)> {
    let plain = plain_name(name)?;
    if let Some(own) = plain.strip_prefix(OWN).filter(|own| !own.is_empty()) {
        return Some((Cow::Owned(own.to_string()), 1.0));
    }
    if let Some(id) = known(&plain) {
        return Some((Cow::Borrowed(id), factor(id, units)));
    }
    Some((Cow::Owned(plain), 1.0))
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

/// The registry's id of a common name.
fn known(plain: &str) -> Option<&'static str> {
    Some(match plain {
        "sog" | "speed" | "gps_speed" | "speed_over_ground" | "sog_kts" | "sog_kn" | "enhanced_speed" => {
            "sog"
        }
        "cog" | "course" | "course_over_ground" | "bearing" => "cog",
        "hdg" | "hdg_true" | "heading_true" | "true_heading" => "hdg",
        "heading" | "hdg_mag" | "mag_heading" | "magnetic_heading" | "compass" => "hdg_mag",
        "heel" | "roll" | "heel_angle" => "heel",
        "pitch" | "trim" | "pitch_angle" => "pitch",
        "hr" | "heart_rate" | "heartrate" => "hr",
        "ele" | "altitude" | "elevation" | "alt" => "ele",
        "stw" | "bsp" | "boatspeed" | "boat_speed" => "stw",
        "awa" => "awa",
        "aws" => "aws",
        "twa" => "twa",
        "tws" => "tws",
        "twd" => "twd",
        "depth" => "depth",
        "temp" | "atemp" | "temperature" => "temperature",
        "cad" | "cadence" => "cadence",
        "hacc" | "accuracy" | "horizontal_accuracy" => "accuracy",
        _ => return None,
    })
}

/// Factor from the stated unit to the stored one; 1 without a stated unit.
fn factor(id: &str, units: &str) -> f64 {
    let speed = matches!(id, "sog" | "stw" | "aws" | "tws");
    match units.trim().to_ascii_lowercase().as_str() {
        "kn" | "kt" | "kts" | "knots" | "knot" if speed => MPS_PER_KNOT,
        "km/h" | "kmh" | "kph" | "kmph" if speed => 1000.0 / 3600.0,
        "mph" | "mi/h" if speed => 1609.344 / 3600.0,
        "rad" | "radians" => 180.0 / std::f64::consts::PI,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makers_names_become_ids_of_the_registry() {
        assert_eq!(by_name("Trim", "").unwrap().0, "pitch");
        assert_eq!(by_name("heart rate", "bpm").unwrap(), (Cow::Borrowed("hr"), 1.0));
        assert_eq!(by_name("speed", "kn").unwrap(), (Cow::Borrowed("sog"), MPS_PER_KNOT));
        assert_eq!(by_name("Heading", "").unwrap().0, "hdg_mag");
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
