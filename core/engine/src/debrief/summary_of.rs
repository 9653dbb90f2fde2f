//! The summary of a session from its single values.

use super::grid::Grid;
use super::input::DebriefTrack;
use super::summary::{QuantityCode, SUMMARY_VERSION, SessionQuantity, SessionSummary};
use super::values::{Minute, TurnValue, Values};
use crate::calendar::iso_utc;
use crate::dashboard::category;
use crate::stats::moments::mean;
use crate::stats::order::sort_by_number;

/// Least numbers of turns, and of minutes of straights in a band.
pub(super) const MIN_TURNS: usize = 5;
pub(super) const MIN_MINUTES: usize = 10;

/// Least minutes on each side of the wind. *guess*: half of those of a band.
const MIN_SIDE_MINUTES: usize = 5;

/// Share of the losses that is left out at either end.
const TRIMMED: f64 = 0.1;

/// Greatest correlation of successive minutes that is allowed for. *guess*
const MAX_CORRELATION: f64 = 0.8;

/// What is stored of a session.
pub(super) fn summary_of(track: &DebriefTrack, grid: &Grid, values: &Values) -> SessionSummary {
    let time = |at: Option<&f64>| at.map(|ms| iso_utc(*ms)).unwrap_or_default();
    let boat_class = track.facts.boat_class.clone().unwrap_or_else(|| "Other".to_string());
    let tws: Vec<f64> = grid.seconds.iter().filter_map(|s| s.tws_kn).collect();
    let tws_kn = (!tws.is_empty()).then(|| mean(&tws));
    let wind_category = tws_kn.and_then(|kn| category(&boat_class, kn));
    SessionSummary {
        version: SUMMARY_VERSION,
        boat_class,
        start_time: time(track.time_ms.first()),
        end_time: time(track.time_ms.last()),
        wind_category,
        tws_kn,
        own_track_wind: track.facts.wind.as_ref().map(|_| grid.own_track),
        quantities: quantities(values),
    }
}

fn quantities(v: &Values) -> Vec<SessionQuantity> {
    use QuantityCode::*;
    [
        of_turns(TackLoss, &v.tacks, TRIMMED),
        of_turns(GybeLoss, &v.gybes, TRIMMED),
        of_turns(NotRecovered, &v.not_recovered, 0.0),
        of_minutes(UpwindSpeed, &v.up, |m| m.sog_kn),
        of_minutes(UpwindVmg, &v.up, |m| m.vmg_kn),
        of_minutes(UpwindAngle, &v.up, |m| m.angle_deg),
        of_minutes(DownwindSpeed, &v.down, |m| m.sog_kn),
        of_minutes(DownwindVmg, &v.down, |m| m.vmg_kn),
        of_sides(UpwindSides, &v.up_sides),
        of_sides(DownwindSides, &v.down_sides),
        of_turns(AfterTacks, &v.after_tacks, TRIMMED),
        of_blocks(Stops, &v.stops),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn of_turns(code: QuantityCode, turns: &[TurnValue], trimmed: f64) -> Option<SessionQuantity> {
    if turns.len() < MIN_TURNS {
        return None;
    }
    let values: Vec<f64> = turns.iter().map(|t| t.value).collect();
    let (mean, variance) = trimmed_mean(&values, trimmed);
    let variance = match code {
        // Of few turns that all succeeded the variance is not 0: one more of each kind.
        QuantityCode::NotRecovered => {
            let p = (values.iter().sum::<f64>() / 100.0 + 1.0) / (values.len() as f64 + 2.0);
            1e4 * p * (1.0 - p)
        }
        _ => variance,
    };
    Some(SessionQuantity {
        code,
        mean,
        count: values.len() as f64,
        variance,
        tws_kn: mean_tws(turns.iter().map(|t| t.tws_kn)),
    })
}

/// Mean without the least and the greatest of the values, and the variance of one value for which variance / n is that of
/// this mean (of the values with their ends drawn in, over (1 - 2 trimmed)²).
fn trimmed_mean(values: &[f64], trimmed: f64) -> (f64, f64) {
    let mut sorted = values.to_vec();
    sort_by_number(&mut sorted, |v| *v);
    let n = sorted.len();
    let cut = (trimmed * n as f64).floor() as usize;
    let inner = &sorted[cut..n - cut];
    let centre = mean(inner);
    let (low, high) = (inner.first().copied().unwrap_or(0.0), inner.last().copied().unwrap_or(0.0));
    let drawn: Vec<f64> = sorted.iter().map(|v| v.clamp(low, high)).collect();
    let rest = 1.0 - 2.0 * cut as f64 / n as f64;
    (centre, variance(&drawn) / (rest * rest))
}

/// Sample variance; 0 of fewer than two values.
pub(super) fn variance(values: &[f64]) -> f64 {
    let centre = mean(values);
    let squares: f64 = values.iter().map(|v| (v - centre) * (v - centre)).sum();
    squares / (values.len().max(2) - 1) as f64
}

fn of_minutes(
    code: QuantityCode,
    minutes: &[Minute],
    value: impl Fn(&Minute) -> f64,
) -> Option<SessionQuantity> {
    if minutes.len() < MIN_MINUTES {
        return None;
    }
    let values: Vec<f64> = minutes.iter().map(value).collect();
    let tws_kn = mean_tws(minutes.iter().map(|m| m.tws_kn));
    Some(SessionQuantity {
        code,
        mean: mean(&values),
        count: values.len() as f64,
        variance: correlated_variance(&values),
        tws_kn,
    })
}

/// Variance of one of values that follow each other, for which variance / n is that of their mean.
fn correlated_variance(values: &[f64]) -> f64 {
    let centre = mean(values);
    let own: f64 = values.iter().map(|v| (v - centre) * (v - centre)).sum();
    let next: f64 = values.iter().zip(values.iter().skip(1)).map(|(a, b)| (a - centre) * (b - centre)).sum();
    let r = if own > 0.0 { (next / own).clamp(0.0, MAX_CORRELATION) } else { 0.0 };
    variance(values) * (1.0 + r) / (1.0 - r)
}

fn of_sides(code: QuantityCode, [port, starboard]: &[Vec<Minute>; 2]) -> Option<SessionQuantity> {
    if port.len().min(starboard.len()) < MIN_SIDE_MINUTES {
        return None;
    }
    let speeds = |minutes: &[Minute]| minutes.iter().map(|m| m.sog_kn).collect::<Vec<_>>();
    let (p, s) = (speeds(port), speeds(starboard));
    let count = (p.len() + s.len()) as f64;
    let of_mean = correlated_variance(&p) / p.len() as f64 + correlated_variance(&s) / s.len() as f64;
    Some(SessionQuantity { code, mean: mean(&s) - mean(&p), count, variance: of_mean * count, tws_kn: None })
}

fn of_blocks(code: QuantityCode, shares: &[f64]) -> Option<SessionQuantity> {
    let count = shares.len() as f64;
    // A session without a stop may have had one by chance: of one more block with a tenth at a stop.
    let more: Vec<f64> = shares.iter().copied().chain([10.0]).collect();
    (shares.len() >= 3).then(|| SessionQuantity {
        code,
        mean: mean(shares),
        count,
        variance: variance(&more),
        tws_kn: None,
    })
}

/// Mean wind speed where it is known of all.
fn mean_tws(tws: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let all: Vec<f64> = tws.collect::<Option<_>>()?;
    (!all.is_empty()).then(|| mean(&all))
}
