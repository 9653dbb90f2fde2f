//! Losses of the turns of one kind over a season, by person and month (docs/algorithms.md, section 11).

use serde::{Deserialize, Serialize};

use super::loss_period::{DesignEffect, LossPeriod};
use crate::angle::hypot;
use crate::maneuver::reasons::LossBasis;
use crate::stats::line::fit;

/// Fewest turns of a month or season whose median is compared. *from* the drawing of the season page.
const MIN_TURNS: usize = 10;

/// Losses of the turns of one kind of a session that take part in averages.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct SessionLosses {
    /// Number of the person.
    pub person: f64,
    /// Of its start in its own time zone, YYYY-MM.
    pub month: String,
    pub losses: LossesByBasis,
}

/// Losses, m, by what they were measured against.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct LossesByBasis {
    pub vmg: Vec<f64>,
    pub speed: Vec<f64>,
}

impl LossesByBasis {
    fn of(&self, basis: LossBasis) -> &[f64] {
        match basis {
            LossBasis::Vmg => &self.vmg,
            LossBasis::Speed => &self.speed,
        }
    }
}

/// Losses of the turns of one kind of several people.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TurnLosses {
    /// Of all losses here: that of most turns. Null without a loss.
    pub loss_basis: Option<LossBasis>,
    /// Those with a loss, in the order of the sessions.
    pub people: Vec<PersonLosses>,
}

/// Losses of the turns of one person.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PersonLosses {
    /// Number of the person.
    pub person: f64,
    /// Over all months; null with fewer than ten turns.
    pub loss: Option<MedianLoss>,
    /// Months with a loss, in the order of the sessions.
    pub months: Vec<LossMonth>,
    /// Between the first and the last compared month; null with fewer than two, or when no month has two sessions.
    pub change: Option<LossChange>,
    /// Null with fewer than three compared months, or when no month has two sessions.
    pub trend: Option<LossTrend>,
}

/// Median loss and half of its 90 % confidence interval; null of one session.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MedianLoss {
    pub median_m: f64,
    pub half_90_m: Option<f64>,
}

/// Quartiles of the losses of a month.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LossMonth {
    /// YYYY-MM.
    pub month: String,
    /// Number of turns.
    pub count: u32,
    pub lower_m: f64,
    pub median_m: f64,
    pub upper_m: f64,
    /// Whether it has the ten turns by which months are compared.
    pub compared: bool,
}

/// From the median of the first compared month to that of the last, and half of the 90 % confidence interval of the
/// difference.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LossChange {
    /// YYYY-MM.
    pub from: String,
    pub to: String,
    pub from_m: f64,
    pub to_m: f64,
    pub half_90_m: f64,
}

/// Slope of the monthly medians, m a month, and half of its 90 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LossTrend {
    pub slope_m: f64,
    pub half_90_m: f64,
}

/// Losses by person and month, of sessions in the order of persons, then of months. Losses of two bases are never mixed:
/// of all people those of the basis that most turns have.
pub fn turn_losses(sessions: &[SessionLosses]) -> TurnLosses {
    let count = |basis| sessions.iter().map(|s| s.losses.of(basis).len()).sum::<usize>();
    let (vmg, speed) = (count(LossBasis::Vmg), count(LossBasis::Speed));
    let basis = if vmg >= speed { LossBasis::Vmg } else { LossBasis::Speed };
    let people = sessions.chunk_by(|a, b| a.person == b.person);
    TurnLosses {
        loss_basis: (vmg + speed > 0).then_some(basis),
        people: people.map(|own| person(own, basis)).filter(|p| !p.months.is_empty()).collect(),
    }
}

fn person(sessions: &[SessionLosses], basis: LossBasis) -> PersonLosses {
    let period = |part: &[SessionLosses]| LossPeriod::of(part.iter().map(|s| s.losses.of(basis)));
    let months: Vec<Month> = sessions
        .chunk_by(|a, b| a.month == b.month)
        .filter_map(|own| Some(Month { name: &own.first()?.month, losses: period(own)? }))
        .collect();
    PersonLosses {
        person: sessions.first().map_or(0.0, |s| s.person),
        loss: period(sessions).and_then(|all| median(&all)),
        change: change(&months),
        trend: trend(&months),
        months: months.iter().map(outward).collect(),
    }
}

struct Month<'a> {
    /// YYYY-MM.
    name: &'a str,
    losses: LossPeriod,
}

impl Month<'_> {
    /// Months since the year 0.
    fn number(&self) -> Option<f64> {
        let (year, month) = self.name.split_once('-')?;
        Some(year.parse::<f64>().ok()? * 12.0 + month.parse::<f64>().ok()?)
    }

    fn is_compared(&self) -> bool {
        self.losses.count >= MIN_TURNS
    }
}

fn outward(month: &Month) -> LossMonth {
    let [lower_m, median_m, upper_m] = month.losses.quartiles_m;
    LossMonth {
        month: month.name.to_string(),
        count: month.losses.count as u32,
        lower_m,
        median_m,
        upper_m,
        compared: month.is_compared(),
    }
}

fn median(all: &LossPeriod) -> Option<MedianLoss> {
    let half = |effect: DesignEffect| effect.half_90(all.independent_sd_m);
    (all.count >= MIN_TURNS)
        .then(|| MedianLoss { median_m: all.quartiles_m[1], half_90_m: DesignEffect::of([all]).map(half) })
}

fn change(months: &[Month]) -> Option<LossChange> {
    let mut compared = months.iter().filter(|m| m.is_compared());
    let (first, last) = (compared.next()?, compared.next_back()?);
    let effect = DesignEffect::of(months.iter().map(|m| &m.losses))?;
    Some(LossChange {
        from: first.name.to_string(),
        to: last.name.to_string(),
        from_m: first.losses.quartiles_m[1],
        to_m: last.losses.quartiles_m[1],
        half_90_m: effect.half_90(hypot(first.losses.independent_sd_m, last.losses.independent_sd_m)),
    })
}

fn trend(months: &[Month]) -> Option<LossTrend> {
    let effect = DesignEffect::of(months.iter().map(|m| &m.losses))?;
    let row = |m: &Month| Some([m.number()?, m.losses.quartiles_m[1], effect.sd(m.losses.independent_sd_m)]);
    let rows: Option<Vec<[f64; 3]>> = months.iter().filter(|m| m.is_compared()).map(row).collect();
    let line = fit(&rows?)?;
    Some(LossTrend { slope_m: line.slope, half_90_m: line.half_90_of_known(effect.df) })
}
