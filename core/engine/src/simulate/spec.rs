//! What to simulate: one small JSON object in which everything has a default.

use serde::{Deserialize, Serialize};

use crate::config;
use crate::error::{Error, ErrorKind};

/// Longest session, minutes.
pub const MAX_MINUTES: f64 = 12.0 * 60.0;

/// The sailing of a session.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scenario {
    /// Sail out, start sequence, laps between a top and a bottom mark, sail home.
    #[default]
    WindwardLeeward,
    /// One reach out and back again, and nothing else: no wind can be told from it.
    ReachOnly,
    /// Out on the water for fun: reaches, turns of all kinds, some upwind and downwind.
    FreeRide,
    /// To and fro on a reach, a gybe at both ends, as riders of boards on foils do it.
    ToAndFro,
    /// Under engine, straight to windward to begin with: no wind can be told from it.
    Motoring,
}

/// What the receiver adds to the truth.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Noise {
    /// Slow error of the position: standard deviation (each axis) and memory.
    pub drift_m: f64,
    pub drift_tau_s: f64,
    /// Fast error of the position, each axis.
    pub white_m: f64,
    /// Error of the Doppler speed, each axis.
    pub doppler_mps: f64,
    /// The device's speed and course lag the boat by this.
    pub doppler_lag_s: f64,
    /// Share of fixes thrown far off.
    pub outliers: f64,
    /// Mean wait for the next time the receiver sees nothing, minutes; 0 = it always sees.
    pub dropout_every_min: f64,
    /// Mean length of such a time.
    pub dropout_s: f64,
    /// A wrist that swings: speed added and taken away at stroke rate.
    pub swing_mps: f64,
    /// Mean wait for the next time the positions stand off to one side, minutes; 0 = never. How far, and how long.
    pub offset_every_min: f64,
    pub offset_m: f64,
    pub offset_s: f64,
    /// Error of the time stamps.
    pub jitter_ms: f64,
    /// "Smart" recording: straight on at the same speed, a fix is kept only after this long; 0 = all are kept.
    pub smart_s: f64,
    /// Error of heading, heel and pitch, deg.
    pub attitude_deg: f64,
    /// Heading, heel, pitch and load come late by this.
    pub sensor_lag_s: f64,
    /// The sensor is mounted askew by this, deg of heel.
    pub heel_offset_deg: f64,
    /// It tells no more heel or pitch than this, deg; 0 = all of it.
    #[serde(skip_serializing_if = "is_none")]
    pub attitude_limit_deg: f64,
}

fn is_none(value: &f64) -> bool {
    *value == 0.0
}

impl Noise {
    /// The truth itself.
    pub const NONE: Self = Self {
        drift_m: 0.0,
        drift_tau_s: 30.0,
        white_m: 0.0,
        doppler_mps: 0.0,
        doppler_lag_s: 0.0,
        outliers: 0.0,
        dropout_every_min: 0.0,
        dropout_s: 0.0,
        swing_mps: 0.0,
        offset_every_min: 0.0,
        offset_m: 0.0,
        offset_s: 0.0,
        jitter_ms: 0.0,
        smart_s: 0.0,
        attitude_deg: 0.0,
        sensor_lag_s: 0.0,
        heel_offset_deg: 0.0,
        attitude_limit_deg: 0.0,
    };
    /// A dedicated logger on deck.
    pub const LOGGER: Self = Self {
        drift_m: 0.9,
        drift_tau_s: 40.0,
        white_m: 0.3,
        doppler_mps: 0.06,
        attitude_deg: 0.6,
        ..Self::NONE
    };
    /// A watch on the wrist.
    pub const WATCH: Self = Self {
        drift_m: 1.8,
        drift_tau_s: 30.0,
        white_m: 0.5,
        doppler_mps: 0.12,
        doppler_lag_s: 0.5,
        outliers: 0.0005,
        dropout_every_min: 25.0,
        dropout_s: 10.0,
        swing_mps: 0.15,
        offset_every_min: 45.0,
        offset_m: 8.0,
        offset_s: 40.0,
        attitude_deg: 2.0,
        ..Self::NONE
    };
}

/// A kind of receiver, for those who do not want to name every error of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Device {
    /// The truth itself.
    Perfect,
    Logger,
    Watch,
}

impl Device {
    /// The errors of this kind of receiver.
    pub fn noise(self) -> Noise {
        match self {
            Self::Perfect => Noise::NONE,
            Self::Logger => Noise::LOGGER,
            Self::Watch => Noise::WATCH,
        }
    }
}

impl Default for Noise {
    fn default() -> Self {
        Self::LOGGER
    }
}

/// One simulated session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Spec {
    /// A name of [`config::BOAT_CLASSES`].
    pub class: String,
    /// The crew, the device and, without `wind_seed`, the wind.
    pub seed: u64,
    /// Boats of one fleet share it: the same wind field, each boat at its own place in it.
    pub wind_seed: Option<u64>,
    pub scenario: Scenario,
    pub minutes: f64,
    pub rate_hz: f64,
    /// Mean wind: direction it blows from, speed.
    pub twd_deg: f64,
    pub tws_kn: f64,
    /// Swing of the wind about its mean and its period; drawn by the seed when null.
    pub oscillation_deg: Option<f64>,
    pub oscillation_min: Option<f64>,
    /// Veer of the mean; drawn by the seed when null.
    pub trend_deg_per_h: Option<f64>,
    /// A lasting shift at this minute.
    pub shift_deg: f64,
    pub shift_at_min: f64,
    /// Puffs and gusts, 1 = as over the open sea, 0 = none.
    pub gustiness: f64,
    /// Penalties, failed tacks, falls and rests, 1 = as often as they happen, 0 = never.
    pub mistakes: f64,
    /// How differently each leg is sailed, higher or lower than the best angle: standard deviations upwind and off it.
    pub mode_up_deg: f64,
    pub mode_down_deg: f64,
    /// She sails so much lower on port tack than on starboard, deg: rig, helm and the other hand.
    #[serde(skip_serializing_if = "is_none")]
    pub helm_asymmetry_deg: f64,
    /// Waves swing her about her course by this, deg.
    #[serde(skip_serializing_if = "is_none")]
    pub waves_deg: f64,
    /// A second mark abeam of the top one: the rounding is two turns with a reach between.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub offset_mark: bool,
    /// Current: speed, and direction it sets towards.
    pub current_kn: f64,
    pub current_deg: f64,
    /// Slow turning of the current.
    pub current_turn_deg_per_h: f64,
    /// The middle of the start line.
    pub lat_deg: f64,
    pub lon_deg: f64,
    /// UTC, ms since 1970.
    pub start_time_ms: f64,
    /// Offset of local time from UTC, for formats that write local time.
    pub utc_offset_min: i32,
    /// Delay of the speed behind the heel; drawn by the seed when null.
    pub heel_lag_s: Option<f64>,
    /// A device that measures heart rate, and one that measures heading, heel and pitch.
    pub heart_rate: bool,
    /// A load cell at the clew; Vakaros files alone have room for it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub clew_load: bool,
    /// The errors of the receiver, one by one, or all of them by its kind.
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
            noise: Noise::LOGGER,
            device: None,
        }
    }
}

impl Spec {
    /// Reads a spec from JSON and checks it.
    pub fn from_json(json: &str) -> Result<Self, Error> {
        let spec: Self = serde_json::from_str(json).map_err(|e| bad(format!("The simulation: {e}.")))?;
        spec.check()?;
        Ok(spec)
    }

    /// The errors of the receiver, told one by one.
    pub fn settled(&self) -> Self {
        Self { noise: self.device.map_or(self.noise, Device::noise), device: None, ..self.clone() }
    }

    /// A fleet on one course in one wind: the same start, each boat her own crew.
    pub fn fleet(&self, boats: u64) -> Vec<Self> {
        let wind_seed = Some(self.wind_seed.unwrap_or(self.seed));
        (0..boats).map(|i| Self { seed: self.seed + i, wind_seed, ..self.clone() }).collect()
    }

    /// Refuses what cannot be sailed.
    pub fn check(&self) -> Result<(), Error> {
        if config::boat_class(&self.class).is_none() {
            return Err(bad(format!("\"{}\" is not a boat class Leebow knows.", self.class)));
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
            ("current_kn", self.current_kn, 0.0, 5.0),
            ("lat_deg", self.lat_deg, -89.0, 89.0),
            ("lon_deg", self.lon_deg, -180.0, 180.0),
            ("start_time_ms", self.start_time_ms, 0.0, 4e12),
            ("shift_deg", self.shift_deg, -180.0, 180.0),
            ("sensor_lag_s", self.noise.sensor_lag_s, 0.0, 5.0),
            ("heel_lag_s", self.heel_lag_s.unwrap_or(0.0), 0.0, 5.0),
        ];
        for (name, value, low, high) in ranges {
            if !(low..=high).contains(&value) {
                return Err(bad(format!("{name} must lie between {low} and {high}, and is {value}.")));
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
    fn an_empty_object_is_a_whole_session() {
        assert_eq!(Spec::from_json("{}").unwrap(), Spec::default());
    }

    #[test]
    fn a_watch_brings_the_errors_of_a_watch() {
        assert_eq!(Spec::from_json(r#"{"device":"watch"}"#).unwrap().settled().noise, Noise::WATCH);
        assert_eq!(Spec::from_json("{}").unwrap().settled().noise, Noise::LOGGER);
    }

    #[test]
    fn a_boat_nobody_knows_and_a_wind_nobody_sails_in_are_refused() {
        for json in [r#"{"class":"Canoe"}"#, r#"{"tws_kn":90}"#, r#"{"mintes":3}"#, "no json"] {
            assert_eq!(Spec::from_json(json).unwrap_err().kind.id(), "bad_options", "{json}");
        }
    }

    #[test]
    fn what_was_not_asked_for_is_not_written() {
        let plain = serde_json::to_string(&Spec::default()).unwrap();
        for name in ["helm_asymmetry_deg", "waves_deg", "offset_mark", "attitude_limit_deg", "clew_load"] {
            assert!(!plain.contains(name), "{name}");
        }
        let asked = r#"{"helm_asymmetry_deg":4.0,"waves_deg":2.0,"offset_mark":true}"#;
        let spec = Spec::from_json(asked).unwrap();
        assert_eq!(Spec::from_json(&serde_json::to_string(&spec).unwrap()).unwrap(), spec);
    }

    #[test]
    fn a_helm_a_sea_and_a_sensor_beyond_belief_are_refused() {
        let noise = r#"{"noise":{"attitude_limit_deg":-5}}"#;
        for json in [r#"{"helm_asymmetry_deg":40}"#, r#"{"waves_deg":-1}"#, noise] {
            assert_eq!(Spec::from_json(json).unwrap_err().kind.id(), "bad_options", "{json}");
        }
    }
}
