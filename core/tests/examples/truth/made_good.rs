//! The greatest speed made good over two minutes compared with the true one of the same run.

use leebow_engine::angle::to_rad;
use leebow_engine::api::{FileAnalysis, SpeedRecord};
use leebow_engine::stats::quantile::median;
use leebow_engine::units::kn_from_mps;
use leebow_simulator::{Sea, Simulation};

use crate::evaluation::{Deviation, Z_90, clock_s, share_in_interval};
use crate::measures::{Chosen, requirement, still};
use crate::sessions::{Condition, Evaluated};
use crate::table::Limit::Between;
use crate::table::{Measured, Row};

/// Moments of a simulated path in a second.
const MOMENTS_PER_S: f64 = 20.0;

/// Deviations of the best run to windward and of that to leeward, kn, and the true speeds made good, kn.
pub fn made_good_deviations(session: &Simulation, report: &FileAnalysis) -> Vec<(Deviation, f64)> {
    let of = |record: &Option<SpeedRecord>, sign: f64| {
        let record = record.as_ref()?;
        let is_in_water = report.wind.as_ref().is_some_and(|wind| wind.current.is_some());
        let true_kn = sign * true_kn(session, record, is_in_water)?;
        let error = record.speed_kn - true_kn;
        Some((Deviation { error, in_interval: error.abs() <= Z_90 * record.error_kn }, true_kn))
    };
    let records = [(&report.records.vmg_up_2_min, 1.0), (&report.records.vmg_down_2_min, -1.0)];
    records.into_iter().filter_map(|(record, sign)| of(record, sign)).collect()
}

/// True mean speed to windward during a run, kn: over the ground, or through the water in the wind over it.
fn true_kn(session: &Simulation, record: &SpeedRecord, is_in_water: bool) -> Option<f64> {
    let start = session.spec.start_time_ms;
    let first_s = (start / 1000.0).rem_euclid(86_400.0);
    let at = |iso: &str| ((clock_s(iso) - first_s) * MOMENTS_PER_S).round() as usize;
    let path = session.path.get(at(&record.start_time)..at(&record.end_time))?;
    let sea = Sea::new(&session.spec);
    let windward = |m: &leebow_simulator::Moment| {
        let wind = if is_in_water { sea.over_water(m.wind, m.time_s) } else { m.wind };
        let (east, north) = if is_in_water { sea.current(m.time_s) } else { (0.0, 0.0) };
        let (sin, cos) = libm::sincos(to_rad(wind.twd_deg));
        (m.east_mps - east) * sin + (m.north_mps - north) * cos
    };
    Some(kn_from_mps(path.iter().map(windward).sum::<f64>() / path.len() as f64))
}

/// Two rows: still water and current across the wind.
pub fn rows(evaluated: &[Evaluated]) -> Vec<Row> {
    let row = |water: &str, wanted: fn(&Condition) -> bool| {
        let name = format!("best VMG over 2 min, {water}, in its 90 % interval");
        requirement(evaluated, (&name, " %", 0), [Between(80.0, 97.0), Between(86.0, 94.0)], wanted, measured)
    };
    vec![row("still water", |c| still(c) && c.rate_hz >= 1.0), row("cross current", |c| c.current_kn > 0.0)]
}

/// Share of the intervals that contain the truth; the note has the median error, and the median size as a share of the
/// speed.
fn measured(chosen: &Chosen) -> Measured {
    let all: Vec<(Deviation, f64)> = chosen.iter().flat_map(|s| s.errors.made_good.iter().copied()).collect();
    let mut errors: Vec<f64> = all.iter().map(|(d, _)| d.error).collect();
    let mut shares: Vec<f64> = all.iter().map(|(d, kn)| 100.0 * d.error.abs() / kn).collect();
    let of = |values: &mut [f64]| median(values).unwrap_or(f64::NAN);
    let deviations: Vec<Deviation> = all.iter().map(|(d, _)| *d).collect();
    let note = format!(
        "of {} of {}, median {:+.2} kn, size {:.1} %",
        all.len(),
        2 * chosen.len(),
        of(&mut errors),
        of(&mut shares)
    );
    Measured { note, ..share_in_interval(&deviations) }
}
