//! How the speed made good changed over a season, against the target for the wind of each session.

use super::answer::{SeasonLine, SeasonPoint, SeasonTooLittle, SeasonTrend};
use super::bands::BandOf;
use super::histogram::Leg;
use super::outings::Outing;
use super::session::{TWA_BIN_DEG, TWA_BINS, WINDOW_S};
use super::wind_targets::{TargetsOfOthers, WindTargets};
use crate::stats::line::{Fit, fit};

/// Least time of a session on a side of the wind, s. *guess*
const MIN_POINT_S: f64 = 300.0;

/// Least number of sessions and of days of a line.
const MIN_POINTS: usize = 6;
const MIN_DAYS: f64 = 28.0;

/// Successive windows that weigh like one independent one. *guess*: puffs of a minute; what is missing is found as variance
/// between the sessions.
const CORRELATED: f64 = 6.0;

const DAY_MS: f64 = 86_400_000.0;

/// A session of the season.
struct Point {
    start_ms: f64,
    /// The mean target for its wind, kn.
    target_kn: f64,
    shown: SeasonPoint,
}

pub(super) fn season(
    outings: &[Outing],
    leg: Leg,
    bands: &[BandOf],
    splits_ms: &[f64],
    speeds: usize,
) -> SeasonTrend {
    let mut targets = WindTargets::of(outings, leg, speeds);
    let middle_deg = |bin: i32| (f64::from(bin) + 0.5) * TWA_BIN_DEG;
    let along_wind: Vec<f64> = (0..TWA_BINS).map(|bin| leg.vmg(1.0, middle_deg(bin))).collect();
    let mut points = Vec::new();
    for group in 0..targets.groups() {
        let others = targets.without(group);
        points.extend(
            targets.group(group).filter_map(|outing| point(outing, leg, &along_wind, &others, bands)),
        );
    }
    points.sort_by(|a, b| a.start_ms.total_cmp(&b.start_ms));
    let part = |p: &Point| splits_ms.iter().filter(|split| **split <= p.start_ms).count();
    let parts: Vec<&[Point]> = points.chunk_by(|a, b| part(a) == part(b)).collect();
    let lines: Vec<(Fit, &[Point])> = parts.iter().filter_map(|p| Some((line(p)?, *p))).collect();
    let too_little = if lines.is_empty() { Some(too_little(outings, leg, &parts)) } else { None };
    let trend = SeasonTrend {
        line: lines.iter().map(|(fit, points)| outward(fit, points)).collect(),
        too_little,
        ..lines.last().map(|(fit, points)| change(fit, points)).unwrap_or_default()
    };
    SeasonTrend { points: points.into_iter().map(|p| p.shown).collect(), ..trend }
}

fn point(
    outing: &Outing,
    leg: Leg,
    along_wind: &[f64],
    others: &TargetsOfOthers,
    bands: &[BandOf],
) -> Option<Point> {
    let mut ratios: Vec<(f64, f64)> = Vec::new();
    let (mut n, mut target, mut tws) = (0.0, 0.0, 0.0);
    for cell in outing.cells.iter().filter(|c| leg.has(c)) {
        if let Some(target_kn) = others.at(cell.tws) {
            let vmg_kn = cell.speed_kn() * along_wind[cell.angle_bin()];
            let windows = f64::from(cell.n);
            ratios.push((100.0 * vmg_kn / target_kn, windows));
            (n, target, tws) =
                (n + windows, target + windows * target_kn, tws + windows * f64::from(cell.tws));
        }
    }
    if n * WINDOW_S < MIN_POINT_S {
        return None;
    }
    ratios.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let quantile = |p: f64| {
        let mut below = 0.0;
        let is_at = |ratio: &&(f64, f64)| {
            below += ratio.1;
            below >= p * n
        };
        ratios.iter().find(is_at).map(|ratio| ratio.0)
    };
    let (q25, percent, q75) = (quantile(0.25)?, quantile(0.5)?, quantile(0.75)?);
    // Of a normal distribution: its standard deviation from the quartiles, and that of its median.
    let sd_percent = 1.2533 * (q75 - q25) / 1.349 / (n / CORRELATED).sqrt();
    let bin = libm::round(tws / n) as i32;
    let band = bands.iter().find(|band| band.bins.contains(&bin)).map(|band| band.name.clone());
    let start_time = outing.start_time.to_string();
    let shown = SeasonPoint { session: outing.session as u32, start_time, band: band?, percent, sd_percent };
    Some(Point { start_ms: outing.start_ms, target_kn: target / n, shown })
}

/// The line of a part of the season that has enough sessions and weeks.
fn line(points: &[Point]) -> Option<Fit> {
    if points.len() < MIN_POINTS || days(points) < MIN_DAYS {
        return None;
    }
    let rows: Vec<[f64; 3]> =
        points.iter().map(|p| [p.start_ms / DAY_MS, p.shown.percent, p.shown.sd_percent]).collect();
    fit(&rows)
}

fn days(points: &[Point]) -> f64 {
    points.first().zip(points.last()).map_or(0.0, |(a, b)| (b.start_ms - a.start_ms) / DAY_MS)
}

fn outward(fit: &Fit, points: &[Point]) -> SeasonLine {
    let (Some(from), Some(to)) = (points.first(), points.last()) else { return SeasonLine::default() };
    let at = |p: &Point| fit.at(p.start_ms / DAY_MS);
    SeasonLine {
        from_time: from.shown.start_time.clone(),
        to_time: to.shown.start_time.clone(),
        from_percent: at(from).0,
        to_percent: at(to).0,
        sd_percent: at(from).1.max(at(to).1),
    }
}

/// The change along a line.
fn change(fit: &Fit, points: &[Point]) -> SeasonTrend {
    let days = days(points);
    let (percent, half) = (fit.slope * days, fit.half_90() * days);
    let target_kn = points.iter().map(|p| p.target_kn).sum::<f64>() / points.len() as f64;
    SeasonTrend {
        change_percent: Some(percent),
        change_half_width_percent: Some(half),
        change_vmg_kn: Some(0.01 * percent * target_kn),
        is_clear: percent.abs() > half,
        ..SeasonTrend::default()
    }
}

/// Why no part of the season has a line.
fn too_little(outings: &[Outing], leg: Leg, parts: &[&[Point]]) -> SeasonTooLittle {
    let is_long = |outing: &&Outing| {
        let windows: f64 = outing.cells.iter().filter(|c| leg.has(c)).map(|c| f64::from(c.n)).sum();
        windows * WINDOW_S >= MIN_POINT_S
    };
    let sessions = outings.iter().filter(is_long).count();
    let most = parts.iter().map(|p| p.len()).max().unwrap_or(0);
    match () {
        () if sessions < MIN_POINTS => SeasonTooLittle::Sessions,
        () if most >= MIN_POINTS => SeasonTooLittle::Weeks,
        () if parts.iter().map(|p| p.len()).sum::<usize>() < MIN_POINTS => SeasonTooLittle::Targets,
        () => SeasonTooLittle::Sessions,
    }
}
