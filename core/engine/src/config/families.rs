//! Families of boats as the estimate of the wind knows them, and the kinds of boat that a file's sport names
//! (docs/algorithms.md, section 4.6). The boat classes of the specification are in the parent module.

use super::{BoatClass, OTHER, boat_class, class, foil};

/// What the estimate of the wind knows of a family of boats. Pairs are tacks, gybes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoatFamily {
    pub name: &'static str,
    /// Speed retention (minimum over entry speed) in tacks and in gybes, mean over crews.
    pub retention: [f64; 2],
    /// Its standard deviation over crews, common to tacks and gybes; over crews, of one kind; over turns of one crew.
    pub crew_sd: f64,
    pub kind_sd: f64,
    pub turn_sd: f64,
    /// Share of crews who only tack, and only gybe: where turns are narrow (110°), and where they are wide (150°).
    pub one_axis_shares: [[f64; 2]; 2],
    /// True for boards: riders gybe at the ends of reaches, for a tack from a reach stops the board, and drift to leeward
    /// while they lie in the water.
    pub is_board: bool,
}

/// Number of families.
pub const FAMILY_COUNT: usize = 7;

/// *Measured* on the simulator's turns (`wind_eval -- turns`) and on keelboats and catamarans with wind on board.
const HULL: BoatFamily = BoatFamily {
    name: "dinghy",
    retention: [0.57, 0.76],
    crew_sd: 0.07,
    kind_sd: 0.05,
    turn_sd: 0.1,
    one_axis_shares: [[0.3, 0.3], [0.2, 0.2]],
    is_board: false,
};

/// *Measured* on the simulator's turns.
const FOILING_BOAT: BoatFamily = BoatFamily {
    name: "foiling boat",
    retention: [0.62, 0.75],
    crew_sd: 0.08,
    kind_sd: 0.07,
    turn_sd: 0.12,
    one_axis_shares: [[0.3, 0.3], [0.02, 0.6]],
    is_board: false,
};

/// Gybes: *measured* on the board sessions of the recordings (median 0.65, `wind_eval -- turns`); tacks and shares: guess.
const WING_FOIL: BoatFamily = BoatFamily {
    name: "wing foil",
    retention: [0.45, 0.65],
    crew_sd: 0.09,
    kind_sd: 0.08,
    turn_sd: 0.15,
    one_axis_shares: [[0.15, 0.5], [0.02, 0.7]],
    is_board: true,
};

/// All families. Those without a mark: guess.
pub const FAMILIES: [BoatFamily; FAMILY_COUNT] = [
    HULL,
    BoatFamily { name: "keelboat", ..HULL },
    FOILING_BOAT,
    BoatFamily {
        name: "windsurf fin",
        retention: [0.25, 0.55],
        one_axis_shares: [[0.1, 0.5], [0.02, 0.75]],
        ..WING_FOIL
    },
    BoatFamily { name: "windsurf foil", retention: [0.4, 0.65], ..WING_FOIL },
    WING_FOIL,
    BoatFamily { name: "kite", retention: [0.4, 0.55], kind_sd: 0.12, ..WING_FOIL },
];

/// Shares of the families, in the order of [`FAMILIES`].
pub type FamilyShares = [f64; FAMILY_COUNT];

/// Foiling probability of a boat of unknown class: the least up to this median speed, m/s, the greatest from that on.
/// Hand-tuned (docs/algorithms.md, section 4).
const SLOW_MPS: f64 = 3.0;
const FAST_MPS: f64 = 5.5;
const MIN_FOILING_PROBABILITY: f64 = 0.05;
const MAX_FOILING_PROBABILITY: f64 = 0.7;

/// A kind of boat that a file names by its sport: the shares of the families, and priors of angle and speed for the estimate
/// of the wind. Watches have no profile for wings, so that their riders record windsurfing or surfing. Guess.
struct BoatKind {
    class: BoatClass,
    shares: FamilyShares,
}

/// Priors of boards: angles and ratio between those of the foiling classes. Guess.
const fn board(name: &'static str) -> BoatClass {
    foil(name, 50.0, 138.0, 1.25, 9.0)
}

const KINDS: [BoatKind; 5] = [
    BoatKind { class: board("Windsurfer"), shares: [0.0, 0.0, 0.0, 0.3, 0.15, 0.5, 0.05] },
    BoatKind { class: board("Wing"), shares: [0.0, 0.0, 0.0, 0.03, 0.07, 0.9, 0.0] },
    BoatKind { class: board("Kite"), shares: [0.0, 0.0, 0.0, 0.03, 0.02, 0.1, 0.85] },
    BoatKind { class: board("Board"), shares: [0.0, 0.0, 0.0, 0.25, 0.1, 0.5, 0.15] },
    BoatKind {
        class: class("Sailing boat", 44.0, 150.0, 8.0, 1.15, 2.0, 60.0),
        shares: [0.55, 0.35, 0.05, 0.01, 0.01, 0.02, 0.01],
    },
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
    let sport = sport.unwrap_or_default().to_lowercase();
    let word = SPORT_WORDS.iter().find(|(word, _)| sport.contains(word));
    word.and_then(|&(_, kind)| KINDS.get(kind)).map_or(class, |kind| &kind.class)
}

/// True for a class that the user named.
pub fn is_named(class: &BoatClass) -> bool {
    class.name != OTHER.name && boat_class(class.name).is_some()
}

/// The sport in plain words of a kind that a sport named; none for classes.
pub fn sport_name(kind: &str) -> Option<&'static str> {
    let at = KINDS.iter().position(|known| known.class.name == kind)?;
    SPORT_NAMES.get(at).copied()
}

/// Shares of the families given a class or kind; for "Other" by the median speed, m/s.
pub fn family_shares(class: &BoatClass, median_mps: f64) -> FamilyShares {
    if let Some(kind) = KINDS.iter().find(|kind| kind.class.name == class.name) {
        return kind.shares;
    }
    if is_named(class) {
        let named = match (class.foil_speed_kn.is_some(), class.keelboat) {
            (true, _) => 2,
            (false, true) => 1,
            (false, false) => 0,
        };
        return std::array::from_fn(|family| f64::from(u8::from(family == named)));
    }
    let fast = ((median_mps - SLOW_MPS) / (FAST_MPS - SLOW_MPS)).clamp(0.0, 1.0);
    let foils = MIN_FOILING_PROBABILITY + (MAX_FOILING_PROBABILITY - MIN_FOILING_PROBABILITY) * fast;
    let hulls = 1.0 - foils;
    [0.6 * hulls, 0.4 * hulls, 0.5 * foils, 0.1 * foils, 0.1 * foils, 0.2 * foils, 0.1 * foils]
}

/// Probability that a boat is a board; boards among the classes of the specification are those of wings and kites.
pub fn board_probability(class: &BoatClass, shares: &FamilyShares) -> f64 {
    if matches!(class.name, "Foil Pumping" | "Kite Flying" | "Formula Kite") {
        return 1.0;
    }
    FAMILIES.iter().zip(shares).filter(|(family, _)| family.is_board).map(|(_, share)| share).sum()
}

/// Probability that a boat is no displacement hull: a foiling boat or a board.
pub fn fast_probability(shares: &FamilyShares) -> f64 {
    shares.iter().skip(2).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_of_every_kind_sum_to_one() {
        let sum = |shares: &FamilyShares| shares.iter().sum::<f64>();
        assert!(KINDS.iter().all(|kind| (sum(&kind.shares) - 1.0).abs() < 1e-9));
        assert!([1.0, 4.0, 9.0].iter().all(|&mps| (sum(&family_shares(OTHER, mps)) - 1.0).abs() < 1e-9));
    }

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
        assert_eq!(board_probability(laser, &family_shares(laser, 9.0)), 0.0);
    }

    #[test]
    fn foiling_is_known_by_the_class_and_likelier_at_speed_without_one() {
        let named = |name| fast_probability(&family_shares(boat_class(name).unwrap(), 5.0));
        assert_eq!([named("Moth"), named("49er")], [1.0, 0.0]);
        let other = |mps| fast_probability(&family_shares(OTHER, mps));
        assert!(other(2.5) < 0.1 && other(6.0) > 0.6);
    }
}
