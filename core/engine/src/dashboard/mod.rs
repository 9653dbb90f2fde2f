//! The numbers of the dashboards, over what the analyses of many sessions left (ALGORITHMS 2.9). Small inputs, small
//! results: the server and the screens ask the same functions.
//!
//! | question | input | result |
//! |---|---|---|
//! | `user_stats` | [`Session`]s | [`UserStats`]: sums |
//! | `wind_conditions` | [`Session`]s | [`WindConditions`]: time by wind category |
//! | `improvement` | a kind, [`Session`]s | [`Improvement`]s: median loss by date and category |
//! | `expected_loss` | a kind, [`Session`]s | [`ExpectedLoss`]: losses over wind, and the line through them |
//! | `leaderboard` | [`TimeOnWater`]s | [`LeaderboardRow`]s: hours, most first |
//! | `regatta_percent` | [`Finish`]es | percent: 100 first, 0 last |
//! | `wind_report` | a [`WindLog`], the [`Unsteadiness`] of the sailor's others | [`WindReport`] |

mod conditions;
mod losses;
mod wind;

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorKind};
use crate::segment::SegmentKind;

pub use conditions::{InConditions, category};
pub use losses::{ExpectedLoss, Improvement, LinePoint, LossLine, LossPoint, expected_loss, improvement};
pub use wind::{Stability, Unsteadiness, WindLog, WindReport, wind_report};

/// What the dashboards need of one analysed session.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Session {
    /// Day of its start in its own zone, YYYY-MM-DD.
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

/// What one maneuver cost, in what wind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Cost {
    pub kind: SegmentKind,
    pub loss_og_m: Option<f64>,
    pub loss_80_m: Option<f64>,
    pub quality: f64,
    /// Measured wind, mean of 10 min about the maneuver.
    pub tws_kn: Option<f64>,
    pub entry_speed_kn: Option<f64>,
}

/// Sums over sessions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
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
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct WindConditions {
    pub total_time_s: f64,
    pub time_in_conditions_s: InConditions,
}

/// Somebody's time on the water.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct TimeOnWater {
    pub id: f64,
    pub water_time_s: f64,
}

/// One row of the leaderboard.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct LeaderboardRow {
    pub id: f64,
    pub time_on_water_h: f64,
}

/// Where somebody finished, of how many.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Finish {
    pub pos: u32,
    pub num_competitors: u32,
}

/// What a question may need: one form for all, each takes its part.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Asked {
    kind: SegmentKind,
    sessions: Vec<Session>,
    people: Vec<TimeOnWater>,
    finishes: Vec<Finish>,
    wind_log: WindLog,
    other_reports: Vec<Unsteadiness>,
}

impl Default for Asked {
    fn default() -> Self {
        Self {
            kind: SegmentKind::Tack,
            sessions: Vec::new(),
            people: Vec::new(),
            finishes: Vec::new(),
            wind_log: WindLog::default(),
            other_reports: Vec::new(),
        }
    }
}

/// Answers a question by name, JSON in and out: an object with what the question needs of `sessions`, `kind`, `people`,
/// `finishes`, `wind_log` and `other_reports`.
pub fn answer(question: &str, input: &str) -> Result<String, Error> {
    let asked: Asked =
        serde_json::from_str(input).map_err(|why| bad(format!("These numbers cannot be used: {why}.")))?;
    match question {
        "user_stats" => told(&user_stats(&asked.sessions)),
        "wind_conditions" => told(&wind_conditions(&asked.sessions)),
        "improvement" => told(&improvement(asked.kind, &asked.sessions)),
        "expected_loss" => told(&expected_loss(asked.kind, &asked.sessions)),
        "leaderboard" => told(&leaderboard(&asked.people)),
        "regatta_percent" => told(&asked.finishes.iter().map(regatta_percent).collect::<Vec<_>>()),
        "wind_report" => told(&wind_report(&asked.wind_log, &asked.other_reports)?),
        _ => Err(bad(format!("\"{question}\" is no question of the dashboards."))),
    }
}

fn told(answer: &impl Serialize) -> Result<String, Error> {
    Ok(serde_json::to_string(answer).unwrap_or_default())
}

fn bad(reason: String) -> Error {
    ErrorKind::BadOptions { reason }.into()
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

/// Hours on the water, most first; those with the same hours in the order they came.
pub fn leaderboard(people: &[TimeOnWater]) -> Vec<LeaderboardRow> {
    let row = |p: &TimeOnWater| LeaderboardRow { id: p.id, time_on_water_h: p.water_time_s / 3600.0 };
    let mut rows: Vec<LeaderboardRow> = Vec::with_capacity(people.len());
    for one in people.iter().map(row) {
        let place = rows.partition_point(|r| r.time_on_water_h >= one.time_on_water_h);
        rows.insert(place, one);
    }
    rows
}

/// 100 for the first, 0 for the last of several, 100 for one alone; none for a place nobody can have.
pub fn regatta_percent(finish: &Finish) -> Option<f64> {
    let (pos, n) = (f64::from(finish.pos), f64::from(finish.num_competitors));
    let possible = finish.pos >= 1 && finish.pos <= finish.num_competitors;
    possible.then(|| if n > 1.0 { 100.0 * (n - pos) / (n - 1.0) } else { 100.0 })
}
