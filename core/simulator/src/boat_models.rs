//! Polars and parameters of the boat classes (docs/algorithms.md, sections 14.3 and 14.4). All values are *guess*.

use leebow_engine::config::{BoatClass, boat_class};
use leebow_engine::units::mps_from_kn;

/// Wind speeds of the polar tables, kn.
const TABLE_KN: [f64; 5] = [4.0, 8.0, 12.0, 16.0, 22.0];

/// The polar speed is zero from this angle above the best upwind angle, deg.
const NO_GO_DEG: f64 = 20.0;

/// Parameters of a class. The angles are not those of [`leebow_engine::config`], which are priors of the wind estimate: a
/// boat that sails exactly as the estimate expects would not test it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoatModel {
    pub name: &'static str,
    /// Speed at the best upwind and downwind angle for the wind speeds of the table, kn.
    pub upwind_kn: [f64; 5],
    pub downwind_kn: [f64; 5],
    /// Best upwind and downwind angle to the wind, deg.
    pub upwind_deg: f64,
    pub downwind_deg: f64,
    /// Mean turn rate, deg/s.
    pub turn_dps: f64,
    /// Time constants of losing speed in a turn and of accelerating, s.
    pub deceleration_tau_s: f64,
    pub acceleration_tau_s: f64,
    /// Ratio to the entry speed of the speed approached during a tack and a gybe.
    pub tack_speed_retention: f64,
    pub gybe_speed_retention: f64,
    /// Foiling speed, kn; 0 for hulls.
    pub foiling_kn: f64,
    /// Length of a beat in a session of 30 min or more, m.
    pub leg_m: f64,
    /// Heel to leeward upwind in 12 kn of wind, deg.
    pub heel_deg: f64,
    /// Speed at which a fallen boat drifts to leeward, as a share of the wind speed.
    pub drift_share: f64,
}

const BASE: BoatModel = BoatModel {
    name: "Other",
    upwind_kn: [3.0, 4.8, 5.8, 6.3, 6.5],
    downwind_kn: [2.6, 5.0, 7.0, 8.6, 10.5],
    upwind_deg: 44.0,
    downwind_deg: 150.0,
    turn_dps: 20.0,
    deceleration_tau_s: 3.2,
    acceleration_tau_s: 5.5,
    tack_speed_retention: 0.45,
    gybe_speed_retention: 0.66,
    foiling_kn: 0.0,
    leg_m: 850.0,
    heel_deg: 10.0,
    drift_share: 0.0,
};

const SKIFF: BoatModel = BoatModel {
    name: "49er",
    upwind_kn: [4.0, 7.2, 9.3, 10.3, 11.0],
    downwind_kn: [4.5, 9.8, 13.6, 16.6, 19.5],
    upwind_deg: 43.0,
    downwind_deg: 143.0,
    turn_dps: 24.0,
    gybe_speed_retention: 0.7,
    leg_m: 1250.0,
    heel_deg: 4.0,
    ..BASE
};

const DINGHY: BoatModel = BoatModel {
    name: "470",
    upwind_kn: [3.1, 5.0, 5.9, 6.3, 6.5],
    downwind_kn: [2.8, 5.3, 7.2, 9.2, 11.5],
    upwind_deg: 43.0,
    downwind_deg: 158.0,
    turn_dps: 21.0,
    deceleration_tau_s: 3.4,
    acceleration_tau_s: 4.5,
    gybe_speed_retention: 0.72,
    leg_m: 900.0,
    heel_deg: 6.0,
    ..BASE
};

const SINGLEHANDER: BoatModel = BoatModel {
    name: "Laser",
    upwind_kn: [2.9, 4.4, 5.0, 5.3, 5.4],
    downwind_kn: [2.4, 4.4, 5.6, 6.9, 8.6],
    upwind_deg: 44.0,
    downwind_deg: 169.0,
    turn_dps: 22.0,
    deceleration_tau_s: 3.0,
    acceleration_tau_s: 4.0,
    gybe_speed_retention: 0.72,
    leg_m: 800.0,
    heel_deg: 5.0,
    ..BASE
};

const KITE: BoatModel = BoatModel {
    name: "Formula Kite",
    upwind_kn: [4.0, 15.5, 20.5, 22.5, 24.0],
    downwind_kn: [4.5, 20.0, 26.5, 30.0, 33.0],
    upwind_deg: 49.0,
    downwind_deg: 143.0,
    turn_dps: 32.0,
    deceleration_tau_s: 3.4,
    acceleration_tau_s: 3.6,
    tack_speed_retention: 0.52,
    gybe_speed_retention: 0.68,
    foiling_kn: 9.0,
    leg_m: 1900.0,
    heel_deg: 24.0,
    drift_share: 0.0,
};

const SPORTSBOAT: BoatModel = BoatModel {
    name: "J70",
    upwind_kn: [3.6, 5.5, 6.1, 6.4, 6.6],
    downwind_kn: [3.3, 5.8, 7.1, 9.6, 13.0],
    upwind_deg: 43.0,
    downwind_deg: 153.0,
    turn_dps: 12.0,
    deceleration_tau_s: 5.5,
    acceleration_tau_s: 7.5,
    tack_speed_retention: 0.52,
    gybe_speed_retention: 0.78,
    leg_m: 1200.0,
    heel_deg: 16.0,
    ..BASE
};

const BOATS: &[BoatModel] = &[
    BASE,
    SKIFF,
    DINGHY,
    SINGLEHANDER,
    KITE,
    SPORTSBOAT,
    BoatModel { name: "49erFX", downwind_kn: [4.3, 9.2, 12.8, 15.6, 18.0], ..SKIFF },
    BoatModel {
        name: "29er",
        upwind_kn: [3.4, 5.7, 7.0, 7.6, 8.0],
        downwind_kn: [3.6, 7.2, 10.2, 13.0, 15.5],
        downwind_deg: 142.0,
        leg_m: 950.0,
        ..SKIFF
    },
    BoatModel { name: "C420", upwind_deg: 44.0, downwind_deg: 160.0, ..SLOW_DINGHY },
    BoatModel { name: "CFJ", upwind_deg: 44.0, downwind_deg: 160.0, leg_m: 650.0, ..SLOW_DINGHY },
    BoatModel { name: "i420", upwind_deg: 44.0, downwind_deg: 162.0, ..SLOW_DINGHY },
    BoatModel {
        name: "Melges 24",
        downwind_kn: [3.8, 7.3, 10.2, 13.2, 16.5],
        upwind_deg: 42.0,
        downwind_deg: 148.0,
        turn_dps: 14.0,
        acceleration_tau_s: 6.5,
        ..SPORTSBOAT
    },
    BoatModel {
        name: "Viper 640",
        downwind_kn: [3.8, 7.4, 10.6, 13.4, 16.5],
        downwind_deg: 146.0,
        turn_dps: 17.0,
        deceleration_tau_s: 4.2,
        acceleration_tau_s: 5.5,
        heel_deg: 10.0,
        ..SPORTSBOAT
    },
    BoatModel {
        name: "Moth",
        upwind_kn: [3.2, 13.2, 16.5, 18.0, 19.0],
        downwind_kn: [3.4, 16.5, 21.5, 24.5, 27.0],
        upwind_deg: 47.0,
        turn_dps: 26.0,
        heel_deg: -18.0,
        leg_m: 1500.0,
        ..KITE
    },
    BoatModel {
        name: "Nacra 17",
        upwind_kn: [4.4, 10.6, 13.8, 15.2, 16.0],
        downwind_kn: [4.6, 14.2, 20.0, 23.5, 26.0],
        upwind_deg: 48.0,
        downwind_deg: 145.0,
        turn_dps: 20.0,
        acceleration_tau_s: 4.6,
        heel_deg: 6.0,
        foiling_kn: 8.0,
        leg_m: 1500.0,
        ..KITE
    },
    BoatModel {
        name: "Foil Pumping",
        upwind_kn: [3.0, 10.5, 13.5, 14.8, 15.5],
        downwind_kn: [3.2, 13.0, 17.2, 19.5, 21.0],
        downwind_deg: 140.0,
        turn_dps: 35.0,
        foiling_kn: 7.0,
        leg_m: 900.0,
        heel_deg: 12.0,
        ..KITE
    },
    BoatModel {
        name: "Kite Flying",
        upwind_kn: [3.4, 13.0, 17.0, 19.0, 20.0],
        downwind_kn: [3.6, 16.5, 21.5, 24.5, 27.0],
        upwind_deg: 50.0,
        downwind_deg: 135.0,
        leg_m: 1400.0,
        ..KITE
    },
];

const BOARD: BoatModel = BoatModel {
    name: "Wing foil",
    upwind_kn: [3.0, 10.0, 13.0, 14.2, 15.0],
    downwind_kn: [3.2, 12.0, 16.2, 18.5, 20.0],
    upwind_deg: 51.0,
    downwind_deg: 140.0,
    turn_dps: 30.0,
    deceleration_tau_s: 2.6,
    acceleration_tau_s: 4.5,
    tack_speed_retention: 0.3,
    gybe_speed_retention: 0.55,
    foiling_kn: 7.0,
    leg_m: 700.0,
    heel_deg: 12.0,
    drift_share: 0.03,
};

/// Families without a class in the specification. *guess*; the gybes of the wing foil and the drift resemble the board
/// sessions of the recordings.
const FAMILY_BOATS: &[BoatModel] = &[
    BOARD,
    BoatModel {
        name: "Windsurf fin",
        upwind_kn: [2.5, 6.0, 13.0, 16.0, 18.0],
        downwind_kn: [2.6, 7.0, 17.5, 22.0, 25.0],
        upwind_deg: 54.0,
        downwind_deg: 130.0,
        tack_speed_retention: 0.12,
        gybe_speed_retention: 0.42,
        foiling_kn: 0.0,
        ..BOARD
    },
    BoatModel {
        name: "Windsurf foil",
        upwind_kn: [2.8, 11.0, 14.5, 16.0, 17.0],
        downwind_kn: [3.0, 13.5, 18.0, 20.5, 22.0],
        upwind_deg: 48.0,
        gybe_speed_retention: 0.52,
        ..BOARD
    },
    BoatModel {
        name: "Kite",
        upwind_kn: [2.0, 8.0, 14.0, 16.0, 17.5],
        downwind_kn: [2.2, 9.5, 16.5, 19.5, 22.0],
        upwind_deg: 56.0,
        downwind_deg: 132.0,
        tack_speed_retention: 0.25,
        gybe_speed_retention: 0.4,
        foiling_kn: 0.0,
        ..BOARD
    },
];

const SLOW_DINGHY: BoatModel = BoatModel {
    upwind_kn: [2.9, 4.6, 5.4, 5.8, 6.0],
    downwind_kn: [2.6, 4.8, 6.2, 7.8, 9.8],
    leg_m: 700.0,
    ..DINGHY
};

/// The model of a class or family, in any letter case; "Other" for unknown names.
pub fn boat_model(name: &str) -> &'static BoatModel {
    let named = |b: &&BoatModel| b.name.eq_ignore_ascii_case(name);
    BOATS.iter().chain(FAMILY_BOATS).find(named).unwrap_or(&BOATS[0])
}

/// The class of a name, and for a family the class by which its maneuvers are measured; none for an unknown name.
pub fn class_of(name: &str) -> Option<&'static BoatClass> {
    let family = FAMILY_BOATS.iter().find(|b| b.name.eq_ignore_ascii_case(name));
    let of_family = |b: &BoatModel| if b.foils() { boat_class("Foil Pumping") } else { boat_class("Other") };
    boat_class(name).or_else(|| family.and_then(of_family))
}

impl BoatModel {
    /// True for boats that fall: those that foil, and boards.
    pub fn falls(&self) -> bool {
        self.foils() || self.is_board()
    }

    /// True for boards, which lie in the water after a fall and drift.
    pub fn is_board(&self) -> bool {
        self.drift_share > 0.0
    }

    /// True for classes that foil.
    pub fn foils(&self) -> bool {
        self.foiling_kn > 0.0
    }

    /// Steady speed (m/s) at an absolute wind angle (deg) in a wind of `tws_mps`.
    pub fn speed_mps(&self, angle_deg: f64, tws_mps: f64) -> f64 {
        let (up, down) = (table(&self.upwind_kn, tws_mps), table(&self.downwind_kn, tws_mps));
        let reach = 1.08 * up.max(0.5 * (up + down));
        let angle = angle_deg.abs().min(180.0);
        if angle <= self.upwind_deg {
            let x = ((angle - self.upwind_deg) / NO_GO_DEG + 1.0).max(0.0);
            return up * (1.0 - (1.0 - x) * (1.0 - x));
        }
        if angle <= 100.0 {
            return ease(up, reach, (angle - self.upwind_deg) / (100.0 - self.upwind_deg));
        }
        if angle <= self.downwind_deg {
            return ease(reach, down, (angle - 100.0) / (self.downwind_deg - 100.0));
        }
        // Classes with a small best downwind angle lose most dead downwind.
        let drop = 0.28 * ((180.0 - self.downwind_deg) / 40.0);
        let x = (angle - self.downwind_deg) / (180.0 - self.downwind_deg).max(1.0);
        down * (1.0 - drop * x * x)
    }
}

/// Speed (m/s) from a table: interpolated, proportional to the wind below the first wind speed, constant above the
/// last.
fn table(speeds_kn: &[f64; 5], tws_mps: f64) -> f64 {
    let tws_kn = tws_mps / mps_from_kn(1.0);
    let mut kn = speeds_kn[0] * (tws_kn / TABLE_KN[0]).clamp(0.0, 1.0);
    for i in 1..TABLE_KN.len() {
        let f = ((tws_kn - TABLE_KN[i - 1]) / (TABLE_KN[i] - TABLE_KN[i - 1])).clamp(0.0, 1.0);
        kn += (speeds_kn[i] - speeds_kn[i - 1]) * f;
    }
    mps_from_kn(kn)
}

fn ease(from: f64, to: f64, x: f64) -> f64 {
    from + (to - from) * (x * x * (3.0 - 2.0 * x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use leebow_engine::config::BOAT_CLASSES;
    use leebow_engine::units::kn_from_mps;

    #[test]
    fn every_class_of_the_specification_has_its_own_polar_with_the_angles_of_a_sailing_boat() {
        for class in BOAT_CLASSES {
            let boat = boat_model(class.name);
            assert_eq!(boat.name, class.name);
            assert!((40.0..=52.0).contains(&boat.upwind_deg), "{}", class.name);
            assert!((132.0..=172.0).contains(&boat.downwind_deg), "{}", class.name);
        }
    }

    #[test]
    fn no_boat_sails_straight_into_the_wind() {
        for class in BOAT_CLASSES {
            let boat = boat_model(class.name);
            assert_eq!(boat.speed_mps(10.0, 6.0), 0.0);
            assert!(boat.speed_mps(boat.upwind_deg, 6.0) > 2.0);
        }
    }

    #[test]
    fn a_49er_makes_nine_knots_upwind_and_fourteen_downwind_in_twelve() {
        let boat = boat_model("49er");
        let tws = mps_from_kn(12.0);
        assert!((kn_from_mps(boat.speed_mps(43.0, tws)) - 9.3).abs() < 0.1);
        assert!((kn_from_mps(boat.speed_mps(143.0, tws)) - 13.6).abs() < 0.1);
    }

    #[test]
    fn the_best_upwind_angle_has_a_higher_vmg_than_ten_degrees_higher() {
        for class in BOAT_CLASSES {
            let boat = boat_model(class.name);
            let vmg = |deg: f64| boat.speed_mps(deg, 6.0) * libm::cos(leebow_engine::angle::to_rad(deg));
            assert!(vmg(boat.upwind_deg) > vmg(boat.upwind_deg - 10.0), "{}", class.name);
        }
    }
}
