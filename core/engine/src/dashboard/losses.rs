//! Losses of maneuvers by date and by wind (docs/algorithms.md, section 11).

use serde::Serialize;

use crate::dashboard::{Cost, Session, category};
use crate::segment::SegmentKind;
use crate::stats::quantile::{median, quantile};
use crate::stats::regression::{least_squares, theil_sen_slope};

/// Fewest losses for a median. *guess*
const MIN_FOR_MEDIAN: usize = 3;
/// Fewest losses for a regression line. *guess*
const MIN_FOR_LINE: usize = 5;
/// The line spans these quantiles of x; it is not extrapolated. *guess*
const LINE_START_QUANTILE: f64 = 0.05;
const LINE_END_QUANTILE: f64 = 0.95;

/// Median loss of one date's maneuvers by wind category, m; null with fewer than three.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Improvement {
    /// YYYY-MM-DD.
    pub date: String,
    #[serde(rename = "Light")]
    pub light: Option<f64>,
    #[serde(rename = "Sf")]
    pub sf: Option<f64>,
    #[serde(rename = "Df")]
    pub df: Option<f64>,
    #[serde(rename = "Windy")]
    pub windy: Option<f64>,
}

/// Losses against wind speed or entry speed, with a regression line.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ExpectedLoss {
    /// Quantity of x: "tws_kn" when at least five maneuvers have a measured wind, else "entry_speed_kn".
    pub x: String,
    pub losses: Vec<LossPoint>,
    /// Null with fewer than five losses or constant x.
    pub regression: Option<LossLine>,
    /// End points of the line, from the 5th to the 95th percentile of x; empty without a line.
    pub rline: Vec<LinePoint>,
}

/// One maneuver of [`ExpectedLoss`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LossPoint {
    pub x: f64,
    /// Metres.
    pub loss: f64,
    pub date: String,
    /// "loss".
    pub r#type: &'static str,
}

/// One end point of the line.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LinePoint {
    pub x: f64,
    /// Metres.
    pub value: f64,
    /// "regression".
    pub r#type: &'static str,
}

/// Ordinary least squares of loss on x, and the robust Theil-Sen slope.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LossLine {
    pub n: u32,
    pub slope: f64,
    pub intercept: f64,
    pub r2: f64,
    pub theil_sen_slope: Option<f64>,
}

/// Loss to full recovery, m; to 80 % of the entry speed where full recovery was not reached.
fn loss_m(cost: &Cost) -> Option<f64> {
    cost.loss_og_m.or(cost.loss_80_m).filter(|v| v.is_finite())
}

fn averaged(session: &Session, kind: SegmentKind) -> impl Iterator<Item = &Cost> {
    session.maneuvers.iter().filter(move |c| c.kind == kind && c.averaged)
}

/// Median losses by date and wind category, in date order; dates without losses are omitted.
pub fn improvement(kind: SegmentKind, sessions: &[Session]) -> Vec<Improvement> {
    let mut days: Vec<(&str, [Vec<f64>; 4])> = Vec::new();
    for session in sessions {
        for cost in averaged(session, kind) {
            let wind = cost.tws_kn.and_then(|tws| category(&session.boat_class, tws));
            let Some((loss, wind)) = loss_m(cost).zip(wind) else { continue };
            let day = days.partition_point(|d| d.0 < session.date.as_str());
            if days.get(day).is_none_or(|d| d.0 != session.date) {
                days.insert(day, (&session.date, Default::default()));
            }
            days[day].1[wind as usize].push(loss);
        }
    }
    let median_loss = |mut losses: Vec<f64>| match losses.len() {
        0..MIN_FOR_MEDIAN => None,
        _ => median(&mut losses),
    };
    let row = |(date, by): (&str, [Vec<f64>; 4])| {
        let [light, sf, df, windy] = by.map(median_loss);
        Improvement { date: date.to_string(), light, sf, df, windy }
    };
    days.into_iter().map(row).collect()
}

/// Losses against wind speed, or against entry speed when too few maneuvers have a measured wind.
pub fn expected_loss(kind: SegmentKind, sessions: &[Session]) -> ExpectedLoss {
    let points = |x: fn(&Cost) -> Option<f64>| -> Vec<LossPoint> {
        let of = |s: &Session, c: &Cost| {
            let (x, loss) = x(c).filter(|v| v.is_finite()).zip(loss_m(c))?;
            Some(LossPoint { x, loss, date: s.date.clone(), r#type: "loss" })
        };
        sessions.iter().flat_map(|s| averaged(s, kind).filter_map(move |c| of(s, c))).collect()
    };
    let by_wind = points(|c| c.tws_kn);
    let (x, losses) = match by_wind.len() >= MIN_FOR_LINE {
        true => ("tws_kn", by_wind),
        false => ("entry_speed_kn", points(|c| c.entry_speed_kn)),
    };
    let (regression, rline) = line(&losses).unzip();
    ExpectedLoss { x: x.to_string(), losses, regression, rline: rline.unwrap_or_default() }
}

fn line(losses: &[LossPoint]) -> Option<(LossLine, Vec<LinePoint>)> {
    let mut x: Vec<f64> = losses.iter().map(|p| p.x).collect();
    let y: Vec<f64> = losses.iter().map(|p| p.loss).collect();
    let found = least_squares(&x, &y).filter(|l| l.n >= MIN_FOR_LINE)?;
    let theil_sen_slope = theil_sen_slope(&x, &y);
    let ends = [quantile(&mut x, LINE_START_QUANTILE)?, quantile(&mut x, LINE_END_QUANTILE)?];
    let at = |x: f64| LinePoint { x, value: found.intercept + found.slope * x, r#type: "regression" };
    let line = LossLine {
        n: found.n as u32,
        slope: found.slope,
        intercept: found.intercept,
        r2: found.r2,
        theil_sen_slope,
    };
    Some((line, ends.map(at).to_vec()))
}
