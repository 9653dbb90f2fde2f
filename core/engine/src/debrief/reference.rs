//! The speed and angle with which each second is compared.

use super::answer::{Band, ReferenceKind};
use super::compare::Comparison;
use super::grid::{Doing, Grid, Second, dot, sign};
use super::summary::QuantityCode;
use super::summary_of::variance;
use super::values::{Minute, Values};
use crate::stats::moments::mean;
use crate::stats::order::sort_by_number;
use crate::stats::quantile::median;
use crate::units::mps_from_kn;

/// Speed and share of it along the wind, m/s and [-1, 1].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pace {
    pub speed: f64,
    pub share: f64,
    /// Relative standard deviation of the speed made good.
    pub sd: f64,
}

/// Half of the window over which another boat's pace is taken, ms.
const HALF_FLEET_MS: f64 = 15_000.0;

/// Standard deviation of a median as a multiple of that of the mean, of normal values: sqrt(π / 2).
const MEDIAN_FACTOR: f64 = 1.2533;

/// Least number of other boats in the same band at the same time.
const MIN_BOATS: usize = 2;

/// A pace for each second of the grid and band; none where there is no reference.
pub(super) struct Reference {
    pub kind: ReferenceKind,
    pub paces: Vec<Option<Pace>>,
}

impl Reference {
    /// One pace for each band.
    pub(super) fn constant(kind: ReferenceKind, grid: &Grid, up: Option<Pace>, down: Option<Pace>) -> Self {
        let of = |s: &Second| match s.band? {
            Band::Up => up,
            Band::Down => down,
        };
        Self { kind, paces: grid.seconds.iter().map(of).collect() }
    }

    /// The median boat in the same band at the same time. `races` are the times of the races, UTC ms, and the grids of the
    /// other boats in each.
    pub(super) fn fleet(grid: &Grid, races: &[(f64, f64, Vec<&Grid>)]) -> Self {
        let of = |s: &Second| {
            let (_, _, boats) = races.iter().find(|(start, end, _)| (*start..*end).contains(&s.ms))?;
            fleet_pace(s, boats)
        };
        Self { kind: ReferenceKind::Fleet, paces: grid.seconds.iter().map(of).collect() }
    }
}

fn fleet_pace(s: &Second, boats: &[&Grid]) -> Option<Pace> {
    let (band, n) = (s.band?, s.n?);
    let of_boat = |boat: &&Grid| {
        let near = boat.between(s.ms - HALF_FLEET_MS, s.ms + HALF_FLEET_MS);
        let in_band: Vec<&Second> = near
            .iter()
            .filter(|o| o.band == Some(band) && matches!(o.doing, Doing::Straight | Doing::Sailing))
            .collect();
        if in_band.len() < 10 {
            return None;
        }
        let speed = mean(&in_band.iter().map(|o| o.speed()).collect::<Vec<_>>());
        let good = mean(&in_band.iter().map(|o| sign(band) * dot(o.v, n)).collect::<Vec<_>>());
        (speed > 0.5).then_some((speed, good / speed))
    };
    let (mut speeds, mut shares): (Vec<f64>, Vec<f64>) = boats.iter().filter_map(of_boat).unzip();
    if speeds.len() < MIN_BOATS {
        return None;
    }
    let good: Vec<f64> = speeds.iter().zip(&shares).map(|(speed, share)| speed * share).collect();
    let sd_of_median = MEDIAN_FACTOR * (variance(&good) / good.len() as f64).sqrt();
    let sd = sd_of_median / mean(&good).abs().max(0.1);
    Some(Pace { speed: median(&mut speeds)?, share: median(&mut shares)?, sd })
}

/// The pace of earlier sessions in a band, from the comparisons of speed and speed made good.
pub(super) fn sessions_pace(band: Band, compared: &[Comparison]) -> Option<Pace> {
    let (speed, vmg) = match band {
        Band::Up => (QuantityCode::UpwindSpeed, QuantityCode::UpwindVmg),
        Band::Down => (QuantityCode::DownwindSpeed, QuantityCode::DownwindVmg),
    };
    let of = |code| compared.iter().find(|c| c.today.code == code);
    let (speed, vmg) = (of(speed)?, of(vmg)?);
    (speed.expected > 0.0).then(|| Pace {
        speed: mps_from_kn(speed.expected),
        share: vmg.expected / speed.expected,
        sd: vmg.expected_sd / vmg.expected.abs().max(0.1),
    })
}

/// The own best third of the minutes of a band, its lead reduced to the share that is not chance.
pub(super) fn best_third_pace(band: Band, values: &Values) -> Option<Pace> {
    let minutes = match band {
        Band::Up => &values.up,
        Band::Down => &values.down,
    };
    let (best, reliability) = best_minutes(minutes)?;
    let of = |all: &[Minute], value: fn(&Minute) -> f64| mean(&all.iter().map(value).collect::<Vec<_>>());
    let reduced = |value: fn(&Minute) -> f64| {
        let usual = of(minutes, value);
        usual + reliability * (of(&best, value) - usual)
    };
    let (speed, vmg) = (reduced(|m| m.sog_kn), reduced(|m| m.vmg_kn));
    let all: Vec<f64> = minutes.iter().map(|m| m.vmg_kn).collect();
    let sd = lead_sd(&all, best.len(), reliability) / vmg.abs().max(0.1);
    (speed > 0.5).then(|| Pace { speed: mps_from_kn(speed), share: vmg / speed, sd })
}

/// Standard deviation of the repeatable lead of so many best ones of these values.
pub(super) fn lead_sd(values: &[f64], best: usize, reliability: f64) -> f64 {
    reliability * (variance(values) * (1.0 / best as f64 + 1.0 / values.len() as f64)).sqrt()
}

/// The third of the minutes with the greatest speed made good, and the reliability of one minute: 1 - error variance over
/// variance, the error by the difference between its halves.
pub(super) fn best_minutes(minutes: &[Minute]) -> Option<(Vec<Minute>, f64)> {
    if minutes.len() < 6 {
        return None;
    }
    let vmg: Vec<f64> = minutes.iter().map(|m| m.vmg_kn).collect();
    let halves = minutes.iter().map(|m| m.halves_kn[0] - m.halves_kn[1]);
    let error: Vec<f64> = halves.map(|difference| difference * difference / 4.0).collect();
    let observed = variance(&vmg);
    let reliability = if observed > 0.0 { (1.0 - mean(&error) / observed).clamp(0.0, 1.0) } else { 0.0 };
    let mut sorted = minutes.to_vec();
    sort_by_number(&mut sorted, |m| -m.vmg_kn);
    sorted.truncate(minutes.len() / 3);
    Some((sorted, reliability))
}
