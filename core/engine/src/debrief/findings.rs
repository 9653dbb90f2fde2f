//! What differs by more than chance, in metres and sentences.

use super::answer::{DebriefEvidence, DebriefFinding, DebriefPlot, DebriefUnit, ReferenceKind, SessionValue};
use super::compare::{Comparison, discoveries};
use super::evidence;
use super::grid::Grid;
use super::input::DebriefManeuver;
use super::sentences::{self, Sentence};
use super::summary::{QuantityCode, SessionSummary};
use super::values::{Values, band_of};
use crate::angle::to_rad;
use crate::stats::moments::Z_90;
use crate::stats::order::sort_by_number;
use crate::units::mps_from_kn;

/// Findings that are said.
const MAX_FINDINGS: usize = 5;

/// A comparison and with whom.
pub(super) struct Compared {
    pub reference: ReferenceKind,
    pub comparison: Comparison,
    /// Start times of the earlier sessions.
    pub times: Vec<String>,
}

/// A session and its values, as the findings need them.
pub(super) struct Today<'a> {
    pub summary: &'a SessionSummary,
    pub values: &'a Values,
    pub grid: &'a Grid,
    pub maneuvers: &'a [DebriefManeuver],
    pub water_time_s: f64,
}

/// Findings that cost distance, and those that gained some, each the largest first.
pub(super) fn findings(today: &Today, compared: &[Compared]) -> (Vec<DebriefFinding>, Vec<DebriefFinding>) {
    let p: Vec<f64> = compared.iter().map(|c| c.comparison.p).collect();
    let found: Vec<&Compared> = discoveries(&p)
        .into_iter()
        .filter_map(|i| compared.get(i))
        .filter(|c| matters(&c.comparison, today.summary))
        .collect();
    let mut said: Vec<DebriefFinding> =
        found.iter().filter(|c| !is_said_by_another(c, &found)).filter_map(|c| finding(today, c)).collect();
    sort_by_number(&mut said, |f| -f.total_m.abs());
    let (mut cost, mut well): (Vec<_>, Vec<_>) = said.into_iter().partition(|f| f.total_m > 0.0);
    cost.truncate(MAX_FINDINGS);
    well.truncate(MAX_FINDINGS);
    (cost, well)
}

/// Whether an effect is as large as its uncertainty and as the smallest that matters.
fn matters(c: &Comparison, today: &SessionSummary) -> bool {
    use QuantityCode::*;
    let upwind = |code| today.quantities.iter().find(|q| q.code == code).map_or(0.0, |q| q.mean);
    let least = match c.today.code {
        TackLoss | GybeLoss => (0.1 * c.expected.abs()).max(1.0),
        UpwindSpeed | UpwindVmg | DownwindSpeed | DownwindVmg => 0.01 * c.expected.abs(),
        UpwindAngle => 2.0,
        UpwindSides => 0.01 * upwind(UpwindSpeed),
        DownwindSides => 0.01 * upwind(DownwindSpeed),
        // *guess*, percentage points.
        NotRecovered => 10.0,
        AfterTacks | Stops => 2.0,
    };
    c.effect().abs() >= least.max(Z_90 * c.sd)
}

/// Speed and angle are not said where the speed made good of the same band is; an angle alone gains or costs nothing.
fn is_said_by_another(c: &Compared, found: &[&Compared]) -> bool {
    use QuantityCode::*;
    let code = c.comparison.today.code;
    let has = |other| found.iter().any(|f| f.comparison.today.code == other);
    match code {
        UpwindSpeed | UpwindAngle if has(UpwindVmg) => true,
        DownwindSpeed if has(DownwindVmg) => true,
        // One reference for each: the own sessions before the boats of the race.
        _ => {
            let is_first =
                |f: &&&Compared| f.comparison.today.code == code && f.reference == ReferenceKind::Sessions;
            c.reference != ReferenceKind::Sessions && found.iter().any(|f| is_first(&f))
        }
    }
}

/// Metres per unit of the effect, positive where more costs distance.
fn metres_per_unit(today: &Today, c: &Comparison) -> f64 {
    use QuantityCode::*;
    let mean_of = |code| today.summary.quantities.iter().find(|q| q.code == code).map(|q| q.mean);
    let ratio =
        |vmg, sog| mean_of(vmg).zip(mean_of(sog)).map_or(0.0, |(vmg, sog): (f64, f64)| vmg / sog.max(0.1));
    let per_kn = mps_from_kn(1.0) * 60.0 * c.today.count;
    let all_speed = |kn: Option<f64>| mps_from_kn(kn.unwrap_or(0.0));
    // A difference between the sides costs where it grows.
    let side = |share: f64| {
        0.5 * per_kn
            * share
            * if c.today.mean.abs() >= c.expected.abs() { c.effect().signum() } else { -c.effect().signum() }
    };
    match c.today.code {
        TackLoss | GybeLoss => c.today.count,
        NotRecovered => {
            let losses = [TackLoss, GybeLoss].into_iter().filter_map(mean_of);
            0.01 * c.today.count * losses.fold(0.0, f64::max)
        }
        UpwindSpeed => -per_kn * ratio(UpwindVmg, UpwindSpeed),
        DownwindSpeed => -per_kn * ratio(DownwindVmg, DownwindSpeed),
        UpwindVmg | DownwindVmg => -per_kn,
        UpwindAngle => {
            let middle = to_rad(0.5 * (c.today.mean + c.expected));
            all_speed(mean_of(UpwindSpeed)) * 60.0 * c.today.count * libm::sin(middle) * to_rad(1.0)
        }
        UpwindSides => side(ratio(UpwindVmg, UpwindSpeed)),
        DownwindSides => side(ratio(DownwindVmg, DownwindSpeed)),
        AfterTacks => -0.01 * 30.0 * c.today.count * all_speed(mean_of(UpwindVmg)),
        Stops => 0.01 * today.water_time_s * all_speed(mean_of(UpwindVmg).or(mean_of(DownwindVmg))),
    }
}

fn finding(today: &Today, compared: &Compared) -> Option<DebriefFinding> {
    let c = &compared.comparison;
    let code = c.today.code;
    let per_unit = metres_per_unit(today, c);
    let (total_m, total_sd_m) = (per_unit * c.effect(), (per_unit * c.sd).abs());
    let half = c.half_90();
    let sentence = Sentence { comparison: c, reference: compared.reference, today: today.summary, total_m };
    let evidence = evidence::of(today, c);
    let values = c.others.iter().zip(&c.counts);
    let earlier = compared.times.iter().zip(values);
    Some(DebriefFinding {
        code,
        reference: compared.reference,
        text: sentences::text(&sentence),
        detail: sentences::detail(&sentence),
        compared_with: sentences::compared_with(&sentence),
        today: c.today.mean,
        expected: c.expected,
        effect: c.effect(),
        sd: c.sd,
        low: c.effect() - half,
        high: c.effect() + half,
        unit: unit(code),
        total_m,
        total_sd_m,
        p: c.p,
        // What went well has no moment to look at: the session as a whole against the others.
        plot: if total_m > 0.0 { plot(today, compared, &evidence) } else { sessions_plot(c) },
        evidence,
        earlier: earlier
            .map(|(start, (value, count))| SessionValue {
                start_time: start.clone(),
                value: *value,
                count: *count,
            })
            .collect(),
    })
}

fn unit(code: QuantityCode) -> DebriefUnit {
    use QuantityCode::*;
    match code {
        TackLoss | GybeLoss => DebriefUnit::M,
        UpwindAngle => DebriefUnit::Deg,
        NotRecovered | AfterTacks | Stops => DebriefUnit::Pct,
        _ => DebriefUnit::Kn,
    }
}

fn plot(today: &Today, compared: &Compared, found: &DebriefEvidence) -> DebriefPlot {
    use QuantityCode::*;
    let c = &compared.comparison;
    match c.today.code {
        TackLoss | GybeLoss | AfterTacks => evidence::turn_speed(today, c.today.code, &found.maneuvers),
        code if band_of(code).is_some() && !matches!(code, UpwindSides | DownwindSides) => {
            evidence::over_time(today.values.minutes(code), code, c)
        }
        _ => sessions_plot(c),
    }
}

fn sessions_plot(c: &Comparison) -> DebriefPlot {
    DebriefPlot::Sessions {
        today: c.today.mean,
        today_sd: (c.today.variance / c.today.count).sqrt(),
        expected: c.expected,
        expected_sd: c.expected_sd,
    }
}
