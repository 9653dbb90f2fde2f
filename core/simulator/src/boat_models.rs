//! The model of a boat: her polar, and the parameters of her class (docs/algorithms.md, sections 14.3 and 14.4).

mod classes;

use leebow_engine::angle::to_rad;
use leebow_engine::config::{BoatClass, boat_class};
use leebow_engine::units::mps_from_kn;

use classes::{BOATS, FAMILY_BOATS};

/// Wind speeds of the polar tables, kn.
const TABLE_KN: [f64; 5] = [4.0, 8.0, 12.0, 16.0, 22.0];

/// The polar speed is zero from this angle above the best upwind angle, deg.
const NO_GO_DEG: f64 = 20.0;

/// Parameters of a class. The angles are values of their own: those of [`leebow_engine::config`] are priors of the wind
/// estimate, and the truth must not change with a prior.
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

/// The model of a class or family, in any letter case; "Other" for unknown names.
pub fn boat_model(name: &str) -> &'static BoatModel {
    let named = |b: &&BoatModel| b.name.eq_ignore_ascii_case(name);
    BOATS.iter().chain(FAMILY_BOATS).find(named).unwrap_or(&BOATS[0])
}

/// The class of a name, and for a family the class by which its maneuvers are measured; none for an unknown name.
pub fn class_of(name: &str) -> Option<&'static BoatClass> {
    let family = FAMILY_BOATS.iter().find(|b| b.name.eq_ignore_ascii_case(name));
    let of_family = |b: &BoatModel| if b.foils() { boat_class("Foil Pumping") } else { boat_class("Other") };
    family.map_or_else(|| boat_class(name), of_family)
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

    /// Metres along the wind that a tack or gybe costs per unit of speed retention, by the time constants of the speed: at
    /// this wind angle (deg) from this speed (m/s).
    pub fn loss_without_speed_m(&self, angle_deg: f64, mps: f64) -> f64 {
        let turning_s = 90.0 / self.turn_dps;
        let slowed = 1.0 - libm::exp(-turning_s / self.deceleration_tau_s);
        let along_mps = mps * libm::cos(to_rad(angle_deg)).abs();
        along_mps * slowed * (self.acceleration_tau_s + 0.5 * turning_s)
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
