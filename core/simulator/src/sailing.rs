//! How one boat is sailed, apart from what her class has in common: angles and speeds of her own, lulls, jumps, a tiring
//! crew, swell (docs/algorithms.md, section 14.8).

use serde::{Deserialize, Serialize};

use crate::boat_models::{BoatModel, boat_model};

/// Differences from the class; by default none.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sailing {
    /// Best upwind and downwind angle of the boat, deg; those of her class when null.
    pub upwind_deg: Option<f64>,
    pub downwind_deg: Option<f64>,
    /// Upwind and downwind speed, ratio to that of her class.
    pub upwind_speed: f64,
    pub downwind_speed: f64,
    /// Relative decrease of the wind in the deepest lulls; 0 = no lulls.
    pub lull_depth: f64,
    /// Mean time between two jumps on a straight, s; 0 = none.
    pub jump_every_s: f64,
    /// Tiredness of the crew at the end, from 0 at the start: 1 turns at about half the rate, keeps 0.6 of the usual
    /// speed in a turn, and steers with 2.5 times the usual deviations.
    pub tiredness: f64,
    /// Amplitudes of course (deg) and speed (kn) in the swell, and its mean period (s).
    pub swell_deg: f64,
    pub swell_kn: f64,
    pub swell_s: f64,
}

impl Sailing {
    const AS_THE_CLASS: Self = Self {
        upwind_deg: None,
        downwind_deg: None,
        upwind_speed: 1.0,
        downwind_speed: 1.0,
        lull_depth: 0.0,
        jump_every_s: 0.0,
        tiredness: 0.0,
        swell_deg: 0.0,
        swell_kn: 0.0,
        swell_s: 7.0,
    };

    pub(crate) fn is_as_the_class(&self) -> bool {
        *self == Self::AS_THE_CLASS
    }

    /// Best upwind and downwind angle of a class, deg.
    pub fn angles_of_class(class: &str) -> (f64, f64) {
        let model = boat_model(class);
        (model.upwind_deg, model.downwind_deg)
    }

    /// The model of this boat of a class.
    pub(crate) fn of_class(&self, class: &BoatModel) -> BoatModel {
        BoatModel {
            upwind_deg: self.upwind_deg.unwrap_or(class.upwind_deg),
            downwind_deg: self.downwind_deg.unwrap_or(class.downwind_deg),
            upwind_kn: class.upwind_kn.map(|kn| kn * self.upwind_speed),
            downwind_kn: class.downwind_kn.map(|kn| kn * self.downwind_speed),
            ..*class
        }
    }

    /// Name, value, least and greatest value of every number, for the check of a spec.
    pub(crate) fn ranges(&self) -> [(&'static str, f64, f64, f64); 10] {
        [
            ("upwind_deg", self.upwind_deg.unwrap_or(45.0), 30.0, 75.0),
            ("downwind_deg", self.downwind_deg.unwrap_or(150.0), 105.0, 174.0),
            ("upwind_speed", self.upwind_speed, 0.3, 2.0),
            ("downwind_speed", self.downwind_speed, 0.3, 2.0),
            ("lull_depth", self.lull_depth, 0.0, 0.9),
            ("jump_every_s", self.jump_every_s, 0.0, 3600.0),
            ("tiredness", self.tiredness, 0.0, 1.0),
            ("swell_deg", self.swell_deg, 0.0, 15.0),
            ("swell_kn", self.swell_kn, 0.0, 1.5),
            ("swell_s", self.swell_s, 3.0, 20.0),
        ]
    }
}

impl Default for Sailing {
    fn default() -> Self {
        Self::AS_THE_CLASS
    }
}
