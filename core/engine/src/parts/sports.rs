//! Sports by the words of files: which are not on the water.

use crate::track::Recording;

/// Probability that a part with another sport is that: some watches have no profile for sailing. *Guess*.
pub const OTHER_PROBABILITY: f64 = 0.98;

/// Words of sports on the water, which win over those of [`OTHER`].
const WATER: &[&str] = &[
    "sail",
    "surf",
    "kite",
    "wing",
    "foil",
    "paddle",
    "paddling",
    "boat",
    "row",
    "kayak",
    "canoe",
    "yacht",
    "regatta",
    "water",
    "raft",
    "motorboat",
    "motorsail",
];

/// Words of sports that are not.
const OTHER: &[&str] = &[
    "run",
    "jog",
    "cycl",
    "bik",
    "walk",
    "hik",
    "trek",
    "driv",
    "motor",
    "skiing",
    "alpine",
    "nordic",
    "backcountry",
    "snow",
    "skat",
    "golf",
    "swim",
    "ride",
    "riding",
    "fitness",
    "climb",
    "mountain",
    "flying",
    "horse",
    "hunting",
    "tennis",
    "soccer",
    "football",
    "basketball",
    "yoga",
    "gym",
    "strength",
    "elliptical",
    "treadmill",
    "laufen",
    "wander",
    "transition",
];

/// True for a sport that is not on the water. A generic one, an unknown word and several sports in one are not.
pub fn is_other(sport: &str) -> bool {
    let has = |words: &[&str]| {
        let tokens = sport.split(|c: char| !c.is_ascii_alphabetic());
        tokens.into_iter().any(|token| words.iter().any(|word| begins(token, word)))
    };
    !has(WATER) && has(OTHER)
}

fn begins(token: &str, word: &str) -> bool {
    token.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// The sport of a recording: one on the water, where the file names several.
pub fn of_sailing(recording: &Recording) -> Option<String> {
    let own = recording.sport.clone();
    if !own.as_deref().is_some_and(is_other) {
        return own;
    }
    let on_water = recording.sports.iter().map(|span| &span.sport).find(|sport| !is_other(sport));
    on_water.cloned().or(own)
}

/// A sport in plain words: `trail_running` becomes "trail running".
pub fn words(sport: &str) -> String {
    sport.chars().map(|c| if c == '_' { ' ' } else { c.to_ascii_lowercase() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sports_on_land_are_told_from_those_on_the_water_and_from_unknown_ones() {
        for sport in [
            "running",
            "Running",
            "trail_running",
            "cycling",
            "Biking",
            "e_biking",
            "walking",
            "Hiking",
            "driving",
            "motorcycling",
            "alpine_skiing",
            "golf",
            "swimming",
            "Ride",
            "AlpineSki",
            "horseback_riding",
        ] {
            assert!(is_other(sport), "{sport}");
        }
        for sport in [
            "sailing",
            "sailing_v2",
            "Sail",
            "windsurfing",
            "kitesurfing",
            "stand_up_paddleboarding",
            "rowing",
            "boating",
            "kayaking",
            "surfing",
            "generic",
            "Other",
            "multisport",
            "",
            "water_skiing",
            "Freeride",
            "wing foil ride",
            "wakeboarding",
            "fishing",
            "motorboating",
            "training",
            "7",
            "Skiff",
            "Hunter 36",
            "motorsailing",
        ] {
            assert!(!is_other(sport), "{sport}");
        }
        assert_eq!(words("Trail_running"), "trail running");
    }
}
