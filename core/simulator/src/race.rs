//! Races: line, marks, finish, signals and the way each boat sails them (docs/algorithms.md, section 14.9).

mod layout;
mod plan;
mod signals;

use serde::{Deserialize, Serialize};

pub(crate) use layout::{Arrival, MarkRounding, RaceLayout, Vec2, Waypoint, WaypointKind, shifted};
pub(crate) use plan::{LineApproach, Racing};
pub(crate) use signals::Signal;

use crate::noise::is_none;

/// Where a race ends.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// At the end of the last run, at the starting line.
    #[default]
    Down,
    /// At the end of a last beat, beside the top mark.
    Up,
    /// At the end of a reach from the last bottom mark.
    Reach,
}

/// The races of a session with `"scenario": "race"`. The first fields are those of the race committee, the same for all
/// boats of a fleet; the others, from `individual_recall` on, are those of one boat.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RaceSettings {
    /// Number of races; those whose gun is within the session are held.
    pub races: u32,
    pub laps: u32,
    /// From the line to the top mark, m; that of the class when null.
    pub leg_m: Option<f64>,
    /// The first gun is not fired before, min from the session's start.
    pub first_gun_min: f64,
    /// Second of the minute in which guns are fired.
    pub gun_second_s: f64,
    /// Length of the line, m, and by how many degrees its committee end is ahead; drawn when null.
    pub line_m: Option<f64>,
    pub line_bias_deg: Option<f64>,
    /// The boats come to the line at full speed, not from a stop just below it.
    pub start_at_speed: bool,
    /// Mean delay, s, with which boats arrive at the line after the gun.
    pub arrival_s: f64,
    /// A gate in the place of the bottom mark.
    pub gate: bool,
    /// Distance of an offset mark from the top mark, m; 0 without one.
    #[serde(skip_serializing_if = "is_none")]
    pub offset_m: f64,
    /// The first lap is a triangle: from the top mark to the bottom on two reaches, with a gybe mark between.
    pub triangle: bool,
    /// Marks are left to starboard.
    pub starboard_rounding: bool,
    pub finish: Finish,
    /// Starts that the fleet makes for practice before the first race.
    pub practice_starts: u32,
    /// General recalls of the first race.
    pub general_recalls: u32,
    /// This boat is over at the gun and returns.
    pub individual_recall: bool,
    /// Number of waypoints after which this boat stops sailing the course; all when null.
    pub retires_after: Option<u32>,
    /// Delay, s, with which this boat leaves for the start.
    #[serde(skip_serializing_if = "is_none")]
    pub late_s: f64,
    /// This boat takes no part and watches under engine.
    pub spectator: bool,
    /// Added to the margin to the layline in three of ten legs, deg.
    #[serde(skip_serializing_if = "is_none")]
    pub overstand_deg: f64,
    /// This boat tacks on the beats when the boat with this seed has tacked.
    pub covers_seed: Option<u64>,
    /// This boat stops for minutes after the finish, not for less than one.
    pub stops_after_finish: bool,
    /// By how much the clock of the device is ahead, s.
    #[serde(skip_serializing_if = "is_none")]
    pub clock_offset_s: f64,
}

impl Default for RaceSettings {
    fn default() -> Self {
        Self {
            races: 1,
            laps: 2,
            leg_m: None,
            first_gun_min: 6.0,
            gun_second_s: 0.0,
            line_m: None,
            line_bias_deg: None,
            start_at_speed: false,
            arrival_s: 1.5,
            gate: false,
            offset_m: 0.0,
            triangle: false,
            starboard_rounding: false,
            finish: Finish::Down,
            practice_starts: 0,
            general_recalls: 0,
            individual_recall: false,
            retires_after: None,
            late_s: 0.0,
            spectator: false,
            overstand_deg: 0.0,
            covers_seed: None,
            stops_after_finish: false,
            clock_offset_s: 0.0,
        }
    }
}

impl RaceSettings {
    /// Name, value, least and greatest value of every number, for the check of a spec.
    pub(crate) fn ranges(&self) -> [(&'static str, f64, f64, f64); 13] {
        [
            ("races", f64::from(self.races), 1.0, 20.0),
            ("laps", f64::from(self.laps), 1.0, 6.0),
            ("leg_m", self.leg_m.unwrap_or(1000.0), 200.0, 6000.0),
            ("first_gun_min", self.first_gun_min, 1.0, 600.0),
            ("gun_second_s", self.gun_second_s, 0.0, 59.999),
            ("line_m", self.line_m.unwrap_or(100.0), 20.0, 1000.0),
            ("line_bias_deg", self.line_bias_deg.unwrap_or(0.0), -30.0, 30.0),
            ("arrival_s", self.arrival_s, 0.0, 20.0),
            ("offset_m", self.offset_m, 0.0, 300.0),
            (
                "practice_starts and general_recalls",
                f64::from(self.practice_starts.max(self.general_recalls)),
                0.0,
                6.0,
            ),
            ("late_s", self.late_s, 0.0, 3600.0),
            ("overstand_deg", self.overstand_deg, 0.0, 30.0),
            ("clock_offset_s", self.clock_offset_s, -3600.0, 3600.0),
        ]
    }
}
