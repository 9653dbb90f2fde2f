//! Dashboard quantities over the facts of many sessions (docs/algorithms.md, section 11); used by the server and the
//! screens.
//!
//! | report | input | result |
//! |---|---|---|
//! | `user_stats` | [`Session`]s | [`UserStats`]: sums |
//! | `wind_conditions` | [`Session`]s | [`WindConditions`]: time by wind category |
//! | `improvement` | a kind, [`Session`]s | [`Improvement`]s: median loss by date and category |
//! | `expected_loss` | a kind, [`Session`]s | [`ExpectedLoss`]: losses against wind, with a regression line |
//! | `turn_losses` | [`SessionLosses`] | [`TurnLosses`]: losses by person and month, and whether they change |
//! | `leaderboard` | [`TimeOnWater`]s | [`LeaderboardRow`]s: hours, most first |
//! | `regatta_percent` | [`Finish`]es | percent: 100 first, 0 last |
//! | `wind_report` | a [`WindLog`], the [`Unsteadiness`] of the user's other logs | [`WindReport`] |

mod conditions;
mod loss_period;
mod losses;
#[cfg(test)]
mod test_turn_losses;
mod turn_losses;
mod wind;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::segment::SegmentKind;

pub use conditions::{InConditions, WindCategory, category};
pub use losses::{ExpectedLoss, Improvement, LinePoint, LossLine, LossPoint, expected_loss, improvement};
pub use turn_losses::{
    LossChange, LossMonth, LossTrend, LossesByBasis, MedianLoss, PersonLosses, SessionLosses, TurnLosses,
    turn_losses,
};
pub use wind::{Stability, Unsteadiness, WindLog, WindReport, wind_report};

/// Facts of one analysed session for the dashboards.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Session {
    /// Date of its start in its own time zone, YYYY-MM-DD.
    pub date: String,
    pub boat_class: String,
    pub water_time_s: f64,
    pub tacks: u32,
    pub gybes: u32,
    pub accelerations: u32,
    pub sets: u32,
    pub douses: u32,
    pub conditions: InConditions,
    pub maneuvers: Vec<Cost>,
}

/// Losses of one maneuver and the wind it was sailed in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Cost {
    pub kind: SegmentKind,
    pub loss_og_m: Option<f64>,
    pub loss_80_m: Option<f64>,
    /// Whether it takes part in averages; the losses of all that do are of one basis (section 8.4).
    pub averaged: bool,
    /// Measured wind speed, 10 min mean about the maneuver.
    pub tws_kn: Option<f64>,
    pub entry_speed_kn: Option<f64>,
}

/// Sums over sessions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct UserStats {
    pub sessions: u32,
    pub water_time_s: f64,
    pub tacks: u32,
    pub gybes: u32,
    pub accelerations: u32,
    pub sets: u32,
    pub douses: u32,
}

/// Time on the water by wind category; time without a measured wind is in the total alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WindConditions {
    pub total_time_s: f64,
    pub time_in_conditions_s: InConditions,
}

/// Time on the water of one person.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TimeOnWater {
    pub id: f64,
    pub water_time_s: f64,
}

/// One row of the leaderboard.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LeaderboardRow {
    pub id: f64,
    pub time_on_water_h: f64,
}

/// Finishing position and number of competitors.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Finish {
    pub pos: u32,
    pub num_competitors: u32,
}

/// Input of all reports; each uses a part.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ReportInput {
    kind: SegmentKind,
    sessions: Vec<Session>,
    people: Vec<TimeOnWater>,
    finishes: Vec<Finish>,
    losses: Vec<SessionLosses>,
    wind_log: WindLog,
    other_reports: Vec<Unsteadiness>,
}

impl Default for ReportInput {
    fn default() -> Self {
        Self {
            kind: SegmentKind::Tack,
            sessions: Vec::new(),
            people: Vec::new(),
            finishes: Vec::new(),
            losses: Vec::new(),
            wind_log: WindLog::default(),
            other_reports: Vec::new(),
        }
    }
}

/// Computes a report by name, JSON in and out. The input is an object with those of `sessions`, `kind`, `people`,
/// `finishes`, `losses`, `wind_log` and `other_reports` that the report needs.
///
/// # Errors
/// `bad_options` for an unknown report or input that does not match.
pub fn answer(report: &str, input: &str) -> Result<String, Error> {
    let input: ReportInput = serde_json::from_str(input)
        .map_err(|why| Error::bad_options(format!("These numbers cannot be used: {why}.")))?;
    match report {
        "user_stats" => to_json(&user_stats(&input.sessions)),
        "wind_conditions" => to_json(&wind_conditions(&input.sessions)),
        "improvement" => to_json(&improvement(input.kind, &input.sessions)),
        "expected_loss" => to_json(&expected_loss(input.kind, &input.sessions)),
        "turn_losses" => to_json(&turn_losses(&input.losses)),
        "leaderboard" => to_json(&leaderboard(&input.people)),
        "regatta_percent" => to_json(&input.finishes.iter().map(regatta_percent).collect::<Vec<_>>()),
        "wind_report" => to_json(&wind_report(&input.wind_log, &input.other_reports)?),
        _ => Err(Error::bad_options(format!("There is no dashboard report called \"{report}\"."))),
    }
}

fn to_json(answer: &impl Serialize) -> Result<String, Error> {
    Ok(serde_json::to_string(answer).unwrap_or_default())
}

/// Sums over sessions.
pub fn user_stats(sessions: &[Session]) -> UserStats {
    let mut all = UserStats { sessions: sessions.len() as u32, ..UserStats::default() };
    for s in sessions {
        all.water_time_s += s.water_time_s;
        all.tacks = all.tacks.saturating_add(s.tacks);
        all.gybes = all.gybes.saturating_add(s.gybes);
        all.accelerations = all.accelerations.saturating_add(s.accelerations);
        all.sets = all.sets.saturating_add(s.sets);
        all.douses = all.douses.saturating_add(s.douses);
    }
    all
}

/// Time on the water by wind category.
pub fn wind_conditions(sessions: &[Session]) -> WindConditions {
    let mut all = WindConditions::default();
    for s in sessions {
        all.total_time_s += s.water_time_s;
        all.time_in_conditions_s.add(&s.conditions);
    }
    all
}

/// Hours on the water in descending order; ties in input order.
pub fn leaderboard(people: &[TimeOnWater]) -> Vec<LeaderboardRow> {
    let row = |p: &TimeOnWater| LeaderboardRow { id: p.id, time_on_water_h: p.water_time_s / 3600.0 };
    let mut rows: Vec<LeaderboardRow> = Vec::with_capacity(people.len());
    for one in people.iter().map(row) {
        let place = rows.partition_point(|r| r.time_on_water_h >= one.time_on_water_h);
        rows.insert(place, one);
    }
    rows
}

/// Percent of competitors beaten: 100 (n − pos)/(n − 1); 100 when there is one competitor; none for an impossible
/// position.
pub fn regatta_percent(finish: &Finish) -> Option<f64> {
    let (pos, n) = (f64::from(finish.pos), f64::from(finish.num_competitors));
    let possible = finish.pos >= 1 && finish.pos <= finish.num_competitors;
    possible.then(|| if n > 1.0 { 100.0 * (n - pos) / (n - 1.0) } else { 100.0 })
}
