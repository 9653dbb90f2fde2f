//! What to simulate: one JSON object, every field with a default.

use serde::{Deserialize, Serialize};

use crate::boat_models;
use crate::noise::{Device, Noise, is_none};
use crate::race::RaceSettings;
use crate::sailing::Sailing;
use leebow_engine::error::{Error, ErrorKind};

/// Longest session, minutes.
pub const MAX_MINUTES: f64 = 24.0 * 60.0;

/// What the boat does in a session.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scenario {
    /// Sail out, start sequence, laps between a top and a bottom mark, sail home.
    #[default]
    WindwardLeeward,
    /// One reach out and back: determines no wind.
    ReachOnly,
    /// Random goals: reaches, turns of all kinds, some upwind and downwind legs.
    FreeRide,
    /// Reciprocal reaches with a gybe at both ends.
    ToAndFro,
    /// An offshore passage: beats, reaches and runs with hours between the turns, in a wind that is uniform in space.
    Passage,
    /// Under engine, straight to windward at first: determines no wind.
    Motoring,
    /// Races with a line, marks, a finish and a gun, by `race`.
    Race,
}

/// One simulated session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Spec {
    /// A name of [`leebow_engine::config::BOAT_CLASSES`], or one of the families "Windsurf fin", "Windsurf foil", "Wing foil",
    /// "Kite", "J24", "First 36.7".
    pub class: String,
    /// Seed of the crew, the device and, without `wind_seed`, the wind and the course.
    pub seed: u64,
    /// Seed of the wind field and the course, shared by the boats of a fleet.
    pub wind_seed: Option<u64>,
    pub scenario: Scenario,
    /// Duration of the session.
    pub minutes: f64,
    /// Fixes per second.
    pub rate_hz: f64,
    /// Mean wind: direction it blows from, speed.
    pub twd_deg: f64,
    pub tws_kn: f64,
    /// Amplitude and period of the oscillation of the wind direction; drawn from the seed when null.
    pub oscillation_deg: Option<f64>,
    pub oscillation_min: Option<f64>,
    /// Linear trend of the wind direction, positive veering; drawn from the seed when null.
    pub trend_deg_per_h: Option<f64>,
    /// A permanent shift of the wind direction, positive veering, within one minute from `shift_at_min`.
    pub shift_deg: f64,
    pub shift_at_min: f64,
    /// Scale of random wind variation and gusts; 1 = as over open water, 0 = none.
    pub gustiness: f64,
    /// Frequency of penalties, failed tacks, falls and rests, relative to the default; 0 = never.
    pub mistakes: f64,
    /// Standard deviation of the angle offset of each leg from the best angle, upwind and off the wind.
    pub mode_up_deg: f64,
    pub mode_down_deg: f64,
    /// Wind angle on port tack minus that on starboard tack.
    #[serde(skip_serializing_if = "is_none")]
    pub helm_asymmetry_deg: f64,
    /// Amplitude by which waves swing the course.
    #[serde(skip_serializing_if = "is_none")]
    pub waves_deg: f64,
    /// An offset mark beside the top mark: the rounding is two turns with a reach between.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub offset_mark: bool,
    /// The races of the scenario of that name; the default ones when null.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub race: Option<RaceSettings>,
    /// Mean duration of the legs of a passage between two tacks or two gybes; 60 when null.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leg_min: Option<f64>,
    /// Current: speed, and direction towards which it sets.
    pub current_kn: f64,
    pub current_deg: f64,
    /// Rate of turn of the current direction.
    pub current_turn_deg_per_h: f64,
    /// Position of the middle of the start line.
    pub lat_deg: f64,
    pub lon_deg: f64,
    /// Start of the session, ms since 1970 UTC.
    pub start_time_ms: f64,
    /// Offset of local time from UTC, for formats with local times.
    pub utc_offset_min: i32,
    /// Delay of the speed behind the heel; drawn from the seed when null.
    pub heel_lag_s: Option<f64>,
    /// The device records the heart rate.
    pub heart_rate: bool,
    /// The device records the clew load; only Vakaros files contain it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub clew_load: bool,
    /// How this boat is sailed, apart from her class.
    #[serde(skip_serializing_if = "Sailing::is_as_the_class")]
    pub sailing: Sailing,
    /// Errors of the receiver; replaced by those of `device` when that is set.
    pub noise: Noise,
    pub device: Option<Device>,
}

impl Default for Spec {
    fn default() -> Self {
        Self {
            class: "49er".to_string(),
            seed: 1,
            wind_seed: None,
            scenario: Scenario::WindwardLeeward,
            minutes: 45.0,
            rate_hz: 1.0,
            twd_deg: 230.0,
            tws_kn: 12.0,
            oscillation_deg: None,
            oscillation_min: None,
            trend_deg_per_h: None,
            shift_deg: 0.0,
            shift_at_min: 0.0,
            gustiness: 1.0,
            mistakes: 1.0,
            mode_up_deg: 1.8,
            mode_down_deg: 4.0,
            helm_asymmetry_deg: 0.0,
            waves_deg: 0.0,
            offset_mark: false,
            race: None,
            leg_min: None,
            current_kn: 0.0,
            current_deg: 0.0,
            current_turn_deg_per_h: 0.0,
            lat_deg: 54.47,
            lon_deg: 10.27,
            start_time_ms: 1_791_367_200_000.0,
            utc_offset_min: 0,
            heel_lag_s: None,
            heart_rate: true,
            clew_load: false,
            sailing: Sailing::default(),
            noise: Noise::LOGGER,
            device: None,
        }
    }
}

impl Spec {
    /// Reads a spec from JSON and checks it.
    pub fn from_json(json: &str) -> Result<Self, Error> {
        let spec: Self = serde_json::from_str(json)
            .map_err(|e| bad(format!("The simulation options cannot be read: {e}.")))?;
        spec.check()?;
        Ok(spec)
    }

    /// The same spec with `device` replaced by its noise.
    pub fn resolved(&self) -> Self {
        Self { noise: self.device.map_or(self.noise, Device::noise), device: None, ..self.clone() }
    }

    /// Mean duration of the legs of a passage, s; none in other scenarios.
    pub(super) fn passage_leg_s(&self) -> Option<f64> {
        (self.scenario == Scenario::Passage).then(|| 60.0 * self.leg_min.unwrap_or(60.0))
    }

    /// The specs of a fleet: one wind and one course, consecutive seeds.
    pub fn fleet(&self, boats: u64) -> Vec<Self> {
        let wind_seed = Some(self.wind_seed.unwrap_or(self.seed));
        (0..boats).map(|i| Self { seed: self.seed + i, wind_seed, ..self.clone() }).collect()
    }

    /// Errors: `BadOptions` for an unknown class or a value out of range.
    pub fn check(&self) -> Result<(), Error> {
        if boat_models::class_of(&self.class).is_none() {
            return Err(bad(format!("\"{}\" is not a known boat class.", self.class)));
        }
        let ranges = [
            ("minutes", self.minutes, 1.0, MAX_MINUTES),
            ("rate_hz", self.rate_hz, 0.05, 25.0),
            ("twd_deg", self.twd_deg, -360.0, 720.0),
            ("tws_kn", self.tws_kn, 2.0, 40.0),
            ("gustiness", self.gustiness, 0.0, 3.0),
            ("mistakes", self.mistakes, 0.0, 10.0),
            ("mode_up_deg", self.mode_up_deg, 0.0, 10.0),
            ("mode_down_deg", self.mode_down_deg, 0.0, 15.0),
            ("helm_asymmetry_deg", self.helm_asymmetry_deg, -15.0, 15.0),
            ("waves_deg", self.waves_deg, 0.0, 10.0),
            ("attitude_limit_deg", self.noise.attitude_limit_deg, 0.0, 90.0),
            ("leg_min", self.leg_min.unwrap_or(60.0), 1.0, MAX_MINUTES),
            ("current_kn", self.current_kn, 0.0, 5.0),
            ("lat_deg", self.lat_deg, -89.0, 89.0),
            ("lon_deg", self.lon_deg, -180.0, 180.0),
            ("start_time_ms", self.start_time_ms, 0.0, 4e12),
            ("shift_deg", self.shift_deg, -180.0, 180.0),
            ("sensor_lag_s", self.noise.sensor_lag_s, 0.0, 5.0),
            ("heel_lag_s", self.heel_lag_s.unwrap_or(0.0), 0.0, 5.0),
        ];
        let of_race = self.race.unwrap_or_default().ranges();
        for (name, value, low, high) in ranges.into_iter().chain(self.sailing.ranges()).chain(of_race) {
            if !(low..=high).contains(&value) {
                return Err(bad(format!("{name} is {value}; it must be between {low} and {high}.")));
            }
        }
        Ok(())
    }
}

fn bad(reason: String) -> Error {
    ErrorKind::BadOptions { reason }.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_object_is_the_default_session() {
        assert_eq!(Spec::from_json("{}").unwrap(), Spec::default());
    }

    #[test]
    fn a_device_selects_its_noise() {
        assert_eq!(Spec::from_json(r#"{"device":"watch"}"#).unwrap().resolved().noise, Noise::WATCH);
        assert_eq!(Spec::from_json("{}").unwrap().resolved().noise, Noise::LOGGER);
    }

    #[test]
    fn an_unknown_class_and_an_extreme_wind_are_refused() {
        for json in [r#"{"class":"Canoe"}"#, r#"{"tws_kn":90}"#, r#"{"mintes":3}"#, "no json"] {
            assert_eq!(Spec::from_json(json).unwrap_err().kind.id(), "bad_options", "{json}");
        }
    }

    #[test]
    fn optional_fields_at_their_default_are_not_written() {
        let plain = serde_json::to_string(&Spec::default()).unwrap();
        for name in [
            "helm_asymmetry_deg",
            "waves_deg",
            "offset_mark",
            "attitude_limit_deg",
            "clew_load",
            "sailing",
            "race\"",
        ] {
            assert!(!plain.contains(name), "{name}");
        }
        let json = r#"{"helm_asymmetry_deg":4.0,"waves_deg":2.0,"offset_mark":true}"#;
        let spec = Spec::from_json(json).unwrap();
        assert_eq!(Spec::from_json(&serde_json::to_string(&spec).unwrap()).unwrap(), spec);
    }

    #[test]
    fn values_out_of_range_are_refused() {
        let noise = r#"{"noise":{"attitude_limit_deg":-5}}"#;
        for json in [r#"{"helm_asymmetry_deg":40}"#, r#"{"waves_deg":-1}"#, noise] {
            assert_eq!(Spec::from_json(json).unwrap_err().kind.id(), "bad_options", "{json}");
        }
    }
}
