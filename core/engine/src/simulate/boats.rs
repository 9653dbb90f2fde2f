//! How each boat class sails: its polar, how it turns, what turning costs it.

use crate::units::mps_from_kn;

/// Wind speeds of the polar tables, kn.
const TABLE_KN: [f64; 5] = [4.0, 8.0, 12.0, 16.0, 22.0];

/// Pointing this much too high stops every boat, deg.
const NO_GO_DEG: f64 = 20.0;

/// What the simulator knows of a class. Angles and keelboats come from [`crate::config`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sailing {
    pub name: &'static str,
    /// Speed upwind and downwind over the table's wind speeds, kn.
    pub up_kn: [f64; 5],
    pub down_kn: [f64; 5],
    /// Best angles to the wind, deg.
    pub up_deg: f64,
    pub down_deg: f64,
    /// Rate of a normal tack, deg/s.
    pub turn_dps: f64,
    /// Time constants of slowing down in a turn and of getting up to speed, s.
    pub brake_s: f64,
    pub gain_s: f64,
    /// Share of the entry speed that a long tack and a long gybe would end at.
    pub tack_keeps: f64,
    pub gybe_keeps: f64,
    /// It falls off the foil below this, kn; 0 for hulls.
    pub foil_kn: f64,
    /// Length of a beat, m.
    pub leg_m: f64,
    /// Heel to leeward at 12 kn upwind, deg.
    pub heel_deg: f64,
}

const BASE: Sailing = Sailing {
    name: "Other",
    up_kn: [3.0, 4.8, 5.8, 6.3, 6.5],
    down_kn: [2.6, 5.0, 7.0, 8.6, 10.5],
    up_deg: 44.0,
    down_deg: 150.0,
    turn_dps: 20.0,
    brake_s: 3.2,
    gain_s: 5.5,
    tack_keeps: 0.45,
    gybe_keeps: 0.66,
    foil_kn: 0.0,
    leg_m: 850.0,
    heel_deg: 10.0,
};

const SKIFF: Sailing = Sailing {
    name: "49er",
    up_kn: [4.0, 7.2, 9.3, 10.3, 11.0],
    down_kn: [4.5, 9.8, 13.6, 16.6, 19.5],
    up_deg: 43.0,
    down_deg: 143.0,
    turn_dps: 24.0,
    gybe_keeps: 0.7,
    leg_m: 1250.0,
    heel_deg: 4.0,
    ..BASE
};

const DINGHY: Sailing = Sailing {
    name: "470",
    up_kn: [3.1, 5.0, 5.9, 6.3, 6.5],
    down_kn: [2.8, 5.3, 7.2, 9.2, 11.5],
    up_deg: 43.0,
    down_deg: 158.0,
    turn_dps: 21.0,
    brake_s: 3.4,
    gain_s: 4.5,
    gybe_keeps: 0.72,
    leg_m: 900.0,
    heel_deg: 6.0,
    ..BASE
};

const SINGLEHANDER: Sailing = Sailing {
    name: "Laser",
    up_kn: [2.9, 4.4, 5.0, 5.3, 5.4],
    down_kn: [2.4, 4.4, 5.6, 6.9, 8.6],
    up_deg: 44.0,
    down_deg: 169.0,
    turn_dps: 22.0,
    brake_s: 3.0,
    gain_s: 4.0,
    gybe_keeps: 0.72,
    leg_m: 800.0,
    heel_deg: 5.0,
    ..BASE
};

const KITE: Sailing = Sailing {
    name: "Formula Kite",
    up_kn: [4.0, 15.5, 20.5, 22.5, 24.0],
    down_kn: [4.5, 20.0, 26.5, 30.0, 33.0],
    up_deg: 49.0,
    down_deg: 143.0,
    turn_dps: 32.0,
    brake_s: 3.4,
    gain_s: 3.6,
    tack_keeps: 0.52,
    gybe_keeps: 0.68,
    foil_kn: 9.0,
    leg_m: 1900.0,
    heel_deg: 24.0,
};

const SPORTSBOAT: Sailing = Sailing {
    name: "J70",
    up_kn: [3.6, 5.5, 6.1, 6.4, 6.6],
    down_kn: [3.3, 5.8, 7.1, 9.6, 13.0],
    up_deg: 43.0,
    down_deg: 153.0,
    turn_dps: 12.0,
    brake_s: 5.5,
    gain_s: 7.5,
    tack_keeps: 0.52,
    gybe_keeps: 0.78,
    leg_m: 1200.0,
    heel_deg: 16.0,
    ..BASE
};

const BOATS: &[Sailing] = &[
    BASE,
    SKIFF,
    DINGHY,
    SINGLEHANDER,
    KITE,
    SPORTSBOAT,
    Sailing { name: "49erFX", down_kn: [4.3, 9.2, 12.8, 15.6, 18.0], ..SKIFF },
    Sailing {
        name: "29er",
        up_kn: [3.4, 5.7, 7.0, 7.6, 8.0],
        down_kn: [3.6, 7.2, 10.2, 13.0, 15.5],
        down_deg: 142.0,
        leg_m: 950.0,
        ..SKIFF
    },
    Sailing { name: "C420", up_deg: 44.0, down_deg: 160.0, ..SLOW_DINGHY },
    Sailing { name: "CFJ", up_deg: 44.0, down_deg: 160.0, leg_m: 650.0, ..SLOW_DINGHY },
    Sailing { name: "i420", up_deg: 44.0, down_deg: 162.0, ..SLOW_DINGHY },
    Sailing {
        name: "Melges 24",
        down_kn: [3.8, 7.3, 10.2, 13.2, 16.5],
        up_deg: 42.0,
        down_deg: 148.0,
        turn_dps: 14.0,
        gain_s: 6.5,
        ..SPORTSBOAT
    },
    Sailing {
        name: "Viper 640",
        down_kn: [3.8, 7.4, 10.6, 13.4, 16.5],
        down_deg: 146.0,
        turn_dps: 17.0,
        brake_s: 4.2,
        gain_s: 5.5,
        heel_deg: 10.0,
        ..SPORTSBOAT
    },
    Sailing {
        name: "Moth",
        up_kn: [3.2, 13.2, 16.5, 18.0, 19.0],
        down_kn: [3.4, 16.5, 21.5, 24.5, 27.0],
        up_deg: 47.0,
        turn_dps: 26.0,
        heel_deg: -18.0,
        leg_m: 1500.0,
        ..KITE
    },
    Sailing {
        name: "Nacra 17",
        up_kn: [4.4, 10.6, 13.8, 15.2, 16.0],
        down_kn: [4.6, 14.2, 20.0, 23.5, 26.0],
        up_deg: 48.0,
        down_deg: 145.0,
        turn_dps: 20.0,
        gain_s: 4.6,
        heel_deg: 6.0,
        foil_kn: 8.0,
        leg_m: 1500.0,
        ..KITE
    },
    Sailing {
        name: "Foil Pumping",
        up_kn: [3.0, 10.5, 13.5, 14.8, 15.5],
        down_kn: [3.2, 13.0, 17.2, 19.5, 21.0],
        down_deg: 140.0,
        turn_dps: 35.0,
        foil_kn: 7.0,
        leg_m: 900.0,
        heel_deg: 12.0,
        ..KITE
    },
    Sailing {
        name: "Kite Flying",
        up_kn: [3.4, 13.0, 17.0, 19.0, 20.0],
        down_kn: [3.6, 16.5, 21.5, 24.5, 27.0],
        up_deg: 50.0,
        down_deg: 135.0,
        leg_m: 1400.0,
        ..KITE
    },
];

const SLOW_DINGHY: Sailing =
    Sailing { up_kn: [2.9, 4.6, 5.4, 5.8, 6.0], down_kn: [2.6, 4.8, 6.2, 7.8, 9.8], leg_m: 700.0, ..DINGHY };

/// The class of this name; "Other" for names it does not know.
pub fn sailing(name: &str) -> &'static Sailing {
    BOATS.iter().find(|b| b.name.eq_ignore_ascii_case(name)).unwrap_or(&BOATS[0])
}

impl Sailing {
    /// True for a boat that can fly.
    pub fn foils(&self) -> bool {
        self.foil_kn > 0.0
    }

    /// Steady speed (m/s) at an absolute wind angle (deg) in a wind of `tws_mps`.
    pub fn speed_mps(&self, angle_deg: f64, tws_mps: f64) -> f64 {
        let (up, down) = (table(&self.up_kn, tws_mps), table(&self.down_kn, tws_mps));
        let reach = 1.08 * up.max(0.5 * (up + down));
        let angle = angle_deg.abs().min(180.0);
        if angle <= self.up_deg {
            let x = ((angle - self.up_deg) / NO_GO_DEG + 1.0).max(0.0);
            return up * (1.0 - (1.0 - x) * (1.0 - x));
        }
        if angle <= 100.0 {
            return ease(up, reach, (angle - self.up_deg) / (100.0 - self.up_deg));
        }
        if angle <= self.down_deg {
            return ease(reach, down, (angle - 100.0) / (self.down_deg - 100.0));
        }
        // Those who gybe through wide angles lose most by running square.
        let drop = 0.28 * ((180.0 - self.down_deg) / 40.0);
        let x = (angle - self.down_deg) / (180.0 - self.down_deg).max(1.0);
        down * (1.0 - drop * x * x)
    }
}

/// Speed (m/s) from a table, straight between its wind speeds, flat beyond them.
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
    use crate::config::BOAT_CLASSES;
    use crate::units::kn_from_mps;

    #[test]
    fn every_class_of_the_specification_has_its_own_polar() {
        for class in BOAT_CLASSES {
            let boat = sailing(class.name);
            assert_eq!(boat.name, class.name);
            assert!((boat.up_deg - class.upwind_deg).abs() <= 2.0, "{}", class.name);
            assert!((boat.down_deg - class.downwind_deg).abs() <= 3.0, "{}", class.name);
        }
    }

    #[test]
    fn nobody_sails_straight_into_the_wind() {
        for class in BOAT_CLASSES {
            let boat = sailing(class.name);
            assert_eq!(boat.speed_mps(10.0, 6.0), 0.0);
            assert!(boat.speed_mps(boat.up_deg, 6.0) > 2.0);
        }
    }

    #[test]
    fn a_49er_makes_nine_knots_upwind_and_fourteen_downwind_in_twelve() {
        let boat = sailing("49er");
        let tws = mps_from_kn(12.0);
        assert!((kn_from_mps(boat.speed_mps(43.0, tws)) - 9.3).abs() < 0.1);
        assert!((kn_from_mps(boat.speed_mps(143.0, tws)) - 13.6).abs() < 0.1);
    }

    #[test]
    fn the_best_angles_make_more_good_than_five_degrees_beside_them() {
        for class in BOAT_CLASSES {
            let boat = sailing(class.name);
            let vmg = |deg: f64| boat.speed_mps(deg, 6.0) * libm::cos(crate::angle::to_rad(deg));
            assert!(vmg(boat.up_deg) > vmg(boat.up_deg - 10.0), "{}", class.name);
        }
    }
}
