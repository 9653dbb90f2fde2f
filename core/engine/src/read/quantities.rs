//! Units as makers and spreadsheets write them, for each quantity of the registry → the stored unit.

use std::borrow::Cow;

use crate::units::MPS_PER_KNOT;

/// How a stated unit becomes the stored one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Unit {
    /// Stored value = value × factor.
    Factor(f64),
    /// A scale with another zero, or that is not linear. Its values are converted when the file has been read.
    Scale(Scale),
}

/// A scale that no factor converts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Scale {
    Fahrenheit,
    Kelvin,
    Beaufort,
}

const SCALES: [Scale; 3] = [Scale::Fahrenheit, Scale::Kelvin, Scale::Beaufort];

impl Scale {
    /// End of the channel's id while the file is read; no name of a file has a space.
    pub(super) fn suffix(self) -> &'static str {
        match self {
            Self::Fahrenheit => " F",
            Self::Kelvin => " K",
            Self::Beaufort => " bft",
        }
    }

    /// The value in the stored unit.
    fn stored(self, value: f64) -> f64 {
        match self {
            Self::Fahrenheit => (value - 32.0) / 1.8,
            Self::Kelvin => value - 273.15,
            Self::Beaufort => MPS_PER_KNOT * middle_of_force_kn(value),
        }
    }
}

/// The middles of the forces of the Beaufort scale, kn. *From* the scale in knots; the last is open.
const FORCES_KN: [f64; 13] = [0.5, 2.0, 5.0, 8.5, 13.5, 19.0, 24.5, 30.5, 37.0, 44.0, 51.5, 59.5, 68.0];

/// Wind speed of a force, kn, also between two forces; NaN outside the scale.
fn middle_of_force_kn(force: f64) -> f64 {
    let below = force.max(0.0) as usize;
    let at = |i: usize| FORCES_KN.get(i).copied().unwrap_or(f64::NAN);
    let part = force - below as f64;
    if part > 0.0 { at(below) + part * (at(below + 1) - at(below)) } else { at(below) }
}

/// The id of a channel that was read, with its values in the stored unit.
pub(super) fn settled(id: Cow<'static, str>, values: &mut [f32]) -> Cow<'static, str> {
    let Some((scale, length)) =
        SCALES.iter().find_map(|scale| Some((scale, id.strip_suffix(scale.suffix())?.len())))
    else {
        return id;
    };
    values.iter_mut().for_each(|value| *value = scale.stored(f64::from(*value)) as f32);
    let mut id = id.into_owned();
    id.truncate(length);
    Cow::Owned(id)
}

/// The kinds of quantities that have units.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Speed,
    Length,
    Angle,
    Temperature,
    Rate,
}

fn kind(id: &str) -> Option<Kind> {
    Some(match id {
        "sog" | "stw" | "aws" | "tws" => Kind::Speed,
        "depth" | "ele" | "accuracy" => Kind::Length,
        "cog" | "hdg" | "hdg_mag" | "heel" | "pitch" | "awa" | "twa" | "twd" | "twd_mag" => Kind::Angle,
        "temperature" => Kind::Temperature,
        "hr" | "cadence" => Kind::Rate,
        _ => return None,
    })
}

/// Factors to the stored units, by the spelling without spaces, points and letters beyond ASCII.
const FACTORS: &[(Kind, &[&str], f64)] = &[
    (Kind::Speed, &["kn", "kt", "kts", "knot", "knots", "nm/h", "nmi/h"], MPS_PER_KNOT),
    (Kind::Speed, &["km/h", "kmh", "kph", "kmph", "kmh-1", "km/hr"], 1.0 / 3.6),
    (Kind::Speed, &["mph", "mi/h", "miles/h"], 0.447_04),
    (Kind::Speed, &["m/s", "mps", "ms", "m/sec", "ms-1", "meters/second", "metres/second"], 1.0),
    (Kind::Speed, &["cm/s"], 0.01),
    (Kind::Speed, &["mm/s"], 0.001),
    (Kind::Speed, &["ft/s", "fps"], 0.3048),
    (Kind::Length, &["m", "meter", "meters", "metre", "metres", "mtr"], 1.0),
    (Kind::Length, &["ft", "feet", "foot", "'"], 0.3048),
    (Kind::Length, &["fm", "ftm", "fathom", "fathoms"], 1.8288),
    (Kind::Length, &["yd", "yds", "yard", "yards"], 0.9144),
    (Kind::Length, &["km"], 1000.0),
    (Kind::Length, &["cm"], 0.01),
    (Kind::Length, &["mm"], 0.001),
    (Kind::Angle, &["", "deg", "degs", "degree", "degrees", "d", "t", "true", "degt", "degtrue"], 1.0),
    (Kind::Angle, &["rad", "rads", "radian", "radians"], 180.0 / std::f64::consts::PI),
    (Kind::Temperature, &["", "c", "degc", "celsius"], 1.0),
    (Kind::Rate, &["bpm", "rpm", "spm", "1/min", "/min", "min-1", "beats/min", "steps/min"], 1.0),
    (Kind::Rate, &["hz", "1/s"], 60.0),
];

/// The unit of a quantity with this id, by its text; without one that of the registry. `None` for a unit that is not known
/// for the quantity.
pub(super) fn unit(id: &str, text: &str) -> Option<Unit> {
    if text.trim().is_empty() {
        return Some(Unit::Factor(1.0));
    }
    let Some(kind) = kind(id) else { return Some(Unit::Factor(1.0)) };
    let plain: String =
        text.chars().filter(|c| c.is_ascii_graphic() && *c != '.').map(|c| c.to_ascii_lowercase()).collect();
    let plain = plain.as_str();
    let scale = match (kind, plain) {
        (Kind::Speed, "bft" | "bf" | "beaufort") => Some(Scale::Beaufort),
        (Kind::Temperature, "f" | "degf" | "fahrenheit") => Some(Scale::Fahrenheit),
        (Kind::Temperature, "k" | "kelvin") => Some(Scale::Kelvin),
        (Kind::Angle, "m" | "mag" | "degm" | "magnetic") if matches!(id, "hdg_mag" | "twd_mag") => {
            return Some(Unit::Factor(1.0));
        }
        _ => None,
    };
    let known = FACTORS.iter().find(|(of, names, _)| *of == kind && names.contains(&plain));
    scale.map(Unit::Scale).or(known.map(|(_, _, factor)| Unit::Factor(*factor)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factor(id: &str, text: &str) -> Option<f64> {
        match unit(id, text)? {
            Unit::Factor(factor) => Some(factor),
            Unit::Scale(_) => None,
        }
    }

    #[test]
    fn a_unit_is_read_in_every_spelling() {
        for text in ["kn", "KTS", "kts.", " knots ", "Kn."] {
            assert_eq!(factor("sog", text), Some(MPS_PER_KNOT), "{text}");
        }
        for text in ["km / h", "km/h", "KMH", "kph"] {
            assert_eq!(factor("tws", text), Some(1.0 / 3.6), "{text}");
        }
        assert_eq!(["ft", "feet", "m"].map(|u| factor("depth", u)), [Some(0.3048), Some(0.3048), Some(1.0)]);
        assert_eq!(["°", "\u{fffd}", "deg", "°T"].map(|u| factor("cog", u)), [Some(1.0); 4]);
        assert_eq!(factor("heel", "rad"), Some(180.0 / std::f64::consts::PI));
        assert_eq!(factor("hr", "bpm"), Some(1.0));
    }

    #[test]
    fn a_unit_of_another_quantity_or_of_none_is_not_known() {
        for (id, text) in [("sog", "ft"), ("depth", "kn"), ("tws", "furlongs"), ("cog", "%"), ("twd", "M")] {
            assert_eq!(unit(id, text), None, "{id} {text}");
        }
        assert_eq!(factor("sog", ""), Some(1.0));
    }

    #[test]
    fn degrees_fahrenheit_kelvin_and_forces_of_the_wind_become_stored_units() {
        let read = |id: &'static str, text: &str, value: f32| {
            let Some(Unit::Scale(scale)) = unit(id, text) else { panic!("{id} {text}") };
            let mut values = [value];
            let settled = settled(Cow::Owned(format!("{id}{}", scale.suffix())), &mut values);
            (settled.into_owned(), values[0])
        };
        let (id, celsius) = read("temperature", "°F", 68.0);
        assert!(id == "temperature" && (celsius - 20.0).abs() < 1e-4);
        assert!((read("temperature", "K", 293.15).1 - 20.0).abs() < 1e-3);
        let (id, mps) = read("tws", "bft", 4.0);
        assert!(id == "tws" && (f64::from(mps) / MPS_PER_KNOT - 13.5).abs() < 1e-4, "{mps}");
    }
}
