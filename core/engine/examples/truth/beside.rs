//! What is told beside turns and wind: the current over the ground, and the records with their errors.

use leebow_engine::angle::wrap_180;
use leebow_engine::api::{FileAnalysis, SpeedRecord};
use leebow_engine::simulate::{Scenario, Simulation};
use leebow_engine::stats::quantile::median;
use leebow_engine::units::kn_from_mps;

use crate::judge::{NINETY, Off, clock_s};
use crate::sessions::{Condition, Sailed};
use crate::simulated::{Chosen, bar, inside};
use crate::table::Limit::{AtMost, Between, Unset};
use crate::table::{Measured, Row};

/// The records that are held against the truth.
const RECORDS: [&str; 4] = ["2 s", "10 s", "500 m", "half hour"];

/// What was told beside turns and wind.
#[derive(Default)]
pub struct Beside {
    /// Set (deg) and drift (kn) of a published current, off the truth.
    pub current: Option<(Off, Off)>,
    /// By the number in [`RECORDS`], kn.
    pub records: Vec<(usize, Off)>,
}

pub fn beside(sailed: &Simulation, report: &FileAnalysis) -> Beside {
    let current = report.wind.as_ref().and_then(|w| w.current).map(|told| {
        let set = wrap_180(told.set_deg - sailed.spec.current_deg);
        let drift = told.drift_kn - sailed.spec.current_kn;
        let off = |by: f64, sd: f64| Off { by, inside: by.abs() <= NINETY * sd };
        (off(set, told.set_sd_deg), off(drift, told.drift_sd_kn))
    });
    let own = &report.records;
    let told = [&own.best_2_s, &own.best_10_s, &own.best_500_m, &own.best_half_hour];
    let records = told.iter().enumerate().filter_map(|(i, r)| Some((i, record(sailed, r.as_ref()?)?)));
    Beside { current, records: records.collect() }
}

/// A record beside the true way over the same stretch.
fn record(sailed: &Simulation, told: &SpeedRecord) -> Option<Off> {
    let start_s = clock_s(&told.start_time) - clock_s(&sailed.truth.wind.first()?.time);
    let at = |t: f64| (t * 20.0).round() as usize;
    let path = sailed.path.get(at(start_s)..at(start_s + told.duration_s))?;
    let mean = path.iter().map(|m| libm::hypot(m.east_mps, m.north_mps)).sum::<f64>() / path.len() as f64;
    let by = told.speed_kn - kn_from_mps(mean);
    Some(Off { by, inside: by.abs() <= NINETY * told.error_kn })
}

pub fn rows(sailed: &[Sailed]) -> Vec<Row> {
    let moving = |c: &Condition| c.current_kn > 0.0;
    let still = |c: &Condition| c.current_kn == 0.0;
    let interval = [Between(80.0, 97.0), Between(86.0, 94.0)];
    let mut rows = vec![
        bar(sailed, ("current told, of tracks in 0.8–1.4 kn", " %", 0), [Unset, Unset], moving, |s| {
            let told = currents(s).len();
            Measured::new(100.0 * told as f64 / s.len() as f64, format!("of {}", s.len()))
        }),
        bar(sailed, ("current told in still water", " %", 0), [AtMost(5.0), AtMost(1.0)], still, |s| {
            let told = currents(s).len();
            Measured::new(100.0 * told as f64 / s.len() as f64, format!("of {}", s.len()))
        }),
        bar(sailed, ("current: drift, median error", " kn", 2), [Unset, Unset], moving, |s| size(s, |c| c.1)),
        bar(sailed, ("current: set, median error", "°", 0), [Unset, Unset], moving, |s| size(s, |c| c.0)),
        bar(sailed, ("current: drift in its 90 % interval", " %", 0), interval, moving, |s| {
            inside(&currents(s).iter().map(|c| c.1).collect::<Vec<_>>())
        }),
        bar(sailed, ("current: set in its 90 % interval", " %", 0), interval, moving, |s| {
            inside(&currents(s).iter().map(|c| c.0).collect::<Vec<_>>())
        }),
    ];
    for (i, name) in RECORDS.iter().enumerate() {
        let quick = |c: &Condition| c.scenario == Scenario::WindwardLeeward && c.rate_hz >= 1.0;
        let title = format!("record over {name}, in its 90 % interval");
        rows.push(bar(sailed, (&title, " %", 0), interval, quick, |s| told_records(s, i)));
    }
    rows
}

fn currents(sailed: &Chosen) -> Vec<(Off, Off)> {
    sailed.iter().filter_map(|s| s.judged.beside.current).collect()
}

fn size(sailed: &Chosen, of: impl Fn(&(Off, Off)) -> Off) -> Measured {
    let mut sizes: Vec<f64> = currents(sailed).iter().map(|c| of(c).by.abs()).collect();
    let note = format!("of {}", sizes.len());
    median(&mut sizes).map_or(Measured::absent(note.clone()), |m| Measured::new(m, note))
}

fn told_records(sailed: &Chosen, which: usize) -> Measured {
    let own = sailed.iter().flat_map(|s| &s.judged.beside.records).filter(|r| r.0 == which);
    let offs: Vec<Off> = own.map(|r| r.1).collect();
    let mut by: Vec<f64> = offs.iter().map(|o| o.by).collect();
    let bias = median(&mut by).unwrap_or(f64::NAN);
    let share = inside(&offs);
    Measured { note: format!("of {}, middle {bias:+.2} kn", offs.len()), ..share }
}
