//! How one boat is sailed, apart from what her class has in common: angles and speeds of her own, lulls, jumps, a tiring
//! crew, swell (docs/algorithms.md, section 14.8).

use serde::{Deserialize, Serialize};

use crate::boat_models::{BoatModel, boat_model};
use crate::noise::is_none;
use crate::random::Random;
use leebow_engine::units::mps_from_kn;

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
    /// Scale of what differs between the sessions of a crew: 1 = speeds by 1 %, losses of tacks and gybes by 0.5 m
    /// (standard deviations).
    #[serde(skip_serializing_if = "is_none")]
    pub session_effect: f64,
}

/// Standard deviations between sessions at a scale of 1: share of the speeds, m of a loss. *guess*
const SESSION_SPEED: f64 = 0.01;
const SESSION_LOSS_M: f64 = 0.5;

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
        session_effect: 0.0,
    };

    pub(crate) fn is_as_the_class(&self) -> bool {
        *self == Self::AS_THE_CLASS
    }

    /// Best upwind and downwind angle of a class, deg.
    pub fn angles_of_class(class: &str) -> (f64, f64) {
        let model = boat_model(class);
        (model.upwind_deg, model.downwind_deg)
    }

    /// The model of this boat of a class in the session of a seed.
    pub(crate) fn of_class(&self, class: &BoatModel, seed: u64) -> BoatModel {
        let own = self.of_boat(class);
        if self.session_effect == 0.0 { own } else { self.in_session(&own, &mut Random::new(seed, 11)) }
    }

    /// The model with the speeds and losses of one session.
    fn in_session(&self, own: &BoatModel, random: &mut Random) -> BoatModel {
        let mut drawn = |sd: f64| self.session_effect * sd * random.normal();
        let (up, down) = (1.0 + drawn(SESSION_SPEED), 1.0 + drawn(SESSION_SPEED));
        let (tack_m, gybe_m) = (drawn(SESSION_LOSS_M), drawn(SESSION_LOSS_M));
        let kept = |deg: f64, kn: f64, kept: f64, more_m: f64| {
            (kept - more_m / own.loss_without_speed_m(deg, mps_from_kn(kn))).clamp(0.05, 0.98)
        };
        // In 12 kn of wind.
        let ([_, _, up_kn, ..], [_, _, down_kn, ..]) = (own.upwind_kn, own.downwind_kn);
        BoatModel {
            upwind_kn: own.upwind_kn.map(|kn| kn * up),
            downwind_kn: own.downwind_kn.map(|kn| kn * down),
            tack_speed_retention: kept(own.upwind_deg, up_kn, own.tack_speed_retention, tack_m),
            gybe_speed_retention: kept(own.downwind_deg, down_kn, own.gybe_speed_retention, gybe_m),
            ..*own
        }
    }

    fn of_boat(&self, class: &BoatModel) -> BoatModel {
        BoatModel {
            upwind_deg: self.upwind_deg.unwrap_or(class.upwind_deg),
            downwind_deg: self.downwind_deg.unwrap_or(class.downwind_deg),
            upwind_kn: class.upwind_kn.map(|kn| kn * self.upwind_speed),
            downwind_kn: class.downwind_kn.map(|kn| kn * self.downwind_speed),
            ..*class
        }
    }

    /// Name, value, least and greatest value of every number, for the check of a spec.
    pub(crate) fn ranges(&self) -> [(&'static str, f64, f64, f64); 11] {
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
            ("session_effect", self.session_effect, 0.0, 10.0),
        ]
    }
}

impl Default for Sailing {
    fn default() -> Self {
        Self::AS_THE_CLASS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_of_a_crew_differ_by_one_percent_of_speed_and_half_a_metre_of_loss() {
        let class = boat_model("49er");
        let varied = Sailing { session_effect: 1.0, ..Sailing::default() };
        let models: Vec<BoatModel> = (0..2000).map(|seed| varied.of_class(class, seed)).collect();
        let sd = |of: &dyn Fn(&BoatModel) -> f64| {
            libm::sqrt(models.iter().map(|m| of(m) * of(m)).sum::<f64>() / 2000.0)
        };
        let speed = sd(&|m| m.upwind_kn[2] / class.upwind_kn[2] - 1.0);
        let upwind_mps = mps_from_kn(class.upwind_kn[2]);
        let metres = class.loss_without_speed_m(class.upwind_deg, upwind_mps);
        let loss_m = sd(&|m| metres * (m.tack_speed_retention - class.tack_speed_retention));
        assert!((speed - 0.01).abs() < 0.0008 && (loss_m - 0.5).abs() < 0.04, "{speed} {loss_m}");
        assert_eq!(Sailing::default().of_class(class, 5), *class);
    }
}
