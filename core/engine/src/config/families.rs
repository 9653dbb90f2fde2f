//! Families of boats as the estimate of the wind knows them, and the kinds of boat that a file's sport names
//! (docs/algorithms.md, section 4.6). The boat classes of the specification are in the parent module.

use super::{BoatClass, OTHER, class};

/// Probability that a boat of unknown class is a board: the least up to this median speed, m/s, the greatest from that on.
/// Hand-tuned (docs/algorithms.md, section 4).
const SLOW_MPS: f64 = 3.0;
const FAST_MPS: f64 = 5.5;
const BOARD_PROBABILITY: std::ops::Range<f64> = 0.025..0.35;

/// A kind of boat that a file names by its sport: the probability that it is a board, which gybes from reach to reach, and
/// priors of angle and speed for the estimate of the wind. Watches have no profile for wings, so that their riders record
/// windsurfing or surfing. Guess.
struct BoatKind {
    class: BoatClass,
    board_probability: f64,
}

/// Priors of boards: angles and ratio between those of the foiling classes. Guess.
const fn board(name: &'static str) -> BoatClass {
    super::board(name, BOARD_LENGTH_M, BOARD_ANGLES_DEG, 1.25, 9.0)
}

/// Also of the boards that a user names. Guess.
pub(super) const BOARD_ANGLES_DEG: (f64, f64) = (50.0, 138.0);
const BOARD_LENGTH_M: f64 = 2.0;

const KINDS: [BoatKind; 5] = [
    BoatKind { class: board("Windsurfer"), board_probability: 1.0 },
    BoatKind { class: board("Wing"), board_probability: 1.0 },
    BoatKind { class: board("Kite"), board_probability: 1.0 },
    BoatKind { class: board("Board"), board_probability: 1.0 },
    BoatKind { class: class("Sailing boat", 4.5, (44.0, 150.0), 8.0, 1.15, 60.0), board_probability: 0.05 },
];

/// Plain words for the kinds of [`KINDS`], in their order.
const SPORT_NAMES: [&str; 5] = ["windsurfing", "wing foiling", "kitesurfing", "surfing", "sailing"];

/// Words of a sport (lower case) and the index of the kind in [`KINDS`]; the first that occurs decides.
const SPORT_WORDS: [(&str, usize); 10] = [
    ("kite", 2),
    ("windsurf", 0),
    ("wing", 1),
    ("foil", 3),
    ("surf", 3),
    ("paddle", 3),
    ("sailboard", 0),
    ("sail", 4),
    ("regatta", 4),
    ("yacht", 4),
];

/// The boat as the estimate of the wind knows it: the class that the user named, else the kind that the file's sport names,
/// else "Other".
pub fn kind_of_boat<'a>(class: &'a BoatClass, sport: Option<&str>) -> &'a BoatClass {
    if class.name != OTHER.name {
        return class;
    }
    let sport = sport.unwrap_or_default().to_ascii_lowercase();
    let word = SPORT_WORDS.iter().find(|(word, _)| sport.contains(word));
    word.and_then(|&(_, kind)| KINDS.get(kind)).map_or(class, |kind| &kind.class)
}

/// True for a class that the user named.
pub fn is_named(class: &BoatClass) -> bool {
    class.name != OTHER.name && KINDS.iter().all(|kind| kind.class.name != class.name)
}

/// The sport in plain words of a kind that a sport named; none for classes.
pub fn sport_name(kind: &str) -> Option<&'static str> {
    let at = KINDS.iter().position(|known| known.class.name == kind)?;
    SPORT_NAMES.get(at).copied()
}

/// Probability that a boat is a board, for "Other" by the median speed, m/s; 0 or 1 for a class that the user named.
pub fn board_probability(class: &BoatClass, median_mps: f64) -> f64 {
    if let Some(kind) = KINDS.iter().find(|kind| kind.class.name == class.name) {
        return kind.board_probability;
    }
    if is_named(class) {
        return if class.board { 1.0 } else { 0.0 };
    }
    let fast = ((median_mps - SLOW_MPS) / (FAST_MPS - SLOW_MPS)).clamp(0.0, 1.0);
    BOARD_PROBABILITY.start + (BOARD_PROBABILITY.end - BOARD_PROBABILITY.start) * fast
}

#[cfg(test)]
mod tests {
    use super::super::boat_class;
    use super::*;

    #[test]
    fn a_sport_names_a_kind_of_boat_in_the_words_of_watches_and_portals() {
        let named = |sport: &str| kind_of_boat(OTHER, Some(sport)).name;
        let kinds =
            ["windsurfing", "Windsurf", "kitesurfing", "wing_foiling", "surfing", "sailing_v2", "generic"];
        assert_eq!(
            kinds.map(named),
            ["Windsurfer", "Windsurfer", "Kite", "Wing", "Board", "Sailing boat", "Other"]
        );
    }

    #[test]
    fn a_class_named_by_the_user_overrides_the_sport() {
        let laser = boat_class("Laser").unwrap();
        assert_eq!(kind_of_boat(laser, Some("windsurfing")).name, "Laser");
        assert_eq!(board_probability(laser, 9.0), 0.0);
    }

    #[test]
    fn a_board_is_known_by_class_and_sport_and_likelier_at_speed_without_either() {
        let named = |name| board_probability(boat_class(name).unwrap(), 5.0);
        assert_eq!([named("Foil Pumping"), named("Moth")], [1.0, 0.0]);
        assert_eq!(board_probability(kind_of_boat(OTHER, Some("windsurfing")), 2.0), 1.0);
        let other = |mps| board_probability(OTHER, mps);
        assert!(other(2.5) < 0.05 && other(6.0) > 0.3);
    }
}
